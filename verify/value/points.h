/* points.h - finite sets as lists of their elements.
 *
 * The values of a map at few points are a set even where isl cannot project or count it in time.
 * Such a set lists its elements in the order of coordinates. It has a relation of isl only if the
 * list consists of few runs, elements at equal distances.
 */
#ifndef LCV_POINTS_H
#define LCV_POINTS_H

#include "value.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The set of n points of `width` integers, which may be in any order and repeat; `cell` is
 * sorted. NULL with an error. */
lcv_value *lcv_value_points(lcr_ctx *r, size_t width, size_t n, lc_int *cell);

/* Of a set that is a list: how many elements it has; an integer of one; the order of two elements
 * of as many integers, negative where the first is before the second. */
size_t lcv_points_count(const lcv_value *set);
lc_int lcv_point_at(const lcv_value *set, size_t i, size_t k);
int lcv_points_compare(const lcv_value *a, size_t i, const lcv_value *b, size_t j);

/* The set for isl, borrowed; NULL with LC_ERR_BUDGET for a list of many runs. */
lcr_map *lcv_set_map(lc_ctx *ctx, const lcv_value *set);

/* Are the elements one interval of integers? */
bool lcv_points_are_interval(lc_ctx *ctx, const lcv_value *set);
/* Runs of a list as a set in isl's syntax; the caller frees it. */
char *lcv_points_text(lcr_ctx *r, const lcv_value *set);

#ifdef __cplusplus
}
#endif

#endif
