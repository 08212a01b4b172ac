/* literal.h - the values of a certificate, read and evaluated on their own.
 *
 * A certificate says its claim in literals: tuples, layouts, tensors, tilers, swizzles,
 * composed layouts, linear layouts, names of types; names of dims are arguments of operations.
 * They are read here, and evaluated by their definitions, without the algebra of lib/ and without
 * the claim language: only the exact integers of lib/ are used. Two readers that disagree make a
 * certificate fail.
 *
 * A function of an integral coordinate has one value for each of its axes: one for an integer,
 * one for each basis element of coordinate strides, one for each output dim of a linear layout.
 * All memory belongs to a pool that is freed at once.
 */
#ifndef LCR_RECHECK_LITERAL_H
#define LCR_RECHECK_LITERAL_H

#include "../../../lib/text.h"

#define LIT_MAX_AXES 64
#define LIT_MAX_DEPTH 64

/* ---- memory ---- */

typedef struct lit_block lit_block;
struct lcr_ctx;
struct lit;
struct lit_pool;
/* A literal of some kind for x and y, as text of the pool (sets/evidence.h, lcr_ev_hint); NULL:
 * there is none. */
typedef const char *lcr_finder(struct lit_pool *pool, const char *kind, const struct lit *x,
                               const struct lit *y);
typedef struct lit_pool {
    lc_ctx *lc;
    lit_block *blocks;
    struct lcr_ctx *isl; /* what reads relations in other forms; NULL: nothing does */
    struct sym *sizes;   /* integers may be sizes of these (read/size.h); NULL: numbers alone */
    lcr_finder *hint;    /* NULL: there are no hints */
    const struct lcr_points *points; /* points are looked at in the place of isl; NULL: isl is
                                      * asked */
    bool looks; /* isl has not decided: where coordinates are few, all are looked at in the place
                 * of sets */
} lit_pool;
void *lcr_lit_alloc(lit_pool *pool, size_t count, size_t size); /* zeroed; NULL: an error */
void lcr_lit_pool_clear(lit_pool *pool);

/* ---- numbers ---- */

lc_int lcr_lit_power(lc_ctx *lc, size_t bit); /* of 2 */
bool lcr_same_ints(size_t n, const lc_int *a, const lc_int *b);
bool lcr_all_zero(size_t n, const lc_int *a); /* NULL: there are none */

/* ---- texts ---- */

/* A text under construction into the pool; NULL with an error. */
const char *lcr_text_take(lit_pool *pool, lc_text *text);

/* ---- values ---- */

typedef enum {
    LIT_TUPLE,
    LIT_LAYOUT,
    LIT_TILER,
    LIT_SWIZZLE,
    LIT_LINEAR,
    LIT_COMPOSED,
    LIT_RELATION,
    LIT_LISTED,
    LIT_MORPHISM,
    LIT_STRIDES,
    LIT_WORD,
    LIT_NAMES
} lit_kind;

/* A dim of a linear layout: its name, the bits of an integral coordinate that are its own. */
typedef struct {
    const char *name;
    size_t first, bits;
} lit_dim;

/* The modes from the outermost to an axis of coordinates. */
typedef struct {
    size_t depth;
    uint32_t mode[LIT_MAX_DEPTH];
} lit_path;

typedef struct lit {
    lit_kind kind;
    /* A nesting in preorder, the arity of a tuple or 0 for a leaf. Its leaves are those of a
     * tuple, the extents of a layout, the size or the sizes of the inputs of anything else. */
    size_t nnodes, n;
    uint32_t *node;
    lc_int *extent;
    bool *any; /* of a tuple: the leaves that are `_`; NULL: none */
    /* A layout, or strides that stand alone: by axis, step[axis * n + leaf]. */
    bool basis, by_xor; /* coordinate strides, strides that add by XOR */
    size_t naxes;
    lit_path *path;
    lc_int *step;
    lc_int *offset;                   /* of a tensor or composed layout; 0 */
    const struct lit *offset_nesting; /* a tuple; NULL where the offset is an integer */
    /* The swizzle, of its own or after a layout; b = 0 where there is none. */
    int b, m, s;
    bool swizzled; /* after a layout there is one, which may have no bits */
    /* A linear layout: the value of input bit i on output dim j, column[j * bits + i]. */
    size_t bits;
    lc_int *column, *out; /* and the sizes of the output dims, of which there may be none */
    size_t nins;
    lit_dim *in, *outs; /* naxes output dims */
    bool has_lane;      /* an input dim `lane`, of the bits from lane_bit on */
    size_t lane_bit, lane_bits;
    /* Composed: `outer`, NULL for the identity, at the values of `inner`; then the offset. The
     * nesting is that of inner, axes and paths are those of outer. */
    const struct lit *outer, *inner;
    /* A tiler. */
    size_t nmodes;
    const struct lit **mode;
    const char *word; /* of a relation, its text */
    bool set;         /* it is a set: a relation without inputs */
    /* Listed: what a relation gives at the integers of [0,size) (sets/listed.c). A function that
     * is the same there may stand for it, `inner`; NULL: none is known. */
    const lc_int *value;
    size_t nvalues;
    /* A morphism of nested tuples, the domain being that of the extents: its codomain, and the
     * entry of it, from 1 on, for each entry of the domain; 0 where there is none. */
    const struct lit *codomain;
    size_t *image;
    size_t nnames;
    const char *const *name;
} lit;

bool lcr_path_same(const lit_path *a, const lit_path *b);
/* The index of a path among n; n where it is none of them. */
size_t lcr_path_find(size_t n, const lit_path *path, const lit_path *wanted);
/* The same, and adds it at the end if it is none of them; SIZE_MAX: there are LIT_MAX_AXES
 * already. */
size_t lcr_path_add(size_t *n, lit_path *path, const lit_path *wanted);
/* One mode more; false: it is too deep. */
bool lcr_path_append(lit_path *path, size_t mode);

/* The literal in a text; NULL with an error that names the place. */
const lit *lcr_lit_read(lit_pool *pool, const char *text);
/* An argument of an operation, which may be names of dims, too: register, [register,lane]. */
const lit *lcr_lit_read_argument(lit_pool *pool, const char *text);
/* Is this one of the words that may stand for a value: a type, `exact`? */
bool lcr_lit_is_word(const char *text, size_t n);

/* ---- making ---- */

/* NULL with an error. */
lit *lcr_lit_copy(lit_pool *pool, const lit *a);
/* `outer`, NULL for the identity, at the values of `inner`. */
lit *lcr_lit_composed(lit_pool *pool, const lit *outer, const lit *inner);
/* A layout of n leaves side by side, extents and steps still to come. */
lit *lcr_lit_flat(lit_pool *pool, size_t n);
const lit *lcr_lit_integer(lit_pool *pool, lc_int n); /* as a tuple */
/* Gives `to` the offset and the swizzle of `of`. */
void lcr_lit_end_like(lit *to, const lit *of);
/* The layout with extents of 1 at leaves without a stride. */
const lit *lcr_lit_moving(lit_pool *pool, const lit *a);
/* The product of the extents before each leaf, and that of all; a shape as the layout with these
 * strides. */
lc_int *lcr_lit_places(lit_pool *pool, const lit *a);
lit *lcr_lit_compact(lit_pool *pool, const lit *shape);
/* Keeps the first n leaves; 1:0 if n is 0. */
void lcr_lit_use(lit *a, size_t n);

/* ---- evaluation ---- */

bool lcr_lit_is_function(const lit *a);
/* A linear layout, or an offset and one, which is composed: it has named dims, in `out`. */
bool lcr_lit_has_dims(const lit *a);
lc_int lcr_lit_size(lc_ctx *lc, const lit *a);
lc_int lcr_lit_span(lc_ctx *lc, const lit *a, size_t first, size_t last); /* of these leaves */
/* The modes; a leaf is one by itself. */
size_t lcr_lit_rank(const lit *a);
/* The node after the subtree at a node; its leaves are added to *leaves. */
size_t lcr_lit_after(const lit *a, size_t node, size_t *leaves);
/* Mode i of a layout; the first n as one. NULL: an error. */
const lit *lcr_lit_mode(lit_pool *pool, const lit *a, size_t i);
const lit *lcr_lit_modes(lit_pool *pool, const lit *a, size_t n);
/* Linear in natural coordinates: a layout of integers or coordinates without a swizzle. */
bool lcr_lit_is_affine(const lit *a);
bool lcr_lit_is_integers(const lit *a); /* and its values are integers */
/* The values at an integral coordinate, and at a list of values of `of`, which are the
 * coordinates of `a` when `of` has basis strides; at most LIT_MAX_AXES. */
bool lcr_lit_at(lc_ctx *lc, const lit *a, lc_int c, lc_int *value);
bool lcr_lit_at_values(lc_ctx *lc, const lit *a, const lit *of, const lc_int *in, lc_int *value);
bool lcr_lit_listed_at(const lit *a, lc_int c, lc_int *value); /* of what is listed */
/* One integer for values of `of`: the integral coordinate of the output dims of a linear
 * layout, else the first. */
lc_int lcr_lit_whole(lc_ctx *lc, const lit *of, const lc_int *in);
/* The leaves [first, last) of the mode at a path; false: there is none. */
bool lcr_lit_leaves_at(const lit *a, const lit_path *path, size_t *first, size_t *last);
/* How many modes the values have below a path; 0: it is an axis, or nothing is there. */
size_t lcr_lit_modes_below(const lit *a, const lit_path *path);
/* A leaf, or a tuple of more than one. */
bool lcr_lit_is_flat(const lit *a);
/* The path of each leaf. */
void lcr_lit_paths(const lit *a, lit_path *path);

/* On how many axes a leaf moves. */
size_t lcr_lit_moves(const lit *a, size_t leaf);
bool lcr_lit_is_any(const lit *a); /* `_` */
/* Is every stride 0? Then a literal does not say whether its values are coordinates. */
bool lcr_lit_is_still(const lit *a);
/* Is there a stride that is an integer other than 0? */
bool lcr_lit_has_integers(const lit *a);
/* The same nesting; also the same leaves; does b have a mode wherever a has a leaf, with `sizes`
 * of the same size? */
bool lcr_lit_congruent(const lit *a, const lit *b);
bool lcr_lit_same_extents(const lit *a, const lit *b);
bool lcr_lit_coarser(lc_ctx *lc, const lit *a, const lit *b, bool sizes);

/* ---- values that are made of bits: read/linear.c ---- */

lc_int lcr_lit_xor(lc_ctx *lc, lc_int a, lc_int b);
/* The XOR of d shifted by the bits of i. */
lc_int lcr_lit_xor_times(lc_ctx *lc, lc_int i, lc_int d);
/* x with b of its bits added by XOR, those at m + max(0,s), to those s places below. */
lc_int lcr_lit_swizzled(lc_ctx *lc, const lit *w, lc_int x);
/* One past the highest bit that a swizzle takes or gives. */
size_t lcr_lit_swizzle_end(const lit *w);
void lcr_lit_linear_at(lc_ctx *lc, const lit *a, lc_int c, lc_int *value);

#endif
