/* guarded.h - random claims partitions(X, S, under), of coordinates of two axes.
 *
 * X has strides in the radix of those before them, or nearly so, in another order; S is nearly as
 * large as that, and the guard nearly S.
 */
#ifndef TESTS_GUARDED_H
#define TESTS_GUARDED_H

#include "law.h"

/* The arguments, owned by the case. Does the claim hold, by enumeration? */
bool guarded_partition(law *l, const char *arg[3]);

#endif
