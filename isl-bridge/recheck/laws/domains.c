/* domains.c - what shapes have in common, by the ends of their leaves; where a layout stands
 * still; a layout coalesced past its end.
 *
 *   common_refinement       the ends of the leaves are those of the one shape and of the other
 *   common_coarsening       the ends are those of both
 *   greatest_common_domain  of each leaf with each, from a multiple of both beginnings to a
 *                           divisor of both ends
 *   nullspace               the leaves of stride 0, at the places that they have in the shape
 *   coalesce_z              with last leaves twice as long: the same function, no two modes one
 */
#include "config.h"

#include "../sets/parts.h"
#include "modes.h"

typedef enum { OF_ONE, OF_BOTH } in_common;

/* ---- ends of leaves ---- */

typedef struct {
    size_t n;
    lc_int *at; /* 1, then where leaves of extents other than 1 end */
} ends;

static bool is_shape(const lit *a)
{
    return (a->kind == LIT_TUPLE || lcr_lit_is_function(a)) && !a->any;
}

static bool ends_of(ev *e, const lit *a, ends *to)
{
    *to = (ends){1, lcr_lit_alloc(e->pool, a->n + 1, sizeof(lc_int))};
    if (!to->at)
        return false;
    to->at[0] = lc_int_const(1);
    for (size_t k = 0; k < a->n; k++)
        if (!lc_int_is_one(a->extent[k])) {
            to->at[to->n] = lc_int_mul(e->pool->lc, to->at[to->n - 1], a->extent[k]);
            to->n++;
        }
    return true;
}

static size_t find(const ends *of, lc_int at)
{
    size_t i = 0;
    while (i < of->n && !lc_int_eq(of->at[i], at))
        i++;
    return i;
}

static bool common_shape(ev *e, const lcr_statement *c)
{
    ends s, t, v;
    if (!is_shape(c->arg[0]) || !is_shape(c->arg[1]))
        return lcr_ev_not(e);
    if (c->value->kind != LIT_TUPLE || c->value->any || !lcr_lit_is_flat(c->value))
        return lcr_ev_reading(e, false, "the value is no flat shape");
    if (!ends_of(e, c->arg[0], &s) || !ends_of(e, c->arg[1], &t) || !ends_of(e, c->value, &v))
        return false;
    size_t wanted = 0;
    bool same = v.n == c->value->n + 1 || (v.n == 1 && c->value->n == 1);
    for (size_t i = 0; i < s.n; i++)
        wanted += c->how == OF_ONE || find(&t, s.at[i]) < t.n;
    for (size_t j = 0; j < t.n; j++)
        wanted += c->how == OF_ONE && find(&s, t.at[j]) == s.n;
    for (size_t k = 0; k < v.n; k++) {
        bool first = find(&s, v.at[k]) < s.n, second = find(&t, v.at[k]) < t.n;
        same = same && (c->how == OF_ONE ? first || second : first && second);
    }
    return lcr_ev_arithmetic(e, same && wanted == v.n, "a leaf ends elsewhere");
}

static bool common_domain(ev *e, const lcr_statement *c)
{
    ends s, t;
    lc_ctx *lc = e->pool->lc;
    if (!is_shape(c->arg[0]) || !is_shape(c->arg[1]))
        return lcr_ev_not(e);
    if (!ends_of(e, c->arg[0], &s) || !ends_of(e, c->arg[1], &t))
        return false;
    lit *want = lcr_lit_flat(e->pool, s.n + t.n);
    size_t n = 0;
    for (size_t i = 1; want && i < s.n; i++)
        for (size_t j = 1; j < t.n; j++) {
            lc_int first = s.at[i - 1], end = lc_int_gcd(lc, s.at[i], t.at[j]);
            lc_int common = lc_int_gcd(lc, first, t.at[j - 1]);
            lc_int from = lc_int_mul(lc, first, lc_int_fdiv(lc, t.at[j - 1], common));
            if (!lc_int_divides(lc, from, end) || lc_int_eq(from, end))
                continue;
            want->step[n] = from;
            want->extent[n++] = lc_int_fdiv(lc, end, from);
        }
    if (!want)
        return false;
    lcr_lit_use(want, n);
    if (want->n == 1) { /* a tuple of one */
        want->node[0] = 1;
        want->node[want->nnodes++] = 0;
    }
    return lcr_law_is(e, c->value, want);
}

/* ---- layouts ---- */

static bool nullspace(ev *e, const lcr_statement *c)
{
    const lit *a = lcr_ev_layout(e, c->arg[0]);
    const lc_int *place = a ? lcr_lit_places(e->pool, a) : NULL;
    lit *want = place ? lcr_lit_flat(e->pool, a->n) : NULL;
    size_t n = 0;
    if (!want)
        return false;
    if (a->kind != LIT_LAYOUT || a->swizzled || a->offset)
        return lcr_ev_not(e);
    for (size_t k = 0; k < a->n; k++)
        if (lcr_lit_moves(a, k) == 0) {
            want->step[n] = place[k];
            want->extent[n++] = a->extent[k];
        }
    lcr_lit_use(want, n);
    return lcr_law_is(e, c->value, want);
}

/* The layout, its last leaf twice as long. */
static const lit *longer(ev *e, const lit *a)
{
    lit *made = lcr_lit_copy(e->pool, a);
    lc_int *extent = made ? lcr_lit_alloc(e->pool, a->n, sizeof *extent) : NULL;
    if (!extent)
        return NULL;
    for (size_t k = 0; k < a->n; k++)
        extent[k] = lc_int_mul(e->pool->lc, a->extent[k], lc_int_const(k + 1 < a->n ? 1 : 2));
    made->extent = extent;
    return made;
}

static bool coalesce_z(ev *e, const lcr_statement *c)
{
    const lit *a = c->arg[0], *v = c->value;
    if (a->kind != LIT_LAYOUT || a->swizzled)
        return lcr_ev_not(e);
    if (v->kind != LIT_LAYOUT || v->swizzled)
        return lcr_ev_reading(e, false, "the value is of another kind");
    const lit *to = longer(e, a), *from = longer(e, v);
    return to && from &&
           lcr_ev_condition(e, lcr_parts_coalesced(e->pool->lc, from), "two modes are one") &&
           lcr_ev_equiv(e, from, to);
}

const ev_row lcr_laws_domains[] = {
    {"coalesce_z", 1, "i", coalesce_z, OF_LAYOUTS, 0},
    {"common_coarsening", 2, "..", common_shape, OF_LAYOUTS, OF_BOTH},
    {"common_refinement", 2, "..", common_shape, OF_LAYOUTS, OF_ONE},
    {"greatest_common_domain", 2, "..", common_domain, OF_LAYOUTS, 0},
    {"nullspace", 1, ".", nullspace, OF_LAYOUTS, 0},
    {NULL, 0, NULL, NULL, 0, 0},
};
