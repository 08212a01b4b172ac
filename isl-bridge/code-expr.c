#include "config.h"

#include "code-expr.h"

#include <isl/id.h>

#include "internal.h"

typedef struct {
    lcr_ctx *r;
    lc_exprs *x;
    size_t depth;
} conversion;

const lc_expr *lcr_no_variable(lcr_ctx *r, const char *name)
{
    return lc_fail(r->lc, LC_ERR_INVALID,
                   "'%.60s' is no variable: expected the names of the expression's variables",
                   name ? name : "(none)");
}

static const lc_expr *convert(conversion *c, isl_ast_expr *e);

static const lc_expr *convert_id(conversion *c, isl_ast_expr *e)
{
    isl_id *id = isl_ast_expr_id_get_id(e);
    const char *name = isl_id_get_name(id);
    const lc_expr *var = name ? lc_exprs_find(c->x, name) : NULL;
    if (!var)
        lcr_no_variable(c->r, name);
    isl_id_free(id);
    return var;
}

static const lc_expr *convert_int(conversion *c, isl_ast_expr *e)
{
    lc_int value;
    if (!lcr_int(c->r, isl_ast_expr_int_get_val(e), &value))
        return NULL;
    if (!lc_int_fits_si(value))
        return lc_fail(c->r->lc, LC_ERR_LIMIT, "a constant of more than 64 bits");
    return lc_expr_int(c->x, lc_int_get_si(value));
}

static const lc_expr *argument(conversion *c, isl_ast_expr *e, int i)
{
    isl_ast_expr *arg = isl_ast_expr_op_get_arg(e, i);
    const lc_expr *converted = convert(c, arg);
    isl_ast_expr_free(arg);
    return converted;
}

/* The bounds that isl promises for a dividend. */
static const lc_expr *not_negative(conversion *c, const lc_expr *e)
{
    return e && e->high >= 0 ? lc_expr_assume(c->x, e, 0, INT64_MAX) : e;
}

/* a op b op c op ... */
static const lc_expr *chain(conversion *c, lc_expr_op op, isl_ast_expr *e)
{
    isl_size n = isl_ast_expr_op_get_n_arg(e);
    const lc_expr *all = n > 0 ? argument(c, e, 0) : NULL;
    for (int i = 1; all && i < n; i++)
        all = lc_expr_make(c->x, op, all, argument(c, e, i));
    return all;
}

static const lc_expr *divide(conversion *c, lc_expr_op op, isl_ast_expr *e, bool promised)
{
    const lc_expr *dividend = argument(c, e, 0), *divisor = argument(c, e, 1);
    if (promised)
        dividend = not_negative(c, dividend);
    return lc_expr_make(c->x, op, dividend, divisor);
}

static const lc_expr *compare(conversion *c, lc_expr_op op, isl_ast_expr *e, bool turned)
{
    const lc_expr *a = argument(c, e, 0), *b = argument(c, e, 1);
    return turned ? lc_expr_make(c->x, op, b, a) : lc_expr_make(c->x, op, a, b);
}

static const lc_expr *convert_op(conversion *c, isl_ast_expr *e)
{
    const lc_expr *a, *b;
    switch (isl_ast_expr_op_get_type(e)) {
    case isl_ast_expr_op_and:
    case isl_ast_expr_op_and_then: return chain(c, LC_EXPR_ALL, e);
    case isl_ast_expr_op_or:
    case isl_ast_expr_op_or_else: return chain(c, LC_EXPR_ANY, e);
    case isl_ast_expr_op_max: return chain(c, LC_EXPR_MAX, e);
    case isl_ast_expr_op_min: return chain(c, LC_EXPR_MIN, e);
    case isl_ast_expr_op_minus:
        return lc_expr_make(c->x, LC_EXPR_SUB, lc_expr_int(c->x, 0), argument(c, e, 0));
    case isl_ast_expr_op_add: return chain(c, LC_EXPR_ADD, e);
    case isl_ast_expr_op_sub: return chain(c, LC_EXPR_SUB, e);
    case isl_ast_expr_op_mul: return chain(c, LC_EXPR_MUL, e);
    case isl_ast_expr_op_div: /* without a remainder */
    case isl_ast_expr_op_fdiv_q: return divide(c, LC_EXPR_DIV, e, false);
    case isl_ast_expr_op_pdiv_q: return divide(c, LC_EXPR_DIV, e, true);
    case isl_ast_expr_op_pdiv_r: return divide(c, LC_EXPR_MOD, e, true);
    case isl_ast_expr_op_zdiv_r: return divide(c, LC_EXPR_MOD, e, false);
    case isl_ast_expr_op_cond:
    case isl_ast_expr_op_select:
        a = argument(c, e, 0);
        b = argument(c, e, 1);
        return lc_expr_select(c->x, a, b, argument(c, e, 2));
    case isl_ast_expr_op_eq: return compare(c, LC_EXPR_EQ, e, false);
    case isl_ast_expr_op_le: return compare(c, LC_EXPR_LE, e, false);
    case isl_ast_expr_op_lt: return compare(c, LC_EXPR_LT, e, false);
    case isl_ast_expr_op_ge: return compare(c, LC_EXPR_LE, e, true);
    case isl_ast_expr_op_gt: return compare(c, LC_EXPR_LT, e, true);
    default:
        return lc_fail(c->r->lc, LC_ERR_INTERNAL,
                       LCR_WRITING ": an operation of isl that is not known");
    }
}

static const lc_expr *convert(conversion *c, isl_ast_expr *e)
{
    const lc_expr *converted = NULL;
    if (c->depth == LC_MAX_EXPR_DEPTH)
        return lc_fail(c->r->lc, LC_ERR_LIMIT, "an expression nested deeper than %d",
                       LC_MAX_EXPR_DEPTH);
    c->depth++;
    switch (isl_ast_expr_get_type(e)) {
    case isl_ast_expr_id: converted = convert_id(c, e); break;
    case isl_ast_expr_int: converted = convert_int(c, e); break;
    case isl_ast_expr_op: converted = convert_op(c, e); break;
    default: lcr_isl_failed(c->r, LCR_WRITING); break;
    }
    c->depth--;
    return converted;
}

const lc_expr *lcr_expr_of_isl(lcr_ctx *r, lc_exprs *x, isl_ast_expr *e)
{
    if (!e || !lcr_isl_ok(r)) {
        isl_ast_expr_free(e);
        lcr_isl_failed(r, LCR_WRITING);
        return NULL;
    }
    conversion c = {r, x, 0};
    lc_frame frame = lc_frame_open(r->lc);
    const lc_expr *converted = convert(&c, e);
    lc_frame_close(r->lc, frame);
    isl_ast_expr_free(e);
    return converted;
}
