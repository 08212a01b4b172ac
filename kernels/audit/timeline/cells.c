/* cells.c - what an operation does to cells, and what is wrong with it. */
#include "config.h"

#include "timeline.h"

#include <stdlib.h>
#include <string.h>

#define AGE 200 /* groups that are counted */

/* ---- what is found ---- */

/* The answer is not known, but what is under way is. */
static void leave_open(lck_timeline *t, const lck_ir_op *op, const char *why)
{
    if (!t->open) {
        t->open = why;
        t->open_op = (uint32_t)(op - t->m->op);
    }
}

bool lck_timeline_open(lck_timeline *t, const lck_ir_op *op, const char *why)
{
    leave_open(t, op, why);
    t->lost = true;
    return false;
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

void lck_cells_tell(lck_timeline *t, const lck_moment *now, const char *about,
                    const lck_ir_op *op, uint32_t other, const char *what, const char *detail)
{
    size_t line = op->line, earlier = other == LCK_IR_NONE ? 0 : t->m->op[other].line;
    bool counted = t->trips != LCK_IR_NONE && t->trips_are.modulus == 0;
    if (t->wide) {
        leave_open(t, op, "it is not known how much memory an operation uses for a while");
        return;
    }
    if (now->guessed) {
        leave_open(t, op, "a fault may stand behind a condition that is not followed");
        return;
    }
    if (is_told(t, about, line, earlier))
        return;
    lck_kernel_record *r = lck_audit_about(t->audit, t->kernel, about, t->m, op);
    if (!r)
        return;
    r->other = earlier;
    r->answer.verdict = LCK_BAD;
    r->answer.why = lck_audit_printf(t->audit, "%s", what);
    lc_text shown = {0};
    lc_text_printf(&shown, "%.*s in line %zu", (int)op->name.n, op->name.at, line);
    if (other != LCK_IR_NONE)
        lc_text_printf(&shown, ", after %.*s in line %zu", (int)t->m->op[other].name.n,
                       t->m->op[other].name.at, earlier);
    if (detail)
        lc_text_printf(&shown, "\n%s", detail);
    if (counted)
        lc_text_printf(&shown, "\nwhere %%%.*s is %lld", (int)t->m->value[t->trips].name.n,
                       t->m->value[t->trips].name.at, (long long)t->trips_are.value);
    r->answer.shown = lc_text_take(NULL, &shown);
    t->audit->failed |= !r->answer.shown;
}

/* ---- deeds ---- */

/* The deed of an operation now, in the cell and the part that it wants: a set of one. */
static uint64_t deed_of(lck_timeline *t, const lck_ir_op *op, int64_t cell)
{
    lck_deed d = {.by = (uint32_t)(op - t->m->op),
                  .from = t->part ? t->from : 0,
                  .part = t->part};
    for (unsigned i = 0; i < t->ndeeds[cell]; i++) {
        const lck_deed *k = &t->deed[cell][i];
        if (k->by == d.by && k->from == d.from && k->part == d.part)
            return (uint64_t)1 << i;
    }
    if (t->ndeeds[cell] == LCK_DEEDS) {
        lck_timeline_open(t, op, "a buffer is used in too many parts");
        return 1;
    }
    t->deed[cell][t->ndeeds[cell]] = d;
    return (uint64_t)1 << t->ndeeds[cell]++;
}

typedef struct {
    const char *about, *what;
    bool writes, others_write; /* the operation now; the others */
    bool threads;              /* bytes of one thread do not count */
    bool blur;                 /* the others may be over */
    bool whole;                /* it is another cell, with bytes of this one */
} charge;

static lck_common common(lck_timeline *t, int64_t cell, const charge *k, const lck_deed *now,
                         const lck_deed *other)
{
    if (k->whole)
        return LCK_COMMON;
    if (!t->reader->common)
        return now->part && other->part ? LCK_PERHAPS : LCK_COMMON;
    if (!k->threads && !(now->part && other->part))
        return LCK_COMMON;
    return k->writes ? t->reader->common(t, (size_t)cell, now, other, k->others_write, k->threads)
                     : t->reader->common(t, (size_t)cell, other, now, false, k->threads);
}

static void fault(lck_timeline *t, const lck_moment *now, const lck_ir_op *op, int64_t cell,
                  const charge *k, uint32_t other)
{
    char *name = t->reader->name(t, (size_t)cell);
    lck_cells_tell(t, now, k->about, op, other, k->what, name);
    free(name);
}

/* The first of the others that has bytes in common with the operation is at fault with it. */
static void accuse(lck_timeline *t, const lck_moment *now, const lck_ir_op *op, int64_t cell,
                   uint64_t others, const charge *k)
{
    lck_deed self = {.by = (uint32_t)(op - t->m->op), .from = t->from, .part = t->part};
    bool perhaps = false;
    for (unsigned i = 0; i < t->ndeeds[cell]; i++) {
        if (!(others >> i & 1))
            continue;
        lck_common is = common(t, cell, k, &self, &t->deed[cell][i]);
        if (is == LCK_COMMON && !k->blur) {
            fault(t, now, op, cell, k, t->deed[cell][i].by);
            return;
        }
        perhaps |= is != LCK_APART;
    }
    if (perhaps)
        leave_open(t, op, "parts of one buffer are used by themselves");
}

/* ---- events of one cell ---- */

bool lck_cells_is_under_way(uint8_t progress)
{
    return progress > LCK_LOST;
}

/* Do two cells share bytes? */
static bool overlap(const lck_timeline *t, size_t a, size_t b)
{
    const lck_cell *x = &t->cell[a], *y = &t->cell[b];
    if (a == b || x->at < 0 || y->at < 0 || x->object != y->object)
        return a == b;
    return t->wide ? x->at < y->at + y->most && y->at < x->at + x->most
                   : x->at < y->at + y->least && y->at < x->at + x->least;
}

/* Faults of a write into bytes of a cell: of readers that are not done, of an earlier copy that
 * is not. `other`: it is another cell that is written. */
static void check_write(lck_timeline *t, const lck_moment *now, const lck_ir_op *op, int64_t cell,
                        bool other)
{
    const lck_cell_state *c = &now->cell[cell];
    charge k = {.about = "rings",
                .writes = true,
                .whole = other,
                .blur = c->read_blur,
                .what = "a buffer is filled again while it is still being read"};
    accuse(t, now, op, cell, c->readers, &k);
    k.what = "a buffer is filled again while an earlier copy into it is under way";
    k.others_write = true;
    k.blur = c->write_blur;
    accuse(t, now, op, cell, c->writers, &k);
    if (!t->synced)
        return;
    k = (charge){.about = "races",
                 .writes = true,
                 .whole = other,
                 .threads = true,
                 .what = "a buffer is written while other threads may still read it: no barrier "
                         "between"};
    accuse(t, now, op, cell, c->touched, &k);
    k.what = "a buffer is written twice by different threads: no barrier between";
    k.others_write = true;
    if (t->apart)
        accuse(t, now, op, cell, c->fresh, &k);
}

/* A write into a cell: what other cells have in the same bytes is lost. Of a part, the others
 * stay as they are. */
static void begin_write(lck_timeline *t, lck_moment *now, const lck_ir_op *op, int64_t cell)
{
    for (size_t i = 0; i < t->ncells; i++)
        if (overlap(t, i, (size_t)cell)) {
            check_write(t, now, op, (int64_t)i, (int64_t)i != cell);
            now->cell[i].last = (uint32_t)(op - t->m->op);
            if ((int64_t)i != cell && now->cell[i].write == LCK_DONE)
                now->cell[i].write = LCK_LOST;
        }
    lck_cell_state *c = &now->cell[cell];
    if (t->part)
        return;
    c->writers = c->readers = c->fresh = c->touched = 0;
    c->read = LCK_NOTHING;
    c->write_blur = c->read_blur = false;
}

void lck_cells_write_now(lck_timeline *t, lck_moment *now, const lck_ir_op *op, int64_t cell)
{
    lck_cell_state *c = &now->cell[cell];
    begin_write(t, now, op, cell);
    if (!c->writers)
        c->write = LCK_DONE;
    c->fresh |= deed_of(t, op, cell);
}

void lck_cells_write_later(lck_timeline *t, lck_moment *now, const lck_ir_op *op, int64_t cell,
                           lck_progress how, int64_t bar)
{
    lck_cell_state *c = &now->cell[cell];
    begin_write(t, now, op, cell);
    c->write_blur |= c->writers && (c->write != how || c->write_age > 0 || c->write_bar != bar);
    c->writers |= deed_of(t, op, cell);
    c->write = (uint8_t)how;
    c->write_age = 0;
    c->write_bar = (uint8_t)bar;
}

static void check_read(lck_timeline *t, const lck_moment *now, const lck_ir_op *op, int64_t cell)
{
    const lck_cell_state *c = &now->cell[cell];
    charge k = {.about = "rings",
                .others_write = true,
                .blur = c->write_blur,
                .what = "a buffer is read while the copy into it may still be under way"};
    accuse(t, now, op, cell, c->writers, &k);
    if (c->write == LCK_NOTHING) {
        k = (charge){.about = "unwritten", .what = "a buffer is read that nobody wrote"};
        fault(t, now, op, cell, &k, LCK_IR_NONE);
    } else if (c->write == LCK_LOST) {
        k.what = "a buffer is read after something else was written into its bytes";
        fault(t, now, op, cell, &k, c->last);
    }
    k = (charge){.about = "races",
                 .others_write = true,
                 .threads = true,
                 .what =
                     "a buffer is read that other threads may not have written yet: no barrier "
                     "between"};
    if (t->synced && c->write != LCK_LOST)
        accuse(t, now, op, cell, c->fresh, &k);
}

void lck_cells_touch(lck_timeline *t, lck_moment *now, const lck_ir_op *op, int64_t cell)
{
    now->cell[cell].touched |= deed_of(t, op, cell);
}

void lck_cells_read_now(lck_timeline *t, lck_moment *now, const lck_ir_op *op, int64_t cell)
{
    check_read(t, now, op, cell);
    lck_cells_touch(t, now, op, cell);
}

void lck_cells_read_later(lck_timeline *t, lck_moment *now, const lck_ir_op *op, int64_t cell,
                          lck_progress how, int64_t bar)
{
    lck_cell_state *c = &now->cell[cell];
    check_read(t, now, op, cell);
    c->read_blur |= c->readers && (c->read != how || c->read_age > 0 || c->read_bar != bar);
    c->readers |= deed_of(t, op, cell);
    c->read = (uint8_t)how;
    c->read_age = 0;
    c->read_bar = (uint8_t)bar;
}

/* ---- events of all cells ---- */

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

/* A copy is over: it is there for those that know, and for all if it is told to `all`. */
static void end_write(lck_cell_state *c, bool all)
{
    c->fresh |= all ? 0 : c->writers;
    c->writers = 0;
    c->write_blur = false;
    c->write = LCK_DONE;
}

/* A product, a store has read; where threads wait for themselves, others may not know. */
static void end_read(const lck_timeline *t, lck_cell_state *c)
{
    if (t->apart)
        c->touched |= c->readers;
    c->readers = 0;
    c->read_blur = false;
    c->read = LCK_NOTHING;
}

void lck_cells_wait_for(lck_timeline *t, lck_moment *now, lck_progress how, int64_t pending)
{
    for (size_t i = 0; i < t->ncells; i++) {
        lck_cell_state *c = &now->cell[i];
        if (c->write == how && c->write_age >= pending)
            end_write(c, false);
        if (c->read == how && c->read_age >= pending)
            end_read(t, c);
    }
}

void lck_cells_meet(lck_timeline *t, lck_moment *now)
{
    for (size_t i = 0; i < t->ncells; i++) {
        lck_cell_state *c = &now->cell[i];
        c->fresh = c->touched = 0;
        if (c->read == LCK_TOLD) {
            c->read = LCK_NOTHING;
            c->readers = 0;
        }
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
        if (!c->touched || c->readers)
            continue;
        c->readers = c->touched;
        c->touched = 0;
        c->read = LCK_TOLD;
        c->read_bar = (uint8_t)bar;
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
    if (t->apart && fills == 0 && lck_cycle_is(parity, 0)) {
        lck_cells_tell(t, now, "rings", op, LCK_IR_NONE,
                       "a phase of a barrier is waited for that nobody has begun", NULL);
        now->guessed = true; /* nothing comes behind it */
        return;
    }
    if (parity.modulus != 0 || (fills == 0 && parity.value == 0)) {
        lck_timeline_open(t, op, "it is not known which phase of a barrier is waited for");
        return;
    }
    if (fills == 0 || parity.value != ((fills - 1) & 1))
        return;
    for (size_t i = 0; i < t->ncells; i++) {
        lck_cell_state *c = &now->cell[i];
        if (c->write == LCK_BARRED && c->write_bar == bar)
            end_write(c, all); /* the barrier tells those that wait */
        if ((c->read == LCK_BARRED || c->read == LCK_TOLD) && c->read_bar == bar) {
            c->read = LCK_NOTHING;
            c->readers = 0;
        }
    }
}
