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

const ev_row lcr_laws_swizzle[] = {
    {"compose", 2, "..", compose, OF_SWIZZLES, 0},
    {"inverse", 1, ".", inverse, OF_SWIZZLES, 0},
    {"left_inverse", 1, ".", inverse, OF_SWIZZLES, 0},
    {"right_inverse", 1, ".", inverse, OF_SWIZZLES, 0},
    {NULL, 0, NULL, NULL, 0, 0},
};
