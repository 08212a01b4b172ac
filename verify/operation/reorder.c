/* reorder.c - reordering(X, Y): the permutation P of coordinates with X = Y o P. */
#include "config.h"

#include "../claim/claims.h"
#include "../function/pair.h"
#include "../function/permutation.h"
#include "operation.h"

/* Each value comes as often in both; false with the error that says which does not. */
static bool is_reordering(lcv_call *call, lcv_value *const *arg)
{
    lcv_result *result = lcv_prove_reorders(call->r, 2, arg);
    bool proved = result && result->verdict == LCV_PROVED;
    if (result && result->verdict == LCV_REFUTED)
        lc_fail(call->ctx, LC_ERR_NO_VALUE, "X is no reordering of Y: %.400s",
                result->counterexample.summary);
    else if (result && !proved)
        lc_fail(call->ctx, LC_ERR_BUDGET, "reordering: %.400s", result->reason);
    lcv_result_free(result);
    return proved;
}

lcv_value *lcv_op_reordering(lcv_call *call)
{
    lc_ctx *ctx = call->ctx;
    lcv_function f[2] = {{.name = "X"}, {.name = "Y"}};
    lcv_value **arg = lcv_values_listed(call->r, call->name, false, call->n, call->arg);
    if (!arg || !is_reordering(call, arg) || !lcv_arg_pair(ctx, "reordering", arg, f))
        return NULL;
    lcv_value *p = lcv_permutation(ctx, f);
    if (p)
        return lcv_value_ref(p);
    return lc_ctx_code(ctx) != LC_OK
               ? NULL
               : lc_fail(ctx, LC_ERR_NO_VALUE,
                         "X is a reordering of Y, but none that a layout or a linear layout is "
                         "known to give");
}

/* ---- within threads ---- */

static void *depends_on_thread(lc_ctx *ctx, lc_int thread)
{
    char *text = lcv_kept(ctx, lc_int_to_str(ctx, thread));
    return text ? lc_fail(ctx, LC_ERR_NO_VALUE,
                          "each thread holds what it should, but thread %.40s in another order "
                          "than thread 0",
                          text)
                : NULL;
}

/* The modes of P past the first, in values: P(t,v) = t + threads Q(v). */
static lcv_value *of_values(lc_ctx *ctx, const lc_layout *p, lc_int threads)
{
    size_t rank = lc_layout_rank(p);
    lc_layout *first = lcv_mode_of(ctx, p, 0);
    for (int64_t t = 1; first && t < lc_int_get_si(threads); t++)
        if (!lc_int_eq(lc_layout_at(ctx, first, lc_int_si(ctx, t)), lc_int_si(ctx, t)))
            return depends_on_thread(ctx, lc_int_si(ctx, t));
    lc_layout *rest = rank == 2 ? lcv_mode_of(ctx, p, 1)
                                : lcv_kept(ctx, lc_layout_group(ctx, p, 1, rank));
    if (rest && rank > 2)
        rest = lcv_mode_of(ctx, rest, 1);
    size_t n = rest ? lc_layout_nleaves(rest) : 0;
    lc_int *step = lc_frame_alloc(ctx, n + 1, sizeof *step);
    lc_tuple *shape = rest && step ? lcv_shape_of(ctx, rest) : NULL;
    for (size_t k = 0; shape && k < n; k++)
        step[k] = lc_int_fdiv(ctx, lc_layout_step(rest, k), threads);
    lc_tuple *stride = shape ? lcv_kept(ctx, lc_tuple_like(ctx, shape, step)) : NULL;
    return stride ? lcv_value_layout(ctx, lc_layout_new(ctx, shape, stride)) : NULL;
}

/* The columns of the bits of values, in these. */
static lcv_value *of_registers(lc_ctx *ctx, const lc_f2 *p, const lcv_threads t[2])
{
    lc_dim dim = {.name = "register", .bits = 0};
    lc_f2 q = lc_f2_zero(0, 0);
    for (unsigned j = 0; j < p->cols; j++) {
        lc_int in = lc_int_from_word(ctx, (uint64_t)1 << j),
               out = lc_int_from_word(ctx, p->column[j]);
        lc_int thread = lcv_thread_at(ctx, &t[0], in), value = lcv_register_at(ctx, &t[1], out);
        if (lc_int_is_zero(thread))
            q.column[q.cols++] = lcv_to_word(value);
        else if (!lc_int_is_zero(value))
            return depends_on_thread(ctx, thread);
    }
    q.rows = dim.bits = q.cols;
    lc_linear *l = lc_linear_new(ctx, 1, &dim, 1, &dim, &q);
    return l ? lcv_value_linear(ctx, l) : NULL;
}

static bool is_fed(lcv_call *call, lcv_value *const *arg)
{
    lcv_result *result = lcv_prove_feeds(call->r, 2, arg);
    bool proved = result && result->verdict == LCV_PROVED;
    if (result && result->verdict == LCV_REFUTED)
        lc_fail(call->ctx, LC_ERR_NO_VALUE, "T does not feed U: %.100s: %.300s",
                result->counterexample.where, result->counterexample.summary);
    else if (result && !proved)
        lc_fail(call->ctx, LC_ERR_BUDGET, "register_permutation: %.400s", result->reason);
    lcv_result_free(result);
    return proved;
}

lcv_value *lcv_op_register_permutation(lcv_call *call)
{
    lc_ctx *ctx = call->ctx;
    lcv_function f[2] = {{.name = "T"}, {.name = "U"}}, packed[2];
    lcv_threads t[2];
    lcv_value **arg = lcv_values_listed(call->r, call->name, false, call->n, call->arg);
    if (!arg || !is_fed(call, arg) || !lcv_arg_threads(ctx, call->name, arg, f, packed, t))
        return NULL;
    lcv_value *p = lcv_thread_permutation(ctx, t);
    if (p && p->kind == LCV_LAYOUT)
        return of_values(ctx, p->layout, t[0].threads);
    if (p)
        return of_registers(ctx, lc_linear_matrix(p->linear), t);
    return lc_ctx_code(ctx) != LC_OK
               ? NULL
               : lc_fail(ctx, LC_ERR_NO_VALUE,
                         "T feeds U, but by no permutation that a layout or a linear layout is "
                         "known to give");
}
