/* plain.h - questions put to isl as they stand, for comparison.
 *
 * relation.h answers the same questions by listing small relations and by asking isl
 * about smaller sets. What that is worth is measured against these: one call of isl on
 * the relations themselves.
 */
#ifndef BENCH_PLAIN_H
#define BENCH_PLAIN_H

#include "../../isl-bridge/relation.h"

lcr_answer plain_equal(lcr_ctx *r, const lcr_map *a, const lcr_map *b);
lcr_answer plain_injective(lcr_ctx *r, const lcr_map *m);
/* The outputs, one number each, are [0, n). */
lcr_answer plain_range_is(lcr_ctx *r, const lcr_map *m, lc_int n);

#endif
