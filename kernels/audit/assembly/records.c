/* records.c - accesses as they are judged, and their records. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "../../../lib/int64.h"
#include "../../../lib/text.h"
#include "internal.h"

/* ---- what is judged ---- */

bool lck_assembly_has_pointer(const lck_assembly *k, const lc_expr *e)
{
    lc_exprs *x = lck_formulas_exprs(k->f);
    for (size_t i = 0; i < lc_exprs_nvars(x); i++)
        if (lck_formulas_symbol(k->f, i)->pointer && lc_expr_has(e, lc_exprs_var(x, i)))
            return true;
    return false;
}

static bool is_shared(const lck_ptx_access *a)
{
    return a->space == LCK_IN_SHARED || a->space == LCK_IN_CLUSTER;
}

#define BANK 4    /* bytes; of narrower words several lie in one */
#define PACKED 16 /* bytes; what shared memory begins at a multiple of */

/* The alignment of a shared variable where all of them lie one behind the other in any order: the
 * sizes of the others are multiples of it. */
static int64_t packed(const lck_assembly *k, uint32_t variable)
{
    int64_t m = PACKED;
    for (uint32_t i = 0; i < k->m->nvariables; i++) {
        const lck_ptx_variable *v = &k->m->variable[i];
        bool here = v->function == LCK_PTX_NONE || &k->m->function[v->function] == k->function;
        if (i == variable || v->space != LCK_PTX_SHARED || !here)
            continue;
        while (v->bytes % (uint64_t)m != 0)
            m /= 2;
    }
    return m;
}

static const char allocated[] = "for buffers that begin at a multiple of 256 bytes, as those of "
                                "allocations do";
static const char patterns[] = "for shared memory that begins at a multiple of 1024 bytes";
static const char behind[] = "for shared variables that lie one behind the other";

/* Where the base begins, as far as that is known or taken for granted. */
static void set_base(const lck_assembly *k, const lck_ptx_access *a, lck_judged *out)
{
    bool whole = a->base.kind == LCK_BASE_UNKNOWN && !a->base.symbol;
    bool shared = is_shared(a);
    bool variable = a->base.kind == LCK_BASE_VARIABLE || a->base.kind == LCK_BASE_DYNAMIC;
    int64_t m = a->base.kind == LCK_BASE_ARGUMENT ? LCK_ALLOCATED : 1;
    unsigned needs = a->needs < BANK ? BANK : a->needs;
    if (shared && variable && a->base.multiple < needs)
        m = packed(k, a->base.of);
    if (a->base.on_pattern)
        out->assumed = patterns;
    else if (m > a->base.multiple || (whole && lck_assembly_has_pointer(k, a->at)))
        out->assumed = shared ? behind : allocated;
    out->base = whole ? 0 : m > a->base.multiple ? m : a->base.multiple;
}

const lc_expr *lck_assembly_buffer(const lck_assembly *k, const lck_ptx_access *a,
                                   const char **why)
{
    const lc_expr *size = NULL;
    *why = NULL;
    if (a->base.size >= 0)
        size = lc_expr_int(lck_formulas_exprs(k->f), a->base.size);
    else if (a->base.kind == LCK_BASE_ARGUMENT)
        size = lck_assembly_size(k, a->base.of, a->base.offset, why);
    else if (a->base.kind == LCK_BASE_DYNAMIC)
        size = lck_assembly_over(k, k->options->shared);
    return size;
}

/* What keeps its size from being known, or NULL. */
static const char *set_size(const lck_assembly *k, const lck_ptx_access *a, lck_judged *out)
{
    const char *why;
    out->size = lck_assembly_buffer(k, a, &why);
    if (out->size)
        return NULL;
    return why ? why
           : a->base.kind == LCK_BASE_DYNAMIC
               ? "how much dynamic shared memory there is is not said: --dynamic"
           : a->base.kind == LCK_BASE_ARGUMENT ? "the size of the buffer is not said: --arg"
                                               : "which buffer it is in is not known";
}

/* The guard, and that trips are below their number where that is not the same for all lanes. */
static const lc_expr *guard_with_trips(const lck_assembly *k, const lck_ptx_access *a)
{
    lc_exprs *x = lck_formulas_exprs(k->f);
    const lc_expr *guard = a->guard;
    const lck_flow *flow = lck_formulas_flow(k->f);
    for (size_t i = 0; i < lc_exprs_nvars(x); i++) {
        const lck_ptx_symbol *s = lck_formulas_symbol(k->f, i);
        if (s->kind != LCK_SYMBOL_TRIP || lck_assembly_is_shared(k->f, s->trips) ||
            !((a->at && lc_expr_has(a->at, s->var)) || lc_expr_has(a->guard, s->var) ||
              lck_flow_in_loop(flow, flow->insn[a->insn].block, s->of)))
            continue;
        const lc_expr *both = lc_expr_make(x, LC_EXPR_ALL, guard,
                                           lc_expr_make(x, LC_EXPR_LT, s->var, s->trips));
        guard = both ? both : guard;
    }
    return guard;
}

lck_judged lck_assembly_judged(const lck_assembly *k, const lck_ptx_access *a)
{
    lck_judged out = {.at = a->at,
                      .guard = guard_with_trips(k, a),
                      .partial = !a->guard_exact,
                      .once = a->once,
                      .data = a->why,
                      .free = lck_assembly_is_free(k, a),
                      .width = a->bytes,
                      .rows = 8 * a->matrices,
                      .needs = a->needs};
    set_base(k, a, &out);
    return out;
}

/* ---- verdicts ---- */

static void set_unknown(const lck_assembly *k, lck_answer *out, const char *why)
{
    free(out->why);
    *out = (lck_answer){.verdict = LCK_UNKNOWN,
                        .why = lck_audit_text(k->audit, why, strlen(why))};
}

/* Says how many bytes suffice, where the launch does not say how many there are. */
static void tell_enough(lck_assembly *k, const lck_judged *j, const char *not_said,
                        lck_answer *out)
{
    int64_t bytes = lck_judge_enough(&k->judge, j);
    k->enough = bytes < 0 || k->enough < 0 ? -1 : bytes > k->enough ? bytes : k->enough;
    set_unknown(k, out, not_said);
    if (bytes < 0)
        return;
    free(out->why);
    out->why = lck_audit_printf(k->audit, "%s; %lld bytes are enough%s%s", not_said,
                                (long long)bytes, j->assumed == patterns ? " " : "",
                                j->assumed == patterns ? patterns : "");
}

/* Of an access that no thread comes to, whatever it is: all is well. */
static bool is_never(const lck_assembly *k, const lck_ptx_access *a, lck_answer *answer)
{
    const lck_asked cost = is_shared(a) ? LCK_CONFLICTS : LCK_SECTORS;
    const lck_asked asked[] = {LCK_ALIGNED, cost, LCK_INSIDE};
    int64_t holds;
    if (!lc_expr_is_int(a->guard, &holds) || holds)
        return false;
    for (size_t i = 0; i < (a->bytes > 0 ? 3 : 1); i++) {
        set_unknown(k, &answer[asked[i]], a->base.on_pattern ? patterns : "no thread gets there");
        answer[asked[i]].verdict = LCK_GOOD;
    }
    return true;
}

static bool is_said(const lck_assembly *k, const lck_ptx_symbol *s)
{
    for (size_t i = 0; i < k->options->narguments; i++) {
        const lck_argument *a = &k->options->argument[i];
        if (a->kind == LCK_ARGUMENT_RANGE && a->index == s->of && a->offset == s->offset)
            return true;
    }
    return false;
}

/* Does it depend on a part of a structure among the arguments that the options do not give? The
 * host fills it with numbers that fit together. */
static bool asks_parts(const lck_assembly *k, const lc_expr *e)
{
    for (size_t i = 0; e && i < lc_exprs_nvars(lck_formulas_exprs(k->f)); i++) {
        const lck_ptx_symbol *s = lck_formulas_symbol(k->f, i);
        if (s->kind == LCK_SYMBOL_ARGUMENT && !is_said(k, s) &&
            k->m->variable[k->function->argument + s->of].bytes * 8 > s->bits &&
            lc_expr_has(e, s->var))
            return true;
    }
    return false;
}

static const char unsaid[] = "parts of an argument are not said: --arg";

/* A fault that needs certain values of such a part is not known to happen: UNKNOWN. */
static void doubt(const lck_assembly *k, const lck_ptx_access *a, lck_answer *answer)
{
    static const lck_asked asked[] = {LCK_ALIGNED, LCK_INSIDE};
    for (size_t i = 0; i < 2; i++)
        if (answer[asked[i]].verdict == LCK_BAD &&
            (asks_parts(k, a->at) || asks_parts(k, a->guard))) {
            lck_answer_clear(&answer[asked[i]]);
            set_unknown(k, &answer[asked[i]], unsaid);
        }
}

/* Where fewer bytes may be moved than the instruction has, the first and the last are asked
 * for. */
static void judge_inside(lck_assembly *k, const lck_ptx_access *a, lck_judged *j, lck_answer *out)
{
    lc_exprs *x = lck_formulas_exprs(k->f);
    const lc_expr *count = a->count ? lck_formula_under(k->f, a->guard, a->count) : NULL;
    int64_t all;
    if (!count || (lc_expr_is_int(count, &all) && all == a->bytes)) {
        lck_judge_inside(&k->judge, j, out);
        return;
    }
    const lc_expr *last = lc_expr_make(x, LC_EXPR_SUB, count, lc_expr_int(x, 1));
    last = lc_expr_make(x, LC_EXPR_ADD, j->at, last);
    j->width = 1;
    lck_judge_inside(&k->judge, j, out);
    if (!last || out->verdict != LCK_GOOD)
        return;
    lck_answer_clear(out);
    j->at = last;
    lck_judge_inside(&k->judge, j, out);
}

static void judge(lck_assembly *k, const lck_ptx_access *a, lck_answer *answer)
{
    bool shared = is_shared(a);
    if (is_never(k, a, answer))
        return;
    lck_answer *cost = &answer[shared ? LCK_CONFLICTS : LCK_SECTORS];
    lck_judged j = lck_assembly_judged(k, a);
    const char *why = !a->at                       ? a->why ? a->why : "its address is not known"
                      : a->space == LCK_IN_CLUSTER ? "it is shared memory of another block"
                      : a->space == LCK_IN_UNKNOWN ? "which memory it is in is not known"
                                                   : NULL;
    bool moves = lc_int64_is_power(a->bytes) && a->bytes <= (shared ? 16 : 32);
    if (moves && !why && shared)
        lck_judge_conflicts(&k->judge, &j, cost);
    else if (moves && !why)
        lck_judge_sectors(&k->judge, &j, cost);
    else if (a->bytes > 0)
        set_unknown(k, cost, why ? why : "an instruction of such a width is not read");
    if (a->at && lc_int64_is_power(a->needs) && asks_parts(k, a->at) &&
        lck_judge_multiple(&k->judge, j.at) % a->needs != 0)
        set_unknown(k, &answer[LCK_ALIGNED], unsaid);
    else if (a->at && lc_int64_is_power(a->needs))
        lck_judge_aligned(&k->judge, &j, &answer[LCK_ALIGNED]);
    else
        set_unknown(k, &answer[LCK_ALIGNED], why ? why : "what it needs is not known");
    if (a->bytes == 0)
        return;
    const char *no_size = a->at ? set_size(k, a, &j) : why;
    if (no_size && a->at && a->base.kind == LCK_BASE_DYNAMIC)
        tell_enough(k, &j, no_size, &answer[LCK_INSIDE]);
    else if (no_size)
        set_unknown(k, &answer[LCK_INSIDE], no_size);
    else
        judge_inside(k, a, &j, &answer[LCK_INSIDE]);
    if (a->base.on_pattern && !answer[LCK_INSIDE].why)
        answer[LCK_INSIDE].why = lck_audit_text(k->audit, patterns, strlen(patterns));
}

/* ---- records ---- */

static char *address_of(const lck_assembly *k, const lck_ptx_access *a)
{
    lc_text text = {0};
    if (!a->at)
        return NULL;
    if (a->base.name)
        lc_text_printf(&text, "%s + ", a->base.name);
    lc_text_own(&text, lc_expr_to_c(lc_exprs_ctx(lck_formulas_exprs(k->f)), a->at));
    return lc_text_take(NULL, &text);
}

static char *guard_of(const lck_assembly *k, const lck_ptx_access *a)
{
    int64_t always;
    bool said = !lc_expr_is_int(a->guard, &always) || !always;
    if (!said && a->guard_exact)
        return NULL;
    if (!said)
        return lck_audit_text(k->audit, "a condition that is not known", 29);
    char *guard = lc_expr_to_c(lc_exprs_ctx(lck_formulas_exprs(k->f)), a->guard);
    if (!guard || a->guard_exact)
        return guard;
    char *both = lck_audit_printf(k->audit, "%s, and a condition that is not known", guard);
    free(guard);
    return both;
}

/* The verdicts are asked before there is a record, which may move. */
static void add(lck_assembly *k, const lck_ptx_access *a, size_t kernel)
{
    lck_answer answer[LCK_QUESTIONS] = {0};
    judge(k, a, answer);
    doubt(k, a, answer);
    lck_access_record *r = lck_audit_access(k->audit, &k->audit->kernel[kernel]);
    if (!r)
        return;
    r->line = a->line;
    r->loops = a->loops;
    r->space = is_shared(a) ? LCK_SHARED : LCK_GLOBAL;
    r->operation = a->operation;
    r->bytes = a->bytes;
    r->times = 1;
    r->op = lck_audit_text(k->audit, a->op, strlen(a->op));
    r->source = a->source ? lck_audit_text(k->audit, a->source, strlen(a->source)) : NULL;
    r->address = address_of(k, a);
    r->guard = guard_of(k, a);
    memcpy(r->answer, answer, sizeof answer);
}

bool lck_assembly_has_record(const lck_ptx_access *a)
{
    return a->space == LCK_IN_SHARED || a->space == LCK_IN_CLUSTER || a->space == LCK_IN_GLOBAL ||
           a->space == LCK_IN_UNKNOWN;
}

/* May bytes be in dynamic shared memory that nobody has counted? */
static bool is_uncounted(const lck_ptx_access *a)
{
    bool shared = is_shared(a) || a->space == LCK_IN_UNKNOWN;
    return shared && (a->base.kind == LCK_BASE_UNKNOWN ||
                      (a->base.kind == LCK_BASE_DYNAMIC && (!a->at || a->bytes == 0)));
}

/* An mbarrier is no access. */
static bool is_barrier_uncounted(const lck_assembly *k, uint32_t insn)
{
    const lck_ptx_insn *p = lck_flow_of(lck_formulas_flow(k->f), insn);
    if (!lck_ptx_is(p, "mbarrier") || !lck_ptx_has(k->m, p, "init"))
        return false;
    const lc_expr *at;
    const lck_ptx_symbol *base = lck_formula_base(k->f, lck_formula_address(k->f, insn, 0), &at);
    return !base || base->kind != LCK_SYMBOL_VARIABLE || k->m->variable[base->of].bytes == 0;
}

/* Are the bytes of all accesses to dynamic shared memory counted? Not those of tensor copies,
 * operands of wgmma, unknown addresses, and calls that may be handed any. */
static bool all_counted(const lck_assembly *k, const lck_accesses *list)
{
    for (size_t i = 0; i < list->all; i++)
        if (is_uncounted(&list->at[i]))
            return false;
    for (uint32_t i = 0; i < lck_formulas_flow(k->f)->ninsns; i++)
        if (is_barrier_uncounted(k, i) || lck_flow_calls_away(lck_formulas_flow(k->f), i))
            return false;
    return true;
}

void lck_assembly_records(lck_assembly *k, const lck_accesses *list, size_t kernel)
{
    for (size_t i = 0; i < list->n; i++)
        if (lck_assembly_has_record(&list->at[i]))
            add(k, &list->at[i], kernel);
    if (k->enough > 0 && kernel < k->audit->nkernels && all_counted(k, list))
        k->audit->kernel[kernel].dynamic = (uint64_t)k->enough;
}
