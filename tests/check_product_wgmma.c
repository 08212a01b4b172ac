/* check_product_wgmma.c - products by wgmma, on the executor. */
#include "config.h"

#include "../kernels/emit/emit.h"
#include "../kernels/kernel/width.h"
#include "broken-kernel.h"
#include "random-product.h"
#include "suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- atoms, by the figures of PTX ISA, wgmma ---- */

typedef struct {
    const char *element, *sum;
} atom_of;

static const atom_of atoms[] = {{"bf16", "f32"},   {"f16", "f32"},  {"tf32", "f32"},
                                {"int8", "int32"}, {"e4m3", "f32"}, {"e5m2", "f32"}};

static void free_atom(void *memory)
{
    lck_atom *atom = memory;
    free(atom->at[LCK_C]);
    free(atom);
}

/* Of 64 x n sums a warp has 16 rows; of 8 of these, and of those 8 below, a thread has 2 of
 * each 8 columns. */
static lck_atom *law_atom(law *l, const atom_of *of, int n)
{
    const lck_element *element = lck_element_find(of->element);
    lck_atom *atom = calloc(1, sizeof *atom);
    *atom = (lck_atom){.name = "wgmma",
                       .element = {element, element, lck_element_find(of->sum)},
                       .m = 64,
                       .n = n,
                       .k = 32 / element->bytes,
                       .threads = 128,
                       .values = {0, 0, n / 2}};
    law_own_with(l, atom, free_atom);
    atom->at[LCK_C] = calloc((size_t)(64 * n), sizeof *atom->at[LCK_C]);
    for (int t = 0; t < 128; t++)
        for (int v = 0; v < n / 2; v++) {
            int row = t / 32 * 16 + t % 32 / 4 + v / 2 % 2 * 8;
            int column = t % 4 * 2 + v % 2 + v / 4 * 8;
            atom->at[LCK_C][t * (n / 2) + v] = row + 64 * column;
        }
    return atom;
}

/* ---- random products ---- */

/* The tile, with k in bytes; warpgroups, cluster, turns. */
typedef struct {
    int m, n, bytes, warps[2], cluster[2];
    bool turns;
    int split;
} geometry_of;

static const geometry_of geometry[] = {
    {64, 32, 128, {1, 1}, {1, 1}, false, 1}, {128, 64, 128, {2, 1}, {1, 1}, false, 1},
    {64, 64, 64, {1, 1}, {2, 1}, false, 1},  {128, 32, 128, {2, 1}, {1, 2}, false, 1},
    {64, 16, 32, {1, 1}, {2, 2}, false, 1},  {128, 48, 128, {1, 1}, {1, 1}, true, 1},
    {64, 32, 256, {1, 2}, {1, 1}, false, 1}, {64, 64, 128, {1, 1}, {2, 1}, true, 1},
    {64, 24, 128, {1, 1}, {1, 1}, false, 1}, {192, 96, 32, {1, 1}, {1, 1}, true, 1},
    {64, 64, 64, {1, 1}, {1, 1}, false, 2},  {128, 32, 32, {2, 1}, {1, 1}, false, 4},
    {64, 64, 32, {1, 2}, {1, 1}, false, 2},  {64, 64, 32, {1, 1}, {1, 1}, false, 8},
    {64, 24, 256, {1, 1}, {2, 1}, false, 1}, {128, 40, 256, {2, 1}, {2, 2}, false, 1},
};

static product_kind random_kind(law *l, bool epilogue)
{
    rnd *r = &l->rnd;
    const atom_of *of =
        &atoms[rnd_chance(r, 60) ? 0 : rnd_in(r, 0, sizeof atoms / sizeof *atoms - 1)];
    const geometry_of *g = &geometry[rnd_in(r, 0, sizeof geometry / sizeof *geometry - 1)];
    int bytes = lck_element_find(of->element)->bytes, k = g->bytes / bytes;
    const char *const narrow = bytes == 2 ? of->element : of->sum;
    product_kind kind = {.element = {of->element, of->element,
                                     rnd_chance(r, 60) ? narrow : of->sum},
                         .accumulate = of->sum,
                         .method = LCK_WGMMAS,
                         .stages = (int)rnd_in(r, 2, 4),
                         .atom = law_atom(l, of, g->n / g->warps[1]),
                         .tile = {g->m, g->n, k},
                         .most = {150, 150, 4 * k},
                         .bytes = 16,
                         .epilogue = epilogue,
                         .boxes = true,
                         .majors = bytes == 2,
                         .turns = g->turns,
                         .turned = bytes == 2 && rnd_chance(r, 40),
                         .split = g->split};
    memcpy(kind.warps, g->warps, sizeof kind.warps);
    memcpy(kind.cluster, g->cluster, sizeof kind.cluster);
    return kind;
}

/* Every integer of the kernel is proved to fit. */
static bool fits(law *l, const random_product *p, const lck_kernel *kernel)
{
    lck_widths widths;
    if (lck_find_widths(kernel, &widths) && !widths.unfit)
        return true;
    char *text = lck_unfit_text(kernel, &widths);
    law_own_memory(l, text);
    return law_fail(l, "%s: %s", text, law_product_text(l, p));
}

/* ---- kernels that are broken on purpose ---- */

/* A stage given back before its products are awaited: what follows the ring's first DRAIN. */
static void give_back_early(lck_kernel *kernel)
{
    broken_put_behind_next(kernel, (broken_meant){LCK_DRAIN, LCK_PRODUCTS, 0});
}

enum { FULL, EMPTY, TURN };

static void fill_unasked(lck_kernel *kernel)
{
    broken_take_away(kernel, (broken_meant){LCK_AWAIT, EMPTY, 0});
}

static void read_unasked(lck_kernel *kernel)
{
    broken_take_away(kernel, (broken_meant){LCK_AWAIT, FULL, 0});
}

static void out_of_turn(lck_kernel *kernel)
{
    broken_take_away(kernel, (broken_meant){LCK_AWAIT, TURN, 0});
}

static void without_fence_of_proxy(lck_kernel *kernel)
{
    broken_take_away(kernel, (broken_meant){LCK_FENCE, LCK_FENCE_PROXY, 0});
}

static void without_fence_of_products(lck_kernel *kernel)
{
    broken_take_away(kernel, (broken_meant){LCK_FENCE, LCK_FENCE_PRODUCTS, 0});
}

static void without_fence_of_rings(lck_kernel *kernel)
{
    broken_take_away(kernel, (broken_meant){LCK_FENCE, LCK_FENCE_INIT, 0});
}

static void without_fence_of_launches(lck_kernel *kernel)
{
    broken_take_away(kernel, (broken_meant){LCK_FENCE, LCK_FENCE_LAUNCH, 0});
}

static void begun_by_itself(lck_kernel *kernel)
{
    broken_take_away(kernel, (broken_meant){LCK_BARRIER, LCK_OF_CLUSTER, 0});
}

static void ends_early(lck_kernel *kernel)
{
    broken_take_away(kernel, (broken_meant){LCK_BARRIER, LCK_OF_CLUSTER, 1});
}

static void stores_products_under_way(lck_kernel *kernel)
{
    broken_take_away(kernel, (broken_meant){LCK_DRAIN, LCK_PRODUCTS, 1});
}

static void fills_buffers_that_are_read(lck_kernel *kernel)
{
    broken_take_away(kernel, (broken_meant){LCK_DRAIN, LCK_BULK, 0});
}

static void ends_with_boxes_under_way(lck_kernel *kernel)
{
    broken_take_away(kernel, (broken_meant){LCK_DRAIN, LCK_BULK, 1});
}

static void expects_less(lck_kernel *kernel)
{
    broken_meant m = {LCK_EXPECT, -1, 0};
    lck_statement *s = *broken_find(&kernel->body, &m);
    s->value = lc_expr_make(kernel->x, LC_EXPR_SUB, s->value, lc_expr_int(kernel->x, 128));
}

/* Rows past the end of A do not come. */
static void expects_rows_outside(lck_kernel *kernel)
{
    broken_meant m = {LCK_EXPECT, -1, 0};
    (*broken_find(&kernel->body, &m))->value = lc_expr_int(kernel->x, (64 + 16) * 16 * 2);
}

static void ends_elsewhere(lck_kernel *kernel)
{
    broken_meant m = {LCK_TMA_LOAD, -1, 0};
    lck_statement *s = *broken_find(&kernel->body, &m);
    s->value = lc_expr_make(kernel->x, LC_EXPR_ADD, s->value, lc_expr_int(kernel->x, 1));
}

static void sends_to_itself(lck_kernel *kernel)
{
    broken_meant m = {LCK_TMA_LOAD, -1, 1};
    (*broken_find(&kernel->body, &m))->peers = NULL;
}

static void gives_back_at_home(lck_kernel *kernel)
{
    broken_meant m = {LCK_ARRIVE, EMPTY, 0};
    (*broken_find(&kernel->body, &m))->peer = NULL;
}

static void adds_early(lck_kernel *kernel)
{
    broken_take_away(kernel, (broken_meant){LCK_BARRIER, LCK_OF_CLUSTER, 1});
}

static void covers_stages_that_are_read(lck_kernel *kernel)
{
    broken_take_away(kernel, (broken_meant){LCK_BARRIER, LCK_OF_ALL, 0});
}

static void ends_before_it_is_read(lck_kernel *kernel)
{
    broken_take_away(kernel, (broken_meant){LCK_BARRIER, LCK_OF_CLUSTER, 2});
}

typedef struct {
    void (*breaks)(lck_kernel *kernel);
    lck_trap trap;
    bool turns, splits, cut;
} broken;

static const broken planted[] = {
    {give_back_early, LCK_RACE, false, false, false},
    {fill_unasked, LCK_RACE, false, false, false},
    {read_unasked, LCK_NOT_STAGED, false, false, false},
    {out_of_turn, LCK_BAD_PHASE, true, false, false},
    {without_fence_of_proxy, LCK_UNFENCED, false, false, false},
    {without_fence_of_products, LCK_UNFENCED, false, false, false},
    {without_fence_of_rings, LCK_NOT_BEGUN, false, false, false},
    {without_fence_of_launches, LCK_UNFENCED, false, false, false},
    {begun_by_itself, LCK_NOT_BEGUN, false, false, false},
    {ends_early, LCK_RACE, false, false, false},
    {stores_products_under_way, LCK_UNDRAINED, false, false, false},
    {fills_buffers_that_are_read, LCK_RACE, false, false, false},
    {ends_with_boxes_under_way, LCK_UNDRAINED, false, false, false},
    {expects_less, LCK_BAD_COUNT, false, false, false},
    {expects_rows_outside, LCK_DEADLOCK, false, false, true},
    {ends_elsewhere, LCK_REFUSED, false, false, true},
    {sends_to_itself, LCK_DEADLOCK, false, false, false},
    {gives_back_at_home, LCK_RACE, false, false, false},
    {adds_early, LCK_RACE, false, true, false},
    {covers_stages_that_are_read, LCK_RACE, false, true, false},
    {ends_before_it_is_read, LCK_RACE, false, true, false},
};

/* Tiles of two clusters, seven k blocks each, through two stages and one buffer or two. Sums
 * of parts are as many as lie over both operands' stages: A's rows alone are read by one warp
 * each. `cut`: the last cluster has a tile that ends with A, and one outside. */
static product_kind pipeline(law *l, bool turns, bool splits, bool cut)
{
    const int columns = splits ? 32 : 16;
    return (product_kind){.element = {"bf16", "bf16", "bf16"},
                          .accumulate = "f32",
                          .method = LCK_WGMMAS,
                          .stages = 2,
                          .atom = law_atom(l, &atoms[0], columns),
                          .tile = {64, columns, 16},
                          .most = {cut ? 700 : 768, 32, 112},
                          .bytes = 16,
                          .boxes = true,
                          .whole = true,
                          .turns = turns,
                          .warps = {1, 1},
                          .cluster = {splits ? 1 : 2, 1},
                          .split = splits ? 2 : 1};
}

static const broken *current;

/* What is read unasked is not there yet, or comes meanwhile: as threads happen to go on. */
static unsigned traps_of(const broken *b)
{
    return 1u << b->trap | (b->trap == LCK_NOT_STAGED ? 1u << LCK_RACE : 0);
}

static bool stops(law *l)
{
    const broken *b = current;
    product_kind kind = pipeline(l, b->turns, b->splits, b->cut);
    random_product *p = law_product(l, &kind);
    lck_kernel *whole = law_product_kernel(l, p), *kernel = law_product_kernel(l, p);
    if (!whole || !kernel || !law_runs_product(l, p, whole))
        return false;
    b->breaks(kernel);
    return law_product_stops(l, p, kernel, traps_of(b));
}

static const char *const classes[] = {"boxes",        "pairs", "clusters", "splits",
                                      "turned boxes", "cut",   NULL};

/* Is there a map of it? */
static bool has_map(const lck_kernel *kernel, int tensor)
{
    for (size_t i = 0; kernel && i < kernel->nmaps; i++)
        if (kernel->map[i].tensor == tensor)
            return true;
    return false;
}

static bool run(law *l, bool epilogue)
{
    product_kind kind = random_kind(l, epilogue);
    random_product *p = law_product(l, &kind);
    lck_kernel *kernel = law_product_kernel(l, p);
    law_saw(l, has_map(kernel, LCK_C) ? 0 : 1);
    if (p->recipe.cluster[0] * p->recipe.cluster[1] > 1)
        law_saw(l, 2);
    if (p->recipe.split > 1)
        law_saw(l, 3);
    if (kind.turned && has_map(kernel, LCK_C))
        law_saw(l, 4);
    if (kernel && kernel->map[0].cut)
        law_saw(l, 5);
    return kernel && fits(l, p, kernel) && law_runs_product(l, p, kernel);
}

LAW_SHARE(products_of_random_axes, "products by wgmma", 100, classes)
{
    return run(l, false);
}

LAW_SHARE(products_with_epilogues, "epilogues of products by wgmma", 100, classes)
{
    return run(l, true);
}

/* ---- registers that a warpgroup takes over ---- */

LAW_SHARE(sums_that_need_more_registers, "registers that are taken over", 4000, NULL)
{
    product_kind kind = pipeline(l, true, false, false);
    kind.atom = law_atom(l, &atoms[0], 96);
    kind.tile[0] = 192;
    kind.tile[1] = 96;
    random_product *p = law_product(l, &kind);
    lck_kernel *kernel = law_product_kernel(l, p);
    char *text = kernel ? lck_emit(kernel, LCK_DEVICE_ONLY) : NULL;
    law_own_memory(l, text);
    return text && kernel->threads == 384 &&
           strstr(text, "setmaxnreg.dec.sync.aligned.u32 40;") &&
           strstr(text, "setmaxnreg.inc.sync.aligned.u32 232;");
}

TEST(kernels_broken_on_purpose)
{
    for (size_t i = 0; i < sizeof planted / sizeof *planted; i++) {
        char name[40];
        current = &planted[i];
        snprintf(name, sizeof name, "broken kernel %zu", i);
        law_check_share(name, stops, NULL, 4000);
    }
}

SUITE_MAIN("product_wgmma", products_of_random_axes, products_with_epilogues,
           sums_that_need_more_registers, kernels_broken_on_purpose)
