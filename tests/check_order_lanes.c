/* check_order_lanes.c - lanes of a warp that wait, arrive and meet, in conditions and loops that
 * some of them come to: where the order of the kernel holds no lane arrives while another one may
 * still wait, which does not arrive with it. The lanes are run one by one. */
#include "config.h"

#include "law.h"
#include "suite.h"

#include "../kernels/order/order.h"

#include <string.h>

enum { AWAITED, TOLD, SLOTS = 2, LANES = 32, MOST_DEPTH = 3, MOST_EVENTS = 512, MOST_PLACE = 12 };

/* ---- kernels ---- */

typedef struct {
    rnd *r;
    lck_kernel *kernel;
    lck_writer out;
    const lc_expr *lane, *warp, *round; /* round NULL: in no loop */
    int depth, loops;
} making;

static const lc_expr *num(making *m, int64_t n)
{
    return lc_expr_int(m->kernel->x, n);
}

static const lc_expr *op(making *m, lc_expr_op o, const lc_expr *a, const lc_expr *b)
{
    return lc_expr_make(m->kernel->x, o, a, b);
}

/* One that all lanes of a warp see alike, and one that they may not. */
static const lc_expr *condition(making *m, bool alike)
{
    const int64_t n = rnd_in(m->r, 0, 2);
    if (alike)
        return m->round && rnd_chance(m->r, 50) ? op(m, LC_EXPR_EQ, m->round, num(m, n))
                                                : op(m, LC_EXPR_EQ, m->warp, num(m, n % 2));
    switch (rnd_in(m->r, 0, 3)) {
    case 0: return op(m, LC_EXPR_LT, m->lane, num(m, n + 1));
    case 1: return op(m, LC_EXPR_EQ, m->kernel->thread, num(m, n));
    case 2: return op(m, LC_EXPR_EQ, m->lane, m->round ? m->round : num(m, n));
    default: return op(m, LC_EXPR_EQ, m->lane, num(m, n));
    }
}

/* Perhaps not all to one slot. */
static void write_arrive(making *m)
{
    lck_arrive(&m->out, TOLD,
               rnd_chance(m->r, 75) ? num(m, 0) : op(m, LC_EXPR_MOD, m->lane, num(m, SLOTS)),
               NULL);
}

static void write_list(making *m, bool alike);

static void write_if(making *m, bool alike)
{
    const bool as_before = rnd_chance(m->r, 40);
    lck_if(&m->out, condition(m, as_before));
    write_list(m, alike && as_before);
    if (rnd_chance(m->r, 25)) {
        lck_else(&m->out);
        write_list(m, alike && as_before);
    }
    lck_end(&m->out);
}

static void write_loop(making *m, bool alike)
{
    const bool as_before = rnd_chance(m->r, 75);
    const lc_expr *by = as_before ? m->warp : op(m, LC_EXPR_MOD, m->lane, num(m, 2));
    const lc_expr *count = as_before && rnd_chance(m->r, 50)
                               ? num(m, rnd_in(m->r, 1, 3))
                               : op(m, LC_EXPR_ADD, by, num(m, rnd_in(m->r, 0, 1)));
    const lc_expr *before = m->round;
    m->round = lck_count(&m->out, "round", count);
    lck_loop(&m->out, m->round, count);
    m->loops++;
    write_list(m, alike && as_before);
    m->loops--;
    lck_end(&m->out);
    m->round = before;
}

static void write_list(making *m, bool alike)
{
    m->depth++;
    for (int64_t n = rnd_in(m->r, 1, 3); n > 0; n--)
        switch (rnd_in(m->r, 0, m->depth < MOST_DEPTH ? 6 : 3)) {
        case 0: lck_await(&m->out, AWAITED, num(m, 0), num(m, 0)); break;
        case 1: write_arrive(m); break;
        case 2:
        case 3:
            if (alike)
                lck_barrier_of(&m->out, LCK_OF_WARP, 0, LANES);
            else
                write_arrive(m);
            break;
        case 4:
        case 5: write_if(m, alike); break;
        default:
            if (m->loops < 2)
                write_loop(m, alike);
        }
    m->depth--;
}

static void begin_kernel(making *m)
{
    m->out = lck_write(m->kernel);
    lck_if(&m->out, op(m, LC_EXPR_EQ, m->kernel->thread, num(m, 0)));
    lck_init(&m->out, AWAITED);
    lck_init(&m->out, TOLD);
    lck_fence(&m->out, LCK_FENCE_INIT);
    lck_end(&m->out);
    lck_barrier(&m->out);
    m->warp = lck_let_new(&m->out, "warp", op(m, LC_EXPR_DIV, m->kernel->thread, num(m, LANES)));
    m->lane = lck_let_new(&m->out, "lane", op(m, LC_EXPR_MOD, m->kernel->thread, num(m, LANES)));
}

static void write_kernel(making *m)
{
    begin_kernel(m);
    write_list(m, true);
    write_list(m, true);
}

/* ---- what a lane does ---- */

/* Where a statement stands, with the rounds of the loops around it: in the order of a thread. */
typedef struct {
    const lck_statement *s;
    int met; /* barriers of the warp before it */
    int64_t slot;
    int rank, place[MOST_PLACE];
    bool other[MOST_PLACE]; /* it is in what is otherwise */
} event;

typedef struct {
    int64_t env[LC_MAX_EXPR_VARS];
    size_t n;
    event at, all[MOST_EVENTS];
} lane_run;

static int64_t value_of(const lane_run *l, const lc_expr *e)
{
    int64_t value = 0;
    ck_assert(lc_expr_at(e, l->env, &value));
    return value;
}

static void run_list(lane_run *l, const lck_statement *s);

static void run_inside(lane_run *l, const lck_statement *s, int place, bool other)
{
    ck_assert_int_lt(l->at.rank, MOST_PLACE);
    l->at.place[l->at.rank] = place;
    l->at.other[l->at.rank++] = other;
    run_list(l, s);
    l->at.rank--;
}

static void run_one(lane_run *l, const lck_statement *s)
{
    switch (s->kind) {
    case LCK_LET: l->env[s->var->slot] = value_of(l, s->value); break;
    case LCK_IF:
        if (value_of(l, s->value))
            run_inside(l, s->body, 0, false);
        else
            run_inside(l, s->otherwise, 0, true);
        break;
    case LCK_LOOP:
        for (int64_t i = 0, n = value_of(l, s->value); i < n; i++) {
            l->env[s->var->slot] = i;
            run_inside(l, s->body, (int)i, false);
        }
        break;
    case LCK_BARRIER: l->at.met++; break;
    case LCK_AWAIT:
    case LCK_ARRIVE:
        ck_assert_uint_lt(l->n, MOST_EVENTS);
        l->at.s = s;
        l->at.slot = value_of(l, s->slot);
        l->all[l->n++] = l->at;
        break;
    default: break;
    }
}

static void run_list(lane_run *l, const lck_statement *s)
{
    const int rank = l->at.rank++;
    ck_assert_int_lt(rank, MOST_PLACE);
    l->at.other[rank] = false;
    for (int i = 0; s; s = s->next, i++) {
        l->at.place[rank] = i;
        run_one(l, s);
    }
    l->at.rank--;
}

/* May one still be at a when another one is at b? On two ways of a condition whoever comes
 * first. */
static bool may_be_before(const event *a, const event *b)
{
    for (int i = 0; i < a->rank && i < b->rank; i++) {
        if (a->other[i] != b->other[i])
            return true;
        if (a->place[i] != b->place[i])
            return a->place[i] < b->place[i];
    }
    return false;
}

static bool same_place(const event *a, const event *b)
{
    return a->s == b->s && a->slot == b->slot &&
           memcmp(a->place, b->place, (size_t)a->rank * sizeof *a->place) == 0;
}

/* Does it come to b, too? */
static bool comes(const lane_run *l, const event *b)
{
    for (size_t i = 0; i < l->n; i++)
        if (same_place(&l->all[i], b))
            return true;
    return false;
}

/* Does a lane arrive while another one, that does not arrive with it, may wait? */
static bool leaves_behind(const lane_run *x, const lane_run *y)
{
    for (size_t i = 0; i < x->n; i++)
        for (size_t k = 0; x->all[i].s->kind == LCK_ARRIVE && k < y->n; k++)
            if (y->all[k].s->kind == LCK_AWAIT && y->all[k].met == x->all[i].met &&
                may_be_before(&y->all[k], &x->all[i]) && !comes(y, &x->all[i]))
                return true;
    return false;
}

/* Lanes 0 to 3 stand for all: those behind do what lane 2 or 3 does, or the parity says. */
static bool some_is_left(law *l, const lck_kernel *kernel)
{
    enum { FEW = 4 };
    lane_run *lane = lc_alloc(l->ctx, FEW, sizeof *lane);
    bool left = false;
    ck_assert_ptr_nonnull(lane);
    law_own_memory(l, lane);
    for (int warp = 0; warp < 2; warp++) {
        for (int i = 0; i < FEW; i++) {
            memset(&lane[i], 0, sizeof lane[i]);
            lane[i].env[kernel->thread->slot] = LANES * warp + i;
            run_list(&lane[i], kernel->body);
        }
        for (int i = 0; i < FEW; i++)
            for (int k = 0; k < FEW; k++)
                left = left || (i != k && leaves_behind(&lane[i], &lane[k]));
    }
    return left;
}

/* ---- the law ---- */

static void free_kernel(void *kernel)
{
    lck_kernel_free(kernel);
}

LAW(lanes_that_wait, "no lane arrives while others wait", CLASSES("held", "left"))
{
    lck_kernel *kernel = lck_kernel_new(l->ctx, "k", 2 * LANES, 1);
    size_t looked;
    bool unclear;
    ck_assert(kernel && lck_kernel_ring(kernel, "awaited", 1, 1) &&
              lck_kernel_ring(kernel, "told", SLOTS, 1));
    law_own_with(l, kernel, free_kernel);
    making m = {.r = &l->rnd, .kernel = kernel};
    write_kernel(&m);
    ck_assert(lck_written(&m.out));
    const char *why = lck_kernel_disorder(kernel, &looked, &unclear);
    const bool left = some_is_left(l, kernel);
    law_saw(l, left ? 1 : 0);
    if (why && !strstr(why, "others of its warp may still wait"))
        return law_fail(l, "another fault: %s", why);
    return !left || why || law_fail(l, "a lane is left behind");
}

/* ---- rounds behind the second ---- */

/* A loop in which all wait in round `awaits`, meet in rounds before `meets`, and one lane arrives
 * in rounds from `arrives` on: is it in order? */
static bool is_in_order(lc_ctx *ctx, int awaits, int meets, int arrives)
{
    enum { ROUNDS = 4 };
    size_t looked;
    bool unclear;
    making m = {.kernel = lck_kernel_new(ctx, "k", 2 * LANES, 1)};
    ck_assert(m.kernel && lck_kernel_ring(m.kernel, "awaited", 1, 1) &&
              lck_kernel_ring(m.kernel, "told", SLOTS, 1));
    begin_kernel(&m);
    m.round = lck_count(&m.out, "round", num(&m, ROUNDS));
    lck_loop(&m.out, m.round, num(&m, ROUNDS));
    lck_if(&m.out, op(&m, LC_EXPR_LE, num(&m, arrives), m.round));
    lck_if(&m.out, op(&m, LC_EXPR_EQ, m.lane, num(&m, 0)));
    lck_arrive(&m.out, TOLD, num(&m, 0), NULL);
    lck_end(&m.out);
    lck_end(&m.out);
    lck_if(&m.out, op(&m, LC_EXPR_EQ, m.round, num(&m, awaits)));
    lck_await(&m.out, AWAITED, num(&m, 0), num(&m, 0));
    lck_end(&m.out);
    lck_if(&m.out, op(&m, LC_EXPR_LT, m.round, num(&m, meets)));
    lck_barrier_of(&m.out, LCK_OF_WARP, 0, LANES);
    lck_end(&m.out);
    lck_end(&m.out);
    ck_assert(lck_written(&m.out));
    const char *why = lck_kernel_disorder(m.kernel, &looked, &unclear);
    lck_kernel_free(m.kernel);
    return !why;
}

TEST_CTX(test_later_rounds)
{
    ck_assert(is_in_order(ctx, 0, 4, 0));
    ck_assert(is_in_order(ctx, 2, 4, 0));
    ck_assert(!is_in_order(ctx, 0, 0, 1));
    ck_assert(!is_in_order(ctx, 1, 0, 2));
    ck_assert(!is_in_order(ctx, 2, 2, 3));
    ck_assert(!is_in_order(ctx, 2, 2, 0));
}

SUITE_MAIN("lanes in order", lanes_that_wait, test_later_rounds)
