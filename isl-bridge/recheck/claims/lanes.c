/* lanes.c - what accesses cost: sets of a few accesses that stand for all of them.
 *
 *   by bits   any access is the first one moved by an XOR, and costs as much
 *   layouts   the leaves of X, one perhaps cut in two, are those of a block and the rest: a
 *             block has a multiple of the lanes, or it is all of X. Every access is then one of
 *             a block, and the blocks are the first one moved. An access costs the same when it
 *             is moved by a multiple of the grain, so that one access stands for each remainder
 *             that blocks are moved by.
 *
 * The sets:
 *
 *   remainders   no block is moved by a remainder but these
 *   at most n    of an access of each remainder: no lane starts in a block of the memory but
 *                those listed (words of the banks, sectors), which are counted
 *   at least n   of one access: these lanes start in these blocks of the memory
 *
 * Coordinates are digits c. Numbers that are a progression, spaced by more than 1, make one
 * set: t is the number of the gap, u the place in the gap.
 */
#include "config.h"

#include "../sets/graph.h"
#include "accesses.h"

#include <stdlib.h>
#include <string.h>

#define PLAN_MOST 256      /* accesses that are counted */
#define PLAN_GRAIN 1024    /* elements */
#define PLAN_STEPS 1000000 /* of the search for remainders */
#define PLAN_SETS 2048     /* and those of one access more */

/* An access that stands for all that are it, moved by multiples of the grain. */
typedef struct {
    int64_t first; /* its first coordinate */
    int begin;     /* and that in its block */
    acc_access at;
} typical;

struct acc_plan {
    const accesses *a;
    acc_cost what;
    const lit *x;
    size_t inner;  /* the leaves of a block */
    int block;     /* its coordinates */
    int64_t grain; /* elements */
    size_t nmoves;
    int64_t *move;  /* what they are moved by, modulo the grain, in order; the grain */
    int64_t *place; /* the first coordinates of such blocks; -1: there is none */
    size_t n, worst;
    typical *one;
};

/* ---- blocks ---- */

/* The least block: a multiple of the lanes that leaves make, the last of them cut perhaps. */
static lc_int block_of(lc_ctx *lc, const accesses *a)
{
    lc_int lanes = lc_int_const(a->lanes), made = lc_int_const(1);
    for (size_t k = 0; k < a->x->n; k++) {
        lc_int more = lc_int_fdiv(lc, lanes, lc_int_gcd(lc, lanes, made));
        if (lc_int_divides(lc, more, a->x->extent[k]))
            return lc_int_mul(lc, made, more);
        made = lc_int_mul(lc, made, a->x->extent[k]);
    }
    return made;
}

/* Cut where lanes and phases end, where that can be, and at the end of a block. */
static bool cut(ev *e, acc_plan *p)
{
    lc_int block = block_of(e->pool->lc, p->a);
    p->x = p->a->x;
    if (!lc_int_fits_si(block) || lc_int_get_si(block) > (int64_t)PLAN_MOST * p->a->lanes)
        return false;
    p->block = (int)lc_int_get_si(block);
    if (!p->a->by_bits) {
        lcr_acc_split(e, &p->x, lc_int_const(p->a->fours ? 4 : lcr_acc_phase(p->a)));
        lcr_acc_split(e, &p->x, lc_int_const(p->a->lanes));
    }
    p->inner = lcr_acc_split(e, &p->x, block);
    return p->inner != SIZE_MAX && p->x->n <= SYS_VARS / 2;
}

/* ---- remainders ---- */

/* Multiples of which leave the swizzle and what is counted as they are. */
static bool grain_of(ev *e, acc_plan *p)
{
    lc_ctx *lc = e->pool->lc;
    lc_int grain = lc_int_const(p->what == ACC_CONFLICTS ? lcr_acc_cell(p->a) : ACC_SECTOR);
    grain = lc_int_fdiv(lc, grain, lc_int_gcd(lc, grain, p->a->bytes));
    p->grain = p->a->by_bits ? 1 : lc_int_get_si(grain);
    size_t top = p->x->b > 0 ? lcr_lit_swizzle_end(p->x) : 0;
    while (p->grain <= PLAN_GRAIN && top < 63 && p->grain % ((int64_t)1 << top) != 0)
        p->grain *= 2; /* a power of two */
    return top < 63 && p->grain <= PLAN_GRAIN;
}

/* Where blocks are moved by each remainder: through the leaves of the rest, one by one. */
static bool search(lc_ctx *lc, const acc_plan *p, int64_t *old)
{
    size_t work = 0;
    lc_int grain = lc_int_si(lc, p->grain), apart = lc_int_const(p->block);
    for (size_t k = p->inner; k < p->x->n && p->grain > 1; k++) {
        int64_t step = lc_int_get_si(lc_int_fmod(lc, p->x->step[k], grain));
        lc_int turns = lc_int_fdiv(lc, grain, lc_int_gcd(lc, grain, lc_int_si(lc, step)));
        int64_t n = lc_int_get_si(lc_int_min(turns, p->x->extent[k]));
        memcpy(old, p->place, (size_t)p->grain * sizeof *old);
        for (int64_t r = 0; r < p->grain && work < PLAN_STEPS; r++) {
            work += old[r] >= 0 ? (size_t)n : 0;
            for (int64_t t = 1; old[r] >= 0 && t < n; t++) {
                int64_t *to = &p->place[(r + t * step) % p->grain];
                lc_int c = lc_int_add(lc, lc_int_si(lc, old[r]),
                                      lc_int_mul(lc, lc_int_si(lc, t), apart));
                if (*to < 0 && !lc_int_fits_si(lc_int_add(lc, c, lc_int_const(p->block))))
                    work = PLAN_STEPS;
                else if (*to < 0)
                    *to = lc_int_get_si(c);
            }
        }
        apart = lc_int_mul(lc, apart, p->x->extent[k]);
    }
    return work < PLAN_STEPS;
}

static bool remainders(ev *e, acc_plan *p)
{
    size_t n = (size_t)p->grain;
    int64_t *old = lcr_lit_alloc(e->pool, n, sizeof *old);
    p->move = lcr_lit_alloc(e->pool, n + 1, sizeof *p->move);
    p->place = lcr_lit_alloc(e->pool, n, sizeof *p->place);
    if (!old || !p->move || !p->place)
        return false;
    for (size_t r = 1; r < n; r++)
        p->place[r] = -1;
    if (!search(e->pool->lc, p, old))
        return false;
    for (size_t r = 0; r < n; r++)
        if (p->place[r] >= 0)
            p->move[p->nmoves++] = (int64_t)r;
    p->move[p->nmoves] = p->grain;
    return true;
}

/* ---- typical accesses ---- */

/* Accesses of the blocks that count, and what they cost. */
static bool count(ev *e, acc_plan *p, acc_worst *worst)
{
    lc_ctx *lc = e->pool->lc;
    size_t per = (size_t)((p->block + p->a->lanes - 1) / p->a->lanes);
    *worst = (acc_worst){.aligned = true, .most = -1};
    for (size_t k = 0; p->a->by_bits && k < p->x->n; k++) /* what moves other accesses */
        worst->aligned = worst->aligned &&
                         lc_int_divides(lc, lc_int_const(p->a->width),
                                        lc_int_mul(lc, p->a->bytes, p->x->step[k]));
    if (per > PLAN_MOST / p->nmoves)
        return false;
    p->one = lcr_lit_alloc(e->pool, per * p->nmoves, sizeof *p->one);
    for (size_t i = 0; p->one && i < per * p->nmoves; i++) {
        typical *one = &p->one[p->n++];
        one->begin = (int)(i % per) * p->a->lanes;
        one->first = p->place[p->move[i / per]] + one->begin;
        int left = p->block - one->begin;
        if (!lcr_acc_at(lc, p->a, one->first, left < p->a->lanes ? left : p->a->lanes, &one->at))
            return false;
        worst->aligned = worst->aligned && lcr_acc_is_aligned(p->a, &one->at);
        int cost = worst->aligned ? lcr_acc_count(p->a, p->what, &one->at) : 0;
        p->worst = cost > worst->most ? i : p->worst;
        worst->most = cost > worst->most ? cost : worst->most;
    }
    return p->one != NULL;
}

acc_plan *lcr_acc_plan_of(ev *e, const accesses *a, acc_cost what, acc_worst *worst)
{
    acc_plan *p = lcr_lit_alloc(e->pool, 1, sizeof *p);
    if (!p || a->x->kind != LIT_LAYOUT)
        return NULL;
    p->a = a;
    p->what = what;
    return cut(e, p) && grain_of(e, p) && remainders(e, p) && count(e, p, worst) ? p : NULL;
}

/* ---- sets of lanes ---- */

/* Lanes of an access: those whose leaves from `fixed` on have the digits of a coordinate. */
typedef struct {
    quo *d;
    size_t c[SYS_VARS];
    sys_sum address;
} lane_set;

static bool lanes_from(ev *e, const acc_plan *p, int64_t first, size_t fixed, lane_set *l)
{
    lc_ctx *lc = e->pool->lc;
    lc_int left = lc_int_si(lc, first);
    sys_sum *leaf = lcr_lit_alloc(e->pool, p->x->n, sizeof *leaf), value;
    l->d = lcr_quo_new(e->pool);
    if (!leaf || !l->d)
        return false;
    for (size_t k = 0; k < p->x->n; k++) {
        lc_int digit = lc_int_fmod(lc, left, p->x->extent[k]);
        left = lc_int_fdiv(lc, left, p->x->extent[k]);
        l->c[k] = k < fixed ? lcr_sys_below(&l->d->s, 'c', p->x->extent[k])
                            : lcr_sys_between(&l->d->s, 'c', digit, digit);
        leaf[k] = lcr_sys_variable(l->c[k]);
    }
    lcr_sys_zero(&l->address);
    if (!lcr_value_at_leaves(l->d, p->x, leaf, &value))
        return false;
    lcr_sys_add(&l->d->s, &l->address, p->a->bytes, &value);
    return true;
}

/* The lanes [lane, end): whole leaves, or coordinates of the block between two. */
static bool lanes(ev *e, const acc_plan *p, const typical *one, int lane, int end, lane_set *l)
{
    int first = one->begin + lane, n = end - lane, made = 1;
    size_t k = 0;
    sys_sum x;
    while (k < p->inner && made < n) /* of a block, which is small */
        made *= (int)lc_int_get_si(p->x->extent[k++]);
    bool whole = made == n && first % made == 0;
    if (!lanes_from(e, p, one->first + lane, whole ? k : p->inner, l))
        return false;
    if (whole)
        return true;
    lcr_fn_integral(&l->d->s, p->x, 0, p->inner, l->c, &x);
    lcr_sys_compare(&l->d->s, &x, SYS_GE, lc_int_const(first));
    lcr_sys_compare(&l->d->s, &x, SYS_LT, lc_int_const(first + n));
    return true;
}

static lc_int times(lc_ctx *lc, int64_t n, int cell)
{
    return lc_int_mul(lc, lc_int_si(lc, n), lc_int_const(cell));
}

/* The lanes start in their blocks, one by one: there is no other address. */
static bool start(ev *e, const acc_plan *p, const typical *one, const acc_blocks *b, int bytes)
{
    lc_ctx *lc = e->pool->lc;
    for (int i = 0; i < b->n; i++) {
        lane_set l;
        lc_int least = times(lc, b->block[i], bytes);
        if (!lanes_from(e, p, one->first + b->lane[i], 0, &l) ||
            !lcr_ev_outside(e, &l.d->s, &l.address, least,
                            lc_int_add(lc, least, lc_int_const(bytes - 1))))
            return false;
    }
    return true;
}

/* ---- nothing else ---- */

/* The sum is in no gap between n numbers of cells of that size: n - 1 gaps, `apart` cells
 * from one to the next. */
static bool gaps(ev *e, const sys *s, const sys_sum *sum, int cell, int64_t first, int64_t apart,
                 int64_t n)
{
    lc_ctx *lc = e->pool->lc;
    sys all = *s;
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

/* The lanes [lane, end) of an access start in no other blocks of so many bytes. Behind a swizzle,
 * which isl does not see through in time, each lane starts in its own. */
static bool no_other(ev *e, const acc_plan *p, const typical *one, int lane, int end, int bytes)
{
    lc_ctx *lc = e->pool->lc;
    acc_blocks b;
    lane_set l;
    if (p->x->b > 0) {
        for (; lane < end; lane++) {
            lcr_acc_blocks_of(&one->at, lane, lane + 1, bytes, &b);
            if (!start(e, p, one, &b, bytes))
                return false;
        }
        return true;
    }
    lcr_acc_blocks_of(&one->at, lane, end, bytes, &b);
    qsort(b.block, (size_t)b.n, sizeof *b.block, lcr_ev_by_number);
    return lanes(e, p, one, lane, end, &l) &&
           between(e, &l.d->s, &l.address, bytes, (size_t)b.n, b.block) &&
           lcr_ev_compare(e, &l.d->s, &l.address, SYS_LT, times(lc, b.block[0], bytes)) &&
           lcr_ev_compare(e, &l.d->s, &l.address, SYS_GE, times(lc, b.block[b.n - 1] + 1, bytes));
}

/* ---- costs ---- */

/* The lanes in the places [first, end) start in no other blocks: four by four where these are
 * served out of order. */
static bool none_other(ev *e, const acc_plan *p, const typical *one, int first, int end,
                       int bytes)
{
    int step = p->a->fours ? 4 : end - first;
    for (; first < end; first += step) {
        int lane = lcr_acc_served(p->a, first), last = lane + step;
        last = last < one->at.n ? last : one->at.n;
        if (lane < last && !no_other(e, p, one, lane, last, bytes))
            return false;
    }
    return true;
}

/* The lanes of an access start in no other blocks; or those that count start in theirs. */
static bool is_so(ev *e, const acc_plan *p, const typical *one, int bytes, bool at_most)
{
    acc_blocks b;
    int places = lcr_acc_places(p->a, &one->at);
    int step = p->what == ACC_CONFLICTS ? lcr_acc_phase(p->a) : places;
    for (int first = 0; first < places; first += step) {
        int end = first + step < places ? first + step : places;
        if (at_most && !none_other(e, p, one, first, end, bytes))
            return false;
        lcr_acc_served_blocks(p->a, &one->at, first, end, bytes, &b);
        if (p->what == ACC_CONFLICTS)
            lcr_acc_busiest(p->a, &b);
        if (!at_most && !start(e, p, one, &b, bytes))
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

bool lcr_acc_plan_sets(ev *e, const acc_plan *p, bool upper, bool lower, bool *few)
{
    int bytes = p->what == ACC_CONFLICTS ? lcr_acc_cell(p->a) : ACC_SECTOR, width = p->a->width;
    const typical *worst = &p->one[p->worst];
    bool spare = p->what == ACC_SPARE;
    size_t lanes = 2 * p->n * (size_t)p->a->lanes; /* sets behind a swizzle, two a lane */
    *few = !upper || p->x->b == 0 || e->out->nsets + lanes < PLAN_SETS;
    if (!*few)
        return true;
    bool ok = lcr_acc_aligned(e, p->a) && (!upper || no_other_moves(e, p));
    for (size_t i = 0; ok && upper && i < p->n && e->out->nsets <= PLAN_SETS; i++)
        ok = is_so(e, p, &p->one[i], bytes, true) &&
             (!spare || is_so(e, p, &p->one[i], width, false));
    if (ok && lower)
        ok = is_so(e, p, worst, bytes, false) && (!spare || is_so(e, p, worst, width, true));
    *few = e->out->nsets <= PLAN_SETS;
    return ok;
}
