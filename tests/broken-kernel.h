/* broken-kernel.h - kernels that are broken on purpose: a statement is taken out, or comes
 * later. */
#ifndef TESTS_BROKEN_KERNEL_H
#define TESTS_BROKEN_KERNEL_H

#include "../kernels/kernel/kernel.h"

/* The statement number `n` of a kind, of those that are meant. */
typedef struct {
    lck_statement_kind kind;
    int detail; /* a ring, a group, a fence, a scope; of CONVERT and APPLY a file; -1: any */
    int n;
} broken_meant;

/* The pointer of its list that points to the statement; NULL: there is none. */
lck_statement **broken_find(lck_statement **at, broken_meant *m);
/* Take the statement out of its list; put it behind the next one. The test fails where there is
 * none. */
void broken_take_away(lck_kernel *kernel, broken_meant m);
void broken_put_behind_next(lck_kernel *kernel, broken_meant m);

#endif
