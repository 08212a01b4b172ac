/* feeds.c - feeds(T, U): each thread holds under T what it is to hold under U.
 *
 * With the thread as a part of the value, T is to reorder U (reorder.c).
 */
#include "config.h"

#include "claims.h"

#include <stdlib.h>

#include "../function/pair.h"
#include "../function/threads.h"
#include "../question/counts.h"

/* ---- arguments ---- */

bool lcv_arg_threads(lc_ctx *ctx, const char *claim, lcv_value *const *args, lcv_function f[2],
                     lcv_function packed[2], lcv_threads t[2])
{
    if (!lcv_arg_pair(ctx, claim, args, f))
        return false;
    bool layouts = !f[0].value && !f[1].value;
    if (layouts && !lcv_pack_pair(ctx, &f[0], &f[1], packed))
        return false;
    for (size_t i = 0; i < 2; i++)
        if (!lcv_threads_of(ctx, claim, args[i], layouts ? &packed[i] : &f[i], &t[i]))
            return false;
    return true;
}

/* ---- listed ---- */

static int by_number(const void *x, const void *y)
{
    const lcv_point *a = x, *b = y;
    return a->number != b->number ? (a->number > b->number ? 1 : -1)
                                  : (a->c > b->c) - (a->c < b->c);
}

static bool values_of(lc_ctx *ctx, const lcv_threads *t, size_t n, lcv_point *list)
{
    bool fits = true;
    for (size_t c = 0; fits && c < n; c++) {
        lc_frame frame = lc_frame_open(ctx);
        lc_int value = lcv_function_at(ctx, t->f, lc_int_si(ctx, (int64_t)c));
        fits = lc_int_fits_si(value) && llabs(lc_int_get_si(value)) < INT32_MAX;
        list[c] = (lcv_point){fits ? lc_int_get_si(value) : 0, (uint32_t)c};
        lc_frame_close(ctx, frame);
    }
    return fits && lc_ctx_code(ctx) == LC_OK;
}

/* The values with the thread above them, in order; NULL: too many, or too large. */
static lcv_point *listed(lc_ctx *ctx, const lcv_threads *t, size_t *n)
{
    lc_int size = t->f->layout ? lc_layout_size(ctx, t->f->layout) : t->f->size;
    if (lc_int_lt(lc_int_si(ctx, lcv_points(ctx)), size))
        return NULL;
    *n = (size_t)lc_int_get_si(size);
    lcv_point *list = lc_frame_alloc(ctx, *n + 1, sizeof *list);
    if (!list || !values_of(ctx, t, *n, list))
        return NULL;
    for (size_t c = 0; c < *n; c++) {
        lc_frame frame = lc_frame_open(ctx);
        lc_int thread = lcv_thread_at(ctx, t, lc_int_si(ctx, (int64_t)c));
        list[c].number += lc_int_get_si(thread) * (2 * (int64_t)INT32_MAX + 2);
        lc_frame_close(ctx, frame);
    }
    qsort(list, *n, sizeof *list, by_number);
    return list;
}

static lcr_answer ask(lcr_ctx *r, const lcv_threads t[2], lcv_uneven *found)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_function tagged[2];
    if (lcv_by_thread(ctx, t, tagged))
        return lcv_differ_in_counts(r, tagged, found);
    size_t n[2];
    lcv_point *list[2] = {listed(ctx, &t[0], &n[0]), NULL};
    list[1] = list[0] ? listed(ctx, &t[1], &n[1]) : NULL;
    return list[1] ? lcv_lists_differ(ctx, list, n, found) : LCR_UNKNOWN;
}

/* ---- counterexamples ---- */

static lcv_result *other_threads(lc_ctx *ctx, const lcv_threads t[2])
{
    if (lc_int_eq(t[0].threads, t[1].threads))
        return NULL;
    return lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, "threads"),
                       lcv_text(ctx, "T has %i threads, U has %i", t[0].threads, t[1].threads));
}

static lc_tuple *element_at(lc_ctx *ctx, const lcv_function *f, lc_int c)
{
    return f->value ? lcv_kept(ctx, lc_tuple_leaf(ctx, lcv_function_at(ctx, f, c)))
                    : lcv_function_value(ctx, f, c);
}

static void step_at(lc_ctx *ctx, lcv_result **result, const lcv_function *f, lc_int c)
{
    if (f->value)
        lcv_step_number(ctx, result, f, c);
    else
        lcv_step_function(ctx, result, f, c, NULL);
}

/* A coordinate at which f has the number; false: none, or too many to look at. */
static bool find_number(lc_ctx *ctx, const lcv_function *f, lc_int number, lc_int *at)
{
    lc_int size = f->layout ? lc_layout_size(ctx, f->layout) : f->size;
    int64_t n = lc_int_le(size, lc_int_const(LCV_ENUMERATE)) ? lc_int_get_si(size) : 0;
    bool is = false;
    for (int64_t c = 0; !is && c < n; c++) {
        lc_frame frame = lc_frame_open(ctx);
        is = lc_int_eq(lcv_function_at(ctx, f, lc_int_si(ctx, c)), number);
        lc_frame_close(ctx, frame);
        if (is)
            *at = lc_int_si(ctx, c);
    }
    return is;
}

/* `U has it in thread 7`: where another thread has the element. */
static void step_elsewhere(lc_ctx *ctx, lcv_result **result, const lcv_threads *t, lc_int number)
{
    lc_int at;
    if (!find_number(ctx, t->f, number, &at)) {
        lcv_step(ctx, result, "no thread holds it under %s", t->f->name);
        return;
    }
    lcv_step(ctx, result, "thread %i holds it under %s", lcv_thread_at(ctx, t, at), t->f->name);
    step_at(ctx, result, t->f, at);
}

static lcv_result *refuted(lc_ctx *ctx, const lcv_threads t[2], const lcv_uneven *found)
{
    size_t has = found->counted && lc_int_is_zero(found->count[0]) ? 1 : 0;
    if (!found->counted)
        has = found->more;
    lc_int c = found->at[has], number = lcv_function_at(ctx, t[has].f, c);
    lc_int thread = lcv_thread_at(ctx, &t[has], c);
    lc_tuple *element = element_at(ctx, t[has].f, c);
    bool once = found->counted && lc_int_is_zero(found->count[1 - has]);
    char *where = lcv_text(ctx, "thread %i", thread);
    lcv_result *result =
        once ? lcv_refuted(ctx, found->method, where,
                           lcv_text(ctx, "it holds %t under %s, and not under %s", element,
                                    t[has].f->name, t[1 - has].f->name))
             : lcv_refuted(ctx, found->method, where,
                           lcv_text(ctx, "it holds %t more often under %s than under %s", element,
                                    t[found->more].f->name, t[1 - found->more].f->name));
    step_at(ctx, &result, t[has].f, c);
    if (once)
        step_elsewhere(ctx, &result, &t[1 - has], number);
    else if (found->counted)
        lcv_step(ctx, &result, "%i times under T, %i under U", found->count[0], found->count[1]);
    return result;
}

lcv_result *lcv_prove_feeds(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_function f[2] = {{.name = "T"}, {.name = "U"}}, packed[2];
    lcv_threads t[2];
    lcv_uneven found;
    (void)n;
    if (!lcv_arg_threads(ctx, "feeds", args, f, packed, t))
        return NULL;
    lcv_result *result = other_threads(ctx, t);
    if (result || lc_ctx_code(ctx) != LC_OK)
        return result;
    switch (ask(r, t, &found)) {
    case LCR_NO: return lcv_proved(ctx, found.method);
    case LCR_YES: return refuted(ctx, t, &found);
    default: return lc_ctx_code(ctx) == LC_OK ? lcv_undecided(ctx, t[0].f) : NULL;
    }
}
