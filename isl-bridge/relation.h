/* relation.h - layouts as integer set relations (isl maps).
 *
 * The specification of what a layout means: the coordinate, index and layout
 * maps of "Modeling Layout Abstractions Using Integer Set Relations" (the ISL
 * paper, Algorithm 1 and section 3), for every natural coordinate space of a
 * hierarchical layout.
 *
 *   coordinate map  integral coordinate -> natural coordinate
 *   index map       natural coordinate  -> offset
 *   layout map      integral coordinate -> offset = index map o coordinate map
 *
 * This folder is the only one that includes isl's headers. isl never prints or
 * aborts (ISL_ON_ERROR_CONTINUE): its errors become errors of the lc_ctx. Every
 * query is bounded by a number of isl operations; a query that runs out answers
 * LCR_UNKNOWN (or fails with LC_ERR_BUDGET where a value is asked for). Interrupted, it
 * fails with LC_ERR_INTERRUPTED.
 *
 * lcr_map values are immutable and reference counted; arguments are borrowed,
 * results owned, NULL is failure and the lc_ctx says why.
 */
#ifndef LCR_RELATION_H
#define LCR_RELATION_H

#include "../lib/layout.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lcr_ctx lcr_ctx;
typedef struct lcr_map lcr_map;

typedef enum { LCR_NO = 0, LCR_YES = 1, LCR_UNKNOWN = 2 } lcr_answer;

/* isl operations a query, counted in those of small systems; an operation on a large system
 * counts for as many as it takes longer. The default takes a few seconds. */
#define LCR_DEFAULT_BUDGET 1000000ul

/* An isl context on top of `ctx`. `ctx` must outlive it, and it must outlive its maps. */
lcr_ctx *lcr_ctx_new(lc_ctx *ctx);
void lcr_ctx_free(lcr_ctx *r);
lc_ctx *lcr_ctx_lc(lcr_ctx *r);
/* "isl-0.25-GMP\n", static. */
const char *lcr_isl_version(void);
void lcr_set_budget(lcr_ctx *r, unsigned long operations); /* 0: no bound */
/* lc_ctx_starved, for isl too. */
bool lcr_starved(lcr_ctx *r);
/* lc_ctx_interrupt, for isl too: its operations fail until lcr_resume. */
void lcr_interrupt(lcr_ctx *r);
void lcr_resume(lcr_ctx *r);
/* Another claim begins: what its systems cost is counted from 0. */
void lcr_start(lcr_ctx *r);
/* A search outside isl counts steps, each about as long as an operation of isl: how many the
 * claim has left; that it took some. */
unsigned long lcr_steps_left(const lcr_ctx *r);
void lcr_charge_steps(lcr_ctx *r, unsigned long steps);
unsigned long lcr_budget(const lcr_ctx *r);

/* Another owner of the same relation; the last one that frees it releases it. */
lcr_map *lcr_map_ref(const lcr_map *m);
void lcr_map_free(lcr_map *m);

/* A relation without parameters in isl's own syntax; names and nesting of tuples are dropped. An
 * error names the place in the text where isl stopped. */
lcr_map *lcr_map_parse(lcr_ctx *r, const char *text);
char *lcr_map_to_str(lcr_ctx *r, const lcr_map *m); /* caller frees */
/* The same for isl to read. Where isl would take more than about a second, for a function of many
 * XORs, the text is a comment and then a map for each digit of an output, one a line. */
char *lcr_map_lines(lcr_ctx *r, const lcr_map *m);

/* The number of inputs, and of outputs. */
size_t lcr_map_nin(const lcr_map *m);
size_t lcr_map_nout(const lcr_map *m);

/* The maps of a layout. lcr_index_map_in: the index map in the coordinates of
 * another shape of the same size. lcr_extended_map: the layout map on all
 * integers, the last leaf extending. Layouts of more than 256 leaves, or of integers
 * with more than 16384 bits together, have none: LC_ERR_LIMIT.
 *
 * Values that are coordinates are one output an axis, without their nesting. A layout
 * whose strides add by XOR has maps by the bits of its coordinates, and no extended map. */
lcr_map *lcr_coord_map(lcr_ctx *r, const lc_tuple *shape);
lcr_map *lcr_index_map(lcr_ctx *r, const lc_layout *a);
lcr_map *lcr_index_map_in(lcr_ctx *r, const lc_layout *a, const lc_tuple *shape);
lcr_map *lcr_layout_map(lcr_ctx *r, const lc_layout *a);
lcr_map *lcr_extended_map(lcr_ctx *r, const lc_layout *a);

/* Between shapes of one size: integral coordinates of `of` -> natural coordinates of `shape`;
 * natural coordinates of `from` -> those of `to` with the same integral coordinate. */
lcr_map *lcr_coord_map_in(lcr_ctx *r, const lc_tuple *of, const lc_tuple *shape);
lcr_map *lcr_colex_map(lcr_ctx *r, const lc_tuple *from, const lc_tuple *to);

/* outer o inner, and the inverse relation. */
lcr_map *lcr_map_compose(lcr_ctx *r, const lcr_map *outer, const lcr_map *inner);
lcr_map *lcr_map_reverse(lcr_ctx *r, const lcr_map *m);
/* x -> a(x) + b(x), for relations with the same number of inputs and of outputs. */
lcr_map *lcr_map_sum(lcr_ctx *r, const lcr_map *a, const lcr_map *b);

/* Questions. When the answer is no, `in` and `out` (if not NULL, nin and nout integers) receive a
 * pair that shows it: a pair in one relation and not in the other, two inputs, as each function
 * says. */
lcr_answer lcr_map_equal(lcr_ctx *r, const lcr_map *a, const lcr_map *b, lc_int *in, lc_int *out,
                         bool *in_first /* the pair is in a, not in b */);
lcr_answer lcr_map_single_valued(lcr_ctx *r, const lcr_map *m);
/* No: in1 and in2 are different inputs that share an output. */
lcr_answer lcr_map_injective(lcr_ctx *r, const lcr_map *m, lc_int *in1, lc_int *in2);
/* The number of pairs. NO: it is infinite. */
lcr_answer lcr_map_count(lcr_ctx *r, const lcr_map *m, lc_int *count);
/* Are the outputs, of a relation that has one, [0,n)? NO: *witness, if given, is in one of the
 * two only. */
lcr_answer lcr_map_range_is(lcr_ctx *r, const lcr_map *m, lc_int n, lc_int *witness);
/* Smallest and largest value of a 1-d output; false when unbounded. */
bool lcr_map_range(lcr_ctx *r, const lcr_map *m, lc_int *low, lc_int *high);
/* Is the domain exactly 0 <= c < n for a 1-d input? n receives the size. */
lcr_answer lcr_map_domain_is_interval(lcr_ctx *r, const lcr_map *m, lc_int *n);

/* The outputs at one input. LCR_NO: outside the domain; fails (UNKNOWN with an
 * error recorded) when there is more than one. */
lcr_answer lcr_map_eval(lcr_ctx *r, const lcr_map *m, const lc_int *in, lc_int *out);

#ifdef __cplusplus
}
#endif

#endif
