/* race.c - the races of a kernel: intervals, pairs of accesses in them, records. */
#include "config.h"

#include "internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void lck_race_unknown(lck_race *r, const char *format, ...)
{
    va_list args;
    if (r->why[0])
        return;
    va_start(args, format);
    vsnprintf(r->why, sizeof r->why, format, args);
    va_end(args);
}

bool lck_race_works(lck_race *r, uint64_t *own, uint64_t steps)
{
    if (steps > r->work || steps > *own) {
        *own = 0;
        return false;
    }
    r->work -= steps;
    *own -= steps;
    return true;
}

void *lck_race_array(lck_race *r, size_t n, size_t size)
{
    void *array = calloc(n ? n : 1, size);
    r->failed |= !array;
    return array;
}

/* ---- pairs that were asked ---- */

typedef struct {
    lck_race_item a, b;
    bool lanes, used;
} asked;

typedef struct {
    lck_race *r;
    asked *asked;
    uint32_t nasked, room;
    lck_verdict verdict; /* of all */
    bool ordered;        /* nothing else could order what was found */
    bool whole;          /* these are all */
} pairs;

static bool is_numeric(int8_t trip)
{
    return trip < LCK_TRIP_FREE;
}

/* Counts the trips of both from the earlier of the two. */
static void shift(const lck_race *r, lck_race_item *a, lck_race_item *b)
{
    uint32_t p[LCK_RACE_LOOPS], q[LCK_RACE_LOOPS];
    uint8_t n, k;
    if (!lck_race_loops(r, r->flow->insn[r->list->at[a->access].insn].block, p, &n) ||
        !lck_race_loops(r, r->flow->insn[r->list->at[b->access].insn].block, q, &k))
        return;
    for (uint8_t i = 0; i < n && i < k && p[i] == q[i]; i++) {
        if (!is_numeric(a->trip[i]) || !is_numeric(b->trip[i]))
            continue;
        int8_t least = a->trip[i] < b->trip[i] ? a->trip[i] : b->trip[i];
        a->trip[i] = (int8_t)(a->trip[i] - least);
        b->trip[i] = (int8_t)(b->trip[i] - least);
    }
}

/* Has one left a loop in a trip before one in which the other still is? That cannot be: the loop
 * has a barrier, so that all threads leave it in one trip. */
static bool has_left(const lck_race *r, const lck_race_item *a, const lck_race_item *b)
{
    uint32_t loop[LCK_RACE_LOOPS];
    uint8_t n;
    if (b->left == LCK_FLOW_NONE ||
        !lck_race_loops(r, r->flow->insn[r->list->at[a->access].insn].block, loop, &n))
        return false;
    for (uint8_t i = 0; i < n; i++)
        if (loop[i] == b->left && is_numeric(a->trip[i]))
            return a->trip[i] > b->left_trip;
    return false;
}

static uint32_t hash_of(const asked *a)
{
    const lck_race_item *const both[] = {&a->a, &a->b};
    uint32_t h = 2166136261u ^ a->lanes ^ 2u * a->a.doubtful ^ 4u * a->b.doubtful;
    for (int i = 0; i < 2; i++) {
        h = (h ^ both[i]->access) * 16777619u;
        h = (h ^ both[i]->left) * 16777619u ^ (uint8_t)both[i]->left_trip;
        for (int k = 0; k < LCK_RACE_LOOPS; k++)
            h = (h ^ (uint8_t)both[i]->trip[k]) * 16777619u;
    }
    return h ^ h >> 15;
}

static bool same(const asked *a, const asked *b)
{
    return a->lanes == b->lanes && lck_race_same_item(&a->a, &b->a) &&
           lck_race_same_item(&a->b, &b->b);
}

static asked *entry(const pairs *p, const asked *a)
{
    uint32_t i = hash_of(a) & (p->room - 1);
    while (p->asked[i].used && !same(&p->asked[i], a))
        i = (i + 1) & (p->room - 1);
    return &p->asked[i];
}

/* Notes a question; false: it was asked, or there is no memory. */
static bool is_new(pairs *p, const asked *a)
{
    if (2 * (p->nasked + 1) > p->room) {
        pairs old = *p;
        p->room = old.room ? 2 * old.room : 256;
        p->asked = lck_race_array(p->r, p->room, sizeof *p->asked);
        if (!p->asked) {
            *p = old;
            return false;
        }
        for (uint32_t i = 0; i < old.room; i++)
            if (old.asked[i].used)
                *entry(p, &old.asked[i]) = old.asked[i];
        free(old.asked);
    }
    asked *e = entry(p, a);
    if (e->used)
        return false;
    *e = *a;
    e->used = true;
    p->nasked++;
    return true;
}

/* ---- records ---- */

static lck_kernel_record *add_record(lck_race *r, const char *about)
{
    lck_kernel_record *record = lck_audit_other(r->audit, &r->audit->kernel[r->kernel]);
    if (record)
        record->about = lck_audit_text(r->audit, about, strlen(about));
    return record;
}

/* Was a race of these lines found already? */
static bool is_told(const lck_race *r, const char *about, size_t line, size_t other)
{
    const lck_kernel_audit *k = &r->audit->kernel[r->kernel];
    for (size_t i = 0; i < k->nothers; i++)
        if (strcmp(k->other[i].about, about) == 0 && k->other[i].line == line &&
            k->other[i].other == other)
            return true;
    return false;
}

static void tell_race(lck_race *r, const char *about, const lck_ptx_access *a,
                      const lck_ptx_access *b, char *shown)
{
    bool global = a->space == LCK_IN_GLOBAL;
    lck_kernel_record *record = add_record(r, about);
    if (!record) {
        free(shown);
        return;
    }
    record->line = a->line;
    record->other = b->line;
    record->source = a->source ? lck_audit_text(r->audit, a->source, strlen(a->source)) : NULL;
    record->answer = (lck_answer){.verdict = LCK_BAD, .shown = shown};
    record->answer.why = lck_audit_printf(r->audit,
                                          "two threads access one place of %s memory, one "
                                          "writes it, and %s",
                                          global ? "global" : "shared",
                                          global ? "nothing orders them"
                                                 : "no barrier is between");
}

/* `insn`: of the flow, where it is; NONE: nowhere. */
static void tell_verdict(lck_race *r, const char *about, lck_answer answer, uint32_t insn)
{
    lck_kernel_record *record = add_record(r, about);
    if (!record) {
        lck_answer_clear(&answer);
        return;
    }
    if (answer.verdict == LCK_UNKNOWN && r->why[0])
        answer.why = lck_audit_text(r->audit, r->why, strlen(r->why));
    record->answer = answer;
    if (insn == LCK_FLOW_NONE)
        return;
    const lck_ptx_insn *p = lck_flow_of(r->flow, insn);
    record->line = p->line;
    record->source = lck_ptx_source_text(r->m, p);
}

/* ---- pairs of an interval ---- */

/* Is what one of the two loads passed on by an instruction of the whole warp before the other one
 * stores? */
static bool is_passed(lck_race *r, const lck_race_item *a, const lck_race_item *b)
{
    const lck_ptx_access *p = &r->list->at[a->access], *q = &r->list->at[b->access];
    const lck_ptx_access *load = p->writes ? q : p, *store = load == p ? q : p;
    if (load->writes || !store->writes || memcmp(a->trip, b->trip, sizeof a->trip) != 0)
        return false;
    for (uint8_t i = 0; i < a->nloops; i++)
        if (a->trip[i] == LCK_TRIP_FREE)
            return false;
    return lck_launch_is_passed(r->f, load->insn, store->insn);
}

static void ask(pairs *p, lck_race_item a, lck_race_item b, bool lanes)
{
    lck_race *r = p->r;
    const lck_ptx_access *first = &r->list->at[a.access], *second = &r->list->at[b.access];
    if (has_left(r, &a, &b) || has_left(r, &b, &a))
        return;
    shift(r, &a, &b);
    asked question = {.a = a, .b = b, .lanes = lanes};
    if ((!first->writes && !second->writes) || is_told(r, "races", first->line, second->line) ||
        !is_new(p, &question))
        return;
    lck_race_found found = {.verdict = LCK_UNKNOWN};
    if (r->work > LCK_RACE_THREADS)
        found = lck_race_pair(r, &a, &b, lanes);
    else
        lck_race_unknown(r, "too many cases");
    bool ordered = p->ordered && !a.doubtful && !b.doubtful &&
                   !lck_race_is_locked(r, first->insn) && !lck_race_is_locked(r, second->insn);
    if (found.verdict == LCK_BAD && !ordered) {
        lck_race_unknown(r, "what else orders lines %zu and %zu is not followed", first->line,
                         second->line);
        free(found.shown);
        found = (lck_race_found){.verdict = LCK_UNKNOWN};
    }
    if (found.verdict == LCK_BAD && r->launch && r->launch->shared == LCK_GOOD) {
        lck_race_unknown(r, "lines %zu and %zu may race, and do not in a run of the launch",
                         first->line, second->line);
        free(found.shown);
        found = (lck_race_found){.verdict = LCK_UNKNOWN};
    }
    if (found.verdict == LCK_BAD &&
        (found.stored == LCK_STORED_SAME || (lanes && is_passed(r, &a, &b)))) {
        free(found.shown);
        return;
    }
    if (found.verdict == LCK_BAD && found.stored == LCK_STORED_PERHAPS) {
        lck_race_unknown(r, "warps store to one place in line %zu, perhaps the same",
                         first->line);
        free(found.shown);
        found = (lck_race_found){.verdict = LCK_UNKNOWN};
    }
    if (found.verdict == LCK_BAD)
        tell_race(r, "races", first, second, found.shown);
    if (found.verdict != LCK_GOOD && (r->relied[first->insn] || r->relied[second->insn]))
        r->doubted = r->relied[first->insn] ? first->line : second->line;
    if (found.verdict == LCK_BAD || (found.verdict == LCK_UNKNOWN && p->verdict == LCK_GOOD))
        p->verdict = found.verdict;
}

static void ask_all(pairs *p, const lck_race_items *items, bool lanes)
{
    for (uint32_t i = 0; i < items->n && !p->r->failed; i++)
        for (uint32_t k = i; k < items->n && !p->r->failed; k++) {
            bool swap = items->at[k].access < items->at[i].access;
            ask(p, items->at[swap ? k : i], items->at[swap ? i : k], lanes);
        }
}

/* The intervals from the beginning and from all barriers; lanes of a warp, or threads of
 * several. */
static bool ask_intervals(pairs *p, bool lanes)
{
    lck_race *r = p->r;
    uint32_t n = r->flow->ninsns;
    lck_race_items *of = lck_race_array(r, (size_t)n + 1, sizeof *of);
    bool good = of && lck_race_interval(r, LCK_FLOW_NONE, lanes, &of[n]);
    for (uint32_t i = 0; good && i < n; i++)
        if (r->sync[i].kind == LCK_SYNC_BLOCK || (lanes && r->sync[i].kind == LCK_SYNC_WARP))
            good = lck_race_interval(r, i, lanes, &of[i]);
    good = good && lck_race_pending(r, lanes, of);
    for (uint32_t i = 0; good && i <= n; i++)
        ask_all(p, &of[i], lanes);
    for (uint32_t i = 0; of && i <= n; i++)
        free(of[i].at);
    free(of);
    return good;
}

/* ---- the kernel ---- */

bool lck_race_is_shared(const lck_ptx_access *a)
{
    return a->space == LCK_IN_SHARED || a->space == LCK_IN_CLUSTER;
}

static bool prepare(lck_race *r)
{
    r->sync = lck_race_array(r, r->flow->ninsns, sizeof *r->sync);
    r->access_of = lck_race_array(r, r->flow->ninsns, sizeof *r->access_of);
    r->relied = lck_race_array(r, r->flow->ninsns, sizeof *r->relied);
    if (!r->sync || !r->access_of || !r->relied)
        return false;
    for (uint32_t i = 0; i < r->flow->ninsns; i++) {
        r->sync[i] = lck_sync_of(r->f, i);
        r->access_of[i] = LCK_FLOW_NONE;
    }
    for (uint32_t a = (uint32_t)r->list->n; a-- > 0;)
        if (lck_race_is_shared(&r->list->at[a]))
            r->access_of[r->list->at[a].insn] = a;
    for (uint32_t l = 0; l < r->flow->nloops; l++)
        (void)lck_formulas_trip(r->f, l); /* of loops that no address depends on, too */
    lck_race_symbols(r);
    lck_race_shapes_of(r);
    return r->shapes.n > 0 && lck_race_ways(r) && lck_race_locks(r);
}

/* Notes what keeps the verdict from being "none", or "some". */
static void look_for_opaque(lck_race *r, pairs *p)
{
    bool shared = false, writes = false;
    for (size_t a = 0; a < r->list->n; a++) {
        shared |= lck_race_is_shared(&r->list->at[a]);
        writes |= lck_race_is_shared(&r->list->at[a]) && r->list->at[a].writes;
    }
    for (size_t a = 0; a < r->list->n; a++) {
        const lck_ptx_access *access = &r->list->at[a];
        bool hides = access->space == LCK_IN_UNKNOWN && (access->writes ? shared : writes);
        if (!hides && access->space != LCK_IN_CLUSTER)
            continue;
        lck_race_unknown(r, "the memory of the access in line %zu is not known", access->line);
        p->verdict = LCK_UNKNOWN;
        p->whole = false;
    }
    for (uint32_t i = 0; i < r->flow->ninsns; i++) {
        if (r->sync[i].kind == LCK_SYNC_PART)
            p->ordered = false;
        if (r->sync[i].kind != LCK_SYNC_OPAQUE)
            continue;
        p->ordered = false;
        lck_race_unknown(r, "%s in line %u is not followed", r->sync[i].what,
                         lck_flow_of(r->flow, i)->line);
        p->verdict = LCK_UNKNOWN;
        p->whole = false;
    }
    if (r->flow->irreducible || r->flow->indirect || r->list->failed) {
        lck_race_unknown(r, "the control flow is not followed");
        p->verdict = LCK_UNKNOWN;
        p->ordered = false;
    }
}

/* ---- a run of the launch, where it is all numbers ---- */

/* The races of a run, of shared or of global memory. */
static void tell_races_of_run(lck_race *r, bool global)
{
    for (size_t i = 0; i < r->launch->nraces; i++) {
        lck_launch_race *race = &r->launch->race[i];
        const lck_ptx_access *first = &r->list->at[race->first];
        const lck_ptx_access *second = &r->list->at[race->second];
        if (race->global != global || is_told(r, "races", first->line, second->line))
            continue;
        tell_race(r, "races", first, second, race->shown);
        race->shown = NULL;
    }
}

/* The verdict of both methods, the formulas and the run: where one does not know, that of the
 * other. */
static lck_verdict joined(lck_race *r, lck_verdict one, lck_verdict run, const char *why)
{
    if (one == LCK_UNKNOWN && run == LCK_UNKNOWN && lck_formulas_launch(r->f)->grid[0]) {
        /* a run knows more of what is missing */
        r->why[0] = '\0';
        lck_race_unknown(r, "%s", why);
    }
    if (run == LCK_UNKNOWN || run == LCK_NOT_ASKED || run == one)
        return one;
    if (one == LCK_UNKNOWN)
        return run;
    lck_race_unknown(r, "a run of the launch says otherwise");
    return LCK_UNKNOWN;
}

/* What is known of global memory: of a launch whose grid is said, of all launches. */
static lck_answer answer_of_global(const lck_race *r, lck_answer apart)
{
    lck_verdict run = lck_formulas_launch(r->f)->grid[0] ? r->launch->global : LCK_NOT_ASKED;
    if (apart.verdict == LCK_GOOD && run != LCK_BAD)
        return apart;
    lck_answer_clear(&apart);
    return (lck_answer){.verdict = run};
}

/* The verdict; its races are told as those of shared memory are. */
static void tell_global(lck_race *r, lck_answer global)
{
    r->why[0] = '\0';
    if (global.verdict == LCK_UNKNOWN)
        lck_race_unknown(r, "%s", r->launch->why_global);
    if (global.verdict == LCK_BAD)
        global.why = lck_audit_printf(r->audit, "told as races");
    if (global.verdict != LCK_NOT_ASKED)
        tell_verdict(r, "global", global, LCK_FLOW_NONE);
}

static const char doubt[] = "what line %zu loads may be another for threads that come later";

/* Do barriers rely on loads from global memory that somebody may store to meanwhile? */
static bool rely_on_stores(lck_race *r)
{
    for (size_t i = 0; i < r->list->n; i++) {
        const lck_ptx_access *a = &r->list->at[i];
        if (!r->relied[a->insn] || a->space == LCK_IN_SHARED ||
            !lck_access_may_change(r->list, a))
            continue;
        lck_race_unknown(r, doubt, a->line);
        return true;
    }
    return false;
}

/* Records the verdict on barriers; *own is that without a run. */
static lck_verdict find_barriers(lck_race *r, lck_verdict of_grid, lck_verdict *own)
{
    uint32_t insn = LCK_FLOW_NONE;
    lck_answer barriers = lck_race_barriers(r, &insn);
    if (barriers.verdict == LCK_GOOD && of_grid != LCK_GOOD && rely_on_stores(r))
        barriers.verdict = LCK_UNKNOWN;
    *own = barriers.verdict;
    if (lck_race_has_parts(r) || r->launch->waits) {
        lck_race_unknown(r, "barriers of some warps, or phases, are not followed");
        free(barriers.shown);
        barriers = (lck_answer){.verdict = LCK_UNKNOWN};
    }
    barriers.verdict = joined(r, barriers.verdict, r->launch->barriers, r->launch->why_barriers);
    if (barriers.verdict == LCK_BAD && !barriers.shown) {
        barriers.shown = r->launch->shown;
        insn = r->launch->stuck;
        r->launch->shown = NULL;
    }
    if (barriers.verdict == LCK_BAD)
        barriers.why = lck_audit_printf(r->audit, "not all threads reach a barrier");
    r->told = r->audit->kernel[r->kernel].nothers;
    tell_verdict(r, "barriers", barriers, insn);
    return barriers.verdict;
}

/* Doubts barriers that rely on loads from shared memory that others may store to meanwhile. */
static void doubt_barriers(lck_race *r, const pairs *p)
{
    lck_kernel_audit *k = &r->audit->kernel[r->kernel];
    lck_answer *barriers = r->told < k->nothers ? &k->other[r->told].answer : NULL;
    for (size_t i = 0; i < r->list->n && !p->whole; i++)
        if (r->relied[r->list->at[i].insn])
            r->doubted = r->list->at[i].line;
    if (p->verdict == LCK_GOOD || r->doubted == 0 || !barriers || barriers->verdict != LCK_GOOD)
        return;
    barriers->verdict = LCK_UNKNOWN;
    barriers->why = lck_audit_printf(r->audit, doubt, r->doubted);
}

/* `own`: whether the intervals are those of all threads. */
static void find_races(lck_race *r, lck_verdict barriers, lck_verdict own, lck_verdict of_grid)
{
    pairs p = {.r = r, .verdict = LCK_GOOD, .ordered = own == LCK_GOOD, .whole = true};
    r->why[0] = '\0';
    look_for_opaque(r, &p);
    if (own != LCK_GOOD) {
        lck_race_unknown(r, "a barrier may not be reached by all threads");
        p.verdict = LCK_UNKNOWN;
    }
    if (!ask_intervals(&p, false) || !ask_intervals(&p, true)) {
        p.verdict = p.verdict == LCK_BAD ? LCK_BAD : LCK_UNKNOWN;
        p.whole = false;
    }
    if (barriers != LCK_BAD || r->launch->shared == LCK_BAD)
        p.verdict = joined(r, p.verdict, r->launch->shared, r->launch->why_shared);
    bool global = of_grid == LCK_BAD;
    if (global)
        tell_races_of_run(r, true);
    if (p.verdict == LCK_BAD)
        tell_races_of_run(r, false);
    else if (!global)
        tell_verdict(r, "races", (lck_answer){.verdict = p.verdict}, LCK_FLOW_NONE);
    doubt_barriers(r, &p);
    free(p.asked);
}

/* Reads of shared memory that nobody wrote. */
static void tell_empty(lck_race *r)
{
    lck_answer empty = {.verdict = LCK_BAD, .shown = r->launch->shown_empty};
    if (!empty.shown)
        return;
    r->launch->shown_empty = NULL;
    empty.why = lck_audit_printf(r->audit, "shared memory is read that nobody wrote");
    tell_verdict(r, "unwritten", empty, r->list->at[r->launch->empty].insn);
}

void lck_races(lck_audit *audit, size_t kernel, lck_formulas *f, const lck_accesses *list,
               lck_launch *launch, lck_answer apart)
{
    const lck_flow *flow = lck_formulas_flow(f);
    lck_race r = {.audit = audit,
                  .kernel = kernel,
                  .f = f,
                  .flow = flow,
                  .m = flow->module,
                  .list = list,
                  .x = lck_formulas_exprs(f),
                  .launch = launch,
                  .work = LCK_RACE_WORK};
    lck_answer global = answer_of_global(&r, apart);
    if (prepare(&r)) {
        lck_verdict own, barriers = find_barriers(&r, global.verdict, &own);
        lck_race_symbols(&r);
        find_races(&r, barriers, own, global.verdict);
        tell_empty(&r);
        tell_global(&r, global);
        global = (lck_answer){.verdict = LCK_NOT_ASKED};
    } else if (!r.failed) {
        const lck_answer unknown = {.verdict = LCK_UNKNOWN};
        lck_race_unknown(&r, "a block of this size is not followed");
        tell_verdict(&r, "barriers", unknown, LCK_FLOW_NONE);
        tell_verdict(&r, "races", unknown, LCK_FLOW_NONE);
    }
    lck_answer_clear(&global);
    audit->failed |= r.failed;
    free(r.sync);
    free(r.access_of);
    free(r.relied);
    free(r.toward[0]);
    free(r.toward[1]);
    free(r.waits);
    free(r.locks);
}
