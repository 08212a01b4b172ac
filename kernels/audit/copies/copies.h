/* copies.h - whether a kernel of PTX copies a tensor: each element of the destination is written
 * once, with that element of the source, and nothing else is written.
 *
 * Each byte that is stored is followed backwards through registers, vectors, packed words and
 * shuffles to the load that it came from (origin.c); through shared memory from the load to the
 * stores that may have written there, of any thread of the block. So every store of global memory
 * is a family of instances: block, thread, trips of loops, with a guard, the place that is
 * written and the place where its data was read, all of them formulas (moves.c).
 *
 * REFUTED: at some numbers, all instances of all blocks are gone through, in the order of their
 * barriers, and an element is written twice, with another element, never, or what is written is
 * none (run.c). PROVED, for all sizes: relations of instances, elements and places, asked of isl
 * (prove.c). Places with a product of sizes and coordinates, `row * N + column`, are compared
 * with those of a layout stride by stride: N times this, 1 times that (linear.h). UNKNOWN says
 * what could not be followed.
 *
 * What is taken for granted: source and destination share no place; the kernel is free of races,
 * which whoever asks has to know when data goes through shared memory; and what the formulas
 * assume (../formula/formula.h).
 */
#ifndef LCK_COPIES_H
#define LCK_COPIES_H

#include "../../../isl-bridge/family.h"
#include "../../../lib/expr.h"
#include "../ptx/ptx.h"
#include "../record/options.h"
#include "../record/record.h"

#define LCK_COPY_MODES 16

/* A layout in elements, its sizes over the parameters of the claim. */
typedef struct {
    size_t n;
    const lc_expr *extent[LCK_COPY_MODES], *stride[LCK_COPY_MODES], *offset;
} lck_copy_tensor;

typedef struct {
    lc_exprs *x; /* of all expressions here; its variables are the parameters */
    lcr_ctx *r;
    size_t nassumed;
    const lc_expr *const *assumed;          /* conditions on the parameters */
    bool more_assumed;                      /* .. and others, which are not among them */
    const lc_expr *argument[LCK_ARGUMENTS]; /* integers among the arguments; NULL: not known */
    const lc_expr *grid[3];                 /* blocks along each axis; NULL: not known */
    lck_copy_tensor source, destination;
    unsigned element; /* bytes; 0: as wide as what the kernel loads and stores at once */
    bool race_free;   /* known of the kernel */
} lck_copy_claim;

/* All texts are owned by the caller: lck_copy_answer_free. */
typedef struct {
    lck_verdict verdict;
    char *where, *summary, *shown; /* BAD: in which store, what, at which numbers */
    char *why;                     /* UNKNOWN */
    char *proved;                  /* GOOD: what was asked, in words */
    bool failed;                   /* there is no memory */
} lck_copy_answer;

lck_copy_answer lck_copies(const lck_ptx_module *m, uint32_t function, const char *file,
                           const lck_audit_options *launch, const lck_copy_claim *claim);
void lck_copy_answer_free(lck_copy_answer *a);

#endif
