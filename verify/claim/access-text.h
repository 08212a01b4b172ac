/* access-text.h - accesses as text: places, addresses, banks and sectors. */
#ifndef LCV_ACCESS_TEXT_H
#define LCV_ACCESS_TEXT_H

#include "accesses.h"

/* `access 5, lane 1`, without the access if there is only one, without the lane if it is NULL.
 * The caller frees texts; NULL where there is no memory. */
char *lcv_access_place(lc_ctx *ctx, const lcv_accesses *a, lc_int access, const unsigned *lane);
/* `3 accesses of 32 lanes, 4 bytes each`, `, vectors of 2 values`, and `, reads of gfx942`. */
char *lcv_access_count(lc_ctx *ctx, const lcv_accesses *a);

/* `lane 5`, `lanes 0, 4 and 8`, `lanes 0 to 7 and 16`: n of them, in order. */
void lcv_add_lanes(lc_text *text, const unsigned *lane, unsigned n);

/* The refutation by the access that the search found; its summary begins with `prefix`. NULL with
 * an error. */
typedef lcv_result *lcv_tell_access(lc_ctx *ctx, const lcv_accesses *a, const lcv_worst *worst,
                                    const char *prefix);
/* An address that is no multiple of the width, or a vector that is no run of offsets. */
lcv_tell_access lcv_tell_fault;
/* Two lanes that collide, and all that want the busiest bank. */
lcv_tell_access lcv_tell_conflicts;
/* The sector that is used least, and the lanes that use it. */
lcv_tell_access lcv_tell_sectors;

#endif
