/* synthesis.h - index expressions and predicates in C, for those who write their own kernels.
 *
 * A partition is a layout. The kernel runs over its leaves (blocks, threads, values), and its
 * values are coordinates of the tensor, one axis a mode:
 *
 *     (ceil_div(M, 128), 32, 4) : (128e0, 4e0, e0)       leaves b0, t0, v0
 *
 * A lck_partition names the leaves, and says which extents are no numbers; a lck_tensor gives
 * the extents and, for an index, the strides of the tensor, as numbers or as C names:
 *
 *     const lck_leaf leaves[] = {{"b0", LCK_GRID}, {"t0", LCK_TILE}, {"v0", LCK_TILE}};
 *     const lck_number extents[] = {{.name = "M"}};
 *     lck_partition partition = {layout, 3, leaves};
 *     lck_tensor tensor = {1, extents, NULL, "M mod 4 = 0"};
 *     lck_bounds_predicate(r, &partition, &tensor)       "128 * b0 + 4 * t0 + 4 <= M"
 *     lck_full_tile_condition(r, &partition, &tensor)    "128 * b0 + 128 <= M"
 *     lck_index_expr(r, &partition, &tensor)             with strides {{.name = "ld"}}:
 *                                                        "(128 * b0 + 4 * t0 + v0) * ld"
 *
 * Known facts are not tested for: a leaf is at least 0 and less than its extent (for a GRID: no
 * more than LCK_MAX_SIZE), a named extent is from 1 to LCK_MAX_SIZE, and a named stride is at
 * most that in magnitude. `known` adds facts: constraints in isl's syntax on all these names, "M
 * mod 4 = 0 and 128b0 < M". The expressions are right wherever the facts hold, computed in
 * integers that hold their steps.
 *
 * The result is text, which the caller frees. NULL is failure, and the context says why:
 * LC_ERR_INVALID for missing or superfluous names and sizes, one name for two things, names
 * that are no identifiers of C, XOR strides, constraints that cannot be read; LC_ERR_LIMIT for
 * strides of more than 64 bits; LC_ERR_BUDGET.
 */
#ifndef LCK_SYNTHESIS_H
#define LCK_SYNTHESIS_H

#include "../../isl-bridge/code.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LCK_MAX_SIZE ((int64_t)1 << 40)

typedef enum {
    LCK_TILE,  /* runs within a tile, over the layout's extent: a thread, a value */
    LCK_BLOCK, /* tells tiles apart, over the layout's extent */
    LCK_GRID /* tells tiles apart; its extent is no number, and that of the layout is not read */
} lck_role;

typedef struct {
    const char *name; /* of a variable of C */
    lck_role role;
} lck_leaf;

typedef struct {
    const lc_layout *layout; /* of coordinates, or of integers for a tensor of one mode */
    size_t nleaves;          /* as many as the layout has, in its order */
    const lck_leaf *leaf;
} lck_partition;

/* A number, or the name of a variable of C. */
typedef struct {
    const char *name; /* NULL: value */
    int64_t value;
} lck_number;

typedef struct {
    size_t naxes; /* as many as the layout's values have */
    const lck_number *extent;
    const lck_number *stride; /* in elements; only for an index, else NULL */
    const char *known;        /* or NULL */
} lck_tensor;

/* A condition for the element to be inside of the tensor. */
char *lck_bounds_predicate(lcr_ctx *r, const lck_partition *partition, const lck_tensor *tensor);

/* The element's index: the inner product of its coordinate and the tensor's strides. */
char *lck_index_expr(lcr_ctx *r, const lck_partition *partition, const lck_tensor *tensor);

/* A condition, on all names but the leaves of role TILE, for all elements of the tile over which
 * these run to be inside. `known` must not mention these leaves. */
char *lck_full_tile_condition(lcr_ctx *r, const lck_partition *partition,
                              const lck_tensor *tensor);

#ifdef __cplusplus
}
#endif

#endif
