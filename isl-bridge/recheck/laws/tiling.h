/* tiling.h - what a tiler does to each mode, as coordinates.
 *
 * compose   A o T     W = T on each mode of A (sets/parts.c)
 * divide    A o (T,C) W = (T,C), C the complement of T up to the size of the mode
 * product   (A, A*oT) W = ((A's own coordinates, T)) on F = (A, A*), A* the complement of A
 *
 * By mode, modes past the tiler are left alone, and those at `_`. Zipped, all tiles come first,
 * in a mode of their own, and then what is left, with the modes past the tiler; a mode at `_` is
 * a tile, and 1:0 is left of it.
 */
#ifndef LCR_RECHECK_TILINGS_H
#define LCR_RECHECK_TILINGS_H

#include "../sets/parts.h"

typedef enum { TILING_DIVIDE, TILING_PRODUCT } lcr_tiling_kind;

/* W; NULL with an error, or where there is no law (e->none), or a condition does not hold. */
parts *lcr_tiling_coordinates(ev *e, const lit *a, const lit *tiler, lcr_tiling_kind kind,
                              bool zipped);
/* W of a divide by a T of coordinates whose strides are all 0: coordinates of the modes of A, or
 * of its leaves (`each`). */
parts *lcr_tiling_still(ev *e, const lit *a, const lit *tiler, bool zipped, bool each);
/* F of a product, each mode that has a tile together with its complement; NULL likewise. */
const lit *lcr_tiling_product(ev *e, const lit *a, const lit *tiler);
/* Adds A and its complement as a pair, and the laws of the complement; `by` is what lays out the
 * copies. */
void lcr_tiling_pair(ev *e, parts *p, const lit *a, const lit *by);

/* V(c) = F(W(c)); the shape of V refines that of W, leaf by leaf in one of the two forms of
 * parts.h. */
bool lcr_tiling_holds(ev *e, const lit *value, const lit *f, const parts *w);

/* laws/complement.c: the complement of A by Table 7, up to a size or without an end
 * (NULL), with its laws as sets; NULL with an error, or where A has none (a condition). */
const lit *lcr_complement(ev *e, const lit *a, const lc_int *size);
/* The same for values that are coordinates, axis by axis: without an end, or up to the sizes of
 * the modes of a shape. There is an axis for each leaf of the shape (`each`), or as A has
 * them. */
const lit *lcr_complement_by_axis(ev *e, const lit *a, const lit *shape, bool each);

#endif
