/* modes.c - a value is the layout that was made for it. */
#include "config.h"

#include "../../../lib/size.h"

#include "modes.h"

#include "../sets/alike.h"
#include "../sets/outside.h"

/* ---- functions outside ---- */

static bool same_offset(const lit *a, const lit *b)
{
    return (!a->offset) == (!b->offset) && a->naxes == b->naxes &&
           (!a->offset || lcr_same_ints(a->naxes, a->offset, b->offset));
}

static bool same_outside(const lit *v, const lit *a)
{
    if (v->kind != a->kind)
        return false;
    if (a->kind == LIT_COMPOSED)
        return (v->outer == a->outer || lcr_lit_same(v->outer, a->outer)) && same_offset(v, a);
    return v->swizzled == a->swizzled && v->b == a->b && v->m == a->m && v->s == a->s;
}

bool lcr_law_inside(ev *e, const lit **value, const lit **a)
{
    while ((*a)->kind == LIT_COMPOSED || (*a)->swizzled) {
        if (!same_outside(*value, *a))
            return lcr_ev_reading(e, false, "the function outside is another one") && false;
        bool composed = (*a)->kind == LIT_COMPOSED;
        *value = composed ? (*value)->inner : lcr_without_swizzle(e->pool, *value);
        *a = composed ? (*a)->inner : lcr_without_swizzle(e->pool, *a);
        if (!*value || !*a)
            return false;
    }
    bool possible = (*a)->kind == LIT_LAYOUT && (*a)->b == 0;
    if (!possible)
        lcr_ev_not(e);
    else if ((*value)->kind != LIT_LAYOUT || (*value)->swizzled)
        return lcr_ev_reading(e, false, "the value is of another kind") && false;
    return possible;
}

/* ---- leaf by leaf ---- */

#define AT_ONCE 32 /* leaves of a set */

/* On an axis: sets of the leaves that move on it, the offsets in the first. */
static bool differ_on_axis(ev *e, const lit *v, const lit *want, const lit_path *path)
{
    lc_ctx *lc = e->pool->lc;
    sys_sum sum =
        lcr_sys_number(lc_int_sub(lc, lcr_fn_offset(v, path), lcr_fn_offset(want, path)));
    for (size_t k = 0; k == 0 || k < v->n; sum = lcr_sys_number(lc_int_const(0))) {
        sys s = lcr_sys_new(e->pool);
        for (size_t end = k + AT_ONCE; k < v->n && k < end; k++) {
            lc_int own = lcr_fn_step(v, path, k), other = lcr_fn_step(want, path, k);
            if (!lc_int_is_plain_zero(own) || !lc_int_is_plain_zero(other))
                lcr_sys_add_var(&s, &sum, lc_int_sub(lc, own, other),
                                lcr_sys_below(&s, 'c', v->extent[k]));
        }
        if (!lcr_ev_not_zero(e, &s, &sum))
            return false;
    }
    return true;
}

/* On each axis that either has. */
static bool differ(ev *e, const lit *v, const lit *want)
{
    const lit *of[] = {v, want};
    for (size_t i = 0; i < 2; i++)
        for (size_t j = 0; j < of[i]->naxes; j++) {
            lit_path path;
            lcr_fn_axis_path(of[i], j, &path);
            if ((i == 0 || lcr_fn_axis(v, &path) == SIZE_MAX) &&
                !differ_on_axis(e, v, want, &path))
                return false;
        }
    return true;
}

bool lcr_law_same_leaves(ev *e, const lit *v, const lit *want)
{
    bool by_xor = v->by_xor || want->by_xor, known;
    bool kinds = v->by_xor == want->by_xor || lcr_lit_is_still(v) || lcr_lit_is_still(want);
    fn f = {1, {v}}, g = {1, {want}};
    e->out->by = "pieces";
    if (!kinds)
        return lcr_ev_condition(e, false, "the values are of another kind");
    if (!by_xor)
        return differ(e, v, want);
    return lcr_ev_same_in_bits(e, &f, &g, v, &known) && (known || lcr_ev_same(e, &f, &g, v));
}

/* A leaf of extent 1 has one coordinate only, but goes on past it (Cecka 2.4). */
static bool same_past_ends(const lit *v, const lit *want)
{
    bool same = true;
    for (size_t j = 0; j < v->naxes; j++)
        for (size_t k = 0; same && k < v->n; k++) {
            lit_path path;
            lcr_fn_axis_path(v, j, &path);
            same = !lc_int_may_equal(v->extent[k], lc_int_const(1)) ||
                   lc_int_eq(lcr_fn_step(v, &path, k), lcr_fn_step(want, &path, k));
        }
    return same;
}

bool lcr_law_is(ev *e, const lit *v, const lit *want)
{
    if (v->kind != LIT_LAYOUT || v->swizzled || !lcr_lit_same_extents(v, want))
        return lcr_ev_reading(e, false, "the shape is another one");
    return lcr_ev_condition(e, same_past_ends(v, want) && same_past_ends(want, v),
                            "a stride of extent 1 is another one") &&
           lcr_law_same_leaves(e, v, want);
}
