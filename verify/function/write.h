/* write.h - pieces of what is written out of a function. */
#ifndef LCV_WRITE_H
#define LCV_WRITE_H

#include "function.h"

/* The name of the layout under a swizzle: that of the argument in small letters. */
#define LCV_NAME_ROOM 32
void lcv_small_letters(const char *name, char out[LCV_NAME_ROOM]);
/* `8 + ` of a composed layout, nothing for 0; kept. */
char *lcv_offset_text(lc_ctx *ctx, const lcv_value *v);
/* `X = S<1,2,1> o 8 o x with x = (4,8):(1,2)` */
void lcv_step_parts(lc_ctx *ctx, lcv_result **result, const lcv_function *f, const char *inner,
                    const char *swizzle);
/* `8 is the coordinate (0,2) of (4,4)`, of output dims */
void lcv_step_place(lc_ctx *ctx, lcv_result **result, const lcv_function *f, lc_int number);

#endif
