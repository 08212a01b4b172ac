/* judge.h - what the sets of a claim say of its verdict: for confirmations and
 * certificates alike. */
#ifndef LCR_RECHECK_JUDGE_H
#define LCR_RECHECK_JUDGE_H

#include "ask.h"
#include "../../recheck-confirm.h"

typedef struct {
    lcr_evidence evidence;
    lcr_opinion opinion;
    lcr_reason reason;
    size_t sets;     /* that isl has decided */
    size_t stated;   /* of these, with a coordinate: the others are arithmetic */
    size_t at;       /* the set that has a point; SIZE_MAX: none */
    sys_point point; /* in that set */
    const char *why; /* in words, unless it agrees */
} lcr_judgement;

/* False with an error. All text is of the pool. */
bool lcr_judge(lcr_ctx *r, lit_pool *pool, const lcr_certified *claim, lcr_judgement *j);

/* The evidence for the verdict, from the literals; false with an error. */
bool lcr_judge_evidence(lit_pool *pool, const lcr_certified *claim, lcr_evidence *evidence);
/* Do all conditions hold, and are all sets empty? NO with j->at where a set has a point. */
lcr_answer lcr_judge_sets(lcr_ctx *r, lit_pool *pool, const lcr_evidence *e, lcr_judgement *j);

/* The reason of a verdict that no set with a coordinate has decided: by reading, points or
 * arithmetic. */
lcr_reason lcr_judge_without_sets(const lcr_evidence *e);

/* Does the judgement agree with the verdict, by sets or without? */
bool lcr_judge_is_certain(const lcr_judgement *j);

/* The judgement as a confirmation, which outlives the pool; it has the text of the set only where
 * it disagrees. False with an error. */
bool lcr_judge_keep(lit_pool *pool, const lcr_judgement *j, lcr_confirmation *out);
double lcr_judge_now(void); /* seconds of the processor, of this thread */

#endif
