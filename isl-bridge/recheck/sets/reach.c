/* reach.c - claims that values are reached: covers, surjective, contained.
 *
 * Where values are bits of bits, T(x) = A(y) has a solution y for all x when it has one for x = 0
 * and one for each bit of x alone; their XORs are a y for each x, W(x), and the sets say that no
 * bit of A(W(x)) and T(x) differs. Where one x has none, or where a value is found missing among
 * a few, the claim does not hold: the set says that A never has this value.
 */
#include "config.h"

#include "parity.h"

#include <stdlib.h>
#include <string.h>

/* ---- a value that is missing ---- */

static bool never_in_sums(ev *e, const lit *a, lc_int value)
{
    fn f = {1, {a}};
    bit_state *b;
    bit_value *v = lcr_lit_is_function(a) && !a->basis ? lcr_bits_number(e, &b, &f, a) : NULL;
    if (v)
        lcr_bits_to_sum(b, v);
    return v && !b->failed ? lcr_ev_compare(e, &b->s, &v->sum, SYS_EQ, value) : lcr_ev_not(e);
}

/* Equations in the bits of A: its value is this number. */
static bit_form *equations(ev *e, const bit_value *a, uint64_t number)
{
    bit_form *equation = lcr_lit_alloc(e->pool, BITS_ROWS, sizeof *equation);
    for (size_t row = 0; equation && row < BITS_ROWS; row++) {
        bit_form bit = {.one = (number >> row & 1) != 0};
        equation[row] = lcr_bits_row(a, row);
        lcr_bits_add(&equation[row], &bit);
    }
    return equation;
}

bool lcr_ev_never(ev *e, const lit *a, lc_int value)
{
    bit_state *b = NULL;
    bool is_sum = lcr_lit_is_affine(a) || lc_int_lt(value, lc_int_const(0)) ||
                  lc_int_bits(value) >= BITS_ROWS - 1;
    bit_value *v = is_sum ? NULL : lcr_bits_only(e, &b, a);
    e->out->by = "difference";
    if (!v)
        return lcr_ev_ok(e) && never_in_sums(e, a, value);
    bit_form *equation = equations(e, v, (uint64_t)lc_int_get_si(value));
    return equation && lcr_parity_set(e, b, BITS_ROWS, equation);
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
    bit_state *of_t, *of_a;
    bit_value *t, *a;
    bit_form *solution; /* one more than bits of x */
} system_t;

static uint64_t value_of(const bit_value *t, size_t bit)
{
    uint64_t value = 0;
    for (size_t row = 0; row < t->n; row++) {
        bool add = bit != SIZE_MAX && lcr_bits_has(&t->bit[row], bit);
        value |= (uint64_t)(add != t->bit[row].one) << row;
    }
    return value;
}

/* *gap: the value of T that A has not. */
static bool solve_all(ev *e, system_t *s, uint64_t *gap, bool *solved)
{
    bit_form none;
    *solved = true;
    for (size_t i = 0; *solved && i <= s->of_t->nbits; i++) {
        *gap = value_of(s->t, i == 0 ? SIZE_MAX : i - 1);
        bit_form *equation = equations(e, s->a, *gap);
        if (!equation ||
            !lcr_parity_solve(e, BITS_ROWS, equation, &s->solution[i], &none, solved))
            return false;
    }
    for (size_t i = 1; *solved && i <= s->of_t->nbits; i++)
        lcr_bits_add(&s->solution[i], &s->solution[0]);
    return true;
}

/* Bit y of W(x). */
static bit_form bit_of_solution(const system_t *s, size_t y)
{
    bit_form f = {.one = lcr_bits_has(&s->solution[0], y)};
    for (size_t x = 0; x < s->of_t->nbits; x++)
        if (lcr_bits_has(&s->solution[x + 1], y))
            f.of[x / 64] |= UINT64_C(1) << (x % 64);
    return f;
}

static bool solutions_differ(ev *e, const system_t *s)
{
    size_t rows = s->t->n > s->a->n ? s->t->n : s->a->n;
    bit_form *term = lcr_lit_alloc(e->pool, s->of_a->nbits + 2, sizeof *term);
    for (size_t row = 0; term && row < rows; row++) {
        size_t n = 0;
        bit_form of_a = lcr_bits_row(s->a, row);
        term[n++] = lcr_bits_row(s->t, row);
        term[n++] = (bit_form){.one = of_a.one};
        for (size_t y = 0; y < s->of_a->nbits; y++)
            if (lcr_bits_has(&of_a, y))
                term[n++] = bit_of_solution(s, y);
        if (!lcr_parity_differ(e, s->of_t, n, term))
            return false;
    }
    return term != NULL;
}

static bool is_full(const lit *a)
{
    bool full = true;
    for (size_t k = 0; k < a->n; k++)
        full = full && lc_int_is_power_of_two(a->extent[k]);
    return full;
}

/* Every value of T is one of A. */
static bool reached_in_bits(ev *e, const lit *t, const lit *a, bool *known)
{
    system_t s = {.of_t = NULL};
    uint64_t gap = 0;
    bool solved;
    s.t = lcr_bits_only(e, &s.of_t, t);
    s.a = s.t ? lcr_bits_only(e, &s.of_a, a) : NULL;
    *known = false;
    if (!s.a || s.t->n >= BITS_ROWS - 2 || s.a->n >= BITS_ROWS - 2)
        return lcr_ev_ok(e);
    s.solution = lcr_lit_alloc(e->pool, s.of_t->nbits + 1, sizeof *s.solution);
    if (!s.solution || !solve_all(e, &s, &gap, &solved))
        return false;
    *known = !solved || is_full(a);
    if (!solved)
        return lcr_ev_missing(e, a, lc_int_si(e->pool->lc, (int64_t)gap));
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
    if (lc_int_lt(lc_int_const(0), n) && lc_int_bits(n) < BITS_ROWS - 2) {
        const lit *all = numbers(e, n);
        if (!all || !reached_in_bits(e, all, a, &known))
            return false;
    }
    if (known)
        return true;
    if (e->out->nsets == 0 || lc_int_le(lcr_lit_size(lc, a), lc_int_const(LCR_EVIDENCE_POINTS)))
        if (!lcr_ev_gap(e, a, n, &found, &gap))
            return false;
    return found ? lcr_ev_missing(e, a, lc_int_si(lc, gap)) : lcr_ev_images(e, a, EV_COVERS, n);
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
