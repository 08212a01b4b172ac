/* check_product.c - products by tilers, blocked and raked products. */
#include "config.h"

#include "big.h"
#include "law.h"
#include "suite.h"

#include <string.h>

static const char *const exists_or_not[] = {"a value", "no value", NULL};

/* A block, and a small tiler of copies of it: whole or by mode. */
static void block_and_tiler(rnd *r, m_layout *a, m_tiler *t)
{
    if (rnd_chance(r, 60))
        rnd_nested(r, 256, a);
    else
        rnd_layout(r, 256, a);
    rnd_tiler(r, a, t);
}

LAW(logical_products, "logical_product", exists_or_not)
{
    m_layout a, want;
    m_tiler t;
    block_and_tiler(&l->rnd, &a, &t);
    bool exists = m_logical_product(&a, &t, &want);
    law_saw(l, exists ? 0 : 1);
    lc_layout *got = law_own(l, lc_logical_product(l->ctx, law_layout(l, &a), law_tiler(l, &t)));
    bool same =
        law_same(l, got, exists, &want,
                 law_printf(l, "logical_product(%s,%s)", law_text(l, &a), law_tiler_text(l, &t)));
    m_tiler_clear(&t);
    return same;
}

LAW(zipped_tiled_and_flat, "zipped, tiled, flat product",
    CLASSES("a value", "no value", "by mode", "by a layout"))
{
    m_layout a, zipped, tiled, flat;
    m_tiler t;
    block_and_tiler(&l->rnd, &a, &t);
    bool exists = m_zipped_product(&a, &t, &zipped);
    law_saw(l, exists ? 0 : 1);
    law_saw(l, t.n > 0 ? 2 : 3);
    if (exists) {
        m_spread(&zipped, false, &tiled);
        m_spread(&zipped, true, &flat);
    }
    lc_layout *x = law_layout(l, &a);
    lc_tiler *y = law_tiler(l, &t);
    const char *by = law_printf(l, "product(%s,%s)", law_text(l, &a), law_tiler_text(l, &t));
    m_tiler_clear(&t);
    return law_same(l, law_own(l, lc_zipped_product(l->ctx, x, y)), exists, &zipped,
                    law_printf(l, "zipped_%s", by)) &&
           law_same(l, law_own(l, lc_tiled_product(l->ctx, x, y)), exists, &tiled,
                    law_printf(l, "tiled_%s", by)) &&
           law_same(l, law_own(l, lc_flat_product(l->ctx, x, y)), exists, &flat,
                    law_printf(l, "flat_%s", by));
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

SUITE_MAIN("products", logical_products, zipped_tiled_and_flat, copies_of_a_block,
           blocked_and_raked_products, products_of_large_layouts)
