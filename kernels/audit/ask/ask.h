/* ask.h - questions of an audit to the prover, each asked once.
 *
 * A kernel has few layouts and asks about them often: the value of an expression and the answer
 * to a claim are kept, by their text. Expressions and claims are those of the language
 * (doc/language.md), types as compilers print them included; the definitions of a file,
 * `#blocked = #ttg.blocked<..>`, are said first. Each claim has its second opinion, as
 * everywhere.
 *
 * What is returned is borrowed from the asker.
 */
#ifndef LCK_ASK_H
#define LCK_ASK_H

#include "../../../lib/linear.h"
#include "../../../verify/session/script.h"

typedef struct lck_asker lck_asker;

/* NULL: there is no memory. */
lck_asker *lck_asker_new(lcv_options options);
void lck_asker_free(lck_asker *asker);

/* A new file: forgets all names and what was asked about them. Claims without names stay. */
void lck_asker_begin(lck_asker *asker);
/* Statements, whose names later questions see. False when one of them is an error; lck_asker_why
 * tells. */
bool lck_asker_say(lck_asker *asker, const char *text);

/* The linear layout that an expression is, a type of Triton for example. NULL: it is none, or not
 * read; lck_asker_why tells. */
const lc_linear *lck_asker_linear(lck_asker *asker, const char *expression);
/* The value of an expression as text, NULL likewise. */
const char *lck_asker_value(lck_asker *asker, const char *expression);
/* Why the last call returned NULL or false, in words. */
const char *lck_asker_why(const lck_asker *asker);
lc_ctx *lck_asker_ctx(lck_asker *asker);
/* Has memory run out on an answer? Then it says less than is so. */
bool lck_asker_starved(const lck_asker *asker);

typedef struct {
    const char *claim;
    int verdict;           /* an lcv_verdict; -1: the claim is an error, `shown` says why */
    bool confirmed;        /* by isl */
    bool disagrees;        /* the prover and isl: a bug in layoutcheck */
    const char *shown;     /* the counterexample, lines; of UNKNOWN the reason; "" */
    const char *where;     /* of REFUTED, the numbers: "M = 16, c = (3,0)"; "" */
    unsigned worst, least; /* of `takes N wavefronts, M without conflicts`, sectors likewise; 0 */
} lck_claimed;

/* Never NULL. */
const lck_claimed *lck_asker_prove(lck_asker *asker, const char *claim);
/* The same, and frees the claim. For NULL there is no verdict, and nothing is shown. */
const lck_claimed *lck_asker_claim(lck_asker *asker, char *claim);

#endif
