/* swizzle.c - operations on swizzles alone.
 *
 * A swizzle is a function of all integers that moves some of their low bits. Two of them are
 * compared on numbers of as many bits as either moves, and one more: from there on all leave
 * bits as they are.
 */
#include "config.h"

#include "laws.h"
#include "../sets/linear.h"

#include <stdlib.h>

static bool is_swizzle(ev *e, const lcr_statement *s)
{
    bool is = s->value->kind == LIT_SWIZZLE;
    e->out->by = "parity";
    lcr_ev_condition(e, is, "the value is no swizzle");
    return is;
}

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

bool lcr_swizzle_composite(ev *e, const lit *v, const lit *a, const lit *b)
{
    lin_map both;
    e->out->by = "parity";
    size_t bits = 1 + larger(larger(lcr_lit_swizzle_end(a), lcr_lit_swizzle_end(b)),
                             lcr_lit_swizzle_end(v));
    const lin *outer = lcr_lin_of_swizzle(e, a, bits), *inner = lcr_lin_of_swizzle(e, b, bits);
    const lin *value = lcr_lin_of_swizzle(e, v, bits);
    return outer && inner && value && lcr_lin_chain(e, &outer->map, &inner->map, &both) &&
           lcr_lin_same(e, &value->map, &both);
}

/* With a shape in the place of B it is a composed layout. */
static bool compose(ev *e, const lcr_statement *s)
{
    if (s->arg[1]->kind != LIT_SWIZZLE)
        return lcr_ev_composite(e, s->value, s->arg[0], s->arg[1]);
    return is_swizzle(e, s) ? lcr_swizzle_composite(e, s->value, s->arg[0], s->arg[1])
                            : lcr_ev_ok(e);
}

/* S(V(x)) = x. */
static bool inverse(ev *e, const lcr_statement *s)
{
    if (!is_swizzle(e, s))
        return lcr_ev_ok(e);
    size_t bits = 1 + larger(lcr_lit_swizzle_end(s->arg[0]), lcr_lit_swizzle_end(s->value));
    const lin *w = lcr_lin_of_swizzle(e, s->arg[0], bits);
    const lin *v = lcr_lin_of_swizzle(e, s->value, bits);
    return w && v && lcr_lin_inverts(e, &w->map, &v->map);
}

/* ---- values ---- */

/* Bits above those moved are those of x, also for a negative x. For any of the others, the sum of
 * the bits of the value and of the bases at the bits of x is even. */
static bool evaluate(ev *e, const lcr_statement *s)
{
    lc_ctx *lc = e->pool->lc;
    lc_int x, v;
    size_t bits = lcr_lit_swizzle_end(s->arg[0]);
    const lin *w = lcr_lin_of_swizzle(e, s->arg[0], bits);
    if (!w)
        return false;
    e->out->by = "parity";
    if (!lcr_ev_integer(s->arg[1], &x))
        return lcr_ev_not(e);
    if (!lcr_ev_integer(s->value, &v))
        return lcr_ev_condition(e, false, "the value is no integer");
    lc_int end = lcr_lit_power(lc, bits);
    bool above = lc_int_eq(lc_int_fdiv(lc, x, end), lc_int_fdiv(lc, v, end));
    x = lc_int_fmod(lc, x, end);
    v = lc_int_fmod(lc, v, end);
    return lcr_ev_condition(e, above, "the bits above those moved are others") &&
           lcr_lin_sends(e, &w->map, x, v);
}

const ev_row lcr_laws_swizzle[] = {
    {"compose", 2, "..", compose, OF_SWIZZLES, 0},
    {"evaluate", 2, "..", evaluate, OF_SWIZZLES, 0},
    {"inverse", 1, ".", inverse, OF_SWIZZLES, 0},
    {"left_inverse", 1, ".", inverse, OF_SWIZZLES, 0},
    {"right_inverse", 1, ".", inverse, OF_SWIZZLES, 0},
    {NULL, 0, NULL, NULL, 0, 0},
};
