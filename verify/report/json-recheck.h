/* json-recheck.h - what `recheck` finds as records (json-value.h): one for each claim of a
 * certificate, and one for all of them. Without jansson nothing is printed; --format=json is
 * refused then. */
#ifndef LCV_JSON_RECHECK_H
#define LCV_JSON_RECHECK_H

#include <stdio.h>

#include "../../isl-bridge/recheck.h"

void lcv_json_checked(FILE *out, const char *file, const lcr_checked *checked);
/* The record for all claims: the number with each answer, the number that the checker alone
 * confirms, and the exit status. */
void lcv_json_rechecked(FILE *out, const size_t count[LCR_REJECTED + 1], size_t by_checker,
                        int status);

#endif
