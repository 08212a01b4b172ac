/* read.h - between the readers of literals: tokens and nestings, then the kinds of literals,
 * each of which uses those before it.
 */
#ifndef LCR_RECHECK_READ_H
#define LCR_RECHECK_READ_H

#include "literal.h"

#define LEAVES_MAX 4096

typedef struct {
    lit_pool *pool;
    const char *text, *at;
    int depth; /* of sums in sums */
} reader;

/* An error that says what was expected here; NULL. */
void *lcr_rd_wrong(reader *in, const char *wanted);
/* Past blanks: is this next? Then it is read. */
bool lcr_rd_take(reader *in, const char *token);
bool lcr_rd_need(reader *in, const char *token); /* else an error */
bool lcr_rd_failed(const reader *in);
/* Is this the end of a list? Else a comma is read, unless `first`, and the next element
 * follows. */
bool lcr_rd_ends(reader *in, const char *end, bool first);
bool lcr_rd_number_ahead(reader *in);
bool lcr_rd_number(reader *in, lc_int *out);
/* read/size.c, where the pool has sizes: a size; the factor before the unit of a stride (e1,
 * @0@1, f64), 1 where there is none; does this parenthesis begin a sum, not a list; are there
 * units from here on? */
bool lcr_rd_size(reader *in, lc_int *out);
bool lcr_rd_coefficient(reader *in, lc_int *out);
bool lcr_rd_sum_ahead(const reader *in);
bool lcr_rd_has_units(const reader *in);
bool lcr_rd_small(reader *in, int least, int most, int *out);
/* A name, and n characters of a text, as copies; NULL with an error. */
const char *lcr_rd_name(reader *in);
const char *lcr_rd_copy(reader *in, const char *text, size_t n);

/* Nodes and leaves under construction; `leaf` reads leaf number n. (x) is x; how many such
 * pairs stand around a node is kept, for the two sides of a layout to be compared. Around a
 * leaf, as in (4) and (e0+e1), they just group. */
typedef struct nesting nesting;
struct nesting {
    size_t nnodes, n, room; /* for leaves, and twice as many nodes */
    uint32_t *node, *pairs;
    bool (*leaf)(reader *in, size_t n, void *context);
    void *context;
};

/* Without nodes yet, with room for what the text has from here on. NULL: an error. */
nesting *lcr_rd_new_nesting(reader *in);
void lcr_rd_start(nesting *t, bool leaf(reader *in, size_t n, void *context), void *context);
bool lcr_rd_nesting(reader *in, nesting *t, int depth);

/* A tuple of integers; the nesting stays in `t`. Where `any` is given, `_` may stand for one, and
 * it says for which; NULL: for none. */
lc_int *lcr_rd_integers(reader *in, nesting *t, bool **any);
lit *lcr_rd_literal(reader *in, lit_kind kind, const nesting *t, lc_int *extent);
lit *lcr_rd_of_one_size(reader *in, lit_kind kind, lc_int size);

/* read/strides.c: the strides of a layout, which has its extents; is a text strides that stand
 * alone? */
bool lcr_rd_strides_of(reader *in, lit *a, const nesting *shape);
bool lcr_rd_are_strides(const reader *in);
/* The strides of a, as many as it has leaves; the nesting stays in t. */
bool lcr_rd_all_strides(reader *in, lit *a, nesting *t);
/* read/arguments.c: strides that stand alone; what follows `<`; a type; names, one or the rest of
 * a list. */
const lit *lcr_rd_strides(reader *in);
const lit *lcr_rd_tiler(reader *in);
const lit *lcr_rd_word(reader *in);
const lit *lcr_rd_names(reader *in, bool list);

/* read/function.c: a tuple, or a layout; layouts and swizzles with offsets between them,
 * f o offset o g, as far as they go; what follows `{`. */
const lit *lcr_rd_layout(reader *in);
const lit *lcr_rd_function(reader *in);
const lit *lcr_rd_tensor(reader *in);

/* read/linear.c: what follows `linear{`, also after an offset of n numbers; what follows `f` or
 * d f, which is the only term of its stride, f5, 2f5, and f(10) where one of the two is a power
 * of 2; what follows `S<`; a swizzle w after g, one literal where g is a layout. */
const lit *lcr_rd_linear(reader *in);
const lit *lcr_rd_affine(reader *in, size_t n, const lc_int *offset);
bool lcr_rd_bits(reader *in, lit *a, size_t leaf, int sign, lc_int d);
lit *lcr_rd_swizzle(reader *in);
const lit *lcr_rd_swizzled(reader *in, const lit *w, const lit *g);
/* read/coordinates.c: the axis of a basis element, e1 or @0@1, innermost first, behind the modes
 * that *path has; the leaf of an offset at the path of each axis of a. */
bool lcr_rd_path(reader *in, lit_path *path);
bool lcr_rd_coordinate_offset(reader *in, lit *a, const lc_int *offset, const nesting *t);
/* read/morphism.c: what follows `morphism{`; read/relation.c: `relation "`, `set "`. */
const lit *lcr_rd_morphism(reader *in);
const lit *lcr_rd_relation(reader *in, bool set);

#endif
