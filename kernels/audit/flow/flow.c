/* flow.c - making a flow, step by step, and looking at it. */
#include "config.h"

#include "internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

bool lck_flow_no_memory(lck_flow_builder *b)
{
    *b->error = (lck_flow_error){0};
    snprintf(b->error->message, sizeof b->error->message, "out of memory");
    return false;
}

bool lck_flow_wrong(lck_flow_builder *b, uint32_t line, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(b->error->message, sizeof b->error->message, format, args);
    va_end(args);
    b->error->line = line;
    return false;
}

bool lck_flow_works(lck_flow_builder *b, uint64_t steps)
{
    if (steps > b->work)
        return lck_flow_wrong(b, b->m->function[b->f->function].line,
                              "the control flow of this function is too large");
    b->work -= steps;
    return true;
}

void *lck_flow_array(lck_flow_builder *b, size_t n, size_t size)
{
    void *array = calloc(n ? n : 1, size);
    if (!array)
        lck_flow_no_memory(b);
    return array;
}

static bool make(lck_flow_builder *b)
{
    return lck_flow_expand(b) && lck_flow_blocks(b) && lck_flow_dominance(b) &&
           lck_flow_loops(b) && lck_flow_variables(b) && lck_flow_values(b);
}

lck_flow *lck_flow_new(const lck_ptx_module *m, uint32_t function, lck_flow_error *error)
{
    lck_flow_builder b = {.m = m, .error = error, .work = LCK_FLOW_WORK};
    *error = (lck_flow_error){0};
    b.f = calloc(1, sizeof *b.f);
    if (!b.f) {
        lck_flow_no_memory(&b);
        return NULL;
    }
    b.f->module = m;
    b.f->function = function;
    bool good = m->function[function].body
                    ? make(&b)
                    : lck_flow_wrong(&b, m->function[function].line, "this function has no body");
    free(b.raw);
    free(b.begin);
    free(b.end);
    free(b.position);
    free(b.position_at);
    free(b.block_of);
    free(b.var_base);
    free(b.var_use);
    free(b.var_def);
    free(b.param_type);
    if (good)
        return b.f;
    lck_flow_free(b.f);
    return NULL;
}

void lck_flow_free(lck_flow *f)
{
    if (!f)
        return;
    free(f->insn);
    free(f->block);
    free(f->value);
    free(f->loop);
    free(f->call);
    free(f->edge);
    free(f->arg);
    free(f->member);
    free(f->control);
    free(f->use);
    free(f->def);
    free(f);
}

/* ---- looking ---- */

const lck_ptx_insn *lck_flow_of(const lck_flow *f, uint32_t insn)
{
    return &f->module->insn[f->insn[insn].of];
}

uint32_t lck_flow_branch(const lck_flow *f, uint32_t block)
{
    const lck_flow_block *at = &f->block[block];
    if (at->insn == at->end)
        return LCK_FLOW_NONE;
    const lck_ptx_insn *last = lck_flow_of(f, at->end - 1);
    bool branches = lck_ptx_is(last, "bra") || lck_ptx_is(last, "brx") || lck_ptx_is(last, "ret");
    return branches || at->leaves ? at->end - 1 : LCK_FLOW_NONE;
}

bool lck_flow_dominates(const lck_flow *f, uint32_t a, uint32_t b)
{
    uint32_t number = f->block[b].dom[1];
    return f->block[a].dom[0] <= number && number <= f->block[a].dom[1];
}

bool lck_flow_postdominates(const lck_flow *f, uint32_t a, uint32_t b)
{
    uint32_t number = f->block[b].pdom[1];
    return f->block[a].pdom[0] <= number && number <= f->block[a].pdom[1];
}

bool lck_flow_in_loop(const lck_flow *f, uint32_t block, uint32_t loop)
{
    uint32_t at = f->block[block].loop;
    while (at != LCK_FLOW_NONE && at != loop)
        at = f->loop[at].parent;
    return at == loop;
}

uint32_t lck_flow_common_loop(const lck_flow *f, uint32_t a, uint32_t b)
{
    uint32_t at = f->block[a].loop;
    while (at != LCK_FLOW_NONE && !lck_flow_in_loop(f, b, at))
        at = f->loop[at].parent;
    return at;
}

uint32_t lck_flow_arg(const lck_flow *f, uint32_t value, uint32_t i)
{
    return f->arg[f->value[value].arg + i];
}

bool lck_flow_calls_away(const lck_flow *f, uint32_t insn)
{
    static const char *const harmless[] = {"vprintf", "__assertfail", "malloc", "free"};
    const lck_ptx_insn *p = lck_flow_of(f, insn);
    if (!lck_ptx_is(p, "call") || f->insn[insn].into != LCK_FLOW_NONE)
        return false;
    for (uint32_t i = 0; i < p->noperands; i++) {
        const lck_ptx_operand *o = lck_ptx_operand_of(f->module, p, i);
        for (size_t k = 0; k < sizeof harmless / sizeof *harmless; k++)
            if (o->kind == LCK_PTX_FUNCTION &&
                lck_ptx_text_is(f->module->function[o->function].name, harmless[k]))
                return false;
    }
    return true;
}
