/* alike.h - whether two literals are the same. */
#ifndef LCR_RECHECK_ALIKE_H
#define LCR_RECHECK_ALIKE_H

#include "../read/literal.h"

/* The same nesting with the same leaves, of tuples and shapes. */
bool lcr_lit_same_shape(const lit *a, const lit *b);
/* The same literal, written alike: shapes with their nesting, strides, offsets with theirs,
 * swizzles, functions outside; names, bases and sizes of linear layouts; modes of tilers. Strides
 * that are all 0 are the same for values of any kind. */
bool lcr_lit_same(const lit *a, const lit *b);
bool lcr_lit_same_dims(size_t n, const lit_dim *a, const lit_dim *b);

#endif
