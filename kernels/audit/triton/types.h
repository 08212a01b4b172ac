/* types.h - Triton's types as texts: tensors, and blocks of shared memory.
 *
 *     tensor<128x64xf16, #blocked>           tensor<128x64x!tt.ptr<f16>, #blocked>
 *     !ttg.memdesc<128x64xf16, #shared, #smem, mutable, 3x128x64>
 *
 * The last of a memdesc is the shape of the allocation that it is a part of. The language reads
 * both as linear layouts; where a block of shared memory is printed without its name, `<..>`, the
 * name is put in front.
 */
#ifndef LCK_TRITON_TYPES_H
#define LCK_TRITON_TYPES_H

#include "reader.h"

#define LCK_TYPE_RANK 8

typedef struct {
    bool shared; /* a memdesc */
    size_t rank;
    uint64_t shape[LCK_TYPE_RANK];
    lck_ir_text element;
    unsigned bits;        /* of an element; 64 of a pointer; 0: not known */
    lck_ir_text encoding; /* as printed; none */
    lck_ir_text kind;     /* "#ttg.blocked", of the encoding itself */
    lck_ir_text rest;     /* of a memdesc, what follows the encoding; none */
    char *text;           /* for the asker; owned */
} lck_type;

/* False: it is neither, or has no encoding. *out is to be freed in both cases. */
bool lck_type_read(const lck_ir_module *m, lck_ir_text text, lck_type *out);
void lck_type_free(lck_type *type);
void lck_types_free(lck_type *type, size_t n);

/* The types of an operation that are tensors or memdescs, in order; how many. All `room` are to
 * be freed. */
size_t lck_types_of(const lck_ir_module *m, const lck_ir_op *op, size_t room, lck_type *out);

bool lck_type_is(const lck_type *type, const char *kind);
/* The bits of an element in memory: 8 of i1. */
unsigned lck_type_stored(const lck_type *type);

#endif
