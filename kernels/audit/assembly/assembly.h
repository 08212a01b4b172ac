/* assembly.h - kernels of a module of PTX: what their accesses cost, and whether they are right.
 *
 * The accesses of each kernel (../access) are judged (../judge) for all warps, blocks, trips and
 * arguments that the file and the options leave open. Pointers among the arguments are taken to
 * begin at multiples of 256 bytes, as those of cudaMalloc do, which a verdict that needs it says.
 * A condition that is not known may hold for all lanes.
 */
#ifndef LCK_ASSEMBLY_H
#define LCK_ASSEMBLY_H

#include "../ask/ask.h"
#include "../record/options.h"
#include "../record/record.h"

/* Adds the kernels of a text of PTX; what cannot be read is an error of the audit. A kernel with
 * the name of one that the audit already has, from index `known` on, is left out. False: memory
 * ran out, and records are missing. */
bool lck_audit_ptx(lck_audit *audit, lck_asker *asker, const char *text, size_t size,
                   const char *file, const lck_audit_options *options, size_t known);

#endif
