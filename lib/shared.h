/* shared.h - shared libraries that are loaded once something needs them.
 *
 * A program that is linked with nothing shared, `make static`, loads none either: what it would
 * load brings a C library of its own, beside the one that is inside.
 */
#ifndef LC_SHARED_H
#define LC_SHARED_H

#include <stdbool.h>

/* Loads the library of this file name or path, which then stays loaded. NULL where that fails;
 * lc_shared_reason says why, until the next call. */
void *lc_shared_open(const char *name);
const char *lc_shared_reason(void);

/* Stores the address of a function or a variable in the pointer that `out` points to; false where
 * the library has none of this name. */
bool lc_shared_find(void *library, const char *name, void *out);

#endif
