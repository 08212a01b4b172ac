/* check_audit_formula.c - formulas of registers of PTX against a machine that runs its
 * instructions (ptx-machine.h): random programs with branches and loops, each register that is
 * written, each guard of an instruction that runs or does not, each number of trips, for several
 * threads.
 *
 * A value holds modulo the width of its register, where what was assumed for it holds. Then the
 * list of accesses of a kernel that has one of each kind.
 */
#include "config.h"

#include "law.h"
#include "ptx-machine.h"
#include "ptx-program.h"
#include "suite.h"

#include "../kernels/audit/access/access.h"
#include "../lib/text.h"

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

/* ---- the list of accesses ---- */

static const char listed[] =
    ".version 8.0\n.target sm_90\n.address_size 64\n"
    ".shared .align 16 .b8 tile[2048];\n"
    ".extern .shared .align 128 .b8 dynamic[];\n"
    ".visible .entry k(.param .u64 .ptr .global .align 16 p0, .param .u64 p1, .param .u32 n)\n"
    ".reqntid 128 {\n.reg .b32 %r<9>;\n.reg .b64 %d<9>;\n.reg .pred %p<3>;\n"
    "ld.param.u64 %d0, [p0];\nld.param.u64 %d1, [p1];\nld.param.u32 %r0, [n];\n"
    "cvta.to.global.u64 %d2, %d1;\nmov.u32 %r1, %tid.x;\nmul.wide.u32 %d3, %r1, 16;\n"
    "add.s64 %d4, %d2, %d3;\nmov.u32 %r2, tile;\nshl.b32 %r3, %r1, 4;\n"
    "add.s32 %r4, %r2, %r3;\nsetp.lt.u32 %p0, %r1, %r0;\nselp.b32 %r5, 16, 0, %p0;\n"
    "mov.u32 %r6, dynamic;\n"
    "cp.async.cg.shared.global [%r4], [%d4], 16, %r5;\n"
    "@%p0 ld.shared.v2.u32 {%r7, %r8}, [%r4+8];\n"
    "ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%r7, %r8}, [%r6+64];\n"
    "selp.b64 %d5, %d0, %d4, %p0;\nst.global.u32 [%d5], %r7;\n"
    "atom.shared.add.u32 %r7, [tile+4], 1;\nret;\n}\n";

/* What the list says of the kernel above, a line each. */
static void write_list(lc_text *text, lck_formulas *f, const lck_accesses *list)
{
    static const char *const spaces[] = {"shared", "cluster", "global"};
    lc_ctx *ctx = lc_exprs_ctx(lck_formulas_exprs(f));
    for (size_t i = 0; i < list->n; i++) {
        const lck_ptx_access *a = &list->at[i];
        char *at = lc_expr_to_c(ctx, a->at), *guard = lc_expr_to_c(ctx, a->guard);
        char *count = a->count ? lc_expr_to_c(ctx, a->count) : NULL;
        lc_text_printf(text, "%s %s%s %u of %s %lld at %s if %s count %s\n", spaces[a->space],
                       a->reads ? "r" : "", a->writes ? "w" : "", a->bytes, a->base.name,
                       (long long)a->base.size, at, guard, count ? count : "-");
        free(at);
        free(guard);
        free(count);
    }
}

typedef struct {
    lck_ptx_module *m;
    lck_flow *flow;
    lck_formulas *f;
} function;

static function read_function(const char *text)
{
    lck_ptx_error error;
    lck_flow_error wrong;
    function k = {.m = lck_ptx_read(text, strlen(text), &error)};
    ck_assert_msg(k.m != NULL, "%u: %s", error.line, error.message);
    k.flow = lck_flow_new(k.m, 0, &wrong);
    ck_assert_ptr_nonnull(k.flow);
    k.f = lck_formulas_new(k.flow, NULL);
    ck_assert_ptr_nonnull(k.f);
    return k;
}

static void free_function(function *k)
{
    lck_formulas_free(k->f);
    lck_flow_free(k->flow);
    lck_ptx_free(k->m);
}

TEST(accesses)
{
    lc_text text = {0};
    function k = read_function(listed);
    lck_accesses list = lck_accesses_of(k.f);
    write_list(&text, k.f, &list);
    ck_assert_str_eq(text.data,
                     "shared w 16 of tile 2048 at 16 * tid_x if 1 count -\n"
                     "global r 16 of arg1 -1 at 16 * tid_x if tid_x < arg2 "
                     "count tid_x < arg2 ? 16 : 0\n"
                     "shared r 8 of tile 2048 at 16 * tid_x + 8 if tid_x < arg2 count -\n"
                     "shared r 16 of dynamic -1 at 64 if 1 count -\n"
                     "global w 4 of arg0 -1 at 0 if tid_x < arg2 count -\n"
                     "global w 4 of arg1 -1 at 16 * tid_x if arg2 <= tid_x count -\n"
                     "shared rw 4 of tile 2048 at 4 if 1 count -\n");
    ck_assert_uint_eq(list.at[3].matrices, 2);
    ck_assert_int_eq(list.at[4].base.multiple, 16);
    free(text.data);
    lck_accesses_free(&list);
    free_function(&k);
}

/* ---- the number of trips ---- */

/* What each trip loads may be another number each time: it does not say how many trips there are;
 * what was loaded before the loop does. */
TEST(trips)
{
    for (int inside = 0; inside < 2; inside++) {
        static const char load[] = "ld.global.u32 %r2, [%d1];\n";
        lc_text text = {0};
        lc_text_printf(&text,
                       ".version 8.0\n.target sm_80\n.address_size 64\n"
                       ".visible .entry k(.param .u64 p)\n{\n"
                       ".reg .b32 %%r<3>;\n.reg .b64 %%d<3>;\n.reg .pred %%p<1>;\n"
                       "ld.param.u64 %%d0, [p];\ncvta.to.global.u64 %%d1, %%d0;\n"
                       "mov.u32 %%r1, 0;\n%sA:\nst.global.u32 [%%d1], %%r1;\n%s"
                       "add.s32 %%r1, %%r1, 1;\nsetp.lt.s32 %%p0, %%r1, %%r2;\n@%%p0 bra A;\n"
                       "ret;\n}\n",
                       inside ? "" : load, inside ? load : "");
        function k = read_function(text.data);
        lck_accesses list = lck_accesses_of(k.f);
        const lck_ptx_symbol *trip = lck_formulas_trip(k.f, 0);
        ck_assert_int_eq(trip->trips == NULL, inside);
        free(text.data);
        lck_accesses_free(&list);
        free_function(&k);
    }
}

/* ---- what threads keep in shared memory ---- */

/* %r0 is tid.x, %r1 ctaid.x, %r2 an argument; what %r5 is in the end, or `data`. */
static const struct {
    const char *what, *body, *is;
} keeps[] = {
    {"by one thread", "@%p0 st.shared.u32 [s], %r1;\nbar.sync 0;\n", "ctaid_x"},
    {"its own number", "@%p0 st.shared.u32 [s], %r0;\nbar.sync 0;\n", "0"},
    {"by all", "st.shared.u32 [s], %r1;\nbar.sync 0;\n", "ctaid_x"},
    {"by all, each its own", "st.shared.u32 [s], %r0;\nbar.sync 0;\n", "data"},
    {"by some", "@%p1 st.shared.u32 [s], %r1;\nbar.sync 0;\n", "data"},
    {"behind a branch", "@!%p0 bra A;\nst.shared.u32 [s], %r2;\nA:\nbar.sync 0;\n", "arg1"},
    {"without a barrier", "@%p0 st.shared.u32 [s], %r1;\n", "data"},
    {"where some barriers are for some",
     "@%p0 st.shared.u32 [s], %r1;\nbar.sync 0;\n@%p1 bar.sync 0;\n", "data"},
    {"twice, in order",
     "@%p0 st.shared.u32 [s], 3;\nbar.sync 0;\n"
     "@%p0 st.shared.u32 [s], %r1;\nbar.sync 0;\n",
     "ctaid_x"},
    {"twice, at once", "@%p1 st.shared.u32 [s], 3;\n@%p0 st.shared.u32 [s], %r1;\nbar.sync 0;\n",
     "data"},
    {"then another",
     "@%p0 st.shared.u32 [s], %r1;\nbar.sync 0;\n"
     "@%p1 st.shared.u32 [s], 3;\nbar.sync 0;\n",
     "data"},
    {"then another, elsewhere",
     "@%p0 st.shared.u32 [s], %r1;\nbar.sync 0;\n"
     "@%p1 st.shared.u32 [s+4], 3;\nbar.sync 0;\n",
     "ctaid_x"},
    {"then through a pointer",
     "@%p0 st.shared.u32 [s], %r1;\nbar.sync 0;\nmov.u32 %r3, s;\n"
     "mad.lo.s32 %r3, %r0, 4, %r3;\nst.shared.u32 [%r3], 3;\n"
     "bar.sync 0;\n",
     "data"},
    {"then through one that is loaded",
     "@%p0 st.shared.u32 [s], %r1;\nmov.u32 %r3, t;\nst.shared.u32 [s+8], %r3;\nbar.sync 0;\n"
     "ld.shared.u32 %r3, [s+8];\nst.shared.u32 [%r3], 3;\nbar.sync 0;\n",
     "ctaid_x"},
    {"then through one that is loaded, and leads back",
     "@%p0 st.shared.u32 [s], %r1;\nmov.u32 %r3, s;\nst.shared.u32 [t], %r3;\nbar.sync 0;\n"
     "ld.shared.u32 %r3, [t];\nst.shared.u32 [%r3], 3;\nbar.sync 0;\n",
     "data"},
    {"not on all ways",
     "setp.gt.s32 %p2, %r2, 3;\n@!%p2 bra A;\n@!%p0 bra A;\nst.shared.u32 [s], %r1;\nA:\n"
     "bar.sync 0;\n",
     "data"},
    {"then behind it, around all addresses",
     "@%p0 st.shared.u32 [s], %r1;\nbar.sync 0;\nmov.u32 %r3, s;\nadd.s32 %r3, %r3, 4;\n"
     "add.s32 %r3, %r3, 4294967292;\nst.shared.u32 [%r3], 3;\nbar.sync 0;\n",
     "3"},
    {"then by a copy to where an argument says",
     "@%p0 st.shared.u32 [s], %r1;\nbar.sync 0;\n"
     "cp.async.ca.shared.global [%r2], [%d0], 4;\ncp.async.wait_all;\nbar.sync 0;\n",
     "data"},
    {"then through a pointer that is made of an argument",
     "@%p0 st.shared.u32 [s], %r1;\nbar.sync 0;\ncvt.u64.u32 %d2, %r2;\n"
     "cvta.shared.u64 %d2, %d2;\nst.u32 [%d2], 3;\nbar.sync 0;\n",
     "data"},
    {"behind a copy that may not be over",
     "mov.u32 %r3, s;\ncp.async.ca.shared.global [%r3], [%d0], 4;\nbar.sync 0;\n"
     "@%p0 st.shared.u32 [s], %r1;\nbar.sync 0;\n",
     "data"},
    {"in each trip",
     "mov.u32 %r4, 0;\nA:\n@%p0 st.shared.u32 [s], %r4;\nbar.sync 0;\n"
     "ld.shared.u32 %r5, [s];\nbar.sync 0;\n"
     "add.s32 %r4, %r4, 8;\nsetp.lt.s32 %p2, %r4, %r2;\n@%p2 bra A;\nbra.uni B;\n",
     "8 * (((arg1 - 8 > 0 ? arg1 - 8 : 0) + 7) >> 3)"},
    {"for the next trip",
     "mov.u32 %r4, 0;\nA:\nld.shared.u32 %r5, [s];\nbar.sync 0;\n"
     "@!%p0 bra C;\nst.shared.u32 [s], %r4;\nC:\nbar.sync 0;\nadd.s32 %r4, %r4, 8;\n"
     "setp.lt.s32 %p2, %r4, %r2;\n@%p2 bra A;\nbra.uni B;\n",
     "data"},
    {"what one thread has computed in a loop",
     "mov.u32 %r4, 1;\n@!%p0 bra A;\nmov.u32 %r3, 0;\nD:\nadd.s32 %r3, %r3, 1;\n"
     "setp.lt.s32 %p2, %r3, 3;\n@%p2 bra D;\nC:\nmad.lo.s32 %r4, %r4, %r4, 1;\n"
     "setp.lt.s32 %p2, %r4, %r2;\n@%p2 bra C;\nst.shared.u32 [s], %r4;\nA:\nbar.sync 0;\n",
     "data"},
};

TEST(kept)
{
    for (size_t i = 0; i < sizeof keeps / sizeof *keeps; i++) {
        lc_text text = {0};
        lc_text_printf(&text,
                       ".version 8.0\n.target sm_80\n.address_size 64\n"
                       ".visible .entry k(.param .u64 p, .param .u32 n)\n{\n"
                       ".shared .align 4 .b8 s[12];\n.shared .align 4 .b8 t[12];\n"
                       ".reg .b32 %%r<9>;\n.reg .b64 %%d<9>;\n.reg .pred %%p<3>;\n"
                       "ld.param.u64 %%d0, [p];\nld.param.u32 %%r2, [n];\n"
                       "cvta.to.global.u64 %%d0, %%d0;\nmov.u32 %%r0, %%tid.x;\n"
                       "mov.u32 %%r1, %%ctaid.x;\nsetp.eq.s32 %%p0, %%r0, 0;\n"
                       "setp.eq.s32 %%p1, %%r0, 5;\n%sld.shared.u32 %%r5, [s];\nB:\n"
                       "cvt.s64.s32 %%d1, %%r5;\nadd.s64 %%d1, %%d0, %%d1;\n"
                       "st.global.u8 [%%d1], 1;\nret;\n}\n",
                       keeps[i].body);
        function k = read_function(text.data);
        lck_accesses list = lck_accesses_of(k.f);
        const lc_expr *at = list.at[list.n - 1].at;
        char *shown = lc_expr_to_c(lc_exprs_ctx(lck_formulas_exprs(k.f)), at);
        const char *is = strstr(shown, "data_r5") ? "data" : shown;
        ck_assert_msg(strcmp(is, keeps[i].is) == 0, "kept %s: %s", keeps[i].what, shown);
        free(shown);
        free(text.data);
        lck_accesses_free(&list);
        free_function(&k);
    }
}

SUITE_MAIN("audit_formula", exact_formulas, formulas, accesses, trips, kept)
