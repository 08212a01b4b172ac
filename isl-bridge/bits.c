/* bits.c - the maps of functions over F2, as one would write them.
 *
 *     { [c] -> [(c mod 4) + 4*((floor(c/4) + floor(c/8)) mod 2) + 8*floor(c/8)] :
 *       0 <= c < 16 }
 *
 * Each output is a sum of digits: bits that move together, unchanged, are one digit; a bit that
 * is a XOR is a sum modulo 2, in which the bits of the coordinate need no reduction of their own.
 * Both the map and its text are made from the digits.
 */
#include "config.h"

#include "bits.h"
#include "bits-text.h"
#include "internal.h"

#include <inttypes.h>
#include <isl/local_space.h>
#include <stdlib.h>
#include <string.h>

/* isl solves for the sums of several outputs together. This takes longer the more bits are in
 * them and the wider they are: up to a second at this value of bits * inputs * inputs or bits *
 * outputs * outputs. */
#define LIMIT_WORK 340000

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
    bit_function f = {.nins = lc_linear_nins(l),
                      .nouts = lc_linear_nouts(l),
                      .map = *lc_linear_matrix(l)};
    for (size_t i = 0; i < f.nins; i++)
        f.in[i] = lc_linear_in_dim(l, i).bits;
    for (size_t i = 0; i < f.nouts; i++)
        f.out[i] = lc_linear_out_dim(l, i).bits;
    return f;
}

/* ---- digits ---- */

static void add_digit(lcr_formula *f, size_t output, unsigned power, uint64_t sources,
                      unsigned length)
{
    f->digit[f->ndigits++] = (lcr_digit){output, power, length, sources};
}

/* The inputs are numbers; they are n bits. */
static void inputs_are_numbers(lcr_formula *f, const bit_function *b)
{
    f->nins = b->nins;
    memcpy(f->in, b->in, sizeof b->in);
}

static void inputs_are_bits(lcr_formula *f, const bit_function *b, unsigned n)
{
    f->nins = n;
    f->descending = b->descending;
    for (unsigned i = 0; i < n; i++)
        f->in[i] = 1;
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

static void coordinate_digits(lcr_formula *f, const bit_function *b)
{
    inputs_are_numbers(f, b);
    f->nouts = b->map.cols;
    unsigned source = 0;
    for (size_t i = 0; i < b->nins; i++)
        for (unsigned bit = 0; bit < b->in[i]; bit++, source++)
            add_digit(f, place_of(b, b->map.cols, source), 0, (uint64_t)1 << source,
                      bit + 1 < b->in[i] ? 1 : 0);
}

static void bits_digits(lcr_formula *f, const bit_function *b)
{
    inputs_are_bits(f, b, b->map.cols);
    f->nouts = b->map.rows;
    for (unsigned k = 0; k < b->map.rows; k++) {
        uint64_t row = row_of(&b->map, k);
        if (row != 0)
            add_digit(f, place_of(b, b->map.rows, k), 0, row, row & (row - 1) ? 1 : 0);
    }
}

static void index_digits(lcr_formula *f, const bit_function *b)
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
static unsigned run_length(const lcr_formula *f, const lc_f2 *map, unsigned k, unsigned end,
                           unsigned bit, size_t input)
{
    uint64_t row = row_of(map, k);
    unsigned n = 1;
    while (k + n < end && bit + n < f->in[input] && row_of(map, k + n) == row << n)
        n++;
    return n;
}

/* Rows `from` to `end` - 1 of the matrix as the number `output`. */
static void number_digits(lcr_formula *f, const lc_f2 *map, size_t output, unsigned from,
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
        lcr_formula_locate(f, (unsigned)__builtin_ctzll(row), &input, &bit);
        length = run_length(f, map, k, end, bit, input);
        whole = bit + length == f->in[input];
        add_digit(f, output, k - from, row, whole ? 0 : length);
    }
    if (f->endless && !whole && end > from)
        add_digit(f, output, end - from, (uint64_t)1 << (end - from), 0);
    else if (f->endless && !whole)
        add_digit(f, output, 0, 1, 0);
}

static void layout_digits(lcr_formula *f, const bit_function *b)
{
    inputs_are_numbers(f, b);
    f->nouts = b->nouts;
    unsigned start = 0;
    for (size_t i = 0; i < b->nouts; start += b->out[i++])
        number_digits(f, &b->map, i, start, start + b->out[i]);
}

/* ---- maps ---- */

static isl_val *power_val(lcr_ctx *r, unsigned k)
{
    return isl_val_2exp(isl_val_int_from_ui(r->isl, k));
}

static isl_aff *source_aff(lcr_ctx *r, const lcr_formula *f, isl_space *domain, unsigned source)
{
    size_t i = 0;
    unsigned bit = source;
    if (!f->endless)
        lcr_formula_locate(f, source, &i, &bit);
    isl_local_space *local = isl_local_space_from_space(isl_space_copy(domain));
    isl_aff *aff = isl_aff_var_on_domain(local, isl_dim_set, (unsigned)i);
    if (bit == 0)
        return aff;
    return isl_aff_floor(isl_aff_scale_down_val(aff, power_val(r, bit)));
}

static isl_aff *digit_aff(lcr_ctx *r, const lcr_formula *f, isl_space *domain, const lcr_digit *d)
{
    isl_aff *sum = isl_aff_zero_on_domain(isl_local_space_from_space(isl_space_copy(domain)));
    for (uint64_t rest = d->sources; rest != 0; rest &= rest - 1)
        sum = isl_aff_add(sum, source_aff(r, f, domain, (unsigned)__builtin_ctzll(rest)));
    if (d->length > 0)
        sum = isl_aff_mod_val(sum, power_val(r, d->length));
    return isl_aff_scale_val(sum, power_val(r, d->power));
}

static isl_multi_aff *outputs_of(lcr_ctx *r, const lcr_formula *f, isl_space *domain)
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

static isl_set *domain_of(lcr_ctx *r, const lcr_formula *f, isl_space *space)
{
    isl_set *set = isl_set_universe(isl_space_copy(space));
    for (unsigned i = 0; i < f->nins && !f->endless; i++) {
        isl_val *extent = f->shape ? lcr_val(r, lc_tuple_value(f->shape, i))
                                   : power_val(r, f->in[i]);
        set = isl_set_lower_bound_si(set, isl_dim_set, i, 0);
        set = isl_set_upper_bound_val(set, isl_dim_set, i, isl_val_sub_ui(extent, 1));
    }
    return set;
}

typedef void digits(lcr_formula *f, const bit_function *b);

/* Takes over the text. */
static lcr_map *map_of_formula(lcr_ctx *r, const lcr_formula *f, char *text)
{
    lcr_begin(r);
    isl_space *space = isl_space_set_alloc(r->isl, 0, (unsigned)f->nins);
    isl_multi_aff *outputs = outputs_of(r, f, space);
    isl_pw_multi_aff *function = isl_pw_multi_aff_alloc(domain_of(r, f, space), outputs);
    isl_space_free(space);
    if (lcr_formula_work(f) > LIMIT_WORK)
        return lcr_map_make_dense(r, function, text);
    isl_map *map = isl_map_from_pw_multi_aff(isl_pw_multi_aff_copy(function));
    return lcr_map_make(r, map, function, text);
}

static lcr_map *map_of(lcr_ctx *r, const lcr_formula *f)
{
    char *text = lcr_formula_text(r->lc, f);
    lcr_map *m = text ? map_of_formula(r, f, text) : NULL;
    if (m && !lcr_formula_is_read(f) && !(m->lines = lcr_formula_lines(r->lc, f))) {
        lcr_map_free(m);
        return NULL;
    }
    return m;
}

static lcr_map *swizzle_map(lcr_ctx *r, digits *build, lc_swizzle w, bool endless)
{
    lcr_formula f = {.endless = endless, .variable = "c"};
    bit_function b = of_swizzle(w);
    build(&f, &b);
    return map_of(r, &f);
}

static lcr_map *linear_map(lcr_ctx *r, digits *build, const lc_linear *l)
{
    lcr_formula f = {.variable = "c"};
    bit_function b = of_linear(l);
    build(&f, &b);
    return map_of(r, &f);
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

lcr_map *lcr_linear_layout_map_below(lcr_ctx *r, const lc_linear *l, const lc_tuple *shape)
{
    lcr_formula f = {.variable = "c", .shape = shape};
    bit_function b = of_linear(l);
    layout_digits(&f, &b);
    return map_of(r, &f);
}

/* The texts of a dense function after `inner`, if `inner` has a text. */
static bool write_after(lcr_ctx *r, lcr_map *m, const lc_linear *l, const lcr_map *inner)
{
    lcr_formula f = {.variable = "x"};
    bit_function b = of_linear(l);
    layout_digits(&f, &b);
    if (!inner->text || lcr_formula_is_read(&f))
        return true;
    m->text = lcr_formula_after(r->lc, &f, lc_int_const(0), inner->text, false);
    m->lines = m->text ? lcr_formula_after(r->lc, &f, lc_int_const(0), inner->text, true) : NULL;
    return m->lines != NULL;
}

lcr_map *lcr_linear_layout_map_after(lcr_ctx *r, const lc_linear *l, const lc_tuple *shape,
                                     const lcr_map *inner)
{
    lcr_map *value = lcr_linear_layout_map_below(r, l, shape);
    lcr_map *m = value ? lcr_map_compose(r, value, inner) : NULL;
    lcr_map_free(value);
    if (m && !write_after(r, m, l, inner)) {
        lcr_map_free(m);
        return NULL;
    }
    return m;
}

/* ---- composed layouts ---- */

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

/* The texts of a composed map; its old texts are released. */
static bool write_composed(lcr_ctx *r, lcr_map *m, lc_swizzle w, lc_int offset,
                           const lcr_map *inner)
{
    lcr_formula f = {.endless = true, .variable = "x"};
    bit_function b = of_swizzle(w);
    layout_digits(&f, &b);
    char *shown = lcr_map_to_str(r, inner);
    m->text = shown ? lcr_formula_after(r->lc, &f, offset, shown, false) : NULL;
    if (m->text && !lcr_formula_is_read(&f))
        m->lines = lcr_formula_after(r->lc, &f, offset, shown, true);
    free(shown);
    return m->text && lc_ctx_code(r->lc) == LC_OK;
}

/* The swizzle after the offset after `inner`, which is taken over. */
static lcr_map *composed_map(lcr_ctx *r, lc_swizzle w, lc_int offset, lcr_map *inner)
{
    lcr_map *swizzle = inner ? lcr_swizzle_extended_map(r, w) : NULL;
    lcr_map *shift = swizzle ? shift_map(r, offset) : NULL;
    lcr_map *moved = shift ? lcr_map_compose(r, shift, inner) : NULL;
    lcr_map *m = moved ? lcr_map_compose(r, swizzle, moved) : NULL;
    if (m && !write_composed(r, m, w, offset, inner)) {
        lcr_map_free(m);
        m = NULL;
    }
    lcr_map_free(moved);
    lcr_map_free(shift);
    lcr_map_free(swizzle);
    lcr_map_free(inner);
    return m;
}

static bool adds_by_xor(const lc_layout *a, lc_int offset)
{
    return lc_layout_codomain(a) == LC_XOR && lc_int_is_zero(offset);
}

lcr_map *lcr_composed_index_map(lcr_ctx *r, lc_swizzle w, lc_int offset, const lc_layout *a)
{
    if (adds_by_xor(a, offset))
        return lcr_xor_layout_map(r, w, a, false);
    return composed_map(r, w, offset, lcr_index_map(r, a));
}

lcr_map *lcr_composed_layout_map(lcr_ctx *r, lc_swizzle w, lc_int offset, const lc_layout *a)
{
    if (adds_by_xor(a, offset))
        return lcr_xor_layout_map(r, w, a, true);
    return composed_map(r, w, offset, lcr_layout_map(r, a));
}
