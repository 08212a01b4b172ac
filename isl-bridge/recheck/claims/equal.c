/* equal.c - equal: two values are written alike, by reading (sets/alike.h).
 *
 * Relations are equal as sets of pairs, which isl compares.
 */
#include "config.h"

#include "../sets/alike.h"
#include "../sets/nest.h"
#include "claims.h"

static bool is_compared(const lit *a)
{
    return a->kind == LIT_TUPLE || a->kind == LIT_LAYOUT || a->kind == LIT_TILER ||
           a->kind == LIT_SWIZZLE || a->kind == LIT_LINEAR || a->kind == LIT_COMPOSED;
}

/* Integers and coordinates are not compared, but for values that are 0. */
static bool are_comparable(const lit *x, const lit *y)
{
    return x->kind != LIT_LAYOUT || x->basis == y->basis || lcr_lit_is_still(x) ||
           lcr_lit_is_still(y);
}

bool lcr_ev_equal(ev *e, const lcr_statement *c)
{
    const lit *x = c->arg[0], *y = c->arg[1];
    if (x->kind == LIT_MORPHISM && y->kind == LIT_MORPHISM)
        return lcr_ev_reading(e, lcr_nest_same(x, y), "the entries, or where they go, differ");
    if (x->kind == LIT_TUPLE && y->kind == LIT_LAYOUT)
        x = lcr_ev_layout(e, x);
    else if (x->kind == LIT_LAYOUT && y->kind == LIT_TUPLE)
        y = lcr_ev_layout(e, y);
    if (!x || !y)
        return false;
    if (x->kind != y->kind || !is_compared(x) || !are_comparable(x, y))
        return lcr_ev_not(e);
    return lcr_ev_reading(e, lcr_lit_same(x, y), "they are not written alike");
}

/* a op b of integers: a - b, which a counterexample has on the other side, or at 0. */
bool lcr_ev_compares(ev *e, const lcr_statement *c)
{
    static const sys_relation other[] = {['<'] = SYS_GE,
                                         ['>'] = SYS_LE,
                                         ['<' + 128] = SYS_GT,
                                         ['>' + 128] = SYS_LT,
                                         ['!'] = SYS_EQ};
    lc_int a, b;
    if (!lcr_ev_integer(c->arg[0], &a) || !lcr_ev_integer(c->arg[1], &b) || c->arg[0]->any ||
        c->arg[1]->any)
        return c->how == '=' && c->arg[0]->kind == LIT_TUPLE && c->arg[1]->kind == LIT_TUPLE
                   ? lcr_ev_reading(e, lcr_lit_same(c->arg[0], c->arg[1]), "the tuples differ")
                   : lcr_ev_not(e);
    sys s = lcr_sys_new(e->pool);
    sys_sum difference = lcr_sys_number(lc_int_sub(e->pool->lc, a, b));
    e->out->by = "bounds";
    if (e->pool->sizes) { /* n = a - b, for all numbers of the parameters */
        size_t n = lcr_sys_free(&s, 'n');
        lcr_sys_add_var(&s, &difference, lc_int_const(-1), n);
        lcr_sys_relate(&s, &difference, SYS_EQ);
        difference = lcr_sys_variable(n);
    }
    return c->how == '=' ? lcr_ev_not_zero(e, &s, &difference)
                         : lcr_ev_relate(e, &s, &difference, other[c->how]);
}
