/* small.h - a claim about maps at small numbers and small tables.
 *
 * Sizes from the least on, numbers around the constants of the claim, and tables that keep what
 * they promise: all of them where they are few, else some from a fixed seed. The map is read off
 * its tree at each coordinate (../pieces/number.h). A world where the claim fails is a
 * counterexample; those where it holds are the second opinion of a proof.
 */
#ifndef LCV_TABLES_SMALL_H
#define LCV_TABLES_SMALL_H

#include "problem.h"

typedef struct {
    size_t sizes, worlds; /* at which it holds */
    bool beyond;          /* some world was not decided */
    bool unknown_claim;   /* the claim has no meaning here */
    lcv_result *fails;    /* where it does */
    bool no_value;        /* there is no value at a coordinate: no counterexample of the claim */
} lcv_small;

/* False with the status. */
bool lcv_small_worlds(lcv_table_problem *p, lcv_small *out);
/* More worlds, for a claim that was not proved: all numbers that are admitted, those of a small
 * sum first, counted from the least that each parameter may be. */
bool lcv_small_graded(lcv_table_problem *p, lcv_small *out);
/* Of a claim that values are within bounds: worlds of large numbers, and tables of large entries,
 * at the corners of the map. */
bool lcv_small_large(lcv_table_problem *p, lcv_small *out);
/* The claim at all worlds, if there are few: true where it holds at each. Else it may fail at
 * one, in `out`. */
bool lcv_small_each(lcv_table_problem *p, lcv_small *out);
/* The next list of n places in the order of their sum; the first are all 0. */
void lcv_next_places(size_t n, size_t *place);
void lcv_small_clear(lcv_small *s);

/* Beside a world of numbers and tables: the other tables that are declared and share parameters
 * with it. A failure is that of a world only where there are such. */
typedef enum { LCV_FOUND, LCV_NO_SUCH_TABLE, LCV_NOT_FOUND } lcv_found;
lcv_found lcv_tables_beside(const lcv_table_problem *p, const lcv_world *w);
/* The same for given numbers of parameters. */
lcv_found lcv_tables_at(lcv_eval *e, size_t n, const lcv_value *const *parameter,
                        const lc_int *number);
/* Looks, over some numbers of the parameters, for the tables that a claim mentions and all
 * declared tables that share parameters with it. LCV_NO_SUCH_TABLE: they exist at no numbers.
 * *tried: some are small enough to look for. */
lcv_found lcv_tables_of(lcv_eval *e, const lcv_ast *claim, bool *tried);

/* ---- between the files ---- */

/* Numbers to try for a parameter, small ones first. The k-th choice: first small numbers in all
 * combinations, then any; false: there is none. */
#define LCV_CANDIDATES 24
typedef struct {
    size_t n;
    int64_t number[LCV_CANDIDATES];
} lcv_candidates;
void lcv_small_numbers(const lcv_table_problem *p, size_t i, lcv_candidates *c);
bool lcv_small_choose(size_t k, size_t n, const lcv_candidates *c, uint64_t *seed,
                      int64_t *number);
/* A world without tables yet. Do the assumptions hold there, those about one parameter alone if
 * there is one? *known: whether they do is known. */
lcv_world lcv_small_world(const lcv_table_problem *p, int64_t *number, lcv_known_table *table);
bool lcv_small_assumed(const lcv_table_problem *p, lcv_world *w, const lcv_value *alone,
                       bool *known);

/* Puts the numbers and tables of a world before the place of the failure. */
void lcv_small_where(const lcv_table_problem *p, const lcv_world *w, lcv_small *out);
/* The claim at one world. The place of a failure is that of the coordinates. */
typedef enum { LCV_HOLDS_THERE, LCV_FAILS_THERE, LCV_OPEN_THERE } lcv_at_world;
lcv_at_world lcv_claim_at_world(const lcv_table_problem *p, lcv_world *w, size_t *left,
                                lcv_small *out);
/* lcv_find_table finds a table that keeps its promises: at random, else one entry after the
 * other. lcv_table_keeps: does a table keep them, together with those known? *beyond: that is not
 * known. lcv_table_sizes sets the sizes of a table at the numbers of the world; false: it has
 * none, or too many entries. lcv_small_random is below n. */
lcv_found lcv_find_table(lcv_world *w, lcv_known_table *t, uint64_t *seed);
bool lcv_table_keeps(lcv_world *w, const lcv_known_table *t, bool *beyond);
bool lcv_table_sizes(lcv_world *w, lcv_known_table *t);
uint64_t lcv_small_random(uint64_t *seed, uint64_t n);

#endif
