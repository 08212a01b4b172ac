/* redo-holds.h - does a claim hold by its definition, at every coordinate of its literals? */
#ifndef TESTS_REDO_HOLDS_H
#define TESTS_REDO_HOLDS_H

#include "redo-defined.h"

/* NOT_SEEN: the reader cannot list the values of this claim or of these operands. */
typedef enum { NOT_SEEN, FAILS, HOLDS } holds;

/* Does a claim on literals hold? Frees what was made for it. */
holds redo_holds(const char *claim);

/* What accesses cost (redo-memory.c), also with a bound; vectors of two functions
 * (redo-moves.c). */
holds redo_memory_holds(redo *r, const char *claim);
holds redo_vectorizes(redo *r);
holds redo_complements(redo *r); /* redo-complement.c */
/* Are all integers of [0,n), or all coordinates of the shape, among the values? */
bool redo_reaches_all(const image *x, int64_t n, const tree *shape);

static inline holds of(bool is)
{
    return is ? HOLDS : FAILS;
}

#endif
