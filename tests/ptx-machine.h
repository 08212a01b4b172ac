/* ptx-machine.h - one thread that runs integer instructions of PTX, one after the other.
 *
 * Registers hold 64 bits; what an instruction computes is tests/ptx-run/'s. It shares nothing
 * with the formulas of kernels/audit/formula/ but the module. What is loaded is a number that
 * follows from its address.
 */
#ifndef TESTS_PTX_MACHINE_H
#define TESTS_PTX_MACHINE_H

#include "../kernels/audit/ptx/ptx.h"

#define PTX_MACHINE_ARGUMENTS 8

typedef struct {
    const lck_ptx_module *m;
    uint64_t *reg; /* of each register of the module; the caller's */
    uint32_t tid[3], ntid[3], ctaid[3], nctaid[3];
    uint64_t argument[PTX_MACHINE_ARGUMENTS];
} ptx_machine;

/* Does its guard hold? */
bool ptx_machine_runs(const ptx_machine *c, const lck_ptx_insn *insn);
/* Computes what an instruction writes; false: it is none that this machine knows. */
bool ptx_machine_step(ptx_machine *c, const lck_ptx_insn *insn);

#endif
