/* timeline-cells.c - what an operation does to cells, and what is wrong with it. */
#include "config.h"

#include "timeline-internal.h"

#include <stdlib.h>
#include <string.h>

#define AGE 200 /* groups that are counted */

/* ---- what is found ---- */

void lck_timeline_open(lck_timeline *t, const lck_ir_op *op, const char *why)
{
    if (!t->open) {
        t->open = why;
        t->open_op = (uint32_t)(op - t->m->op);
    }
}

static char *source_of(lck_timeline *t, const lck_ir_op *op)
{
    lck_ir_place place = lck_ir_source(t->m, op);
    if (!place.file.at)
        return NULL;
    size_t slash = place.file.n;
    while (slash > 0 && place.file.at[slash - 1] != '/')
        slash--;
    return lck_audit_printf(t->audit, "%.*s:%lld", (int)(place.file.n - slash),
                            place.file.at + slash, (long long)place.line);
}

static bool is_told(const lck_timeline *t, const char *about, size_t line, size_t other)
{
    for (size_t i = 0; i < t->kernel->nothers; i++) {
        const lck_kernel_record *r = &t->kernel->other[i];
        if (strcmp(r->about, about) == 0 && r->line == line && r->other == other)
            return true;
    }
    return false;
}

/* Records a fault between an operation and an earlier one, or LCK_IR_NONE. */
static void tell(lck_timeline *t, const lck_moment *now, const char *about, const lck_ir_op *op,
                 uint32_t other, const char *what, const char *detail)
{
    size_t line = op->line, earlier = other == LCK_IR_NONE ? 0 : t->m->op[other].line;
    if (t->wide) {
        lck_timeline_open(t, op, "it is not known how much memory an operation uses for a while");
        return;
    }
    if (now->guessed) {
        lck_timeline_open(t, op, "a fault may stand behind a condition that is not followed");
        return;
    }
    if (is_told(t, about, line, earlier))
        return;
    lck_kernel_record *r = lck_audit_other(t->audit, t->kernel);
    if (!r)
        return;
    r->about = lck_audit_printf(t->audit, "%s", about);
    r->line = line;
    r->other = earlier;
    r->source = source_of(t, op);
    r->answer.verdict = LCK_BAD;
    r->answer.why = lck_audit_printf(t->audit, "%s", what);
    lc_text shown = {0};
    lc_text_printf(&shown, "%.*s in line %zu", (int)op->name.n, op->name.at, line);
    if (other != LCK_IR_NONE)
        lc_text_printf(&shown, ", after %.*s in line %zu", (int)t->m->op[other].name.n,
                       t->m->op[other].name.at, earlier);
    if (detail)
        lc_text_printf(&shown, "\n%s", detail);
    r->answer.shown = lc_text_take(NULL, &shown);
    t->audit->failed |= !r->answer.shown;
}

/* The same about a cell. */
static void fault(lck_timeline *t, const lck_moment *now, const char *about, const lck_ir_op *op,
                  uint32_t other, int64_t cell, const char *what)
{
    if (t->cell[cell].parts) {
        lck_timeline_open(t, op, "parts of one buffer are used by themselves");
        return;
    }
    const lck_ir_op *alloc = &t->m->op[t->cell[cell].alloc];
    lck_ir_text name = t->m->value[alloc->result].name;
    uint32_t stages = lck_timeline_stages(t, alloc);
    char *detail = stages > 1
                       ? lck_audit_printf(t->audit, "stage %u of the %u of %%%.*s, line %u",
                                          t->cell[cell].stage, stages, (int)name.n, name.at,
                                          alloc->line)
                       : lck_audit_printf(t->audit, "the buffer %%%.*s, line %u", (int)name.n,
                                          name.at, alloc->line);
    tell(t, now, about, op, other, what, detail);
    free(detail);
}

/* ---- events of one cell ---- */

static bool is_under_way(uint8_t progress)
{
    return progress > LCK_LOST;
}

/* Faults of a write into bytes of a cell: of readers that are not done, of an earlier copy that
 * is not. */
static void check_write(lck_timeline *t, const lck_moment *now, const lck_ir_op *op, int64_t cell)
{
    const lck_cell_state *c = &now->cell[cell];
    if (is_under_way(c->read))
        fault(t, now, "rings", op, c->reader, cell,
              "a buffer is filled again while it is still being read");
    if (is_under_way(c->write))
        fault(t, now, "rings", op, c->writer, cell,
              "a buffer is filled again while an earlier copy into it is under way");
    if (t->synced && c->touched)
        fault(t, now, "races", op, c->toucher, cell,
              "a buffer is written while other threads may still read it: no barrier between");
}

/* A write into a cell: what other cells have in the same bytes is lost. */
static void begin_write(lck_timeline *t, lck_moment *now, const lck_ir_op *op, int64_t cell)
{
    for (size_t i = 0; i < t->ncells; i++)
        if (lck_timeline_overlap(t, i, (size_t)cell)) {
            check_write(t, now, op, (int64_t)i);
            if ((int64_t)i == cell)
                continue;
            if (now->cell[i].write == LCK_DONE)
                now->cell[i].write = LCK_LOST;
            now->cell[i].writer = (uint32_t)(op - t->m->op);
        }
    now->cell[cell].writer = (uint32_t)(op - t->m->op);
    now->cell[cell].touched = false;
    now->cell[cell].read = LCK_NOTHING;
}

static void write_now(lck_timeline *t, lck_moment *now, const lck_ir_op *op, int64_t cell)
{
    begin_write(t, now, op, cell);
    now->cell[cell].write = LCK_DONE;
    now->cell[cell].fresh = true;
}

static void write_later(lck_timeline *t, lck_moment *now, const lck_ir_op *op, int64_t cell,
                        lck_progress how, int64_t bar)
{
    lck_cell_state *c = &now->cell[cell];
    begin_write(t, now, op, cell);
    c->write = (uint8_t)how;
    c->write_age = 0;
    c->write_bar = (uint8_t)bar;
    c->write_fill = how == LCK_BARRED ? now->cell[bar].fills : 0;
}

static void before_read(lck_timeline *t, const lck_moment *now, const lck_ir_op *op, int64_t cell)
{
    const lck_cell_state *c = &now->cell[cell];
    if (is_under_way(c->write))
        fault(t, now, "rings", op, c->writer, cell,
              "a buffer is read while the copy into it may still be under way");
    else if (c->write == LCK_NOTHING && !t->cell[cell].parts)
        fault(t, now, "unwritten", op, LCK_IR_NONE, cell, "a buffer is read that nobody wrote");
    else if (c->write == LCK_LOST)
        fault(t, now, "rings", op, c->writer, cell,
              "a buffer is read after something else was written into its bytes");
    else if (t->synced && c->fresh)
        fault(t, now, "races", op, c->writer, cell,
              "a buffer is read that other threads may not have written yet: no barrier between");
}

static void read_now(lck_timeline *t, lck_moment *now, const lck_ir_op *op, int64_t cell)
{
    before_read(t, now, op, cell);
    now->cell[cell].touched = true;
    now->cell[cell].toucher = (uint32_t)(op - t->m->op);
}

static void read_later(lck_timeline *t, lck_moment *now, const lck_ir_op *op, int64_t cell,
                       lck_progress how, int64_t bar)
{
    lck_cell_state *c = &now->cell[cell];
    before_read(t, now, op, cell);
    c->read = (uint8_t)how;
    c->read_age = 0;
    c->read_bar = (uint8_t)bar;
    c->read_fill = how == LCK_BARRED ? now->cell[bar].fills : 0;
    c->reader = (uint32_t)(op - t->m->op);
}

/* ---- events of all cells ---- */

/* A group, a product, a store more: those under way grow older. */
static void grow_older(lck_timeline *t, lck_moment *now, lck_progress how)
{
    for (size_t i = 0; i < t->ncells; i++) {
        lck_cell_state *c = &now->cell[i];
        c->write_age = (uint8_t)(c->write_age + (c->write == how && c->write_age < AGE));
        c->read_age = (uint8_t)(c->read_age + (c->read == how && c->read_age < AGE));
    }
}

static void commit(lck_timeline *t, lck_moment *now)
{
    grow_older(t, now, LCK_GROUPED);
    for (size_t i = 0; i < t->ncells; i++)
        if (now->cell[i].write == LCK_LOOSE) {
            now->cell[i].write = LCK_GROUPED;
            now->cell[i].write_age = 0;
        }
}

static void wait_for(lck_timeline *t, lck_moment *now, lck_progress how, int64_t pending)
{
    for (size_t i = 0; i < t->ncells; i++) {
        lck_cell_state *c = &now->cell[i];
        if (c->write == how && c->write_age >= pending) {
            c->write = LCK_DONE;
            c->fresh = true;
        }
        if (c->read == how && c->read_age >= pending)
            c->read = LCK_NOTHING;
    }
}

static void meet(lck_timeline *t, lck_moment *now)
{
    for (size_t i = 0; i < t->ncells; i++) {
        now->cell[i].fresh = false;
        now->cell[i].touched = false;
    }
}

/* ---- barriers of memory ---- */

static void begin_phase(lck_moment *now, int64_t bar)
{
    uint8_t fills = (uint8_t)(now->cell[bar].fills + 1);
    now->cell[bar].fills = fills > 3 ? 2 : fills;
}

/* A wait for a parity ends the last phase begun, or, of the other parity, it ends nothing: the
 * phase before was over already. */
static void wait_phase(lck_timeline *t, lck_moment *now, const lck_ir_op *op, int64_t bar,
                       lck_cycle phase)
{
    lck_cycle parity = lck_cycle_operation("andi", phase, lck_cycle_exact(1));
    uint8_t fills = now->cell[bar].fills;
    if (parity.modulus != 0 || (fills == 0 && parity.value == 0)) {
        lck_timeline_open(t, op, "it is not known which phase of a barrier is waited for");
        return;
    }
    if (fills == 0 || parity.value != ((fills - 1) & 1))
        return;
    for (size_t i = 0; i < t->ncells; i++) {
        lck_cell_state *c = &now->cell[i];
        if (c->write == LCK_BARRED && c->write_bar == bar) {
            c->write = LCK_DONE;
            c->fresh = false; /* the barrier tells all threads */
        }
        if (c->read == LCK_BARRED && c->read_bar == bar)
            c->read = LCK_NOTHING;
    }
}

/* ---- operands ---- */

/* The cell that an operand is; -1: it is none, of tensor memory or of registers; or it is not
 * known which, or outside of its ring, both told. */
static int64_t cell_of(lck_timeline *t, const lck_moment *now, const lck_ir_op *op,
                       uint32_t operand)
{
    uint32_t value = lck_ir_operand(t->m, op, operand);
    static const char prefix[] = "!ttg.memdesc<";
    if (value == LCK_IR_NONE)
        return -1;
    lck_ir_text type = t->m->value[value].type;
    if (type.n < sizeof prefix || memcmp(type.at, prefix, sizeof prefix - 1) != 0 ||
        memmem(type.at, type.n, "tensor_memory", 13))
        return -1;
    lck_cycle cell = lck_timeline_number(t, now, value);
    if (cell.modulus != 0) {
        lck_timeline_open(t, op, "it is not known which stage of a ring is used");
        return -1;
    }
    if (cell.value >= 0)
        return cell.value;
    const lck_ir_op *alloc = &t->m->op[t->cell[-1 - cell.value].alloc];
    lck_ir_text name = t->m->value[alloc->result].name;
    char *detail = lck_audit_printf(t->audit, "%%%.*s, line %u, has %u stages", (int)name.n,
                                    name.at, alloc->line, lck_timeline_stages(t, alloc));
    tell(t, now, "rings", op, t->m->value[value].op, "a stage outside of its ring is used",
         detail);
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
    return value != LCK_IR_NONE && t->m->value[value].type.at &&
           memmem(t->m->value[value].type.at, t->m->value[value].type.n, "xi64,", 5);
}

/* ---- operations ---- */

typedef void event(lck_timeline *t, lck_moment *now, const lck_ir_op *op);

static void on_alloc(lck_timeline *t, lck_moment *now, const lck_ir_op *op)
{
    uint32_t first = t->first[op - t->m->op] - 1, n = lck_timeline_stages(t, op);
    if (op->noperands)
        write_now(t, now, op, first);
    else
        for (uint32_t i = 0; i < n; i++)
            if (!is_under_way(now->cell[first + i].read))
                now->cell[first + i] = (lck_cell_state){0};
}

/* Nothing is under way that matters: copies past the end of a loop have a mask that is false. */
static void on_dealloc(lck_timeline *t, lck_moment *now, const lck_ir_op *op)
{
    uint32_t value = lck_ir_operand(t->m, op, 0);
    const lck_ir_value *v = value == LCK_IR_NONE ? NULL : &t->m->value[value];
    uint32_t first = v && v->block == LCK_IR_NONE ? t->first[v->op] : 0;
    uint32_t n = first ? lck_timeline_stages(t, &t->m->op[v->op]) : 0;
    for (uint32_t i = 0; i < n; i++) {
        now->cell[first - 1 + i].write = LCK_NOTHING;
        now->cell[first - 1 + i].read = LCK_NOTHING;
    }
}

static void on_load(lck_timeline *t, lck_moment *now, const lck_ir_op *op)
{
    int64_t cell = cell_of(t, now, op, 0);
    if (cell >= 0)
        read_now(t, now, op, cell);
}

static void on_store(lck_timeline *t, lck_moment *now, const lck_ir_op *op)
{
    int64_t cell = cell_of(t, now, op, 1);
    if (cell >= 0)
        write_now(t, now, op, cell);
}

static void on_async_copy(lck_timeline *t, lck_moment *now, const lck_ir_op *op)
{
    int64_t cell = cell_of(t, now, op, 1);
    if (cell >= 0)
        write_later(t, now, op, cell, LCK_LOOSE, 0);
}

static void on_commit(lck_timeline *t, lck_moment *now, const lck_ir_op *op)
{
    (void)op;
    commit(t, now);
}

static void on_wait(lck_timeline *t, lck_moment *now, const lck_ir_op *op)
{
    wait_for(t, now, LCK_GROUPED, number_attribute(t, op, "num"));
}

/* The cells of the operands A and B; D is in registers. */
static void on_wgmma(lck_timeline *t, lck_moment *now, const lck_ir_op *op)
{
    bool async = has_flag(t, op, "isAsync");
    if (async)
        grow_older(t, now, LCK_ISSUED);
    for (uint32_t i = 0; i < 2; i++) {
        int64_t cell = cell_of(t, now, op, i);
        if (cell >= 0 && async)
            read_later(t, now, op, cell, LCK_ISSUED, 0);
        else if (cell >= 0)
            read_now(t, now, op, cell);
    }
}

static void on_wgmma_wait(lck_timeline *t, lck_moment *now, const lck_ir_op *op)
{
    wait_for(t, now, LCK_ISSUED, number_attribute(t, op, "pendings"));
}

static void on_expect(lck_timeline *t, lck_moment *now, const lck_ir_op *op)
{
    int64_t bar = cell_of(t, now, op, 0);
    if (bar >= 0)
        begin_phase(now, bar);
}

static void on_init(lck_timeline *t, lck_moment *now, const lck_ir_op *op)
{
    int64_t bar = cell_of(t, now, op, 0), count = 1;
    uint32_t comma = lck_ir_find(t->m, op, op->head, ",");
    meet(t, now); /* all threads, behind it */
    if (bar >= 0)
        now->cell[bar] = (lck_cell_state){.write = LCK_DONE};
    if (comma != LCK_IR_NONE && lck_ir_integer(t->m, comma + 1, &count) && count != 1)
        lck_timeline_open(t, op, "several threads arrive at a barrier");
}

static void on_wait_phase(lck_timeline *t, lck_moment *now, const lck_ir_op *op)
{
    int64_t bar = cell_of(t, now, op, 0);
    if (bar >= 0)
        wait_phase(t, now, op, bar, lck_timeline_number(t, now, lck_ir_operand(t->m, op, 1)));
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
        write_later(t, now, op, cell, LCK_BARRED, bar);
}

static void on_tma_store(lck_timeline *t, lck_moment *now, const lck_ir_op *op)
{
    grow_older(t, now, LCK_STORING);
    for (uint32_t i = 0; i < op->noperands; i++) {
        int64_t cell = cell_of(t, now, op, i);
        if (cell >= 0)
            read_later(t, now, op, cell, LCK_STORING, 0);
    }
}

static void on_tma_store_wait(lck_timeline *t, lck_moment *now, const lck_ir_op *op)
{
    wait_for(t, now, LCK_STORING, number_attribute(t, op, "pendings"));
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
        begin_phase(now, bar);
    else if (async)
        lck_timeline_open(t, op, "a product of tensor memory commits to no barrier of its own");
    for (uint32_t i = 0; i < 2; i++) {
        int64_t cell = cell_of(t, now, op, i);
        if (cell >= 0 && bar >= 0)
            read_later(t, now, op, cell, LCK_BARRED, bar);
        else if (cell >= 0)
            read_now(t, now, op, cell);
    }
}

static void on_meeting(lck_timeline *t, lck_moment *now, const lck_ir_op *op)
{
    (void)op;
    meet(t, now);
}

static void on_stranger(lck_timeline *t, lck_moment *now, const lck_ir_op *op)
{
    (void)now;
    lck_timeline_open(t, op, "an operation on shared memory or barriers is not followed");
}

typedef struct {
    const char *name;
    event *does;
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
    {"ttng.async_tma_copy_global_to_local", on_tma_load},
    {"ttng.async_tma_gather", on_tma_load},
    {"ttng.async_tma_copy_local_to_global", on_tma_store},
    {"ttng.async_tma_reduce", on_tma_store},
    {"ttng.async_tma_scatter", on_tma_store},
    {"ttng.async_tma_store_wait", on_tma_store_wait},
    {"ttng.tc_gen5_mma", on_tcgen05},
    {"ttng.tc_gen5_mma_scaled", on_tcgen05},
    {"ttg.barrier", on_meeting},
    {"ttg.local_barrier", on_meeting},
    {"gpu.barrier", on_meeting},
    {"ttng.inval_barrier", NULL},
    {"ttg.local_dealloc", on_dealloc},
    {"ttg.memdesc_index", NULL},
    {"ttg.memdesc_subslice", NULL},
    {"ttg.memdesc_trans", NULL},
    {"ttg.memdesc_reshape", NULL},
    {"ttg.memdesc_reinterpret", NULL},
    {"ttng.fence_async_shared", NULL},
    {"ttng.arrive_barrier", on_stranger},
    {"ttng.async_copy_mbarrier_arrive", on_stranger},
    {"ttng.tc_gen5_commit", on_stranger},
    {"ttg.warp_specialize", on_stranger},
    {"amdg.async_wait", on_stranger},
    {"tt.call", on_stranger},
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

bool lck_timeline_is_scratch(const lck_ir_op *op)
{
    static const char *const name[] = {"ttg.convert_layout", "tt.reduce", "tt.scan", "tt.gather",
                                       "tt.histogram"};
    for (size_t i = 0; i < sizeof name / sizeof *name; i++)
        if (lck_ir_is(op, name[i]))
            return true;
    return is_atomic(op);
}

static void on_scratch(lck_timeline *t, lck_moment *now, const lck_ir_op *op)
{
    int64_t cell = (int64_t)t->first[op - t->m->op] - 1;
    if (is_atomic(op))
        meet(t, now);
    write_now(t, now, op, cell);
    if (!t->wide || !stays_within_warps(t, op))
        meet(t, now);
    now->cell[cell].touched = true;
    now->cell[cell].toucher = (uint32_t)(op - t->m->op);
}

static const row *row_of(const lck_ir_op *op)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (lck_ir_is(op, rows[i].name))
            return &rows[i];
    return NULL;
}

bool lck_timeline_is_event(const lck_ir_op *op)
{
    return row_of(op) != NULL;
}

void lck_timeline_event(lck_timeline *t, lck_moment *now, const lck_ir_op *op)
{
    const row *known = row_of(op);
    if (known) {
        if (known->does)
            known->does(t, now, op);
        return;
    }
    uint32_t end;
    if (t->first[op - t->m->op])
        on_scratch(t, now, op);
    else if (t->wide && lck_ir_attribute(t->m, op, "allocation.offset", &end) != LCK_IR_NONE)
        lck_timeline_open(t, op, "an operation uses memory for a while that is not followed");
    for (uint32_t i = 0; i < op->noperands && op->nblocks == 0; i++) {
        static const char *const passed_on[] = {"scf.", "cf.", "tt.return"};
        bool passes = false;
        for (size_t k = 0; k < sizeof passed_on / sizeof *passed_on; k++)
            passes |= strncmp(op->name.at, passed_on[k], strlen(passed_on[k])) == 0;
        uint32_t value = lck_ir_operand(t->m, op, i);
        if (!passes && value != LCK_IR_NONE && t->m->value[value].type.n > 12 &&
            memcmp(t->m->value[value].type.at, "!ttg.memdesc", 12) == 0 &&
            !memmem(t->m->value[value].type.at, t->m->value[value].type.n, "tensor_memory", 13))
            lck_timeline_open(t, op, "an operation on shared memory is not followed");
    }
}
