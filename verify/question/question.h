/* question.h - five questions about functions, and who decides them.
 *
 * A claim about values is the negation of one of these questions, or of a few of them:
 *
 *     differ(f, g)    a coordinate c of the domain with f(c) != g(c)        differ.h
 *     collide(f)      coordinates c != d with f(c) = f(d)                   collide.h
 *     outside(f, S)   a coordinate c whose value is not in S                outside.h
 *     missing(f, S)   an element of S that is no value of f                 missing.h
 *     common(f, g)    coordinates c, d with f(c) = g(d)                     common.h
 *
 * Each has an ordered list of deciders: closed forms, the matrix over F2, guesses, a linear
 * system, a system in digits, enumeration. A decider answers LCR_YES with what it found, LCR_NO
 * where there is nothing to be found, and LCR_UNKNOWN where it cannot tell: then the next one is
 * asked. A finding is evaluated before it is believed. A new kind of operand is a function
 * (function.h), a new method a decider; neither touches the claims.
 */
#ifndef LCV_QUESTION_H
#define LCV_QUESTION_H

#include "../function/function.h"
#include "../function/witness.h"

/* The finding, and its method. A question says what of it is filled in. */
typedef struct {
    const char *method; /* LCV_BY_... */
    lc_int c, d;        /* integral coordinates */
    lc_int value;
} lcv_finding;

typedef lcr_answer lcv_decider(lcr_ctx *r, void *question, lcv_finding *found);

/* A decider with the method that its answers are by; it may set another one itself. Shortcuts
 * (ctx.h) are left out where tests turn them off. */
typedef struct {
    lcv_decider *decide;
    const char *method;
    bool is_shortcut;
} lcv_method;

/* The first answer to the question, `what` for those who watch; LCR_UNKNOWN without an error:
 * nobody decides it. A decider that runs out of budget is passed over, any other error ends the
 * search. `methods` end with a decider of NULL. */
lcr_answer lcv_decide(lcr_ctx *r, const char *what, const lcv_method *methods, void *question,
                      lcv_finding *found);

#endif
