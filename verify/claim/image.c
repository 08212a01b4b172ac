/* image.c - claims about which offsets are reached, and how often:
 * injective, surjective, bijective, compact, partitions, covers.
 *
 * Onto is read off the gaps of the image (image.c), never from a comparison of
 * ranges. Once each is a count: a layout with n coordinates whose offsets all lie
 * in [0,n) reaches each once exactly when it reaches all.
 */
#include "config.h"

#include "claims.h"

#include <stdlib.h>

/* ---- injective ---- */

static lcv_result *collision(lc_ctx *ctx, const char *method, const lcv_function *x, lc_int c1,
                             lc_int c2)
{
    lc_tuple *shape = lc_layout_shape(ctx, x->layout);
    lc_tuple *first = shape != NULL ? lcv_show_coordinate(ctx, shape, c1) : NULL;
    lc_tuple *second = first != NULL ? lcv_show_coordinate(ctx, shape, c2) : NULL;
    lc_tuple *value = second != NULL ? lcv_function_value(ctx, x, c1) : NULL;
    lcv_result *result = NULL;
    if (value != NULL) {
        result = lcv_refuted(ctx, method, lcv_text(ctx, "c = %t and c' = %t", first, second),
                             lcv_text(ctx, "both are %t", value));
        lcv_step_function(ctx, &result, x, c1, first);
        lcv_step_function(ctx, &result, x, c2, second);
    }
    lc_tuple_free(value);
    lc_tuple_free(shape);
    lc_tuple_free(first);
    lc_tuple_free(second);
    return result;
}

static lcv_result *injective(lcr_ctx *r, const lcv_function *x)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int c1 = lc_int_const(0), c2 = lc_int_const(0);
    const char *method = "";
    switch (lcv_find_collision(r, x->layout, &c1, &c2, &method)) {
    case LCR_NO:
        return lcv_proved(ctx, method);
    case LCR_YES:
        return collision(ctx, method, x, c1, c2);
    default:
        return lcv_unknown(ctx, LCV_BY_SYSTEM,
                           lcv_text(ctx, "the collision system was not decided within the budget, "
                                         "and %i coordinates are too many to enumerate",
                                    lc_layout_size(ctx, x->layout)));
    }
}

lcv_result *lcv_check_injective(lcr_ctx *r, const lcv_function *x)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (lc_layout_codomain(x->layout) != LC_COORDINATES)
        return injective(r, x);
    lcv_box box;
    lcv_function packed;
    lcv_box_of_values(ctx, x, NULL, &box);
    lcv_result *result = lcv_pack(ctx, x, &box, &packed) ? injective(r, &packed) : NULL;
    lcv_function_free(&packed);
    return result;
}

lcv_result *lcv_prove_injective(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    lcv_function x;
    lcv_result *result = NULL;
    if (lcv_arg_function_of(lcr_ctx_lc(r), "injective", "X", args[0],
                            LCV_OF_INTEGERS | LCV_OF_COORDINATES, &x))
        result = x.layout != NULL ? lcv_check_injective(r, &x)
                                  : lcv_relation_injective(r, "X", x.relation);
    lcv_function_free(&x);
    return result;
}

/* ---- values that are not reached ---- */

/* "9 is never reached", once the search for its digits agrees. */
static lcv_result *missing(lcr_ctx *r, const lcv_image *image, lc_int value, const char *method)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int *natural = lc_alloc(ctx, lc_layout_nleaves(image->layout), sizeof *natural);
    lcr_answer found =
        natural != NULL ? lcv_image_find(r, image, value, natural) : LCR_UNKNOWN;
    free(natural);
    if (found == LCR_YES)
        return lcv_uncertified(ctx, "the gaps of the image");
    if (found == LCR_UNKNOWN && !lcv_out_of_budget(ctx))
        return NULL;
    return lcv_refuted(ctx, method, lcv_text(ctx, "offset %i", value),
                       lcv_text(ctx, "%i is never reached", value));
}

/* The least integer of [0,n) that a layout does not reach, when its offsets say so
 * at once; with the steps that show it. *result stays NULL when they do not. */
static void missing_end(lcr_ctx *r, const lcv_function *x, const lcv_image *image, lc_int n,
                        lcv_result **result)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (lc_int_sign(image->low) > 0) {
        *result = missing(r, image, lc_int_const(0), LCV_BY_CLOSED_FORM);
        lcv_step(ctx, result, "the least offset of %s is %i", x->name, image->low);
    } else if (lc_int_lt(lc_int_add(ctx, image->high, lc_int_const(1)), n)) {
        lc_int value = lc_int_max(lc_int_const(0), lc_int_add(ctx, image->high, lc_int_const(1)));
        *result = missing(r, image, value, LCV_BY_CLOSED_FORM);
        lcv_step(ctx, result, "the largest offset of %s is %i", x->name, image->high);
    }
}

/* The same, with the first gap of the image before its end. */
static lcv_result *missing_below(lcr_ctx *r, const lcv_function *x, const lcv_image *image,
                                 lc_int n)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int value;
    size_t mode = lcv_image_gap(ctx, image, &value);
    lcv_result *result = NULL;
    if (lc_int_sign(image->low) <= 0 && mode < image->n && lc_int_sign(value) >= 0 &&
        lc_int_lt(value, n)) {
        result = missing(r, image, value, LCV_BY_CLOSED_FORM);
        lcv_step_gap(ctx, &result, x->name, image, mode);
        return result;
    }
    missing_end(r, x, image, n, &result);
    return result;
}

/* ---- surjective ---- */

static lcv_result *outside(lc_ctx *ctx, const lcv_function *x, lc_int n, lc_int c)
{
    lcv_result *result =
        lcv_refuted(ctx, LCV_BY_CLOSED_FORM, lcv_text(ctx, "c = %i", c),
                    lcv_text(ctx, "%i is outside [0,%i)", lcv_function_at(ctx, x, c), n));
    lcv_step_function(ctx, &result, x, c, NULL);
    return result;
}

/* The image is [0,n). With every offset in bounds, the image starts at 0 unless 0
 * is missing, so a gap that counts lies above 0. */
static lcv_result *onto(lcr_ctx *r, const lcv_function *x, lc_int n)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int c = lc_int_const(0);
    if (lcv_find_out_of_bounds(ctx, x, lc_int_const(0), lc_int_sub(ctx, n, lc_int_const(1)), &c))
        return lc_ctx_code(ctx) == LC_OK ? outside(ctx, x, n, c) : NULL;
    lcv_image image;
    if (!lcv_image_of(ctx, x->layout, x->offset, &image))
        return NULL;
    lcv_result *result = missing_below(r, x, &image, n);
    lcv_image_free(&image);
    if (result == NULL && lc_ctx_code(ctx) == LC_OK)
        result = lcv_proved(ctx, LCV_BY_CLOSED_FORM);
    return result;
}

lcv_result *lcv_prove_surjective(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int count;
    if (lcv_is_coordinates(args[0]))
        return lcv_box_surjective(r, n, args);
    if (n < 2)
        return lc_fail(ctx, LC_ERR_INVALID,
                       "surjective needs an integer N: only a linear layout X says itself which "
                       "values it may have");
    if (!lcv_arg_int(ctx, "surjective", "N", args[1], 0, &count))
        return NULL;
    lcv_function x;
    lcv_result *result = NULL;
    if (lcv_arg_function(ctx, "surjective", "X", args[0], &x))
        result = x.layout != NULL ? onto(r, &x, count)
                                  : lcv_relation_onto(r, "surjective", "X", x.relation, count);
    lcv_function_free(&x);
    return result;
}

/* ---- bijective, compact, partitions ---- */

/* Every integer of [0,n) once, where n is the number of coordinates. A small
 * domain that fails shows two coordinates that meet, a large one the least offset
 * that is not reached. */
static lcv_result *once_each(lcr_ctx *r, const lcv_function *x)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int n = lc_layout_size(ctx, x->layout);
    lcv_result *result = onto(r, x, n);
    if (result == NULL)
        return NULL;
    if (result->verdict == LCV_PROVED)
        result->method = LCV_BY_COUNTING;
    lc_int low, high;
    lcv_function_range(ctx, x, &low, &high);
    bool inside = lc_int_sign(low) >= 0 && lc_int_lt(high, n);
    if (result->verdict == LCV_PROVED || !inside || lc_int_lt(lc_int_const(lcv_guesses(ctx)), n))
        return result;
    lcv_result_free(result);
    return lcv_check_injective(r, x);
}

static lcv_result *prove_once_each(lcr_ctx *r, const char *claim, const lcv_value *value)
{
    lcv_function x;
    lcv_result *result = NULL;
    if (lcv_arg_function(lcr_ctx_lc(r), claim, "X", value, &x))
        result = x.layout != NULL ? once_each(r, &x)
                                  : lcv_relation_bijective(r, claim, "X", x.relation);
    lcv_function_free(&x);
    return result;
}

lcv_result *lcv_prove_bijective(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    return lcv_is_coordinates(args[0]) ? lcv_box_bijective(r, "bijective", args[0])
                                       : prove_once_each(r, "bijective", args[0]);
}

lcv_result *lcv_prove_compact(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    return lcv_is_coordinates(args[0]) ? lcv_box_bijective(r, "compact", args[0])
                                       : prove_once_each(r, "compact", args[0]);
}

/* `5 is the coordinate (5,0) of (16,8)`, for the offset that a counterexample of
 * once_each is about. */
static void step_index(lc_ctx *ctx, lcv_result **result, const lc_tuple *shape, lc_int index)
{
    lc_tuple *crd = lc_idx2crd(ctx, index, shape);
    if (crd != NULL)
        lcv_step(ctx, result, "%i is the coordinate %t of %t", index, crd, shape);
    lc_tuple_free(crd);
}

static void step_place(lcr_ctx *r, lcv_result **result, const lcv_function *x,
                       const lc_tuple *shape)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int c1, c2, value = lc_int_const(0);
    const char *method;
    lcv_image image;
    bool small =
        lc_int_le(lc_layout_size(ctx, x->layout), lc_int_const(lcv_guesses(ctx)));
    if (small && lcv_find_collision(r, x->layout, &c1, &c2, &method) == LCR_YES) {
        step_index(ctx, result, shape, lcv_function_at(ctx, x, c1));
    } else if (!small && lcv_image_of(ctx, x->layout, x->offset, &image)) {
        if (lcv_image_gap(ctx, &image, &value) == image.n)
            value = lc_int_add(ctx, image.high, lc_int_const(1));
        step_index(ctx, result, shape, value);
        lcv_image_free(&image);
    }
}

static lcv_result *partitions(lcr_ctx *r, const lcv_function *tv, const lc_tuple *shape)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int have = lc_layout_size(ctx, tv->layout), want = lc_tuple_size(ctx, shape);
    if (!lc_int_eq(have, want)) {
        lcv_result *result =
            lcv_refuted(ctx, LCV_BY_COUNTING, lcv_text(ctx, "size"),
                        lcv_text(ctx, "%i is not %i", have, want));
        lcv_step(ctx, &result, "TV has %i coordinates, S = %t has %i", have, shape, want);
        return result;
    }
    lcv_result *result = once_each(r, tv);
    if (result != NULL && result->verdict == LCV_REFUTED) {
        lc_int low, high;
        lcv_function_range(ctx, tv, &low, &high);
        if (lc_int_sign(low) >= 0 && lc_int_lt(high, want))
            step_place(r, &result, tv, shape);
    }
    return result;
}

lcv_result *lcv_prove_partitions(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (n > 2)
        return lcv_prove_tiling(r, n, args);
    if (lcv_is_coordinates(args[0]))
        return lcv_box_partitions(r, args);
    lcv_function tv;
    lcv_result *result = NULL;
    if (lcv_arg_tensor(ctx, "partitions", "TV", args[0], &tv)) {
        lc_tuple *shape = lcv_arg_domain(ctx, "partitions", "S", args[1]);
        if (shape != NULL)
            result = partitions(r, &tv, shape);
        lc_tuple_free(shape);
    }
    lcv_function_free(&tv);
    return result;
}

/* ---- covers ---- */

/* All values of [0,n), one by one. */
static lcv_result *covers_each(lcr_ctx *r, const lcv_image *image, lc_int n)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int *natural = lc_alloc(ctx, lc_layout_nleaves(image->layout), sizeof *natural);
    if (natural == NULL)
        return NULL;
    lcr_answer found = LCR_YES;
    int64_t value = -1;
    while (found == LCR_YES && value + 1 < LCV_ENUMERATE &&
           lc_int_lt(lc_int_si(ctx, value + 1), n)) {
        lc_frame frame = lc_frame_open(ctx);
        found = lcv_image_find(r, image, lc_int_si(ctx, ++value), natural);
        lc_frame_close(ctx, frame);
    }
    free(natural);
    if (found == LCR_NO)
        return missing(r, image, lc_int_si(ctx, value), LCV_BY_ENUMERATION);
    if (found == LCR_UNKNOWN && !lcv_out_of_budget(ctx))
        return NULL;
    if (found == LCR_YES && lc_int_le(n, lc_int_const(LCV_ENUMERATE)))
        return lcv_proved(ctx, LCV_BY_ENUMERATION);
    return lcv_unknown(ctx, LCV_BY_ENUMERATION,
                       lcv_text(ctx, "the integers below %i are offsets, and %i are too many to "
                                     "try one by one",
                                lc_int_si(ctx, found == LCR_YES ? value + 1 : value), n));
}

/* [0,n) lies in the image. The image is symmetric: v is in it exactly when
 * low + high - v is, so its last gap mirrors its first. Both are read off; only
 * when 0 to n - 1 lies between the two is every value looked for. */
static lcv_result *covers(lcr_ctx *r, const lcv_function *x, const lcv_image *image, lc_int n)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (lc_int_is_zero(n))
        return lcv_proved(ctx, LCV_BY_CLOSED_FORM);
    lcv_result *result = missing_below(r, x, image, n);
    if (result != NULL || lc_ctx_code(ctx) != LC_OK)
        return result;
    lc_int first;
    size_t mode = lcv_image_gap(ctx, image, &first);
    if (mode == image->n || lc_int_le(n, first))
        return lcv_proved(ctx, LCV_BY_CLOSED_FORM);
    lc_int last = lc_int_sub(ctx, lc_int_add(ctx, image->low, image->high), first);
    if (lc_int_sign(last) < 0)
        return lcv_proved(ctx, LCV_BY_CLOSED_FORM);
    if (lc_int_le(n, last))
        return covers_each(r, image, n);
    result = missing(r, image, last, LCV_BY_CLOSED_FORM);
    lcv_step(ctx, &result,
             "the offsets of %s are symmetric between %i and %i, and %i is never reached either",
             x->name, image->low, image->high, first);
    lcv_step_gap(ctx, &result, x->name, image, mode);
    return result;
}

lcv_result *lcv_check_covers(lcr_ctx *r, const lcv_function *x, lc_int n)
{
    lcv_image image;
    if (!lcv_image_of(lcr_ctx_lc(r), x->layout, x->offset, &image))
        return NULL;
    lcv_result *result = covers(r, x, &image, n);
    lcv_image_free(&image);
    return result;
}

lcv_result *lcv_prove_covers(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int count;
    if (lcv_is_coordinates(args[0]))
        return lcv_box_covers(r, args);
    if (!lcv_arg_int(ctx, "covers", "N", args[1], 0, &count))
        return NULL;
    lcv_function x;
    lcv_result *result = NULL;
    if (lcv_arg_tensor(ctx, "covers", "X", args[0], &x))
        result = lcv_check_covers(r, &x, count);
    lcv_function_free(&x);
    return result;
}
