/* trees.c - the layouts of a plan as expressions of the claim language. */
#include "config.h"

#include "plan.h"

#include "../../verify/language/build.h"

lcv_ast *lck_quantity_tree(const lck_plan *plan, lck_quantity q)
{
    return lcv_ast_copy(plan->arena, q.tree);
}

static lcv_ast *number(const lck_plan *plan, int64_t n)
{
    return lcv_build_int(plan->arena, n);
}

lcv_ast *lck_multiple_tree(const lck_plan *plan, lck_quantity q, int64_t n)
{
    lcv_ast *group = lcv_build_group(lck_quantity_tree(plan, q));
    lcv_ast *rest = lcv_build_op(plan->arena, LCV_OP_MOD, group, number(plan, n));
    return lcv_build_op(plan->arena, LCV_OP_EQ, rest, number(plan, 0));
}

/* ---- tuples of the axes ---- */

/* A quantity and the margin of an axis. */
static lcv_ast *with_margin(const lck_plan *plan, lck_quantity q, int64_t margin)
{
    lcv_ast *tree = lck_quantity_tree(plan, q);
    return margin == 0 ? tree : lcv_build_op(plan->arena, LCV_OP_ADD, tree, number(plan, margin));
}

lcv_ast *lck_count_tree(const lck_plan *plan, size_t k)
{
    const lck_axis *a = &plan->axis[k];
    return lcv_build_call(plan->arena, "ceil_div", 2, with_margin(plan, a->extent, a->margin),
                          number(plan, lck_tile_step(a)));
}

static lcv_ast *entry(const lck_plan *plan, lck_of_axis what, size_t k)
{
    const lck_axis *a = &plan->axis[k];
    switch (what) {
    case LCK_EXTENTS: return lck_quantity_tree(plan, a->extent);
    case LCK_GUARDS: return lck_quantity_tree(plan, a->guard);
    case LCK_TILES: return number(plan, a->tile);
    case LCK_STORED: return number(plan, lck_tile_step(a));
    case LCK_PLACES: return with_margin(plan, a->extent, a->margin);
    case LCK_PLACES_GUARDS: return with_margin(plan, a->guard, a->margin);
    case LCK_COUNTS: return lcv_build_tight(lck_count_tree(plan, k));
    case LCK_CORNERS:
        return lcv_build_leaf(plan->arena, LCV_AST_STRIDE, "%llde%zu",
                              (long long)lck_tile_step(a), k);
    }
    return NULL;
}

lcv_ast *lck_tuple_tree(const lck_plan *plan, lck_of_axis what)
{
    lcv_ast *made = lcv_build(plan->arena, LCV_AST_TUPLE, 0);
    for (size_t k = 0; k < plan->rank; k++)
        made = lcv_build_add(made, entry(plan, what, k));
    return made;
}

static lcv_ast *layout(const lck_plan *plan, lcv_ast *shape, lcv_ast *stride)
{
    return lcv_build(plan->arena, LCV_AST_LAYOUT, 2, shape, stride);
}

static lcv_ast *layout_of(const lck_plan *plan, lck_of_axis shape, lck_of_axis stride)
{
    return layout(plan, lck_tuple_tree(plan, shape), lck_tuple_tree(plan, stride));
}

/* ---- tensors ---- */

static lcv_ast *strides(const lck_plan *plan, lck_memory tensor)
{
    lcv_ast *made = lcv_build(plan->arena, LCV_AST_TUPLE, 0);
    for (size_t k = 0; k < plan->rank; k++)
        made = lcv_build_add(made, lck_quantity_tree(plan, plan->axis[k].stride[tensor]));
    return made;
}

lcv_ast *lck_tensor_tree(const lck_plan *plan, lck_memory tensor)
{
    if (lck_is_relation(plan, tensor))
        return lck_relation_tree(plan, tensor);
    return layout(plan, lck_tuple_tree(plan, LCK_EXTENTS), strides(plan, tensor));
}

lcv_ast *lck_span_tree(const lck_plan *plan, lck_memory tensor, bool offset)
{
    lcv_arena *arena = plan->arena;
    if (lck_is_relation(plan, tensor))
        return number(plan, plan->relation[tensor].size);
    lcv_ast *sum = offset ? lck_quantity_tree(plan, plan->offset[tensor]) : NULL;
    for (size_t k = 0; k < plan->rank; k++) {
        lcv_ast *extent = entry(plan, LCK_EXTENTS, k);
        lcv_ast *last = lcv_build_op(arena, LCV_OP_SUB, extent, number(plan, 1));
        lcv_ast *stride = lck_quantity_tree(plan, plan->axis[k].stride[tensor]);
        lcv_ast *term = lcv_build_op(arena, LCV_OP_MUL, lcv_build_group(last),
                                     lcv_build_group(stride));
        sum = k == 0 && !offset ? term : lcv_build_op(arena, LCV_OP_ADD, sum, term);
    }
    return lcv_build_op(arena, LCV_OP_ADD, sum, number(plan, 1));
}

/* ---- partitions ---- */

/* step * e_k, the factor 1 left out. */
static lcv_ast *basis_of(const lck_plan *plan, int64_t step, size_t k)
{
    return step == 1
               ? lcv_build_leaf(plan->arena, LCV_AST_STRIDE, "e%zu", k)
               : lcv_build_leaf(plan->arena, LCV_AST_STRIDE, "%llde%zu", (long long)step, k);
}

/* 4e0+e1 */
static lcv_ast *step_of(const lck_plan *plan, const lck_mode *mode, int64_t times)
{
    lcv_ast *sum = number(plan, 0);
    bool any = false;
    for (size_t k = 0; k < plan->rank; k++) {
        if (mode->step[k] == 0)
            continue;
        lcv_ast *part = basis_of(plan, mode->step[k] * times, k);
        sum = any ? lcv_build_tight(lcv_build_op(plan->arena, LCV_OP_ADD, sum, part)) : part;
        any = true;
    }
    return sum;
}

/* The extents of modes, or their strides, the first mode in steps of `first`. */
static lcv_ast *modes(const lck_plan *plan, size_t n, const lck_mode *mode, bool strides,
                      int first)
{
    lcv_ast *made = n == 1 ? NULL : lcv_build(plan->arena, LCV_AST_TUPLE, 0);
    for (size_t i = 0; i < n; i++) {
        int times = i == 0 ? first : 1;
        lcv_ast *part = strides ? step_of(plan, &mode[i], times)
                                : number(plan, mode[i].extent / times);
        made = n == 1 ? part : lcv_build_add(made, part);
    }
    return made;
}

static lcv_ast *threads_and_values(const lck_plan *plan, const lck_part *p, bool strides)
{
    return lcv_build(plan->arena, LCV_AST_TUPLE, 2,
                     modes(plan, p->nthreads, p->thread, strides, 1),
                     modes(plan, p->nvalues, p->value, strides, 1));
}

lcv_ast *lck_part_tree(const lck_plan *plan, lck_access access)
{
    const lck_part *p = &plan->partition[access];
    return layout(plan, threads_and_values(plan, p, false), threads_and_values(plan, p, true));
}

static lcv_ast *modes_layout(const lck_plan *plan, size_t n, const lck_mode *mode, int first)
{
    return layout(plan, modes(plan, n, mode, false, first), modes(plan, n, mode, true, first));
}

lcv_ast *lck_launch_tree(const lck_plan *plan, lck_access access, bool starts)
{
    const lck_part *p = &plan->partition[access];
    return lcv_build_call(plan->arena, "concat", 3, layout_of(plan, LCK_COUNTS, LCK_CORNERS),
                          modes_layout(plan, p->nthreads, p->thread, 1),
                          modes_layout(plan, p->nvalues, p->value, starts ? p->width : 1));
}

/* ---- shared memory ---- */

/* Extents of a tile, or strides, an axis that is folded in two: ((4,64),288):((292,1168),1). */
static lcv_ast *folded(const lck_plan *plan, bool strides)
{
    lcv_ast *made = lcv_build(plan->arena, LCV_AST_TUPLE, 0);
    for (size_t k = 0; k < plan->rank; k++) {
        const lck_axis *a = &plan->axis[k];
        int64_t inner = strides ? a->bend : a->fold;
        int64_t outer = strides ? a->stage : a->fold > 1 ? a->tile / a->fold : a->tile;
        lcv_ast *part = number(plan, outer);
        if (a->fold > 1)
            part = lcv_build(plan->arena, LCV_AST_TUPLE, 2, number(plan, inner), part);
        made = lcv_build_add(made, part);
    }
    return made;
}

lcv_ast *lck_stage_tree(const lck_plan *plan)
{
    if (lck_is_relation(plan, LCK_SHARED))
        return lck_relation_tree(plan, LCK_SHARED);
    lcv_ast *stage = layout(plan, folded(plan, false), folded(plan, true));
    lc_swizzle s = plan->swizzle;
    if (s.b == 0)
        return stage;
    lcv_ast *swizzle = lcv_build(plan->arena, LCV_AST_SWIZZLE, 3, number(plan, s.b),
                                 number(plan, s.m), number(plan, s.s));
    return lcv_build(plan->arena, LCV_AST_COMPOSE, 2, swizzle, stage);
}
