/* answer.c - what is recorded of a timeline in the end. */
#include "config.h"

#include "timeline.h"

#include <stdlib.h>
#include <string.h>

lck_timeline *lck_timeline_new(lck_audit *audit, lck_kernel_audit *kernel, const lck_ir_module *m,
                               uint32_t function, const lck_timeline_reader *reader)
{
    lck_timeline *t = calloc(1, sizeof *t);
    if (!t) {
        audit->failed = true;
        return NULL;
    }
    *t = (lck_timeline){.m = m,
                        .reader = reader,
                        .function = function,
                        .audit = audit,
                        .kernel = kernel,
                        .trips = LCK_IR_NONE,
                        .round = 2};
    t->tracked = calloc(m->nvalues + 1, sizeof *t->tracked);
    t->first = calloc(m->nops + 1, sizeof *t->first);
    t->eventful = calloc(m->nops + 1, sizeof *t->eventful);
    if (t->tracked && t->first && t->eventful)
        return t;
    audit->failed = true;
    lck_timeline_free(t);
    return NULL;
}

void lck_timeline_free(lck_timeline *t)
{
    if (!t)
        return;
    free(t->tracked);
    free(t->first);
    free(t->eventful);
    free(t);
}

char *lck_timeline_cell_name(lck_timeline *t, size_t cell, unsigned stages)
{
    const lck_ir_op *op = &t->m->op[t->cell[cell].alloc];
    lck_ir_text name = op->nresults ? t->m->value[op->result].name : op->name;
    return stages > 1
               ? lck_audit_printf(t->audit, "stage %u of the %u of %%%.*s, line %u",
                                  t->cell[cell].stage, stages, (int)name.n, name.at, op->line)
               : lck_audit_printf(t->audit, "the buffer %%%.*s, line %u", (int)name.n, name.at,
                                  op->line);
}

bool lck_timeline_has_fault(const lck_timeline *t, const char *about)
{
    for (size_t i = 0; i < t->kernel->nothers; i++)
        if (t->kernel->other[i].about && strcmp(t->kernel->other[i].about, about) == 0)
            return true;
    return false;
}

void lck_timeline_answer(lck_timeline *t, const char *about, const char *open, const char *well)
{
    if (lck_timeline_has_fault(t, about))
        return;
    lck_kernel_record *r = lck_audit_other(t->audit, t->kernel);
    if (!r)
        return;
    r->about = lck_audit_printf(t->audit, "%s", about);
    r->line = open && open == t->open ? t->m->op[t->open_op].line : 0;
    r->answer.verdict = open ? LCK_UNKNOWN : LCK_GOOD;
    r->answer.why = lck_audit_printf(t->audit, "%s", open ? open : well);
}
