/* points.c - claims about images, by looking at every value. */
#include "config.h"

#include "evidence.h"

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

/* One leaf, or n. */
static lit *flat(ev *e, lit_kind kind, size_t n)
{
    lit *a = lcr_lit_alloc(e->pool, 1, sizeof *a);
    uint32_t *node = lcr_lit_alloc(e->pool, n + 1, sizeof *node);
    lc_int *numbers = lcr_lit_alloc(e->pool, 2 * n, sizeof *numbers);
    if (a == NULL || node == NULL || numbers == NULL)
        return NULL;
    node[0] = n > 1 ? (uint32_t)n : 0;
    *a = (lit){.kind = kind, .nnodes = n > 1 ? n + 1 : 1, .n = n, .naxes = 1, .node = node,
               .extent = numbers, .step = numbers + n};
    return a;
}

static bool is_like(ev *e, const lit *a, const lit *other)
{
    fn f = {1, {a}, NULL}, g = {1, {other}, NULL};
    return lcr_ev_same(e, &f, &g, a);
}

/* The linear layout with the values that `a` has at single bits; NULL where there is none, which
 * shows that `a` is not linear where a value is *negative, and nothing where there are too many. */
static const lit *linear_through(ev *e, const lit *a, bool *negative)
{
    lc_ctx *lc = e->pool->lc;
    lc_int size = lcr_lit_size(lc, a), value[LIT_MAX_AXES], bit = lc_int_const(1);
    lit *to = flat(e, LIT_LINEAR, 1);
    size_t bits = lc_int_bits(size) - 1, most = 0;
    *negative = false;
    if (to == NULL || bits > 62 || a->naxes > 1 ||
        (to->column = lcr_lit_alloc(e->pool, bits + 1, sizeof *to->column)) == NULL)
        return NULL;
    to->extent[0] = size;
    to->bits = bits;
    to->out = to->step;
    for (size_t i = 0; i < bits; i++, bit = lc_int_add(lc, bit, bit)) {
        if (!lcr_lit_at(lc, a, bit, value))
            return NULL;
        *negative = lc_int_sign(value[0]) < 0;
        if (*negative)
            return NULL;
        to->column[i] = value[0];
        most = lc_int_bits(value[0]) > most ? lc_int_bits(value[0]) : most;
    }
    to->out[0] = lc_int_const(1);
    for (size_t i = 0; i < most; i++)
        to->out[0] = lc_int_add(lc, to->out[0], to->out[0]);
    return to;
}

/* Every value is the XOR of those at the bits of its coordinate. */
bool lcr_ev_linear_values(ev *e, const lit *a)
{
    if (!lc_int_is_power_of_two(lcr_lit_size(e->pool->lc, a))) {
        e->out->by = "reading";
        return lcr_ev_condition(e, false, "the size is no power of two");
    }
    if (a->kind == LIT_LINEAR) {
        e->out->by = "reading";
        return true;
    }
    if (a->naxes > 1)
        return lcr_ev_not(e);
    bool negative;
    const lit *to = linear_through(e, a, &negative);
    if (to != NULL)
        return is_like(e, a, to);
    if (!negative)
        return lc_ctx_code(e->pool->lc) == LC_OK && lcr_ev_not(e);
    e->out->by = "points";
    e->out->looked = true;
    return lc_ctx_code(e->pool->lc) == LC_OK &&
           lcr_ev_condition(e, false, "a value is negative");
}

/* The layout that the first values are those of, coalesced: a mode runs straight as far as they
 * do. NULL where such a mode does not divide the size. */
static const lit *layout_through(ev *e, const int64_t *v, size_t n)
{
    lit *to = flat(e, LIT_LAYOUT, 64);
    size_t modes = 0, step = 1;
    if (to == NULL)
        return NULL;
    for (size_t run; step < n; step *= run) {
        size_t left = n / step;
        for (run = 1; run < left && v[run * step] == (int64_t)run * v[step];)
            run++;
        if (left % run != 0)
            return NULL;
        to->extent[modes] = lc_int_si(e->pool->lc, (int64_t)run);
        to->step[modes++] = lc_int_si(e->pool->lc, v[step]);
    }
    if (modes == 0)
        to->extent[modes++] = lc_int_const(1);
    to->n = modes;
    to->nnodes = modes > 1 ? modes + 1 : 1;
    to->node[0] = modes > 1 ? (uint32_t)modes : 0;
    return to;
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
    const lit *to = layout_through(e, v, n);
    if (to != NULL && v[0] == 0) { /* which isl compares with all values */
        e->out->looked = false;
        return is_like(e, a, to);
    }
    e->out->by = "points";
    return lc_ctx_code(e->pool->lc) == LC_OK &&
           lcr_ev_condition(e, false, "no layout has these values");
}
