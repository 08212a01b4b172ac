/* redo-holds.h - does a claim hold? By its definition, at every coordinate of its literals. */
#ifndef TESTS_REDO_HOLDS_H
#define TESTS_REDO_HOLDS_H

#include "redo-defined.h"

/* NOT_SEEN: a claim, or operands, that the reader does not list. */
typedef enum { NOT_SEEN, FAILS, HOLDS } holds;

/* Of a claim on literals; what was made for it is gone. */
holds redo_holds(const char *claim);

static inline holds of(bool is)
{
    return is ? HOLDS : FAILS;
}

#endif
