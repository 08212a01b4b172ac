/* check_coordinate_products.c - products of layouts whose values are coordinates, by integers:
 * (A, A* o B) by its definition (Cecka 3.5.1), and its modes in another order. */
#include "config.h"

#include "coordinate-model.h"
#include "suite.h"

#include <stdlib.h>
#include <string.h>

static const char *const classes[] = {"several axes", "one axis", "no value", NULL};

/* The axis with strides if there is one only, else as many as there are axes. */
static size_t only_axis(const c_layout *a)
{
    size_t found = a->axes, n = 0;
    for (size_t q = 0; q < a->axes; q++) {
        bool any = false;
        for (size_t k = 0; k < a->n; k++)
            any = any || a->stride[k].axis[q] != 0;
        found = any ? q : found;
        n += any;
    }
    return n == 1 ? found : a->axes;
}

/* An integer layout on one axis of the values of A. */
static void put_on_axis(const c_layout *a, size_t axis, const m_layout *from, c_layout *out)
{
    c_integers(from, out);
    out->axes = a->axes;
    strcpy(out->profile, a->profile);
    for (size_t k = 0; k < out->n; k++) {
        int64_t d = out->stride[k].axis[0];
        out->stride[k] = (c_vector){{0}};
        out->stride[k].axis[axis] = d;
    }
}

/* A* o B: of one axis along it. */
static bool grid_of(const c_layout *a, const c_layout *b, c_layout *grid)
{
    c_layout star;
    m_layout axis, rest;
    size_t only = only_axis(a);
    if (only == a->axes)
        return c_complement(a, NULL, &star) && c_compose(&star, b, grid);
    c_axis(a, only, &axis);
    if (!m_complement(&axis, &rest))
        return false;
    put_on_axis(a, only, &rest, &star);
    return c_compose(&star, b, grid);
}

/* Appends the modes of a; its only one when it has no nesting. */
static size_t put_modes(const c_layout *a, c_layout *list)
{
    size_t rank = m_rank(a->nest);
    for (size_t i = 0; i < rank; i++)
        c_mode(a, i, &list[i]);
    return rank;
}

/* (A, grid), its second mode or both spread. */
static void unzipped(const c_layout *a, const c_layout *grid, bool second, bool both,
                     c_layout *out)
{
    c_layout *list = calloc(2 * M_LEAVES, sizeof *list);
    if (!list)
        abort();
    size_t n = 1;
    if (both)
        n = put_modes(a, list);
    else
        list[0] = *a;
    if (second)
        n += put_modes(grid, list + n);
    else
        list[n++] = *grid;
    c_concat(n, list, out);
    free(list);
}

/* Mode i of A beside that of the grid, 1:0 where one has none. */
static void paired(const c_layout *a, const c_layout *b, const c_layout *grid, bool raked,
                   c_layout *out)
{
    bool single = *b->nest == 'x';
    size_t m = m_rank(a->nest), n = single ? 1 : m_rank(b->nest), rank = m > n ? m : n;
    c_layout *list = calloc(rank, sizeof *list);
    if (!list)
        abort();
    for (size_t i = 0; i < rank; i++) {
        c_layout two[2];
        for (int half = 0; half < 2; half++) {
            two[half] = (c_layout){.n = 1, .nest = "x", .shape = {1}, .axes = a->axes};
            strcpy(two[half].profile, a->profile);
        }
        if (i < m)
            c_mode(a, i, &two[raked]);
        if (i < n && single)
            two[!raked] = *grid;
        else if (i < n)
            c_mode(grid, i, &two[!raked]);
        c_concat(2, two, &list[i]);
    }
    if (single && *a->nest == 'x')
        *out = list[0];
    else
        c_concat(rank, list, out);
    free(list);
}

enum { LOGICAL, ZIPPED, TILED, FLAT, BLOCKED, RAKED, FORMS };

static lc_layout *apply(law *l, int form, const lc_layout *a, const lc_layout *b)
{
    lc_tiler *t = law_own_tiler(l, lc_tiler_layout(l->ctx, b));
    lc_layout *made = form == LOGICAL   ? lc_logical_product(l->ctx, a, t)
                      : form == ZIPPED  ? lc_zipped_product(l->ctx, a, t)
                      : form == TILED   ? lc_tiled_product(l->ctx, a, t)
                      : form == FLAT    ? lc_flat_product(l->ctx, a, t)
                      : form == BLOCKED ? lc_blocked_product(l->ctx, a, b)
                                        : lc_raked_product(l->ctx, a, b);
    return law_own(l, made);
}

LAW(products_by_integers, "products of coordinates by integers", classes)
{
    static const char *const name[FORMS] = {"logical_product", "zipped_product",
                                            "tiled_product",   "flat_product",
                                            "blocked_product", "raked_product"};
    c_layout a, b, grid, want;
    m_layout integers;
    int form = (int)rnd_in(&l->rnd, 0, FORMS - 1);
    bool apart = rnd_chance(&l->rnd, 85);
    if (apart)
        c_rnd_apart(&l->rnd, 64, &a);
    else
        c_rnd_layout(&l->rnd, 64, &a);
    do
        rnd_layout(&l->rnd, 24, &integers);
    while (m_size(&integers) > 24);
    c_integers(&integers, &b);
    bool exists = c_on_one_axis_each(&a) && grid_of(&a, &b, &grid);
    law_saw(l, !exists ? 2 : only_axis(&a) < a.axes ? 1 : 0);
    lc_layout *got = apply(l, form, c_lib(l, &a, true), law_layout(l, &integers));
    const char *what = law_printf(l, "%s(%s,%s)", name[form], c_text(l, &a), c_text(l, &b));
    if (!exists)
        return (!got && lc_ctx_code(l->ctx) == LC_ERR_NO_VALUE && *lc_ctx_message(l->ctx)) ||
               law_fail(l, "%s is %s; by enumeration it has no value", what, law_show(l, got));
    if (form >= BLOCKED)
        paired(&a, &b, &grid, form == RAKED, &want);
    else
        unzipped(&a, &grid, form >= TILED, form == FLAT, &want);
    return c_same_layout(l, &want, got) || law_fail(l, "%s is %s; by enumeration it is %s", what,
                                                    law_show(l, got), c_text(l, &want));
}

SUITE_MAIN("products of coordinates", products_by_integers)
