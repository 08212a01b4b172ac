/* linear.c - linear layouts: making, looking, comparing, printing. */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "linear-internal.h"

/* ---- words and integers ---- */

bool lc_int_to_word(lc_int a, uint64_t *word)
{
    if (lc_int_sign(a) < 0 || lc_int_bits(a) > 64)
        return false;
    *word = 0;
    if (lc_int_fits_si(a)) {
        *word = (uint64_t)lc_int_get_si(a);
        return true;
    }
    for (unsigned i = 0; i < 64; i++)
        *word |= (uint64_t)lc_int_bit(a, i) << i;
    return true;
}

/* ---- lists of dims ---- */

bool lc_dims_push(lc_ctx *ctx, lc_dims *dims, const char *name, unsigned bits)
{
    if (dims->n == LC_LINEAR_DIMS)
        return lc_fail(ctx, LC_ERR_LIMIT, "more than %d dims on one side of a linear layout",
                       LC_LINEAR_DIMS);
    dims->dim[dims->n++] = (lc_dim){name, bits};
    return true;
}

size_t lc_dims_find(size_t n, const lc_dim *dim, const char *name)
{
    size_t i = 0;
    while (i < n && strcmp(dim[i].name, name) != 0)
        i++;
    return i;
}

unsigned lc_dims_bits(size_t n, const lc_dim *dim)
{
    unsigned bits = 0;
    for (size_t i = 0; i < n; i++)
        bits += dim[i].bits;
    return bits;
}

void lc_dims_starts(size_t n, const lc_dim *dim, unsigned *start)
{
    unsigned bits = 0;
    for (size_t i = 0; i < n; i++) {
        start[i] = bits;
        bits += dim[i].bits;
    }
}

const char *lc_dims_names(size_t n, const lc_dim *dim, char buffer[LC_DIMS_ROOM])
{
    size_t length = 0;
    buffer[length++] = '[';
    for (size_t i = 0; i < n; i++) {
        const char *comma = i > 0 ? "," : "";
        size_t room = LC_DIMS_ROOM - 5 - length; /* for `...]` and the end */
        if (strlen(comma) + strlen(dim[i].name) > room) {
            length += (size_t)sprintf(buffer + length, "...");
            break;
        }
        length += (size_t)sprintf(buffer + length, "%s%s", comma, dim[i].name);
    }
    strcpy(buffer + length, "]");
    return buffer;
}

bool lc_dims_match(lc_ctx *ctx, const char *what, size_t n, const lc_dim *from, size_t m,
                   const lc_dim *to, size_t *place)
{
    bool same = n == m;
    for (size_t i = 0; same && i < n; i++) {
        place[i] = lc_dims_find(m, to, from[i].name);
        same = place[i] < m;
    }
    char a[LC_DIMS_ROOM], b[LC_DIMS_ROOM];
    if (!same)
        lc_fail(ctx, LC_ERR_INVALID, "%s are %s and %s: expected the same names, in any order",
                what, lc_dims_names(n, from, a), lc_dims_names(m, to, b));
    return same;
}

uint64_t lc_dims_move(size_t n, const lc_dim *dim, const unsigned *shift, uint64_t word)
{
    uint64_t moved = 0;
    for (size_t i = 0; i < n; i++) {
        moved |= lc_word_up(word & lc_f2_mask(dim[i].bits), shift[i]);
        word = lc_word_down(word, dim[i].bits);
    }
    return moved;
}

/* ---- making ---- */

bool lc_dim_make(lc_ctx *ctx, const char *name, lc_int size, lc_dim *out)
{
    char text[LC_NUMBER_ROOM];
    if (!lc_int_is_power_of_two(size))
        return lc_fail(ctx, LC_ERR_INVALID,
                       "the size %s of the dim '%.80s': expected a power of two",
                       lc_number(size, text), name);
    if (lc_int_bits(size) > LC_LINEAR_BITS + 1)
        return lc_fail(ctx, LC_ERR_LIMIT, "the size %s of the dim '%.80s': expected at most 2^%d",
                       lc_number(size, text), name, LC_LINEAR_BITS);
    *out = (lc_dim){name, (unsigned)lc_int_bits(size) - 1};
    return true;
}

static bool name_fits(const char *name)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
    size_t first = strspn(name, letters), length = strlen(name);
    if (first == 0 || length > LC_LINEAR_NAME)
        return false;
    for (size_t i = first; i < length; i++)
        if (!strchr(letters, name[i]) && !(name[i] >= '0' && name[i] <= '9'))
            return false;
    return true;
}

bool lc_dims_twice(lc_ctx *ctx, const char *side, const char *name)
{
    return lc_fail(ctx, LC_ERR_INVALID, "two %s dims '%s': expected each name once", side, name);
}

/* The dims of one side: valid names, each once, and no more than 64 bits. */
static bool side_fits(lc_ctx *ctx, const char *side, size_t n, const lc_dim *dim)
{
    unsigned bits = 0;
    if (n > LC_LINEAR_DIMS)
        return lc_fail(ctx, LC_ERR_LIMIT, "%zu %s dims: expected at most %d", n, side,
                       LC_LINEAR_DIMS);
    for (size_t i = 0; i < n; i++) {
        if (!name_fits(dim[i].name))
            return lc_fail(
                ctx, LC_ERR_INVALID,
                "'%.80s' as the name of an %s dim: expected up to %d letters, digits and '_', "
                "no digit first",
                dim[i].name, side, LC_LINEAR_NAME);
        if (lc_dims_find(i, dim, dim[i].name) < i)
            return lc_dims_twice(ctx, side, dim[i].name);
        if (dim[i].bits > LC_LINEAR_BITS || (bits += dim[i].bits) > LC_LINEAR_BITS)
            return lc_fail(
                ctx, LC_ERR_LIMIT,
                "the sizes of the %s dims need more than %d bits up to '%s': expected at most "
                "%d in all",
                side, LC_LINEAR_BITS, dim[i].name, LC_LINEAR_BITS);
    }
    return true;
}

static bool map_fits(lc_ctx *ctx, unsigned ins, unsigned outs, const lc_f2 *map)
{
    bool fits = map->cols == ins && map->rows == outs;
    for (unsigned j = 0; fits && j < ins; j++)
        fits = (map->column[j] & ~lc_f2_mask(outs)) == 0;
    if (!fits)
        lc_fail(ctx, LC_ERR_INVALID,
                "a matrix of %u x %u for dims of %u input bits and %u output bits: expected as "
                "many columns and rows, and no bit past them",
                map->rows, map->cols, ins, outs);
    return fits;
}

/* Copy the dims, and their names to *text, which is moved on. */
static void copy_dims(size_t n, const lc_dim *dim, lc_dim *to, char **text)
{
    for (size_t i = 0; i < n; i++) {
        size_t length = strlen(dim[i].name) + 1;
        memcpy(*text, dim[i].name, length);
        to[i] = (lc_dim){*text, dim[i].bits};
        *text += length;
    }
}

lc_linear *lc_linear_new(lc_ctx *ctx, size_t nins, const lc_dim *in, size_t nouts,
                         const lc_dim *out, const lc_f2 *map)
{
    if (!side_fits(ctx, "input", nins, in) || !side_fits(ctx, "output", nouts, out) ||
        !map_fits(ctx, lc_dims_bits(nins, in), lc_dims_bits(nouts, out), map))
        return NULL;
    size_t size = sizeof(lc_linear) + (nins + nouts) * sizeof(lc_dim);
    size_t names = 0;
    for (size_t i = 0; i < nins; i++)
        names += strlen(in[i].name) + 1;
    for (size_t i = 0; i < nouts; i++)
        names += strlen(out[i].name) + 1;
    lc_linear *l = malloc(size + names);
    if (!l)
        return lc_no_memory(ctx);
    l->refs = 1;
    l->nins = nins;
    l->nouts = nouts;
    l->map = *map;
    l->in = l->dim;
    l->out = l->dim + nins;
    char *text = (char *)(l->dim + nins + nouts);
    copy_dims(nins, in, l->in, &text);
    copy_dims(nouts, out, l->out, &text);
    return l;
}

/* Basis `bit` of an input dim: its numbers as one word. */
static bool basis_word(lc_ctx *ctx, const lc_linear_in *in, size_t bit, size_t nouts,
                       const lc_dim *out, uint64_t *word)
{
    unsigned start[LC_LINEAR_DIMS];
    lc_dims_starts(nouts, out, start);
    *word = 0;
    for (size_t i = 0; i < nouts; i++) {
        lc_int number = in->bases[bit * nouts + i];
        uint64_t digit;
        if (lc_int_to_word(number, &digit) && (digit & ~lc_f2_mask(out[i].bits)) == 0) {
            *word |= lc_word_up(digit, start[i]);
            continue;
        }
        char text[LC_NUMBER_ROOM];
        return lc_fail(
            ctx, LC_ERR_INVALID,
            "basis %zu of the input dim '%s' is %s in the output dim '%s': expected 0 to %llu",
            bit, in->name, lc_number(number, text), out[i].name,
            (unsigned long long)lc_f2_mask(out[i].bits));
    }
    return true;
}

lc_linear *lc_linear_from_bases(lc_ctx *ctx, size_t nins, const lc_linear_in *in, size_t nouts,
                                const lc_dim *out)
{
    lc_dims ins = {0};
    for (size_t i = 0; i < nins; i++) {
        size_t most = LC_LINEAR_BITS + 1; /* the exact number does not matter past the limit */
        if (!lc_dims_push(ctx, &ins, in[i].name,
                          (unsigned)(in[i].nbases < most ? in[i].nbases : most)))
            return NULL;
    }
    if (!side_fits(ctx, "input", ins.n, ins.dim) || !side_fits(ctx, "output", nouts, out))
        return NULL;
    lc_f2 map = lc_f2_zero(lc_dims_bits(nouts, out), 0);
    for (size_t i = 0; i < nins; i++)
        for (size_t bit = 0; bit < in[i].nbases; bit++)
            if (!basis_word(ctx, &in[i], bit, nouts, out, &map.column[map.cols++]))
                return NULL;
    return lc_linear_new(ctx, ins.n, ins.dim, nouts, out, &map);
}

lc_linear *lc_linear_empty(lc_ctx *ctx)
{
    lc_f2 map = lc_f2_zero(0, 0);
    return lc_linear_new(ctx, 0, NULL, 0, NULL, &map);
}

/* The bases of 2^bits numbers: basis j is 2^(j + shift), or 0 without output bits. */
static lc_linear *one_dim(lc_ctx *ctx, lc_dim in, lc_dim out, unsigned shift)
{
    if (!side_fits(ctx, "input", 1, &in) || !side_fits(ctx, "output", 1, &out))
        return NULL;
    lc_f2 map = lc_f2_zero(out.bits, in.bits);
    for (unsigned j = 0; j < in.bits; j++)
        map.column[j] = lc_word_up(1, j + shift) & lc_f2_mask(out.bits);
    return lc_linear_new(ctx, 1, &in, 1, &out, &map);
}

lc_linear *lc_linear_identity1d(lc_ctx *ctx, lc_int n, const char *in, const char *out)
{
    return lc_linear_strided1d(ctx, n, lc_int_const(1), in, out);
}

lc_linear *lc_linear_strided1d(lc_ctx *ctx, lc_int n, lc_int stride, const char *in,
                               const char *out)
{
    char text[LC_NUMBER_ROOM];
    lc_dim from;
    if (lc_int_is_zero(n))
        return lc_linear_empty(ctx);
    if (!lc_dim_make(ctx, in, n, &from))
        return NULL;
    if (!lc_int_is_power_of_two(stride))
        return lc_fail(ctx, LC_ERR_INVALID, "the stride %s: expected a power of two",
                       lc_number(stride, text));
    size_t shift = lc_int_bits(stride) - 1;
    if (shift + from.bits > LC_LINEAR_BITS)
        return lc_fail(ctx, LC_ERR_LIMIT,
                       "the stride %s for 2^%u numbers: expected at most 2^%d in all",
                       lc_number(stride, text), from.bits, LC_LINEAR_BITS);
    return one_dim(ctx, from, (lc_dim){out, from.bits + (unsigned)shift}, (unsigned)shift);
}

lc_linear *lc_linear_zeros1d(lc_ctx *ctx, lc_int n, const char *in, const char *out)
{
    lc_dim from;
    if (lc_int_is_zero(n))
        return lc_linear_empty(ctx);
    return lc_dim_make(ctx, in, n, &from) ? one_dim(ctx, from, (lc_dim){out, 0}, 0) : NULL;
}

lc_linear *lc_linear_ref(const lc_linear *l)
{
    lc_linear *shared = (lc_linear *)(uintptr_t)l; /* the count is no part of the value */
    if (shared)
        shared->refs++;
    return shared;
}

void lc_linear_free(lc_linear *l)
{
    if (l && --l->refs == 0)
        free(l);
}

/* ---- looking ---- */

size_t lc_linear_nins(const lc_linear *l)
{
    return l->nins;
}
size_t lc_linear_nouts(const lc_linear *l)
{
    return l->nouts;
}
lc_dim lc_linear_in_dim(const lc_linear *l, size_t i)
{
    return l->in[i];
}
lc_dim lc_linear_out_dim(const lc_linear *l, size_t i)
{
    return l->out[i];
}
unsigned lc_linear_in_bits(const lc_linear *l)
{
    return l->map.cols;
}
unsigned lc_linear_out_bits(const lc_linear *l)
{
    return l->map.rows;
}
const lc_f2 *lc_linear_matrix(const lc_linear *l)
{
    return &l->map;
}

bool lc_linear_find_in(const lc_linear *l, const char *name, size_t *i)
{
    *i = lc_dims_find(l->nins, l->in, name);
    return *i < l->nins;
}

bool lc_linear_find_out(const lc_linear *l, const char *name, size_t *i)
{
    *i = lc_dims_find(l->nouts, l->out, name);
    return *i < l->nouts;
}

uint64_t lc_linear_digit(const lc_linear *l, size_t i, uint64_t value)
{
    unsigned start = lc_dims_bits(i, l->out);
    return lc_word_down(value, start) & lc_f2_mask(l->out[i].bits);
}

uint64_t lc_linear_basis(const lc_linear *l, size_t in, unsigned bit, size_t out)
{
    return lc_linear_digit(l, out, l->map.column[lc_dims_bits(in, l->in) + bit]);
}

/* ---- comparing ---- */

static bool same_dims(size_t n, const lc_dim *a, size_t m, const lc_dim *b)
{
    if (n != m)
        return false;
    for (size_t i = 0; i < n; i++)
        if (a[i].bits != b[i].bits || strcmp(a[i].name, b[i].name) != 0)
            return false;
    return true;
}

bool lc_linear_equal(const lc_linear *a, const lc_linear *b)
{
    return same_dims(a->nins, a->in, b->nins, b->in) &&
           same_dims(a->nouts, a->out, b->nouts, b->out) && lc_f2_equal(&a->map, &b->map);
}

bool lc_linear_equivalent(const lc_linear *a, const lc_linear *b, int *bit)
{
    *bit = -1;
    if (a->map.cols != b->map.cols || a->nouts != b->nouts)
        return false;
    for (unsigned j = 0; j < a->map.cols; j++) {
        for (size_t i = 0; i < a->nouts; i++) {
            uint64_t x = lc_linear_digit(a, i, a->map.column[j]);
            if (x != lc_linear_digit(b, i, b->map.column[j])) {
                *bit = (int)j;
                return false;
            }
        }
    }
    return true;
}

/* ---- printing ---- */

static void add_basis(lc_text *text, const lc_linear *l, uint64_t value)
{
    if (l->nouts == 1) {
        lc_text_printf(text, "%" PRIu64, value);
        return;
    }
    lc_text_add(text, "(");
    for (size_t i = 0; i < l->nouts; i++) {
        lc_text_printf(text, "%s%" PRIu64, i > 0 ? "," : "", lc_linear_digit(l, i, value));
    }
    lc_text_add(text, ")");
}

static void add_ins(lc_text *text, const lc_linear *l)
{
    unsigned column = 0;
    for (size_t i = 0; i < l->nins; i++) {
        lc_text_printf(text, "%s%s: [", i > 0 ? ", " : "", l->in[i].name);
        for (unsigned bit = 0; bit < l->in[i].bits; bit++) {
            lc_text_add(text, bit > 0 ? "," : "");
            add_basis(text, l, l->map.column[column++]);
        }
        lc_text_add(text, "]");
    }
}

static void add_outs(lc_text *text, const lc_linear *l)
{
    for (size_t i = 0; i < l->nouts; i++) {
        lc_text_printf(text, "%s%s: ", i > 0 ? ", " : "", l->out[i].name);
        if (l->out[i].bits == 64)
            lc_text_add(text, "18446744073709551616");
        else
            lc_text_printf(text, "%" PRIu64, (uint64_t)1 << l->out[i].bits);
    }
}

char *lc_linear_to_str(lc_ctx *ctx, const lc_linear *l)
{
    lc_text text = {0};
    lc_text_add(&text, "linear{");
    add_ins(&text, l);
    lc_text_add(&text, " -> ");
    add_outs(&text, l);
    lc_text_add(&text, "}");
    return lc_text_take(ctx, &text);
}
