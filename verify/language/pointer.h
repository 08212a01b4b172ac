/* pointer.h - the pointer that CuTe prints before the layout of a tensor.
 *
 *   C++        ptr[32b](0x7f42efc00000)  gmem_ptr[32b]((nil))  smem_subptr[4b](0x7f00.0)
 *              tmem_[32b](0x1234.0010)   smem_ptr[16b](unset)  smem_sparse<2>_ptr[16b](unset)
 *              Sw<3,4,3>_smem_ptr[16b](0x7f00)
 *   before 3.4 raw_ptr_16b(0x7f00)       smem_ptr_16b(unset)   smem_ptr_S<3,4,3>_16b(0x7f00)
 *   DSL        ptr<f16, smem, align<1024>, S<3,4,3>>
 *              raw_ptr(0x00007f00: f16, smem, align<1024>, S<3,4,3>)
 *
 * It gives the width of an element and, at times, the address of the tensor. A swizzle of the
 * pointer (one in its text, or one before an unset pointer) acts on addresses of bytes, whereas
 * the layout counts elements. Let an element have w = 2^t bytes. The swizzle S<b,m,s> of bytes
 * moves bit i + m + max(0,s) of the address to bit i + m + max(0,-s), for 0 <= i < b. The t
 * lowest bits of the address of an element are 0, so moves from below t do nothing. A move from t
 * or above to below t would take an element apart. The other moves are a swizzle of elements,
 * S<b,m-t,s> when m >= t. Elements of less than a byte have t < 0.
 *
 * (cute/pointer_swizzle.hpp, cute/pointer_flagged.hpp, as_position_independent_swizzle_layout)
 */
#ifndef LCV_POINTER_H
#define LCV_POINTER_H

#include "../../lib/swizzle.h"
#include "ast.h"

typedef struct {
    unsigned bits;       /* of an element; 0: too many to be a number */
    unsigned sparsity;   /* elements that share them, most often 1 */
    const char *swizzle; /* "3,4,3>", of the pointer; or NULL */
    const char *address; /* hexadecimal digits; NULL if the text has none */
    size_t ndigits;
} lcv_pointer;

/* A pointer from the text that the lexer found. */
lcv_pointer lcv_pointer_read(const char *text);

/* The swizzle of a pointer's own as S<b,m,s> would be read; NULL when there is no memory. */
lcv_ast *lcv_pointer_swizzle(lcv_arena *arena, const char *text, lcv_span span);

/* The swizzle of bytes as a swizzle of elements. False, with an error in the context, when there
 * is none. */
bool lcv_pointer_recast(lc_ctx *ctx, const lcv_pointer *p, lc_swizzle bytes,
                        lc_swizzle *elements);

/* The number of elements between the last multiple of 2^n bytes and the address; 0 if there is no
 * address. False, with an error in the context: no address of an element. */
bool lcv_pointer_offset(lc_ctx *ctx, const lcv_pointer *p, unsigned n, lc_int *offset);

#endif
