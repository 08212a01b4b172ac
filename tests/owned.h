/* owned.h - contexts, relations and values that a case of a law owns (law.h). */
#ifndef TESTS_OWNED_H
#define TESTS_OWNED_H

#include "../isl-bridge/relation.h"
#include "../verify/session/session.h"
#include "../verify/value/value.h"
#include "law.h"

/* A new context of relations; the test fails when there is none. */
lcr_ctx *law_relations(law *l);

/* Take over; NULL is passed through. */
lcr_map *law_own_map(law *l, lcr_map *m);
lc_linear *law_own_linear(law *l, lc_linear *f);

/* Takes over; the test fails for NULL. */
lcv_value *law_own_value(law *l, lcv_value *v);

/* A session, and the value of an expression in it; NULL: there is none. */
lcv_session *law_session(law *l, lcv_options options);
lcv_value *law_value(law *l, lcv_session *s, const char *text);

/* Values that cannot fail. */
lcv_value *law_int_value(law *l, int64_t value);
lcv_value *law_layout_value(law *l, const m_layout *a);

#endif
