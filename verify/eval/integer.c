/* integer.c - arithmetic on integers, and on tuples by element.
 *
 * Both operands of a sum are nested alike; a product, a quotient or a remainder of a tuple and an
 * integer is that of each element.
 */
#include "config.h"

#include "eval.h"

void lcv_note_rounding(const lcv_eval *e, lcv_source *source, const lcv_ast *ast)
{
    if (e->notes)
        lcv_notes_add(e->notes, source, ast->span,
                      "an operand can be negative: %s as in Python; C rounds quotients to 0",
                      ast->op == LCV_OP_DIV ? "the quotient rounds down"
                                            : "the remainder has the sign of the divisor");
}

/* Shifts to the right, as quotients, round down. */
static bool shift(lcv_eval *e, const lcv_ast *ast, lc_int a, lc_int b, lc_int *result)
{
    const lc_int most = lc_int_const(LC_MAX_INT_BITS);
    if (lc_int_sign(b) < 0)
        return lcv_eval_fail(e, ast->child->next->span, "a shift by a negative number");
    unsigned n =
        (unsigned)lc_int_get_si(lc_int_min(b, lc_int_add(e->ctx, most, lc_int_const(1))));
    if (ast->op == LCV_OP_SHL)
        *result = lc_int_shift(e->ctx, a, n);
    else if (n > LC_MAX_INT_BITS)
        *result = lc_int_const(lc_int_sign(a) < 0 ? -1 : 0);
    else
        *result = lc_int_fdiv(e->ctx, a, lc_int_shift(e->ctx, lc_int_const(1), n));
    return true;
}

static bool compute(lcv_eval *e, const lcv_ast *ast, lc_int a, lc_int b, lc_int *result)
{
    lc_ctx *ctx = e->ctx;
    bool divides = ast->op == LCV_OP_DIV || ast->op == LCV_OP_MOD;
    if (divides && lc_int_is_zero(b))
        return lcv_eval_fail(e, ast->child->next->span, "division by zero");
    if (divides && !ast->text && (lc_int_sign(a) < 0 || lc_int_sign(b) < 0) &&
        !lc_int_divides(ctx, b, a))
        lcv_note_rounding(e, e->source, ast);
    switch (ast->op) {
    case LCV_OP_ADD: *result = lc_int_add(ctx, a, b); break;
    case LCV_OP_SUB: *result = lc_int_sub(ctx, a, b); break;
    case LCV_OP_MUL: *result = lc_int_mul(ctx, a, b); break;
    case LCV_OP_DIV: *result = lc_int_fdiv(ctx, a, b); break;
    case LCV_OP_MOD: *result = lc_int_fmod(ctx, a, b); break;
    case LCV_OP_BITAND: *result = lc_int_and(ctx, a, b); break;
    case LCV_OP_XOR: *result = lc_int_xor(ctx, a, b); break;
    case LCV_OP_BITOR: *result = lc_int_or(ctx, a, b); break;
    case LCV_OP_SHL:
    case LCV_OP_SHR: return shift(e, ast, a, b, result);
    case LCV_OP_BITNOT: *result = lc_int_sub(ctx, lc_int_const(-1), a); break;
    default: *result = lc_int_neg(ctx, a); break;
    }
    return true;
}

static bool is_tuple(const lcv_value *v)
{
    return v && v->kind == LCV_TUPLE && !lc_tuple_has_wildcard(v->tuple);
}

/* Is the value a tuple that is more than an integer? */
static bool is_nested(const lcv_value *v)
{
    return is_tuple(v) && !lc_tuple_is_leaf(v->tuple);
}

/* The operation on each element: the operands are nested alike, or one is an integer, where the
 * operation allows that. */
static lcv_value *by_element(lcv_eval *e, const lcv_ast *ast, lcv_value *const v[2])
{
    lc_ctx *ctx = e->ctx;
    const lcv_value *like = is_nested(v[0]) ? v[0] : v[1];
    bool over = ast->op == LCV_OP_MUL ||
                (ast->op != LCV_OP_ADD && ast->op != LCV_OP_SUB && like == v[0]);
    if (ast->op == LCV_OP_DIV && v[0] == like && !is_nested(v[1]) && !ast->text) {
        lcv_eval_fail(e, ast->span, "a tuple divided by an integer");
        return lcv_diag_hint(e->diag,
                             "expected shape_div(S, n) for CuTe's division of a shape, which "
                             "goes through the extents, or S // n for that of each element");
    }
    bool alike = !v[1] || lc_tuple_congruent(v[0]->tuple, v[1]->tuple);
    if (!alike && !(over && (!is_nested(v[0]) || !is_nested(v[1]))))
        return lcv_eval_fail(e, ast->span, "'%s' of tuples that are nested differently",
                             lcv_op_name(ast->op));
    size_t n = lc_tuple_nleaves(like->tuple);
    lc_int *result = lc_frame_alloc(ctx, n, sizeof *result);
    bool ok = result != NULL;
    for (size_t k = 0; ok && k < n; k++) {
        lc_int a = lc_tuple_value(v[0]->tuple, is_nested(v[0]) ? k : 0);
        lc_int b = v[1] ? lc_tuple_value(v[1]->tuple, is_nested(v[1]) ? k : 0) : lc_int_const(0);
        ok = compute(e, ast, a, b, &result[k]);
    }
    if (e->status != LCV_EVAL_OK)
        return NULL;
    return lcv_eval_kept(e, ast->span,
                         ok ? lcv_value_tuple(ctx, lc_tuple_like(ctx, like->tuple, result))
                            : NULL);
}

lcv_value *lcv_eval_integers(lcv_eval *e, const lcv_ast *ast, lcv_value *const v[2])
{
    lc_ctx *ctx = e->ctx;
    lc_int n[2] = {lc_int_const(0), lc_int_const(0)}, result;
    const lcv_ast *part = ast->child;
    if (is_tuple(v[0]) && (!v[1] || is_tuple(v[1])) && (is_nested(v[0]) || is_nested(v[1])))
        return by_element(e, ast, v);
    for (size_t i = 0; i < 2 && v[i]; i++, part = part->next) {
        if (!lcv_as_int(ctx, v[i], &n[i]))
            return lcv_eval_failed(e, part->span);
    }
    if (!compute(e, ast, n[0], n[1], &result))
        return NULL;
    return lcv_eval_kept(e, ast->span, lcv_value_int(ctx, result));
}
