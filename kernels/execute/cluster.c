/* cluster.c - the executor's memory: what a cluster of a kernel has, and how it begins. */
#include "config.h"

#include "executor.h"

#include <stdlib.h>
#include <string.h>

/* ---- what a kernel uses */

static void find_uses(const lck_statement *s, const lck_kernel *k, lck_uses *uses)
{
    for (; s; s = s->next) {
        uses->copies = uses->copies || s->kind == LCK_COPY;
        uses->products = uses->products || s->kind == LCK_WGMMA;
        uses->boxes = uses->boxes || s->kind == LCK_TMA_LOAD;
        if (s->kind == LCK_TMA_LOAD && s->value)
            uses->cut[s->to.array] = true;
        uses->stores = uses->stores || s->kind == LCK_TMA_STORE;
        uses->reads_result = uses->reads_result ||
                             (s->kind == LCK_LOAD && k->array[s->array].role == LCK_WRITTEN);
        find_uses(s->body, k, uses);
        find_uses(s->otherwise, k, uses);
    }
}

static bool begin_clocks(lck_run *run)
{
    const lck_uses *u = &run->uses;
    bool async = u->products || u->boxes || u->stores;
    const bool kinds[LCK_SLOT_KINDS] = {
        [LCK_TIME] = true,        [LCK_FENCED] = async,
        [LCK_COPIED] = u->copies, [LCK_PASSED] = async && u->copies,
        [LCK_STORED] = u->stores, [LCK_COMPUTED] = u->products};
    for (size_t i = 0; i < run->kernel->nrings; i++)
        run->nbarriers += run->kernel->ring[i].slots;
    lck_clocks_begin(&run->clocks, run->kernel->ctx, run->threads,
                     run->nbarriers * run->kernel->cluster, kinds);
    lck_pool_begin(&run->pool, run->kernel->ctx, &run->clocks);
    return true;
}

/* ---- memory */

static void find_array(lck_run *run, size_t i)
{
    const lck_kernel *k = run->kernel;
    const lck_array *array = &k->array[i];
    lck_content *c = &run->content[i];
    lck_shared *shared = &run->shared;
    c->format = lck_format_of(array->element);
    if (array->role != LCK_OF_BLOCK)
        return;
    c->extent = lck_shared_elements(k, (int)i);
    c->offset = lck_shared_offset(k, (int)i);
    const int64_t end = c->offset + c->extent * array->element->bytes;
    shared->bytes = end > shared->bytes ? end : shared->bytes;
    if (!shared->of_cell || array->element->bytes < shared->of_cell)
        shared->of_cell = array->element->bytes;
}

static bool make_shared(lck_run *run)
{
    lck_shared *shared = &run->shared;
    for (size_t i = 0; i < run->kernel->narrays; i++)
        find_array(run, i);
    if (shared->bytes == 0)
        return true;
    shared->bytes = (shared->bytes + 7) / 8 * 8;
    const size_t bytes = (size_t)shared->bytes * (size_t)run->kernel->cluster;
    shared->at = lc_alloc(run->kernel->ctx, bytes, 1);
    shared->cell = lc_alloc(run->kernel->ctx, bytes / (size_t)shared->of_cell,
                            sizeof *shared->cell);
    return shared->at && shared->cell;
}

static bool make_file(lck_run *run, size_t i)
{
    const lck_kernel *k = run->kernel;
    size_t registers = (size_t)run->threads * (size_t)k->file[i].count;
    lck_held *held = &run->held[i];
    held->format = lck_format_of(k->file[i].element);
    held->at = lc_alloc(k->ctx, registers, (size_t)k->file[i].element->bytes);
    held->loaded = lc_alloc(k->ctx, registers, sizeof *held->loaded);
    if (!held->at || !held->loaded || !run->uses.products)
        return held->at && held->loaded;
    held->group = lc_alloc(k->ctx, registers, sizeof *held->group);
    held->touched = lc_alloc(k->ctx, registers, sizeof *held->touched);
    return held->group && held->touched;
}

static bool make_agents(lck_run *run)
{
    const lck_kernel *k = run->kernel;
    int warps = (k->threads + LCK_WARP - 1) / LCK_WARP;
    run->nagents = warps * k->cluster;
    run->agent = lc_alloc(k->ctx, (size_t)run->nagents, sizeof *run->agent);
    for (int i = 0; run->agent && i < run->nagents; i++) {
        int left = k->threads - i % warps * LCK_WARP;
        lck_agent *a = &run->agent[i];
        a->first = i / warps * k->threads + i % warps * LCK_WARP;
        a->threads = left < LCK_WARP ? left : LCK_WARP;
        a->all = (uint32_t)((UINT64_C(1) << a->threads) - 1);
    }
    return run->agent != NULL;
}

static bool make_meetings(lck_run *run)
{
    const lck_kernel *k = run->kernel;
    size_t meetings = (size_t)k->cluster * LCK_NAMED_BARRIERS + 2;
    size_t barriers = (size_t)k->cluster * (size_t)run->nbarriers;
    run->meeting = lc_alloc(k->ctx, meetings, sizeof *run->meeting);
    run->mbarrier = lc_alloc(k->ctx, barriers, sizeof *run->mbarrier);
    bool ok = run->meeting && run->mbarrier;
    for (size_t i = 0; ok && i < meetings; i++)
        ok = lck_gathering_begin(&run->clocks, &run->meeting[i].gathered);
    for (size_t i = 0; ok && i < barriers; i++)
        ok = lck_gathering_begin(&run->clocks, &run->mbarrier[i].gathered);
    return ok;
}

/* Room for the operands of the atoms. */
static bool make_matrices(lck_run *run)
{
    const lck_kernel *k = run->kernel;
    size_t n[3] = {0};
    for (size_t i = 0; i < k->natoms; i++) {
        const lck_atom *atom = &k->atom[i];
        const size_t need[] = {(size_t)atom->m * (size_t)atom->k,
                               (size_t)atom->n * (size_t)atom->k,
                               (size_t)atom->m * (size_t)atom->n};
        for (int o = 0; o < 3; o++)
            n[o] = need[o] > n[o] ? need[o] : n[o];
    }
    bool ok = true;
    for (int o = 0; ok && o < 3; o++) {
        run->single[o] = lc_alloc(k->ctx, n[o], sizeof *run->single[o]);
        run->twice[o] = lc_alloc(k->ctx, n[o], sizeof *run->twice[o]);
        ok = run->single[o] && run->twice[o];
    }
    return ok;
}

bool lck_make_room(lck_run *run)
{
    const lck_kernel *k = run->kernel;
    find_uses(k->body, k, &run->uses);
    run->nvars = lc_exprs_nvars(k->x);
    size_t threads = (size_t)run->threads;
    run->env = lc_alloc(k->ctx, threads * run->nvars, sizeof *run->env);
    run->wide = lc_alloc(k->ctx, run->nvars, sizeof *run->wide);
    run->knows = lc_alloc(k->ctx, threads, sizeof *run->knows);
    run->thread = lc_alloc(k->ctx, threads, sizeof *run->thread);
    run->remote = lc_alloc(k->ctx, threads * (size_t)k->cluster, sizeof *run->remote);
    bool ok = run->env && run->wide && run->knows && run->thread && run->remote &&
              begin_clocks(run) && make_agents(run) && make_meetings(run) && make_matrices(run) &&
              lck_find_lists(run) && make_shared(run);
    for (size_t i = 0; ok && i < k->nfiles; i++)
        ok = make_file(run, i);
    return ok;
}

static void free_clocks(lck_run *run)
{
    for (int t = 0; run->knows && t < run->threads; t++)
        lck_clock_drop(&run->clocks, run->knows[t].clock);
    for (int i = 0; run->mbarrier && i < run->nbarriers * run->kernel->cluster; i++) {
        lck_clock_drop(&run->clocks, run->mbarrier[i].ended);
        free(run->mbarrier[i].gathered.at);
    }
    for (int i = 0; run->meeting && i < run->kernel->cluster * LCK_NAMED_BARRIERS + 2; i++)
        free(run->meeting[i].gathered.at);
    lck_clocks_free(&run->clocks);
    lck_pool_free(&run->pool);
}

void lck_free_run(lck_run *run)
{
    free_clocks(run);
    free(run->shared.at);
    free(run->shared.cell);
    for (size_t i = 0; i < run->kernel->narrays; i++) {
        free(run->content[i].writer);
        free(run->content[i].reader);
    }
    for (size_t i = 0; i < run->kernel->nfiles; i++) {
        free(run->held[i].at);
        free(run->held[i].loaded);
        free(run->held[i].group);
        free(run->held[i].touched);
    }
    for (int o = 0; o < 3; o++) {
        free(run->single[o]);
        free(run->twice[o]);
    }
    free(run->env);
    free(run->wide);
    free(run->list);
    free(run->knows);
    free(run->thread);
    free(run->remote);
    free(run->agent);
    free(run->meeting);
    free(run->mbarrier);
}

/* ---- clusters */

static bool begin_threads(lck_run *run)
{
    const lck_kernel *k = run->kernel;
    lck_clock *clock = lck_clock_new(&run->clocks);
    if (!clock)
        return false;
    for (int t = 0; t < run->threads; t++) {
        lck_clock_drop(&run->clocks, run->knows[t].clock);
        run->knows[t] = (lck_knowledge){.clock = lck_clock_use(clock), .own = {[LCK_TIME] = 1}};
        run->thread[t] = (lck_thread){0};
        int64_t *env = run->env + (size_t)t * run->nvars;
        env[k->block->slot] = run->block + lck_rank(run, t);
        env[k->thread->slot] = lck_local(run, t);
    }
    lck_clock_drop(&run->clocks, clock);
    memset(run->remote, 0, (size_t)run->threads * (size_t)k->cluster * sizeof *run->remote);
    return true;
}

/* Fills shared memory, whose content is undefined, with bits that spoil every result. */
static void begin_memory(lck_run *run)
{
    const lck_kernel *k = run->kernel;
    const lck_shared *shared = &run->shared;
    if (shared->cell) {
        memset(shared->cell, 0,
               (size_t)(shared->bytes / shared->of_cell * k->cluster) * sizeof *shared->cell);
        memset(shared->at, 0xff, (size_t)shared->bytes * (size_t)k->cluster);
    }
    for (size_t i = 0; i < k->nfiles; i++) {
        size_t n = (size_t)run->threads * (size_t)k->file[i].count;
        if (n == 0)
            continue;
        memset(run->held[i].loaded, 0, n * sizeof *run->held[i].loaded);
        if (run->held[i].group) {
            memset(run->held[i].group, 0, n * sizeof *run->held[i].group);
            memset(run->held[i].touched, 0, n * sizeof *run->held[i].touched);
        }
    }
    lck_pool_clear(&run->pool);
}

static void begin_barriers(lck_run *run)
{
    const lck_kernel *k = run->kernel;
    for (int i = 0; i < run->nbarriers * k->cluster; i++) {
        lck_mbarrier *b = &run->mbarrier[i];
        lck_clock_drop(&run->clocks, b->ended);
        lck_gathering_clear(&run->clocks, &b->gathered);
        *b = (lck_mbarrier){.beginner = -1, .gathered = b->gathered};
    }
    for (int i = 0; i < k->cluster * LCK_NAMED_BARRIERS + 2; i++) {
        lck_gathering_clear(&run->clocks, &run->meeting[i].gathered);
        run->meeting[i].come = run->meeting[i].count = 0;
    }
}

bool lck_begin_cluster(lck_run *run)
{
    begin_memory(run);
    begin_barriers(run);
    return begin_threads(run);
}
