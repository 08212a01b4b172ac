/* check_audit_accesses.c - the list of accesses of small kernels of PTX: one of each kind, the
 * trips of loops, and numbers that threads keep in shared memory; addresses that swizzles and
 * rounding change, against numbers.
 */
#include "config.h"

#include "../kernels/audit/access/access.h"
#include "../lib/text.h"
#include "law.h"

#include <stdlib.h>
#include <string.h>

/* ---- the list of accesses ---- */

static const char listed[] =
    ".version 8.0\n.target sm_90\n.address_size 64\n"
    ".shared .align 16 .b8 tile[2048];\n"
    ".extern .shared .align 128 .b8 dynamic[];\n"
    ".visible .entry k(.param .u64 .ptr .global .align 16 p0, .param .u64 p1, .param .u32 n)\n"
    ".reqntid 128 {\n.reg .b32 %r<9>;\n.reg .b64 %d<9>;\n.reg .pred %p<3>;\n"
    "ld.param.u64 %d0, [p0];\nld.param.u64 %d1, [p1];\nld.param.u32 %r0, [n];\n"
    "cvta.to.global.u64 %d2, %d1;\nmov.u32 %r1, %tid.x;\nmul.wide.u32 %d3, %r1, 16;\n"
    "add.s64 %d4, %d2, %d3;\nmov.u32 %r2, tile;\nshl.b32 %r3, %r1, 4;\n"
    "add.s32 %r4, %r2, %r3;\nsetp.lt.u32 %p0, %r1, %r0;\nselp.b32 %r5, 16, 0, %p0;\n"
    "mov.u32 %r6, dynamic;\n"
    "cp.async.cg.shared.global [%r4], [%d4], 16, %r5;\n"
    "@%p0 ld.shared.v2.u32 {%r7, %r8}, [%r4+8];\n"
    "ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%r7, %r8}, [%r6+64];\n"
    "selp.b64 %d5, %d0, %d4, %p0;\nst.global.u32 [%d5], %r7;\n"
    "atom.shared.add.u32 %r7, [tile+4], 1;\nret;\n}\n";

/* What the list says of the kernel above, a line each. */
static void write_list(lc_text *text, lck_formulas *f, const lck_accesses *list)
{
    static const char *const spaces[] = {"shared", "cluster", "global"};
    lc_ctx *ctx = lc_exprs_ctx(lck_formulas_exprs(f));
    for (size_t i = 0; i < list->n; i++) {
        const lck_ptx_access *a = &list->at[i];
        char *at = lc_expr_to_c(ctx, a->at), *guard = lc_expr_to_c(ctx, a->guard);
        char *count = a->count ? lc_expr_to_c(ctx, a->count) : NULL;
        lc_text_printf(text, "%s %s%s %u of %s %lld at %s if %s count %s\n", spaces[a->space],
                       a->reads ? "r" : "", a->writes ? "w" : "", a->bytes, a->base.name,
                       (long long)a->base.size, at, guard, count ? count : "-");
        free(at);
        free(guard);
        free(count);
    }
}

typedef struct {
    lck_ptx_module *m;
    lck_flow *flow;
    lck_formulas *f;
} function;

static function read_function(const char *text)
{
    lck_ptx_error error;
    lck_flow_error wrong;
    function k = {.m = lck_ptx_read(text, strlen(text), &error)};
    ck_assert_msg(k.m != NULL, "%u: %s", error.line, error.message);
    k.flow = lck_flow_new(k.m, 0, &wrong);
    ck_assert_ptr_nonnull(k.flow);
    k.f = lck_formulas_new(k.flow, NULL);
    ck_assert_ptr_nonnull(k.f);
    return k;
}

static void free_function(function *k)
{
    lck_formulas_free(k->f);
    lck_flow_free(k->flow);
    lck_ptx_free(k->m);
}

TEST(accesses)
{
    lc_text text = {0};
    function k = read_function(listed);
    lck_accesses list = lck_accesses_of(k.f);
    write_list(&text, k.f, &list);
    ck_assert_str_eq(text.data,
                     "shared w 16 of tile 2048 at 16 * tid_x if 1 count -\n"
                     "global r 16 of arg1 -1 at 16 * tid_x if tid_x < arg2 "
                     "count tid_x < arg2 ? 16 : 0\n"
                     "shared r 8 of tile 2048 at 16 * tid_x + 8 if tid_x < arg2 count -\n"
                     "shared r 16 of dynamic -1 at 64 if 1 count -\n"
                     "global w 4 of arg0 -1 at 0 if tid_x < arg2 count -\n"
                     "global w 4 of arg1 -1 at 16 * tid_x if arg2 <= tid_x count -\n"
                     "shared rw 4 of tile 2048 at 4 if 1 count -\n");
    ck_assert_uint_eq(list.at[3].matrices, 2);
    ck_assert_int_eq(list.at[4].base.multiple, 16);
    free(text.data);
    lck_accesses_free(&list);
    free_function(&k);
}

/* ---- the number of trips ---- */

/* What each trip loads may be another number each time: it does not say how many trips there are;
 * what was loaded before the loop does. */
TEST(trips)
{
    for (int inside = 0; inside < 2; inside++) {
        static const char load[] = "ld.global.u32 %r2, [%d1];\n";
        lc_text text = {0};
        lc_text_printf(&text,
                       ".version 8.0\n.target sm_80\n.address_size 64\n"
                       ".visible .entry k(.param .u64 p)\n{\n"
                       ".reg .b32 %%r<3>;\n.reg .b64 %%d<3>;\n.reg .pred %%p<1>;\n"
                       "ld.param.u64 %%d0, [p];\ncvta.to.global.u64 %%d1, %%d0;\n"
                       "mov.u32 %%r1, 0;\n%sA:\nst.global.u32 [%%d1], %%r1;\n%s"
                       "add.s32 %%r1, %%r1, 1;\nsetp.lt.s32 %%p0, %%r1, %%r2;\n@%%p0 bra A;\n"
                       "ret;\n}\n",
                       inside ? "" : load, inside ? load : "");
        function k = read_function(text.data);
        lck_accesses list = lck_accesses_of(k.f);
        const lck_ptx_symbol *trip = lck_formulas_trip(k.f, 0);
        ck_assert_int_eq(trip->trips == NULL, inside);
        free(text.data);
        lck_accesses_free(&list);
        free_function(&k);
    }
}

/* ---- what threads keep in shared memory ---- */

/* %r0 is tid.x, %r1 ctaid.x, %r2 an argument; what %r5 is in the end, or `data`. */
static const struct {
    const char *what, *body, *is;
} keeps[] = {
    {"by one thread", "@%p0 st.shared.u32 [s], %r1;\nbar.sync 0;\n", "ctaid_x"},
    {"its own number", "@%p0 st.shared.u32 [s], %r0;\nbar.sync 0;\n", "0"},
    {"by all", "st.shared.u32 [s], %r1;\nbar.sync 0;\n", "ctaid_x"},
    {"by all, each its own", "st.shared.u32 [s], %r0;\nbar.sync 0;\n", "data"},
    {"by some", "@%p1 st.shared.u32 [s], %r1;\nbar.sync 0;\n", "data"},
    {"behind a branch", "@!%p0 bra A;\nst.shared.u32 [s], %r2;\nA:\nbar.sync 0;\n", "arg1"},
    {"without a barrier", "@%p0 st.shared.u32 [s], %r1;\n", "data"},
    {"where some barriers are for some",
     "@%p0 st.shared.u32 [s], %r1;\nbar.sync 0;\n@%p1 bar.sync 0;\n", "data"},
    {"twice, in order",
     "@%p0 st.shared.u32 [s], 3;\nbar.sync 0;\n"
     "@%p0 st.shared.u32 [s], %r1;\nbar.sync 0;\n",
     "ctaid_x"},
    {"twice, at once", "@%p1 st.shared.u32 [s], 3;\n@%p0 st.shared.u32 [s], %r1;\nbar.sync 0;\n",
     "data"},
    {"then another",
     "@%p0 st.shared.u32 [s], %r1;\nbar.sync 0;\n"
     "@%p1 st.shared.u32 [s], 3;\nbar.sync 0;\n",
     "data"},
    {"then another, elsewhere",
     "@%p0 st.shared.u32 [s], %r1;\nbar.sync 0;\n"
     "@%p1 st.shared.u32 [s+4], 3;\nbar.sync 0;\n",
     "ctaid_x"},
    {"then through a pointer",
     "@%p0 st.shared.u32 [s], %r1;\nbar.sync 0;\nmov.u32 %r3, s;\n"
     "mad.lo.s32 %r3, %r0, 4, %r3;\nst.shared.u32 [%r3], 3;\n"
     "bar.sync 0;\n",
     "data"},
    {"then through one that is loaded",
     "@%p0 st.shared.u32 [s], %r1;\nmov.u32 %r3, t;\nst.shared.u32 [s+8], %r3;\nbar.sync 0;\n"
     "ld.shared.u32 %r3, [s+8];\nst.shared.u32 [%r3], 3;\nbar.sync 0;\n",
     "ctaid_x"},
    {"then through one that is loaded, and leads back",
     "@%p0 st.shared.u32 [s], %r1;\nmov.u32 %r3, s;\nst.shared.u32 [t], %r3;\nbar.sync 0;\n"
     "ld.shared.u32 %r3, [t];\nst.shared.u32 [%r3], 3;\nbar.sync 0;\n",
     "data"},
    {"not on all ways",
     "setp.gt.s32 %p2, %r2, 3;\n@!%p2 bra A;\n@!%p0 bra A;\nst.shared.u32 [s], %r1;\nA:\n"
     "bar.sync 0;\n",
     "data"},
    {"then behind it, around all addresses",
     "@%p0 st.shared.u32 [s], %r1;\nbar.sync 0;\nmov.u32 %r3, s;\nadd.s32 %r3, %r3, 4;\n"
     "add.s32 %r3, %r3, 4294967292;\nst.shared.u32 [%r3], 3;\nbar.sync 0;\n",
     "3"},
    {"then by a copy to where an argument says",
     "@%p0 st.shared.u32 [s], %r1;\nbar.sync 0;\n"
     "cp.async.ca.shared.global [%r2], [%d0], 4;\ncp.async.wait_all;\nbar.sync 0;\n",
     "data"},
    {"then through a pointer that is made of an argument",
     "@%p0 st.shared.u32 [s], %r1;\nbar.sync 0;\ncvt.u64.u32 %d2, %r2;\n"
     "cvta.shared.u64 %d2, %d2;\nst.u32 [%d2], 3;\nbar.sync 0;\n",
     "data"},
    {"behind a copy that may not be over",
     "mov.u32 %r3, s;\ncp.async.ca.shared.global [%r3], [%d0], 4;\nbar.sync 0;\n"
     "@%p0 st.shared.u32 [s], %r1;\nbar.sync 0;\n",
     "data"},
    {"in each trip",
     "mov.u32 %r4, 0;\nA:\n@%p0 st.shared.u32 [s], %r4;\nbar.sync 0;\n"
     "ld.shared.u32 %r5, [s];\nbar.sync 0;\n"
     "add.s32 %r4, %r4, 8;\nsetp.lt.s32 %p2, %r4, %r2;\n@%p2 bra A;\nbra.uni B;\n",
     "8 * (((arg1 - 8 > 0 ? arg1 - 8 : 0) + 7) >> 3)"},
    {"for the next trip",
     "mov.u32 %r4, 0;\nA:\nld.shared.u32 %r5, [s];\nbar.sync 0;\n"
     "@!%p0 bra C;\nst.shared.u32 [s], %r4;\nC:\nbar.sync 0;\nadd.s32 %r4, %r4, 8;\n"
     "setp.lt.s32 %p2, %r4, %r2;\n@%p2 bra A;\nbra.uni B;\n",
     "data"},
    {"what one thread has computed in a loop",
     "mov.u32 %r4, 1;\n@!%p0 bra A;\nmov.u32 %r3, 0;\nD:\nadd.s32 %r3, %r3, 1;\n"
     "setp.lt.s32 %p2, %r3, 3;\n@%p2 bra D;\nC:\nmad.lo.s32 %r4, %r4, %r4, 1;\n"
     "setp.lt.s32 %p2, %r4, %r2;\n@%p2 bra C;\nst.shared.u32 [s], %r4;\nA:\nbar.sync 0;\n",
     "data"},
};

TEST(kept)
{
    for (size_t i = 0; i < sizeof keeps / sizeof *keeps; i++) {
        lc_text text = {0};
        lc_text_printf(&text,
                       ".version 8.0\n.target sm_80\n.address_size 64\n"
                       ".visible .entry k(.param .u64 p, .param .u32 n)\n{\n"
                       ".shared .align 4 .b8 s[12];\n.shared .align 4 .b8 t[12];\n"
                       ".reg .b32 %%r<9>;\n.reg .b64 %%d<9>;\n.reg .pred %%p<3>;\n"
                       "ld.param.u64 %%d0, [p];\nld.param.u32 %%r2, [n];\n"
                       "cvta.to.global.u64 %%d0, %%d0;\nmov.u32 %%r0, %%tid.x;\n"
                       "mov.u32 %%r1, %%ctaid.x;\nsetp.eq.s32 %%p0, %%r0, 0;\n"
                       "setp.eq.s32 %%p1, %%r0, 5;\n%sld.shared.u32 %%r5, [s];\nB:\n"
                       "cvt.s64.s32 %%d1, %%r5;\nadd.s64 %%d1, %%d0, %%d1;\n"
                       "st.global.u8 [%%d1], 1;\nret;\n}\n",
                       keeps[i].body);
        function k = read_function(text.data);
        lck_accesses list = lck_accesses_of(k.f);
        const lc_expr *at = list.at[list.n - 1].at;
        char *shown = lc_expr_to_c(lc_exprs_ctx(lck_formulas_exprs(k.f)), at);
        const char *is = strstr(shown, "data_r5") ? "data" : shown;
        ck_assert_msg(strcmp(is, keeps[i].is) == 0, "kept %s: %s", keeps[i].what, shown);
        free(shown);
        free(text.data);
        lck_accesses_free(&list);
        free_function(&k);
    }
}

/* ---- where a variable begins at a multiple of a pattern ---- */

enum { STEPS = 6, PLACES = 6, END = 1900 };

typedef struct {
    unsigned kind, a, b;
} step;

/* One step of a thread: x counts from the variable, y is small. */
static void go(const step *s, uint32_t tid, uint32_t *x, uint32_t *y)
{
    switch (s->kind) {
    case 0: *x += s->a; break;
    case 1: *x += *y; break;
    case 2: *y = *x >> s->b & s->a; break;
    case 3: *x ^= *y; break;
    case 4: *x = (*x + (1U << s->b) - 1) & -(1U << s->b); break;
    case 5: *y = (tid >> s->b) * s->a; break;
    case 6: *y = *y << s->b; break;
    default: *x ^= s->a; break;
    }
}

static void put(lc_text *t, const step *s)
{
    switch (s->kind) {
    case 0: lc_text_printf(t, "add.s32 %%r1, %%r1, %u;\n", s->a); break;
    case 1: lc_text_add(t, "add.s32 %r1, %r1, %r2;\n"); break;
    case 2:
        lc_text_printf(t, "shr.u32 %%r2, %%r1, %u;\nand.b32 %%r2, %%r2, %u;\n", s->b, s->a);
        break;
    case 3: lc_text_add(t, "xor.b32 %r1, %r1, %r2;\n"); break;
    case 4:
        lc_text_printf(t, "add.s32 %%r1, %%r1, %u;\nand.b32 %%r1, %%r1, %d;\n", (1U << s->b) - 1,
                       -(1 << s->b));
        break;
    case 5:
        lc_text_printf(t, "shr.u32 %%r2, %%r0, %u;\nmul.lo.s32 %%r2, %%r2, %u;\n", s->b, s->a);
        break;
    case 6: lc_text_printf(t, "shl.b32 %%r2, %%r2, %u;\n", s->b); break;
    default: lc_text_printf(t, "xor.b32 %%r1, %%r1, %u;\n", s->a); break;
    }
}

/* Are the bytes from the variable those of the formula, and is the guard true below its end,
 * wherever it begins? */
static bool is_right(lck_formulas *f, const lck_ptx_access *a, const step *steps, size_t n,
                     bool guarded)
{
    for (uint32_t tid = 0; tid < 128; tid += 5)
        for (uint32_t place = 0; place < PLACES; place++) {
            uint32_t base = place * LCK_PATTERN, x = base + 16 * tid, y = tid;
            int64_t env[LC_MAX_EXPR_VARS] = {0}, is, holds;
            for (size_t i = 0; i < n; i++)
                go(&steps[i], tid, &x, &y);
            bool there = !guarded || x < base + END;
            for (size_t i = 0; i < lc_exprs_nvars(lck_formulas_exprs(f)); i++) {
                lck_ptx_symbol_kind kind = lck_formulas_symbol(f, i)->kind;
                env[i] = kind == LCK_SYMBOL_TID    ? tid
                         : kind == LCK_SYMBOL_DATA ? there /* a comparison too large to follow */
                                                   : base / 16;
            }
            if (!lc_expr_at(a->guard, env, &holds) || (holds != 0) != there ||
                (holds && (!lc_expr_at(a->at, env, &is) || is != (int32_t)(x - base))))
                return false;
        }
    return true;
}

LAW(patterns, "bytes from a variable that begins where a pattern does",
    CLASSES("a variable that the address counts from", "the same, and a guard", "none"))
{
    bool guarded = rnd_in(&l->rnd, 0, 1);
    step steps[STEPS];
    size_t n = (size_t)rnd_in(&l->rnd, 1, STEPS);
    lc_text text = {0};
    lc_text_add(&text, ".version 8.0\n.target sm_80\n.address_size 64\n"
                       ".extern .shared .align 16 .b8 s[];\n.visible .entry k()\n"
                       ".reqntid 128\n{\n.reg .b32 %r<5>;\n.reg .pred %p;\nmov.u32 %r0, %tid.x;\n"
                       "shl.b32 %r1, %r0, 4;\nmov.u32 %r3, s;\nadd.s32 %r1, %r3, %r1;\n"
                       "mov.u32 %r2, %r0;\n");
    for (size_t i = 0; i < n; i++) {
        steps[i] = (step){.kind = (unsigned)rnd_in(&l->rnd, 0, 7),
                          .a = (1U << rnd_in(&l->rnd, 0, 12)) - (unsigned)rnd_in(&l->rnd, 0, 1),
                          .b = (unsigned)rnd_in(&l->rnd, 0, 10)};
        put(&text, &steps[i]);
    }
    if (guarded)
        lc_text_printf(&text, "add.s32 %%r4, %%r3, %d;\nsetp.lt.u32 %%p, %%r1, %%r4;\n@%%p ",
                       END);
    lc_text_add(&text, "st.shared.u8 [%r1], 1;\nret;\n}\n");
    function k = read_function(text.data);
    lck_accesses list = lck_accesses_of(k.f);
    const lck_ptx_access *a = &list.at[0];
    ck_assert_uint_eq(list.n, 1);
    bool right = !a->base.on_pattern || is_right(k.f, a, steps, n, guarded);
    law_saw(l, !a->base.on_pattern ? 2 : guarded ? 1 : 0);
    if (!right)
        law_fail(l, "%s", text.data);
    lck_accesses_free(&list);
    free_function(&k);
    free(text.data);
    return right;
}

SUITE_MAIN("audit_accesses", accesses, trips, kept, patterns)
