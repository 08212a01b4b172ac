/* facts.h - what a file of statements has proved, as a header for C++17.
 *
 * A value of `let` that is a function to integers becomes a struct with its size, the range of
 * its values, `at`, which computes them, and, where CuTe was included before, the same as an
 * object of CuTe. Static assertions say that `at` has the values of the algebra at the powers of
 * two and at the last coordinate, and that CuTe's object has those of `at`.
 *
 * A claim that held, or was refuted as claimed, becomes a static assertion where its operands
 * are such functions of at most 4096 coordinates, with values in a range of at most 65,536
 * (fact.h): the compiler enumerates them. Every other statement is a comment that says why.
 *
 *     lck_facts *facts = lck_facts_new();
 *     lck_facts_add(facts, outcome);           of each statement; those that failed are left out
 *     char *header = lck_facts_header(facts, "tile.lay");
 *
 * The operands of a claim are those of its certificate, so the session has to certify.
 */
#ifndef LCK_FACTS_H
#define LCK_FACTS_H

#include "../../verify/session/script.h"

typedef struct lck_facts lck_facts;

/* NULL: there is no memory. */
lck_facts *lck_facts_new(void);
void lck_facts_free(lck_facts *facts);

void lck_facts_add(lck_facts *facts, const lcv_outcome *outcome);

/* The header; the caller frees it. The namespace is the name of the file without its folder and
 * its end. NULL: there is no memory. */
char *lck_facts_header(lck_facts *facts, const char *path);

#endif
