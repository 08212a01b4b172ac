#include "config.h"

#include "reader.h"

void lck_read_convert(lck_triton *t, const lck_ir_op *op)
{
    (void)t;
    (void)op;
}
