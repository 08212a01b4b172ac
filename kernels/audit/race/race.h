/* race.h - races of shared memory in a function of PTX, and barriers that not all threads
 * reach.
 *
 * Two accesses race when two threads of a block touch one byte of shared memory, one writes,
 * not both by atomics, and nothing orders them: no barrier of the block (bar.sync, bar.red)
 * between, and for lanes of one warp no bar.warp.sync of all lanes (PTX ISA, "Memory
 * Consistency Model"). Lanes of one instruction that store to one place are no race. What
 * cp.async writes may be written until its thread has waited for it. Who has left the kernel
 * misses no barrier.
 *
 * When the block's barriers are reached by all threads or none, they cut a run into intervals
 * that all threads go through together. Accesses that a path joins without a barrier may meet
 * in an interval, in the trips of their loops that such a path allows. Whether two threads then
 * touch one byte is decided by going through the threads of a block and the values of what
 * addresses vary with, where these are few or repeat; guards that ask for more are taken to
 * hold, and what is found is a race only when there are arguments with which they do.
 */
#ifndef LCK_RACE_H
#define LCK_RACE_H

#include "../access/access.h"
#include "../ask/ask.h"
#include "../launch/launch.h"
#include "../record/record.h"

/* GOOD: in no launch, if no integer overflows, do two threads access one place of global memory,
 * one of them to write it; with the last claim of the language that this rests on, NULL: none was
 * needed. Else NOT_ASKED. Axes y and z that the kernel never asks about have one thread and one
 * block unless the launch says otherwise. `blocks` are how many there are along each axis, NULL:
 * any. */
lck_answer lck_race_apart(lck_audit *audit, lck_asker *asker, lck_formulas *f,
                          const lck_accesses *list, const lc_expr *const blocks[3]);

/* Adds the records "races", one for each pair of lines that race or one for all, "barriers", and
 * "unwritten" where the launch reads shared memory that nobody wrote, to a kernel of the audit,
 * whose launch was run. `apart` is taken. Without memory audit->failed is set. */
void lck_races(lck_audit *audit, size_t kernel, lck_formulas *f, const lck_accesses *list,
               lck_launch *launch, lck_answer apart);

#endif
