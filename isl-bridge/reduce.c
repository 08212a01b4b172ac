/* reduce.c - variables that the others define leave the system.
 *
 * An equality in which some variable has the coefficient 1 or -1 defines it: it is substituted
 * everywhere, and its bounds become inequalities. isl gets no equalities of this kind; it would
 * solve them by a Hermite normal form, whose integers explode.
 */
#include "config.h"

#include "internal.h"

#include <stdlib.h>

void lcr_system_unreduce(lcr_system *s)
{
    lcr_rows_clear(&s->reduced);
    for (size_t i = 0; i < s->nsubs; i++)
        free(s->sub[i].value);
    s->nsubs = 0;
    s->base = isl_basic_set_free(s->base);
    s->is_reduced = false;
}

/* A substituted variable's value may hold variables substituted later. */
static void substitute(const lcr_system *s, lcr_expr *e)
{
    for (size_t i = 0; i < s->nsubs; i++) {
        size_t var = s->sub[i].var;
        const lcr_row *value = s->sub[i].value;
        if (var >= e->n || lc_int_is_zero(e->coefficient[var]))
            continue;
        lc_int factor = e->coefficient[var];
        e->coefficient[var] = lc_int_const(0);
        lcr_expr_add_row(s->r->lc, e, factor, value);
    }
}

lcr_row *lcr_system_reduced(const lcr_system *s, const lcr_expr *e, bool equality)
{
    lcr_expr copy = *e;
    substitute(s, &copy);
    return lcr_row_of(s->r->lc, &copy, equality);
}

static bool keep(lcr_system *s, const lcr_expr *e, bool equality)
{
    return lcr_rows_add(s->r->lc, &s->reduced, lcr_system_reduced(s, e, equality));
}

/* The newest variable with the coefficient 1 or -1, or SIZE_MAX. */
static size_t defined_variable(const lcr_expr *e)
{
    for (size_t i = e->n; i-- > 0;)
        if (lc_int_is_one(e->coefficient[i]) || lc_int_eq(e->coefficient[i], lc_int_const(-1)))
            return i;
    return SIZE_MAX;
}

/* The value of var from e = 0. */
static bool define(lcr_system *s, lcr_expr *e, size_t var)
{
    lc_ctx *ctx = s->r->lc;
    lcr_expr value;
    lc_int sign = e->coefficient[var];
    e->coefficient[var] = lc_int_const(0);
    lcr_expr_zero(&value);
    lcr_expr_add(ctx, &value, lc_int_neg(ctx, sign), e);
    s->sub[s->nsubs].var = var;
    s->sub[s->nsubs].value = lcr_row_of(ctx, &value, false);
    s->column[var] = SIZE_MAX;
    return s->sub[s->nsubs].value && ++s->nsubs > 0;
}

/* Keeps the equalities that define no variable; the others are used up. */
static bool use_equalities(lcr_system *s, bool *used)
{
    for (size_t i = 0; i < s->rows.n; i++) {
        lcr_expr e;
        if (!s->rows.row[i]->equality)
            continue;
        lcr_expr_zero(&e);
        lcr_expr_add_row(s->r->lc, &e, lc_int_const(1), s->rows.row[i]);
        substitute(s, &e);
        size_t var = defined_variable(&e);
        used[i] = var != SIZE_MAX;
        if (used[i] && !define(s, &e, var))
            return false;
    }
    return true;
}

/* Constraints, and bounds of substituted variables, in the remaining variables. */
static bool keep_rest(lcr_system *s, const bool *used)
{
    lc_ctx *ctx = s->r->lc;
    lcr_expr e;
    bool ok = true;
    for (size_t i = 0; ok && i < s->rows.n; i++) {
        lcr_expr_zero(&e);
        lcr_expr_add_row(ctx, &e, lc_int_const(1), s->rows.row[i]);
        ok = used[i] || keep(s, &e, s->rows.row[i]->equality);
    }
    for (size_t i = 0; ok && i < s->nsubs; i++) {
        const lcr_range *bound = &s->bound[s->sub[i].var];
        lcr_expr_zero(&e);
        lcr_expr_add_row(ctx, &e, lc_int_const(1), s->sub[i].value);
        lcr_expr_add_const(ctx, &e, lc_int_neg(ctx, bound->low));
        ok = !bound->bounded_below || keep(s, &e, false);
        lcr_expr_zero(&e);
        lcr_expr_add_row(ctx, &e, lc_int_const(-1), s->sub[i].value);
        lcr_expr_add_const(ctx, &e, bound->high);
        ok = ok && (!bound->bounded_above || keep(s, &e, false));
    }
    return ok;
}

bool lcr_system_reduce(lcr_system *s)
{
    if (s->is_reduced)
        return true;
    for (size_t i = 0; i < s->nvars; i++)
        s->column[i] = 0;
    bool *used = lc_alloc(s->r->lc, s->rows.n, sizeof *used);
    bool ok = used && use_equalities(s, used) && keep_rest(s, used);
    free(used);
    s->ncolumns = 0;
    for (size_t i = 0; i < s->nvars; i++)
        if (s->column[i] != SIZE_MAX)
            s->column[i] = s->ncolumns++;
    if (!ok)
        lcr_system_unreduce(s);
    s->is_reduced = ok;
    return ok;
}

void lcr_system_fill_in(const lcr_system *s, lc_int *point)
{
    lc_ctx *ctx = s->r->lc;
    for (size_t i = s->nsubs; i-- > 0;) {
        const lcr_row *value = s->sub[i].value;
        lc_int sum = value->constant;
        for (size_t k = 0; k < value->n; k++)
            if (!lc_int_is_zero(value->coefficient[k]))
                sum = lc_int_add(ctx, sum, lc_int_mul(ctx, value->coefficient[k], point[k]));
        point[s->sub[i].var] = sum;
    }
}
