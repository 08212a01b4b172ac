/* reach.c - claims that values are reached: covers, surjective, contained.
 *
 * Where the bits of values are XORs of bits of coordinates, T(x) = A(y) has a solution y for all
 * x when it has one for x = 0 and one for each bit of x alone; their XORs are a y for each x,
 * W(x), and the sets say that no bit of A(W(x)) and T(x) differs. Where one x has none, or where
 * a value is found missing among a few, the claim does not hold: the set says that A never has
 * this value.
 */
#include "config.h"

#include "parity.h"
#include "value.h"

/* ---- a value that is missing ---- */

static bool is_full(const lit *a)
{
    bool full = true;
    for (size_t k = 0; k < a->n; k++)
        full = full && lc_int_is_power_of_two(a->extent[k]);
    return full;
}

static bool never_in_bits(ev *e, const lit *a, lc_int value, bool *known)
{
    fn f = {1, {a}};
    value_forms v;
    *known = is_full(a) && lc_int_le(lc_int_const(0), value) && lc_int_bits(value) < SYS_VARS &&
             lcr_value_forms(e->pool, &f, a, true, &v) && v.bits + v.rows < SYS_VARS;
    size_t n = *known && lc_int_bits(value) > v.rows ? lc_int_bits(value) : *known ? v.rows : 0;
    for (size_t row = 0; row < n; row++)
        v.form[row].constant = lc_int_add(e->pool->lc, v.form[row].constant,
                                          lc_int_const(lc_int_bit(value, row)));
    return *known ? lcr_parity_set(e, v.bits, n, v.form) : lcr_ev_ok(e);
}

bool lcr_ev_never(ev *e, const lit *a, lc_int value)
{
    fn f = {1, {a}};
    quo *d = lcr_quo_new(e->pool);
    sys_sum *leaf = lcr_lit_alloc(e->pool, a->n + 1, sizeof *leaf);
    sys_sum *v = lcr_lit_alloc(e->pool, lcr_fn_room(&f), sizeof *v);
    bool known = false;
    if (!d || !leaf || !v)
        return false;
    e->out->by = "difference";
    if (!lcr_lit_is_function(a) || a->basis)
        return lcr_ev_not(e);
    bool bits = lcr_value_has_bits(&f);
    if (bits && (!never_in_bits(e, a, value, &known) || known))
        return known && lcr_ev_ok(e);
    if (!lcr_value_coordinates(d, a, 'c', bits ? VALUE_BITS : VALUE_NUMBERS, leaf) ||
        !lcr_value_of(d, &f, a, leaf, v))
        return lcr_ev_not(e);
    sys_sum number = lcr_value_whole(d, a, v);
    return lcr_ev_compare(e, &d->s, &number, SYS_EQ, value);
}

bool lcr_ev_missing(ev *e, const lit *a, lc_int value)
{
    if (!e->out->holds)
        return true;
    e->out->nsets = 0;
    e->out->looked = e->out->one_way = false;
    if (!lcr_ev_never(e, a, value))
        return false;
    e->out->by = "missing";
    return lcr_ev_contrary(e, "a value is missing");
}

/* ---- in bits ---- */

/* Values T(x) and A(y) of bits; solutions y, for x = 0 and what each bit of x adds by XOR. */
typedef struct {
    value_forms t, a;
    bit_form *solution; /* one more than bits of x */
} system_t;

/* T(0), or what a bit of x adds to it. */
static lc_int value_of(ev *e, const value_forms *t, size_t bit)
{
    lc_ctx *lc = e->pool->lc;
    lc_int value = lc_int_const(0);
    for (size_t row = 0; row < t->rows; row++)
        if (lc_int_is_one(bit == SIZE_MAX ? t->form[row].constant : t->form[row].of[bit]))
            value = lc_int_add(lc, value, lcr_lit_power(lc, row));
    return value;
}

/* A(y) is this number, or without its constants; false: there is no such y. */
static bool solve(const value_forms *a, lc_int number, bool constants, bit_form *solution)
{
    size_t n = lc_int_bits(number) > a->rows ? lc_int_bits(number) : a->rows;
    bit_form equation[PARITY_MAX], none;
    for (size_t row = 0; row < n; row++) {
        equation[row] = (bit_form){.one = false};
        if (row < a->rows)
            equation[row] = lcr_bits_of(a->bits, &a->form[row]);
        equation[row].one = (equation[row].one && constants) != lc_int_bit(number, row);
    }
    return lcr_parity_solve(n, equation, solution, &none);
}

/* False: *gap is a value of T that A has not. */
static bool solve_all(ev *e, system_t *s, lc_int *gap)
{
    lc_int first = *gap = value_of(e, &s->t, SIZE_MAX);
    bool solved = solve(&s->a, first, true, &s->solution[0]);
    for (size_t i = 0; solved && i < s->t.bits; i++) {
        lc_int adds = value_of(e, &s->t, i);
        *gap = lcr_lit_xor(e->pool->lc, first, adds);
        solved = solve(&s->a, adds, false, &s->solution[i + 1]);
    }
    return solved;
}

/* Adds bit y of W(x). */
static void add_solution(sys *set, const system_t *s, size_t y, sys_sum *sum)
{
    for (size_t i = 0; i <= s->t.bits; i++) {
        if (!lcr_bits_has(&s->solution[i], y))
            continue;
        if (i > 0)
            lcr_sys_add_var(set, sum, lc_int_const(1), i - 1);
        else
            sum->constant = lc_int_add(set->pool->lc, sum->constant, lc_int_const(1));
    }
}

static bool solutions_differ(ev *e, const system_t *s)
{
    size_t rows = s->t.rows > s->a.rows ? s->t.rows : s->a.rows;
    sys set = lcr_sys_new(e->pool);
    for (size_t i = 0; i < s->t.bits; i++)
        lcr_sys_free(&set, 'x');
    for (size_t row = 0; row < rows; row++) {
        sys_sum sum = {.constant = lc_int_const(0)};
        if (row < s->t.rows)
            sum = s->t.form[row];
        for (size_t y = 0; row < s->a.rows && y < s->a.bits; y++)
            if (lc_int_is_one(s->a.form[row].of[y]))
                add_solution(&set, s, y, &sum);
        if (row < s->a.rows)
            sum.constant = lc_int_add(e->pool->lc, sum.constant, s->a.form[row].constant);
        if (!lcr_ev_parity(e, &set, &sum, true))
            return false;
    }
    return true;
}

/* Every value of T is one of A. */
static bool reached_in_bits(ev *e, const lit *t, const lit *a, bool *known)
{
    fn f = {1, {t}}, g = {1, {a}};
    system_t s;
    lc_int gap;
    *known = false;
    if (t->basis || a->basis || !lcr_value_forms(e->pool, &f, t, true, &s.t) ||
        !lcr_value_forms(e->pool, &g, a, true, &s.a))
        return lcr_ev_ok(e);
    s.solution = lcr_lit_alloc(e->pool, s.t.bits + 1, sizeof *s.solution);
    if (!s.solution)
        return false;
    bool solved = solve_all(e, &s, &gap);
    *known = !solved || is_full(a);
    if (!solved)
        return lcr_ev_missing(e, a, gap);
    e->out->by = "parity";
    return !*known || solutions_differ(e, &s);
}

/* ---- the claims ---- */

/* 0, 1, ... of as many bits as N - 1 has: to reach all below N, bits have to reach all these. */
static const lit *numbers(ev *e, lc_int n)
{
    lit *all = lcr_lit_flat(e->pool, 1);
    if (!all)
        return NULL;
    size_t bits = lc_int_bits(lc_int_sub(e->pool->lc, n, lc_int_const(1)));
    all->extent[0] = lcr_lit_power(e->pool->lc, bits);
    all->step[0] = lc_int_const(1);
    return all;
}

bool lcr_ev_reached(ev *e, const lit *a, lc_int n)
{
    lc_ctx *lc = e->pool->lc;
    bool known = false, found = false;
    int64_t gap = 0;
    if (lc_int_lt(lcr_lit_size(lc, a), n))
        return lcr_ev_arithmetic(e, false, "there are fewer coordinates than values");
    if (lc_int_lt(lc_int_const(0), n) && lc_int_bits(n) < SYS_VARS && lcr_lit_is_function(a)) {
        const lit *all = numbers(e, n);
        if (!all || !reached_in_bits(e, all, a, &known))
            return false;
    }
    if (known)
        return true;
    if (!lcr_ev_gap(e, a, n, &found, &gap))
        return false;
    if (found)
        return lcr_ev_missing(e, a, lc_int_si(lc, gap));
    lcr_ev_by(e, "points");
    return true;
}

bool lcr_ev_contained(ev *e, const lit *t, const lit *a)
{
    bool known = false, found = false;
    int64_t gap = 0;
    if (lcr_lit_is_function(t) && lcr_lit_is_function(a) && !reached_in_bits(e, t, a, &known))
        return false;
    if (known)
        return true;
    if (!lcr_ev_values_contained(e, t, a, &found, &gap))
        return false;
    return !found || lcr_ev_missing(e, a, lc_int_si(e->pool->lc, gap));
}
