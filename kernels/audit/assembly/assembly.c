/* assembly.c - the kernels of a module of PTX, and what their symbols are to a warp. */
#include "config.h"

#include "assembly.h"

#include <stdlib.h>
#include <string.h>

#include "../race/race.h"
#include "internal.h"

/* ---- symbols ---- */

/* The number of blocks along an axis, where it is a symbol. */
static const lc_expr *blocks_along(const lck_formulas *f, size_t n, unsigned axis)
{
    for (size_t i = 0; i < n; i++) {
        const lck_ptx_symbol *s = lck_formulas_symbol(f, i);
        if (s->kind == LCK_SYMBOL_NCTAID && s->axis == axis)
            return s->var;
    }
    return NULL;
}

bool lck_assembly_is_shared(const lck_formulas *f, const lc_expr *e)
{
    return !e || !(lck_formula_varies(f, e) & LCK_BY_LANE);
}

/* Blocks are below their number; where that is a symbol, it is at most what the launch says. */
static const lc_expr *below(const lck_assembly *k, const lck_ptx_symbol *s)
{
    const lc_expr *n = blocks_along(k->f, k->nsymbols, s->axis);
    if (s->kind == LCK_SYMBOL_CTAID && n)
        return n;
    lc_exprs *x = lck_formulas_exprs(k->f);
    uint32_t said = k->options->grid[s->axis];
    n = said ? lc_expr_int(x, said) : lck_assembly_over(k, k->options->blocks[s->axis]);
    return n && s->kind == LCK_SYMBOL_NCTAID ? lc_expr_make(x, LC_EXPR_ADD, n, lc_expr_int(x, 1))
                                             : n;
}

static lck_judged_symbol symbol_of(const lck_assembly *k, const lck_ptx_symbol *s)
{
    const lck_formulas *f = k->f;
    lck_judged_symbol out = {.holder = LCK_OF_ALL, .axis = s->axis, .multiple = s->multiple};
    if (s->counts)
        out.multiple = s->kind == LCK_SYMBOL_ARGUMENT && s->pointer && s->multiple < LCK_ALLOCATED
                           ? LCK_ALLOCATED / s->multiple
                           : 1;
    if (s->kind == LCK_SYMBOL_TID)
        out.holder = LCK_OF_AXIS;
    else if (s->kind == LCK_SYMBOL_TRIP && lck_assembly_is_shared(f, s->trips))
        out.below = s->trips;
    else if (s->kind == LCK_SYMBOL_CTAID || s->kind == LCK_SYMBOL_NCTAID)
        out.below = below(k, s);
    else if (s->kind == LCK_SYMBOL_DATA && s->varies & LCK_BY_LANE)
        out.holder = LCK_OF_THREAD;
    out.unsure = s->kind == LCK_SYMBOL_TRIP && !s->trips;
    out.counted = s->kind == LCK_SYMBOL_TRIP || s->kind == LCK_SYMBOL_CTAID ||
                  s->kind == LCK_SYMBOL_NCTAID;
    out.extent = s->kind == LCK_SYMBOL_NTID;
    out.data = s->kind == LCK_SYMBOL_DATA;
    return out;
}

/* Sets all symbols. Sizes of buffers may make new ones and come first; judging makes none. */
static void set_symbols(lck_assembly *k, const lck_accesses *list)
{
    lc_exprs *x = lck_formulas_exprs(k->f);
    const char *why;
    for (size_t i = 0; i < k->options->narguments; i++)
        (void)lck_assembly_size(k, k->options->argument[i].index, k->options->argument[i].offset,
                                &why);
    (void)lck_assembly_over(k, k->options->shared);
    for (int i = 0; i < 3; i++)
        (void)lck_assembly_over(k, k->options->blocks[i]);
    k->nsymbols = lc_exprs_nvars(x);
    for (size_t i = 0; i < k->nsymbols; i++) {
        k->symbol[i] = symbol_of(k, lck_formulas_symbol(k->f, i));
        lck_assembly_set_input(k, list, i);
    }
    k->work = LCK_JUDGE_WORK;
    k->judge = (lck_judge){
        .audit = k->audit, .asker = k->asker, .x = x, .symbol = k->symbol, .work = &k->work};
    lck_formulas_block(k->f, k->judge.block);
    const uint32_t *most = k->function->maxntid;
    k->judge.threads = most[0]
                           ? (int64_t)most[0] * (most[1] ? most[1] : 1) * (most[2] ? most[2] : 1)
                           : 0;
}

/* ---- kernels ---- */

static void set_head(const lck_assembly *k, const char *file, lck_kernel_audit *r)
{
    const int64_t *block = k->judge.block;
    r->entry = lck_audit_text(k->audit, k->function->name.at, k->function->name.n);
    r->file = lck_audit_text(k->audit, file, strlen(file));
    r->line = k->function->line;
    r->narguments = k->function->narguments;
    r->target = lck_audit_text(k->audit, k->m->target.at ? k->m->target.at : "", k->m->target.n);
    r->lanes = 32;
    if (block[0] > 0 && block[1] > 0 && block[2] > 0)
        r->warps = (unsigned)((block[0] * block[1] * block[2] + 31) / 32);
}

/* Is it in global memory that somebody writes? */
static bool is_written(const lck_accesses *list, const lck_ptx_access *a)
{
    bool written = false;
    for (size_t i = 0; i < list->n && a->space == LCK_IN_GLOBAL && !written; i++) {
        const lck_ptx_access *b = &list->at[i];
        written = b->space == LCK_IN_GLOBAL && b->writes && lck_base_is_same(&a->base, &b->base);
    }
    return written;
}

/* Do no two threads of any grid access one place of global memory, if no integer overflows? */
static lck_answer are_apart(const lck_assembly *k, const lck_accesses *list,
                            const lck_launch *launch)
{
    bool run = k->options->grid[0] && (launch->global == LCK_GOOD || launch->global == LCK_BAD);
    lck_answer answer = {.verdict = LCK_NOT_ASKED};
    const lc_expr *blocks[3];
    for (int i = 0; i < 3; i++)
        blocks[i] = lck_assembly_over(k, k->options->blocks[i]);
    if (!run)
        answer = lck_race_apart(k->audit, k->asker, k->f, list, blocks);
    for (size_t i = 0; answer.verdict == LCK_GOOD && i < list->n; i++)
        if (is_written(list, &list->at[i]) && list->at[i].at &&
            lck_assembly_overflows(k, lck_assembly_judged(k, &list->at[i]), true) != 0)
            lck_answer_clear(&answer);
    return answer;
}

static void audit_flow(lck_assembly *k, const lck_flow *flow, const char *file)
{
    lck_formula_options options = {.launch = *k->options};
    k->f = lck_formulas_new(flow, &options);
    if (!k->f) {
        k->audit->failed = true;
        return;
    }
    lck_accesses list = lck_accesses_of(k->f);
    k->audit->failed |= list.failed;
    set_symbols(k, &list);
    size_t kernel = k->audit->nkernels;
    lck_kernel_audit *r = list.failed ? NULL : lck_audit_kernel(k->audit);
    if (r) {
        set_head(k, file, r);
        lck_assembly_records(k, &list, kernel);
        lck_launch *launch = lck_assembly_run(k, &list, kernel);
        k->audit->failed |= !launch;
        if (launch)
            lck_races(k->audit, kernel, k->f, &list, launch, are_apart(k, &list, launch));
        lck_launch_free(launch);
    }
    k->audit->failed |= lc_ctx_starved(lc_exprs_ctx(lck_formulas_exprs(k->f)));
    lck_accesses_free(&list);
    lck_formulas_free(k->f);
}

static void audit_function(lck_assembly *k, uint32_t function, const char *file)
{
    lck_flow_error why;
    lck_flow *flow = lck_flow_new(k->m, function, &why);
    if (flow)
        audit_flow(k, flow, file);
    else
        lck_audit_wrong(k->audit, file, why.line, 1, why.message);
    lck_flow_free(flow);
}

/* Does its name contain that of the options? Where a kernel has just that name, it alone is
 * meant. */
static bool is_meant(const lck_ptx_module *m, const lck_ptx_function *f,
                     const lck_audit_options *options)
{
    size_t n = options->entry ? strlen(options->entry) : 0;
    if (!f->entry || !f->body)
        return false;
    for (uint32_t i = 0; n > 0 && i < m->nfunctions; i++)
        if (m->function[i].entry && lck_ptx_text_is(m->function[i].name, options->entry))
            return lck_ptx_text_is(f->name, options->entry);
    for (size_t i = 0; i + n <= f->name.n; i++)
        if (n == 0 || memcmp(f->name.at + i, options->entry, n) == 0)
            return true;
    return false;
}

static bool is_known(const lck_audit *audit, size_t known, size_t end, lck_ptx_text name)
{
    for (size_t i = known; i < end; i++) {
        const char *entry = audit->kernel[i].entry;
        if (entry && strlen(entry) == name.n && memcmp(entry, name.at, name.n) == 0)
            return true;
    }
    return false;
}

bool lck_audit_ptx(lck_audit *audit, lck_asker *asker, const char *text, size_t size,
                   const char *file, const lck_audit_options *options, size_t known)
{
    size_t end = audit->nkernels;
    static const lck_audit_options nothing = {.dynamic = -1};
    lck_ptx_error error;
    lck_ptx_module *m = lck_ptx_read(text, size, &error);
    lck_assembly *k = calloc(1, sizeof *k);
    audit->failed |= !k;
    if (!m)
        lck_audit_wrong(audit, file, error.line, error.column, error.message);
    for (uint32_t i = 0; m && k && i < m->nfunctions; i++) {
        lck_kernel_audit *r = NULL;
        if (!is_meant(m, &m->function[i], options ? options : &nothing) ||
            is_known(audit, known, end, m->function[i].name))
            continue;
        *k = (lck_assembly){.audit = audit,
                            .asker = asker,
                            .m = m,
                            .function = &m->function[i],
                            .options = options ? options : &nothing};
        if (!k->options->names)
            audit_function(k, i, file);
        else if ((r = lck_audit_kernel(audit)))
            set_head(k, file, r);
    }
    free(k);
    lck_ptx_free(m);
    return !audit->failed;
}
