/* trees.c - the layouts of a product as expressions of the claim language. */
#include "config.h"

#include "proofs.h"

#include <string.h>

/* ---- leaves ---- */

void lck_leaf_of(lck_leaves *l, const lck_mode *mode)
{
    if (mode->extent > 1 && l->n < LCK_MODES)
        l->leaf[l->n++] = *mode;
}

void lck_leaf(lck_leaves *l, int64_t extent, int64_t offset)
{
    lck_leaf_of(l, &(lck_mode){extent, {offset}});
}

void lck_leaves_of_part(const lck_part *p, lck_leaves *threads, lck_leaves *values)
{
    threads->n = values->n = 0;
    for (size_t i = 0; i < p->nthreads; i++)
        lck_leaf_of(threads, &p->thread[i]);
    for (size_t i = 0; i < p->nvalues; i++)
        lck_leaf_of(values, &p->value[i]);
}

/* ---- layouts ---- */

lcv_ast *lck_int_tree(const lck_proofs *w, int64_t n)
{
    return lcv_build_int(w->arena, n);
}

static lcv_ast *basis(const lck_proofs *w, int64_t step, size_t k)
{
    return step == 1 ? lcv_build_leaf(w->arena, LCV_AST_STRIDE, "e%zu", k)
                     : lcv_build_leaf(w->arena, LCV_AST_STRIDE, "%llde%zu", (long long)step, k);
}

/* 4e0+e1; an offset if the rank is 0. */
static lcv_ast *step_tree(const lck_proofs *w, size_t rank, const lck_mode *leaf)
{
    lcv_ast *sum = NULL;
    if (rank == 0)
        return lck_int_tree(w, leaf->step[0]);
    for (size_t k = 0; k < rank; k++)
        if (leaf->step[k] != 0) {
            lcv_ast *part = basis(w, leaf->step[k], k);
            sum = sum ? lcv_build_tight(lcv_build_op(w->arena, LCV_OP_ADD, sum, part)) : part;
        }
    return sum ? sum : lck_int_tree(w, 0);
}

static lcv_ast *leaf_tree(const lck_proofs *w, size_t rank, const lck_mode *leaf, bool steps)
{
    return steps ? step_tree(w, rank, leaf) : lck_int_tree(w, leaf->extent);
}

/* The extents of a mode, or its steps: one without parentheses. */
static lcv_ast *mode_tree(const lck_proofs *w, size_t rank, const lck_leaves *mode, bool steps)
{
    static const lck_mode none = {.extent = 1};
    if (mode->n <= 1)
        return leaf_tree(w, rank, mode->n ? &mode->leaf[0] : &none, steps);
    lcv_ast *made = lcv_build(w->arena, LCV_AST_TUPLE, 0);
    for (size_t i = 0; i < mode->n; i++)
        made = lcv_build_add(made, leaf_tree(w, rank, &mode->leaf[i], steps));
    return made;
}

static lcv_ast *modes_tree(const lck_proofs *w, size_t rank, size_t n, const lck_leaves *mode,
                           bool steps)
{
    if (n == 1)
        return mode_tree(w, rank, mode, steps);
    lcv_ast *made = lcv_build(w->arena, LCV_AST_TUPLE, 0);
    for (size_t i = 0; i < n; i++)
        made = lcv_build_add(made, mode_tree(w, rank, &mode[i], steps));
    return made;
}

lcv_ast *lck_crds_tree(const lck_proofs *w, size_t rank, size_t n, const lck_leaves *mode)
{
    return lcv_build(w->arena, LCV_AST_LAYOUT, 2, modes_tree(w, rank, n, mode, false),
                     modes_tree(w, rank, n, mode, true));
}

lcv_ast *lck_ints_tree(const lck_proofs *w, size_t n, const lck_leaves *mode)
{
    return lck_crds_tree(w, 0, n, mode);
}

lcv_ast *lck_swizzled_tree(const lck_proofs *w, lc_swizzle s, int64_t offset, lcv_ast *x)
{
    if (offset != 0)
        x = lcv_build(w->arena, LCV_AST_COMPOSE, 2, lck_int_tree(w, offset), x);
    if (s.b == 0 && offset == 0)
        return x;
    lcv_ast *swizzle = lcv_build(w->arena, LCV_AST_SWIZZLE, 3, lck_int_tree(w, s.b),
                                 lck_int_tree(w, s.m), lck_int_tree(w, s.s));
    return lcv_build(w->arena, LCV_AST_COMPOSE, 2, swizzle, x);
}

/* ---- tensors ---- */

static lcv_ast *extent_tree(const lck_proofs *w, size_t k)
{
    return lck_quantity_tree(w->plan, w->product->axis[k].extent);
}

static lcv_ast *stride_tree(const lck_proofs *w, lck_factor tensor, size_t k)
{
    return lck_quantity_tree(w->plan, w->product->axis[k].stride[tensor]);
}

/* The axes of a tensor, in the order of the plan: those of C in a mirror image along n first. */
static size_t axes_of(const lck_proofs *w, lck_factor tensor, size_t *axis)
{
    size_t n = 0;
    bool turned = w->product->mirrored && tensor == LCK_C;
    for (int i = 0; i < LCK_ROLES; i++) {
        lck_role role = turned && i < 2 ? (lck_role)(1 - i) : (lck_role)i;
        for (size_t k = 0; k < w->product->rank; k++)
            if (w->product->axis[k].role == role && lck_factor_has(tensor, role))
                axis[n++] = k;
    }
    return n;
}

lcv_ast *lck_factor_tree(const lck_proofs *w, lck_factor tensor)
{
    size_t axis[LCK_MAX_RANK], n = axes_of(w, tensor, axis);
    lcv_ast *shape = lcv_build(w->arena, LCV_AST_TUPLE, 0);
    lcv_ast *stride = lcv_build(w->arena, LCV_AST_TUPLE, 0);
    for (size_t i = 0; i < n; i++) {
        shape = lcv_build_add(shape, extent_tree(w, axis[i]));
        stride = lcv_build_add(stride, stride_tree(w, tensor, axis[i]));
    }
    return lcv_build(w->arena, LCV_AST_LAYOUT, 2, shape, stride);
}

lcv_ast *lck_factor_span_tree(const lck_proofs *w, lck_factor tensor)
{
    size_t axis[LCK_MAX_RANK], n = axes_of(w, tensor, axis);
    lcv_ast *sum = NULL;
    for (size_t i = 0; i < n; i++) {
        lcv_ast *last = lcv_build_op(w->arena, LCV_OP_SUB, extent_tree(w, axis[i]),
                                     lck_int_tree(w, 1));
        lcv_ast *term = lcv_build_op(w->arena, LCV_OP_MUL, lcv_build_group(last),
                                     lcv_build_group(stride_tree(w, tensor, axis[i])));
        sum = sum ? lcv_build_op(w->arena, LCV_OP_ADD, sum, term) : term;
    }
    return lcv_build_op(w->arena, LCV_OP_ADD, sum, lck_int_tree(w, 1));
}

const char *lck_factor_name(const lck_proofs *w, lck_factor tensor)
{
    static const char *const name[] = {"a", "b", "c"};
    return name[w->product->mirrored && tensor != LCK_C ? 1 - (int)tensor : (int)tensor];
}

lcv_ast *lck_extents_tree(const lck_proofs *w, unsigned roles)
{
    lcv_ast *made = lcv_build(w->arena, LCV_AST_TUPLE, 0);
    for (size_t k = 0; k < w->product->rank; k++)
        if (roles >> w->product->axis[k].role & 1)
            made = lcv_build_add(made, extent_tree(w, k));
    return made;
}

lcv_ast *lck_tiles_tree(const lck_proofs *w, unsigned roles)
{
    lcv_ast *shape = lcv_build(w->arena, LCV_AST_TUPLE, 0);
    lcv_ast *stride = lcv_build(w->arena, LCV_AST_TUPLE, 0);
    size_t number = 0;
    for (size_t k = 0; k < w->product->rank; k++) {
        if (!(roles >> w->product->axis[k].role & 1))
            continue;
        int64_t tile = w->recipe->tile[k];
        lcv_ast *count = extent_tree(w, k);
        if (tile > 1)
            count = lcv_build_tight(
                lcv_build_call(w->arena, "ceil_div", 2, count, lck_int_tree(w, tile)));
        shape = lcv_build_add(shape, count);
        stride = lcv_build_add(stride, basis(w, tile, number++));
    }
    return lcv_build(w->arena, LCV_AST_LAYOUT, 2, shape, stride);
}

/* ---- from indices to axes ---- */

size_t lck_axis_number(const lck_proofs *w, unsigned roles, size_t axis)
{
    size_t number = 0;
    for (size_t k = 0; k < axis; k++)
        number += roles >> w->product->axis[k].role & 1;
    return number;
}

/* Adds a leaf of `extent` steps along the index of a role: the axes, the fastest first, take
 * their part of it. */
static bool add_along(const lck_proofs *w, unsigned roles, lck_role role, int64_t extent,
                      int64_t step, lck_leaves *out)
{
    for (size_t k = 0; k < w->product->rank && extent > 1; k++) {
        int64_t tile = w->recipe->tile[k];
        if (w->product->axis[k].role != role)
            continue;
        if (step >= tile && step % tile == 0) {
            step /= tile;
            continue;
        }
        if (tile % step != 0)
            return false;
        int64_t room = tile / step, taken = extent < room ? extent : room;
        if (room > 0 && extent % taken != 0)
            return false;
        lck_mode leaf = {.extent = taken};
        leaf.step[lck_axis_number(w, roles, k)] = step;
        lck_leaf_of(out, &leaf);
        if (extent > taken && taken != room)
            return false;
        extent /= taken;
        step = 1;
    }
    return extent == 1;
}

bool lck_leaves_of_axes(const lck_proofs *w, unsigned roles, size_t n, const lck_role *index,
                        const lck_leaves *of, lck_leaves *out)
{
    out->n = 0;
    for (size_t i = 0; i < of->n; i++) {
        size_t along = n;
        for (size_t k = 0; k < n; k++) {
            if (of->leaf[i].step[k] == 0)
                continue;
            if (along < n)
                return false;
            along = k;
        }
        if (along == n ||
            !add_along(w, roles, index[along], of->leaf[i].extent, of->leaf[i].step[along], out))
            return false;
    }
    return true;
}
