/* steps.c - functions applied to values that are sums or bits (sets/bits.h).
 *
 * A layout whose modes touch no bit twice moves bits around, and its values are bits again. Any
 * other layout takes numbers, and adds them up.
 */
#include "config.h"

#include "bits.h"
#include "listed.h"

#include <stdlib.h>
#include <string.h>

static bit_value *values(bit_state *b, size_t n)
{
    bit_value *v = lcr_lit_alloc(b->s.pool, n + 1, sizeof *v);
    b->failed = b->failed || !v;
    return v;
}

/* All leaves but the last are powers of two: their digits are bits. */
static bool falls_into_bits(const lit *a, size_t first, size_t last)
{
    for (size_t k = first; k + 1 < last; k++)
        if (!lc_int_is_power_of_two(a->extent[k]))
            return false;
    return true;
}

/* ---- sums ---- */

/* Adds a factor times a value, which is made a sum. */
static void add_times(bit_state *b, bit_value *sum, lc_int factor, bit_value *v)
{
    lc_ctx *lc = b->s.pool->lc;
    lcr_bits_to_sum(b, v);
    if (b->failed || lc_int_is_zero(factor))
        return;
    bool positive = lc_int_lt(lc_int_const(0), factor);
    lcr_sys_add(&b->s, &sum->sum, factor, &v->sum);
    sum->least = lc_int_add(lc, sum->least,
                            lc_int_mul(lc, factor, positive ? v->least : v->most));
    sum->most = lc_int_add(lc, sum->most, lc_int_mul(lc, factor, positive ? v->most : v->least));
}

static void constant(bit_value *v, lc_int value)
{
    v->by_bits = false;
    lcr_sys_zero(&v->sum);
    v->sum.constant = v->least = v->most = value;
}

/* ---- bits ---- */

static void zero_bits(bit_value *v, size_t n)
{
    v->by_bits = true;
    v->is_signed = false;
    v->n = n;
    memset(v->bit, 0, n * sizeof *v->bit);
}

static void to_bits(bit_state *b, bit_value *v)
{
    if (!b->failed && !v->by_bits)
        lcr_bits_of_sum(b, v, v);
}

/* Bits [from, from + n) of v; as far as it goes, with its sign, where n is SIZE_MAX. */
static void slice(const bit_value *v, size_t from, size_t n, bit_value *out)
{
    bool rest = n == SIZE_MAX;
    if (rest)
        n = from < v->n ? v->n - from : v->is_signed;
    zero_bits(out, n);
    for (size_t i = 0; i < n; i++)
        out->bit[i] = lcr_bits_row(v, from + i);
    out->is_signed = rest && v->is_signed;
}

/* Adds by XOR the bits of v, times a number without carries. */
static void add_product(bit_state *b, bit_value *to, lc_int factor, const bit_value *v)
{
    size_t n = lc_int_is_zero(factor) || v->n == 0 ? 0 : lc_int_bits(factor) + v->n - 1;
    if (n > BITS_ROWS || v->is_signed || lc_int_lt(factor, lc_int_const(0))) {
        b->failed = b->failed || n > 0;
        return;
    }
    for (; to->n < n; to->n++)
        memset(&to->bit[to->n], 0, sizeof *to->bit);
    for (size_t shift = 0; shift < lc_int_bits(factor); shift++)
        for (size_t i = 0; lc_int_bit(factor, shift) && i < v->n; i++)
            lcr_bits_add(&to->bit[shift + i], &v->bit[i]);
}

static void add_one_bits(bit_state *b, bit_value *to, lc_int number)
{
    bit_value *one = values(b, 1);
    if (!one)
        return;
    zero_bits(one, 1);
    one->bit[0].one = true;
    add_product(b, to, number, one);
}

/* ---- coordinates ---- */

/* Leaves [first, last) of the domain as one number. */
static void integral(bit_state *b, const lit *domain, size_t first, size_t last, bit_value *out)
{
    lc_ctx *lc = b->s.pool->lc;
    lc_int place = lc_int_const(1);
    constant(out, lc_int_const(0));
    if (b->by_bits && falls_into_bits(domain, first, last)) {
        zero_bits(out, 0);
        for (size_t k = first; !b->failed && k < last; k++) {
            add_product(b, out, place, &b->leaf[k]);
            place = lc_int_mul(lc, place, domain->extent[k]);
        }
        return;
    }
    bit_value *leaf = values(b, 1);
    for (size_t k = first; !b->failed && k < last; k++) {
        *leaf = b->leaf[k];
        add_times(b, out, place, leaf);
        place = lc_int_mul(lc, place, domain->extent[k]);
    }
}

/* ---- digits ---- */

/* A sum as a digit. */
static void digit_is(bit_state *b, const sys_sum *sum, bit_value *digit)
{
    digit->by_bits = false;
    digit->sum = *sum;
    b->failed = b->failed || !lcr_sys_range(&b->s, sum, &digit->least, &digit->most);
}

/* The mixed radix of a layout, whose last digit has no end. Where bounds say which variables make
 * up a digit, it is their sum. */
static void digits_of_sum(bit_state *b, const lit *a, size_t first, size_t last,
                          const bit_value *in, bit_value *digit)
{
    lc_ctx *lc = b->s.pool->lc;
    lc_int zero = lc_int_const(0), place = lc_int_const(1);
    sys_sum rest = in->sum, low, high;
    for (; first + 1 < last && lcr_sys_divide(&b->s, &rest, a->extent[first], &low, &high);
         first++) {
        digit_is(b, &low, &digit[first]);
        rest = high;
    }
    if (last == first + 1 || b->s.n + last - first > SYS_VARS) {
        b->failed = b->failed || last != first + 1;
        digit_is(b, &rest, &digit[first]);
        return;
    }
    lc_int least, most;
    b->failed = b->failed || !lcr_sys_range(&b->s, &rest, &least, &most);
    for (size_t k = first; !b->failed && k < last; k++) {
        bool is_last = k + 1 == last;
        lc_int from = is_last ? lc_int_fdiv(lc, least, place) : zero;
        lc_int to = is_last ? lc_int_fdiv(lc, most, place)
                            : lc_int_sub(lc, a->extent[k], lc_int_const(1));
        size_t var = lcr_sys_between(&b->s, 't', from, to);
        const sys_sum t = lcr_sys_variable(var);
        lcr_sys_add_var(&b->s, &rest, lc_int_neg(lc, place), var);
        place = lc_int_mul(lc, place, a->extent[k]);
        digit_is(b, &t, &digit[k]);
    }
    lcr_sys_relate(&b->s, &rest, SYS_EQ);
}

static void digits_of(bit_state *b, const lit *a, size_t first, size_t last, bit_value *in,
                      bit_value *digit)
{
    size_t from = 0;
    bool bits = falls_into_bits(a, first, last);
    if (bits && a->by_xor && last > first + 1)
        to_bits(b, in);
    if (b->failed || first == last)
        return;
    if (!bits || !in->by_bits) {
        lcr_bits_to_sum(b, in);
        digits_of_sum(b, a, first, last, in, digit);
        return;
    }
    for (size_t k = first; k < last; k++) {
        size_t n = k + 1 < last ? lc_int_bits(a->extent[k]) - 1 : SIZE_MAX;
        slice(in, from, n, &digit[k]);
        from += k + 1 < last ? n : 0;
    }
}

/* ---- layouts ---- */

/* No two products of digits with their strides have a bit in common, nor one with the offset. */
static bool without_carries(const bit_value *digit, const lit *a, size_t axis)
{
    uint64_t seen = 0;
    lc_int offset = a->offset ? a->offset[axis] : lc_int_const(0);
    bool without = lc_int_le(lc_int_const(0), offset) && lc_int_bits(offset) < BITS_ROWS;
    seen = without ? (uint64_t)lc_int_get_si(offset) : 0;
    for (size_t k = 0; without && k < a->n; k++) {
        lc_int step = a->step[axis * a->n + k];
        size_t n = digit[k].n;
        if (lc_int_is_zero(step))
            continue;
        without = digit[k].by_bits && !digit[k].is_signed && lc_int_lt(lc_int_const(0), step) &&
                  lc_int_bits(step) + n < BITS_ROWS;
        for (size_t i = 0; without && i < n; i++) {
            uint64_t product = (uint64_t)lc_int_get_si(step) << i;
            without = (seen & product) == 0;
            seen |= product;
        }
    }
    return without;
}

static void sum_digits(bit_state *b, const lit *a, size_t axis, bit_value *digit, bit_value *out)
{
    constant(out, a->offset ? a->offset[axis] : lc_int_const(0));
    for (size_t k = 0; k < a->n; k++)
        if (!lc_int_is_zero(a->step[axis * a->n + k]))
            add_times(b, out, a->step[axis * a->n + k], &digit[k]);
}

static void xor_digits(bit_state *b, const lit *a, size_t axis, bit_value *digit, bit_value *out)
{
    zero_bits(out, 0);
    if (a->offset)
        add_one_bits(b, out, a->offset[axis]);
    for (size_t k = 0; !b->failed && k < a->n; k++) {
        to_bits(b, &digit[k]);
        add_product(b, out, a->step[axis * a->n + k], &digit[k]);
    }
}

static void at_digits(bit_state *b, const lit *a, bit_value *digit, bit_value *out)
{
    bool bits = a->by_xor || b->by_bits;
    for (size_t k = 0; k < a->n; k++)
        bits = bits || digit[k].by_bits;
    for (size_t j = 0; !b->failed && j < a->naxes; j++)
        if (a->by_xor || (bits && without_carries(digit, a, j)))
            xor_digits(b, a, j, digit, &out[j]);
        else
            sum_digits(b, a, j, digit, &out[j]);
}

/* b bits, those at m + max(0,s), are added to the ones s places below. */
static void swizzle(bit_state *b, const lit *w, bit_value *v)
{
    if (w->b == 0)
        return;
    to_bits(b, v);
    size_t from = (size_t)(w->m + (w->s > 0 ? w->s : 0)), count = (size_t)w->b;
    size_t to = (size_t)((int)from - w->s);
    size_t n = b->failed ? 0 : to + count + v->is_signed; /* a sign goes on above */
    n = n > v->n ? n : v->n;
    bit_value *in = b->failed || n > BITS_ROWS ? NULL : values(b, 1);
    if (!in) {
        b->failed = true;
        return;
    }
    *in = *v;
    for (v->n = n; n > in->n; n--)
        v->bit[n - 1] = lcr_bits_row(in, n - 1);
    for (size_t i = 0; i < count; i++) {
        bit_form moved = lcr_bits_row(in, from + i);
        lcr_bits_add(&v->bit[to + i], &moved);
    }
}

/* ---- linear layouts ---- */

/* Several axes as one integer, the integral coordinate of output dims. */
static void join_axes(bit_state *b, const lit *of, const bit_value *axis, bit_value *whole)
{
    lc_int place = lc_int_const(1);
    *whole = axis[0];
    for (size_t j = 1; of && lcr_lit_has_dims(of) && !b->failed && j < of->naxes; j++) {
        place = lc_int_mul(b->s.pool->lc, place, of->out[j - 1]);
        add_product(b, whole, place, &axis[j]);
    }
}

static void linear(bit_state *b, const lit *a, bit_value *in, bit_value *out)
{
    to_bits(b, in);
    for (size_t i = a->bits; !b->failed && i < in->n; i++)
        b->failed = !lcr_bits_is_constant(&in->bit[i]) || in->bit[i].one;
    b->failed = b->failed || in->is_signed;
    for (size_t j = 0; !b->failed && j < a->naxes; j++) {
        bit_value *one = values(b, 1);
        zero_bits(&out[j], 0);
        for (size_t i = 0; !b->failed && i < a->bits && i < in->n; i++) {
            slice(in, i, 1, one);
            add_product(b, &out[j], a->column[j * a->bits + i], one);
        }
    }
}

/* ---- functions ---- */

typedef struct {
    const lit *domain; /* not NULL: the coordinate of the domain itself */
    const lit *of;     /* else these are its values */
    bit_value *axis;
} place;

static bit_value *apply(bit_state *b, const lit *a, place at);

static void whole_of(bit_state *b, place at, bit_value *out)
{
    if (at.domain)
        integral(b, at.domain, 0, at.domain->n, out);
    else
        join_axes(b, at.of, at.axis, out);
}

/* Coordinates of a layout without a swizzle, which a leaf is in one of. */
static void at_axes(bit_state *b, const lit *a, place at, bit_value *digit)
{
    bool *seen = lcr_lit_alloc(b->s.pool, a->n + 1, sizeof *seen);
    b->failed = !seen || a->kind != LIT_LAYOUT || a->b > 0;
    for (size_t j = 0; !b->failed && j < at.of->naxes; j++) {
        size_t first = 0, last = 0;
        b->failed = !lcr_lit_leaves_at(a, &at.of->path[j], &first, &last);
        for (size_t k = first; !b->failed && k < last; k++) {
            b->failed = seen[k];
            seen[k] = true;
        }
        if (!b->failed)
            digits_of(b, a, first, last, &at.axis[j], digit);
    }
}

static void layout(bit_state *b, const lit *a, place at, bit_value *out)
{
    bit_value *digit = values(b, a->n), *in = values(b, 1);
    if (b->failed)
        return;
    if (at.domain && a->n == at.domain->n && lcr_same_ints(a->n, a->extent, at.domain->extent)) {
        memcpy(digit, b->leaf, a->n * sizeof *digit);
    } else if (at.domain || !at.of || !at.of->basis) {
        whole_of(b, at, in);
        digits_of(b, a, 0, a->n, in, digit);
    } else {
        at_axes(b, a, at, digit);
    }
    at_digits(b, a, digit, out);
    if (!b->failed && a->b > 0)
        swizzle(b, a, &out[0]);
}

static bit_value *composed(bit_state *b, const lit *a, place at)
{
    bit_value *out = apply(b, a->inner, at);
    if (a->outer && !b->failed)
        out = apply(b, a->outer, (place){NULL, a->inner, out});
    for (size_t j = 0; a->offset && !b->failed && j < a->naxes; j++) {
        if (a->by_xor) {
            to_bits(b, &out[j]);
            b->failed = b->failed || out[j].is_signed;
            if (!b->failed)
                add_one_bits(b, &out[j], a->offset[j]);
            continue;
        }
        bit_value *moved = values(b, 1);
        if (!moved || lc_int_is_zero(a->offset[j]))
            continue;
        constant(moved, a->offset[j]);
        add_times(b, moved, lc_int_const(1), &out[j]);
        out[j] = *moved;
    }
    return out;
}

/* Is this, one number, a coordinate of a listed function, by its bounds? */
static bool is_coordinate(const lit *a, const bit_value *in)
{
    lc_int n = lc_int_const((int)a->nvalues);
    return in->by_bits ? !in->is_signed && in->n < lc_int_bits(n)
                       : lc_int_le(lc_int_const(0), in->least) && lc_int_lt(in->most, n);
}

/* By what stands for it, or by its runs. */
static bit_value *listed(bit_state *b, const lit *a, place at)
{
    bit_value *out = values(b, 1), *in = values(b, 1);
    if (b->failed)
        return NULL;
    whole_of(b, at, in);
    b->failed = b->failed || !is_coordinate(a, in);
    bool bits = in->by_bits || (a->inner && a->inner->kind == LIT_LINEAR);
    bool runs = !a->inner || lcr_listed_runs(&b->s) > 0;
    b->failed = b->failed || (bits && runs); /* isl takes long over sums of both */
    if (a->inner)
        return apply(b, a->inner, (place){NULL, NULL, in});
    b->failed = b->failed || b->by_bits || b->s.pool->looks ||
                !lcr_listed_at(&b->s, a, &in->sum, &out->sum);
    for (size_t c = 0; !b->failed && c < a->nvalues; c++) {
        out->least = c == 0 || lc_int_lt(a->value[c], out->least) ? a->value[c] : out->least;
        out->most = c == 0 || lc_int_lt(out->most, a->value[c]) ? a->value[c] : out->most;
    }
    return out;
}

static bit_value *apply(bit_state *b, const lit *a, place at)
{
    if (b->failed)
        return NULL;
    if (a->kind == LIT_COMPOSED)
        return composed(b, a, at);
    if (a->kind == LIT_LISTED)
        return listed(b, a, at);
    bit_value *out = values(b, a->naxes), *in = values(b, 1);
    if (b->failed)
        return NULL;
    if (a->kind == LIT_LAYOUT) {
        layout(b, a, at, out);
    } else if (a->kind == LIT_LINEAR || a->kind == LIT_SWIZZLE) {
        whole_of(b, at, in);
        if (b->failed)
            return NULL;
        if (a->kind == LIT_LINEAR)
            linear(b, a, in, out);
        else
            swizzle(b, a, memcpy(out, in, sizeof *out));
    } else {
        b->failed = true;
    }
    return out;
}

bit_value *lcr_bits_of(bit_state *b, const fn *f, const lit *domain)
{
    bit_value *v = f->n == 0 ? values(b, 1) : NULL;
    if (v)
        integral(b, domain, 0, domain->n, v);
    for (size_t i = 0; i < f->n && !b->failed; i++)
        v = apply(b, f->step[i],
                  i == 0 ? (place){domain, NULL, NULL} : (place){NULL, f->step[i - 1], v});
    b->failed = b->failed || b->s.failed;
    return b->failed ? NULL : v;
}

/* The axes as one integer; `axis` is NULL where there are none. */
static void whole_value(bit_state *b, const fn *f, const bit_value *axis, bit_value *whole)
{
    if (axis)
        join_axes(b, f->n > 0 ? f->step[f->n - 1] : NULL, axis, whole);
}

bit_value *lcr_bits_only_of(ev *e, bit_state **b, const fn *f, const lit *domain)
{
    *b = *b ? *b : lcr_bits_begin(e, true);
    bit_value *whole = *b ? values(*b, 1) : NULL;
    if (!whole)
        return NULL;
    lcr_bits_domain(*b, domain, 'x');
    bit_value *v = lcr_bits_of(*b, f, domain);
    for (size_t j = 0; v && j < lcr_fn_naxes(f); j++)
        if (!v[j].by_bits || v[j].is_signed)
            return NULL;
    whole_value(*b, f, v, whole);
    return v && !(*b)->failed && lcr_bits_are_free(*b) ? whole : NULL;
}

bit_value *lcr_bits_only(ev *e, bit_state **b, const lit *a)
{
    fn f = {1, {a}};
    return lcr_lit_is_function(a) && !a->basis ? lcr_bits_only_of(e, b, &f, a) : NULL;
}

bit_value *lcr_bits_number(ev *e, bit_state **b, const fn *f, const lit *domain)
{
    *b = lcr_bits_begin(e, false);
    bit_value *whole = *b ? values(*b, 1) : NULL;
    if (!whole)
        return NULL;
    lcr_bits_domain(*b, domain, 'c');
    whole_value(*b, f, lcr_bits_of(*b, f, domain), whole);
    return (*b)->failed ? NULL : whole;
}
