/* calls.c - functions that a module has, called; and the few of the runtime that it has not. */
#include "machine.h"
#include "watch.h"

#include <string.h>

static uint8_t *place(frame *f, const ptx_variable *v, uint32_t lane)
{
    return f->locals + lane * f->f->local_bytes + v->at;
}

/* What a call's list names; a call has (results), function, (parameters), or less of them. */
static const ptx_operand *list_of(const ptx_instruction *i, bool results, int *named)
{
    int k = 0;
    while (k < i->operands && i->operand[k].kind != operand_name &&
           i->operand[k].kind != operand_register)
        k++;
    *named = k;
    if (results)
        return k == 1 ? &i->operand[0] : NULL;
    return k + 1 < i->operands && i->operand[k + 1].kind == operand_list ? &i->operand[k + 1]
                                                                         : NULL;
}

static void copy(frame *to, const ptx_variable *at, frame *from, const ptx_variable *what,
                 uint32_t mask)
{
    uint64_t bytes = at->bytes < what->bytes ? at->bytes : what->bytes;
    LANES(mask, lane)
    memcpy(place(to, at, lane), place(from, what, lane), bytes);
}

void call_run(step *s)
{
    int named;
    const ptx_operand *given = list_of(s->i, false, &named);
    const ptx_operand *called = named < s->i->operands ? &s->i->operand[named] : NULL;
    ptx_function *f = called && called->kind == operand_name
                          ? ptx_module_function(s->m->module, called->name)
                          : NULL;
    group *g = s->g;
    if (!f || !f->body || s->mask != g->mask) {
        watch_unread(s->m->watch, s->i);
        g->pc++;
        return;
    }
    frame *made = frame_new(f, g->frame);
    made->back = g->pc + 1;
    made->caller = s->i;
    for (int k = 0; given && k < given->count && k < f->parameter_count; k++) {
        const ptx_operand *o = &s->f->pool[given->first + k];
        if (o->kind == operand_variable)
            copy(made, f->parameters[k], g->frame, o->variable, s->mask);
    }
    g->frame = made;
    g->pc = 0;
}

void call_results(frame *done, group *g)
{
    int named;
    const ptx_operand *taken = list_of(done->caller, true, &named);
    for (int k = 0; taken && k < taken->count && k < done->f->result_count; k++) {
        const ptx_operand *o = &g->frame->f->pool[taken->first + k];
        if (o->kind == operand_variable)
            copy(g->frame, o->variable, done, done->f->results[k], g->mask);
    }
}
