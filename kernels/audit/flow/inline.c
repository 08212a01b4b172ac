/* inline.c - the instructions of a function with those of its callees in place of calls. */
#include "config.h"

#include "internal.h"

#include <stdlib.h>

/* The function that a call goes to; NONE: nobody knows, or it has no body. */
static uint32_t callee_of(const lck_ptx_module *m, const lck_ptx_insn *insn)
{
    if (!lck_ptx_is(insn, "call"))
        return LCK_FLOW_NONE;
    for (uint32_t i = 0; i < insn->noperands; i++) {
        const lck_ptx_operand *o = &m->operand[insn->operand + i];
        if (o->kind == LCK_PTX_FUNCTION)
            return m->function[o->function].body && !m->function[o->function].entry
                       ? o->function
                       : LCK_FLOW_NONE;
    }
    return LCK_FLOW_NONE;
}

/* ---- sizes ---- */

typedef struct {
    uint64_t size; /* of a function with its callees; UINT64_MAX: it is not expanded */
    bool seen, open;
} extent;

static uint64_t measure(const lck_flow_builder *b, extent *of, uint32_t function, unsigned depth)
{
    const lck_ptx_function *f = &b->m->function[function];
    extent *e = &of[function];
    if (e->seen)
        return e->open ? UINT64_MAX : e->size;
    if (depth > LCK_FLOW_CALLS)
        return UINT64_MAX;
    *e = (extent){.size = f->ninsns + (uint64_t)f->nregs, .seen = true, .open = true};
    uint64_t sum = e->size;
    for (uint32_t i = f->insn; i < f->insn + f->ninsns; i++) {
        uint32_t callee = callee_of(b->m, &b->m->insn[i]);
        uint64_t size = callee == LCK_FLOW_NONE ? 0 : measure(b, of, callee, depth + 1);
        sum += b->m->insn[i].nall;
        if (size == UINT64_MAX && depth) /* a recursive one makes its callers so */
            sum = UINT64_MAX;
        if (sum == UINT64_MAX || sum > LCK_FLOW_SIZE)
            break;
        sum += size == UINT64_MAX ? 0 : size;
    }
    e->size = sum > LCK_FLOW_SIZE ? UINT64_MAX : sum;
    e->open = false;
    return e->size;
}

/* ---- instructions in a row ---- */

static bool add_call(lck_flow_builder *b, uint32_t function, uint32_t from, uint32_t parent)
{
    uint32_t n = b->f->ncalls;
    lck_flow_call *call = lck_ptx_grow(b->f->call, n, sizeof *call);
    b->f->call = call ? call : b->f->call;
    uint32_t *begin = lck_ptx_grow(b->begin, n, sizeof *begin);
    b->begin = begin ? begin : b->begin;
    uint32_t *end = lck_ptx_grow(b->end, n, sizeof *end);
    b->end = end ? end : b->end;
    uint32_t *at = lck_ptx_grow(b->position_at, n, sizeof *at);
    b->position_at = at ? at : b->position_at;
    if (!call || !begin || !end || !at)
        return lck_flow_no_memory(b);
    call[n] = (lck_flow_call){.function = function, .from = from, .parent = parent};
    begin[n] = b->nraw;
    end[n] = LCK_FLOW_NONE;
    b->f->ncalls++;
    return true;
}

static bool add_raw(lck_flow_builder *b, lck_flow_raw insn)
{
    lck_flow_raw *grown = lck_ptx_grow(b->raw, b->nraw, sizeof *grown);
    if (!grown)
        return lck_flow_no_memory(b);
    b->raw = grown;
    grown[b->nraw++] = insn;
    return true;
}

static bool expand(lck_flow_builder *b, extent *of, uint32_t function, uint32_t call,
                   uint32_t *npositions, uint64_t *left)
{
    const lck_ptx_function *f = &b->m->function[function];
    uint32_t at = *npositions;
    b->position_at[call] = at;
    for (uint32_t i = 0; i <= f->ninsns; i++) {
        uint32_t *grown = lck_ptx_grow(b->position, (*npositions)++, sizeof *grown);
        if (!grown)
            return lck_flow_no_memory(b);
        b->position = grown;
    }
    for (uint32_t i = 0; i < f->ninsns; i++) {
        uint32_t callee = callee_of(b->m, &b->m->insn[f->insn + i]);
        uint64_t size = callee == LCK_FLOW_NONE ? UINT64_MAX : measure(b, of, callee, 1);
        bool stands = size <= *left;
        b->position[at + i] = b->nraw;
        if (!add_raw(b, (lck_flow_raw){.of = f->insn + i,
                                       .call = call,
                                       .into = stands ? b->f->ncalls : LCK_FLOW_NONE}))
            return false;
        if (!stands)
            continue;
        uint64_t inside = size; /* was counted with its own callees */
        *left -= size;
        if (!add_call(b, callee, f->insn + i, call) ||
            !expand(b, of, callee, b->f->ncalls - 1, npositions, &inside))
            return false;
    }
    b->position[at + f->ninsns] = b->nraw;
    b->end[call] = b->nraw;
    return true;
}

bool lck_flow_expand(lck_flow_builder *b)
{
    const lck_ptx_function *f = &b->m->function[b->f->function];
    extent *of = lck_flow_array(b, b->m->nfunctions, sizeof *of);
    uint32_t npositions = 0;
    bool good = of;
    if (good) {
        uint64_t size = measure(b, of, b->f->function, 0), left = LCK_FLOW_SIZE;
        uint64_t own = f->ninsns + (uint64_t)f->nregs;
        for (uint32_t i = f->insn; i < f->insn + f->ninsns; i++)
            own += b->m->insn[i].nall;
        left = size <= left ? size : own <= left ? left - own : 0;
        good = own <= LCK_FLOW_SIZE ||
               lck_flow_wrong(b, f->line, "a function with more than %d operands", LCK_FLOW_SIZE);
        of[b->f->function].open = true; /* calls of itself stand nowhere */
        good = good && add_call(b, b->f->function, LCK_FLOW_NONE, LCK_FLOW_NONE) &&
               expand(b, of, b->f->function, 0, &npositions, &left);
    }
    free(of);
    return good;
}
