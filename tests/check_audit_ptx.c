/* check_audit_ptx.c - the reader of PTX: what it finds in texts written for the purpose, random
 * instructions printed and read again, the places of errors, and texts that were changed at
 * random, which are read or refused, and whose numbers all lead to something.
 */
#include "config.h"

#include "law.h"
#include "ptx-text.h"
#include "suite.h"

#include "../kernels/audit/flow/flow.h"
#include "../lib/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static lck_ptx_module *must_read(const char *text)
{
    lck_ptx_error error;
    lck_ptx_module *m = lck_ptx_read(text, strlen(text), &error);
    ck_assert_msg(m != NULL, "%u:%u: %s", error.line, error.column, error.message);
    return m;
}

static void must_refuse(const char *text, unsigned line, unsigned column, const char *message)
{
    lck_ptx_error error;
    lck_ptx_module *m = lck_ptx_read(text, strlen(text), &error);
    ck_assert_msg(m == NULL, "it is read: %s", text);
    ck_assert_msg(error.line == line && error.column == column && strstr(error.message, message),
                  "%u:%u: %s", error.line, error.column, error.message);
}

static void must_be(lck_ptx_text text, const char *expected)
{
    ck_assert_msg(lck_ptx_text_is(text, expected), "%.*s, not %s", (int)text.n,
                  text.at ? text.at : "", expected);
}

/* The n-th instruction with this opcode, from 0. */
static const lck_ptx_insn *insn_of(const lck_ptx_module *m, const char *opcode, unsigned n)
{
    for (uint32_t i = 0; i < m->ninsns; i++)
        if (lck_ptx_text_is(m->insn[i].opcode, opcode) && n-- == 0)
            return &m->insn[i];
    ck_abort_msg("no %s", opcode);
}

static const lck_ptx_variable *variable_of(const lck_ptx_module *m, const char *name)
{
    for (uint32_t i = 0; i < m->nvariables; i++)
        if (lck_ptx_text_is(m->variable[i].name, name))
            return &m->variable[i];
    ck_abort_msg("no %s", name);
}

TEST(declarations)
{
    lck_ptx_module *m = must_read(everything);
    ck_assert(m->major == 8 && m->minor == 7 && m->sm == 90 && m->address_size == 64);
    must_be(m->target, "sm_90a");
    ck_assert_uint_eq(m->nfunctions, 4);
    const lck_ptx_function *k = &m->function[3];
    ck_assert(k->entry && k->visible && k->body && k->narguments == 3);
    ck_assert(k->reqntid[0] == 32 && k->reqntid[1] == 4 && k->reqntid[2] == 1);
    ck_assert(k->maxntid[0] == 256 && k->maxntid[2] == 1 && k->minnctapersm == 2);
    ck_assert(m->function[1].noreturn && m->function[1].external && !m->function[1].body);
    const lck_ptx_variable *a = variable_of(m, "k_0"), *b = variable_of(m, "k_1");
    ck_assert(a->pointer && a->to == LCK_PTX_GLOBAL && a->to_align == 16 && a->bytes == 8);
    ck_assert(a->role == LCK_PTX_ARGUMENT && variable_of(m, "k_2")->index == 2);
    ck_assert(b->bytes == 24 && b->align == 8 && b->count == 24 && b->function == 3);
    const lck_ptx_variable *dynamic = variable_of(m, "dynamic");
    ck_assert(dynamic->external && dynamic->count == 0 && dynamic->bytes == 0);
    ck_assert(dynamic->space == LCK_PTX_SHARED && dynamic->role == LCK_PTX_OF_MODULE);
    ck_assert(variable_of(m, "tile")->bytes == 4 * 32 * 33);
    ck_assert(variable_of(m, "pointers")->bytes == 16);
    lck_ptx_free(m);
}

TEST(instructions)
{
    lck_ptx_module *m = must_read(everything);
    const lck_ptx_insn *load = insn_of(m, "ld.global.L1::no_allocate.v2.f32", 0);
    must_be(m->reg[load->guard].name, "%p1");
    ck_assert(load->guard_negated && lck_ptx_vector(m, load) == 2);
    ck_assert(lck_ptx_insn_space(m, load) == LCK_PTX_GLOBAL);
    ck_assert(lck_ptx_has(m, load, "L1::no_allocate") && lck_ptx_has_prefix(m, load, "L1::"));
    const lck_ptx_operand *to = lck_ptx_operand_of(m, load, 0);
    ck_assert(to->kind == LCK_PTX_VECTOR && to->ninside == 2);
    ck_assert(lck_ptx_inside(m, to, 1)->kind == LCK_PTX_SINK && !lck_ptx_inside(m, to, 2));
    const lck_ptx_operand *from = lck_ptx_operand_of(m, load, 1);
    ck_assert(from->kind == LCK_PTX_ADDRESS && from->value == -8 &&
              !lck_ptx_operand_of(m, load, 2));
    must_be(m->reg[from->reg].name, "%rd1");
    const lck_ptx_operand *pair = lck_ptx_operand_of(m, insn_of(m, "setp.ne.s32", 0), 0);
    ck_assert(pair->kind == LCK_PTX_PAIR && pair->ninside == 2);
    ck_assert(lck_ptx_operand_of(m, insn_of(m, "setp.ne.s32", 0), 2)->value == 31);
    const lck_ptx_operand *address = lck_ptx_operand_of(m, insn_of(m, "mov.u64", 0), 1);
    ck_assert(address->kind == LCK_PTX_VARIABLE && address->value == 132);
    const lck_ptx_operand *tid = lck_ptx_operand_of(m, insn_of(m, "mov.u32", 0), 1);
    ck_assert(tid->kind == LCK_PTX_SPECIAL && tid->special == LCK_PTX_TID && tid->axis == 1);
    ck_assert(lck_ptx_operand_of(m, insn_of(m, "mov.u32", 1), 1)->special == LCK_PTX_LANEID);
    const lck_ptx_insn *fma = insn_of(m, "fma.rn.f32", 0);
    ck_assert(lck_ptx_operand_of(m, fma, 1)->single &&
              lck_ptx_operand_of(m, fma, 1)->value == 0x3F800000);
    ck_assert(lck_ptx_operand_of(m, fma, 3)->value == (int64_t)0xBFF8000000000000);
    const lck_ptx_insn *store = insn_of(m, "st.shared::cta.f32", 0);
    ck_assert(lck_ptx_operand_of(m, store, 0)->value == 128);
    ck_assert(lck_ptx_insn_space(m, store) == LCK_PTX_SHARED);
    const lck_ptx_operand *map = lck_ptx_operand_of(
        m,
        insn_of(m, "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes",
                0),
        1);
    ck_assert(map->kind == LCK_PTX_ADDRESS && map->ninside == 2);
    must_be(m->reg[lck_ptx_inside(m, map, 1)->reg].name, "%r4");
    const lck_ptx_insn *apart = insn_of(m, "setp", 0);
    ck_assert(lck_ptx_has(m, apart, "and") && lck_ptx_insn_type(m, apart, 0).bits == 32);
    ck_assert(lck_ptx_operand_of(m, apart, 3)->negated);
    lck_ptx_free(m);
}

TEST(scopes_and_labels)
{
    lck_ptx_module *m = must_read(everything);
    const lck_ptx_insn *first = insn_of(m, "bra", 0), *out = insn_of(m, "bra", 1);
    const lck_ptx_insn *second = insn_of(m, "bra", 2);
    uint32_t a = lck_ptx_operand_of(m, first, 0)->label;
    uint32_t b = lck_ptx_operand_of(m, second, 0)->label;
    ck_assert(a != b && m->label[a].insn + 1 == (uint32_t)(first - m->insn));
    ck_assert(&m->insn[m->label[b].insn] == second);
    must_be(m->label[lck_ptx_operand_of(m, out, 0)->label].name, "done");
    ck_assert(first->guard != second->guard);
    uint32_t inner = lck_ptx_operand_of(m, insn_of(m, "mov.b32", 0), 0)->reg;
    uint32_t outer = lck_ptx_operand_of(m, insn_of(m, "mov.u32", 0), 0)->reg;
    ck_assert(inner != outer && lck_ptx_text_equal(m->reg[inner].name, m->reg[outer].name));
    const lck_ptx_label *list =
        &m->label[lck_ptx_operand_of(m, insn_of(m, "brx.idx", 0), 1)->label];
    ck_assert(list->list && list->ntargets == 2);
    must_be(m->label[m->target_of[list->target + 1]].name, "targets_end");
    const lck_ptx_operand *callee = lck_ptx_operand_of(m, insn_of(m, "call.uni", 0), 1);
    must_be(m->function[callee->function].name, "twice");
    lck_ptx_free(m);
}

TEST(places)
{
    lck_ptx_module *m = must_read(everything);
    const lck_ptx_loc *at = &m->loc[insn_of(m, "ld.param.u64", 0)->loc];
    ck_assert(at->line == 10 && at->column == 3 && at->inlined == LCK_PTX_NONE);
    at = &m->loc[insn_of(m, "mov.u64", 0)->loc]; /* of the header, called in */
    ck_assert(at->line == 84 && at->inlined != LCK_PTX_NONE && m->loc[at->inlined].line == 10);
    for (int i = 0; i < 2; i++) {
        char *own = lck_ptx_source_text(m, insn_of(m, i ? "mov.u64" : "ld.param.u64", 0));
        ck_assert_str_eq(own, "k.cu:10");
        free(own);
    }
    ck_assert_ptr_null(lck_ptx_source_text(m, insn_of(m, "ld.param.b32", 0)));
    lck_ptx_free(m);
}

#define HEAD ".version 8.0\n.target sm_80\n"

/* .v4 registers are four registers, by the vector's name and by its elements'. */
TEST(vectors)
{
    lck_ptx_module *m = must_read(HEAD ".entry k() {\n"
                                       ".reg .v4 .b32 v;\n.reg .v2 .b64 w;\n.reg .b32 r;\n"
                                       "ld.shared.v4.b32 v, [w.y+16];\n"
                                       "mov.b32 r, v.z;\nadd.s32 v.r, v.a, r;\n}\n");
    const lck_ptx_insn *load = insn_of(m, "ld.shared.v4.b32", 0);
    const lck_ptx_operand *to = lck_ptx_operand_of(m, load, 0);
    ck_assert(to->kind == LCK_PTX_VECTOR && to->ninside == 4 && to->reg == LCK_PTX_NONE);
    uint32_t first = lck_ptx_inside(m, to, 0)->reg;
    for (uint32_t i = 0; i < 4; i++)
        ck_assert(lck_ptx_inside(m, to, i)->kind == LCK_PTX_REGISTER &&
                  lck_ptx_inside(m, to, i)->reg == first + i);
    must_be(m->reg[first + 3].name, "v");
    ck_assert(m->reg[first + 3].type.bits == 32);
    const lck_ptx_operand *from = lck_ptx_operand_of(m, load, 1);
    ck_assert(from->kind == LCK_PTX_ADDRESS && from->value == 16);
    must_be(m->reg[from->reg].name, "w");
    ck_assert(m->reg[from->reg].type.bits == 64 && m->reg[from->reg - 1].type.bits == 64);
    ck_assert(lck_ptx_operand_of(m, insn_of(m, "mov.b32", 0), 1)->reg == first + 2);
    const lck_ptx_insn *add = insn_of(m, "add.s32", 0);
    ck_assert(lck_ptx_operand_of(m, add, 0)->reg == first);
    ck_assert(lck_ptx_operand_of(m, add, 1)->reg == first + 3);
    lck_ptx_free(m);
    must_refuse(HEAD ".entry k() { .reg .v4 .b32 v; ld.b32 v.x, [v]; }\n", 3, 43, "no address");
    must_refuse(HEAD ".entry k() { .reg .v2 .b32 %v; mov.b32 %v.x, %v.z; }\n", 3, 46,
                "'%v.z' is not declared");
    must_refuse(HEAD ".entry k() { .reg .v4 .b32 v<3>; }\n", 3, 28, "a range of vectors");
}

TEST(errors)
{
    must_refuse("", 1, 1, "begins with .version");
    must_refuse("module {}\n", 1, 1, "begins with .version");
    must_refuse(HEAD ".entry k() {\n", 3, 12, "not closed");
    must_refuse(HEAD ".entry k() { add.s32 %r1, 1, 2; }\n", 3, 22, "'%r1' is not declared");
    must_refuse(HEAD ".entry k() {\n  bra out;\n}\n", 4, 7, "no label 'out'");
    must_refuse(HEAD ".entry k() {\n a: a: ret;\n}\n", 4, 5, "'a' is declared twice");
    must_refuse(HEAD ".entry k() { .reg .b32 r; @r ret; }\n", 3, 28, "of type .pred");
    must_refuse(HEAD ".entry k() { mov.u32 {1, 2; }\n", 3, 27, "expected ',' or '}'");
    must_refuse(HEAD ".entry k() { ret } \n", 3, 18, "expected an integer");
    must_refuse(HEAD ".global .b8 x[99999999999][99999999999];\n", 3, 39, "more elements");
    must_refuse(HEAD ".entry k() { /* \n", 3, 14, "a comment has no end");
    must_refuse(HEAD ".entry k() {} .entry k() {}\n", 3, 22, "'k' is defined twice");
    char deep[400] = HEAD ".entry k() {";
    size_t n = strlen(deep);
    memset(deep + n, '{', 200);
    deep[n + 200] = '\0';
    must_refuse(deep, 3, 12 + LCK_PTX_DEPTH, "scopes inside each other");
}

/* ---- random instructions, printed and read ---- */

static void put(lc_text *t, law *l, const char *text)
{
    static const char *const space[] = {" ", "  ", "\n", "\t", " // .x;\n", " /* } */ "};
    lc_text_add(t, text);
    if (law_below(l, 2))
        lc_text_add(t, space[law_below(l, sizeof space / sizeof *space)]);
}

typedef struct {
    lck_ptx_operand_kind kind;
    int64_t value;
    unsigned reg, ninside;
} planned;

static planned put_leaf(law *l, lc_text *t)
{
    planned p = {.reg = (unsigned)law_below(l, 50), .value = rnd_in(&l->rnd, -999, 999)};
    char text[64];
    switch (law_below(l, 4)) {
    case 0:
        p.kind = LCK_PTX_REGISTER;
        snprintf(text, sizeof text, "%%r%u", p.reg);
        break;
    case 1:
        p.kind = LCK_PTX_INTEGER;
        snprintf(text, sizeof text,
                 law_below(l, 2) ? "%lld"
                 : p.value < 0   ? "-0x%llx"
                                 : "0x%llX",
                 (long long)p.value);
        if (strstr(text, "-0x"))
            snprintf(text, sizeof text, "-0x%llx", (long long)-p.value);
        break;
    case 2:
        p.kind = LCK_PTX_VARIABLE;
        p.value = law_below(l, 2) ? p.value : 0;
        snprintf(text, sizeof text, p.value ? "data+%lld" : "data", (long long)p.value);
        break;
    default:
        p.kind = LCK_PTX_REAL;
        p.value = (int64_t)(rnd_u64(&l->rnd) & 0xFFFFFFFF);
        snprintf(text, sizeof text, "0f%08llX", (unsigned long long)p.value);
    }
    put(t, l, text);
    return p;
}

static planned put_operand(law *l, lc_text *t)
{
    planned p = {0};
    char text[64];
    size_t kind = law_below(l, 6);
    if (kind < 3)
        return put_leaf(l, t);
    if (kind == 3) {
        p = (planned){.kind = LCK_PTX_ADDRESS,
                      .reg = (unsigned)law_below(l, 50),
                      .value = rnd_in(&l->rnd, -64, 64)};
        put(t, l, "[");
        snprintf(text, sizeof text, "%%r%u", p.reg);
        put(t, l, text);
        put(t, l, "+");
        snprintf(text, sizeof text, "%lld", (long long)p.value);
        put(t, l, text);
        put(t, l, "]");
        return p;
    }
    bool pair = kind == 5;
    p = (planned){.kind = pair ? LCK_PTX_PAIR : LCK_PTX_VECTOR,
                  .ninside = pair ? 2 : (unsigned)law_below(l, 5) + 1};
    put(t, l, pair ? "" : "{");
    for (unsigned i = 0; i < p.ninside; i++) {
        put(t, l, i ? pair ? "|" : "," : "");
        snprintf(text, sizeof text, "%%r%u", i);
        put(t, l, text);
    }
    put(t, l, pair ? "" : "}");
    return p;
}

static bool as_planned(law *l, const lck_ptx_module *m, const lck_ptx_operand *o, planned p)
{
    char reg[16];
    snprintf(reg, sizeof reg, "%%r%u", p.reg);
    bool named = p.kind == LCK_PTX_REGISTER || p.kind == LCK_PTX_ADDRESS;
    bool valued = p.kind != LCK_PTX_REGISTER && p.kind < LCK_PTX_LABEL;
    if (!o || o->kind != p.kind || o->ninside != p.ninside || (valued && o->value != p.value) ||
        (named && !lck_ptx_text_is(m->reg[o->reg].name, reg)))
        return law_fail(l, "operand %.*s is read otherwise", o ? (int)o->text.n : 0,
                        o ? o->text.at : "");
    for (uint32_t i = 0; i < o->ninside; i++) {
        snprintf(reg, sizeof reg, "%%r%u", i);
        if (!lck_ptx_text_is(m->reg[lck_ptx_inside(m, o, i)->reg].name, reg))
            return law_fail(l, "%.*s has other registers inside", (int)o->text.n, o->text.at);
    }
    return true;
}

static bool printed(law *l)
{
    static const char *const part[] = {"lo", "v4", "u32", "shared::cta", "L2::128B", "s64"};
    enum { INSNS = 12, OPERANDS = 5 };
    planned plan[INSNS][OPERANDS];
    size_t nparts[INSNS], noperands[INSNS], first[INSNS];
    bool guarded[INSNS], negated[INSNS];
    lc_text text = {0}, *t = &text;
    lc_text_add(t, HEAD ".entry k() { .reg .b32 %r<50>; .reg .pred %p; .shared .b8 data[9];\n");
    for (size_t i = 0; i < INSNS; i++) {
        guarded[i] = law_below(l, 3) == 0;
        negated[i] = law_below(l, 2);
        put(t, l, guarded[i] ? "@" : "");
        put(t, l, guarded[i] ? negated[i] ? "!%p " : "%p " : "");
        lc_text_add(t, "op");
        nparts[i] = law_below(l, 5);
        first[i] = law_below(l, 6);
        for (size_t k = 0; k < nparts[i]; k++) {
            lc_text_add(t, ".");
            lc_text_add(t, part[(first[i] + k) % 6]);
        }
        lc_text_add(t, " ");
        noperands[i] = law_below(l, OPERANDS + 1);
        for (size_t k = 0; k < noperands[i]; k++) {
            put(t, l, k ? "," : "");
            plan[i][k] = put_operand(l, t);
        }
        put(t, l, ";");
    }
    lc_text_add(t, "}\n");
    const char *whole = law_own_memory(l, lc_text_take(l->ctx, t));
    lck_ptx_error error;
    lck_ptx_module *m = lck_ptx_read(whole, strlen(whole), &error);
    if (!m)
        return law_fail(l, "%u:%u: %s in\n%s", error.line, error.column, error.message, whole);
    law_own_with(l, m, (void (*)(void *))lck_ptx_free);
    law_saw(l, 0);
    if (m->ninsns != INSNS)
        return law_fail(l, "%u instructions of %s", m->ninsns, whole);
    for (size_t i = 0; i < INSNS; i++) {
        const lck_ptx_insn *insn = &m->insn[i];
        if ((insn->guard != LCK_PTX_NONE) != guarded[i] ||
            (guarded[i] && insn->guard_negated != negated[i]) || insn->nmodifiers != nparts[i] ||
            insn->noperands != noperands[i])
            return law_fail(l, "instruction %zu of %s", i, whole);
        for (size_t k = 0; k < nparts[i]; k++)
            if (!lck_ptx_text_is(lck_ptx_modifier(m, insn, (uint32_t)k),
                                 part[(first[i] + k) % 6]))
                return law_fail(l, "modifier %zu of instruction %zu of %s", k, i, whole);
        for (size_t k = 0; k < noperands[i]; k++)
            if (!as_planned(l, m, lck_ptx_operand_of(m, insn, (uint32_t)k), plan[i][k]))
                return false;
    }
    return true;
}

TEST(printed_instructions)
{
    static const char *const classes[] = {"read", NULL};
    law_check("printed instructions", printed, classes);
}

/* ---- changed texts ---- */

static void must_be_whole(const lck_ptx_module *m)
{
    for (uint32_t i = 0; i < m->ninsns; i++) {
        const lck_ptx_insn *insn = &m->insn[i];
        bool reads;
        ck_assert(insn->function < m->nfunctions && insn->noperands <= insn->nall);
        ck_assert(insn->operand + insn->nall <= m->noperands);
        ck_assert(insn->modifier + insn->nmodifiers <= m->nmodifiers);
        ck_assert(insn->loc == LCK_PTX_NONE || insn->loc < m->nlocs);
        free(lck_ptx_source_text(m, insn));
        lck_ptx_writes(m, insn, &reads);
        for (uint32_t k = 0; k < insn->nall; k++) {
            const lck_ptx_operand *o = &m->operand[insn->operand + k];
            ck_assert(o->reg == LCK_PTX_NONE || o->reg < m->nregisters);
            ck_assert(o->variable == LCK_PTX_NONE || o->variable < m->nvariables);
            ck_assert(o->function == LCK_PTX_NONE || o->function < m->nfunctions);
            ck_assert(o->label == LCK_PTX_NONE || o->label < m->nlabels);
            ck_assert(!o->ninside || (o->inside >= insn->operand + insn->noperands &&
                                      o->inside + o->ninside <= insn->operand + insn->nall));
        }
    }
    for (uint32_t i = 0; i < m->nlabels; i++)
        ck_assert(m->label[i].insn <= m->ninsns &&
                  m->label[i].target + m->label[i].ntargets <= m->ntargets);
    for (uint32_t i = 0; i < m->nlocs; i++)
        ck_assert(m->loc[i].inlined == LCK_PTX_NONE || m->loc[i].inlined < i);
}

static bool changed(law *l)
{
    size_t size = sizeof everything - 1;
    char *text = law_own_memory(l, malloc(size + 1000));
    memcpy(text, everything, size);
    for (size_t n = law_below(l, 4); n > 0 && size > 0; n--)
        law_spoil(l, "(){}<>[]\"%#!@:=,-+0x.;|_$\n \x80", text, &size);
    lck_ptx_error error = {0};
    lck_ptx_module *m = lck_ptx_read(text, size, &error);
    law_saw(l, m ? 0 : 1);
    if (m)
        must_be_whole(m);
    for (uint32_t i = 0; m && i < m->nfunctions; i++) {
        lck_flow_error wrong;
        lck_flow *f = m->function[i].body ? lck_flow_new(m, i, &wrong) : NULL;
        if (m->function[i].body && !f)
            return law_fail(l, "no flow: %s", wrong.message);
        lck_flow_free(f);
    }
    lck_ptx_free(m);
    return m || (error.line > 0 && error.message[0]) ||
           law_fail(l, "refused without a place or a reason");
}

TEST(changed_texts)
{
    static const char *const classes[] = {"read", "refused", NULL};
    law_check("changed texts", changed, classes);
}

SUITE_MAIN("audit_ptx", declarations, instructions, scopes_and_labels, places, vectors, errors,
           printed_instructions, changed_texts)
