/* check_tilers.c - division and products by tilers, blocked and raked products. */
#include "config.h"

#include "big.h"
#include "law.h"
#include "suite.h"

#include <stdlib.h>
#include <string.h>

static const char *const exists_or_not[] = {"a value", "no value", NULL};

/* A layout and a tiler of it; a block, and a small tiler of copies of it: whole or by mode. */
static void rnd_tiled(rnd *r, bool product, m_layout *a, m_tiler *t)
{
    if (!product)
        rnd_layout(r, 1024, a);
    else if (rnd_chance(r, 60))
        rnd_nested(r, 256, a);
    else
        rnd_layout(r, 256, a);
    rnd_tiler(r, a, t);
}

typedef lc_layout *tiling(lc_ctx *ctx, const lc_layout *a, const lc_tiler *t);
typedef bool modelled(const m_layout *a, const m_tiler *t, m_layout *out);

/* Logical first; zipped, whose modes tiled and flat spread. */
static const struct {
    const char *name;
    modelled *logical, *zipped;
    tiling *as[4];
} tilings[] = {
    {"divide",
     m_logical_divide,
     m_zipped_divide,
     {lc_logical_divide, lc_zipped_divide, lc_tiled_divide, lc_flat_divide}},
    {"product",
     m_logical_product,
     m_zipped_product,
     {lc_logical_product, lc_zipped_product, lc_tiled_product, lc_flat_product}},
};

static bool of_tilers(law *l, bool product)
{
    static const char *const names[] = {"logical", "zipped", "tiled", "flat"};
    m_layout a, want[4];
    m_tiler t;
    rnd_tiled(&l->rnd, product, &a, &t);
    bool exists = tilings[product].logical(&a, &t, &want[0]), same = true;
    bool zipped = tilings[product].zipped(&a, &t, &want[1]);
    law_saw(l, exists ? 0 : 1);
    law_saw(l, t.n > 0 ? 2 : 3);
    for (int i = 2; zipped && i < 4; i++)
        m_spread(&want[1], i == 3, &want[i]);
    lc_layout *x = law_layout(l, &a);
    lc_tiler *y = law_tiler(l, &t);
    for (int i = 0; same && i < 4; i++)
        same = law_same(l, law_own(l, tilings[product].as[i](l->ctx, x, y)),
                        i == 0 ? exists : zipped, &want[i],
                        law_printf(l, "%s_%s(%s,%s)", names[i], tilings[product].name,
                                   law_text(l, &a), law_tiler_text(l, &t)));
    m_tiler_clear(&t);
    return same;
}

LAW(divisions, "logical, zipped, tiled, flat divide",
    CLASSES("a value", "no value", "by mode", "by a layout"))
{
    return of_tilers(l, false);
}

LAW(products, "logical, zipped, tiled, flat product",
    CLASSES("a value", "no value", "by mode", "by a layout"))
{
    return of_tilers(l, true);
}

/* What division is for: D's first mode is A o T, and where (T, T*) is a bijection onto
 * the coordinates of A, D reaches every offset of A as often as A does. */
LAW(every_offset_as_often, "a divided layout reaches the offsets of A",
    CLASSES("tiles that fill A", "others"))
{
    m_layout a, d, tile, star, first, pair[2], both, want;
    m_tiler t = {0};
    rnd_layout(&l->rnd, 512, &a);
    do {
        m_tiler_clear(&t);
        rnd_tiler(&l->rnd, &a, &t);
    } while (t.n > 0);
    lc_layout *x = law_layout(l, &a), *got;
    got = law_own(l, lc_logical_divide(l->ctx, x, law_tiler(l, &t)));
    tile = t.layout;
    if (!got || !m_complement_to(&tile, m_size(&a), &star)) {
        law_saw(l, 1);
        return true;
    }
    pair[0] = tile;
    pair[1] = star;
    m_concat(2, pair, &both);
    const char *what = law_printf(l, "logical_divide(%s,%s) = %s", law_text(l, &a),
                                  law_text(l, &tile), law_show(l, got));
    if (!law_model(l, got, &d) || m_rank(d.nest) != 2)
        return law_fail(l, "%s has not two modes", what);
    m_mode(&d, 0, &first);
    if (m_compose(&a, &tile, &want) && !m_equal(&first, &want))
        return law_fail(l, "%s: A o T is %s", what, law_text(l, &want));
    if (m_size(&both) != m_size(&a) || !m_injective(&both) || !m_covers(&both, m_size(&a))) {
        law_saw(l, 1);
        return true;
    }
    law_saw(l, 0);
    int64_t size = m_size(&a);
    int64_t *p = law_own_memory(l, m_table(&a)), *q = law_own_memory(l, m_table(&d));
    qsort(p, (size_t)size, sizeof *p, m_by_value);
    qsort(q, (size_t)size, sizeof *q, m_by_value);
    return m_size(&d) == size && memcmp(p, q, (size_t)size * sizeof *p) == 0
               ? true
               : law_fail(l, "%s: the offsets are not those of A", what);
}

/* Tiles that fill A exactly, at any size: the offsets are those of A, so the values at
 * a coordinate of D are A's at T(c0) + T*(c1). */
LAW(division_of_large_layouts, "logical_divide at any size", CLASSES("a value"))
{
    lc_layout *a = big_bijection(l);
    lc_int size = lc_layout_size(l->ctx, a), tile = lc_int_const(1);
    for (int32_t f = 2; f < 9; f++)
        if (lc_int_divides(l->ctx, lc_int_mul(l->ctx, tile, lc_int_const(f)), size))
            tile = lc_int_mul(l->ctx, tile, lc_int_const(f));
    lc_layout *t = law_own(l, lc_layout_flat(l->ctx, 1, &tile, (lc_int[]){lc_int_const(1)}));
    lc_tiler *tiler = law_own_tiler(l, lc_tiler_layout(l->ctx, t));
    lc_layout *d = law_own(l, lc_logical_divide(l->ctx, a, tiler));
    law_saw(l, d ? 0 : 1);
    if (!d)
        return lc_ctx_code(l->ctx) == LC_ERR_NO_VALUE ||
               law_fail(l, "logical_divide(%s,%s) is %s", law_show(l, a), law_show(l, t),
                        law_show(l, d));
    mpz_t index, x, y;
    mpz_inits(index, x, y, NULL);
    bool same = lc_layout_rank(d) == 2;
    for (int round = 0; round < 4 && same; round++) {
        big_index(l, a, false, index);
        big_at(x, a,
               index); /* T is the first coordinates, T* the rest: (T, T*) is the identity */
        big_at(y, d, index);
        same = mpz_cmp(x, y) == 0;
    }
    mpz_clears(index, x, y, NULL);
    return same || law_fail(l, "logical_divide(%s,%s) is %s", law_show(l, a), law_show(l, t),
                            law_show(l, d));
}

/* Its first mode is A, its second counts like B; no two copies of A share an offset
 * where A and B share none in themselves. */
LAW(copies_of_a_block, "a product lays out copies of A", exists_or_not)
{
    m_layout a, b, p, mode;
    m_tuple inner, outer;
    rnd_nested(&l->rnd, 32, &a);
    rnd_bijection(&l->rnd, 32, &b);
    lc_layout *x = law_layout(l, &a), *y = law_layout(l, &b);
    lc_tiler *t = law_own_tiler(l, lc_tiler_layout(l->ctx, y));
    lc_layout *got = law_own(l, lc_logical_product(l->ctx, x, t));
    law_saw(l, got ? 0 : 1);
    if (!got)
        return lc_ctx_code(l->ctx) == LC_ERR_NO_VALUE || law_fail(l, "%s", law_show(l, got));
    const char *what = law_printf(l, "logical_product(%s,%s) = %s", law_text(l, &a),
                                  law_text(l, &b), law_show(l, got));
    if (!law_model(l, got, &p) || m_rank(p.nest) != 2)
        return law_fail(l, "%s has not two modes", what);
    m_mode(&p, 0, &mode);
    if (!m_equal(&mode, &a))
        return law_fail(l, "%s does not begin with A", what);
    m_mode(&p, 1, &mode);
    m_shape(&b, &outer);
    m_shape(&mode, &inner);
    if (!m_compatible(&outer, &inner))
        return law_fail(l, "the second mode of %s is not compatible with B", what);
    return m_injective(&p) || law_fail(l, "%s is not injective", what);
}

LAW(blocked_and_raked_products, "blocked and raked product", exists_or_not)
{
    m_layout a, b, blocked, raked;
    if (rnd_chance(&l->rnd, 70))
        rnd_nested(&l->rnd, 64, &a);
    else
        rnd_layout(&l->rnd, 64, &a);
    if (rnd_chance(&l->rnd, 70))
        rnd_bijection(&l->rnd, 32, &b);
    else
        rnd_layout(&l->rnd, 32, &b);
    bool exists = m_blocked_product(&a, &b, &blocked);
    law_saw(l, exists ? 0 : 1);
    if (exists != m_raked_product(&a, &b, &raked))
        return law_fail(l, "the reference has one of two products");
    lc_layout *x = law_layout(l, &a), *y = law_layout(l, &b);
    const char *by = law_printf(l, "product(%s,%s)", law_text(l, &a), law_text(l, &b));
    return law_same(l, law_own(l, lc_blocked_product(l->ctx, x, y)), exists, &blocked,
                    law_printf(l, "blocked_%s", by)) &&
           law_same(l, law_own(l, lc_raked_product(l->ctx, x, y)), exists, &raked,
                    law_printf(l, "raked_%s", by));
}

LAW(products_of_large_layouts, "logical_product at any size", NULL)
{
    lc_layout *a = big_bijection(l), *b = big_bijection(l);
    lc_layout *p =
        law_own(l, lc_logical_product(l->ctx, a, law_own_tiler(l, lc_tiler_layout(l->ctx, b))));
    if (!p)
        return law_fail(l, "logical_product(%s,%s) is %s", law_show(l, a), law_show(l, b),
                        law_show(l, p));
    mpz_t i, j, size, x, y, index;
    mpz_inits(i, j, size, x, y, index, NULL);
    lc_int_get_mpz(size, lc_layout_size(l->ctx, a));
    bool same = true;
    for (int round = 0; round < 4 && same; round++) {
        big_index(l, a, false, i);
        big_index(l, b, false, j);
        /* A fills [0, size), so that P(i, j) = A(i) + size * B(j). */
        big_at(x, a, i);
        big_at(y, b, j);
        mpz_addmul(x, size, y);
        mpz_set(index, i);
        mpz_addmul(index, size, j);
        big_at(y, p, index);
        same = mpz_cmp(x, y) == 0;
    }
    mpz_clears(i, j, size, x, y, index, NULL);
    return same || law_fail(l, "logical_product(%s,%s) is %s", law_show(l, a), law_show(l, b),
                            law_show(l, p));
}

SUITE_MAIN("division and products", divisions, products, every_offset_as_often,
           division_of_large_layouts, copies_of_a_block, blocked_and_raked_products,
           products_of_large_layouts)
