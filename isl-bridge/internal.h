/* internal.h - what the files of the bridge share and nobody else sees. */
#ifndef LCR_INTERNAL_H
#define LCR_INTERNAL_H

#include <isl/ctx.h>
#include <isl/map.h>
#include <isl/options.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/val.h>

#include "relation.h"

struct lcr_ctx {
    lc_ctx *lc;
    isl_ctx *isl;
    unsigned long budget;
};

struct lcr_map {
    int refs;
    isl_map *map;
};

/* Every query to isl stands between these: the count of operations starts anew, and
 * an error of isl becomes one of the lc_ctx. lcr_end: LC_OK, or the code recorded,
 * LC_ERR_BUDGET when the operations ran out. */
void lcr_begin(lcr_ctx *r);
lc_code lcr_end(lcr_ctx *r);

/* Takes over `map`; NULL turns isl's error into one of the lc_ctx. */
lcr_map *lcr_map_own(lcr_ctx *r, isl_map *map);

isl_val *lcr_val(lcr_ctx *r, lc_int value);
/* Takes over `value`; false when it is no finite integer. */
bool lcr_int(lcr_ctx *r, isl_val *value, lc_int *out);

/* { [c] : 0 <= c < n } */
isl_set *lcr_interval(lcr_ctx *r, lc_int n);
/* { [c] -> [factor * c] } on all integers. */
isl_map *lcr_scaling(lcr_ctx *r, lc_int factor);
/* An integer point of a set, the coordinates of nested tuples in order; LCR_NO when
 * it is empty. Takes over the set. */
lcr_answer lcr_sample(lcr_ctx *r, isl_set *set, lc_int *point);

/* The values of a 1-d to 1-d map on [0, n), n at most LCR_TABLE_MAX, when that is
 * its domain and it is single valued. The caller frees *table. */
#define LCR_TABLE_MAX 65536
lcr_answer lcr_map_table(lcr_ctx *r, const lcr_map *m, size_t *n, lc_int **table);

#endif
