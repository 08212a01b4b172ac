/* parity.c - equations over F2, solved by elimination. */
#include "config.h"

#include "parity.h"

#include <string.h>

bool lcr_bits_has(const bit_form *f, size_t bit)
{
    return (f->of[bit / 64] >> (bit % 64) & 1) != 0;
}

static bit_form single_bit(size_t bit)
{
    bit_form f = {.one = false};
    f.of[bit / 64] = UINT64_C(1) << (bit % 64);
    return f;
}

bit_form lcr_bits_of(size_t n, const sys_sum *sum)
{
    bit_form f = {.one = lc_int_bit(sum->constant, 0)};
    for (size_t i = 0; i < n; i++)
        if (lc_int_bit(sum->of[i], 0))
            f.of[i / 64] |= UINT64_C(1) << (i % 64);
    return f;
}

static void add_bits(bit_form *to, const bit_form *more)
{
    for (size_t i = 0; i < BITS_WORDS; i++)
        to->of[i] ^= more->of[i];
    to->one = to->one != more->one;
}

/* What is left of an equation, and the equations that it is the sum of. */
typedef struct {
    bit_form left, of;
} reduced;

static size_t first_bit(const bit_form *f)
{
    for (size_t i = 0; i < BITS_WORDS; i++)
        if (f->of[i] != 0)
            return 64 * i + (size_t)__builtin_ctzll(f->of[i]);
    return SIZE_MAX;
}

/* Row by row, each with a first bit that no other one has. */
bool lcr_parity_solve(size_t n, const bit_form *equation, bit_form *solution, bit_form *none)
{
    reduced row[PARITY_MAX];
    memset(solution, 0, sizeof *solution);
    for (size_t i = 0; i < n; i++) {
        row[i] = (reduced){equation[i], single_bit(i)};
        for (size_t k = 0; k < i; k++) {
            size_t bit = first_bit(&row[k].left);
            if (bit != SIZE_MAX && lcr_bits_has(&row[i].left, bit)) {
                add_bits(&row[i].left, &row[k].left);
                add_bits(&row[i].of, &row[k].of);
            }
        }
        size_t bit = first_bit(&row[i].left);
        if (bit == SIZE_MAX && row[i].left.one) {
            *none = row[i].of;
            return false;
        }
        for (size_t k = 0; bit != SIZE_MAX && k < i; k++)
            if (lcr_bits_has(&row[k].left, bit)) {
                add_bits(&row[k].left, &row[i].left);
                add_bits(&row[k].of, &row[i].of);
            }
    }
    for (size_t i = 0; i < n; i++)
        if (row[i].left.one) {
            bit_form bit = single_bit(first_bit(&row[i].left));
            add_bits(solution, &bit);
        }
    return true;
}

bool lcr_parity_set(ev *e, size_t bits, size_t n, const sys_sum *equation)
{
    bit_form *as_bits = lcr_lit_alloc(e->pool, n, sizeof *as_bits), solution, none;
    sys s = lcr_sys_new(e->pool);
    sys_sum sum = {.constant = lc_int_const(0)};
    for (size_t i = 0; i < bits; i++)
        lcr_sys_free(&s, 'x');
    for (size_t k = 0; as_bits && k < n; k++)
        as_bits[k] = lcr_bits_of(bits, &equation[k]);
    if (!as_bits || n > PARITY_MAX)
        return lcr_ev_ok(e) && lcr_ev_not(e);
    bool solved = lcr_parity_solve(n, as_bits, &solution, &none);
    for (size_t i = 0; solved && i < bits; i++) {
        const sys_sum x = lcr_sys_variable(i);
        lcr_sys_compare(&s, &x, SYS_EQ, lc_int_const(lcr_bits_has(&solution, i)));
    }
    for (size_t k = 0; k < n; k++) {
        if (solved)
            lcr_sys_parity(&s, &equation[k], false);
        else if (lcr_bits_has(&none, k))
            lcr_sys_add(&s, &sum, lc_int_const(1), &equation[k]);
    }
    return solved ? !s.failed && lcr_ev_add(e, &s) : lcr_ev_parity(e, &s, &sum, false);
}
