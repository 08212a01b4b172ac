/* prove.h - claims and their proofs.
 *
 * lcv_prove decides one claim about values: PROVED, REFUTED with a counterexample
 * that a person can check, or UNKNOWN with the reason. Each claim is decided by
 * the method that was measured to be fast for it: a counterexample system, a
 * count, an explicit inverse, a comparison, an enumeration of a small domain. A
 * counterexample is guessed first (corners, unit vectors, random points),
 * certified by evaluation, and only solved for when guessing fails.
 */
#ifndef LCV_PROVE_H
#define LCV_PROVE_H

#include "../value/value.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum { LCV_PROVED, LCV_REFUTED, LCV_UNKNOWN } lcv_verdict;

/* A number that stands for a parameter. */
typedef struct {
    char *name, *value;
} lcv_parameter_value;

/* A counterexample in words and numbers. Every string is owned by the result. */
typedef struct {
    char *where;   /* "c = 2", "c = (1,0) and c' = (0,4)", ""  */
    char *summary; /* "3 is not 7" */
    char **steps;  /* "R(2) = R(0,1) = 3", "A(B(2)) = A(6) = A(2,1,0) = 7" */
    size_t nsteps;
    lcv_parameter_value *parameters; /* also in `where`; none in a claim without parameters */
    size_t nparameters;
} lcv_counterexample;

typedef struct {
    lcv_verdict verdict;
    const char *method; /* "linear system", "counting", "comparison", ... static */
    char *reason;       /* UNKNOWN: what was tried; PROVED: a remark or NULL */
    lcv_counterexample counterexample; /* REFUTED */
} lcv_result;

/* A claim by its name: the table that the evaluator, the manual and the
 * cross-check share. */
typedef struct {
    const char *name;
    const char *signature; /* "composes(R, A, B)" */
    size_t min_args, max_args;
    /* NULL with an error in the lc_ctx when an argument is of the wrong kind. */
    lcv_result *(*prove)(lcr_ctx *r, size_t n, lcv_value *const *args);
} lcv_claim;

const lcv_claim *lcv_claim_find(const char *name);
const lcv_claim *lcv_claim_table(size_t *n);

/* NULL with an error in the lc_ctx: wrong number or kind of arguments. */
lcv_result *lcv_prove(lcr_ctx *r, const lcv_claim *claim, size_t n, lcv_value *const *args);
void lcv_result_free(lcv_result *result);

#ifdef __cplusplus
}
#endif

#endif
