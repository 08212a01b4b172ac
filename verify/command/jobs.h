/* jobs.h - the statements of files, shared among processes (-j).
 *
 * Contexts and values belong to one thread, so the work is shared among processes. Each goes
 * through all the files, as one process alone would, but works only on the statements that it
 * draws, one at a time, from a counter they all share; it only takes the definitions of the
 * others. The outcome of a statement is an item (report.h), which goes through a ring (wire.h).
 * The items are put out here in the order of the statements: of each process some are held, and
 * the rest waits in its ring, which makes the process wait when it is far ahead. Memory does not
 * grow with the number of statements.
 *
 * Two events are put right by starting all processes again behind a statement, which is
 * then without a value in all of them. One is a definition whose value the cross-check
 * refutes: only the process that drew it knows. The other is the end of a process that
 * was at work: its statement is an error that says so, and nothing else is lost.
 *
 * What it costs, of claims of some 30 us: two processes take 6 % more of the processor than
 * one, and two runs that share nothing none. A statement can be read only where the one before
 * it ends, so that processes wait for each other's reading, or read what another reads, which
 * is 1.5 %; items on their way are 1 %, their output in a third process 1 %. Where other
 * programs have the processors, too, a process gets its share of them, and two get two.
 *
 * The output is the same as without -j. An interruption of the session ends all processes: the
 * items that have come, in order, are put out, then that of the statement that is waited for, as
 * interrupted.
 */
#ifndef LCV_JOBS_H
#define LCV_JOBS_H

#include "progress.h"
#include "../report/report.h"

#define LCV_MAX_JOBS 1024

typedef struct {
    /* A session with the files read ahead and nothing checked: each process has a copy. */
    lcv_session *session;
    /* Checks all the files. */
    void (*check)(lcv_session *session, const void *files, const lcv_listener *listener);
    const void *files;
    lcv_report *report;
    lcv_progress *progress;
} lcv_work;

/* The number of processors that this process may use. */
unsigned lcv_processors(void);

/* lcv_work_alone checks in this process, lcv_work_shared with `jobs` processes, or fewer if no
 * more can be started. */
void lcv_work_alone(const lcv_work *work);
void lcv_work_shared(const lcv_work *work, unsigned jobs);

#endif
