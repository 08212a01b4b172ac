/* often.c - how often a function reaches each number. */
#include "config.h"

#include "often.h"

#include "../function/image.h"
#include "missing.h"

typedef struct {
    const lcv_function *f;
    lc_int k;
} question;

/* ---- deciders ---- */

static lcr_answer by_matrix(lcr_ctx *r, void *question_, lcv_finding *found)
{
    const question *q = question_;
    (void)r;
    (void)found;
    return q->f->affine ? LCR_NO : LCR_UNKNOWN;
}

bool lcv_layout_as_often(const lcv_function *f, lc_swizzle *w, lcv_function *inner)
{
    *w = (lc_swizzle){0, 0, 0};
    *inner = *f;
    if (f->layout)
        return lc_layout_codomain(f->layout) == LC_INTEGERS;
    return lcv_function_parts(f, w, inner) && lc_swizzle_is_bijective(*w);
}

/* A coordinate at which a layout has its least value: only modes of stride 0 keep it. */
static lc_int least_at(lc_ctx *ctx, const lc_layout *a)
{
    lc_int c = lc_int_const(0), place = lc_int_const(1), one = place;
    for (size_t i = 0; i < lc_layout_nleaves(a); i++) {
        lc_int last = lc_int_sub(ctx, lc_layout_extent(a, i), one);
        if (lc_int_sign(lc_layout_step(a, i)) < 0)
            c = lc_int_add(ctx, c, lc_int_mul(ctx, last, place));
        place = lc_int_mul(ctx, place, lc_layout_extent(a, i));
    }
    return c;
}

static lcr_answer by_repeats(lcr_ctx *r, void *question_, lcv_finding *found)
{
    const question *q = question_;
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_swizzle w;
    lcv_function inner;
    lcv_image image;
    if (!lcv_layout_as_often(q->f, &w, &inner) ||
        !lcv_image_of(ctx, inner.layout, inner.offset, &image))
        return LCR_UNKNOWN;
    found->c = least_at(ctx, inner.layout);
    found->value = lcv_function_at(ctx, q->f, found->c);
    found->d = image.repeats;
    return lc_int_eq(image.repeats, q->k) ? LCR_NO : LCR_YES;
}

static lcr_answer by_list(lcr_ctx *r, void *question_, lcv_finding *found)
{
    const question *q = question_;
    lc_ctx *ctx = lcr_ctx_lc(r);
    size_t n, run = 0;
    lcv_point *list = lcv_function_sorted(ctx, q->f, &n);
    lcr_answer answer = list ? LCR_NO : LCR_UNKNOWN;
    for (size_t i = 0; answer == LCR_NO && i < n; i += run) {
        for (run = 1; i + run < n && list[i + run].number == list[i].number;)
            run++;
        found->d = lc_int_si(ctx, (int64_t)run);
        found->c = lc_int_si(ctx, list[i].c);
        found->value = lc_int_si(ctx, list[i].number);
        answer = lc_int_eq(found->d, q->k) ? LCR_NO : LCR_YES;
    }
    return answer;
}

lcr_answer lcv_unevenly(lcr_ctx *r, const lcv_function *f, lc_int k, lcv_finding *found)
{
    static const lcv_method methods[] = {
        {by_matrix, LCV_BY_MATRIX, false},
        {by_repeats, LCV_BY_COUNTING, false},
        {by_list, LCV_BY_ENUMERATION, false},
        {NULL, NULL, false},
    };
    question q = {f, k};
    return lcv_decide(r, "how often values come", methods, &q, found);
}

/* ---- as a result ---- */

lcv_result *lcv_each_times(lcr_ctx *r, const lcv_function *f, lc_int n, lc_int k)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_result *result = lcv_onto(r, f, n);
    lcv_finding found;
    if (!result || result->verdict != LCV_PROVED)
        return result;
    lcv_result_free(result);
    switch (lcv_unevenly(r, f, k, &found)) {
    case LCR_NO: return lcv_proved(ctx, found.method);
    case LCR_UNKNOWN: return lc_ctx_code(ctx) == LC_OK ? lcv_undecided(ctx, f) : NULL;
    default: break;
    }
    lc_tuple *shown = lcv_function_show(ctx, f, found.value);
    result = lcv_refuted(ctx, found.method, lcv_text(ctx, "offset %t", shown),
                         lcv_text(ctx, "the coordinates that reach %t are %i, not %i", shown,
                                  found.d, k));
    lcv_step_function(ctx, &result, f, found.c, NULL);
    return result;
}
