/* family.h - relations with parameters.
 *
 * A relation or a set may have parameters, integers with a name: [n] -> { [c] -> [2c] : c < n }
 * is a family, a relation for each number of n. The functions of relation.h and operate.h that
 * make relations and sets of others make them for all numbers at once. Those that give integers,
 * lists and answers are for relations without parameters; the questions here are about all
 * numbers of a context.
 *
 * A context is a family of no inputs and no outputs, [n] -> { : n >= 1 }: the numbers that the
 * parameters may have.
 *
 * Arguments are borrowed, results owned; NULL is failure as in operate.h.
 */
#ifndef LCR_FAMILY_H
#define LCR_FAMILY_H

#include "operate.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- families ---- */

/* A relation or a set, perhaps with parameters; a context. */
lcr_map *lcr_family_parse(lcr_ctx *r, const char *text, bool set);
lcr_map *lcr_context_parse(lcr_ctx *r, const char *text);

size_t lcr_map_nparameters(const lcr_map *m);
/* Lives as long as the family. */
const char *lcr_map_parameter(const lcr_map *m, size_t i);

/* With these numbers for these parameters; names that it has not are passed over. */
lcr_map *lcr_family_at(lcr_ctx *r, const lcr_map *m, size_t n, const char *const *name,
                       const lc_int *value);
/* `with`: m for the numbers of the context only, with the parameters of both. `within`: the same
 * with the parameters of m alone, those that the context has besides being any numbers.
 * `without`: the union of m over all numbers of a parameter, which is dropped. */
lcr_map *lcr_family_with(lcr_ctx *r, const lcr_map *m, const lcr_map *context);
lcr_map *lcr_family_within(lcr_ctx *r, const lcr_map *m, const lcr_map *context);
lcr_map *lcr_family_without(lcr_ctx *r, const lcr_map *m, const char *parameter);
/* The pairs of m whose input is in `inputs`, without the inputs that are fixed, a flag for
 * each. */
lcr_map *lcr_family_fix(lcr_ctx *r, const lcr_map *m, const lcr_map *inputs, const bool *fixed);

/* ---- questions ---- */

/* A question about all numbers of a context. After NO, `met` says whether at[i] is the number of
 * parameter name[i] where the answer is no; of a parameter that does not matter, at[i] stays as
 * it was. */
typedef struct {
    const lcr_map *context;
    size_t n;
    const char *const *name;
    lc_int *at;
    bool met;
} lcr_all;

/* Is m empty at all numbers? Has it a pair at all numbers? */
lcr_answer lcr_all_empty(lcr_ctx *r, lcr_all *all, const lcr_map *m);
lcr_answer lcr_all_have(lcr_ctx *r, lcr_all *all, const lcr_map *m);
/* Is every pair of a one of b; has every input one output; every output one input? */
lcr_answer lcr_all_subset(lcr_ctx *r, lcr_all *all, const lcr_map *a, const lcr_map *b);
lcr_answer lcr_all_single_valued(lcr_ctx *r, lcr_all *all, const lcr_map *m);
lcr_answer lcr_all_injective(lcr_ctx *r, lcr_all *all, const lcr_map *m);
/* Is the set the box 0 <= c_k < n_k for some n_k, or empty? */
lcr_answer lcr_all_box(lcr_ctx *r, lcr_all *all, const lcr_map *set);

/* ---- integers ---- */

/* An integer that depends on parameters. A row is a sum: its numbers are the constant, then the
 * factors of the parameters, then those of the floors. Floor i is that of row i, in which only
 * floors before i occur, divided by divisor[i]. The last row is the integer itself. Begins as
 * {0}. */
typedef struct {
    size_t nparameters, nfloors;
    char **name;
    lc_int *cell, *divisor;
} lcr_size;
void lcr_size_clear(lcr_size *size);
/* The row of a floor, or of the integer: 1 + nparameters + nfloors numbers. */
static inline const lc_int *lcr_size_row(const lcr_size *s, size_t i)
{
    return s->cell + i * (1 + s->nparameters + s->nfloors);
}

/* NO: at some numbers there is no such integer, or no one formula for it. The integers live in
 * the open frame. */

/* Coordinate k of the only element; of the last element in the order of coordinates. */
lcr_answer lcr_all_only(lcr_ctx *r, lcr_all *all, const lcr_map *set, size_t k, lcr_size *size);
lcr_answer lcr_all_last(lcr_ctx *r, lcr_all *all, const lcr_map *set, size_t k, lcr_size *size);
/* Of a set that is a grid, all combinations of low_k, low_k + step_k, ..., high_k: the ends of
 * coordinate k and its step. That it is a grid is asked by lcr_all_grid only. */
lcr_answer lcr_all_ends(lcr_ctx *r, lcr_all *all, const lcr_map *set, size_t k, lcr_size *low,
                        lcr_size *high, lc_int *step);
lcr_answer lcr_all_grid(lcr_ctx *r, lcr_all *all, const lcr_map *set);

#ifdef __cplusplus
}
#endif

#endif
