/* operate.h - operations on relations and sets.
 *
 * A set is a relation without inputs: its outputs are the elements. What holds of the pairs of
 * relations thereby holds of the elements of sets: they are united, compared, counted and listed
 * by the same functions.
 *
 * Arguments are borrowed, results owned. NULL is failure: LC_ERR_INVALID for dimensions that do
 * not fit, LC_ERR_NO_VALUE for what does not exist, LC_ERR_BUDGET.
 */
#ifndef LCR_OPERATE_H
#define LCR_OPERATE_H

#include "relation.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- sets ---- */

/* A set without parameters in isl's own syntax, such as { [c] : 0 <= c < 8 }; back to text. */
lcr_map *lcr_set_parse(lcr_ctx *r, const char *text);
char *lcr_set_to_str(lcr_ctx *r, const lcr_map *set); /* caller frees */
/* The coordinates 0 <= c_k < extent[k]. */
lcr_map *lcr_set_of_box(lcr_ctx *r, size_t n, const lc_int *extent);

/* The least and the largest value of a coordinate of a set. NO: none, or no such value. */
lcr_answer lcr_set_extent(lcr_ctx *r, const lcr_map *set, size_t k, lc_int *least, lc_int *most);
/* Are the inputs 0 <= c_k < extent[k]? The extents are found. NO, also of none. */
lcr_answer lcr_map_domain_is_box(lcr_ctx *r, const lcr_map *m, lc_int *extent);

/* Inputs that have an output, and outputs. */
lcr_map *lcr_map_domain_set(lcr_ctx *r, const lcr_map *m);
lcr_map *lcr_map_range_set(lcr_ctx *r, const lcr_map *m);
/* The outputs at inputs in the set; the pairs whose input is in it. */
lcr_map *lcr_map_image(lcr_ctx *r, const lcr_map *m, const lcr_map *set);
lcr_map *lcr_map_restrict(lcr_ctx *r, const lcr_map *m, const lcr_map *set);
/* The set of the inputs of outer o inner: those of the inner relation with an output that the
 * outer one takes. */
lcr_map *lcr_map_guard(lcr_ctx *r, const lcr_map *outer, const lcr_map *inner);
/* The pairs whose output is not in the set. */
lcr_map *lcr_map_outside(lcr_ctx *r, const lcr_map *m, const lcr_map *set);

/* ---- pairs ---- */

typedef enum { LCR_UNION, LCR_INTERSECTION, LCR_DIFFERENCE } lcr_boolean;
/* Of two relations or two sets of the same dimensions. */
lcr_map *lcr_map_boolean(lcr_ctx *r, lcr_boolean what, const lcr_map *a, const lcr_map *b);
/* No pairs, or no elements. */
lcr_answer lcr_map_is_empty(lcr_ctx *r, const lcr_map *m);
/* YES with a pair; NO where there is none. */
lcr_answer lcr_map_any(lcr_ctx *r, const lcr_map *m, lc_int *in, lc_int *out);
/* The same in fewer pieces, where isl finds that some can be joined. */
lcr_map *lcr_map_coalesce(lcr_ctx *r, const lcr_map *m);

/* ---- functions ---- */

/* y -> the least x that has y among its outputs, coordinates being compared from the first on. An
 * error where some y has no least one. */
lcr_map *lcr_map_least_inverse(lcr_ctx *r, const lcr_map *m);
/* (x, y) -> a(x) + b(y), the inputs side by side, for relations with as many outputs. */
lcr_map *lcr_map_concat(lcr_ctx *r, const lcr_map *a, const lcr_map *b);
/* The relation at these values of the inputs that are fixed, without these inputs; a set if no
 * input is left. */
lcr_map *lcr_map_fix(lcr_ctx *r, const lcr_map *m, const bool *fixed, const lc_int *value);
/* Does a function to integers grow from each input to all later ones, in the order of the last
 * input, then the one before it? No: in1 is before in2, and its value is not less. */
lcr_answer lcr_map_increases(lcr_ctx *r, const lcr_map *m, lc_int *in1, lc_int *in2);
/* The last output in the order of coordinates. NO: there is none, or no bound. */
lcr_answer lcr_map_last(lcr_ctx *r, const lcr_map *m, lc_int *out);
/* n -> value[n]: a function of n integers, runs of one difference being one piece. */
lcr_map *lcr_map_of_values(lcr_ctx *r, size_t n, const lc_int *value);

/* ---- lists ---- */

/* All pairs, in order, each `nin` inputs and `nout` outputs. Begins as {0}. */
typedef struct {
    size_t n, nin, nout;
    lc_int *cell;
} lcr_pairs;
/* Is it listed fast: is it a function, or do its pairs lie in a box of no more places than a list
 * may have rows? False also with an error. */
bool lcr_map_is_small(lcr_ctx *r, const lcr_map *m);
/* YES: listed; NO: too many or infinitely many; UNKNOWN with an error. */
lcr_answer lcr_map_list(lcr_ctx *r, const lcr_map *m, lcr_pairs *pairs);
void lcr_pairs_clear(lcr_pairs *pairs);

#ifdef __cplusplus
}
#endif

#endif
