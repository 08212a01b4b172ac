/* verdict.h - the verdict on a claim. */
#ifndef LCV_VERDICT_H
#define LCV_VERDICT_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum { LCV_PROVED, LCV_REFUTED, LCV_UNKNOWN } lcv_verdict;

/* A number that stands for a parameter. */
typedef struct {
    char *name, *value;
} lcv_parameter_value;

/* What is at fault, beside the words: a coordinate of a function, or a value that it should
 * have, or not have. */
typedef struct {
    char *of; /* as steps name it: a parameter of the claim, "A", or a mode, "mode(A,1)" */
    char *at; /* an integral coordinate, in digits; NULL: of none */
    char *coordinate; /* the same as the natural coordinate, "(1,(0,2))", congruent to the shape;
                       * of a linear layout a number an input dim, of a relation one an input;
                       * NULL: of none */
    char *roles;      /* what the modes of the coordinate are, "thread,value", or the names of the
                       * dims, "register,lane,warp"; NULL: nothing by name */
    char *value;      /* at the coordinate, NULL: there is none; or without one, as it is shown */
} lcv_fault;

/* A counterexample in words and numbers. Every string is owned by the result. */
typedef struct {
    char *where;   /* "c = 2", "c = (1,0) and c' = (0,4)", ""  */
    char *summary; /* "3 is not 7" */
    char **steps;  /* "R(2) = R(0,1) = 3", "A(B(2)) = A(6) = A(2,1,0) = 7" */
    size_t nsteps;
    lcv_parameter_value *parameters; /* also in `where`; none in a claim without parameters */
    size_t nparameters;
    lcv_fault *faults;
    size_t nfaults;
} lcv_counterexample;

typedef struct {
    lcv_verdict verdict;
    const char *method;                /* "linear system", "counting", "comparison", ... static */
    char *reason;                      /* UNKNOWN: what was tried; PROVED: a remark or NULL */
    lcv_counterexample counterexample; /* REFUTED */
} lcv_result;

/* All of it again; NULL with an error. */
struct lc_ctx;
lcv_result *lcv_result_copy(struct lc_ctx *ctx, const lcv_result *result);
void lcv_result_free(lcv_result *result);
const char *lcv_verdict_name(lcv_verdict verdict); /* "PROVED" */

#ifdef __cplusplus
}
#endif

#endif
