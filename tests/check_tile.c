/* check_tile.c - tile_to_shape. */
#include "config.h"

#include "law.h"
#include "suite.h"

/* A shape for the tile: each mode some copies of the tile's, at times not a multiple. */
static void rnd_target(rnd *r, const m_layout *a, m_tuple *shape)
{
    int64_t extent[8];
    size_t rank = m_rank(a->nest), n = rank + (size_t)rnd_in(r, 0, 1);
    for (size_t i = 0; i < n; i++) {
        m_layout mode;
        int64_t size = 1;
        if (i < rank) {
            m_mode(a, i, &mode);
            size = m_size(&mode);
        }
        extent[i] = size * rnd_in(r, 1, 4) - (rnd_chance(r, 10) ? rnd_in(r, 0, size - 1) : 0);
    }
    m_tuple_flat(shape, n, extent);
}

/* Modes in any order; at times two of the same. False: none is given. */
static bool rnd_order(rnd *r, size_t n, int64_t *order)
{
    size_t mode[M_LEAVES];
    rnd_shuffle(r, n, mode);
    for (size_t i = 0; i < n; i++)
        order[i] = (int64_t)mode[i] + 1;
    if (rnd_chance(r, 10))
        order[0] = order[n - 1];
    if (rnd_chance(r, 20))
        order[n - 1] *= rnd_in(r, -3, 3);
    return rnd_chance(r, 60);
}

/* The library's tile_to_shape, and its call as text. */
static lc_layout *tile(law *l, const m_layout *a, const m_tuple *shape, const int64_t *order,
                       const char **what)
{
    m_tuple by;
    if (order)
        m_tuple_flat(&by, m_rank(shape->nest), order);
    *what = law_printf(l, "tile_to_shape(%s,%s%s%s)", law_text(l, a), law_tuple_text(l, shape),
                       order ? "," : "", order ? law_tuple_text(l, &by) : "");
    return law_own(l, lc_tile_to_shape(l->ctx, law_layout(l, a), law_tuple(l, shape),
                                       order ? law_tuple(l, &by) : NULL));
}

LAW(tile_to_shape, "tile_to_shape", CLASSES("a value", "no value"))
{
    m_layout a, want;
    m_tuple shape;
    int64_t order[8];
    const char *what;
    if (rnd_chance(&l->rnd, 70))
        rnd_nested(&l->rnd, 64, &a);
    else
        rnd_layout(&l->rnd, 64, &a);
    rnd_target(&l->rnd, &a, &shape);
    bool ordered = rnd_order(&l->rnd, m_rank(shape.nest), order);
    bool exists = m_tile_to_shape(&a, &shape, ordered ? order : NULL, &want);
    law_saw(l, exists ? 0 : 1);
    lc_layout *got = tile(l, &a, &shape, ordered ? order : NULL, &what);
    return law_same(l, got, exists, &want, what);
}

/* A compact tile repeated: every offset once, and the first tile is A. */
LAW(a_compact_tile_repeated, "tile_to_shape of a compact tile", NULL)
{
    m_layout a, t, block, mode;
    m_tuple shape;
    const char *what;
    rnd_bijection(&l->rnd, 32, &a);
    rnd_target(&l->rnd, &a, &shape);
    lc_layout *got = tile(l, &a, &shape, NULL, &what);
    what = law_printf(l, "%s = %s", what, law_show(l, got));
    if (!law_model(l, got, &t))
        return law_fail(l, "%s", what);
    if (!m_injective(&t) || !m_covers(&t, m_size(&t)))
        return law_fail(l, "%s is not onto", what);
    bool plain = *a.nest == 'x' && *shape.nest == 'x'; /* one mode: the pair itself */
    size_t rank = plain ? 1 : m_rank(t.nest);
    for (size_t i = 0; i < rank; i++) {
        m_tuple target;
        m_tuple_mode(&shape, i, &target);
        if (plain)
            mode = t;
        else
            m_mode(&t, i, &mode);
        if (m_size(&mode) < m_tuple_size(&target))
            return law_fail(l, "%s does not cover mode %zu", what, i);
    }
    /* At the coordinates of the tile it is the tile. */
    m_tuple crd;
    int64_t index[8] = {0};
    for (int64_t c = 0; c < m_size(&a); c++) {
        int64_t rest = c, want = m_at(&a, c);
        for (size_t i = 0; i < m_rank(a.nest); i++) {
            m_mode(&a, i, &block);
            index[i] = rest % m_size(&block);
            rest /= m_size(&block);
        }
        m_tuple_flat(&crd, rank, index);
        if (rank == 1) {
            if (m_at(&t, index[0]) != want)
                return law_fail(l, "%s does not begin with A", what);
        } else if (m_at_crd(&t, &crd) != want) {
            return law_fail(l, "%s does not begin with A", what);
        }
    }
    return true;
}

TEST_CTX(ranks_that_do_not_fit)
{
    lc_int two[3] = {lc_int_const(2), lc_int_const(2), lc_int_const(2)};
    lc_layout *a = lc_layout_flat(ctx, 2, two, two);
    lc_tuple *one = lc_tuple_leaf(ctx, two[0]), *three = lc_tuple_flat(ctx, 3, two);
    lc_tuple *deep = lc_tuple_of(ctx, 2, (lc_tuple *[]){three, one});
    struct {
        lc_tuple *shape, *order;
    } wrong[] = {{one, NULL}, {three, one}, {three, deep}, {deep, three}, {deep, deep}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        ck_assert_ptr_null(lc_tile_to_shape(ctx, a, wrong[i].shape, wrong[i].order));
        ck_assert_int_eq(lc_ctx_code(ctx), LC_ERR_INVALID);
        lc_ctx_reset(ctx);
    }
    lc_tuple_free(deep);
    lc_tuple_free(three);
    lc_tuple_free(one);
    lc_layout_free(a);
}

SUITE_MAIN("tile_to_shape", tile_to_shape, a_compact_tile_repeated, ranks_that_do_not_fit)
