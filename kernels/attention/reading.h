/* reading.h - from the statement of attention to its kernel. */
#ifndef LCK_ATTENTION_READING_H
#define LCK_ATTENTION_READING_H

#include "lowering.h"

/* The attention of a statement, with the numbers of its recipe and no atoms yet. NULL with an
 * error in p->e. */
lck_attention *lck_attention_read(lcv_planning *p);
void lck_attention_free(lck_attention *a);
void lck_attention_forget_atoms(lck_attention *a);
/* Sets the recipe (choose.c): one block for each tile of queries; or several, which split its
 * keys, each of `groups` warpgroups. False with an error in the lc_ctx. */
void lck_attention_whole(lck_attention *a);
bool lck_attention_split(lck_attention *a, int groups);
lck_quantity lck_attention_blocks_of_keys(const lck_attention *a);
/* Sets the time of a launch of a kernel, with that of the kernel before it, which makes its
 * parts. False with an error in the lc_ctx. */
bool lck_attention_cost(const lck_attention *a, lck_kernel *kernel);
/* All obligations that do not need the kernel (prove.c): false, with p->result and p->claim of
 * the one that was not proved, or an error in p->e. */
bool lck_attention_prove(lck_attention *a, lcv_planning *p);
/* The obligations about the kernel that multiplies: each pair under the mask counts once
 * (prove-blocks.c). */
bool lck_attention_prove_blocks(lck_attention *a, lcv_planning *p, const lck_kernel *kernel);
/* p->result and p->claim of a plan all of whose obligations are proved. */
bool lck_attention_proved(const lck_attention *a, lcv_planning *p);
/* The obligations about the kernel that adds parts. */
bool lck_attention_prove_parts(lck_attention *a, lcv_planning *p);
/* The picture of the plan (verify/picture/figure.h), owned; NULL without an error, as a plan
 * stands without one (draw.c). */
struct lcv_figure *lck_draw_attention(const lck_attention *a, const lck_kernel *kernel,
                                      lcv_planning *p);

#endif
