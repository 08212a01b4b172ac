/* params.c - parameters of calls that stand here, as variables.
 *
 * `st.param [param0+8]` of the caller and `ld.param [formal_0+8]` of the callee mean the same
 * bytes when param0 is handed over for formal_0. Bytes that are written and read alike, in the
 * same pieces, are one variable; those of a parameter whose address is taken, whose pieces
 * overlap, or that an unknown callee fills, are none. */
#include "config.h"

#include "internal.h"

#include <stdlib.h>

/* A piece of a parameter that is read or written; bytes == 0: it cannot be followed. */
typedef struct {
    uint32_t call, variable; /* of the caller that declares it */
    int64_t offset;
    uint32_t bytes;
    uint32_t slot;
    bool load;
    lck_ptx_type type;
} piece;

typedef struct {
    piece *at;
    uint32_t n;
} pieces;

/* The list of a call that has returned variables, or arguments; NULL. */
static const lck_ptx_operand *list_of(const lck_ptx_module *m, const lck_ptx_insn *insn,
                                      bool returned)
{
    uint32_t callee = 0;
    while (callee < insn->noperands &&
           m->operand[insn->operand + callee].kind != LCK_PTX_FUNCTION)
        callee++;
    const lck_ptx_operand *o = lck_ptx_operand_of(m, insn, returned ? 0 : callee + 1);
    return o && o->kind == LCK_PTX_LIST ? o : NULL;
}

/* The variable of the outermost caller that a parameter is; false: it is none of a call. */
static bool resolve(const lck_flow_builder *b, uint32_t *call, uint32_t *variable)
{
    for (;;) {
        const lck_ptx_variable *v = &b->m->variable[*variable];
        if (v->space != LCK_PTX_PARAM || v->role == LCK_PTX_OF_MODULE)
            return false;
        if (v->role == LCK_PTX_OF_BODY)
            return true;
        if (*call == 0)
            return false;
        const lck_ptx_insn *from = &b->m->insn[b->f->call[*call].from];
        const lck_ptx_operand *list = list_of(b->m, from, v->role == LCK_PTX_RETURNED);
        const lck_ptx_operand *o = list ? lck_ptx_inside(b->m, list, v->index) : NULL;
        if (!o || o->kind != LCK_PTX_VARIABLE || o->value ||
            b->m->variable[o->variable].bytes != v->bytes)
            return false;
        *variable = o->variable;
        *call = b->f->call[*call].parent;
    }
}

static bool add(lck_flow_builder *b, pieces *all, piece one)
{
    if (!resolve(b, &one.call, &one.variable))
        return true;
    piece *grown = lck_ptx_grow(all->at, all->n, sizeof *grown);
    if (!grown)
        return lck_flow_no_memory(b);
    all->at = grown;
    grown[all->n++] = one;
    return true;
}

/* The pieces of ld.param and st.param; false with an error. */
static bool add_pieces(lck_flow_builder *b, pieces *all, const lck_flow_insn *at, bool load)
{
    const lck_ptx_insn *insn = &b->m->insn[at->of];
    const lck_ptx_operand *data = lck_ptx_operand_of(b->m, insn, load ? 0 : 1);
    const lck_ptx_operand *address = lck_ptx_operand_of(b->m, insn, load ? 1 : 0);
    lck_ptx_type type = lck_ptx_insn_type(b->m, insn, 0);
    if (!data || !address || address->kind != LCK_PTX_ADDRESS ||
        address->variable == LCK_PTX_NONE)
        return true;
    bool vector = data->kind == LCK_PTX_VECTOR;
    uint32_t n = vector ? data->ninside : 1;
    uint32_t first = vector ? data->inside : insn->operand + (load ? 0 : 1);
    for (uint32_t i = 0; i < n; i++) {
        piece one = {.call = at->call,
                     .variable = address->variable,
                     .offset = (int64_t)((uint64_t)address->value + i * (type.bits / 8u)),
                     .bytes = type.bits / 8u,
                     .slot = at->slot + first + i - insn->operand,
                     .load = load,
                     .type = type};
        if (!add(b, all, one))
            return false;
    }
    return true;
}

/* Parameters that are named elsewhere: their address is taken, or a call fills them. */
static bool add_taken(lck_flow_builder *b, pieces *all, const lck_flow_insn *at)
{
    const lck_ptx_insn *insn = &b->m->insn[at->of];
    bool call = lck_ptx_is(insn, "call");
    const lck_ptx_operand *filled = call && at->into == LCK_FLOW_NONE ? list_of(b->m, insn, true)
                                                                      : NULL;
    for (uint32_t i = 0; i < insn->nall; i++) {
        uint32_t index = insn->operand + i;
        const lck_ptx_operand *o = &b->m->operand[index];
        bool fills = filled && index >= filled->inside &&
                     index < filled->inside + filled->ninside;
        if (o->variable == LCK_PTX_NONE || (call && !fills))
            continue;
        if (!add(b, all, (piece){.call = at->call, .variable = o->variable}))
            return false;
    }
    return true;
}

static bool find_pieces(lck_flow_builder *b, pieces *all)
{
    for (uint32_t i = 0; i < b->f->ninsns; i++) {
        const lck_flow_insn *at = &b->f->insn[i];
        const lck_ptx_insn *insn = &b->m->insn[at->of];
        bool load = lck_ptx_is(insn, "ld");
        bool param = (load || lck_ptx_is(insn, "st")) &&
                     lck_ptx_insn_space(b->m, insn) == LCK_PTX_PARAM;
        if (param ? !add_pieces(b, all, at, load) : !add_taken(b, all, at))
            return false;
    }
    return true;
}

static int compare(const void *a, const void *c)
{
    const piece *p = a, *q = c;
    if (p->call != q->call)
        return p->call < q->call ? -1 : 1;
    if (p->variable != q->variable)
        return p->variable < q->variable ? -1 : 1;
    if (p->offset != q->offset)
        return p->offset < q->offset ? -1 : 1;
    if (p->bytes != q->bytes)
        return p->bytes < q->bytes ? -1 : 1;
    return (p->slot > q->slot) - (p->slot < q->slot);
}

static bool same_variable(const piece *p, const piece *q)
{
    return p->call == q->call && p->variable == q->variable;
}

/* Whether pieces [from, to) of one variable can be followed. */
static bool follows(const pieces *all, uint32_t from, uint32_t to)
{
    for (uint32_t i = from; i < to; i++) {
        const piece *p = &all->at[i], *next = i + 1 < to ? p + 1 : NULL;
        if (p->bytes == 0)
            return false;
        if (next && next->offset == p->offset ? next->bytes != p->bytes
                                              : next && next->offset < p->offset + p->bytes)
            return false;
    }
    return true;
}

static bool place(lck_flow_builder *b, const pieces *all, uint32_t from, uint32_t to)
{
    for (uint32_t i = from; i < to; i++) {
        const piece *p = &all->at[i];
        if (i == from || p->offset != p[-1].offset) {
            lck_ptx_type *grown = lck_ptx_grow(b->param_type, b->nparams, sizeof *grown);
            if (!grown)
                return lck_flow_no_memory(b);
            b->param_type = grown;
            grown[b->nparams++] = p->type;
        }
        *(p->load ? &b->var_use[p->slot] : &b->var_def[p->slot]) = b->nvars + b->nparams - 1;
    }
    return true;
}

bool lck_flow_params(lck_flow_builder *b)
{
    pieces all = {0};
    bool good = find_pieces(b, &all);
    if (good && all.n)
        qsort(all.at, all.n, sizeof *all.at, compare);
    for (uint32_t from = 0, to; good && from < all.n; from = to) {
        for (to = from + 1; to < all.n && same_variable(&all.at[from], &all.at[to]);)
            to++;
        good = !follows(&all, from, to) || place(b, &all, from, to);
    }
    free(all.at);
    return good;
}
