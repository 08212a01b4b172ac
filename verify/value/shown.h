/* shown.h - values as people see them, where that is not the text that isl prints.
 *
 *   {0,2,4,6}       the few values of a layout or a map, where they are no interval; any set else
 *                   as it is written, set "{ [i0] : 0 <= i0 <= 6 }"
 *   8d0 + (d1 mod 8)   a remainder of a coordinate, which isl prints as (d1) mod 8
 *
 * Both are read as they are shown.
 */
#ifndef LCV_SHOWN_H
#define LCV_SHOWN_H

#include "value.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The text of the value; the caller frees it. Other values are shown as by lcv_value_to_str. */
char *lcv_value_shown(lcr_ctx *r, const lcv_value *v);

#ifdef __cplusplus
}
#endif

#endif
