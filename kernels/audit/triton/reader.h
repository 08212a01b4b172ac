/* reader.h - what the readers of Triton's operations share: the kernel that is read.
 *
 * A reader is called for each operation of its name, in the order of the text, and adds records.
 * Operations that no reader knows are counted as not read, unless they have no layout to ask
 * about (kernel.c).
 */
#ifndef LCK_TRITON_READER_H
#define LCK_TRITON_READER_H

#include "triton.h"

typedef struct lck_staged lck_staged; /* staged.h */
typedef struct lck_global lck_global; /* global.h */

typedef struct {
    lck_audit *audit;
    size_t kernel; /* of audit->kernel */
    lck_asker *asker;
    const lck_ir_module *m;
    uint32_t func;       /* the operation tt.func */
    bool amd;            /* hip; else cuda */
    unsigned capability; /* cuda: 80, 90, 100; 0: unknown */
    char arch[24];       /* as conflict_free names it: sm90, gfx942; "": unknown */
    unsigned lanes, warps, blocks;
    lck_staged *staged; /* accesses of shared memory so far, for remedies */
    lck_global *global; /* formulas of the function's integers */
} lck_triton;

typedef void lck_triton_reader(lck_triton *t, const lck_ir_op *op);

/* shared.c */
lck_triton_reader lck_read_local_load, lck_read_local_store, lck_read_local_alloc,
    lck_read_async_copy;
/* matrix.c */
lck_triton_reader lck_read_tma, lck_read_warp_group_dot, lck_read_tcgen05_mma;
/* convert.c */
lck_triton_reader lck_read_convert;
/* global.c */
lck_triton_reader lck_read_address;
/* Elements of a copy whose pointers are in a row, as the compiler knows; 0: its pointers are not
 * read. */
unsigned lck_copied_row(lck_triton *t, const lck_ir_op *op);
/* What a load would be with another encoding of its tensor (none: with its own): bytes, times,
 * sectors and alignment of *out, whose texts the caller frees. False: it is not read. */
bool lck_loaded_by(lck_triton *t, const lck_ir_op *op, lck_ir_text encoding,
                   lck_access_record *out);
/* reduce.c */
lck_triton_reader lck_read_reduce;
/* scan.c */
lck_triton_reader lck_read_scan, lck_read_gather, lck_read_histogram;
/* repeats.c */
lck_triton_reader lck_read_repeats;

/* The kernel's record, which moves when another is added. */
lck_kernel_audit *lck_triton_record(const lck_triton *t);
/* A new record of an access, of a conversion, about an operation; NULL: there is no memory. */
lck_access_record *lck_triton_access(lck_triton *t, const lck_ir_op *op, lck_space space,
                                     lck_operation operation);
lck_conversion_record *lck_triton_conversion(lck_triton *t, const lck_ir_op *op);
lck_kernel_record *lck_triton_about(lck_triton *t, const lck_ir_op *op, const char *about);
/* The operation is counted as not read. */
void lck_triton_not_read(lck_triton *t, const lck_ir_op *op);

#endif
