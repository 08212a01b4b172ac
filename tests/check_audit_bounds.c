/* check_audit_bounds.c - whether accesses are inside of a buffer of a given size: small kernels
 * with masks, conditions, loops and sizes of all sorts, against all launches of them up to some
 * size. "yes" where an address is outside is a mistake, and so is a counterexample that is not.
 */
#include "config.h"

#include "law.h"
#include "suite.h"

#include "../kernels/audit/audit.h"
#include "../lib/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TILE = 4, MOST = 6, BLOCKS = 4 };

typedef struct {
    int64_t M, N, s, x, y, t, i, j;
} numbers;

/* ---- parts of a kernel, as text and as C ---- */

typedef struct {
    const char *text;
    int64_t (*at)(const numbers *n);
} size_row;

static int64_t rows_by_columns(const numbers *n)
{
    return n->M * n->N;
}
static int64_t rows_by_stride(const numbers *n)
{
    return n->M * n->s;
}
static int64_t last_row(const numbers *n)
{
    return (n->M - 1) * n->s + n->N;
}
static int64_t rows_alone(const numbers *n)
{
    return n->M;
}
static int64_t columns_alone(const numbers *n)
{
    return n->N;
}
static int64_t tiles(const numbers *n)
{
    return (n->N + 3) / 4 * 4 * n->M;
}
static int64_t one_less(const numbers *n)
{
    return n->M * n->N - 1;
}
static int64_t fixed(const numbers *n)
{
    (void)n;
    return 24;
}

static const size_row sizes[] = {
    {"4*M*N", rows_by_columns}, {"4 * M * s", rows_by_stride}, {"4*((M-1)*s + N)", last_row},
    {"4*M", rows_alone},        {"4*N", columns_alone},        {"4*(((N+3)//4)*4*M)", tiles},
    {"4*(M*N) - 4", one_less},  {"4*M*N - 1", one_less},       {"96", fixed},
};

enum { NSIZES = sizeof sizes / sizeof *sizes };

/* Of rows and of columns: without a mask, or less than, or not more than the number. */
typedef enum { NO_MASK, LESS, NOT_MORE, LESS_BY_ONE, MASKS } mask;
typedef enum { BY_S, BY_N, BY_3, NO_STRIDE, STRIDES } stride;
typedef enum { ALWAYS, IF_ROWS, IF_ELSE, BRANCH, CONDITIONS } condition;

typedef struct {
    mask rows, columns;
    stride stride;
    condition condition;
    bool loop; /* along columns, in place of blocks */
    bool data; /* a mask of loaded numbers, too */
    bool stores;
    int64_t start; /* added to the place */
    size_t size;
    int64_t grid[2]; /* 0: not said */
    bool ranges;     /* of the arguments, said */
} kernel;

static kernel random_kernel(law *l)
{
    kernel k = {.rows = law_below(l, 3) ? LESS : (mask)law_below(l, MASKS),
                .columns = law_below(l, 3) ? LESS : (mask)law_below(l, MASKS),
                .stride = (stride)law_below(l, STRIDES),
                .condition = law_below(l, 2) ? ALWAYS : (condition)law_below(l, CONDITIONS),
                .loop = law_below(l, 3) == 0,
                .data = law_below(l, 8) == 0,
                .stores = law_below(l, 2),
                .start = law_below(l, 6) ? 0 : (int64_t)law_below(l, 3) - 1,
                .size = law_below(l, NSIZES),
                .ranges = law_below(l, 2)};
    if (law_below(l, 2))
        for (int d = 0; d < 2; d++)
            k.grid[d] = 1 + (int64_t)law_below(l, BLOCKS);
    return k;
}

static const char *name_of(stride s)
{
    static const char *const name[] = {"%s", "%N", "%c3", "%c1"};
    return name[s];
}

static int64_t stride_at(const kernel *k, const numbers *n)
{
    int64_t all[] = {n->s, n->N, 3, 1};
    return all[k->stride];
}

#define T "tensor<4x4xi32, #b>"
#define B "tensor<4x4xi1, #b>"

static void add_coordinates(lc_text *t)
{
    for (int d = 0; d < 2; d++)
        lc_text_printf(t,
                       "    %%r%d = tt.make_range {end = 4 : i32, start = 0 : i32} : "
                       "tensor<4xi32, #ttg.slice<{dim = %d, parent = #b}>>\n"
                       "    %%e%d = tt.expand_dims %%r%d {axis = %d : i32} : tensor<4xi32, "
                       "#ttg.slice<{dim = %d, parent = #b}>> -> tensor<%sxi32, #b>\n"
                       "    %%i%d = tt.broadcast %%e%d : tensor<%sxi32, #b> -> " T "\n",
                       d, 1 - d, d, d, 1 - d, 1 - d, d ? "1x4" : "4x1", d, d, d ? "1x4" : "4x1");
}

static void add_mask(lc_text *t, const char *name, mask m, const char *value, const char *bound)
{
    static const char *const predicate[] = {"", "slt", "sle", "slt"};
    if (m == NO_MASK) {
        lc_text_printf(t, "    %%%s = arith.constant dense<true> : " B "\n", name);
        return;
    }
    lc_text_printf(t, "    %%%s_b = tt.splat %s : i32 -> " T "\n", name, bound);
    const char *of = "b";
    if (m == LESS_BY_ONE) {
        lc_text_printf(t, "    %%%s_d = arith.subi %%%s_b, %%ones : " T "\n", name, name);
        of = "d";
    }
    lc_text_printf(t, "    %%%s = arith.cmpi %s, %s, %%%s_%s : " T "\n", name, predicate[m],
                   value, name, of);
}

static void add_access(lc_text *t, const kernel *k)
{
    lc_text_printf(t,
                   "    %%first = tt.splat %s : i32 -> " T "\n"
                   "    %%col = arith.addi %%first, %%i1 : " T "\n"
                   "    %%by = tt.splat %s : i32 -> " T "\n"
                   "    %%a = arith.muli %%row, %%by : " T "\n"
                   "    %%b = arith.addi %%a, %%col : " T "\n"
                   "    %%start = arith.constant dense<%lld> : " T "\n"
                   "    %%place = arith.addi %%b, %%start : " T "\n"
                   "    %%base = tt.splat %%p : !tt.ptr<f32> -> tensor<4x4x!tt.ptr<f32>, #b>\n"
                   "    %%at = tt.addptr %%base, %%place : tensor<4x4x!tt.ptr<f32>, #b>, " T "\n",
                   k->loop ? "%t" : "%y4", name_of(k->stride), (long long)k->start);
    add_mask(t, "mr", k->rows, "%row", "%M");
    add_mask(t, "mc", k->columns, "%col", "%N");
    lc_text_add(t, "    %m = arith.andi %mr, %mc : " B "\n");
    if (k->data)
        lc_text_add(t, "    %loaded = tt.load %q : !tt.ptr<i32>\n"
                       "    %limit = tt.splat %loaded : i32 -> " T "\n"
                       "    %md = arith.cmpi slt, %row, %limit : " T "\n"
                       "    %mm = arith.andi %m, %md : " B "\n");
    lc_text_printf(t,
                   k->stores ? "    tt.store %%at, %%zero, %s : tensor<4x4x!tt.ptr<f32>, #b>\n"
                             : "    %%v = tt.load %%at, %s : tensor<4x4x!tt.ptr<f32>, #b>\n",
                   k->data ? "%mm" : "%m");
}

static char *module_of(const kernel *k)
{
    lc_text t = {0};
    lc_text_add(
        &t,
        "#b = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [8, 4], warpsPerCTA = "
        "[1, 1], order = [1, 0]}>\n"
        "module attributes {\"ttg.num-warps\" = 1 : i32, ttg.target = \"cuda:80\", "
        "\"ttg.threads-per-warp\" = 32 : i32} {\n"
        "  tt.func public @k(%p: !tt.ptr<f32>, %M: i32, %N: i32, %s: i32, %q: !tt.ptr<i32>) {\n"
        "    %c0 = arith.constant 0 : i32\n    %c1 = arith.constant 1 : i32\n"
        "    %c3 = arith.constant 3 : i32\n    %c4 = arith.constant 4 : i32\n"
        "    %ones = arith.constant dense<1> : " T "\n"
        "    %zero = arith.constant dense<0.0> : tensor<4x4xf32, #b>\n"
        "    %x = tt.get_program_id x : i32\n    %y = tt.get_program_id y : i32\n"
        "    %x4 = arith.muli %x, %c4 : i32\n    %y4 = arith.muli %y, %c4 : i32\n"
        "    %less = arith.cmpi slt, %x4, %M : i32\n");
    add_coordinates(&t);
    lc_text_add(&t, "    %xs = tt.splat %x4 : i32 -> " T "\n"
                    "    %row = arith.addi %xs, %i0 : " T "\n");
    if (k->condition == BRANCH)
        lc_text_add(&t, "    cf.cond_br %less, ^bb2, ^bb1\n  ^bb1:\n    tt.return\n  ^bb2:\n");
    if (k->condition == IF_ROWS || k->condition == IF_ELSE)
        lc_text_add(&t, "    scf.if %less {\n");
    if (k->condition == IF_ELSE)
        lc_text_add(&t, "    } else {\n");
    if (k->loop)
        lc_text_add(&t, "    scf.for %t = %c0 to %N step %c4  : i32 {\n");
    add_access(&t, k);
    if (k->loop)
        lc_text_add(&t, "    }\n");
    if (k->condition == IF_ROWS || k->condition == IF_ELSE)
        lc_text_add(&t, "    }\n");
    lc_text_add(&t, "    tt.return\n  }\n}\n");
    return lc_text_take(NULL, &t);
}

/* ---- the same at numbers ---- */

static bool holds(mask m, int64_t value, int64_t bound)
{
    return m == NO_MASK || (m == LESS && value < bound) || (m == NOT_MORE && value <= bound) ||
           (m == LESS_BY_ONE && value < bound - 1);
}

/* Is there an access at these numbers, and where? */
static bool place_at(const kernel *k, const numbers *n, int64_t *place)
{
    int64_t row = 4 * n->x + n->i, column = 4 * (k->loop ? n->t : n->y) + n->j;
    bool first = 4 * n->x < n->M;
    *place = row * stride_at(k, n) + column + k->start;
    return holds(k->rows, row, n->M) && holds(k->columns, column, n->N) &&
           (k->condition == ALWAYS || first != (k->condition == IF_ELSE)) &&
           (!k->loop || (n->t >= 0 && 4 * n->t < n->N));
}

static bool is_outside(const kernel *k, const numbers *n)
{
    int64_t place;
    return place_at(k, n, &place) && (place < 0 || place >= sizes[k->size].at(n));
}

/* All launches with arguments up to MOST. */
static bool any_outside(const kernel *k, numbers *n)
{
    int64_t blocks[2] = {k->grid[0] ? k->grid[0] : BLOCKS, k->grid[1] ? k->grid[1] : BLOCKS};
    for (n->M = 1; n->M <= MOST; n->M++)
        for (n->N = 1; n->N <= MOST; n->N++)
            for (n->s = 1; n->s <= MOST; n->s++)
                for (n->x = 0; n->x < blocks[0]; n->x++)
                    for (n->y = 0; n->y < blocks[1]; n->y++)
                        for (n->t = 0; n->t < (k->loop ? 2 : 1); n->t++)
                            for (n->i = 0; n->i < TILE; n->i++)
                                for (n->j = 0; n->j < TILE; n->j++)
                                    if (is_outside(k, n))
                                        return true;
    return false;
}

/* Numbers of a counterexample: `at i0 = 3, pid_x = 0, M = 1: element 4 of a buffer of 2`. */
static bool read_shown(const char *shown, numbers *n, int64_t *element, int64_t *all)
{
    struct {
        const char *name;
        int64_t *to;
    } row[] = {{"M", &n->M},     {"N", &n->N},  {"s", &n->s},  {"pid_x", &n->x},
               {"pid_y", &n->y}, {"t0", &n->t}, {"i0", &n->i}, {"i1", &n->j}};
    char name[32];
    long long value, of;
    int length;
    *n = (numbers){.M = 1, .N = 1, .s = 1};
    if (strncmp(shown, "at ", 3) != 0)
        return false;
    for (shown += 2; *shown == ' ' || *shown == ',';) {
        if (sscanf(shown, "%*[ ,]%31[a-zA-Z0-9_] = %lld%n", name, &value, &length) != 2)
            return false;
        shown += length;
        for (size_t i = 0; i < sizeof row / sizeof *row; i++)
            if (strcmp(row[i].name, name) == 0)
                *row[i].to = value;
    }
    bool read = sscanf(shown, ": element %lld of a buffer of %lld", &value, &of) == 2;
    *element = value;
    *all = of;
    return read;
}

/* ---- the law ---- */

static lck_asker *asker;

static bool audit_kernel(law *l, const kernel *k, const char *text, lck_audit *audit)
{
    lck_audit_options options = LCK_AUDIT_NO_OPTIONS;
    const char *size = law_printf(l, "0=bytes:%s", sizes[k->size].text);
    const char *wrong = lck_audit_option(&options, "arg", size);
    for (int i = 1; !wrong && k->ranges && i <= 3; i++)
        wrong = lck_audit_option(&options, "arg", law_printf(l, "%d=1..%d", i, MOST));
    if (!wrong && k->grid[0])
        wrong = lck_audit_option(&options, "grid",
                                 law_printf(l, "%d,%d", (int)k->grid[0], (int)k->grid[1]));
    *audit = (lck_audit){0};
    return (!wrong && lck_audit_module(audit, asker, text, strlen(text), "k.ttgir", &options) &&
            audit->nkernels == 1 && audit->kernel[0].naccesses >= 1) ||
           law_fail(l, "no access: %s\n%s", wrong ? wrong : "", text);
}

static bool judge(law *l, const kernel *k, const lck_answer *a, const char *text)
{
    numbers n = {0}, shown;
    int64_t element, all, place;
    bool outside = any_outside(k, &n);
    const char *claim = a->claim ? a->claim : "";
    law_saw(l, a->verdict == LCK_GOOD ? 0 : a->verdict == LCK_BAD ? 1 : outside ? 2 : 3);
    if (a->verdict == LCK_GOOD && outside)
        return law_fail(l,
                        "inside, but not at M %lld, N %lld, s %lld, block %lld, %lld, trip %lld, "
                        "%lld, %lld: %s\n%s",
                        (long long)n.M, (long long)n.N, (long long)n.s, (long long)n.x,
                        (long long)n.y, (long long)n.t, (long long)n.i, (long long)n.j, claim,
                        text);
    if (a->verdict != LCK_BAD)
        return true;
    if (k->data)
        return law_fail(l, "outside, though data decides: %s\n%s", claim, text);
    return (read_shown(a->shown, &shown, &element, &all) && place_at(k, &shown, &place) &&
            place == element && sizes[k->size].at(&shown) == all &&
            (element < 0 || element >= all)) ||
           law_fail(l, "no counterexample: %s\n%s\n%s", a->shown, claim, text);
}

static bool bounds_hold(law *l)
{
    kernel k = random_kernel(l);
    lck_audit audit;
    char *text = module_of(&k);
    law_own_memory(l, text);
    bool ok = audit_kernel(l, &k, text, &audit);
    for (size_t i = 0; ok && i < audit.kernel[0].naccesses; i++) {
        const lck_access_record *r = &audit.kernel[0].access[i];
        if (r->operation == (k.stores ? LCK_STORE : LCK_LOAD) && r->bytes == 4 && r->address &&
            r->address[0] == 'p')
            ok = judge(l, &k, &r->answer[LCK_INSIDE], text);
    }
    lck_audit_free(&audit);
    return ok;
}

TEST(bounds)
{
    static const char *const classes[] = {"inside", "outside", NULL};
    asker = lck_asker_new((lcv_options){.crosscheck = LCV_CROSSCHECK_OFF});
    law_check_share("bounds of small kernels", bounds_hold, classes, 30);
    lck_asker_free(asker);
}

SUITE_MAIN("audit_bounds", bounds)
