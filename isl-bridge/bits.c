/* bits.c - the maps of functions over F2, as one would write them.
 *
 *     { [c] -> [(c mod 4) + 4*((floor(c/4) + floor(c/8)) mod 2) + 8*floor(c/8)] :
 *       0 <= c < 16 }
 *
 * Each output is a sum of digits: bits that move together, unchanged, are one digit; a
 * bit that is a XOR is a sum modulo 2, in which the bits of the coordinate need no
 * reduction of their own. From the digits both the map and its text are made.
 */
#include "config.h"

#include "bits.h"
#include "internal.h"

#include <inttypes.h>
#include <isl/local_space.h>
#include <stdlib.h>
#include <string.h>

/* isl solves for the sums of several outputs together, which takes it longer the more bits
 * are in them, and the wider they are: up to a second at this much of
 * bits * inputs * inputs or bits * outputs * outputs. */
#define LIMIT_WORK 340000

/* 2^power (sum of floor(input / 2^bit) over the sources) mod 2^length; length 0: as it
 * is. A source is a bit of the inputs, the bits of all in one word. */
typedef struct {
    size_t output;
    unsigned power, length;
    uint64_t sources;
} digit;

typedef struct {
    size_t nins, nouts, ndigits;
    unsigned in[LC_LINEAR_BITS]; /* bits of the inputs */
    bool descending;             /* inputs and outputs that are bits: highest first */
    bool endless;                /* on all integers */
    const char *variable;
    digit digit[3 * LC_LINEAR_BITS];
} formula;

/* A matrix with the numbers that its bits belong to. */
typedef struct {
    size_t nins, nouts;
    unsigned in[LC_LINEAR_DIMS], out[LC_LINEAR_DIMS];
    lc_f2 map;
    bool descending;
} bit_function;

static bit_function of_swizzle(lc_swizzle w)
{
    unsigned n = lc_swizzle_bits(w);
    return (bit_function){1, 1, {n}, {n}, lc_swizzle_matrix(w, n), true};
}

static bit_function of_linear(const lc_linear *l)
{
    bit_function f = {.nins = lc_linear_nins(l), .nouts = lc_linear_nouts(l),
                      .map = *lc_linear_matrix(l)};
    for (size_t i = 0; i < f.nins; i++)
        f.in[i] = lc_linear_in_dim(l, i).bits;
    for (size_t i = 0; i < f.nouts; i++)
        f.out[i] = lc_linear_out_dim(l, i).bits;
    return f;
}

/* ---- digits ---- */

static void add_digit(formula *f, size_t output, unsigned power, uint64_t sources,
                      unsigned length)
{
    f->digit[f->ndigits++] = (digit){output, power, length, sources};
}

/* The inputs are numbers; they are n bits. */
static void inputs_are_numbers(formula *f, const bit_function *b)
{
    f->nins = b->nins;
    memcpy(f->in, b->in, sizeof b->in);
}

static void inputs_are_bits(formula *f, const bit_function *b, unsigned n)
{
    f->nins = n;
    f->descending = b->descending;
    for (unsigned i = 0; i < n; i++)
        f->in[i] = 1;
}

/* The input and its bit that a source is about. */
static void locate(const formula *f, unsigned source, size_t *i, unsigned *bit)
{
    *bit = source;
    for (*i = 0; *i < f->nins && *bit >= f->in[*i]; ++*i)
        *bit -= f->in[*i];
    if (f->descending)
        *i = f->nins - 1 - *i;
}

static uint64_t row_of(const lc_f2 *map, unsigned row)
{
    uint64_t word = 0;
    for (unsigned j = 0; j < map->cols; j++)
        word |= (map->column[j] >> row & 1) << j;
    return word;
}

static size_t place_of(const bit_function *b, unsigned n, unsigned bit)
{
    return b->descending ? n - 1 - bit : bit;
}

static void coordinate_digits(formula *f, const bit_function *b)
{
    inputs_are_numbers(f, b);
    f->nouts = b->map.cols;
    unsigned source = 0;
    for (size_t i = 0; i < b->nins; i++)
        for (unsigned bit = 0; bit < b->in[i]; bit++, source++)
            add_digit(f, place_of(b, b->map.cols, source), 0, (uint64_t)1 << source,
                      bit + 1 < b->in[i] ? 1 : 0);
}

static void bits_digits(formula *f, const bit_function *b)
{
    inputs_are_bits(f, b, b->map.cols);
    f->nouts = b->map.rows;
    for (unsigned k = 0; k < b->map.rows; k++) {
        uint64_t row = row_of(&b->map, k);
        if (row != 0)
            add_digit(f, place_of(b, b->map.rows, k), 0, row, row & (row - 1) ? 1 : 0);
    }
}

static void index_digits(formula *f, const bit_function *b)
{
    inputs_are_bits(f, b, b->map.rows);
    f->nouts = b->nouts;
    unsigned source = 0;
    for (size_t i = 0; i < b->nouts; i++)
        for (unsigned bit = 0; bit < b->out[i]; bit++, source++)
            add_digit(f, i, bit, (uint64_t)1 << source, 0);
}

/* Row k takes one bit of an input, and rows after it those above that one: how many
 * up to row `end`. */
static unsigned run_length(const formula *f, const lc_f2 *map, unsigned k, unsigned end,
                           unsigned bit, size_t input)
{
    uint64_t row = row_of(map, k);
    unsigned n = 1;
    while (k + n < end && bit + n < f->in[input] && row_of(map, k + n) == row << n)
        n++;
    return n;
}

/* Rows `from` to `end` - 1 of the matrix as the number `output`. */
static void number_digits(formula *f, const lc_f2 *map, size_t output, unsigned from,
                          unsigned end)
{
    /* all above the last row is there: in a swizzle, bits alone in a row stay in place */
    bool whole = false;
    unsigned length;
    for (unsigned k = from; k < end; k += length) {
        uint64_t row = row_of(map, k);
        length = 1;
        if (row == 0)
            continue;
        if (row & (row - 1)) {
            add_digit(f, output, k - from, row, 1);
            continue;
        }
        size_t input;
        unsigned bit;
        locate(f, (unsigned)__builtin_ctzll(row), &input, &bit);
        length = run_length(f, map, k, end, bit, input);
        whole = bit + length == f->in[input];
        add_digit(f, output, k - from, row, whole ? 0 : length);
    }
    if (f->endless && !whole && end > from)
        add_digit(f, output, end - from, (uint64_t)1 << (end - from), 0);
    else if (f->endless && !whole)
        add_digit(f, output, 0, 1, 0);
}

static void layout_digits(formula *f, const bit_function *b)
{
    inputs_are_numbers(f, b);
    f->nouts = b->nouts;
    unsigned start = 0;
    for (size_t i = 0; i < b->nouts; start += b->out[i++])
        number_digits(f, &b->map, i, start, start + b->out[i]);
}

/* ---- text ---- */

static void write_power(FILE *out, unsigned k)
{
    if (k < 64)
        fprintf(out, "%" PRIu64, (uint64_t)1 << k);
    else
        fputs("18446744073709551616", out);
}

static void write_name(FILE *out, const formula *f, size_t i)
{
    fputs(f->variable, out);
    if (f->nins > 1)
        fprintf(out, "%zu", i);
}

/* floor(c/2^k). */
static void write_source(FILE *out, const formula *f, unsigned source)
{
    size_t i;
    unsigned bit;
    if (f->endless) { /* also the bit above the block */
        i = 0;
        bit = source;
    } else {
        locate(f, source, &i, &bit);
    }
    fputs(bit > 0 ? "floor(" : "", out);
    write_name(out, f, i);
    if (bit == 0)
        return;
    putc('/', out);
    write_power(out, bit);
    putc(')', out);
}

static bool is_variable(const formula *f, const digit *d)
{
    size_t i;
    unsigned bit;
    if (d->length > 0 || f->endless)
        return false;
    locate(f, (unsigned)__builtin_ctzll(d->sources), &i, &bit);
    return bit == 0;
}

/* `alone`: not in a sum. */
static void write_digit(FILE *out, const formula *f, const digit *d, bool alone)
{
    bool brackets = d->length > 0 && !(alone && d->power == 0);
    bool sum = (d->sources & (d->sources - 1)) != 0;
    if (d->power > 0) {
        write_power(out, d->power);
        fputs(is_variable(f, d) ? "" : "*", out);
    }
    fputs(brackets ? "(" : "", out);
    fputs(sum ? "(" : "", out);
    /* in the order of the inputs */
    for (uint64_t rest = d->sources; rest != 0;) {
        unsigned source = (unsigned)(f->descending ? 63 - __builtin_clzll(rest)
                                                   : __builtin_ctzll(rest));
        write_source(out, f, source);
        rest &= ~((uint64_t)1 << source);
        fputs(rest != 0 ? " + " : "", out);
    }
    fputs(sum ? ")" : "", out);
    if (d->length > 0) {
        fputs(" mod ", out);
        write_power(out, d->length);
    }
    fputs(brackets ? ")" : "", out);
}

/* The digits of an output, from the highest for inputs that are bits of that order. */
static void write_output(FILE *out, const formula *f, size_t output)
{
    size_t n = 0, written = 0;
    for (size_t k = 0; k < f->ndigits; k++)
        n += f->digit[k].output == output;
    for (size_t k = 0; k < f->ndigits; k++) {
        const digit *d = &f->digit[f->descending ? f->ndigits - 1 - k : k];
        if (d->output != output)
            continue;
        fputs(written++ > 0 ? " + " : "", out);
        write_digit(out, f, d, n == 1);
    }
    fputs(n == 0 ? "0" : "", out);
}

static void write_inputs(FILE *out, const formula *f)
{
    putc('[', out);
    for (size_t i = 0; i < f->nins; i++) {
        fputs(i > 0 ? ", " : "", out);
        write_name(out, f, i);
    }
    putc(']', out);
}

static void write_domain(FILE *out, const formula *f)
{
    for (size_t i = 0; i < f->nins && !f->endless; i++) {
        fputs(i > 0 ? " and 0 <= " : " : 0 <= ", out);
        write_name(out, f, i);
        fputs(" < ", out);
        write_power(out, f->in[i]);
    }
}

static char *text_of(lc_ctx *ctx, const formula *f)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (out) {
        fputs("{ ", out);
        write_inputs(out, f);
        fputs(" -> [", out);
        for (size_t i = 0; i < f->nouts; i++) {
            fputs(i > 0 ? ", " : "", out);
            write_output(out, f, i);
        }
        putc(']', out);
        write_domain(out, f);
        fputs(" }", out);
    }
    return lcr_finish_text(ctx, out, &text);
}

/* ---- maps ---- */

static isl_val *power_val(lcr_ctx *r, unsigned k)
{
    return isl_val_2exp(isl_val_int_from_ui(r->isl, k));
}

static isl_aff *source_aff(lcr_ctx *r, const formula *f, isl_space *domain, unsigned source)
{
    size_t i = 0;
    unsigned bit = source;
    if (!f->endless)
        locate(f, source, &i, &bit);
    isl_local_space *local = isl_local_space_from_space(isl_space_copy(domain));
    isl_aff *aff = isl_aff_var_on_domain(local, isl_dim_set, (unsigned)i);
    if (bit == 0)
        return aff;
    return isl_aff_floor(isl_aff_scale_down_val(aff, power_val(r, bit)));
}

static isl_aff *digit_aff(lcr_ctx *r, const formula *f, isl_space *domain, const digit *d)
{
    isl_aff *sum =
        isl_aff_zero_on_domain(isl_local_space_from_space(isl_space_copy(domain)));
    for (uint64_t rest = d->sources; rest != 0; rest &= rest - 1)
        sum = isl_aff_add(sum, source_aff(r, f, domain, (unsigned)__builtin_ctzll(rest)));
    if (d->length > 0)
        sum = isl_aff_mod_val(sum, power_val(r, d->length));
    return isl_aff_scale_val(sum, power_val(r, d->power));
}

static isl_multi_aff *outputs_of(lcr_ctx *r, const formula *f, isl_space *domain)
{
    isl_space *space = isl_space_from_domain(isl_space_copy(domain));
    space = isl_space_add_dims(space, isl_dim_out, (unsigned)f->nouts);
    isl_multi_aff *outputs = isl_multi_aff_zero(space);
    for (size_t k = 0; k < f->ndigits; k++) {
        int output = (int)f->digit[k].output;
        isl_aff *sum = isl_aff_add(isl_multi_aff_get_aff(outputs, output),
                                   digit_aff(r, f, domain, &f->digit[k]));
        outputs = isl_multi_aff_set_aff(outputs, output, sum);
    }
    return outputs;
}

static isl_set *domain_of(lcr_ctx *r, const formula *f, isl_space *space)
{
    isl_set *set = isl_set_universe(isl_space_copy(space));
    for (unsigned i = 0; i < f->nins && !f->endless; i++) {
        set = isl_set_lower_bound_si(set, isl_dim_set, i, 0);
        set = isl_set_upper_bound_val(set, isl_dim_set, i,
                                      isl_val_sub_ui(power_val(r, f->in[i]), 1));
    }
    return set;
}

/* isl brings the parities of all digits into a normal form together. */
static bool check_work(lc_ctx *ctx, const formula *f)
{
    size_t outputs = 0, bits = 0, last = SIZE_MAX;
    uint64_t inputs = 0;
    for (size_t k = 0; k < f->ndigits; k++) {
        const digit *d = &f->digit[k];
        if ((d->sources & (d->sources - 1)) == 0)
            continue;
        inputs |= d->sources;
        bits += (size_t)__builtin_popcountll(d->sources);
        outputs += d->output != last; /* digits of one output stand together */
        last = d->output;
    }
    size_t wide = (size_t)__builtin_popcountll(inputs);
    wide = wide > outputs ? wide : outputs;
    if (wide * wide * bits > LIMIT_WORK)
        lc_fail(ctx, LC_ERR_LIMIT,
                "a relation with %zu outputs that are XORs of %zu bits in all, of %d inputs: "
                "expected at most %d as bits * inputs * inputs and bits * outputs * outputs",
                outputs, bits, __builtin_popcountll(inputs), LIMIT_WORK);
    return wide * wide * bits <= LIMIT_WORK;
}

typedef void digits(formula *f, const bit_function *b);

static lcr_map *map_of(lcr_ctx *r, digits *build, const bit_function *b, bool endless)
{
    formula f = {.endless = endless, .variable = "c"};
    build(&f, b);
    char *text = check_work(r->lc, &f) ? text_of(r->lc, &f) : NULL;
    if (!text)
        return NULL;
    lcr_begin(r);
    isl_space *space = isl_space_set_alloc(r->isl, 0, (unsigned)f.nins);
    isl_multi_aff *outputs = outputs_of(r, &f, space);
    isl_pw_multi_aff *function = isl_pw_multi_aff_alloc(domain_of(r, &f, space), outputs);
    isl_map *map = isl_map_from_pw_multi_aff(isl_pw_multi_aff_copy(function));
    isl_space_free(space);
    return lcr_map_make(r, map, function, text);
}

static lcr_map *swizzle_map(lcr_ctx *r, digits *build, lc_swizzle w, bool endless)
{
    bit_function b = of_swizzle(w);
    return map_of(r, build, &b, endless);
}

static lcr_map *linear_map(lcr_ctx *r, digits *build, const lc_linear *l)
{
    bit_function b = of_linear(l);
    return map_of(r, build, &b, false);
}

lcr_map *lcr_swizzle_coord_map(lcr_ctx *r, lc_swizzle w)
{
    return swizzle_map(r, coordinate_digits, w, false);
}

lcr_map *lcr_swizzle_bits_map(lcr_ctx *r, lc_swizzle w)
{
    return swizzle_map(r, bits_digits, w, false);
}

lcr_map *lcr_swizzle_index_map(lcr_ctx *r, lc_swizzle w)
{
    return swizzle_map(r, index_digits, w, false);
}

lcr_map *lcr_swizzle_layout_map(lcr_ctx *r, lc_swizzle w)
{
    return swizzle_map(r, layout_digits, w, false);
}

lcr_map *lcr_swizzle_extended_map(lcr_ctx *r, lc_swizzle w)
{
    return swizzle_map(r, layout_digits, w, true);
}

lcr_map *lcr_linear_coord_map(lcr_ctx *r, const lc_linear *l)
{
    return linear_map(r, coordinate_digits, l);
}

lcr_map *lcr_linear_bits_map(lcr_ctx *r, const lc_linear *l)
{
    return linear_map(r, bits_digits, l);
}

lcr_map *lcr_linear_index_map(lcr_ctx *r, const lc_linear *l)
{
    return linear_map(r, index_digits, l);
}

lcr_map *lcr_linear_layout_map(lcr_ctx *r, const lc_linear *l)
{
    return linear_map(r, layout_digits, l);
}

/* ---- composed layouts ---- */

/* [c] -> [w(x)] with x = offset + what the formula `inner` says, in its domain. */
static char *composed_text(lc_ctx *ctx, lc_swizzle w, lc_int offset, const char *inner)
{
    formula f = {.endless = true, .variable = "x"};
    bit_function b = of_swizzle(w);
    layout_digits(&f, &b);
    const char *arrow = strstr(inner, " -> ["), *end = arrow ? strchr(arrow, ']') : NULL;
    const char *domain = end ? strstr(end, " : ") : NULL;
    const char *close = domain ? strstr(domain, " }") : NULL;
    if (!close)
        return lc_fail(ctx, LC_ERR_INTERNAL, "a formula without its parts: %s", inner);
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (out) {
        fprintf(out, "%.*s -> [y] : exists (x : x = ", (int)(arrow - inner), inner);
        if (!lc_int_is_zero(offset)) {
            lcr_write_int(out, offset);
            fputs(" + ", out);
        }
        fprintf(out, "%.*s and y = ", (int)(end - arrow - 5), arrow + 5);
        write_output(out, &f, 0);
        fprintf(out, ") and %.*s }", (int)(close - domain - 3), domain + 3);
    }
    return lcr_finish_text(ctx, out, &text);
}

/* x -> x + offset. */
static lcr_map *shift_map(lcr_ctx *r, lc_int offset)
{
    isl_space *space = isl_space_set_alloc(r->isl, 0, 1);
    isl_local_space *local = isl_local_space_from_space(space);
    isl_aff *sum = isl_aff_var_on_domain(local, isl_dim_set, 0);
    sum = isl_aff_add_constant_val(sum, lcr_val(r, offset));
    isl_pw_multi_aff *function = isl_pw_multi_aff_from_multi_aff(isl_multi_aff_from_aff(sum));
    isl_map *map = isl_map_from_pw_multi_aff(isl_pw_multi_aff_copy(function));
    return lcr_map_make(r, map, function, NULL);
}

/* The swizzle after the offset after `inner`, which is taken over. */
static lcr_map *composed_map(lcr_ctx *r, lc_swizzle w, lc_int offset, lcr_map *inner)
{
    char *shown = inner ? lcr_map_to_str(r, inner) : NULL;
    char *text = shown ? composed_text(r->lc, w, offset, shown) : NULL;
    lcr_map *swizzle = text ? lcr_swizzle_extended_map(r, w) : NULL;
    lcr_map *shift = swizzle ? shift_map(r, offset) : NULL;
    lcr_map *moved = shift ? lcr_map_compose(r, shift, inner) : NULL;
    lcr_map *m = moved ? lcr_map_compose(r, swizzle, moved) : NULL;
    if (m)
        m->text = text;
    else
        free(text);
    free(shown);
    lcr_map_free(moved);
    lcr_map_free(shift);
    lcr_map_free(swizzle);
    lcr_map_free(inner);
    return m;
}

lcr_map *lcr_composed_index_map(lcr_ctx *r, lc_swizzle w, lc_int offset, const lc_layout *a)
{
    return composed_map(r, w, offset, lcr_index_map(r, a));
}

lcr_map *lcr_composed_layout_map(lcr_ctx *r, lc_swizzle w, lc_int offset, const lc_layout *a)
{
    return composed_map(r, w, offset, lcr_layout_map(r, a));
}
