/* check_audit_formula.c - formulas of registers of PTX against a machine that runs its
 * instructions (ptx-machine.h): random programs with branches and loops, each register that is
 * written, each guard of an instruction that runs or does not, each number of trips, for several
 * threads.
 *
 * A value holds modulo the width of its register, where what was assumed for it holds.
 */
#include "config.h"

#include "law.h"
#include "ptx-machine.h"
#include "ptx-program.h"
#include "suite.h"

#include "../kernels/audit/formula/formula.h"

#include <stdlib.h>
#include <string.h>

enum { STEPS = 4000 }; /* of a thread; programs of loops that do not end */

/* ---- formulas while a thread runs ---- */

typedef struct {
    law *l;
    const char *text;
    const lck_ptx_module *m;
    const lck_flow *flow;
    lck_formulas *f;
    ptx_machine machine;
    uint32_t *at;      /* of each instruction of the module: that of the flow; NONE */
    int64_t *actual;   /* of each value of the flow, as a signed number of its width */
    bool *had;         /* it has one */
    int64_t *trip;     /* of each loop */
    uint32_t *ran;     /* of each instruction of the flow: the last step at which it ran */
    uint32_t *entered; /* of each loop: the step at which its header ran last */
    uint32_t step;
    size_t compared, skipped;
    int64_t *before; /* of each value: that of the thread before, of the same block */
    bool *had_before;
} run;

static int64_t as_signed(uint64_t v, unsigned bits)
{
    return bits >= 64  ? (int64_t)v
           : bits == 1 ? (int64_t)(v & 1)
                       : (int64_t)(v << (64 - bits)) >> (64 - bits);
}

/* The values of all symbols; false: one in e has none yet, 0 stands for it. */
static bool environment(const run *r, const lc_expr *e, int64_t env[LC_MAX_EXPR_VARS])
{
    lc_exprs *x = lck_formulas_exprs(r->f);
    bool all = true;
    for (size_t i = 0; i < lc_exprs_nvars(x); i++) {
        const lck_ptx_symbol *s = lck_formulas_symbol(r->f, i);
        const ptx_machine *c = &r->machine;
        bool known = true;
        env[i] = 0;
        switch (s->kind) {
        case LCK_SYMBOL_TID: env[i] = c->tid[s->axis]; break;
        case LCK_SYMBOL_NTID: env[i] = c->ntid[s->axis]; break;
        case LCK_SYMBOL_CTAID: env[i] = c->ctaid[s->axis]; break;
        case LCK_SYMBOL_NCTAID: env[i] = c->nctaid[s->axis]; break;
        case LCK_SYMBOL_ARGUMENT: env[i] = as_signed(c->argument[s->of], s->bits); break;
        case LCK_SYMBOL_TRIP: env[i] = r->trip[s->of]; break;
        case LCK_SYMBOL_DATA:
            if (s->of == LCK_FLOW_NONE)
                env[i] = s->last_of == LCK_FLOW_NONE ? 0 : r->trip[s->last_of];
            else {
                known = r->had[s->of];
                env[i] = r->actual[s->of];
            }
            break;
        default: break;
        }
        /* numbers without sign */
        if (env[i] < s->var->low && s->bits == 32 && s->var->low >= 0)
            env[i] = (int64_t)(uint32_t)env[i];
        bool within = known && env[i] >= s->var->low && env[i] <= s->var->high;
        all = all && (within || !lc_expr_has(e, s->var));
    }
    return all;
}

/* Is all that was assumed true? Of a choice, only the side that is taken has to have a value. */
static bool is_assumed(const run *r)
{
    int64_t env[LC_MAX_EXPR_VARS], value;
    for (size_t i = 0; i < lck_formulas_nassumed(r->f); i++) {
        const lck_ptx_assumed *a = lck_formulas_assumed(r->f, i);
        environment(r, a->e, env);
        if (!lc_expr_at(a->e, env, &value) || value < a->low || value > a->high)
            return false;
    }
    return true;
}

static bool evaluate(run *r, const lc_expr *e, int64_t *value)
{
    int64_t env[LC_MAX_EXPR_VARS];
    bool good = environment(r, e, env) && lc_expr_at(e, env, value) && is_assumed(r);
    *(good ? &r->compared : &r->skipped) += 1;
    return good;
}

static const char *written(run *r, const lc_expr *e)
{
    char *text = lc_expr_to_c(r->l->ctx, e);
    law_own_memory(r->l, text);
    return text ? text : "?";
}

static bool check_value(run *r, uint32_t value, uint32_t line)
{
    unsigned bits = r->flow->value[value].type.bits;
    const lc_expr *e = lck_formula_of(r->f, value);
    int64_t got;
    if (!e || !evaluate(r, e, &got))
        return true;
    return as_signed((uint64_t)got, bits) == r->actual[value] ||
           law_fail(r->l, "line %u: %s is %lld, not %lld\nthread %u,%u block %u\n%s", line,
                    written(r, e), (long long)got, (long long)r->actual[value], r->machine.tid[0],
                    r->machine.tid[1], r->machine.ctaid[0], r->text);
}

static bool check_guard(run *r, uint32_t insn, bool runs)
{
    bool exact;
    int64_t got;
    const lc_expr *e = lck_formula_guard(r->f, insn, &exact);
    if ((!runs && !exact) || !evaluate(r, e, &got))
        return true;
    return (got != 0) == runs ||
           law_fail(r->l, "line %u %s, but its guard is %s\nthread %u,%u block %u\n%s",
                    lck_flow_of(r->flow, insn)->line, runs ? "runs" : "does not run",
                    written(r, e), r->machine.tid[0], r->machine.tid[1], r->machine.ctaid[0],
                    r->text);
}

/* ---- a thread ---- */

static void know(run *r, uint32_t value, uint64_t v)
{
    r->actual[value] = as_signed(v, r->flow->value[value].type.bits);
    r->had[value] = true;
}

/* What did not run since the header was entered has a guard that is false. */
static bool end_trip(run *r, uint32_t loop)
{
    const lck_flow_loop *l = &r->flow->loop[loop];
    for (uint32_t i = 0; i < l->nmembers; i++) {
        const lck_flow_block *b = &r->flow->block[r->flow->member[l->member + i]];
        for (uint32_t k = b->insn; b->loop == loop && k < b->end; k++)
            if (r->ran[k] <= r->entered[loop] && !check_guard(r, k, false))
                return false;
    }
    return true;
}

static bool leave_loop(run *r, uint32_t loop)
{
    int64_t trips;
    const lck_ptx_symbol *s = NULL;
    lc_exprs *x = lck_formulas_exprs(r->f);
    for (size_t i = 0; i < lc_exprs_nvars(x); i++) {
        const lck_ptx_symbol *one = lck_formulas_symbol(r->f, i);
        if (one->kind == LCK_SYMBOL_TRIP && one->of == loop)
            s = one;
    }
    if (!s || !s->trips || !evaluate(r, s->trips, &trips))
        return true;
    return trips >= r->trip[loop] + 1 ||
           law_fail(r->l, "%lld trips, not more than %s = %lld\n%s", (long long)r->trip[loop] + 1,
                    written(r, s->trips), (long long)trips, r->text);
}

/* From one block to the next. */
static bool enter(run *r, uint32_t from, uint32_t to)
{
    const lck_flow *flow = r->flow;
    const lck_flow_block *b = &flow->block[to];
    int64_t incoming[64];
    for (uint32_t l = from == LCK_FLOW_NONE ? LCK_FLOW_NONE : flow->block[from].loop;
         l != LCK_FLOW_NONE; l = flow->loop[l].parent) {
        bool out = !lck_flow_in_loop(flow, to, l), around = flow->loop[l].header == to;
        if ((around && !end_trip(r, l)) || (out && !leave_loop(r, l)))
            return false;
    }
    for (uint32_t i = 0; i < b->nphis && i < 64; i++)
        for (uint32_t k = 0; k < b->npreds; k++)
            if (flow->edge[b->pred + k] == from)
                incoming[i] = r->actual[lck_flow_arg(flow, b->phi + i, k)];
    uint32_t loop = b->loop;
    if (loop != LCK_FLOW_NONE && flow->loop[loop].header == to) {
        bool around = from != LCK_FLOW_NONE && lck_flow_in_loop(flow, from, loop);
        r->trip[loop] = around ? r->trip[loop] + 1 : 0;
        r->entered[loop] = r->step;
    }
    for (uint32_t i = 0; i < b->nphis && i < 64; i++)
        know(r, b->phi + i, (uint64_t)incoming[i]);
    return true;
}

/* The values that an instruction leaves: its results, or of one that does not run those
 * before. */
static bool left(run *r, uint32_t insn, bool runs)
{
    const lck_flow *flow = r->flow;
    const lck_ptx_insn *p = lck_flow_of(flow, insn);
    for (uint32_t k = 0; k < p->nall; k++) {
        uint32_t value = flow->def[flow->insn[insn].slot + k];
        if (value != LCK_FLOW_NONE && runs) {
            know(r, value, r->machine.reg[r->m->operand[p->operand + k].reg]);
            if (!check_value(r, value, p->line))
                return false;
        }
    }
    if (flow->insn[insn].guard == LCK_FLOW_NONE)
        return true;
    for (uint32_t value = 0; value < flow->nvalues; value++)
        if (flow->value[value].kind == LCK_FLOW_SELECT && flow->value[value].insn == insn) {
            know(r, value, r->machine.reg[flow->value[value].reg]);
            if (!check_value(r, value, p->line))
                return false;
        }
    return true;
}

static bool run_thread(run *r)
{
    const lck_flow *flow = r->flow;
    const lck_ptx_function *fn = &r->m->function[flow->function];
    uint32_t at = fn->insn, block = LCK_FLOW_NONE;
    while (at < fn->insn + fn->ninsns && r->step < STEPS) {
        uint32_t insn = r->at[at];
        const lck_ptx_insn *p = &r->m->insn[at];
        if (insn == LCK_FLOW_NONE)
            return law_fail(r->l, "line %u is not reached\n%s", p->line, r->text);
        uint32_t now = flow->insn[insn].block;
        if (insn == flow->block[now].insn || block == LCK_FLOW_NONE) {
            if (!enter(r, block, now))
                return false;
            block = now;
        }
        bool runs = ptx_machine_runs(&r->machine, p);
        r->step++;
        if (runs)
            r->ran[insn] = r->step;
        if (!check_guard(r, insn, runs))
            return false;
        at++;
        if (lck_ptx_is(p, "ret") && runs)
            break;
        if (lck_ptx_is(p, "bra")) {
            const lck_ptx_operand *to = lck_ptx_operand_of(r->m, p, 0);
            at = runs ? r->m->label[to->label].insn : at;
            continue;
        }
        if (lck_ptx_is(p, "ret"))
            continue;
        if (runs && !ptx_machine_step(&r->machine, p))
            return law_fail(r->l, "line %u is not known\n%s", p->line, r->text);
        if (!left(r, insn, runs))
            return false;
    }
    return true;
}

/* ---- a case ---- */

static void random_launch(law *l, ptx_machine *c)
{
    static const uint32_t blocks[][2] = {{32, 1}, {64, 2}, {16, 8}, {128, 1}, {48, 3}, {1024, 1}};
    const uint32_t *b = blocks[law_below(l, 6)];
    c->ntid[0] = b[0];
    c->ntid[1] = b[1];
    c->ntid[2] = 1;
    c->nctaid[0] = 1 + (uint32_t)law_below(l, 100);
    c->nctaid[1] = c->nctaid[2] = 1;
    c->ctaid[0] = (uint32_t)law_below(l, c->nctaid[0]);
    c->argument[0] = 4096 + 256 * law_below(l, 1000);
    for (int i = 1; i < 3; i++)
        c->argument[i] = law_below(l, 6) == 0 ? (uint64_t)rnd_in(&l->rnd, INT32_MIN, INT32_MAX)
                                              : law_below(l, 2000);
    c->argument[3] = law_below(l, 7);
}

/* Data that does not vary with the thread is the same for both. */
static bool check_shared(run *r)
{
    lc_exprs *x = lck_formulas_exprs(r->f);
    for (size_t i = 0; i < lc_exprs_nvars(x); i++) {
        const lck_ptx_symbol *s = lck_formulas_symbol(r->f, i);
        uint32_t value = s->of;
        if (s->kind != LCK_SYMBOL_DATA || value == LCK_FLOW_NONE || (s->varies & LCK_BY_THREAD) ||
            r->flow->block[r->flow->value[value].block].loop != LCK_FLOW_NONE)
            continue;
        if (r->had[value] && r->had_before[value] && r->actual[value] != r->before[value])
            return law_fail(r->l, "%s is %lld and %lld\n%s", s->var->name,
                            (long long)r->before[value], (long long)r->actual[value], r->text);
    }
    return true;
}

static bool threads_hold(run *r)
{
    const lck_flow *flow = r->flow;
    for (int i = 0; i < 4; i++) {
        if (i % 2 == 0)
            random_launch(r->l, &r->machine);
        memcpy(r->before, r->actual, flow->nvalues * sizeof *r->actual);
        memcpy(r->had_before, r->had, flow->nvalues * sizeof *r->had);
        for (int axis = 0; axis < 2; axis++)
            r->machine.tid[axis] = (uint32_t)law_below(r->l, r->machine.ntid[axis]);
        memset(r->machine.reg, 0, r->m->nregisters * sizeof *r->machine.reg);
        memset(r->actual, 0, flow->nvalues * sizeof *r->actual);
        memset(r->had, 0, flow->nvalues * sizeof *r->had);
        memset(r->trip, 0, (flow->nloops + 1) * sizeof *r->trip);
        memset(r->ran, 0, (flow->ninsns + 1) * sizeof *r->ran);
        r->step = 0;
        if (!run_thread(r) || (i % 2 == 1 && !check_shared(r)))
            return false;
    }
    return true;
}

static void *zeros(law *l, size_t n, size_t size)
{
    void *p = calloc(n + 1, size);
    ck_assert_ptr_nonnull(p);
    return law_own_memory(l, p);
}

LAW_RELEASE(free_module, lck_ptx_free)
LAW_RELEASE(free_flow, lck_flow_free)
LAW_RELEASE(free_formulas, lck_formulas_free)

static bool program_holds(law *l, bool exact)
{
    lck_ptx_error error;
    lck_flow_error wrong;
    run r = {.l = l, .text = ptx_program(l)};
    lck_ptx_module *m = lck_ptx_read(r.text, strlen(r.text), &error);
    if (!m)
        return law_fail(l, "%u: %s\n%s", error.line, error.message, r.text);
    law_own_with(l, m, free_module);
    lck_flow *flow = lck_flow_new(m, 0, &wrong);
    if (!flow)
        return law_fail(l, "%u: %s\n%s", wrong.line, wrong.message, r.text);
    law_own_with(l, flow, free_flow);
    lck_formula_options options = {.launch = LCK_AUDIT_NO_OPTIONS, .exact = exact};
    r.m = m;
    r.flow = flow;
    r.f = lck_formulas_new(flow, &options);
    ck_assert_ptr_nonnull(r.f);
    law_own_with(l, r.f, free_formulas);
    r.machine.m = m;
    r.machine.reg = zeros(l, m->nregisters, sizeof *r.machine.reg);
    r.at = zeros(l, m->ninsns, sizeof *r.at);
    r.actual = zeros(l, flow->nvalues, sizeof *r.actual);
    r.had = zeros(l, flow->nvalues, sizeof *r.had);
    r.before = zeros(l, flow->nvalues, sizeof *r.before);
    r.had_before = zeros(l, flow->nvalues, sizeof *r.had_before);
    r.trip = zeros(l, flow->nloops, sizeof *r.trip);
    r.ran = zeros(l, flow->ninsns, sizeof *r.ran);
    r.entered = zeros(l, flow->nloops, sizeof *r.entered);
    for (uint32_t i = 0; i < m->ninsns; i++)
        r.at[i] = LCK_FLOW_NONE;
    for (uint32_t i = 0; i < flow->ninsns; i++)
        r.at[flow->insn[i].of] = i;
    if (!threads_hold(&r))
        return false;
    law_saw(l, r.compared > r.skipped ? 0 : 1);
    if (flow->nloops > 0)
        law_saw(l, 2);
    return true;
}

LAW(exact_formulas, "formulas that assume nothing", CLASSES("most are compared"))
{
    return program_holds(l, true);
}

LAW(formulas, "formulas where what they assume holds", CLASSES("most are compared"))
{
    return program_holds(l, false);
}

SUITE_MAIN("audit_formula", exact_formulas, formulas)
