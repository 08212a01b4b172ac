/* history.h - the lines of former sessions.
 *
 * They are in the file that LAYOUTCHECK_HISTORY names, or else in
 * $XDG_STATE_HOME/layoutcheck/history, where XDG_STATE_HOME is ~/.local/state unless it is set.
 * An empty LAYOUTCHECK_HISTORY, and a folder that cannot be made, leave none; there is none
 * without readline either. The file keeps LCV_HISTORY_LINES lines.
 */
#ifndef LCV_HISTORY_H
#define LCV_HISTORY_H

#include <stdbool.h>

#define LCV_HISTORY_LINES 1000

/* Reads it; the path, which lcv_history_close frees, NULL: there is none. */
char *lcv_history_open(void);
/* Adds a line, unless it is the same as the last, and writes it at once. */
void lcv_history_add(const char *path, const char *line);
void lcv_history_close(char *path);

#endif
