/* opinion.h - second opinions of values and verdicts: who gives them, and the answers. */
#ifndef LCV_OPINION_H
#define LCV_OPINION_H

#include "../../isl-bridge/recheck-confirm.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Who gives a second opinion: nobody; isl, on every value and every verdict; the checker without
 * isl, on every value, at a few points of the law of its operation. */
typedef enum { LCV_CROSSCHECK_OFF, LCV_CROSSCHECK_ISL, LCV_CROSSCHECK_POINTS } lcv_opinions;

/* isl's answers about the values and the claims of a statement. */
typedef struct lcv_confirmed {
    size_t values, claims;    /* that isl has confirmed */
    size_t read;              /* decided by reading the literals: there is no set to ask about */
    size_t computed;          /* decided by the checker's arithmetic: no set states it */
    size_t open[LCR_REASONS]; /* answers that are not confirmed, by the reason */
    size_t sets;              /* that isl has decided */
    double seconds;           /* of the processor */
    char *why;                /* a line for each that is not confirmed; NULL: there are none */
} lcv_confirmed;

/* Everything that a report of a bug needs. */
typedef struct lcv_disagreement {
    char *call;         /* "compose((4,6,8):(2,3,5), 6:3)": the operation on values */
    char *value;        /* the algebra's value; NULL when the algebra itself noticed */
    char *law;          /* the definition of the operation and its source; or NULL */
    const char *method; /* how isl was asked; static, or NULL */
    char *problem;      /* how the law fails, with the counterexample */
    char *set, *point;  /* where isl disagrees: the set, in its syntax, and a point; or NULL */
} lcv_disagreement;

/* The number of answers that isl has not confirmed, whatever the reason. */
size_t lcv_confirmed_open(const size_t open[LCR_REASONS]); /* the sum */

#ifdef __cplusplus
}
#endif

#endif
