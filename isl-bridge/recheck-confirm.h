/* recheck-confirm.h - a second opinion of verdicts and values: isl is asked, in process.
 *
 * A claim is given by its name and its arguments as literals, as in a certificate
 * (recheck.h), with the verdict that is to be confirmed. The literals are read anew and the
 * sets of the claim stated from them (recheck/sets/sets.h), without the algebra, the claim
 * language and the prover. isl is asked about each set; no text is written.
 *
 *   AGREES     PROVED, and isl finds every set empty; REFUTED, and isl has found a point of a
 *              set, which is then in it by arithmetic; REFUTED with a witness, and isl finds
 *              every set of the witness empty; REFUTED, and the sets say that the claim
 *              fails, as of a number that is another one, and isl finds every set empty
 *   DISAGREES  the sets, or a condition that needs none, say the contrary of the verdict
 *   UNSURE     isl has not decided it. Where the reason is READING, ARITHMETIC or POINTS, the
 *              checker has, without isl, and agrees with the verdict.
 *
 * A witness that shows nothing leaves the opinion UNSURE (LCR_OPEN): there may be other evidence
 * without it. It is a disagreement only when the witness is the one value that the claim says is
 * there: A o B for admissible, X itself for is_layout and is_linear.
 *
 * Its parts lie in recheck/. A room uses only those before it:
 *
 *   read/      literals from text, and their values by definition (literal.h)
 *   sets/      functions as sums over coordinates, digits and bits, and the sets that say that
 *              two are the same, that values lie within bounds, differ, are reached (sets.h)
 *   claims/    what each claim says, in these terms: a row a claim (claims.h)
 *   laws/      what each operation says of its value, in the same terms and by the claims: a row
 *              an operation (laws.h)
 *   ask/       the question to isl, the judgement (ask.h, judge.h)
 *   symbolic/  sets and relations whose numbers are sizes in parameters (recheck-symbolic.h)
 *   certificate/  certificates, written and checked (recheck.h)
 *
 * One lcr_ctx, and so one isl context, serves for all claims. Each set has the operations of
 * a query (lcr_set_budget). Seconds are those of the processor.
 */
#ifndef LCR_RECHECK_CONFIRM_H
#define LCR_RECHECK_CONFIRM_H

#include "relation.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    const char
        *place; /* FILE:LINE without blanks, and `: at M = 2` for the numbers of parameters;
                   only a certificate shows it, else it may be NULL */
    const char *claim;
    size_t n;
    const char *const *arg; /* literals */
    const char *witness;    /* NULL: none */
    bool proved;            /* else refuted */
} lcr_certified;

typedef enum { LCR_AGREES, LCR_DISAGREES, LCR_UNSURE } lcr_opinion;

/* A value of an operation of the language, by its name: "compose", "evaluate", ... */
typedef struct {
    const char *operation;
    size_t n;
    const char *const *arg; /* literals */
    const char *value;
} lcr_valued;

/* Why an opinion is UNSURE. */
typedef enum {
    LCR_SURE,
    LCR_NO_EVIDENCE,   /* there is no evidence of this kind for the claim with these arguments */
    LCR_BY_READING,    /* agrees: the literals as they stand decide it; there is no set */
    LCR_BY_ARITHMETIC, /* agrees: numbers that the checker has computed of the literals decide it;
                          no set of at least one coordinate, or parameter, states it */
    LCR_BY_POINTS,     /* agrees: values were looked at one by one, for all or part of it */
    LCR_OPEN,          /* the sets of this witness contradict nothing and show nothing */
    LCR_NO_BUDGET,     /* a set is not decided within the budget */
    LCR_NO_ROOM,       /* a limit of the checker: dimensions, sets, digits */
    LCR_NOT_READ,      /* an argument is no literal that the checker knows */
    LCR_PARAMETERS,    /* the answer is about all values of parameters, the sets about numbers */
    LCR_REASONS
} lcr_reason;

typedef struct {
    lcr_opinion opinion;
    lcr_reason reason;
    const char *by; /* how the sets came about (recheck/sets/sets.h); NULL: not at all */
    size_t sets;    /* that isl has decided, also those that do not state it */
    double seconds;
    char *why;   /* where it does not agree, in words; else NULL */
    char *set;   /* where it disagrees and a set has a point: the set and the point, as text */
    char *point; /* "0 2 -1" */
} lcr_confirmation;

/* False with an error when something failed: memory, isl. The context has no error before
 * and, if it is true, none after. */
bool lcr_confirm(lcr_ctx *r, const lcr_certified *claim, lcr_confirmation *out);
/* The same for a value: AGREES when isl finds every set of the law of the operation empty. */
bool lcr_confirm_value(lcr_ctx *r, const lcr_valued *valued, lcr_confirmation *out);
/* The same without isl, at points: DISAGREES where one of a few chosen points shows that the
 * value is wrong, else UNSURE with LCR_BY_POINTS, LCR_BY_READING, or another reason. It takes
 * microseconds, for many values at once, and proves nothing. */
bool lcr_check_value_at_points(lcr_ctx *r, const lcr_valued *valued, lcr_confirmation *out);
void lcr_confirmation_clear(lcr_confirmation *c);
/* Is there no set to ask about: READING or ARITHMETIC? */
bool lcr_reason_needs_no_set(lcr_reason reason);
/* A name for programs, "points, without isl", and words for people, "values were looked at one by
 * one"; "" for LCR_SURE. */
const char *lcr_reason_text(lcr_reason reason);
const char *lcr_reason_told(lcr_reason reason);

#ifdef __cplusplus
}
#endif

#endif
