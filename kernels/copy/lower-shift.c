/* lower-shift.c - the kernel of a plan whose rows begin anywhere (kernels/plan/plan.h, shift).
 *
 *   rows of the source, from multiples of the shift:  COPY, 16 bytes each
 *   BARRIER
 *   words of them: two aligned ones, SHIFT;  matrices of words: TURN
 *   BARRIER
 *   put them, over the copies
 *   BARRIER
 *   words of the stage: two aligned ones, SHIFT;  STORE, from multiples of its shift
 *
 * Where the tile sticks out along the destination, or the tensor ends, there are zeros in the
 * place of rows and elements that do not exist, the tensor's last elements are copied one by one,
 * and a word is stored as one where all of it is inside the shape, else element by element. Rows
 * that stick out along the source are copied, as far as the tensor goes, and not stored.
 */
#include "config.h"

#include "lowering.h"

#include <string.h>

enum {
    PAIR = LCK_HELD + 1,
    TURNED,
    ONE
}; /* files: two words; words to be transposed; one
                                              element */

typedef struct {
    lck_lowering *w;
    const lck_plan *plan;
    size_t i, j;              /* the axes along which source and destination are contiguous */
    int64_t word, a, b, line; /* elements: of a word, the shifts, of a row that is copied */
    const lc_expr *base[2];   /* where the tile begins in each tensor */
    unsigned nnames;
} shifted;

/* ---- where tiles are ---- */

const lc_expr *lck_whole_shifted(lck_lowering *w)
{
    size_t j = w->plan->along[LCK_DESTINATION];
    const lc_expr *end = lck_add_by(w, w->at[j], w->plan->axis[j].tile);
    return lck_all(w, lck_le(w, lck_int(w, 0), w->at[j]), lck_le(w, end, w->guard[j]));
}

/* The place of the tile's first element, whose row need not be inside the shape. */
static const lc_expr *place_of_tile(shifted *s, lck_memory tensor, const char *name)
{
    lck_lowering *w = s->w;
    const lc_expr *sum = w->kernel->array[tensor].offset;
    for (size_t k = 0; k < s->plan->rank; k++)
        sum = lck_add(w, sum, lck_mul(w, w->at[k], w->stride[tensor][k]));
    return lck_bind(w, sum, true, name, 0);
}

/* Is a number of an element inside the shape along an axis? Of other axes it is, as there are as
 * many blocks as tiles. */
static const lc_expr *is_inside(const shifted *s, const lc_expr *at, size_t axis, int64_t width)
{
    const lc_expr *end = lck_add_by(s->w, at, width);
    return lck_all(s->w, lck_le(s->w, lck_int(s->w, 0), at),
                   lck_le(s->w, end, s->w->guard[axis]));
}

/* ---- copies ---- */

/* The begin of a row of the tile, and how far it is behind a multiple of the shift. */
static const lc_expr *begin_of_line(const shifted *s, const lc_expr *line)
{
    return lck_add(s->w, s->base[LCK_SOURCE],
                   lck_mul(s->w, line, s->w->stride[LCK_SOURCE][s->j]));
}

/* A copy, of 16 bytes or of nothing: zeros. */
static void copy_all(shifted *s, const lc_expr *to, const lc_expr *from, const lc_expr *condition)
{
    lck_lowering *w = s->w;
    int width = LCK_COPIED_BYTES / s->plan->element->bytes;
    lck_copy_async(&w->out, (lck_place){LCK_SHARED, to}, (lck_place){LCK_SOURCE, from}, width,
                   lc_expr_select(w->x, condition, lck_int(s->w, width), lck_int(s->w, 0)));
}

/* The last elements of the tensor, `left` of them, where they are no whole copy; and zeros. */
static void copy_last(shifted *s, const lc_expr *to, const lc_expr *from, const lc_expr *left)
{
    lck_lowering *w = s->w;
    char name[32];
    snprintf(name, sizeof name, "v%u", w->nloops++);
    int64_t width = LCK_COPIED_BYTES / s->plan->element->bytes;
    const lc_expr *k = lc_expr_var(w->x, name, 0, width - 1), *zero = lck_int(s->w, 0);
    lck_for(&w->out, k, width);
    lck_if(&w->out, lck_lt(s->w, k, left));
    lck_load(&w->out, LCK_SOURCE, lck_add(w, from, k), ONE, zero, 1, 1);
    lck_else(&w->out);
    lck_zero(&w->out, (lck_register){ONE, zero});
    lck_end(&w->out);
    lck_store(&w->out, LCK_SHARED, lck_add(w, to, k), ONE, zero, 1, 1);
    lck_end(&w->out);
}

/* Where the tensor may end, or have no such row. */
static void copy_some(shifted *s, const lc_expr *line, const lc_expr *to, const lc_expr *from,
                      const lc_expr *needed)
{
    lck_lowering *w = s->w;
    const lc_expr *width = lck_int(s->w, LCK_COPIED_BYTES / s->plan->element->bytes);
    const lc_expr *left = lck_sub(s->w, w->kernel->array[LCK_SOURCE].extent, from);
    left = lck_bind(w, left, true, "left_%u", s->nnames++);
    needed = lck_all(s->w, needed, is_inside(s, lck_add(w, w->at[s->j], line), s->j, 1));
    const lc_expr *last = lck_all(s->w, lck_lt(s->w, lck_int(s->w, 0), left),
                                  lck_lt(s->w, left, width));
    lck_if(&w->out, lck_all(s->w, needed, last));
    copy_last(s, to, from, left);
    lck_else(&w->out);
    copy_all(s, to, from, lck_all(s->w, needed, lck_le(w, width, left)));
    lck_end(&w->out);
}

/* Copies read nothing outside of the 16 bytes that hold the row's first and last elements: all
 * lanes of a warp take lines that begin at multiples of the shift, and no sector without elements
 * of the row. */
static void copy(shifted *s, const lc_expr *line, const lc_expr *chunk, bool whole)
{
    lck_lowering *w = s->w;
    int64_t width = LCK_COPIED_BYTES / s->plan->element->bytes;
    unsigned n = s->nnames++;
    const lc_expr *begin = lck_bind(w, begin_of_line(s, line), true, "line_%u", n);
    const lc_expr *past = lck_mod_by(s->w, begin, s->a);
    past = lck_bind(w, past, false, "past_%u", n);
    const lc_expr *step = lck_mul(w, chunk, lck_int(s->w, width));
    const lc_expr *from = lck_add(w, lck_sub(s->w, begin, past), step);
    const lc_expr *to = lck_add(w, lck_mul(w, line, lck_int(s->w, s->line)), step);
    const lc_expr *end = lck_add(w, past, lck_int(s->w, s->plan->axis[s->i].tile));
    const lc_expr *needed = lck_all(s->w,
                                    lck_lt(s->w, past, lck_add(w, step, lck_int(s->w, width))),
                                    lck_lt(s->w, step, end));
    if (whole)
        copy_all(s, to, from, needed);
    else
        copy_some(s, line, to, from, needed);
}

/* Threads take the copies of as many rows as there are threads for; then of the next ones. */
static void copy_lines(shifted *s, const lc_expr *row, const lc_expr *chunk, int64_t rows,
                       bool whole)
{
    lck_lowering *w = s->w;
    int64_t lines = s->plan->axis[s->j].tile, rounds = lines / rows;
    char name[32];
    snprintf(name, sizeof name, "v%u", w->nloops++);
    const lc_expr *round = lc_expr_var(w->x, name, 0, rounds - 1);
    lck_for(&w->out, round, rounds);
    copy(s, lck_add(w, row, lck_mul(w, round, lck_int(s->w, rows))), chunk, whole);
    lck_end(&w->out);
    if (lines % rows != 0) {
        lck_if(&w->out, lck_lt_by(s->w, row, lines % rows));
        copy(s, lck_add(w, row, lck_int(s->w, rounds * rows)), chunk, whole);
        lck_end(&w->out);
    }
}

/* Do all copies of the tile lie in the tensor? Those of its last row end last. */
static const lc_expr *copies_fit(const shifted *s)
{
    const lc_expr *last = begin_of_line(s, lck_int(s->w, s->plan->axis[s->j].tile - 1));
    return lck_le(s->w, lck_add_by(s->w, last, s->line), s->w->kernel->array[LCK_SOURCE].extent);
}

static void read_rows(shifted *s)
{
    lck_lowering *w = s->w;
    int64_t chunks = s->line * s->plan->element->bytes / LCK_COPIED_BYTES;
    int64_t threads = lck_part_threads(&s->plan->partition[LCK_LOADS]), rows = threads / chunks;
    if (rows > s->plan->axis[s->j].tile)
        rows = s->plan->axis[s->j].tile;
    lck_comment(&w->out, "copy rows of the source, from multiples of the shift on");
    const lc_expr *row = lck_div_by(s->w, w->kernel->thread, chunks);
    const lc_expr *chunk = lck_mod_by(s->w, w->kernel->thread, chunks);
    row = lck_bind(w, row, false, "copy_%u", 0);
    chunk = lck_bind(w, chunk, false, "copy_%u", 1);
    const lc_expr *fit = lck_all(s->w, w->full, copies_fit(s));
    lck_if(&w->out, lck_lt_by(s->w, row, rows));
    lck_if(&w->out, fit);
    copy_lines(s, row, chunk, rows, true);
    lck_else(&w->out);
    copy_lines(s, row, chunk, rows, false);
    lck_end(&w->out);
    lck_end(&w->out);
    lck_commit(&w->out, LCK_COPIES);
    lck_drain(&w->out, LCK_COPIES, 0, false);
    lck_barrier(&w->out);
}

/* ---- words ---- */

/* The word at `past` elements behind an aligned place: what is kept of two. */
static void load_word(shifted *s, const lc_expr *at, const lc_expr *past, lck_register to)
{
    lck_lowering *w = s->w;
    const lc_expr *within = lck_mod_by(s->w, past, s->word);
    const lc_expr *first = lck_add(w, at, lck_sub(s->w, past, within));
    lck_load(&w->out, LCK_SHARED, first, PAIR, lck_int(s->w, 0), 1, (int)s->word);
    lck_load(&w->out, LCK_SHARED, lck_add(w, first, lck_int(s->w, s->word)), PAIR,
             lck_int(s->w, s->word), 1, (int)s->word);
    lck_shift(&w->out, to, (lck_register){PAIR, lck_int(s->w, 0)}, within, (int)s->word);
}

/* Loops over the modes of a walk that step along an axis, from `first` on. */
static void open_modes(shifted *s, lck_walk *v, size_t first, size_t axis)
{
    char name[32];
    for (size_t m = first; m < v->p->nvalues; m++) {
        if (v->p->value[m].step[axis] == 0)
            continue;
        snprintf(name, sizeof name, "v%u", s->w->nloops++);
        v->count[m] = v->p->value[m].extent;
        v->loop[m] = lc_expr_var(s->w->x, name, 0, v->count[m] - 1);
        lck_for(&s->w->out, v->loop[m], v->count[m]);
    }
}

static void close_modes(shifted *s, lck_walk *v, size_t first, size_t axis)
{
    for (size_t m = v->p->nvalues; m-- > first;)
        if (v->p->value[m].step[axis] != 0) {
            lck_end(&s->w->out);
            v->loop[m] = NULL;
        }
}

/* The number of the matrix among those along an axis: the loops' digits. */
static const lc_expr *matrix_of(shifted *s, const lck_walk *v, size_t axis)
{
    const lc_expr *sum = lck_int(s->w, 0);
    int64_t times = 1;
    for (size_t m = 2; m < v->p->nvalues; m++)
        if (v->p->value[m].step[axis] != 0 && v->loop[m]) {
            sum = lck_add(s->w, sum, lck_mul_by(s->w, v->loop[m], times));
            times *= v->p->value[m].extent;
        }
    return sum;
}

static int64_t matrices_along(const lck_part *p, size_t axis)
{
    int64_t n = 1;
    for (size_t m = 2; m < p->nvalues; m++)
        n *= p->value[m].step[axis] != 0 ? p->value[m].extent : 1;
    return n;
}

/* One row of the matrices of a thread that lie side by side along the source. */
static void take_row(shifted *s, lck_walk *v)
{
    lck_lowering *w = s->w;
    const lc_expr *line = lck_walk_coordinate(w, v, s->j);
    const lc_expr *past = lck_mod_by(s->w, begin_of_line(s, line), s->a);
    past = lck_bind(w, past, false, "past_%u", s->nnames++);
    open_modes(s, v, 2, s->i);
    const lc_expr *at = lck_add(w, lck_mul(w, line, lck_int(s->w, s->line)),
                                lck_walk_coordinate(w, v, s->i));
    const lc_expr *row =
        lck_add(w, lck_mul(w, matrix_of(s, v, s->i), lck_int(s->w, s->word * s->word)),
                lck_mul(w, v->loop[1], lck_int(s->w, s->word)));
    load_word(s, at, past, (lck_register){TURNED, row});
    close_modes(s, v, 2, s->i);
}

/* All words of a thread, transposed: in the order of the puts. */
static bool take(shifted *s)
{
    lck_lowering *w = s->w;
    lck_walk v;
    lck_comment(&w->out, "words of them, transposed");
    if (!lck_walk_begin(w, LCK_LOADS, &v))
        return false;
    int64_t beside = matrices_along(v.p, s->i), size = s->word * s->word;
    char name[32];
    v.run = s->word;
    v.count[0] = 1;
    v.count[1] = s->word;
    open_modes(s, &v, 2, s->j);
    snprintf(name, sizeof name, "v%u", w->nloops++);
    v.loop[1] = lc_expr_var(w->x, name, 0, s->word - 1);
    lck_for(&w->out, v.loop[1], s->word);
    take_row(s, &v);
    lck_end(&w->out);
    v.loop[1] = NULL;
    open_modes(s, &v, 2, s->i);
    const lc_expr *matrix = matrix_of(s, &v, s->i);
    const lc_expr *held = lck_add(w, matrix,
                                  lck_mul(w, matrix_of(s, &v, s->j), lck_int(s->w, beside)));
    lck_turn(&w->out, (lck_register){LCK_HELD, lck_mul(w, held, lck_int(s->w, size))},
             (lck_register){TURNED, lck_mul(w, matrix, lck_int(s->w, size))}, (int)s->word);
    close_modes(s, &v, 2, s->i);
    close_modes(s, &v, 2, s->j);
    lck_barrier(&w->out);
    return true;
}

static bool put(shifted *s)
{
    lck_lowering *w = s->w;
    lck_walk v;
    int step;
    if (!lck_walk_begin(w, LCK_PUTS, &v))
        return false;
    lck_walk_open(w, &v, (int)s->word);
    const lc_expr *reg = lck_walk_registers(w, &v, &s->plan->partition[LCK_PUTS], &step);
    lck_store(&w->out, LCK_SHARED, lck_shared_index(w, &v), LCK_HELD, reg, 1, (int)s->word);
    lck_walk_close(w, &v);
    lck_barrier(&w->out);
    return true;
}

/* ---- stores ---- */

/* Where the stored part of a row begins: `from` in the destination, `past` in the stage. */
typedef struct {
    const lc_expr *from, *past;
} stored_line;

static stored_line line_of(shifted *s, const lck_walk *v)
{
    lck_lowering *w = s->w;
    unsigned n = s->nnames++;
    const lc_expr *row = lck_walk_coordinate(w, v, s->i);
    const lc_expr *begin = lck_add(w, s->base[LCK_DESTINATION],
                                   lck_mul(w, row, w->stride[LCK_DESTINATION][s->i]));
    begin = lck_bind(w, begin, true, "line_%u", n);
    const lc_expr *past = lck_int(s->w, 0);
    if (s->b > 0)
        past = lck_mod_by(s->w, lck_sub(s->w, past, begin), s->b);
    return (stored_line){begin, lck_bind(w, past, false, "past_%u", n)};
}

static void store_elements(shifted *s, const lc_expr *index, const lc_expr *column)
{
    lck_lowering *w = s->w;
    char name[32];
    snprintf(name, sizeof name, "v%u", w->nloops++);
    const lc_expr *k = lc_expr_var(w->x, name, 0, s->word - 1);
    lck_for(&w->out, k, s->word);
    lck_if(&w->out, is_inside(s, lck_add(w, column, k), s->j, 1));
    lck_store(&w->out, LCK_DESTINATION, lck_add(w, index, k), TURNED, k, 1, 1);
    lck_end(&w->out);
    lck_end(&w->out);
}

/* A word of the stage, at the walk's place in the line. */
static void store_word(shifted *s, const lck_walk *v, const stored_line *l, bool whole)
{
    lck_lowering *w = s->w;
    const lc_expr *column = lck_add(w, l->past, lck_walk_coordinate(w, v, s->j));
    const lc_expr *index = lck_add(w, l->from, column), *at = lck_shared_index(w, v);
    if (s->b > 0)
        load_word(s, at, l->past, (lck_register){TURNED, lck_int(s->w, 0)});
    else
        lck_load(&w->out, LCK_SHARED, at, TURNED, lck_int(s->w, 0), 1, (int)s->word);
    if (!whole) {
        column = lck_bind(w, lck_add(w, w->at[s->j], column), false, "column_%u", s->nnames++);
        lck_if(&w->out, is_inside(s, column, s->j, s->word));
        lck_store(&w->out, LCK_DESTINATION, index, TURNED, lck_int(s->w, 0), 1, (int)s->word);
        lck_else(&w->out);
        store_elements(s, index, column);
        lck_end(&w->out);
    } else {
        lck_store(&w->out, LCK_DESTINATION, index, TURNED, lck_int(s->w, 0), 1, (int)s->word);
    }
}

static void write_lines(shifted *s, lck_walk *v, bool whole)
{
    lck_lowering *w = s->w;
    open_modes(s, v, 1, s->i);
    const lc_expr *row = lck_add(w, w->at[s->i], lck_walk_coordinate(w, v, s->i));
    const lc_expr *inside = is_inside(s, row, s->i, 1);
    int64_t always = 0;
    bool split = !lc_expr_is_int(inside, &always) || !always;
    if (split)
        lck_if(&w->out, inside);
    const stored_line l = line_of(s, v);
    open_modes(s, v, 1, s->j);
    store_word(s, v, &l, whole);
    close_modes(s, v, 1, s->j);
    if (split)
        lck_end(&w->out);
    close_modes(s, v, 1, s->i);
}

static bool write_rows(shifted *s)
{
    lck_lowering *w = s->w;
    lck_walk v;
    int64_t always;
    lck_comment(&w->out, "write rows of the destination, from multiples of the shift on");
    if (!lck_walk_begin(w, LCK_GETS, &v))
        return false;
    v.run = s->word;
    v.count[0] = 1;
    if (lc_expr_is_int(w->full, &always) && always) {
        write_lines(s, &v, true);
        return true;
    }
    lck_if(&w->out, w->full);
    write_lines(s, &v, true);
    lck_else(&w->out);
    write_lines(s, &v, false);
    lck_end(&w->out);
    return true;
}

/* ---- all of it ---- */

static bool add_files(const shifted *s)
{
    lck_kernel *kernel = s->w->kernel;
    const lck_element *element = s->plan->element;
    int64_t beside = matrices_along(&s->plan->partition[LCK_LOADS], s->i);
    bool ok = lck_kernel_file(kernel, "r_pair", element, (int)(2 * s->word)) &&
              lck_kernel_file(kernel, "r_words", element, (int)(beside * s->word * s->word)) &&
              lck_kernel_file(kernel, "r_one", element, 1);
    for (int i = LCK_HELD; ok && i <= TURNED; i++)
        kernel->file[i].packed = true;
    return ok;
}

bool lck_lower_shifted(lck_lowering *w)
{
    const lck_plan *plan = w->plan;
    shifted s = {.w = w,
                 .plan = plan,
                 .i = plan->along[LCK_SOURCE],
                 .j = plan->along[LCK_DESTINATION],
                 .word = plan->partition[LCK_LOADS].width,
                 .a = plan->shift[LCK_SOURCE],
                 .b = plan->shift[LCK_DESTINATION]};
    s.line = plan->axis[s.i].tile + s.a;
    if (!add_files(&s))
        return false;
    s.base[LCK_SOURCE] = place_of_tile(&s, LCK_SOURCE, "from");
    s.base[LCK_DESTINATION] = place_of_tile(&s, LCK_DESTINATION, "to");
    read_rows(&s);
    return take(&s) && put(&s) && write_rows(&s);
}
