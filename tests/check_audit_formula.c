/* check_audit_formula.c - formulas of registers of PTX against a machine that runs its instructions
 * (ptx-machine.h): random programs with branches and loops, each register that is written, each
 * guard of an instruction that runs or does not, each number of trips, for several threads.
 *
 * A value holds modulo the width of its register, where what was assumed for it holds.
 */
#include "config.h"

#include "law.h"
#include "ptx-machine.h"
#include "suite.h"

#include "../kernels/audit/access/access.h"
#include "../lib/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t below(law *l, size_t n)
{
    return (size_t)rnd_in(&l->rnd, 0, (int64_t)n - 1);
}

/* ---- random programs ---- */

enum { WORDS = 8, DOUBLES = 5, PREDICATES = 4, HALVES = 3, STEPS = 4000 };

typedef struct {
    law *l;
    lc_text text;
    unsigned nlabels, nloops, depth, left; /* statements that may still be made */
} program;

static const char *pick(law *l, const char *const *from, size_t n)
{
    return from[below(l, n)];
}

#define PICK(l, ...)                                                                             \
    pick(l, (const char *const[]){__VA_ARGS__},                                                  \
         sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *))

static int64_t constant(law *l)
{
    static const int64_t some[] = {0,  1,  2,  3,    4,    5,     7,      8,          15,
                                   16, 31, 32, 33,   48,   63,    64,     96,         127,
                                   -1, -2, -8, -16,  -128, 255,   1000,   4096,       65535,
                                   12, 24, 56, 0x70, 1920, 65536, 100000, 0x55555555, 0x7fffffff};
    return some[below(l, sizeof some / sizeof *some)];
}

/* A register of 32 bits, or a number. */
static const char *word(program *p)
{
    law *l = p->l;
    return below(l, 4) == 0 ? law_printf(l, "%lld", (long long)constant(l))
                            : law_printf(l, "%%r%zu", below(l, WORDS));
}

static const char *doubled(program *p)
{
    return below(p->l, 4) == 0 ? law_printf(p->l, "%lld", (long long)constant(p->l))
                               : law_printf(p->l, "%%d%zu", below(p->l, DOUBLES));
}

static void arithmetic(program *p)
{
    law *l = p->l;
    size_t to = below(l, WORDS), from = below(l, WORDS);
    switch (below(l, 14)) {
    case 0:
    case 1:
    case 2:
        lc_text_printf(&p->text, "%s %%r%zu, %%r%zu, %s;\n",
                       PICK(l, "add.s32", "add.s32", "sub.s32", "mul.lo.s32", "min.s32", "max.s32",
                            "min.u32", "max.u32"),
                       to, from, word(p));
        break;
    case 3:
        lc_text_printf(&p->text, "mad.lo.s32 %%r%zu, %%r%zu, %s, %s;\n", to, from, word(p),
                       word(p));
        break;
    case 4:
    case 5:
        lc_text_printf(&p->text, "%s %%r%zu, %%r%zu, %s;\n", PICK(l, "and.b32", "or.b32", "xor.b32"),
                       to, from, word(p));
        break;
    case 6:
    case 7:
        lc_text_printf(&p->text, "%s %%r%zu, %%r%zu, %zu;\n",
                       PICK(l, "shl.b32", "shr.u32", "shr.s32"), to, from,
                       below(l, 8) == 0 ? below(l, 40) : below(l, 7));
        break;
    case 8:
        lc_text_printf(&p->text, "%s %%r%zu, %%r%zu, %s;\n",
                       PICK(l, "div.s32", "div.u32", "rem.s32", "rem.u32"), to, from,
                       PICK(l, "3", "7", "8", "10", "32", "33", "%ntid.x"));
        break;
    case 9:
        lc_text_printf(&p->text, "%s %%r%zu, %%r%zu, %zu, %zu;\n", PICK(l, "bfe.u32", "bfe.s32"), to,
                       from, below(l, 34), below(l, 34));
        break;
    case 10:
        lc_text_printf(&p->text, "bfi.b32 %%r%zu, %s, %%r%zu, %zu, %zu;\n", to, word(p), from,
                       below(l, 33), below(l, 33));
        break;
    case 11:
        lc_text_printf(&p->text, "lop3.b32 %%r%zu, %%r%zu, %s, %s, %zu;\n", to, from, word(p),
                       word(p), below(l, 256));
        break;
    case 12:
        lc_text_printf(&p->text, "%s %%r%zu, %%r%zu, %s, %s;\n",
                       PICK(l, "prmt.b32", "shf.l.wrap.b32", "shf.r.clamp.b32"), to, from, word(p),
                       PICK(l, "0x5410", "0x3210", "0x7632", "5", "12", "0x1234"));
        break;
    default:
        lc_text_printf(&p->text, "%s %%r%zu, %%r%zu;\n",
                       PICK(l, "not.b32", "neg.s32", "abs.s32", "popc.b32", "mov.b32"), to, from);
    }
}

/* A quotient as compilers compute it. */
static void by_multiplication(program *p)
{
    law *l = p->l;
    size_t to = below(l, WORDS), from = below(l, WORDS);
    switch (below(l, 4)) {
    case 0: /* / 10 */
        lc_text_printf(&p->text, "mul.hi.u32 %%q0, %%r%zu, -858993459;\nshr.u32 %%r%zu, %%q0, 3;\n",
                       from, to);
        break;
    case 1: /* / 7 */
        lc_text_printf(&p->text,
                       "mul.hi.s32 %%q0, %%r%zu, -1840700269;\nadd.s32 %%q1, %%q0, %%r%zu;\n"
                       "shr.u32 %%q2, %%q1, 31;\nshr.s32 %%q3, %%q1, 2;\n"
                       "add.s32 %%r%zu, %%q3, %%q2;\n",
                       from, from, to);
        break;
    case 2: /* / 3 */
        lc_text_printf(&p->text,
                       "mul.hi.s32 %%q0, %%r%zu, 1431655766;\nshr.u32 %%q1, %%q0, 31;\n"
                       "add.s32 %%r%zu, %%q0, %%q1;\n",
                       from, to);
        break;
    default: /* / 4 of a signed number */
        lc_text_printf(&p->text,
                       "shr.s32 %%q0, %%r%zu, 31;\nshr.u32 %%q1, %%q0, 30;\n"
                       "add.s32 %%q2, %%r%zu, %%q1;\nshr.s32 %%r%zu, %%q2, 2;\n",
                       from, from, to);
    }
}

static void widths(program *p)
{
    law *l = p->l;
    size_t r = below(l, WORDS), d = below(l, DOUBLES), h = below(l, HALVES), e = below(l, DOUBLES);
    switch (below(l, 12)) {
    case 0:
        lc_text_printf(&p->text, "%s %%d%zu, %%r%zu, %s;\n", PICK(l, "mul.wide.s32", "mul.wide.u32"),
                       d, r, word(p));
        break;
    case 1:
        lc_text_printf(&p->text, "%s %%d%zu, %%r%zu;\n", PICK(l, "cvt.u64.u32", "cvt.s64.s32"), d, r);
        break;
    case 2: lc_text_printf(&p->text, "cvt.u32.u64 %%r%zu, %%d%zu;\n", r, d); break;
    case 3: lc_text_printf(&p->text, "cvt.u16.u32 %%h%zu, %%r%zu;\n", h, r); break;
    case 4:
        lc_text_printf(&p->text, "%s %%r%zu, %%h%zu;\n", PICK(l, "cvt.u32.u16", "cvt.s32.s16"), r, h);
        break;
    case 5:
        lc_text_printf(&p->text, "%s %%h%zu, %%h%zu, %lld;\n",
                       PICK(l, "add.s16", "mul.lo.s16", "and.b16", "xor.b16"), h, below(l, HALVES),
                       (long long)(constant(l) & 0xff));
        break;
    case 6:
        lc_text_printf(&p->text, "%s %%h%zu, %%h%zu, %zu;\n", PICK(l, "shl.b16", "shr.u16", "shr.s16"),
                       h, below(l, HALVES), below(l, 9));
        break;
    case 7:
        lc_text_printf(&p->text, "%s %%d%zu, %%d%zu, %s;\n",
                       PICK(l, "add.s64", "sub.s64", "and.b64", "or.b64", "xor.b64", "min.s64"), d, e,
                       doubled(p));
        break;
    case 8:
        lc_text_printf(&p->text, "%s %%d%zu, %%d%zu, %zu;\n", PICK(l, "shl.b64", "shr.u64", "shr.s64"),
                       d, e, below(l, 8));
        break;
    case 9: lc_text_printf(&p->text, "mov.b64 {%%r%zu, %%r%zu}, %%d%zu;\n", r, (r + 1) % WORDS, d); break;
    case 10:
        lc_text_printf(&p->text, "mov.b64 %%d%zu, {%%r%zu, %%r%zu};\n", d, r, below(l, WORDS));
        break;
    default: lc_text_printf(&p->text, "cvt.s32.s8 %%r%zu, %%r%zu;\n", r, below(l, WORDS));
    }
}

static void comparison(program *p, size_t to)
{
    law *l = p->l;
    const char *by = PICK(l, "lt.s32", "le.s32", "gt.s32", "ge.s32", "eq.s32", "ne.s32", "lt.u32",
                          "ge.u32", "gt.u32", "hi.u32");
    switch (below(l, 5)) {
    case 0:
        lc_text_printf(&p->text, "setp.%s.%s.%s %%p%zu, %%r%zu, %s, %%p%zu;\n",
                       law_printf(l, "%.2s", by), PICK(l, "and", "or", "xor"), by + 3, to,
                       below(l, WORDS), word(p), below(l, PREDICATES));
        break;
    case 1:
        lc_text_printf(&p->text, "setp.%s %%p%zu|%%p%zu, %%r%zu, %s;\n", by, to,
                       (to + 1) % PREDICATES, below(l, WORDS), word(p));
        break;
    case 2:
        lc_text_printf(&p->text, "setp.%s %%p%zu, %%d%zu, %s;\n",
                       PICK(l, "lt.s64", "ge.s64", "eq.s64", "lt.u64"), to, below(l, DOUBLES),
                       doubled(p));
        break;
    default:
        lc_text_printf(&p->text, "setp.%s %%p%zu, %%r%zu, %s;\n", by, to, below(l, WORDS), word(p));
    }
}

static void other(program *p)
{
    law *l = p->l;
    switch (below(l, 6)) {
    case 0:
        lc_text_printf(&p->text, "selp.b32 %%r%zu, %s, %s, %%p%zu;\n", below(l, WORDS), word(p),
                       word(p), below(l, PREDICATES));
        break;
    case 1:
        lc_text_printf(&p->text, "%s %%p%zu, %%p%zu, %%p%zu;\n",
                       PICK(l, "and.pred", "or.pred", "xor.pred"), below(l, PREDICATES),
                       below(l, PREDICATES), below(l, PREDICATES));
        break;
    case 2:
        lc_text_printf(&p->text, "not.pred %%p%zu, %%p%zu;\n", below(l, PREDICATES),
                       below(l, PREDICATES));
        break;
    case 3:
        lc_text_printf(&p->text, "ld.global.u32 %%r%zu, [%%d%zu+%zu];\n", below(l, WORDS),
                       below(l, DOUBLES), 4 * below(l, 4));
        break;
    case 4:
        lc_text_printf(&p->text, "mov.u32 %%r%zu, %s;\n", below(l, WORDS),
                       PICK(l, "%tid.x", "%tid.y", "%ctaid.x", "%ntid.x", "%laneid", "%nctaid.x"));
        break;
    default: by_multiplication(p);
    }
}

static void statements(program *p);

static void simple(program *p)
{
    law *l = p->l;
    size_t kind = below(l, 5);
    if (kind != 2 && below(l, 8) == 0)
        lc_text_printf(&p->text, "@%s%%p%zu ", below(l, 2) ? "!" : "", below(l, PREDICATES));
    switch (kind) {
    case 0: widths(p); break;
    case 1: comparison(p, below(l, PREDICATES)); break;
    case 2: other(p); break;
    default: arithmetic(p);
    }
}

static void branch(program *p)
{
    law *l = p->l;
    unsigned label = p->nlabels++;
    size_t by = below(l, PREDICATES);
    comparison(p, by);
    lc_text_printf(&p->text, "@%s%%p%zu bra E%u;\n", below(l, 2) ? "!" : "", by, label);
    statements(p);
    if (below(l, 2)) {
        lc_text_printf(&p->text, "bra.uni J%u;\nE%u:\n", label, label);
        statements(p);
        lc_text_printf(&p->text, "J%u:\n", label);
    } else
        lc_text_printf(&p->text, "E%u:\n", label);
}

/* Each loop has a counter of its own, which makes a few trips. */
static void loop(program *p)
{
    law *l = p->l;
    unsigned n = p->nloops++, label = p->nlabels++;
    size_t kind = below(l, 6);
    bool first = below(l, 3) == 0;
    const char *const bound = below(l, 3) == 0 ? law_printf(l, "%zu", below(l, 9)) : "%few";
    const char *const step = kind == 3   ? law_printf(l, "shl.b32 %%c%u, %%c%u, 1;\n", n, n)
                             : kind == 4 ? law_printf(l, "shr.u32 %%c%u, %%c%u, 1;\n", n, n)
                             : kind == 5
                                 ? law_printf(l, "add.s32 %%c%u, %%c%u, -1;\n", n, n)
                                 : law_printf(l, "add.s32 %%c%u, %%c%u, %zu;\n", n, n,
                                              1 + below(l, 3));
    const char *const test = kind == 4   ? law_printf(l, "setp.gt.u32 %%t%u, %%c%u, 0;\n", n, n)
                             : kind == 5 ? law_printf(l, "setp.ne.s32 %%t%u, %%c%u, 0;\n", n, n)
                             : kind == 2 ? law_printf(l, "setp.le.s32 %%t%u, %%c%u, %s;\n", n, n, bound)
                                         : law_printf(l, "setp.lt.s32 %%t%u, %%c%u, %s;\n", n, n, bound);
    const char *const begin = kind == 3   ? "1"
                              : kind == 4 ? PICK(l, "13", "32", "%few", "%r4", "%tid.x")
                              : kind == 5 ? law_printf(l, "%zu", 1 + below(l, 6))
                                          : PICK(l, "0", "1", "%tid.y", "-2");
    lc_text_printf(&p->text, "mov.u32 %%c%u, %s;\nL%u:\n", n, begin, label);
    if (first)
        lc_text_printf(&p->text, "%s@!%%t%u bra X%u;\n", test, n, label);
    statements(p);
    if (below(l, 2))
        lc_text_printf(&p->text, "add.s32 %%r%zu, %%r%zu, %%c%u;\n", below(l, WORDS), below(l, WORDS),
                       n);
    if (below(l, 2))
        lc_text_printf(&p->text, "add.s64 %%d0, %%d0, %zu;\n", 4 * below(l, 5));
    if (below(l, 3) == 0)
        lc_text_add(&p->text, "xor.b32 %r1, %r1, 1;\n");
    if (below(l, 8) == 0)
        lc_text_printf(&p->text, "@%%p%zu bra X%u;\n", below(l, PREDICATES), label);
    lc_text_add(&p->text, step);
    if (first)
        lc_text_printf(&p->text, "bra.uni L%u;\nX%u:\n", label, label);
    else
        lc_text_printf(&p->text, "%s@%%t%u bra L%u;\nX%u:\n", test, n, label, label);
}

static void statements(program *p)
{
    law *l = p->l;
    size_t n = 1 + below(l, 4);
    p->depth++;
    for (size_t i = 0; i < n && p->left > 0; i++) {
        p->left--;
        size_t kind = below(l, 12);
        if (kind == 0 && p->depth < 4)
            branch(p);
        else if (kind == 1 && p->depth < 4 && p->nloops < 6)
            loop(p);
        else
            simple(p);
    }
    p->depth--;
}

static const char *make_program(law *l)
{
    program p = {.l = l, .left = 30};
    lc_text_add(&p.text, ".version 8.0\n.target sm_90\n.address_size 64\n"
                         ".visible .entry k(.param .u64 p0, .param .u32 p1, .param .u32 p2,\n"
                         ".param .u32 few) {\n.reg .b32 %r<9>;\n.reg .b32 %q<9>;\n"
                         ".reg .b32 %c<9>;\n.reg .b64 %d<9>;\n.reg .b16 %h<9>;\n"
                         ".reg .pred %p<9>;\n.reg .pred %t<9>;\n.reg .b32 %few;\n"
                         "ld.param.u64 %d0, [p0];\nld.param.u32 %r0, [p1];\n"
                         "ld.param.u32 %r1, [p2];\nld.param.u32 %few, [few];\n"
                         "mov.u32 %r2, %tid.x;\nmov.u32 %r3, %ctaid.x;\nmov.u32 %r4, %ntid.x;\n"
                         "mad.lo.s32 %r5, %r3, %r4, %r2;\nmov.u32 %r6, %tid.y;\n"
                         "shl.b32 %r7, %r2, 2;\ncvt.s64.s32 %d1, %r5;\nmov.u64 %d2, 64;\n"
                         "cvt.u64.u32 %d3, %r7;\nadd.s64 %d4, %d0, %d1;\n"
                         "cvt.u16.u32 %h0, %r2;\nmov.u16 %h1, 3;\nmov.u16 %h2, -1;\n"
                         "setp.lt.s32 %p0, %r5, %r0;\nsetp.eq.s32 %p1, %r2, 0;\n"
                         "setp.ne.s32 %p2, %r6, %r1;\nsetp.lt.u32 %p3, %r2, 16;\n");
    for (int i = 0; i < 3; i++)
        statements(&p);
    if (below(l, 3) == 0)
        lc_text_printf(&p.text, "@%%p%zu ret;\n", below(l, PREDICATES));
    statements(&p);
    lc_text_add(&p.text, "ret;\n}\n");
    law_own_memory(l, p.text.data);
    return p.text.data;
}

/* ---- formulas while a thread runs ---- */

typedef struct {
    law *l;
    const char *text;
    const lck_ptx_module *m;
    const lck_flow *flow;
    lck_formulas *f;
    ptx_machine machine;
    uint32_t *at;      /* of each instruction of the module: that of the flow; NONE */
    int64_t *actual;   /* of each value of the flow, as a signed number of its width */
    bool *had;         /* it has one */
    int64_t *trip;     /* of each loop */
    uint32_t *ran;     /* of each instruction of the flow: the last step at which it ran */
    uint32_t *entered; /* of each loop: the step at which its header ran last */
    uint32_t step;
    size_t compared, skipped;
} run;

static int64_t as_signed(uint64_t v, unsigned bits)
{
    return bits >= 64  ? (int64_t)v
           : bits == 1 ? (int64_t)(v & 1)
                       : (int64_t)(v << (64 - bits)) >> (64 - bits);
}

/* The values of all symbols; false: one in e has none yet. */
static bool environment(const run *r, const lc_expr *e, int64_t env[LC_MAX_EXPR_VARS])
{
    lc_exprs *x = lck_formulas_exprs(r->f);
    for (size_t i = 0; i < lc_exprs_nvars(x); i++) {
        const lck_ptx_symbol *s = lck_formulas_symbol(r->f, i);
        const ptx_machine *c = &r->machine;
        bool known = true;
        env[i] = 0;
        switch (s->kind) {
        case LCK_SYMBOL_TID: env[i] = c->tid[s->axis]; break;
        case LCK_SYMBOL_NTID: env[i] = c->ntid[s->axis]; break;
        case LCK_SYMBOL_CTAID: env[i] = c->ctaid[s->axis]; break;
        case LCK_SYMBOL_NCTAID: env[i] = c->nctaid[s->axis]; break;
        case LCK_SYMBOL_ARGUMENT: env[i] = as_signed(c->argument[s->of], s->bits); break;
        case LCK_SYMBOL_TRIP: env[i] = r->trip[s->of]; break;
        case LCK_SYMBOL_DATA:
            if (s->of == LCK_FLOW_NONE)
                env[i] = s->last_of == LCK_FLOW_NONE ? 0 : r->trip[s->last_of];
            else {
                known = r->had[s->of];
                env[i] = r->actual[s->of];
            }
            break;
        default: break;
        }
        /* numbers without sign */
        if (env[i] < s->var->low && s->bits == 32 && s->var->low >= 0)
            env[i] = (int64_t)(uint32_t)env[i];
        if (lc_expr_has(e, s->var) && (!known || env[i] < s->var->low || env[i] > s->var->high))
            return false;
    }
    return true;
}

/* Is all that was assumed true? What is of symbols without a value does not matter here. */
static bool is_assumed(const run *r)
{
    int64_t env[LC_MAX_EXPR_VARS], value;
    for (size_t i = 0; i < lck_formulas_nassumed(r->f); i++) {
        const lck_ptx_assumed *a = lck_formulas_assumed(r->f, i);
        bool known = environment(r, a->e, env) || a->e->op == LC_EXPR_VAR;
        if (known &&
            (!lc_expr_at(a->e, env, &value) || value < a->low || value > a->high))
            return false;
    }
    return true;
}

static bool evaluate(run *r, const lc_expr *e, int64_t *value)
{
    int64_t env[LC_MAX_EXPR_VARS];
    bool good = environment(r, e, env) && lc_expr_at(e, env, value) && is_assumed(r);
    *(good ? &r->compared : &r->skipped) += 1;
    return good;
}

static const char *written(run *r, const lc_expr *e)
{
    char *text = lc_expr_to_c(r->l->ctx, e);
    law_own_memory(r->l, text);
    return text ? text : "?";
}

static bool check_value(run *r, uint32_t value, uint32_t line)
{
    unsigned bits = r->flow->value[value].type.bits;
    const lc_expr *e = lck_formula_of(r->f, value);
    int64_t got;
    if (!e || !evaluate(r, e, &got))
        return true;
    return as_signed((uint64_t)got, bits) == r->actual[value] ||
           law_fail(r->l, "line %u: %s is %lld, not %lld\nthread %u,%u block %u\n%s", line,
                    written(r, e), (long long)got, (long long)r->actual[value],
                    r->machine.tid[0], r->machine.tid[1], r->machine.ctaid[0], r->text);
}

static bool check_guard(run *r, uint32_t insn, bool runs)
{
    bool exact;
    int64_t got;
    const lc_expr *e = lck_formula_guard(r->f, insn, &exact);
    if ((!runs && !exact) || !evaluate(r, e, &got))
        return true;
    return (got != 0) == runs ||
           law_fail(r->l, "line %u %s, but its guard is %s\nthread %u,%u block %u\n%s",
                    lck_flow_of(r->flow, insn)->line, runs ? "runs" : "does not run",
                    written(r, e), r->machine.tid[0], r->machine.tid[1], r->machine.ctaid[0],
                    r->text);
}

/* ---- a thread ---- */

static void know(run *r, uint32_t value, uint64_t v)
{
    r->actual[value] = as_signed(v, r->flow->value[value].type.bits);
    r->had[value] = true;
}

/* What did not run since the header was entered has a guard that is false. */
static bool end_trip(run *r, uint32_t loop)
{
    const lck_flow_loop *l = &r->flow->loop[loop];
    for (uint32_t i = 0; i < l->nmembers; i++) {
        const lck_flow_block *b = &r->flow->block[r->flow->member[l->member + i]];
        for (uint32_t k = b->insn; b->loop == loop && k < b->end; k++)
            if (r->ran[k] <= r->entered[loop] && !check_guard(r, k, false))
                return false;
    }
    return true;
}

static bool leave_loop(run *r, uint32_t loop)
{
    int64_t trips;
    const lck_ptx_symbol *s = NULL;
    lc_exprs *x = lck_formulas_exprs(r->f);
    for (size_t i = 0; i < lc_exprs_nvars(x); i++) {
        const lck_ptx_symbol *one = lck_formulas_symbol(r->f, i);
        if (one->kind == LCK_SYMBOL_TRIP && one->of == loop)
            s = one;
    }
    if (!s || !s->trips || !evaluate(r, s->trips, &trips))
        return true;
    return trips >= r->trip[loop] + 1 ||
           law_fail(r->l, "%lld trips, not more than %s = %lld\n%s", (long long)r->trip[loop] + 1,
                    written(r, s->trips), (long long)trips, r->text);
}

/* From one block to the next. */
static bool enter(run *r, uint32_t from, uint32_t to)
{
    const lck_flow *flow = r->flow;
    const lck_flow_block *b = &flow->block[to];
    int64_t incoming[64];
    for (uint32_t l = from == LCK_FLOW_NONE ? LCK_FLOW_NONE : flow->block[from].loop;
         l != LCK_FLOW_NONE; l = flow->loop[l].parent) {
        bool out = !lck_flow_in_loop(flow, to, l), around = flow->loop[l].header == to;
        if ((around && !end_trip(r, l)) || (out && !leave_loop(r, l)))
            return false;
    }
    for (uint32_t i = 0; i < b->nphis && i < 64; i++)
        for (uint32_t k = 0; k < b->npreds; k++)
            if (flow->edge[b->pred + k] == from)
                incoming[i] = r->actual[lck_flow_arg(flow, b->phi + i, k)];
    uint32_t loop = b->loop;
    if (loop != LCK_FLOW_NONE && flow->loop[loop].header == to) {
        bool around = from != LCK_FLOW_NONE && lck_flow_in_loop(flow, from, loop);
        r->trip[loop] = around ? r->trip[loop] + 1 : 0;
        r->entered[loop] = r->step;
    }
    for (uint32_t i = 0; i < b->nphis && i < 64; i++)
        know(r, b->phi + i, (uint64_t)incoming[i]);
    return true;
}

/* The values that an instruction leaves: its results, or of one that does not run those before. */
static bool left(run *r, uint32_t insn, bool runs)
{
    const lck_flow *flow = r->flow;
    const lck_ptx_insn *p = lck_flow_of(flow, insn);
    for (uint32_t k = 0; k < p->nall; k++) {
        uint32_t value = flow->def[flow->insn[insn].slot + k];
        if (value != LCK_FLOW_NONE && runs) {
            know(r, value, r->machine.reg[r->m->operand[p->operand + k].reg]);
            if (!check_value(r, value, p->line))
                return false;
        }
    }
    if (flow->insn[insn].guard == LCK_FLOW_NONE)
        return true;
    for (uint32_t value = 0; value < flow->nvalues; value++)
        if (flow->value[value].kind == LCK_FLOW_SELECT && flow->value[value].insn == insn) {
            know(r, value, r->machine.reg[flow->value[value].reg]);
            if (!check_value(r, value, p->line))
                return false;
        }
    return true;
}

static bool run_thread(run *r)
{
    const lck_flow *flow = r->flow;
    const lck_ptx_function *fn = &r->m->function[flow->function];
    uint32_t at = fn->insn, block = LCK_FLOW_NONE;
    while (at < fn->insn + fn->ninsns && r->step < STEPS) {
        uint32_t insn = r->at[at];
        const lck_ptx_insn *p = &r->m->insn[at];
        if (insn == LCK_FLOW_NONE)
            return law_fail(r->l, "line %u is not reached\n%s", p->line, r->text);
        uint32_t now = flow->insn[insn].block;
        if (insn == flow->block[now].insn || block == LCK_FLOW_NONE) {
            if (!enter(r, block, now))
                return false;
            block = now;
        }
        bool runs = ptx_machine_runs(&r->machine, p);
        r->step++;
        if (runs)
            r->ran[insn] = r->step;
        if (!check_guard(r, insn, runs))
            return false;
        at++;
        if (lck_ptx_is(p, "ret") && runs)
            break;
        if (lck_ptx_is(p, "bra")) {
            const lck_ptx_operand *to = lck_ptx_operand_of(r->m, p, 0);
            at = runs ? r->m->label[to->label].insn : at;
            continue;
        }
        if (lck_ptx_is(p, "ret"))
            continue;
        if (runs && !ptx_machine_step(&r->machine, p))
            return law_fail(r->l, "line %u is not known\n%s", p->line, r->text);
        if (!left(r, insn, runs))
            return false;
    }
    return true;
}

/* ---- a case ---- */

static void random_launch(law *l, ptx_machine *c)
{
    static const uint32_t blocks[][2] = {{32, 1}, {64, 2}, {16, 8}, {128, 1}, {48, 3}, {1024, 1}};
    const uint32_t *b = blocks[below(l, 6)];
    c->ntid[0] = b[0];
    c->ntid[1] = b[1];
    c->ntid[2] = 1;
    c->nctaid[0] = 1 + (uint32_t)below(l, 100);
    c->nctaid[1] = c->nctaid[2] = 1;
    c->ctaid[0] = (uint32_t)below(l, c->nctaid[0]);
    c->argument[0] = 4096 + 256 * below(l, 1000);
    for (int i = 1; i < 3; i++)
        c->argument[i] = below(l, 6) == 0 ? (uint64_t)rnd_in(&l->rnd, INT32_MIN, INT32_MAX)
                                          : below(l, 2000);
    c->argument[3] = below(l, 7);
}

static bool threads_hold(run *r)
{
    const lck_flow *flow = r->flow;
    for (int i = 0; i < 4; i++) {
        if (i % 2 == 0)
            random_launch(r->l, &r->machine);
        for (int axis = 0; axis < 2; axis++)
            r->machine.tid[axis] = (uint32_t)below(r->l, r->machine.ntid[axis]);
        memset(r->machine.reg, 0, r->m->nregisters * sizeof *r->machine.reg);
        memset(r->actual, 0, flow->nvalues * sizeof *r->actual);
        memset(r->had, 0, flow->nvalues * sizeof *r->had);
        memset(r->trip, 0, (flow->nloops + 1) * sizeof *r->trip);
        memset(r->ran, 0, (flow->ninsns + 1) * sizeof *r->ran);
        r->step = 0;
        if (!run_thread(r))
            return false;
    }
    return true;
}

static void *zeros(law *l, size_t n, size_t size)
{
    void *p = calloc(n + 1, size);
    ck_assert_ptr_nonnull(p);
    return law_own_memory(l, p);
}

static void free_module(void *m)
{
    lck_ptx_free(m);
}

static void free_flow(void *flow)
{
    lck_flow_free(flow);
}

static void free_formulas(void *f)
{
    lck_formulas_free(f);
}

static bool program_holds(law *l, bool exact)
{
    lck_ptx_error error;
    lck_flow_error wrong;
    run r = {.l = l, .text = make_program(l)};
    lck_ptx_module *m = lck_ptx_read(r.text, strlen(r.text), &error);
    if (!m)
        return law_fail(l, "%u: %s\n%s", error.line, error.message, r.text);
    law_own_with(l, m, free_module);
    lck_flow *flow = lck_flow_new(m, 0, &wrong);
    if (!flow)
        return law_fail(l, "%u: %s\n%s", wrong.line, wrong.message, r.text);
    law_own_with(l, flow, free_flow);
    lck_formula_options options = {.launch = LCK_AUDIT_NO_OPTIONS, .exact = exact};
    r.m = m;
    r.flow = flow;
    r.f = lck_formulas_new(flow, &options);
    ck_assert_ptr_nonnull(r.f);
    law_own_with(l, r.f, free_formulas);
    r.machine.m = m;
    r.machine.reg = zeros(l, m->nregisters, sizeof *r.machine.reg);
    r.at = zeros(l, m->ninsns, sizeof *r.at);
    r.actual = zeros(l, flow->nvalues, sizeof *r.actual);
    r.had = zeros(l, flow->nvalues, sizeof *r.had);
    r.trip = zeros(l, flow->nloops, sizeof *r.trip);
    r.ran = zeros(l, flow->ninsns, sizeof *r.ran);
    r.entered = zeros(l, flow->nloops, sizeof *r.entered);
    for (uint32_t i = 0; i < m->ninsns; i++)
        r.at[i] = LCK_FLOW_NONE;
    for (uint32_t i = 0; i < flow->ninsns; i++)
        r.at[flow->insn[i].of] = i;
    if (!threads_hold(&r))
        return false;
    law_saw(l, r.compared > r.skipped ? 0 : 1);
    if (flow->nloops > 0)
        law_saw(l, 2);
    return true;
}

static bool exact_holds(law *l)
{
    return program_holds(l, true);
}

static bool assumed_holds(law *l)
{
    return program_holds(l, false);
}

START_TEST(exact_formulas)
{
    static const char *const classes[] = {"most are compared", NULL};
    law_check("formulas that assume nothing", exact_holds, classes);
}
END_TEST

START_TEST(formulas)
{
    static const char *const classes[] = {"most are compared", NULL};
    law_check("formulas where what they assume holds", assumed_holds, classes);
}
END_TEST

SUITE_MAIN("audit_formula", exact_formulas, formulas)
