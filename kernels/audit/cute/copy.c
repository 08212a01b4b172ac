/* copy.c - the operations that reach memory. */
#include "config.h"

#include "access.h"
#include "atoms.h"

static lck_copy_atom atom_of(const lck_cute *c, const lck_ir_op *op)
{
    uint32_t atom = lck_ir_operand(c->m, op, 0);
    return lck_copy_atom_read(atom == LCK_IR_NONE ? (lck_ir_text){0} : c->type[atom]);
}

/* A copy without a width moves what lies one after the other in both views, if no predicate
 * stands for each element. */
static void plain_copy(lck_cute *c, const lck_ir_op *op, const lck_copy_atom *atom,
                       const lck_cute_value *from, const lck_cute_value *to)
{
    bool predicates = op->noperands > 3;
    unsigned element = from->kind == LCK_CUTE_VIEW ? from->pointer.bits : to->pointer.bits;
    unsigned bits = atom->bits   ? atom->bits
                    : predicates ? element
                                 : lck_cute_common_bits(from, to);
    lck_cute_way way = {.operation = LCK_LOAD, .bits = bits, .joins = !predicates};
    lck_cute_access_of_view(c, op, from, &way);
    way.operation = LCK_STORE;
    lck_cute_access_of_view(c, op, to, &way);
}

/* cute.copy(%atom, %source, %destination, ..) */
void lck_cute_copy(lck_cute *c, const lck_ir_op *op)
{
    static const char other[] = "cute.copy of another atom";
    lck_copy_atom atom = atom_of(c, op);
    const lck_cute_value *from = lck_cute_operand(c, op, 1), *to = lck_cute_operand(c, op, 2);
    lck_cute_way way = {.operation = LCK_CP_ASYNC,
                        .bits = atom.bits ? atom.bits : from->pointer.bits,
                        .matrices = atom.matrices};
    switch (atom.kind) {
    case LCK_ATOM_PLAIN: plain_copy(c, op, &atom, from, to); break;
    case LCK_ATOM_ASYNC:
        lck_cute_access_of_view(c, op, from, &way);
        lck_cute_access_of_view(c, op, to, &way);
        break;
    case LCK_ATOM_LDMATRIX:
        way.operation = LCK_LDMATRIX;
        lck_cute_access_of_view(c, op, from, &way);
        break;
    case LCK_ATOM_STMATRIX:
        way.operation = LCK_STMATRIX;
        lck_cute_access_of_view(c, op, to, &way);
        break;
    case LCK_ATOM_TMA_LOAD: lck_cute_access_of_map(c, op, to); break;
    case LCK_ATOM_TMA_STORE: lck_cute_access_of_map(c, op, from); break;
    case LCK_ATOM_OTHER: break;
    case LCK_ATOM_NONE:
        if (!c->quiet && !c->time)
            lck_audit_not_read(c->audit, lck_cute_record(c), other, sizeof other - 1);
        break;
    }
}

/* memref.load(%view, %coordinate), memref.store(%view, %coordinate, %value), load_vec(%view),
 * store_vec(%value, %view) */
void lck_cute_load_store(lck_cute *c, const lck_ir_op *op)
{
    bool vector = lck_ir_is(op, "cute.memref.load_vec") || lck_ir_is(op, "cute.memref.store_vec");
    bool load = lck_ir_is(op, "cute.memref.load_vec") || lck_ir_is(op, "cute.memref.load");
    const lck_cute_value *view = lck_cute_operand(c, op, vector && !load ? 1 : 0);
    lck_operation operation = load ? LCK_LOAD : LCK_STORE;
    lck_cute_way way = {.operation = operation, .joins = true};
    if (vector) {
        way.bits = lck_cute_common_bits(view, view);
        lck_cute_access_of_view(c, op, view, &way);
    } else {
        const lck_cute_value *at = lck_cute_operand(c, op, 1);
        const lck_tree *coordinate = at->kind == LCK_CUTE_TUPLE ? at->tuple : NULL;
        lck_cute_access_of_element(c, op, view, operation,
                                   lck_tree_at(&c->x, coordinate, view->layout.shape,
                                               view->layout.stride));
    }
}
