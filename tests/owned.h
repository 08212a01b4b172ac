/* owned.h - contexts, relations and values that a case of a law owns (law.h). */
#ifndef TESTS_OWNED_H
#define TESTS_OWNED_H

#include "../isl-bridge/relation.h"
#include "../verify/value/value.h"
#include "law.h"

/* A new context of relations; the test fails when there is none. */
lcr_ctx *law_relations(law *l);

/* Take over; NULL is passed through. */
lcr_map *law_own_map(law *l, lcr_map *m);
lc_linear *law_own_linear(law *l, lc_linear *f);

/* Takes over; the test fails for NULL. */
lcv_value *law_own_value(law *l, lcv_value *v);

/* Values that cannot fail. */
lcv_value *law_int_value(law *l, int64_t value);
lcv_value *law_layout_value(law *l, const m_layout *a);

#endif
