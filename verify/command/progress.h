/* progress.h - a bar on the terminal, for runs that take a while.
 *
 *     [==========>              ]  42%  4210 done, at a.lay:512
 *
 * It is one line on a terminal, first drawn after half a second, and removed before anything else
 * is printed. There is no bar if errors do not go to a terminal, or if the terminal cannot remove
 * it (TERM=dumb). It has no colours to switch off.
 */
#ifndef LCV_PROGRESS_H
#define LCV_PROGRESS_H

#include <stdbool.h>
#include <stdio.h>

typedef struct {
    FILE *terminal; /* NULL: no bar */
    bool drawn;
    double began, last; /* seconds; when it was last drawn */
} lcv_progress;

/* Seconds between two states of the bar. */
#define LCV_REDRAW 0.1

void lcv_progress_open(lcv_progress *progress, FILE *err);
/* `share` of the whole is done, which is n statements; the place may be NULL. */
void lcv_progress_show(lcv_progress *progress, double share, size_t n, const char *file,
                       size_t line);
/* For lcv_report: `progress` is an lcv_progress. */
void lcv_progress_clear(void *progress);

#endif
