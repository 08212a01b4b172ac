/* ptx-program.h - random kernels of integer instructions of PTX, with branches and loops that
 * make a few trips, for ptx-machine.h to run: `k(u64 p0, u32 p1, u32 p2, u32 few)`, few at most
 * 8.
 */
#ifndef TESTS_PTX_PROGRAM_H
#define TESTS_PTX_PROGRAM_H

#include "law.h"

/* The text of a module, owned by the case. */
const char *ptx_program(law *l);

#endif
