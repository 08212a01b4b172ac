/* images.c - claims about the values of a function that adds by XOR.
 *
 * Where values are bits of bits (sets/bits.h), equations over F2 say it (sets/parity.h):
 *
 *   two coordinates have one value    every bit of the XOR of the two, linear in the XOR of the
 *                                     coordinates, is 0, and bit i of that is not; the XORs of
 *                                     numbers below an extent are all numbers of as many bits
 *   a value is above N                bit h is 1 where that of N is 0, and so are the bits above
 *                                     it that are 1 in N
 *   a value is no multiple of 2^k     a bit below k is 1
 *   a value is one of A and of B      the XOR of their bits is 0, and a bit of one is not
 *
 * Else a value is a sum. A swizzle at the end is a bijection of blocks of 2^n integers: values
 * that collide, or exceed a multiple of 2^n, do so before it.
 */
#include "config.h"

#include "graph.h"
#include "parity.h"

#include <string.h>

/* ---- functions without their swizzles ---- */

static bool is_multiple(lc_ctx *lc, lc_int n, size_t bits)
{
    return bits < BITS_ROWS - 2 &&
           lc_int_is_plain_zero(lc_int_fmod(lc, n, lcr_lit_power(lc, bits)));
}

/* No function is the coordinate itself: a compact layout. */
static const lit *step_of(ev *e, const fn *f, const lit *domain)
{
    return f->n == 0 ? lcr_lit_compact(e->pool, domain) : f->step[0];
}

/* ---- collisions ---- */

static bool collide_in_bits(ev *e, const lit *a, bool *known)
{
    bit_state *b = lcr_bits_begin(e, true);
    bit_form *equation = lcr_lit_alloc(e->pool, BITS_ROWS + 1, sizeof *equation);
    if (!b || !equation)
        return false;
    b->open = true;
    bit_value *v = lcr_bits_only(e, &b, a);
    *known = v != NULL;
    for (size_t row = 0; *known && row < v->n; row++) {
        equation[row] = v->bit[row];
        equation[row].one = false;
    }
    if (*known)
        lcr_ev_by(e, "collision");
    for (size_t i = 0; *known && i < b->nbits; i++) {
        equation[v->n] = lcr_bits_single(i);
        equation[v->n].one = true;
        if (!lcr_parity_set(e, b, v->n + 1, equation))
            return false;
    }
    return lcr_ev_ok(e);
}

/* Two values as sums that are equal; false: they are none, or too slow ones. */
static bool as_equal_sums(bit_state *b, bit_value *x, bit_value *y)
{
    if (!x || !y)
        return false;
    lcr_bits_to_sum(b, x);
    lcr_bits_to_sum(b, y);
    if (b->failed || lcr_bits_are_slow(b))
        return false;
    sys_sum apart = x->sum;
    lcr_sys_add(&b->s, &apart, lc_int_const(-1), &y->sum);
    lcr_sys_relate(&b->s, &apart, SYS_EQ);
    return true;
}

/* Coordinates i and j of one value, the first leaf that differs larger in j. */
static bool collide_in_sums(ev *e, const lit *a, bool *known)
{
    fn f = {1, {a}};
    bit_state *b = lcr_bits_begin(e, false);
    sys_sum *first = lcr_lit_alloc(e->pool, a->n, sizeof *first);
    if (!b || !first)
        return false;
    lcr_bits_domain(b, a, 'i');
    for (size_t k = 0; !b->failed && k < a->n; k++)
        first[k] = b->leaf[k].sum;
    bit_value *x = lcr_bits_of(b, &f, a);
    lcr_bits_domain(b, a, 'j');
    bit_value *y = x ? lcr_bits_of(b, &f, a) : NULL;
    *known = as_equal_sums(b, x, y);
    if (!*known)
        return lcr_ev_ok(e);
    lcr_ev_by(e, "collision");
    for (size_t k = 0; k < a->n; k++) {
        lcr_sys_add(&b->s, &first[k], lc_int_const(-1), &b->leaf[k].sum);
        if (!lcr_ev_relate(e, &b->s, &first[k], SYS_LT))
            return false;
        lcr_sys_relate(&b->s, &first[k], SYS_EQ);
    }
    return true;
}

/* The function before an offset, or a swizzle, at its end. */
static bool before_bijection(ev *e, fn *f)
{
    lit w;
    if (f->n > 0 && f->step[0]->kind == LIT_COMPOSED && !f->step[0]->outer) {
        f->step[0] = f->step[0]->inner;
        return true;
    }
    return lcr_ev_before_swizzle(e, f, &w);
}

bool lcr_ev_injective(ev *e, const lit *a)
{
    fn f = {1, {a}};
    bool known = false;
    if (e->pool->points && lcr_lit_is_function(a))
        return lcr_ev_chosen_injective(e, a);
    while (before_bijection(e, &f))
        ;
    const lit *before = step_of(e, &f, a);
    if (!before)
        return false;
    if (lcr_lit_is_affine(before) && before->n <= SYS_VARS)
        return lcr_ev_collisions(e, before);
    if (e->pool->sizes)
        return lcr_is_words(before) ? lcr_words_injective(e, before)
                                    : lcr_sized_injective(e, before);
    if (!collide_in_bits(e, before, &known))
        return false;
    if (!known && before->naxes == 1 && lcr_lit_is_function(before) &&
        !collide_in_sums(e, before, &known))
        return false;
    return known || lcr_ev_images(e, a, EV_INJECTIVE, lc_int_const(0));
}

/* ---- bounds ---- */

/* That bits from 0 to 1 have no sum above `most`: nothing else needs to be known. */
static bool too_few_bits(ev *e, size_t n, lc_int most)
{
    sys s = lcr_sys_new(e->pool);
    sys_sum sum = {.constant = lc_int_const(0)};
    for (size_t i = 0; i < n; i++)
        lcr_sys_add_var(&s, &sum, lcr_lit_power(e->pool->lc, i), lcr_sys_bit(&s, 'z'));
    return lcr_ev_compare(e, &s, &sum, SYS_GT, most);
}

static bool above_in_bits(ev *e, const bit_state *b, const bit_value *v, lc_int most)
{
    static const bit_form odd = {.one = true};
    bit_form *equation = lcr_lit_alloc(e->pool, BITS_ROWS + 1, sizeof *equation);
    size_t n = 0;
    bool some = false;
    if (!equation)
        return false;
    if (lc_int_lt(most, lc_int_const(0)))
        return lcr_ev_add(e, &b->s);
    if (lc_int_bits(most) > v->n)
        return too_few_bits(e, v->n, most);
    for (size_t row = v->n; row-- > 0;) {
        equation[n] = v->bit[row];
        lcr_bits_add(&equation[n], &odd);
        if (lc_int_bit(most, row)) {
            n++;
            continue;
        }
        some = true;
        if (!lcr_parity_set(e, b, n + 1, equation))
            return false;
    }
    return some || too_few_bits(e, v->n, most);
}

/* Fields of a value, from the highest one on, beyond those of a bound: one beyond it, and none
 * before that on the other side. */
typedef struct {
    ev *e;
    const bit_state *b;
    const bit_value *v;
    lc_int bound;
    int sign; /* 1: above it */
} beyond;

/* The rows [*first, end) below `end`, one field or one bit. */
static bit_run field_before(const beyond *of, size_t end, size_t *first)
{
    bit_run r = lcr_bits_run(of->b, of->v, end - 1);
    for (*first = end - 1; r.n > 0 && *first > 0;) {
        bit_run longer = lcr_bits_run(of->b, of->v, *first - 1);
        if (longer.of != r.of || *first - 1 + longer.n < end)
            break;
        --*first;
        r = longer;
    }
    r.n = r.n > 0 ? end - *first : 0;
    return r;
}

/* The same bits of the bound; with all above them where they are the highest ones. */
static lc_int field_of_bound(const beyond *of, size_t first, size_t end)
{
    lc_ctx *lc = of->e->pool->lc;
    lc_int part = lc_int_fdiv(lc, of->bound, lcr_lit_power(lc, first));
    return end == of->v->n ? part : lc_int_fmod(lc, part, lcr_lit_power(lc, end - first));
}

/* The field [first, end), as a number of its sign, less that of the bound, times the sign. */
static void add_field(const beyond *of, bit_view *view, const bit_run *r, size_t first,
                      size_t end, sys_sum *sum)
{
    lc_ctx *lc = of->e->pool->lc;
    lcr_sys_zero(sum);
    if (r->n > 0)
        lcr_view_field(view, r->of, r->bit, r->bit + r->n, lc_int_const(of->sign), sum);
    lc_int part = lc_int_mul(lc, lc_int_const(of->sign), field_of_bound(of, first, end));
    sum->constant = lc_int_sub(lc, sum->constant, part);
}

/* What is said of a field: it is beyond the bound, or not on the other side of it. False: a bit
 * that cannot be. */
static bool say_field(const beyond *of, bit_view *view, size_t first, size_t end,
                      const bit_run *r, bool is_beyond)
{
    lc_ctx *lc = of->e->pool->lc;
    sys_sum sum;
    if (r->n > 0) {
        add_field(of, view, r, first, end, &sum);
        lcr_sys_relate(&view->s, &sum, is_beyond ? SYS_GT : SYS_GE);
        return true;
    }
    /* a bit, which is a sign perhaps: then 1 is below 0 */
    bool is_sign = of->v->is_signed && end == of->v->n;
    lc_int part = field_of_bound(of, first, end), last = lc_int_const(is_sign ? -1 : 0);
    lc_int least = last, most = lc_int_add(lc, last, lc_int_const(1));
    lc_int low = of->sign > 0 ? lc_int_add(lc, part, lc_int_const(is_beyond)) : least;
    lc_int high = of->sign > 0 ? most : lc_int_sub(lc, part, lc_int_const(is_beyond));
    bool may_be_low = lc_int_le(low, least) && lc_int_le(least, high);
    bool may_be_high = lc_int_le(low, most) && lc_int_le(most, high);
    if (may_be_low != may_be_high) {
        sys_sum bit = {.constant = lc_int_const(0)};
        lcr_view_form(view, &of->v->bit[first], &bit);
        lcr_view_parity(view, &bit, is_sign ? may_be_low : may_be_high);
    }
    return may_be_low || may_be_high;
}

/* One set a field. */
static bool beyond_in_fields(const beyond *of)
{
    size_t edge[BITS_ROWS + 1], n = 0;
    bit_run run[BITS_ROWS];
    for (size_t end = edge[0] = of->v->n; end > 0; end = edge[n])
        run[n] = field_before(of, end, &edge[n + 1]), n++;
    for (size_t i = 0; i < n; i++) {
        bit_view set = lcr_view_of(of->b), *view = &set;
        bool possible = true;
        for (size_t k = 0; k <= i; k++) {
            if (run[k].n == 0)
                lcr_view_need(view, &of->v->bit[edge[k + 1]]);
            else
                lcr_view_edge(view, run[k].of, run[k].bit);
            if (run[k].n > 0)
                lcr_view_edge(view, run[k].of, run[k].bit + run[k].n);
        }
        lcr_view_split(view);
        for (size_t k = 0; possible && k <= i; k++)
            possible = say_field(of, view, edge[k + 1], edge[k], &run[k], k == i);
        if (view->s.failed)
            return lcr_ev_not(of->e);
        if (possible && !lcr_ev_add(of->e, &view->s))
            return false;
    }
    return true;
}

static bool beyond_in_sums(ev *e, const fn *f, const lit *a, lc_int least, lc_int most,
                           bool *known)
{
    bit_state *b;
    const bit_value *v = lcr_bits_number(e, &b, f, a);
    *known = v != NULL;
    if (!*known)
        return lcr_ev_ok(e);
    if (!v->by_bits)
        return lcr_ev_outside(e, &b->s, &v->sum, least, most);
    beyond low = {e, b, v, least, -1}, high = {e, b, v, most, 1};
    size_t before = e->out->nsets;
    return beyond_in_fields(&low) && beyond_in_fields(&high) &&
           (e->out->nsets > before || e->none || too_few_bits(e, v->n, most));
}

bool lcr_ev_inside(ev *e, const fn *f, const lit *domain, lc_int least, lc_int most, bool *known)
{
    bit_state *b = NULL;
    bit_value *v = lc_int_le(least, lc_int_const(0)) ? lcr_bits_only_of(e, &b, f, domain) : NULL;
    *known = v != NULL;
    if (!lcr_ev_ok(e))
        return false;
    return v ? above_in_bits(e, b, v, most) : beyond_in_sums(e, f, domain, least, most, known);
}

bool lcr_ev_within(ev *e, const lit *a, lc_int least, lc_int most)
{
    lc_ctx *lc = e->pool->lc;
    fn f = {1, {a}}, before = f;
    lit w;
    bool known = false;
    lc_int end = lc_int_add(lc, most, lc_int_const(1));
    while (lcr_ev_before_swizzle(e, &before, &w) &&
           is_multiple(lc, end, lcr_lit_swizzle_end(&w)) &&
           is_multiple(lc, least, lcr_lit_swizzle_end(&w)))
        f = before;
    const lit *part = step_of(e, &f, a);
    if (!part)
        return false;
    for (size_t j = 0; lcr_lit_is_affine(part) && j < part->naxes; j++)
        if (!lcr_ev_bounds(e, part, j, least, most))
            return false;
    if (lcr_lit_is_affine(part))
        return true;
    lcr_ev_by(e, "bounds");
    if (e->pool->sizes)
        return lcr_is_words(part) ? lcr_words_within(e, part, least, most)
                                  : lcr_sized_within(e, part, least, most);
    if (!lcr_ev_inside(e, &f, a, least, most, &known))
        return false;
    return known || lcr_ev_values_within(e, a, least, most);
}

/* ---- multiples ---- */

static bool some_bit_is_one(ev *e, const bit_state *b, const bit_value *v, size_t n)
{
    for (size_t row = 0; row < n; row++) {
        bit_form bit = lcr_bits_row(v, row);
        if (!lcr_view_odd(e, b, 1, &bit))
            return lcr_ev_not(e);
    }
    return true;
}

bool lcr_ev_remainder(ev *e, sys *s, sys_sum *value, lc_int n)
{
    lc_int last = lc_int_sub(e->pool->lc, n, lc_int_const(1));
    lcr_sys_add_var(s, value, lc_int_neg(e->pool->lc, n), lcr_sys_free(s, 'q'));
    lcr_sys_add_var(s, value, lc_int_const(-1), lcr_sys_between(s, 'r', lc_int_const(1), last));
    return lcr_ev_relate(e, s, value, SYS_EQ);
}

/* Every integer is a multiple of 1. */
static bool any_integer_is_multiple(ev *e)
{
    sys s = lcr_sys_new(e->pool);
    sys_sum value = lcr_sys_variable(lcr_sys_free(&s, 'v'));
    return lcr_ev_remainder(e, &s, &value, lc_int_const(1));
}

static bool multiples_in_bits(ev *e, const lit *a, lc_int n)
{
    fn f = {1, {a}};
    bit_state *b = NULL;
    size_t bits = lc_int_bits(n) - 1;
    if (lc_int_is_one(n))
        return any_integer_is_multiple(e);
    bit_value *v = lcr_bits_only(e, &b, a);
    v = v ? v : lcr_bits_number(e, &b, &f, a);
    if (v && v->by_bits && lc_int_is_power_of_two(n))
        return some_bit_is_one(e, b, v, bits);
    if (v)
        lcr_bits_to_sum(b, v);
    if (!v || b->failed || b->s.n + 2 > SYS_VARS || lcr_bits_are_slow(b))
        return lcr_ev_ok(e) && lcr_ev_images(e, a, EV_ALIGNED, n);
    return lcr_ev_remainder(e, &b->s, &v->sum, n);
}

bool lcr_ev_aligned(ev *e, const lit *a, lc_int n)
{
    fn_values v;
    e->out->by = "bounds";
    if (e->pool->sizes && lcr_lit_is_function(a) && !a->basis && !lc_int_is_size(n) &&
        lc_int_is_one(n))
        return any_integer_is_multiple(e);
    if (!lcr_lit_is_affine(a) && !a->basis && e->pool->sizes)
        return lcr_sized_aligned(e, a, n);
    if (!lcr_lit_is_affine(a) || a->basis)
        return a->basis ? lcr_ev_not(e) : multiples_in_bits(e, a, n);
    if (a->n > SYS_VARS - 2 || !lcr_fn_values(e->pool, a, &v))
        return lcr_ev_not(e);
    return lcr_ev_remainder(e, &v.s, &v.value[0], n);
}

/* ---- common values ---- */

static bool common_in_bits(ev *e, const bit_state *b, const bit_value *x, const bit_value *y)
{
    static const bit_form odd = {.one = true};
    size_t n = x->n > y->n ? x->n : y->n;
    bit_form *equation = lcr_lit_alloc(e->pool, n + 1, sizeof *equation);
    if (!equation)
        return false;
    for (size_t row = 0; row < n; row++) {
        bit_form other = lcr_bits_row(y, row);
        equation[row] = lcr_bits_row(x, row);
        lcr_bits_add(&equation[row], &other);
    }
    for (size_t row = 0; row < x->n; row++) {
        equation[n] = x->bit[row];
        lcr_bits_add(&equation[n], &odd);
        if (!lcr_parity_set(e, b, n + 1, equation))
            return false;
    }
    return true;
}

/* S(x) = S(y) where x = y, and S(x) = y where x = S(y) for a swizzle that is its own inverse; it
 * keeps 0. So f has no swizzle at its end, and g one at most. */
static bool move_swizzle(ev *e, fn *f, fn *g)
{
    lcr_ev_leave_swizzles(e, f, g);
    fn x = *f;
    lit *swizzle = lcr_lit_alloc(e->pool, 1, sizeof *swizzle);
    if (!swizzle || !lcr_ev_before_swizzle(e, &x, swizzle) ||
        (swizzle->s < 0 ? -swizzle->s : swizzle->s) < swizzle->b || x.n == 0)
        return swizzle != NULL;
    swizzle->kind = LIT_SWIZZLE;
    swizzle->naxes = 1;
    *f = x;
    g->step[g->n++] = swizzle;
    return true;
}

static bool common_in_sums(ev *e, const lit *a, const lit *c, bool *known)
{
    fn f = {1, {a}}, g = {1, {c}};
    bit_state *b = lcr_bits_begin(e, false);
    if (!b || !move_swizzle(e, &f, &g))
        return false;
    lcr_bits_domain(b, a, 'i');
    bit_value *x = lcr_bits_of(b, &f, a);
    lcr_bits_domain(b, c, 'j');
    bit_value *y = lcr_bits_of(b, &g, c);
    *known = as_equal_sums(b, x, y);
    if (!*known)
        return lcr_ev_ok(e);
    return lcr_ev_not_zero(e, &b->s, &x->sum);
}

bool lcr_ev_disjoint(ev *e, const lit *a, const lit *c)
{
    bit_state *b = NULL;
    bool known = false;
    e->out->by = "common";
    if (e->pool->sizes)
        return lcr_sized_disjoint(e, a, c);
    bit_value *x = lcr_bits_only(e, &b, a), *y = x ? lcr_bits_only(e, &b, c) : NULL;
    e->out->by = "common";
    if (y)
        return common_in_bits(e, b, x, y);
    bool one_axis = a->naxes == 1 && c->naxes == 1 && a->basis == c->basis &&
                    (!a->basis || lcr_path_same(&a->path[0], &c->path[0]));
    if (one_axis && lcr_lit_is_function(a) && lcr_lit_is_function(c) &&
        !common_in_sums(e, a, c, &known))
        return false;
    return known || lcr_ev_none_in_common(e, a, c);
}

/* ---- each place once ---- */

/* Counted: so they are all reached. */
bool lcr_ev_once_each(ev *e, const lit *x, lc_int n)
{
    lc_ctx *lc = e->pool->lc;
    bool as_many = lc_int_eq(lcr_lit_size(lc, x), n);
    bool ok = lcr_ev_condition(e, as_many, "there are not as many coordinates") &&
              lcr_ev_within(e, x, lc_int_const(0), lc_int_sub(lc, n, lc_int_const(1))) &&
              lcr_ev_injective(e, x);
    e->out->by = "counting";
    return ok;
}
