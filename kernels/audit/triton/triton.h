/* triton.h - the accesses and conversions of a kernel that Triton compiled, from its TTGIR.
 *
 * TTGIR says of each tensor which thread holds which element (an encoding), and of each block of
 * shared memory where its elements lie. What the compiler makes of an operation follows from
 * these two by rules of Triton's own (lib/Conversion/TritonGPUToLLVM of Triton 3.9), which are
 * restated where they are used. Gluon's and Helion's kernels are modules of the same kind.
 */
#ifndef LCK_TRITON_H
#define LCK_TRITON_H

#include "../ask/ask.h"
#include "../ir/ir.h"
#include "../record/options.h"
#include "../record/record.h"

/* Adds a kernel for each tt.func of the module. `file` names it in the records. False when memory
 * ran out. */
bool lck_audit_triton(lck_audit *audit, lck_asker *asker, const lck_ir_module *m,
                      const char *file, const lck_audit_options *options);

#endif
