/* problem-axes.h - the shape and the strides of a plan's tensors: its axes. */
#ifndef LCK_PROBLEM_AXES_H
#define LCK_PROBLEM_AXES_H

#include "plan.h"

/* Reads source, destination and guard: the sizes, the offsets, the rank and the axes of the plan,
 * which are those of common-axes.h. If the plan gives no tile, axes that are next to each other
 * in both tensors are joined, axes along which neither tensor moves are left out, and the axes
 * are ordered by the strides of the destination; the axes of a relation stay as they are. False
 * with an error in p->e. */
bool lck_read_axes(lcv_planning *p, lck_plan *plan);

#endif
