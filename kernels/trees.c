/* trees.c - the layouts of a plan as expressions of the claim language. */
#include "config.h"

#include "plan.h"

#include "../verify/language/build.h"

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

typedef lcv_ast *of_axis(const lck_plan *plan, size_t k);

static lcv_ast *extent_of(const lck_plan *plan, size_t k)
{
    return lck_quantity_tree(plan, plan->axis[k].extent);
}

static lcv_ast *guard_of(const lck_plan *plan, size_t k)
{
    return lck_quantity_tree(plan, plan->axis[k].guard);
}

static lcv_ast *source_of(const lck_plan *plan, size_t k)
{
    return lck_quantity_tree(plan, plan->axis[k].stride[LCK_SOURCE]);
}

static lcv_ast *destination_of(const lck_plan *plan, size_t k)
{
    return lck_quantity_tree(plan, plan->axis[k].stride[LCK_DESTINATION]);
}

static lcv_ast *tile_of(const lck_plan *plan, size_t k)
{
    return number(plan, plan->axis[k].tile);
}

static lcv_ast *stage_of(const lck_plan *plan, size_t k)
{
    return number(plan, plan->axis[k].stage);
}

static lcv_ast *blocks_of(const lck_plan *plan, size_t k)
{
    return lcv_build_tight(lcv_build_call(plan->arena, "ceil_div", 2, extent_of(plan, k),
                                          tile_of(plan, k)));
}

static lcv_ast *corner_of(const lck_plan *plan, size_t k)
{
    return lcv_build_leaf(plan->arena, LCV_AST_STRIDE, "%llde%zu", (long long)plan->axis[k].tile,
                          k);
}

static lcv_ast *tuple(const lck_plan *plan, of_axis *of)
{
    lcv_ast *made = lcv_build(plan->arena, LCV_AST_TUPLE, 0);
    for (size_t k = 0; k < plan->rank; k++)
        made = lcv_build_add(made, of(plan, k));
    return made;
}

static lcv_ast *layout(const lck_plan *plan, lcv_ast *shape, lcv_ast *stride)
{
    return lcv_build(plan->arena, LCV_AST_LAYOUT, 2, shape, stride);
}

lcv_ast *lck_shape_tree(const lck_plan *plan)
{
    return tuple(plan, extent_of);
}

lcv_ast *lck_guard_tree(const lck_plan *plan)
{
    return tuple(plan, guard_of);
}

lcv_ast *lck_tile_tree(const lck_plan *plan)
{
    return tuple(plan, tile_of);
}

/* ---- tensors ---- */

lcv_ast *lck_tensor_tree(const lck_plan *plan, lck_memory tensor)
{
    of_axis *stride = tensor == LCK_SOURCE ? source_of : destination_of;
    return layout(plan, tuple(plan, extent_of), tuple(plan, stride));
}

lcv_ast *lck_span_tree(const lck_plan *plan, lck_memory tensor, bool offset)
{
    lcv_arena *arena = plan->arena;
    lcv_ast *sum = offset ? lck_quantity_tree(plan, plan->offset[tensor]) : NULL;
    for (size_t k = 0; k < plan->rank; k++) {
        lcv_ast *last = lcv_build_op(arena, LCV_OP_SUB, extent_of(plan, k), number(plan, 1));
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
    return step == 1 ? lcv_build_leaf(plan->arena, LCV_AST_STRIDE, "e%zu", k)
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
    return lcv_build_call(plan->arena, "concat", 3,
                          layout(plan, tuple(plan, blocks_of), tuple(plan, corner_of)),
                          modes_layout(plan, p->nthreads, p->thread, 1),
                          modes_layout(plan, p->nvalues, p->value, starts ? p->width : 1));
}

/* ---- shared memory ---- */

lcv_ast *lck_stage_tree(const lck_plan *plan)
{
    lcv_ast *stage = layout(plan, tuple(plan, tile_of), tuple(plan, stage_of));
    lc_swizzle s = plan->swizzle;
    if (s.b == 0)
        return stage;
    lcv_ast *swizzle = lcv_build(plan->arena, LCV_AST_SWIZZLE, 3, number(plan, s.b),
                                 number(plan, s.m), number(plan, s.s));
    return lcv_build(plan->arena, LCV_AST_COMPOSE, 2, swizzle, stage);
}
