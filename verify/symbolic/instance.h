/* instance.h - claims with parameters, at numbers.
 *
 * A problem is an expression or a claim together with everything that it depends on: parameters,
 * the expressions behind its names, the assumptions on its parameters. An instance gives each
 * parameter a number, and leaves a problem without parameters. A claim that fails at an instance
 * which satisfies the assumptions is refuted; instances prove a claim only when there are
 * finitely many and all were tried.
 *
 * The numbers to try are the ends of the ranges, numbers around multiples of the constants that
 * occur in the problem (a tile of 128 breaks at 127, 128, 129), large numbers, and random
 * combinations of these from a fixed seed. Numbers that break an assumption are moved to satisfy
 * it, one parameter at a time.
 */
#ifndef LCV_INSTANCE_H
#define LCV_INSTANCE_H

#include "parameter.h"

#define LCV_MAX_ASSUMPTIONS 64
#define LCV_MAX_CONSTANTS 64

typedef struct {
    lcv_eval *e;
    lc_ctx *ctx;
    const lcv_ast *ast;
    size_t n;
    const lcv_value *parameter[LCV_MAX_PARAMETERS];
    /* A parameter is residue + a multiple of modulus. */
    lc_int modulus[LCV_MAX_PARAMETERS], residue[LCV_MAX_PARAMETERS];
    size_t nassumptions;
    const lcv_value *assumption[LCV_MAX_ASSUMPTIONS];
    size_t nconstants;
    lc_int constant[LCV_MAX_CONSTANTS]; /* positive; in ascending order */
    size_t nexpressions, room;
    const lcv_value **expression; /* by address */
} lcv_problem;

/* False with the status of e set. The integers belong to the frame that is open. */
bool lcv_problem_open(lcv_problem *problem, lcv_eval *e, const lcv_ast *ast);
void lcv_problem_close(lcv_problem *problem);
/* The parameters that an assumption depends on, for its formula. False with the status. */
bool lcv_problem_mentions(lcv_eval *e, const lcv_ast *ast, lcv_formula *out);
/* One more assumption. False when it contradicts the others, or with the status set. */
bool lcv_problem_assume(lcv_problem *problem, const lcv_value *assumption);

/* The place of a parameter, or of an expression; SIZE_MAX when it is not part of the problem. */
size_t lcv_problem_parameter(const lcv_problem *problem, const lcv_value *v);
size_t lcv_problem_expression(const lcv_problem *problem, const lcv_value *v);

/* Inserts a value into an ascending list without doubles, of at most `room`. */
void lcv_insert(lc_int *sorted, size_t *n, size_t room, lc_int value);

lc_int lcv_problem_low(const lcv_problem *problem, size_t i);
bool lcv_problem_high(const lcv_problem *problem, size_t i, lc_int *high);
/* The number of values of a parameter within its range and residue; false when it is infinite. */
bool lcv_problem_count_of(const lcv_problem *problem, size_t i, lc_int *count);
/* The k-th assignment of n parameters that have finitely many values, the first varying fastest:
 * those with the numbers `which`, or, NULL, the first n. */
void lcv_problem_case(const lcv_problem *problem, size_t n, const size_t *which, int64_t k,
                      lc_int *value);
/* determined.c: the parameters without an end that assumptions give, as `n == 1 << k`, and those
 * that are free. */
typedef struct {
    size_t n, which[LCV_MAX_PARAMETERS];       /* free ones */
    const lcv_formula *by[LCV_MAX_PARAMETERS]; /* of the others: the assumption that gives the
                                                * parameter, */
    bool right[LCV_MAX_PARAMETERS];            /* which is its right side, or its left one */
} lcv_determined;
/* Finds the free parameters and the number of their assignments; false when it is infinite. */
bool lcv_problem_free(const lcv_problem *problem, lcv_determined *d, lc_int *count);
/* Computes the other parameters from the free ones; *within: none of them is below its range.
 * False where one has no known value. */
bool lcv_problem_complete(const lcv_problem *problem, const lcv_determined *d, lc_int *value,
                          bool *within);
/* "for all M >= 1, N in 1..64 with M % 8 == 0"; the caller frees it. */
char *lcv_problem_range(const lcv_problem *problem);

/* "M = 1, N = 65"; the caller frees it. */
char *lcv_instance_text(const lcv_problem *problem, const lc_int *value);

/* The outcome of the problem at one instance. */
typedef enum {
    LCV_AT_HOLDS,
    LCV_AT_FAILS,
    LCV_AT_UNKNOWN,     /* undecided within the budget */
    LCV_AT_EXCLUDED,    /* an assumption does not hold */
    LCV_AT_ERROR,       /* no value: `diag` */
    LCV_AT_DISAGREEMENT /* between the algebra and its relations: a bug */
} lcv_at;

typedef struct {
    lcv_at at;
    lcv_result *result; /* HOLDS, FAILS, UNKNOWN */
    lcv_diag diag;      /* ERROR */
    lcv_disagreement disagreement;
    char *certificate; /* where `visit` asked for one */
} lcv_attempt;

/* `visit`, if any, sees the instance before the claim is evaluated; false ends the attempt
 * with the status that it set in the eval it is given. */
typedef bool lcv_visit(void *user, lcv_eval *at);
lcv_attempt lcv_try_claim(const lcv_problem *problem, const lc_int *value, bool crosscheck,
                          lcv_visit *visit, void *user);
/* Does the claim fail at these numbers? *whole: none of the sizes and bounds that it is given is
 * 0 there. */
bool lcv_fails_at(const lcv_problem *problem, const lc_int *value, bool *whole);
/* Has the expression a value? HOLDS, ERROR, EXCLUDED ... */
lcv_attempt lcv_try_value(const lcv_problem *problem, const lc_int *value);
/* What the value of the expression is there; false when it has none. */
typedef struct {
    lcv_kind kind;
    size_t rank;  /* of a tuple, and of what has a layout; else 0 */
    bool outside; /* an offset, or functions after a layout */
} lcv_look;
bool lcv_try_look(const lcv_problem *problem, const lc_int *value, lcv_look *look);
/* Is the value of the expression at these numbers that of a form? True also where the expression
 * has no value, unless `exists`, and where the value is out of reach. */
struct lcv_forms;
struct lcv_form;
bool lcv_try_agrees(const lcv_problem *problem, const lc_int *value, bool exists,
                    struct lcv_forms *f, const struct lcv_form *form, const lc_int *symbol);
/* The value of the expression at these numbers, as text that the caller frees; NULL where it has
 * none. */
char *lcv_try_text(const lcv_problem *problem, const lc_int *value);
/* Left minus right side of a comparison; false when they are no integers. */
bool lcv_try_sides(const lcv_problem *problem, const lcv_formula *comparison, const lc_int *value,
                   lc_int *difference);
void lcv_attempt_clear(lcv_attempt *attempt);
/* Turn an error, or another failure, of an attempt into one of the evaluation: "at M = 1:
 * ...". */
void lcv_attempt_report(const lcv_problem *problem, const lc_int *value, lcv_attempt *attempt);

/* ---- which numbers ---- */

#define LCV_INSTANCES 96

typedef struct {
    const lcv_problem *problem;
    size_t ncandidates[LCV_MAX_PARAMETERS];
    lc_int candidate[LCV_MAX_PARAMETERS][LCV_INSTANCES];
    size_t step;
    uint64_t seed;
    size_t nseen;
    lc_int seen[LCV_INSTANCES][LCV_MAX_PARAMETERS];
} lcv_choice;

void lcv_choice_init(lcv_choice *choice, const lcv_problem *problem);
/* The next instance, which differs each time. It satisfies the ranges, and the assumptions if
 * such an instance was found. False after the last. */
bool lcv_choice_next(lcv_choice *choice, lc_int *value);
/* The instance in which each parameter has the number with place[i] admitted numbers below it;
 * admitted are those that break no assumption about this parameter alone. False: a number is
 * outside of its range. */
bool lcv_choice_at(const lcv_choice *choice, const size_t *place, lc_int *value);
/* Smaller numbers at which `fails` still holds, tried one parameter at a time. */
void lcv_choice_shrink(lcv_choice *choice, lc_int *value,
                       bool (*fails)(void *user, const lc_int *value), void *user);

#endif
