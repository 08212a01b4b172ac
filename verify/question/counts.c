/* counts.c - does each value come equally often in two functions? */
#include "config.h"

#include "../function/image.h"
#include "counts.h"
#include "often.h"

typedef struct {
    const lcv_function *f; /* two */
    lcv_uneven *found;
} question;

static lcr_answer uneven(lcv_uneven *found)
{
    found->counted = true;
    found->more = lc_int_lt(found->count[0], found->count[1]);
    return LCR_YES;
}

/* ---- layouts ---- */

static bool same_swizzle(lc_swizzle v, lc_swizzle w)
{
    return v.b == w.b && (v.b == 0 || (v.m == w.m && v.s == w.s));
}

/* A coordinate of each function that has the offset, and the value there. */
static lcr_answer look_up(lcr_ctx *r, const question *q, const lcv_image image[2], lc_int offset)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    bool known = false;
    for (size_t i = 0; i < 2; i++) {
        lc_int *natural = lc_frame_alloc(ctx, lc_layout_nleaves(image[i].layout) + 1,
                                         sizeof *natural);
        if (!natural)
            return LCR_UNKNOWN;
        lcr_answer has = lcv_image_find(r, &image[i], offset, natural);
        if (has == LCR_UNKNOWN)
            return LCR_UNKNOWN;
        if (has == LCR_NO)
            continue;
        lc_tuple *shape = lcv_shape_of(ctx, image[i].layout);
        if (!shape)
            return LCR_UNKNOWN;
        q->found->at[i] = lcv_integral(ctx, shape, natural);
        q->found->value = lcv_function_at(ctx, &q->f[i], q->found->at[i]);
        known = true;
    }
    return known ? LCR_YES : LCR_UNKNOWN;
}

static lcr_answer by_image(lcr_ctx *r, void *question_, lcv_finding *unused)
{
    const question *q = question_;
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_swizzle w[2];
    lcv_function inner[2];
    lcv_image image[2];
    lc_int offset, more;
    (void)unused;
    for (size_t i = 0; i < 2; i++)
        if (!lcv_layout_as_often(&q->f[i], &w[i], &inner[i]) ||
            !lcv_image_of(ctx, inner[i].layout, inner[i].offset, &image[i]))
            return LCR_UNKNOWN;
    if (!same_swizzle(w[0], w[1]))
        return LCR_UNKNOWN;
    if (lcv_same_multiset(ctx, &image[0], &image[1], &offset, &more))
        return LCR_NO;
    if (lc_ctx_code(ctx) != LC_OK || look_up(r, q, image, offset) != LCR_YES)
        return LCR_UNKNOWN;
    q->found->more = lc_int_sign(more) < 0;
    q->found->counted = lcv_image_count(ctx, &image[0], offset, &q->found->count[0]) &&
                        lcv_image_count(ctx, &image[1], offset, &q->found->count[1]);
    return LCR_YES;
}

/* ---- over F2 ---- */

/* Is the word a value of f? *c: a coordinate of it. */
static bool is_value(const lcv_function *f, uint64_t word, uint64_t *c)
{
    return lc_f2_solve(&f->map, word ^ f->base, c);
}

/* A value of f that is none of g, where there is one: f at 0, or one bit from there. */
static bool find_own(const lcv_function *f, const lcv_function *g, uint64_t *c)
{
    uint64_t other;
    *c = 0;
    if (!is_value(g, f->base, &other))
        return true;
    for (unsigned j = 0; j < f->map.cols; j++) {
        *c = (uint64_t)1 << j;
        if (!is_value(g, f->base ^ f->map.column[j], &other))
            return true;
    }
    return false;
}

/* How often f has each of its values. */
static lc_int times_each(lc_ctx *ctx, const lcv_function *f)
{
    unsigned free = f->map.cols - lc_f2_rank(&f->map);
    return free < 64 ? lc_int_from_word(ctx, (uint64_t)1 << free) : f->size;
}

static lcr_answer by_matrix(lcr_ctx *r, void *question_, lcv_finding *unused)
{
    const question *q = question_;
    lc_ctx *ctx = lcr_ctx_lc(r);
    const lcv_function *f = q->f;
    uint64_t c[2] = {0, 0};
    (void)unused;
    if (!f[0].affine || !f[1].affine)
        return LCR_UNKNOWN;
    for (size_t i = 0; i < 2; i++) {
        q->found->count[i] = times_each(ctx, &f[i]);
        q->found->count[1 - i] = lc_int_const(0);
        if (!find_own(&f[i], &f[1 - i], &c[i]))
            continue;
        q->found->at[i] = lc_int_from_word(ctx, c[i]);
        q->found->value = lc_int_from_word(ctx, lc_f2_apply(&f[i].map, c[i]) ^ f[i].base);
        return uneven(q->found);
    }
    if (f[0].map.cols == f[1].map.cols)
        return LCR_NO;
    for (size_t i = 0; i < 2; i++) { /* the same values, each of them at 0 of f[0] */
        is_value(&f[i], f[0].base, &c[i]);
        q->found->at[i] = lc_int_from_word(ctx, c[i]);
        q->found->count[i] = times_each(ctx, &f[i]);
    }
    q->found->value = lc_int_from_word(ctx, f[0].base);
    return uneven(q->found);
}

/* ---- listed ---- */

/* All values in order; NULL without an error when they are too many or too large. */
static lcv_point *sorted(lc_ctx *ctx, const lcv_function *f, size_t *n)
{
    if (f->layout && lc_int_lt(lc_int_si(ctx, lcv_points(ctx)), lc_layout_size(ctx, f->layout)))
        return NULL;
    lcv_function any = *f;
    if (f->layout)
        any.size = lc_layout_size(ctx, f->layout);
    return lcv_function_sorted(ctx, &any, n);
}

/* How many of the points from the first on have one number. */
static size_t run_of(const lcv_point *point, size_t n)
{
    size_t run = n > 0;
    while (run < n && point[run].number == point[0].number)
        run++;
    return run;
}

lcr_answer lcv_lists_differ(lc_ctx *ctx, lcv_point *const list[2], const size_t n[2],
                            lcv_uneven *found)
{
    size_t i[2] = {0, 0};
    *found = (lcv_uneven){.method = LCV_BY_ENUMERATION};
    while (i[0] < n[0] || i[1] < n[1]) {
        const lcv_point *at[2] = {list[0] + i[0], list[1] + i[1]};
        size_t run[2] = {run_of(at[0], n[0] - i[0]), run_of(at[1], n[1] - i[1])};
        if (run[0] > 0 && run[1] > 0 && at[0]->number != at[1]->number)
            run[at[0]->number < at[1]->number] = 0;
        for (size_t k = 0; k < 2; k++) {
            found->count[k] = lc_int_si(ctx, (int64_t)run[k]);
            if (run[k] > 0) {
                found->at[k] = lc_int_si(ctx, at[k]->c);
                found->value = lc_int_si(ctx, at[k]->number);
            }
            i[k] += run[k];
        }
        if (run[0] != run[1])
            return uneven(found);
    }
    return LCR_NO;
}

static lcr_answer by_lists(lcr_ctx *r, void *question_, lcv_finding *unused)
{
    const question *q = question_;
    lc_ctx *ctx = lcr_ctx_lc(r);
    size_t n[2];
    lcv_point *list[2] = {sorted(ctx, &q->f[0], &n[0]), NULL};
    (void)unused;
    list[1] = list[0] ? sorted(ctx, &q->f[1], &n[1]) : NULL;
    return list[1] ? lcv_lists_differ(ctx, list, n, q->found) : LCR_UNKNOWN;
}

lcr_answer lcv_differ_in_counts(lcr_ctx *r, const lcv_function f[2], lcv_uneven *found)
{
    static const lcv_method methods[] = {
        {by_image, LCV_BY_COUNTING, false},
        {by_matrix, LCV_BY_MATRIX, false},
        {by_lists, LCV_BY_ENUMERATION, false},
        {NULL, NULL, false},
    };
    question q = {f, found};
    lcv_finding finding;
    *found = (lcv_uneven){.method = NULL};
    lcr_answer answer = lcv_decide(r, "how often values come", methods, &q, &finding);
    found->method = finding.method;
    return answer;
}
