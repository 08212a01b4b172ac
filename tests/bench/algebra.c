/* algebra.c - operations of the layout algebra a second, beside pycute's. */
#include "config.h"

#include "bench.h"

#include "../law.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

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

/* ---- pycute, in a process of its own */

/* Feeds one expression a line to the script, reads "median low high" a line back in
 * seconds, "-" where it raised. False when pycute cannot be imported. */
static bool ask_pycute(const char *script, bench_spread *out, bool *has)
{
    int in[2], back[2];
    if (pipe(in) != 0 || pipe(back) != 0)
        return false;
    pid_t child = fork();
    if (child < 0)
        return false;
    if (child == 0) {
        const char *python = getenv("PYTHON");
        dup2(in[0], STDIN_FILENO);
        dup2(back[1], STDOUT_FILENO);
        close(in[1]);
        close(back[0]);
        execlp(python ? python : "python3", "python3", script, (char *)NULL);
        _exit(127);
    }
    close(in[0]);
    close(back[1]);
    FILE *ask = fdopen(in[1], "w"), *answer = fdopen(back[0], "r");
    bool ok = ask && answer;
    for (size_t i = 0; ok && i < ROWS; i++)
        fprintf(ask, "%s\n", table[i].pycute ? table[i].pycute : "None");
    if (ask)
        fclose(ask);
    char line[256];
    for (size_t i = 0; ok && i < ROWS; i++) {
        ok = fgets(line, sizeof line, answer) != NULL;
        has[i] = ok && table[i].pycute &&
                 sscanf(line, "%lf %lf %lf", &out[i].median, &out[i].low, &out[i].high) == 3;
    }
    if (answer)
        fclose(answer);
    int status;
    waitpid(child, &status, 0);
    return ok && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* ---- the library */

typedef struct {
    lc_ctx *ctx;
    const operation *op;
    const lc_layout *a, *b;
    const lc_tiler *t;
    bool failed;
} call;

static void run_call(void *user)
{
    call *c = user;
    lc_layout *r = c->op->f1   ? c->op->f1(c->ctx, c->a)
                   : c->op->f2 ? c->op->f2(c->ctx, c->a, c->b)
                               : c->op->ft(c->ctx, c->a, c->t);
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

bool bench_algebra(bool with_pycute, const char *script)
{
    bench_spread theirs[ROWS];
    bool has[ROWS] = {false}, ok = true;
    bool compared = with_pycute && ask_pycute(script, theirs, has);
    law l = {.ctx = lc_ctx_new(), .name = "bench"};
    printf("The layout algebra: time a call, median (smallest .. largest of 31 samples)\n\n");
    printf("%-36s %10s %22s %12s", "", "median", "range", "calls/s");
    printf(compared ? " %12s %8s\n" : "\n", "pycute", "ratio");
    for (size_t i = 0; i < ROWS; i++) {
        const operation *op = &table[i];
        call c = {.ctx = l.ctx, .op = op, .a = layout_of(&l, op->a)};
        c.b = op->b ? layout_of(&l, op->b) : NULL;
        c.t = op->tiler[0] ? tiler_of(&l, op->tiler) : NULL;
        bench_spread ours = bench_time(run_call, &c);
        if (c.failed) {
            printf("%-36s failed: %s\n", op->name, lc_ctx_message(l.ctx));
            ok = false;
            continue;
        }
        char range[48];
        snprintf(range, sizeof range, "%s .. %s", bench_seconds(ours.low),
                 bench_seconds(ours.high));
        printf("%-36s %10s %22s %12.0f", op->name, bench_seconds(ours.median), range,
               1 / ours.median);
        if (compared && has[i])
            printf(" %12s %8.0f", bench_seconds(theirs[i].median),
                   theirs[i].median / ours.median);
        printf("\n");
        if (op->bar > 0 && ours.median * 1e9 > op->bar) /* told; a wrong answer is a failure */
            printf("%-36s missed the bar: a median of %.0f ns\n", op->name, op->bar);
    }
    if (!compared)
        printf("\n(no ratios: python3 does not import CUTLASS's pycute; set PYTHONPATH to the "
               "folder it is in)\n");
    printf("\n");
    law_release(&l);
    lc_ctx_free(l.ctx);
    return ok;
}
