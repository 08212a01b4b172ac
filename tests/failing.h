/* failing.h - a program whose allocations can fail.
 *
 * What is linked with failing.c has its malloc, calloc, realloc and free, and so have the
 * libraries that it calls. Between failing_arm and failing_disarm allocations are counted, and
 * one of them fails. glibc allows this; a sanitizer and valgrind do not.
 */
#ifndef TESTS_FAILING_H
#define TESTS_FAILING_H

#include <stdbool.h>

#define FAILING_NEVER (-1L)

/* Are these functions called at all? */
bool failing_replaced(void);

/* How many allocations succeed before the one that fails; FAILING_NEVER: they are counted. */
void failing_arm(long succeed);

/* Whose allocation it is that fails, or of what that one calls: ours; isl's; that of isl's code
 * generator or of its reader, which lose memory then; that of GMP or jansson, without which the
 * command ends at once (kernels/command/memory.h). */
typedef enum {
    FAILING_OURS,
    FAILING_ISL,
    FAILING_ISL_GENERATES,
    FAILING_ISL_READS,
    FAILING_ENDS
} failing_whose;

typedef struct {
    long asked;  /* allocations, with the one that failed */
    bool failed; /* was the one reached? */
    failing_whose whose;
    long blocks; /* allocated since arming and not freed, less those freed that are older */
} failing_count;

failing_count failing_disarm(void);

/* Standard error gets the calls that lead to the allocation that fails. */
void failing_tell(void);

#endif
