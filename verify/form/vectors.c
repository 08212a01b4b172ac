/* vectors.c - claims about vectors of elements and about bits, of layouts with parameters. */
#include "config.h"

#include "claims.h"
#include "modes.h"

static const lcv_form *integers(lcv_proof *p, size_t i)
{
    const lcv_form *x = lcv_proof_tensor(p, i);
    return x && x->profile
               ? lcv_obstacle(p->f, "%s of layouts of coordinates with parameters", p->name)
               : x;
}

/* ---- vectors ---- */

#define TRIED 64 /* quotients of n that are tried */

/* The greatest divisor of n that is known to divide p; 1 where n has too many. */
static lc_int known_divisor(lcv_proof *p, const lc_poly *of, lc_int n)
{
    lc_ctx *ctx = p->f->ctx;
    lc_int number;
    if (lc_poly_is_const(of, &number))
        return lc_int_gcd(ctx, n, number);
    for (int32_t q = 1; q <= TRIED && lc_int_le(lc_int_const(q), n); q++) {
        lc_int least = lc_int_fdiv(ctx, n, lc_int_const(q));
        if (lc_int_divides(ctx, lc_int_const(q), n) &&
            lcv_forms_quotient(p->f, of, lcv_size_int(p->s, least)))
            return least;
    }
    return lc_int_const(1);
}

/* The divisor of n at whose multiples vectors begin in x: it divides every step but that of the
 * leaf `along`. An offset is a multiple of n. */
static lc_int begins_at(lcv_proof *p, const lcv_form *x, lc_int n, size_t along)
{
    for (size_t k = 0; k < x->n; k++)
        if (k != along && lcv_forms_is_one(p->f, x->extent[k]) != LCR_YES)
            n = known_divisor(p, x->step[k], n);
    return n;
}

/* The leaf of both along which they step by 1, and its extent a multiple of n; of one shape. */
bool lcv_sym_vectorizes(lcv_proof *p)
{
    const lcv_form *a = integers(p, 0), *b = a ? integers(p, 1) : NULL;
    const lc_poly *by = b ? lcv_form_as_int(p->f, p->arg[2]) : NULL, *one;
    lc_int n;
    size_t found = SIZE_MAX;
    if (!by)
        return false;
    if (lc_poly_is_const(by, &n) && lc_int_is_one(n))
        return true; /* one element is a vector */
    if (!lc_poly_is_const(by, &n) || lc_int_sign(n) <= 0 || a->n != b->n ||
        !lc_tuple_congruent(a->nest, b->nest))
        return lcv_obstacle(p->f, "vectors of layouts of other shapes") != NULL;
    lcv_form_said said = {.n = n};
    one = lcv_size_const(p->s, 1);
    for (size_t k = 0; k < a->n; k++) {
        if (!lcv_show_equal(p, a->extent[k], b->extent[k], "an extent"))
            return false;
        if (lcv_forms_is_one(p->f, a->extent[k]) == LCR_YES)
            continue;
        lcr_answer x = lcv_forms_is_equal(p->f, a->step[k], one);
        lcr_answer y = x == LCR_NO ? LCR_NO : lcv_forms_is_equal(p->f, b->step[k], one);
        if (x == LCR_UNKNOWN || y == LCR_UNKNOWN)
            return lcv_obstacle(p->f, "whether the stride of mode %z is 1", k) != NULL;
        if (y == LCR_YES && found != SIZE_MAX)
            return lcv_obstacle(p->f, "several modes of stride 1") != NULL;
        if (y == LCR_YES)
            found = k;
    }
    if (found == SIZE_MAX || !lcv_forms_quotient(p->f, a->extent[found], by))
        return lcv_obstacle(p->f, "no mode of stride 1 whose extent is a multiple") != NULL;
    for (size_t i = 0; i < 2; i++) {
        const lcv_form *x = i == 0 ? a : b;
        if (x->offset && !lcv_size_is_zero(x->offset[0]) &&
            !lcv_forms_quotient(p->f, x->offset[0], by))
            return lcv_obstacle(p->f, "an offset that is not known to be a multiple") != NULL;
        said.multiple[i] = begins_at(p, x, n, found);
        if (p->n > 3 && !lc_int_eq(said.multiple[i], n))
            return lcv_obstacle(p->f, "vectors are known to begin in %s at multiples of %i only",
                                i == 0 ? "A" : "B", said.multiple[i]) != NULL;
    }
    *lcv_forms_said(p->f) = said;
    return true;
}

/* ---- linear ---- */

/* Bits of one size each, at most one of which has parameters: a multiple of a power of two past
 * all others. */
bool lcv_sym_is_linear(lcv_proof *p)
{
    const lcv_form *x = integers(p, 0);
    lc_ctx *ctx = p->f->ctx;
    lc_int sum = lc_int_const(0), extent, step, two = lc_int_const(2);
    const lc_poly *other = NULL;
    if (!x)
        return false;
    if (x->offset && !lcv_shown_zero(p, x->offset[0]))
        return lcv_obstacle(p->f, "a tensor with an offset is not linear") != NULL;
    for (size_t k = 0; k < x->n; k++) {
        if (!lc_poly_is_const(x->extent[k], &extent) || !lc_int_is_power_of_two(extent))
            return lcv_obstacle(p->f, "an extent that is not known to be a power of two") != NULL;
        const lc_poly *by = x->step[k];
        if (lcv_size_is_zero(by))
            continue;
        for (; lc_int_lt(lc_int_const(1), extent); extent = lc_int_fdiv(ctx, extent, two)) {
            if (!lc_poly_is_const(by, &step)) {
                if (other || !lcv_shown(p, by))
                    return lcv_obstacle(p->f, "bits with parameters that may meet") != NULL;
                other = by;
            } else {
                lc_int place = lc_int_const(1);
                if (lc_int_sign(step) < 0)
                    return lcv_obstacle(p->f, "a negative stride") != NULL;
                for (lc_int left = step; lc_int_sign(left) > 0;
                     left = lc_int_fdiv(ctx, left, two), place = lc_int_mul(ctx, place, two)) {
                    bool bit = !lc_int_is_zero(lc_int_fmod(ctx, left, two));
                    lc_int in = lc_int_fdiv(ctx, sum, place);
                    if (bit && !lc_int_is_zero(lc_int_fmod(ctx, in, two)))
                        return lcv_obstacle(p->f, "bits that meet") != NULL;
                    sum = bit ? lc_int_add(ctx, sum, place) : sum;
                }
            }
            by = lcv_size_mul(p->s, by, lcv_size_const(p->s, 2));
        }
    }
    lc_int past = lc_int_const(1);
    while (lc_int_le(past, sum))
        past = lc_int_mul(ctx, past, two);
    return !other || lcv_forms_quotient(p->f, other, lcv_size_int(p->s, past)) ||
           lcv_obstacle(p->f, "it was not shown that %S is a multiple of %S",
                        lcv_size_to_str(p->s, other),
                        lcv_size_to_str(p->s, lcv_size_int(p->s, past))) != NULL;
}
