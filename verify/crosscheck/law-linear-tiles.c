/* law-linear-tiles.c - the laws of complements, divides and products over F2, and left inverses.
 *
 * A bit is the highest of a value exactly when the values lose rank with it: the rank of their
 * bits from it on is larger than that of the bits above it. The ranks are counted here, from the
 * lowest bits up. The bits that are the highest of no value are those of the complement.
 */
#include "config.h"

#include "laws.h"

#include <string.h>

#define MOST_WORDS 4096 /* that copies of values are looked at on */

/* ---- what is left out ---- */

/* Values at the bits of an input, as words of a space. */
typedef struct {
    unsigned n;
    uint64_t word[LC_LINEAR_BITS];
} spanning;

static unsigned rank_from(const spanning *s, unsigned bit)
{
    uint64_t word[LC_LINEAR_BITS];
    unsigned rank = 0;
    for (unsigned i = 0; i < s->n; i++)
        word[i] = s->word[i] >> bit;
    for (unsigned i = 0; i < s->n; i++) {
        uint64_t lowest = word[i] & -word[i];
        for (unsigned j = i + 1; lowest && j < s->n; j++)
            word[j] ^= (word[j] & lowest) ? word[i] : 0;
        rank += lowest != 0;
    }
    return rank;
}

/* The bits of a space of `bits` of them that are the highest of no value. */
static uint64_t left_out(const spanning *s, unsigned bits)
{
    uint64_t out = 0;
    for (unsigned bit = 0; bit < bits; bit++)
        if (rank_from(s, bit) == (bit + 1 < 64 ? rank_from(s, bit + 1) : 0))
            out |= (uint64_t)1 << bit;
    return out;
}

static spanning values_of(const lc_linear *l)
{
    spanning s = {.n = lc_linear_in_bits(l)};
    for (unsigned j = 0; j < s.n; j++)
        s.word[j] = lc_linear_at(l, (uint64_t)1 << j);
    return s;
}

/* ---- dims ---- */

typedef lc_dim dim_of(const lc_linear *l, size_t i);

/* The bits of the first i dims. */
static unsigned bits_before(const lc_linear *l, dim_of *dim, size_t i)
{
    unsigned bits = 0;
    while (i > 0)
        bits += dim(l, --i).bits;
    return bits;
}

static unsigned bits_in(const lc_linear *l, const char *name)
{
    size_t i;
    return lc_linear_find_in(l, name, &i) ? lc_linear_in_dim(l, i).bits : 0;
}

static unsigned bits_out(const lc_linear *l, const char *name)
{
    size_t i;
    return lc_linear_find_out(l, name, &i) ? lc_linear_out_dim(l, i).bits : 0;
}

static bool same_outs(const lc_linear *a, const lc_linear *b)
{
    bool same = lc_linear_nouts(a) == lc_linear_nouts(b);
    for (size_t i = 0; same && i < lc_linear_nouts(a); i++) {
        lc_dim x = lc_linear_out_dim(a, i), y = lc_linear_out_dim(b, i);
        same = x.bits == y.bits && strcmp(x.name, y.name) == 0;
    }
    return same;
}

/* The bits of a mask in a dim that begins at `start`, as unit vectors: the k-th one. 0: it has
 * fewer. */
static uint64_t unit_of(uint64_t mask, unsigned start, unsigned bits, unsigned k)
{
    for (unsigned bit = start; bit < start + bits; bit++)
        if ((mask >> bit & 1) != 0 && k-- == 0)
            return (uint64_t)1 << bit;
    return 0;
}

static unsigned count(uint64_t mask)
{
    unsigned n = 0;
    for (; mask; mask &= mask - 1)
        n++;
    return n;
}

/* A value in the output space of another layout, by the names of dims. */
static uint64_t moved_out(const lc_linear *to, const lc_linear *from, uint64_t value)
{
    uint64_t word = 0;
    for (size_t i = 0; i < lc_linear_nouts(to); i++) {
        uint64_t number = lcv_number_out(from, lc_linear_out_dim(to, i).name, value);
        if (number)
            word |= number << bits_before(to, lc_linear_out_dim, i);
    }
    return word;
}

/* ---- bases ---- */

/* What a law is about, and the value that there has to be at bit `bit` of an input dim. */
typedef struct tiling {
    const lc_linear *value, *of, *tile;
    uint64_t left_out;
} tiling;
typedef uint64_t wanted(const tiling *t, const char *in, unsigned bit);

/* As many input bits as there have to be, and the value at each of them. */
static lcv_result *check_bases(const lcv_case *c, const tiling *t, size_t bits, wanted *want)
{
    size_t have = lc_linear_in_bits(t->value);
    unsigned place = 0;
    if (have != bits)
        return lcv_refute(c, LCV_BY_COUNTING, "input bits: %z is not %z", have, bits);
    for (size_t i = 0; i < lc_linear_nins(t->value); i++) {
        lc_dim in = lc_linear_in_dim(t->value, i);
        for (unsigned bit = 0; bit < in.bits; bit++, place++) {
            uint64_t found = lc_linear_at(t->value, (uint64_t)1 << place);
            uint64_t right = want(t, in.name, bit);
            if (found != right)
                return lcv_wrong_basis(c, in.name, bit, "the value", found, right);
        }
    }
    return lcv_proved(c->ctx, LCV_BY_MATRIX);
}

static lcv_result *other_outs(const lcv_case *c)
{
    return lcv_refute(c, LCV_BY_COMPARISON, "output dims: they are others");
}

/* ---- complement ---- */

static uint64_t left_in_outs(const tiling *t, const char *in, unsigned bit)
{
    size_t i;
    return lc_linear_find_out(t->of, in, &i)
               ? unit_of(t->left_out, bits_before(t->of, lc_linear_out_dim, i),
                         lc_linear_out_dim(t->of, i).bits, bit)
               : 0;
}

/* S(A) xor S(C) for all values: each number of [0,n) once. */
static bool fills_once(const lcv_case *c, size_t n, unsigned char *seen)
{
    enum { OF_A = 1, REACHED = 2 };
    const lcv_value *of = c->args[0], *value = c->value;
    size_t reached = 0, copies = (size_t)lc_int_get_si(lc_layout_size(c->ctx, value->layout));
    size_t size = (size_t)lc_int_get_si(lc_layout_size(c->ctx, of->layout));
    for (size_t x = 0; x < size; x++) {
        lc_int at = lc_layout_at(c->ctx, of->layout, lc_int_si(c->ctx, (int64_t)x));
        at = lc_swizzle_apply(c->ctx, of->swizzle, at);
        if (lc_int_sign(at) < 0 || !lc_int_lt(at, lc_int_si(c->ctx, (int64_t)n)))
            return false;
        seen[lc_int_get_si(at)] |= OF_A;
    }
    for (size_t y = 0; y < copies; y++) {
        lc_int at = lc_layout_at(c->ctx, value->layout, lc_int_si(c->ctx, (int64_t)y));
        uint64_t by = (uint64_t)lc_int_get_si(lc_swizzle_apply(c->ctx, value->swizzle, at));
        for (size_t v = 0; v < n; v++) {
            if ((seen[v] & OF_A) == 0)
                continue;
            if ((v ^ by) >= n || (seen[v ^ by] & REACHED) != 0)
                return false;
            seen[v ^ by] |= REACHED;
            reached++;
        }
    }
    return reached == n;
}

/* Copies of swizzled values, moved by XOR, where all of them can be looked at; the layouts inside
 * are complements, however many there are. */
static lcv_result *swizzled_complement(lcv_case *c)
{
    lc_int n, most = lc_int_const(MOST_WORDS);
    if (c->n != 2 || !lcv_as_int(c->ctx, c->args[1], &n))
        return NULL;
    lcv_result *result = lcv_law_within(c, lcv_law_complement);
    bool small = lc_int_le(n, most) &&
                 lc_int_le(lc_layout_size(c->ctx, c->args[0]->layout), most) &&
                 lc_int_le(lc_layout_size(c->ctx, c->value->layout), most);
    if (!small || !lcv_goes_on(&result))
        return result;
    unsigned char *seen = lc_frame_alloc(c->ctx, (size_t)lc_int_get_si(n), 1);
    return seen ? lcv_judge(c, fills_once(c, (size_t)lc_int_get_si(n), seen), LCV_BY_ENUMERATION,
                            "[0,%i): copies of the values do not fill it once", n)
                : NULL;
}

lcv_result *lcv_bits_complement(lcv_case *c)
{
    if (c->value->kind == LCV_COMPOSED && c->args[0]->kind == LCV_COMPOSED)
        return swizzled_complement(c);
    if (c->value->kind != LCV_LINEAR || c->args[0]->kind != LCV_LINEAR)
        return NULL;
    tiling t = {.value = c->value->linear, .of = c->args[0]->linear};
    spanning values = values_of(t.of);
    t.left_out = left_out(&values, lc_linear_out_bits(t.of));
    return same_outs(t.value, t.of) ? check_bases(c, &t, count(t.left_out), left_in_outs)
                                    : other_outs(c);
}

/* ---- left inverse ---- */

/* The inverse is 0 on what L leaves out. */
lcv_result *lcv_bits_left(lcv_case *c)
{
    const lcv_value *value = c->value, *of = c->args[0];
    if (!lcv_is_function(value) || !lcv_is_function(of))
        return NULL;
    lcv_result *result = lcv_claim_of(c, lcv_prove_left_inverts, 1);
    if (value->kind != LCV_LINEAR || of->kind != LCV_LINEAR || !lcv_holds(result))
        return result;
    spanning values = values_of(of->linear);
    uint64_t out = left_out(&values, lc_linear_out_bits(of->linear));
    for (unsigned bit = 0; bit < lc_linear_in_bits(value->linear); bit++)
        if ((out >> bit & 1) != 0)
            lcv_and(c, &result, lc_linear_at(value->linear, (uint64_t)1 << bit) == 0,
                    LCV_BY_MATRIX, "bit %z: the value is not 0 there", (size_t)bit);
    return result;
}

/* ---- divide ---- */

static uint64_t divided(const tiling *t, const char *in, unsigned bit)
{
    size_t i;
    unsigned low = bits_in(t->tile, in);
    if (bit < low)
        return lcv_chain_at(t->of, t->tile, lcv_place_in(t->tile, in, (uint64_t)1 << bit));
    if (!lc_linear_find_in(t->of, in, &i))
        return UINT64_MAX;
    uint64_t unit = unit_of(t->left_out, bits_before(t->of, lc_linear_in_dim, i),
                            lc_linear_in_dim(t->of, i).bits, bit - low);
    return unit ? lc_linear_at(t->of, unit) : UINT64_MAX;
}

/* Two linear layouts, and a value that is one. */
static bool all_linear(const lcv_case *c)
{
    return c->n == 2 && c->value->kind == LCV_LINEAR && c->args[0]->kind == LCV_LINEAR &&
           c->args[1]->kind == LCV_LINEAR;
}

lcv_result *lcv_bits_logical_divide(lcv_case *c)
{
    if (!all_linear(c))
        return NULL;
    tiling t = {c->value->linear, c->args[0]->linear, c->args[1]->linear, 0};
    spanning places = values_of(t.tile);
    for (unsigned j = 0; j < places.n; j++) {
        uint64_t value = places.word[j];
        places.word[j] = 0;
        for (size_t i = 0; i < lc_linear_nins(t.of); i++) {
            const char *name = lc_linear_in_dim(t.of, i).name;
            places.word[j] |= lcv_place_in(t.of, name, lcv_number_out(t.tile, name, value));
        }
    }
    t.left_out = left_out(&places, lc_linear_in_bits(t.of));
    return same_outs(t.value, t.of) ? check_bases(c, &t, places.n + count(t.left_out), divided)
                                    : other_outs(c);
}

/* ---- product ---- */

/* L at the low bits, above them the bits left out that the bits of T's values count. */
static uint64_t multiplied(const tiling *t, const char *in, unsigned bit)
{
    unsigned low = bits_in(t->of, in);
    uint64_t word = 0;
    if (bit < low) {
        uint64_t x = lcv_place_in(t->of, in, (uint64_t)1 << bit);
        return moved_out(t->value, t->of, lc_linear_at(t->of, x));
    }
    uint64_t x = lcv_place_in(t->tile, in, (uint64_t)1 << (bit - low));
    for (size_t i = 0; i < lc_linear_nouts(t->value); i++) {
        lc_dim out = lc_linear_out_dim(t->value, i);
        uint64_t number = lcv_number_out(t->tile, out.name, lc_linear_at(t->tile, x));
        for (unsigned k = 0; k < out.bits; k++)
            if ((number >> k & 1) != 0)
                word |= unit_of(t->left_out, bits_before(t->value, lc_linear_out_dim, i),
                                out.bits, k);
    }
    return word;
}

/* Output dims of L, then those that only T has; they are larger where T needs them to be, and by
 * no more than that. */
static bool grown(const tiling *t)
{
    size_t at, n = lc_linear_nouts(t->of), more = 0;
    for (size_t i = 0; i < lc_linear_nouts(t->tile); i++)
        more += !lc_linear_find_out(t->of, lc_linear_out_dim(t->tile, i).name, &at);
    bool fit = lc_linear_nouts(t->value) == n + more;
    for (size_t i = 0; fit && i < n + more; i++) {
        lc_dim out = lc_linear_out_dim(t->value, i);
        unsigned own = bits_out(t->of, out.name), need = bits_out(t->tile, out.name);
        unsigned start = bits_before(t->value, lc_linear_out_dim, i), left = 0;
        for (unsigned bit = start; bit < start + out.bits; bit++)
            left += (t->left_out >> bit & 1) != 0;
        bool named = i >= n || strcmp(out.name, lc_linear_out_dim(t->of, i).name) == 0;
        fit = named && left >= need && (out.bits == own || (out.bits > own && left == need));
    }
    return fit;
}

lcv_result *lcv_bits_logical_product(lcv_case *c)
{
    if (!all_linear(c))
        return NULL;
    tiling t = {c->value->linear, c->args[0]->linear, c->args[1]->linear, 0};
    spanning values = values_of(t.of);
    for (unsigned j = 0; j < values.n; j++)
        values.word[j] = moved_out(t.value, t.of, values.word[j]);
    t.left_out = left_out(&values, lc_linear_out_bits(t.value));
    return grown(&t) ? check_bases(c, &t, values.n + lc_linear_in_bits(t.tile), multiplied)
                     : other_outs(c);
}
