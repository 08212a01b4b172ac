/* body.c - the body of a function: scopes, labels, instructions. */
#include "config.h"

#include "internal.h"

#include <string.h>

static bool add_modifiers(lck_ptx_reader *r, lck_ptx_insn *insn, lck_ptx_text text)
{
    for (uint32_t i = 0; i < text.n; i++) {
        uint32_t from = ++i;
        while (i < text.n && text.at[i] != '.')
            i++;
        lck_ptx_text *modifier = LCK_PTX_ADD(r, r->m->modifier, r->m->nmodifiers);
        if (!modifier)
            return false;
        *modifier = (lck_ptx_text){text.at + from, i - from};
        insn->nmodifiers++;
        i--;
    }
    return true;
}

/* ld.global.v2.f32, its modifiers perhaps apart: `setp .lt .u32`. */
static bool read_opcode(lck_ptx_reader *r, lck_ptx_insn *insn)
{
    lck_ptx_text opcode = r->t.text;
    const char *dot = memchr(opcode.at, '.', opcode.n);
    insn->opcode = opcode;
    insn->line = r->t.line;
    insn->name = (lck_ptx_text){opcode.at, dot ? (uint32_t)(dot - opcode.at) : opcode.n};
    insn->modifier = r->m->nmodifiers;
    if (!add_modifiers(r, insn,
                       (lck_ptx_text){opcode.at + insn->name.n, opcode.n - insn->name.n}) ||
        !lck_ptx_next(r))
        return false;
    while (r->t.kind == LCK_PTX_T_DIRECTIVE)
        if (!add_modifiers(r, insn, r->t.text) || !lck_ptx_next(r))
            return false;
    return true;
}

/* @%p1 or @!%p1. */
static bool read_guard(lck_ptx_reader *r, lck_ptx_insn *insn)
{
    lck_ptx_name found;
    bool failed;
    if (!lck_ptx_next(r))
        return false;
    insn->guard_negated = lck_ptx_mark(r, '!');
    if (insn->guard_negated && !lck_ptx_next(r))
        return false;
    bool known = r->t.kind == LCK_PTX_T_WORD &&
                 lck_ptx_lookup(r, r->scope, r->t.text, &found, &failed);
    if (r->t.kind == LCK_PTX_T_WORD && !known && failed)
        return false;
    if (!known || found.kind != LCK_PTX_N_REGISTER ||
        r->m->reg[found.index].type.kind != LCK_PTX_PREDICATE)
        return lck_ptx_wrong(r, &r->t, "expected a register of type .pred");
    insn->guard = found.index;
    return lck_ptx_next(r);
}

static bool read_insn(lck_ptx_reader *r)
{
    lck_ptx_insn insn = {.function = r->function, .guard = LCK_PTX_NONE, .loc = r->loc};
    if (lck_ptx_mark(r, '@') && !read_guard(r, &insn))
        return false;
    if (r->t.kind != LCK_PTX_T_WORD)
        return lck_ptx_wrong(r, &r->t, "expected an instruction");
    if (!read_opcode(r, &insn) || !lck_ptx_operands(r, &insn))
        return false;
    lck_ptx_insn *last = LCK_PTX_ADD(r, r->m->insn, r->m->ninsns);
    if (last)
        *last = insn;
    return last;
}

/* ---- labels ---- */

/* .branchtargets L1, L2; of other lists the names are skipped. */
static bool read_list(lck_ptx_reader *r, lck_ptx_label *label)
{
    bool branches = lck_ptx_token_is(r, ".branchtargets");
    label->list = true;
    label->target = r->m->ntargets;
    if (!lck_ptx_next(r))
        return false;
    while (branches && r->t.kind == LCK_PTX_T_WORD) {
        uint32_t *target = LCK_PTX_ADD(r, r->m->target_of, r->m->ntargets);
        lck_ptx_pending *pending = target ? LCK_PTX_ADD(r, r->pending, r->npending) : NULL;
        if (!pending)
            return false;
        *target = LCK_PTX_NONE;
        *pending = (lck_ptx_pending){.operand = LCK_PTX_NONE,
                                     .target = r->m->ntargets - 1,
                                     .scope = r->scope,
                                     .at = r->t,
                                     .must = true};
        label->ntargets++;
        if (!lck_ptx_next(r) || (lck_ptx_mark(r, ',') && !lck_ptx_next(r)))
            return false;
    }
    while (!branches && r->t.kind != LCK_PTX_T_END && !lck_ptx_mark(r, ';'))
        if (lck_ptx_mark(r, '(') ? !lck_ptx_skip_brackets(r) : !lck_ptx_next(r))
            return false;
    return lck_ptx_expect(r, ';');
}

static bool read_label(lck_ptx_reader *r, const lck_ptx_token *at)
{
    lck_ptx_label label = {.name = at->text, .function = r->function, .insn = r->m->ninsns};
    if (!lck_ptx_expect(r, ':') ||
        !lck_ptx_declare(r, at, at->text, LCK_PTX_N_LABEL, r->m->nlabels))
        return false;
    bool list = lck_ptx_token_is(r, ".branchtargets") || lck_ptx_token_is(r, ".calltargets") ||
                lck_ptx_token_is(r, ".callprototype");
    if (list && !read_list(r, &label))
        return false;
    lck_ptx_label *last = LCK_PTX_ADD(r, r->m->label, r->m->nlabels);
    if (last)
        *last = label;
    return last;
}

/* The label of a name, in its scope or one around it; NONE. */
static uint32_t label_of(lck_ptx_reader *r, const lck_ptx_pending *pending)
{
    lck_ptx_name found;
    bool failed;
    for (uint32_t scope = pending->scope; scope; scope = r->parent[scope]) {
        if (!lck_ptx_lookup(r, scope, pending->at.text, &found, &failed))
            return LCK_PTX_NONE;
        if (found.kind == LCK_PTX_N_LABEL)
            return found.index;
        while (scope != found.scope)
            scope = r->parent[scope];
        if (!scope)
            break;
    }
    return LCK_PTX_NONE;
}

/* Resolves all names of the function that may be labels. */
static bool place_labels(lck_ptx_reader *r)
{
    for (uint32_t i = 0; i < r->npending; i++) {
        const lck_ptx_pending *pending = &r->pending[i];
        uint32_t label = label_of(r, pending);
        if (label == LCK_PTX_NONE && pending->must)
            return lck_ptx_wrong(r, &pending->at, "there is no label '%.*s'",
                                 pending->at.text.n > 60 ? 60 : (int)pending->at.text.n,
                                 pending->at.text.at);
        if (pending->operand == LCK_PTX_NONE) {
            r->m->target_of[pending->target] = label;
        } else if (label != LCK_PTX_NONE) {
            r->m->operand[pending->operand].kind = LCK_PTX_LABEL;
            r->m->operand[pending->operand].label = label;
        }
    }
    r->npending = 0;
    return true;
}

/* ---- statements ---- */

static bool read_directive(lck_ptx_reader *r)
{
    static const char *const spaces[] = {".shared", ".local", ".param", ".global", ".const"};
    for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++)
        if (lck_ptx_token_is(r, spaces[i]))
            return lck_ptx_variables(r, false);
    if (lck_ptx_token_is(r, ".reg"))
        return lck_ptx_registers(r);
    if (lck_ptx_token_is(r, ".loc"))
        return lck_ptx_next(r) && lck_ptx_read_loc(r);
    if (lck_ptx_token_is(r, ".file"))
        return lck_ptx_next(r) && lck_ptx_read_file(r);
    while (r->t.kind != LCK_PTX_T_END && !lck_ptx_mark(r, ';')) /* .pragma ".." */
        if (!lck_ptx_next(r))
            return false;
    return lck_ptx_expect(r, ';');
}

/* A statement that begins with a word: a label or an instruction. */
static bool read_worded(lck_ptx_reader *r)
{
    lck_ptx_reader before = *r;
    if (!lck_ptx_next(r))
        return false;
    if (lck_ptx_mark(r, ':'))
        return read_label(r, &before.t);
    r->p = before.p;
    r->line = before.line;
    r->t = before.t;
    return read_insn(r);
}

static bool read_statement(lck_ptx_reader *r)
{
    if (lck_ptx_mark(r, ';'))
        return lck_ptx_next(r);
    if (lck_ptx_mark(r, '{'))
        return lck_ptx_enter(r) && lck_ptx_next(r);
    if (r->t.kind == LCK_PTX_T_DIRECTIVE)
        return read_directive(r);
    return r->t.kind == LCK_PTX_T_WORD ? read_worded(r) : read_insn(r);
}

bool lck_ptx_body(lck_ptx_reader *r)
{
    lck_ptx_token open = r->t;
    uint32_t depth = r->depth;
    if (!lck_ptx_expect(r, '{'))
        return false;
    for (;;) {
        if (r->t.kind == LCK_PTX_T_END)
            return lck_ptx_wrong(r, &open, "this bracket is not closed");
        if (!lck_ptx_mark(r, '}')) {
            if (!read_statement(r))
                return false;
            continue;
        }
        if (r->depth == depth)
            return lck_ptx_next(r) && place_labels(r);
        lck_ptx_leave(r);
        if (!lck_ptx_next(r))
            return false;
    }
}
