/* check_audit_flow.c - the control flow of random functions of PTX, against models that know
 * nothing of it: a run of the text, instruction by instruction, in which each register that is
 * read has the value that the flow names; dominators, loops and control dependence as their
 * definitions say, by reachability.
 */
#include "config.h"

#include "law.h"
#include "suite.h"

#include "../kernels/audit/flow/flow.h"
#include "../lib/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- random functions ---- */

enum { REGS = 4, FIRST = REGS + 3, INSNS = 32, FUNCTIONS = 3, STEPS = 300, DEPTH = 8 };

typedef enum { MOVE, ADD, COMPARE, BRANCH, TABLE, RETURN, CALL, LOAD, STORE } what;

/* One instruction; target: of BRANCH and TABLE an instruction, of CALL a function. */
typedef struct {
    what what;
    int guard; /* -1: none; a predicate 0, 1 */
    bool negated;
    unsigned to, a, b;
    unsigned target, other;
    int value;
} step;

typedef struct {
    step step[FUNCTIONS][INSNS];
    size_t n[FUNCTIONS];
    lc_text text;
} program;

static step random_step(law *l, size_t function, size_t n)
{
    step s = {.guard = law_below(l, 3) ? -1 : (int)law_below(l, 2),
              .negated = law_below(l, 2),
              .to = (unsigned)law_below(l, REGS),
              .a = (unsigned)law_below(l, REGS),
              .b = (unsigned)law_below(l, REGS),
              .target = (unsigned)law_below(l, n + 1),
              .other = (unsigned)law_below(l, n + 1),
              .value = (int)law_below(l, 100)};
    size_t kind = law_below(l, 24);
    if (kind < 6)
        s.what = MOVE;
    else if (kind < 11)
        s.what = ADD;
    else if (kind < 14)
        s.what = COMPARE;
    else if (kind < 19)
        s.what = BRANCH;
    else if (kind < 20)
        s.what = TABLE;
    else if (kind < 21)
        s.what = RETURN;
    else if (kind < 22 && function + 1 < FUNCTIONS)
        s.what = CALL;
    else
        s.what = function ? law_below(l, 2) ? LOAD : STORE : MOVE;
    if (s.what == CALL)
        s.target = (unsigned)(function + 1 + law_below(l, FUNCTIONS - function - 1));
    if (s.what == CALL || s.what == TABLE || s.what == LOAD || s.what == STORE)
        s.guard = -1;
    return s;
}

/* What a callee begins with: all that it may read later is written. */
static step first_step(size_t i)
{
    step s = {.guard = -1, .what = MOVE, .to = (unsigned)i % REGS, .value = (int)i};
    if (i >= REGS)
        s = (step){.guard = -1, .what = COMPARE, .to = (unsigned)i % 2};
    if (i == REGS + 2)
        s.what = STORE;
    return s;
}

/* Function f reads its argument and returns what it stored last; the entry is function 0. */
static void write_step(lc_text *t, const step *s, size_t f, size_t i)
{
    if (s->guard >= 0)
        lc_text_printf(t, "@%s%%p%d ", s->negated ? "!" : "", s->guard);
    switch (s->what) {
    case MOVE: lc_text_printf(t, "mov.u32 %%r%u, %d;\n", s->to, s->value); break;
    case ADD: lc_text_printf(t, "add.u32 %%r%u, %%r%u, %%r%u;\n", s->to, s->a, s->b); break;
    case COMPARE:
        lc_text_printf(t, "setp.lt.u32 %%p%u, %%r%u, %%r%u;\n", s->to % 2, s->a, s->b);
        break;
    case BRANCH: lc_text_printf(t, "bra L%u;\n", s->target); break;
    case TABLE:
        lc_text_printf(t, "T%zu: .branchtargets L%u, L%u;\nbrx.idx %%r%u, T%zu;\n", i, s->target,
                       s->other, s->a, i);
        break;
    case RETURN: lc_text_add(t, "ret;\n"); break;
    case LOAD: lc_text_printf(t, "ld.param.u32 %%r%u, [in%zu+4];\n", s->to, f); break;
    case STORE: lc_text_printf(t, "st.param.b32 [out%zu], %%r%u;\n", f, s->a); break;
    case CALL:
        lc_text_printf(t,
                       "{ .param .b8 from[8]; .param .b32 back;\nst.param.b32 [from+4], %%r%u;\n"
                       "call (back), f%u, (from);\nld.param.u32 %%r%u, [back];\n}\n",
                       s->a, s->target, s->to);
    }
}

/* Callees first, as PTX wants them. */
static void make_program(law *l, program *p)
{
    lc_text_add(&p->text, ".version 8.0\n.target sm_80\n");
    for (size_t f = FUNCTIONS; f-- > 0;) {
        p->n[f] = law_below(l, INSNS - FIRST) + 1 + (f ? FIRST : 0);
        if (f)
            lc_text_printf(&p->text, ".func (.param .b32 out%zu) f%zu(.param .b8 in%zu[8])\n", f,
                           f, f);
        else
            lc_text_add(&p->text, ".entry f0()\n");
        lc_text_printf(&p->text, "{ .reg .pred %%p<2>; .reg .b32 %%r<%d>;\n", REGS);
        for (size_t i = 0; i < p->n[f]; i++) {
            p->step[f][i] = f && i < FIRST ? first_step(i) : random_step(l, f, p->n[f]);
            lc_text_printf(&p->text, "L%zu: ", i);
            write_step(&p->text, &p->step[f][i], f, i);
        }
        lc_text_printf(&p->text, "L%zu:\n}\n", p->n[f]);
    }
}

/* ---- a run of the text beside a walk through the flow ---- */

typedef struct {
    size_t function, pc;
    int reg[REGS], pred[2];
    int in, out;
    const step *call;
} frame;

typedef struct {
    law *l;
    const program *p;
    const lck_flow *f;
    uint32_t block, at; /* in the flow; at: an instruction, or the block's end */
    int *value;         /* of each value of the flow, as it was last computed */
    frame stack[DEPTH];
    size_t depth;
    bool wrong;
} run;

/* Goes along an edge; PHIs take what it hands over, all at once. */
static void go(run *r, uint32_t way)
{
    const lck_flow *f = r->f;
    const lck_flow_block *from = &f->block[r->block];
    uint32_t to = f->edge[from->succ + way], pred = 0;
    int next[64];
    while (f->edge[f->block[to].pred + pred] != r->block)
        pred++;
    for (uint32_t i = 0; i < f->block[to].nphis; i++)
        next[i] = r->value[lck_flow_arg(f, f->block[to].phi + i, pred)];
    for (uint32_t i = 0; i < f->block[to].nphis; i++)
        r->value[f->block[to].phi + i] = next[i];
    r->block = to;
    r->at = f->block[to].insn;
}

/* The next instruction of the flow, past blocks that end without a branch. NONE: the end. */
static uint32_t upcoming(run *r)
{
    while (r->at == r->f->block[r->block].end && r->f->block[r->block].nsuccs == 1)
        go(r, 0);
    return r->at == r->f->block[r->block].end ? LCK_FLOW_NONE : r->at;
}

static bool fails(run *r, const char *why)
{
    r->wrong = true;
    return law_fail(r->l, "%s at block %u, instruction %u of\n%s", why, r->block, r->at,
                    lc_text_peek(&r->p->text));
}

/* The flow stands at an instruction with this opcode, which is taken. */
static const lck_ptx_insn *takes(run *r, const char *name)
{
    uint32_t at = upcoming(r);
    if (at == LCK_FLOW_NONE || !lck_ptx_is(lck_flow_of(r->f, at), name)) {
        fails(r, name);
        return NULL;
    }
    r->at++;
    return lck_flow_of(r->f, at);
}

/* Operand k of the instruction that was taken is read, with this value. */
static bool reads(run *r, uint32_t k, int expected)
{
    uint32_t use = r->f->use[r->f->insn[r->at - 1].slot + k];
    if (use == LCK_FLOW_NONE || r->value[use] != expected)
        return fails(r, "another value is read");
    return true;
}

/* Values at an instruction after what it wrote: the result, then what its guard makes of it. */
static void writes(run *r, uint32_t k, int value, bool runs)
{
    const lck_flow *f = r->f;
    uint32_t at = r->at - 1, def = f->def[f->insn[at].slot + k];
    if (f->value[def].insn == at)
        r->value[def] = value;
    else if (r->value[def] != value)
        fails(r, "another value is handed over");
    for (uint32_t v = 0; v < f->nvalues; v++)
        if (f->value[v].kind == LCK_FLOW_SELECT && f->value[v].insn == at)
            r->value[v] = r->value[lck_flow_arg(f, v, runs ? 0 : 1)];
}

/* Of a branch or a return; a block with two ways has the taken one first. */
static void branches(run *r, bool taken, uint32_t way)
{
    const lck_flow_block *b = &r->f->block[r->block];
    if (b->leaves ? taken : b->nsuccs == 0)
        return;
    go(r, taken ? way : b->nsuccs - 1);
}

static void run_call(run *r, frame *top, const step *s)
{
    if (!takes(r, "st") || !reads(r, 1, top->reg[s->a]) || !takes(r, "call"))
        return;
    r->stack[r->depth++] = (frame){.function = s->target, .in = top->reg[s->a], .call = s};
}

/* Back to the caller; false: there is none. */
static bool run_return(run *r)
{
    frame done = r->stack[--r->depth];
    if (!r->depth)
        return false;
    frame *top = &r->stack[r->depth - 1];
    top->reg[done.call->to] = done.out;
    top->pc++;
    if (takes(r, "ld") && reads(r, 0, done.out))
        writes(r, 0, done.out, true);
    return true;
}

static void run_branch(run *r, frame *top, const step *s, bool taken)
{
    bool table = s->what == TABLE;
    if (!takes(r, table ? "brx" : "bra") || (table && !reads(r, 0, top->reg[s->a])))
        return;
    bool second = table && top->reg[s->a] % 2;
    branches(r, taken, second);
    top->pc = taken ? second ? s->other : s->target : top->pc + 1;
}

static void run_plain(run *r, frame *top, const step *s, bool runs)
{
    static const char *const name[] = {[MOVE] = "mov",   [ADD] = "add", [COMPARE] = "setp",
                                       [BRANCH] = "bra", [LOAD] = "ld", [STORE] = "st"};
    if (!takes(r, name[s->what]))
        return;
    int a = top->reg[s->a], b = top->reg[s->b], value = s->value;
    if (s->what == STORE) {
        if (reads(r, 1, a))
            top->out = a;
    } else if (s->what == LOAD) {
        value = top->in;
    } else if (s->what != MOVE && (!reads(r, 1, a) || !reads(r, 2, b))) {
        return;
    } else if (s->what != MOVE) {
        value = s->what == ADD ? (a + b) % 1000 : a < b;
    }
    int *to = s->what == COMPARE ? &top->pred[s->to % 2] : &top->reg[s->to];
    if (s->what == STORE) {
        if (r->f->def[r->f->insn[r->at - 1].slot + 1] != LCK_FLOW_NONE)
            writes(r, 1, a, true);
    } else {
        *to = runs ? value : *to;
        writes(r, 0, value, runs);
    }
    top->pc++;
}

/* One instruction of the text; false: the thread has ended. */
static bool run_step(run *r)
{
    frame *top = &r->stack[r->depth - 1];
    if (top->pc == r->p->n[top->function])
        return run_return(r);
    const step *s = &r->p->step[top->function][top->pc];
    bool runs = s->guard < 0 || (top->pred[s->guard] != 0) != s->negated;
    uint32_t at = upcoming(r);
    if (at != LCK_FLOW_NONE && s->guard >= 0 &&
        r->value[r->f->insn[at].guard] != top->pred[s->guard])
        return fails(r, "another guard");
    if (s->what == CALL) {
        run_call(r, top, s);
    } else if (s->what == BRANCH || s->what == TABLE) {
        run_branch(r, top, s, runs);
    } else if (s->what == RETURN) {
        if (!takes(r, "ret"))
            return false;
        branches(r, runs, 0);
        if (runs)
            return run_return(r);
        top->pc++;
    } else {
        run_plain(r, top, s, runs);
    }
    return !r->wrong;
}

static lck_flow *flow_of(law *l, program *p)
{
    lck_ptx_error error;
    lck_flow_error wrong;
    const char *text = lc_text_peek(&p->text);
    lck_ptx_module *m = lck_ptx_read(text, strlen(text), &error);
    ck_assert_msg(m != NULL, "%u:%u: %s in\n%s", error.line, error.column, error.message, text);
    law_own_with(l, m, (void (*)(void *))lck_ptx_free);
    lck_flow *f = lck_flow_new(m, m->nfunctions - 1, &wrong);
    ck_assert_msg(f != NULL, "%s in\n%s", wrong.message, text);
    law_own_with(l, f, (void (*)(void *))lck_flow_free);
    return f;
}

LAW(runs, "runs", CLASSES("short", "calls", "long"))
{
    program p = {0};
    make_program(l, &p);
    lck_flow *f = flow_of(l, &p);
    run r = {.l = l, .p = &p, .f = f, .depth = 1};
    r.value = law_own_memory(l, calloc(f->nvalues, sizeof *r.value));
    size_t steps = 0;
    while (steps < STEPS && run_step(&r))
        steps++;
    if (!r.wrong && steps < STEPS && r.at != f->block[r.block].end)
        fails(&r, "the thread has ended");
    law_saw(l, steps < 10 ? 0 : f->ncalls > 1 ? 1 : 2);
    lc_text_free(&p.text);
    return !r.wrong;
}

/* ---- dominators and loops, by reachability ---- */

enum { BLOCKS = 256 };

/* Marks what `from` reaches without `but`, forwards or backwards. */
static void reach(const lck_flow *f, uint32_t from, uint32_t but, bool forwards, bool *mark)
{
    if (from == but || mark[from])
        return;
    mark[from] = true;
    const lck_flow_block *b = &f->block[from];
    for (uint32_t k = 0; k < (forwards ? b->nsuccs : b->npreds); k++)
        reach(f, f->edge[(forwards ? b->succ : b->pred) + k], but, forwards, mark);
}

static bool ends(const lck_flow *f, uint32_t block)
{
    return f->block[block].nsuccs == 0 || f->block[block].leaves;
}

/* Whether some path from a block to an end avoids another block. */
static bool escapes(const lck_flow *f, uint32_t from, uint32_t but)
{
    bool mark[BLOCKS] = {0};
    reach(f, from, but, true, mark);
    for (uint32_t i = 0; i < f->nblocks; i++)
        if (mark[i] && ends(f, i))
            return true;
    return false;
}

static bool dominators_hold(law *l, const lck_flow *f, bool all_end)
{
    for (uint32_t a = 0; a < f->nblocks; a++) {
        bool mark[BLOCKS] = {0};
        reach(f, 0, a, true, mark);
        for (uint32_t b = 0; b < f->nblocks; b++) {
            if (lck_flow_dominates(f, a, b) == mark[b])
                return law_fail(l, "does %u dominate %u?", a, b);
            if (all_end && lck_flow_postdominates(f, a, b) == escapes(f, b, a))
                return law_fail(l, "does %u post-dominate %u?", a, b);
        }
    }
    return true;
}

/* b depends on way k of a: it is behind that way for sure, and not behind a. */
static bool control_holds(law *l, const lck_flow *f)
{
    for (uint32_t a = 0; a < f->nblocks; a++)
        for (uint32_t k = 0; k < f->block[a].nsuccs; k++)
            for (uint32_t b = 0; b < f->nblocks; b++) {
                uint32_t to = f->edge[f->block[a].succ + k];
                bool found = false, should = !escapes(f, to, b) && (a == b || escapes(f, a, b));
                if (a == b) /* round a loop: not behind all other ways */
                    should = should && f->block[a].nsuccs + f->block[a].leaves > 1;
                for (uint32_t i = 0; i < f->block[b].ncontrols; i++) {
                    lck_flow_control c = f->control[f->block[b].control + i];
                    found |= c.block == a && c.way == k;
                }
                if (found != should)
                    return law_fail(l, "does %u depend on way %u of %u?", b, k, a);
            }
    return true;
}

static bool loop_holds(law *l, const lck_flow *f, uint32_t loop)
{
    const lck_flow_loop *at = &f->loop[loop];
    bool mark[BLOCKS] = {0};
    mark[at->header] = true;
    for (uint32_t k = 0; k < at->nlatches; k++)
        reach(f, f->member[at->latch + k], at->header, false, mark);
    uint32_t n = 0;
    for (uint32_t b = 0; b < f->nblocks; b++) {
        n += mark[b];
        if (mark[b] != lck_flow_in_loop(f, b, loop))
            return law_fail(l, "is %u in the loop of %u?", b, at->header);
    }
    return (n == at->nmembers && f->loop[loop].depth < BLOCKS) ||
           law_fail(l, "the loop of %u has %u blocks", at->header, n);
}

/* Each edge back is of a loop, or tells of several entries. */
static bool loops_hold(law *l, const lck_flow *f)
{
    bool irreducible = false;
    for (uint32_t a = 0; a < f->nblocks; a++)
        for (uint32_t k = 0; k < f->block[a].nsuccs; k++) {
            uint32_t to = f->edge[f->block[a].succ + k];
            bool found = false, back = lck_flow_dominates(f, to, a);
            for (uint32_t i = 0; i < f->nloops; i++)
                found |= f->loop[i].header == to && lck_flow_in_loop(f, a, i);
            irreducible |= to <= a && !back;
            if (back && !found)
                return law_fail(l, "the edge from %u to %u is of no loop", a, to);
        }
    for (uint32_t i = 0; i < f->nloops; i++)
        if (!loop_holds(l, f, i))
            return false;
    return irreducible == f->irreducible || law_fail(l, "several entries?");
}

LAW_SHARE(dominance_and_loops, "dominance and loops", 4,
          CLASSES("several entries", "loops", "no loops"))
{
    program p = {0};
    make_program(l, &p);
    const lck_flow *f = flow_of(l, &p);
    bool all_end = true, fits = f->nblocks <= BLOCKS;
    for (uint32_t b = 0; fits && b < f->nblocks; b++)
        all_end = all_end && escapes(f, b, LCK_FLOW_NONE);
    law_saw(l, f->irreducible ? 0 : f->nloops ? 1 : 2);
    bool good = !fits || (dominators_hold(l, f, all_end) && loops_hold(l, f) &&
                          (!all_end || control_holds(l, f)));
    lc_text_free(&p.text);
    return good;
}

SUITE_MAIN("audit_flow", runs, dominance_and_loops)
