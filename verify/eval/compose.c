/* compose.c - `X o Y o Z`: compositions, offsets between them, tensors. */
#include "config.h"

#include "eval.h"

/* An offset before a layout, a tensor or a composed layout; offsets that meet add up. Kept. */
static lcv_value *make_tensor(lc_ctx *ctx, const lc_tuple *offset, const lcv_value *of)
{
    if (of->kind == LCV_COMPOSED)
        return lcv_kept(ctx, lcv_value_after(ctx, NULL, offset, of));
    bool tensor = of->kind == LCV_TENSOR;
    lc_layout *a = tensor ? of->layout : lcv_kept(ctx, lcv_as_layout(ctx, of));
    lcv_value *v = lcv_value_tensor_at(ctx, lc_tuple_ref(offset), lc_layout_ref(a));
    if (!lcv_kept(ctx, v) || !tensor)
        return v;
    lc_tuple *both = lcv_add_values(ctx, lc_layout_codomain(a), v->offset, of->offset);
    return lcv_kept(ctx, lcv_value_tensor_at(ctx, both, lc_layout_ref(a)));
}

/* The offset in `{...}`: an integer, a coordinate, or fN before XOR strides. */
static lc_tuple *eval_offset(lcv_eval *e, const lcv_ast *place, bool *by_xor)
{
    lcv_value *v = lcv_eval_value(e, place);
    *by_xor = v && lcv_is_xor_element(v);
    if (*by_xor)
        return lcv_kept(e->ctx, lc_tuple_leaf(e->ctx, lc_layout_step(v->layout, 0)));
    if (v && v->kind == LCV_TUPLE)
        return v->tuple;
    if (v)
        lcv_eval_fail(e, place->span, "expected an integer or a coordinate, found %s",
                      lcv_value_describe(v));
    return NULL;
}

/* {5} o L, L with named dims: an affine layout. Offsets that meet add by XOR. */
static lcv_value *make_affine(lc_ctx *ctx, const lc_tuple *offset, const lcv_value *of)
{
    lcv_value *v =
        lcv_kept(ctx, lcv_value_affine(ctx, lc_tuple_ref(offset), lc_linear_ref(of->linear)));
    if (!v || of->kind == LCV_LINEAR)
        return v;
    uint64_t base = lcv_affine_base(v) ^ lcv_affine_base(of);
    return lcv_kept(ctx, lcv_value_affine(ctx, lcv_affine_offset(ctx, of->linear, base),
                                          lc_linear_ref(of->linear)));
}

/* {8} o A: a tensor. */
static lcv_value *eval_tensor(lcv_eval *e, const lcv_ast *part, const lcv_value *of)
{
    const lcv_ast *place = part->child;
    bool dims = lcv_has_dims(of), by_xor = false;
    bool layout = dims || of->kind == LCV_COMPOSED || of->kind == LCV_TENSOR;
    if (!layout && !lcv_kept(e->ctx, lcv_as_layout(e->ctx, of)))
        return lcv_eval_failed(e, part->next->span);
    lc_tuple *offset = eval_offset(e, place, &by_xor);
    if (offset && by_xor && !dims && lcv_codomain(of) != LC_XOR)
        return lcv_eval_fail(e, place->span,
                             "an offset of XOR before values that do not add by XOR");
    lcv_value *v = !offset ? NULL
                   : dims  ? make_affine(e->ctx, offset, of)
                           : make_tensor(e->ctx, offset, of);
    return v || !offset ? v : lcv_eval_failed(e, place->span);
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

/* X o Y, from the right: applies the parts before the last one to the value of the rest. An
 * offset is taken together with the part before it. */
static lcv_value *compose_parts(lcv_eval *e, size_t n, const lcv_ast *const *node,
                                lcv_value *const *part, lcv_value *rest)
{
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
            v = make_tensor(e->ctx, part[n]->tuple, rest);
            v = v ? v : lcv_eval_failed(e, ast->child->span);
        } else {
            lcv_value *arg[2] = {part[n], rest};
            lcv_span spans[2] = {ast->child->span, last->span};
            v = lcv_eval_operate(e, ast, lcv_operation_find("compose"), 2, arg, spans);
            if (!v && part[n]->kind == LCV_LAYOUT && lcv_has_dims(rest))
                lcv_diag_hint(e->diag,
                              "expected A o layout(L), where L is a layout, or relations: "
                              "layout_map(A) o layout_map(L)");
        }
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
    const lcv_ast **node = lc_frame_alloc(e->ctx, n, sizeof *node);
    lcv_value **part = lc_frame_alloc(e->ctx, n, sizeof(lcv_value *));
    if (!node || !part)
        return lcv_eval_no_memory(e, ast->span);
    for (const lcv_ast *at = ast; at != last; at = at->child->next, have++) {
        node[have] = at;
        if (at->child->kind != LCV_AST_OFFSET && !(part[have] = lcv_eval_value(e, at->child)))
            return NULL;
    }
    lcv_value *v = lcv_eval_value(e, last);
    return v ? compose_parts(e, n, node, part, v) : NULL;
}
