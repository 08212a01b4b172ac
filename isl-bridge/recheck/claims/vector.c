/* vector.c - vectorizes: n elements move as one wherever they lie.
 *
 * The first vector is where A and B are i more than at 0, i < n, and the others are its
 * translates, each from the least coordinate that is in none yet. In each the values of A,
 * and those of B, are n consecutive ones, in the same order. Where there is a choice which
 * coordinates are the first vector's, there is no evidence, but of functions that are neither
 * layouts nor linear over F2, which take the least ones.
 *
 * The first vector of layouts is a layout F, the witness. Its modes tile the coordinates, and T,
 * what is left between them, has the beginnings of vectors. The sets: a coordinate of the first
 * vector that is not F's; one whose value is not that at the beginning of its vector and its
 * number. What refutes is an offset below n at no coordinate of both; that F is the first vector
 * and does not tile; or that two elements of a vector, F from t on, the witness {t} o F, do not
 * move as one. Empty sets say so.
 *
 * With `aligned`, a set more: a vector that begins at no multiple of n. Vectors of functions
 * linear over F2, whose values are 0 to n - 1 XOR one of them, always begin at one.
 *
 * Translates of functions linear over F2 are by XOR (claims/vector-bits.c). All vectors of a
 * small domain are looked at where functions are neither, and where there is no witness.
 */
#include "config.h"

#include "../../../lib/size.h"

#include "../sets/outside.h"
#include "../sets/value.h"
#include "vector.h"

#include <string.h>

/* ---- what refutes ---- */

/* Element i of F. */
static lc_int element(lc_ctx *lc, const lit *f, size_t i)
{
    lc_int c[LIT_MAX_AXES];
    lit plain = *f;
    plain.offset = NULL;
    return lcr_lit_at(lc, &plain, lc_int_si(lc, (int64_t)i), c) ? c[0] : lc_int_const(0);
}

/* Values at t + F(i), less a multiple of n; false where they are too large. */
static bool values_from(lc_ctx *lc, const lit *x, const lit *f, lc_int t, size_t n, int64_t *out)
{
    lc_int from[LIT_MAX_AXES], value[LIT_MAX_AXES], length = lcr_lit_size(lc, f);
    bool fits = lcr_lit_at(lc, x, t, from);
    from[0] = lc_int_sub(lc, from[0], lc_int_fmod(lc, from[0], length));
    for (size_t i = 0; fits && i < n; i++) {
        lc_frame frame = lc_frame_open(lc);
        fits = lcr_lit_at(lc, x, lc_int_add(lc, t, element(lc, f, i)), value);
        lc_int d = lc_int_sub(lc, value[0], from[0]);
        fits = fits && lc_int_fits_si(d);
        if (fits)
            out[i] = lc_int_get_si(d);
        lc_frame_close(lc, frame);
    }
    return fits;
}

/* Does t begin a vector: no digit of it is in a mode of F? */
static bool is_beginning(lc_ctx *lc, const vectors *w, lc_int t)
{
    bool begins = lc_int_le(lc_int_const(0), t);
    for (size_t k = 0; begins && k < w->f->n; k++) {
        lc_int digit = lc_int_is_zero(w->f->step[k])
                           ? lc_int_const(0)
                           : lc_int_fmod(lc, lc_int_fdiv(lc, t, w->f->step[k]), w->f->extent[k]);
        begins = lc_int_is_zero(digit);
    }
    return begins;
}

/* The vector {t} o F is torn, or begins where it may not: which elements do is looked up. Or F
 * does not tile. */
static bool torn(ev *e, const lit *a, const lit *b, const lit *f, lc_int n, bool aligned)
{
    lc_ctx *lc = e->pool->lc;
    vectors w;
    size_t i, k, count = (size_t)lc_int_get_si(lc_int_min(n, lc_int_const(LCR_EVIDENCE_POINTS)));
    if (f->kind != LIT_LAYOUT || !lcr_lit_is_few(n))
        return lcr_ev_not(e);
    if (!lcr_vec_read(e, a, b, f, n, &w))
        return e->none;
    if (!w.tiled)
        return lcr_vec_runs(e, &w, false, false);
    lc_int t = f->offset ? f->offset[0] : lc_int_const(0);
    lc_int size = lc_int_min(lcr_lit_size(lc, a), lcr_lit_size(lc, b));
    int64_t *x = lcr_lit_alloc(e->pool, count, sizeof *x),
            *y = lcr_lit_alloc(e->pool, count, sizeof *y);
    size_t *owner = lcr_lit_alloc(e->pool, count, sizeof *owner);
    if (!x || !y || !owner)
        return false;
    if (!values_from(lc, a, f, t, count, x) || !values_from(lc, b, f, t, count, y))
        return lcr_ev_not(e);
    vec_tear tear = lcr_vec_tear(x, y, count, aligned, owner, &i, &k);
    if (!lcr_ev_condition(e, is_beginning(lc, &w, t) && lc_int_lt(t, size),
                          "no vector begins there") ||
        !lcr_ev_condition(e, tear != VEC_MOVES, "the vector is not torn"))
        return false;
    return !e->out->holds || lcr_vec_is_torn(e, &w, tear, lc_int_add(lc, t, element(lc, f, i)),
                                             lc_int_add(lc, t, element(lc, f, k)));
}

/* ---- the claim ---- */

/* Integers, a length, and the word `aligned`; small: the values that both have can be looked
 * at. */
static bool read_claim(ev *e, const lcr_statement *c, const lit **a, const lit **b, lc_int *n,
                       bool *aligned, bool *small)
{
    lc_ctx *lc = e->pool->lc;
    lc_int most = lc_int_const(LCR_EVIDENCE_POINTS);
    *a = c->arg[0];
    *b = c->arg[1];
    if (!lcr_ev_has_word(e, c, 3, "aligned", aligned))
        return false;
    if (!lcr_lit_is_function(*a) || !lcr_lit_is_function(*b) || (*a)->basis || (*b)->basis ||
        !lcr_ev_integer(c->arg[2], n) || lc_int_le(*n, lc_int_const(0))) {
        lcr_ev_not(e);
        return false;
    }
    *small = lc_int_known_le(lcr_lit_size(lc, *a), most) &&
             lc_int_known_le(lcr_lit_size(lc, *b), most) && !e->pool->sizes;
    return true;
}

/* Is a function linear over F2, as linear layouts are, and a sum of strides an XOR, no bit of
 * which two of them say? */
static bool in_bits(ev *e, const lit *a)
{
    if (a->kind == LIT_LINEAR)
        return true;
    const lit *plain = a->kind == LIT_LAYOUT ? lcr_without_swizzle(e->pool, a) : a;
    const fn f = {1, {plain}};
    size_t bits, terms = 0;
    value_forms v;
    if (!plain || a->kind == LIT_COMPOSED || !lcr_value_is_xor(e->pool, &f, a, &bits) ||
        !lcr_value_forms(e->pool, &f, a, false, &v))
        return false;
    for (size_t row = 0; row < v.rows && terms <= 1; row++) {
        terms = !lc_int_is_zero(v.form[row].constant);
        for (size_t i = 0; i < bits; i++)
            terms += !lc_int_is_zero(v.form[row].of[i]);
    }
    return terms <= 1 || a->kind != LIT_LAYOUT || a->by_xor;
}

/* A tensor whose address, the offset before a layout, is no multiple of n. */
static bool is_misaligned(lc_ctx *lc, const lit *a, lc_int n)
{
    return lcr_lit_is_integers(a) && !a->swizzled && a->offset &&
           !lc_int_divides(lc, n, a->offset[0]);
}

bool lcr_ev_vectorizes(ev *e, const lcr_statement *c)
{
    lc_ctx *lc = e->pool->lc;
    lc_int n;
    const lit *a, *b;
    bool aligned, small;
    vectors w;
    if (!read_claim(e, c, &a, &b, &n, &aligned, &small))
        return e->none;
    if (is_misaligned(lc, a, n) || is_misaligned(lc, b, n)) {
        e->out->by = "vector";
        return lcr_ev_condition(e, false, "a tensor begins at no multiple of the length");
    }
    bool plain = lcr_lit_is_integers(a) && lcr_lit_is_integers(b);
    if (!plain && !e->pool->sizes && in_bits(e, a) && in_bits(e, b))
        return lcr_vec_by_bits(e, a, b, n);
    if (small && !c->witness)
        return lcr_vec_by_looking(e, a, b, n, aligned, plain);
    if (!plain)
        return lcr_ev_not(e);
    if (e->pool->sizes && lc_int_known_equal(n, lc_int_const(1)))
        return lcr_ev_arithmetic(e, true, "");
    const lit *f = c->witness;
    if (!f && !(f = lcr_ev_hint(e, "vector", a, lcr_lit_integer(e->pool, n))))
        return lcr_ev_not(e);
    if (!lcr_vec_read(e, a, b, f, n, &w))
        return e->none;
    if (!w.tiled)
        return lcr_ev_not(e);
    e->out->by = "vector";
    e->out->one_way = true;
    return lcr_vec_runs(e, &w, true, aligned);
}

bool lcr_ev_not_vectorizes(ev *e, const lcr_statement *c)
{
    lc_int n, offset;
    const lit *a, *b;
    bool aligned, small;
    if (!read_claim(e, c, &a, &b, &n, &aligned, &small))
        return e->none;
    if (!lcr_lit_is_integers(a) || !lcr_lit_is_integers(b))
        return lcr_ev_not(e);
    e->out->by = "vector";
    if (!lcr_ev_integer(c->witness, &offset))
        return torn(e, a, b, c->witness, n, aligned);
    return lcr_ev_condition(e, lc_int_le(lc_int_const(0), offset) && lc_int_lt(offset, n),
                            "the witness is none of the vector") &&
           lcr_vec_not_common(e, a, b, offset);
}
