/* ptx-warps.c - random kernels whose numbers are the same for lanes, for warps, or for all. */
#include "config.h"

#include "ptx-warps.h"

#include "../lib/text.h"

enum { NUMBERS = 8 };

typedef struct {
    law *l;
    lc_text text;
    unsigned n, nlabels; /* numbers that there are: %x0 and so on */
    bool inside;         /* of a loop, whose trip is %t */
} program;

static unsigned below(program *p, unsigned n)
{
    return (unsigned)rnd_in(&p->l->rnd, 0, (int64_t)n - 1);
}

/* A number of 32 bits: the thread, its number in the block, its warp, the block, n, or loaded. */
static const char *number(program *p)
{
    static const char *const given[] = {"%r0", "%r1", "%r2", "%r2", "%r3", "%r4", "7"};
    if (p->inside && below(p, 4) == 0)
        return "%t";
    return p->n > 0 && below(p, 3) > 0 ? law_printf(p->l, "%%x%u", below(p, p->n))
                                       : given[below(p, 7)];
}

/* A number that is written out, in the place of an operand or in a register. */
static const char *written(program *p, unsigned value)
{
    if (below(p, 2))
        return law_printf(p->l, "%u", value);
    lc_text_printf(&p->text, "  mov.u32 %%r9, %u;\n", value);
    return "%r9";
}

static void load(program *p, unsigned x)
{
    const char *at = number(p);
    lc_text_printf(&p->text,
                   "  and.b32 %%r8, %s, 255;\n  mul.wide.u32 %%d2, %%r8, 4;\n"
                   "  add.s64 %%d2, %%d0, %%d2;\n  ld.global.u32 %%x%u, [%%d2];\n",
                   at, x);
}

/* From another lane, of the warp or of a segment of 16, 8 or 4. */
static void give(program *p, unsigned x)
{
    static const unsigned bounds[] = {31, 31, 31, 0x101f, 0x181f, 0x1c1f};
    static const char *const modes[] = {"idx", "idx", "idx", "bfly", "up", "down"};
    const char *of = number(p), *mode = modes[below(p, 6)];
    unsigned bound = bounds[below(p, 6)];
    const char *lane = below(p, 3) ? written(p, below(p, 32)) : number(p);
    lc_text_printf(&p->text, "  mov.u32 %%r8, %s;\n", of);
    if (below(p, 2)) {
        lc_text_printf(&p->text, "  mov.u32 %%r7, %u;\n", bound);
        lc_text_printf(&p->text, "  shfl.sync.%s.b32 %%x%u, %%r8, %s, %%r7, -1;\n", mode, x,
                       lane);
    } else
        lc_text_printf(&p->text, "  shfl.sync.%s.b32 %%x%u, %%r8, %s, %u, -1;\n", mode, x, lane,
                       bound);
}

/* Of all lanes, or of groups of 8 of them, %r6. */
static void vote(program *p, unsigned x)
{
    const char *of = number(p);
    const char *members = below(p, 3) == 0 ? "%r6" : written(p, UINT32_MAX);
    lc_text_printf(&p->text, "  mov.u32 %%r8, %s;\n", of);
    if (below(p, 2))
        lc_text_printf(&p->text,
                       "  setp.gt.u32 %%p0, %%r8, %u;\n"
                       "  vote.sync.ballot.b32 %%x%u, %%p0, %s;\n",
                       below(p, 300), x, members);
    else
        lc_text_printf(&p->text, "  redux.sync.%s.u32 %%x%u, %%r8, %s;\n",
                       below(p, 2) ? "max" : "add", x, members);
}

static void compute(program *p, unsigned x)
{
    static const char *const operations[] = {"and.b32 %%x%u, %s, %u", "shl.b32 %%x%u, %s, %u",
                                             "shr.u32 %%x%u, %s, %u", "add.s32 %%x%u, %s, %u",
                                             "sub.s32 %%x%u, %s, %u", "mul.lo.s32 %%x%u, %s, %u"};
    static const unsigned most[] = {64, 5, 8, 64, 300, 40};
    unsigned k = below(p, 6);
    const char *of = number(p);
    lc_text_printf(&p->text, "  mov.u32 %%r8, %s;\n  ", of);
    lc_text_printf(&p->text, operations[k], x, "%r8", below(p, most[k]));
    lc_text_printf(&p->text, ";\n");
}

/* A number is another one where a number is small. */
static void choose(program *p, unsigned x)
{
    unsigned end = p->nlabels++;
    const char *by = number(p), *to = number(p);
    lc_text_printf(&p->text,
                   "  mov.u32 %%r8, %s;\n  mov.u32 %%x%u, %s;\n"
                   "  setp.lt.s32 %%p0, %%r8, %u;\n  @%%p0 bra L%u;\n",
                   by, x, to, below(p, 80), end);
    load(p, x);
    lc_text_printf(&p->text, "L%u:\n", end);
}

static void make(program *p);
static void reach(program *p);

/* As often as a number says, which is for lanes, warps, or all: 1 to 4 times. */
static void repeat(program *p)
{
    unsigned begin = p->nlabels++;
    lc_text_printf(&p->text, "  and.b32 %%e, %s, 3;\n  mov.u32 %%t, 0;\nL%u:\n", number(p),
                   begin);
    p->inside = true;
    for (unsigned n = 1 + below(p, 2); n > 0; n--)
        make(p);
    if (below(p, 2))
        reach(p);
    p->inside = false;
    lc_text_printf(&p->text,
                   "  add.s32 %%t, %%t, 1;\n  setp.le.s32 %%p1, %%t, %%e;\n"
                   "  @%%p1 bra L%u;\n",
                   begin);
}

static void make(program *p)
{
    unsigned x = p->n < NUMBERS ? p->n : below(p, NUMBERS);
    switch (p->inside ? 4 + below(p, 5) : below(p, 10)) { /* lanes may have left it */
    case 0: repeat(p); return;
    case 1:
    case 2: give(p, x); break;
    case 3: vote(p, x); break;
    case 4:
    case 5: load(p, x); break;
    case 6: choose(p, x); break;
    default: compute(p, x);
    }
    p->n = x == p->n ? x + 1 : p->n;
}

/* What the thread adds, and a multiple of a number: kept within the array, or as it is. */
static void place(program *p)
{
    static const char *const own[] = {"%r0", "%r1", "%r5", "7"};
    static const unsigned by[] = {1, 2, 3, 4, 8, 32, 33, 64, 96};
    const char *thread = own[below(p, 4)], *other = number(p);
    lc_text_printf(&p->text, "  mov.u32 %%r8, %s;\n  mul.lo.s32 %%r8, %%r8, %u;\n", thread,
                   1 + below(p, 4));
    lc_text_printf(&p->text, "  mov.u32 %%r7, %s;\n  mad.lo.s32 %%r8, %%r7, %u, %%r8;\n", other,
                   by[below(p, 9)]);
    if (below(p, 4) > 0)
        lc_text_printf(&p->text, "  and.b32 %%r8, %%r8, %u;\n", 255);
}

static void reach(program *p)
{
    static const char *const types[] = {"u32 %r7", "u32 %r7", "v2.u32 {%r7, %r8}", "u8 %r7"};
    static const unsigned bytes[] = {4, 4, 8, 1};
    unsigned k = below(p, 4), offset = below(p, 3) ? 0 : 4 * below(p, 3);
    place(p);
    if (below(p, 2))
        lc_text_printf(&p->text,
                       "  mul.wide.%s %%d2, %%r8, %u;\n  add.s64 %%d2, %%d1, %%d2;\n"
                       "  ld.global.%s, [%%d2+%u];\n",
                       below(p, 2) ? "u32" : "s32", bytes[k], types[k], offset);
    else
        lc_text_printf(&p->text,
                       "  mul.lo.s32 %%r8, %%r8, %u;\n  mov.u32 %%r7, s;\n"
                       "  add.s32 %%r8, %%r7, %%r8;\n  ld.shared.%s, [%%r8+%u];\n",
                       bytes[k], types[k], offset);
}

const char *ptx_warps(law *l)
{
    program p = {.l = l};
    lc_text_printf(&p.text, ".version 7.8\n.target sm_80\n.address_size 64\n\n"
                            ".visible .entry k(.param .u64 p, .param .u64 q, .param .u32 n)\n{\n"
                            "  .reg .pred %%p<2>;\n  .reg .b32 %%r<10>;\n  .reg .b32 %%x<8>;\n"
                            "  .reg .b32 %%t;\n  .reg .b32 %%e;\n  .reg .b64 %%d<4>;\n"
                            "  .shared .align 16 .b8 s[2048];\n"
                            "  ld.param.u64 %%d0, [p];\n  ld.param.u64 %%d1, [q];\n"
                            "  ld.param.u32 %%r4, [n];\n"
                            "  cvta.to.global.u64 %%d0, %%d0;\n  cvta.to.global.u64 %%d1, %%d1;\n"
                            "  mov.u32 %%r0, %%tid.x;\n  mov.u32 %%r1, %%tid.y;\n"
                            "  mov.u32 %%r2, %%ntid.x;\n"
                            "  mad.lo.s32 %%r1, %%r2, %%r1, %%r0;\n  shr.u32 %%r2, %%r1, 5;\n"
                            "  mov.u32 %%r3, %%ctaid.x;\n  and.b32 %%r5, %%r1, 7;\n"
                            "  and.b32 %%r8, %%r1, 24;\n  mov.u32 %%r6, 255;\n"
                            "  shl.b32 %%r6, %%r6, %%r8;\n");
    for (unsigned n = 3 + below(&p, 8); n > 0; n--)
        make(&p);
    for (unsigned n = 2 + below(&p, 4); n > 0; n--)
        reach(&p);
    lc_text_printf(&p.text, "  ret;\n}\n");
    return law_own_memory(l, lc_text_take(NULL, &p.text));
}
