/* solve.h - is there a point with these constraints, and with what is known of tables?
 *
 * An entry T[i] of a table that is not known is an unknown integer v. What its table promises are
 * clauses about pairs of entries: where i = j, v = w; of an injective table, where v = w, i = j;
 * of a sorted one, where i <= j, v <= w (Ackermann's reduction of uninterpreted functions). isl
 * looks for an integer point of the constraints alone. A clause that does not hold there splits
 * the question into its cases, which are asked one after the other; a point where all clauses
 * hold is the answer. That there is none rests on isl's answers about conjunctions alone.
 *
 * A product of unknowns is one more unknown integer. What is known of it: products of constraints
 * and of a parameter that is not negative.
 */
#ifndef LCV_TABLES_SOLVE_H
#define LCV_TABLES_SOLVE_H

#include "../pieces/text.h"
#include "problem.h"

#define LCV_MAX_CLAUSES 400
#define LCV_MAX_PRODUCTS 64

typedef enum { LCV_NOWHERE, LCV_SOMEWHERE, LCV_UNDECIDED_WHERE } lcv_where;

typedef struct {
    lcv_table_problem *p;
    lcv_eval *e;
    lcv_sums *s;
    lcv_lowering l;
    const lcv_constraint *facts; /* of parameters, and those of products */
    size_t nclauses;
    const lcv_condition *clause[LCV_MAX_CLAUSES];
    size_t paired; /* entries whose clauses are there */
    size_t nproducts;
    lcv_term product[LCV_MAX_PRODUCTS];
    unsigned questions; /* left to ask */
    unsigned asked;
    const char *open; /* why it was not decided; static text; or NULL */
} lcv_solver;

bool lcv_solver_open(lcv_solver *v, lcv_table_problem *p);
void lcv_solver_close(lcv_solver *v);

/* Is there a point? *unknown, if any, gets a number for each unknown. */
lcv_where lcv_solve(lcv_solver *v, const lcv_constraint *all, int64_t *unknown);

/* `a op b` without products where a parameter times something is more than the rest: the cases,
 * under the constraints `where`. */
lcv_condition lcv_solver_compared(lcv_solver *v, const lcv_constraint *where, lcv_op op,
                                  const lcv_sum *a, const lcv_sum *b);
/* Products of the constraints with parameters, as far as they are about products that stand in
 * them or in `more`. */
const lcv_constraint *lcv_solver_products(lcv_solver *v, const lcv_constraint *where,
                                          const lcv_constraint *more);

/* Adds the clauses of all entries that occur in sums so far (axioms.c). False: a limit. */
bool lcv_solver_promises(lcv_solver *v);
/* The ends of a range of a table, and its promise of a kind; NULL: none. */
bool lcv_table_range(lcv_solver *v, size_t table, const lcv_ast *range, const lcv_sum **low,
                     const lcv_sum **end);
const lcv_ast *lcv_table_promise(const lcv_ast *declared, const char *kind);
/* Is the expression an entry of the table; does it name an index of it? */
bool lcv_is_entry_of(const lcv_ast *declared, const lcv_ast *ast);
bool lcv_names_an_index(const lcv_ast *declared, const lcv_ast *ast);

/* ---- between the files ---- */

/* Numbers for the unknowns and the products. */
typedef struct {
    int64_t unknown[LCV_MAX_UNKNOWNS], product[LCV_MAX_PRODUCTS];
} lcv_solver_point;

/* Is there a point of the constraints, whatever clauses say? */
lcv_where lcv_solver_ask(lcv_solver *v, const lcv_constraint *all, lcv_solver_point *to);
/* The number of a product; SIZE_MAX: there are too many. */
size_t lcv_solver_product(lcv_solver *v, const lcv_term *t);

#endif
