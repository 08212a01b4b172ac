/* tree.h - tuples of CuTe: shapes, strides, coordinates, whose leaves are numbers of threads.
 *
 * Types print them with what is static: `((1,(4,4)),1):((0,(1,?{i64 div=4})),0)`. A leaf `?` is
 * dynamic; until it is known what it is its value is NULL, and its divisor is what the type says.
 * A leaf `_` is `any`. A layout is a shape and strides, perhaps under a swizzle of its values,
 * `S<3,3,4> o OFFSET o SHAPE:STRIDE`. Strides of coordinates (`1@0`) are not read: what has them
 * is no address.
 *
 * Trees belong to a pool, are never changed, and NULL where something is none or memory ran out;
 * NULL arguments give NULL.
 */
#ifndef LCK_CUTE_TREE_H
#define LCK_CUTE_TREE_H

#include "../ir/ir.h"
#include "sum.h"

#define LCK_TREE_DEPTH 32
#define LCK_TREE_LEAVES 64u

typedef struct lck_tree {
    bool leaf, any;
    const lck_sum *value; /* of a leaf; NULL: dynamic and not known yet */
    int64_t divisor;      /* of a dynamic leaf, also once its value is known; else 0 */
    unsigned n;           /* parts, of no leaf */
    const struct lck_tree *const *part;
} lck_tree;

typedef struct {
    int bits, base, shift; /* S<bits,base,shift>; bits == 0: none */
} lck_swizzle;

typedef struct {
    const lck_tree *shape, *stride; /* of as many leaves, in the same tuples */
    lck_swizzle swizzle;            /* of the values */
    const lck_sum *inner;           /* added before it; NULL: 0 */
} lck_cute_layout;

/* Reads a tuple or a leaf at *at, up to what is none; *at moves behind it. */
const lck_tree *lck_tree_read(lck_sums *x, const char **at, const char *end);
/* Reads a layout, `SHAPE:STRIDE`, from a text without its quotation marks. */
bool lck_cute_layout_read(lck_sums *x, lck_ir_text text, lck_cute_layout *layout);
bool lck_swizzle_read(lck_ir_text text, lck_swizzle *swizzle);

const lck_tree *lck_tree_leaf(lck_sums *x, const lck_sum *value);
/* A dynamic leaf once its value is known. */
const lck_tree *lck_tree_bound(lck_sums *x, const lck_tree *leaf, const lck_sum *value);
const lck_tree *lck_tree_of(lck_sums *x, unsigned n, const lck_tree *const *part);
/* The leaves in order, up to LCK_TREE_LEAVES; the number of all. */
unsigned lck_tree_leaves(const lck_tree *t, const lck_tree **leaf);
/* The same tuples, with these leaves in order. */
const lck_tree *lck_tree_with(lck_sums *x, const lck_tree *t, const lck_tree *const *leaf);
/* Part i; of a leaf, itself. */
const lck_tree *lck_tree_part(const lck_tree *t, unsigned i);
unsigned lck_tree_rank(const lck_tree *t);
/* The product of all leaves, if it is a constant. */
bool lck_tree_size(const lck_tree *shape, int64_t *size);

/* The leaves of a layout, all of known size. */
typedef struct {
    unsigned n;
    int64_t size[LCK_TREE_LEAVES], total;
    const lck_sum *stride[LCK_TREE_LEAVES];
} lck_modes;

/* False: there are too many, or a size is not known. */
bool lck_tree_modes(const lck_tree *shape, const lck_tree *stride, lck_modes *modes);
static inline bool lck_layout_modes(const lck_cute_layout *l, lck_modes *modes)
{
    return lck_tree_modes(l->shape, l->stride, modes);
}

/* The value at a coordinate, which is a leaf (an integral coordinate), or a tuple that the shape
 * refines; `_` is 0. Before the swizzle. Never NULL. */
const lck_sum *lck_tree_at(lck_sums *x, const lck_tree *coordinate, const lck_tree *shape,
                           const lck_tree *stride);
/* The same at an integral coordinate. */
const lck_sum *lck_tree_at_index(lck_sums *x, const lck_sum *index, const lck_tree *shape,
                                 const lck_tree *stride);

/* i XOR the bits of it that the swizzle says. Adding multiples of its period commutes with it. */
int64_t lck_swizzle_at(lck_swizzle s, int64_t i);
int64_t lck_swizzle_period(lck_swizzle s);
/* Of a number whose symbols contribute multiples of the period; else unknown, or a symbol. */
const lck_sum *lck_swizzle_of(lck_sums *x, lck_swizzle s, const lck_sum *a);

#endif
