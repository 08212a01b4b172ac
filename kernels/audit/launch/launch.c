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

void lck_run_stop(lck_run *r, const char *format, ...)
{
    va_list args;
    char *why[] = {r->out->why_shared, r->out->why_global, r->out->why_barriers};
    for (int i = 0; i < 3; i++) {
        va_start(args, format);
        keep(why[i], format, args);
        va_end(args);
    }
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

void lck_run_put_thread(const lck_run *r, lc_text *text, uint32_t thread, uint32_t block,
                        bool of_grid)
{
    for (int i = 0; i < (of_grid ? 2 : 1); i++) {
        const int64_t *extent = i ? r->grid : r->extent;
        uint32_t n = i ? block : thread;
        lc_text_printf(text, "%s (%u,%u,%u)", i ? " of block" : "thread",
                       (unsigned)(n % extent[0]), (unsigned)(n / extent[0] % extent[1]),
                       (unsigned)(n / extent[0] / extent[1]));
    }
}

/* ---- what is the same for all threads ---- */

static void *array(lck_run *r, size_t n, size_t size)
{
    void *a = calloc(n ? n : 1, size);
    r->failed |= !a;
    return a;
}

/* The condition of an instruction, and what a branch to one of several places asks. */
static const lc_expr *guard_of(lck_run *r, uint32_t insn)
{
    const lck_flow_insn *i = &r->flow->insn[insn];
    if (i->guard != LCK_FLOW_NONE)
        return lck_formula_of(r->f, i->guard);
    return lck_ptx_is(lck_flow_of(r->flow, insn), "brx") ? lck_formula_operand(r->f, insn, 0)
                                                         : NULL;
}

/* The symbol that a value is; NONE: it is another formula. */
static uint32_t slot_of(lck_run *r, uint32_t value)
{
    const lc_expr *e = value == LCK_FLOW_NONE ? NULL : lck_formula_of(r->f, value);
    return e && e->op == LC_EXPR_VAR ? (uint32_t)e->slot : LCK_FLOW_NONE;
}

static void read_instructions(lck_run *r)
{
    for (uint32_t i = 0; i < r->flow->ninsns; i++) {
        r->operation[i] = lck_launch_operation(r->f, i);
        r->guard[i] = guard_of(r, i);
        r->access_of[i] = r->result[i] = LCK_FLOW_NONE;
        if (r->operation[i].does == LCK_DOES_WAIT)
            r->result[i] = slot_of(r, r->flow->def[r->flow->insn[i].slot]);
    }
    for (uint32_t a = (uint32_t)r->list->n; a-- > 0;)
        r->access_of[r->list->at[a].insn] = a;
    for (uint32_t l = 0; l < r->flow->nloops; l++)
        (void)lck_formulas_trip(r->f, l);
    lck_run_find_carried(r);
    r->nvars = lc_exprs_nvars(lck_formulas_exprs(r->f));
}

/* Which symbols have a number in a thread. */
static void read_symbols(lck_run *r)
{
    for (size_t i = 0; i < r->nvars; i++) {
        const lck_ptx_symbol *s = lck_formulas_symbol(r->f, i);
        r->loop_of[i] = s->kind == LCK_SYMBOL_TRIP   ? s->of
                        : s->kind == LCK_SYMBOL_DATA ? s->last_of
                                                     : LCK_FLOW_NONE;
        r->known[i] = s->kind == LCK_SYMBOL_TID || s->kind == LCK_SYMBOL_NTID ||
                      r->loop_of[i] != LCK_FLOW_NONE || s->elected;
        if (s->kind == LCK_SYMBOL_CTAID || s->kind == LCK_SYMBOL_NCTAID)
            r->known[i] = r->grid[0] > 0;
    }
    for (uint32_t i = 0; i < r->flow->ninsns; i++)
        if (r->result[i] != LCK_FLOW_NONE)
            r->known[r->result[i]] = true;
    lck_run_know_carried(r);
}

/* ---- accesses ---- */

static bool is_meant(const lck_run *r, const lck_ptx_access *a)
{
    return a->space == LCK_IN_SHARED || (a->space == LCK_IN_GLOBAL && r->grid[0] > 0);
}

static bool same_base(const lck_ptx_access *a, const lck_ptx_access *b)
{
    const lck_base *p = &a->base, *q = &b->base;
    return p->kind == q->kind && a->space == b->space &&
           (p->kind == LCK_BASE_DYNAMIC || (p->of == q->of && p->offset == q->offset));
}

/* What keeps a verdict from being that there are no races. */
static void look_at_base(lck_run *r, const lck_ptx_access *a)
{
    bool shared = a->space == LCK_IN_SHARED || a->space == LCK_IN_CLUSTER ||
                  a->space == LCK_IN_UNKNOWN;
    bool global = a->space == LCK_IN_GLOBAL || a->space == LCK_IN_UNKNOWN;
    bool based = a->base.kind != LCK_BASE_UNKNOWN && a->space != LCK_IN_UNKNOWN;
    if (!based || a->space == LCK_IN_CLUSTER)
        lck_run_open(r, shared, global, "the memory of the access in line %zu is not known",
                     a->line);
    else if (a->bytes == 0 && r->operation[a->insn].does != LCK_DOES_COPY &&
             r->operation[a->insn].does != LCK_DOES_STORE)
        lck_run_open(r, shared, global, "how many bytes line %zu copies is not known", a->line);
}

static void read_accesses(lck_run *r)
{
    r->grain = 16;
    for (uint32_t a = 0; a < r->list->n; a++) {
        const lck_ptx_access *access = &r->list->at[a];
        look_at_base(r, access);
        r->base_of[a] = LCK_FLOW_NONE;
        if (!is_meant(r, access) || access->base.kind == LCK_BASE_UNKNOWN)
            continue;
        r->base_of[a] = a;
        for (uint32_t b = 0; b < a && r->base_of[a] == a; b++)
            if (r->base_of[b] == b && same_base(access, &r->list->at[b]))
                r->base_of[a] = b;
        while (access->bytes % r->grain) /* bulk copies have 16 bytes and more */
            r->grain /= 2;
        r->wild[r->base_of[a]] |= !access->at || !lck_launch_knows(r, access->at);
        r->written[r->base_of[a]] |= access->writes;
    }
}

static bool is_fence(const lck_run *r, uint32_t insn)
{
    static const char *const words[] = {"volatile", "acquire", "release",
                                        "acq_rel",  "relaxed", "mmio"};
    const lck_ptx_insn *p = lck_flow_of(r->flow, insn);
    bool is = lck_ptx_is(p, "membar") || lck_ptx_is(p, "fence");
    bool moves = lck_ptx_is(p, "ld") || lck_ptx_is(p, "st") || lck_ptx_is(p, "atom") ||
                 lck_ptx_is(p, "red");
    for (size_t k = 0; moves && k < sizeof words / sizeof *words; k++)
        is |= lck_ptx_has(r->m, p, words[k]);
    return is && !lck_ptx_has(r->m, p, "cta");
}

static void look_for_order(lck_run *r)
{
    for (uint32_t i = 0; i < r->flow->ninsns; i++) {
        const lck_operation_of *o = &r->operation[i];
        uint32_t line = lck_flow_of(r->flow, i)->line;
        r->fences |= is_fence(r, i);
        r->parts |= o->does == LCK_DOES_BAR && (!o->waits || o->count);
        if (o->does == LCK_DOES_TOUCH)
            lck_run_open(r, true, false, "%s in line %u is not followed", o->what, line);
        if (o->does == LCK_DOES_HIDDEN)
            lck_run_stop(r, "%s in line %u is not followed", o->what, line);
    }
    if (r->flow->irreducible || r->flow->indirect || r->list->failed)
        lck_run_stop(r, "the control flow is not followed");
}

/* ---- blocks at whose end data may decide, as nothing is done on any way ---- */

static bool is_idle(const lck_run *r, uint32_t block)
{
    for (uint32_t i = r->flow->block[block].insn; i < r->flow->block[block].end; i++) {
        uint32_t a = r->access_of[i];
        if (r->operation[i].does != LCK_DOES_NOTHING ||
            (a != LCK_FLOW_NONE && r->list->at[a].space != LCK_IN_LOCAL &&
             r->list->at[a].space != LCK_IN_CONSTANT &&
             (r->base_of[a] == LCK_FLOW_NONE || r->written[r->base_of[a]])))
            return false;
    }
    return !r->flow->block[block].leaves;
}

/* Are all blocks from this one up to where its ways join idle? */
static bool is_quiet(const lck_run *r, uint32_t block, uint32_t *todo, bool *seen)
{
    const lck_flow *flow = r->flow;
    uint32_t n = 0, join = flow->block[block].ipdom;
    memset(seen, 0, flow->nblocks * sizeof *seen);
    todo[n++] = block;
    while (n > 0) {
        uint32_t b = todo[--n];
        for (uint32_t k = 0; k < flow->block[b].nsuccs; k++) {
            uint32_t to = flow->edge[flow->block[b].succ + k];
            if (to == join || seen[to])
                continue;
            if (!is_idle(r, to))
                return false;
            seen[to] = true;
            todo[n++] = to;
        }
    }
    return true;
}

static void look_for_quiet(lck_run *r)
{
    uint32_t *todo = array(r, r->flow->nblocks, sizeof *todo);
    bool *seen = array(r, r->flow->nblocks, sizeof *seen);
    for (uint32_t b = 0; todo && seen && b < r->flow->nblocks; b++)
        r->quiet[b] = r->flow->block[b].nsuccs > 1 && is_quiet(r, b, todo, seen);
    free(todo);
    free(seen);
}

static bool prepare(lck_run *r)
{
    size_t n = r->flow->ninsns, naccesses = r->list->n;
    r->operation = array(r, n, sizeof *r->operation);
    r->guard = array(r, n, sizeof *r->guard);
    r->access_of = array(r, n, sizeof *r->access_of);
    r->result = array(r, n, sizeof *r->result);
    r->size = array(r, n, sizeof *r->size);
    r->base_of = array(r, naccesses, sizeof *r->base_of);
    r->wild = array(r, naccesses, sizeof *r->wild);
    r->written = array(r, naccesses, sizeof *r->written);
    r->quiet = array(r, r->flow->nblocks, sizeof *r->quiet);
    if (r->failed)
        return false;
    read_instructions(r);
    read_symbols(r);
    read_accesses(r);
    look_for_order(r);
    look_for_quiet(r);
    return !r->failed;
}

/* ---- threads ---- */

static bool make_threads(lck_run *r)
{
    size_t width = lck_times_stores(&(lck_times){.nthreads = r->n}, r->n);
    r->thread = array(r, r->n, sizeof *r->thread);
    r->row = array(r, width, sizeof *r->row);
    for (uint32_t i = 0; i < LCK_LAUNCH_BARRIERS; i++) {
        r->bar[i].row = array(r, width, sizeof *r->row);
        r->bar[i].used = array(r, r->n, sizeof *r->bar[i].used);
    }
    for (uint32_t i = 0; i < LCK_LAUNCH_PHASED; i++) {
        r->phased[i].gathered = array(r, width, sizeof *r->row);
        r->phased[i].over = array(r, width, sizeof *r->row);
    }
    for (uint32_t i = 0; r->thread && i < r->n; i++) {
        r->thread[i].trip = array(r, r->flow->nloops, sizeof *r->thread[i].trip);
        r->thread[i].token = array(r, LCK_LAUNCH_PHASED, sizeof *r->thread[i].token);
        r->thread[i].unsure = array(r, LC_MAX_EXPR_VARS, sizeof *r->thread[i].unsure);
        r->thread[i].env = array(r, LC_MAX_EXPR_VARS, sizeof *r->thread[i].env);
    }
    return !r->failed;
}

static int64_t symbol_at(const lck_run *r, const lck_ptx_symbol *s, uint32_t thread)
{
    const int64_t *extent = s->kind == LCK_SYMBOL_CTAID ? r->grid : r->extent;
    int64_t n = s->kind == LCK_SYMBOL_CTAID ? r->block : thread;
    switch (s->kind) {
    case LCK_SYMBOL_NTID: return r->extent[s->axis];
    case LCK_SYMBOL_NCTAID: return r->grid[s->axis];
    case LCK_SYMBOL_TID:
    case LCK_SYMBOL_CTAID:
        for (unsigned axis = 0; axis < s->axis; axis++)
            n /= extent[axis];
        return n % extent[s->axis];
    default: return s->elected && thread % 32 == 0;
    }
}

static void begin_threads(lck_run *r)
{
    for (uint32_t i = 0; i < r->n; i++) {
        lck_thread *t = &r->thread[i];
        t->state = LCK_RUNS;
        t->number = i;
        t->block = 0;
        t->insn = r->flow->block[0].insn;
        t->nforks = t->copies.tick = t->copies.groups = t->stores.tick = t->stores.groups = 0;
        t->nunsure = 0;
        memset(t->unsure, 0, LC_MAX_EXPR_VARS * sizeof *t->unsure);
        memset(t->trip, 0, r->flow->nloops * sizeof *t->trip);
        for (size_t k = 0; k < r->nvars; k++) {
            const lck_ptx_symbol *s = lck_formulas_symbol(r->f, k);
            t->env[k] = r->known[k] ? symbol_at(r, s, i) : 0;
        }
    }
    r->live = r->n;
    r->nphased = 0;
    for (uint32_t i = 0; i < LCK_LAUNCH_BARRIERS; i++) {
        lck_bar *b = &r->bar[i];
        b->arrived = b->expected = b->waiting = b->users = 0;
        memset(b->used, 0, r->n * sizeof *b->used);
    }
    lck_shadow_forget(&r->shared);
}

/* ---- a block ---- */

/* Threads wait for what never comes. */
static void tell_stuck(lck_run *r)
{
    const lck_thread *stuck = NULL;
    for (uint32_t i = 0; i < r->n; i++) {
        const lck_thread *t = &r->thread[i];
        if (t->state == LCK_AT_PHASE || (t->state == LCK_AT_WARP && r->live < r->n) ||
            (t->state == LCK_AT_BAR && r->live < r->n && r->bar[t->at].expected > 0)) {
            r->out->waits = true;
            lck_run_stop(r, "threads wait for a phase, or for some that have left, in line %u",
                         lck_flow_of(r->flow, t->insn - 1)->line);
            return;
        }
        stuck = stuck || t->state == LCK_HAS_LEFT ? stuck : t;
    }
    if (!stuck)
        return;
    lc_text text = {0};
    lck_run_put_thread(r, &text, stuck->number, r->block, r->grid[0] > 0);
    lc_text_printf(&text, " waits in line %u for ever",
                   lck_flow_of(r->flow, stuck->insn - 1)->line);
    if (stuck->state == LCK_AT_BAR)
        lc_text_printf(&text, ": %u of %u threads came", r->bar[stuck->at].arrived,
                       r->bar[stuck->at].expected ? r->bar[stuck->at].expected : r->live);
    r->out->stuck = stuck->insn - 1;
    r->out->barriers = LCK_BAD;
    r->out->shown = lc_text_take(NULL, &text);
    r->failed |= !r->out->shown;
    lck_run_stop(r, "threads wait for ever");
}

static void run_block(lck_run *r)
{
    begin_threads(r);
    if (!lck_times_begin(&r->clocks, r->n))
        r->failed = r->stop = true;
    bool ran = true;
    while (ran && !r->stop) {
        ran = false;
        for (uint32_t i = 0; i < r->n && !r->stop; i++) {
            lck_thread *t = &r->thread[r->backwards ? r->n - 1 - i : i];
            if (t->state == LCK_RUNS) {
                lck_run_thread(r, t);
                ran = true;
            }
        }
        if (!ran && r->learns && !r->stop)
            ran = lck_run_guess(r);
    }
    bool again = !r->stop && r->live > 0 && !r->backwards;
    if (!r->stop && r->live > 0 && !r->learns && !again)
        tell_stuck(r);
    lck_times_end(&r->clocks);
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
        r->learns |= r->operation[i].does == LCK_DOES_COPY && !r->operation[i].count;
    if (r->learns && !r->stop)
        run_block(r);
    r->learns = false;
    lck_run_learn(r);
}

static void run_blocks(lck_run *r)
{
    uint64_t nblocks = 1;
    for (int axis = 0; axis < 3 && r->grid[0] > 0; axis++)
        nblocks = nblocks < 1 << 24 ? nblocks * (uint64_t)r->grid[axis] : nblocks;
    if (r->grid[0] == 0)
        lck_run_open(r, false, true, "the grid is not known");
    learn_sizes(r);
    for (r->block = 0; r->block < nblocks && !r->stop; r->block++)
        run_block(r);
    r->out->shared = verdict_of(r, false, r->out->why_shared);
    r->out->global = verdict_of(r, true, r->out->why_global);
    if (r->out->barriers != LCK_BAD) {
        if (r->mixed && !r->out->why_barriers[0])
            snprintf(r->out->why_barriers, sizeof r->out->why_barriers,
                     "some threads are not at a barrier, or have left");
        r->out->barriers = r->out->why_barriers[0] ? LCK_UNKNOWN : LCK_GOOD;
    }
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
    r->n = (uint32_t)n;
    const uint32_t *cluster = r->m->function[r->flow->function].cluster;
    return known && cluster[0] <= 1 && cluster[1] <= 1 && cluster[2] <= 1;
}

static void release(lck_run *r)
{
    for (uint32_t i = 0; r->thread && i < r->n; i++) {
        free(r->thread[i].trip);
        free(r->thread[i].token);
        free(r->thread[i].env);
        free(r->thread[i].unsure);
    }
    for (uint32_t i = 0; i < LCK_LAUNCH_BARRIERS; i++) {
        free(r->bar[i].row);
        free(r->bar[i].used);
    }
    for (uint32_t i = 0; i < LCK_LAUNCH_PHASED; i++) {
        free(r->phased[i].gathered);
        free(r->phased[i].over);
    }
    void *const all[] = {r->thread,  r->row,  r->operation, r->guard, r->access_of, r->result,
                         r->base_of, r->wild, r->written,   r->quiet, r->size};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
    lck_shadow_free(&r->shared);
    lck_shadow_free(&r->global);
}

lck_launch *lck_launch_run(lck_formulas *f, const lck_accesses *list)
{
    lck_run *r = calloc(1, sizeof *r);
    lck_launch *out = calloc(1, sizeof *out);
    bool good = r && out;
    if (good) {
        *r = (lck_run){.f = f, .list = list, .out = out, .work = LCK_LAUNCH_WORK};
        r->flow = lck_formulas_flow(f);
        r->m = r->flow->module;
        if (is_known(r) && prepare(r) && make_threads(r))
            run_blocks(r);
        good = !r->failed;
        release(r);
    }
    free(r);
    if (good)
        return out;
    lck_launch_free(out);
    return NULL;
}

void lck_launch_free(lck_launch *launch)
{
    if (!launch)
        return;
    for (size_t i = 0; i < launch->nraces; i++)
        free(launch->race[i].shown);
    free(launch->shown);
    free(launch);
}
