/* memory.c - shared memory: what is allocated, and the first views that are made of its bytes. */
#include "config.h"

#include "../../../lib/int64.h"

#include "reader.h"

/* ---- roots ---- */

int64_t lck_cute_span(const lck_tree *shape, const lck_tree *stride)
{
    lck_modes m;
    int64_t span = 1, d;
    if (!lck_tree_modes(shape, stride, &m))
        return 0;
    for (unsigned i = 0; i < m.n; i++)
        if (!lck_sum_is(m.stride[i], &d) || d < 0 ||
            __builtin_mul_overflow(m.size[i] - 1, d, &d) ||
            __builtin_add_overflow(span, d, &span))
            return 0;
    return span;
}

/* The stride of the last of three modes or more, if the others lie within it: that of stages. */
static int64_t stage_of(const lck_cute_layout *l)
{
    unsigned rank = lck_tree_rank(l->shape);
    const lck_tree *size[LCK_TREE_LEAVES], *step[LCK_TREE_LEAVES];
    if (rank < 3 || l->shape->leaf)
        return 0;
    unsigned n = lck_tree_leaves(lck_tree_part(l->shape, rank - 1), size);
    lck_tree_leaves(lck_tree_part(l->stride, rank - 1), step);
    int64_t stage = 0, others = 0, k, d;
    for (unsigned i = 0; i < n && n <= LCK_TREE_LEAVES; i++)
        if (lck_sum_is(size[i]->value, &k) && k > 1)
            stage = stage == 0 && lck_sum_is(step[i]->value, &d) ? d : -1;
    for (unsigned i = 0; i + 1 < rank; i++) {
        int64_t span = lck_cute_span(lck_tree_part(l->shape, i), lck_tree_part(l->stride, i));
        others += span ? span - 1 : INT32_MAX;
    }
    return stage > others ? stage : 0;
}

void lck_cute_set_root(const lck_ir_op *op, lck_cute_value *v)
{
    lck_cute_pointer *p = &v->pointer;
    int64_t bits, span = lck_cute_span(v->layout.shape, v->layout.stride), stage;
    if (p->space != LCK_IN_SHARED || !lck_sum_is(p->offset, &bits) || span == 0 || span > 1 << 24)
        return;
    int64_t at = bits / 8, bytes = (span * p->bits + 7) / 8;
    if (p->root && at >= p->root_at && at + bytes <= p->root_at + p->root_bytes)
        return;
    stage = stage_of(&v->layout) * p->bits / 8;
    p->root = op->result + 1;
    p->root_at = at;
    p->root_bytes = bytes;
    p->root_stage = stage > 0 ? stage : bytes;
}

/* ---- memory ---- */

#define SHARED_ALIGN 1024 /* where shared memory begins: .align 1024 of CuTe DSL's PTX */

static int64_t bytes_of(const lck_cute_value *v)
{
    int64_t elements;
    bool known = v->kind == LCK_CUTE_VIEW && lck_tree_rank(v->layout.shape) == 1 &&
                 lck_tree_size(v->layout.shape, &elements) && elements < 1 << 24;
    return known ? elements * v->pointer.bits / 8 : 0;
}

/* Allocations of shared memory lie one after the other, in an order that the module does not say:
 * each begins at a multiple of what all others are multiples of. */
static int64_t shared_align(lck_cute *c, const lck_ir_op *op, int64_t align)
{
    int64_t all = SHARED_ALIGN;
    for (uint32_t i = 0; i < c->m->nops; i++) {
        const lck_ir_op *other = &c->m->op[i];
        if (other == op || !lck_ir_is(other, "cute.memref.alloca") || other->nresults != 1)
            continue;
        lck_cute_value v = lck_cute_typed(c, other->result);
        if (v.kind != LCK_CUTE_VIEW || v.pointer.space != LCK_IN_SHARED)
            continue;
        all = lc_int64_gcd(all, bytes_of(&v));
    }
    return all % align == 0 ? all : align;
}

void lck_cute_alloca(lck_cute *c, const lck_ir_op *op)
{
    lck_cute_value v = op->nresults == 1 ? lck_cute_typed(c, op->result) : (lck_cute_value){0};
    if (v.kind != LCK_CUTE_VIEW)
        return;
    v.pointer.object = op->result;
    v.pointer.object_align = v.pointer.space == LCK_IN_SHARED
                                 ? shared_align(c, op, v.pointer.align)
                                 : v.pointer.align;
    v.pointer.object_bytes = bytes_of(&v);
    v.pointer.offset = c->x.zero;
    lck_cute_fill(c, &v, true);
    if (v.pointer.bits != 8) /* bytes are for views to be made of */
        lck_cute_set_root(op, &v);
    lck_cute_set(c, op->result, v);
}

/* The shared memory of a launch: a pointer. */
void lck_cute_shared_memory(lck_cute *c, const lck_ir_op *op)
{
    lck_cute_value v = op->nresults == 1 ? lck_cute_typed(c, op->result) : (lck_cute_value){0};
    if (v.kind != LCK_CUTE_POINTER)
        return;
    v.pointer.object = op->result;
    v.pointer.object_align = SHARED_ALIGN;
    v.pointer.offset = c->x.zero;
    lck_cute_set(c, op->result, v);
}
