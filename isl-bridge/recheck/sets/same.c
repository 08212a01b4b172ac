/* same.c - the sets of functions that are the same.
 *
 * Layouts differ by a sum that is positive or negative. Functions whose values are bits differ
 * in a bit: in each output bit their XOR is odd somewhere. Where coordinates are bits and nothing
 * else is said of them, that is a parity, which a gcd decides. Else the bits are digits of sums
 * (sets/bits.h), and a run of bits that are no XORs is compared as a whole field. A swizzle that
 * both end in is a bijection of the integers, and is left out.
 */
#include "config.h"

#include "bits.h"
#include "graph.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- differences ---- */

/* One after the other: the axes of f, then those that only g has; the numbers of both on it,
 * SIZE_MAX where one has none: values are 0 there. False: there are no more. */
static bool next_axis(const fn *f, const fn *g, size_t *i, size_t at[2])
{
    lit_path path;
    for (size_t n = lcr_fn_naxes(f); *i < n + lcr_fn_naxes(g); ++*i) {
        lcr_fn_path(*i < n ? f : g, *i < n ? *i : *i - n, &path);
        at[0] = *i < n ? *i : lcr_fn_axis_of(f, &path);
        at[1] = *i < n ? lcr_fn_axis_of(g, &path) : *i - n;
        if (*i < n || at[0] == SIZE_MAX)
            return ++*i, true;
    }
    return false;
}

static bool by_difference(ev *e, const fn *f, const fn *g, const lit *domain)
{
    sys s = lcr_sys_new(e->pool);
    sys_sum *left = lcr_lit_alloc(e->pool, LIT_MAX_AXES, sizeof *left);
    sys_sum *right = lcr_lit_alloc(e->pool, LIT_MAX_AXES, sizeof *right);
    size_t var[SYS_VARS], at[2];
    if (!left || !right || domain->n > SYS_VARS / 2)
        return lcr_ev_not(e);
    e->out->by = "difference";
    lcr_fn_coordinates(&s, domain, 'c', false, var);
    if (!lcr_fn_chain(&s, f, domain, var, left) || !lcr_fn_chain(&s, g, domain, var, right))
        return lcr_ev_not(e);
    for (size_t i = 0; next_axis(f, g, &i, at);)
        if (!lcr_ev_differ(e, &s, at[0] != SIZE_MAX ? &left[at[0]] : NULL,
                           at[1] != SIZE_MAX ? &right[at[1]] : NULL))
            return false;
    return true;
}

/* ---- swizzles ---- */

/* The function without the swizzle that it ends in, which is a bijection; NULL: with none. */
static const lit *before_swizzle(lit_pool *pool, const lit *a, lit *swizzle)
{
    if (a->kind == LIT_COMPOSED && !a->offset) {
        const lit *part = a->outer ? a->outer : a->inner;
        if (a->outer && a->outer->kind == LIT_SWIZZLE && a->outer->s != 0) {
            *swizzle = *a->outer;
            return a->inner;
        }
        part = before_swizzle(pool, part, swizzle);
        lit *b = part && a->outer ? lcr_lit_alloc(pool, 1, sizeof *b) : NULL;
        if (!b)
            return !a->outer ? part : NULL;
        *b = *a;
        b->outer = part;
        return b;
    }
    lit *b = a->kind == LIT_LAYOUT && a->b > 0 && a->s != 0 ? lcr_lit_alloc(pool, 1, sizeof *b)
                                                            : NULL;
    if (!b)
        return NULL;
    *swizzle = *b = *a;
    b->b = 0;
    return b;
}

bool lcr_ev_before_swizzle(ev *e, fn *f, lit *swizzle)
{
    const lit *last = f->n > 0 ? f->step[f->n - 1] : NULL;
    if (!last)
        return false;
    if (last->kind == LIT_SWIZZLE && last->s != 0) {
        *swizzle = *last;
        f->n--;
        return true;
    }
    const lit *part = before_swizzle(e->pool, last, swizzle);
    if (part)
        f->step[f->n - 1] = part;
    return part != NULL;
}

/* Without swizzles of no bits, which move nothing. */
static void leave_idle_swizzles(ev *e, fn *f)
{
    fn x = *f;
    lit w;
    while (lcr_ev_before_swizzle(e, &x, &w) && w.b == 0)
        *f = x;
}

void lcr_ev_leave_swizzles(ev *e, fn *f, fn *g)
{
    lit v, w;
    leave_idle_swizzles(e, f);
    leave_idle_swizzles(e, g);
    fn x = *f, y = *g;
    while (lcr_ev_before_swizzle(e, &x, &v) && lcr_ev_before_swizzle(e, &y, &w) && v.b == w.b &&
           v.m == w.m && v.s == w.s) {
        *f = x;
        *g = y;
    }
}

/* ---- bit by bit ---- */

/* How many rows of x and y are fields that can be compared: neither, or both, with a sign. */
static size_t common_run(const bit_value *x, const bit_value *y, size_t row, const bit_run *r,
                         const bit_run *q)
{
    size_t n = r->n < q->n ? r->n : q->n;
    if (n == 0 || (!r->of && !q->of))
        return 0;
    bool x_ends = x->is_signed && row + n == x->n, y_ends = y->is_signed && row + n == y->n;
    return x_ends == y_ends ? n : n - 1;
}

static bool fields_differ(ev *e, const bit_state *b, const bit_run *r, const bit_run *q, size_t n)
{
    bit_view set = lcr_view_of(b), *view = &set;
    sys_sum difference = {.constant = lc_int_const(0)};
    for (int i = 0; i < 2; i++) {
        const bit_run *at = i == 0 ? r : q;
        if (at->of) {
            lcr_view_edge(view, at->of, at->bit);
            lcr_view_edge(view, at->of, at->bit + n);
        }
    }
    lcr_view_split(view);
    if (r->of)
        lcr_view_field(view, r->of, r->bit, r->bit + n, lc_int_const(1), &difference);
    if (q->of)
        lcr_view_field(view, q->of, q->bit, q->bit + n, lc_int_const(-1), &difference);
    return lcr_ev_not_zero(e, &view->s, &difference);
}

/* False, with an error or not, where the sets cannot be said. */
static bool values_differ(ev *e, bit_state *b, bit_value *x, bit_value *y)
{
    if (!x->by_bits && !y->by_bits)
        return lcr_ev_differ(e, &b->s, &x->sum, &y->sum);
    for (int i = 0; i < 2; i++) {
        bit_value *v = i == 0 ? x : y;
        if (!v->by_bits)
            lcr_bits_of_sum(b, v, v);
    }
    size_t n = (x->n > y->n ? x->n : y->n) + (x->is_signed != y->is_signed);
    n = n > 0 ? n : 1;
    for (size_t row = 0, rows; !b->failed && row < n; row += rows) {
        bit_run r = lcr_bits_run(b, x, row), q = lcr_bits_run(b, y, row);
        rows = common_run(x, y, row, &r, &q);
        bit_form both[2] = {lcr_bits_row(x, row), lcr_bits_row(y, row)};
        if (!(rows > 0 ? fields_differ(e, b, &r, &q, rows) : lcr_view_odd(e, b, 2, both)))
            return false;
        rows = rows > 0 ? rows : 1;
    }
    return !b->failed;
}

static bool axes_differ(ev *e, bit_state *b, const fn *f, bit_value *x, const fn *g, bit_value *y)
{
    size_t at[2];
    for (size_t i = 0; next_axis(f, g, &i, at);) {
        bit_value zero = {.by_bits = false};
        if (!values_differ(e, b, at[0] != SIZE_MAX ? &x[at[0]] : &zero,
                           at[1] != SIZE_MAX ? &y[at[1]] : &zero))
            return false;
    }
    return true;
}

static bool are_bits(const fn *f, const bit_value *v)
{
    bool all = true;
    for (size_t j = 0; j < lcr_fn_naxes(f); j++)
        all = all && v[j].by_bits;
    return all;
}

/* With coordinates as bits only where that makes it a matter of parities; `open`: and of nothing
 * else, so that coordinates need no bounds: what is equal at every bit is equal at every XOR of
 * them. *known: there are sets. */
static bool by_bits(ev *e, const fn *f, const fn *g, const lit *domain, bool bits, bool open,
                    bool *known)
{
    size_t before = e->out->nsets;
    bit_state *b = lcr_bits_begin(e, bits);
    if (!b)
        return false;
    b->open = open;
    lcr_bits_domain(b, domain, 'c');
    bit_value *x = lcr_bits_of(b, f, domain), *y = lcr_bits_of(b, g, domain);
    bool first = x && are_bits(f, x), second = y && are_bits(g, y);
    *known = x && y && (!bits || (open ? first && second : first || second)) &&
             (open || !lcr_bits_are_slow(b)) && (!bits || lcr_bits_are_free(b)) &&
             axes_differ(e, b, f, x, g, y);
    if (*known)
        e->out->by = bits && lcr_bits_are_free(b) ? "parity" : "digits";
    else
        e->out->nsets = before;
    return lcr_ev_ok(e);
}

bool lcr_ev_same_in_bits(ev *e, const fn *f, const fn *g, const lit *domain, bool *known)
{
    return by_bits(e, f, g, domain, true, true, known);
}

/* ---- point by point ---- */

bool lcr_fn_same_at(lc_ctx *lc, const fn *f, const fn *g, lc_int c, bool *same)
{
    lc_int x[LIT_MAX_AXES], y[LIT_MAX_AXES], zero = lc_int_const(0);
    size_t at[2];
    if (!lcr_fn_at(lc, f, c, x) || !lcr_fn_at(lc, g, c, y))
        return false;
    *same = true;
    for (size_t i = 0; next_axis(f, g, &i, at);)
        *same = *same && lc_int_eq(at[0] != SIZE_MAX ? x[at[0]] : zero,
                                   at[1] != SIZE_MAX ? y[at[1]] : zero);
    return true;
}

static bool by_points(ev *e, const fn *f, const fn *g, const lit *domain)
{
    lc_ctx *lc = e->pool->lc;
    lc_int size = lcr_lit_size(lc, domain);
    if (lc_int_lt(lc_int_const(LCR_EVIDENCE_POINTS), size))
        return lcr_ev_not(e);
    e->out->by = "points";
    e->out->looked = true;
    for (int64_t c = 0; c < lc_int_get_si(size) && e->out->holds; c++) {
        bool same = false;
        lc_frame frame = lc_frame_open(lc);
        bool defined = lcr_fn_same_at(lc, f, g, lc_int_si(lc, c), &same);
        lc_frame_close(lc, frame);
        char text[64];
        snprintf(text, sizeof text, "the values at %lld differ", (long long)c);
        if (!defined)
            snprintf(text, sizeof text, "no value at %lld", (long long)c);
        if (!lcr_ev_condition(e, defined && same, text))
            return false;
    }
    return true;
}

/* Appends a chain of layouts as its steps, the first first; false: it is none, or too long. */
static bool unfold(const lit *a, fn *to)
{
    if (a->kind == LIT_COMPOSED && a->outer && lcr_all_zero(a->offset ? a->naxes : 0, a->offset))
        return unfold(a->inner, to) && unfold(a->outer, to);
    bool layout = lcr_lit_is_affine(a) && a->kind == LIT_LAYOUT && to->n < FN_STEPS;
    if (layout)
        to->step[to->n++] = a;
    return layout;
}

/* Layouts after layouts one by one, where nothing else is in the function. */
static void unfold_all(fn *f)
{
    fn made = {.n = 0};
    bool all = f->n > 0;
    for (size_t i = 0; all && i < f->n; i++)
        all = unfold(f->step[i], &made);
    if (all)
        *f = made;
}

bool lcr_ev_same(ev *e, const fn *f, const fn *g, const lit *domain)
{
    bool known = false;
    fn x = *f, y = *g;
    unfold_all(&x);
    unfold_all(&y);
    if (e->pool->points)
        return lcr_ev_chosen_same(e, f, g, domain);
    lcr_ev_leave_swizzles(e, &x, &y);
    if (lcr_fn_is_affine(&x) && lcr_fn_is_affine(&y) && !e->pool->sizes)
        return by_difference(e, &x, &y, domain);
    if (e->pool->sizes && x.n == 1 && y.n == 1 && lcr_is_words(x.step[0]) &&
        lcr_is_words(y.step[0]))
        return lcr_words_same(e, x.step[0], y.step[0]);
    if (e->pool->sizes)
        return lcr_sized_same(e, &x, &y, domain);
    if (!by_bits(e, &x, &y, domain, true, false, &known) ||
        (!known && !by_bits(e, &x, &y, domain, false, false, &known)))
        return false;
    return known || by_points(e, f, g, domain);
}
