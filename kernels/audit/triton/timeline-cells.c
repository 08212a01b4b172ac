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

/* The same about a cell; two parts of it may have nothing in common. */
static void fault(lck_timeline *t, const lck_moment *now, const char *about, const lck_ir_op *op,
                  uint32_t other, bool other_part, int64_t cell, const char *what)
{
    if (t->part && other_part) {
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
    lck_cells_tell(t, now, about, op, other, what, detail);
    free(detail);
}

/* ---- events of one cell ---- */

bool lck_cells_is_under_way(uint8_t progress)
{
    return progress > LCK_LOST;
}

/* Faults of a write into bytes of a cell: of readers that are not done, of an earlier copy that
 * is not. */
static void check_write(lck_timeline *t, const lck_moment *now, const lck_ir_op *op, int64_t cell)
{
    const lck_cell_state *c = &now->cell[cell];
    if (lck_cells_is_under_way(c->read))
        fault(t, now, "rings", op, c->reader, c->read_part, cell,
              "a buffer is filled again while it is still being read");
    if (lck_cells_is_under_way(c->write))
        fault(t, now, "rings", op, c->writer, c->write_part, cell,
              "a buffer is filled again while an earlier copy into it is under way");
    if (t->synced && c->touched)
        fault(t, now, "races", op, c->toucher, c->touch_part, cell,
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
    now->cell[cell].write_part = t->part;
    now->cell[cell].touched = false;
    now->cell[cell].read = LCK_NOTHING;
}

void lck_cells_write_now(lck_timeline *t, lck_moment *now, const lck_ir_op *op, int64_t cell)
{
    begin_write(t, now, op, cell);
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
        fault(t, now, "rings", op, c->writer, c->write_part, cell,
              "a buffer is read while the copy into it may still be under way");
    else if (c->write == LCK_NOTHING)
        fault(t, now, "unwritten", op, LCK_IR_NONE, false, cell,
              "a buffer is read that nobody wrote");
    else if (c->write == LCK_LOST)
        fault(t, now, "rings", op, c->writer, c->write_part, cell,
              "a buffer is read after something else was written into its bytes");
    else if (t->synced && c->fresh)
        fault(t, now, "races", op, c->writer, c->write_part, cell,
              "a buffer is read that other threads may not have written yet: no barrier between");
}

void lck_cells_read_now(lck_timeline *t, lck_moment *now, const lck_ir_op *op, int64_t cell)
{
    before_read(t, now, op, cell);
    now->cell[cell].touched = true;
    now->cell[cell].touch_part = t->part;
    now->cell[cell].toucher = (uint32_t)(op - t->m->op);
}

void lck_cells_read_later(lck_timeline *t, lck_moment *now, const lck_ir_op *op, int64_t cell,
                          lck_progress how, int64_t bar)
{
    lck_cell_state *c = &now->cell[cell];
    before_read(t, now, op, cell);
    c->read = (uint8_t)how;
    c->read_age = 0;
    c->read_bar = (uint8_t)bar;
    c->read_part = t->part;
    c->reader = (uint32_t)(op - t->m->op);
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

void lck_cells_wait_for(lck_timeline *t, lck_moment *now, lck_progress how, int64_t pending)
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

void lck_cells_meet(lck_timeline *t, lck_moment *now)
{
    for (size_t i = 0; i < t->ncells; i++) {
        now->cell[i].fresh = false;
        now->cell[i].touched = false;
    }
}

/* ---- barriers of memory ---- */

void lck_cells_begin_phase(lck_moment *now, int64_t bar)
{
    uint8_t fills = (uint8_t)(now->cell[bar].fills + 1);
    now->cell[bar].fills = fills > 3 ? 2 : fills;
}

/* A wait for a parity ends the last phase begun, or, of the other parity, it ends nothing: the
 * phase before was over already. */
void lck_cells_wait_phase(lck_timeline *t, lck_moment *now, const lck_ir_op *op, int64_t bar,
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
