/* hand-atoms.c - products by one atom: its tables by the formulas of PTX ISA, operands in each
 * layout that the instruction takes. */
#include "config.h"

#include "hand-async.h"
#include "hand-expr.h"

#include <string.h>

/* ---- tables */

static const char *sums_of(const char *element, const char *sums)
{
    return sums                            ? sums
           : strcmp(element, "f64") == 0   ? "f64"
           : strcmp(element, "int8") == 0  ? "int32"
           : strcmp(element, "uint8") == 0 ? "int32"
                                           : "f32";
}

/* Fragments of words of 32 bits: word w has rows lane / 4 + 8 (w % 2), columns from
 * per (lane % 4) + 4 per (w / 2) on, of the 16 rows of a warp; B has the words of one half. */
static void fill_table(lc_ctx *ctx, lck_atom *atom, int o, int per, int rows, int values,
                       int halves)
{
    atom->values[o] = values;
    atom->at[o] = lc_alloc(ctx, (size_t)atom->threads * (size_t)values, sizeof *atom->at[o]);
    need(ctx, atom->at[o] != NULL);
    for (int t = 0; t < atom->threads; t++)
        for (int v = 0; v < values; v++) {
            int word = v / per, row = t % 32 / 4 + 8 * (word % halves) + t / 32 * 16;
            int column = per * (t % 4) + v % per + 4 * per * (word / halves);
            atom->at[o][t * values + v] = row + rows * column;
        }
}

static lck_atom begin_atom(const char *name, const char *element, const char *sums)
{
    const lck_element *factor = lck_element_find(element);
    lck_atom atom = {.name = strdup(name),
                     .element = {factor, factor, lck_element_find(sums_of(element, sums))}};
    return atom;
}

lck_atom hand_mma_atom(lc_ctx *ctx, const char *element, const char *sums, int k)
{
    lck_atom atom = begin_atom("mma", element, sums);
    int bytes = atom.element[0]->bytes, per = bytes > 4 ? 1 : 4 / bytes;
    bool wide = bytes == 8;
    atom.threads = 32;
    atom.m = wide ? 8 : 16;
    atom.n = 8;
    atom.k = k;
    fill_table(ctx, &atom, 0, per, atom.m, atom.m * k / 32, wide ? 1 : 2);
    fill_table(ctx, &atom, 1, per, 8, 8 * k / 32, 1);
    fill_table(ctx, &atom, 2, 2, atom.m, atom.m / 4, wide ? 1 : 2);
    return atom;
}

lck_atom hand_wgmma_atom(lc_ctx *ctx, const char *element, const char *sums, int n, bool held)
{
    lck_atom atom = begin_atom("wgmma", element, sums);
    int bytes = atom.element[0]->bytes;
    atom.threads = 128;
    atom.m = 64;
    atom.n = n;
    atom.k = 32 / bytes;
    if (held)
        fill_table(ctx, &atom, 0, 4 / bytes, 64, 64 * atom.k / 128, 2);
    fill_table(ctx, &atom, 2, 2, 64, n / 2, 2);
    return atom;
}

/* ---- a warp */

enum { A = ASYNC_A, B = ASYNC_B, C = ASYNC_C, STAGE_A, STAGE_B };
enum { LEFT, RIGHT_FILE, SUM };

typedef struct {
    lck_kernel *k;
    lck_writer w;
    const lck_atom *atom;
    async_fault broken;
    const lc_expr *size[3], *row, *column, *lane;
    int bytes, width; /* of an element; elements of 16 bytes */
} warp_product;

/* The rows of a stage are copied by vectors of 16 bytes, zeros where nothing is. */
static void copy_stage(warp_product *p, int tensor, const lc_expr *first, const lc_expr *k)
{
    int rows = tensor == A ? p->atom->m : p->atom->n, vectors = p->atom->k / p->width;
    const lc_expr *lane = p->lane, *row = add(first, quotient(lane, vectors));
    const lc_expr *in = times(rest(lane, vectors), p->width), *column = add(k, in);
    const lc_expr *left = add(p->size[2], times(column, -1));
    const lc_expr *inside =
        lc_expr_select(x, less(row, p->size[tensor]),
                       lc_expr_make(x, LC_EXPR_MAX,
                                    lc_expr_make(x, LC_EXPR_MIN, left, num(p->width)), num(0)),
                       num(0));
    lck_if(&p->w, less(lane, num((int64_t)rows * vectors)));
    lck_copy_async(&p->w,
                   (lck_place){tensor == A ? STAGE_A : STAGE_B,
                               add(times(quotient(lane, vectors), p->atom->k), in)},
                   (lck_place){tensor, add(mul(row, p->size[2]), column)}, p->width, inside);
    lck_end(&p->w);
}

/* By the fragments of PTX ISA, as fill_table has them. */
static void load_fragment(warp_product *p, int o)
{
    int per = p->bytes > 4 ? 1 : 4 / p->bytes, halves = o == 0 && p->atom->m == 16 ? 2 : 1;
    int words = p->atom->values[o] / per;
    for (int word = 0; word < words; word++) {
        const lc_expr *row = add(quotient(p->lane, 4), num(8 * (word % halves)));
        const lc_expr *column = add(times(rest(p->lane, 4), per), num(4 * per * (word / halves)));
        lck_load(&p->w, o == 0 ? STAGE_A : STAGE_B, add(times(row, p->atom->k), column), o,
                 num((int64_t)word * per), 1, per);
    }
}

/* Four matrices of A, 8 x 8: rows 0 and 8 of columns 0, then of 8; two of B. */
static void load_matrices(warp_product *p, int o)
{
    int matrices = p->atom->values[o] / 2;
    const lc_expr *lane = o == 0 ? p->lane : rest(p->lane, 16);
    const lc_expr *matrix = quotient(lane, 8), *row = rest(lane, 8);
    const lc_expr *across = matrix;
    if (o == 0) {
        row = add(row, times(rest(matrix, 2), 8));
        across = quotient(matrix, 2);
    }
    if (p->broken == HALF_A_WARP)
        lck_if(&p->w, less(p->lane, num(16)));
    lck_matrix_load(&p->w,
                    (lck_place){o == 0 ? STAGE_A : STAGE_B,
                                add(times(row, p->atom->k), times(across, 8))},
                    (lck_register){o, num(0)}, matrices, false);
    if (p->broken == HALF_A_WARP)
        lck_end(&p->w);
}

static void store_sums(warp_product *p)
{
    int values = p->atom->values[2];
    for (int v = 0; v < values; v++) {
        const lc_expr *row = add(add(p->row, quotient(p->lane, 4)), num(8 * (v / 2)));
        const lc_expr *column = add(add(p->column, times(rest(p->lane, 4), 2)), num(v % 2));
        lck_if(&p->w, both(less(row, p->size[0]), less(column, p->size[1])));
        lck_store(&p->w, C, add(mul(row, p->size[1]), column), SUM, num(v), 1, 1);
        lck_end(&p->w);
    }
}

static void begin_product(warp_product *p, const char *element)
{
    static const char *const names[] = {"M", "N", "K"};
    lck_kernel *k = p->k;
    const lck_element *factor = lck_element_find(element);
    for (int i = 0; i < 3; i++)
        p->size[i] = lck_kernel_size(k, names[i], 1, 512, false);
    need(k->ctx, lck_kernel_condition(k, same_as(rest(p->size[2], 16 / factor->bytes), 0)));
    need(k->ctx, lck_kernel_array(k, "a", LCK_READ, factor, mul(p->size[0], p->size[2])) &&
                     lck_kernel_array(k, "b", LCK_READ, factor, mul(p->size[1], p->size[2])) &&
                     lck_kernel_array(k, "c", LCK_WRITTEN, p->atom->element[2],
                                      mul(p->size[0], p->size[1])) &&
                     lck_kernel_array(k, "stage_a", LCK_OF_BLOCK, factor, num(16 * 32)) &&
                     lck_kernel_array(k, "stage_b", LCK_OF_BLOCK, factor, num(16 * 32)) &&
                     lck_kernel_file(k, "left", factor, p->atom->values[0]) &&
                     lck_kernel_file(k, "right", factor, p->atom->values[1]) &&
                     lck_kernel_file(k, "sum", p->atom->element[2], p->atom->values[2]));
    k->file[LEFT].packed = k->file[RIGHT_FILE].packed = true;
    k->alignment = 16;
    p->bytes = factor->bytes;
    p->width = 16 / factor->bytes;
    const lc_expr *across = lc_expr_ceil_div(x, p->size[1], num(p->atom->n));
    k->blocks = mul(lc_expr_ceil_div(x, p->size[0], num(p->atom->m)), across);
    p->w = lck_write(k);
    p->lane = k->thread;
    p->row = let(&p->w, "row", times(lc_expr_make(x, LC_EXPR_DIV, k->block, across), p->atom->m));
    p->column = let(&p->w, "column",
                    times(lc_expr_make(x, LC_EXPR_MOD, k->block, across), p->atom->n));
}

lck_kernel *hand_warp_product(lc_ctx *ctx, const char *element, const char *sums, int k,
                              async_fault broken)
{
    warp_product p = {.k = lck_kernel_new(ctx, "warp_product", 32, 4096), .broken = broken};
    need(ctx, p.k != NULL);
    x = p.k->x;
    lck_atom atom = hand_mma_atom(ctx, element, sums, k);
    if (broken == WRONG_TABLE)
        for (int i = 0; i < 32 * atom.values[2]; i++)
            atom.at[2][i] ^= 1;
    need(ctx, lck_kernel_atom(p.k, &atom));
    p.atom = &p.k->atom[0];
    begin_product(&p, element);
    for (int v = 0; v < atom.values[2]; v++)
        lck_zero(&p.w, (lck_register){SUM, num(v)});
    const lc_expr *block = lc_expr_var(x, "k", 0, 511);
    lck_loop(&p.w, block, lc_expr_ceil_div(x, p.size[2], num(k)));
    copy_stage(&p, A, p.row, times(block, k));
    copy_stage(&p, B, p.column, times(block, k));
    if (broken != NO_COMMIT)
        lck_commit(&p.w, LCK_COPIES);
    if (broken != NO_DRAIN)
        lck_drain(&p.w, LCK_COPIES, 0, false);
    if (broken != NO_MEETING)
        lck_barrier_of(&p.w, LCK_OF_WARP, 0, 32);
    for (int o = 0; o < 2; o++)
        if (p.bytes == 2)
            load_matrices(&p, o);
        else
            load_fragment(&p, o);
    lck_mma(&p.w, 0, (lck_register){SUM, num(0)}, (lck_register){LEFT, num(0)},
            (lck_register){RIGHT_FILE, num(0)});
    if (broken != NO_MEETING_BEFORE)
        lck_barrier_of(&p.w, LCK_OF_WARP, 0, 32);
    lck_end(&p.w);
    store_sums(&p);
    need(ctx, lck_written(&p.w));
    return p.k;
}

/* ---- a warpgroup */

/* The byte of (mn,k) in the canonical layout of this span (0: core matrices of 8 rows of 16
 * bytes, 128 bytes apart along k, 256 along mn), before the swizzle; and the offsets of its
 * descriptor. */
typedef struct {
    int leading, stride;
    int64_t bytes;
} canonical;

static canonical layout_of(int span, bool mn_major, int mn, int k, int bytes)
{
    if (!span) /* chunks of k, then rows by eights; of mn: lines of k by eights, then chunks */
        return mn_major ? (canonical){mn / 8 * 128, 128, (int64_t)mn * k * 2}
                        : (canonical){128, 8 * k * bytes, (int64_t)mn * k * bytes};
    if (!mn_major)
        return (canonical){16, 8 * span, (int64_t)mn * span};
    int columns = (mn + span / 2 - 1) / (span / 2);
    return (canonical){k * span, 8 * span, (int64_t)columns * k * span};
}

static const lc_expr *swizzled(const lc_expr *byte, int span)
{
    if (!span)
        return byte;
    return flipped(byte, times(rest(quotient(byte, 128), span / 16), 16));
}

static const lc_expr *byte_of(const canonical *l, int span, bool mn_major, int bytes,
                              const lc_expr *mn, const lc_expr *k)
{
    int per = 16 / bytes, row = span / 2;
    if (!span && mn_major)
        return add(add(times(rest(mn, 8), 2), times(quotient(mn, 8), l->stride)),
                   add(times(rest(k, 8), 16), times(quotient(k, 8), l->leading)));
    if (!span)
        return add(add(times(rest(mn, 8), 16), times(quotient(mn, 8), l->stride)),
                   add(times(rest(k, per), bytes), times(quotient(k, per), l->leading)));
    if (!mn_major)
        return swizzled(add(times(mn, span), times(k, bytes)), span);
    return swizzled(add(add(times(rest(mn, row), 2), times(quotient(mn, row), l->leading)),
                        times(k, span)),
                    span);
}

enum { MOVED = 2, GROUP_SUM };

/* Threads put rows x k elements where the layout says, one by one, or 16 bytes at a time. */
static void stage_operand(lck_writer *w, const group_product *how, int tensor, int rows, int k,
                          const canonical *l, bool mn_major)
{
    int bytes = w->kernel->array[tensor].element->bytes, width = how->copied ? 16 / bytes : 1;
    int stage = tensor == A ? STAGE_A : STAGE_B, vectors = rows * k / width;
    const lc_expr *j = loop(w, tensor == A ? "ja" : "jb", (vectors + 127) / 128);
    const lc_expr *v = add(w->kernel->thread, times(j, 128)), *e = times(v, width);
    lck_if(w, less(v, num(vectors)));
    const lc_expr *byte = byte_of(l, how->span, mn_major, bytes, quotient(e, k), rest(e, k));
    if (how->copied) {
        lck_copy_async(w, (lck_place){stage, quotient(byte, bytes)}, (lck_place){tensor, e},
                       width, NULL);
    } else {
        lck_load(w, tensor, e, MOVED, num(0), 1, 1);
        lck_store(w, stage, quotient(byte, bytes), MOVED, num(0), 1, 1);
    }
    lck_end(w);
    lck_end(w);
}

/* Where step `step` of k begins: bytes from the first. */
static const lc_expr *start_of(const canonical *l, int span, bool mn_major, const lc_expr *step)
{
    int64_t apart = mn_major ? (span ? 2 * l->stride : 2 * l->leading)
                             : (span ? 32 : 2 * l->leading);
    return times(step, apart);
}

static lck_operand operand_of(const group_product *how, int array, const canonical *l,
                              bool mn_major, int bytes, const lc_expr *step)
{
    async_fault f = how->broken;
    return (lck_operand){.array = array,
                         .index = quotient(start_of(l, how->span, mn_major, step), bytes),
                         .leading = l->leading + (f == WRONG_LEADING ? 128 : 0),
                         .stride = f == WRONG_STRIDE ? l->stride / 2 : l->stride,
                         .span = f != WRONG_SPAN    ? how->span
                                 : how->span == 128 ? 64
                                                    : 128,
                         .mn_major = mn_major};
}

/* The fragments of A, from the tensor. */
static void load_held(lck_writer *w, const lck_atom *atom, int k, const lc_expr *step, int bytes)
{
    const lc_expr *thread = w->kernel->thread, *lane = rest(thread, 32);
    int per = 4 / bytes;
    for (int v = 0; v < atom->values[0]; v++) {
        int word = v / per;
        const lc_expr *row = add(add(quotient(lane, 4), times(quotient(thread, 32), 16)),
                                 num(8 * (word % 2)));
        const lc_expr *column = add(add(times(rest(lane, 4), per), times(step, atom->k)),
                                    num(v % per + 4 * per * (word / 2)));
        lck_load(w, A, add(times(row, k), column), LEFT, num(v), 1, 1);
    }
}

static void store_group_sums(lck_writer *w, int n)
{
    const lc_expr *thread = w->kernel->thread, *lane = rest(thread, 32);
    const lc_expr *v = loop(w, "v", n / 2);
    const lc_expr *row = add(add(quotient(lane, 4), times(quotient(thread, 32), 16)),
                             times(rest(quotient(v, 2), 2), 8));
    const lc_expr *column = add(add(times(rest(lane, 4), 2), rest(v, 2)),
                                times(quotient(v, 4), 8));
    lck_store(w, C, add(times(row, n), column), GROUP_SUM, v, 1, 1);
    lck_end(w);
}

static void add_group_tables(lck_kernel *k, const group_product *how, int depth, int64_t a,
                             int64_t b)
{
    const lck_element *element = lck_element_find(how->element);
    lck_atom atom = hand_wgmma_atom(k->ctx, how->element, how->sums, how->n, how->held);
    const lck_element *sums = atom.element[2];
    need(k->ctx,
         lck_kernel_atom(k, &atom) &&
             lck_kernel_array(k, "a", LCK_READ, element, num((int64_t)64 * depth)) &&
             lck_kernel_array(k, "b", LCK_READ, element, num((int64_t)how->n * depth)) &&
             lck_kernel_array(k, "c", LCK_WRITTEN, sums, num((int64_t)64 * how->n)) &&
             lck_kernel_array(k, "stage_a", LCK_OF_BLOCK, element, num(a / element->bytes)) &&
             lck_kernel_array(k, "stage_b", LCK_OF_BLOCK, element, num(b / element->bytes)) &&
             lck_kernel_file(k, "left", element, 64) && lck_kernel_file(k, "right", element, 1) &&
             lck_kernel_file(k, "moved", element, 1) &&
             lck_kernel_file(k, "sum", sums, how->n / 2));
    k->array[STAGE_A].alignment = k->array[STAGE_B].alignment = 1024;
    k->file[LEFT].packed = true;
}

lck_kernel *hand_group_product(lc_ctx *ctx, const group_product *how)
{
    lck_kernel *k = lck_kernel_new(ctx, "group_product", 128, 1);
    need(ctx, k != NULL);
    x = k->x;
    int bytes = lck_element_find(how->element)->bytes, width = how->span ? how->span : 128;
    int depth = width / bytes;
    canonical a = layout_of(how->span, how->a_mn_major, 64, depth, bytes);
    canonical b = layout_of(how->span, how->b_mn_major, how->n, depth, bytes);
    add_group_tables(k, how, depth, a.bytes, b.bytes);
    k->blocks = num(1);
    k->alignment = 16;
    k->architecture = 90;
    lck_writer w = lck_write(k);
    if (!how->held)
        stage_operand(&w, how, A, 64, depth, &a, how->a_mn_major);
    stage_operand(&w, how, B, how->n, depth, &b, how->b_mn_major);
    lck_commit(&w, LCK_COPIES);
    if (how->broken != NO_COMMIT)
        lck_drain(&w, LCK_COPIES, 0, false);
    if (how->broken != NO_PROXY_FENCE)
        lck_fence(&w, LCK_FENCE_PROXY);
    lck_barrier(&w);
    const lc_expr *step = loop(&w, "step", width / 32);
    if (how->held)
        load_held(&w, &k->atom[0], depth, step, bytes);
    if (how->broken != NO_PRODUCTS_FENCE)
        lck_fence(&w, LCK_FENCE_PRODUCTS);
    lck_operand left = operand_of(how, STAGE_A, &a, how->a_mn_major, bytes, step);
    if (how->held)
        left = (lck_operand){.array = -1, .held = {LEFT, num(0)}};
    lck_wgmma(&w, 0, (lck_register){GROUP_SUM, num(0)}, left,
              operand_of(how, STAGE_B, &b, how->b_mn_major, bytes, step),
              lc_expr_make(x, LC_EXPR_NE, step, num(0)));
    lck_commit(&w, LCK_PRODUCTS);
    if (how->held && how->broken != NO_DRAIN)
        lck_drain(&w, LCK_PRODUCTS, 0, false);
    lck_end(&w);
    if (how->broken != NO_DRAIN)
        lck_drain(&w, LCK_PRODUCTS, 0, false);
    store_group_sums(&w, how->n);
    need(ctx, lck_written(&w));
    return k;
}
