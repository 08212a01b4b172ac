/* banks.c - conflict_free in sets: two lanes of a phase in other rows of one bank.
 *
 * Aligned addresses of one bank, or group of banks, are whole rows apart, 128 q or 256 q bytes,
 * and the lanes conflict when q is not 0. q is positive where the lanes are taken in order.
 *
 *   layouts       where a phase is made of whole leaves, the lanes of any phase are those of
 *                 the first one moved: only the differences d of their coordinates count.
 *                 Where lanes move parts of words, so does the place of the first of them in
 *                 its word: then all coordinates c count, too.
 *   linear over   addresses of two lanes differ by a XOR, a sum of columns of the bits x in
 *   F2            which the lanes differ: bits of banks are even, one of the row is odd.
 */
#include "config.h"

#include "accesses.h"

/* ---- layouts ---- */

/* bytes * X(c) is n q + r with 0 < r < n for n the width. */
static bool aligned(ev *e, const accesses *a)
{
    lc_int n = lcr_acc_multiple(e->pool->lc, a);
    return lc_int_is_one(n) || lcr_ev_aligned(e, a->x, n);
}

/* All addresses are multiples of 4, as those of words are. */
static bool are_words(lc_ctx *lc, const accesses *a, const lit *x)
{
    lc_int word = lc_int_const(ACC_WORD);
    if (a->width >= ACC_WORD)
        return true;
    bool all = !x->offset || lc_int_divides(lc, word, lc_int_mul(lc, a->bytes, x->offset[0]));
    for (size_t k = 0; k < x->n; k++)
        all = all && lc_int_divides(lc, word, lc_int_mul(lc, a->bytes, x->step[k]));
    return all;
}

/* The differences of coordinates of n leaves, and of their addresses. */
static void differences(sys *s, const accesses *a, const lit *x, size_t n, size_t *d,
                        sys_sum *bytes)
{
    lc_ctx *lc = s->pool->lc;
    lcr_sys_zero(bytes);
    for (size_t k = 0; k < n; k++) {
        lc_int last = lc_int_sub(lc, x->extent[k], lc_int_const(1));
        d[k] = lcr_sys_between(s, 'd', lc_int_neg(lc, last), last);
        lcr_sys_add_var(s, bytes, lc_int_mul(lc, a->bytes, x->step[k]), d[k]);
    }
    lc_int one = lc_int_const(1);
    lcr_sys_add_var(s, bytes, lc_int_const(-a->row), lcr_sys_var(s, 'q', &one, NULL));
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

static bool of_layout(ev *e, const accesses *a, bool *possible)
{
    int phase = lcr_acc_phase(a);
    size_t n, d[SYS_VARS];
    const lit *x = a->lanes % phase == 0 ? lcr_acc_split(e, a->x, lc_int_const(phase), &n) : NULL;
    sys s = lcr_sys_new(e->pool);
    sys_sum bytes;
    *possible = x && x->n <= SYS_VARS / 2 - 4;
    if (!*possible)
        return lcr_ev_ok(e);
    differences(&s, a, x, n, d, &bytes);
    if (!aligned(e, a))
        return false;
    if (!are_words(e->pool->lc, a, x))
        within_words(&s, a, x, n, d, &bytes);
    return lcr_ev_relate(e, &s, &bytes, SYS_EQ);
}

/* ---- linear over F2 ---- */

/* The address at place c in the order of accesses, XOR that at 0 unless c is 0. */
static bool column(lc_ctx *lc, const accesses *a, lc_int c, lc_int *out)
{
    lc_int value[LIT_MAX_AXES];
    if (!lcr_lit_at(lc, a->x, lcr_acc_coordinate(lc, a, c), value))
        return false;
    *out = lc_int_const(0);
    for (size_t j = 0; j < a->x->naxes; j++) /* of one value, others are 0 */
        *out = lc_int_add(lc, *out, lc_int_mul(lc, a->bytes, value[j]));
    return true;
}

bool lcr_acc_columns(ev *e, const accesses *a, size_t n, lc_int *col)
{
    lc_int c = lc_int_const(1);
    if (!column(e->pool->lc, a, lc_int_const(0), &col[n]))
        return false;
    for (size_t i = 0; i < n; i++, c = lc_int_add(e->pool->lc, c, c))
        if (!column(e->pool->lc, a, c, &col[i]))
            return false;
    return true;
}

void lcr_acc_add_row(sys *s, const lc_int *col, size_t n, size_t bit, const size_t *x,
                     sys_sum *sum)
{
    for (size_t i = 0; i < n; i++)
        if (lc_int_bit(col[i], bit) != lc_int_bit(col[n], bit))
            lcr_sys_add_var(s, sum, lc_int_const(1), x[i]);
}

/* One set a bit of the address below the width. */
bool lcr_acc_aligned_in_bits(ev *e, const accesses *a, size_t n)
{
    lc_int col[65];
    size_t x[64];
    sys s = lcr_sys_bits(e->pool, 'x', n, x);
    if (!lcr_acc_columns(e, a, n, col))
        return lcr_ev_not(e);
    for (size_t bit = 0; 1 << bit < a->width; bit++) {
        sys_sum sum = {.constant = lc_int_const(0)};
        lcr_acc_add_row(&s, col, n, bit, x, &sum);
        if (!lcr_ev_parity(e, &s, &sum, !lc_int_bit(col[n], bit)))
            return false;
    }
    return true;
}

/* One set a bit of the row, over the bits in which lanes of a phase differ. */
static bool of_bits(ev *e, const accesses *a, size_t all)
{
    lc_int col[65];
    size_t x[64], lane_bits = lcr_acc_log2(lcr_acc_phase(a)),
                  n = all < lane_bits ? all : lane_bits;
    size_t first = lcr_acc_log2(lcr_acc_cell(a)), end = lcr_acc_log2(a->row);
    size_t most = end;
    sys s = lcr_sys_bits(e->pool, 'x', n, x);
    if (!lcr_acc_aligned_in_bits(e, a, all) || !lcr_acc_columns(e, a, n, col))
        return lcr_ev_not(e);
    for (size_t i = 0; i <= n; i++)
        most = lc_int_bits(col[i]) > most ? lc_int_bits(col[i]) : most;
    for (size_t bank = first; bank < end; bank++) {
        sys_sum sum = {.constant = lc_int_const(0)};
        lcr_acc_add_row(&s, col, n, bank, x, &sum);
        lcr_sys_parity(&s, &sum, false);
    }
    for (size_t bit = end; bit < most; bit++) {
        sys_sum sum = {.constant = lc_int_const(0)};
        lcr_acc_add_row(&s, col, n, bit, x, &sum);
        if (!lcr_ev_parity(e, &s, &sum, true))
            return false;
    }
    return true;
}

bool lcr_acc_conflict_free(ev *e, const accesses *a, bool *possible)
{
    size_t n;
    *possible = lcr_acc_is_affine_in_bits(e->pool->lc, a, &n);
    e->out->by = "banks";
    if (lcr_lit_is_affine(a->x))
        return of_layout(e, a, possible);
    return !*possible || of_bits(e, a, n);
}
