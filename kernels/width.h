/* width.h - how many bits the integers have that a kernel computes with.
 *
 * An expression is computed in C's int, of 32 bits, where bounds show of each of its steps
 * that an int holds its value and no wide variable occurs in it; else in long long, of 64
 * bits. Bounds are those of lib/expr.h: of the sizes, of `block` and `thread`, of loops and
 * LETs, combined by interval arithmetic over all of a launch. A variable is wide whose bounds
 * an int does not hold: a size that says so, a LET. The value of a narrow LET may be computed
 * in 64 bits.
 *
 * A step that bounds do not show to have 64 bits either does not fit, nor does the value of a
 * LET that may leave the bounds of its variable: such a kernel is not emitted. What the
 * launcher computes of the sizes has 64 bits.
 */
#ifndef LCK_WIDTH_H
#define LCK_WIDTH_H

#include "kernel.h"

/* Which variables have 64 bits, by slot; whether an expression is computed in 64 bits, then. */
void lck_find_wide(const lck_kernel *kernel, bool *wide);
bool lck_is_wide(const bool *wide, const lc_expr *e);

typedef struct {
    size_t narrow, wide;  /* expressions of the kernel */
    const lc_expr *unfit; /* a step, of the kernel or of its launcher, that may leave 64 bits;
                             NULL: there is none */
    const lc_expr *var;   /* instead: a variable whose bounds `unfit` may leave */
} lck_widths;

/* False with an error: no memory. */
bool lck_find_widths(const lck_kernel *kernel, lck_widths *out);

/* What is wrong where something does not fit; the caller frees it. NULL: no memory. */
char *lck_unfit_text(const lck_kernel *kernel, const lck_widths *widths);

#endif
