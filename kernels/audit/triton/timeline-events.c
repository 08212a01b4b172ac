/* timeline-events.c - what each operation does to cells: a row an operation. */
#include "config.h"

#include "timeline-buffers.h"

#include <stdlib.h>
#include <string.h>

/* ---- operands ---- */

/* Is a value a view of shared memory? */
static bool is_memory(const lck_timeline *t, uint32_t value)
{
    lck_ir_text type = value == LCK_IR_NONE ? (lck_ir_text){0} : t->m->value[value].type;
    return lck_triton_is_memdesc(type) && !lck_ir_text_after(type, "tensor_memory").at;
}

/* The cell that an operand is; -1: it is none, of tensor memory or of registers; or it is not
 * known which, or outside of its ring, both told. */
static int64_t cell_of(lck_timeline *t, const lck_moment *now, const lck_ir_op *op,
                       uint32_t operand)
{
    uint32_t value = lck_ir_operand(t->m, op, operand);
    if (!is_memory(t, value))
        return -1;
    lck_cycle cell = lck_timeline_number(t, now, value);
    int64_t at = cell.value >= 0 ? cell.value % LCK_PART : -1 - cell.value;
    if (cell.modulus != 0 || at >= (int64_t)t->ncells) { /* any number may stand for a view */
        lck_timeline_open(t, op, "it is not known which stage of a ring is used");
        return -1;
    }
    t->part = cell.value >= LCK_PART;
    t->from = 0;
    if (cell.value >= 0)
        return at;
    const lck_ir_op *alloc = &t->m->op[t->cell[at].alloc];
    lck_ir_text name = t->m->value[alloc->result].name;
    char *detail = lck_audit_printf(t->audit, "%%%.*s, line %u, has %u stages", (int)name.n,
                                    name.at, alloc->line, lck_triton_stages(t, alloc));
    lck_cells_tell(t, now, "rings", op, t->m->value[value].op,
                   "a stage outside of its ring is used", detail);
    free(detail);
    return -1;
}

static int64_t number_attribute(const lck_timeline *t, const lck_ir_op *op, const char *name)
{
    int64_t value;
    return lck_ir_attribute_integer(t->m, op, name, &value) ? value : 0;
}

static bool has_flag(const lck_timeline *t, const lck_ir_op *op, const char *name)
{
    uint32_t end, i = lck_ir_attribute(t->m, op, name, &end);
    return i != LCK_IR_NONE && !lck_ir_token_is(t->m, i, "false");
}

static bool is_bar(const lck_timeline *t, const lck_ir_op *op, uint32_t operand)
{
    uint32_t value = lck_ir_operand(t->m, op, operand);
    return value != LCK_IR_NONE && lck_ir_text_after(t->m->value[value].type, "xi64,").at;
}

/* ---- operations ---- */

typedef void event(lck_timeline *t, lck_moment *now, const lck_ir_op *op);

static void on_alloc(lck_timeline *t, lck_moment *now, const lck_ir_op *op)
{
    uint32_t cells = t->first[op - t->m->op], first = cells - 1;
    uint32_t n = cells ? lck_triton_stages(t, op) : 0;
    t->part = false;
    if (!cells)
        lck_timeline_open(t, op, "an allocation that is not one buffer is not followed");
    else if (op->noperands)
        lck_cells_write_now(t, now, op, first);
    else
        for (uint32_t i = 0; i < n; i++)
            if (!lck_cells_is_under_way(now->cell[first + i].read))
                now->cell[first + i] = (lck_cell_state){0};
}

/* Freed memory is not watched: copies past the end of a loop have a mask that is false. */
static void on_dealloc(lck_timeline *t, lck_moment *now, const lck_ir_op *op)
{
    uint32_t value = lck_ir_operand(t->m, op, 0);
    const lck_ir_value *v = value == LCK_IR_NONE ? NULL : &t->m->value[value];
    uint32_t first = v && v->block == LCK_IR_NONE ? t->first[v->op] : 0;
    uint32_t n = first ? lck_triton_stages(t, &t->m->op[v->op]) : 0;
    for (uint32_t i = 0; i < n; i++) {
        lck_cell_state *c = &now->cell[first - 1 + i];
        c->write = c->read = LCK_NOTHING;
        c->writers = c->readers = 0;
    }
}

static void on_load(lck_timeline *t, lck_moment *now, const lck_ir_op *op)
{
    int64_t cell = cell_of(t, now, op, 0);
    if (cell >= 0)
        lck_cells_read_now(t, now, op, cell);
}

static void on_store(lck_timeline *t, lck_moment *now, const lck_ir_op *op)
{
    int64_t cell = cell_of(t, now, op, 1);
    if (cell >= 0)
        lck_cells_write_now(t, now, op, cell);
}

static void on_async_copy(lck_timeline *t, lck_moment *now, const lck_ir_op *op)
{
    int64_t cell = cell_of(t, now, op, 1);
    if (cell >= 0)
        lck_cells_write_later(t, now, op, cell, LCK_LOOSE, 0);
}

static void on_commit(lck_timeline *t, lck_moment *now, const lck_ir_op *op)
{
    (void)op;
    lck_cells_commit(t, now);
}

static void on_wait(lck_timeline *t, lck_moment *now, const lck_ir_op *op)
{
    lck_cells_wait_for(t, now, LCK_GROUPED, number_attribute(t, op, "num"));
}

/* The cells of the operands A and B; D is in registers. */
static void on_wgmma(lck_timeline *t, lck_moment *now, const lck_ir_op *op)
{
    bool async = has_flag(t, op, "isAsync");
    if (async)
        lck_cells_grow_older(t, now, LCK_ISSUED);
    for (uint32_t i = 0; i < 2; i++) {
        int64_t cell = cell_of(t, now, op, i);
        if (cell >= 0 && async)
            lck_cells_read_later(t, now, op, cell, LCK_ISSUED, 0);
        else if (cell >= 0)
            lck_cells_read_now(t, now, op, cell);
    }
}

static void on_wgmma_wait(lck_timeline *t, lck_moment *now, const lck_ir_op *op)
{
    lck_cells_wait_for(t, now, LCK_ISSUED, number_attribute(t, op, "pendings"));
    /* with several groups of four warps, all threads meet unless the wait is of one group */
    if (t->kernel->warps > 4 && !has_flag(t, op, "warpGroupLocal"))
        lck_cells_meet(t, now);
}

static void on_expect(lck_timeline *t, lck_moment *now, const lck_ir_op *op)
{
    int64_t bar = cell_of(t, now, op, 0);
    if (bar >= 0)
        lck_cells_begin_phase(now, bar);
}

static void on_init(lck_timeline *t, lck_moment *now, const lck_ir_op *op)
{
    int64_t bar = cell_of(t, now, op, 0), count = 1;
    uint32_t comma = lck_ir_find(t->m, op, op->head, ",");
    lck_cells_meet(t, now); /* all threads, behind it */
    if (bar >= 0)
        now->cell[bar] = (lck_cell_state){.write = LCK_DONE};
    if (comma != LCK_IR_NONE && lck_ir_integer(t->m, comma + 1, &count) && count != 1)
        lck_timeline_open(t, op, "several threads arrive at a barrier");
}

static void on_wait_phase(lck_timeline *t, lck_moment *now, const lck_ir_op *op)
{
    int64_t bar = cell_of(t, now, op, 0);
    if (bar >= 0)
        lck_cells_wait_phase(t, now, op, bar,
                             lck_timeline_number(t, now, lck_ir_operand(t->m, op, 1)), true);
}

/* A copy of TMA: the barrier, and behind it the buffer. */
static void on_tma_load(lck_timeline *t, lck_moment *now, const lck_ir_op *op)
{
    int64_t bar = -1, cell = -1;
    for (uint32_t i = 0; i < op->noperands; i++)
        if (is_bar(t, op, i))
            bar = cell_of(t, now, op, i);
        else if (cell_of(t, now, op, i) >= 0)
            cell = cell_of(t, now, op, i);
    if (bar >= 0 && cell >= 0)
        lck_cells_write_later(t, now, op, cell, LCK_BARRED, bar);
}

static void on_tma_store(lck_timeline *t, lck_moment *now, const lck_ir_op *op)
{
    lck_cells_grow_older(t, now, LCK_STORING);
    for (uint32_t i = 0; i < op->noperands; i++) {
        int64_t cell = cell_of(t, now, op, i);
        if (cell >= 0)
            lck_cells_read_later(t, now, op, cell, LCK_STORING, 0);
    }
}

static void on_tma_store_wait(lck_timeline *t, lck_moment *now, const lck_ir_op *op)
{
    lck_cells_wait_for(t, now, LCK_STORING, number_attribute(t, op, "pendings"));
}

/* tcgen05: A and B are read until the barrier's phase ends that the product commits to. */
static void on_tcgen05(lck_timeline *t, lck_moment *now, const lck_ir_op *op)
{
    int64_t bar = -1;
    bool async = has_flag(t, op, "is_async");
    for (uint32_t i = 2; i < op->noperands; i++)
        if (is_bar(t, op, i))
            bar = cell_of(t, now, op, i);
    if (bar >= 0)
        lck_cells_begin_phase(now, bar);
    else if (async)
        lck_timeline_open(t, op, "a product of tensor memory commits to no barrier of its own");
    for (uint32_t i = 0; i < 2; i++) {
        int64_t cell = cell_of(t, now, op, i);
        if (cell >= 0 && bar >= 0)
            lck_cells_read_later(t, now, op, cell, LCK_BARRED, bar);
        else if (cell >= 0)
            lck_cells_read_now(t, now, op, cell);
    }
}

static void on_meeting(lck_timeline *t, lck_moment *now, const lck_ir_op *op)
{
    (void)op;
    lck_cells_meet(t, now);
}

static void on_stranger(lck_timeline *t, lck_moment *now, const lck_ir_op *op)
{
    (void)now;
    lck_timeline_open(t, op, "an operation on shared memory or barriers is not followed");
}

typedef struct {
    const char *names;
    event *does; /* NULL: nothing */
} row;

static const row rows[] = {
    {"ttg.local_alloc", on_alloc},
    {"ttg.local_load", on_load},
    {"ttg.local_store", on_store},
    {"ttg.async_copy_global_to_local", on_async_copy},
    {"ttg.async_commit_group", on_commit},
    {"ttg.async_wait", on_wait},
    {"ttng.warp_group_dot", on_wgmma},
    {"ttng.warp_group_dot_wait", on_wgmma_wait},
    {"ttng.init_barrier", on_init},
    {"ttng.barrier_expect", on_expect},
    {"ttng.wait_barrier", on_wait_phase},
    {"ttng.async_tma_copy_global_to_local ttng.async_tma_gather", on_tma_load},
    {"ttng.async_tma_copy_local_to_global ttng.async_tma_reduce ttng.async_tma_scatter",
     on_tma_store},
    {"ttng.async_tma_store_wait", on_tma_store_wait},
    {"ttng.tc_gen5_mma ttng.tc_gen5_mma_scaled", on_tcgen05},
    {"ttg.barrier ttg.local_barrier gpu.barrier", on_meeting},
    {"ttng.inval_barrier ttg.memdesc_index ttg.memdesc_subslice ttg.memdesc_trans "
     "ttg.memdesc_reshape ttg.memdesc_reinterpret ttng.fence_async_shared",
     NULL},
    {"ttg.local_dealloc", on_dealloc},
    {"ttng.arrive_barrier ttng.async_copy_mbarrier_arrive ttng.tc_gen5_commit "
     "ttg.warp_specialize amdg.async_wait tt.call",
     on_stranger},
};

/* Does a conversion stay within warps, which then need no barrier between its store and load? */
static bool stays_within_warps(const lck_timeline *t, const lck_ir_op *op)
{
    for (size_t i = 0; i < t->kernel->nconversions; i++)
        if (t->kernel->conversion[i].line == op->line)
            return t->kernel->conversion[i].needs <= LCK_SHUFFLES;
    return false;
}

/* Atomics meet before, too: one thread has what the others wait for. */
static bool is_atomic(const lck_ir_op *op)
{
    return lck_ir_is(op, "tt.atomic_rmw") || lck_ir_is(op, "tt.atomic_cas");
}

bool lck_triton_is_scratch(const lck_ir_op *op)
{
    return is_atomic(op) || lck_ir_text_among(op->name, "ttg.convert_layout tt.reduce tt.scan "
                                                        "tt.gather tt.histogram");
}

static void on_scratch(lck_timeline *t, lck_moment *now, const lck_ir_op *op)
{
    int64_t cell = (int64_t)t->first[op - t->m->op] - 1;
    t->part = false;
    if (is_atomic(op))
        lck_cells_meet(t, now);
    lck_cells_write_now(t, now, op, cell);
    if (!t->wide || !stays_within_warps(t, op))
        lck_cells_meet(t, now);
    lck_cells_touch(t, now, op, cell);
}

static const row *row_of(const lck_ir_op *op)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (lck_ir_text_among(op->name, rows[i].names))
            return &rows[i];
    return NULL;
}

bool lck_triton_is_event(const lck_timeline *t, const lck_ir_op *op)
{
    return row_of(op) != NULL || t->first[op - t->m->op] != 0 || lck_triton_offset(t, op) >= 0;
}

/* Has an atomic operation this order, `release` or `acquire`? All threads meet before the first,
 * and behind the second (Triton's Membar.cpp, getAtomicBarrierStages). */
static bool orders(const lck_timeline *t, const lck_ir_op *op, const char *order)
{
    return lck_ir_text_begins(op->name, "tt.atomic_") &&
           (lck_ir_find(t->m, op, op->head, "acq_rel") != LCK_IR_NONE ||
            lck_ir_find(t->m, op, op->head, order) != LCK_IR_NONE);
}

void lck_triton_event(lck_timeline *t, lck_moment *now, const lck_ir_op *op)
{
    const row *known = row_of(op);
    if (known) {
        if (known->does)
            known->does(t, now, op);
        return;
    }
    uint32_t end;
    if (orders(t, op, "release"))
        lck_cells_meet(t, now);
    if (t->first[op - t->m->op])
        on_scratch(t, now, op);
    else if (t->wide && lck_ir_attribute(t->m, op, "allocation.offset", &end) != LCK_IR_NONE)
        lck_timeline_open(t, op, "an operation uses memory for a while that is not followed");
    if (orders(t, op, "acquire"))
        lck_cells_meet(t, now);
    bool passes = op->nblocks > 0 || lck_ir_text_among(op->name, "scf.* cf.* tt.return*");
    for (uint32_t i = 0; i < op->noperands && !passes; i++)
        if (is_memory(t, lck_ir_operand(t->m, op, i)))
            lck_timeline_open(t, op, "an operation on shared memory is not followed");
}
