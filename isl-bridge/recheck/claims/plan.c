/* plan.c - which accesses of a layout stand for all of them. */
#include "config.h"

#include "../sets/swizzle.h"
#include "plan.h"

#define PLAN_MOST 256      /* accesses that are counted */
#define PLAN_GRAIN 1024    /* elements */
#define PLAN_STEPS 1000000 /* of the search for remainders */

/* ---- blocks ---- */

/* The least block: a multiple of the lanes that leaves make, the last of them cut perhaps. */
static lc_int block_of(lc_ctx *lc, const accesses *a, const lit *x)
{
    lc_int lanes = lc_int_const(a->lanes), made = lc_int_const(1);
    for (size_t k = 0; k < x->n; k++) {
        lc_int more = lc_int_fdiv(lc, lanes, lc_int_gcd(lc, lanes, made));
        if (lc_int_divides(lc, more, x->extent[k]))
            return lc_int_mul(lc, made, more);
        made = lc_int_mul(lc, made, x->extent[k]);
    }
    return made;
}

/* Cut where lanes and phases end, where that can be, and at the end of a block. */
static bool cut(ev *e, acc_plan *p)
{
    const int end[] = {lcr_acc_phase(p->a), p->a->lanes};
    lc_int block = block_of(e->pool->lc, p->a, p->a->x);
    if (!lc_int_fits_si(block) || lc_int_get_si(block) > (int64_t)PLAN_MOST * p->a->lanes)
        return false;
    p->block = (int)lc_int_get_si(block);
    p->x = p->a->x;
    for (int i = 0; i < 2; i++) {
        const lit *x = lcr_acc_split(e, p->x, lc_int_const(end[i]), &p->inner);
        p->x = x ? x : p->x;
    }
    p->x = lcr_acc_split(e, p->x, block, &p->inner);
    return p->x && p->x->n <= SYS_VARS / 2;
}

/* ---- remainders ---- */

/* Multiples of which leave the swizzle and what is counted as they are. */
static bool grain_of(ev *e, acc_plan *p)
{
    lc_ctx *lc = e->pool->lc;
    int cell = p->what == ACC_CONFLICTS ? lcr_acc_cell(p->a) : ACC_SECTOR;
    lc_int grain = lc_int_const(cell);
    grain = lc_int_fdiv(lc, grain, lc_int_gcd(lc, grain, p->a->bytes));
    p->grain = lc_int_get_si(grain);
    size_t top = lcr_swz_end(p->x);
    while (p->grain <= PLAN_GRAIN && top < 63 && p->grain % ((int64_t)1 << top) != 0)
        p->grain *= 2; /* a power of two */
    return top < 63 && p->grain <= PLAN_GRAIN;
}

/* place[r] is the first coordinate of a block that is moved by r modulo the grain; -1: none.
 * It goes through the leaves of the rest one after the other. */
static bool search(lc_ctx *lc, const acc_plan *p, int64_t *place, int64_t *old)
{
    size_t work = 0;
    lc_int grain = lc_int_si(lc, p->grain), apart = lc_int_const(p->block);
    for (size_t k = p->inner; k < p->x->n; k++) {
        int64_t step = lc_int_get_si(lc_int_fmod(lc, p->x->step[k], grain));
        lc_int turns = lc_int_fdiv(lc, grain, lc_int_gcd(lc, grain, lc_int_si(lc, step)));
        int64_t n = lc_int_get_si(lc_int_min(turns, p->x->extent[k]));
        for (int64_t r = 0; r < p->grain; r++)
            old[r] = place[r];
        for (int64_t r = 0; r < p->grain && work < PLAN_STEPS; r++) {
            work += old[r] >= 0 ? (size_t)n : 0;
            for (int64_t t = 1; old[r] >= 0 && t < n; t++) {
                int64_t *to = &place[(r + t * step) % p->grain];
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
    int64_t *place = lcr_lit_alloc(e->pool, n, sizeof *place);
    int64_t *old = lcr_lit_alloc(e->pool, n, sizeof *old);
    p->move = lcr_lit_alloc(e->pool, n + 1, sizeof *p->move);
    p->place = lcr_lit_alloc(e->pool, n, sizeof *p->place);
    if (!place || !old || !p->move || !p->place)
        return false;
    for (size_t r = 1; r < n; r++)
        place[r] = -1;
    if (!search(e->pool->lc, p, place, old))
        return false;
    for (size_t r = 0; r < n; r++)
        if (place[r] >= 0) {
            p->move[p->nmoves] = (int64_t)r;
            p->place[p->nmoves++] = place[r];
        }
    p->move[p->nmoves] = p->grain;
    return true;
}

/* ---- typical accesses ---- */

/* Accesses of the blocks that count, and what they cost. */
static bool count(ev *e, acc_plan *p, acc_worst *worst)
{
    size_t per = (size_t)((p->block + p->a->lanes - 1) / p->a->lanes);
    lit straight = *p->a->x;
    accesses plain = *p->a;
    straight.b = 0;
    plain.x = &straight;
    plain.bytes = lc_int_const(1);
    *worst = (acc_worst){.aligned = true, .most = -1};
    if (per > PLAN_MOST / p->nmoves)
        return false;
    p->one = lcr_lit_alloc(e->pool, per * p->nmoves, sizeof *p->one);
    if (!p->one)
        return false;
    for (size_t i = 0; i < per * p->nmoves; i++) {
        typical *one = &p->one[p->n++];
        one->begin = (int)(i % per) * p->a->lanes;
        one->first = p->place[i / per] + one->begin;
        int left = p->block - one->begin;
        if (!lcr_acc_at(e->pool->lc, p->a, one->first, left < p->a->lanes ? left : p->a->lanes,
                        &one->at))
            return false;
        if (p->x->b > 0 && !lcr_acc_at(e->pool->lc, &plain, one->first, one->at.n, &one->value))
            return false;
        worst->aligned = worst->aligned && lcr_acc_is_aligned(p->a, &one->at);
        one->cost = worst->aligned ? lcr_acc_count(p->a, p->what, &one->at) : 0;
        if (one->cost > worst->most) {
            worst->most = one->cost;
            p->worst = i;
        }
    }
    return true;
}

acc_plan *lcr_acc_plan_of(ev *e, const accesses *a, acc_cost what, acc_worst *worst)
{
    acc_plan *p = lcr_lit_alloc(e->pool, 1, sizeof *p);
    if (!p || a->x->kind != LIT_LAYOUT || a->x->basis || a->x->by_xor)
        return NULL;
    p->a = a;
    p->what = what;
    return cut(e, p) && grain_of(e, p) && remainders(e, p) && count(e, p, worst) ? p : NULL;
}
