/* ask.c - is there an integer point of constraints alone? Unknown integers and products are the
 * variables of a system, quotients among them with what bounds them. */
#include "config.h"

#include "solve.h"

#include <stdlib.h>
#include <string.h>

#include "../../isl-bridge/system.h"

#define NONE SIZE_MAX

typedef struct {
    lcv_solver *v;
    lc_ctx *ctx;
    lcr_system *system;
    size_t unknown[LCV_MAX_UNKNOWNS], product[LCV_MAX_PRODUCTS]; /* their variables; NONE */
    const lcv_constraint *all;
    lcr_expr expr, other;
} asking;

size_t lcv_solver_product(lcv_solver *v, const lcv_term *t)
{
    for (size_t i = 0; i < v->nproducts; i++)
        if (v->product[i].n == t->n && memcmp(v->product[i].of, t->of, sizeof t->of) == 0)
            return i;
    if (v->nproducts == LCV_MAX_PRODUCTS)
        return NONE;
    v->product[v->nproducts] = *t;
    v->product[v->nproducts].factor = 1;
    return v->nproducts++;
}

/* ---- variables ---- */

/* An unknown integer, within what constraints say of it alone. */
static size_t new_variable(asking *a, size_t u)
{
    int64_t low = INT64_MIN, high = INT64_MAX;
    for (const lcv_constraint *c = a->all; c; c = c->next) {
        const lcv_term *t = c->sum->term;
        if (c->sum->n != 1 || t->n != 1 || t->of[0] != u || (t->factor != 1 && t->factor != -1) ||
            c->sum->constant == INT64_MIN)
            continue;
        int64_t bound = t->factor == 1 ? -c->sum->constant : c->sum->constant;
        if ((t->factor == 1 || c->equality) && bound > low)
            low = bound;
        if ((t->factor == -1 || c->equality) && bound < high)
            high = bound;
    }
    return low == INT64_MIN ? lcr_system_var_free(a->system)
           : high == INT64_MAX
               ? lcr_system_var_from(a->system, lc_int_si(a->ctx, low))
               : lcr_system_var(a->system, lc_int_si(a->ctx, low), lc_int_si(a->ctx, high));
}

static bool add_sum(asking *a, const lcv_sum *sum, lcr_expr *out);

/* by * q <= of < by * q + by */
static bool add_quotient(asking *a, size_t u)
{
    const lcv_unknown_integer *is = &a->v->s->unknown[u];
    int64_t by = is->by->constant;
    lcr_expr *e = &a->other;
    if (!add_sum(a, is->of, e))
        return false;
    lcr_expr_add_var(a->ctx, e, lc_int_si(a->ctx, -by), a->unknown[u]);
    if (!lcr_system_ge(a->system, e))
        return false;
    for (size_t i = 0; i < e->n; i++)
        e->coefficient[i] = lc_int_neg(a->ctx, e->coefficient[i]);
    e->constant = lc_int_sub(a->ctx, lc_int_si(a->ctx, by - 1), e->constant);
    return lcr_system_ge(a->system, e);
}

/* The variables of a term, and of what stands in its quotients, are there. */
static bool add_variables(asking *a, const lcv_sum *sum)
{
    const lcv_sums *s = a->v->s;
    for (size_t i = 0; i < sum->n; i++) {
        const lcv_term *t = &sum->term[i];
        size_t p = t->n > 1 ? lcv_solver_product(a->v, t) : 0, u = t->of[0];
        size_t *to = t->n > 1 && p != NONE ? &a->product[p] : &a->unknown[u];
        if (p == NONE)
            return false;
        if (*to != NONE)
            continue;
        bool quotient = t->n == 1 && s->unknown[u].kind == LCV_U_FLOOR;
        if (quotient && !add_variables(a, s->unknown[u].of))
            return false;
        *to = t->n > 1 ? lcr_system_var_free(a->system) : new_variable(a, u);
        if (*to == NONE || (quotient && !add_quotient(a, u)))
            return false;
    }
    return true;
}

/* ---- constraints ---- */

/* The sum, whose variables are there. */
static bool add_sum(asking *a, const lcv_sum *sum, lcr_expr *out)
{
    lcr_expr_zero(out);
    lcr_expr_add_const(a->ctx, out, lc_int_si(a->ctx, sum->constant));
    for (size_t i = 0; i < sum->n; i++) {
        const lcv_term *t = &sum->term[i];
        size_t var = t->n > 1 ? a->product[lcv_solver_product(a->v, t)] : a->unknown[t->of[0]];
        lcr_expr_add_var(a->ctx, out, lc_int_si(a->ctx, t->factor), var);
    }
    return lc_ctx_code(a->ctx) == LC_OK;
}

static bool add_constraint(asking *a, const lcv_constraint *c)
{
    return add_variables(a, c->sum) && add_sum(a, c->sum, &a->expr) &&
           (c->equality ? lcr_system_eq(a->system, &a->expr)
                        : lcr_system_ge(a->system, &a->expr));
}

/* ---- the question ---- */

static bool take(const lc_int *at, size_t var, int64_t *to)
{
    *to = 0;
    if (var == NONE) /* any number */
        return true;
    if (!lc_int_fits_si(at[var]))
        return false;
    *to = lc_int_get_si(at[var]);
    return true;
}

static bool read_point(const asking *a, const lc_int *at, lcv_solver_point *to)
{
    for (size_t i = 0; i < a->v->s->n; i++)
        if (!take(at, a->unknown[i], &to->unknown[i]))
            return false;
    for (size_t i = 0; i < a->v->nproducts; i++)
        if (!take(at, a->product[i], &to->product[i]))
            return false;
    return true;
}

static lcv_where answer(asking *a, lcv_solver_point *to)
{
    lc_int at[LCR_MAX_VARS];
    bool ok = a->system != NULL;
    for (const lcv_constraint *c = a->all; ok && c; c = c->next)
        ok = add_constraint(a, c);
    lcr_answer any = ok ? lcr_system_solve(a->system, NULL, at) : LCR_UNKNOWN;
    if (any == LCR_NO)
        return LCV_NOWHERE;
    if (any == LCR_YES && read_point(a, at, to))
        return LCV_SOMEWHERE;
    a->v->open = any == LCR_UNKNOWN ? "isl did not decide a set within its budget"
                                    : "numbers past 64 bits";
    return LCV_UNDECIDED_WHERE;
}

lcv_where lcv_solver_ask(lcv_solver *v, const lcv_constraint *all, lcv_solver_point *to)
{
    lc_ctx *ctx = v->e->ctx;
    if (v->questions == 0 || lc_ctx_ends(ctx)) {
        v->open = "the questions about cases are used up";
        return LCV_UNDECIDED_WHERE;
    }
    v->questions--;
    v->asked++;
    lc_frame frame = lc_frame_open(ctx);
    asking *a = lc_frame_alloc(ctx, 1, sizeof *a);
    lcv_where found = LCV_UNDECIDED_WHERE;
    if (a) {
        *a = (asking){.v = v, .ctx = ctx, .all = all, .system = lcr_system_new(v->e->r)};
        memset(a->unknown, 0xff, sizeof a->unknown);
        memset(a->product, 0xff, sizeof a->product);
        found = answer(a, to);
        lcr_system_free(a->system);
    }
    lc_frame_close(ctx, frame);
    if (found == LCV_UNDECIDED_WHERE && lc_ctx_code(ctx) != LC_ERR_INTERRUPTED)
        lc_ctx_reset(ctx);
    return found;
}
