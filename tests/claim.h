/* claim.h - claims proved on values of the model, their counterexamples redone.
 *
 *     claim c;
 *     claim_begin(l, &c);
 *     claim_layout(&c, "R", &r);
 *     claim_layout(&c, "A", &a);
 *     if (!claim_prove(&c, "right_inverts", holds_by_enumeration)) return false;
 *
 * claim_prove fails the case unless the verdict is the one expected. A refuted claim
 * must have a counterexample whose equations hold: `A(B(2)) = A(6) = A(2,1,0) = 7` is
 * read back and each side evaluated by the model.
 */
#ifndef TESTS_CLAIM_H
#define TESTS_CLAIM_H

#include "../verify/value/value.h"
#include "law.h"

#define CLAIM_ARGS 4
#define CLAIM_NAMES 8

typedef struct {
    law *law;
    lcr_ctx *r;
    size_t n;
    lcv_value *arg[CLAIM_ARGS]; /* owned by the case */
    const char *text[CLAIM_ARGS];
    size_t names;
    struct {
        const char *name;
        const m_layout *layout; /* borrowed */
        int64_t offset;
    } named[CLAIM_NAMES];
    /* Of a refuted claim: the values of the steps that are equations, in order. */
    size_t values;
    int64_t value[8];
    const char *where, *summary;
    size_t steps;
    const char *step[8];
} claim;

void claim_begin(law *l, claim *c);
/* Arguments, under the names that the claim's steps use. */
void claim_layout(claim *c, const char *name, const m_layout *a);
void claim_tensor(claim *c, const char *name, int64_t offset, const m_layout *a);
void claim_tuple(claim *c, const m_tuple *t);
void claim_int(claim *c, int64_t value);
void claim_relation(claim *c, lcr_map *m); /* takes it over */
/* Any value, which is taken over, and what it reads as. */
void claim_value(claim *c, lcv_value *v, const char *text);
/* Another name that steps may use. */
void claim_name(claim *c, const char *name, const m_layout *a);

bool claim_prove(claim *c, const char *name, bool holds);
/* The integral coordinate after `key` ("c = ", "c' = ") in the place of the
 * counterexample, read in this shape; false (and the case fails) when there is none
 * or it lies outside. */
bool claim_place(claim *c, const char *key, const m_tuple *shape, int64_t *index);
/* Cross-check: PROVED when `right`, REFUTED otherwise. */
bool claim_crosscheck(claim *c, const char *operation, const lcv_value *value, bool right);

#endif
