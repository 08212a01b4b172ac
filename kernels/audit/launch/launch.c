/* launch.c - all threads of all blocks, and the verdicts. */
#include "config.h"

#include "internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- reasons ---- */

static void keep(char why[160], const char *format, va_list args)
{
    if (!why[0])
        vsnprintf(why, 160, format, args);
}

void lck_run_open(lck_run *r, bool shared, bool global, const char *format, ...)
{
    va_list args;
    for (int i = 0; i < 2; i++) {
        va_start(args, format);
        if (i ? global : shared)
            keep(i ? r->out->why_global : r->out->why_shared, format, args);
        va_end(args);
    }
}

void lck_run_open_all(lck_run *r, const char *why)
{
    lck_run_open(r, true, true, "%s", why);
    if (!r->out->why_barriers[0])
        snprintf(r->out->why_barriers, sizeof r->out->why_barriers, "%s", why);
}

void lck_run_stop(lck_run *r, const char *format, ...)
{
    char why[160] = "";
    va_list args;
    va_start(args, format);
    keep(why, format, args);
    va_end(args);
    lck_run_open_all(r, why);
    r->stop = true;
}

bool lck_run_works(lck_run *r, uint64_t steps)
{
    if (r->work < steps)
        lck_run_stop(r, "the launch is too large to be run");
    else
        r->work -= steps;
    return !r->stop;
}

bool lck_launch_knows(const lck_run *r, const lc_expr *e)
{
    if (!e || e->op == LC_EXPR_INT)
        return true;
    if (e->op == LC_EXPR_VAR)
        return r->known[e->slot];
    return lck_launch_knows(r, e->arg[0]) && lck_launch_knows(r, e->arg[1]) &&
           lck_launch_knows(r, e->arg[2]);
}

void lck_launch_put_place(const lck_launch *launch, lc_text *text, lck_place_of place,
                          bool of_grid)
{
    for (int i = 0; i < (of_grid ? 2 : 1); i++) {
        const int64_t *extent = i ? launch->grid : launch->extent;
        uint32_t n = i ? place.block : place.thread;
        lc_text_printf(text, "%s (%u,%u,%u)", i ? " of block" : "thread",
                       (unsigned)(n % extent[0]), (unsigned)(n / extent[0] % extent[1]),
                       (unsigned)(n / extent[0] / extent[1]));
    }
}

/* The number of a block along an axis. */
static int64_t ctaid(const lck_run *r, uint32_t rank, uint32_t cluster, unsigned axis)
{
    int64_t inside = rank, outside = cluster;
    for (unsigned i = 0; i < axis; i++) {
        inside /= r->cluster[i];
        outside /= r->grid[i] / r->cluster[i];
    }
    return outside % (r->grid[axis] / r->cluster[axis]) * r->cluster[axis] +
           inside % r->cluster[axis];
}

lck_place_of lck_run_place(const lck_run *r, uint32_t thread, uint32_t cluster)
{
    lck_place_of place = {thread % r->of_block, 0};
    for (unsigned axis = 3; r->grid[0] > 0 && axis-- > 0;)
        place.block = place.block * (uint32_t)r->grid[axis] +
                      (uint32_t)ctaid(r, lck_run_rank(r, thread), cluster, axis);
    return place;
}

void *lck_run_array(lck_run *r, size_t n, size_t size)
{
    void *array = calloc(n ? n : 1, size);
    r->failed |= !array;
    return array;
}

/* ---- threads ---- */

static void make_phases(lck_run *r, lck_phased *p)
{
    p->gathered = lck_run_array(r, r->clocks.width, sizeof *p->gathered);
    p->over = lck_run_array(r, r->clocks.width, sizeof *p->over);
    p->waiter = lck_run_array(r, r->n, sizeof *p->waiter);
}

static void free_phases(lck_phased *p)
{
    free(p->gathered);
    free(p->over);
    free(p->waiter);
}

static bool make_threads(lck_run *r)
{
    r->failed |= !lck_times_begin(&r->clocks, r->n, r->alone ? 1 : LCK_LAUNCH_WARPGROUP,
                                  r->proxies);
    size_t width = r->clocks.width;
    r->thread = lck_run_array(r, r->n, sizeof *r->thread);
    r->row = lck_run_array(r, width, sizeof *r->row);
    uint32_t nbars = r->ranks * LCK_LAUNCH_BARRIERS;
    r->bar = lck_run_array(r, nbars, sizeof *r->bar);
    for (uint32_t i = 0; r->bar && i < nbars; i++) {
        r->bar[i].row = lck_run_array(r, width, sizeof *r->row);
        r->bar[i].used = lck_run_array(r, r->n, sizeof *r->bar[i].used);
        r->bar[i].over = lck_run_array(r, r->n, sizeof *r->bar[i].over);
    }
    for (uint32_t i = 0; i < LCK_LAUNCH_PHASED; i++)
        make_phases(r, &r->phased[i]);
    make_phases(r, &r->gather);
    for (uint32_t i = 0; r->thread && i < r->n; i++) {
        r->thread[i].trip = lck_run_array(r, r->flow->nloops, sizeof *r->thread[i].trip);
        r->thread[i].token = lck_run_array(r, LCK_LAUNCH_PHASED, sizeof *r->thread[i].token);
        r->thread[i].unsure = lck_run_array(r, LC_MAX_EXPR_VARS, sizeof *r->thread[i].unsure);
        r->thread[i].env = lck_run_array(r, LC_MAX_EXPR_VARS, sizeof *r->thread[i].env);
    }
    return !r->failed;
}

static int64_t symbol_at(const lck_run *r, const lck_ptx_symbol *s, uint32_t thread)
{
    int64_t n = thread % r->of_block;
    switch (s->kind) {
    case LCK_SYMBOL_NTID: return r->extent[s->axis];
    case LCK_SYMBOL_NCTAID: return r->grid[s->axis];
    case LCK_SYMBOL_TID:
        for (unsigned axis = 0; axis < s->axis; axis++)
            n /= r->extent[axis];
        return n % r->extent[s->axis];
    case LCK_SYMBOL_CTAID: return ctaid(r, lck_run_rank(r, thread), r->block, s->axis);
    case LCK_SYMBOL_DATA: return s->elected && thread % 32 == 0;
    case LCK_SYMBOL_VARIABLE: return r->place[s->var->slot] / s->multiple;
    default: return 0;
    }
}

static void begin_threads(lck_run *r)
{
    for (uint32_t i = 0; i < r->n; i++) {
        lck_thread *t = &r->thread[i];
        t->state = LCK_RUNS;
        t->number = i;
        t->block = t->came = 0;
        t->insn = r->flow->block[0].insn;
        t->nforks = t->copies.tick = t->copies.groups = t->stores.tick = t->stores.groups = 0;
        t->products.tick = t->products.groups = 0;
        memset(t->unsure, 0, r->nvars * sizeof *t->unsure);
        memset(t->trip, 0, r->flow->nloops * sizeof *t->trip);
        for (size_t k = 0; k < r->nvars; k++) {
            const lck_ptx_symbol *s = lck_formulas_symbol(r->f, k);
            t->env[k] = r->known[k] ? symbol_at(r, s, i) : 0;
        }
    }
    r->moment++;
    r->live = r->n;
    for (uint32_t i = 0; i < r->ranks; i++)
        r->lives[i] = r->of_block;
    r->nphased = 0;
    lck_run_gather(r);
    for (uint32_t i = 0; i < r->ranks * LCK_LAUNCH_BARRIERS; i++) {
        lck_bar *b = &r->bar[i];
        b->arrived = b->expected = b->waiting = b->users = 0;
        b->turn = 1;
        memset(b->used, 0, r->n * sizeof *b->used);
        memset(b->over, 0, r->n * sizeof *b->over);
    }
    lck_shadow_forget(&r->shared);
    lck_together_forget(r);
}

/* ---- a block ---- */

/* Does the loop around an instruction only ask it again? */
static bool spins(const lck_run *r, uint32_t insn)
{
    uint32_t loop = r->flow->block[r->flow->insn[insn].block].loop;
    for (uint32_t i = 0; loop != LCK_FLOW_NONE && i < r->flow->ninsns; i++)
        if (i != insn && lck_flow_in_loop(r->flow, r->flow->insn[i].block, loop) &&
            (r->operation[i].does != LCK_DOES_NOTHING || r->access_of[i] != LCK_FLOW_NONE))
            return false;
    return loop != LCK_FLOW_NONE;
}

/* May what a thread waits for still happen? */
static bool may_go_on(const lck_run *r, const lck_thread *t)
{
    switch (t->state) {
    case LCK_AT_PHASE: return !spins(r, t->insn - 1);
    case LCK_AT_PRODUCT:
    case LCK_AT_TURN: return true;
    case LCK_AT_WARP:
    case LCK_AT_CLUSTER: return r->live < r->n;
    case LCK_AT_BAR: return r->live < r->n && r->bar[t->at].expected > 0;
    default: return false;
    }
}

/* Threads wait for what never comes. */
static void tell_stuck(lck_run *r)
{
    const lck_thread *stuck = NULL;
    for (uint32_t i = 0; i < r->n; i++) {
        const lck_thread *t = &r->thread[i];
        r->out->waits |= t->state == LCK_AT_PHASE;
        if (may_go_on(r, t)) {
            r->out->waits = true;
            lck_run_stop(r, "threads wait for a phase, or for others, in line %u",
                         lck_flow_of(r->flow, t->insn - 1)->line);
            return;
        }
        stuck = stuck || t->state == LCK_HAS_LEFT ? stuck : t;
    }
    if (!stuck)
        return;
    lc_text text = {0};
    lck_launch_put_place(r->out, &text, lck_run_place(r, stuck->number, r->block),
                         r->grid[0] > 0);
    lc_text_printf(&text, " waits in line %u for ever",
                   lck_flow_of(r->flow, stuck->insn - 1)->line);
    if (stuck->state == LCK_AT_PHASE)
        lc_text_printf(&text, ": a phase of an mbarrier does not end");
    if (stuck->state == LCK_AT_BAR)
        lc_text_printf(&text, ": %u of %u threads came", r->bar[stuck->at].arrived,
                       r->bar[stuck->at].expected ? r->bar[stuck->at].expected
                                                  : r->lives[lck_run_rank(r, stuck->number)]);
    r->out->stuck = stuck->insn - 1;
    r->out->barriers = LCK_BAD;
    r->out->shown = lc_text_take(NULL, &text);
    r->failed |= !r->out->shown;
    lck_run_stop(r, "threads wait for ever");
}

/* Lets a thread go on if it can, and returns whether it did. One that waits for its turn at a
 * barrier comes to it again. */
static bool goes_on(lck_run *r, lck_thread *t)
{
    bool waited = t->state == LCK_AT_TURN;
    uint32_t before = r->clocks.clock[t->number];
    if (t->state == LCK_AT_PRODUCT)
        (void)lck_run_products_over(r, t, &r->operation[t->insn - 1]);
    if (waited) {
        t->insn--;
        t->state = LCK_RUNS;
    }
    if (t->state != LCK_RUNS)
        return false;
    lck_run_thread(r, t);
    return !waited || t->state != LCK_AT_TURN || r->clocks.clock[t->number] != before;
}

static void run_block(lck_run *r)
{
    begin_threads(r);
    (void)lck_run_works(r, (uint64_t)r->n * (32 + r->nvars));
    lck_times_reset(&r->clocks);
    bool ran = true;
    while (ran && !r->stop) {
        ran = false;
        for (uint32_t i = 0; i < r->n && !r->stop; i++) {
            lck_thread *t = &r->thread[r->backwards ? r->n - 1 - i : i];
            ran |= goes_on(r, t);
            if (t->number % 32 == (r->backwards ? 0 : 31) || i + 1 == r->n)
                lck_together_count(r, t->number / 32);
        }
        bool waits = !ran && r->learns && !r->stop;
        for (uint32_t i = 0; waits && i < r->nphased; i++)
            ran |= lck_run_guess(r, &r->phased[i]);
    }
    lck_run_look_for_blocked(r);
    if (r->lost)
        return;
    bool again = !r->stop && r->live > 0 && !r->backwards;
    if (!r->stop && r->live > 0 && !r->learns && !again)
        tell_stuck(r);
    if (again) { /* who waits for ever may do so in one order alone, and others go further */
        r->backwards = true;
        run_block(r);
        r->backwards = false;
    }
}

/* ---- the launch ---- */

static lck_verdict verdict_of(const lck_run *r, bool global, const char *why)
{
    for (size_t i = 0; i < r->out->nraces; i++)
        if (r->out->race[i].global == global)
            return LCK_BAD;
    return why[0] ? LCK_UNKNOWN : LCK_GOOD;
}

/* A run of one block for the sizes of copies, where some are not known. */
static void learn_sizes(lck_run *r)
{
    for (uint32_t i = 0; i < r->flow->ninsns; i++)
        r->learns |= (r->operation[i].does == LCK_DOES_COPY ||
                      r->operation[i].does == LCK_DOES_STORE) &&
                     !r->operation[i].count;
    if (r->learns && !r->stop)
        run_block(r);
    r->learns = false;
    lck_run_learn(r);
}

static void run_blocks(lck_run *r)
{
    uint64_t nblocks = 1;
    for (int axis = 0; axis < 3 && r->grid[0] > 0; axis++)
        nblocks = nblocks < 1 << 24 ? nblocks * (uint64_t)(r->grid[axis] / r->cluster[axis])
                                    : nblocks;
    if (r->grid[0] == 0)
        lck_run_open(r, false, true, "the grid is not known");
    learn_sizes(r);
    for (r->chosen = 0; r->chosen < (r->chooses ? 1u << r->out->choices : 1u); r->chosen++) {
        lck_shadow_forget(&r->global);
        for (r->block = 0; r->block < nblocks && !r->stop; r->block++)
            run_block(r);
    }
    lck_run_tell_whole(r);
    r->out->shared = verdict_of(r, false, r->out->why_shared);
    r->out->global = verdict_of(r, true, r->out->why_global);
    bool sure = r->out->whole && r->out->shared == LCK_GOOD;
    if (r->out->shown_empty && (!sure || r->wild[r->base_of[r->out->empty]])) {
        free(r->out->shown_empty);
        r->out->shown_empty = NULL;
    }
    if (r->out->barriers != LCK_BAD) {
        if (r->mixed && !r->out->why_barriers[0])
            snprintf(r->out->why_barriers, sizeof r->out->why_barriers,
                     "some threads are not at a barrier, or have left");
        r->out->barriers = r->out->why_barriers[0] ? LCK_UNKNOWN : LCK_GOOD;
    }
}

/* Threads that a block must have a multiple of, so that the warps of a cluster, and where there
 * are products its groups of four, are those of its blocks. */
static uint32_t together_in(const lck_run *r)
{
    for (uint32_t i = 0; i < r->flow->ninsns; i++)
        if (lck_ptx_is(lck_flow_of(r->flow, i), "wgmma"))
            return 128;
    return 32;
}

static bool is_cluster_known(lck_run *r)
{
    const uint32_t *cluster = lck_formulas_cluster(r->f);
    bool whole = true;
    r->ranks = 1;
    for (int axis = 0; axis < 3; axis++) {
        r->cluster[axis] = cluster[axis] > 0 ? cluster[axis] : 1;
        if (r->cluster[axis] > LCK_LAUNCH_RANKS || r->ranks > LCK_LAUNCH_RANKS)
            return false;
        r->ranks *= r->cluster[axis];
        whole &= r->grid[axis] % r->cluster[axis] == 0;
    }
    r->n = r->of_block * r->ranks;
    r->work *= r->ranks; /* what is done for one block is done for each */
    return r->ranks == 1 || (whole && r->ranks <= LCK_LAUNCH_RANKS &&
                             r->of_block % together_in(r) == 0 && r->n <= LCK_LAUNCH_CLUSTER);
}

static bool is_known(lck_run *r)
{
    const lck_audit_options *launch = lck_formulas_launch(r->f);
    int64_t n = 1;
    bool known = lck_formulas_block(r->f, r->extent);
    for (int axis = 0; axis < 3 && known; axis++) {
        known = r->extent[axis] > 0 && r->extent[axis] <= LCK_LAUNCH_MOST;
        n *= r->extent[axis];
        known = known && n <= LCK_LAUNCH_MOST;
        r->grid[axis] = launch->grid[0] ? (launch->grid[axis] ? launch->grid[axis] : 1) : 0;
    }
    r->of_block = (uint32_t)n;
    memcpy(r->out->extent, r->extent, sizeof r->extent);
    memcpy(r->out->grid, r->grid, sizeof r->grid);
    return known && is_cluster_known(r);
}

static void release(lck_run *r)
{
    for (uint32_t i = 0; r->thread && i < r->n; i++) {
        free(r->thread[i].trip);
        free(r->thread[i].token);
        free(r->thread[i].env);
        free(r->thread[i].unsure);
    }
    for (uint32_t i = 0; r->bar && i < r->ranks * LCK_LAUNCH_BARRIERS; i++) {
        free(r->bar[i].row);
        free(r->bar[i].used);
        free(r->bar[i].over);
    }
    free(r->bar);
    free_phases(&r->gather);
    for (uint32_t i = 0; i < LCK_LAUNCH_PHASED; i++)
        free_phases(&r->phased[i]);
    void *const all[] = {r->thread, r->row,     r->operation, r->guard,   r->access_of, r->result,
                         r->held,   r->base_of, r->wild,      r->written, r->quiet,     r->size,
                         r->least,  r->most,    r->open,      r->ends,    r->after};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
    lck_times_end(&r->clocks);
    lck_shadow_free(&r->shared);
    lck_shadow_free(&r->global);
}

static lck_launch *run(lck_formulas *f, const lck_accesses *list, const bool *asked,
                       lck_chooses chooses)
{
    lck_run *r = calloc(1, sizeof *r);
    lck_launch *out = calloc(1, sizeof *out);
    bool good = r && out;
    if (good) {
        *r = (lck_run){
            .f = f, .list = list, .out = out, .work = LCK_LAUNCH_WORK, .chooses = chooses};
        r->flow = lck_formulas_flow(f);
        r->m = r->flow->module;
        out->reach = lck_run_array(r, list->n, sizeof *out->reach);
        out->n = list->n;
        if (out->reach && is_known(r) && lck_run_prepare(r) && make_threads(r) &&
            lck_together_begin(r, asked))
            run_blocks(r);
        lck_together_end(r);
        good = !r->failed;
        release(r);
    }
    free(r);
    if (good)
        return out;
    lck_launch_free(out);
    return NULL;
}

/* Runs every combination of choices: only what holds in all of them is sure. */
static lck_launch *run_choices(lck_formulas *f, const lck_accesses *list, const bool *asked,
                               lck_chooses chooses)
{
    lck_launch *out = run(f, list, asked, chooses);
    bool good = out && out->nraces == 0 && out->shared == LCK_GOOD && out->barriers != LCK_BAD;
    for (size_t i = 0; good && i < list->n; i++) {
        lck_warps_seen *warps = out->reach[i].warps;
        out->reach[i].sure = (lck_reach){0};
        if (!warps)
            continue;
        warps->masked = warps->perhaps = true;
        warps->doubtful |= warps->misaligned;
        warps->misaligned = false;
    }
    if (good)
        return out;
    lck_launch_free(out);
    return NULL;
}

lck_launch *lck_launch_run(lck_formulas *f, const lck_accesses *list, const bool *asked)
{
    lck_launch *out = run(f, list, asked, LCK_CHOOSES_NOTHING), *better = NULL;
    if (!out || out->shared != LCK_UNKNOWN)
        return out;
    if (out->choices > 0)
        better = run_choices(f, list, asked, LCK_CHOOSES_FOR_GRID);
    if (!better && out->more)
        better = run_choices(f, list, asked, LCK_CHOOSES_FOR_BLOCKS);
    if (!better)
        return out;
    lck_launch_free(out);
    return better;
}

void lck_launch_free(lck_launch *launch)
{
    if (!launch)
        return;
    for (size_t i = 0; i < launch->nraces; i++)
        free(launch->race[i].shown);
    for (size_t i = 0; launch->reach && i < launch->n; i++)
        free(launch->reach[i].warps);
    free(launch->reach);
    free(launch->shown);
    free(launch->shown_empty);
    free(launch);
}
