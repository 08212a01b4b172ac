/* claims-points-image.c - claims about the values of swizzles, composed layouts and
 * linear layouts: injective, surjective, bijective, compact, covers, partitions,
 * in_bounds, fits, aligned, contained, disjoint.
 *
 * The values of an affine function are base + V, V the span of its columns: it is
 * injective when the columns are independent, has 2^rank values, and reaches y when
 * y + base is in V. The least number that a space V does not hold is a power of two, for
 * all below 2^k are sums of 1, 2, ..., 2^(k-1).
 *
 * A bijective swizzle w moves numbers inside blocks of its size only: w o f is injective
 * exactly when f is, and stays in a range that is made of blocks exactly when f does.
 */
#include "config.h"

#include "points.h"

#include <stdlib.h>

/* ---- parts ---- */

/* The layout under a bijective swizzle. */
static bool bijective_parts(const lcv_points *p, lc_swizzle *w, lcv_function *inner)
{
    return lcv_points_parts(p, w, inner) && lc_swizzle_is_bijective(*w);
}

static lc_int power(lc_ctx *ctx, unsigned k)
{
    return k < 64 ? lcv_from_word(ctx, (uint64_t)1 << k)
                  : lc_int_mul(ctx, lcv_from_word(ctx, (uint64_t)1 << 32),
                               lcv_from_word(ctx, (uint64_t)1 << 32));
}

/* A coordinate at which an affine function has a value. */
static bool affine_find(const lcv_points *p, uint64_t value, uint64_t *c)
{
    return lc_f2_solve(&p->map, value ^ p->base, c);
}

/* ---- injective ---- */

static lcv_result *collision(lc_ctx *ctx, const char *method, const lcv_points *p, lc_int c1,
                             lc_int c2)
{
    lc_int value = lcv_points_at(ctx, p, c1);
    if (!lc_int_eq(value, lcv_points_at(ctx, p, c2)))
        return lcv_uncertified(ctx, "the kernel");
    lc_tuple *shown = lcv_points_show(ctx, p, value);
    lcv_result *result = NULL;
    if (shown != NULL)
        result = lcv_refuted(ctx, method, lcv_text(ctx, "c = %i and c' = %i", c1, c2),
                             lcv_text(ctx, "both are %t", shown));
    lcv_step_points(ctx, &result, p, c1);
    lcv_step_points(ctx, &result, p, c2);
    lc_tuple_free(shown);
    return result;
}

static lcv_result *affine_injective(lc_ctx *ctx, const lcv_points *p)
{
    lc_f2 kernel = lc_f2_kernel(&p->map);
    if (kernel.cols == 0)
        return lcv_proved(ctx, LCV_BY_MATRIX);
    uint64_t least = kernel.column[0];
    for (unsigned j = 1; j < kernel.cols; j++)
        least = kernel.column[j] < least ? kernel.column[j] : least;
    return collision(ctx, LCV_BY_MATRIX, p, lc_int_const(0), lcv_from_word(ctx, least));
}

static lcv_result *sorted_injective(lc_ctx *ctx, const lcv_points *p)
{
    size_t n, first = 0;
    lcv_point *list = lcv_points_sorted(ctx, p, &n);
    if (list == NULL)
        return lc_ctx_code(ctx) == LC_OK ? lcv_points_undecided(ctx, p) : NULL;
    /* of the pairs that meet, one whose second coordinate is least */
    for (size_t i = 1; i < n; i++)
        if (list[i].number == list[i - 1].number &&
            (first == 0 || list[i].c < list[first].c))
            first = i;
    lcv_result *result =
        first == 0 ? lcv_proved(ctx, LCV_BY_ENUMERATION)
                   : collision(ctx, LCV_BY_ENUMERATION, p,
                               lc_int_si(ctx, list[first - 1].c), lc_int_si(ctx, list[first].c));
    free(list);
    return result;
}

static lcv_result *injective(lcr_ctx *r, const lcv_points *p)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_swizzle w;
    lcv_function inner;
    if (p->affine)
        return affine_injective(ctx, p);
    if (bijective_parts(p, &w, &inner)) {
        lc_int c1 = lc_int_const(0), c2 = lc_int_const(0);
        const char *method = "";
        lcr_answer answer = lcv_find_collision(r, inner.layout, &c1, &c2, &method);
        if (answer == LCR_NO)
            return lcv_proved(ctx, method);
        if (answer == LCR_YES)
            return collision(ctx, method, p, c1, c2);
        if (!lcv_out_of_budget(ctx))
            return NULL;
    }
    return sorted_injective(ctx, p);
}

/* ---- ranges ---- */

typedef struct {
    const lcv_points *p;
    lc_int least, most;
} range_claim;

static bool out_of_range(lc_ctx *ctx, const void *claim, lc_int c)
{
    const range_claim *range = claim;
    lc_int value = lcv_points_at(ctx, range->p, c);
    return lc_int_lt(value, range->least) || lc_int_lt(range->most, value);
}

static lcv_result *outside(lc_ctx *ctx, const char *method, const range_claim *range, lc_int c)
{
    lc_int value = lcv_points_at(ctx, range->p, c);
    if (!out_of_range(ctx, range, c))
        return lcv_uncertified(ctx, "the range of values");
    lcv_result *result = lcv_refuted(
        ctx, method, lcv_text(ctx, "c = %i", c),
        lcv_text(ctx, "%i is outside [%i,%i)", value, range->least,
                 lc_int_add(ctx, range->most, lc_int_const(1))));
    lcv_step_points(ctx, &result, range->p, c);
    return result;
}

/* The least and the largest of base + V: greedily, from the highest bit. */
static void affine_range(const lcv_points *p, uint64_t *low, uint64_t *high)
{
    lc_f2 image = lc_f2_image(&p->map);
    *low = *high = p->base;
    for (unsigned j = image.cols; j-- > 0;) {
        if ((*low ^ image.column[j]) < *low)
            *low ^= image.column[j];
        if ((*high ^ image.column[j]) > *high)
            *high ^= image.column[j];
    }
}

static lcv_result *affine_in_range(lc_ctx *ctx, const range_claim *range)
{
    uint64_t low, high, c = 0;
    affine_range(range->p, &low, &high);
    lc_int least = lcv_from_word(ctx, low), most = lcv_from_word(ctx, high);
    if (lc_int_le(range->least, least) && lc_int_le(most, range->most))
        return lcv_proved_with(ctx, LCV_BY_MATRIX,
                               lcv_text(ctx, "the offsets lie in [%i,%i]", least, most));
    /* a single bit, if it shows it */
    for (unsigned j = 0; j < range->p->map.cols; j++) {
        lc_int bit = power(ctx, j);
        if (out_of_range(ctx, range, bit))
            return outside(ctx, LCV_BY_MATRIX, range, bit);
    }
    affine_find(range->p, lc_int_lt(range->most, most) ? high : low, &c);
    return outside(ctx, LCV_BY_MATRIX, range, lcv_from_word(ctx, c));
}

/* The blocks of the swizzle that the layout under it touches lie in the range. */
static bool blocks_inside(lc_ctx *ctx, const range_claim *range, lc_int *low, lc_int *high)
{
    lc_swizzle w;
    lcv_function inner;
    if (!lcv_points_parts(range->p, &w, &inner))
        return false;
    lc_int block = lc_swizzle_size(ctx, w), one = lc_int_const(1);
    lcv_function_range(ctx, &inner, low, high);
    *low = lc_int_mul(ctx, block, lc_int_fdiv(ctx, *low, block));
    *high = lc_int_mul(ctx, block, lc_int_add(ctx, lc_int_fdiv(ctx, *high, block), one));
    *high = lc_int_sub(ctx, *high, one);
    return lc_int_le(range->least, *low) && lc_int_le(*high, range->most);
}

/* The range is made of blocks of the swizzle, and the layout leaves it: so does X, at
 * the same coordinate. */
static bool blocks_leave(lc_ctx *ctx, const range_claim *range, lc_int *c)
{
    lc_swizzle w;
    lcv_function inner;
    if (!bijective_parts(range->p, &w, &inner))
        return false;
    lc_int block = lc_swizzle_size(ctx, w);
    lc_int end = lc_int_add(ctx, range->most, lc_int_const(1));
    return lc_int_divides(ctx, block, range->least) && lc_int_divides(ctx, block, end) &&
           lcv_find_out_of_bounds(ctx, &inner, range->least, range->most, c);
}

/* Strides that add by XOR: 0 is the least value, and the largest is known. */
static bool largest_inside(lc_ctx *ctx, const range_claim *range, lc_int *low, lc_int *high)
{
    const lcv_value *v = range->p->value;
    if (!lcv_is_xor(v) || lcv_has_offset(v))
        return false;
    *low = lc_int_const(0);
    if (!lc_layout_largest(ctx, v->layout, high)) {
        lcv_out_of_budget(ctx);
        return false;
    }
    return lc_int_le(range->least, *low) && lc_int_le(*high, range->most);
}

static lcv_result *in_range(lc_ctx *ctx, const range_claim *range)
{
    lc_int low, high, c = lc_int_const(0);
    const char *method;
    if (range->p->affine)
        return affine_in_range(ctx, range);
    if (blocks_inside(ctx, range, &low, &high) || largest_inside(ctx, range, &low, &high))
        return lcv_proved_with(ctx, LCV_BY_CLOSED_FORM,
                               lcv_text(ctx, "the offsets lie in [%i,%i]", low, high));
    if (blocks_leave(ctx, range, &c) && lc_ctx_code(ctx) == LC_OK)
        return outside(ctx, LCV_BY_CLOSED_FORM, range, c);
    lcv_search search = {range->p->shape, out_of_range, range};
    switch (lcv_search_points(ctx, &search, &c, &method)) {
    case LCR_YES:
        return outside(ctx, method, range, c);
    case LCR_NO:
        return lcv_proved(ctx, method);
    default:
        return lc_ctx_code(ctx) == LC_OK ? lcv_points_undecided(ctx, range->p) : NULL;
    }
}

/* ---- values that are not reached ---- */

static lcv_result *missing(lc_ctx *ctx, const char *method, const lcv_points *p, lc_int value)
{
    lc_tuple *shown = lcv_points_show(ctx, p, value);
    lcv_result *result = NULL;
    if (shown != NULL)
        result = lcv_refuted(ctx, method, lcv_text(ctx, "offset %t", shown),
                             lcv_text(ctx, "%t is never reached", shown));
    lc_tuple_free(shown);
    return result;
}

/* The least number that an affine function does not reach: 0, or a power of two. */
static lc_int affine_missing(lc_ctx *ctx, const lcv_points *p)
{
    uint64_t c;
    if (!affine_find(p, 0, &c))
        return lc_int_const(0);
    for (unsigned k = 0; k < 64; k++)
        if (!affine_find(p, (uint64_t)1 << k, &c))
            return power(ctx, k);
    return power(ctx, 64);
}

/* [0,n) is reached. */
static lcv_result *affine_covers(lc_ctx *ctx, const lcv_points *p, lc_int n)
{
    lc_int least = affine_missing(ctx, p);
    if (lc_int_le(n, least))
        return lcv_proved(ctx, LCV_BY_MATRIX);
    lcv_result *result = missing(ctx, LCV_BY_MATRIX, p, least);
    lcv_step(ctx, &result, "%s has 2^%z values, the sums of %z columns%s", p->name,
             (size_t)lc_f2_rank(&p->map), (size_t)lc_f2_rank(&p->map),
             p->base != 0 ? " after the value at 0" : "");
    return result;
}

static lcv_result *covers(lc_ctx *ctx, const lcv_points *p, lc_int n)
{
    if (p->affine)
        return affine_covers(ctx, p, n);
    size_t count;
    lcv_point *list = lcv_points_sorted(ctx, p, &count);
    if (list == NULL)
        return lc_ctx_code(ctx) == LC_OK ? lcv_points_undecided(ctx, p) : NULL;
    int64_t least = 0; /* the least number not seen yet */
    for (size_t i = 0; i < count; i++)
        least += list[i].number == least;
    free(list);
    lc_int value = lc_int_si(ctx, least);
    if (lc_int_le(n, value))
        return lcv_proved(ctx, LCV_BY_ENUMERATION);
    return missing(ctx, LCV_BY_ENUMERATION, p, value);
}

static lcv_result *onto(lc_ctx *ctx, const lcv_points *p, lc_int n)
{
    range_claim range = {p, lc_int_const(0), lc_int_sub(ctx, n, lc_int_const(1))};
    lcv_result *result = in_range(ctx, &range);
    if (result == NULL || result->verdict != LCV_PROVED)
        return result;
    lcv_result_free(result);
    return covers(ctx, p, n);
}

/* The number of values that the output dims have, of those who say so. */
static lc_int declared(lc_ctx *ctx, const lcv_points *p)
{
    if (p->value->kind == LCV_LINEAR)
        return power(ctx, lc_linear_out_bits(p->value->linear));
    return p->size;
}

/* Every one of n values once. */
static lcv_result *once_each(lcr_ctx *r, const lcv_points *p, lc_int n)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_result *result = injective(r, p);
    if (result == NULL || result->verdict != LCV_PROVED)
        return result;
    /* as many points as places, in range and apart: onto */
    range_claim range = {p, lc_int_const(0), lc_int_sub(ctx, n, lc_int_const(1))};
    if (lc_int_eq(p->size, n)) {
        lcv_result *inside = in_range(ctx, &range);
        if (inside == NULL || inside->verdict != LCV_PROVED) {
            lcv_result_free(result);
            return inside;
        }
        lcv_result_free(inside);
        return result;
    }
    lcv_result_free(result);
    return onto(ctx, p, n);
}

/* ---- the claims on one function ---- */

lcv_result *lcv_points_injective(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    lcv_points p;
    lcv_result *result = NULL;
    if (lcv_points_of(lcr_ctx_lc(r), "injective", "X", args[0], &p))
        result = injective(r, &p);
    lcv_points_clear(&p);
    return result;
}

lcv_result *lcv_points_bijective(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    lcv_points p;
    lcv_result *result = NULL;
    if (lcv_points_of(lcr_ctx_lc(r), "bijective", "X", args[0], &p))
        result = once_each(r, &p, declared(lcr_ctx_lc(r), &p));
    lcv_points_clear(&p);
    return result;
}

lcv_result *lcv_points_surjective(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int count = lc_int_const(0);
    if (n > 1 && !lcv_arg_int(ctx, "surjective", "N", args[1], 0, &count))
        return NULL;
    lcv_points p;
    lcv_result *result = NULL;
    if (lcv_points_of(ctx, "surjective", "X", args[0], &p)) {
        if (n < 2 && p.value->kind == LCV_COMPOSED)
            lc_fail(ctx, LC_ERR_INVALID,
                    "surjective needs an integer N: a composed layout X does not say itself "
                    "which values it may have");
        else
            result = onto(ctx, &p, n > 1 ? count : declared(ctx, &p));
    }
    lcv_points_clear(&p);
    return result;
}

lcv_result *lcv_points_covers(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int count;
    if (!lcv_arg_int(ctx, "covers", "N", args[1], 0, &count))
        return NULL;
    lcv_points p;
    lcv_result *result = NULL;
    if (lcv_points_of(ctx, "covers", "X", args[0], &p))
        result = covers(ctx, &p, count);
    lcv_points_clear(&p);
    return result;
}

static lcv_result *partitions(lcr_ctx *r, const lcv_points *p, const lc_tuple *shape)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int want = lc_tuple_size(ctx, shape);
    if (lc_int_eq(p->size, want))
        return once_each(r, p, want);
    lcv_result *result = lcv_refuted(ctx, LCV_BY_COUNTING, lcv_text(ctx, "size"),
                                     lcv_text(ctx, "%i is not %i", p->size, want));
    lcv_step(ctx, &result, "TV has %i coordinates, S = %t has %i", p->size, shape, want);
    return result;
}

/* With several output dims these are the dims of S. */
static lcv_result *check_dims(lc_ctx *ctx, const lcv_points *p, const lc_tuple *shape)
{
    const lc_linear *l = p->value->linear;
    if (p->nouts != lc_tuple_rank(shape))
        return lc_fail(ctx, LC_ERR_INVALID,
                       "partitions needs a shape S of %zu modes, one for each output dim of TV, "
                       "not of %zu",
                       p->nouts, lc_tuple_rank(shape));
    for (size_t i = 0; i < p->nouts; i++) {
        lc_tuple *mode = lc_tuple_mode(ctx, shape, i);
        lc_int have = power(ctx, lc_linear_out_dim(l, i).bits);
        bool same = mode != NULL && lc_int_eq(have, lc_tuple_size(ctx, mode));
        lcv_result *result = NULL;
        if (mode != NULL && !same)
            result = lcv_refuted(ctx, LCV_BY_COMPARISON,
                                 lcv_text(ctx, "output dim %s", lc_linear_out_dim(l, i).name),
                                 lcv_text(ctx, "its size %i is not %i", have,
                                          lc_tuple_size(ctx, mode)));
        lc_tuple_free(mode);
        if (!same)
            return result;
    }
    return NULL;
}

lcv_result *lcv_points_partitions(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_points p = {0};
    lcv_result *result = NULL;
    lc_tuple *shape = lcv_arg_shape(ctx, "partitions", "S", args[1]);
    if (shape != NULL && lcv_points_of(ctx, "partitions", "TV", args[0], &p)) {
        if (p.nouts > 1)
            result = check_dims(ctx, &p, shape);
        if (result == NULL && lc_ctx_code(ctx) == LC_OK)
            result = partitions(r, &p, shape);
    }
    lcv_points_clear(&p);
    lc_tuple_free(shape);
    return result;
}

static lcv_result *prove_range(lc_ctx *ctx, const char *claim, const lcv_value *v, lc_int least,
                               lc_int most)
{
    lcv_points p;
    lcv_result *result = NULL;
    if (lcv_points_of(ctx, claim, "X", v, &p)) {
        range_claim range = {&p, least, most};
        result = in_range(ctx, &range);
    }
    lcv_points_clear(&p);
    return result;
}

lcv_result *lcv_points_in_bounds(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int bound;
    if (!lcv_arg_int(ctx, "in_bounds", "N", args[1], 0, &bound))
        return NULL;
    return prove_range(ctx, "in_bounds", args[0], lc_int_const(0),
                       lc_int_sub(ctx, bound, lc_int_const(1)));
}

lcv_result *lcv_points_fits(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int least, most;
    if (!lcv_arg_type(ctx, "fits", args[1], &least, &most))
        return NULL;
    return prove_range(ctx, "fits", args[0], least, most);
}

/* ---- aligned ---- */

typedef struct {
    const lcv_points *p;
    lc_int n;
} divisor_claim;

static bool unaligned(lc_ctx *ctx, const void *claim, lc_int c)
{
    const divisor_claim *d = claim;
    return !lc_int_divides(ctx, d->n, lcv_points_at(ctx, d->p, c));
}

static lcv_result *unaligned_at(lc_ctx *ctx, const char *method, const divisor_claim *d, lc_int c)
{
    lcv_result *result =
        lcv_refuted(ctx, method, lcv_text(ctx, "c = %i", c),
                    lcv_text(ctx, "%i is not a multiple of %i", lcv_points_at(ctx, d->p, c), d->n));
    lcv_step_points(ctx, &result, d->p, c);
    return result;
}

static lcv_result *aligned(lc_ctx *ctx, const divisor_claim *d)
{
    lc_int c = lc_int_const(0);
    const char *method;
    if (d->p->affine && lc_int_is_power_of_two(d->n)) { /* a XOR of multiples is one */
        if (unaligned(ctx, d, c))
            return unaligned_at(ctx, LCV_BY_MATRIX, d, c);
        for (unsigned j = 0; j < d->p->map.cols; j++)
            if (unaligned(ctx, d, power(ctx, j)))
                return unaligned_at(ctx, LCV_BY_MATRIX, d, power(ctx, j));
        return lcv_proved(ctx, LCV_BY_MATRIX);
    }
    lcv_search search = {d->p->shape, unaligned, d};
    switch (lcv_search_points(ctx, &search, &c, &method)) {
    case LCR_YES:
        return unaligned_at(ctx, method, d, c);
    case LCR_NO:
        return lcv_proved(ctx, method);
    default:
        return lc_ctx_code(ctx) == LC_OK ? lcv_points_undecided(ctx, d->p) : NULL;
    }
}

lcv_result *lcv_points_aligned(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int divisor;
    if (!lcv_arg_int(ctx, "aligned", "n", args[1], 1, &divisor))
        return NULL;
    lcv_points p;
    lcv_result *result = NULL;
    if (lcv_points_of(ctx, "aligned", "X", args[0], &p)) {
        divisor_claim d = {&p, divisor};
        result = aligned(ctx, &d);
    }
    lcv_points_clear(&p);
    return result;
}

/* ---- two images ---- */

static lcv_result *not_contained(lc_ctx *ctx, const char *method, const lcv_points *t,
                                 const lcv_points *a, lc_int c)
{
    lcv_result *result = lcv_refuted(
        ctx, method, lcv_text(ctx, "c = %i", c),
        lcv_text(ctx, "%i is no offset of %s", lcv_points_at(ctx, t, c), a->name));
    lcv_step_points(ctx, &result, t, c);
    return result;
}

static lcv_result *shared(lc_ctx *ctx, const char *method, const lcv_points *a,
                          const lcv_points *b, lc_int c, lc_int d)
{
    lc_int value = lcv_points_at(ctx, a, c);
    if (!lc_int_eq(value, lcv_points_at(ctx, b, d)))
        return lcv_uncertified(ctx, "the intersection");
    lcv_result *result = lcv_refuted(ctx, method, lcv_text(ctx, "c = %i and c' = %i", c, d),
                                     lcv_text(ctx, "%i is an offset of both", value));
    lcv_step_points(ctx, &result, a, c);
    lcv_step_points(ctx, &result, b, d);
    return result;
}

static lcv_result *affine_contained(lc_ctx *ctx, const lcv_points *t, const lcv_points *a)
{
    uint64_t found;
    if (!affine_find(a, t->base, &found))
        return not_contained(ctx, LCV_BY_MATRIX, t, a, lc_int_const(0));
    for (unsigned j = 0; j < t->map.cols; j++)
        if (!affine_find(a, t->base ^ t->map.column[j], &found))
            return not_contained(ctx, LCV_BY_MATRIX, t, a, power(ctx, j));
    return lcv_proved(ctx, LCV_BY_MATRIX);
}

/* A common value other than 0: one solution of a(x) = b(y), or that and one of the
 * homogeneous ones. The caller has seen to it that both have at most 32 bits. */
static lcv_result *affine_disjoint(lc_ctx *ctx, const lcv_points *a, const lcv_points *b)
{
    lc_f2 both = lc_f2_append(&a->map, &b->map);
    uint64_t xy, mask = lc_f2_mask(a->map.cols);
    if (!lc_f2_solve(&both, a->base ^ b->base, &xy))
        return lcv_proved(ctx, LCV_BY_MATRIX);
    lc_f2 kernel = lc_f2_kernel(&both);
    for (unsigned j = 0; j <= kernel.cols; j++) {
        uint64_t z = j > 0 ? xy ^ kernel.column[j - 1] : xy;
        if ((lc_f2_apply(&a->map, z & mask) ^ a->base) != 0)
            return shared(ctx, LCV_BY_MATRIX, a, b, lcv_from_word(ctx, z & mask),
                          lcv_from_word(ctx, z >> a->map.cols));
    }
    return lcv_proved(ctx, LCV_BY_MATRIX);
}

/* Walk two sorted lists: the first value of x that y does not have, or that both have
 * and is not 0. */
static bool walk(const lcv_point *x, size_t n, const lcv_point *y, size_t m, bool common,
                 size_t *i, size_t *j)
{
    for (*i = *j = 0; *i < n; ++*i) {
        while (*j < m && y[*j].number < x[*i].number)
            ++*j;
        bool found = *j < m && y[*j].number == x[*i].number;
        if (found == common && (!common || x[*i].number != 0))
            return true;
    }
    return false;
}

static lcv_result *listed_pair(lc_ctx *ctx, const lcv_points *x, const lcv_points *y, bool common)
{
    size_t n, m, i, j;
    lcv_point *p = lcv_points_sorted(ctx, x, &n);
    lcv_point *q = p != NULL ? lcv_points_sorted(ctx, y, &m) : NULL;
    lcv_result *result = NULL;
    if (q == NULL) {
        if (lc_ctx_code(ctx) == LC_OK)
            result = lcv_points_undecided(ctx, p == NULL ? x : y);
    } else if (!walk(p, n, q, m, common, &i, &j)) {
        result = lcv_proved(ctx, LCV_BY_ENUMERATION);
    } else if (common) {
        result = shared(ctx, LCV_BY_ENUMERATION, x, y, lc_int_si(ctx, p[i].c),
                        lc_int_si(ctx, q[j].c));
    } else {
        result = not_contained(ctx, LCV_BY_ENUMERATION, x, y, lc_int_si(ctx, p[i].c));
    }
    free(p);
    free(q);
    return result;
}

static lcv_result *prove_pair(lcr_ctx *r, const char *claim, const char *const names[2],
                              lcv_value *const *args, bool common)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_points x, y = {0};
    lcv_result *result = NULL;
    if (lcv_points_of(ctx, claim, names[0], args[0], &x) &&
        lcv_points_of(ctx, claim, names[1], args[1], &y)) {
        bool affine = x.affine && y.affine;
        if (affine && !common)
            result = affine_contained(ctx, &x, &y);
        else if (affine && x.map.cols + y.map.cols <= LC_F2_MAX)
            result = affine_disjoint(ctx, &x, &y);
        else
            result = listed_pair(ctx, &x, &y, common);
    }
    lcv_points_clear(&x);
    lcv_points_clear(&y);
    return result;
}

lcv_result *lcv_points_contained(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    static const char *const names[2] = {"T", "A"};
    return prove_pair(r, "contained", names, args, false);
}

lcv_result *lcv_points_disjoint(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    static const char *const names[2] = {"A", "B"};
    return prove_pair(r, "disjoint", names, args, true);
}
