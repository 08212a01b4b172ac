/* among.c - a number among the values of a function. */
#include "config.h"

#include "among.h"

#include "../function/absent.h"
#include "../function/witness.h"

static bool open_image(lcv_among *a)
{
    lc_ctx *ctx = lcr_ctx_lc(a->r);
    if (!lcv_image_of(ctx, a->inner.layout, a->inner.offset, &a->image))
        return false;
    a->way = LCV_AMONG_IMAGE;
    a->natural = lc_frame_alloc(ctx, lc_layout_nleaves(a->inner.layout), sizeof *a->natural);
    return a->natural != NULL;
}

bool lcv_among_open(lcr_ctx *r, const lcv_function *f, lcv_among *a)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    *a = (lcv_among){.r = r, .f = f, .shape = f->shape};
    if (!f->value) {
        a->inner = *f;
        if (!a->shape) /* one axis, or all of them packed */
            a->shape = lcv_shape_of(ctx, f->layout);
        return a->shape && open_image(a);
    }
    if (f->affine) {
        a->way = LCV_AMONG_MATRIX;
        return true;
    }
    if (lcv_function_parts(f, &a->w, &a->inner) && lc_swizzle_is_bijective(a->w)) {
        if (!open_image(a))
            return false;
        if (lcv_image_apart(&a->image))
            return true;
    }
    a->list = lcv_function_sorted(ctx, f, &a->n);
    return lc_ctx_code(ctx) == LC_OK;
}

static lcr_answer find_in_matrix(lc_ctx *ctx, const lcv_among *a, lc_int number, lc_int *c)
{
    uint64_t word;
    if (lc_int_sign(number) < 0 || lc_int_bits(number) > 64 ||
        !lc_f2_solve(&a->f->map, lcv_to_word(number) ^ a->f->base, &word))
        return LCR_NO;
    if (c)
        *c = lc_int_from_word(ctx, word);
    return LCR_YES;
}

static lcr_answer find_in_image(lc_ctx *ctx, const lcv_among *a, lc_int number, lc_int *c)
{
    lc_int inner = a->w.b > 0 ? lc_swizzle_undo(ctx, a->w, number) : number;
    lcr_answer found = lcv_image_find(a->r, &a->image, inner, a->natural);
    if (found == LCR_YES && c)
        *c = lcv_integral(ctx, a->shape, a->natural);
    return found;
}

static lcr_answer find_in_list(lc_ctx *ctx, const lcv_among *a, lc_int number, lc_int *c)
{
    if (!lc_int_fits_si(number))
        return LCR_NO;
    int64_t value = lc_int_get_si(number);
    size_t at = lcv_points_from(a->list, a->n, value);
    if (at == a->n || a->list[at].number != value)
        return LCR_NO;
    if (c)
        *c = lc_int_si(ctx, a->list[at].c);
    return LCR_YES;
}

lcr_answer lcv_among_find(const lcv_among *a, lc_int number, lc_int *c)
{
    lc_ctx *ctx = lcr_ctx_lc(a->r);
    if (a->list)
        return find_in_list(ctx, a, number, c);
    if (a->way == LCV_AMONG_NOTHING)
        return LCR_UNKNOWN;
    return a->way == LCV_AMONG_MATRIX ? find_in_matrix(ctx, a, number, c)
                                      : find_in_image(ctx, a, number, c);
}

/* The offsets next to it; of packed values that says nothing. */
static void step_next(lc_ctx *ctx, lcv_result **result, const lcv_among *a, lc_int number)
{
    const lcv_function *f = a->f;
    lc_int below, above;
    if (f->shown && f->suffix[0] == '\0')
        return;
    if (lc_int_lt(number, a->image.low) || lc_int_lt(a->image.high, number))
        lcv_step(ctx, result, "the offsets of %s%s lie in [%i,%i]", f->name, f->suffix,
                 a->image.low, a->image.high);
    else if (lcv_image_neighbours(ctx, &a->image, number, &below, &above))
        lcv_step(ctx, result, "the offsets of %s%s next to %i are %i and %i", f->name, f->suffix,
                 number, below, above);
}

void lcv_step_not_among(lc_ctx *ctx, lcv_result **result, const lcv_among *a, lc_int number)
{
    if (!a->f->value)
        step_next(ctx, result, a, number);
    else if (a->list)
        lcv_step_neighbours(ctx, result, a->f, a->list, a->n, number);
    else if (a->way == LCV_AMONG_IMAGE)
        lcv_step_under(ctx, result, a->f, &a->image, number);
    else
        lcv_step_parity(ctx, result, a->f, number);
}
