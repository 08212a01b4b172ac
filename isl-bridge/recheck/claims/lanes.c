/* lanes.c - what accesses cost, of layouts, with a swizzle or without: the sets of those
 * that stand for all (claims/plan.h).
 *
 *   remainders      no block is moved by a remainder but these
 *   at most n       of an access of each remainder: no lane starts in a block of the memory
 *                   but those listed (words of the banks, sectors), which are counted
 *   at least n      of one access: these lanes start in these blocks of the memory
 *
 * Coordinates are digits c. Numbers that are a progression, spaced by more than 1, make one
 * set: t is the number of the gap, or of the lane, u the place in the gap. For a swizzle, the
 * values before it are listed, and each is moved on its own.
 */
#include "config.h"

#include "../sets/swizzle.h"
#include "plan.h"

#include <stdlib.h>

#define PLAN_SETS 2048 /* and those of one access more */

/* ---- sets of lanes ---- */

/* Digits of the coordinates of a block of which `first` is one: those of leaves from `fixed`
 * on are its own. */
static void digits(sys *s, const acc_plan *p, int64_t first, size_t fixed, size_t *c)
{
    lc_ctx *lc = s->pool->lc;
    lc_int left = lc_int_si(lc, first);
    for (size_t k = 0; k < p->x->n; k++) {
        c[k] = k < fixed ? lcr_sys_below(s, 'c', p->x->extent[k]) : lcr_sys_free(s, 'c');
        const sys_sum own = lcr_sys_variable(c[k]);
        if (k >= fixed)
            lcr_sys_compare(s, &own, SYS_EQ, lc_int_fmod(lc, left, p->x->extent[k]));
        left = lc_int_fdiv(lc, left, p->x->extent[k]);
    }
}

/* The lanes [lane, end) of an access: whole leaves, or coordinates of the block between two. */
static void lanes(sys *s, const acc_plan *p, const typical *one, int lane, int end, size_t *c)
{
    int first = one->begin + lane, n = end - lane, made = 1;
    size_t k = 0;
    while (k < p->inner && made < n) /* of a block, which is small */
        made *= (int)lc_int_get_si(p->x->extent[k++]);
    bool whole = made == n && first % made == 0;
    digits(s, p, one->first + lane, whole ? k : p->inner, c);
    if (whole)
        return;
    sys_sum x;
    lcr_fn_integral(s, p->x, 0, p->inner, c, &x);
    lcr_sys_compare(s, &x, SYS_GE, lc_int_const(first));
    lcr_sys_compare(s, &x, SYS_LT, lc_int_si(s->pool->lc, first + n));
}

static bool address(sys *s, const acc_plan *p, const size_t *c, sys_sum *out)
{
    sys_sum value;
    lcr_sys_zero(out);
    if (!lcr_swz_natural(s, p->x, c, &value))
        return false;
    lcr_sys_add(s, out, p->a->bytes, &value);
    return true;
}

static lc_int times(lc_ctx *lc, int64_t n, int cell)
{
    return lc_int_mul(lc, lc_int_si(lc, n), lc_int_const(cell));
}

/* n lanes from number i on, evenly spaced, start in their blocks, which are so, too. */
static bool starts(ev *e, const acc_plan *p, const typical *one, const acc_blocks *b, int i,
                   int n, int bytes)
{
    lc_ctx *lc = e->pool->lc;
    sys set = lcr_sys_new(e->pool), *s = &set;
    size_t c[SYS_VARS];
    sys_sum x, low;
    digits(s, p, one->first + b->lane[i], n > 1 ? p->inner : 0, c);
    if (!address(s, p, c, &low))
        return false;
    if (n > 1) {
        size_t t = lcr_sys_below(s, 't', lc_int_const(n));
        lcr_fn_integral(s, p->x, 0, p->inner, c, &x);
        lcr_sys_add_var(s, &x, lc_int_const(b->lane[i] - b->lane[i + 1]), t);
        lcr_sys_compare(s, &x, SYS_EQ, lc_int_const(one->begin + b->lane[i]));
        lcr_sys_add_var(s, &low, times(lc, b->block[i] - b->block[i + 1], bytes), t);
    }
    lc_int least = times(lc, b->block[i], bytes);
    return lcr_ev_compare(e, s, &low, SYS_LT, least) &&
           lcr_ev_compare(e, s, &low, SYS_GE, lc_int_add(lc, least, lc_int_const(bytes)));
}

/* ---- nothing else ---- */

/* The sum is in no gap between n numbers of cells of that size: n - 1 gaps, `apart` cells
 * from one to the next. */
static bool gaps(ev *e, const sys *s, const sys_sum *sum, int cell, int64_t first, int64_t apart,
                 int64_t n)
{
    lc_ctx *lc = e->pool->lc;
    sys all = *s;
    if (n == 2) {
        lcr_sys_compare(&all, sum, SYS_GE, times(lc, first + 1, cell));
        return lcr_ev_compare(e, &all, sum, SYS_LT, times(lc, first + apart, cell));
    }
    lc_int high = lc_int_sub(lc, times(lc, apart, cell), lc_int_const(1));
    size_t t = lcr_sys_below(&all, 't', lc_int_si(lc, n - 1));
    size_t u = lcr_sys_between(&all, 'u', lc_int_const(cell), high);
    sys_sum here = *sum;
    lcr_sys_add_var(&all, &here, lc_int_neg(lc, times(lc, apart, cell)), t);
    lcr_sys_add_var(&all, &here, lc_int_const(-1), u);
    return lcr_ev_compare(e, &all, &here, SYS_EQ, times(lc, first, cell));
}

/* The sum is in no gap between these cells, n of them in order. */
static bool between(ev *e, const sys *s, const sys_sum *sum, int cell, size_t n,
                    const int64_t *number)
{
    for (size_t i = 0; i + 1 < n;) {
        int64_t apart = number[i + 1] - number[i];
        size_t end = i + 1;
        while (end + 1 < n && number[end + 1] - number[end] == apart)
            end++;
        if (apart > 1 && !gaps(e, s, sum, cell, number[i], apart, (int64_t)(end - i + 1)))
            return false;
        i = end;
    }
    return true;
}

/* Nor is it below the first of them, or past the last. */
static bool inside(ev *e, const sys *s, const sys_sum *sum, int cell, size_t n,
                   const int64_t *number)
{
    lc_ctx *lc = e->pool->lc;
    return between(e, s, sum, cell, n, number) &&
           lcr_ev_compare(e, s, sum, SYS_LT, times(lc, number[0], cell)) &&
           lcr_ev_compare(e, s, sum, SYS_GE, times(lc, number[n - 1] + 1, cell));
}

/* With a swizzle: the lanes have no other values before it, and each of these is moved where
 * it is. */
static bool no_other_value(ev *e, const acc_plan *p, const typical *one, int lane, int end,
                           int bytes)
{
    size_t c[SYS_VARS];
    acc_blocks b, at;
    sys_sum sum;
    sys set = lcr_sys_new(e->pool), *s = &set;
    lcr_acc_blocks_of(&one->value, lane, end, 1, &b);
    for (int i = 0; i < b.n; i++) {
        at.lane[i] = b.lane[i];
        at.block[i] = lcr_acc_block(one->at.byte[b.lane[i]], bytes);
    }
    for (int i = 0; i < b.n; i++)
        if (!starts(e, p, one, &at, i, 1, bytes))
            return false;
    qsort(b.block, (size_t)b.n, sizeof *b.block, lcr_ev_by_number);
    lanes(s, p, one, lane, end, c);
    lcr_fn_natural(s, p->x, c, &sum);
    return inside(e, s, &sum, 1, (size_t)b.n, b.block);
}

/* The lanes [lane, end) of an access start in no other blocks of so many bytes. */
static bool no_other(ev *e, const acc_plan *p, const typical *one, int lane, int end, int bytes)
{
    size_t c[SYS_VARS];
    acc_blocks b;
    sys_sum sum;
    sys set = lcr_sys_new(e->pool), *s = &set;
    if (p->x->b > 0)
        return no_other_value(e, p, one, lane, end, bytes);
    lcr_acc_blocks_of(&one->at, lane, end, bytes, &b);
    qsort(b.block, (size_t)b.n, sizeof *b.block, lcr_ev_by_number);
    lanes(s, p, one, lane, end, c);
    return address(s, p, c, &sum) && inside(e, s, &sum, bytes, (size_t)b.n, b.block);
}

/* ---- all of these ---- */

/* Does number `at` go on with what i and the next begin? */
static bool goes_on(const acc_blocks *b, int i, int at)
{
    return b->lane[at] - b->lane[at - 1] == b->lane[i + 1] - b->lane[i] &&
           b->block[at] - b->block[at - 1] == b->block[i + 1] - b->block[i];
}

static bool all_start(ev *e, const acc_plan *p, const typical *one, const acc_blocks *b,
                      int bytes)
{
    for (int i = 0; i < b->n;) {
        int end = i + 1;
        while (p->x->b == 0 && end < b->n && goes_on(b, i, end))
            end++;
        if (!starts(e, p, one, b, i, end - i, bytes))
            return false;
        i = end;
    }
    return true;
}

/* ---- costs ---- */

static bool at_most(ev *e, const acc_plan *p, const typical *one, int bytes)
{
    int step = p->what == ACC_CONFLICTS ? lcr_acc_phase(p->a) : one->at.n;
    for (int lane = 0; lane < one->at.n; lane += step) {
        int end = lane + step < one->at.n ? lane + step : one->at.n;
        if (!no_other(e, p, one, lane, end, bytes))
            return false;
    }
    return true;
}

static bool at_least(ev *e, const acc_plan *p, const typical *one, int bytes)
{
    acc_blocks b;
    int step = p->what == ACC_CONFLICTS ? lcr_acc_phase(p->a) : one->at.n;
    for (int lane = 0; lane < one->at.n; lane += step) {
        int end = lane + step < one->at.n ? lane + step : one->at.n;
        lcr_acc_blocks_of(&one->at, lane, end, bytes, &b);
        if (p->what == ACC_CONFLICTS)
            lcr_acc_busiest(p->a, &b);
        if (b.n > 1 && !all_start(e, p, one, &b, bytes))
            return false;
    }
    return true;
}

/* Blocks are moved by no other remainders. */
static bool no_other_moves(ev *e, const acc_plan *p)
{
    lc_ctx *lc = e->pool->lc;
    sys s = lcr_sys_new(e->pool);
    sys_sum moved = {.constant = lc_int_const(0)};
    if (p->inner == p->x->n || p->nmoves == (size_t)p->grain)
        return true;
    for (size_t k = p->inner; k < p->x->n; k++)
        lcr_sys_add_var(&s, &moved, p->x->step[k], lcr_sys_below(&s, 'c', p->x->extent[k]));
    lcr_sys_add_var(&s, &moved, lc_int_si(lc, -p->grain), lcr_sys_free(&s, 'q'));
    const sys_sum r = lcr_sys_variable(lcr_sys_below(&s, 'r', lc_int_si(lc, p->grain)));
    lcr_sys_add(&s, &moved, lc_int_const(-1), &r);
    lcr_sys_relate(&s, &moved, SYS_EQ);
    return between(e, &s, &r, 1, p->nmoves + 1, p->move);
}

/* No value is n q + r with 0 < r < n, where n times the bytes are the width. A swizzle may
 * change none of the bits that count. */
static bool aligned(ev *e, const acc_plan *p)
{
    sys s = lcr_sys_new(e->pool);
    size_t c[SYS_VARS];
    sys_sum sum;
    lc_int n = lcr_acc_multiple(e->pool->lc, p->a);
    if (lc_int_is_one(n))
        return true;
    lcr_fn_coordinates(&s, p->x, 'c', false, c);
    if (lc_int_bits(n) <= lcr_swz_begin(p->x) + 1)
        lcr_fn_natural(&s, p->x, c, &sum);
    else if (!lcr_swz_natural(&s, p->x, c, &sum))
        return false;
    return lcr_ev_remainder(e, &s, &sum, n);
}

bool lcr_acc_plan_sets(ev *e, const acc_plan *p, bool upper, bool lower, bool *few)
{
    int bytes = p->what == ACC_CONFLICTS ? lcr_acc_cell(p->a) : ACC_SECTOR;
    bool spare = p->what == ACC_SPARE, ok = aligned(e, p) && (!upper || no_other_moves(e, p));
    for (size_t i = 0; ok && upper && i < p->n && e->out->nsets <= PLAN_SETS; i++)
        ok = at_most(e, p, &p->one[i], bytes) &&
             (!spare || at_least(e, p, &p->one[i], p->a->width));
    if (ok && lower)
        ok = at_least(e, p, &p->one[p->worst], bytes) &&
             (!spare || at_most(e, p, &p->one[p->worst], p->a->width));
    *few = e->out->nsets <= PLAN_SETS;
    return ok;
}
