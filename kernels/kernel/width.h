/* width.h - the number of bits of the integers that a kernel computes with.
 *
 * An expression is computed in C's int, of 32 bits, if no wide variable occurs in it and bounds
 * show that an int holds the value of each of its steps; else in long long, of 64 bits. Bounds
 * are those of lib/expr.h: of the sizes, of `block` and `thread`, of loops and LETs, combined by
 * interval arithmetic over all of a launch. A variable is wide if an int does not hold its
 * bounds: a size that says so, a LET. The value of a narrow LET may be computed in 64 bits.
 *
 * A step does not fit if bounds do not show that it has 64 bits, and neither does the value of a
 * LET that may leave the bounds of its variable: such a kernel is not emitted. The launcher
 * computes with 64 bits.
 */
#ifndef LCK_WIDTH_H
#define LCK_WIDTH_H

#include "kernel.h"

/* Lists the expressions that a statement computes, each once, its value first if it has one;
 * returns their number. */
#define LCK_MAX_COMPUTED 20
size_t lck_computed(const lck_statement *s, const lc_expr **list);

/* Marks the variables that have 64 bits, by slot; then, whether an expression is computed in 64
 * bits. */
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

/* A message that says what does not fit; the caller frees it. NULL: no memory. */
char *lck_unfit_text(const lck_kernel *kernel, const lck_widths *widths);

#endif
