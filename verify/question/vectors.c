/* vectors.c - groups of coordinates, looked at one by one.
 *
 * If nothing is known of A and B, the first vector has the least coordinates at which both are i
 * more than at 0.
 */
#include "config.h"

#include "vectors.h"

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
                 .a = lc_frame_alloc(ctx, n, sizeof *g->a),
                 .b = lc_frame_alloc(ctx, n, sizeof *g->b),
                 .seen = lc_frame_alloc(ctx, n, sizeof *g->seen)};
    return g->a && g->b && g->seen != NULL;
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

void lcv_vectors_step(lc_ctx *ctx, lcv_result **result, const lcv_vectors *w, lc_int t)
{
    lc_int last = lc_int_sub(ctx, w->n, lc_int_const(1));
    if (w->v)
        lcv_step(ctx, result,
                 "the vectors are at t + V(i), i = 0 to %i, with V = %L; this one has t = %i",
                 last, w->v, t);
    else
        lcv_step(
            ctx, result,
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
    lcv_vectors_step(ctx, &result, w, t);
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

/* ---- a group as it is ---- */

static lc_int element(lc_ctx *ctx, const lcv_vectors *w, lc_int t, size_t i)
{
    return lc_int_add(ctx, t,
                      w->place ? lc_int_si(ctx, w->place[i])
                               : lc_layout_at(ctx, w->first, lc_int_si(ctx, (int64_t)i)));
}

static bool difference(lc_ctx *ctx, const lcv_function *p, lc_int c, lc_int from, int64_t *out)
{
    lc_int d = lc_int_sub(ctx, lcv_function_at(ctx, p, c), from);
    bool fits = lc_int_bits(d) < 63;
    if (fits)
        *out = lc_int_get_si(d);
    return fits;
}

static bool read_group(lc_ctx *ctx, const lcv_vectors *w, lc_int t, group *g)
{
    lc_int x = lcv_function_at(ctx, w->a, t), y = lcv_function_at(ctx, w->b, t);
    bool fits = true;
    g->a[0] = g->b[0] = 0; /* the first coordinate is t */
    for (size_t i = 1; fits && i < g->n; i++) {
        lc_frame frame = lc_frame_open(ctx);
        lc_int c = element(ctx, w, t, i);
        fits = difference(ctx, w->a, c, x, &g->a[i]) && difference(ctx, w->b, c, y, &g->b[i]);
        lc_frame_close(ctx, frame);
    }
    return fits;
}

/* YES: the group at t moves as one; UNKNOWN: numbers that are too large. */
static lcr_answer check_group(lc_ctx *ctx, const char *method, const lcv_vectors *w, lc_int t,
                              group *g, lcv_result **refuted)
{
    split why;
    if (!read_group(ctx, w, t, g))
        return LCR_UNKNOWN;
    if (!splits(g, &why))
        return LCR_YES;
    lc_int c[2] = {element(ctx, w, t, why.i), element(ctx, w, t, why.j)};
    *refuted = apart(ctx, method, w, &why, t, c);
    return LCR_NO;
}

lcr_answer lcv_vector_moves(lc_ctx *ctx, const lcv_vectors *w, lc_int t, lcv_result **refuted)
{
    group g;
    *refuted = NULL;
    if (lc_int_lt(lc_int_const(LCV_ENUMERATE), w->n) ||
        !group_open(ctx, (size_t)lc_int_get_si(w->n), &g))
        return LCR_UNKNOWN;
    return check_group(ctx, LCV_BY_EVALUATION, w, t, &g, refuted);
}

/* ---- all groups ---- */

/* The group that each coordinate is in: 1 + where it begins. */
typedef struct {
    size_t size;
    uint32_t *owner;
} owners;

/* Coordinate `at` of the group that begins at t does not exist, or is in another group
 * already. */
static lcv_result *taken(lc_ctx *ctx, const lcv_vectors *w, const owners *o, size_t begin,
                         size_t at)
{
    lc_int c = lc_int_si(ctx, (int64_t)at), t = lc_int_si(ctx, (int64_t)begin);
    bool outside = at >= o->size;
    lcv_result *result = lcv_refuted(
        ctx, LCV_BY_ENUMERATION, lcv_text(ctx, "c = %i", c),
        outside ? lcv_text(ctx, "it would be in a vector, and there are %i coordinates", w->size)
                : lcv_text(ctx, "it would be in two vectors of %i", w->n));
    lcv_vectors_step(ctx, &result, w, t);
    lcv_step(ctx, &result, "%i is the least coordinate that is in none before", t);
    if (!outside)
        lcv_step(ctx, &result, "%i is in the one that has t = %i", c,
                 lc_int_si(ctx, (int64_t)o->owner[at] - 1));
    return result;
}

/* NULL when every coordinate of the group at `begin` is free. */
static lcv_result *take(lc_ctx *ctx, const lcv_vectors *w, owners *o, size_t begin, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        size_t at = begin + w->place[i];
        if (at >= o->size || o->owner[at] != 0)
            return taken(ctx, w, o, begin, at);
        o->owner[at] = (uint32_t)begin + 1;
    }
    return NULL;
}

/* The group of t moves as one: where it begins. */
static void begins(lc_ctx *ctx, const lcv_vectors *w, lc_int t, const group *g, lcv_beginnings *b)
{
    size_t low = 0;
    for (size_t i = 1; i < g->n; i++)
        low = g->a[i] < g->a[low] ? i : low;
    for (size_t k = 0; k < 2; k++)
        lcv_vectors_begin_at(ctx, w, k, t, element(ctx, w, t, low), b);
}

static lcv_result *check_all(lc_ctx *ctx, const lcv_vectors *w, owners *o, group *g,
                             lcv_beginnings *b)
{
    lcv_result *result = NULL;
    for (size_t t = 0; !result && t < o->size; t++) {
        if (o->owner[t] != 0)
            continue;
        lc_frame frame = lc_frame_open(ctx);
        lc_int begin = lc_int_si(ctx, (int64_t)t);
        result = take(ctx, w, o, t, g->n);
        lcr_answer answer = result ? LCR_NO
                                   : check_group(ctx, LCV_BY_ENUMERATION, w, begin, g, &result);
        if (answer == LCR_UNKNOWN)
            result = lcv_vectors_too_many(ctx, w);
        else if (answer == LCR_YES)
            begins(ctx, w, begin, g, b);
        lc_frame_close(ctx, frame);
    }
    return result;
}

lcv_result *lcv_vectors_too_many(lc_ctx *ctx, const lcv_vectors *w)
{
    return lcv_unknown(ctx, LCV_BY_ENUMERATION,
                       lcv_text(ctx,
                                "the vectors are not alike, and %i coordinates are too many "
                                "to enumerate: up to %z are",
                                w->size, (size_t)lcv_points(ctx)));
}

lcv_result *lcv_vectors_enumerate(lc_ctx *ctx, const lcv_vectors *w)
{
    group g;
    lcv_beginnings b = lcv_vectors_begin(w);
    owners o = {.size = (size_t)lc_int_get_si(w->size)};
    o.owner = lc_frame_alloc(ctx, o.size, sizeof *o.owner);
    if (!o.owner || !group_open(ctx, (size_t)lc_int_get_si(w->n), &g))
        return NULL;
    lcv_result *result = check_all(ctx, w, &o, &g, &b);
    return result || lc_ctx_code(ctx) != LC_OK ? result
                                               : lcv_vectors_move(ctx, LCV_BY_ENUMERATION, w, &b);
}

/* ---- point by point ---- */

static lcv_result *nowhere(lc_ctx *ctx, const lcv_vectors *w, size_t i)
{
    lc_int zero = lc_int_const(0);
    lcv_result *result =
        lcv_refuted(ctx, LCV_BY_ENUMERATION, lcv_text(ctx, "vector of %i", w->n),
                    lcv_text(ctx, "at no coordinate are A and B both %i more than at 0",
                             lc_int_si(ctx, (int64_t)i)));
    lcv_step_function(ctx, &result, w->a, zero, NULL);
    lcv_step_function(ctx, &result, w->b, zero, NULL);
    return result;
}

/* place[i]: the least coordinate at which both are i more than at 0; the first i that has none,
 * or n. */
static size_t find_first(lc_ctx *ctx, const lcv_vectors *w, size_t n, uint32_t *place)
{
    lc_int zero = lc_int_const(0), x = lcv_function_at(ctx, w->a, zero),
           y = lcv_function_at(ctx, w->b, zero);
    size_t found = 0;
    for (size_t i = 0; i < n; i++)
        place[i] = UINT32_MAX;
    for (int64_t at = 0; at < lc_int_get_si(w->size); at++) {
        lc_frame frame = lc_frame_open(ctx);
        lc_int c = lc_int_si(ctx, at);
        lc_int d = lc_int_sub(ctx, lcv_function_at(ctx, w->a, c), x);
        if (lc_int_sign(d) >= 0 && lc_int_lt(d, w->n) && place[lc_int_get_si(d)] == UINT32_MAX &&
            lc_int_eq(d, lc_int_sub(ctx, lcv_function_at(ctx, w->b, c), y)))
            place[lc_int_get_si(d)] = (uint32_t)at;
        lc_frame_close(ctx, frame);
    }
    while (found < n && place[found] != UINT32_MAX)
        found++;
    return found;
}

lcv_result *lcv_vectors_by_points(lc_ctx *ctx, lcv_vectors *w)
{
    if (lc_int_lt(lc_int_si(ctx, lcv_points(ctx)), w->size))
        return lcv_vectors_too_many(ctx, w);
    if (!lc_int_divides(ctx, w->n, w->size))
        return lcv_vectors_uneven(ctx, w);
    size_t n = (size_t)lc_int_get_si(w->n);
    uint32_t *place = lc_frame_alloc(ctx, n, sizeof *place);
    if (!place)
        return NULL;
    size_t found = find_first(ctx, w, n, place);
    w->place = place;
    return found < n ? nowhere(ctx, w, found) : lcv_vectors_enumerate(ctx, w);
}
