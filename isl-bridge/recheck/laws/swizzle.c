/* swizzle.c - operations on swizzles alone.
 *
 * A swizzle is a function of all integers that moves some of their low bits. Two of them are
 * compared on numbers of as many bits as either moves, and one more: from there on all leave
 * bits as they are.
 */
#include "config.h"

#include "laws.h"

static bool is_swizzle(ev *e, const lcr_statement *s)
{
    bool is = s->value->kind == LIT_SWIZZLE;
    e->out->by = "parity";
    lcr_ev_condition(e, is, "the value is no swizzle");
    return is;
}

/* Are functions the same on numbers of as many bits as any of three swizzles moves, and one? */
static bool same_on_bits(ev *e, const fn *f, const fn *g, const lit *a, const lit *b,
                         const lit *c)
{
    const lit *of[] = {a, b, c};
    lit *numbers = lcr_lit_flat(e->pool, 1);
    size_t bits = 0;
    for (size_t i = 0; i < 3; i++)
        bits = lcr_lit_swizzle_end(of[i]) > bits ? lcr_lit_swizzle_end(of[i]) : bits;
    if (!numbers)
        return false;
    numbers->extent[0] = lcr_lit_power(e->pool->lc, bits + 1);
    numbers->step[0] = lc_int_const(1);
    return lcr_ev_same(e, f, g, numbers);
}

bool lcr_swizzle_composite(ev *e, const lit *v, const lit *a, const lit *b)
{
    const fn f = {2, {b, a}}, g = {1, {v}};
    return same_on_bits(e, &f, &g, a, b, v);
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
    const lit *a = s->arg[0], *v = s->value;
    const fn f = {2, {v, a}}, identity = {0, {NULL}};
    return same_on_bits(e, &f, &identity, a, a, v);
}

const ev_row lcr_laws_swizzle[] = {
    {"compose", 2, "..", compose, OF_SWIZZLES, 0},
    {"inverse", 1, ".", inverse, OF_SWIZZLES, 0},
    {"left_inverse", 1, ".", inverse, OF_SWIZZLES, 0},
    {"right_inverse", 1, ".", inverse, OF_SWIZZLES, 0},
    {NULL, 0, NULL, NULL, 0, 0},
};
