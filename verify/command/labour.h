/* labour.h - a process at work on statements that several share (jobs.h).
 *
 * It goes through all the files. Statements are drawn from a counter in memory that all processes
 * have; an item of each that it has drawn goes into its ring (wire.h). Statements of the others
 * it passes over where one of them has told their end, and reads otherwise, for their
 * definitions. What it works on stands in the shared memory, too, in case the process ends there.
 */
#ifndef LCV_LABOUR_H
#define LCV_LABOUR_H

#include <stdatomic.h>
#include <stdint.h>

#include "jobs.h"
#include "wire.h"

#define LCV_NO_TICKET SIZE_MAX

/* The statement that a process is working on, in case the process ends there. */
typedef struct {
    LCV_APART size_t ticket; /* the statement that it drew */
    lcv_verb verb;
    size_t line, column;
    char file[512], text[512];
    lc_doing doing;
} lcv_notice;

/* Where statements end that some process has read: in one word the number of the statement, the
 * offset, and whether the next one may be read as well, at the number modulo LCV_ENDS. */
#define LCV_ENDS 4096

/* Memory of all processes. */
typedef struct {
    LCV_APART size_t first;       /* the statements before it were put out: nobody draws them */
    LCV_APART atomic_size_t next; /* the statement that nobody has drawn yet */
    LCV_APART _Atomic uint64_t end[LCV_ENDS];
    LCV_APART atomic_bool asleep; /* the process that puts out the items waits for a pipe */
    lcv_notice notice[];
} lcv_board;

/* What the processes work on. The lists are those of the time when a process was started. */
typedef struct {
    const lcv_work *work;
    lcv_board *board;
    size_t nvoid;
    size_t *void_of; /* statements without a value, increasing */
} lcv_shared;

bool lcv_is_void(const lcv_shared *shared, size_t number);

/* Does all of the work of a process, and ends it; its items go to the outlet. */
_Noreturn void lcv_labour(const lcv_shared *shared, lcv_notice *note, const lcv_outlet *out);

#endif
