/* algebra.h - the operations of the layout algebra (Cecka, section 3).
 *
 * All functions borrow their arguments and return owned values; NULL is failure and the context
 * says why. LC_ERR_NO_VALUE: the value does not exist, and the message names the condition that
 * fails, the mode and the numbers. LC_ERR_BUDGET: not decided within the work allowed. "Extended
 * domain" is that of layout.h; no result takes longer because a layout is large.
 */
#ifndef LC_ALGEBRA_H
#define LC_ALGEBRA_H

#include "tiler.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Coalesce (3.2): the layout of least rank with the same size and the same value
 * at every integral coordinate; 1:0 when the size is 1. By mode: each mode of
 * the profile on its own, modes past the profile untouched. */
lc_layout *lc_coalesce(lc_ctx *ctx, const lc_layout *a);
lc_layout *lc_coalesce_by(lc_ctx *ctx, const lc_layout *a, const lc_tuple *profile);

/* Composition (3.3): R with R's shape refining B's and R(c) = A(B(c)) at every coordinate of B
 * (laws 16, 17), A on its extended domain. It exists exactly when some layout satisfies these
 * laws, whether or not the divisibility conditions (eq. 20, 21) hold. R keeps B's profile, each
 * leaf in coalesced form. The values of R add up as those of A do. They also add by XOR where A
 * has integers and B has strides that add by XOR and share bits. */
lc_layout *lc_compose(lc_ctx *ctx, const lc_layout *a, const lc_layout *b);
lc_layout *lc_compose_tiler(lc_ctx *ctx, const lc_layout *a, const lc_tiler *t);

/* Why a composition does not exist: A(B(sum)) is not the sum of the parts that any layout would
 * need. lc_compose_explain fills it when it returns NULL with LC_ERR_NO_VALUE. */
typedef struct {
    enum {
        LC_COMPOSE_RUN,      /* the run of mode `leaf` does not divide its extent */
        LC_COMPOSE_ADDITIVE, /* A(B(c)) is not the sum over the modes of c */
        LC_COMPOSE_NEGATIVE  /* by XOR: at c, A(B(c)) is negative, or B(c) is, where A has no
                               * value */
    } reason;
    bool by_xor;      /* R's strides would add by XOR. RUN then also stands for a run that divides
                       * the extent, where no mode up to it leaves a layout for the rest */
    size_t leaf;      /* leaf of B at fault (for ADDITIVE: the first involved) */
    lc_int extent;    /* the extent of that leaf, or its rest */
    lc_int stride;    /* stride of B at that point; on axis 0 */
    lc_int run;       /* length of the linear run (RUN) */
    lc_tuple *crd;    /* a coordinate of B at which every candidate breaks; owned */
    size_t axis;      /* the axis of A's values that shows it: 0 except for coordinates */
    lc_int value;     /* A(B(crd)), on that axis; the negative value */
    lc_int candidate; /* the value that a layout would have there */
} lc_compose_failure;
lc_layout *lc_compose_explain(lc_ctx *ctx, const lc_layout *a, const lc_layout *b,
                              lc_compose_failure *failure);

/* Complement (3.5, Table 7). lc_complement: the extendable form, whose last mode
 * has extent 1 and the stride from which copies of A may be laid out.
 * lc_complement_to: up to n, coalesced, as pycute. Strides of 0 do not count,
 * negative strides count by magnitude. No value when A overlaps itself. */
lc_layout *lc_complement(lc_ctx *ctx, const lc_layout *a);
lc_layout *lc_complement_to(lc_ctx *ctx, const lc_layout *a, lc_int n);
/* Up to a shape, axis by axis for coordinates, otherwise up to its size. */
lc_layout *lc_complement_in(lc_ctx *ctx, const lc_layout *a, const lc_tuple *shape);
/* The gap-filling complement of the ISL paper (Algorithm 4, as corrected):
 * the first gap of the image is filled with copies of what lies before it. */
lc_layout *lc_gap_complement(lc_ctx *ctx, const lc_layout *a, lc_int n);

/* Inverses (3.4, Tables 5 and 6).
 * right: the largest R found by following strides from 1 with A(R(k)) = k (law 24).
 * left: L with A(L(A(c))) = A(c) (law 26), L(A(c)) in A's domain; stride 0 where A's image
 *   has gaps. No value when A overlaps itself.
 * inverse: of a bijection onto [0, size). */
lc_layout *lc_right_inverse(lc_ctx *ctx, const lc_layout *a);
lc_layout *lc_left_inverse(lc_ctx *ctx, const lc_layout *a);
lc_layout *lc_inverse(lc_ctx *ctx, const lc_layout *a);

/* Division (3.5.2): A o (T, T*) with T* the complement of T up to size(A).
 * logical ((T,R),...) by mode; zipped ((T,...),(R,...)); tiled ((T,...),R,...);
 * flat (T,...,R,...). */
lc_layout *lc_logical_divide(lc_ctx *ctx, const lc_layout *a, const lc_tiler *t);
lc_layout *lc_zipped_divide(lc_ctx *ctx, const lc_layout *a, const lc_tiler *t);
lc_layout *lc_tiled_divide(lc_ctx *ctx, const lc_layout *a, const lc_tiler *t);
lc_layout *lc_flat_divide(lc_ctx *ctx, const lc_layout *a, const lc_tiler *t);

/* Product (3.5.1): (A, A* o B) with A* the extendable complement of A; coordinates along a single
 * axis are multiplied by integers, with A* along that axis. blocked and raked zip the modes of
 * the product of two layouts (Figures 10, 11). */
lc_layout *lc_logical_product(lc_ctx *ctx, const lc_layout *a, const lc_tiler *t);
lc_layout *lc_zipped_product(lc_ctx *ctx, const lc_layout *a, const lc_tiler *t);
lc_layout *lc_tiled_product(lc_ctx *ctx, const lc_layout *a, const lc_tiler *t);
lc_layout *lc_flat_product(lc_ctx *ctx, const lc_layout *a, const lc_tiler *t);
lc_layout *lc_blocked_product(lc_ctx *ctx, const lc_layout *a, const lc_layout *b);
lc_layout *lc_raked_product(lc_ctx *ctx, const lc_layout *a, const lc_layout *b);

/* Vectorization (3.4.2): the layout V of the largest n with A(V(i)) = B(V(i)) = i
 * for i < n that the right inverse of B can give; and that n. */
lc_layout *lc_max_common_layout(lc_ctx *ctx, const lc_layout *a, const lc_layout *b);
bool lc_max_common_vector(lc_ctx *ctx, const lc_layout *a, const lc_layout *b, lc_int *n);

/* The element width changes: n elements become one (upcast), one becomes n. */
lc_layout *lc_upcast(lc_ctx *ctx, const lc_layout *a, lc_int n);
lc_layout *lc_downcast(lc_ctx *ctx, const lc_layout *a, lc_int n);

/* Coalesced, without the modes of stride 0. */
lc_layout *lc_filter(lc_ctx *ctx, const lc_layout *a);
/* A repeated until it covers the shape, as CuTe does it: the blocked product of A by as many
 * tiles as go into each mode, rounded up. Modes that A lacks are 1:0. Tiles follow each other
 * in the first mode first, or in the mode of least order first: (2,1,3) is Step<_2,_1,_3>. */
lc_layout *lc_tile_to_shape(lc_ctx *ctx, const lc_layout *a, const lc_tuple *shape,
                            const lc_tuple *order);

#ifdef __cplusplus
}
#endif

#endif
