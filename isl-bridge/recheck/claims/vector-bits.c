/* vector-bits.c - vectorizes, of functions linear over F2.
 *
 * Vectors are translates by XOR. n is a power of two, 2^k, and
 *
 *   in common   for each bit j below k there is a coordinate at which A and B are what they
 *               are at 0, XOR 2^j. The coordinates of all j, combined by y: no bit of A or B
 *               but these is other than 0, and bit j is y_j. Where there is none, bits of A and
 *               B are chosen of which the sum is even at all coordinates, and is odd there.
 *   in order    A and B leave the same modulo n: the sums of their bits below k are even.
 *
 * A set a bit, over the bits x of the coordinate, or over y: a sum that is odd, 2 w + 1.
 */
#include "config.h"

#include "vector.h"

#define ROWS 256
#define WORDS (ROWS / 64)

/* The bits of the coordinate of which each bit of A, and then of B, is the sum, next to its
 * value at 0. */
typedef struct {
    size_t bits, k, na, n;
    uint64_t row[ROWS];
    bool zero[ROWS];
} rows;

/* Rows that were added up. */
typedef struct {
    uint64_t row, of[WORDS];
    bool target;
} equation;

/* ---- rows ---- */

static bool add_rows(ev *e, rows *r, const lit *x)
{
    lc_ctx *lc = e->pool->lc;
    lc_int value[LIT_MAX_AXES], at = lc_int_const(1), zero;
    size_t most = r->k, first = r->n;
    if (!lcr_lit_at(lc, x, lc_int_const(0), value))
        return false;
    zero = value[0];
    most = lc_int_bits(zero) > most ? lc_int_bits(zero) : most;
    for (size_t i = 0; i < r->bits; i++, at = lc_int_add(lc, at, at)) {
        if (!lcr_lit_at(lc, x, at, value))
            return false;
        most = lc_int_bits(value[0]) > most ? lc_int_bits(value[0]) : most;
        for (size_t bit = 0; first + most <= ROWS && bit < most; bit++)
            if (lc_int_bit(value[0], bit) != lc_int_bit(zero, bit))
                r->row[first + bit] |= UINT64_C(1) << i;
    }
    for (size_t bit = 0; first + most <= ROWS && bit < most; bit++)
        r->zero[first + bit] = lc_int_bit(zero, bit);
    r->n += most;
    return r->n <= ROWS;
}

static bool rows_of(ev *e, const lit *a, const lit *b, lc_int n, rows *r)
{
    lc_ctx *lc = e->pool->lc;
    lc_int size = lc_int_min(lcr_lit_size(lc, a), lcr_lit_size(lc, b));
    r->bits = lc_int_bits(size) - 1;
    r->k = lc_int_bits(n) - 1;
    if (a->naxes > 1 || b->naxes > 1 || r->k > r->bits || !add_rows(e, r, a))
        return false;
    r->na = r->n;
    return add_rows(e, r, b);
}

/* Adds one equation to those before, which have a bit each that no other has. True when it
 * is the contradiction 0 = 1. */
static bool add_equation(equation *list, size_t *n, equation next)
{
    for (size_t i = 0; i < *n; i++)
        if (next.row & (list[i].row & (~list[i].row + 1))) {
            next.row ^= list[i].row;
            next.target ^= list[i].target;
            for (size_t w = 0; w < WORDS; w++)
                next.of[w] ^= list[i].of[w];
        }
    if (next.row == 0)
        return next.target && (list[*n] = next, true);
    uint64_t lead = next.row & (~next.row + 1);
    for (size_t i = 0; i < *n; i++)
        if (list[i].row & lead) {
            list[i].row ^= next.row;
            list[i].target ^= next.target;
            for (size_t w = 0; w < WORDS; w++)
                list[i].of[w] ^= next.of[w];
        }
    list[(*n)++] = next;
    return false;
}

/* The coordinate where both are 2^j from what they are at 0. False: there is none, and the
 * rows `of` add up to 0 = 1. */
static bool solve(const rows *r, size_t j, uint64_t *c, uint64_t of[WORDS])
{
    equation list[65];
    size_t n = 0;
    for (size_t i = 0; i < r->n; i++) {
        equation next = {.row = r->row[i], .target = i == j || i == r->na + j};
        next.of[i / 64] = UINT64_C(1) << i % 64;
        if (add_equation(list, &n, next)) {
            for (size_t w = 0; w < WORDS; w++)
                of[w] = list[n].of[w];
            return false;
        }
    }
    *c = 0;
    for (size_t i = 0; i < n; i++)
        if (list[i].target)
            *c |= list[i].row & (~list[i].row + 1);
    return true;
}

/* ---- sets ---- */

static sys *new_set(ev *e, char letter, size_t n, size_t *var)
{
    sys *s = lcr_lit_alloc(e->pool, 1, sizeof *s);
    lc_int zero = lc_int_const(0), one = lc_int_const(1);
    if (s == NULL)
        return NULL;
    lcr_sys_begin(s, e->pool);
    for (size_t i = 0; i < n; i++)
        var[i] = lcr_sys_var(s, letter, &zero, &one);
    return s;
}

static void add_row(sys *s, const rows *r, size_t row, const size_t *x, sys_sum *sum)
{
    for (size_t i = 0; i < r->bits; i++)
        if (r->row[row] >> i & 1)
            lcr_sys_add_var(s, sum, lc_int_const(1), x[i]);
}

/* The sum is odd. */
static bool odd(ev *e, sys *s, sys_sum *sum)
{
    lcr_sys_add_var(s, sum, lc_int_const(-2), lcr_sys_var(s, 'w', NULL, NULL));
    sum->constant = lc_int_sub(e->pool->lc, sum->constant, lc_int_const(1));
    return lcr_ev_relate(e, s, sum, SYS_EQ);
}

/* Bit j of A and of B are not the same. */
static bool differ(ev *e, const rows *r, size_t j)
{
    size_t x[64];
    sys_sum sum;
    sys *s = new_set(e, 'x', r->bits, x);
    if (s == NULL)
        return false;
    lcr_sys_zero(&sum);
    add_row(s, r, j, x, &sum);
    add_row(s, r, r->na + j, x, &sum);
    sum.constant = lc_int_const(r->zero[j] != r->zero[r->na + j]);
    return odd(e, s, &sum);
}

/* These bits, added up, are odd somewhere. */
static bool never_odd(ev *e, const rows *r, const uint64_t of[WORDS])
{
    size_t x[64];
    sys_sum sum;
    sys *s = new_set(e, 'x', r->bits, x);
    if (s == NULL)
        return false;
    lcr_sys_zero(&sum);
    for (size_t i = 0; i < r->n; i++)
        if (of[i / 64] >> i % 64 & 1)
            add_row(s, r, i, x, &sum);
    return odd(e, s, &sum);
}

/* At the XOR of the coordinates c that y chooses, bit number i is other than y says. */
static bool is_chosen(ev *e, const rows *r, const uint64_t *c, size_t i)
{
    size_t y[64], bit = i < r->na ? i : i - r->na;
    sys_sum sum;
    sys *s = new_set(e, 'y', r->k, y);
    if (s == NULL)
        return false;
    lcr_sys_zero(&sum);
    for (size_t j = 0; j < r->k; j++)
        lcr_sys_add_var(s, &sum, lc_int_const(__builtin_popcountll(r->row[i] & c[j])), y[j]);
    if (bit < r->k)
        lcr_sys_add_var(s, &sum, lc_int_const(1), y[bit]);
    return odd(e, s, &sum);
}

/* ---- the claim ---- */

static bool same_below(const rows *r)
{
    bool same = true;
    for (size_t j = 0; j < r->k; j++)
        same = same && r->row[j] == r->row[r->na + j] && r->zero[j] == r->zero[r->na + j];
    return same;
}

bool lcr_vec_by_bits(ev *e, const lit *a, const lit *b, lc_int n)
{
    rows *r = lcr_lit_alloc(e->pool, 1, sizeof *r);
    uint64_t c[64], of[WORDS];
    if (r == NULL)
        return false;
    e->out->by = "vector";
    if (!lc_int_is_power_of_two(n))
        return lcr_ev_condition(e, false, "the length is no power of two");
    if (lc_int_lt(lc_int_min(lcr_lit_size(e->pool->lc, a), lcr_lit_size(e->pool->lc, b)), n))
        return lcr_ev_condition(e, false, VEC_NOT_COMMON);
    if (!rows_of(e, a, b, n, r))
        return lcr_ev_not(e);
    bool same = same_below(r), ok = true;
    for (size_t j = 0; same && j < r->k; j++)
        if (!solve(r, j, &c[j], of)) {
            e->out->one_way = true;
            return lcr_ev_contrary(e, VEC_NOT_COMMON) && never_odd(e, r, of);
        }
    e->out->one_way = same;
    for (size_t j = 0; ok && j < r->k; j++)
        ok = differ(e, r, j);
    for (size_t i = 0; ok && same && i < r->n; i++)
        ok = is_chosen(e, r, c, i);
    return ok;
}
