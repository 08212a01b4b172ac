#include "config.h"

#include "points.h"

#include <stdlib.h>

#include "../../lib/text.h"
#include "../../lib/ints.h"
#include "kept.h"
#include "text.h"

#define FEW_RUNS 32 /* of a set that isl has, too */

/* ---- order ---- */

typedef struct {
    const lc_int *at;
    size_t width;
} element;

static int in_order(const void *a, const void *b)
{
    const element *x = a, *y = b;
    return lc_ints_order(x->width, x->at, y->at);
}

/* The points in order, each once; NULL with an error. */
static lc_ints *sorted(lc_ctx *ctx, size_t width, size_t n, const lc_int *cell)
{
    element *of = lc_frame_alloc(ctx, n + 1, sizeof *of);
    lc_int *made = of ? lc_frame_alloc(ctx, n * width + 1, sizeof *made) : NULL;
    size_t have = 0;
    if (!made)
        return NULL;
    for (size_t i = 0; i < n; i++)
        of[i] = (element){cell + i * width, width};
    if (n > 0)
        qsort(of, n, sizeof *of, in_order);
    for (size_t i = 0; i < n; i++) {
        if (i > 0 && in_order(&of[i - 1], &of[i]) == 0)
            continue;
        for (size_t k = 0; k < width; k++)
            made[have * width + k] = of[i].at[k];
        have++;
    }
    return lc_ints_new(ctx, have * width, made);
}

size_t lcv_points_count(const lcv_value *set)
{
    return lc_ints_length(set->values) / set->width;
}

/* ---- runs ---- */

lc_int lcv_point_at(const lcv_value *set, size_t i, size_t k)
{
    return lc_ints_at(set->values, i * set->width + k);
}

int lcv_points_compare(const lcv_value *a, size_t i, const lcv_value *b, size_t j)
{
    int order = 0;
    for (size_t k = 0; order == 0 && k < a->width; k++)
        order = lc_int_cmp(lcv_point_at(a, i, k), lcv_point_at(b, j, k));
    return order;
}

/* Do element i and the one before it differ in the last integer alone? */
static bool follows(const lcv_value *set, size_t i)
{
    for (size_t k = 0; k + 1 < set->width; k++)
        if (!lc_int_eq(lcv_point_at(set, i - 1, k), lcv_point_at(set, i, k)))
            return false;
    return true;
}

/* How many elements from i on lie at equal distances, *step. A second one alone counts where it
 * is the next number. */
static size_t run_from(lc_ctx *ctx, const lcv_value *set, size_t i, lc_int *step)
{
    const size_t last = set->width - 1, n = lcv_points_count(set);
    size_t have = 1;
    *step = lc_int_const(1);
    for (; i + have < n && follows(set, i + have); have++) {
        lc_int by = lc_int_sub(ctx, lcv_point_at(set, i + have, last),
                               lcv_point_at(set, i + have - 1, last));
        if (have == 1)
            *step = by;
        else if (!lc_int_eq(by, *step))
            break;
    }
    return have == 2 && !lc_int_is_one(*step) ? 1 : have;
}

/* `[0,x] : x = 1 + 2k and 1 <= x <= 7`, as isl reads it. */
static void add_run(lc_ctx *ctx, const lcv_value *set, size_t i, size_t n, lc_int step,
                    lc_text *out)
{
    const size_t last = set->width - 1;
    lc_text_add(out, "[");
    for (size_t k = 0; k < last; k++)
        lcv_text_add(ctx, out, "%i,", lcv_point_at(set, i, k));
    lc_int low = lcv_point_at(set, i, last), high = lcv_point_at(set, i + n - 1, last);
    if (n == 1) {
        lcv_text_add(ctx, out, "%i]", low);
        return;
    }
    lcv_text_add(ctx, out, "x] : %i <= x <= %i", low, high);
    if (!lc_int_is_one(step))
        lcv_text_add(ctx, out, " and (x - %i) mod %i = 0", low, step);
}

/* Not more than `most` runs, 0 for any number; NULL: there are more, or no memory. */
static char *runs_text(lcr_ctx *r, const lcv_value *set, size_t most)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    const size_t n = lcv_points_count(set);
    size_t runs = 0;
    lc_text out = {0};
    lc_text_add(&out, "{ ");
    for (size_t i = 0, have; i < n && (most == 0 || runs <= most); i += have, runs++) {
        lc_int step;
        have = run_from(ctx, set, i, &step);
        lc_text_add(&out, i > 0 ? "; " : "");
        add_run(ctx, set, i, have, step, &out);
    }
    for (size_t k = 0; n == 0 && k < set->width; k++)
        lc_text_printf(&out, "%sx%zu%s", k == 0 ? "[" : ",", k,
                       k + 1 == set->width ? "] : false" : "");
    lc_text_add(&out, " }");
    if (most == 0 || runs <= most)
        return lc_text_take(ctx, &out);
    lc_text_free(&out);
    return NULL;
}

char *lcv_points_text(lcr_ctx *r, const lcv_value *set)
{
    return runs_text(r, set, 0);
}

/* ---- values ---- */

lcv_value *lcv_value_points(lcr_ctx *r, size_t width, size_t n, lc_int *cell)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_frame frame = lc_frame_open(ctx);
    lc_ints *values = sorted(ctx, width, n, cell);
    lcv_value *v = values ? lcv_value_list_of_points(ctx, width, values) : NULL;
    char *text = v ? lcv_kept(ctx, runs_text(r, v, FEW_RUNS)) : NULL;
    if (text)
        v->relation = lcr_set_parse(r, text);
    lc_ctx_reset(ctx); /* without isl's set it is a list all the same */
    lc_frame_close(ctx, frame);
    return v;
}

lcr_map *lcv_set_map(lc_ctx *ctx, const lcv_value *set)
{
    if (!set->relation)
        lc_fail(ctx, LC_ERR_BUDGET, "a set of %zu elements, which isl does not take",
                lcv_points_count(set));
    return set->relation;
}

bool lcv_points_are_interval(lc_ctx *ctx, const lcv_value *set)
{
    lc_int step;
    return set->width == 1 && run_from(ctx, set, 0, &step) == lcv_points_count(set) &&
           lc_int_is_one(step);
}
