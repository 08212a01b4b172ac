#include "config.h"

#include <isl/constraint.h>
#include <isl/mat.h>
#include <isl/point.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"
#include "system.h"

/* A row is constant, then the coefficients; kept as lcr_expr would waste space. */
typedef struct {
    bool equality;
    size_t n;
    lc_int *value; /* n + 1 integers: the constant, the coefficients */
} row;

struct lcr_system {
    lcr_ctx *r;
    size_t nvars;
    size_t nrows, room;
    row *rows;
    isl_basic_set *set; /* of all rows; NULL when it has to be made anew */
};

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
    for (size_t i = 0; i < s->nrows; i++)
        free(s->rows[i].value);
    free(s->rows);
    isl_basic_set_free(s->set);
    free(s);
}

/* ---- expressions ---- */

void lcr_expr_zero(lcr_expr *e)
{
    e->n = 0;
    e->constant = lc_int_const(0);
}

static void widen(lcr_expr *e, size_t n)
{
    for (; e->n < n; e->n++)
        e->coefficient[e->n] = lc_int_const(0);
}

void lcr_expr_add_const(lc_ctx *ctx, lcr_expr *e, lc_int value)
{
    e->constant = lc_int_add(ctx, e->constant, value);
}

void lcr_expr_add_var(lc_ctx *ctx, lcr_expr *e, lc_int coefficient, size_t var)
{
    widen(e, var + 1);
    e->coefficient[var] = lc_int_add(ctx, e->coefficient[var], coefficient);
}

void lcr_expr_add(lc_ctx *ctx, lcr_expr *e, lc_int factor, const lcr_expr *other)
{
    widen(e, other->n);
    e->constant = lc_int_add(ctx, e->constant, lc_int_mul(ctx, factor, other->constant));
    for (size_t i = 0; i < other->n; i++)
        e->coefficient[i] = lc_int_add(ctx, e->coefficient[i],
                                       lc_int_mul(ctx, factor, other->coefficient[i]));
}

/* ---- rows ---- */

static bool add_row(lcr_system *s, bool equality, const lcr_expr *e)
{
    if (s->nrows == s->room) {
        size_t room = s->room ? 2 * s->room : 32;
        row *rows = realloc(s->rows, room * sizeof *rows);
        if (!rows) {
            lc_fail(s->r->lc, LC_ERR_MEMORY, "out of memory");
            return false;
        }
        s->rows = rows;
        s->room = room;
    }
    lc_int *value = lc_alloc(s->r->lc, e->n + 1, sizeof(lc_int));
    if (!value)
        return false;
    value[0] = e->constant;
    memcpy(value + 1, e->coefficient, e->n * sizeof(lc_int));
    s->rows[s->nrows++] = (row){equality, e->n, value};
    isl_basic_set_free(s->set);
    s->set = NULL;
    return true;
}

bool lcr_system_eq(lcr_system *s, const lcr_expr *e)
{
    return add_row(s, true, e);
}

bool lcr_system_ge(lcr_system *s, const lcr_expr *e)
{
    return add_row(s, false, e);
}

size_t lcr_system_var_free(lcr_system *s)
{
    if (s->nvars == LCR_MAX_VARS) {
        lc_fail(s->r->lc, LC_ERR_LIMIT, "a system of more than %d variables", LCR_MAX_VARS);
        return SIZE_MAX;
    }
    isl_basic_set_free(s->set);
    s->set = NULL;
    return s->nvars++;
}

size_t lcr_system_var_from(lcr_system *s, lc_int low)
{
    lc_ctx *ctx = s->r->lc;
    size_t var = lcr_system_var_free(s);
    if (var == SIZE_MAX)
        return var;
    lcr_expr e;
    lcr_expr_zero(&e);
    lcr_expr_add_var(ctx, &e, lc_int_const(1), var);
    lcr_expr_add_const(ctx, &e, lc_int_neg(ctx, low));
    return lcr_system_ge(s, &e) ? var : SIZE_MAX;
}

size_t lcr_system_var(lcr_system *s, lc_int low, lc_int high)
{
    lc_ctx *ctx = s->r->lc;
    size_t var = lcr_system_var_from(s, low);
    if (var == SIZE_MAX)
        return var;
    lcr_expr e;
    lcr_expr_zero(&e);
    lcr_expr_add_var(ctx, &e, lc_int_const(-1), var);
    lcr_expr_add_const(ctx, &e, high);
    return lcr_system_ge(s, &e) ? var : SIZE_MAX;
}

/* ---- solving ---- */

/* The rows of one kind as isl's matrix, the variables first, then the constant. */
static isl_mat *matrix(lcr_system *s, bool equality)
{
    unsigned count = 0, cols = (unsigned)s->nvars + 1;
    for (size_t i = 0; i < s->nrows; i++)
        count += s->rows[i].equality == equality;
    isl_mat *m = isl_mat_alloc(s->r->isl, count, cols);
    int at = 0;
    for (size_t i = 0; i < s->nrows; i++) {
        const row *w = &s->rows[i];
        if (w->equality != equality)
            continue;
        for (size_t j = 0; j < s->nvars; j++)
            m = isl_mat_set_element_val(
                m, at, (int)j, lcr_val(s->r, j < w->n ? w->value[j + 1] : lc_int_const(0)));
        m = isl_mat_set_element_val(m, at++, (int)cols - 1, lcr_val(s->r, w->value[0]));
    }
    return m;
}

static isl_basic_set *build(lcr_system *s)
{
    isl_space *space = isl_space_set_alloc(s->r->isl, 0, (unsigned)s->nvars);
    return isl_basic_set_from_constraint_matrices(space, matrix(s, true), matrix(s, false),
                                                  isl_dim_set, isl_dim_div, isl_dim_param,
                                                  isl_dim_cst);
}

static isl_basic_set *with_extra(lcr_system *s, isl_basic_set *set, const lcr_expr *extra)
{
    isl_constraint *c =
        isl_constraint_alloc_inequality(isl_local_space_from_space(isl_basic_set_get_space(set)));
    for (size_t i = 0; i < extra->n; i++)
        if (!lc_int_is_zero(extra->coefficient[i]))
            c = isl_constraint_set_coefficient_val(c, isl_dim_set, (int)i,
                                                   lcr_val(s->r, extra->coefficient[i]));
    c = isl_constraint_set_constant_val(c, lcr_val(s->r, extra->constant));
    return isl_basic_set_add_constraint(set, c);
}

static bool read_point(lcr_system *s, isl_point *p, lc_int *point)
{
    for (size_t i = 0; i < s->nvars; i++)
        if (!lcr_int(s->r, isl_point_get_coordinate_val(p, isl_dim_set, (int)i), &point[i]))
            return false;
    return true;
}

lcr_answer lcr_system_solve(lcr_system *s, const lcr_expr *extra, lc_int *point)
{
    lcr_begin(s->r);
    if (!s->set)
        s->set = build(s);
    isl_basic_set *set = isl_basic_set_copy(s->set);
    if (set && extra)
        set = with_extra(s, set, extra);
    isl_point *p = set ? isl_basic_set_sample_point(set) : NULL;
    isl_bool is_void = p ? isl_point_is_void(p) : isl_bool_error;
    lcr_answer answer = LCR_UNKNOWN;
    if (is_void == isl_bool_true)
        answer = LCR_NO;
    else if (is_void == isl_bool_false && read_point(s, p, point))
        answer = LCR_YES;
    isl_point_free(p);
    return lcr_end(s->r) == LC_OK ? answer : LCR_UNKNOWN;
}
