/* check_synthesis.c - what the library writes for kernels of others, and what it refuses. The
 * programs in examples/ compare such expressions with enumeration. */
#include "config.h"

#include "../kernels/plan/synthesis.h"
#include "suite.h"

#include <stdlib.h>

typedef struct {
    lc_ctx *ctx;
    lcr_ctx *r;
    lc_layout *layout; /* (grid, 32):(32, 1) */
} given;

static given setup(void)
{
    given g = {.ctx = lc_ctx_new()};
    g.r = lcr_ctx_new(g.ctx);
    lc_int extent[] = {lc_int_const(1), lc_int_const(32)};
    lc_int step[] = {lc_int_const(32), lc_int_const(1)};
    g.layout = lc_layout_flat(g.ctx, 2, extent, step);
    ck_assert_ptr_nonnull(g.layout);
    return g;
}

static void teardown(given *g)
{
    lc_layout_free(g->layout);
    lcr_ctx_free(g->r);
    lc_ctx_free(g->ctx);
}

static void check_text(given *g, char *got, const char *want)
{
    if (!got)
        ck_abort_msg("%s is refused: %s", want, lc_ctx_message(g->ctx));
    ck_assert_str_eq(got, want);
    free(got);
}

static void check_refused(given *g, char *got)
{
    ck_assert_ptr_null(got);
    ck_assert_int_eq(lc_ctx_code(g->ctx), LC_ERR_INVALID);
    lc_ctx_reset(g->ctx);
}

static const lck_leaf leaves[] = {{"b", LCK_GRID}, {"t", LCK_TILE}};
static const lck_number n[] = {{.name = "n"}};

TEST(written)
{
    given g = setup();
    lck_partition p = {g.layout, 2, leaves};
    lck_tensor any = {1, n, n, NULL};
    check_text(&g, lck_bounds_predicate(g.r, &p, &any), "32 * b + t < n");
    check_text(&g, lck_full_tile_condition(g.r, &p, &any), "32 * b + 32 <= n");
    check_text(&g, lck_index_expr(g.r, &p, &any), "(32 * b + t) * n");
    lck_tensor whole = {1, n, NULL, "n mod 32 = 0 and 32b < n"};
    check_text(&g, lck_bounds_predicate(g.r, &p, &whole), "1");
    check_text(&g, lck_full_tile_condition(g.r, &p, &whole), "1");
    const lck_number thousand[] = {{.value = 1000}}, four[] = {{.value = 4}};
    lck_tensor fixed = {1, thousand, four, NULL};
    check_text(&g, lck_bounds_predicate(g.r, &p, &fixed), "32 * b + t <= 999");
    check_text(&g, lck_full_tile_condition(g.r, &p, &fixed), "b <= 30");
    check_text(&g, lck_index_expr(g.r, &p, &fixed), "128 * b + 4 * t");
    teardown(&g);
}

TEST(refused)
{
    static const lck_leaf twice[] = {{"b", LCK_GRID}, {"b", LCK_TILE}};
    static const lck_leaf nameless[] = {{"b", LCK_GRID}, {NULL, LCK_TILE}};
    static const lck_leaf word[] = {{"b", LCK_GRID}, {"int", LCK_TILE}};
    static const lck_leaf of_isl[] = {{"b", LCK_GRID}, {"mod", LCK_TILE}};
    static const lck_leaf *const bad[] = {NULL, twice, nameless, word, of_isl};
    static const lck_number leaf[] = {{.name = "b"}}, zero[] = {{.value = 0}};
    given g = setup();
    lck_partition p = {g.layout, 2, leaves};
    lck_tensor tensors[] = {{1, NULL, NULL, NULL}, {2, n, NULL, NULL},
                            {1, leaf, NULL, NULL}, {1, zero, NULL, NULL},
                            {1, n, NULL, "q > 3"}, {1, n, NULL, "n > 3 } ;"},
                            {1, n, NULL, "n >"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        check_refused(&g, lck_bounds_predicate(g.r, &(lck_partition){g.layout, 2, bad[i]},
                                               &(lck_tensor){1, n, NULL, NULL}));
    for (size_t i = 0; i < sizeof tensors / sizeof *tensors; i++) {
        check_refused(&g, lck_bounds_predicate(g.r, &p, &tensors[i]));
        check_refused(&g, lck_full_tile_condition(g.r, &p, &tensors[i]));
        check_refused(&g, lck_index_expr(g.r, &p, &tensors[i]));
    }
    check_refused(&g, lck_bounds_predicate(g.r, NULL, &tensors[0]));
    check_refused(&g, lck_bounds_predicate(g.r, &p, NULL));
    check_refused(&g, lck_index_expr(g.r, &p, &(lck_tensor){1, n, NULL, NULL}));
    check_refused(&g, lck_bounds_predicate(g.r, &(lck_partition){g.layout, 1, leaves},
                                           &(lck_tensor){1, n, NULL, NULL}));
    teardown(&g);
}

SUITE_MAIN("synthesis", written, refused)
