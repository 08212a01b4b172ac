/* triton.h - modules of Triton's dialects for GPUs (tt, ttg, ttng, amdg): TTGIR. */
#ifndef LCK_TRITON_H
#define LCK_TRITON_H

#include "../ask/ask.h"
#include "../ir/ir.h"
#include "../record/options.h"
#include "../record/record.h"

/* Adds an audit of each kernel of the module. False when there is no memory. */
bool lck_audit_triton(lck_audit *audit, lck_asker *asker, const lck_ir_module *m,
                      const char *file, const lck_audit_options *options);

#endif
