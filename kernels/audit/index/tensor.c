/* tensor.c - operations of tt and ttg that make and move tensors, as formulas. */
#include "config.h"

#include "internal.h"

#include <stdio.h>
#include <string.h>

typedef lck_formula maker(lck_index *ix, const lck_ir_op *op, uint32_t value,
                          const lck_value_type *type);

static lck_formula first(lck_index *ix, const lck_ir_op *op)
{
    return lck_index_of(ix, lck_ir_operand(ix->m, op, 0));
}

/* ---- numbers of blocks ---- */

static unsigned axis_of(const lck_index *ix, const lck_ir_op *op)
{
    return lck_ir_token_is(ix->m, op->head, "y")   ? 1
           : lck_ir_token_is(ix->m, op->head, "z") ? 2
                                                   : 0;
}

static const lc_expr *block_symbol(lck_index *ix, lck_symbol_kind kind, unsigned axis)
{
    char name[16];
    int64_t most = ix->options.grid[axis] > 0 ? ix->options.grid[axis]
                   : axis == 0                ? INT32_MAX
                                              : 65535;
    bool program = kind == LCK_PROGRAM;
    if (!program && ix->options.grid[axis] > 0)
        return lc_expr_int(ix->x, most);
    snprintf(name, sizeof name, "%s_%c", program ? "pid" : "grid", "xyz"[axis]);
    for (size_t i = 0; i < lc_exprs_nvars(ix->x); i++)
        if (ix->symbol[i].kind == kind && ix->symbol[i].axis == axis)
            return ix->symbol[i].var;
    return lck_index_add(ix, (lck_symbol){.kind = kind, .axis = axis}, name, program ? 0 : 1,
                         program ? most - 1 : most)
        ->var;
}

static lck_formula program_id(lck_index *ix, const lck_ir_op *op, uint32_t value,
                              const lck_value_type *type)
{
    (void)value;
    (void)type;
    return lck_number(block_symbol(ix, LCK_PROGRAM, axis_of(ix, op)));
}

static lck_formula num_programs(lck_index *ix, const lck_ir_op *op, uint32_t value,
                                const lck_value_type *type)
{
    (void)value;
    (void)type;
    return lck_number(block_symbol(ix, LCK_PROGRAMS, axis_of(ix, op)));
}

/* ---- making tensors ---- */

static lck_formula make_range(lck_index *ix, const lck_ir_op *op, uint32_t value,
                              const lck_value_type *type)
{
    int64_t start, end;
    (void)value;
    if (type->rank != 1 || !lck_ir_attribute_integer(ix->m, op, "start", &start) ||
        !lck_ir_attribute_integer(ix->m, op, "end", &end) || end - start != type->extent[0])
        return lck_no_formula;
    return lck_number(lc_expr_make(ix->x, LC_EXPR_ADD,
                                   lck_index_coordinate(ix, 0, type->extent[0]),
                                   lc_expr_int(ix->x, start)));
}

static lck_formula same(lck_index *ix, const lck_ir_op *op, uint32_t value,
                        const lck_value_type *type)
{
    (void)value;
    (void)type;
    return first(ix, op);
}

/* The first operand, at these coordinates. */
static lck_formula moved(lck_index *ix, const lck_ir_op *op, const lc_expr *const *at)
{
    lck_formula f = first(ix, op);
    if (f.e)
        f.e = lck_index_at(ix, f.e, LCK_INDEX_RANK, at);
    return f;
}

static lck_formula expand_dims(lck_index *ix, const lck_ir_op *op, uint32_t value,
                               const lck_value_type *type)
{
    const lc_expr *at[LCK_INDEX_RANK] = {0};
    int64_t axis;
    (void)value;
    if (!lck_ir_attribute_integer(ix->m, op, "axis", &axis) || axis < 0 ||
        axis >= (int64_t)type->rank)
        return lck_no_formula;
    for (size_t i = 0, from = 0; i < type->rank; i++)
        if (i != (size_t)axis)
            at[from++] = lck_index_coordinate(ix, (unsigned)i, type->extent[i]);
    return moved(ix, op, at);
}

static lck_formula transpose(lck_index *ix, const lck_ir_op *op, uint32_t value,
                             const lck_value_type *type)
{
    const lc_expr *at[LCK_INDEX_RANK] = {0};
    uint32_t end, token = lck_ir_attribute(ix->m, op, "order", &end);
    (void)value;
    if (token == LCK_IR_NONE)
        return lck_no_formula;
    size_t i = 0;
    for (; token < end; token++) {
        int64_t axis;
        if (lck_ir_token_is(ix->m, token, ":")) /* of `array<i32: 1, 0>` */
            i = 0;
        if (!lck_ir_integer(ix->m, token, &axis))
            continue;
        if (axis < 0 || axis >= (int64_t)type->rank || i >= type->rank)
            return lck_no_formula;
        at[axis] = lck_index_coordinate(ix, (unsigned)i, type->extent[i]);
        i++;
    }
    return i == type->rank ? moved(ix, op, at) : lck_no_formula;
}

/* In the order of the elements, the last axis fastest. */
static lck_formula reshape(lck_index *ix, const lck_ir_op *op, uint32_t value,
                           const lck_value_type *type)
{
    const lc_expr *at[LCK_INDEX_RANK] = {0}, *place = lc_expr_int(ix->x, 0);
    lck_value_type from;
    uint32_t end;
    (void)value;
    if (lck_ir_attribute(ix->m, op, "allow_reorder", &end) != LCK_IR_NONE ||
        !lck_value_type_of(ix->m, lck_ir_operand(ix->m, op, 0), &from))
        return lck_no_formula;
    for (size_t i = 0; i < type->rank; i++)
        place = lc_expr_add_scaled(ix->x, lck_index_coordinate(ix, (unsigned)i, type->extent[i]),
                                   type->extent[i], place);
    for (size_t i = from.rank; i-- > 0;) {
        const lc_expr *extent = lc_expr_int(ix->x, from.extent[i]);
        at[i] = lc_expr_make(ix->x, LC_EXPR_MOD, place, extent);
        place = lc_expr_make(ix->x, LC_EXPR_DIV, place, extent);
    }
    return moved(ix, op, at);
}

static lck_formula join(lck_index *ix, const lck_ir_op *op, uint32_t value,
                        const lck_value_type *type)
{
    lck_formula a = first(ix, op), b = lck_index_of(ix, lck_ir_operand(ix->m, op, 1));
    (void)value;
    if (!a.e || !b.e || a.base != b.base || type->rank == 0 || type->extent[type->rank - 1] != 2)
        return lck_no_formula;
    const lc_expr *which = lck_index_coordinate(ix, (unsigned)type->rank - 1, 2);
    return (
        lck_formula){lc_expr_select(ix->x,
                                    lc_expr_make(ix->x, LC_EXPR_EQ, which, lc_expr_int(ix->x, 0)),
                                    a.e, b.e),
                     a.base};
}

static lck_formula split(lck_index *ix, const lck_ir_op *op, uint32_t value,
                         const lck_value_type *type)
{
    const lc_expr *at[LCK_INDEX_RANK] = {0};
    if (type->rank >= LCK_INDEX_RANK)
        return lck_no_formula;
    at[type->rank] = lc_expr_int(ix->x, ix->m->value[value].index);
    return moved(ix, op, at);
}

/* ---- pointers ---- */

static lck_formula add_pointer(lck_index *ix, const lck_ir_op *op, uint32_t value,
                               const lck_value_type *type)
{
    lck_formula a = first(ix, op), b = lck_index_of(ix, lck_ir_operand(ix->m, op, 1));
    (void)value;
    (void)type;
    if (!a.e || !b.e || a.base == LCK_IR_NONE || b.base != LCK_IR_NONE)
        return lck_no_formula;
    return (lck_formula){lc_expr_make(ix->x, LC_EXPR_ADD, a.e, b.e), a.base};
}

/* Another type of the same elements' size. */
static lck_formula bitcast(lck_index *ix, const lck_ir_op *op, uint32_t value,
                           const lck_value_type *type)
{
    lck_value_type from;
    (void)value;
    bool fits = lck_value_type_of(ix->m, lck_ir_operand(ix->m, op, 0), &from) &&
                from.bits == type->bits && from.pointer == type->pointer;
    return fits ? first(ix, op) : lck_no_formula;
}

/* The coordinates that the operands from the first on depend on; all of those not known. */
static unsigned axes_of(lck_index *ix, const lck_ir_op *op, const lck_value_type *type)
{
    unsigned axes = 0;
    for (uint32_t i = 0; i < op->noperands; i++) {
        lck_formula f = lck_index_of(ix, lck_ir_operand(ix->m, op, i));
        lck_value_type of;
        if (!f.e && lck_value_type_of(ix->m, lck_ir_operand(ix->m, op, i), &of) && of.rank == 0)
            continue;
        if (!f.e)
            return lck_index_all(type);
        axes |= lck_index_axes(ix, f.e);
    }
    return axes;
}

/* A load is data that depends on the coordinates of its pointer, its mask and its `other`. */
static lck_formula load(lck_index *ix, const lck_ir_op *op, uint32_t value,
                        const lck_value_type *type)
{
    return lck_index_data(ix, value, axes_of(ix, op, type));
}

bool lck_index_tensor(lck_index *ix, const lck_ir_op *op, uint32_t value, lck_formula *out)
{
    static const struct {
        const char *name;
        maker *make;
    } row[] = {{"tt.get_program_id", program_id},
               {"tt.get_num_programs", num_programs},
               {"tt.make_range", make_range},
               {"tt.splat", same},
               {"tt.broadcast", same},
               {"ttg.convert_layout", same},
               {"tt.expand_dims", expand_dims},
               {"tt.trans", transpose},
               {"tt.reshape", reshape},
               {"tt.join", join},
               {"tt.split", split},
               {"tt.addptr", add_pointer},
               {"tt.bitcast", bitcast},
               {"tt.load", load}};
    lck_value_type type;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        if (lck_ir_is(op, row[i].name)) {
            if (!lck_value_type_of(ix->m, value, &type))
                return false;
            *out = row[i].make(ix, op, value, &type);
            lc_ctx_reset(ix->ctx);
            if (!out->e && type.integer)
                *out = lck_index_data(ix, value, lck_index_all(&type));
            return true;
        }
    return false;
}
