/* timeline-buffers.c - allocations of shared memory, their stages, bytes and views. */
#include "config.h"

#include "timeline-buffers.h"
#include "types.h"

#include <stdlib.h>
#include <string.h>

/* ---- cells ---- */

static bool is_indexed(const lck_timeline *t, uint32_t value)
{
    for (uint32_t i = t->function; i < t->m->nops; i++)
        if (lck_ir_is(&t->m->op[i], "ttg.memdesc_index") &&
            lck_ir_operand(t->m, &t->m->op[i], 0) == value)
            return true;
    return false;
}

uint32_t lck_triton_stages(const lck_timeline *t, const lck_ir_op *alloc)
{
    lck_ir_text type = lck_ir_text_after(t->m->value[alloc->result].type, "!ttg.memdesc<");
    int64_t n;
    lck_ir_digits(&type, 1 << 20, &n); /* more are too many, whatever is left of them */
    return is_indexed(t, alloc->result) ? (uint32_t)n : 1;
}

/* The bytes of the operands or results that are tensors or buffers; 0: not known. */
static int64_t bytes_of(const lck_timeline *t, const lck_ir_op *op)
{
    lck_type type[8];
    size_t n = lck_types_of(t->m, op, 8, type);
    int64_t sum = 0;
    for (size_t i = 0; i < n; i++) {
        int64_t bytes = lck_type_stored(&type[i]) / 8;
        for (size_t k = 0; k < type[i].rank; k++)
            bytes = type[i].shape[k] < 1 << 20 ? bytes * (int64_t)type[i].shape[k] : 0;
        bool padded = lck_type_is(&type[i], "#ttg.padded_shared");
        sum += padded ? 0 : bytes;
    }
    lck_types_free(type, 8);
    return n < 8 ? sum : 0;
}

int64_t lck_triton_offset(const lck_timeline *t, const lck_ir_op *op)
{
    int64_t offset;
    return lck_ir_attribute_integer(t->m, op, "allocation.offset", &offset) ? offset : -1;
}

bool lck_triton_add_cells(lck_timeline *t, uint32_t op)
{
    const lck_ir_op *o = &t->m->op[op];
    uint32_t stages = lck_triton_stages(t, o);
    if (stages == 0 || stages > LCK_STAGES || t->ncells + stages > LCK_CELLS)
        return lck_timeline_open(t, o, "there are too many buffers");
    int64_t at = lck_triton_offset(t, o), bytes = bytes_of(t, o) / stages;
    if (o->noperands) /* its source has as many */
        bytes /= 2;
    bool known = at >= 0 && (bytes > 0 || stages == 1);
    t->first[op] = (uint32_t)t->ncells + 1;
    for (uint32_t i = 0; i < stages; i++)
        t->cell[t->ncells++] = (lck_cell){.alloc = op,
                                          .stage = i,
                                          .at = known ? at + i * bytes : -1,
                                          .least = bytes ? bytes : 1,
                                          .most = bytes ? bytes : (int64_t)1 << 30};
    return lck_timeline_extend_round(t, op, stages);
}

/* An operation with memory for a while: it uses some of it at least, and at most what its
 * operands have. */
bool lck_triton_add_scratch(lck_timeline *t, uint32_t op)
{
    const lck_ir_op *o = &t->m->op[op];
    bool bounded = lck_ir_is(o, "ttg.convert_layout") || lck_ir_is(o, "tt.reduce");
    int64_t bytes = bounded ? bytes_of(t, o) : 0;
    if (t->ncells == LCK_CELLS)
        return lck_timeline_open(t, o, "there are too many buffers");
    t->first[op] = (uint32_t)t->ncells + 1;
    t->cell[t->ncells++] = (lck_cell){.alloc = op,
                                      .scratch = true,
                                      .at = lck_triton_offset(t, o),
                                      .least = 1,
                                      .most = bytes ? bytes : (int64_t)1 << 30};
    return true;
}

/* ---- views ---- */

static lck_cycle part_of(lck_cycle view)
{
    bool whole = view.modulus == 0 && view.value >= 0 && view.value < LCK_PART;
    return whole ? lck_cycle_exact(view.value + LCK_PART) : view;
}

/* A stage of a ring; a part of a buffer stays in its cell. */
static lck_cycle index_view(lck_timeline *t, const lck_ir_op *op, lck_cycle view, lck_cycle index)
{
    uint32_t base = lck_ir_operand(t->m, op, 0);
    if (base == LCK_IR_NONE)
        return LCK_CYCLE_UNKNOWN;
    const lck_ir_value *v = &t->m->value[base];
    bool ring = v->block == LCK_IR_NONE && t->first[v->op] != 0 &&
                lck_ir_is(&t->m->op[v->op], "ttg.local_alloc");
    if (!ring)
        return part_of(view);
    uint32_t stages = lck_triton_stages(t, &t->m->op[v->op]);
    if (index.modulus != 0)
        return stages == 1 ? view : LCK_CYCLE_UNKNOWN;
    if (index.value < 0 || index.value >= stages)
        return lck_cycle_exact(-1 - (int64_t)(t->first[v->op] - 1));
    return lck_cycle_exact((int64_t)(t->first[v->op] - 1) + index.value);
}

/* A view that is no stage: the same cell. */
static bool is_view(const lck_ir_op *op)
{
    return lck_ir_text_among(op->name, "ttg.memdesc_trans ttg.memdesc_reshape "
                                       "ttg.memdesc_reinterpret ttg.memdesc_subslice");
}

bool lck_triton_result(lck_timeline *t, const lck_moment *now, const lck_ir_op *op, uint32_t i,
                       lck_cycle *number)
{
    uint32_t self = (uint32_t)(op - t->m->op);
    lck_cycle view = lck_timeline_number(t, now, lck_ir_operand(t->m, op, i));
    if (t->first[self] && !t->cell[t->first[self] - 1].scratch)
        *number = lck_cycle_exact(t->first[self] - 1);
    else if (lck_ir_is(op, "ttg.memdesc_index"))
        *number = index_view(t, op, view,
                             lck_timeline_number(t, now, lck_ir_operand(t->m, op, 1)));
    else if (is_view(op))
        *number = lck_ir_is(op, "ttg.memdesc_subslice") ? part_of(view) : view;
    else if (lck_ir_is(op, "ttng.warp_group_dot_wait"))
        *number = view;
    else
        return false;
    return true;
}

bool lck_triton_is_memdesc(lck_ir_text type)
{
    return lck_ir_text_begins(type, "!ttg.memdesc<");
}

bool lck_triton_is_view(const lck_timeline *t, uint32_t value)
{
    return lck_triton_is_memdesc(t->m->value[value].type);
}

bool lck_triton_can_follow(const lck_timeline *t, uint32_t value)
{
    return lck_triton_is_view(t, value) || lck_timeline_is_integer(t->m->value[value].type);
}

char *lck_triton_name(lck_timeline *t, size_t cell)
{
    return lck_timeline_cell_name(t, cell, lck_triton_stages(t, &t->m->op[t->cell[cell].alloc]));
}
