/* check_product_wgmma.c - products by wgmma, on the executor. */
#include "config.h"

#include "../kernels/width.h"
#include "random-product.h"
#include "suite.h"

#include <stdlib.h>
#include <string.h>

static void free_kernel(void *kernel)
{
    lck_kernel_free(kernel);
}

/* ---- atoms, by the figures of PTX ISA, wgmma ---- */

typedef struct {
    const char *element, *sum;
} atom_of;

static const atom_of atoms[] = {{"bf16", "f32"}, {"f16", "f32"},  {"tf32", "f32"},
                                {"int8", "int32"}, {"e4m3", "f32"}, {"e5m2", "f32"}};

static void free_atom(void *memory)
{
    lck_atom *atom = memory;
    free(atom->at[LCK_C]);
    free(atom);
}

/* Of 64 x n sums a warp has 16 rows; of 8 of these, and of those 8 below, a thread has 2 of each 8
 * columns. */
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
} geometry_of;

static const geometry_of geometry[] = {
    {64, 32, 128, {1, 1}, {1, 1}, false}, {128, 64, 128, {2, 1}, {1, 1}, false},
    {64, 64, 64, {1, 1}, {2, 1}, false},  {128, 32, 128, {2, 1}, {1, 2}, false},
    {64, 16, 32, {1, 1}, {2, 2}, false},  {128, 48, 128, {1, 1}, {1, 1}, true},
    {64, 32, 256, {1, 2}, {1, 1}, false}, {64, 64, 128, {1, 1}, {2, 1}, true},
    {64, 24, 128, {1, 1}, {1, 1}, false},
};

static product_kind random_kind(law *l, bool epilogue)
{
    rnd *r = &l->rnd;
    const atom_of *of = &atoms[rnd_chance(r, 60)
                                   ? 0
                                   : rnd_in(r, 0, sizeof atoms / sizeof *atoms - 1)];
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
                         .turns = g->turns};
    memcpy(kind.warps, g->warps, sizeof kind.warps);
    memcpy(kind.cluster, g->cluster, sizeof kind.cluster);
    return kind;
}

static lck_kernel *kernel_of(law *l, const random_product *p)
{
    lcr_ctx *r = lcr_ctx_new(l->ctx);
    lck_kernel *kernel = lck_product_by_wgmma(&p->product, &p->recipe, r);
    lcr_ctx_free(r);
    law_own_with(l, kernel, free_kernel);
    if (!kernel)
        law_fail(l, "%s: %s", lc_ctx_message(l->ctx), law_product_text(l, p));
    return kernel;
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

static const char *const classes[] = {"boxes", "pairs", "alone", "clusters", "turns", NULL};

static bool run(law *l, bool epilogue)
{
    product_kind kind = random_kind(l, epilogue);
    random_product *p = law_product(l, &kind);
    lck_kernel *kernel = kernel_of(l, p);
    law_saw(l, p->recipe.tma_store ? 0 : 1);
    law_saw(l, p->recipe.turns ? 4 : kernel && kernel->cluster > 1 ? 3 : 2);
    return kernel && fits(l, p, kernel) && law_runs_product(l, p, kernel);
}

static bool products(law *l)
{
    return run(l, false);
}

static bool epilogues(law *l)
{
    return run(l, true);
}

START_TEST(products_of_random_axes)
{
    law_check_share("products by wgmma", products, classes, 100);
}
END_TEST

START_TEST(products_with_epilogues)
{
    law_check_share("epilogues of products by wgmma", epilogues, classes, 100);
}
END_TEST

SUITE_MAIN("product_wgmma", products_of_random_axes, products_with_epilogues)
