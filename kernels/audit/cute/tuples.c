/* tuples.c - shapes, strides, coordinates and tuples of integers. */
#include "config.h"

#include "reader.h"

static void set_tuple(lck_cute *c, const lck_ir_op *op, const lck_tree *t)
{
    if (t && op->nresults == 1)
        lck_cute_set(c, op->result, (lck_cute_value){.kind = LCK_CUTE_TUPLE, .tuple = t});
}

/* The numbers of an operand: its own, or the leaves of its tuple; dynamic ones alone, of tuples.
 * */
static unsigned numbers_of(const lck_cute *c, const lck_cute_value *v, bool all,
                           const lck_sum **out, unsigned room)
{
    const lck_tree *leaf[LCK_TREE_LEAVES];
    unsigned n = 0;
    if (v->kind == LCK_CUTE_NUMBER && room > 0) {
        out[0] = v->number;
        return 1;
    }
    unsigned m = v->kind == LCK_CUTE_TUPLE ? lck_tree_leaves(v->tuple, leaf) : 0;
    for (unsigned i = 0; i < m && i < LCK_TREE_LEAVES && n < room; i++)
        if (!leaf[i]->any && (all || leaf[i]->divisor != 0))
            out[n++] = leaf[i]->value ? leaf[i]->value : c->x.unknown;
    return n;
}

/* make_coord(%a, %b) : (..) -> !cute.coord<"(?,_,?)">: what is dynamic, in order. */
void lck_cute_make_tuple(lck_cute *c, const lck_ir_op *op)
{
    const lck_sum *given[LCK_TREE_LEAVES];
    const lck_tree *leaf[LCK_TREE_LEAVES];
    unsigned n = 0, used = 0, wanted = 0;
    lck_cute_value v = op->nresults == 1 ? lck_cute_typed(c, op->result) : (lck_cute_value){0};
    for (uint32_t i = 0; i < op->noperands; i++)
        n += numbers_of(c, lck_cute_operand(c, op, i), false, given + n, LCK_TREE_LEAVES - n);
    unsigned m = lck_tree_leaves(v.tuple, leaf);
    if (v.kind != LCK_CUTE_TUPLE || m > LCK_TREE_LEAVES)
        return;
    for (unsigned i = 0; i < m; i++)
        wanted += leaf[i]->divisor != 0;
    if (wanted != n)
        return;
    for (unsigned i = 0; i < m; i++)
        if (leaf[i]->divisor != 0)
            leaf[i] = lck_tree_bound(&c->x, leaf[i], given[used++]);
    set_tuple(c, op, lck_tree_with(&c->x, v.tuple, leaf));
}

/* A result for each leaf. */
void lck_cute_leaves(lck_cute *c, const lck_ir_op *op)
{
    const lck_tree *leaf[LCK_TREE_LEAVES];
    const lck_cute_value *v = lck_cute_operand(c, op, 0);
    unsigned n = v->kind == LCK_CUTE_TUPLE ? lck_tree_leaves(v->tuple, leaf) : 0;
    if (n != op->nresults || n > LCK_TREE_LEAVES)
        return;
    for (unsigned i = 0; i < n; i++)
        lck_cute_set(c, op->result + i,
                     (lck_cute_value){.kind = LCK_CUTE_TUPLE, .tuple = leaf[i]});
}

void lck_cute_scalars(lck_cute *c, const lck_ir_op *op)
{
    const lck_sum *given[LCK_TREE_LEAVES];
    const lck_cute_value *v = lck_cute_operand(c, op, 0);
    unsigned n = numbers_of(c, v, true, given, LCK_TREE_LEAVES);
    if (n != op->nresults)
        n = numbers_of(c, v, false, given, LCK_TREE_LEAVES);
    if (n != op->nresults)
        return;
    for (unsigned i = 0; i < n; i++)
        lck_cute_set(c, op->result + i,
                     (lck_cute_value){.kind = LCK_CUTE_NUMBER, .number = given[i]});
}

/* to_int_tuple, derefine: the same integers, more or less of them said by the type. */
void lck_cute_same_tuple(lck_cute *c, const lck_ir_op *op)
{
    const lck_cute_value *v = lck_cute_operand(c, op, 0);
    lck_cute_value made = op->nresults == 1 ? lck_cute_typed(c, op->result) : (lck_cute_value){0};
    if (v->kind == LCK_CUTE_TUPLE && made.kind == LCK_CUTE_TUPLE &&
        lck_cute_carry_tree(c, &made.tuple, v->tuple, false))
        set_tuple(c, op, made.tuple);
}

/* ---- arithmetic ---- */

static const lck_sum *compute(lck_cute *c, const lck_ir_op *op, const lck_sum *a,
                              const lck_sum *b)
{
    int64_t by;
    const lck_sum *q, *r;
    if (lck_ir_is(op, "cute.tuple_add"))
        return lck_sum_add(&c->x, a, b);
    if (lck_ir_is(op, "cute.tuple_sub"))
        return lck_sum_sub(&c->x, a, b);
    if (lck_ir_is(op, "cute.tuple_mul"))
        return lck_sum_mul(&c->x, a, b);
    if (!lck_sum_is(b, &by) || by <= 0 || !lck_sum_not_negative(&c->x, a))
        return lck_sum_some(&c->x, a, b, 1);
    lck_sum_divide(&c->x, a, by, &q, &r);
    return lck_ir_is(op, "cute.tuple_mod") ? r : q;
}

void lck_cute_tuple_arith(lck_cute *c, const lck_ir_op *op)
{
    const lck_sum *a[LCK_TREE_LEAVES], *b[LCK_TREE_LEAVES];
    const lck_tree *leaf[LCK_TREE_LEAVES];
    unsigned n = numbers_of(c, lck_cute_operand(c, op, 0), true, a, LCK_TREE_LEAVES);
    unsigned m = numbers_of(c, lck_cute_operand(c, op, 1), true, b, LCK_TREE_LEAVES);
    lck_cute_value made = op->nresults == 1 ? lck_cute_typed(c, op->result) : (lck_cute_value){0};
    unsigned k = lck_tree_leaves(made.tuple, leaf);
    if (made.kind != LCK_CUTE_TUPLE || k > LCK_TREE_LEAVES || n != k || m != k)
        return;
    for (unsigned i = 0; i < k; i++)
        if (leaf[i]->divisor != 0)
            leaf[i] = lck_tree_bound(&c->x, leaf[i], compute(c, op, a[i], b[i]));
    set_tuple(c, op, lck_tree_with(&c->x, made.tuple, leaf));
}

/* ---- of layouts ---- */

static void set_part_of_layout(lck_cute *c, const lck_ir_op *op, const lck_tree *part)
{
    lck_cute_value made = op->nresults == 1 ? lck_cute_typed(c, op->result) : (lck_cute_value){0};
    if (made.kind == LCK_CUTE_TUPLE && lck_cute_carry_tree(c, &made.tuple, part, false))
        set_tuple(c, op, made.tuple);
    else if (made.kind == LCK_CUTE_NOTHING)
        set_tuple(c, op, part);
}

void lck_cute_shape(lck_cute *c, const lck_ir_op *op)
{
    set_part_of_layout(c, op, lck_cute_operand(c, op, 0)->layout.shape);
}

void lck_cute_stride(lck_cute *c, const lck_ir_op *op)
{
    set_part_of_layout(c, op, lck_cute_operand(c, op, 0)->layout.stride);
}

void lck_cute_crd2idx(lck_cute *c, const lck_ir_op *op)
{
    const lck_cute_value *coordinate = lck_cute_operand(c, op, 0),
                         *l = lck_cute_operand(c, op, 1);
    lck_cute_value made = op->nresults == 1 ? lck_cute_typed(c, op->result) : (lck_cute_value){0};
    if (coordinate->kind != LCK_CUTE_TUPLE || l->kind != LCK_CUTE_LAYOUT || !made.tuple ||
        !made.tuple->leaf || l->layout.swizzle.bits || made.tuple->divisor == 0)
        return;
    set_tuple(c, op,
              lck_tree_bound(&c->x, made.tuple,
                             lck_tree_at(&c->x, coordinate->tuple, l->layout.shape,
                                         l->layout.stride)));
}
