/* parity.c - equations over F2 in sets that isl decides at once.
 *
 * A system of equations, each an XOR of bits that is 0, is a set of one row an equation, which
 * isl takes long to decide when many bits are in many rows. Elimination finds an answer, and the
 * set shows it:
 *
 *   no solution    some of the equations, added up, say that an even number is odd: the set of
 *                  that sum alone, which has all solutions, is empty by its gcd
 *   a solution     the set with the bits as they are in it, and all equations
 *
 * Where coordinates have bounds that this solution exceeds, the set has all equations.
 */
#include "config.h"

#include "parity.h"

#include <string.h>

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

/* Row by row, each with a first bit that no other one has; false, with the sum in *none, where
 * there is no solution. */
static bool eliminate(size_t n, const bit_form *equation, reduced *row, bit_form *none)
{
    for (size_t i = 0; i < n; i++) {
        row[i] = (reduced){equation[i], lcr_bits_single(i)};
        for (size_t k = 0; k < i; k++) {
            size_t bit = first_bit(&row[k].left);
            if (bit != SIZE_MAX && lcr_bits_has(&row[i].left, bit)) {
                lcr_bits_add(&row[i].left, &row[k].left);
                lcr_bits_add(&row[i].of, &row[k].of);
            }
        }
        size_t bit = first_bit(&row[i].left);
        if (bit == SIZE_MAX && row[i].left.one) {
            *none = row[i].of;
            return false;
        }
        for (size_t k = 0; bit != SIZE_MAX && k < i; k++)
            if (lcr_bits_has(&row[k].left, bit)) {
                lcr_bits_add(&row[k].left, &row[i].left);
                lcr_bits_add(&row[k].of, &row[i].of);
            }
    }
    return true;
}

bool lcr_parity_solve(ev *e, size_t n, const bit_form *equation, bit_form *solution,
                      bit_form *none, bool *solved)
{
    reduced *row = n <= PARITY_MAX ? lcr_lit_alloc(e->pool, n + 1, sizeof *row) : NULL;
    if (!row)
        return false;
    memset(solution, 0, sizeof *solution);
    *solved = eliminate(n, equation, row, none);
    for (size_t i = 0; *solved && i < n; i++)
        if (row[i].left.one) {
            bit_form bit = lcr_bits_single(first_bit(&row[i].left));
            lcr_bits_add(solution, &bit);
        }
    return true;
}

/* ---- sets ---- */

static bool sum_is_even(ev *e, const bit_state *b, size_t n, const bit_form *equation,
                        const bit_form *of)
{
    bit_view v = lcr_view_of(b);
    sys_sum sum = {.constant = lc_int_const(0)};
    for (size_t i = 0; i < n; i++)
        if (lcr_bits_has(of, i))
            lcr_view_form(&v, &equation[i], &sum);
    lcr_view_parity(&v, &sum, false);
    return lcr_ev_add(e, &v.s);
}

/* Is it a point of what is said of the coordinates? */
static bool is_inside(ev *e, const bit_state *b, const bit_form *solution)
{
    lc_int *at = lcr_lit_alloc(e->pool, b->s.n + 1, sizeof *at);
    if (!at)
        return false;
    for (size_t i = 0; i < b->nsources; i++) {
        const bit_source *of = b->source[i];
        for (size_t bit = 0; bit < of->n; bit++)
            at[of->var[bit]] = lc_int_const(lcr_bits_has(solution, of->first + bit));
    }
    return lcr_sys_has(&b->s, &(sys_point){b->s.n, at});
}

/* All equations; with the bits of a solution, unless it is NULL. */
static bool all_are_even(ev *e, const bit_state *b, size_t n, const bit_form *equation,
                         const bit_form *solution)
{
    bit_view v = lcr_view_of(b);
    for (size_t i = 0; solution && i < b->nsources; i++)
        for (size_t bit = 0; bit < b->source[i]->n; bit++) {
            sys_sum x = lcr_sys_variable(b->source[i]->var[bit]);
            lcr_sys_compare(&v.s, &x, SYS_EQ,
                            lc_int_const(lcr_bits_has(solution, b->source[i]->first + bit)));
        }
    for (size_t i = 0; i < n; i++) {
        sys_sum sum = {.constant = lc_int_const(0)};
        lcr_view_form(&v, &equation[i], &sum);
        lcr_view_parity(&v, &sum, false);
    }
    return v.s.failed ? lcr_ev_not(e) : lcr_ev_add(e, &v.s);
}

bool lcr_parity_set(ev *e, const bit_state *b, size_t n, const bit_form *equation)
{
    bit_form solution, none;
    bool solved;
    if (!lcr_parity_solve(e, n, equation, &solution, &none, &solved))
        return lcr_ev_not(e);
    if (!solved)
        return sum_is_even(e, b, n, equation, &none);
    return all_are_even(e, b, n, equation, is_inside(e, b, &solution) ? &solution : NULL);
}

bool lcr_parity_differ(ev *e, const bit_state *b, size_t n, const bit_form *terms)
{
    bit_form *equation = lcr_lit_alloc(e->pool, n + 1, sizeof *equation), all = {.one = false};
    if (!equation)
        return false;
    memcpy(equation, terms, n * sizeof *terms);
    equation[n].one = true;
    for (size_t i = 0; i <= n; i++) {
        bit_form bit = lcr_bits_single(i);
        lcr_bits_add(&all, &bit);
    }
    return n >= PARITY_MAX ? lcr_ev_not(e) : sum_is_even(e, b, n + 1, equation, &all);
}
