/* vectors.c - groups of coordinates, looked at one by one. */
#include "config.h"

#include "vectors.h"

#include <stdlib.h>

/* ---- one group ---- */

/* The offsets of a group, less those at its first coordinate, and room to mark n places. */
typedef struct {
    size_t n;
    int64_t *a, *b;
    bool *seen;
} group;

/* Why a group does not move as one: two of its elements. */
typedef struct {
    enum { FAR, SAME, TURNED } kind;
    size_t i, j;
    bool in_b;
} split;

static bool group_open(lc_ctx *ctx, size_t n, group *g)
{
    *g = (group){.n = n,
                 .a = lc_alloc(ctx, n, sizeof *g->a),
                 .b = lc_alloc(ctx, n, sizeof *g->b),
                 .seen = lc_alloc(ctx, n, sizeof *g->seen)};
    return g->a != NULL && g->b != NULL && g->seen != NULL;
}

static void group_close(group *g)
{
    free(g->a);
    free(g->b);
    free(g->seen);
}

/* Not n consecutive offsets: two are n or more apart, or the same. */
static bool scattered(const group *g, const int64_t *offset, split *why)
{
    size_t low = 0, high = 0;
    for (size_t i = 1; i < g->n; i++) {
        low = offset[i] < offset[low] ? i : low;
        high = offset[i] > offset[high] ? i : high;
    }
    if ((uint64_t)offset[high] - (uint64_t)offset[low] >= g->n) {
        *why = (split){FAR, low < high ? low : high, low < high ? high : low, false};
        return true;
    }
    for (size_t i = 0; i < g->n; i++)
        g->seen[i] = false;
    for (size_t i = 0; i < g->n; i++) {
        size_t at = (size_t)(offset[i] - offset[low]), first = 0;
        if (!g->seen[at]) {
            g->seen[at] = true;
            continue;
        }
        while (offset[first] != offset[i])
            first++;
        *why = (split){SAME, first, i, false};
        return true;
    }
    return false;
}

static bool splits(const group *g, split *why)
{
    if (scattered(g, g->a, why))
        return true;
    if (scattered(g, g->b, why)) {
        why->in_b = true;
        return true;
    }
    for (size_t i = 0; i < g->n; i++) {
        if (g->a[i] - g->a[0] != g->b[i] - g->b[0]) {
            *why = (split){TURNED, 0, i, false};
            return true;
        }
    }
    return false;
}

/* ---- counterexamples ---- */

/* `the vectors are at t + V(0), ..., t + V(3), V = 4:1; this one has t = 4` */
static void step_group(lc_ctx *ctx, lcv_result **result, const lcv_vectors *w, lc_int t)
{
    lc_int last = lc_int_sub(ctx, w->n, lc_int_const(1));
    if (w->v != NULL)
        lcv_step(ctx, result,
                 "the vectors are at t + V(i), i = 0 to %i, with V = %L; this one has t = %i", last,
                 w->v, t);
    else
        lcv_step(ctx, result,
                 "the vectors are translates of where A and B have their first %i offsets; this one "
                 "begins at %i",
                 w->n, t);
}

static char *summary_of(lc_ctx *ctx, const lcv_vectors *w, const split *why, const lc_int x[2],
                        const lc_int y[2])
{
    const char *name = why->in_b ? w->b->name : w->a->name;
    const lc_int *value = why->in_b ? y : x;
    switch (why->kind) {
    case FAR: {
        lc_int apart = lc_int_abs(ctx, lc_int_sub(ctx, value[1], value[0]));
        return lcv_text(ctx, "in one vector of %i, and in %s %i apart", w->n, name, apart);
    }
    case SAME:
        return lcv_text(ctx, "in one vector of %i, and in %s both are %i", w->n, name, value[0]);
    default:
        return lcv_text(ctx, "in one vector of %i, from %i to %i in %s and from %i to %i in %s",
                        w->n, x[0], x[1], w->a->name, y[0], y[1], w->b->name);
    }
}

static lcv_result *apart(lc_ctx *ctx, const char *method, const lcv_vectors *w, const split *why,
                         lc_int t, const lc_int c[2])
{
    lc_int x[2], y[2];
    for (size_t k = 0; k < 2; k++) {
        x[k] = lcv_function_at(ctx, w->a, c[k]);
        y[k] = lcv_function_at(ctx, w->b, c[k]);
    }
    lcv_result *result = lcv_refuted(ctx, method, lcv_text(ctx, "c = %i and c' = %i", c[0], c[1]),
                                     summary_of(ctx, w, why, x, y));
    step_group(ctx, &result, w, t);
    for (size_t k = 0; k < 4; k++)
        if (why->kind == TURNED || (k < 2) != why->in_b)
            lcv_step_function(ctx, &result, k < 2 ? w->a : w->b, c[k % 2], NULL);
    return result;
}

lcv_result *lcv_vectors_uneven(lc_ctx *ctx, const lcv_vectors *w)
{
    return lcv_refuted(ctx, LCV_BY_COUNTING, lcv_text(ctx, "vector of %i", w->n),
                       lcv_text(ctx, "the %i coordinates do not fall into groups of %i", w->size,
                                w->n));
}

/* ---- a group of a large domain ---- */

static bool difference(lc_ctx *ctx, const lcv_function *p, lc_int c, lc_int from, int64_t *out)
{
    lc_int d = lc_int_sub(ctx, lcv_function_at(ctx, p, c), from);
    bool fits = lc_int_bits(d) < 63;
    if (fits)
        *out = lc_int_get_si(d);
    return fits;
}

static bool read_group(lc_ctx *ctx, const lcv_vectors *w, const lc_layout *first, lc_int t,
                       group *g)
{
    lc_int x = lcv_function_at(ctx, w->a, t), y = lcv_function_at(ctx, w->b, t);
    bool fits = true;
    for (size_t i = 0; fits && i < g->n; i++) {
        lc_frame frame = lc_frame_open(ctx);
        lc_int c = lc_int_add(ctx, t, lc_layout_at(ctx, first, lc_int_si(ctx, (int64_t)i)));
        fits = difference(ctx, w->a, c, x, &g->a[i]) && difference(ctx, w->b, c, y, &g->b[i]);
        lc_frame_close(ctx, frame);
    }
    return fits;
}

lcr_answer lcv_vector_moves(lc_ctx *ctx, const lcv_vectors *w, const lc_layout *first, lc_int t,
                            lcv_result **refuted)
{
    group g = {0};
    split why;
    lcr_answer answer = LCR_UNKNOWN;
    *refuted = NULL;
    if (lc_int_lt(lc_int_const(LCV_ENUMERATE), w->n))
        return LCR_UNKNOWN;
    if (group_open(ctx, (size_t)lc_int_get_si(w->n), &g) && read_group(ctx, w, first, t, &g)) {
        answer = splits(&g, &why) ? LCR_NO : LCR_YES;
        if (answer == LCR_NO) {
            lc_int c[2] = {lc_int_si(ctx, (int64_t)why.i), lc_int_si(ctx, (int64_t)why.j)};
            for (size_t k = 0; k < 2; k++)
                c[k] = lc_int_add(ctx, t, lc_layout_at(ctx, first, c[k]));
            *refuted = apart(ctx, LCV_BY_EVALUATION, w, &why, t, c);
        }
    }
    group_close(&g);
    return answer;
}

/* ---- all groups ---- */

/* The values at all coordinates, and the group that each is in: 1 + where it begins. */
typedef struct {
    size_t size;
    int64_t *a, *b;
    uint32_t *owner;
    group g;
} table;

static bool fill(lc_ctx *ctx, const lcv_function *p, size_t n, int64_t *out)
{
    bool fits = true;
    for (size_t c = 0; fits && c < n; c++) {
        lc_frame frame = lc_frame_open(ctx);
        lc_int value = lcv_function_at(ctx, p, lc_int_si(ctx, (int64_t)c));
        fits = lc_int_bits(value) < 63;
        if (fits)
            out[c] = lc_int_get_si(value);
        lc_frame_close(ctx, frame);
    }
    return fits;
}

static bool table_open(lc_ctx *ctx, const lcv_vectors *w, table *t)
{
    *t = (table){.size = (size_t)lc_int_get_si(w->size)};
    t->a = lc_alloc(ctx, t->size, sizeof *t->a);
    t->b = lc_alloc(ctx, t->size, sizeof *t->b);
    t->owner = lc_alloc(ctx, t->size, sizeof *t->owner);
    if (t->a == NULL || t->b == NULL || t->owner == NULL ||
        !group_open(ctx, (size_t)lc_int_get_si(w->n), &t->g))
        return false;
    for (size_t c = 0; c < t->size; c++)
        t->owner[c] = 0;
    return fill(ctx, w->a, t->size, t->a) && fill(ctx, w->b, t->size, t->b);
}

static void table_close(table *t)
{
    free(t->a);
    free(t->b);
    free(t->owner);
    group_close(&t->g);
}

/* Coordinate `at` of the group that begins at t is none, or in another group already. */
static lcv_result *taken(lc_ctx *ctx, const lcv_vectors *w, const table *t, size_t begin, size_t at)
{
    lc_int c = lc_int_si(ctx, (int64_t)at);
    bool outside = at >= t->size;
    lcv_result *result = lcv_refuted(
        ctx, LCV_BY_ENUMERATION, lcv_text(ctx, "c = %i", c),
        outside ? lcv_text(ctx, "it would be in a vector, and there are %i coordinates", w->size)
                : lcv_text(ctx, "it would be in two vectors of %i", w->n));
    step_group(ctx, &result, w, lc_int_si(ctx, (int64_t)begin));
    lcv_step(ctx, &result, "%i is the least coordinate that is in none before",
             lc_int_si(ctx, (int64_t)begin));
    if (!outside)
        lcv_step(ctx, &result, "%i is in the one that has t = %i", c,
                 lc_int_si(ctx, (int64_t)t->owner[at] - 1));
    return result;
}

/* NULL when the group moves as one, or with an error. */
static lcv_result *check_group(lc_ctx *ctx, const lcv_vectors *w, table *t, const uint32_t *place,
                               size_t begin)
{
    split why;
    for (size_t i = 0; i < t->g.n; i++) {
        size_t at = begin + place[i];
        if (at >= t->size || t->owner[at] != 0)
            return taken(ctx, w, t, begin, at);
        t->owner[at] = (uint32_t)begin + 1;
        t->g.a[i] = t->a[at] - t->a[begin];
        t->g.b[i] = t->b[at] - t->b[begin];
    }
    if (!splits(&t->g, &why))
        return NULL;
    lc_int c[2] = {lc_int_si(ctx, (int64_t)begin + place[why.i]),
                   lc_int_si(ctx, (int64_t)begin + place[why.j])};
    return apart(ctx, LCV_BY_ENUMERATION, w, &why, lc_int_si(ctx, (int64_t)begin), c);
}

lcv_result *lcv_vectors_too_many(lc_ctx *ctx, const lcv_vectors *w)
{
    return lcv_unknown(ctx, LCV_BY_ENUMERATION,
                       lcv_text(ctx, "the vectors are not alike, and %i coordinates are too many "
                                     "to enumerate: up to %z are",
                                w->size, (size_t)LCV_MAX_POINTS));
}

lcv_result *lcv_vectors_enumerate(lc_ctx *ctx, const lcv_vectors *w, const uint32_t *place,
                                  char *remark)
{
    lcv_result *result = NULL;
    table t = {0};
    if (remark == NULL || lc_int_lt(lc_int_const(LCV_MAX_POINTS), w->size)) {
        free(remark);
        return lcv_vectors_too_many(ctx, w);
    }
    if (!table_open(ctx, w, &t)) {
        result = lc_ctx_code(ctx) == LC_OK ? lcv_vectors_too_many(ctx, w) : NULL;
        free(remark);
    } else {
        for (size_t c = 0; result == NULL && c < t.size; c++)
            if (t.owner[c] == 0)
                result = check_group(ctx, w, &t, place, c);
        if (result == NULL && lc_ctx_code(ctx) == LC_OK)
            result = lcv_proved_with(ctx, LCV_BY_ENUMERATION, remark);
        else
            free(remark);
    }
    table_close(&t);
    return result;
}
