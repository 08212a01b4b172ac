/* certified.h - the block of a certificate, as the claim that it is of.
 *
 * Tests and benchmarks take the arguments of a claim in literals, and the witness, from the
 * certificate that a session writes.
 */
#ifndef TESTS_CERTIFIED_H
#define TESTS_CERTIFIED_H

#include "../isl-bridge/recheck-confirm.h"

#include <stdint.h>

#define CERTIFIED_ARGS 8

typedef struct {
    lcr_certified claim; /* its texts are of `copy` */
    const char *arg[CERTIFIED_ARGS];
    char *copy;
} certified;

/* False: it is no block of a claim that was decided. */
bool certified_read(const char *block, certified *out);
void certified_clear(certified *c);

/* The number of a digest: FNV-1a of the text. */
uint64_t certified_digest(const char *text, size_t length);

#endif
