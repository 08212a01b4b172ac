/* hints.h - literals with which the law of an operation is stated (recheck-confirm.h).
 *
 * A divide composes with a complement that its arguments and its value do not show; the
 * algebra finds it, and the sets of the law have to show that it is one.
 */
#ifndef LCV_HINTS_H
#define LCV_HINTS_H

#include "prove.h"

#define LCV_HINTS 4

/* How many there are of the operation, owned by the caller; 0, perhaps with an error: none. */
size_t lcv_hints_of(lcr_ctx *r, const char *operation, size_t n, lcv_value *const *args,
                    char *hint[LCV_HINTS]);

#endif
