/* access-vectors.c - where vectors of accesses start, of layouts of sizes.
 *
 * The first leaves of the values of a thread are the places in a vector, and move by them: these
 * are numbers. Starts that are multiples of a vector have, behind a swizzle of higher bits alone,
 * their elements after them.
 */
#include "config.h"

#include "law.h"

#include <string.h>

/* What is left of an extent without *part, the places of a vector that are in it, of `left` such
 * places. NULL: there is no such part. */
static const poly *rest_of(sym *s, const poly *extent, lc_int left, lc_int *part)
{
    lc_ctx *lc = s->pool->lc;
    lc_int number;
    bool known = lcr_poly_is_int(extent, &number);
    *part = known ? lc_int_gcd(lc, left, number) : left;
    if (known && !lc_int_eq(*part, left) && !lc_int_eq(*part, number))
        return NULL;
    const poly *rest = lcr_sym_floor(s, extent, *part);
    const poly *less = lcr_poly_add(s->pool, extent, lc_int_neg(lc, *part), rest);
    bool divides = less && lcr_poly_is_int(less, &number) && lc_int_is_zero(number);
    return divides ? rest : NULL;
}

static bool is_number(const poly *p, lc_int wanted)
{
    lc_int number;
    return lcr_poly_is_int(p, &number) && lc_int_eq(number, wanted);
}

static const sv *flat(sym *s, const sv *x, size_t n, const poly **extent, const poly **step)
{
    sv *out = lcr_sv_copy(s, x);
    if (!out)
        return NULL;
    if (n == 0) {
        extent[0] = lcr_poly_si(s->pool, 1);
        step[0] = lcr_poly_si(s->pool, 0);
    }
    out->n = n > 0 ? n : 1;
    out->nnodes = n > 1 ? n + 1 : 1;
    out->node = lcr_lit_alloc(s->pool, out->nnodes, sizeof *out->node);
    if (!out->node)
        return NULL;
    out->node[0] = n > 1 ? (uint32_t)n : 0;
    out->extent = extent;
    out->step = step;
    return out;
}

const sv *lcr_sv_vector_starts(sym *s, const sv *x, lc_int vector)
{
    lc_ctx *lc = s->pool->lc;
    lc_int left = vector, place = lc_int_const(1), one = place, part;
    size_t first = 0, n = 0;
    const poly **extent = lcr_lit_alloc(s->pool, x->n + 1, sizeof *extent);
    const poly **step = lcr_lit_alloc(s->pool, x->n + 1, sizeof *step);
    bool alone = !x->swizzled || x->b == 0 ||
                 (x->s != 0 && lc_int_le(vector, lcr_lit_power(lc, (size_t)x->m)));
    if (!extent || !step || x->basis || !alone)
        return NULL;
    if (x->node[0] > 1)
        lcr_sv_after(x, 1, &first);
    for (size_t k = 0; k < x->n; k++) {
        extent[n] = x->extent[k];
        step[n] = x->step[k];
        if (k >= first && !lc_int_eq(left, one) && !is_number(extent[n], one)) {
            extent[n] = rest_of(s, x->extent[k], left, &part);
            if (!extent[n] || !is_number(step[n], place))
                return NULL;
            step[n] = lcr_poly_int(s->pool, lc_int_mul(lc, place, part));
            left = lc_int_fdiv(lc, left, part);
            place = lc_int_mul(lc, place, part);
        }
        n += !is_number(extent[n], one);
    }
    return lc_int_eq(left, one) ? flat(s, x, n, extent, step) : NULL;
}
