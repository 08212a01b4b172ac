/* recheck-points.c - claims about images, by looking at every value. */
#include "config.h"

#include "recheck-claims.h"

#include <stdlib.h>
#include <string.h>

/* The value as one number: of a linear layout, the integral coordinate of its output. */
static bool number_at(lc_ctx *lc, const lit *a, lc_int c, int64_t *number)
{
    lc_int v[LIT_MAX_AXES], sum = lc_int_const(0), place = lc_int_const(1);
    if (!lcr_lit_at(lc, a, c, v))
        return false;
    for (size_t j = 0; j < a->naxes; j++) {
        sum = lc_int_add(lc, sum, lc_int_mul(lc, place, v[j]));
        if (a->kind == LIT_LINEAR)
            place = lc_int_mul(lc, place, a->out[j]);
    }
    *number = lc_int_fits_si(sum) ? lc_int_get_si(sum) : 0;
    return lc_int_fits_si(sum);
}

static int by_value(const void *a, const void *b)
{
    const int64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

bool lcr_ev_values(ev *e, const lit *a, int64_t **points, size_t *n)
{
    lc_ctx *lc = e->pool->lc;
    lc_int size = lcr_lit_size(lc, a);
    *points = NULL;
    if (!lcr_lit_is_function(a) || a->basis ||
        lc_int_lt(lc_int_const(LCR_EVIDENCE_POINTS), size))
        return lcr_ev_not(e);
    *n = (size_t)lc_int_get_si(size);
    int64_t *value = lcr_lit_alloc(e->pool, *n, sizeof *value);
    e->out->looked = true;
    if (value == NULL)
        return false;
    for (size_t c = 0; c < *n; c++) {
        lc_frame frame = lc_frame_open(lc);
        bool fits = number_at(lc, a, lc_int_si(lc, (int64_t)c), &value[c]);
        lc_frame_close(lc, frame);
        if (!fits)
            return lcr_ev_not(e);
    }
    *points = value;
    return true;
}

/* The same, sorted. */
static bool all_values(ev *e, const lit *a, int64_t **points, size_t *n)
{
    if (!lcr_ev_values(e, a, points, n))
        return false;
    if (*points != NULL)
        qsort(*points, *n, sizeof **points, by_value);
    return true;
}

static bool has(const int64_t *points, size_t n, int64_t value)
{
    return bsearch(&value, points, n, sizeof value, by_value) != NULL;
}

bool lcr_ev_images(ev *e, const lit *a, ev_image what, lc_int count)
{
    int64_t *points;
    size_t n, seen = 0;
    if (!all_values(e, a, &points, &n))
        return false;
    if (points == NULL || !lc_int_fits_si(count))
        return lcr_ev_not(e);
    if (e->out->by == NULL)
        e->out->by = "points";
    int64_t end = lc_int_get_si(count);
    bool different = true, aligned = true;
    for (size_t i = 0; i < n; i++) {
        bool again = i > 0 && points[i] == points[i - 1];
        different = different && !again;
        aligned = aligned && what == EV_ALIGNED && points[i] % end == 0;
        seen += !again && points[i] >= 0 && points[i] < end;
    }
    switch (what) {
    case EV_INJECTIVE:
        return lcr_ev_condition(e, different, "two coordinates have one value");
    case EV_COVERS:
        return lcr_ev_condition(e, (int64_t)seen == end, "a value is not reached");
    case EV_ALIGNED:
        return lcr_ev_condition(e, aligned, "a value is no multiple");
    }
    return lcr_ev_not(e);
}

bool lcr_ev_values_within(ev *e, const lit *a, lc_int least, lc_int most)
{
    int64_t *points;
    size_t n;
    lc_ctx *lc = e->pool->lc;
    if (!all_values(e, a, &points, &n))
        return false;
    if (points == NULL)
        return true;
    if (e->out->by == NULL)
        e->out->by = "points";
    return lcr_ev_condition(e, !lc_int_lt(lc_int_si(lc, points[0]), least) &&
                               !lc_int_lt(most, lc_int_si(lc, points[n - 1])),
                        "a value is out of bounds");
}

bool lcr_ev_gap(ev *e, const lit *a, lc_int count, bool *found, int64_t *gap)
{
    int64_t *points;
    size_t n;
    *found = false;
    if (!all_values(e, a, &points, &n))
        return false;
    int64_t next = 0;
    for (size_t i = 0; points != NULL && i < n; i++)
        next += points[i] == next;
    *gap = next;
    *found = points != NULL && lc_int_lt(lc_int_si(e->pool->lc, next), count);
    return true;
}

bool lcr_ev_values_contained(ev *e, const lit *t, const lit *a, bool *found, int64_t *gap)
{
    int64_t *x, *y;
    size_t n, m;
    *found = false;
    if (!all_values(e, t, &x, &n) || !all_values(e, a, &y, &m))
        return false;
    for (size_t i = 0; x != NULL && y != NULL && !*found && i < n; i++) {
        *found = !has(y, m, x[i]);
        *gap = x[i];
    }
    e->out->by = "points";
    return true;
}

bool lcr_ev_none_in_common(ev *e, const lit *a, const lit *b)
{
    int64_t *x, *y;
    size_t n, m;
    if (!all_values(e, a, &x, &n) || !all_values(e, b, &y, &m))
        return false;
    if (x == NULL || y == NULL)
        return true;
    bool none = true;
    e->out->by = "points";
    for (size_t i = 0; i < n; i++)
        none = none && (x[i] == 0 || !has(y, m, x[i]));
    return lcr_ev_condition(e, none, "a value other than 0 is one of both");
}

/* The first of what is not equal to the one at i. */
static size_t next_of(const int64_t *points, size_t n, size_t i)
{
    size_t next = i + 1;
    while (next < n && points[next] == points[i])
        next++;
    return next;
}

bool lcr_ev_same_counts(ev *e, const lit *d, const lit *a)
{
    int64_t *x, *y;
    size_t n, m;
    if (!all_values(e, d, &x, &n) || !all_values(e, a, &y, &m))
        return false;
    if (x == NULL || y == NULL)
        return true;
    bool same = true;
    for (size_t i = 0, k = 0, next; same && i < m; i = next) {
        next = next_of(y, m, i);
        while (k < n && x[k] < y[i])
            k++;
        same = k < n && x[k] == y[i] && next_of(x, n, k) - k == next - i;
    }
    return lcr_ev_condition(e, same, "an offset of A is reached more often by one of them");
}

/* ---- are these values of a kind ---- */

/* Values that can be added up, and multiplied by a number of points. */
static bool are_moderate(const int64_t *v, size_t n)
{
    bool all = true;
    for (size_t i = 0; i < n; i++)
        all = all && v[i] < INT64_C(1) << 44 && v[i] > -(INT64_C(1) << 44);
    return all;
}

/* Every value is the XOR of those at the bits of its coordinate. */
static bool is_linear(const int64_t *v, size_t n)
{
    bool all = v[0] == 0;
    for (size_t i = 1; all && i < n; i++) {
        size_t lowest = i & (~i + 1);
        all = v[i] >= 0 && v[i] == (v[lowest] ^ v[i ^ lowest]);
    }
    return all;
}

bool lcr_ev_linear_values(ev *e, const lit *a)
{
    int64_t *v;
    size_t n;
    if (!lc_int_is_power_of_two(lcr_lit_size(e->pool->lc, a))) {
        e->out->by = "reading";
        return lcr_ev_condition(e, false, "the size is no power of two");
    }
    if (!lcr_ev_values(e, a, &v, &n))
        return false;
    if (v == NULL)
        return true;
    e->out->by = "points";
    return lcr_ev_condition(e, is_linear(v, n), "a value is not the XOR of those at its bits");
}

/* The first mode of a layout with these values, coalesced, runs straight as far as they do,
 * and what follows is a layout in steps of its extent. */
static bool is_layout(const int64_t *v, size_t n)
{
    bool all = v[0] == 0;
    for (size_t step = 1; all && step < n;) {
        size_t left = n / step, run = 1;
        while (run < left && v[run * step] == (int64_t)run * v[step])
            run++;
        all = left % run == 0;
        for (size_t i = 0; all && i < n; i += step)
            all = v[i] == v[i % (run * step)] + v[i - i % (run * step)];
        step *= run;
    }
    return all;
}

bool lcr_ev_layout_values(ev *e, const lit *a)
{
    int64_t *v;
    size_t n;
    if (!lcr_ev_values(e, a, &v, &n))
        return false;
    if (v == NULL)
        return true;
    if (a->naxes > 1 || a->xor || !are_moderate(v, n))
        return lcr_ev_not(e);
    e->out->by = "points";
    return lcr_ev_condition(e, is_layout(v, n), "no layout has these values");
}
