/* tables.h - claims about maps with tables that are not known, and with products of parameters.
 *
 * Such a claim is tried in small worlds first (small.h): numbers for the parameters, tables that
 * keep their promises. A world where it fails is the counterexample. It is then proved for all
 * numbers and all such tables (solve.h): the cases of the maps are sums (../pieces/lower.h), the
 * contrary of the claim are sets, and these have no points. That every element is reached rests
 * on a witness for each (cover.c): the index k with T[k] <= x < T[k+1], which a table has between
 * any two entries with x between them; the index k with T[k] = x of a permutation. A proof is
 * confirmed by the small worlds, and the answer says by how many.
 */
#ifndef LCV_TABLES_H
#define LCV_TABLES_H

#include "small.h"
#include "solve.h"

/* The verdict on a claim of which lcv_is_about_tables is true. NULL with the status set. */
lcv_result *lcv_table_claim(lcv_eval *e, const lcv_ast *claim);
/* The verdict on a claim about maps without parameters and tables, by a look at each point, of
 * some ten thousands. NULL: it is another claim, or there are more points. */
lcv_result *lcv_listed_claim(lcv_eval *e, const lcv_ast *claim);

/* Is the domain of the map a box of numbers, of up to LCV_LISTED places? */
bool lcv_has_few_points(const lcv_argument *map);
/* Is the claim about maps of numbers, of up to LCV_LISTED places each, which may be looked at? */
bool lcv_is_of_few_points(lcv_eval *e, const lcv_ast *claim);
/* The values of range(X) and range(layout_map(X)), X being a map of numbers of up to LCV_LISTED
 * points, as a list. NULL: it is something else, perhaps with the status. */
lcv_value *lcv_listed_values(lcv_eval *e, const lcv_ast *ast);

/* ---- between the files ---- */

/* No point has the constraints and a case of each condition; else false, v->open perhaps saying
 * why. */
bool lcv_never(lcv_solver *v, const lcv_constraint *where, size_t n,
               const lcv_condition *const *all);
/* Does a op b hold nowhere under the constraints? False where a or b is NULL. */
bool lcv_never_so(lcv_solver *v, const lcv_constraint *where, lcv_op op, const lcv_sum *a,
                  const lcv_sum *b);
/* Proves the claim, and that the maps have no holes. False: there is no proof. */
bool lcv_prove_tables(lcv_solver *v);
/* ascends.c: is the table, of one index, sorted by its promises? */
bool lcv_table_ascends(lcv_table_problem *p, const lcv_value *table);
/* Adds the ranges of parameters, and the assumptions, to the facts. False: a limit. */
bool lcv_solver_facts(lcv_solver *v);
/* The values of the map, one a coordinate, are intervals side by side (intervals.c): no two
 * coordinates have the same; if asked, all are in [0,size), and each of these is one. */
bool lcv_prove_intervals(lcv_solver *v, bool inside, bool covered, const lcv_sum *size);
/* Each integer of [0,size) is a value of the map, its digits being the coordinates (radix.c). */
bool lcv_prove_radix(lcv_solver *v, const lcv_lowered *map, const lcv_sum *size);
/* Are all values of the map multiples of a number (aligned.c)? */
bool lcv_prove_multiples(lcv_solver *v, const lcv_lowered *map, const lcv_sum *by);
/* rows.c: the candidates for M in values row * M + column of the map: multiples of a parameter,
 * or numbers; up to `most`. Returns their number. */
size_t lcv_row_lengths(const lcv_solver *v, const lcv_lowered *map, size_t most, lcv_term *to);
const lcv_sum *lcv_row_length(lcv_solver *v, const lcv_term *by);
/* Is the one value of the map such a sum, with some row that is not 0, and is each column in
 * [0,M)? Puts (column, row). */
bool lcv_as_rows(lcv_solver *v, const lcv_term *by, const lcv_lowered *map, lcv_lowered *pairs);
/* size = M * *rows, and M is 0 or more; false: that was not shown. */
bool lcv_rows_of(lcv_solver *v, const lcv_term *by, const lcv_sum *size, const lcv_sum **rows);
/* Every element of the box is a value of the map. */
bool lcv_prove_covered(lcv_solver *v, const lcv_lowered *map, size_t n,
                       const lcv_sum *const *size);

#endif
