/* cells.c - what an operation does to cells, and what is wrong with it. */
#include "config.h"

#include "timeline.h"

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
void lck_cells_tell(lck_timeline *t, const lck_moment *now, const char *about,
                    const lck_ir_op *op, uint32_t other, const char *what, const char *detail)
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

/* Is what a deed did there in the bytes, of other threads where `threads`, that the operation now
 * wants? */
static lck_common common(lck_timeline *t, const lck_ir_op *op, int64_t cell, const lck_deed *other,
                         bool writes, bool other_writes, bool threads)
{
    lck_deed self = {.by = (uint32_t)(op - t->m->op), .from = t->from, .part = t->part};
    if (!t->reader->common)
        return t->part && other->part ? LCK_PERHAPS : LCK_COMMON;
    if (!threads && !(t->part && other->part))
        return LCK_COMMON;
    lck_common is = writes ? t->reader->common(t, (size_t)cell, &self, other, other_writes, threads)
                           : t->reader->common(t, (size_t)cell, other, &self, false, threads);
    return is == LCK_APART && other->mixed ? LCK_PERHAPS : is;
}

/* The same about a cell. */
static void fault(lck_timeline *t, const lck_moment *now, const char *about, const lck_ir_op *op,
                  lck_common is, const lck_deed *other, int64_t cell, const char *what)
{
    if (is == LCK_APART)
        return;
    if (is == LCK_PERHAPS) {
        lck_timeline_open(t, op, "parts of one buffer are used by themselves");
        return;
    }
    char *name = t->reader->name(t, (size_t)cell);
    lck_cells_tell(t, now, about, op, other ? other->by : LCK_IR_NONE, what, name);
    free(name);
}

/* ---- events of one cell ---- */

bool lck_cells_is_under_way(uint8_t progress)
{
    return progress > LCK_LOST;
}

bool lck_cells_overlap(const lck_timeline *t, size_t a, size_t b)
{
    const lck_cell *x = &t->cell[a], *y = &t->cell[b];
    if (a == b || x->at < 0 || y->at < 0 || x->object != y->object)
        return a == b;
    return t->wide ? x->at < y->at + y->most && y->at < x->at + x->most
                   : x->at < y->at + y->least && y->at < x->at + x->least;
}

/* Faults of a write into bytes of a cell: of readers that are not done, of an earlier copy that
 * is not. `self`: it is the cell that is written, not one with bytes of it. */
static void check_write(lck_timeline *t, const lck_moment *now, const lck_ir_op *op, int64_t cell,
                        bool self)
{
    const lck_cell_state *c = &now->cell[cell];
    bool read = lck_cells_is_under_way(c->read), written = lck_cells_is_under_way(c->write);
    if (read)
        fault(t, now, "rings", op,
              self ? common(t, op, cell, &c->reader, true, false, false) : LCK_COMMON, &c->reader,
              cell, "a buffer is filled again while it is still being read");
    if (written)
        fault(t, now, "rings", op,
              self ? common(t, op, cell, &c->writer, true, true, false) : LCK_COMMON, &c->writer,
              cell, "a buffer is filled again while an earlier copy into it is under way");
    if (t->synced && c->touched)
        fault(t, now, "races", op,
              self ? common(t, op, cell, &c->toucher, true, false, true) : LCK_COMMON, &c->toucher,
              cell,
              "a buffer is written while other threads may still read it: no barrier between");
}

/* One deed more, of which there were none where `first`. */
static void note(const lck_timeline *t, lck_deed *d, const lck_ir_op *op, bool first)
{
    lck_deed now = {.by = (uint32_t)(op - t->m->op), .from = t->part ? t->from : 0,
                    .part = t->part};
    now.mixed = t->part && !first && (d->mixed || d->by != now.by || d->from != now.from);
    *d = now;
}

/* A write into a cell: what other cells have in the same bytes is lost. */
static void begin_write(lck_timeline *t, lck_moment *now, const lck_ir_op *op, int64_t cell)
{
    for (size_t i = 0; i < t->ncells; i++)
        if (lck_cells_overlap(t, i, (size_t)cell)) {
            check_write(t, now, op, (int64_t)i, (int64_t)i == cell);
            if ((int64_t)i == cell)
                continue;
            if (now->cell[i].write == LCK_DONE)
                now->cell[i].write = LCK_LOST;
            now->cell[i].writer = (lck_deed){.by = (uint32_t)(op - t->m->op)};
        }
    lck_cell_state *c = &now->cell[cell];
    note(t, &c->writer, op, c->write == LCK_NOTHING);
    if (!t->part) {
        c->touched = false;
        c->read = LCK_NOTHING;
    }
}

/* A copy into another part stays under way. */
void lck_cells_write_now(lck_timeline *t, lck_moment *now, const lck_ir_op *op, int64_t cell)
{
    begin_write(t, now, op, cell);
    if (!t->part || !lck_cells_is_under_way(now->cell[cell].write))
        now->cell[cell].write = LCK_DONE;
    now->cell[cell].fresh = true;
}

void lck_cells_write_later(lck_timeline *t, lck_moment *now, const lck_ir_op *op, int64_t cell,
                           lck_progress how, int64_t bar)
{
    lck_cell_state *c = &now->cell[cell];
    begin_write(t, now, op, cell);
    c->write = (uint8_t)how;
    c->write_age = 0;
    c->write_bar = (uint8_t)bar;
}

static void before_read(lck_timeline *t, const lck_moment *now, const lck_ir_op *op, int64_t cell)
{
    const lck_cell_state *c = &now->cell[cell];
    if (lck_cells_is_under_way(c->write))
        fault(t, now, "rings", op, common(t, op, cell, &c->writer, false, true, false), &c->writer,
              cell, "a buffer is read while the copy into it may still be under way");
    else if (c->write == LCK_NOTHING)
        fault(t, now, "unwritten", op, LCK_COMMON, NULL, cell,
              "a buffer is read that nobody wrote");
    else if (c->write == LCK_LOST)
        fault(t, now, "rings", op, LCK_COMMON, &c->writer, cell,
              "a buffer is read after something else was written into its bytes");
    else if (t->synced && c->fresh)
        fault(t, now, "races", op, common(t, op, cell, &c->writer, false, true, true), &c->writer,
              cell,
              "a buffer is read that other threads may not have written yet: no barrier between");
}

void lck_cells_read_now(lck_timeline *t, lck_moment *now, const lck_ir_op *op, int64_t cell)
{
    lck_cell_state *c = &now->cell[cell];
    before_read(t, now, op, cell);
    note(t, &c->toucher, op, !c->touched);
    c->touched = true;
}

void lck_cells_read_later(lck_timeline *t, lck_moment *now, const lck_ir_op *op, int64_t cell,
                          lck_progress how, int64_t bar)
{
    lck_cell_state *c = &now->cell[cell];
    before_read(t, now, op, cell);
    note(t, &c->reader, op, !lck_cells_is_under_way(c->read));
    c->read = (uint8_t)how;
    c->read_age = 0;
    c->read_bar = (uint8_t)bar;
}

/* ---- events of all cells ---- */

/* A group, a product, a store more: those under way grow older. */
void lck_cells_grow_older(lck_timeline *t, lck_moment *now, lck_progress how)
{
    for (size_t i = 0; i < t->ncells; i++) {
        lck_cell_state *c = &now->cell[i];
        c->write_age = (uint8_t)(c->write_age + (c->write == how && c->write_age < AGE));
        c->read_age = (uint8_t)(c->read_age + (c->read == how && c->read_age < AGE));
    }
}

void lck_cells_commit(lck_timeline *t, lck_moment *now)
{
    lck_cells_grow_older(t, now, LCK_GROUPED);
    for (size_t i = 0; i < t->ncells; i++)
        if (now->cell[i].write == LCK_LOOSE) {
            now->cell[i].write = LCK_GROUPED;
            now->cell[i].write_age = 0;
        }
}

/* A product, a store has read; where threads wait for themselves, others may not know. */
static void end_read(const lck_timeline *t, lck_cell_state *c)
{
    c->read = LCK_NOTHING;
    if (t->apart) {
        c->touched = true;
        c->toucher = c->reader;
    }
}

void lck_cells_wait_for(lck_timeline *t, lck_moment *now, lck_progress how, int64_t pending)
{
    for (size_t i = 0; i < t->ncells; i++) {
        lck_cell_state *c = &now->cell[i];
        if (c->write == how && c->write_age >= pending) {
            c->write = LCK_DONE;
            c->fresh = true;
        }
        if (c->read == how && c->read_age >= pending)
            end_read(t, c);
    }
}

void lck_cells_meet(lck_timeline *t, lck_moment *now)
{
    for (size_t i = 0; i < t->ncells; i++) {
        now->cell[i].fresh = false;
        now->cell[i].touched = false;
        if (now->cell[i].read == LCK_TOLD)
            now->cell[i].read = LCK_NOTHING;
    }
}

/* ---- barriers of memory ---- */

void lck_cells_begin_phase(lck_moment *now, int64_t bar)
{
    uint8_t fills = (uint8_t)(now->cell[bar].fills + 1);
    now->cell[bar].fills = fills > 3 ? 2 : fills;
}

void lck_cells_arrive(lck_timeline *t, lck_moment *now, int64_t bar)
{
    for (size_t i = 0; i < t->ncells; i++) {
        lck_cell_state *c = &now->cell[i];
        if (!c->touched || lck_cells_is_under_way(c->read))
            continue;
        c->touched = false;
        c->read = LCK_TOLD;
        c->read_bar = (uint8_t)bar;
        c->reader = c->toucher;
    }
    lck_cells_begin_phase(now, bar);
}

/* A wait for a parity ends the last phase begun, or, of the other parity, it ends nothing: the
 * phase before was over already. */
void lck_cells_wait_phase(lck_timeline *t, lck_moment *now, const lck_ir_op *op, int64_t bar,
                          lck_cycle phase, bool all)
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
            c->fresh = !all; /* the barrier tells those that wait */
        }
        if ((c->read == LCK_BARRED || c->read == LCK_TOLD) && c->read_bar == bar)
            c->read = LCK_NOTHING;
    }
}
