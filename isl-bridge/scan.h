/* scan.h - the points of a set within a box, one by one.
 *
 * A basic set's variables are walked through in turn, each between the bounds that the constraints
 * without divisions leave it after those before it; constraints with divisions are looked at where
 * all variables are known. A point of several basic sets is a point of the first.
 */
#ifndef LCR_SCAN_H
#define LCR_SCAN_H

#include "internal.h"

/* False: enough. */
typedef bool lcr_point_reader(void *user, const lc_int *x);

typedef enum {
    LCR_SCANNED,
    LCR_SCAN_ENDED, /* the reader had enough */
    LCR_NO_SCAN     /* isl has to be asked: divisions that are not known, integers of more than a
                       word, very many steps; the reader may have seen some of the points */
} lcr_scan_status;

/* The points of `set` with low <= x <= high, each once. The set is borrowed. */
lcr_scan_status lcr_scan(lcr_ctx *r, isl_set *set, const lc_int *low, const lc_int *high,
                         lcr_point_reader *read, void *user);

#endif
