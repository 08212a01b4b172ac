/* read.h - literals whose integers are sizes, read.
 *
 *     tuple    4*N, (M,(ceil_div(N,64),2)), (_,N), strides (M*e1,e0+(N-1)*e1,2@0@1)
 *     layout   (M,N):(1,M), (M,N):(e1,8e0)
 *     words    (M,N):(f1,M*f64), strides that add by XOR; of a product one is a power of 2
 *     tensor   {M+3} o (M,N):(1,M), {(M,3)} o (M,N):(e0,e1)
 *     tiler    <128:1,64:1>
 *     morphism morphism{(M,4) -> (4,M): 2,1}: the layout that it realizes, with its codomain
 *     swizzled S<3,3,3>, S<3,3,3> o {M} o (M,N):(1,M), S<3,3,3> o 0 o (M,N):(1,M)
 *     word     int8 ... uint64
 *
 * Sizes are sums of products of integers, names of parameters, ceil_div, min, max, and
 * quotients and remainders by positive numbers, as read/symbols.h has them. An assumption is
 * two sizes with one of == <= >= < > between them.
 *
 * An axis that no stride and no offset mentions does not exist; integers have one without a
 * path. (x) is x, and (x,) has one element.
 */
#ifndef LCR_RECHECK_SYMBOLIC_READ_H
#define LCR_RECHECK_SYMBOLIC_READ_H

#include "../read/symbols.h"

#define SV_LEAVES 256
#define SV_AXES 16

typedef enum { SV_TUPLE, SV_LAYOUT, SV_TILER, SV_SWIZZLE, SV_WORD } sv_kind;

/* A nesting in preorder, as of a lit. A tuple of strides has steps, and one of sizes has extents,
 * NULL for `_`. */
typedef struct sv {
    sv_kind kind;
    size_t nnodes, n;
    uint32_t *node;
    const poly **extent;
    bool basis;
    size_t naxes;
    lit_path *path;      /* of each axis; NULL of integers */
    const poly **step;   /* step[axis * n + leaf]; NULL of a tuple of sizes */
    const poly **offset; /* by axis; NULL: 0 */
    size_t nmodes;
    const struct sv **mode; /* of a tiler */
    bool by_xor;            /* steps are words that add by XOR (symbolic/words.c) */
    bool swizzled; /* a layout of integers after which there is S<b,m,s>; or a swizzle alone */
    int b, m, s;
    const char *word;
    const struct sv *codomain; /* of a morphism, whose layout the rest is; and the images of */
    size_t *image;             /* its leaves, from 1 on, or 0 */
} sv;

/* NULL with an error. */
const sv *lcr_sv_read(sym *s, const char *text);
/* ---- making and looking (symbolic/value.c) ---- */

/* An empty one, with room for so many leaves and axes and the nodes still to come. */
sv *lcr_sv_new(sym *s, sv_kind kind, size_t nnodes, size_t n, size_t naxes);
sv *lcr_sv_copy(sym *s, const sv *a); /* NULL of NULL, too */
/* A layout nested like b, its extents those of b, with the axes and the offset of a; the steps
 * are still to come. What is made of a value shares what does not change. */
sv *lcr_sv_like(sym *s, const sv *b, const sv *a);
/* A without the swizzle after it; and the least number, a power of 2, whose multiples a swizzle
 * neither changes nor looks at, 1 without one (symbolic/swizzle.c). */
const sv *lcr_sv_inside(sym *s, const sv *a);
lc_int lcr_sv_swizzle_size(sym *s, const sv *a);
/* One size. */
const sv *lcr_sv_size(sym *s, const poly *size);
bool lcr_sv_is_size(const sv *a, const poly **size);
/* The node after the subtree at `node`, with the leaves in it added. */
size_t lcr_sv_after(const sv *a, size_t node, size_t *leaves);
/* The subtree at `node`, whose first leaf is `leaf`. */
const sv *lcr_sv_part(sym *s, const sv *a, size_t node, size_t leaf);
/* Modes of the first level; a leaf is a mode by itself. */
size_t lcr_sv_rank(const sv *a);
const sv *lcr_sv_mode(sym *s, const sv *a, size_t i);
/* Values side by side in a tuple, with the axes of all; the offsets add up. */
const sv *lcr_sv_concat(sym *s, size_t n, const sv *const *part);
/* A layout after an offset, a tuple of sizes nested like its values; to its own it is added. */
sv *lcr_sv_tensor(sym *s, const sv *offset, const sv *a);
/* The compact layout of a tuple of sizes; a layout itself. */
const sv *lcr_sv_layout(sym *s, const sv *a);
/* The axis with a path; SIZE_MAX: none. */
size_t lcr_sv_axis(const sv *a, const lit_path *path);
const poly *lcr_sv_step(sym *s, const sv *a, size_t axis, size_t leaf); /* SIZE_MAX: 0 */
const poly *lcr_sv_offset(sym *s, const sv *a, size_t axis);
/* The path of each leaf. */
void lcr_sv_paths(const sv *a, lit_path *path);
const poly *lcr_sv_product(sym *s, const sv *a); /* of the extents */
bool lcr_sv_congruent(const sv *a, const sv *b);
/* The leaf at a path; false: there is none, or more than one. */
bool lcr_sv_leaf_at(const sv *a, const lit_path *path, size_t *leaf);
/* In the literal syntax at numbers for all variables, of the pool; NULL with an error. */
const char *lcr_sv_text(sym *s, const sv *a, const lc_int *value);

#endif
