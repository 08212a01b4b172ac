/* problem.h - a claim about maps with what it depends on: parameters, their assumptions, tables.
 *
 * The arguments are maps, by name or as they stand, and integers, which may depend on parameters.
 */
#ifndef LCV_TABLES_PROBLEM_H
#define LCV_TABLES_PROBLEM_H

#include "../eval/eval.h"
#include "../pieces/number.h"

#define LCV_MAX_ARGUMENTS 2
#define LCV_MAX_ASSUMED 64

/* An expression with the scope of its names. */
typedef struct {
    const lcv_ast *ast;
    const lcv_scope *scope;
    lcv_source *source;
} lcv_argument;

typedef struct {
    lcv_eval *e;
    const lcv_ast *claim;
    const char *name; /* of the claim; NULL: a comparison */
    size_t n;
    lcv_argument argument[LCV_MAX_ARGUMENTS];
    size_t nparameters, ntables, nassumptions;
    const lcv_value *parameter[LCV_MAX_OPEN];
    const lcv_value *table[LCV_MAX_TABLES]; /* each after those that it mentions */
    bool sorted[LCV_MAX_TABLES];            /* as far as it has been asked (ascends.c) */
    const lcv_value *assumption[LCV_MAX_ASSUMED];
    bool fits;                              /* the claim is fits: all values are from */
    int64_t least, most;                    /* one to the other; there is one argument */
    const char *limit;                      /* why it is not decided: static text; or NULL */
    lcv_argument layout[LCV_MAX_ARGUMENTS]; /* written as a map: as it was; else without a tree */
    lcv_arena *arena;                       /* of these maps; NULL: there are none */
} lcv_table_problem;

/* Does the claim mention a table that is not known? */
bool lcv_has_tables(lcv_eval *e, const lcv_ast *claim);
/* Does the claim need this room: a table that is not known, or products of parameters and
 * coordinates in a map? */
bool lcv_is_about_tables(lcv_eval *e, const lcv_ast *claim);

/* Is an argument of the claim a map? A map, or a layout that may be written as one? */
bool lcv_is_about_a_map(lcv_eval *e, const lcv_ast *claim);
bool lcv_is_about_maps(lcv_eval *e, const lcv_ast *claim);

/* Is it a claim that is about the values of a map alone, whatever its coordinates? */
bool lcv_is_of_values(const char *claim);
/* A table, or a map of this kind: it has no value, at no numbers. False in `ok` with the status:
 * a mistake in it. */
bool lcv_is_unknown_map(lcv_eval *e, const lcv_ast *ast, bool *ok);

/* False with the status: a claim that is called in another way than its signature says. */
bool lcv_table_problem_open(lcv_table_problem *p, lcv_eval *e, const lcv_ast *claim);
/* Adds the declared tables that depend on the parameters or tables of the problem, and what these
 * depend on. */
void lcv_table_problem_widen(lcv_table_problem *p);
/* Opens the problem of a claim of any kind, without its arguments. */
void lcv_table_problem_about(lcv_table_problem *p, lcv_eval *e, const lcv_ast *claim);
void lcv_table_problem_close(lcv_table_problem *p);
/* The expression behind a name, and behind names of names. */
lcv_argument lcv_argument_behind(const lcv_eval *e, const lcv_ast *ast);
bool lcv_is_map_argument(const lcv_argument *a);

#endif
