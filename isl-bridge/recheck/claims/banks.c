/* banks.c - conflict_free in sets: two lanes of a phase in other rows of one bank.
 *
 * Words of one bank, or group of banks, are whole rows apart, q of them, and the lanes conflict
 * when q is not 0.
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

/* Are all addresses multiples of the bytes in which banks are counted? */
static bool are_words(lc_ctx *lc, const accesses *a, const lit *x)
{
    lc_int cell = lc_int_const(lcr_acc_cell(a));
    bool all = !x->offset || lc_int_divides(lc, cell, lc_int_mul(lc, a->bytes, x->offset[0]));
    for (size_t k = 0; k < x->n; k++)
        all = all && lc_int_divides(lc, cell, lc_int_mul(lc, a->bytes, x->step[k]));
    return all;
}

/* Adds the number of the word in which a lane starts, times a factor. */
static bool add_word(quo *d, const accesses *a, const lit *x, const sys_sum *leaf, int factor,
                     sys_sum *sum)
{
    sys_sum value, bytes, word;
    lcr_sys_zero(&bytes);
    if (!lcr_value_at_leaves(d, x, leaf, &value))
        return false;
    lcr_sys_add(&d->s, &bytes, a->bytes, &value);
    lcr_quo_divide(d, &bytes, lc_int_const(lcr_acc_cell(a)), &word, NULL);
    lcr_sys_add(&d->s, sum, lc_int_const(factor), &word);
    return !d->s.failed;
}

/* Two lanes, whose coordinates differ in the first n leaves. */
static bool pairs(ev *e, const accesses *a, const lit *x, size_t n)
{
    lc_ctx *lc = e->pool->lc;
    quo *d = lcr_quo_new(e->pool);
    sys_sum *one = lcr_lit_alloc(e->pool, 2 * x->n, sizeof *one), *other = one + x->n, apart;
    bool moves = !a->by_bits && a->width < ACC_WORD && !are_words(lc, a, x);
    if (!d || !one)
        return false;
    for (size_t k = 0; k < x->n; k++) {
        lc_int last = lc_int_sub(lc, x->extent[k], lc_int_const(1));
        if (moves)
            one[k] = lcr_sys_variable(lcr_sys_below(&d->s, 'c', x->extent[k]));
        other[k] = one[k];
        if (k >= n)
            continue;
        lc_int least = a->by_bits ? lc_int_const(0) : lc_int_neg(lc, last);
        lcr_sys_add_var(&d->s, &other[k], lc_int_const(1),
                        lcr_sys_between(&d->s, 'd', least, last));
        if (moves) {
            lcr_sys_relate(&d->s, &other[k], SYS_GE);
            lcr_sys_compare(&d->s, &other[k], SYS_LT, x->extent[k]);
        }
    }
    const sys_sum q = lcr_sys_variable(lcr_sys_free(&d->s, 'q'));
    lcr_sys_zero(&apart);
    lcr_sys_add(&d->s, &apart, lc_int_const(-a->row / lcr_acc_cell(a)), &q);
    if (!add_word(d, a, x, other, 1, &apart) || !add_word(d, a, x, one, -1, &apart))
        return lcr_ev_not(e);
    lcr_sys_relate(&d->s, &apart, SYS_EQ);
    return a->by_bits ? lcr_ev_not_zero(e, &d->s, &q) : lcr_ev_relate(e, &d->s, &q, SYS_GT);
}

bool lcr_acc_conflict_free(ev *e, const accesses *a, bool *possible)
{
    const lit *x = a->x;
    int phase = lcr_acc_phase(a);
    bool plain = x->kind == LIT_LAYOUT && x->b == 0 && a->lanes % phase == 0;
    size_t n = plain ? lcr_acc_split(e, &x, lc_int_const(phase)) : SIZE_MAX;
    *possible = !a->fours && n != SIZE_MAX && x->n + n + 4 <= SYS_VARS;
    if (!*possible)
        return lcr_ev_ok(e);
    bool ok = lcr_acc_aligned(e, a);
    e->out->by = "banks";
    return ok && pairs(e, a, x, n);
}
