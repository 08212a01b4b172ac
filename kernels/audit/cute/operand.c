/* operand.c - what products read of shared memory by descriptors.
 *
 * A descriptor says where wgmma finds the elements of one atom; only canonical layouts have one
 * (PTX ISA, matrix descriptor): gmma_descriptor of the language finds it, or says where a layout
 * differs from the nearest. From one atom to the next, descriptors go as many bytes on as the
 * view does, 16 at a time.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../../lib/text.h"
#include "../../../lib/int64.h"
#include "access.h"
#include "atoms.h"

/* `((8,16),64):((64,512),1)`; false: it is not static. */
static bool add_tree(lc_text *text, const lck_tree *t)
{
    int64_t value;
    if (!t)
        return false;
    if (t->leaf) {
        if (!t->value || !lck_sum_is(t->value, &value))
            return false;
        lc_text_printf(text, "%lld", (long long)value);
        return true;
    }
    lc_text_printf(text, "(");
    for (unsigned i = 0; i < t->n; i++) {
        lc_text_printf(text, i ? "," : "");
        if (!add_tree(text, t->part[i]))
            return false;
    }
    lc_text_printf(text, ")");
    return true;
}

/* The first mode of a view, (MN,K) of an atom, in elements; NULL: it is not static, or its
 * swizzle is none of elements. */
static char *descriptor_of(const lck_cute_value *v)
{
    lc_text text = {0};
    const lck_tree *shape = lck_tree_part(v->layout.shape, 0);
    lck_swizzle s = v->pointer.swizzle;
    int bytes = (int)lc_int64_log(v->pointer.bits / 8);
    bool known = v->pointer.bits >= 8 && lck_tree_rank(shape) == 2 && s.base >= bytes &&
                 v->layout.swizzle.bits == 0;
    lc_text_printf(&text, "gmma_descriptor(");
    if (s.bits)
        lc_text_printf(&text, "S<%d,%d,%d> o 0 o ", s.bits, s.base - bytes, s.shift);
    known = (known || (s.bits == 0 && v->pointer.bits >= 8)) && add_tree(&text, shape);
    lc_text_printf(&text, ":");
    known = known && add_tree(&text, lck_tree_part(v->layout.stride, 0));
    lc_text_printf(&text, ", %u)", v->pointer.bits);
    if (known)
        return lc_text_take(NULL, &text);
    lc_text_free(&text);
    return NULL;
}

/* Do descriptors go on as the view does, from the second mode on? */
static bool go_together(const lck_cute_value *view, const lck_cute_layout *made, char *what,
                        size_t room)
{
    const lck_tree *size[LCK_TREE_LEAVES], *a[LCK_TREE_LEAVES], *b[LCK_TREE_LEAVES];
    for (unsigned mode = 1; mode < lck_tree_rank(made->shape); mode++) {
        unsigned n = lck_tree_leaves(lck_tree_part(made->shape, mode), size);
        unsigned m = lck_tree_leaves(lck_tree_part(made->stride, mode), a);
        unsigned k = lck_tree_leaves(lck_tree_part(view->layout.stride, mode), b);
        if (n != m || n != k || n > LCK_TREE_LEAVES)
            return true; /* in other tuples */
        for (unsigned i = 0; i < n; i++) {
            int64_t times, step, bytes;
            if (!lck_sum_is(size[i]->value, &times) || times < 2 ||
                !lck_sum_is(a[i]->value, &step) || !lck_sum_is(b[i]->value, &bytes))
                continue;
            bytes = bytes * view->pointer.bits / 8;
            if (step * 16 != bytes) {
                snprintf(what, room, "descriptors go %lld bytes on, the view goes %lld",
                         (long long)step * 16, (long long)bytes);
                return false;
            }
        }
    }
    return true;
}

void lck_cute_judge_operand(lck_cute *c, const lck_ir_op *op, const lck_cute_value *view,
                            const lck_cute_layout *descriptors)
{
    lck_tiled_mma mma;
    uint32_t atom = lck_ir_operand(c->m, op, 0);
    char what[160];
    if (atom == LCK_IR_NONE || !lck_tiled_mma_read(&c->x, c->type[atom], &mma) || !mma.warpgroup)
        return;
    char *text = descriptor_of(view);
    lck_kernel_record *r =
        text ? lck_audit_about(c->audit, lck_cute_record(c), "operand", c->m, op) : NULL;
    if (!r) {
        free(text);
        return;
    }
    const char *descriptor = lck_asker_value(c->asker, text);
    r->answer.verdict = LCK_BAD;
    if (!descriptor)
        r->answer.shown = lck_audit_printf(c->audit, "%s", lck_asker_why(c->asker));
    else if (!go_together(view, descriptors, what, sizeof what))
        r->answer.shown = lck_audit_printf(c->audit, "%s", what);
    else {
        r->answer.verdict = LCK_GOOD;
        r->answer.claim = lck_audit_printf(c->audit, "%s == %s", text, descriptor);
    }
    free(text);
}
