/* check_product_fma.c - products by multiply-adds, on the executor. */
#include "config.h"

#include "random-product.h"
#include "suite.h"

#include <string.h>

static const struct {
    int64_t tile[3];
    int warps[2];
} geometry[] = {{{32, 64, 8}, {1, 1}},   {{64, 64, 16}, {2, 1}}, {{64, 128, 8}, {2, 2}},
                {{48, 32, 4}, {1, 1}},   {{32, 96, 6}, {1, 1}},  {{64, 64, 9}, {1, 2}},
                {{128, 128, 16}, {4, 2}}};

static product_kind random_kind(rnd *r, bool epilogue)
{
    bool single = rnd_chance(r, 60);
    const char *name = single ? "f32" : "f64";
    size_t i = (size_t)rnd_in(r, 0,
                              sizeof geometry / sizeof *geometry - (rnd_chance(r, 90) ? 2 : 1));
    product_kind kind = {.element = {name, name, name},
                         .accumulate = name,
                         .method = LCK_FMA,
                         .stages = (int)rnd_in(r, 2, 3),
                         .most = {70, 80, 40},
                         .bytes = 4 << rnd_in(r, 0, 2),
                         .epilogue = epilogue};
    memcpy(kind.tile, geometry[i].tile, sizeof kind.tile);
    memcpy(kind.warps, geometry[i].warps, sizeof kind.warps);
    return kind;
}

static const char *const classes[] = {"vectors", "elements", NULL};

static bool run(law *l, bool epilogue)
{
    product_kind kind = random_kind(&l->rnd, epilogue);
    random_product *p = law_product(l, &kind);
    law_saw(l, p->recipe.vector[0] > 1 && p->recipe.vector[1] > 1 ? 0 : 1);
    lck_kernel *kernel = law_product_kernel(l, p);
    return kernel && law_product_fits(l, p, kernel) && law_runs_product(l, p, kernel);
}

LAW_SHARE(products_of_random_axes, "products by multiply-adds", 100, classes)
{
    return run(l, false);
}

LAW_SHARE(epilogues_of_random_products, "epilogues of products by multiply-adds", 100, NULL)
{
    return run(l, true);
}

/* Without the barrier of a k block, threads put into a stage what others still get. */
static bool broken(law *l)
{
    product_kind kind = random_kind(&l->rnd, false);
    random_product *p = law_product(l, &kind);
    bool is_long = product_is_long(p, kind.stages + 2) && kind.warps[0] * kind.warps[1] > 1;
    law_saw(l, is_long ? 0 : 1);
    lck_kernel *kernel = is_long ? law_product_kernel(l, p) : NULL;
    return !is_long || (kernel && kernel_drops(kernel, LCK_BARRIER) &&
                        law_product_stops(l, p, kernel, 1u << LCK_RACE | 1u << LCK_NOT_STAGED));
}

static const char *const lengths[] = {"many k blocks", "few k blocks", NULL};

TEST(products_broken_on_purpose)
{
    law_check_share("products by multiply-adds without barriers", broken, lengths, 100);
}

SUITE_MAIN("product_fma", products_of_random_axes, epilogues_of_random_products,
           products_broken_on_purpose)
