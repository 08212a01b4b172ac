/* attention-faults.h - kernels of attention that are broken on purpose.
 *
 * Each fault changes the statements of a kernel, or those of the one before it: a wait, a fence
 * or a drain is left out, a phase or a slot is another one, a stage is given back early, a mask
 * is off by one, parts lie in one place, a page is another one.
 */
#ifndef TESTS_ATTENTION_FAULTS_H
#define TESTS_ATTENTION_FAULTS_H

#include "../kernels/kernel/kernel.h"

typedef void (*attention_fault)(lck_kernel *kernel);

/* Of any attention; of the kernels of splits; of pages, with lengths, in splits; of ragged
 * batches; of e4m3, with lengths. NULL is the last of each. */
extern const attention_fault faults_of_attention[], faults_of_splits[], faults_of_pages[],
    faults_of_ragged[], faults_of_eight[];

#endif
