/* proofs.h - obligations of attention: about its recipe, for prove.c and prove-stages.c; about
 * the statements of its kernel, for prove-blocks.c, prove-tables.c and prove-rows.c. */
#ifndef LCK_ATTENTION_PROOFS_H
#define LCK_ATTENTION_PROOFS_H

#include "../order/polynomial.h"
#include "reading.h"

typedef struct {
    lck_attention *a;
    lcv_planning *p;
} lck_attention_proofs;

/* Asks a claim of the language: true when it is proved, and a line of the plan's claims. Else
 * p->result and p->claim, or an error in p->e. */
#define lck_claims(w, ...) lck_plan_ask((w)->a->plan, (w)->p, __VA_ARGS__)

bool lck_attention_prove_stages(const lck_attention_proofs *w);

typedef struct {
    const lck_attention *a;
    lcv_planning *p;
    const lck_kernel *kernel;
    const lck_attention_result *of;
    lck_names names;
    lck_writing writing;
    const lck_statement *loop, *mask[2], *round[2]; /* of loads; of a mask */
    int scores;                                     /* a file */
    bool other; /* loads of two loops, or products whose scores are not compared */
} lck_counting;

/* Sets the result to UNKNOWN, as the statements have something that is not followed, or lack
 * something. Returns false. */
bool lck_count_lost(const lck_counting *w, const char *why);
/* A load of keys or values; the value of a name, any other expression itself. */
bool lck_is_of_keys(const lck_counting *w, const lck_statement *s);
const lc_expr *lck_count_value(const lck_counting *w, const lc_expr *e);
/* Is it a choice? out[0] is its condition, out[1] and out[2] its values where that holds and
 * where not; a condition chooses 1 or 0. */
bool lck_count_choice(const lck_counting *w, const lc_expr *e, const lc_expr **out);
/* Begins texts about a number that is called j; claims what `how` says of the sets for which the
 * parts hold, with `letters` beside those of the texts: "equal(set "{ [n,p,j,b] : 0 <= n <= 7 and
 * ..". */
void lck_count_begin(lck_counting *w, const lc_expr *number);
bool lck_count_claim(lck_counting *w, const char *how, const char *letters, lc_text part[3]);
#define lck_count_say(w, ...) lck_say(&(w)->writing, __VA_ARGS__)

/* Writes a - b and a minus sign, of the letters of a text that was begun. */
void lck_count_difference(lck_counting *w, lc_text *out, const lc_expr *a, const lc_expr *b);

bool lck_attention_prove_tables(lck_counting *w);
bool lck_attention_prove_rows(lck_counting *w);

#endif
