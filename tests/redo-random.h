/* redo-random.h - texts of random claims, on operands of every kind and mixtures of them. */
#ifndef TESTS_REDO_RANDOM_H
#define TESTS_REDO_RANDOM_H

#include "random.h"

#define RANDOM_KINDS 9
#define RANDOM_ROOM 8192

const char *random_kind(int kind);
size_t random_claims(void);
const char *random_claim_name(size_t which);
unsigned random_claim_kinds(size_t which); /* bits */
/* A claim; *kind is that of its first operand. */
void random_claim(rnd *r, size_t which, int *kind, char *out);

#endif
