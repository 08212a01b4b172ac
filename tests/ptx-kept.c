/* ptx-kept.c - random kernels that keep numbers in shared memory. */
#include "config.h"

#include "ptx-kept.h"

#include "../lib/text.h"

enum { LOADED = 6, LOOPS = 4 };

typedef struct {
    law *l;
    lc_text text;
    unsigned nloops, nlabels, nloaded, loop[LOOPS], depth;
} program;

static unsigned below(program *p, unsigned n)
{
    return (unsigned)rnd_in(&p->l->rnd, 0, (int64_t)n - 1);
}

/* A place of 4 bytes; few, so that stores meet. */
static const char *place(program *p)
{
    static const char *const places[] = {"s0", "s0", "s0", "s1", "a", "a+4", "%r4", "%r5"};
    return places[below(p, 8)];
}

/* A number of 32 bits, small and not negative. */
static const char *number(program *p)
{
    switch (below(p, 6)) {
    case 0: return "%r2"; /* ctaid.x */
    case 1: return "%r3"; /* n */
    case 2: return p->depth > 0 ? law_printf(p->l, "%%t%u", p->loop[below(p, p->depth)]) : "7";
    case 3: return p->nloaded > 0 ? law_printf(p->l, "%%x%u", below(p, p->nloaded)) : "5";
    case 4: return "%r0"; /* tid.x */
    default: return law_printf(p->l, "%u", below(p, 12));
    }
}

/* A condition of the thread, or of all; %p0. */
static void condition(program *p, bool common)
{
    static const char *const own[] = {"eq.s32 %p0, %r0, 0",  "eq.s32 %p0, %r1, 0",
                                      "eq.s32 %p0, %r1, 0",  "ne.s32 %p0, %r0, 0",
                                      "eq.s32 %p0, %r0, 5",  "lt.s32 %p0, %r0, 3",
                                      "lt.s32 %p0, %r0, 40", "eq.s32 %p0, %r6, 0"};
    const char *text = own[below(p, 8)];
    if (p->nloaded > 0 && below(p, 5) == 0)
        text = law_printf(p->l, "lt.s32 %%p0, %%x%u, %u", below(p, p->nloaded), below(p, 12));
    else if (common)
        text = p->depth > 0 && below(p, 2)
                   ? law_printf(p->l, "%s.s32 %%p0, %%t%u, %u", below(p, 2) ? "eq" : "ne",
                                p->loop[below(p, p->depth)], below(p, 2))
                   : law_printf(p->l, "lt.s32 %%p0, %%r3, %u", 1 + below(p, 6));
    lc_text_printf(&p->text, "  setp.%s;\n", text);
}

/* A store by other means than st.shared.u32. */
static void other_store(program *p)
{
    switch (below(p, 8)) {
    case 0:
        lc_text_printf(&p->text, "  atom.shared.add.u32 %%r7, [%s], %s;\n", place(p), number(p));
        break;
    case 1:
        lc_text_printf(&p->text, "  selp.b32 %%r7, %%r4, %%s, %%p%u;\n", below(p, 2));
        lc_text_printf(&p->text, "  st.shared.u32 [%%r7], %s;\n", number(p));
        break;
    case 2:
        lc_text_printf(&p->text, "  st.shared.v2.u32 [a], {%s, %s};\n", number(p), number(p));
        break;
    case 3:
        lc_text_printf(&p->text, "  mov.u32 %%r7, %s;\n  st.shared.u8 [a+%u], %%r7;\n", number(p),
                       below(p, 6));
        break;
    case 4:
        lc_text_printf(&p->text,
                       "  mov.u32 %%r7, %s;\n  cp.async.ca.shared.global [%%r7], [%%d0], 4;\n%s",
                       place(p)[0] == 's' ? "s0" : "a",
                       below(p, 2) ? "  cp.async.wait_all;\n" : "");
        break;
    case 5:
        lc_text_printf(&p->text,
                       "  st.local.u64 [lo], %%d%u;\n  ld.local.u64 %%d4, [lo];\n"
                       "  st.u32 [%%d4+%u], %s;\n",
                       2 + below(p, 2), 4 * below(p, 2), number(p));
        break;
    case 6:
        lc_text_printf(&p->text, "  st.volatile.shared.u32 [%s], %s;\n", place(p), number(p));
        break;
    default:
        lc_text_printf(&p->text,
                       "  add.s32 %%r7, %%r4, %u;\n  add.s32 %%r7, %%r7, 4294967292;\n"
                       "  st.shared.u32 [%%r7], %s;\n",
                       4 * below(p, 3), number(p));
    }
}

static void store(program *p)
{
    const char *by = below(p, 5) == 0 ? "%x" : NULL;
    if (below(p, 4) == 0) {
        other_store(p);
        return;
    }
    if (below(p, 9) == 0)
        lc_text_printf(&p->text, "  st.shared.u64 [q], %%d%u;\n", 2 + below(p, 2));
    else if (below(p, 9) == 0)
        lc_text_printf(&p->text, "  ld.shared.u64 %%d4, [q];\n  st.u32 [%%d4], %s;\n", number(p));
    else if (by && p->nloaded > 0)
        lc_text_printf(&p->text, "  add.s32 %%r7, %%x%u, %u;\n  st.shared.u32 [%s], %%r7;\n",
                       below(p, p->nloaded), below(p, 3), place(p));
    else
        lc_text_printf(&p->text, "  st.shared.u32 [%s], %s;\n", place(p), number(p));
}

/* A store that some threads leave out, by a predicate or a branch. */
static void guarded(program *p)
{
    unsigned end = p->nlabels++;
    condition(p, below(p, 4) == 0);
    if (below(p, 4) == 0) {
        lc_text_printf(&p->text, "  @%%p0 st.shared.u32 [%s], %s;\n", place(p), number(p));
        return;
    }
    lc_text_printf(&p->text, "  @!%%p0 bra L%u;\n", end);
    for (unsigned n = 1 + below(p, 2); n > 0; n--)
        store(p);
    lc_text_printf(&p->text, "L%u:\n", end);
}

static void load(program *p)
{
    unsigned x = below(p, LOADED);
    if (x > p->nloaded)
        x = p->nloaded;
    p->nloaded += x == p->nloaded && p->nloaded < LOADED;
    if (below(p, 6) == 0)
        lc_text_printf(&p->text, "  ld.shared.u64 %%d4, [q];\n  ld.u32 %%x%u, [%%d4];\n", x);
    else if (below(p, 8) == 0)
        lc_text_printf(&p->text, "  ld.shared.v2.u32 {%%r7, %%x%u}, [a];\n", x);
    else if (below(p, 8) == 0)
        lc_text_printf(&p->text, "  ld.shared.u8 %%x%u, [a+%u];\n", x, below(p, 6));
    else if (below(p, 12) == 0)
        lc_text_printf(&p->text, "  ld.volatile.shared.u32 %%x%u, [%s];\n", x, place(p));
    else
        lc_text_printf(&p->text, "  ld.shared.u32 %%x%u, [%s];\n", x, place(p));
    lc_text_printf(&p->text,
                   "  mad.lo.s32 %%r7, %%x%u, %u, %%r0;\n  mul.wide.s32 %%d1, %%r7, 4;\n"
                   "  add.s64 %%d1, %%d0, %%d1;\n  st.global.u32 [%%d1], 1;\n",
                   x, 1 + 31 * below(p, 2));
}

static void statements(program *p, unsigned n);

/* Of as many trips in all threads; what is loaded inside may be of the trip before. */
static void loop(program *p)
{
    unsigned of = p->nloops++, label = p->nlabels++;
    lc_text_printf(&p->text, "  mov.u32 %%t%u, 0;\nL%u:\n", of, label);
    p->loop[p->depth++] = of;
    statements(p, 2 + below(p, 5));
    p->depth--;
    lc_text_printf(&p->text,
                   "  add.s32 %%t%u, %%t%u, 1;\n  setp.lt.s32 %%p1, %%t%u, %u;\n"
                   "  @%%p1 bra L%u;\n",
                   of, of, of, 1 + below(p, 3), label);
}

static void statements(program *p, unsigned n)
{
    for (; n > 0; n--)
        switch (below(p, 9)) {
        case 0: store(p); break;
        case 1:
        case 2: guarded(p); break;
        case 3:
        case 4: load(p); break;
        case 5:
            if (p->nloops < LOOPS)
                loop(p);
            break;
        default: lc_text_printf(&p->text, "  bar.sync 0;\n");
        }
}

const char *ptx_kept(law *l)
{
    program p = {.l = l};
    lc_text_printf(&p.text, ".version 7.8\n.target sm_80\n.address_size 64\n\n"
                            ".visible .entry k(.param .u64 p, .param .u32 n)\n{\n"
                            "  .reg .pred %%p<2>;\n  .reg .b32 %%r<8>;\n  .reg .b32 %%x<8>;\n"
                            "  .reg .b32 %%s;\n  .local .align 8 .b8 lo[16];\n"
                            "  .reg .b32 %%t<8>;\n  .reg .b64 %%d<8>;\n"
                            "  .shared .align 4 .u32 s0;\n  .shared .align 4 .u32 s1;\n"
                            "  .shared .align 8 .b8 a[64];\n  .shared .align 8 .u64 q;\n"
                            "  ld.param.u64 %%d0, [p];\n  ld.param.u32 %%r3, [n];\n"
                            "  cvta.to.global.u64 %%d0, %%d0;\n"
                            "  mov.u32 %%r0, %%tid.x;\n  mov.u32 %%r6, %%tid.y;\n"
                            "  mov.u32 %%r1, %%ntid.x;\n"
                            "  mad.lo.s32 %%r1, %%r1, %%r6, %%r0;\n  mov.u32 %%r2, %%ctaid.x;\n"
                            "  and.b32 %%r7, %%r0, 3;\n  mov.u32 %%r4, a;\n"
                            "  mad.lo.s32 %%r5, %%r7, 4, %%r4;\n"
                            "  mov.u32 %%s, s0;\n  mov.u32 %%r7, s0;\n  cvt.u64.u32 %%d2, %%r7;\n"
                            "  cvta.shared.u64 %%d2, %%d2;\n  mov.u32 %%r7, a;\n"
                            "  cvt.u64.u32 %%d3, %%r7;\n  cvta.shared.u64 %%d3, %%d3;\n"
                            "  st.shared.u32 [s0], 1;\n  st.shared.u32 [s1], 2;\n"
                            "  st.shared.u32 [%%r5], 3;\n  st.shared.u64 [q], %%d2;\n"
                            "  bar.sync 0;\n");
    lc_text_printf(&p.text, "  setp.lt.s32 %%p0, %%r0, 7;\n  setp.lt.s32 %%p1, %%r3, 3;\n");
    statements(&p, 4 + below(&p, 12));
    load(&p);
    lc_text_printf(&p.text, "  ret;\n}\n");
    return law_own_memory(l, lc_text_take(NULL, &p.text));
}
