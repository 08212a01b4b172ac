/* linear-relation.c - linear layouts from relations.
 *
 * A function on a box of powers of two is linear over F2 if R(x xor y) is R(x) xor R(y), input by
 * input and output by output. Its values at single bits are the only candidate. Small relations
 * are compared with it value by value, others by isl; a value that differs leads to two inputs
 * that show it.
 */
#include "config.h"

#include <stdio.h>

#include "../../isl-bridge/bits.h"
#include "operation.h"

#define BITS_LISTED 16 /* of the coordinates of a relation that is compared value by value */
#define NAME_ROOM 24

typedef struct {
    lcv_call *call;
    const lcr_map *map;
    size_t nin, nout;
    unsigned bits; /* of all inputs */
    lc_dim *in;
    uint64_t *basis; /* nout values for each bit */
    lc_int *point;   /* room for the inputs and the outputs of a pair */
} reading;

/* ---- points ---- */

/* The inputs at an integral coordinate. */
static void inputs_at(reading *x, uint64_t c)
{
    for (size_t k = 0; k < x->nin; k++) {
        unsigned bits = x->in[k].bits;
        x->point[k] = lc_int_from_word(x->call->ctx, c & lc_f2_mask(bits));
        c = bits < 64 ? c >> bits : 0;
    }
}

/* `5`, or `(1,2)`; NULL with an error. */
static char *text_of(lc_ctx *ctx, size_t n, const lc_int *at)
{
    lc_tuple *t = lcv_integers_of(ctx, n, at);
    return t ? lcv_kept(ctx, lc_tuple_to_str(ctx, t)) : NULL;
}

static char *input_text(reading *x, uint64_t c)
{
    inputs_at(x, c);
    return text_of(x->call->ctx, x->nin, x->point);
}

static char *output_text(reading *x, const uint64_t *value)
{
    lc_int *out = x->point + x->nin;
    for (size_t k = 0; k < x->nout; k++)
        out[k] = lc_int_from_word(x->call->ctx, value[k]);
    return text_of(x->call->ctx, x->nout, out);
}

/* The values at an integral coordinate; false with an error when there are none. */
static bool values_at(reading *x, uint64_t c, uint64_t *value)
{
    lc_ctx *ctx = x->call->ctx;
    lc_int *out = x->point + x->nin;
    inputs_at(x, c);
    lcr_answer found = lcr_map_eval(x->call->r, x->map, x->point, out);
    bool all = found == LCR_YES;
    for (size_t k = 0; all && k < x->nout; k++) {
        all = lc_int_sign(out[k]) >= 0 && lc_int_fits_si(out[k]);
        value[k] = all ? (uint64_t)lc_int_get_si(out[k]) : 0;
    }
    if (all || lc_ctx_code(ctx) != LC_OK)
        return all;
    char *at = input_text(x, c);
    if (at)
        lc_fail(ctx, found == LCR_UNKNOWN ? LC_ERR_BUDGET : LC_ERR_NO_VALUE,
                "linear: the relation has no value in [0,2^63) at %s", at);
    return false;
}

/* ---- what it has to be ---- */

/* The values of the candidate: sums of those at the bits. */
static void candidate_at(const reading *x, uint64_t c, uint64_t *value)
{
    for (size_t k = 0; k < x->nout; k++)
        value[k] = 0;
    for (unsigned j = 0; j < x->bits; j++)
        for (size_t k = 0; k < x->nout && (c >> j & 1); k++)
            value[k] ^= x->basis[j * x->nout + k];
}

static bool same(const reading *x, const uint64_t *a, const uint64_t *b)
{
    for (size_t k = 0; k < x->nout; k++)
        if (a[k] != b[k])
            return false;
    return true;
}

/* "the value 9 at 3 is not 6 xor 3, the values at 2 and 1". */
static bool fail_at(reading *x, uint64_t c, uint64_t y, uint64_t z, const uint64_t *value)
{
    uint64_t *found = lc_frame_alloc(x->call->ctx, 2 * x->nout + 1, sizeof *found);
    if (!found || !values_at(x, y, found) || !values_at(x, z, found + x->nout))
        return false;
    const char *at = input_text(x, c), *first = input_text(x, y), *second = input_text(x, z);
    const char *is = output_text(x, value), *a = output_text(x, found),
               *b = output_text(x, found + x->nout);
    if (at && first && second && is && a && b)
        lc_fail(x->call->ctx, LC_ERR_NO_VALUE,
                "not F2-linear: the value %.80s at %.80s is not %.80s xor %.80s, the values at "
                "%.80s and %.80s",
                is, at, a, b, first, second);
    return false;
}

/* The relation differs from the candidate at c: without the top bits of c that change nothing of
 * this, the rest and its own top bit show it. */
static bool not_linear(reading *x, uint64_t c)
{
    uint64_t *value = lc_frame_alloc(x->call->ctx, 3 * x->nout + 1, sizeof *value);
    while (value && values_at(x, c, value)) {
        uint64_t *want = value + x->nout, *rest = want + x->nout;
        uint64_t top = c ? (uint64_t)1 << (63 - __builtin_clzll(c)) : 0;
        candidate_at(x, c ^ top, want);
        if (!values_at(x, c ^ top, rest))
            return false;
        if (c == top || same(x, rest, want))
            return fail_at(x, c, top, c ^ top, value);
        c ^= top;
    }
    return false;
}

/* ---- comparing ---- */

/* At c, with room for two values; false with an error. */
static bool same_at(reading *x, uint64_t c, uint64_t *value)
{
    if (!values_at(x, c, value))
        return false;
    candidate_at(x, c, value + x->nout);
    return same(x, value, value + x->nout) || not_linear(x, c);
}

/* Value by value: false with an error. */
static bool same_values(reading *x)
{
    uint64_t *value = lc_frame_alloc(x->call->ctx, 2 * x->nout + 1, sizeof *value);
    for (uint64_t c = 0; value && c < (uint64_t)1 << x->bits; c++) {
        if (!same_at(x, c, value))
            return false;
    }
    return value != NULL;
}

/* At the sums of two bits, which decide for most relations that are not linear. */
static bool same_at_pairs(reading *x)
{
    uint64_t *value = lc_frame_alloc(x->call->ctx, 2 * x->nout + 1, sizeof *value);
    for (unsigned j = 0; value && j < x->bits; j++)
        for (unsigned k = 0; k < j; k++) {
            uint64_t c = (uint64_t)1 << j | (uint64_t)1 << k;
            if (!same_at(x, c, value))
                return false;
        }
    return value != NULL;
}

static uint64_t coordinate_of(const reading *x, const lc_int *in)
{
    uint64_t c = 0;
    for (size_t k = x->nin; k-- > 0;)
        c = (x->in[k].bits < 64 ? c << x->in[k].bits : 0) | (uint64_t)lc_int_get_si(in[k]);
    return c;
}

/* As relations: false with an error. */
static bool same_relation(reading *x, const lc_linear *l)
{
    lc_ctx *ctx = x->call->ctx;
    bool first;
    lc_int *in = lc_frame_alloc(ctx, x->nin + x->nout + 1, sizeof *in);
    lcr_map *m = lcv_kept(ctx, lcr_linear_layout_map(x->call->r, l));
    lcr_answer equal = in && m ? lcr_map_equal(x->call->r, x->map, m, in, in + x->nin, &first)
                               : LCR_UNKNOWN;
    if (equal == LCR_NO)
        return not_linear(x, coordinate_of(x, in));
    if (equal == LCR_UNKNOWN && lc_ctx_code(ctx) == LC_OK)
        lc_fail(ctx, LC_ERR_BUDGET,
                "linear: whether the relation of 2^%u coordinates is the sum of its values at "
                "single bits is undecided within the budget",
                x->bits);
    return equal == LCR_YES;
}

/* ---- dims ---- */

/* The inputs as dims, in or in0, in1, ...; false with an error. */
static bool read_inputs(reading *x)
{
    lcv_call *call = x->call;
    lc_int *extent = lc_frame_alloc(call->ctx, x->nin + 1, sizeof *extent);
    lcr_answer box = extent && x->nin > 0 ? lcr_map_domain_is_box(call->r, x->map, extent)
                                          : LCR_NO;
    if (box == LCR_NO)
        lc_fail(
            call->ctx, LC_ERR_NO_VALUE,
            "not F2-linear: the inputs of the relation are no box 0 <= c_k < n_k of powers of "
            "two: restrict(R, S) is R on the box of a shape S");
    x->bits = 0;
    for (size_t k = 0; box == LCR_YES && k < x->nin; k++) {
        if (!lc_int_is_power_of_two(extent[k])) {
            char *shape = text_of(call->ctx, x->nin, extent);
            return shape &&
                   lc_fail(call->ctx, LC_ERR_NO_VALUE,
                           x->nin == 1 ? "not F2-linear: the number of inputs, %.80s, is no "
                                         "power of two"
                                       : "not F2-linear: the inputs of the relation are the "
                                         "box %.80s: expected powers of two",
                           shape);
        }
        char *name = lc_frame_alloc(call->ctx, NAME_ROOM, 1);
        if (!name)
            return false;
        snprintf(name, NAME_ROOM, x->nin > 1 ? "in%zu" : "in", k);
        x->in[k] = (lc_dim){name, (unsigned)lc_int_bits(extent[k]) - 1};
        x->bits += x->in[k].bits;
        if (x->bits > LC_LINEAR_BITS)
            return lc_fail(call->ctx, LC_ERR_LIMIT, "linear: the inputs have more than %d bits",
                           LC_LINEAR_BITS);
    }
    return box == LCR_YES;
}

/* One value at each input; the value 0 at 0, and those at the bits. False with an error. */
static bool read_bases(reading *x)
{
    lc_ctx *ctx = x->call->ctx;
    x->basis = lc_frame_alloc(ctx, (x->bits + 1) * x->nout + 1, sizeof *x->basis);
    uint64_t *zero = x->basis ? x->basis + x->bits * x->nout : NULL;
    lcr_answer function = zero ? lcr_map_single_valued(x->call->r, x->map) : LCR_UNKNOWN;
    if (function == LCR_NO)
        lc_fail(ctx, LC_ERR_INVALID,
                "linear: the relation has several outputs at an input: expected a function");
    if (function != LCR_YES || !values_at(x, 0, zero))
        return false;
    for (size_t k = 0; k < x->nout; k++)
        if (zero[k])
            return fail_at(x, 0, 0, 0, zero);
    for (unsigned j = 0; j < x->bits; j++)
        if (!values_at(x, (uint64_t)1 << j, x->basis + j * x->nout))
            return false;
    return true;
}

/* The candidate: outputs out, or dim0, dim1, ..., as large as its values need. */
static lc_linear *candidate(reading *x)
{
    lc_ctx *ctx = x->call->ctx;
    lc_f2 map = lc_f2_zero(0, x->bits);
    lc_dim out[LC_LINEAR_DIMS];
    char name[LC_LINEAR_DIMS][NAME_ROOM];
    for (size_t k = 0; k < x->nout; k++) {
        uint64_t all = 0;
        for (unsigned j = 0; j < x->bits; j++)
            all |= x->basis[j * x->nout + k];
        unsigned bits = all ? 64u - (unsigned)__builtin_clzll(all) : 0;
        if (map.rows + bits > LC_LINEAR_BITS)
            return lc_fail(ctx, LC_ERR_LIMIT, "linear: the outputs have more than %d bits",
                           LC_LINEAR_BITS);
        for (unsigned j = 0; bits > 0 && j < x->bits; j++)
            map.column[j] |= x->basis[j * x->nout + k] << map.rows;
        map.rows += bits;
        snprintf(name[k], NAME_ROOM, x->nout > 1 ? "dim%zu" : "out", k);
        out[k] = (lc_dim){name[k], bits};
    }
    return lcv_kept(ctx, lc_linear_new(ctx, x->nin, x->in, x->nout, out, &map));
}

lc_linear *lcv_linear_of_relation(lcv_call *call, const lcr_map *map)
{
    reading x = {.call = call, .map = map, .nin = lcr_map_nin(map), .nout = lcr_map_nout(map)};
    if (x.nin > LC_LINEAR_DIMS || x.nout > LC_LINEAR_DIMS)
        return lc_fail(call->ctx, LC_ERR_LIMIT,
                       "linear: a relation of %zu inputs and %zu outputs: expected at most %d",
                       x.nin, x.nout, LC_LINEAR_DIMS);
    x.in = lc_frame_alloc(call->ctx, x.nin + 1, sizeof *x.in);
    x.point = lc_frame_alloc(call->ctx, x.nin + x.nout + 1, sizeof *x.point);
    if (!x.in || !x.point || !read_inputs(&x) || !read_bases(&x))
        return NULL;
    lc_linear *l = candidate(&x);
    bool linear = l && (x.bits <= BITS_LISTED ? same_values(&x)
                                              : same_at_pairs(&x) && same_relation(&x, l));
    return linear ? l : NULL;
}
