#include "config.h"

#include "sheets.h"

#include <stdlib.h>
#include <string.h>

static bool sheet_open(lcv_sheet *sheet)
{
    sheet->stream = open_memstream(&sheet->bytes, &sheet->n);
    return sheet->stream != NULL;
}

static void sheet_close(lcv_sheet *sheet)
{
    if (sheet->stream)
        fclose(sheet->stream);
    free(sheet->bytes);
}

lcv_sheets *lcv_sheets_open(void)
{
    lcv_sheets *sheets = calloc(1, sizeof *sheets);
    if (sheets && sheet_open(&sheets->out) && sheet_open(&sheets->err))
        return sheets;
    lcv_sheets_close(sheets);
    return NULL;
}

void lcv_sheets_close(lcv_sheets *sheets)
{
    if (!sheets)
        return;
    sheet_close(&sheets->out);
    sheet_close(&sheets->err);
    free(sheets);
}

/* The text ends where the stream stands: behind it may be what was wiped. */
char *lcv_sheet_take(lcv_sheet *sheet, size_t *n)
{
    long end = fflush(sheet->stream) == 0 && !ferror(sheet->stream) ? ftell(sheet->stream) : -1;
    char *text = end >= 0 ? malloc((size_t)end + 1) : NULL;
    if (text) {
        memcpy(text, sheet->bytes, (size_t)end);
        text[end] = '\0';
        *n = (size_t)end;
    }
    rewind(sheet->stream); /* and clears an error: the next text may have memory */
    return text;
}
