/* copies.c - the kernel, its stores and what the claim says, put together. */
#include "config.h"

#include "internal.h"

#include <stdlib.h>
#include <string.h>

/* The one pointer that is read, or written, in global memory. */
static bool find_argument(lck_copying *c, bool writes, uint32_t *argument)
{
    bool found = false;
    for (size_t i = 0; i < c->list.n; i++) {
        const lck_ptx_access *a = &c->list.at[i];
        if (a->space == LCK_IN_UNKNOWN)
            return lck_copy_unknown(c, "the memory of the access in line %zu is not known",
                                    a->line);
        if (a->space != LCK_IN_GLOBAL || !(writes ? a->writes : a->reads))
            continue;
        if (a->base.kind != LCK_BASE_ARGUMENT)
            return lck_copy_unknown(c, "the buffer of the access in line %zu is not known",
                                    a->line);
        if (found && *argument != a->base.of)
            return lck_copy_unknown(c, "arguments %u and %u are both %s", *argument, a->base.of,
                                    writes ? "written" : "read");
        *argument = a->base.of;
        found = true;
    }
    return found || lck_copy_unknown(c, "no argument is %s", writes ? "written" : "read");
}

/* What has to be known of the launch. */
static bool check_launch(lck_copying *c)
{
    lck_formulas_block(c->f, c->block);
    for (int k = 0; k < 3; k++) {
        if (c->block[k] <= 0)
            return lck_copy_unknown(c, "how many threads a block has is not said (block=)");
        if (!c->claim->grid[k])
            return lck_copy_unknown(c, "how many blocks there are is not said (grid=)");
    }
    return true;
}

static bool check_arguments(lck_copying *c)
{
    for (size_t i = 0; i < lc_exprs_nvars(lck_formulas_exprs(c->f)); i++) {
        const lck_ptx_symbol *s = lck_formulas_symbol(c->f, i);
        bool used = false;
        for (size_t m = 0; m < c->nmoves && s->kind == LCK_SYMBOL_ARGUMENT; m++)
            used = used || lc_expr_has(c->move[m].guard, s->var) ||
                   lc_expr_has(c->move[m].at, s->var);
        if (used && (s->offset != 0 || s->pointer || s->of >= LCK_ARGUMENTS ||
                     !c->claim->argument[s->of]))
            return lck_copy_unknown(c, "what argument %u is, is not said (args=)", s->of);
    }
    return true;
}

static void decide(lck_copying *c, lck_copy_answer *a)
{
    bool complete = false;
    if (!check_launch(c) || !find_argument(c, true, &c->destination) ||
        !find_argument(c, false, &c->source) || !lck_moves_of(c) || !check_arguments(c))
        return;
    if (c->source == c->destination) {
        lck_copy_unknown(c, "argument %u is read and written", c->source);
        return;
    }
    if (c->hops && !c->claim->race_free) {
        lck_copy_unknown(c, "data goes through shared memory, and races are not excluded");
        return;
    }
    lck_copy_run(c, a, &complete);
    if (a->verdict == LCK_BAD || a->failed)
        return;
    if (complete) {
        a->verdict = LCK_GOOD;
        a->proved = strdup("every instance of every store, one by one");
        a->failed = !a->proved;
        return;
    }
    lck_copy_prove(c, a);
}

lck_copy_answer lck_copies(const lck_ptx_module *m, uint32_t function, const char *file,
                           const lck_audit_options *launch, const lck_copy_claim *claim)
{
    lck_copy_answer a = {.verdict = LCK_UNKNOWN};
    lck_flow_error error;
    lck_flow *flow = lck_flow_new(m, function, &error);
    lck_formula_options options = {.launch = *launch};
    lck_formulas *f = flow ? lck_formulas_new(flow, &options) : NULL;
    lck_copying *c = calloc(1, sizeof *c);
    lcv_arena *arena = lcv_arena_new();
    if (!c || !arena || (flow && !f))
        a.failed = true;
    else if (!flow)
        a.why = strdup(error.message);
    else {
        *c = (lck_copying){.f = f, .flow = flow, .claim = claim, .file = file, .arena = arena};
        c->list = lck_accesses_of(f);
        decide(c, &a);
        a.failed = a.failed || c->failed || c->list.failed ||
                   lc_ctx_starved(lc_exprs_ctx(lck_formulas_exprs(f)));
        if (a.verdict == LCK_UNKNOWN && !a.why)
            a.why = strdup(c->why[0] ? c->why : "not decided");
        lck_accesses_free(&c->list);
    }
    free(c);
    lcv_arena_free(arena);
    lck_formulas_free(f);
    lck_flow_free(flow);
    return a;
}

void lck_copy_answer_free(lck_copy_answer *a)
{
    free(a->where);
    free(a->summary);
    free(a->shown);
    free(a->why);
    free(a->proved);
    *a = (lck_copy_answer){.verdict = LCK_UNKNOWN};
}
