/* swizzled.c - swizzled layouts of the model. */
#include "config.h"

#include "swizzled.h"
#include "owned.h"

#include <check.h>

int64_t m_swizzle_at(m_swizzle w, int64_t x)
{
    uint64_t mask = (((uint64_t)1 << w.b) - 1) << (w.m + (w.s > 0 ? w.s : 0));
    uint64_t moved = w.s >= 0 ? ((uint64_t)x & mask) >> w.s : ((uint64_t)x & mask) << -w.s;
    return (int64_t)((uint64_t)x ^ moved);
}

int64_t m_swizzled_at(const m_swizzled *f, int64_t c)
{
    return m_swizzle_at(f->swizzle, f->offset + m_at(&f->layout, c));
}

m_swizzle rnd_swizzle(rnd *r)
{
    m_swizzle w = {.b = (int)rnd_in(r, 0, 3)};
    w.m = (int)rnd_in(r, 0, 4);
    w.s = (int)rnd_in(r, -4, 4);
    return w;
}

lc_swizzle law_swizzle(law *l, m_swizzle w)
{
    lc_swizzle made;
    ck_assert(
        lc_swizzle_make(l->ctx, lc_int_const(w.b), lc_int_const(w.m), lc_int_const(w.s), &made));
    return made;
}

lcv_value *law_swizzled(law *l, const m_swizzled *f)
{
    return law_own_value(l, lcv_value_composed(l->ctx, law_swizzle(l, f->swizzle),
                                               lc_int_si(l->ctx, f->offset),
                                               lc_layout_ref(law_layout(l, &f->layout))));
}

const char *law_swizzled_text(law *l, const m_swizzled *f)
{
    return law_printf(l, "S<%d,%d,%d> o %lld o %s", f->swizzle.b, f->swizzle.m, f->swizzle.s,
                      (long long)f->offset, law_text(l, &f->layout));
}
