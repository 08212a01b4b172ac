#include "config.h"

#include "scan.h"

#include "quasi.h"

#include <isl/constraint.h>
#include <stdlib.h>

#define MAX_DIMENSIONS 64
#define MAX_STEPS (8 * LCR_MOST_PAIRS) /* coordinates tried, points sought in earlier parts */

/* A basic set. A constraint without divisions bounds its last variable. */
typedef struct {
    lcr_quasi forms;
    bool *equality;
    size_t *last; /* nvars: it has divisions, or no variable */
} part;

struct lcr_points {
    lc_ctx *ctx;
    size_t nvars, nparts;
    part *parts;
    lc_int *x, *division; /* room for a point and its divisions */
};

typedef struct {
    lcr_points *points;
    size_t at, steps; /* the part that is walked through; MAX_STEPS at most */
    const lc_int *low, *high;
    lcr_point_reader *read;
    void *user;
} scan;

/* ---- constraints ---- */

static bool holds(const part *p, size_t i, lc_int value)
{
    return p->equality[i] ? lc_int_sign(value) == 0 : lc_int_sign(value) >= 0;
}

/* Is a point in a basic set? Constraints that bound a variable are known to hold there if the
 * point came from it. */
static bool is_in(lcr_points *s, const part *p, const lc_int *x, bool bounded)
{
    lcr_quasi_divide(s->ctx, &p->forms, x, s->division);
    for (size_t i = 0; i < p->forms.n; i++)
        if ((!bounded || p->last[i] == s->nvars) &&
            !holds(p, i, lcr_quasi_at(s->ctx, &p->forms, i, s->nvars, x, s->division)))
            return false;
    return true;
}

bool lcr_points_have(lcr_points *points, const lc_int *x)
{
    for (size_t i = 0; i < points->nparts; i++)
        if (is_in(points, &points->parts[i], x, false))
            return true;
    return false;
}

/* Narrows low .. high of variable k to where a x_k + rest >= 0. */
static void narrow(lc_ctx *ctx, lc_int a, lc_int rest, lc_int *low, lc_int *high)
{
    lc_int zero = lc_int_const(0);
    if (lc_int_sign(a) > 0) {
        lc_int least = lc_int_sub(ctx, zero, lc_int_fdiv(ctx, rest, a));
        *low = lc_int_lt(*low, least) ? least : *low;
    } else {
        lc_int most = lc_int_fdiv(ctx, rest, lc_int_sub(ctx, zero, a));
        *high = lc_int_lt(most, *high) ? most : *high;
    }
}

/* What the constraints leave variable k once those before it are known. */
static void bounds(const scan *s, size_t k, lc_int *low, lc_int *high)
{
    lc_ctx *ctx = s->points->ctx;
    const part *p = &s->points->parts[s->at];
    lc_int zero = lc_int_const(0);
    *low = s->low[k];
    *high = s->high[k];
    for (size_t i = 0; i < p->forms.n; i++) {
        if (p->last[i] != k)
            continue;
        lc_int a = lcr_quasi_row(&p->forms, i)[2 + k];
        lc_int rest = lcr_quasi_at(ctx, &p->forms, i, k, s->points->x, NULL);
        narrow(ctx, a, rest, low, high);
        if (p->equality[i])
            narrow(ctx, lc_int_sub(ctx, zero, a), lc_int_sub(ctx, zero, rest), low, high);
    }
}

/* ---- the walk ---- */

static lcr_scan_status visit(scan *s)
{
    lcr_points *p = s->points;
    s->steps += s->at;
    if (!is_in(p, &p->parts[s->at], p->x, true))
        return LCR_SCANNED;
    for (size_t before = 0; before < s->at; before++)
        if (is_in(p, &p->parts[before], p->x, false))
            return LCR_SCANNED;
    return s->read(s->user, p->x) ? LCR_SCANNED : LCR_SCAN_ENDED;
}

static lcr_scan_status walk(scan *s, size_t k)
{
    lc_int high, *x = &s->points->x[k];
    lcr_scan_status status = LCR_SCANNED;
    if (k == s->points->nvars)
        return visit(s);
    for (bounds(s, k, x, &high); status == LCR_SCANNED && lc_int_le(*x, high);
         *x = lc_int_add(s->points->ctx, *x, lc_int_const(1)))
        status = s->steps++ < MAX_STEPS ? walk(s, k + 1) : LCR_NO_SCAN;
    return status;
}

lcr_scan_status lcr_scan(lcr_points *points, const lc_int *low, const lc_int *high,
                         lcr_point_reader *read, void *user)
{
    scan s = {.points = points, .low = low, .high = high, .read = read, .user = user};
    lcr_scan_status status = LCR_SCANNED;
    for (; status == LCR_SCANNED && s.at < points->nparts; s.at++)
        status = walk(&s, 0);
    return status;
}

/* ---- reading ---- */

static void part_close(part *p)
{
    lcr_quasi_close(&p->forms);
    free(p->equality);
    free(p->last);
}

/* The last variable of an expression without divisions. */
static size_t last_variable(const lcr_quasi *q, size_t i)
{
    const lc_int *row = lcr_quasi_row(q, i);
    for (size_t k = 0; k < q->ndivisions; k++)
        if (row[2 + q->nvars + k].word != 0)
            return q->nvars;
    for (size_t k = q->nvars; k > 0; k--)
        if (row[1 + k].word != 0)
            return k - 1;
    return q->nvars;
}

static bool part_add(lcr_ctx *r, part *p, size_t n, size_t i, isl_constraint *c)
{
    isl_aff *aff = isl_constraint_get_aff(c);
    bool ok = aff && (i > 0 || lcr_quasi_open(r, &p->forms, aff, n)) &&
              lcr_quasi_set(r, &p->forms, i, aff);
    if (ok) {
        p->equality[i] = isl_constraint_is_equality(c) == isl_bool_true;
        p->last[i] = last_variable(&p->forms, i);
    }
    isl_aff_free(aff);
    isl_constraint_free(c);
    return ok;
}

/* isl says of some divisions that they exist only. */
static bool divisions_are_known(isl_basic_set *set)
{
    isl_size all = isl_basic_set_dim(set, isl_dim_div);
    if (all <= 0)
        return all == 0;
    isl_basic_set *known = isl_basic_set_remove_unknown_divs(isl_basic_set_copy(set));
    isl_size n = isl_basic_set_dim(known, isl_dim_div);
    isl_basic_set_free(known);
    return n == all;
}

static bool part_open(lcr_ctx *r, part *p, isl_basic_set *set)
{
    isl_constraint_list *list = divisions_are_known(set) ? isl_basic_set_get_constraint_list(set)
                                                         : NULL;
    isl_size n = list ? isl_constraint_list_n_constraint(list) : -1;
    bool ok = n >= 0;
    if (ok) {
        p->equality = calloc((size_t)n + 1, sizeof *p->equality);
        p->last = calloc((size_t)n + 1, sizeof *p->last);
        ok = p->equality && p->last;
    }
    for (int i = 0; ok && i < n; i++)
        ok = part_add(r, p, (size_t)n, (size_t)i, isl_constraint_list_get_constraint(list, i));
    isl_constraint_list_free(list);
    return ok;
}

static bool open_parts(lcr_ctx *r, lcr_points *s, isl_set *set)
{
    isl_basic_set_list *list = isl_set_get_basic_set_list(set);
    isl_size n = isl_basic_set_list_n_basic_set(list);
    bool ok = n >= 0;
    if (ok)
        s->parts = calloc((size_t)n + 1, sizeof *s->parts);
    for (int i = 0; ok && s->parts && i < n; i++) {
        isl_basic_set *one = isl_basic_set_list_get_basic_set(list, i);
        ok = part_open(r, &s->parts[i], one);
        isl_basic_set_free(one);
        s->nparts++;
    }
    isl_basic_set_list_free(list);
    return ok && s->parts && lcr_isl_ok(r);
}

static bool make_room(lcr_points *s)
{
    size_t most = 0;
    for (size_t i = 0; i < s->nparts; i++)
        if (s->parts[i].forms.ndivisions > most)
            most = s->parts[i].forms.ndivisions;
    s->x = calloc(s->nvars + most + 1, sizeof *s->x);
    s->division = s->x + s->nvars;
    return s->x != NULL;
}

lcr_points *lcr_points_of(lcr_ctx *r, isl_set *set)
{
    isl_size n = isl_set_dim(set, isl_dim_set);
    lcr_points *p = n >= 0 && n <= MAX_DIMENSIONS ? calloc(1, sizeof *p) : NULL;
    if (!p)
        return NULL;
    p->ctx = r->lc;
    p->nvars = (size_t)n;
    if (open_parts(r, p, set) && make_room(p))
        return p;
    lcr_points_free(p);
    return NULL;
}

void lcr_points_free(lcr_points *points)
{
    if (!points)
        return;
    for (size_t i = 0; i < points->nparts; i++)
        part_close(&points->parts[i]);
    free(points->parts);
    free(points->x);
    free(points);
}
