/* points.c - claims about images, by looking at every value. */
#include "config.h"

#include "evidence.h"

#include <stdlib.h>
#include <string.h>

/* The value as one number. */
static bool number_at(lc_ctx *lc, const lit *a, lc_int c, int64_t *number)
{
    lc_int v[LIT_MAX_AXES], whole = lc_int_const(0);
    bool is = lcr_lit_at(lc, a, c, v);
    if (is)
        whole = lcr_lit_whole(lc, a, v);
    is = is && lc_int_fits_si(whole);
    *number = is ? lc_int_get_si(whole) : 0;
    return is;
}

int lcr_ev_by_number(const void *a, const void *b)
{
    const int64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

bool lcr_ev_values(ev *e, const lit *a, int64_t **points, size_t *n)
{
    lc_ctx *lc = e->pool->lc;
    lc_int size = lcr_lit_size(lc, a);
    *points = NULL;
    if (!lcr_lit_is_function(a) || a->basis || !lcr_lit_is_few(size))
        return lcr_ev_not(e);
    *n = (size_t)lc_int_get_si(size);
    int64_t *value = lcr_lit_alloc(e->pool, *n, sizeof *value);
    e->out->looked = true;
    if (!value)
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

/* The same, sorted; `by` looking at them. */
static bool all_values(ev *e, const lit *a, int64_t **points, size_t *n)
{
    bool ok = lcr_ev_values(e, a, points, n);
    if (ok && *points)
        qsort(*points, *n, sizeof **points, lcr_ev_by_number);
    return ok;
}

/* The values of two functions. False: one has none; *ok says that there is no error. */
typedef struct {
    int64_t *x, *y;
    size_t n, m;
} both_values;

static bool values_of_both(ev *e, const lit *a, const lit *b, both_values *v, bool *ok)
{
    *ok = all_values(e, a, &v->x, &v->n) && all_values(e, b, &v->y, &v->m);
    return *ok && v->x && v->y != NULL;
}

static bool has(const int64_t *points, size_t n, int64_t value)
{
    return bsearch(&value, points, n, sizeof value, lcr_ev_by_number) != NULL;
}

bool lcr_ev_images(ev *e, const lit *a, ev_image what, lc_int count)
{
    int64_t *points;
    size_t n;
    if (!all_values(e, a, &points, &n))
        return false;
    if (!points || !lc_int_fits_si(count))
        return lcr_ev_not(e);
    lcr_ev_by(e, "points");
    bool different = true, aligned = true;
    for (size_t i = 0; i < n; i++) {
        different = different && (i == 0 || points[i] != points[i - 1]);
        aligned = aligned && what == EV_ALIGNED && points[i] % lc_int_get_si(count) == 0;
    }
    return what == EV_ALIGNED ? lcr_ev_condition(e, aligned, "a value is no multiple")
                              : lcr_ev_condition(e, different, "two coordinates have one value");
}

bool lcr_ev_values_within(ev *e, const lit *a, lc_int least, lc_int most)
{
    int64_t *points;
    size_t n;
    lc_ctx *lc = e->pool->lc;
    if (!all_values(e, a, &points, &n))
        return false;
    if (!points)
        return true;
    lcr_ev_by(e, "points");
    return lcr_ev_condition(e,
                            !lc_int_lt(lc_int_si(lc, points[0]), least) &&
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
    for (size_t i = 0; points && i < n; i++)
        next += points[i] == next;
    *gap = next;
    *found = points && lc_int_lt(lc_int_si(e->pool->lc, next), count);
    return true;
}

bool lcr_ev_values_contained(ev *e, const lit *t, const lit *a, bool *found, int64_t *gap)
{
    both_values v;
    bool ok, both = values_of_both(e, t, a, &v, &ok);
    *found = false;
    for (size_t i = 0; both && !*found && i < v.n; i++) {
        *found = !has(v.y, v.m, v.x[i]);
        *gap = v.x[i];
    }
    e->out->by = "points";
    return ok;
}

bool lcr_ev_none_in_common(ev *e, const lit *a, const lit *b)
{
    both_values v;
    bool ok, none = true;
    if (!values_of_both(e, a, b, &v, &ok))
        return ok;
    e->out->by = "points";
    for (size_t i = 0; i < v.n; i++)
        none = none && (v.x[i] == 0 || !has(v.y, v.m, v.x[i]));
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
    both_values v;
    bool ok, same = true;
    if (!values_of_both(e, d, a, &v, &ok))
        return ok;
    for (size_t i = 0, k = 0, next; same && i < v.m; i = next) {
        next = next_of(v.y, v.m, i);
        while (k < v.n && v.x[k] < v.y[i])
            k++;
        same = k < v.n && v.x[k] == v.y[i] && next_of(v.x, v.n, k) - k == next - i;
    }
    return lcr_ev_condition(e, same, "an offset of A is reached more often by one of them");
}

/* ---- are these values of a kind ---- */

const lit *lcr_ev_linear_through(ev *e, lc_int size, ev_value_at *at, void *of, bool *negative)
{
    lc_ctx *lc = e->pool->lc;
    lit *to = lcr_lit_flat(e->pool, 1);
    size_t bits = lc_int_bits(size) - 1, most = 0;
    *negative = false;
    if (!to || bits > 62 || !(to->column = lcr_lit_alloc(e->pool, bits + 1, sizeof *to->column)))
        return NULL;
    to->kind = LIT_LINEAR;
    to->extent[0] = size;
    to->bits = bits;
    to->out = to->step;
    for (size_t i = 0; i < bits; i++) {
        if (!at(of, lcr_lit_power(lc, i), &to->column[i]))
            return NULL;
        *negative = lc_int_lt(to->column[i], lc_int_const(0));
        if (*negative)
            return NULL;
        most = lc_int_bits(to->column[i]) > most ? lc_int_bits(to->column[i]) : most;
    }
    to->out[0] = lcr_lit_power(lc, most);
    return to;
}

const lit *lcr_ev_layout_through(ev *e, lc_int n, ev_value_at *at, void *of, size_t *looks)
{
    lc_ctx *lc = e->pool->lc;
    lit *to = lcr_lit_flat(e->pool, 64);
    size_t modes = 0;
    lc_int step = lc_int_const(1), first, value;
    while (to && modes < 64 && lc_int_lt(step, n)) {
        lc_int left = lc_int_fdiv(lc, n, step), run = lc_int_const(1);
        if (!at(of, step, &first))
            return NULL;
        do {
            if (*looks == 0)
                return NULL;
            --*looks;
            run = lc_int_add(lc, run, lc_int_const(1));
        } while (lc_int_lt(run, left) && at(of, lc_int_mul(lc, run, step), &value) &&
                 lc_int_eq(value, lc_int_mul(lc, run, first)));
        run = lc_int_divides(lc, run, left) ? run : left; /* where it ends, there it differs */
        to->extent[modes] = run;
        to->step[modes++] = first;
        step = lc_int_mul(lc, step, run);
    }
    if (!to || modes == 64)
        return NULL;
    lcr_lit_use(to, modes);
    return to;
}

static bool is_like(ev *e, const lit *a, const lit *other)
{
    fn f = {1, {a}}, g = {1, {other}};
    return lcr_ev_same(e, &f, &g, a);
}

typedef struct {
    lc_ctx *lc;
    const lit *a;
} function;

static bool value_at(void *of, lc_int c, lc_int *value)
{
    const function *f = of;
    lc_int v[LIT_MAX_AXES];
    bool is = lcr_lit_at(f->lc, f->a, c, v);
    if (is)
        *value = v[0];
    return is;
}

/* Every value is the XOR of those at the bits of its coordinate. */
bool lcr_ev_linear_values(ev *e, const lit *a)
{
    lc_int size = lcr_lit_size(e->pool->lc, a);
    function f = {e->pool->lc, a};
    bool negative;
    if (!lc_int_is_power_of_two(size))
        return lcr_ev_arithmetic(e, false, "the size is no power of two");
    if (a->kind == LIT_LINEAR)
        return lcr_ev_reading(e, true, NULL);
    if (a->naxes > 1)
        return lcr_ev_not(e);
    const lit *to = lcr_ev_linear_through(e, size, value_at, &f, &negative);
    if (to)
        return is_like(e, a, to);
    if (!negative)
        return lcr_ev_not(e);
    e->out->by = "points";
    e->out->looked = true;
    return lcr_ev_ok(e) && lcr_ev_condition(e, false, "a value is negative");
}

/* Values that can be added up, and multiplied by a number of points. */
static bool are_moderate(const int64_t *v, size_t n)
{
    bool all = true;
    for (size_t i = 0; i < n; i++)
        all = all && v[i] < INT64_C(1) << 44 && v[i] > -(INT64_C(1) << 44);
    return all;
}

typedef struct {
    lc_ctx *lc;
    const int64_t *value;
} listed;

static bool listed_at(void *of, lc_int c, lc_int *value)
{
    const listed *all = of;
    *value = lc_int_si(all->lc, all->value[lc_int_get_si(c)]);
    return true;
}

static const lit *layout_of_values(ev *e, size_t n, const int64_t *value)
{
    listed all = {e->pool->lc, value};
    size_t looks = SIZE_MAX;
    return lcr_ev_layout_through(e, lc_int_si(e->pool->lc, (int64_t)n), listed_at, &all, &looks);
}

bool lcr_ev_layout_values(ev *e, const lit *a)
{
    int64_t *v;
    size_t n;
    if (!lcr_ev_values(e, a, &v, &n))
        return false;
    if (!v)
        return true;
    if (a->naxes > 1 || a->by_xor || !are_moderate(v, n))
        return lcr_ev_not(e);
    const lit *to = layout_of_values(e, n, v);
    if (to && v[0] == 0) { /* which isl compares with all values */
        e->out->looked = false;
        return is_like(e, a, to);
    }
    e->out->by = "points";
    return lcr_ev_ok(e) && lcr_ev_condition(e, false, "no layout has these values");
}
