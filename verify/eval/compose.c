/* compose.c - `X o Y o Z`: compositions, offsets between them, tensors. */
#include "config.h"

#include "eval.h"

#include <stdlib.h>

#include "../operation/operation.h"

/* An offset before a layout, a tensor or a composed layout; offsets that meet add up. */
static lcv_value *make_tensor(lc_ctx *ctx, const lc_tuple *offset, const lcv_value *of)
{
    if (of->kind == LCV_COMPOSED)
        return lcv_value_after(ctx, NULL, offset, of);
    lc_layout *a = of->kind == LCV_TENSOR ? lc_layout_ref(of->layout) : lcv_as_layout(ctx, of);
    lcv_value *v = a ? lcv_value_tensor_at(ctx, lc_tuple_ref(offset), lc_layout_ref(a)) : NULL;
    if (v && of->kind == LCV_TENSOR) {
        lc_tuple *both = lcv_add_values(ctx, lc_layout_codomain(a), v->offset, of->offset);
        lcv_value_free(v);
        v = both ? lcv_value_tensor_at(ctx, both, lc_layout_ref(a)) : NULL;
    }
    lc_layout_free(a);
    return v;
}

/* The offset in `{...}`: an integer, a coordinate, or fN before XOR strides. */
static lc_tuple *eval_offset(lcv_eval *e, const lcv_ast *place, bool *by_xor)
{
    lc_ctx *ctx = lcr_ctx_lc(e->r);
    lcv_value *v = lcv_eval_value(e, place);
    lc_tuple *offset = NULL;
    *by_xor = v && lcv_is_xor_element(v);
    if (*by_xor)
        offset = lc_tuple_leaf(ctx, lc_layout_step(v->layout, 0));
    else if (v && v->kind == LCV_TUPLE)
        offset = lc_tuple_ref(v->tuple);
    else if (v)
        lcv_eval_fail(e, place->span, "expected an integer or a coordinate, found %s",
                      lcv_value_describe(v));
    lcv_value_free(v);
    return offset;
}

/* {8} o A: a tensor. Takes over A. */
static lcv_value *eval_tensor(lcv_eval *e, const lcv_ast *part, lcv_value *of)
{
    const lcv_ast *place = part->child;
    lc_ctx *ctx = lcr_ctx_lc(e->r);
    bool by_xor = false, layout = of->kind == LCV_COMPOSED || of->kind == LCV_TENSOR;
    lc_layout *a = layout ? NULL : lcv_as_layout(ctx, of);
    lc_tuple *offset = NULL;
    lcv_value *v = NULL;
    if (!layout && !a)
        lcv_eval_failed(e, part->next->span);
    else
        offset = eval_offset(e, place, &by_xor);
    if (offset && by_xor && lcv_codomain(of) != LC_XOR)
        lcv_eval_fail(e, place->span, "an offset of XOR before values that do not add by XOR");
    else if (offset && !(v = make_tensor(ctx, offset, of)))
        lcv_eval_failed(e, place->span);
    lc_tuple_free(offset);
    lc_layout_free(a);
    lcv_value_free(of);
    return v;
}

/* (0,0) o A: CuTe prints a tensor whose values are coordinates like this. */
static bool is_printed_tensor(const lcv_value *outer, const lcv_value *inner)
{
    return outer->kind == LCV_TUPLE && !lc_tuple_is_leaf(outer->tuple) &&
           (inner->kind == LCV_LAYOUT || inner->kind == LCV_TENSOR) &&
           lc_layout_codomain(inner->layout) == LC_COORDINATES;
}

/* The part between two `o` is an offset, not a layout. */
static bool is_offset(const lcv_value *v)
{
    return v->kind == LCV_TUPLE || lcv_is_xor_element(v);
}

/* X o Y, from the right: applies the parts before the last one to the value of the rest, which is
 * taken over. An offset is taken together with the part before it. */
static lcv_value *compose_parts(lcv_eval *e, size_t n, const lcv_ast *const *node,
                                lcv_value *const *part, lcv_value *rest)
{
    lc_ctx *ctx = lcr_ctx_lc(e->r);
    while (n > 0 && rest) {
        const lcv_ast *ast = node[--n], *last = ast->child->next;
        bool offset = n > 0 && part[n] && is_offset(part[n]);
        bool after_offset = offset && (!part[n - 1] || (n > 1 && is_offset(part[n - 1])));
        lcv_value *v = NULL;
        if (!part[n]) {
            rest = eval_tensor(e, ast->child, rest);
            continue;
        }
        if (after_offset) {
            lcv_eval_fail(e, ast->child->span,
                          "an offset behind another: expected a function "
                          "between them, or their sum");
        } else if (offset) {
            lcv_value *arg[3] = {part[n - 1], part[n], rest};
            lcv_span spans[3] = {node[n - 1]->child->span, ast->child->span, last->span};
            v = lcv_eval_operate(e, node[--n], lcv_operation_find("composed"), 3, arg, spans);
        } else if (n == 0 && is_printed_tensor(part[n], rest)) {
            v = make_tensor(ctx, part[n]->tuple, rest);
            v = v ? v : lcv_eval_failed(e, ast->child->span);
        } else {
            lcv_value *arg[2] = {part[n], rest};
            lcv_span spans[2] = {ast->child->span, last->span};
            v = lcv_eval_operate(e, ast, lcv_operation_find("compose"), 2, arg, spans);
        }
        lcv_value_free(rest);
        rest = v;
    }
    return rest;
}

lcv_value *lcv_eval_compose(lcv_eval *e, const lcv_ast *ast)
{
    size_t n = 0, have = 0;
    const lcv_ast *last = ast;
    for (; last->kind == LCV_AST_COMPOSE; last = last->child->next)
        n++;
    const lcv_ast **node = calloc(n, sizeof *node);
    lcv_value **part = calloc(n, sizeof(lcv_value *)), *v = NULL;
    bool ok = node && part;
    if (!ok)
        lcv_eval_no_memory(e, ast->span);
    for (const lcv_ast *at = ast; ok && at != last; at = at->child->next, have++) {
        node[have] = at;
        if (at->child->kind != LCV_AST_OFFSET)
            ok = (part[have] = lcv_eval_value(e, at->child)) != NULL;
    }
    if (ok && (v = lcv_eval_value(e, last)))
        v = compose_parts(e, n, node, part, v);
    for (size_t i = 0; part && i < have; i++)
        lcv_value_free(part[i]);
    free(part);
    free(node);
    return v;
}
