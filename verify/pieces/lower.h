/* lower.h - maps (../language/pieces.h) as sums with conditions.
 *
 * The value of an expression falls into cases: where the constraints of a case hold, the value is
 * its sums, one an output; or it has none there, a hole: no piece holds, an index is outside of
 * its table, a divisor is 0. Cases exclude each other and leave nothing out.
 *
 * A name is a coordinate, an integer, a parameter, or an expression that `let` has bound. Other
 * unknowns are entries of tables. What else stands in a map is an error with a place.
 */
#ifndef LCV_LOWER_H
#define LCV_LOWER_H

#include "../value/formula.h"
#include "range.h"
#include "sum.h"

#define LCV_MAX_TABLES 8
#define LCV_MAX_COORDINATES 12

typedef struct {
    const lcv_constraint *when;
    const lcv_sum **value; /* NULL: a hole */
    const char *hole;      /* why: static text */
    const lcv_ast *at;     /* where */
    lcv_range range;       /* of one integer */
} lcv_case;

typedef struct {
    size_t n, nvalues, room; /* up to LCV_MAX_CASES */
    lcv_case *of;            /* grows (lcv_cases_more) */
} lcv_cases;

/* A new case at the end, all zeros; the others may move. NULL: there are too many, or no memory,
 * and the sums say so. */
lcv_case *lcv_cases_more(lcv_sums *s, lcv_cases *to);

/* The constraints where a condition holds, where it does not, and where it has no value. */
typedef struct {
    lcv_condition holds, fails;
    lcv_condition neither;
    const char *hole;
    const lcv_ast *at;
} lcv_truth;

/* The number of a parameter, or of an expression that depends on one; false: it has none. */
typedef bool lcv_number_of(void *user, const lcv_value *v, int64_t *number);

/* A coordinate, or the name of a function's argument, which stands for cases. */
typedef struct {
    const char *name;
    const lcv_sum *sum; /* of a coordinate */
    lcv_range range;
    const lcv_cases *given; /* of an argument */
} lcv_named;

typedef struct lcv_lowering {
    lcv_sums *sums;
    const lcv_scope *scope;
    lcv_source *source;
    lcv_number_of *number; /* or NULL */
    void *user;
    size_t ncoordinates;
    lcv_named coordinate[LCV_MAX_COORDINATES];
    size_t depth;           /* of calls of functions */
    const lcv_ast *rounded; /* a quotient or remainder of `/` or `%` that may be of, or by, a
                               negative number; or NULL */
    lcv_source *rounded_in;
    size_t nshared; /* the first coordinates of a map are these unknowns */
    const size_t *shared;
    bool fixes; /* coordinate number `fixed` is this number */
    size_t fixed;
    int64_t fixed_at;
    size_t ntables; /* found so far */
    const lcv_value *table[LCV_MAX_TABLES];
    /* the error */
    bool failed, limit; /* a limit was reached */
    const lcv_ast *where;
    lcv_source *in;
    char what[200];
    const char *hint;
} lcv_lowering;

/* NULL with the error. */
const lcv_cases *lcv_lower(lcv_lowering *l, const lcv_ast *ast);
const lcv_truth *lcv_lower_condition(lcv_lowering *l, const lcv_ast *ast);
/* An expression that is one integer without cases; else an error. */
const lcv_sum *lcv_lower_integer(lcv_lowering *l, const lcv_ast *ast);
/* Records the error. */
void *lcv_lower_fail(lcv_lowering *l, const lcv_ast *at, const char *hint, const char *format,
                     ...) __attribute__((format(printf, 4, 5)));

/* Takes over the tables and the error of a copy of `l`, at a part of its expression. False: there
 * is an error. */
bool lcv_lower_done(lcv_lowering *l, const lcv_lowering *part);

/* The table that a value is; NULL: it is none. */
const lcv_ast *lcv_table_of(const lcv_value *v);

/* A map with coordinates of its own. Its cases are those of its domain. */
typedef struct {
    size_t nin;
    size_t coordinate[LCV_MAX_COORDINATES]; /* unknowns */
    lcv_condition domain;
    const lcv_cases *cases;
} lcv_lowered;
bool lcv_lower_map(lcv_lowering *l, const lcv_ast *map, lcv_lowered *out);

#endif
