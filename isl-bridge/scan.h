/* scan.h - the points of a set within a box, one by one.
 *
 * The variables of a basic set are walked through in turn, each between the bounds that the
 * constraints without divisions leave it after those before it; constraints with divisions are
 * looked at where all variables are known. A point of several basic sets is one of the first.
 */
#ifndef LCR_SCAN_H
#define LCR_SCAN_H

#include "internal.h"

/* A set, read. */
typedef struct lcr_points lcr_points;

/* NULL: isl has to be asked, as the set has divisions that are not known, or integers of more
 * than a word; no error. The set is borrowed. */
lcr_points *lcr_points_of(lcr_ctx *r, isl_set *set);
void lcr_points_free(lcr_points *points);

bool lcr_points_have(lcr_points *points, const lc_int *x);

/* Called for each point; false ends the scan. */
typedef bool lcr_point_reader(void *user, const lc_int *x);

typedef enum {
    LCR_SCANNED,
    LCR_SCAN_ENDED, /* the reader had enough */
    LCR_NO_SCAN     /* very many steps: the reader may have seen some of the points */
} lcr_scan_status;

/* The points with low <= x <= high, each once. */
lcr_scan_status lcr_scan(lcr_points *points, const lc_int *low, const lc_int *high,
                         lcr_point_reader *read, void *user);

#endif
