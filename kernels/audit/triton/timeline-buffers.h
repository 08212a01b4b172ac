/* timeline-buffers.h - what a run over shared memory knows of buffers of Triton: allocations,
 * stages, views. The number of a view is that of its cell.
 */
#ifndef LCK_TIMELINE_BUFFERS_H
#define LCK_TIMELINE_BUFFERS_H

#include "../timeline/timeline.h"

#define LCK_PART 1024 /* added to the number of a cell: a view of a part of it */

bool lck_triton_is_memdesc(lck_ir_text type);
/* The stages that the type of an allocation has; 1: it is no ring. */
uint32_t lck_triton_stages(const lck_timeline *t, const lck_ir_op *alloc);
/* The cells of a local_alloc, of an operation that uses memory for a while. False, with open:
 * there are too many. */
bool lck_triton_add_cells(lck_timeline *t, uint32_t op);
bool lck_triton_add_scratch(lck_timeline *t, uint32_t op);
/* Where shared memory begins that an operation has; -1: not known. */
int64_t lck_triton_offset(const lck_timeline *t, const lck_ir_op *op);

/* The rows of the reader: see timeline.h. */
bool lck_triton_is_view(const lck_timeline *t, uint32_t value);
bool lck_triton_can_follow(const lck_timeline *t, uint32_t value);
bool lck_triton_result(lck_timeline *t, const lck_moment *now, const lck_ir_op *op, uint32_t i,
                       lck_cycle *number);
char *lck_triton_name(lck_timeline *t, size_t cell);
/* timeline-events.c */
bool lck_triton_is_event(const lck_timeline *t, const lck_ir_op *op);
void lck_triton_event(lck_timeline *t, lck_moment *now, const lck_ir_op *op);
/* Does an operation use memory for a while: all threads write it, meet, and read it? */
bool lck_triton_is_scratch(const lck_ir_op *op);

#endif
