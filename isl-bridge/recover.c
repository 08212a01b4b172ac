#include "config.h"

#include <stdlib.h>

#include "internal.h"
#include "recover.h"

/* A function g on [0, size) with g(0) = 0: a table where it is small, else the map. */
typedef struct {
    lcr_ctx *r;
    lc_ctx *ctx;
    const lcr_map *map;
    lc_int size;
    lc_int *table; /* NULL: ask isl */
} function;

/* ---- looking at the function ---- */

static bool value_at(const function *g, lc_int i, lc_int *out)
{
    if (g->table) {
        *out = g->table[lc_int_get_si(i)];
        return true;
    }
    switch (lcr_map_eval(g->r, g->map, &i, out)) {
    case LCR_YES:
        return true;
    case LCR_NO:
        lc_fail(g->ctx, LC_ERR_INTERNAL, "a relation has no value within its domain");
        return false;
    default:
        return false;
    }
}

static bool check_domain(function *g)
{
    char *text;
    if (lcr_map_nin(g->map) != 1 || lcr_map_nout(g->map) != 1) {
        lc_fail(g->ctx, LC_ERR_NO_VALUE,
                "no layout: the relation has %zu inputs and %zu outputs, expected one of each",
                lcr_map_nin(g->map), lcr_map_nout(g->map));
        return false;
    }
    switch (lcr_map_domain_is_interval(g->r, g->map, &g->size)) {
    case LCR_YES:
        break;
    case LCR_NO:
        text = lcr_map_to_str(g->r, g->map);
        lc_fail(g->ctx, LC_ERR_NO_VALUE,
                "no layout: the inputs are not the integers from 0 to some n - 1: %.200s",
                text ? text : "");
        free(text);
        return false;
    default:
        return false;
    }
    lcr_answer single = lcr_map_single_valued(g->r, g->map);
    if (single == LCR_NO)
        lc_fail(g->ctx, LC_ERR_NO_VALUE,
                "no layout: the relation has more than one output at some input");
    return single == LCR_YES;
}

static bool open_function(lcr_ctx *r, const lcr_map *m, function *g)
{
    *g = (function){.r = r, .ctx = lcr_ctx_lc(r), .map = m};
    if (!check_domain(g))
        return false;
    size_t n;
    lc_int zero;
    lcr_answer small = lcr_map_table(r, m, &n, &g->table);
    if (small != LCR_YES)
        g->table = NULL;
    if (small == LCR_UNKNOWN || !value_at(g, lc_int_const(0), &zero))
        return false;
    if (!lc_int_is_zero(zero)) {
        char *text = lc_int_to_str(g->ctx, zero);
        lc_fail(g->ctx, LC_ERR_NO_VALUE,
                "no layout: the value at 0 is %.60s, every layout has 0 there", text ? text : "?");
        free(text);
        return false;
    }
    return true;
}

/* The first i in [1, count) with g(i place) != i g(place); count when there is none. */
static bool straight_run(const function *g, lc_int place, lc_int count, lc_int *run)
{
    lc_int step, i;
    *run = count;
    if (lc_int_is_one(count))
        return true;
    if (!value_at(g, place, &step))
        return false;
    if (g->table) {
        for (i = lc_int_const(1); lc_int_lt(i, count);
             i = lc_int_add(g->ctx, i, lc_int_const(1))) {
            lc_int v = g->table[lc_int_get_si(lc_int_mul(g->ctx, i, place))];
            if (!lc_int_eq(v, lc_int_mul(g->ctx, i, step))) {
                *run = i;
                break;
            }
        }
        return true;
    }
    /* where i -> g(i place) leaves i -> i step */
    lcr_begin(g->r);
    isl_map *here = isl_map_apply_range(lcr_scaling(g->r, place), isl_map_copy(g->map->map));
    here = isl_map_intersect_domain(here, lcr_interval(g->r, count));
    isl_map *off = isl_map_subtract(here, lcr_scaling(g->r, step));
    isl_set *least = isl_set_lexmin(isl_map_domain(off));
    bool none = isl_set_is_empty(least) == isl_bool_true;
    if (lcr_end(g->r) != LC_OK) {
        isl_set_free(least);
        return false;
    }
    if (none) {
        isl_set_free(least);
        return true;
    }
    return lcr_sample(g->r, least, run) == LCR_YES;
}

/* ---- checking a candidate ---- */

static lc_layout *differs(const function *g, lc_layout *candidate, lc_int at, lc_int value)
{
    char *layout = lc_layout_to_str(g->ctx, candidate), *i = lc_int_to_str(g->ctx, at);
    char *v = lc_int_to_str(g->ctx, value);
    char *w = lc_int_to_str(g->ctx, lc_layout_at(g->ctx, candidate, at));
    if (layout && i && v && w)
        lc_fail(g->ctx, LC_ERR_NO_VALUE,
                "no layout: the only candidate is %.200s, and at %.60s the value is %.60s, not "
                "%.60s",
                layout, i, v, w);
    free(layout);
    free(i);
    free(v);
    free(w);
    lc_layout_free(candidate);
    return NULL;
}

/* The candidate, if it is the function everywhere. Takes over the candidate. */
static lc_layout *verified(const function *g, lc_layout *candidate)
{
    if (!candidate)
        return NULL;
    lc_int at, value;
    if (g->table) {
        for (int64_t i = 0; i < lc_int_get_si(g->size); i++) {
            at = lc_int_si(g->ctx, i);
            if (!lc_int_eq(g->table[i], lc_layout_at(g->ctx, candidate, at)))
                return differs(g, candidate, at, g->table[i]);
        }
        return candidate;
    }
    lcr_map *map = lcr_layout_map(g->r, candidate);
    lcr_answer same = map ? lcr_map_equal(g->r, g->map, map, &at, &value, NULL) : LCR_UNKNOWN;
    lcr_map_free(map);
    if (same == LCR_YES)
        return candidate;
    if (same == LCR_NO && value_at(g, at, &value))
        return differs(g, candidate, at, value);
    lc_layout_free(candidate);
    return NULL;
}

/* ---- neither shape nor strides ---- */

static lc_layout *run_does_not_divide(const function *g, lc_int place, lc_int run, lc_int left)
{
    char *p = lc_int_to_str(g->ctx, place), *n = lc_int_to_str(g->ctx, run);
    char *m = lc_int_to_str(g->ctx, left), *i = lc_int_to_str(g->ctx, lc_int_mul(g->ctx, run, place));
    if (p && n && m && i)
        lc_fail(g->ctx, LC_ERR_NO_VALUE,
                "no layout: in steps of %.60s the values run straight for %.60s and break at "
                "%.60s, and %.60s does not divide the %.60s that are left",
                p, n, i, n, m);
    free(p);
    free(n);
    free(m);
    free(i);
    return NULL;
}

#define MAX_RUNS 4096

static lc_layout *greedy(const function *g)
{
    lc_int *extent = lc_alloc(g->ctx, 2 * MAX_RUNS, sizeof(lc_int));
    if (!extent)
        return NULL;
    lc_int *step = extent + MAX_RUNS, place = lc_int_const(1), left = g->size;
    size_t n = 0;
    lc_layout *result = NULL;
    bool ok = true;
    while (ok && !lc_int_is_one(left) && n < MAX_RUNS) {
        lc_int run;
        ok = straight_run(g, place, left, &run) && value_at(g, place, &step[n]);
        if (ok && !lc_int_divides(g->ctx, run, left)) {
            run_does_not_divide(g, place, run, left);
            ok = false;
        }
        if (!ok)
            break;
        extent[n++] = run;
        place = lc_int_mul(g->ctx, place, run);
        left = lc_int_fdiv(g->ctx, left, run);
    }
    if (n == 0) { /* a single point */
        extent[0] = lc_int_const(1);
        step[0] = lc_int_const(0);
        n = 1;
    }
    if (ok)
        result = lc_layout_flat(g->ctx, n, extent, step);
    free(extent);
    return result;
}

lc_layout *lcr_recover(lcr_ctx *r, const lcr_map *m)
{
    lc_frame frame = lc_frame_open(lcr_ctx_lc(r));
    function g;
    lc_layout *result = open_function(r, m, &g) ? verified(&g, greedy(&g)) : NULL;
    free(g.table);
    lc_frame_close(lcr_ctx_lc(r), frame);
    return result;
}

/* ---- the shape is given ---- */

static bool size_fits(const function *g, const lc_tuple *shape)
{
    lc_int size = lc_tuple_size(g->ctx, shape);
    if (lc_int_eq(size, g->size))
        return true;
    char *a = lc_int_to_str(g->ctx, size), *b = lc_int_to_str(g->ctx, g->size);
    if (a && b)
        lc_fail(g->ctx, LC_ERR_NO_VALUE,
                "no layout: the shape has %.60s coordinates, the relation %.60s inputs", a, b);
    free(a);
    free(b);
    return false;
}

/* The stride of a leaf is the value at its unit coordinate. */
static lc_layout *from_unit_coordinates(const function *g, const lc_tuple *shape)
{
    size_t n = lc_tuple_nleaves(shape);
    lc_int *step = lc_alloc(g->ctx, n, sizeof(lc_int)), place = lc_int_const(1);
    if (!step)
        return NULL;
    bool ok = size_fits(g, shape);
    for (size_t k = 0; ok && k < n; k++) {
        lc_int extent = lc_tuple_value(shape, k);
        step[k] = lc_int_const(0);
        if (!lc_int_is_one(extent))
            ok = value_at(g, place, &step[k]);
        place = lc_int_mul(g->ctx, place, extent);
    }
    lc_tuple *stride = ok ? lc_tuple_like(g->ctx, shape, step) : NULL;
    lc_layout *result = stride ? lc_layout_new(g->ctx, shape, stride) : NULL;
    lc_tuple_free(stride);
    free(step);
    return result;
}

lc_layout *lcr_recover_with_shape(lcr_ctx *r, const lcr_map *m, const lc_tuple *shape)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    for (size_t k = 0; k < lc_tuple_nleaves(shape); k++)
        if (lc_int_sign(lc_tuple_value(shape, k)) <= 0)
            return lc_fail(ctx, LC_ERR_INVALID, "a shape has an extent below 1");
    lc_frame frame = lc_frame_open(ctx);
    function g;
    lc_layout *result =
        open_function(r, m, &g) ? verified(&g, from_unit_coordinates(&g, shape)) : NULL;
    free(g.table);
    lc_frame_close(ctx, frame);
    return result;
}

/* ---- the strides are given ---- */

/* The extent of a leaf of stride d that is followed by the stride `next`: as long as
 * the values go up by d, but ending where they reach `next`. */
static bool extent_before(const function *g, lc_int place, lc_int left, lc_int d, lc_int next,
                          lc_int *extent)
{
    lc_int step, run;
    *extent = lc_int_const(1);
    if (lc_int_is_one(left) || !value_at(g, place, &step) || !lc_int_eq(step, d))
        return true;
    if (!straight_run(g, place, left, &run))
        return false;
    *extent = run;
    if (!lc_int_is_zero(d) && lc_int_divides(g->ctx, d, next)) {
        lc_int i = lc_int_fdiv(g->ctx, next, d);
        if (lc_int_sign(i) > 0 && lc_int_lt(i, run))
            *extent = i;
    }
    return true;
}

static lc_layout *from_strides(const function *g, const lc_tuple *strides)
{
    size_t n = lc_tuple_nleaves(strides);
    lc_int *extent = lc_alloc(g->ctx, n, sizeof(lc_int));
    lc_int place = lc_int_const(1), left = g->size;
    if (!extent)
        return NULL;
    bool ok = true;
    for (size_t k = 0; ok && k < n; k++) {
        if (k + 1 == n)
            extent[k] = left;
        else
            ok = extent_before(g, place, left, lc_tuple_value(strides, k),
                               lc_tuple_value(strides, k + 1), &extent[k]);
        if (ok && !lc_int_divides(g->ctx, extent[k], left)) {
            run_does_not_divide(g, place, extent[k], left);
            ok = false;
        }
        if (!ok)
            break;
        place = lc_int_mul(g->ctx, place, extent[k]);
        left = lc_int_fdiv(g->ctx, left, extent[k]);
    }
    lc_tuple *shape = ok ? lc_tuple_like(g->ctx, strides, extent) : NULL;
    lc_layout *result = shape ? lc_layout_new(g->ctx, shape, strides) : NULL;
    lc_tuple_free(shape);
    free(extent);
    return result;
}

lc_layout *lcr_recover_with_strides(lcr_ctx *r, const lcr_map *m, const lc_tuple *strides)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_frame frame = lc_frame_open(ctx);
    function g;
    lc_layout *result = open_function(r, m, &g) ? verified(&g, from_strides(&g, strides)) : NULL;
    free(g.table);
    lc_frame_close(ctx, frame);
    return result;
}
