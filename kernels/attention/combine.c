/* combine.c - the kernel that adds the parts of splits: O and lse, row by row.
 *
 * A warp makes a row; a lane has four elements of each 128. With the maxima m_s, sums l_s and
 * O_s of splits, in the order of their numbers, some at once, so that their loads do not wait for
 * each other: m' = max(m, m_s), l = l 2^(m - m') + sum of l_s 2^(m_s - m'), and O likewise.
 * Splits are added in one order at each launch: bits do not change.
 */
#include "config.h"

#include "lowering.h"

#include <stdlib.h>

enum { WARPS = 4 /* of a block */, VECTOR = 4, RUN = 32 * VECTOR /* elements of a warp */ };

typedef struct {
    lck_attending w;
    int runs, at_once;     /* of a row; splits */
    int part, row, result; /* files: parts of `at_once` splits, their m and l; O */
    const lc_expr *number; /* of the row among all of a split */
} combining;

static lck_register at(const combining *c, int file, int64_t number)
{
    return (lck_register){file, lc_expr_int(c->w.t.x, number)};
}

static bool add_files(combining *c)
{
    const lck_element *f32 = lck_element_find("f32");
    lck_attending *w = &c->w;
    const int elements = VECTOR * c->runs;
    const lck_attention_file files[] = {{"part", f32, elements * c->at_once, &c->part, false},
                                        {"part_row", f32, 2 * c->at_once, &c->row, false},
                                        {"o_sum", f32, elements, &w->o.file, false},
                                        {"result", w->a->element, elements, &c->result, true},
                                        {"most", f32, 1, &w->most.file, false},
                                        {"sum", f32, 1, &w->sum.file, false},
                                        {"base", f32, 1, &w->base.file, false},
                                        {"factor", f32, 1, &w->factor.file, false},
                                        {"number", f32, NUMBERS, &w->number, false}};
    return lck_attention_files(w, sizeof files / sizeof *files, files);
}

/* ---- elements of a lane ---- */

/* The first element of a lane's vector of a run, and whether it is one of the dim. */
static const lc_expr *column(combining *c, const lc_expr *run)
{
    lck_tiling *t = &c->w.t;
    return lck_add(t, lck_mul_by(t, t->lane, VECTOR), lck_mul_by(t, run, RUN));
}

static void if_there(combining *c, const lc_expr *column)
{
    lck_tiling *t = &c->w.t;
    lck_if(&t->out, lck_lt_by(t, column, c->w.a->dim));
}

/* A file of several, all multiplied by one. */
static void scale(combining *c, int file, int count, lck_register by)
{
    lck_tiling *t = &c->w.t;
    const lc_expr *i = lck_tile_for(t, "i", count);
    lck_apply(&t->out, LCK_TIMES, (lck_register){file, i}, by);
    lck_end(&t->out);
}

static void clear(combining *c, int file, const lc_expr *first, int count)
{
    lck_tiling *t = &c->w.t;
    const lc_expr *i = lck_tile_for(t, "i", count);
    lck_set(&t->out, (lck_register){file, lck_add(t, first, i)}, lck_int(t, 0));
    lck_end(&t->out);
}

/* ---- some splits ---- */

/* The parts of split `split`, in place `i` of those at once; where there is no such split what
 * adds nothing. */
static void load_part(combining *c, const lc_expr *i, const lc_expr *split)
{
    lck_attending *w = &c->w;
    lck_tiling *t = &w->t;
    const lc_expr *two = lck_mul_by(t, i, 2);
    const lc_expr *first = lck_mul_by(t, i, VECTOR * c->runs);
    lck_register most = {c->row, two};
    clear(c, c->row, two, 2);
    lck_apply(&t->out, LCK_LOWEST, most, most);
    clear(c, c->part, first, VECTOR * c->runs);
    lck_if(&t->out, lck_lt(t, split, w->splits));
    const lc_expr *row = lck_mul(t, lck_below(t, split, w->splits), w->all_rows);
    row = lck_tile_name(t, "row", lck_add(t, row, c->number));
    lck_load(&t->out, w->part_rows, lck_mul_by(t, row, 2), c->row, two, 1, 2);
    for (int run = 0; run < c->runs; run++) {
        const lc_expr *of = column(c, lck_int(t, run));
        const lc_expr *place = lck_mul_by(t, row, w->a->dim);
        if_there(c, of);
        lck_load(&t->out, w->parts, lck_add(t, place, of), c->part,
                 lck_add_by(t, first, run * VECTOR), 1, VECTOR);
        lck_end(&t->out);
    }
    lck_end(&t->out);
}

static void add_part(combining *c, const lc_expr *i)
{
    lck_attending *w = &c->w;
    lck_tiling *t = &w->t;
    const lc_expr *two = lck_mul_by(t, i, 2);
    const lck_register weight = {c->row, two};
    lck_apply(&t->out, LCK_MINUS, weight, at(c, w->base.file, 0));
    lck_apply(&t->out, LCK_EXP2, weight, weight);
    lck_multiply(&t->out, at(c, w->sum.file, 0), weight,
                 (lck_register){c->row, lck_add_by(t, two, 1)});
    const int elements = VECTOR * c->runs;
    const lc_expr *first = lck_mul_by(t, i, elements);
    const lc_expr *e = lck_tile_for(t, "e", elements);
    lck_multiply(&t->out, (lck_register){w->o.file, e}, weight,
                 (lck_register){c->part, lck_add(t, first, e)});
    lck_end(&t->out);
}

/* Splits round * at_once and the next ones. */
static void add_round(combining *c, const lc_expr *round)
{
    lck_attending *w = &c->w;
    lck_tiling *t = &w->t;
    const lck_register most = at(c, w->most.file, 0), base = at(c, w->base.file, 0);
    const lck_register factor = at(c, w->factor.file, 0), least = at(c, w->number, LEAST);
    const lc_expr *split = lck_mul_by(t, round, c->at_once);
    const lc_expr *i = lck_tile_for(t, "i", c->at_once);
    load_part(c, i, lck_add(t, split, i));
    lck_end(&t->out);
    lck_apply_to(&t->out, LCK_SAME, factor, most, most);
    i = lck_tile_for(t, "i", c->at_once);
    lck_apply(&t->out, LCK_MAX, most, (lck_register){c->row, lck_mul_by(t, i, 2)});
    lck_end(&t->out);
    lck_apply_to(&t->out, LCK_MAX, base, most, least);
    lck_apply(&t->out, LCK_MINUS, factor, base);
    lck_apply(&t->out, LCK_EXP2, factor, factor);
    scale(c, w->sum.file, 1, factor);
    scale(c, w->o.file, VECTOR * c->runs, factor);
    i = lck_tile_for(t, "i", c->at_once);
    add_part(c, i);
    lck_end(&t->out);
}

/* ---- the result ---- */

/* O / l, or 0 where nothing was seen. */
static void store_row(combining *c, const lc_expr *query)
{
    lck_attending *w = &c->w;
    lck_tiling *t = &w->t;
    const int elements = VECTOR * c->runs;
    lck_attention_divide(w, lck_int(t, 0));
    scale(c, w->o.file, elements, at(c, w->factor.file, 0));
    const lc_expr *i = lck_tile_for(t, "i", elements / 2);
    const lc_expr *two = lck_mul_by(t, i, 2);
    lck_convert(&t->out, (lck_register){c->result, two}, (lck_register){w->o.file, two}, 2);
    lck_end(&t->out);
    const lc_expr *place = lck_tile_name(t, "place", lck_attention_place_of_row(w, query));
    for (int run = 0; run < c->runs; run++) {
        const lc_expr *of = column(c, lck_int(t, run));
        if_there(c, of);
        lck_store(&t->out, LCK_O, lck_add(t, place, of), c->result, lck_int(t, run * VECTOR), 1,
                  VECTOR);
        lck_end(&t->out);
    }
}

/* m ln 2 + log(l), by one lane. */
static void store_lse(combining *c)
{
    lck_attending *w = &c->w;
    lck_tiling *t = &w->t;
    lck_attention_logarithm(w, lck_int(t, 0));
    lck_if(&t->out, lck_eq_by(t, t->lane, 0));
    lck_store(&t->out, w->lse, c->number, w->most.file, lck_int(t, 0), 1, 1);
    lck_end(&t->out);
}

/* ---- all of it ---- */

static void combine_row(combining *c)
{
    lck_attending *w = &c->w;
    lck_tiling *t = &w->t;
    const lck_register most = at(c, w->most.file, 0);
    const lc_expr *queries = lck_tile_name(t, "queries", lck_max_by(t, w->queries, 1));
    const lc_expr *query = lck_mod(t, c->number, queries);
    query = lck_tile_name(t, "query", lck_below(t, query, w->queries));
    lck_attention_head(w, lck_tile_name(t, "of_head", lck_div(t, c->number, queries)));
    lck_attention_numbers(w);
    clear(c, w->sum.file, lck_int(t, 0), 1);
    clear(c, w->o.file, lck_int(t, 0), VECTOR * c->runs);
    lck_set(&t->out, most, lck_int(t, 0));
    lck_apply(&t->out, LCK_LOWEST, most, most);
    const lc_expr *rounds = lc_expr_ceil_div(t->x, w->splits, lck_int(t, c->at_once));
    const lc_expr *round = lck_tile_count(t, "round", rounds);
    lck_loop(&t->out, round, rounds);
    add_round(c, round);
    lck_end(&t->out);
    store_row(c, query);
    if (w->a->lse)
        store_lse(c);
}

static void write_kernel(combining *c)
{
    lck_attending *w = &c->w;
    lck_tiling *t = &w->t;
    const lc_expr *block = lck_mul_by(t, w->kernel->block, WARPS);
    lck_tiling_begin(t, w->kernel);
    const lc_expr *number = lck_tile_name(t, "number_of_row", lck_add(t, block, t->warp));
    lck_fence(&t->out, LCK_FENCE_LAUNCH);
    lck_if(&t->out, lck_lt(t, number, w->all_rows));
    c->number = lck_below(t, number, w->all_rows);
    combine_row(c);
    lck_end(&t->out);
}

lck_kernel *lck_attention_combine(const lck_attention *a, const char *name)
{
    const int runs = (a->dim + RUN - 1) / RUN;
    combining c = {.w = {.a = a}, .runs = runs, .at_once = 16 / runs};
    lck_attending *w = &c.w;
    w->kernel = lck_kernel_new(a->plan->ctx, name, 32 * WARPS, LCK_MAX_BLOCKS);
    if (!w->kernel)
        return NULL;
    w->kernel->device = a->plan->device;
    w->kernel->architecture = 90;
    w->kernel->early = true;
    w->t = (lck_tiling){.kernel = w->kernel, .x = w->kernel->x};
    if (lck_attention_problem(w, true) && lck_attention_parts(w, LCK_SCRATCH) &&
        lck_attention_lookups(w) &&
        lck_attention_launch(w,
                             lc_expr_ceil_div(w->t.x, w->all_rows, lc_expr_int(w->t.x, WARPS))) &&
        add_files(&c)) {
        write_kernel(&c);
        if (lck_written(&w->t.out))
            return w->kernel;
    }
    lck_kernel_free(w->kernel);
    return NULL;
}
