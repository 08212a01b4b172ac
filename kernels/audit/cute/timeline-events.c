/* timeline-events.c - what each operation of CuTe DSL does to cells: a row an operation. */
#include "config.h"

#include "atoms.h"
#include "timeline.h"

#include <string.h>

typedef void event(lck_cute_time *time, lck_moment *now, const lck_ir_op *op);

static uint32_t index_of(const lck_cute_time *time, const lck_ir_op *op)
{
    return (uint32_t)(op - time->t->m->op);
}

/* ---- accesses ---- */

/* The barrier's cell that the nth footprint of an operation names; -1: told. */
static int64_t barrier_of(lck_cute_time *time, const lck_moment *now, const lck_ir_op *op)
{
    lck_footprint *f = lck_footprint_find(time, index_of(time, op), LCK_OF_BARRIER, 0);
    size_t first, last;
    int64_t from;
    if (!f)
        lck_timeline_open(time->t, op, "it is not known which barrier this is");
    return f && lck_footprint_now(time, now, f, &first, &last, &from) ? (int64_t)first : -1;
}

typedef enum { BY_THREADS, BY_ASYNC, BY_MAP, BY_PRODUCT } deed_kind;

static void write_cell(lck_cute_time *time, lck_moment *now, const lck_ir_op *op, size_t cell,
                       deed_kind how, int64_t bar)
{
    if (how == BY_THREADS)
        lck_cells_write_now(time->t, now, op, (int64_t)cell);
    else if (how == BY_ASYNC)
        lck_cells_write_later(time->t, now, op, (int64_t)cell, LCK_LOOSE, 0);
    else if (bar >= 0)
        lck_cells_write_later(time->t, now, op, (int64_t)cell, LCK_BARRED, bar);
}

static void read_cell(lck_cute_time *time, lck_moment *now, const lck_ir_op *op, size_t cell,
                      deed_kind how)
{
    if (how == BY_THREADS || how == BY_ASYNC)
        lck_cells_read_now(time->t, now, op, (int64_t)cell);
    else
        lck_cells_read_later(time->t, now, op, (int64_t)cell,
                             how == BY_MAP ? LCK_STORING : LCK_ISSUED, 0);
}

/* All that an operation has of one kind. */
static void access(lck_cute_time *time, lck_moment *now, const lck_ir_op *op,
                   lck_footprint_kind kind, deed_kind how, int64_t bar)
{
    lck_footprint *f;
    size_t first, last;
    int64_t from;
    for (size_t i = 0; (f = lck_footprint_find(time, index_of(time, op), kind, i)); i++) {
        if (!lck_footprint_now(time, now, f, &first, &last, &from))
            continue;
        for (size_t cell = first; cell <= last; cell++) {
            time->t->part = !lck_footprint_fills(time, f, cell, from);
            time->t->from = (int32_t)from;
            if (kind == LCK_OF_WRITE)
                write_cell(time, now, op, cell, how, bar);
            else
                read_cell(time, now, op, cell, how);
            from -= time->t->cell[cell].least;
        }
    }
}

static lck_copy_atom atom_of(const lck_cute_time *time, const lck_ir_op *op)
{
    uint32_t atom = lck_ir_operand(time->t->m, op, 0);
    return lck_copy_atom_read(atom == LCK_IR_NONE ? (lck_ir_text){0} : time->c->type[atom]);
}

static void on_copy(lck_cute_time *time, lck_moment *now, const lck_ir_op *op)
{
    lck_atom_kind kind = atom_of(time, op).kind;
    int64_t bar = kind == LCK_ATOM_TMA_LOAD ? barrier_of(time, now, op) : -1;
    deed_kind how = kind == LCK_ATOM_ASYNC                                    ? BY_ASYNC
                    : kind == LCK_ATOM_TMA_LOAD || kind == LCK_ATOM_TMA_STORE ? BY_MAP
                                                                              : BY_THREADS;
    if (kind == LCK_ATOM_NONE)
        lck_timeline_open(time->t, op, "a copy of another atom is not followed");
    access(time, now, op, LCK_OF_READ, how, -1);
    access(time, now, op, LCK_OF_WRITE, how, bar);
}

static void on_load_store(lck_cute_time *time, lck_moment *now, const lck_ir_op *op)
{
    access(time, now, op, LCK_OF_READ, BY_THREADS, -1);
    access(time, now, op, LCK_OF_WRITE, BY_THREADS, -1);
}

/* A product whose operands stay in shared memory. */
static void on_gemm(lck_cute_time *time, lck_moment *now, const lck_ir_op *op)
{
    access(time, now, op, LCK_OF_READ, BY_PRODUCT, -1);
}

/* ---- groups ---- */

static int64_t number_of(const lck_cute_time *time, const lck_ir_op *op)
{
    int64_t n = 0;
    return lck_ir_integer(time->t->m, op->head, &n) ? n : 0;
}

static void on_commit(lck_cute_time *time, lck_moment *now, const lck_ir_op *op)
{
    (void)op;
    lck_cells_commit(time->t, now);
}

/* ---- barriers ---- */

/* A number that an operand of the operation always is. */
static bool constant_operand(const lck_cute_time *time, const lck_ir_op *op, uint32_t operand,
                             int64_t *value)
{
    uint32_t v = lck_ir_operand(time->t->m, op, operand);
    if (v == LCK_IR_NONE || !time->is_constant[v])
        return false;
    *value = time->constant[v];
    return true;
}

/* `nvvm.barrier id = %i number_of_threads = %n`: of all threads, unless it says how many. */
static void on_barrier(lck_cute_time *time, lck_moment *now, const lck_ir_op *op)
{
    const lck_ir_module *m = time->t->m;
    uint32_t word = lck_ir_find(m, op, op->head, "number_of_threads");
    int64_t n = time->c->x.threads;
    bool known = word == LCK_IR_NONE ||
                 constant_operand(time, op, lck_ir_operands_before(m, op, word), &n);
    if (!known || n != time->c->x.threads)
        lck_timeline_open(time->t, op, "a barrier of some of the threads is not followed");
    else if (time->threads[index_of(time, op)] != time->c->x.threads)
        lck_timeline_open(time->t, op, "some threads do not come to a barrier of all");
    else
        lck_cells_meet(time->t, now);
}

static void on_warp_barrier(lck_cute_time *time, lck_moment *now, const lck_ir_op *op)
{
    (void)op;
    if (time->c->x.threads <= 32)
        lck_cells_meet(time->t, now);
}

static void on_init(lck_cute_time *time, lck_moment *now, const lck_ir_op *op)
{
    int64_t bar = barrier_of(time, now, op), n;
    if (bar < 0)
        return;
    now->cell[bar] = (lck_cell_state){.write = LCK_DONE};
    if (constant_operand(time, op, 1, &n) && n > 0 && n <= LCK_MOST_THREADS)
        time->arrivals[bar] = (unsigned)n;
}

/* Those that arrive end a phase together, if they are as many as the barrier waits for. */
static bool are_all(lck_cute_time *time, const lck_ir_op *op, int64_t bar)
{
    const lck_footprint *f = lck_footprint_find(time, index_of(time, op), LCK_OF_BARRIER, 0);
    if (f && f->threads == time->arrivals[bar])
        return true;
    return lck_timeline_open(time->t, op, "as many threads do not arrive as a barrier waits for");
}

static void on_expect(lck_cute_time *time, lck_moment *now, const lck_ir_op *op)
{
    int64_t bar = barrier_of(time, now, op);
    if (bar >= 0 && are_all(time, op, bar))
        lck_cells_begin_phase(now, bar);
}

static void on_arrive(lck_cute_time *time, lck_moment *now, const lck_ir_op *op)
{
    int64_t bar = barrier_of(time, now, op);
    if (bar >= 0 && are_all(time, op, bar))
        lck_cells_arrive(time->t, now, bar);
}

static void on_wait_phase(lck_cute_time *time, lck_moment *now, const lck_ir_op *op)
{
    int64_t bar = barrier_of(time, now, op);
    if (bar >= 0)
        lck_cells_wait_phase(time->t, now, op, bar,
                             lck_timeline_number(time->t, now, lck_ir_operand(time->t->m, op, 1)),
                             time->threads[index_of(time, op)] == time->c->x.threads);
}

static void on_stranger(lck_cute_time *time, lck_moment *now, const lck_ir_op *op)
{
    (void)now;
    lck_timeline_open(time->t, op, "an operation on shared memory or barriers is not followed");
}

/* ---- rows ---- */

typedef struct {
    const char *names;
    event *does;          /* NULL: what follows, or nothing */
    lck_progress commits; /* a group of these is as old as the commits since: 1 and more; */
    lck_progress waits;   /* but those of copies are 0 and more */
} row;

/* The first row that fits. */
static const row rows[] = {
    {"cute.copy", .does = on_copy},
    {"cute.memref.load cute.memref.store cute.memref.load_vec cute.memref.store_vec",
     .does = on_load_store},
    {"cute.gemm", .does = on_gemm},
    {"nvvm.cp.async.commit.group", .does = on_commit},
    {"nvvm.cp.async.wait.group", .waits = LCK_GROUPED},
    {"nvvm.cp.async.bulk.commit.group", .commits = LCK_STORING},
    {"nvvm.cp.async.bulk.wait_group", .waits = LCK_STORING},
    {"nvvm.wgmma.commit.group.sync.aligned", .commits = LCK_ISSUED},
    {"nvvm.wgmma.wait.group.sync.aligned", .waits = LCK_ISSUED},
    {"nvvm.barrier", .does = on_barrier},
    {"nvvm.bar.warp.sync", .does = on_warp_barrier},
    {"nvvm.mbarrier.init", .does = on_init},
    {"nvvm.mbarrier.arrive.expect_tx", .does = on_expect},
    {"nvvm.mbarrier.arrive", .does = on_arrive},
    {"nvvm.mbarrier.try_wait.parity* nvvm.mbarrier.wait.parity", .does = on_wait_phase},
    {"nvvm.wgmma.fence.aligned cute.memref.alloca", .does = NULL},
    {"nvvm.mbarrier.* nvvm.cp.async* nvvm.barrier* nvvm.wgmma* nvvm.tcgen05* "
     "nvvm.ldmatrix* nvvm.stmatrix* nvvm.cluster.arrive* nvvm.cluster.wait* "
     "cute.memref.* cute.ptr.* cute.atomic* llvm.load llvm.store llvm.atomicrmw "
     "llvm.inline_asm",
     .does = on_stranger},
};

static lck_ir_text type_of(const lck_cute_time *time, const lck_ir_op *op, uint32_t operand)
{
    uint32_t v = lck_ir_operand(time->t->m, op, operand);
    return v == LCK_IR_NONE ? (lck_ir_text){0} : time->c->type[v];
}

/* A view, a pointer or descriptors of shared memory. */
static bool is_shared(lck_ir_text type)
{
    return lck_ir_text_after(type, ", smem").at ||
           lck_ir_text_begins(type, "!cute_nvgpu.smem_desc") ||
           lck_ir_text_begins(type, "!llvm.ptr<3>");
}

/* Has an operation to do with shared memory, or with tensor memory, whose products it reads? */
static bool touches(const lck_cute_time *time, const lck_ir_op *op)
{
    for (uint32_t i = 0; i < op->noperands; i++)
        if (is_shared(type_of(time, op, i)))
            return true;
    return false;
}

void lck_cute_find_events(lck_cute_time *time)
{
    const lck_timeline *t = time->t;
    for (uint32_t i = t->function; i < lck_timeline_end(t); i++)
        for (size_t k = 0; k < sizeof rows / sizeof *rows && !time->event[i]; k++) {
            const lck_ir_op *op = &t->m->op[i];
            bool fits = lck_ir_text_among(op->name, rows[k].names);
            if (fits && lck_ir_text_among(op->name, "cute.* llvm.*") && !touches(time, op))
                break;
            if (fits)
                time->event[i] = (uint8_t)(k + 1);
        }
}

bool lck_cute_is_event(const lck_timeline *t, const lck_ir_op *op)
{
    const lck_cute_time *time = t->user;
    uint8_t at = time->event[op - t->m->op];
    return at && (rows[at - 1].does || rows[at - 1].commits || rows[at - 1].waits);
}

void lck_cute_event(lck_timeline *t, lck_moment *now, const lck_ir_op *op)
{
    lck_cute_time *time = t->user;
    const row *k = lck_cute_is_event(t, op) ? &rows[time->event[op - t->m->op] - 1] : NULL;
    if (k && k->does)
        k->does(time, now, op);
    else if (k && k->commits)
        lck_cells_grow_older(t, now, k->commits);
    else if (k)
        lck_cells_wait_for(t, now, k->waits, number_of(time, op) + (k->waits != LCK_GROUPED));
}

bool lck_cute_is_try(const lck_timeline *t, const lck_ir_op *op)
{
    return lck_cute_is_event(t, op) && op->nresults == 1 &&
           rows[((const lck_cute_time *)t->user)->event[op - t->m->op] - 1].does == on_wait_phase;
}

uint32_t lck_cute_block_inside(const lck_timeline *t, uint32_t op, uint32_t outer)
{
    uint32_t block = t->m->op[op].block;
    while (block != LCK_IR_NONE && t->m->block[block].op > outer)
        block = t->m->op[t->m->block[block].op].block;
    return block != LCK_IR_NONE && t->m->block[block].op == outer ? block : LCK_IR_NONE;
}

/* Copies into shared memory, and stores. */
static bool is_fill(const lck_cute_time *time, const lck_ir_op *op)
{
    event *does = rows[time->event[op - time->t->m->op] - 1].does;
    if (does == on_copy)
        return is_shared(type_of(time, op, 2)) && !is_shared(type_of(time, op, 1)) &&
               atom_of(time, op).kind != LCK_ATOM_TMA_LOAD;
    return lck_ir_is(op, "cute.memref.store") || lck_ir_is(op, "cute.memref.store_vec");
}

bool lck_cute_is_mask(const lck_timeline *t, const lck_ir_op *op)
{
    uint32_t self = (uint32_t)(op - t->m->op), end = self + 1, fills = 0;
    while (end < lck_timeline_end(t) && lck_cute_block_inside(t, end, self) != LCK_IR_NONE)
        end++;
    for (uint32_t i = self + 1; i < end; i++)
        if (lck_cute_is_event(t, &t->m->op[i])) {
            if (!is_fill(t->user, &t->m->op[i]))
                return false;
            fills++;
        }
    return fills > 0 && op->nresults == 0;
}

/* ---- what is followed ---- */

/* What views are made from: numbers, and views that loops carry. Of a partition for tensor
 * maps the view of shared memory alone. */
static void look(void *user, uint32_t value)
{
    lck_cute_time *time = user;
    lck_timeline *t = time->t;
    if (value == LCK_IR_NONE || time->seen[value])
        return;
    const lck_ir_value *v = &t->m->value[value];
    time->seen[value] = 1;
    lck_timeline_follow(t, value);
    if (v->block == LCK_IR_NONE && lck_ir_is(&t->m->op[v->op], "cute_nvgpu.atom.tma_partition"))
        look(time, lck_ir_operand(t->m, &t->m->op[v->op], 3));
    else if (!time->is_constant[value])
        lck_ir_flow(t->m, value, look, time);
}

void lck_cute_follow_event(lck_timeline *t, const lck_ir_op *op)
{
    lck_cute_time *time = t->user;
    bool all = lck_ir_text_begins(op->name, "nvvm.mbarrier") ||
               lck_ir_is(op, "cute.memref.load") || lck_ir_is(op, "cute.memref.store");
    bool map = lck_ir_is(op, "cute.copy") && atom_of(time, op).kind == LCK_ATOM_TMA_LOAD;
    for (uint32_t i = 0; i < op->noperands; i++)
        if (all || is_shared(type_of(time, op, i)) || (map && i == 0))
            look(time, lck_ir_operand(t->m, op, i));
}

/* ---- beside accesses ---- */

/* `set_value<tma_bar>(%atom, %pointer)` above a value; NULL. */
static const lck_ir_op *with_barrier(const lck_cute *c, uint32_t value)
{
    for (int hop = 0; hop < 16 && value != LCK_IR_NONE; hop++) {
        const lck_ir_value *v = &c->m->value[value];
        const lck_ir_op *op = &c->m->op[v->op];
        if (v->block != LCK_IR_NONE || !lck_ir_is(op, "cute_nvgpu.atom.set_value"))
            return NULL;
        for (uint32_t i = op->head; i < op->end && i < op->head + 4; i++)
            if (lck_ir_token_is(c->m, i, "tma_bar"))
                return op;
        value = lck_ir_operand(c->m, op, 0);
    }
    return NULL;
}

void lck_cute_time_operation(lck_cute *c, const lck_ir_op *op)
{
    lck_cute_time *time = c->time;
    uint32_t self = (uint32_t)(op - c->m->op);
    unsigned n = 0;
    for (unsigned t = 0; t < c->x.threads; t++)
        n += lck_sum_is_plain(c->active) && lck_sum_at(c->active, t) != 0;
    time->threads[self] = c->perhaps ? 0 : n;
    if (lck_cute_is_try(time->t, op)) /* threads whose wait has failed are for all that wait */
        lck_cute_set(c, op->result,
                     (lck_cute_value){.kind = LCK_CUTE_NUMBER,
                                      .number = lck_sum_shared(&c->x, 1, 0, 1)});
    const lck_cute_value *pointer = NULL;
    if (lck_ir_text_begins(op->name, "nvvm.mbarrier"))
        pointer = lck_cute_operand(c, op, 0);
    const lck_ir_op *set = lck_ir_is(op, "cute.copy") && time->event[self]
                               ? with_barrier(c, lck_ir_operand(c->m, op, 0))
                               : NULL;
    if (set)
        pointer = lck_cute_operand(c, set, 1);
    if (c->quiet)
        return;
    if (pointer && pointer->kind == LCK_CUTE_POINTER)
        lck_footprint_of_view(c, op, pointer, LCK_OF_BARRIER, 8);
    for (uint32_t i = 0; lck_ir_is(op, "cute.gemm") && i < op->noperands; i++) {
        const lck_cute_value *v = lck_cute_operand(c, op, i);
        if (v->kind == LCK_CUTE_VIEW && v->reach > 0)
            lck_footprint_of_view(c, op, v, LCK_OF_READ, v->reach);
        else if (is_shared(type_of(time, op, i)))
            lck_footprint_unknown(c, op);
    }
}
