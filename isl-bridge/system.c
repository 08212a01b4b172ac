/* system.c - is there an integer point? Bounds and divisibility first, then isl.
 *
 * Integers of the expressions given are kept as they are: they live until the system
 * is freed.
 */
#include "config.h"

#include "internal.h"

#include <isl/mat.h>
#include <stdlib.h>

lcr_system *lcr_system_new(lcr_ctx *r)
{
    lcr_system *s = lc_alloc(r->lc, 1, sizeof *s);
    if (s)
        s->r = r;
    return s;
}

void lcr_system_free(lcr_system *s)
{
    if (!s)
        return;
    lcr_rows_clear(&s->rows);
    for (size_t i = 0; i < s->ndivisions; i++)
        free(s->division[i].dividend);
    lcr_system_unreduce(s);
    free(s);
}

/* ---- variables ---- */

static size_t new_var(lcr_system *s, lcr_range bound)
{
    if (s->nvars == LCR_MAX_VARS) {
        lc_fail(s->r->lc, LC_ERR_BUDGET, "undecided: the system has more than %d variables",
                LCR_MAX_VARS);
        return SIZE_MAX;
    }
    lcr_system_unreduce(s);
    s->bound[s->nvars] = bound;
    return s->nvars++;
}

size_t lcr_system_var(lcr_system *s, lc_int low, lc_int high)
{
    return new_var(s, (lcr_range){true, true, low, high});
}

size_t lcr_system_var_from(lcr_system *s, lc_int low)
{
    return new_var(s, (lcr_range){true, false, low, lc_int_const(0)});
}

size_t lcr_system_var_free(lcr_system *s)
{
    return new_var(s, (lcr_range){false, false, lc_int_const(0), lc_int_const(0)});
}

/* ---- expressions ---- */

void lcr_expr_zero(lcr_expr *e)
{
    e->n = 0;
    e->constant = lc_int_const(0);
}

void lcr_expr_add_const(lc_ctx *ctx, lcr_expr *e, lc_int value)
{
    e->constant = lc_int_add(ctx, e->constant, value);
}

static void widen(lcr_expr *e, size_t n)
{
    while (e->n < n)
        e->coefficient[e->n++] = lc_int_const(0);
}

void lcr_expr_add_var(lc_ctx *ctx, lcr_expr *e, lc_int coefficient, size_t var)
{
    widen(e, var + 1);
    e->coefficient[var] = lc_int_add(ctx, e->coefficient[var], coefficient);
}

static void add_scaled(lc_ctx *ctx, lcr_expr *e, lc_int factor, lc_int constant, size_t n,
                       const lc_int *coefficient)
{
    widen(e, n);
    for (size_t i = 0; i < n; i++)
        if (!lc_int_is_zero(coefficient[i]))
            e->coefficient[i] = lc_int_add(ctx, e->coefficient[i],
                                           lc_int_mul(ctx, factor, coefficient[i]));
    e->constant = lc_int_add(ctx, e->constant, lc_int_mul(ctx, factor, constant));
}

void lcr_expr_add(lc_ctx *ctx, lcr_expr *e, lc_int factor, const lcr_expr *other)
{
    add_scaled(ctx, e, factor, other->constant, other->n, other->coefficient);
}

void lcr_expr_add_row(lc_ctx *ctx, lcr_expr *e, lc_int factor, const lcr_row *row)
{
    add_scaled(ctx, e, factor, row->constant, row->n, row->coefficient);
}

static bool same_terms(size_t n, const lc_int *x, size_t m, const lc_int *y)
{
    for (size_t i = 0; i < n || i < m; i++) {
        bool same = i < n && i < m ? lc_int_eq(x[i], y[i]) : lc_int_is_zero(i < n ? x[i] : y[i]);
        if (!same)
            return false;
    }
    return true;
}

bool lcr_expr_equal(const lcr_expr *a, const lcr_expr *b)
{
    return lc_int_eq(a->constant, b->constant) &&
           same_terms(a->n, a->coefficient, b->n, b->coefficient);
}

bool lcr_expr_is_row(const lcr_expr *e, const lcr_row *row)
{
    return lc_int_eq(e->constant, row->constant) &&
           same_terms(e->n, e->coefficient, row->n, row->coefficient);
}

lcr_row *lcr_row_of(lc_ctx *ctx, const lcr_expr *e, bool equality)
{
    lcr_row *row = lc_alloc(ctx, 1, sizeof *row + e->n * sizeof(lc_int));
    if (!row)
        return NULL;
    row->equality = equality;
    row->n = e->n;
    row->constant = e->constant;
    for (size_t i = 0; i < e->n; i++)
        row->coefficient[i] = e->coefficient[i];
    return row;
}

bool lcr_rows_add(lc_ctx *ctx, lcr_rows *rows, lcr_row *row)
{
    if (row && rows->n == rows->room) {
        size_t room = rows->room ? 2 * rows->room : 16;
        lcr_row **more = realloc(rows->row, room * sizeof *more);
        if (!more) {
            free(row);
            return lc_no_memory(ctx);
        }
        rows->row = more;
        rows->room = room;
    }
    if (row)
        rows->row[rows->n++] = row;
    return row != NULL;
}

void lcr_rows_clear(lcr_rows *rows)
{
    for (size_t i = 0; i < rows->n; i++)
        free(rows->row[i]);
    free(rows->row);
    *rows = (lcr_rows){0};
}

/* ---- constraints ---- */

static bool add_row(lcr_system *s, const lcr_expr *e, bool equality)
{
    lcr_system_unreduce(s);
    return lcr_rows_add(s->r->lc, &s->rows, lcr_row_of(s->r->lc, e, equality));
}

bool lcr_system_eq(lcr_system *s, const lcr_expr *e)
{
    return add_row(s, e, true);
}

bool lcr_system_ge(lcr_system *s, const lcr_expr *e)
{
    return add_row(s, e, false);
}

/* ---- what the bounds alone say ---- */

/* Adds coefficient * [bound] to a range. */
static void add_term(lc_ctx *ctx, lcr_range *sum, lc_int coefficient, const lcr_range *bound)
{
    int sign = lc_int_sign(coefficient);
    if (sign == 0)
        return;
    bool below = sign > 0 ? bound->bounded_below : bound->bounded_above;
    bool above = sign > 0 ? bound->bounded_above : bound->bounded_below;
    sum->bounded_below = sum->bounded_below && below;
    sum->bounded_above = sum->bounded_above && above;
    lc_int low = sign > 0 ? bound->low : bound->high, high = sign > 0 ? bound->high : bound->low;
    if (sum->bounded_below)
        sum->low = lc_int_add(ctx, sum->low, lc_int_mul(ctx, coefficient, low));
    if (sum->bounded_above)
        sum->high = lc_int_add(ctx, sum->high, lc_int_mul(ctx, coefficient, high));
}

static lcr_range range_of(lc_ctx *ctx, const lcr_range *bound, lc_int constant, size_t n,
                          const lc_int *coefficient)
{
    lcr_range sum = {true, true, constant, constant};
    for (size_t i = 0; i < n; i++)
        add_term(ctx, &sum, coefficient[i], &bound[i]);
    return sum;
}

lcr_range lcr_expr_range(lc_ctx *ctx, const lcr_range *bound, const lcr_expr *e)
{
    return range_of(ctx, bound, e->constant, e->n, e->coefficient);
}

/* A constraint that no point within the bounds satisfies. */
static bool impossible(const lcr_system *s, const lcr_row *row)
{
    lc_ctx *ctx = s->r->lc;
    lcr_range range = range_of(ctx, s->bound, row->constant, row->n, row->coefficient);
    if (range.bounded_above && lc_int_sign(range.high) < 0)
        return true;
    if (!row->equality)
        return false;
    if (range.bounded_below && lc_int_sign(range.low) > 0)
        return true;
    lc_int divisor = lc_int_const(0);
    for (size_t i = 0; i < row->n; i++)
        divisor = lc_int_gcd(ctx, divisor, row->coefficient[i]);
    return !lc_int_is_zero(divisor) && !lc_int_divides(ctx, divisor, row->constant);
}

static bool impossible_bounds(const lcr_system *s)
{
    for (size_t i = 0; i < s->nvars; i++) {
        const lcr_range *b = &s->bound[i];
        if (b->bounded_below && b->bounded_above && lc_int_lt(b->high, b->low))
            return true;
    }
    return false;
}

/* A corner of the box decides one inequality if no constraint has several variables. */
static lcr_answer solve_in_corner(const lcr_system *s, const lcr_row *extra, lc_int *point)
{
    lc_ctx *ctx = s->r->lc;
    size_t open = SIZE_MAX;
    lc_int value = extra ? extra->constant : lc_int_const(0);
    for (size_t i = 0; i < s->nvars; i++) {
        const lcr_range *b = &s->bound[i];
        if (s->column[i] == SIZE_MAX)
            continue;
        lc_int factor = extra && i < extra->n ? extra->coefficient[i] : lc_int_const(0);
        int sign = lc_int_sign(factor);
        bool best = sign > 0 ? b->bounded_above : b->bounded_below;
        if (sign != 0 && !best)
            open = i;
        bool take_high = b->bounded_above && (sign > 0 || !b->bounded_below);
        point[i] = take_high ? b->high : b->bounded_below ? b->low : lc_int_const(0);
        value = lc_int_add(ctx, value, lc_int_mul(ctx, factor, point[i]));
    }
    if (lc_int_sign(value) < 0 && open != SIZE_MAX) { /* as far out as it takes */
        lc_int factor = extra->coefficient[open];
        lc_int steps = lc_int_cdiv(ctx, lc_int_neg(ctx, value), lc_int_abs(ctx, factor));
        point[open] = lc_int_sign(factor) > 0 ? lc_int_add(ctx, point[open], steps)
                                              : lc_int_sub(ctx, point[open], steps);
        return LCR_YES;
    }
    return lc_int_sign(value) < 0 ? LCR_NO : LCR_YES;
}

/* ---- isl ---- */

static isl_mat *matrix(lcr_ctx *r, size_t rows, size_t columns)
{
    isl_mat *m = isl_mat_alloc(r->isl, (unsigned)rows, (unsigned)columns);
    for (size_t i = 0; i < rows; i++)
        for (size_t k = 0; k < columns; k++)
            m = isl_mat_set_element_si(m, (int)i, (int)k, 0);
    return m;
}

static isl_mat *put(lcr_ctx *r, isl_mat *m, size_t row, size_t column, lc_int value)
{
    if (lc_int_is_zero(value))
        return m;
    return isl_mat_set_element_val(m, (int)row, (int)column, lcr_val(r, value));
}

static isl_mat *put_row(const lcr_system *s, isl_mat *m, size_t at, const lcr_row *row)
{
    for (size_t k = 0; k < row->n; k++)
        if (s->column[k] != SIZE_MAX)
            m = put(s->r, m, at, s->column[k], row->coefficient[k]);
    return put(s->r, m, at, s->ncolumns, row->constant);
}

static isl_basic_set *basic_set(const lcr_system *s, isl_mat *eq, isl_mat *ineq)
{
    isl_space *space = isl_space_set_alloc(s->r->isl, 0, (unsigned)s->ncolumns);
    return isl_basic_set_from_constraint_matrices(space, eq, ineq, isl_dim_set, isl_dim_div,
                                                  isl_dim_param, isl_dim_cst);
}

static size_t count_equalities(const lcr_system *s)
{
    size_t n = 0;
    for (size_t i = 0; i < s->reduced.n; i++)
        n += s->reduced.row[i]->equality;
    return n;
}

static size_t count_bounds(const lcr_system *s)
{
    size_t n = 0;
    for (size_t i = 0; i < s->nvars; i++)
        if (s->column[i] != SIZE_MAX)
            n += (size_t)s->bound[i].bounded_below + (size_t)s->bound[i].bounded_above;
    return n;
}

/* The bounds of the remaining variables, then the reduced constraints. isl looks for independent
 * parts by a Hermite normal form of the rows in their order: it is trivial after the unit vectors
 * of the bounds; before them its integers explode. */
static isl_basic_set *build(const lcr_system *s)
{
    lcr_ctx *r = s->r;
    size_t n = s->ncolumns, neq = count_equalities(s), eq_at = 0, ineq_at = 0;
    isl_mat *eq = matrix(r, neq, n + 1);
    isl_mat *ineq = matrix(r, s->reduced.n - neq + count_bounds(s), n + 1);
    for (size_t i = 0; i < s->nvars; i++) {
        if (s->column[i] == SIZE_MAX)
            continue;
        if (s->bound[i].bounded_below) {
            ineq = put(r, ineq, ineq_at, s->column[i], lc_int_const(1));
            ineq = put(r, ineq, ineq_at++, n, lc_int_neg(r->lc, s->bound[i].low));
        }
        if (s->bound[i].bounded_above) {
            ineq = put(r, ineq, ineq_at, s->column[i], lc_int_const(-1));
            ineq = put(r, ineq, ineq_at++, n, s->bound[i].high);
        }
    }
    for (size_t i = 0; i < s->reduced.n; i++) {
        if (s->reduced.row[i]->equality)
            eq = put_row(s, eq, eq_at++, s->reduced.row[i]);
        else
            ineq = put_row(s, ineq, ineq_at++, s->reduced.row[i]);
    }
    return basic_set(s, eq, ineq);
}

static size_t longest_integer(const lcr_system *s)
{
    size_t most = 0;
    for (size_t i = 0; i < s->reduced.n; i++)
        for (size_t k = 0; k < s->reduced.row[i]->n; k++) {
            size_t bits = lc_int_bits(s->reduced.row[i]->coefficient[k]);
            most = bits > most ? bits : most;
        }
    return most;
}

/* Puts the coordinates of a point where their variables are. */
static bool read_point(const lcr_system *s, isl_point *p, lc_int *point)
{
    lc_int coordinate[LCR_MAX_VARS];
    if (!lcr_point_ints(s->r, p, s->ncolumns, coordinate))
        return false;
    for (size_t i = 0; i < s->nvars; i++)
        if (s->column[i] != SIZE_MAX)
            point[i] = coordinate[s->column[i]];
    return true;
}

/* One attempt; `point` is void or a solution, NULL where isl failed. */
static isl_point *sample(lcr_system *s, const lcr_row *extra)
{
    lcr_ctx *r = s->r;
    if (!s->base)
        s->base = build(s);
    isl_basic_set *set = isl_basic_set_copy(s->base);
    if (extra) {
        isl_mat *ineq = put_row(s, matrix(r, 1, s->ncolumns + 1), 0, extra);
        set = isl_basic_set_intersect(set, basic_set(s, matrix(r, 0, s->ncolumns + 1), ineq));
    }
    return isl_basic_set_sample_point(set);
}

/* isl does not tell how many operations a system took. It gets few at first and then ever more:
 * the last number is about what the system took. */
static isl_point *sample_within_budget(lcr_system *s, const lcr_row *extra, unsigned long weight)
{
    enum { RUNGS = 5, FACTOR = 4 };
    lcr_ctx *r = s->r;
    unsigned long share = 1;
    for (int i = 1; i < RUNGS && weight < LCR_HEAVY; i++)
        share *= FACTOR;
    for (bool first = true;; first = false, share /= FACTOR) {
        unsigned long granted = lcr_begin_share(r, weight, share);
        isl_point *p = sample(s, extra);
        bool ran_out = lcr_out_of_budget(r);
        if (weight < LCR_HEAVY && (ran_out || !first))
            lcr_charge_steps(r, ran_out ? granted : granted / 2);
        if (!ran_out || share == 1)
            return p;
        isl_point_free(p);
        isl_basic_set_free(s->base);
        s->base = NULL;
    }
}

static lcr_answer solve_by_isl(lcr_system *s, const lcr_row *extra, lc_int *point)
{
    lcr_ctx *r = s->r;
    unsigned long weight = lcr_system_weight(s->ncolumns, longest_integer(s));
    if ((count_equalities(s) > 0 && !lcr_check_weight(r, weight)) || !lcr_charge(r, weight))
        return LCR_UNKNOWN;
    isl_point *p = sample_within_budget(s, extra, weight);
    lcr_answer none = lcr_isl_answer(r, isl_point_is_void(p), "solving a system");
    if (none == LCR_NO)
        return read_point(s, p, point) ? LCR_YES : LCR_UNKNOWN;
    isl_point_free(p);
    return none == LCR_YES ? LCR_NO : LCR_UNKNOWN;
}

/* ---- solving ---- */

static lcr_answer solve_reduced(lcr_system *s, const lcr_row *extra, lc_int *point)
{
    if (impossible_bounds(s) || (extra && impossible(s, extra)))
        return LCR_NO;
    for (size_t i = 0; i < s->reduced.n; i++)
        if (impossible(s, s->reduced.row[i]))
            return LCR_NO;
    lcr_answer answer = s->reduced.n == 0 ? solve_in_corner(s, extra, point)
                                          : solve_by_isl(s, extra, point);
    if (answer == LCR_YES)
        lcr_system_fill_in(s, point);
    return answer;
}

lcr_answer lcr_system_solve(lcr_system *s, const lcr_expr *extra, lc_int *point)
{
    lcr_row *row = NULL;
    if (!lcr_system_reduce(s) || (extra && !(row = lcr_system_reduced(s, extra, false))))
        return LCR_UNKNOWN;
    lcr_answer answer = solve_reduced(s, row, point);
    free(row);
    return answer;
}

lcr_answer lcr_solve_side(lcr_system *s, const lcr_expr *e, int sign, lc_int constant,
                          lc_int *point)
{
    lcr_expr side;
    lcr_expr_zero(&side);
    lcr_expr_add(s->r->lc, &side, lc_int_const(sign), e);
    lcr_expr_add_const(s->r->lc, &side, constant);
    return lcr_system_solve(s, &side, point);
}

lcr_answer lcr_solve_not_zero(lcr_system *s, const lcr_expr *e, lc_int *point)
{
    lcr_answer answer = lcr_solve_side(s, e, 1, lc_int_const(-1), point);
    return answer == LCR_NO ? lcr_solve_side(s, e, -1, lc_int_const(-1), point) : answer;
}

/* ---- domains ---- */

bool lcr_domain_vars(lcr_system *s, const lcr_leaves *leaves, size_t first, size_t *var,
                     lcr_expr *x)
{
    lc_ctx *ctx = s->r->lc;
    lc_int one = lc_int_const(1);
    for (size_t k = first; k < leaves->n; k++) {
        var[k] = SIZE_MAX;
        if (lc_int_is_one(leaves->extent[k]))
            continue;
        var[k] = lcr_system_var(s, lc_int_const(0), lc_int_sub(ctx, leaves->extent[k], one));
        if (var[k] == SIZE_MAX)
            return false;
    }
    lcr_expr_zero(x);
    for (size_t k = 0; k < leaves->n; k++)
        if (var[k] != SIZE_MAX)
            lcr_expr_add_var(ctx, x, leaves->place[k], var[k]);
    return true;
}

void lcr_domain_read(const lcr_leaves *leaves, const size_t *var, const lc_int *point,
                     lc_int *crd)
{
    for (size_t k = 0; k < leaves->n; k++)
        crd[k] = var[k] == SIZE_MAX ? lc_int_const(0) : point[var[k]];
}
