/* ptx-program.c - random programs of PTX. */
#include "config.h"

#include "ptx-program.h"

#include "../lib/text.h"

enum { WORDS = 8, DOUBLES = 5, PREDICATES = 4, HALVES = 3 };

typedef struct {
    law *l;
    lc_text text;
    unsigned nlabels, nloops, depth, left; /* statements that may still be made */
} program;

static const char *pick(law *l, const char *const *from, size_t n)
{
    return from[law_below(l, n)];
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
    return some[law_below(l, sizeof some / sizeof *some)];
}

/* A register of 32 bits, or a number. */
static const char *word(program *p)
{
    law *l = p->l;
    return law_below(l, 4) == 0 ? law_printf(l, "%lld", (long long)constant(l))
                                : law_printf(l, "%%r%zu", law_below(l, WORDS));
}

static const char *doubled(program *p)
{
    return law_below(p->l, 4) == 0 ? law_printf(p->l, "%lld", (long long)constant(p->l))
                                   : law_printf(p->l, "%%d%zu", law_below(p->l, DOUBLES));
}

static void arithmetic(program *p)
{
    law *l = p->l;
    size_t to = law_below(l, WORDS), from = law_below(l, WORDS);
    switch (law_below(l, 14)) {
    case 0:
    case 1:
    case 2:
        lc_text_printf(&p->text, "%s %%r%zu, %%r%zu, %s;\n",
                       PICK(l, "add.s32", "add.s32", "sub.s32", "mul.lo.s32", "min.s32",
                            "max.s32", "min.u32", "max.u32"),
                       to, from, word(p));
        break;
    case 3:
        lc_text_printf(&p->text, "mad.lo.s32 %%r%zu, %%r%zu, %s, %s;\n", to, from, word(p),
                       word(p));
        break;
    case 4:
    case 5:
        lc_text_printf(&p->text, "%s %%r%zu, %%r%zu, %s;\n",
                       PICK(l, "and.b32", "or.b32", "xor.b32"), to, from, word(p));
        break;
    case 6:
    case 7:
        lc_text_printf(&p->text, "%s %%r%zu, %%r%zu, %zu;\n",
                       PICK(l, "shl.b32", "shr.u32", "shr.s32"), to, from,
                       law_below(l, 8) == 0 ? law_below(l, 40) : law_below(l, 7));
        break;
    case 8:
        lc_text_printf(&p->text, "%s %%r%zu, %%r%zu, %s;\n",
                       PICK(l, "div.s32", "div.u32", "rem.s32", "rem.u32"), to, from,
                       PICK(l, "3", "7", "8", "10", "32", "33", "%ntid.x"));
        break;
    case 9:
        lc_text_printf(&p->text, "%s %%r%zu, %%r%zu, %zu, %zu;\n", PICK(l, "bfe.u32", "bfe.s32"),
                       to, from, law_below(l, 34), law_below(l, 34));
        break;
    case 10:
        lc_text_printf(&p->text, "bfi.b32 %%r%zu, %s, %%r%zu, %zu, %zu;\n", to, word(p), from,
                       law_below(l, 33), law_below(l, 33));
        break;
    case 11:
        lc_text_printf(&p->text, "lop3.b32 %%r%zu, %%r%zu, %s, %s, %zu;\n", to, from, word(p),
                       word(p), law_below(l, 256));
        break;
    case 12:
        lc_text_printf(&p->text, "%s %%r%zu, %%r%zu, %s, %s;\n",
                       PICK(l, "prmt.b32", "shf.l.wrap.b32", "shf.r.clamp.b32"), to, from,
                       word(p), PICK(l, "0x5410", "0x3210", "0x7632", "5", "12", "0x1234"));
        break;
    default:
        lc_text_printf(&p->text, "%s %%r%zu, %%r%zu;\n",
                       PICK(l, "not.b32", "neg.s32", "abs.s32", "popc.b32", "brev.b32",
                            "mov.b32"),
                       to, from);
    }
}

/* A quotient as compilers compute it. */
static void by_multiplication(program *p)
{
    law *l = p->l;
    size_t to = law_below(l, WORDS), from = law_below(l, WORDS);
    switch (law_below(l, 4)) {
    case 0: /* / 10 */
        lc_text_printf(&p->text,
                       "mul.hi.u32 %%q0, %%r%zu, -858993459;\nshr.u32 %%r%zu, %%q0, 3;\n", from,
                       to);
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
    size_t r = law_below(l, WORDS), d = law_below(l, DOUBLES), h = law_below(l, HALVES),
           e = law_below(l, DOUBLES);
    switch (law_below(l, 12)) {
    case 0:
        lc_text_printf(&p->text, "%s %%d%zu, %%r%zu, %s;\n",
                       PICK(l, "mul.wide.s32", "mul.wide.u32"), d, r, word(p));
        break;
    case 1:
        lc_text_printf(&p->text, "%s %%d%zu, %%r%zu;\n", PICK(l, "cvt.u64.u32", "cvt.s64.s32"), d,
                       r);
        break;
    case 2: lc_text_printf(&p->text, "cvt.u32.u64 %%r%zu, %%d%zu;\n", r, d); break;
    case 3: lc_text_printf(&p->text, "cvt.u16.u32 %%h%zu, %%r%zu;\n", h, r); break;
    case 4:
        lc_text_printf(&p->text, "%s %%r%zu, %%h%zu;\n", PICK(l, "cvt.u32.u16", "cvt.s32.s16"), r,
                       h);
        break;
    case 5:
        lc_text_printf(&p->text, "%s %%h%zu, %%h%zu, %lld;\n",
                       PICK(l, "add.s16", "mul.lo.s16", "and.b16", "xor.b16"), h,
                       law_below(l, HALVES), (long long)(constant(l) & 0xff));
        break;
    case 6:
        lc_text_printf(&p->text, "%s %%h%zu, %%h%zu, %zu;\n",
                       PICK(l, "shl.b16", "shr.u16", "shr.s16"), h, law_below(l, HALVES),
                       law_below(l, 9));
        break;
    case 7:
        lc_text_printf(&p->text, "%s %%d%zu, %%d%zu, %s;\n",
                       PICK(l, "add.s64", "sub.s64", "and.b64", "or.b64", "xor.b64", "min.s64"),
                       d, e, doubled(p));
        break;
    case 8:
        lc_text_printf(&p->text, "%s %%d%zu, %%d%zu, %zu;\n",
                       PICK(l, "shl.b64", "shr.u64", "shr.s64"), d, e, law_below(l, 8));
        break;
    case 9:
        lc_text_printf(&p->text, "mov.b64 {%%r%zu, %%r%zu}, %%d%zu;\n", r, (r + 1) % WORDS, d);
        break;
    case 10:
        lc_text_printf(&p->text, "mov.b64 %%d%zu, {%%r%zu, %%r%zu};\n", d, r,
                       law_below(l, WORDS));
        break;
    default: lc_text_printf(&p->text, "cvt.s32.s8 %%r%zu, %%r%zu;\n", r, law_below(l, WORDS));
    }
}

static void comparison(program *p, size_t to)
{
    law *l = p->l;
    const char *by = PICK(l, "lt.s32", "le.s32", "gt.s32", "ge.s32", "eq.s32", "ne.s32", "lt.u32",
                          "ge.u32", "gt.u32", "hi.u32");
    switch (law_below(l, 5)) {
    case 0:
        lc_text_printf(&p->text, "setp.%s.%s.%s %%p%zu, %%r%zu, %s, %%p%zu;\n",
                       law_printf(l, "%.2s", by), PICK(l, "and", "or", "xor"), by + 3, to,
                       law_below(l, WORDS), word(p), law_below(l, PREDICATES));
        break;
    case 1:
        lc_text_printf(&p->text, "setp.%s %%p%zu|%%p%zu, %%r%zu, %s;\n", by, to,
                       (to + 1) % PREDICATES, law_below(l, WORDS), word(p));
        break;
    case 2:
        lc_text_printf(&p->text, "setp.%s %%p%zu, %%d%zu, %s;\n",
                       PICK(l, "lt.s64", "ge.s64", "eq.s64", "lt.u64"), to, law_below(l, DOUBLES),
                       doubled(p));
        break;
    default:
        lc_text_printf(&p->text, "setp.%s %%p%zu, %%r%zu, %s;\n", by, to, law_below(l, WORDS),
                       word(p));
    }
}

static void other(program *p)
{
    law *l = p->l;
    switch (law_below(l, 6)) {
    case 0:
        lc_text_printf(&p->text, "selp.b32 %%r%zu, %s, %s, %%p%zu;\n", law_below(l, WORDS),
                       word(p), word(p), law_below(l, PREDICATES));
        break;
    case 1:
        lc_text_printf(&p->text, "%s %%p%zu, %%p%zu, %%p%zu;\n",
                       PICK(l, "and.pred", "or.pred", "xor.pred"), law_below(l, PREDICATES),
                       law_below(l, PREDICATES), law_below(l, PREDICATES));
        break;
    case 2:
        lc_text_printf(&p->text, "not.pred %%p%zu, %%p%zu;\n", law_below(l, PREDICATES),
                       law_below(l, PREDICATES));
        break;
    case 3:
        lc_text_printf(&p->text, "ld.global.u32 %%r%zu, [%%d%zu+%zu];\n", law_below(l, WORDS),
                       law_below(l, DOUBLES), 4 * law_below(l, 4));
        break;
    case 4:
        lc_text_printf(&p->text, "mov.u32 %%r%zu, %s;\n", law_below(l, WORDS),
                       PICK(l, "%tid.x", "%tid.y", "%ctaid.x", "%ntid.x", "%laneid",
                            "%nctaid.x"));
        break;
    default: by_multiplication(p);
    }
}

static void statements(program *p);

static void simple(program *p)
{
    law *l = p->l;
    size_t kind = law_below(l, 5);
    if (kind != 2 && law_below(l, 8) == 0)
        lc_text_printf(&p->text, "@%s%%p%zu ", law_below(l, 2) ? "!" : "",
                       law_below(l, PREDICATES));
    switch (kind) {
    case 0: widths(p); break;
    case 1: comparison(p, law_below(l, PREDICATES)); break;
    case 2: other(p); break;
    default: arithmetic(p);
    }
}

static void branch(program *p)
{
    law *l = p->l;
    unsigned label = p->nlabels++;
    size_t by = law_below(l, PREDICATES);
    comparison(p, by);
    lc_text_printf(&p->text, "@%s%%p%zu bra E%u;\n", law_below(l, 2) ? "!" : "", by, label);
    statements(p);
    if (law_below(l, 2)) {
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
    size_t kind = law_below(l, 6);
    bool first = law_below(l, 3) == 0;
    const char *const bound = law_below(l, 3) == 0 ? law_printf(l, "%zu", law_below(l, 9))
                                                   : "%few";
    const char *const step = kind == 3   ? law_printf(l, "shl.b32 %%c%u, %%c%u, 1;\n", n, n)
                             : kind == 4 ? law_printf(l, "shr.u32 %%c%u, %%c%u, 1;\n", n, n)
                             : kind == 5 ? law_printf(l, "add.s32 %%c%u, %%c%u, -1;\n", n, n)
                                         : law_printf(l, "add.s32 %%c%u, %%c%u, %zu;\n", n, n,
                                                      1 + law_below(l, 3));
    const char *const test = kind == 4   ? law_printf(l, "setp.gt.u32 %%t%u, %%c%u, 0;\n", n, n)
                             : kind == 5 ? law_printf(l, "setp.ne.s32 %%t%u, %%c%u, 0;\n", n, n)
                             : kind == 2
                                 ? law_printf(l, "setp.le.s32 %%t%u, %%c%u, %s;\n", n, n, bound)
                                 : law_printf(l, "setp.lt.s32 %%t%u, %%c%u, %s;\n", n, n, bound);
    const char *const begin = kind == 3   ? "1"
                              : kind == 4 ? PICK(l, "13", "32", "%few", "%r4", "%tid.x")
                              : kind == 5 ? law_printf(l, "%zu", 1 + law_below(l, 6))
                                          : PICK(l, "0", "1", "%tid.y", "-2");
    lc_text_printf(&p->text, "mov.u32 %%c%u, %s;\nL%u:\n", n, begin, label);
    if (first)
        lc_text_printf(&p->text, "%s@!%%t%u bra X%u;\n", test, n, label);
    statements(p);
    if (law_below(l, 2))
        lc_text_printf(&p->text, "add.s32 %%r%zu, %%r%zu, %%c%u;\n", law_below(l, WORDS),
                       law_below(l, WORDS), n);
    if (law_below(l, 2))
        lc_text_printf(&p->text, "add.s64 %%d0, %%d0, %zu;\n", 4 * law_below(l, 5));
    if (law_below(l, 3) == 0)
        lc_text_add(&p->text, "xor.b32 %r1, %r1, 1;\n");
    if (law_below(l, 8) == 0)
        lc_text_printf(&p->text, "@%%p%zu bra X%u;\n", law_below(l, PREDICATES), label);
    lc_text_add(&p->text, step);
    if (first)
        lc_text_printf(&p->text, "bra.uni L%u;\nX%u:\n", label, label);
    else
        lc_text_printf(&p->text, "%s@%%t%u bra L%u;\nX%u:\n", test, n, label, label);
}

static void statements(program *p)
{
    law *l = p->l;
    size_t n = 1 + law_below(l, 4);
    p->depth++;
    for (size_t i = 0; i < n && p->left > 0; i++) {
        p->left--;
        size_t kind = law_below(l, 12);
        if (kind == 0 && p->depth < 4)
            branch(p);
        else if (kind == 1 && p->depth < 4 && p->nloops < 6)
            loop(p);
        else
            simple(p);
    }
    p->depth--;
}

const char *ptx_program(law *l)
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
    if (law_below(l, 3) == 0)
        lc_text_printf(&p.text, "@%%p%zu ret;\n", law_below(l, PREDICATES));
    statements(&p);
    lc_text_add(&p.text, "ret;\n}\n");
    law_own_memory(l, p.text.data);
    return p.text.data;
}
