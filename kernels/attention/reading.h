/* reading.h - from the statement of attention to its kernel. */
#ifndef LCK_ATTENTION_READING_H
#define LCK_ATTENTION_READING_H

#include "lowering.h"

/* The attention of a statement, with the numbers of its recipe and no atoms yet. NULL with an
 * error in p->e. */
lck_attention *lck_attention_read(lcv_planning *p);
void lck_attention_free(lck_attention *a);
/* All obligations that do not need the kernel (prove.c): false, with p->result and p->claim of
 * the one that was not proved, or an error in p->e. */
bool lck_attention_prove(lck_attention *a, lcv_planning *p);
/* The picture of the plan (verify/picture/figure.h), owned; NULL without an error, as a plan
 * stands without one (draw.c). */
struct lcv_figure *lck_draw_attention(const lck_attention *a, const lck_kernel *kernel,
                                      lcv_planning *p);

#endif
