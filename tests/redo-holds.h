/* redo-holds.h - does a claim hold? By its definition, at every coordinate of its literals. */
#ifndef TESTS_REDO_HOLDS_H
#define TESTS_REDO_HOLDS_H

#include "redo-defined.h"

/* NOT_SEEN: a claim, or operands, that the reader does not list. */
typedef enum { NOT_SEEN, FAILS, HOLDS } holds;

/* Does a claim on literals hold? Frees what was made for it. */
holds redo_holds(const char *claim);

/* What accesses cost (redo-memory.c), also with a bound; vectors of two functions
 * (redo-moves.c). */
holds redo_memory_holds(redo *r, const char *claim);
holds redo_vectorizes(redo *r);
holds redo_complements(redo *r); /* redo-complement.c */
/* All of [0,n), or of the shape, are among the values. */
bool redo_reaches_all(const image *x, int64_t n, const tree *shape);

static inline holds of(bool is)
{
    return is ? HOLDS : FAILS;
}

#endif
