/* ranks.c - what accesses cost, of functions linear over F2.
 *
 * Two lanes of an access start a XOR apart, which is linear in the bits x in which the lanes
 * differ, and is the same in all accesses. The differences whose bits of the bank are 0 are a
 * space; its bits above the row have a rank r: then 2^r words of a bank are wanted by a phase,
 * at every bank that is wanted at all. Sectors, and blocks of the width, are 2^r in the same way,
 * for the rank of the bits that number them.
 *
 *   at most 2^r    r bits of the address, the pivots, settle the others: where the bits of the
 *                  bank are even, another one and those pivots that it is the XOR of are no odd
 *                  sum. A set a bit.
 *   at least 2^r   r lanes are chosen, and combined by y: the bits of the bank stay even, and
 *                  pivot k is y_k. A set a bit, the number of which is never odd.
 */
#include "config.h"

#include "accesses.h"

#define MOST_RANK 6

/* The bits [first, end) of addresses are even; those from `end` to `most` number blocks. */
typedef struct {
    size_t lanes; /* bits of them */
    size_t first, end, most;
    lc_int col[MOST_RANK + 1];
    size_t rank, pivot[MOST_RANK];
} space;

/* Rows that are independent, each with its leading bit in no later one, and the pivots that
 * it is the XOR of, next to even rows. */
typedef struct {
    size_t n;
    unsigned row[MOST_RANK], pivots[MOST_RANK];
} echelon;

static bool is_odd(unsigned x)
{
    return __builtin_popcount(x) % 2 != 0;
}

/* The bits of lanes of which bit number `bit` of the address is the sum. */
static unsigned row_of(const space *s, size_t bit)
{
    unsigned row = 0;
    for (size_t i = 0; i < s->lanes; i++)
        if (lc_int_bit(s->col[i], bit) != lc_int_bit(s->col[s->lanes], bit))
            row |= 1u << i;
    return row;
}

/* What is left of a row; the pivots that were taken from it. */
static unsigned reduce(const echelon *e, unsigned row, unsigned *pivots)
{
    *pivots = 0;
    for (size_t i = 0; i < e->n; i++) {
        unsigned lead = 1u << (31 - __builtin_clz(e->row[i]));
        if (row & lead) {
            row ^= e->row[i];
            *pivots ^= e->pivots[i];
        }
    }
    return row;
}

static void add_even(echelon *e, const space *s)
{
    unsigned pivots;
    e->n = 0;
    for (size_t bit = s->first; bit < s->end; bit++) {
        unsigned row = reduce(e, row_of(s, bit), &pivots);
        if (row != 0) {
            e->row[e->n] = row;
            e->pivots[e->n++] = 0;
        }
    }
}

/* A bit that is no XOR of those before is the next pivot. Otherwise *of are the pivots. */
static bool next_bit(echelon *e, space *s, size_t bit, unsigned *of)
{
    unsigned row = reduce(e, row_of(s, bit), of);
    if (row == 0)
        return false;
    e->row[e->n] = row;
    e->pivots[e->n++] = *of | 1u << s->rank;
    s->pivot[s->rank++] = bit;
    return true;
}

/* Which blocks of 2^`end` bytes the first `lanes` bits of lanes reach, at one place of a row
 * of which the bits from `first` on are. */
static bool space_of(ev *e, const accesses *a, size_t lanes, size_t first, size_t end, space *s)
{
    echelon rows;
    unsigned of;
    *s = (space){.lanes = lanes, .first = first, .end = end, .most = end};
    if (!lcr_acc_columns(e, a, lanes, s->col))
        return false;
    for (size_t i = 0; i <= lanes; i++)
        s->most = lc_int_bits(s->col[i]) > s->most ? lc_int_bits(s->col[i]) : s->most;
    add_even(&rows, s);
    for (size_t bit = end; bit < s->most; bit++)
        next_bit(&rows, s, bit, &of);
    return true;
}

/* ---- sets ---- */

/* Adds the bit of the address at the XOR of chosen lanes: y_k times how many bits of lane k
 * are of the row. */
static void add_bit(sys *s, const space *of, size_t bit, size_t n, const unsigned *lane,
                    const size_t *y, sys_sum *sum)
{
    for (size_t k = 0; k < n; k++)
        lcr_sys_add_var(s, sum, lc_int_const(__builtin_popcount(row_of(of, bit) & lane[k])),
                        y[k]);
}

/* A bit past the pivots `of` is their XOR. */
static bool settled(ev *e, const space *sp, size_t bit, unsigned of)
{
    size_t x[MOST_RANK];
    sys s = lcr_sys_bits(e->pool, 'x', sp->lanes, x);
    for (size_t even = sp->first; even < sp->end; even++) {
        sys_sum sum = {.constant = lc_int_const(0)};
        lcr_acc_add_row(&s, sp->col, sp->lanes, even, x, &sum);
        lcr_sys_parity(&s, &sum, false);
    }
    sys_sum sum = {.constant = lc_int_const(0)};
    lcr_acc_add_row(&s, sp->col, sp->lanes, bit, x, &sum);
    for (size_t k = 0; k < sp->rank; k++)
        if (of >> k & 1)
            lcr_acc_add_row(&s, sp->col, sp->lanes, sp->pivot[k], x, &sum);
    return lcr_ev_parity(e, &s, &sum, true);
}

/* No more than 2^rank blocks. */
static bool at_most(ev *e, const space *sp)
{
    echelon rows;
    space again = *sp;
    unsigned of;
    again.rank = 0;
    add_even(&rows, sp);
    for (size_t bit = sp->end; bit < sp->most; bit++)
        if (!next_bit(&rows, &again, bit, &of) && !settled(e, sp, bit, of))
            return false;
    return true;
}

/* The lane whose even bits are 0, and whose pivots are 0 but for number k. */
static unsigned lane_of_pivot(const space *sp, size_t k)
{
    for (unsigned lane = 1; lane < 1u << sp->lanes; lane++) {
        bool is = true;
        for (size_t bit = sp->first; is && bit < sp->end; bit++)
            is = !is_odd(row_of(sp, bit) & lane);
        for (size_t i = 0; is && i < sp->rank; i++)
            is = is_odd(row_of(sp, sp->pivot[i]) & lane) == (i == k);
        if (is)
            return lane;
    }
    return 0;
}

/* At least 2^rank blocks. */
static bool at_least(ev *e, const space *sp)
{
    unsigned lane[MOST_RANK];
    size_t y[MOST_RANK];
    for (size_t k = 0; k < sp->rank; k++)
        lane[k] = lane_of_pivot(sp, k);
    sys s = lcr_sys_bits(e->pool, 'y', sp->rank, y);
    for (size_t bit = sp->first; sp->rank > 0 && bit < sp->end + sp->rank; bit++) {
        sys_sum sum = {.constant = lc_int_const(0)};
        bool even = bit < sp->end;
        add_bit(&s, sp, even ? bit : sp->pivot[bit - sp->end], sp->rank, lane, y, &sum);
        if (!even)
            lcr_sys_add_var(&s, &sum, lc_int_const(1), y[bit - sp->end]);
        if (!lcr_ev_parity(e, &s, &sum, true))
            return false;
    }
    return true;
}

/* ---- costs ---- */

/* The blocks that are counted, and, of sectors to spare, those of the width. */
static bool spaces_of(ev *e, const accesses *a, acc_cost what, size_t bits, space s[2],
                      size_t *phase_bits)
{
    size_t lanes = lcr_acc_log2(a->lanes), phase = lcr_acc_log2(lcr_acc_phase(a));
    lanes = bits < lanes ? bits : lanes;
    phase = bits < phase ? bits : phase;
    *phase_bits = lanes - phase;
    if (what == ACC_CONFLICTS)
        return space_of(e, a, phase, lcr_acc_log2(lcr_acc_cell(a)), lcr_acc_log2(a->row), &s[0]);
    return space_of(e, a, lanes, lcr_acc_log2(ACC_SECTOR), lcr_acc_log2(ACC_SECTOR), &s[0]) &&
           space_of(e, a, lanes, lcr_acc_log2(a->width), lcr_acc_log2(a->width), &s[1]);
}

bool lcr_acc_rank_worst(ev *e, const accesses *a, acc_cost what, size_t bits, acc_worst *worst)
{
    space s[2];
    size_t phases;
    lc_int col[65];
    *worst = (acc_worst){.aligned = true};
    if (!lcr_acc_columns(e, a, bits, col) || !spaces_of(e, a, what, bits, s, &phases))
        return false;
    for (size_t i = 0; i <= bits; i++)
        worst->aligned = worst->aligned &&
                         lc_int_divides(e->pool->lc, lc_int_const(a->width), col[i]);
    int blocks = 1 << s[0].rank;
    worst->most = what == ACC_CONFLICTS ? (blocks - 1) << phases : blocks;
    if (what == ACC_SPARE)
        worst->most -= ((a->width << s[1].rank) + ACC_SECTOR - 1) / ACC_SECTOR;
    return true;
}

bool lcr_acc_rank_sets(ev *e, const accesses *a, acc_cost what, size_t bits, bool upper,
                       bool lower)
{
    space s[2];
    size_t phases;
    if (!spaces_of(e, a, what, bits, s, &phases))
        return lcr_ev_not(e);
    bool ok = (!upper || at_most(e, &s[0])) && (!lower || at_least(e, &s[0]));
    if (what == ACC_SPARE)
        ok = ok && (!upper || at_least(e, &s[1])) && (!lower || at_most(e, &s[1]));
    return ok;
}
