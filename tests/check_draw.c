/* check_draw.c - pictures of values: every number stands where its labels say.
 *
 * The layouts have two modes of two leaves each. What should stand in a cell is computed here
 * from the extents and strides and from the labels beside the cell alone. */
#include "config.h"

#include "random.h"
#include "suite.h"

#include "../verify/draw/draw.h"
#include "../verify/session/script.h"

#include <stdio.h>
#include <string.h>

#define CASES 300

/* ---- layouts ---- */

typedef struct {
    int64_t extent[4], stride[4]; /* two leaves down, two across */
} layout;

static layout random_layout(rnd *r)
{
    layout a;
    for (size_t i = 0; i < 4; i++) {
        a.extent[i] = rnd_in(r, 2, 4);
        a.stride[i] = rnd_in(r, -3, 40);
    }
    return a;
}

static const char *text_of(const layout *a, char text[256])
{
    const int64_t *n = a->extent, *d = a->stride;
    snprintf(text, 256, "((%ld,%ld),(%ld,%ld)):((%ld,%ld),(%ld,%ld))", (long)n[0], (long)n[1],
             (long)n[2], (long)n[3], (long)d[0], (long)d[1], (long)d[2], (long)d[3]);
    return text;
}

static int64_t value_at(const layout *a, int64_t row, int64_t column)
{
    return row % a->extent[0] * a->stride[0] + row / a->extent[0] * a->stride[1] +
           column % a->extent[2] * a->stride[2] + column / a->extent[2] * a->stride[3];
}

/* ---- pictures ---- */

typedef void look(const lcv_figure *f, const void *user);

typedef struct {
    look *at;
    const void *user;
    const char *text;
    bool seen;
} watch;

static void see(void *user, const lcv_outcome *outcome)
{
    watch *w = user;
    ck_assert_msg(outcome->figure != NULL, "%s: no picture: %s", w->text,
                  outcome->error ? outcome->error->message : "");
    w->at(outcome->figure, w->user);
    w->seen = true;
}

static void drawn(const char *text, const lcv_draw_options *how, look *at, const void *user)
{
    lcv_session *session = lcv_session_new((lcv_options){0});
    watch w = {at, user, text, false};
    lcv_listener listener = {.user = &w, .outcome = see};
    ck_assert(session != NULL);
    lcv_session_set_drawing(session, how, NULL);
    lcv_session_draw(session, text, &listener);
    ck_assert(w.seen);
    lcv_session_free(session);
}

/* The label of a cell at a level; -1: an ellipsis. */
static int64_t label(const lcv_axis *axis, size_t level, size_t i)
{
    const lcv_level *l = &axis->level[level];
    size_t end = 0;
    ck_assert(level < axis->nlevels);
    for (size_t k = 0; k < l->n; k++)
        if (i < (end += l->label[k].span))
            return l->label[k].text[0] == '.' ? -1 : atoll(l->label[k].text);
    ck_abort_msg("cell %zu has no label", i);
}

static const lcv_cell *cell_at(const lcv_figure *f, size_t i, size_t j)
{
    return &f->cell[i * f->column.size + j];
}

/* ---- tones of values ---- */

static void check_tones(const lcv_figure *f, const void *user)
{
    const int *tones = user;
    for (size_t i = 0; i < f->row.size; i++)
        for (size_t j = 0; j < f->column.size; j++)
            ck_assert_int_eq(cell_at(f, i, j)->tone, (int)(32 * i + j) % *tones);
}

TEST(test_tones)
{
    const char *text = "(3,32):(32,1)";
    drawn(text, &(lcv_draw_options){0}, check_tones, &(int){8});
    drawn(text, &(lcv_draw_options){.tones = 5}, check_tones, &(int){5});
    drawn(text, &(lcv_draw_options){.tones = 1000}, check_tones, &(int){1000});
}

/* ---- grids, whole and cut ---- */

static void check_axis(const lcv_axis *axis, int64_t inner, int64_t outer)
{
    int64_t before = -1;
    for (size_t i = 0; i < axis->size; i++) {
        int64_t at = label(axis, 0, i);
        if (at < 0)
            continue;
        ck_assert_int_gt(at, before);
        ck_assert_int_eq(at, label(axis, 1, i) + inner * label(axis, 2, i));
        before = at;
    }
    ck_assert_int_eq(before, inner * outer - 1); /* the last one is always there */
}

static void check_grid(const lcv_figure *f, const void *user)
{
    const layout *a = user;
    ck_assert_int_eq(f->kind, LCV_FIGURE_GRID);
    check_axis(&f->row, a->extent[0], a->extent[1]);
    check_axis(&f->column, a->extent[2], a->extent[3]);
    for (size_t i = 0; i < f->row.size; i++)
        for (size_t j = 0; j < f->column.size; j++) {
            int64_t row = label(&f->row, 0, i), column = label(&f->column, 0, j);
            const char *text = cell_at(f, i, j)->text;
            if (row < 0 || column < 0)
                ck_assert_str_eq(text, "...");
            else
                ck_assert_int_eq(atoll(text), value_at(a, row, column));
        }
}

TEST(test_grids)
{
    rnd r = {1};
    char text[256];
    for (size_t k = 0; k < CASES; k++) {
        layout a = random_layout(&r);
        lcv_draw_options how = {.limit = k % 3 == 0 ? (size_t)rnd_in(&r, 1, 6) : 0};
        drawn(text_of(&a, text), &how, check_grid, &a);
    }
}

/* ---- slices ---- */

typedef struct {
    layout a;
    int64_t row;
} sliced;

static void check_slice(const lcv_figure *f, const void *user)
{
    const sliced *s = user;
    ck_assert_int_eq(f->kind, LCV_FIGURE_BESIDE);
    ck_assert_uint_eq(f->nparts, 2);
    const lcv_figure *a = f->part[0];
    check_grid(a, &s->a);
    for (size_t i = 0; i < a->row.size; i++)
        for (size_t j = 0; j < a->column.size; j++) {
            bool picked = (cell_at(a, i, j)->marks & LCV_MARK_PICKED) != 0;
            ck_assert_int_eq(picked, label(&a->row, 0, i) == s->row);
        }
}

TEST(test_slices)
{
    rnd r = {2};
    char text[256], call[320];
    for (size_t k = 0; k < CASES; k++) {
        sliced s = {.a = random_layout(&r)};
        s.row = rnd_in(&r, 0, s.a.extent[0] * s.a.extent[1] - 1);
        snprintf(call, sizeof call, "slice(%s, (%ld,_))", text_of(&s.a, text), (long)s.row);
        drawn(call, NULL, check_slice, &s);
    }
}

/* ---- divides by tiles of n rows and m columns, which divide the modes ---- */

typedef struct {
    layout a;
    int64_t rows, columns;
} tiled;

static void check_tiles(const lcv_figure *f, const void *user)
{
    const tiled *t = user;
    const lcv_figure *a = f->part[0];
    int64_t down = t->a.extent[0] * t->a.extent[1] / t->rows;
    check_grid(a, &t->a);
    for (size_t i = 0; i < a->row.size; i++)
        for (size_t j = 0; j < a->column.size; j++) {
            int64_t tile = label(&a->row, 0, i) / t->rows +
                           down * (label(&a->column, 0, j) / t->columns);
            ck_assert_int_eq(cell_at(a, i, j)->tone, tile);
        }
    const lcv_figure *z = f->part[1]; /* ((rows,columns),(tiles)): a column is a tile */
    for (size_t i = 0; i < z->row.size; i++)
        for (size_t j = 0; j < z->column.size; j++) {
            int64_t in = (int64_t)i, tile = (int64_t)j;
            int64_t row = in % t->rows + tile % down * t->rows;
            int64_t column = in / t->rows + tile / down * t->columns;
            ck_assert_int_eq(cell_at(z, i, j)->tone, tile);
            ck_assert_int_eq(atoll(cell_at(z, i, j)->text), value_at(&t->a, row, column));
        }
}

TEST(test_tiles)
{
    rnd r = {3};
    char text[256], call[320];
    for (size_t k = 0; k < CASES; k++) {
        tiled t = {.a = random_layout(&r)};
        t.rows = t.a.extent[0];
        t.columns = t.a.extent[2];
        snprintf(call, sizeof call, "zipped_divide(%s, (%ld,%ld))", text_of(&t.a, text),
                 (long)t.rows, (long)t.columns);
        drawn(call, NULL, check_tiles, &t);
    }
}

/* ---- thread-value layouts: the element of each holder ---- */

static void check_holders(const lcv_figure *f, const void *user)
{
    const layout *a = user; /* threads of two leaves down, values across, of a bijection */
    int64_t height = (int64_t)f->row.size;
    for (size_t i = 0; i < f->row.size; i++)
        for (size_t j = 0; j < f->column.size; j++) {
            const lcv_cell *c = cell_at(f, i, j);
            ck_assert_int_eq(c->text[0], 'T');
            ck_assert_int_eq(c->note[0], 'V');
            int64_t thread = atoll(c->text + 1), value = atoll(c->note + 1);
            ck_assert_int_eq(value_at(a, thread, value), (int64_t)i + height * (int64_t)j);
            ck_assert_int_eq(c->tone, thread);
        }
}

TEST(test_threads)
{
    static const int64_t orders[4][4] = {{0, 1, 2, 3}, {2, 0, 3, 1}, {3, 2, 1, 0}, {1, 3, 0, 2}};
    rnd r = {4};
    char text[256];
    for (size_t k = 0; k < CASES; k++) {
        layout a = random_layout(&r);
        int64_t next = 1;
        for (size_t i = 0; i < 4; i++) {
            size_t leaf = (size_t)orders[k % 4][i];
            a.stride[leaf] = next;
            next *= a.extent[leaf];
        }
        lcv_session *session = lcv_session_new((lcv_options){0});
        watch w = {check_holders, &a, text_of(&a, text), false};
        lcv_listener listener = {.user = &w, .outcome = see};
        char tile[64];
        snprintf(tile, sizeof tile, "(%ld,%ld)", (long)a.extent[1], (long)(next / a.extent[1]));
        lcv_session_set_drawing(session, NULL, tile);
        lcv_session_draw(session, text, &listener);
        ck_assert(w.seen);
        lcv_session_free(session);
    }
}

/* ---- bits: the columns of the matrix are the values at single bits ---- */

static void check_bits(const lcv_figure *f, const void *user)
{
    const int *w = user; /* of a swizzle */
    ck_assert_uint_eq(f->column.size, (size_t)(w[0] + w[1] + w[2]));
    for (size_t j = 0; j < f->column.size; j++) {
        uint64_t x = (uint64_t)1 << j, mask = ((UINT64_C(1) << w[0]) - 1) << (w[1] + w[2]);
        uint64_t value = x ^ (x & mask) >> w[2], seen = 0;
        for (size_t i = 0; i < f->row.size; i++)
            seen |= (uint64_t)(cell_at(f, i, j)->text[0] == '1') << i;
        ck_assert_uint_eq(seen, value);
    }
}

TEST(test_bits)
{
    lcv_draw_options how = {.look = LCV_AS_BITS};
    char text[64];
    for (int b = 1; b < 4; b++)
        for (int m = 0; m < 4; m++)
            for (int s = 1; s < 5; s++) {
                int w[3] = {b, m, s};
                snprintf(text, sizeof text, "S<%d,%d,%d>", b, m, s);
                drawn(text, &how, check_bits, w);
            }
}

SUITE_MAIN("draw", test_tones, test_grids, test_slices, test_tiles, test_threads, test_bits)
