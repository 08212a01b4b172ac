/* check_divide.c - division by tilers. */
#include "config.h"

#include "big.h"
#include "law.h"
#include "suite.h"

#include <stdlib.h>
#include <string.h>

static const char *const exists_or_not[] = {"a value", "no value", NULL};

LAW(logical_divides, "logical_divide", exists_or_not)
{
    m_layout a, want;
    m_tiler t;
    rnd_layout(&l->rnd, 1024, &a);
    rnd_tiler(&l->rnd, &a, &t);
    bool exists = m_logical_divide(&a, &t, &want);
    law_saw(l, exists ? 0 : 1);
    lc_layout *got = law_own(l, lc_logical_divide(l->ctx, law_layout(l, &a), law_tiler(l, &t)));
    bool same =
        law_same(l, got, exists, &want,
                 law_printf(l, "logical_divide(%s,%s)", law_text(l, &a), law_tiler_text(l, &t)));
    m_tiler_clear(&t);
    return same;
}

LAW(zipped_tiled_and_flat, "zipped, tiled, flat divide",
    CLASSES("a value", "no value", "by mode", "by a layout"))
{
    m_layout a, zipped, tiled, flat;
    m_tiler t;
    rnd_layout(&l->rnd, 512, &a);
    rnd_tiler(&l->rnd, &a, &t);
    bool exists = m_zipped_divide(&a, &t, &zipped);
    law_saw(l, exists ? 0 : 1);
    law_saw(l, t.n > 0 ? 2 : 3);
    if (exists) {
        m_spread(&zipped, false, &tiled);
        m_spread(&zipped, true, &flat);
    }
    lc_layout *x = law_layout(l, &a);
    lc_tiler *y = law_tiler(l, &t);
    const char *by = law_printf(l, "divide(%s,%s)", law_text(l, &a), law_tiler_text(l, &t));
    m_tiler_clear(&t);
    return law_same(l, law_own(l, lc_zipped_divide(l->ctx, x, y)), exists, &zipped,
                    law_printf(l, "zipped_%s", by)) &&
           law_same(l, law_own(l, lc_tiled_divide(l->ctx, x, y)), exists, &tiled,
                    law_printf(l, "tiled_%s", by)) &&
           law_same(l, law_own(l, lc_flat_divide(l->ctx, x, y)), exists, &flat,
                    law_printf(l, "flat_%s", by));
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

SUITE_MAIN("division", logical_divides, zipped_tiled_and_flat, every_offset_as_often,
           division_of_large_layouts)
