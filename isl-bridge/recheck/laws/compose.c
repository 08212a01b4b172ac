/* compose.c - coalesce, compose, composed functions, chains of values.
 *
 *   coalesce  the same function, and no two modes left that are one, a point being 1:0; by a
 *             profile, of each of its parts, the other modes being as they are
 *   compose   R(c) = A(B(c)), R refining the shape of B, each leaf of B in coalesced form; by
 *             mode, the modes of A past the tiler being as they are. A function that is left
 *             as it is written has the steps of B and then those of A (sets/outside.h)
 *   composed  f o k o g: the steps of g, the offset, those of f
 *   chain     at each coordinate its value
 */
#include "config.h"

#include "../sets/outside.h"
#include "../sets/value.h"
#include "modes.h"
#include "tiling.h"

static bool is_plain(const lit *a)
{
    return a->kind == LIT_LAYOUT && !lcr_has_outside(a);
}

/* ---- coalesce ---- */

/* What stands for a: a leaf of the profile for all of a part, in coalesced form, modes past the
 * profile as they are. */
static void form_of(parts *p, const lit *a, const lit *profile)
{
    const lit_path top = {.depth = 0};
    size_t rank = lcr_lit_rank(a), given = profile ? profile->node[0] : 0;
    if (given == 0) {
        lcr_parts_leaf(p, lcr_lit_size(p->pool->lc, a));
        return;
    }
    lcr_parts_tuple(p, rank);
    p->failed = p->failed || given > rank;
    for (size_t i = 0; !p->failed && i < rank; i++) {
        const lit *mode = lcr_lit_mode(p->pool, a, i);
        const lit *below = i < given ? lcr_lit_mode(p->pool, profile, i) : NULL;
        if (i >= given)
            lcr_parts_identity(p, mode, &top);
        else if (mode && below)
            form_of(p, mode, below);
        else
            p->failed = true;
    }
}

static bool coalesce(ev *e, const lcr_statement *s)
{
    const lit *a = s->arg[0], *profile = s->n > 1 ? s->arg[1] : NULL;
    parts *p = lcr_parts_room(e->pool, a->nnodes + (profile ? profile->nnodes : 0));
    if (profile && profile->kind != LIT_TUPLE)
        return lcr_ev_not(e);
    if (!p)
        return false;
    p->still = true;
    form_of(p, a, profile);
    const lit *form = lcr_parts_end(p);
    e->out->by = "reading";
    if (!form || !lcr_lit_coarser(e->pool->lc, form, s->value, true))
        return lcr_ev_ok(e) && lcr_ev_condition(e, false, "the nesting or a size is another");
    return lcr_parts_forms(e, s->value, p) && (!e->out->holds || lcr_ev_equiv(e, s->value, a));
}

/* ---- compose ---- */

/* All are linear over F2: then there are sets. */
static bool in_bits(ev *e, const lit *value, const lit *a, const lit *b)
{
    size_t bits;
    fn f = {1, {value}}, g = {2, {b, a}};
    return lcr_value_is_xor(e->pool, &f, value, &bits) &&
           lcr_value_is_xor(e->pool, &g, value, &bits);
}

/* The value is written as A o B, or is the function. */
static bool as_written(ev *e, const lcr_statement *s, const lit *a, const lit *b)
{
    outside *made = lcr_outside_begin(e->pool), *given = lcr_outside_begin(e->pool);
    if (!made || !given)
        return false;
    made->composed = given->composed = true;
    lcr_outside_function(made, s->value);
    lcr_outside_function(given, b);
    lcr_outside_function(given, a);
    if (!lcr_outside_same(made, given, 0) || e->pool->sizes || in_bits(e, s->value, a, b))
        return lcr_ev_composite(e, s->value, a, b);
    e->out->by = "reading";
    return true;
}

static bool compose_layouts(ev *e, const lcr_statement *whole)
{
    const lcr_statement *s = lcr_inside(e, whole);
    if (!s)
        return lcr_ev_ok(e);
    const parts *w = lcr_ev_tiles(e, s->arg[0], s->arg[1]);
    return w ? lcr_tiling_holds(e, s->value, s->arg[0], w) : lcr_ev_not(e);
}

static bool compose(ev *e, const lcr_statement *s)
{
    const lit *a = s->arg[0], *b = s->arg[1];
    if (a->kind == LIT_RELATION || b->kind == LIT_RELATION ||
        (a->kind == LIT_LINEAR && b->kind == LIT_LINEAR) ||
        (s->value->kind == LIT_LINEAR && (a->basis || b->basis)))
        return lcr_ev_not(e);
    bool function = lcr_lit_is_function(b) && !is_plain(b);
    if (function || s->value->kind == LIT_LINEAR || a->kind == LIT_SWIZZLE) {
        b = lcr_ev_layout(e, b);
        return b && as_written(e, s, a, b);
    }
    return compose_layouts(e, s);
}

/* ---- composed ---- */

static bool composed(ev *e, const lcr_statement *s)
{
    const lit *f = s->arg[0], *g = s->arg[2];
    outside *made = lcr_outside_begin(e->pool), *given = lcr_outside_begin(e->pool);
    if (!made || !given)
        return false;
    if (f->kind == LIT_LINEAR || g->kind == LIT_LINEAR || !lcr_lit_is_function(f) ||
        !lcr_lit_is_function(g))
        return lcr_ev_not(e);
    made->composed = given->composed = true;
    lcr_outside_function(made, s->value);
    lcr_outside_function(given, g);
    size_t before = given->n;
    lcr_outside_offset(given, s->arg[1]);
    bool moved = given->n != before;
    lcr_outside_function(given, f);
    if (!moved && f->kind == LIT_SWIZZLE && g->kind == LIT_SWIZZLE &&
        s->value->kind == LIT_SWIZZLE)
        return lcr_swizzle_composite(e, s->value, f, g);
    if (!moved && !lcr_outside_same(made, given, 0))
        return lcr_ev_composite(e, s->value, f, g);
    return lcr_ev_reading(e, lcr_outside_same(made, given, 0),
                          "the value is not composed of these functions");
}

/* ---- chain ---- */

/* A function of as many coordinates as there are values, with these. */
static bool chain(ev *e, const lcr_statement *s)
{
    lc_int n = lc_int_const((int32_t)s->n), value;
    if (!lcr_lit_is_function(s->value) || s->value->basis || s->value->naxes != 1)
        return lcr_ev_not(e);
    bool ok = lcr_ev_condition(e, lc_int_eq(lcr_lit_size(e->pool->lc, s->value), n),
                               "it has not as many coordinates as there are values");
    e->out->by = "evaluation";
    for (size_t i = 0; ok && i < s->n; i++)
        ok = lcr_ev_integer(s->arg[i], &value)
                 ? lcr_law_value_at(e, s->value, lc_int_const((int32_t)i), value)
                 : lcr_ev_not(e);
    return ok;
}

const ev_row lcr_laws_compose[] = {
    {"chain", 1, ".*", chain, OF_LAYOUTS, 0},
    {"coalesce", 1, "i.", coalesce, OF_LAYOUTS, 0},
    {"compose", 2, "x.", compose, OF_LAYOUTS, 0},
    {"composed", 3, "x.x", composed, OF_LAYOUTS, 0},
    {NULL, 0, NULL, NULL, 0, 0},
};
