/* aligned.c - are all values of a map multiples of a number?
 *
 * They are where isl says so, or where each term is one: the product of its factor and of what
 * divides each of its unknowns, which is asked of one after the other.
 */
#include "config.h"

#include "../../lib/int64.h"

#include "tables.h"

/* Is x a multiple of the number under the constraints? */
static bool divides(lcv_solver *v, const lcv_constraint *where, const lcv_sum *x, int64_t number)
{
    const lcv_sum *floor = x ? lcv_sum_floor(v->s, x, number) : NULL;
    const lcv_sum *whole = lcv_sum_mul(v->s, lcv_sum_number(v->s, number), floor);
    return lcv_never_so(v, where, LCV_OP_GT, x, whole);
}

/* What is left of the number when a divisor of it is taken out that divides the unknown: the
 * largest of all, or of halves. */
static int64_t less_divisor(lcv_solver *v, const lcv_constraint *where, size_t unknown,
                            int64_t number)
{
    const lcv_sum *x = lcv_sum_unknown(v->s, unknown);
    int64_t by = number;
    while (by > 1 && !divides(v, where, x, by))
        by = by % 2 == 0 ? by / 2 : 1;
    return number / by;
}

static bool each_term(lcv_solver *v, const lcv_constraint *where, const lcv_sum *x,
                      int64_t number)
{
    bool all = x->constant % number == 0;
    for (size_t i = 0; all && i < x->n; i++) {
        const lcv_term *t = &x->term[i];
        int64_t left = number / lc_int64_gcd(number, t->factor);
        for (size_t k = 0; left > 1 && k < t->n; k++)
            left = less_divisor(v, where, t->of[k], left);
        all = left == 1;
    }
    return all;
}

bool lcv_prove_multiples(lcv_solver *v, const lcv_lowered *map, const lcv_sum *by)
{
    int64_t number;
    if (!lcv_sum_is_number(by, &number) || number < 1)
        return false;
    for (size_t i = 0; i < map->cases->n; i++) {
        const lcv_case *c = &map->cases->of[i];
        for (size_t k = 0; c->value && k < map->cases->nvalues; k++)
            if (!divides(v, c->when, c->value[k], number) &&
                !each_term(v, c->when, c->value[k], number))
                return false;
    }
    return true;
}
