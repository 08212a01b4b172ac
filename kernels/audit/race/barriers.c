/* barriers.c - barriers that not all threads reach.
 *
 * A barrier is reached by all or none when every branch that decides about it goes one way for
 * all: those that it depends on, those that these depend on, and its own guard. A branch whose
 * other ways only lead out of the kernel, past no barrier, decides nothing: who has left is not
 * waited for. */
#include "config.h"

#include "internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OWN 2   /* symbols of data that a condition has */
#define SOME 16 /* values of one that are tried */

typedef struct {
    lck_race *r;
    unsigned char *known; /* of each block: its verdict + 1 for threads, then for lanes */
    bool *decides;        /* of each block: its branch was looked at */
    uint32_t *todo;
    uint32_t ntodo;
    uint64_t work; /* for this branch */
    uint32_t insn; /* the barrier */
    bool lanes;    /* of a warp */
    lck_answer answer;
    char *shown;
} search;

/* ---- threads that go different ways ---- */

typedef struct {
    const lc_expr *way, *reached; /* reached: may be NULL */
    size_t slot[LCK_RACE_VARIABLES];
    lck_race_values values[LCK_RACE_VARIABLES];
    size_t nvars;
    size_t own[OWN]; /* data that each thread has loaded for itself */
    lck_race_values of_own[OWN];
    size_t nown;
    bool complete;
} query;

/* Is it what a thread has loaded from global memory, or a comparison of floats? Whether two
 * threads have loaded it from different places is asked later. */
static bool is_own(const lck_race *r, const lck_ptx_symbol *s)
{
    uint32_t maker = lck_formulas_maker(r->f, s);
    const lck_ptx_insn *p = maker == LCK_FLOW_NONE ? NULL : lck_flow_of(r->flow, maker);
    return lck_race_is_input(r, s) ||
           (p && lck_ptx_is(p, "setp") && !(s->varies & LCK_BY_MOMENT) &&
            lck_ptx_insn_type(r->m, p, 0).kind == LCK_PTX_FLOAT);
}

static bool add_own(search *s, query *q, size_t slot, const lc_expr *const *both)
{
    if (q->nown == OWN || !is_own(s->r, lck_formulas_symbol(s->r->f, slot)))
        return false;
    lck_race_values *values = &q->of_own[q->nown];
    q->own[q->nown++] = slot;
    lck_race_values_of(s->r, slot, both, 2, values);
    q->complete &= values->complete && values->n <= SOME;
    values->n = values->n < SOME ? values->n : SOME;
    return true;
}

/* Does a symbol that the question has already depend on this one? */
static bool is_related(const lck_race *r, const query *q, size_t slot)
{
    bool related = false;
    for (size_t i = 0; i < q->nvars; i++)
        related |= lck_race_are_related(r, q->slot[i], slot);
    for (size_t i = 0; i < q->nown; i++)
        related |= lck_race_are_related(r, q->own[i], slot);
    return related;
}

/* The symbols but threads, with their values; false: too many, or one differs by thread in ways
 * that are not known, or as another one does. */
static bool prepare(search *s, query *q)
{
    bool has[LC_MAX_EXPR_VARS] = {false};
    const lc_expr *const both[] = {q->way, q->reached};
    q->complete = true;
    lck_race_slots(q->way, has);
    lck_race_slots(q->reached, has);
    for (size_t i = 0; i < s->r->nvars; i++) {
        const lck_ptx_symbol *symbol = lck_formulas_symbol(s->r->f, i);
        if (!has[i] || symbol->kind == LCK_SYMBOL_TID || symbol->kind == LCK_SYMBOL_NTID)
            continue;
        if (is_related(s->r, q, i))
            return false;
        if (symbol->kind == LCK_SYMBOL_DATA && symbol->varies & LCK_BY_THREAD) {
            if (!add_own(s, q, i, both))
                return false;
            continue;
        }
        if (q->nvars == LCK_RACE_VARIABLES)
            return false;
        q->slot[q->nvars] = i;
        lck_race_values_of(s->r, i, both, 2, &q->values[q->nvars]);
        q->complete &= q->values[q->nvars++].complete;
    }
    return true;
}

/* May the data of each of two threads be anything, whatever that of the other is? */
static bool are_apart(const search *s, const query *q, const lck_race_shape *shape,
                      const int64_t *env, uint32_t a, uint32_t b)
{
    int64_t of[2][LC_MAX_EXPR_VARS];
    bool apart = true;
    for (int i = 0; i < 2; i++) {
        memcpy(of[i], env, sizeof of[i]);
        lck_race_set_thread(s->r, shape, i ? b : a, of[i]);
    }
    for (size_t i = 0; i < q->nown && apart; i++)
        apart = lck_launch_is_apart(s->r->f, s->r->list,
                                    lck_formulas_symbol(s->r->f, q->own[i])->of, of[0], of[1]);
    return apart;
}

/* The ways that a thread may go, a bit for each, when its own data takes some values. */
static unsigned ways_of(search *s, const query *q, const lck_race_shape *shape, uint32_t thread,
                        int64_t *env)
{
    size_t digit[OWN] = {0}, k = 0;
    unsigned ways = 0;
    lck_race_set_thread(s->r, shape, thread, env);
    while (k <= q->nown && ways != 3) {
        int64_t reached = 1, way;
        for (size_t i = 0; i < q->nown; i++)
            env[q->own[i]] = q->of_own[i].at[digit[i]];
        if ((!q->reached || (lc_expr_at(q->reached, env, &reached) && reached)) &&
            lc_expr_at(q->way, env, &way))
            ways |= way ? 2 : 1;
        for (k = 0; k < q->nown && ++digit[k] == q->of_own[k].n; k++)
            digit[k] = 0;
        if (k == q->nown)
            break;
    }
    return ways;
}

/* The ways of all threads of a shape: one that goes and one that does not. */
static bool differ(search *s, query *q, const lck_race_shape *shape, int64_t *env,
                   uint32_t pair[2])
{
    uint32_t group = 0;
    bool has[2] = {false};
    uint64_t steps = 1 + q->way->size / 16 + (q->reached ? q->reached->size / 16 : 0);
    for (size_t i = 0; i < q->nown; i++)
        steps *= q->of_own[i].n;
    for (uint32_t t = 0; t < shape->n && lck_race_works(s->r, &s->work, steps); t++) {
        if (s->lanes && t / 32 != group) {
            group = t / 32;
            has[0] = has[1] = false;
        }
        unsigned ways = ways_of(s, q, shape, t, env);
        for (unsigned way = 0; way < 2; way++) {
            if (!(ways >> way & 1))
                continue;
            uint32_t other = pair[!way];
            bool both = has[!way] && other != t;
            if (both && are_apart(s, q, shape, env, other, t)) {
                pair[way] = t;
                return true;
            }
            q->complete &= !both;
            pair[way] = has[way] ? pair[way] : t;
            has[way] = true;
        }
    }
    return false;
}

static void tell(search *s, const query *q, const lck_race_shape *shape, const int64_t *env,
                 const uint32_t pair[2])
{
    lc_text text = {0};
    for (int i = 0; i < 2; i++) {
        uint32_t t = pair[i];
        lc_text_printf(&text, "%sthread (%u,%u,%u) %s", i ? ", " : "",
                       (unsigned)(t % shape->extent[0]),
                       (unsigned)(t / shape->extent[0] % shape->extent[1]),
                       (unsigned)(t / shape->extent[0] / shape->extent[1]),
                       i ? "goes the other way" : "goes one way");
    }
    for (size_t i = 0; i < q->nvars; i++)
        lc_text_printf(&text, ", %s = %lld", lck_formulas_symbol(s->r->f, q->slot[i])->var->name,
                       (long long)env[q->slot[i]]);
    lc_text_printf(&text, "%s, in a block of %lld x %lld x %lld",
                   q->nown > 0 ? ", for some data" : "", (long long)shape->extent[0],
                   (long long)shape->extent[1], (long long)shape->extent[2]);
    s->shown = lc_text_take(NULL, &text);
    s->r->audit->failed |= !s->shown;
}

/* Is it sure that the loops make the trips that an assignment names? */
static bool happens(search *s, const query *q, const int64_t *env)
{
    for (size_t i = 0; i < q->nvars; i++) {
        const lck_ptx_symbol *symbol = lck_formulas_symbol(s->r->f, q->slot[i]);
        int64_t trips;
        if (symbol->kind == LCK_SYMBOL_DATA)
            return false;
        if (symbol->kind == LCK_SYMBOL_TRIP && env[q->slot[i]] > 0 &&
            (!symbol->trips || !lc_expr_at(symbol->trips, env, &trips) ||
             trips <= env[q->slot[i]]))
            return false;
    }
    return true;
}

/* The verdict on a branch by all assignments. */
static lck_verdict go_through(search *s, query *q, bool exact)
{
    int64_t env[LC_MAX_EXPR_VARS] = {0};
    size_t digit[LCK_RACE_VARIABLES] = {0};
    bool doubtful = false;
    for (;;) {
        for (size_t i = 0; i < q->nvars; i++)
            env[q->slot[i]] = q->values[i].at[digit[i]];
        for (size_t i = 0; i < s->r->shapes.n; i++) {
            uint32_t pair[2];
            if (!differ(s, q, &s->r->shapes.at[i], env, pair))
                continue;
            if (exact && happens(s, q, env)) {
                tell(s, q, &s->r->shapes.at[i], env, pair);
                return LCK_BAD;
            }
            doubtful = true;
        }
        size_t k = 0;
        while (k < q->nvars && ++digit[k] == q->values[k].n)
            digit[k++] = 0;
        if (k == q->nvars || s->work == 0)
            break;
    }
    bool all = !doubtful && q->complete && s->r->shapes.complete && s->work > 0;
    return all ? LCK_GOOD : LCK_UNKNOWN;
}

/* Whether all threads that come to an instruction have the same value of a predicate. */
static lck_verdict decide(search *s, uint32_t insn, uint32_t value)
{
    lck_race *r = s->r;
    const lck_flow_block *b = &r->flow->block[r->flow->insn[insn].block];
    query q = {.way = lck_formula_of(r->f, value)};
    unsigned by = s->lanes ? LCK_BY_LANE : LCK_BY_THREAD;
    bool exact = true;
    if (!q.way)
        return LCK_UNKNOWN;
    if (!(lck_formula_varies(r->f, q.way) & by))
        return LCK_GOOD;
    for (uint32_t i = b->insn; i < b->end && !q.reached; i++)
        if (r->flow->insn[i].guard == LCK_FLOW_NONE)
            q.reached = lck_formula_guard(r->f, i, &exact);
    exact = exact && q.reached;
    lck_race_symbols(r);
    s->work = LCK_RACE_BIT;
    return prepare(s, &q) ? go_through(s, &q, exact) : LCK_UNKNOWN;
}

/* The same; where that is needed, relies on all threads loading the same from one address. */
static lck_verdict decide_and_rely(search *s, uint32_t insn, uint32_t value)
{
    lck_race *r = s->r;
    lck_verdict verdict = decide(s, insn, value);
    if (verdict == LCK_GOOD &&
        lck_formula_varies(r->f, lck_formula_of(r->f, value)) & LCK_BY_DATA)
        r->failed |= !lck_formula_loads(r->f, value, r->relied);
    return verdict;
}

/* ---- branches ---- */

static void judge(search *s, lck_verdict verdict, uint32_t insn)
{
    if (verdict == LCK_BAD || (verdict == LCK_UNKNOWN && s->answer.verdict == LCK_GOOD))
        s->answer.verdict = verdict;
    if (verdict == LCK_UNKNOWN)
        lck_race_unknown(s->r, "the condition in line %u may differ between threads",
                         lck_flow_of(s->r->flow, insn)->line);
}

/* Does a block lead out of the kernel at once? */
static bool ends_at_once(const search *s, uint32_t block)
{
    const lck_flow *flow = s->r->flow;
    for (uint32_t steps = 0; steps < flow->nblocks; steps++) {
        const lck_flow_block *b = &flow->block[block];
        uint32_t branch = lck_flow_branch(flow, block);
        if (b->end - b->insn > (branch != LCK_FLOW_NONE) || b->nsuccs > 1)
            return false;
        if (b->nsuccs == 0)
            return true;
        block = flow->edge[b->succ];
    }
    return false;
}

/* Do all other ways of a branch lead out of the kernel at once? */
static bool leaves_otherwise(const search *s, uint32_t block, uint32_t way)
{
    const lck_flow *flow = s->r->flow;
    const lck_flow_block *b = &flow->block[block];
    for (uint32_t k = 0; k < b->nsuccs; k++)
        if (k != way && !ends_at_once(s, flow->edge[b->succ + k]))
            return false;
    return true;
}

/* Are there barriers on several ways of a branch? Threads on different ways may meet there. */
static bool meets_elsewhere(const search *s, uint32_t block)
{
    uint32_t ways = s->r->toward[s->lanes][block];
    return (ways & (ways - 1)) != 0;
}

static void decide_branch(search *s, uint32_t block, uint32_t way)
{
    const lck_flow *flow = s->r->flow;
    uint32_t branch = lck_flow_branch(flow, block);
    if (leaves_otherwise(s, block, way) || branch == LCK_FLOW_NONE)
        return;
    const lck_ptx_insn *p = lck_flow_of(flow, branch);
    uint32_t value = flow->insn[branch].guard;
    if (lck_ptx_is(p, "brx"))
        value = flow->use[flow->insn[branch].slot];
    unsigned char *known = &s->known[2 * block + s->lanes];
    if (value != LCK_FLOW_NONE && !*known)
        *known = (unsigned char)(1 + decide_and_rely(s, branch, value));
    if (*known == 1 + LCK_BAD && meets_elsewhere(s, block)) {
        *known = 1 + LCK_UNKNOWN;
        free(s->shown);
        s->shown = NULL;
    }
    if (value != LCK_FLOW_NONE)
        judge(s, (lck_verdict)(*known - 1), branch);
}

/* All that decides about one barrier. */
static void decide_barrier(search *s)
{
    const lck_flow *flow = s->r->flow;
    memset(s->decides, 0, flow->nblocks * sizeof *s->decides);
    s->ntodo = 0;
    s->todo[s->ntodo++] = flow->insn[s->insn].block;
    s->decides[flow->insn[s->insn].block] = true;
    if (flow->insn[s->insn].guard != LCK_FLOW_NONE)
        judge(s, decide_and_rely(s, s->insn, flow->insn[s->insn].guard), s->insn);
    while (s->ntodo && s->answer.verdict != LCK_BAD) {
        const lck_flow_block *b = &flow->block[s->todo[--s->ntodo]];
        for (uint32_t k = 0; k < b->ncontrols && s->answer.verdict != LCK_BAD; k++) {
            lck_flow_control c = flow->control[b->control + k];
            decide_branch(s, c.block, c.way);
            if (s->decides[c.block])
                continue;
            s->decides[c.block] = true;
            s->todo[s->ntodo++] = c.block;
        }
    }
}

bool lck_race_has_parts(const lck_race *r)
{
    for (uint32_t i = 0; i < r->flow->ninsns; i++) {
        const lck_ptx_insn *p = lck_flow_of(r->flow, i);
        if (r->sync[i].kind == LCK_SYNC_PART && !lck_ptx_has(r->m, p, "warp") &&
            (lck_ptx_is(p, "bar") || lck_ptx_is(p, "barrier")))
            return true;
    }
    return false;
}

lck_answer lck_race_barriers(lck_race *r, uint32_t *insn)
{
    uint32_t nblocks = r->flow->nblocks;
    search s = {.r = r, .answer = {.verdict = LCK_GOOD}};
    s.known = lck_race_array(r, 2 * (size_t)nblocks, sizeof *s.known);
    s.decides = lck_race_array(r, nblocks, sizeof *s.decides);
    s.todo = lck_race_array(r, nblocks, sizeof *s.todo);
    if (s.known && s.decides && s.todo) {
        for (s.insn = 0; s.insn < r->flow->ninsns && s.answer.verdict != LCK_BAD; s.insn++) {
            lck_sync_kind kind = r->sync[s.insn].kind;
            if (kind != LCK_SYNC_BLOCK && kind != LCK_SYNC_WARP)
                continue;
            s.lanes = kind == LCK_SYNC_WARP;
            decide_barrier(&s);
            if (s.answer.verdict == LCK_BAD)
                *insn = s.insn;
        }
    }
    s.answer.shown = s.shown;
    free(s.known);
    free(s.decides);
    free(s.todo);
    return s.answer;
}
