/* algebra.c - operations of the layout algebra a second, beside pycute's and CuTe's. */
#include "config.h"

#include "bench.h"

#include "../law.h"
#include "baselines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef lc_layout *(*unary)(lc_ctx *, const lc_layout *);
typedef lc_layout *(*binary)(lc_ctx *, const lc_layout *, const lc_layout *);
typedef lc_layout *(*by_tiler)(lc_ctx *, const lc_layout *, const lc_tiler *);

/* One row of the table: the call, and the same in pycute (NULL: it has none). A tiler
 * is written as its modes, one string each. */
typedef struct {
    const char *name;
    const char *a, *b;
    const char *tiler[3];
    unary f1;
    binary f2;
    by_tiler ft;
    const char *pycute;
    double bar; /* nanoseconds that the median may take; 0: none */
} operation;

#define WGMMA "((4,8,4),(2,2,8)):((128,1,16),(64,8,512))"
#define COMPOSITE "((4,8,4),(2,2,8)):((2,64,1024),(1,512,8))"
#define PY_WGMMA "Layout(((4,8,4),(2,2,8)),((128,1,16),(64,8,512)))"
#define PY_COMPOSITE "Layout(((4,8,4),(2,2,8)),((2,64,1024),(1,512,8)))"

static const operation table[] = {
    {.name = "compose (64,64):(64,1) o wgmma",
     .a = "(64,64):(64,1)",
     .b = WGMMA,
     .f2 = lc_compose,
     .bar = 260,
     .pycute = "composition(Layout((64,64),(64,1)), " PY_WGMMA ")"},
    {.name = "compose wgmma o (64,64):(64,1)",
     .a = WGMMA,
     .b = "(64,64):(64,1)",
     .f2 = lc_compose,
     .bar = 500,
     .pycute = "composition(" PY_WGMMA ", Layout((64,64),(64,1)))"},
    {.name = "compose (4,6,8,10):(2,3,5,7) o 6:12",
     .a = "(4,6,8,10):(2,3,5,7)",
     .b = "6:12",
     .bar = 250,
     .f2 = lc_compose,
     .pycute = "composition(Layout((4,6,8,10),(2,3,5,7)), Layout(6,12))"},
    {.name = "compose (8,16):(20,1) o <4:1,8:2>",
     .a = "(8,16):(20,1)",
     .tiler = {"4:1", "8:2"},
     .ft = lc_compose_tiler,
     .pycute = "composition(Layout((8,16),(20,1)), (Layout(4,1), Layout(8,2)))"},
    {.name = "coalesce of the composite",
     .a = COMPOSITE,
     .f1 = lc_coalesce,
     .pycute = "coalesce(" PY_COMPOSITE ")"},
    {.name = "coalesce ((4,3),5):((15,1),3)",
     .a = "((4,3),5):((15,1),3)",
     .f1 = lc_coalesce,
     .pycute = "coalesce(Layout(((4,3),5),((15,1),3)))"},
    {.name = "complement (3,7):(2,30)",
     .a = "(3,7):(2,30)",
     .bar = 80,
     .f1 = lc_complement,
     .pycute = "complement(Layout((3,7),(2,30)))"},
    {.name = "right_inverse of the composite",
     .a = COMPOSITE,
     .bar = 150,
     .f1 = lc_right_inverse,
     .pycute = "right_inverse(" PY_COMPOSITE ")"},
    {.name = "left_inverse of the composite",
     .a = COMPOSITE,
     .bar = 150,
     .f1 = lc_left_inverse,
     .pycute = "left_inverse(" PY_COMPOSITE ")"},
    {.name = "inverse of the composite", .a = COMPOSITE, .bar = 150, .f1 = lc_inverse},
    {.name = "logical_divide by <4:1,8:2>",
     .a = "(8,16):(20,1)",
     .tiler = {"4:1", "8:2"},
     .bar = 350,
     .ft = lc_logical_divide,
     .pycute = "logical_divide(Layout((8,16),(20,1)), (Layout(4,1), Layout(8,2)))"},
    {.name = "zipped_divide by <4:1,8:2>",
     .a = "(8,16):(20,1)",
     .tiler = {"4:1", "8:2"},
     .bar = 350,
     .ft = lc_zipped_divide,
     .pycute = "zipped_divide(Layout((8,16),(20,1)), (Layout(4,1), Layout(8,2)))"},
    {.name = "tiled_divide by <4:1,8:2>",
     .a = "(8,16):(20,1)",
     .tiler = {"4:1", "8:2"},
     .bar = 350,
     .ft = lc_tiled_divide,
     .pycute = "tiled_divide(Layout((8,16),(20,1)), (Layout(4,1), Layout(8,2)))"},
    {.name = "logical_divide 24:3 by 8:3",
     .a = "24:3",
     .tiler = {"8:3"},
     .bar = 350,
     .ft = lc_logical_divide,
     .pycute = "logical_divide(Layout(24,3), Layout(8,3))"},
    {.name = "logical_product by (2,5):(1,2)",
     .a = "(3,4):(4,1)",
     .tiler = {"(2,5):(1,2)"},
     .bar = 250,
     .ft = lc_logical_product,
     .pycute = "logical_product(Layout((3,4),(4,1)), Layout((2,5),(1,2)))"},
    {.name = "zipped_product by <2:1,2:1>",
     .a = "(2,3):(1,8)",
     .tiler = {"2:1", "2:1"},
     .bar = 250,
     .ft = lc_zipped_product,
     .pycute = "zipped_product(Layout((2,3),(1,8)), (Layout(2,1), Layout(2,1)))"},
    {.name = "blocked_product by (2,5):(1,2)",
     .a = "(3,4):(4,1)",
     .b = "(2,5):(1,2)",
     .bar = 250,
     .f2 = lc_blocked_product},
    {.name = "raked_product by (2,5):(1,2)",
     .a = "(3,4):(4,1)",
     .b = "(2,5):(1,2)",
     .bar = 250,
     .f2 = lc_raked_product},
};

#define ROWS (sizeof table / sizeof *table)

/* ---- the library */

typedef struct {
    lc_ctx *ctx;
    const operation *op;
    const lc_layout *a, *b;
    const lc_tiler *t;
    bool failed;
} call;

static lc_layout *answer_of(const call *c)
{
    return c->op->f1   ? c->op->f1(c->ctx, c->a)
           : c->op->f2 ? c->op->f2(c->ctx, c->a, c->b)
                       : c->op->ft(c->ctx, c->a, c->t);
}

static void run_call(void *user)
{
    call *c = user;
    lc_layout *r = answer_of(c);
    c->failed = c->failed || !r;
    lc_layout_free(r);
}

static lc_layout *layout_of(law *l, const char *text)
{
    m_layout m;
    return m_layout_parse(text, &m) ? law_layout(l, &m) : NULL;
}

/* `s:d` alone is a layout, more of them are a tiler by mode. */
static lc_tiler *tiler_of(law *l, const char *const *mode)
{
    lc_tiler *part[3];
    size_t n = 0;
    for (; n < 3 && mode[n]; n++)
        part[n] = law_own_tiler(l, lc_tiler_layout(l->ctx, layout_of(l, mode[n])));
    return n == 1 ? part[0] : law_own_tiler(l, lc_tiler_of(l->ctx, n, part));
}

/* ---- the table */

typedef struct {
    bool pycute, has[ROWS]; /* pycute was asked; row i has an answer */
    bench_spread time[ROWS];
    size_t cutes; /* rows of CuTe; 0: it was not asked */
    baseline_row cute[ROWS];
} baselines;

static void ask_baselines(const char *script, const char *cute, baselines *b)
{
    const char *expression[ROWS];
    for (size_t i = 0; i < ROWS; i++)
        expression[i] = table[i].pycute;
    b->pycute = script && baseline_pycute(script, expression, ROWS, b->time, b->has);
    b->cutes = cute ? baseline_cute(cute, b->cute, ROWS) : 0;
}

static const baseline_row *cute_of(const baselines *b, const char *name)
{
    for (size_t i = 0; i < b->cutes; i++)
        if (strcmp(b->cute[i].name, name) == 0)
            return &b->cute[i];
    return NULL;
}

static bool names_a_row(const baseline_row *cute)
{
    for (size_t i = 0; i < ROWS; i++)
        if (strcmp(table[i].name, cute->name) == 0)
            return true;
    printf("%-36s is timed by CuTe, and is no operation here\n", cute->name);
    return false;
}

/* Is CuTe's answer the same function? Integers known at run time keep modes of extent 1. */
static bool same_answer(law *l, const call *c, const baseline_row *cute)
{
    m_layout ours, theirs;
    lc_layout *r = law_own(l, answer_of(c));
    return r && law_model(l, r, &ours) && m_layout_parse(cute->layout, &theirs) &&
           m_equiv(&ours, &theirs);
}

static void print_head(const baselines *b)
{
    printf("The layout algebra: time a call, median (smallest .. largest of 31 samples)\n\n");
    printf("%-36s %10s %22s %8s", "", "median", "range", "goal");
    if (b->pycute)
        printf(" %10s %8s", "pycute", "ratio");
    if (b->cutes)
        printf("  %10s %8s", "CuTe C++", "ratio");
    printf("\n");
}

static void print_row(const operation *op, bench_spread ours, const baselines *b)
{
    size_t i = (size_t)(op - table);
    const baseline_row *cute = cute_of(b, op->name);
    char range[48];
    snprintf(range, sizeof range, "%s .. %s", bench_seconds(ours.low), bench_seconds(ours.high));
    printf("%-36s %10s %22s %8s", op->name, bench_seconds(ours.median), range,
           op->bar > 0 ? bench_seconds(op->bar * 1e-9) : "");
    if (b->pycute && b->has[i])
        printf(" %10s %8.0f", bench_seconds(b->time[i].median), b->time[i].median / ours.median);
    else if (b->pycute)
        printf(" %10s %8s", "-", "");
    if (cute)
        printf(" %c%10s %8.3f", cute->typed ? '*' : ' ', bench_seconds(cute->time.median),
               cute->time.median / ours.median);
    printf(op->bar > 0 && ours.median * 1e9 > op->bar ? "  MISSED\n" : "\n");
}

static void print_foot(const baselines *b)
{
    printf("\n");
    if (b->cutes)
        printf(
            "CuTe C++: ranks at compile time, integers of 32 bits at run time, nothing checked; "
            "*: strides\nat compile time. Its coalesce then merges no modes, and its inverses "
            "take whole layouts at\ncompile time.\n");
    else
        printf("(no CuTe C++: configure --with-cutlass=DIR, where CUTLASS's headers are)\n");
    if (!b->pycute)
        printf(
            "(no pycute: python3 does not import CUTLASS's; set PYTHONPATH to the folder it is "
            "in)\n");
    printf("\n");
}

static bool measure(law *l, const operation *op, const baselines *b)
{
    call c = {.ctx = l->ctx, .op = op, .a = layout_of(l, op->a)};
    c.b = op->b ? layout_of(l, op->b) : NULL;
    c.t = op->tiler[0] ? tiler_of(l, op->tiler) : NULL;
    bench_spread ours = bench_time(run_call, &c);
    if (c.failed) {
        printf("%-36s failed: %s\n", op->name, lc_ctx_message(l->ctx));
        return false;
    }
    print_row(op, ours, b);
    const baseline_row *cute = cute_of(b, op->name);
    if (!cute || same_answer(l, &c, cute))
        return true;
    printf("%-36s CuTe answers otherwise: %s\n", "", cute->layout);
    return false;
}

bool bench_algebra(const char *script, const char *cute)
{
    static baselines b;
    law l = {.ctx = lc_ctx_new(), .name = "bench"};
    ask_baselines(script, cute, &b);
    bool ok = !cute || b.cutes > 0;
    if (!ok)
        fprintf(stderr, "%s: no times could be read\n", cute);
    print_head(&b);
    for (size_t i = 0; i < ROWS; i++)
        ok = measure(&l, &table[i], &b) && ok;
    for (size_t i = 0; i < b.cutes; i++)
        ok = names_a_row(&b.cute[i]) && ok;
    print_foot(&b);
    law_release(&l);
    lc_ctx_free(l.ctx);
    return ok;
}
