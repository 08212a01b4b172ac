/* sheets.h - two streams into memory, on which the texts of one item after the other are written.
 *
 * A stream into memory takes some kilobytes to open, which is much beside an item of a line. The
 * sheets of a report stay open from its beginning to its end and are wiped between the items.
 *
 * Errors: NULL or false, when memory runs out. Ownership: texts are copied out, the caller's.
 */
#ifndef LCV_SHEETS_H
#define LCV_SHEETS_H

#include <stdbool.h>
#include <stdio.h>

typedef struct {
    FILE *stream;
    char *bytes; /* the stream's */
    size_t n;
} lcv_sheet;

typedef struct lcv_sheets {
    lcv_sheet out, err;
} lcv_sheets;

lcv_sheets *lcv_sheets_open(void);
void lcv_sheets_close(lcv_sheets *sheets);

/* What was written on a sheet since it was wiped, with a NUL behind it, and its length; wipes
 * it. */
char *lcv_sheet_take(lcv_sheet *sheet, size_t *n);

#endif
