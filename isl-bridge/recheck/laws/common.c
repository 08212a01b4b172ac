/* common.c - max_common_layout, max_common_vector.
 *
 *   max_common_layout   the longest V with A(V(i)) = B(V(i)) = i at every coordinate i of V that
 *                       the right inverse of B gives, or that of A where it goes further
 *   max_common_vector   the number of coordinates of V
 *
 * A right inverse is read (Table 5), and V is read to be a prefix of one: its first modes, the
 * last perhaps in part. V therefore stays within the coordinates of A or of B. The other layout
 * is taken on its extended domain. The sets say that V is one of both, and of the next longer
 * prefix of each right inverse R that it is none: at a coordinate i of it, A(R(i)) or B(R(i)) is
 * not i. Which i is found by looking at a few, ends of modes and where digits carry. Where none
 * is found, the sets say that the longer prefix is one of both: empty, they refute V.
 */
#include "config.h"

#include "../sets/outside.h"
#include "../sets/parts.h"
#include "modes.h"

#define FEW 4096 /* coordinates that are all looked at */

static bool is_affine_layout(const lit *a)
{
    return lcr_lit_is_integers(a) && !lcr_has_outside(a) && a->naxes == 1;
}

/* ---- prefixes ---- */

/* The first n modes of R, the last one with this extent; 1:0 for none. NULL: an error. */
static const lit *prefix_of(ev *e, const lit *r, size_t n, lc_int last)
{
    lit *v = lcr_lit_flat(e->pool, n);
    for (size_t k = 0; v && k < n; k++) {
        v->extent[k] = k + 1 < n ? r->extent[k] : last;
        v->step[k] = r->step[k];
    }
    return v;
}

/* By reading, of a coalesced V. */
static bool is_prefix(const lit *v, const lit *r)
{
    bool is = v->n <= r->n;
    if (v->n == 1 && lc_int_is_one(v->extent[0]))
        return lc_int_is_zero(v->step[0]);
    for (size_t k = 0; is && k < v->n; k++)
        is = lc_int_eq(v->step[k], r->step[k]) &&
             (k + 1 < v->n ? lc_int_eq(v->extent[k], r->extent[k])
                           : lc_int_le(v->extent[k], r->extent[k]));
    return is;
}

/* The prefix of n coordinates, or the shortest that is `longer`; *none: there is no such one. */
static const lit *prefix(ev *e, const lit *r, lc_int n, bool longer, bool *none)
{
    lc_ctx *lc = e->pool->lc;
    const lc_int *place = lcr_lit_places(e->pool, r);
    *none = false;
    if (!longer && lc_int_is_one(n))
        return prefix_of(e, r, 0, n);
    for (size_t k = 0; place && k < r->n; k++) {
        lc_int last = lc_int_fdiv(lc, n, place[k]), end = place[k + 1];
        if (longer && lc_int_lt(n, end))
            return prefix_of(e, r, k + 1, lc_int_add(lc, last, lc_int_const(1)));
        if (!longer && lc_int_le(n, end) && lc_int_lt(place[k], n) &&
            lc_int_divides(lc, place[k], n))
            return prefix_of(e, r, k + 1, last);
    }
    *none = place != NULL;
    return NULL;
}

/* ---- coordinates at which a prefix is none ---- */

typedef struct {
    lc_ctx *lc;
    const lit *w, *a; /* A(W(i)) = i? */
    bool found;
    lc_int x, value; /* where not: x = W(i), and A(x) */
} search;

static void look_at(search *s, lc_int i)
{
    lc_int x, value[LIT_MAX_AXES];
    if (s->found || lc_int_lt(i, lc_int_const(0)) || lc_int_le(lcr_lit_size(s->lc, s->w), i) ||
        !lcr_lit_at(s->lc, s->w, i, &x) || !lcr_lit_at(s->lc, s->a, x, value))
        return;
    s->found = !lc_int_eq(value[0], i);
    s->x = x;
    s->value = value[0];
}

/* A coordinate i of W with A(W(i)) not i, if one is found: beginnings and ends of modes, and the
 * first coordinates. */
static bool look(ev *e, search *s)
{
    lc_ctx *lc = s->lc;
    lc_int one = lc_int_const(1), size = lcr_lit_size(lc, s->w);
    const lc_int *before = lcr_lit_places(e->pool, s->w);
    if (!before)
        return false;
    for (size_t k = s->w->n; k-- > 0;) {
        look_at(s, before[k]);
        look_at(s, lc_int_sub(lc, before[k + 1], before[k]));
    }
    look_at(s, lc_int_sub(lc, size, one));
    for (int64_t i = 0; !s->found && i < FEW && lc_int_lt(lc_int_si(lc, i), size); i++)
        look_at(s, lc_int_si(lc, i));
    return true;
}

/* ---- the law ---- */

/* A(V(i)) = i; V(i) may lie past the last coordinate of A, where its last mode goes on. */
static bool counts_up(ev *e, const lit *a, const lit *v)
{
    fn f = {2, {v, a}}, identity = {0, {NULL}};
    return lcr_ev_same(e, &f, &identity, v);
}

typedef struct {
    const lit *a, *b, *inverse[2]; /* of B, of A */
} both;

/* For coordinates at which W, a prefix of an inverse, is none of the layout. */
static search search_in(ev *e, const both *l, size_t which, const lit *w)
{
    return (search){.lc = e->pool->lc, .w = w, .a = which == 0 ? l->a : l->b};
}

/* No prefix of R that is longer than n is one of A; *refuted: there is one. */
static bool none_longer(ev *e, const both *l, size_t which, lc_int n, bool *refuted)
{
    bool none;
    search s = search_in(e, l, which, prefix(e, l->inverse[which], n, true, &none));
    *refuted = false;
    if (!s.w)
        return none;
    if (!look(e, &s))
        return false;
    if (s.found)
        return lcr_law_value_at(e, s.a, s.x, s.value);
    *refuted = true;
    e->out->nsets = 0;
    return counts_up(e, l->a, s.w) && counts_up(e, l->b, s.w) &&
           lcr_ev_contrary(e, "there is a longer one");
}

/* V is a prefix of one of the inverses. */
static bool is_longest(ev *e, const both *l, const lit *v)
{
    lc_int n = lcr_lit_size(e->pool->lc, v);
    e->out->by = "difference";
    for (size_t i = 0; i < 2; i++) {
        bool refuted;
        if (!none_longer(e, l, i, n, &refuted))
            return false;
        if (refuted)
            return true;
    }
    return counts_up(e, l->a, v) && counts_up(e, l->b, v);
}

/* Two layouts of integers, and their right inverses; *possible: they are that. */
static bool take(ev *e, const lcr_statement *s, both *l, bool *possible)
{
    l->a = s->arg[0];
    l->b = s->arg[1];
    *possible = is_affine_layout(l->a) && is_affine_layout(l->b);
    if (!*possible)
        return true;
    l->inverse[0] = lcr_right_inverse(e, l->b);
    l->inverse[1] = l->inverse[0] ? lcr_right_inverse(e, l->a) : NULL;
    return l->inverse[1] != NULL;
}

static bool max_common_layout(ev *e, const lcr_statement *s)
{
    both l;
    bool possible;
    const lit *v = s->value;
    if (!take(e, s, &l, &possible))
        return false;
    if (!possible || !is_affine_layout(v))
        return lcr_ev_not(e);
    e->out->by = "reading";
    if (!lcr_ev_condition(e, lcr_parts_coalesced(e->pool->lc, v), "two modes are one") ||
        !lcr_ev_condition(e, is_prefix(v, l.inverse[0]) || is_prefix(v, l.inverse[1]),
                          "it is no prefix of a right inverse"))
        return false;
    return !e->out->holds || is_longest(e, &l, v);
}

/* The prefix of n coordinates of the inverse of B, or of A: of these, one in which no coordinate
 * is found at which it is none. NULL with an error, or where there is no such prefix. */
static const lit *prefix_of_size(ev *e, const both *l, lc_int n)
{
    const lit *v = NULL;
    for (size_t i = 0; i < 2; i++) {
        bool none;
        search s = search_in(e, l, i, prefix(e, l->inverse[i], n, false, &none));
        if (!s.w && none)
            continue;
        if (!s.w || !look(e, &s))
            return NULL;
        if (!s.found)
            return s.w;
        v = s.w;
    }
    return v;
}

static bool max_common_vector(ev *e, const lcr_statement *s)
{
    both l;
    bool possible;
    lc_int n;
    if (!take(e, s, &l, &possible))
        return false;
    if (!possible || !lcr_ev_integer(s->value, &n))
        return lcr_ev_not(e);
    e->out->by = "reading";
    const lit *v = lc_int_lt(lc_int_const(0), n) ? prefix_of_size(e, &l, n) : NULL;
    if (!lcr_ev_ok(e) ||
        !lcr_ev_condition(e, v != NULL, "no prefix of a right inverse is as long"))
        return false;
    return !v || is_longest(e, &l, v);
}

const ev_row lcr_laws_common[] = {
    {"max_common_layout", 2, "xx", max_common_layout, OF_LAYOUTS, 0},
    {"max_common_vector", 2, "xx", max_common_vector, OF_LAYOUTS, 0},
    {NULL, 0, NULL, NULL, 0, 0},
};
