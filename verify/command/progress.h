/* progress.h - a line on the terminal, for runs and for claims that take a while.
 *
 *     [==========>              ]  42%  4210 done, at a.lay:512 for 3 s: values that differ, by
 *     enumeration
 *
 * It is one line on a terminal, first drawn after half a second, and removed before anything else
 * is printed. There is none if errors do not go to a terminal, or if the terminal cannot remove
 * it (TERM=dumb). It has no colours to switch off.
 *
 * Work inside one statement says what it does (lc_doing, ../../lib/ctx.h), and a thread draws it
 * (lcv_progress_watch); processes with other processes to wait for draw it themselves
 * (lcv_progress_tick). All functions but `open` may be called by any thread.
 */
#ifndef LCV_PROGRESS_H
#define LCV_PROGRESS_H

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

#include "../../lib/ctx.h"

typedef struct {
    FILE *terminal; /* NULL: none */
    pthread_mutex_t lock;
    pthread_t watcher;
    bool watched, ends;
    bool drawn, bar;
    double began, last; /* seconds; when it was last drawn */
    double share;       /* of the whole, where there is a bar */
    size_t done;
    char file[256]; /* of the statement under way; "": none */
    size_t line;
    double since; /* it is under way; 0: nothing is */
    const lc_doing *doing;
    size_t changes; /* of `doing`, when it was seen last */
    double changed;
} lcv_progress;

/* Seconds between two states of the line. */
#define LCV_REDRAW 0.1

void lcv_progress_open(lcv_progress *progress, FILE *err);
/* Ends the thread of lcv_progress_watch, if there is one. */
void lcv_progress_close(lcv_progress *progress);
/* `share` of the whole is done, which is n statements; work on the statement at this place
 * begins. What it does is written in `doing`. */
void lcv_progress_show(lcv_progress *progress, double share, size_t n, const char *file,
                       size_t line, const lc_doing *doing);
/* Work without a place and a share, or the end of it (NULL). */
void lcv_progress_work(lcv_progress *progress, const lc_doing *doing);
void lcv_progress_tick(lcv_progress *progress);
/* Ticks in a thread, until `close`; without one if there is no terminal, or no thread. */
void lcv_progress_watch(lcv_progress *progress);
/* For lcv_report: `progress` is an lcv_progress. */
void lcv_progress_clear(void *progress);

#endif
