/* spellings.h - names of other programs, and what they are called here.
 *
 * Where the arguments are the same, the other name is accepted: it is an alias. Otherwise the
 * error about the unknown name says what to write, with the arguments that were given.
 */
#ifndef LCV_SPELLINGS_H
#define LCV_SPELLINGS_H

#include <stddef.h>

typedef struct {
    const char *name, *of; /* of CuTe, Triton, .. */
    const char *as;        /* the name in the language, with the same arguments */
} lcv_alias;

/* NULL: it is no alias. */
const lcv_alias *lcv_alias_find(const char *name);
/* The i-th of all; NULL past the last. */
const lcv_alias *lcv_alias_at(size_t i);

typedef struct {
    const char *call, *of; /* "permute(A, i, ...)" of "PyTorch" */
    const char *write;     /* "select(A, i, ...)", in the names of the arguments */
    const char *remark;    /* or NULL */
} lcv_spelling;

/* The spelling with this name and so many arguments (*fits is 1), or else the first of this name;
 * NULL: there is none. */
const lcv_spelling *lcv_spelling_find(const char *name, size_t nargs, int *fits);
/* The i-th of all; NULL past the last. */
const lcv_spelling *lcv_spelling_at(size_t i);

/* What to write, with these n texts in the place of the arguments; owned by the caller. */
char *lcv_spelling_text(const lcv_spelling *spelling, size_t n, const char *const *arg);

#endif
