/* build.h - parts of literals, and whether two are the same.
 *
 * A part is a subtree of a nesting with its leaves.
 */
#ifndef LCR_RECHECK_BUILD_H
#define LCR_RECHECK_BUILD_H

#include "../read/literal.h"

typedef struct {
    size_t node, end;   /* its nodes [node, end) */
    size_t first, last; /* its leaves [first, last) */
} lit_part;

lit_part lcr_part_whole(const lit *a);
/* A leaf has one mode, itself. */
size_t lcr_part_rank(const lit *a, const lit_part *p);
/* False: there is no mode i. */
bool lcr_part_mode(const lit *a, const lit_part *p, size_t i, lit_part *mode);
bool lcr_part_is_leaf(const lit *a, const lit_part *p);

/* The same nesting with the same leaves, of tuples and shapes. */
bool lcr_lit_same_shape(const lit *a, const lit *b);
/* The same literal, written alike: shapes with their nesting, strides, offsets with theirs,
 * swizzles, functions outside; names, bases and sizes of linear layouts; modes of tilers. Strides
 * that are all 0 are the same for values of any kind. */
bool lcr_lit_same(const lit *a, const lit *b);
bool lcr_lit_same_dims(size_t n, const lit_dim *a, const lit_dim *b);

#endif
