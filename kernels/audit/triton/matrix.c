/* matrix.c - shared memory that instructions of the hardware read and write as their descriptors
 * say: wgmma, tcgen05.mma and TMA. Their swizzle is their own, and there is no question about
 * conflicts; but the arrangement has to be one that the instruction takes. */
#include "config.h"

#include "reader.h"

#include <string.h>

#include "staged.h"
#include "types.h"

void lck_read_tma(lck_triton *t, const lck_ir_op *op)
{
    (void)t;
    (void)op;
}
void lck_read_warp_group_dot(lck_triton *t, const lck_ir_op *op)
{
    (void)t;
    (void)op;
}
void lck_read_tcgen05_mma(lck_triton *t, const lck_ir_op *op)
{
    (void)t;
    (void)op;
}
