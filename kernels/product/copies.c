/* copies.c - copies of operands, with rows that TMA can address.
 *
 * The copy has the operand's axes one behind the other, the contiguous one first, and its length
 * rounded up to 16 bytes. It is a plan of its own (kernels/plan/plan.h), whose kernel is launched
 * before that of the product; what lies between its rows is neither written nor read, for the
 * extents of a tensor map are those of the product.
 */
#include "config.h"

#include "choose/variants.h"

#include <stdlib.h>
#include <string.h>

#include "../../verify/language/build.h"

static const char *const tensor_name[] = {"a", "b"};
static const char *const rows_name[] = {"a_rows", "b_rows"};

/* The number of an operand in the plan, and of its array. */
static int number_of(const lck_product *product, lck_factor tensor)
{
    return product->mirrored ? LCK_A + LCK_B - (int)tensor : (int)tensor;
}

/* ---- strides of a copy ---- */

static lck_quantity number(const lck_product *product, int64_t n)
{
    return (lck_quantity){lc_expr_int(product->plan->x, n),
                          lcv_build_int(product->plan->arena, n)};
}

static lck_quantity times(const lck_product *product, lck_quantity a, lck_quantity b)
{
    const lck_plan *plan = product->plan;
    return (lck_quantity){lc_expr_make(plan->x, LC_EXPR_MUL, a.expr, b.expr),
                          lcv_build_op(plan->arena, LCV_OP_MUL,
                                       lcv_build_group(lck_quantity_tree(plan, a)),
                                       lcv_build_group(lck_quantity_tree(plan, b)))};
}

/* n * ceil_div(q, n) */
static lck_quantity rounded_up(const lck_product *product, lck_quantity q, int64_t n)
{
    const lck_plan *plan = product->plan;
    const lc_expr *of = lc_expr_int(plan->x, n);
    lck_quantity rows = {lc_expr_ceil_div(plan->x, q.expr, of),
                         lcv_build_call(plan->arena, "ceil_div", 2, lck_quantity_tree(plan, q),
                                        lcv_build_int(plan->arena, n))};
    return times(product, number(product, n), rows);
}

/* The contiguous axis of the copy: that of the operand, so that nothing is transposed, if the
 * method takes it; else the first along k, which is that of the other operand if it lies along
 * k. */
static size_t first_axis(const lck_product *product, lck_factor tensor)
{
    size_t axis = lck_product_contiguous(product, tensor);
    lck_role role = axis < product->rank ? product->axis[axis].role : LCK_ALONG_K;
    bool taken = axis < product->rank && lck_axis_moves(product, axis, tensor) &&
                 (product->element[tensor]->bytes == 2 || role == LCK_ALONG_K) &&
                 axis == lck_first_axis(product, role);
    size_t along_k = product->rank;
    for (size_t k = 0; !taken && k < product->rank; k++)
        if (product->axis[k].role == LCK_ALONG_K &&
            (along_k == product->rank || !lck_axis_moves(product, along_k, tensor)))
            along_k = k;
    return taken ? axis : along_k;
}

static void give_strides(const lck_product *product, lck_factor tensor, lck_product *out)
{
    int64_t multiple = 16 / product->element[tensor]->bytes;
    size_t first = first_axis(product, tensor);
    lck_quantity stride = rounded_up(product, product->axis[first].extent, multiple);
    out->offset[tensor] = number(product, 0);
    out->axis[first].stride[tensor] = number(product, 1);
    for (size_t k = 0; k < product->rank; k++) {
        if (k == first || !lck_axis_moves(product, k, tensor))
            continue;
        out->axis[k].stride[tensor] = stride;
        stride = times(product, stride, product->axis[k].extent);
    }
}

bool lck_product_with_copies(const lck_product *product, lcv_planning *p, lck_product *out,
                             unsigned *copied)
{
    *out = *product;
    *copied = 0;
    for (int i = LCK_A; i <= LCK_B; i++) {
        char *why = lck_not_by_wgmma(out, p, (lck_factor)i);
        if (!why)
            continue;
        free(why);
        *copied |= 1u << i;
        give_strides(product, (lck_factor)i, out);
        if ((why = lck_not_by_wgmma(out, p, (lck_factor)i))) {
            free(why);
            return false;
        }
    }
    return true;
}

/* ---- the plan of a copy ---- */

/* (M,K):(K,1), with the axes along which the copy moves: of an operand that does not move along k
 * it may have all elements of a row. */
static lcv_ast *layout(const lck_product *axes, const lck_product *strides, lck_factor tensor)
{
    const lck_plan *plan = axes->plan;
    lcv_ast *shape = lcv_build(plan->arena, LCV_AST_TUPLE, 0);
    lcv_ast *stride = lcv_build(plan->arena, LCV_AST_TUPLE, 0);
    size_t n = 0;
    for (size_t k = 0; k < axes->rank; k++) {
        if (!lck_axis_moves(axes, k, tensor))
            continue;
        shape = lcv_build_add(shape, lck_quantity_tree(plan, axes->axis[k].extent));
        stride = lcv_build_add(stride, lck_quantity_tree(plan, strides->axis[k].stride[tensor]));
        n++;
    }
    if (n == 0) {
        shape = lcv_build_add(shape, lcv_build_int(plan->arena, 1));
        stride = lcv_build_add(stride, lcv_build_int(plan->arena, 1));
    }
    return lcv_build(plan->arena, LCV_AST_LAYOUT, 2, shape, stride);
}

static lcv_ast *source(const lck_product *product, const lck_product *with_copies,
                       lck_factor tensor)
{
    const lck_plan *plan = product->plan;
    lcv_ast *a = layout(with_copies, product, tensor);
    if (lck_is_number(product->offset[tensor], 0))
        return a;
    lcv_ast *offset = lcv_build(plan->arena, LCV_AST_OFFSET, 1,
                                lck_quantity_tree(plan, product->offset[tensor]));
    return lcv_build(plan->arena, LCV_AST_COMPOSE, 2, offset, a);
}

/* The arguments of the copy; those of the product stand before them, so that both have the same
 * sizes in the same order. */
static lcv_ast *arguments(const lck_product *product, const lck_product *with_copies,
                          const lcv_planning *p, lck_factor tensor)
{
    lcv_arena *arena = product->plan->arena;
    lcv_ast *element = lcv_build_leaf(arena, LCV_AST_NAME, "%s", product->element[tensor]->name);
    lcv_ast *list = lcv_build(arena, p->arguments->kind, 0);
    list = lcv_build_add(list,
                         lcv_build_keyword(arena, "product", lcv_ast_copy(arena, p->arguments)));
    list = lcv_build_add(list, lcv_build_keyword(arena, "element", element));
    list = lcv_build_add(list, lcv_build_keyword(arena, "source",
                                                 source(product, with_copies, tensor)));
    return lcv_build_add(list, lcv_build_keyword(arena, "destination",
                                                 layout(with_copies, with_copies, tensor)));
}

static lck_kernel *copy_of(const lck_product *product, const lck_product *with_copies,
                           lcv_planning *p, lck_factor tensor, const char *kernel)
{
    lc_text name = {0};
    lcv_planning q = *p;
    bool proved = false;
    int number = number_of(product, tensor);
    lc_text_printf(&name, "%s_%s", kernel, tensor_name[number]);
    q.name = lc_text_peek(&name);
    q.arguments = arguments(product, with_copies, p, tensor);
    q.made = true;
    q.drawing = NULL; /* the picture is the product's */
    q.result = NULL;
    q.claim = NULL;
    lck_kernel *copy = q.arguments ? lck_copy_make(&q, 0, &proved) : NULL;
    if (!q.arguments)
        lcv_eval_no_memory(p->e, p->name_span);
    if (!proved) {
        lck_forget_result(p);
        p->result = q.result;
        p->claim = q.claim;
        lck_kernel_free(copy);
        copy = NULL;
    } else {
        lck_forget_result(&q);
        copy->array[LCK_SOURCE].name = tensor_name[number];
        copy->array[LCK_DESTINATION].name = rows_name[number];
    }
    lc_text_free(&name);
    return copy;
}

/* ---- the kernel of the product ---- */

static const lc_expr *imported(const lck_kernel *kernel, lck_quantity q)
{
    return lck_import(kernel->x, q.expr, 0, NULL, NULL);
}

/* The operand keeps its array; its copy is a new one, which the tensor maps read. */
static bool move_array(const lck_product *product, lck_factor tensor, lck_kernel *kernel)
{
    int copy = (int)kernel->narrays, number = number_of(product, tensor);
    lck_array *array = &kernel->array[number];
    if (!lck_kernel_array(kernel, rows_name[number], LCK_SCRATCH, array->element, array->extent))
        return false;
    const lc_expr *extent = lc_expr_int(kernel->x, 1);
    array->offset = imported(kernel, product->offset[tensor]);
    extent = lc_expr_make(kernel->x, LC_EXPR_ADD, extent, array->offset);
    for (size_t k = 0; k < product->rank; k++) {
        lck_counter *c = &kernel->counter[k];
        if (!lck_factor_has(tensor, product->axis[k].role))
            continue;
        c->stride[copy] = c->stride[number];
        c->stride[number] = imported(kernel, product->axis[k].stride[tensor]);
        const lc_expr *last = lc_expr_make(kernel->x, LC_EXPR_SUB, c->extent,
                                           lc_expr_int(kernel->x, 1));
        extent = lc_expr_make(kernel->x, LC_EXPR_ADD, extent,
                              lc_expr_make(kernel->x, LC_EXPR_MUL, last, c->stride[number]));
    }
    array->extent = extent;
    for (size_t i = 0; i < kernel->nmaps; i++)
        if (kernel->map[i].tensor == number)
            kernel->map[i].tensor = copy;
    return extent != NULL;
}

/* Nanoseconds: bytes are read and written at 4 a picosecond; and a launch. */
static const lc_expr *cost_of(const lck_product *product, lck_factor tensor,
                              const lck_kernel *kernel)
{
    lc_exprs *x = kernel->x;
    const lc_expr *elements = lc_expr_int(x, 1);
    for (size_t k = 0; k < product->rank; k++)
        if (lck_axis_moves(product, k, tensor))
            elements = lc_expr_make(x, LC_EXPR_MUL, elements, kernel->counter[k].extent);
    int64_t per = 2000 / product->element[tensor]->bytes;
    return lc_expr_make(x, LC_EXPR_ADD, lc_expr_int(x, 3000),
                        lc_expr_make(x, LC_EXPR_DIV, elements, lc_expr_int(x, per)));
}

bool lck_copy_operands(const lck_product *product, const lck_product *with_copies,
                       unsigned copied, lcv_planning *p, lck_kernel *kernel)
{
    lck_kernel **before = &kernel->before;
    for (int i = LCK_A; i <= LCK_B; i++) {
        if (!(copied >> i & 1))
            continue;
        if (!move_array(product, (lck_factor)i, kernel) ||
            (kernel->cost &&
             !(kernel->cost = lc_expr_make(kernel->x, LC_EXPR_ADD, kernel->cost,
                                           cost_of(product, (lck_factor)i, kernel)))))
            return lcv_eval_failed(p->e, p->name_span);
        if (!(*before = copy_of(product, with_copies, p, (lck_factor)i, kernel->name)))
            return false;
        if (!lck_kernel_claim(kernel,
                              "%s is copied first, to %s, whose rows begin at multiples of "
                              "16 bytes\n  the plan %s",
                              tensor_name[i], rows_name[i], (*before)->name))
            return false;
        before = &(*before)->before;
    }
    return true;
}
