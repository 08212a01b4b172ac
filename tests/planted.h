/* planted.h - values with planted errors, given to isl alone.
 *
 * A call is evaluated without any cross-check. isl is then asked about its value, which it
 * must not deny, and about wrong ones, made of it: a number one off, doubled, negated or 0,
 * two numbers exchanged, modes exchanged or dropped, an offset before it. What is another
 * function as the prover decides it, which shares nothing with isl's opinion, must be denied,
 * with a point of a set or a condition in words, or, where there is no evidence of this kind, at
 * least not be confirmed; so must what is wrong at a point of the law. isl may be the stricter
 * one, but for relations: the same pairs, written otherwise, are not denied.
 */
#ifndef TESTS_PLANTED_H
#define TESTS_PLANTED_H

#include "../isl-bridge/recheck-confirm.h"
#include "law.h"

#define PLANTED_ARGS 6

/* An operation and patterns of its arguments (pattern.h), expressions of the language. */
typedef struct {
    const char *operation, *arg[PLANTED_ARGS];
} planted;

typedef struct {
    size_t calls, values;       /* tried, and those with a value */
    size_t confirmed, read;     /* by isl, by reading */
    size_t open[LCR_REASONS];   /* not confirmed */
    size_t wrong, caught;       /* another function; of these, denied */
    size_t missed[LCR_REASONS]; /* of these, not decided */
    size_t stricter;            /* denied, and not known to be wrong */
} planted_counts;

/* One random call of the case, with up to `most` planted errors. False: a right value is
 * denied, a wrong one confirmed, or an opinion of no form. */
bool planted_case(law *l, const planted *call, size_t most, planted_counts *counts);
/* A line for a log: "compose: 40 of 50 values confirmed, ..." */
void planted_print(const planted *call, const planted_counts *counts);
/* The calls of a file of data (tests/rows/calls.tsv), a law for each group, for a Check test,
 * with six errors a value: fails as above, where no value of a call is confirmed, and where an
 * error is not decided. */
void planted_check(const char *rows);
/* Checks the counts, once the cases have run: the last part of the above. */
void planted_check_counts(const planted *call, const planted_counts *counts);

#endif
