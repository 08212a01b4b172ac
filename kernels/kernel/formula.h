/* formula.h - a function along the rows of tensors, y = f(x, reductions of x), as nodes whose
 * operands are nodes before them.
 *
 * A node has a value for each element of a row, or one for all of the row: a reduction of such
 * values, a number, or a function of values of the row. Values are f32. The stage of a node is
 * the number of reductions, one after the other, that it needs.
 *
 * A reference value is computed in double, with a bound on the error of a kernel that computes in
 * f32. Each step adds the error of its function (function.h) to what the errors of its operands
 * become; a sum in which each number passes through at most `depth` additions is off by `depth`
 * half units in the last place of the sum of magnitudes.
 */
#ifndef LCK_FORMULA_H
#define LCK_FORMULA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "function.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LCK_MAX_NODES 64

typedef enum {
    LCK_NODE_ELEMENT, /* of a tensor */
    LCK_NODE_NUMBER,
    LCK_NODE_LENGTH, /* of a row */
    LCK_NODE_FUNCTION,
    LCK_NODE_REDUCTION /* by LCK_PLUS, LCK_MAX or LCK_MIN */
} lck_node_kind;

typedef struct {
    lck_node_kind kind;
    lck_function function;
    int left, right; /* nodes; of one operand, right is left */
    int array;       /* ELEMENT: of the kernel */
    int64_t number;
    bool of_row; /* one value for all of the row */
    int stage;
} lck_node;

typedef struct {
    size_t n;
    lck_node node[LCK_MAX_NODES];
    int result; /* the node that is written */
    int depth;  /* additions that a term of a sum passes through, at most */
    char *text; /* as it was given; owned */
} lck_formula;

/* Adds a node and returns its number, that of an equal node where there is one; -1: there are too
 * many. Its stage and `of_row` are set here. */
int lck_formula_add(lck_formula *f, lck_node node);

typedef struct {
    double value, error;
} lck_uncertain;

/* An exact number; then, the value of a function of two. LCK_MAX and the like, one step of a
 * reduction, add no error of their own. */
lck_uncertain lck_exactly(double value);
lck_uncertain lck_calculate_uncertain(lck_function function, lck_uncertain x, lck_uncertain y);
/* A reduction of n values, of a formula of this depth. */
lck_uncertain lck_reduce_uncertain(lck_function function, int depth, size_t n,
                                   const lck_uncertain *x);

#ifdef __cplusplus
}
#endif

#endif
