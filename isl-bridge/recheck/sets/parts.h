/* parts.h - layouts put together from the parts of others.
 *
 * The law of a divide says V(c) = A(W(c)), W the tiles and what is left between them as
 * coordinates of A; that of a product V(c) = F(W(c)), F made of A and what it leaves out.
 * W and F are put together here, node by node, in preorder.
 *
 * A leaf of W may stand for just that leaf of the value, with the stride of the leaf that
 * it was taken from, or for whatever layout has its size: a composition may need several
 * modes where there was one, and gives them in coalesced form.
 */
#ifndef LCR_RECHECK_PARTS_H
#define LCR_RECHECK_PARTS_H

#include "evidence.h"

#define PARTS_LEAVES 256

/* Where a leaf was taken from; `from` is NULL where a composition may have split it. */
typedef struct {
    const lit *from;
    size_t leaf;
} parts_origin;

/* What has been put together; begins zeroed but for the pool. Once it `failed` there is no
 * room, no memory, or the parts do not go together, and nothing more is added. */
typedef struct {
    lit_pool *pool;
    bool failed, by_xor;
    bool still;  /* a point in coalesced form has no stride */
    bool unsure; /* a part stands still and may be of another kind than it was taken for */
    size_t room, nodes, leaves, naxes; /* room for so many leaves, and twice as many nodes */
    uint32_t *node;
    lc_int *extent;
    parts_origin *origin;
    lc_int offset[LIT_MAX_AXES];
    lit_path *path; /* of an axis; depth 0: integers */
    lc_int *step[LIT_MAX_AXES];
} parts;

/* With room for PARTS_LEAVES, or for `room` leaves; NULL with an error. */
parts *lcr_parts_begin(lit_pool *pool);
parts *lcr_parts_room(lit_pool *pool, size_t room);
void lcr_parts_tuple(parts *p, size_t arity);
/* What was put together from node `begin` on becomes a tuple of so many, more than one. */
void lcr_parts_wrap(parts *p, size_t begin, size_t arity);
/* Adds a leaf without a stride; adds a stride of the last leaf on an axis. */
void lcr_parts_leaf(parts *p, lc_int extent);
void lcr_parts_step(parts *p, const lit_path *path, lc_int step);
/* A layout whose values are on the axes below a path; NULL, here and below: it failed. */
void lcr_parts_layout(parts *p, const lit *a, const lit_path *under);
/* Adds the offset of a layout. */
void lcr_parts_offset(parts *p, const lit *a);
/* The coordinates of a shape, as integers on a path; each leaf stands for the leaf of `a`. */
void lcr_parts_identity(parts *p, const lit *a, const lit_path *path);
/* NULL: it failed, with an error or not. */
const lit *lcr_parts_end(const parts *p);

/* By reading: is it flat, no mode of extent 1 unless it is the only one, none that goes on
 * where the one before it ends? */
bool lcr_parts_coalesced(lc_ctx *lc, const lit *a);
/* By reading: each leaf of W stands for a part of the value in one of the two ways. */
bool lcr_parts_forms(ev *e, const lit *value, const parts *w);
/* A tiler as coordinates of A, mode i on the axis i, the modes of A past it as they
 * are. NULL: it does not fit, or an error. */
parts *lcr_ev_tiles(ev *e, const lit *a, const lit *tiler);
/* R with the modes of a tiler, which is read by mode: a leaf has one mode, itself. */
const lit *lcr_parts_in_modes(ev *e, const lit *r, const lit *tiler);
/* A layout of integers with the leaves of A and these strides. NULL with an error. */
const lit *lcr_parts_integers(lit_pool *pool, const lit *a, lc_int *step);
/* The layout of integers of one axis of A; with strides 0 if A lacks the axis. NULL with an
 * error. */
const lit *lcr_parts_on_axis(lit_pool *pool, const lit *a, const lit_path *path);
/* By reading: the same shape and strides. */
bool lcr_parts_equal(const lit *a, const lit *b);

#endif
