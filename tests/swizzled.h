/* swizzled.h - swizzled layouts of the model: x -> S<b,m,s>(offset + layout(x)).
 *
 * Values are those of the definition, on 64 bits of two's complement; nothing is shared
 * with the library.
 */
#ifndef TESTS_SWIZZLED_H
#define TESTS_SWIZZLED_H

#include "../verify/value/value.h"
#include "law.h"

typedef struct {
    int b, m, s;
} m_swizzle;

typedef struct {
    m_swizzle swizzle;
    int64_t offset;
    m_layout layout;
} m_swizzled;

/* x xor shift(x and mask, s) */
int64_t m_swizzle_at(m_swizzle w, int64_t x);
int64_t m_swizzled_at(const m_swizzled *f, int64_t c);

/* b up to 3, m up to 4, s from -4 to 4, so that sizes are at most 2^11. */
m_swizzle rnd_swizzle(rnd *r);

/* As values of the library, the latter owned by the case. */
lc_swizzle law_swizzle(law *l, m_swizzle w);
lcv_value *law_swizzled(law *l, const m_swizzled *f);
const char *law_swizzled_text(law *l, const m_swizzled *f);

#endif
