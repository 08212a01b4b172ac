/* banks.c - conflict_free in sets: two lanes of a phase in other rows of one bank.
 *
 * Aligned addresses of one bank, or group of banks, are whole rows apart, 128 q or 256 q bytes,
 * and the lanes conflict when q is not 0.
 *
 *   by bits   the lanes of any phase are those of the first one, all moved by one XOR, and
 *             so are any two of them such a pair with lane 0
 *   layouts   where a phase is made of whole leaves, the lanes of any phase are those of the
 *             first one moved: only the differences d of their coordinates count. Where lanes
 *             move parts of words, so does the place of the first of them in its word: then all
 *             coordinates c count, too.
 */
#include "config.h"

#include "../sets/graph.h"
#include "accesses.h"

/* All addresses are multiples of 4, as those of words are. */
static bool are_words(lc_ctx *lc, const accesses *a, const lit *x)
{
    lc_int word = lc_int_const(ACC_WORD);
    bool all = !x->offset || lc_int_divides(lc, word, lc_int_mul(lc, a->bytes, x->offset[0]));
    for (size_t k = 0; k < x->n; k++)
        all = all && lc_int_divides(lc, word, lc_int_mul(lc, a->bytes, x->step[k]));
    return all || a->width >= ACC_WORD;
}

/* The first lane is r of 0 to 3 bytes past the word t, and so is the other of its own. */
static void within_words(sys *s, const accesses *a, const lit *x, size_t n, const size_t *d,
                         sys_sum *bytes)
{
    const lc_int one = lc_int_const(1), minus = lc_int_const(-1), word = lc_int_const(ACC_WORD);
    size_t c[SYS_VARS];
    lcr_fn_coordinates(s, x, 'c', false, c);
    for (size_t k = 0; k < n; k++) {
        sys_sum other = lcr_sys_variable(c[k]);
        lcr_sys_add_var(s, &other, one, d[k]);
        lcr_sys_relate(s, &other, SYS_GE);
        lcr_sys_compare(s, &other, SYS_LT, x->extent[k]);
    }
    sys_sum value = lcr_fn_on_axis(s, x, 0, c), address = {.constant = lc_int_const(0)};
    lcr_sys_add(s, &address, a->bytes, &value);
    size_t t = lcr_sys_free(s, 't'), r = lcr_sys_below(s, 'r', word);
    lcr_sys_add_var(s, &address, lc_int_const(-ACC_WORD), t);
    lcr_sys_add_var(s, &address, minus, r);
    lcr_sys_relate(s, &address, SYS_EQ);
    lcr_sys_add_var(s, bytes, one, r);
    lcr_sys_add_var(s, bytes, minus, lcr_sys_below(s, 'r', word));
}

/* q is positive where the lanes are taken in order. */
static bool of_layout(ev *e, const accesses *a, bool *possible)
{
    lc_ctx *lc = e->pool->lc;
    int phase = lcr_acc_phase(a);
    size_t d[SYS_VARS];
    const lit *x = a->x;
    const lc_int one = lc_int_const(1);
    size_t n = a->lanes % phase == 0 ? lcr_acc_split(e, &x, lc_int_const(phase)) : SIZE_MAX;
    sys s = lcr_sys_new(e->pool);
    sys_sum bytes = {.constant = lc_int_const(0)};
    *possible = n != SIZE_MAX && x->n + n + 4 <= SYS_VARS;
    if (!*possible)
        return lcr_ev_ok(e);
    for (size_t k = 0; k < n; k++) {
        lc_int last = lc_int_sub(lc, x->extent[k], one);
        d[k] = lcr_sys_between(&s, 'd', lc_int_neg(lc, last), last);
        lcr_sys_add_var(&s, &bytes, lc_int_mul(lc, a->bytes, x->step[k]), d[k]);
    }
    lcr_sys_add_var(&s, &bytes, lc_int_const(-a->row), lcr_sys_var(&s, 'q', &one, NULL));
    if (!are_words(lc, a, x))
        within_words(&s, a, x, n, d, &bytes);
    return lcr_acc_aligned(e, a) && lcr_ev_relate(e, &s, &bytes, SYS_EQ);
}

/* The word of another lane is q rows from that of lane 0. */
static bool of_bits(ev *e, const accesses *a)
{
    lc_ctx *lc = e->pool->lc;
    lit x = *a->x;
    lc_int zero[1], phase = lc_int_const(lcr_acc_phase(a)), cell = lc_int_const(lcr_acc_cell(a));
    size_t n = lc_int_bits(phase) - 1, have = lc_int_bits(lcr_lit_size(lc, &x)) - 1;
    quo *d = lcr_quo_new(e->pool);
    sys_sum *leaf = lcr_lit_alloc(e->pool, x.n, sizeof *leaf), value, bytes, word;
    if (!d || !leaf)
        return false;
    for (size_t i = 0; i < n && i < have; i++)
        leaf[i] = lcr_sys_variable(lcr_sys_bit(&d->s, 'x'));
    if (!lcr_lit_at(lc, &x, lc_int_const(0), zero) || !lcr_value_at_leaves(d, &x, leaf, &value))
        return lcr_ev_not(e);
    lcr_sys_zero(&bytes);
    lcr_sys_add(&d->s, &bytes, a->bytes, &value);
    lcr_quo_divide(d, &bytes, cell, &word, NULL);
    zero[0] = lc_int_fdiv(lc, lc_int_mul(lc, a->bytes, zero[0]), cell);
    word.constant = lc_int_sub(lc, word.constant, zero[0]);
    const sys_sum q = lcr_sys_variable(lcr_sys_free(&d->s, 'q'));
    lcr_sys_add(&d->s, &word, lc_int_const(-a->row / lcr_acc_cell(a)), &q);
    lcr_sys_relate(&d->s, &word, SYS_EQ);
    return lcr_acc_aligned(e, a) && lcr_ev_not_zero(e, &d->s, &q);
}

bool lcr_acc_conflict_free(ev *e, const accesses *a, bool *possible)
{
    bool plain = a->x->kind == LIT_LAYOUT && a->x->b == 0;
    *possible = a->by_bits;
    e->out->by = "banks";
    if (a->by_bits)
        return of_bits(e, a);
    return !plain || of_layout(e, a, possible);
}
