/* check_relation_lines.c - what is written for isl of functions of many XORs.
 *
 * Linear layouts of up to 64 x 64 bits, swizzles and layouts of XOR strides are written, isl
 * reads the lines within a budget of operations, and is asked at random coordinates what the
 * digits are. They have to add up to the value, which is computed here from the columns. Of
 * the bits map of 64 bits one line in 8 is read.
 */
#include "config.h"

#include "../isl-bridge/bits.h"
#include "law.h"
#include "owned.h"
#include "suite.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* isl operations a line. */
#define LINE_BUDGET 1000000

enum { MOST = 64, POINTS = 3 };

static lcr_ctx *relations(law *l)
{
    lcr_ctx *r = law_relations(l);
    lcr_set_budget(r, LINE_BUDGET);
    return r;
}

/* ---- numbers of 64 bits */

static lc_int of_word(lc_ctx *ctx, uint64_t word)
{
    lc_int high = lc_int_si(ctx, (int64_t)(word >> 32));
    lc_int low = lc_int_si(ctx, (int64_t)(uint32_t)word);
    return lc_int_add(ctx, lc_int_mul(ctx, high, lc_int_si(ctx, (int64_t)1 << 32)), low);
}

/* ---- what a text says */

/* A function at some points: inputs and outputs of each. */
typedef struct {
    size_t nin, nout;
    size_t step; /* for more outputs, one in `step` is read */
    lc_int in[POINTS][MOST];
    uint64_t out[POINTS][MOST];
    uint64_t said[POINTS][MOST]; /* by the lines so far */
} samples;

/* The value at a point of one line: of the whole function, or of a digit, which is added. */
static bool add_line(law *l, lcr_ctx *r, const lcr_map *m, bool whole, samples *s, int point)
{
    lc_int y[MOST];
    size_t fields = lcr_map_nout(m);
    if (lcr_map_nin(m) != s->nin || lcr_map_eval(r, m, s->in[point], y) != LCR_YES)
        return law_fail(l, "isl has no value: %s", lc_ctx_message(l->ctx));
    if (whole) {
        for (size_t i = 0; i < s->nout; i++)
            if (!lc_int_eq(y[i], of_word(l->ctx, s->out[point][i])))
                return law_fail(l, "output %zu of the whole map", i);
        memcpy(s->said[point], s->out[point], sizeof s->said[point]);
        return true;
    }
    size_t output = fields == 3 || s->nout > 1 ? (size_t)lc_int_get_si(y[0]) : 0;
    int64_t power = fields == 3 || s->nout == 1 ? lc_int_get_si(y[fields - 2]) : 0;
    if (output >= s->nout || power < 0 || power >= MOST || !lc_int_fits_si(y[fields - 1]))
        return law_fail(l, "a line for output %zu and 2^%" PRId64, output, power);
    s->said[point][output] += (uint64_t)lc_int_get_si(y[fields - 1]) << power;
    return true;
}

/* Is the line that of an output, `{ [...] -> [OUTPUT, `, which is not read? */
static bool is_skipped(const samples *s, const char *line)
{
    const char *arrow = strstr(line, "-> [");
    return arrow && s->nout > s->step && strtoul(arrow + 4, NULL, 10) % s->step != 0;
}

/* Reads the text line by line, and asks for the values at the points. */
static bool says(law *l, lcr_ctx *r, char *text, samples *s, const char *what)
{
    bool whole = text[0] != '#';
    size_t lines = 0;
    law_saw(l, whole ? 0 : 1);
    memset(s->said, 0, sizeof s->said);
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        if (line[0] == '#' || (!whole && is_skipped(s, line)))
            continue;
        lcr_map *m = lcr_map_parse(r, line);
        bool ok = m != NULL;
        for (int p = 0; ok && p < POINTS; p++)
            ok = add_line(l, r, m, whole, s, p);
        lcr_map_free(m);
        lines++;
        if (!ok)
            return law_fail(l, "%s: %s at %.300s", what, lc_ctx_message(l->ctx), line);
    }
    for (int p = 0; p < POINTS; p++)
        for (size_t i = 0; i < s->nout; i += whole || s->nout <= s->step ? 1 : s->step)
            if (s->said[p][i] != s->out[p][i])
                return law_fail(l, "%s: output %zu is %" PRIu64 ", not %" PRIu64 ", by %zu lines",
                                what, i, s->said[p][i], s->out[p][i], lines);
    return true;
}

/* The text says the values, and so does the relation itself. */
static bool is_function(law *l, lcr_ctx *r, lcr_map *made, samples *s, const char *what)
{
    lcr_map *m = law_own_map(l, made);
    char *text = m ? law_own_memory(l, lcr_map_lines(r, m)) : NULL;
    if (!text)
        return law_fail(l, "%s: %s", what, lc_ctx_message(l->ctx));
    for (int p = 0; p < POINTS; p++) {
        lc_int y[MOST];
        if (lcr_map_nin(m) != s->nin || lcr_map_nout(m) != s->nout ||
            lcr_map_eval(r, m, s->in[p], y) != LCR_YES)
            return law_fail(l, "%s has no value: %s", what, lc_ctx_message(l->ctx));
        for (size_t i = 0; i < s->nout; i++)
            if (!lc_int_eq(y[i], of_word(l->ctx, s->out[p][i])))
                return law_fail(l, "%s: output %zu of the relation", what, i);
    }
    return says(l, r, text, s, what);
}

/* ---- linear layouts */

typedef struct {
    unsigned rows, cols;
    uint64_t column[MOST];
    size_t nins, nouts;
    lc_dim in[3], out[3];
} matrix;

/* The bits in up to three dims. */
static size_t split(rnd *r, unsigned bits, const char *const *name, lc_dim *dim)
{
    size_t n = (size_t)rnd_in(r, 1, 3);
    for (size_t i = 0; i < n; i++) {
        unsigned some = i + 1 < n ? (unsigned)rnd_in(r, 0, bits) : bits;
        dim[i] = (lc_dim){name[i], some};
        bits -= some;
    }
    return n;
}

static void random_matrix(rnd *r, unsigned rows, unsigned cols, matrix *a)
{
    static const char *const ins[] = {"a", "b", "c"}, *const outs[] = {"x", "y", "z"};
    int density = (int)rnd_in(r, 1, 3);
    *a = (matrix){.rows = rows, .cols = cols};
    for (unsigned j = 0; j < cols; j++) {
        a->column[j] = rnd_u64(r) & lc_f2_mask(rows);
        for (int thin = 1; thin < density; thin++)
            a->column[j] &= rnd_u64(r);
    }
    a->nins = split(r, cols, ins, a->in);
    a->nouts = split(r, rows, outs, a->out);
}

static uint64_t value_of(const matrix *a, uint64_t x)
{
    uint64_t value = 0;
    for (unsigned j = 0; j < a->cols; j++)
        value ^= x >> j & 1 ? a->column[j] : 0;
    return value;
}

/* A word as the numbers of dims; as bits. */
static size_t parts(size_t n, const lc_dim *dim, uint64_t word, uint64_t *part)
{
    for (size_t i = 0; i < n; i++) {
        part[i] = word & lc_f2_mask(dim[i].bits);
        word = dim[i].bits < 64 ? word >> dim[i].bits : 0;
    }
    return n;
}

static size_t bits(unsigned n, uint64_t word, uint64_t *bit)
{
    for (unsigned j = 0; j < n; j++)
        bit[j] = word >> j & 1;
    return n;
}

/* The points of the bits map, or of the layout map. */
static void sample(law *l, const matrix *a, bool as_bits, samples *s)
{
    s->step = as_bits && a->rows > 32 ? 8 : MOST;
    for (int p = 0; p < POINTS; p++) {
        uint64_t x = rnd_u64(&l->rnd) & lc_f2_mask(a->cols), y = value_of(a, x), in[MOST];
        s->nin = as_bits ? bits(a->cols, x, in) : parts(a->nins, a->in, x, in);
        s->nout = as_bits ? bits(a->rows, y, s->out[p]) : parts(a->nouts, a->out, y, s->out[p]);
        for (size_t i = 0; i < s->nin; i++)
            s->in[p][i] = of_word(l->ctx, in[i]);
    }
}

static bool linear_of(law *l, lcr_ctx *r, unsigned rows, unsigned cols)
{
    matrix a;
    samples s;
    random_matrix(&l->rnd, rows, cols, &a);
    lc_f2 map = lc_f2_zero(rows, cols);
    memcpy(map.column, a.column, cols * sizeof *a.column);
    lc_linear *f = lc_linear_new(l->ctx, a.nins, a.in, a.nouts, a.out, &map);
    law_own_linear(l, f);
    if (!f)
        return law_fail(l, "no linear layout: %s", lc_ctx_message(l->ctx));
    sample(l, &a, true, &s);
    const char *text = law_printf(l, "%u to %u bits", cols, rows);
    if (!is_function(l, r, lcr_linear_bits_map(r, f), &s, law_printf(l, "bits map, %s", text)))
        return false;
    sample(l, &a, false, &s);
    return is_function(l, r, lcr_linear_layout_map(r, f), &s,
                       law_printf(l, "layout map, %s", text));
}

/* Mostly few: isl takes seconds to read 64 x 64 bits and to see that they are functions. */
static unsigned how_many(rnd *r)
{
    return (unsigned)(rnd_chance(r, 75) ? rnd_in(r, 1, 16) : rnd_in(r, 8, 32));
}

static bool linear_layouts(law *l)
{
    unsigned rows = how_many(&l->rnd), cols = rnd_chance(&l->rnd, 50) ? rows : how_many(&l->rnd);
    return linear_of(l, relations(l), rows, cols);
}

static const char *const texts[] = {"one map", "a map a digit", NULL};

TEST(linear_layouts_of_some_bits)
{
    law_check_share("linear layouts as isl reads them", linear_layouts, texts, 1000);
}

LAW_SHARE(linear_layouts_of_64_bits, "linear layouts of 64 bits as isl reads them", 4000, NULL)
{
    return linear_of(l, relations(l), MOST, MOST);
}

/* ---- swizzles, and composed layouts */

static uint64_t xor_of(lc_swizzle w, uint64_t x)
{
    uint64_t mask = lc_f2_mask((unsigned)w.b) << w.m;
    return w.s >= 0 ? x ^ (x >> w.s & mask) : x ^ ((x & mask) << -w.s);
}

static lc_swizzle random_swizzle(law *l)
{
    lc_swizzle w = {.m = (int)rnd_in(&l->rnd, 0, 6)};
    w.b = (int)rnd_in(&l->rnd, 0, rnd_chance(&l->rnd, 50) ? 4 : 20);
    w.s = (int)rnd_in(&l->rnd, w.b, w.b + 4) * (rnd_chance(&l->rnd, 30) ? -1 : 1);
    lc_swizzle same;
    ck_assert(
        lc_swizzle_make(l->ctx, lc_int_const(w.b), lc_int_const(w.m), lc_int_const(w.s), &same));
    return same;
}

LAW_SHARE(swizzles_of_many_bits, "swizzles as isl reads them", 500, texts)
{
    lcr_ctx *r = relations(l);
    lc_swizzle w = random_swizzle(l);
    unsigned n = lc_swizzle_bits(w);
    samples s = {.nin = 1, .nout = 1, .step = MOST};
    for (int p = 0; p < POINTS; p++) {
        uint64_t x = rnd_u64(&l->rnd) & lc_f2_mask(n);
        s.in[p][0] = of_word(l->ctx, x);
        s.out[p][0] = xor_of(w, x);
    }
    const char *text = law_printf(l, "S<%d,%d,%d>", w.b, w.m, w.s);
    if (!is_function(l, r, lcr_swizzle_layout_map(r, w), &s, text))
        return false;
    for (int p = 0; p < POINTS; p++) { /* highest bit first */
        uint64_t x = rnd_u64(&l->rnd), y = xor_of(w, x);
        s.nin = s.nout = n;
        for (unsigned k = 0; k < n; k++) {
            s.in[p][n - 1 - k] = of_word(l->ctx, x >> k & 1);
            s.out[p][n - 1 - k] = y >> k & 1;
        }
    }
    return is_function(l, r, lcr_swizzle_bits_map(r, w), &s, law_printf(l, "bits of %s", text));
}

/* w(offset + 64 i + j) at i + 2^10 j. */
LAW_SHARE(composed_layouts_of_many_bits, "composed layouts as isl reads them", 800, texts)
{
    lcr_ctx *r = relations(l);
    lc_swizzle w = random_swizzle(l);
    lc_int extent[] = {lc_int_const(1024), lc_int_const(64)};
    lc_int step[] = {lc_int_const(64), lc_int_const(1)};
    lc_layout *a = law_own(l, lc_layout_flat(l->ctx, 2, extent, step));
    uint64_t offset = (uint64_t)rnd_in(&l->rnd, 0, 99);
    samples s = {.nin = 1, .nout = 1, .step = MOST};
    for (int p = 0; p < POINTS; p++) {
        uint64_t i = (uint64_t)rnd_in(&l->rnd, 0, 1023), j = (uint64_t)rnd_in(&l->rnd, 0, 63);
        s.in[p][0] = of_word(l->ctx, i + 1024 * j);
        s.out[p][0] = xor_of(w, offset + 64 * i + j);
    }
    return is_function(l, r, lcr_composed_layout_map(r, w, of_word(l->ctx, offset), a), &s,
                       law_printf(l, "S<%d,%d,%d> o %d o (1024,64):(64,1)", w.b, w.m, w.s,
                                  (int)offset));
}

/* ---- strides that add by XOR, under a swizzle */

enum { LEAVES = 10 };

typedef struct {
    size_t n;
    int64_t extent[LEAVES];
    uint64_t stride[LEAVES];
} xors;

/* Extents of 2, but for the last one and, half of the time, for some others. */
static void random_xors(law *l, xors *x)
{
    bool some = rnd_chance(&l->rnd, 50);
    x->n = (size_t)rnd_in(&l->rnd, 1, LEAVES);
    for (size_t k = 0; k < x->n; k++) {
        bool other = k + 1 == x->n || (some && rnd_chance(&l->rnd, 15));
        x->extent[k] = other ? rnd_in(&l->rnd, 2, 7) : 2;
        x->stride[k] = rnd_u64(&l->rnd) & lc_f2_mask(12);
    }
}

static lc_layout *xor_layout(law *l, const xors *x)
{
    lc_layout *mode[LEAVES];
    for (size_t k = 0; k < x->n; k++) {
        lc_tuple *shape = lc_tuple_leaf(l->ctx, lc_int_si(l->ctx, x->extent[k]));
        lc_layout *one = law_own(l, lc_layout_xor(l->ctx, of_word(l->ctx, x->stride[k])));
        mode[k] = law_own(l, lc_layout_reshape(l->ctx, shape, one));
        lc_tuple_free(shape);
    }
    return law_own(l, lc_layout_concat(l->ctx, x->n, mode));
}

/* At integral coordinates. */
static void sample_xors(law *l, lc_swizzle w, const xors *x, samples *s)
{
    s->nin = s->nout = 1;
    s->step = MOST;
    for (int p = 0; p < POINTS; p++) {
        uint64_t at = 0, weight = 1, value = 0;
        for (size_t k = 0; k < x->n; k++) {
            uint64_t digit = (uint64_t)rnd_in(&l->rnd, 0, x->extent[k] - 1);
            at += weight * digit;
            weight *= (uint64_t)x->extent[k];
            for (unsigned bit = 0; bit < 3; bit++)
                value ^= digit >> bit & 1 ? x->stride[k] << bit : 0;
        }
        s->in[p][0] = of_word(l->ctx, at);
        s->out[p][0] = xor_of(w, value);
    }
}

LAW_SHARE(xor_strides_of_many_bits, "XOR strides as isl reads them", 1000, texts)
{
    lcr_ctx *r = relations(l);
    lc_swizzle w = random_swizzle(l);
    xors x;
    samples s;
    random_xors(l, &x);
    lc_layout *all = xor_layout(l, &x);
    sample_xors(l, w, &x, &s);
    return is_function(l, r, lcr_composed_layout_map(r, w, lc_int_const(0), all), &s,
                       law_printf(l, "S<%d,%d,%d> o %s", w.b, w.m, w.s, law_show(l, all)));
}

/* ---- questions an output at a time */

/* The bits maps of two matrices that differ in one entry: isl finds where. */
LAW_SHARE(dense_relations_compared, "dense relations compared, an output at a time", 2000, NULL)
{
    lcr_ctx *r = relations(l);
    lc_dim in = {"in", MOST}, out = {"out", MOST};
    lc_f2 map = lc_f2_zero(MOST, MOST), other;
    for (unsigned j = 0; j < MOST; j++)
        map.column[j] = rnd_u64(&l->rnd);
    other = map;
    unsigned j = (unsigned)rnd_in(&l->rnd, 0, MOST - 1);
    other.column[j] ^= (uint64_t)1 << rnd_in(&l->rnd, 0, MOST - 1);
    lc_linear *f = lc_linear_new(l->ctx, 1, &in, 1, &out, &map);
    lc_linear *g = lc_linear_new(l->ctx, 1, &in, 1, &out, &other);
    law_own_linear(l, f);
    law_own_linear(l, g);
    lcr_map *a = law_own_map(l, lcr_linear_bits_map(r, f)),
            *b = law_own_map(l, lcr_linear_bits_map(r, g));
    lc_int x[MOST], y[MOST];
    bool in_first;
    if (!a || !b || lcr_map_equal(r, a, a, x, y, &in_first) != LCR_YES)
        return law_fail(l, "a bits map is not itself: %s", lc_ctx_message(l->ctx));
    if (lcr_map_equal(r, a, b, x, y, &in_first) != LCR_NO || !lc_int_is_one(x[j]))
        return law_fail(l, "bits maps that differ in column %u: %s", j, lc_ctx_message(l->ctx));
    if (lcr_map_injective(r, a, x, y) != LCR_UNKNOWN || lc_ctx_code(l->ctx) != LC_ERR_BUDGET)
        return law_fail(l, "a question about all outputs has an answer");
    return true;
}

TEST_ISL(dense_64_bits_written)
{
    lc_dim in = {"in", MOST}, out = {"out", MOST};
    lc_f2 map = lc_f2_zero(MOST, MOST);
    for (unsigned j = 0; j < MOST; j++)
        map.column[j] = ~((uint64_t)1 << j);
    lc_linear *f = lc_linear_new(ctx, 1, &in, 1, &out, &map);
    lcr_map *m[] = {lcr_linear_coord_map(r, f), lcr_linear_bits_map(r, f),
                    lcr_linear_index_map(r, f), lcr_linear_layout_map(r, f)};
    for (size_t k = 0; k < 4; k++) {
        char *text = m[k] ? lcr_map_lines(r, m[k]) : NULL;
        ck_assert_msg(text != NULL, "%s", lc_ctx_message(ctx));
        free(text);
        lcr_map_free(m[k]);
    }
    lc_linear_free(f);
}

SUITE_MAIN("relation lines", linear_layouts_of_some_bits, linear_layouts_of_64_bits,
           swizzles_of_many_bits, composed_layouts_of_many_bits, xor_strides_of_many_bits,
           dense_relations_compared, dense_64_bits_written)
