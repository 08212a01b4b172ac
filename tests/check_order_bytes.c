/* check_order_bytes.c - small kernels of one ring, with an error: what is proved of their order
 * runs to its end on the executor, which counts the arrivals and the bytes of each phase. */
#include "config.h"

#include "law.h"
#include "suite.h"

#include "../kernels/execute/execute.h"
#include "../kernels/order/order.h"
#include "../verify/session/script.h"

#include <stdio.h>
#include <string.h>

enum { FULL, EMPTY, LANES = 32, WIDE = 8, HIGH = 4, MOST_BOXES = 4, MOST_ROUNDS = 7 };
enum { SOURCE, RESULT, TABLE, STAGES, OUT };
enum { LOADS, STORES };

/* What is done with a statement. */
typedef enum {
    ALWAYS,
    NEVER,
    TWICE,
    IF_FEW,
    IF_EVEN,
    IF_FIRST,
    IF_FOUND, /* in a table, by blocks */
    IF_LANE,  /* there, by threads */
    BY_OTHER,
    BY_TWO,
    HOWS
} how;

typedef struct {
    int cluster, slots, boxes; /* of each block */
    bool shared, cut, nested;  /* boxes go to all blocks; end where the tensor does; two loops */
    int bytes, mask;           /* more than come; -1: as it should be */
    bool unfenced;             /* reads are */
    how load, expect, round, init, fence, store, commit, drain; /* load: of the last box */
} ring;

typedef struct {
    const ring *of;
    lck_kernel *kernel;
    lck_writer out;
    const lc_expr *n, *warp, *lane, *rank, *round, *found[2];
} making;

/* ---- kernels ---- */

static const lc_expr *num(making *m, int64_t n)
{
    return lc_expr_int(m->kernel->x, n);
}

static const lc_expr *op(making *m, lc_expr_op o, const lc_expr *a, const lc_expr *b)
{
    return lc_expr_make(m->kernel->x, o, a, b);
}

static const lc_expr *op_int(making *m, lc_expr_op o, const lc_expr *a, int64_t b)
{
    return op(m, o, a, num(m, b));
}

/* Opens the condition of what follows; how often it is written. */
static int begin(making *m, how h)
{
    const lc_expr *round = m->round ? m->round : num(m, 0), *is = num(m, 1);
    if (h == IF_FEW)
        is = op_int(m, LC_EXPR_LT, m->n, 5);
    else if (h == IF_EVEN)
        is = op_int(m, LC_EXPR_EQ, op_int(m, LC_EXPR_MOD, round, 2), 0);
    else if (h == IF_FIRST)
        is = op_int(m, LC_EXPR_EQ, m->rank, 0);
    else if (h == IF_FOUND || h == IF_LANE)
        is = op_int(m, LC_EXPR_EQ, m->found[h == IF_LANE], 1);
    else if (h == BY_OTHER)
        is = op_int(m, LC_EXPR_EQ, m->lane, 1);
    lck_if(&m->out, is);
    return h == NEVER ? 0 : h == TWICE ? 2 : 1;
}

static void load_box(making *m, const lc_expr *slot, int box)
{
    const ring *g = m->of;
    const int all = g->boxes * (g->shared ? g->cluster : 1);
    const lc_expr *of = num(m, box);
    if (g->shared)
        of = op(m, LC_EXPR_ADD, of, op_int(m, LC_EXPR_MUL, m->rank, g->boxes));
    const lc_expr *row = op_int(m, LC_EXPR_MUL, of, HIGH);
    const lc_expr *crd[] = {num(m, 0), row};
    const lc_expr *place = op(m, LC_EXPR_ADD, op_int(m, LC_EXPR_MUL, slot, all * HIGH * WIDE),
                              op_int(m, LC_EXPR_MUL, of, HIGH * WIDE));
    const int mask = g->mask >= 0 ? g->mask : (1 << g->cluster) - 1;
    const lc_expr *peers = g->shared ? num(m, mask) : NULL;
    lck_tma_load(&m->out, LOADS, crd, (lck_place){STAGES, place}, FULL, slot, peers,
                 g->cut ? op(m, LC_EXPR_SUB, m->n, row) : NULL);
}

/* Of all rows, or of those that there are. */
static const lc_expr *bytes_of(making *m)
{
    const ring *g = m->of;
    const int rows = g->boxes * HIGH * (g->shared ? g->cluster : 1);
    const lc_expr *come = g->cut ? op_int(m, LC_EXPR_MIN, m->n, rows) : num(m, rows);
    return op_int(m, LC_EXPR_ADD, op_int(m, LC_EXPR_MUL, come, 4 * WIDE), g->bytes);
}

/* Opens the loop of stages, and another one around it; returns the number of a stage. */
static const lc_expr *begin_rounds(making *m)
{
    const lc_expr *twice = num(m, 2), *outer = NULL;
    if (m->of->nested) {
        outer = lck_count(&m->out, "outer", twice);
        lck_loop(&m->out, outer, twice);
    }
    m->round = lck_count(&m->out, "round", m->n);
    lck_loop(&m->out, m->round, m->n);
    return outer ? lck_let_new(&m->out, "use",
                               op(m, LC_EXPR_ADD, op(m, LC_EXPR_MUL, outer, m->n), m->round))
                 : m->round;
}

static void end_rounds(making *m)
{
    lck_end(&m->out);
    if (m->of->nested)
        lck_end(&m->out);
    m->round = NULL;
}

static void write_loads(making *m)
{
    const ring *g = m->of;
    const lc_expr *number = begin_rounds(m);
    const lc_expr *slot = lck_let_new(&m->out, "slot", op_int(m, LC_EXPR_MOD, number, g->slots));
    const lc_expr *phase = op_int(m, LC_EXPR_DIV, number, g->slots);
    begin(m, g->round);
    lck_await(&m->out, EMPTY, slot, op_int(m, LC_EXPR_SUB, phase, 1));
    for (int i = begin(m, g->expect); i > 0; i--)
        lck_expect(&m->out, FULL, slot, bytes_of(m));
    lck_end(&m->out);
    for (int box = 0; box < g->boxes; box++) {
        const how h = box + 1 == g->boxes ? g->load : ALWAYS;
        for (int i = h == ALWAYS ? 1 : begin(m, h); i > 0; i--)
            load_box(m, slot, box);
        if (h != ALWAYS)
            lck_end(&m->out);
    }
    lck_end(&m->out);
    end_rounds(m);
}

static void write_reads(making *m)
{
    const ring *g = m->of;
    const lc_expr *stage = num(m, lck_shared_elements(m->kernel, STAGES) / g->slots);
    const lc_expr *number = begin_rounds(m);
    const lc_expr *slot = lck_let_new(&m->out, "slot", op_int(m, LC_EXPR_MOD, number, g->slots));
    begin(m, g->round);
    lck_await(&m->out, FULL, slot, op_int(m, LC_EXPR_DIV, number, g->slots));
    lck_load(&m->out, STAGES,
             op(m, LC_EXPR_ADD, op(m, LC_EXPR_MUL, slot, stage),
                op_int(m, LC_EXPR_MOD, m->lane, WIDE)), /* of the first row: others may lack */
             0, num(m, 0), 1, 1);
    if (!g->unfenced)
        lck_fence(&m->out, LCK_FENCE_PROXY);
    lck_barrier_of(&m->out, LCK_OF_WARP, 0, LANES);
    lck_if(&m->out, op_int(m, LC_EXPR_LT, m->lane, g->shared ? g->cluster : 1));
    lck_arrive(&m->out, EMPTY, slot, g->shared ? m->lane : NULL);
    lck_end(&m->out);
    lck_end(&m->out);
    end_rounds(m);
}

/* One row of each block, by one thread. */
static void write_store(making *m)
{
    const ring *g = m->of;
    lck_set(&m->out, (lck_register){0, num(m, 0)}, num(m, 1));
    lck_store(&m->out, OUT, m->lane, 0, num(m, 0), 1, 1);
    lck_fence(&m->out, LCK_FENCE_PROXY);
    lck_barrier_of(&m->out, LCK_OF_THREADS, 1, LANES);
    const how each[] = {g->store, g->commit, g->drain};
    for (int i = 0; i < 3; i++) {
        const lc_expr *crd[] = {num(m, 0), m->kernel->block};
        begin(m, each[i]);
        lck_if(&m->out, op_int(m, LC_EXPR_EQ, op_int(m, LC_EXPR_MOD, m->kernel->thread, LANES),
                               each[i] == BY_OTHER));
        if (each[i] == NEVER)
            ;
        else if (i == 0)
            lck_tma_store(&m->out, STORES + g->cut, crd, (lck_place){OUT, num(m, 0)});
        else if (i == 1)
            lck_commit(&m->out, LCK_BULK);
        else
            lck_drain(&m->out, LCK_BULK, 0, false);
        lck_end(&m->out);
        lck_end(&m->out);
    }
}

static void write_inits(making *m)
{
    const ring *g = m->of;
    const how each[] = {g->init, g->fence};
    for (int i = 0; i < 2; i++) {
        const int times = begin(m, each[i]);
        lck_if(&m->out, each[i] == BY_TWO
                            ? op_int(m, LC_EXPR_LT, m->kernel->thread, 2)
                            : op_int(m, LC_EXPR_EQ, m->kernel->thread, each[i] == BY_OTHER));
        for (int k = 0; k < times && i == 0; k++) {
            lck_init(&m->out, FULL);
            lck_init(&m->out, EMPTY);
        }
        if (times > 0 && i == 1)
            lck_fence(&m->out, LCK_FENCE_INIT);
        lck_end(&m->out);
        lck_end(&m->out);
    }
}

static void write_kernel(making *m)
{
    const ring *g = m->of;
    const lck_scope all = g->cluster > 1 ? LCK_OF_CLUSTER : LCK_OF_ALL;
    m->out = lck_write(m->kernel);
    m->warp = lck_let_new(&m->out, "warp", op_int(m, LC_EXPR_DIV, m->kernel->thread, LANES));
    m->lane = lck_let_new(&m->out, "lane", op_int(m, LC_EXPR_MOD, m->kernel->thread, LANES));
    m->rank = g->cluster > 1 ? lck_let_new(&m->out, "rank",
                                           op_int(m, LC_EXPR_MOD, m->kernel->block, g->cluster))
                             : num(m, 0);
    m->found[0] = lck_fetch(&m->out, "of_block", TABLE, m->kernel->block);
    m->found[1] = lck_fetch(&m->out, "of_thread", TABLE, m->kernel->thread);
    write_inits(m);
    lck_barrier_of(&m->out, all, 0, 0);
    lck_if(&m->out, op_int(m, LC_EXPR_EQ, m->warp, 0));
    lck_if(&m->out, op_int(m, LC_EXPR_EQ, m->lane, 0));
    write_loads(m);
    lck_end(&m->out);
    lck_else(&m->out);
    write_reads(m);
    write_store(m);
    lck_end(&m->out);
    lck_barrier_of(&m->out, all, 0, 0);
}

static bool make_tables(making *m)
{
    lck_kernel *k = m->kernel;
    const ring *g = m->of;
    const lck_element *f32 = lck_element_find("f32");
    const int rows = g->boxes * HIGH * (g->shared ? g->cluster : 1);
    const lc_expr *extent = g->cut ? m->n : num(m, rows);
    lck_map loads = {.name = "loads",
                     .tensor = SOURCE,
                     .rank = 2,
                     .extent = {num(m, WIDE), extent},
                     .stride = {num(m, 1), num(m, WIDE)},
                     .offset = num(m, 0),
                     .box = {WIDE, HIGH},
                     .cut = g->cut};
    lck_map stores = {.name = "stores",
                      .tensor = RESULT,
                      .rank = 2,
                      .extent = {num(m, LANES), num(m, g->cluster)},
                      .stride = {num(m, 1), num(m, LANES)},
                      .offset = num(m, 0),
                      .box = {LANES, 1}};
    bool ok = lck_kernel_array(k, "source", LCK_READ, f32, num(m, 1024)) &&
              lck_kernel_array(k, "result", LCK_WRITTEN, f32, num(m, 1024)) &&
              lck_kernel_array(k, "table", LCK_READ, lck_element_find("int32"),
                               num(m, 2 * LANES)) &&
              lck_kernel_array(k, "stages", LCK_OF_BLOCK, f32,
                               num(m, (int64_t)g->slots * rows * WIDE)) &&
              lck_kernel_array(k, "out", LCK_OF_BLOCK, f32, num(m, LANES)) &&
              lck_kernel_file(k, "held", f32, 1) && lck_kernel_map(k, &loads);
    k->array[STAGES].alignment = k->array[OUT].alignment = 128;
    loads.name = "last";
    loads.last = true;
    /* the map of last boxes follows, which no statement names */
    ok = ok && (!g->cut || lck_kernel_map(k, &loads)) && lck_kernel_map(k, &stores);
    k->architecture = 90;
    k->alignment = 16;
    k->cluster = g->cluster;
    k->blocks = num(m, g->cluster);
    return ok && lck_kernel_ring(k, "full", g->slots, 1) &&
           lck_kernel_ring(k, "empty", g->slots, g->shared ? g->cluster : 1);
}

/* ---- the law ---- */

typedef struct {
    ring of;
    bool made, proved;
    char why[256], stops[600];
} asked;

/* Where it stops of so many rounds; false: nowhere. */
static bool stops(const lck_kernel *kernel, char *where, size_t room)
{
    static _Alignas(128) float source[1024], result[1024];
    static unsigned char written[1024];
    static int32_t table[2 * LANES] = {1};
    lck_stop stop;
    for (int64_t n = 0; n <= MOST_ROUNDS; n++)
        for (int schedule = LCK_IN_TURNS; schedule <= LCK_AS_FAR_LAST_FIRST; schedule++) {
            const lck_host_tensor tensor[] = {{source, NULL}, {result, written}, {table, NULL}};
            memset(written, 0, sizeof written);
            if (lck_execute_scheduled(kernel, &n, tensor, 8, schedule, &stop))
                continue;
            snprintf(where, room, "%lld rounds: %s", (long long)n, stop.message);
            return true;
        }
    return false;
}

static void ask(void *user, lcv_planning *p)
{
    asked *a = user;
    making m = {.of = &a->of};
    lck_plan *plan = lck_plan_new(p);
    m.kernel = plan ? lck_kernel_new(plan->ctx, "k", 2 * LANES, 64) : NULL;
    m.n = m.kernel ? lck_kernel_size(m.kernel, "n", 0, MOST_ROUNDS, false) : NULL;
    if (m.n && make_tables(&m)) {
        write_kernel(&m);
        a->made = lck_written(&m.out);
    }
    if (a->made) {
        a->proved = lck_prove_order(plan, p, m.kernel);
        snprintf(a->why, sizeof a->why, "%s: %s", p->claim ? p->claim : "",
                 !p->result                          ? ""
                 : p->result->verdict == LCV_REFUTED ? p->result->counterexample.summary
                                                     : p->result->reason);
        if (!stops(m.kernel, a->stops, sizeof a->stops))
            a->stops[0] = '\0';
    } else if (plan) {
        snprintf(a->why, sizeof a->why, "%s", lc_ctx_message(plan->ctx));
    }
    lck_kernel_free(m.kernel);
    lck_plan_free(plan);
    lck_forget_result(p);
    lcv_eval_fail(p->e, p->name_span, "the kernel was only looked at");
}

static void ask_of(asked *a)
{
    lcv_planner planner = {.user = a, .plan = ask};
    lcv_listener listener = {0};
    lcv_session *session = lcv_session_new((lcv_options){.crosscheck = LCV_CROSSCHECK_OFF});
    lcv_session_set_planner(session, &planner);
    lcv_session_say(session, "plan p(element=f32, source=4:1, destination=4:1)\n", &listener);
    lcv_session_free(session);
}

static how some(rnd *r)
{
    return (how)rnd_in(r, NEVER, HOWS - 1);
}

/* One error, or none. */
static void plant(rnd *r, ring *g)
{
    static const how rounds[] = {IF_FEW, IF_EVEN, IF_FIRST, IF_FOUND, IF_LANE};
    switch (rnd_in(r, 0, 12)) {
    case 0: g->bytes = rnd_chance(r, 50) ? 4 : -4; break;
    case 1: g->bytes = 4 * WIDE * (rnd_chance(r, 50) ? HIGH : -HIGH); break;
    case 2: g->mask = (int)rnd_in(r, 0, (1 << g->cluster) - 1); break;
    case 3: g->load = some(r); break;
    case 4: g->expect = some(r); break;
    case 5: g->round = rounds[rnd_in(r, 0, 4)]; break;
    case 6: g->init = some(r); break;
    case 7: g->fence = some(r); break;
    case 8: g->store = some(r); break;
    case 9: g->commit = some(r); break;
    case 10: g->drain = some(r); break;
    case 11: g->unfenced = true; break;
    default: break;
    }
}

LAW_SHARE(bytes_of_rings, "what is proved of a ring runs", 10,
          CLASSES("proved", "stops", "runs, not proved"))
{
    asked a = {.of = {.mask = -1}};
    ring *g = &a.of;
    g->cluster = (int)rnd_in(&l->rnd, 1, 2);
    g->slots = (int)rnd_in(&l->rnd, 1, 3);
    g->boxes = (int)rnd_in(&l->rnd, 1, MOST_BOXES);
    g->shared = g->cluster > 1 && rnd_chance(&l->rnd, 70);
    g->cut = rnd_chance(&l->rnd, 40);
    g->nested = rnd_chance(&l->rnd, 30);
    plant(&l->rnd, g);
    ask_of(&a);
    if (!a.made)
        return law_fail(l, "no kernel: %s", a.why);
    law_saw(l, a.proved ? 0 : a.stops[0] ? 1 : 2);
    const bool told = a.proved && a.stops[0];
    return !told ||
           law_fail(
               l,
               "cluster %d, slots %d, boxes %d, shared %d, cut %d, nested %d, bytes %d, mask "
               "%d, how %d %d %d %d %d %d %d %d: %s",
               g->cluster, g->slots, g->boxes, g->shared, g->cut, g->nested, g->bytes, g->mask,
               g->load, g->expect, g->round, g->init, g->fence, g->store, g->commit, g->drain,
               a.stops);
}

TEST(a_ring_without_errors)
{
    asked a = {.of = {.mask = -1}};
    for (int i = 0; i < 32; i++) {
        a.of.cluster = 1 + i % 2;
        a.of.shared = i % 2 && i / 2 % 2;
        a.of.cut = i / 4 % 2;
        a.of.boxes = 1 + i / 8 % 2;
        a.of.nested = i / 16;
        a.of.slots = 2;
        a.made = a.proved = false;
        ask_of(&a);
        ck_assert_msg(a.made && a.proved && !a.stops[0], "%d: %s; %s", i, a.why, a.stops);
    }
}

/* Blocks of a cluster find other numbers; mbarriers are begun twice, or by two threads. */
TEST(rings_with_errors)
{
    const ring of[] = {{.cluster = 2, .shared = true, .round = IF_FOUND},
                       {.cluster = 1, .init = TWICE},
                       {.cluster = 1, .init = BY_TWO}};
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        asked a = {.of = of[i]};
        a.of.slots = a.of.boxes = 2;
        a.of.mask = -1;
        ask_of(&a);
        ck_assert_msg(a.made && !a.proved && a.stops[0], "%zu: %s; %s", i, a.why, a.stops);
    }
}

SUITE_MAIN("bytes of rings", a_ring_without_errors, rings_with_errors, bytes_of_rings)
