/* partition.c - what a thread has of a view that a tiled copy or MMA partitions.
 *
 * The result's type says all of its layout that does not depend on the thread. Where the thread's
 * part begins is computed for each thread; so are strides that the type leaves open, from where
 * the element one further lies: a swizzled layout has them, whose strides differ by thread.
 */
#include "config.h"

#include "atoms.h"
#include "reader.h"

typedef struct {
    lck_cute *c;
    const lck_cute_value *whole; /* that is partitioned */
    const lck_sum *thread;       /* the index given, plain */
    lck_tiled_copy copy;
    lck_tiled_mma mma;
    bool is_mma, matrix;
    char operand; /* of an MMA: 'A', 'B', 'C' */
} partition;

/* Coordinates of value v, `rest` repetitions along each mode, of a thread, in the modes that are
 * partitioned; the number of these modes, 0 if they are not known. */
static unsigned coordinates(const partition *p, int64_t t, int64_t v, const int64_t *rest,
                            int64_t out[LCK_ATOM_MODES])
{
    unsigned bits = p->whole->pointer.bits, n = p->is_mma ? 2 : p->copy.tiler.n;
    bool ok = t >= 0;
    if (ok && p->is_mma)
        lck_tiled_mma_at(&p->mma, p->operand, bits, t, v, rest, out);
    int64_t index = ok && !p->is_mma ? lck_tiled_copy_at(&p->copy, p->matrix, bits, t, v) : 0;
    ok = ok && index >= 0;
    for (unsigned i = 0; ok && !p->is_mma && i < n; i++) {
        const lck_tiler *tiler = &p->copy.tiler;
        out[i] = lck_static_at(tiler->mode[i].shape, tiler->mode[i].stride,
                               index % tiler->size[i], &ok) +
                 rest[i] * tiler->size[i];
        index /= tiler->size[i];
    }
    for (unsigned i = 0; ok && i < n; i++)
        ok = out[i] >= 0;
    return ok ? n : 0;
}

/* Where that element lies in the view, in elements from where the view begins; before the swizzle
 * of its pointer, behind that of its layout. */
static const lck_sum *element(const partition *p, int64_t v, const int64_t *rest)
{
    lck_sums *x = &p->c->x;
    const lck_cute_layout *l = &p->whole->layout;
    int64_t out[LCK_ATOM_MODES], each[LCK_ATOM_MODES][LCK_MOST_THREADS];
    unsigned n = 0;
    for (unsigned t = 0; t < x->threads; t++) {
        /* a thread that does not come here may have any part: that of thread 0 */
        bool comes = lck_sum_at(p->c->active, t) != 0;
        n = coordinates(p, comes ? lck_sum_at(p->thread, t) : 0, v, rest, out);
        if (n == 0 || n > lck_tree_rank(l->shape))
            return x->unknown;
        for (unsigned i = 0; i < n; i++)
            each[i][t] = out[i];
    }
    const lck_sum *total = l->inner ? l->inner : x->zero;
    for (unsigned i = 0; i < n; i++)
        total = lck_sum_add(x, total,
                            lck_tree_at_index(x, lck_sum_each(x, each[i]),
                                              lck_tree_part(l->shape, i),
                                              lck_tree_part(l->stride, i)));
    return total;
}

static const lck_sum *placed(const partition *p, int64_t v, const int64_t *rest)
{
    return lck_swizzle_of(&p->c->x, p->whole->layout.swizzle, element(p, v, rest));
}

/* ---- strides ---- */

/* The stride of a leaf that lies `unit` elements into mode i of the result: 0 the values, then
 * one for each mode that is partitioned; those behind are as they were. */
static const lck_sum *stride_of(const partition *p, unsigned mode, int64_t unit,
                                const lck_sum *start)
{
    int64_t rest[LCK_ATOM_MODES] = {0};
    lck_sums *x = &p->c->x;
    unsigned modes = p->is_mma ? 2 : p->copy.tiler.n;
    if (mode > modes || (mode == 0 && p->matrix))
        return NULL;
    if (mode > 0)
        rest[mode - 1] = unit;
    return lck_sum_sub(x, placed(p, mode == 0 ? unit : 0, rest), start);
}

/* Strides of one mode of the result that its type leaves open; NULL: no memory. */
static const lck_tree *open_strides(const partition *p, unsigned mode, const lck_tree *shape,
                                    const lck_tree *stride, const lck_sum *start)
{
    const lck_tree *size[LCK_TREE_LEAVES], *leaf[LCK_TREE_LEAVES];
    unsigned n = lck_tree_leaves(shape, size), m = lck_tree_leaves(stride, leaf);
    int64_t unit = 1;
    if (n != m || n > LCK_TREE_LEAVES)
        return stride;
    for (unsigned i = 0; i < n; i++) {
        int64_t extent;
        const lck_sum *s = leaf[i]->divisor != 0 && !leaf[i]->value
                               ? stride_of(p, mode, unit, start)
                               : NULL;
        if (s)
            leaf[i] = lck_tree_bound(&p->c->x, leaf[i], s);
        if (!size[i]->value || !lck_sum_is(size[i]->value, &extent) ||
            __builtin_mul_overflow(unit, extent, &unit))
            break;
    }
    return lck_tree_with(&p->c->x, stride, leaf);
}

static void set_strides(const partition *p, lck_cute_layout *l, const lck_sum *start)
{
    const lck_tree *part[LCK_TREE_LEAVES];
    unsigned n = lck_tree_rank(l->shape);
    if (l->shape->leaf || l->stride->leaf || l->stride->n != n || n > LCK_TREE_LEAVES)
        return;
    for (unsigned i = 0; i < n; i++)
        part[i] = open_strides(p, i, l->shape->part[i], l->stride->part[i], start);
    const lck_tree *made = lck_tree_of(&p->c->x, n, part);
    l->stride = made ? made : l->stride;
}

/* ---- results ---- */

static void set_partition(const partition *p, uint32_t result)
{
    lck_cute *c = p->c;
    static const int64_t none[LCK_ATOM_MODES] = {0};
    lck_cute_value made = lck_cute_typed(c, result);
    const lck_cute_value *v = p->whole;
    if (made.kind != LCK_CUTE_VIEW)
        return;
    const lck_sum *start = placed(p, 0, none);
    lck_cute_pointer type = made.pointer;
    made.pointer = v->pointer;
    made.pointer.align = type.align;
    made.pointer.swizzle = type.swizzle;
    if (made.layout.swizzle.bits)
        made.layout.inner = element(p, 0, none);
    else {
        made.pointer.offset = lck_sum_add(&c->x, v->pointer.offset,
                                          lck_sum_scale(&c->x, start, (int64_t)v->pointer.bits));
        set_strides(p, &made.layout, start);
    }
    lck_cute_fill(c, &made, lck_cute_layout_is_shared(&v->layout) && !v->layout.swizzle.bits);
    lck_cute_set(c, result, made);
}

static bool start(partition *p, const lck_ir_op *op)
{
    const lck_sum *thread = lck_cute_number(p->c, lck_cute_operand(p->c, op, 2));
    p->whole = lck_cute_operand(p->c, op, 1);
    p->thread = thread;
    return p->whole->kind == LCK_CUTE_VIEW && op->nresults == 1 && lck_sum_is_plain(thread);
}

/* partition_S(%copy, %view, %thread), partition_D */
void lck_cute_partition_copy(lck_cute *c, const lck_ir_op *op)
{
    partition p = {.c = c};
    uint32_t copy = lck_ir_operand(c->m, op, 0);
    if (copy == LCK_IR_NONE || !lck_tiled_copy_read(&c->x, c->type[copy], &p.copy) ||
        !start(&p, op))
        return;
    bool source = lck_ir_is(op, "cute.tiled.copy.partition_S");
    p.matrix = p.copy.atom.kind == (source ? LCK_ATOM_LDMATRIX : LCK_ATOM_STMATRIX);
    set_partition(&p, op->result);
}

/* partition A (%mma, %view, %thread) */
void lck_cute_partition_mma(lck_cute *c, const lck_ir_op *op)
{
    partition p = {.c = c, .is_mma = true};
    uint32_t mma = lck_ir_operand(c->m, op, 0);
    for (char operand = 'A'; operand <= 'C'; operand++) {
        const char word[] = {operand, '\0'};
        if (lck_ir_token_is(c->m, op->head, word))
            p.operand = operand;
    }
    if (mma != LCK_IR_NONE && p.operand && lck_tiled_mma_read(&c->x, c->type[mma], &p.mma) &&
        start(&p, op))
        set_partition(&p, op->result);
}
