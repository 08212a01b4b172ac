/* layouts.c - the layouts of a product in the claim language. */
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

/* 4e0+e1; an offset if the rank is 0. */
static void put_step(lc_text *text, size_t rank, const lck_mode *leaf)
{
    const char *plus = "";
    for (size_t k = 0; k < rank; k++)
        if (leaf->step[k] != 0) {
            lc_text_add(text, plus);
            if (leaf->step[k] != 1)
                lc_text_printf(text, "%lld", (long long)leaf->step[k]);
            lc_text_printf(text, "e%zu", k);
            plus = "+";
        }
    if (*plus == '\0')
        lc_text_printf(text, "%lld", rank == 0 ? (long long)leaf->step[0] : 0);
}

/* The extents of a mode, or its steps: one without parentheses. */
static void put_mode(lc_text *text, size_t rank, const lck_leaves *mode, bool steps)
{
    static const lck_mode none = {.extent = 1};
    const size_t n = mode->n > 0 ? mode->n : 1;
    lc_text_add(text, n > 1 ? "(" : "");
    for (size_t i = 0; i < n; i++) {
        const lck_mode *leaf = mode->n > 0 ? &mode->leaf[i] : &none;
        lc_text_add(text, i > 0 ? "," : "");
        if (steps)
            put_step(text, rank, leaf);
        else
            lc_text_printf(text, "%lld", (long long)leaf->extent);
    }
    lc_text_add(text, n > 1 ? ")" : "");
}

const char *lck_crds(const lck_proofs *w, size_t rank, size_t n, const lck_leaves *mode)
{
    lc_text text = {0};
    for (int steps = 0; steps <= 1; steps++) {
        lc_text_add(&text, steps ? ":" : "");
        lc_text_add(&text, n > 1 ? "(" : "");
        for (size_t i = 0; i < n; i++) {
            lc_text_add(&text, i > 0 ? "," : "");
            put_mode(&text, rank, &mode[i], steps);
        }
        lc_text_add(&text, n > 1 ? ")" : "");
    }
    return lck_plan_keep(w->plan, &text);
}

const char *lck_ints(const lck_proofs *w, size_t n, const lck_leaves *mode)
{
    return lck_crds(w, 0, n, mode);
}

const char *lck_after_swizzle(const lck_proofs *w, lc_swizzle s, const char *x)
{
    return s.b == 0 ? x : lck_plan_printf(w->plan, "S<%d,%d,%d> o %s", s.b, s.m, s.s, x);
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

const char *lck_factor_layout(const lck_proofs *w, lck_factor tensor)
{
    size_t axis[LCK_MAX_RANK], n = axes_of(w, tensor, axis);
    lcv_ast *shape = lcv_build(w->arena, LCV_AST_TUPLE, 0);
    lcv_ast *stride = lcv_build(w->arena, LCV_AST_TUPLE, 0);
    for (size_t i = 0; i < n; i++) {
        shape = lcv_build_add(shape, extent_tree(w, axis[i]));
        stride = lcv_build_add(stride, stride_tree(w, tensor, axis[i]));
    }
    return lck_told(w, lcv_build(w->arena, LCV_AST_LAYOUT, 2, shape, stride));
}

const char *lck_factor_span(const lck_proofs *w, lck_factor tensor)
{
    size_t axis[LCK_MAX_RANK], n = axes_of(w, tensor, axis);
    lcv_ast *sum = NULL;
    for (size_t i = 0; i < n; i++) {
        lcv_ast *last = lcv_build_op(w->arena, LCV_OP_SUB, extent_tree(w, axis[i]),
                                     lcv_build_int(w->arena, 1));
        lcv_ast *term = lcv_build_op(w->arena, LCV_OP_MUL, lcv_build_group(last),
                                     lcv_build_group(stride_tree(w, tensor, axis[i])));
        sum = sum ? lcv_build_op(w->arena, LCV_OP_ADD, sum, term) : term;
    }
    return lck_told(w, lcv_build_op(w->arena, LCV_OP_ADD, sum, lcv_build_int(w->arena, 1)));
}

const char *lck_factor_name(const lck_proofs *w, lck_factor tensor)
{
    static const char *const name[] = {"a", "b", "c"};
    return name[w->product->mirrored && tensor != LCK_C ? 1 - (int)tensor : (int)tensor];
}

const char *lck_axis_extents(const lck_proofs *w, unsigned roles)
{
    lcv_ast *made = lcv_build(w->arena, LCV_AST_TUPLE, 0);
    for (size_t k = 0; k < w->product->rank; k++)
        if (roles >> w->product->axis[k].role & 1)
            made = lcv_build_add(made, extent_tree(w, k));
    return lck_told(w, made);
}

const char *lck_axis_tiles(const lck_proofs *w, unsigned roles)
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
                lcv_build_call(w->arena, "ceil_div", 2, count, lcv_build_int(w->arena, tile)));
        shape = lcv_build_add(shape, count);
        stride = lcv_build_add(stride,
                               tile == 1
                                   ? lcv_build_leaf(w->arena, LCV_AST_STRIDE, "e%zu", number)
                                   : lcv_build_leaf(w->arena, LCV_AST_STRIDE, "%llde%zu",
                                                    (long long)tile, number));
        number++;
    }
    return lck_told(w, lcv_build(w->arena, LCV_AST_LAYOUT, 2, shape, stride));
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
