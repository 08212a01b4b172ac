/* access.c - the worst access of a warp: the banks of each phase, the sectors of all lanes.
 *
 * A row of the banks is one of shared memory, as many words as there are banks; a cell names the
 * lanes that want its word. A bank from which a phase wants several words has its cells marked. A
 * row of the sectors is one of 32 bytes; of a refuted claim the lanes that its counterexample
 * names are marked.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "../claim/access-text.h"
#include "../claim/accesses.h"
#include "../claim/measures.h"
#include "../value/text.h"
#include "function.h"
#include "access.h"
#include "scene.h"

#define SHOWN 3                   /* lanes named in one cell, where they are no run */
#define PLACES (LC_MAX_LANES * 8) /* words of all lanes */

/* ---- the access ---- */

typedef struct {
    const lcv_scene *s;
    lcv_accesses a;
    lcv_worst worst;
    lc_access access;
    unsigned n, lane[LC_MAX_LANES]; /* the lanes that are drawn */
    size_t nfaults;
    lc_int fault[LCV_MOST_FAULTS];
} drawn;

/* Finds the worst access. False: it is misaligned, or no vector of that width exists, and there
 * are no banks. */
static bool open_access(const lcv_scene *s, unsigned widest, const lcv_cost *cost, drawn *d)
{
    lcv_value **listed = lcv_values_listed(s->r, s->claim->name, false, s->n, s->arg);
    d->s = s;
    if (!listed || !lcv_accesses_of(s->ctx, s->claim->name, s->n, listed, widest, &d->a) ||
        !lcv_worst_access(s->ctx, &d->a, cost, UINT32_MAX, &d->worst) ||
        d->worst.status == LCV_MISALIGNED || d->worst.status == LCV_SCATTERED)
        return false;
    d->access = lcv_access_at(s->ctx, &d->a, d->worst.access);
    for (d->n = 0; d->n < d->access.lanes; d->n++)
        d->lane[d->n] = d->n;
    d->nfaults = lcv_faults_at(s->ctx, s->result, "X", d->fault);
    return true;
}

static bool is_fault(const drawn *d, unsigned lane)
{
    lc_int c = lcv_access_coordinate(d->s->ctx, &d->a, d->worst.access, lane);
    for (size_t i = 0; i < d->nfaults; i++)
        if (lc_int_eq(d->fault[i], c))
            return true;
    return false;
}

/* ---- rows of memory ---- */

/* Rows of `bytes` bytes that the lanes touch, in order. */
typedef struct {
    size_t n;
    lc_int row[PLACES];
} rows;

static int by_value(const void *x, const void *y)
{
    return lc_int_cmp(*(const lc_int *)x, *(const lc_int *)y);
}

static void find_rows(const drawn *d, unsigned bytes, rows *r)
{
    lc_ctx *ctx = d->s->ctx;
    size_t all = 0;
    for (unsigned i = 0; i < d->n; i++) {
        lc_int byte = d->access.byte[d->lane[i]];
        r->row[all++] = lc_int_fdiv(ctx, byte, lc_int_const((int32_t)bytes));
    }
    qsort(r->row, all, sizeof *r->row, by_value);
    r->n = 0;
    for (size_t i = 0; i < all; i++)
        if (r->n == 0 || !lc_int_eq(r->row[i], r->row[r->n - 1]))
            r->row[r->n++] = r->row[i];
}

/* The lanes that touch the bytes from `byte` to `byte + n`; how many. */
static unsigned lanes_at(const drawn *d, lc_int byte, unsigned n, unsigned lane[LC_MAX_LANES])
{
    lc_ctx *ctx = d->s->ctx;
    lc_int end = lc_int_add(ctx, byte, lc_int_const((int32_t)n));
    unsigned found = 0;
    for (unsigned i = 0; i < d->n; i++) {
        lc_int from = d->access.byte[d->lane[i]];
        lc_int to = lc_int_add(ctx, from, lc_int_const((int32_t)d->access.width));
        if (lc_int_lt(from, end) && lc_int_lt(byte, to))
            lane[found++] = d->lane[i];
    }
    return found;
}

/* "0-7", "0 4 8", "0 4 8 ..." */
static bool name_lanes(lc_ctx *ctx, lcv_cell *cell, const unsigned *lane, unsigned n)
{
    lc_text text = {0};
    bool run = n > 2 && lane[n - 1] - lane[0] == n - 1;
    if (run)
        lc_text_printf(&text, "%u-%u", lane[0], lane[n - 1]);
    for (unsigned i = 0; !run && i < n && i < SHOWN; i++)
        lc_text_printf(&text, "%s%u", i > 0 ? " " : "", lane[i]);
    if (!run && n > SHOWN)
        lc_text_add(&text, " ...");
    char *shown = lcv_kept(ctx, lc_text_take(ctx, &text));
    return shown && lcv_cell_text(ctx, cell, shown);
}

/* ---- grids of memory ---- */

/* A grid of rows of memory, `columns` cells of `unit` bytes each, with addresses beside it and
 * numbers above it. */
static bool label_rows(lc_ctx *ctx, const rows *r, unsigned bytes, lcv_axis *axis)
{
    lcv_label *label = lc_frame_alloc(ctx, r->n, sizeof *label);
    for (size_t i = 0; label && i < r->n; i++) {
        lc_int byte = lc_int_mul(ctx, r->row[i], lc_int_const((int32_t)bytes));
        label[i] = (lcv_label){1, lcv_kept(ctx, lcv_text(ctx, "%i", byte))};
        if (!label[i].text)
            return false;
        lc_int next = i > 0 ? lc_int_add(ctx, r->row[i - 1], lc_int_const(1)) : r->row[i];
        if (!lc_int_eq(next, r->row[i]))
            axis->rule[i] = LCV_RULE_TILE;
    }
    return label && lcv_axis_name(ctx, axis, "byte") && lcv_axis_labels(ctx, axis, r->n, label);
}

static bool label_columns(lc_ctx *ctx, const char *name, unsigned step, lcv_axis *axis)
{
    lcv_label *label = lc_frame_alloc(ctx, axis->size, sizeof *label);
    for (size_t i = 0; label && i < axis->size; i++) {
        label[i] = (lcv_label){1, lcv_kept(ctx, lcv_text(ctx, "%z", i * step))};
        if (!label[i].text)
            return false;
    }
    return label && lcv_axis_name(ctx, axis, name) &&
           lcv_axis_labels(ctx, axis, axis->size, label);
}

/* Cells with their lanes, in the tone of the first one. */
static bool fill(const drawn *d, const rows *r, unsigned bytes, unsigned unit, bool faults,
                 lcv_figure *f)
{
    lc_ctx *ctx = d->s->ctx;
    unsigned lane[LC_MAX_LANES];
    for (size_t i = 0; i < r->n; i++)
        for (size_t j = 0; j < f->column.size; j++) {
            lcv_cell *cell = lcv_figure_cell(f, i, j);
            lc_int byte = lc_int_mul(ctx, r->row[i], lc_int_const((int32_t)bytes));
            byte = lc_int_add(ctx, byte, lc_int_const((int32_t)(j * unit)));
            unsigned n = lanes_at(d, byte, unit, lane);
            cell->tone = n > 0 ? (int)lane[0] : LCV_NO_TONE;
            cell->marks |= n == 0 ? LCV_MARK_FAINT : 0;
            for (unsigned k = 0; faults && k < n; k++)
                cell->marks |= is_fault(d, lane[k]) ? LCV_MARK_FAULT : 0;
            if (n > 0 && !name_lanes(ctx, cell, lane, n))
                return false;
        }
    return true;
}

/* ---- banks ---- */

/* Different words that a bank has to give. */
static unsigned words_of_bank(const lcv_figure *f, size_t bank)
{
    unsigned n = 0;
    for (size_t i = 0; i < f->row.size; i++)
        n += f->cell[i * f->column.size + bank].text != NULL;
    return n;
}

static void mark_conflicts(lcv_figure *f)
{
    for (size_t bank = 0; bank < f->column.size; bank++)
        for (size_t i = 0; words_of_bank(f, bank) > 1 && i < f->row.size; i++) {
            lcv_cell *cell = lcv_figure_cell(f, i, bank);
            cell->marks |= cell->text ? LCV_MARK_FAULT : 0;
        }
}

/* "phase 1, lanes 8 to 15: 2 wavefronts"; kept */
static char *phase_title(const drawn *d, unsigned phase)
{
    lc_text text = {0};
    unsigned wavefronts = lc_busiest_bank(d->s->ctx, &d->access, phase).wavefronts;
    if (lc_access_phases(&d->access) > 1)
        lc_text_printf(&text, "phase %u, ", phase);
    lcv_add_lanes(&text, d->lane, d->n);
    lc_text_printf(&text, ": %u wavefront%s", wavefronts, wavefronts == 1 ? "" : "s");
    return lcv_kept(d->s->ctx, lc_text_take(d->s->ctx, &text));
}

static lcv_figure *draw_phase(drawn *d, unsigned phase)
{
    lc_ctx *ctx = d->s->ctx;
    lc_bank_load load = lc_busiest_bank(ctx, &d->access, phase);
    unsigned bytes = d->a.banks * LC_WORD_BYTES;
    rows *r = lc_frame_alloc(ctx, 1, sizeof *r);
    d->n = load.n;
    memcpy(d->lane, load.lane, sizeof d->lane);
    char *title = phase_title(d, phase);
    if (!r || !title)
        return NULL;
    find_rows(d, bytes, r);
    lcv_figure *f = lcv_figure_grid(ctx, title, r->n, d->a.banks);
    if (f && label_rows(ctx, r, bytes, &f->row) && label_columns(ctx, "bank", 1, &f->column) &&
        fill(d, r, bytes, LC_WORD_BYTES, false, f)) {
        mark_conflicts(f);
        return f;
    }
    lcv_figure_free(f);
    return NULL;
}

/* ---- X by banks ---- */

/* A cell of X in the tone of the bank where it begins. */
static bool bank_cell(void *user, const lcv_shown *s, lc_int c, lcv_cell *cell)
{
    const drawn *d = user;
    lc_int byte = lc_int_mul(s->ctx, d->a.bytes, lcv_function_at(s->ctx, &d->a.x, c));
    lc_int word = lc_int_fdiv(s->ctx, byte, lc_int_const(LC_WORD_BYTES));
    lc_int bank = lc_int_fmod(s->ctx, word, lc_int_const((int32_t)d->a.banks));
    cell->tone = (int)lc_int_get_si(bank);
    for (size_t i = 0; i < d->nfaults; i++)
        cell->marks |= lc_int_eq(d->fault[i], c) ? LCV_MARK_FAULT : 0;
    char *note = lcv_kept(s->ctx, lcv_text(s->ctx, "b%i", bank));
    return note && lcv_cell_note(s->ctx, cell, note);
}

static lcv_figure *draw_x(drawn *d)
{
    lcv_shown shown;
    if (!lcv_shown_open(d->s->r, d->s->arg[0], &shown))
        return NULL;
    shown.domain.nkept = d->nfaults;
    shown.domain.kept = d->fault;
    char *title = lcv_named(d->s->r, "X", d->s->arg[0]);
    return title ? lcv_shown_grids(&shown, title, d->s->how, bank_cell, d) : NULL;
}

lcv_figure *lcv_draw_by_banks(lcr_ctx *r, const char *title, const lcv_value *v, unsigned bytes,
                              const lcv_draw_options *how)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_shown shown;
    drawn *d = lc_frame_alloc(ctx, 1, sizeof *d);
    if (!d || !lcv_shown_open(r, v, &shown))
        return NULL;
    d->a.x = shown.f;
    d->a.bytes = lc_int_const((int32_t)bytes);
    d->a.banks = LC_BANKS;
    return lcv_shown_grids(&shown, title, how, bank_cell, d);
}

/* ---- scenes ---- */

/* "access 5 of 16, 32 lanes of 16 bytes each"; kept */
static char *access_title(const drawn *d)
{
    lc_ctx *ctx = d->s->ctx;
    lc_text text = {0};
    if (d->s->result->verdict == LCV_REFUTED)
        return lcv_fault_title(d->s);
    if (!lc_int_is_one(d->a.count))
        lcv_text_add(ctx, &text, "access %i of %i, ", d->worst.access, d->a.count);
    lcv_text_add(ctx, &text, "%z lanes of %z bytes each", (size_t)d->access.lanes,
                 (size_t)d->access.width);
    return lcv_kept(ctx, lc_text_take(ctx, &text));
}

lcv_figure *lcv_draw_banks(const lcv_scene *s)
{
    drawn *d = lc_frame_alloc(s->ctx, 1, sizeof *d);
    if (!d || !open_access(s, 16, &lcv_conflict_cost, d))
        return NULL;
    lcv_figure *all = lcv_figure_above(s->ctx, access_title(d));
    bool ok = all != NULL;
    for (unsigned k = 0; ok && k < lc_access_phases(&d->access); k++)
        if (lc_busiest_bank(s->ctx, &d->access, k).n > 0)
            ok = lcv_figure_add(s->ctx, all, draw_phase(d, k));
    ok = ok && lcv_figure_add(s->ctx, all, draw_x(d));
    if (ok)
        return all;
    lcv_figure_free(all);
    return NULL;
}

lcv_figure *lcv_draw_sectors(const lcv_scene *s)
{
    drawn *d = lc_frame_alloc(s->ctx, 1, sizeof *d);
    rows *r = lc_frame_alloc(s->ctx, 1, sizeof *r);
    if (!d || !r || !open_access(s, 32, &lcv_spare_cost, d))
        return NULL;
    unsigned unit = d->access.width;
    find_rows(d, LC_SECTOR_BYTES, r);
    lcv_figure *f = lcv_figure_grid(s->ctx, access_title(d), r->n, LC_SECTOR_BYTES / unit);
    if (f && label_rows(s->ctx, r, LC_SECTOR_BYTES, &f->row) &&
        label_columns(s->ctx, "byte of the sector", unit, &f->column) &&
        fill(d, r, LC_SECTOR_BYTES, unit, true, f))
        return f;
    lcv_figure_free(f);
    return NULL;
}

/* ---- measures: conflicts(X, ...), sectors(X, ...) ---- */

static lcv_figure *draw_measure(const lcv_drawing *d, lcv_draw_scene *draw)
{
    const lcv_claim call = {.name = d->of->name, .signature = d->of->signature};
    const lcv_result nothing = {.verdict = LCV_PROVED};
    lcv_scene s = {d->r, d->ctx, &call, d->n, d->arg, &nothing, d->how};
    return draw(&s);
}

lcv_figure *lcv_draw_conflicts(const lcv_drawing *d)
{
    return draw_measure(d, lcv_draw_banks);
}

lcv_figure *lcv_draw_sector_count(const lcv_drawing *d)
{
    return draw_measure(d, lcv_draw_sectors);
}
