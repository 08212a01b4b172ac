/* xor-sizes.c - layouts whose strides add by XOR, where extents or words are sizes.
 *
 * A leaf of extent E and stride fN has the carry-less products c N of its coordinates c < E; the
 * value is the XOR of those of all leaves, which is no more than their sum. Leaves whose extent
 * and word are numbers are low, the others high.
 *
 *   injective   2^k divides the high word, the low leaves are one to one modulo 2^k, and there is
 *               one high leaf at most, whose word is not 0: equal values have equal low digits,
 *               and then equal products by that word
 *   within      the largest value of the low leaves, and what the high ones add up to
 *   the same    leaf by leaf the same words; a leaf of extent 2^j q is one of 2^j and one of q
 *               whose word is 2^j times as large
 */
#include "config.h"

#include "../../../lib/size.h"
#include "graph.h"

bool lcr_has_xor_sizes(const lit *a)
{
    return a->kind == LIT_LAYOUT && a->by_xor && a->b == 0 && a->naxes == 1 && !a->basis &&
           !a->offset;
}

static bool is_low(const lit *a, size_t k)
{
    return !lc_int_is_size(a->extent[k]) && !lc_int_is_size(a->step[k]);
}

/* The largest power of two that divides a word as it stands, up to 2^60. */
static lc_int block_of(lc_ctx *lc, lc_int word)
{
    const lc_int two = lc_int_const(2);
    lc_int block = lc_int_const(1), q, rest = lc_int_const(0);
    for (int k = 0; k <= 60 && lc_int_is_plain_zero(rest); k++) {
        lc_int next = k > 0 ? lc_int_mul(lc, block, two) : block;
        lcr_int_split(lc, word, next, &q, &rest);
        block = lc_int_is_plain_zero(rest) ? next : block;
    }
    return block;
}

/* The low leaves modulo a block, or, 0, as they are: a leaf of two for each bit of a coordinate.
 * NULL: they are too many, or an error. */
static const lit *low_bits(ev *e, const lit *a, lc_int block)
{
    lc_ctx *lc = e->pool->lc;
    lit *low = lcr_lit_flat(e->pool, SYS_VARS);
    size_t n = 0;
    for (size_t k = 0; low && k < a->n; k++) {
        size_t bits = is_low(a, k) ? lc_int_bits(lc_int_sub(lc, a->extent[k], lc_int_const(1)))
                                   : 0;
        for (size_t i = 0; i < bits; i++) {
            lc_int word = lc_int_mul(lc, a->step[k], lcr_lit_power(lc, i));
            if (n == SYS_VARS)
                return NULL;
            low->extent[n] = lc_int_const(2);
            low->step[n++] = lc_int_is_plain_zero(block) ? word : lc_int_fmod(lc, word, block);
        }
    }
    if (!low)
        return NULL;
    lcr_lit_use(low, n);
    low->by_xor = true;
    return low;
}

bool lcr_xor_sizes_injective(ev *e, const lit *a)
{
    const sys s = lcr_sys_new(e->pool);
    const sys_sum zero = lcr_sys_number(lc_int_const(0));
    size_t high = a->n;
    lc_int block = lc_int_const(0);
    for (size_t k = 0; k < a->n; k++) {
        if (!is_low(a, k) && high < a->n)
            return lcr_ev_not(e);
        high = is_low(a, k) ? high : k;
    }
    lcr_ev_by(e, "collision");
    if (high < a->n) {
        block = block_of(e->pool->lc, a->step[high]);
        if (!lcr_ev_compare(e, &s, &zero, SYS_GE, a->step[high]))
            return false;
    }
    const lit *low = low_bits(e, a, block);
    struct sym *sizes = e->pool->sizes;
    if (!low)
        return lcr_ev_not(e);
    e->pool->sizes = NULL; /* of numbers */
    bool ok = lcr_ev_injective(e, low);
    e->pool->sizes = sizes;
    e->out->one_way = true;
    return ok;
}

/* The largest value of the low leaves; false: they are too many. */
static bool largest(ev *e, const lit *a, lc_int *most)
{
    const lit *low = low_bits(e, a, lc_int_const(0));
    lc_ctx *lc = e->pool->lc;
    *most = lc_int_const(0);
    if (!low || !lcr_lit_is_few(lcr_lit_size(lc, low)))
        return false;
    for (int64_t c = 0; c < lc_int_get_si(lcr_lit_size(lc, low)); c++) {
        lc_int value;
        if (!lcr_lit_at(lc, low, lc_int_si(lc, c), &value))
            return false;
        *most = lc_int_max(*most, value);
    }
    return true;
}

bool lcr_xor_sizes_within(ev *e, const lit *a, lc_int least, lc_int most)
{
    lc_ctx *lc = e->pool->lc;
    const sys s = lcr_sys_new(e->pool);
    const sys_sum zero = lcr_sys_number(lc_int_const(0));
    lc_int value;
    lcr_ev_by(e, "bounds");
    e->out->one_way = true;
    if (!largest(e, a, &value))
        return lcr_ev_not(e);
    for (size_t k = 0; k < a->n; k++) {
        lc_int last = lc_int_sub(lc, a->extent[k], lc_int_const(1));
        if (is_low(a, k))
            continue;
        value = lc_int_add(lc, value, lc_int_mul(lc, last, a->step[k]));
        if (!lcr_ev_compare(e, &s, &zero, SYS_GT, a->step[k]))
            return false;
    }
    const sys_sum sum = lcr_sys_number(value);
    return lcr_ev_compare(e, &s, &sum, SYS_GT, most) &&
           lcr_ev_compare(e, &s, &zero, SYS_LT, least);
}

/* ---- the same ---- */

/* What is left of a layout's leaves: the extent and the word of the present one. */
typedef struct {
    const lit *a;
    size_t leaf;
    lc_int extent, word;
} rest;

/* The leaf from one on that has more than one coordinate; false: none. */
static bool next(rest *r, size_t from)
{
    r->leaf = from;
    while (r->leaf < r->a->n && lc_int_known_equal(r->a->extent[r->leaf], lc_int_const(1)))
        r->leaf++;
    bool is = r->leaf < r->a->n;
    r->extent = is ? r->a->extent[r->leaf] : lc_int_const(1);
    r->word = is ? r->a->step[r->leaf] : lc_int_const(0);
    return is;
}

/* `by`, a power of 2, of its coordinates are taken away. */
static bool take(lc_ctx *lc, rest *r, lc_int by)
{
    lc_int q, none;
    if (lc_int_is_size(by) || !lc_int_is_power_of_two(by))
        return false;
    lcr_int_split(lc, r->extent, by, &q, &none);
    if (!lc_int_is_plain_zero(none) || lc_int_is_plain_zero(q))
        return false;
    r->extent = q;
    r->word = lc_int_mul(lc, r->word, by);
    return true;
}

bool lcr_xor_sizes_same(ev *e, const lit *a, const lit *b)
{
    lc_ctx *lc = e->pool->lc;
    const sys s = lcr_sys_new(e->pool);
    rest x = {.a = a}, y = {.a = b};
    bool more = next(&x, 0), other = next(&y, 0);
    lcr_ev_by(e, "bits");
    e->out->one_way = true;
    while (more && other) {
        const sys_sum word = lcr_sys_number(x.word);
        if (!lcr_ev_compare(e, &s, &word, SYS_GT, y.word) ||
            !lcr_ev_compare(e, &s, &word, SYS_LT, y.word))
            return false;
        bool same = lc_int_known_equal(x.extent, y.extent);
        if (!same && take(lc, &x, y.extent))
            other = next(&y, y.leaf + 1);
        else if (!same && take(lc, &y, x.extent))
            more = next(&x, x.leaf + 1);
        else if (!same)
            return lcr_ev_not(e);
        if (same) {
            more = next(&x, x.leaf + 1);
            other = next(&y, y.leaf + 1);
        }
    }
    return more || other ? lcr_ev_not(e) : lcr_ev_ok(e);
}
