/* cute.h - the accesses of a kernel of CuTe DSL, from its module of the cute dialects.
 *
 * CuTe DSL prints them with CUTE_DSL_KEEP=ir (after its canonicalization) or ir-debug. Types say
 * the layout of every view; what they leave out is where the view of a thread begins. The reader
 * runs the kernel on numbers of threads (sum.h): tiled copies and MMAs partition tensors as
 * CuTe's C++ headers define it (copy_atom.hpp, mma_atom.hpp), coordinates and offsets are
 * computed, loops are run until what they carry no longer changes, and what is shared by all
 * threads but not said stays a symbol. Each `cute.copy`, load and store is then an access whose
 * addresses are known, or the reason why they are not.
 */
#ifndef LCK_CUTE_H
#define LCK_CUTE_H

#include "../ask/ask.h"
#include "../ir/ir.h"
#include "../record/options.h"
#include "../record/record.h"

/* Adds a kernel for each cuda.kernel of the module. `file` names it in the records. False when
 * memory ran out. */
bool lck_audit_cute(lck_audit *audit, lck_asker *asker, const lck_ir_module *m, const char *file,
                    const lck_audit_options *options);

#endif
