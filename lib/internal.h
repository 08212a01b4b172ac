/* internal.h - what the files of lib/ share and nothing else sees.
 *
 * A nesting is stored as its nodes in preorder: the arity of a tuple, 0 for a
 * leaf. `(4,(2,3))` is the nodes 2 0 2 0 0 over the leaves 4 2 3. A tuple or a
 * layout is one piece of memory: a head, the leaves, the nodes.
 */
#ifndef LC_INTERNAL_H
#define LC_INTERNAL_H

#include <signal.h>
#include <stdlib.h>

#include "algebra.h"
#include "text.h"

/* An object that lives until its frame is closed. */
typedef struct {
    void *object;
    void (*release)(void *object);
} lc_kept;

struct lc_ctx {
    lc_code code;
    char message[1024];
    bool int_failed; /* an integer operation failed since the last seal */
    bool no_shortcuts;
    bool starved;   /* memory has run out */
    unsigned share; /* 0: 1 */
    uint64_t looked;
    volatile sig_atomic_t interrupted;
    lc_doing own_doing, *doing; /* NULL: its own */
    lc_kept *kept;              /* by the open frames, oldest first; large integers among them */
    size_t nkept, kept_room;
};

/* Memory for one value or several: it is freed with the last of them. A block stands first in its
 * memory. */
typedef struct {
    size_t values;
} lc_block;

static inline void lc_block_leave(lc_block *block)
{
    if (--block->values == 0)
        free(block);
}

struct lc_tuple {
    lc_block own;    /* of a tuple in memory of its own */
    lc_block *block; /* what it lies in */
    int refs;
    bool has_big;
    bool has_wildcard;
    size_t nnodes, nleaves;
    lc_int *leaf;
    uint32_t *node;
    bool *wildcard; /* a flag a leaf; NULL when there is none */
    lc_int storage[];
};

/* The strides of one axis after those of another; a layout has one axis unless its
 * values are coordinates. Those of an axis of coordinates, taken alone, are a layout of
 * integers (lc_view_axis). */
struct lc_layout {
    int refs;
    bool has_big;
    lc_codomain codomain;
    size_t naxes;
    size_t pitch;      /* from the strides of an axis to those of the next */
    lc_tuple *profile; /* for coordinates: a leaf an axis, 0 where no stride was ever written */
    size_t nnodes, nleaves;
    lc_int *extent;
    lc_int *step;
    uint32_t *node;
    lc_int storage[];
};

static inline lc_int lc_step(const lc_layout *a, size_t axis, size_t leaf)
{
    return a->step[axis * a->pitch + leaf];
}

/* ---- integers ---- */

static inline mpz_ptr lc_int_ref(lc_int a)
{
    return (mpz_ptr)(uintptr_t)((uint64_t)a.word << 2); /* NOLINT: the tag falls off the top */
}

/* Make a[0..n) own copies of its large integers; sets *has_big. On failure the
 * large ones are dropped and false is returned. */
bool lc_int_own(lc_ctx *ctx, size_t n, lc_int *a, bool *has_big);
void lc_int_disown(size_t n, lc_int *a);

/* ---- nestings ---- */

/* One past the subtree that starts at node[at]; *leaves, if given, is moved past
 * its leaves. */
size_t lc_nest_skip(const uint32_t *node, size_t at, size_t *leaves);
size_t lc_nest_depth(const uint32_t *node);
static inline size_t lc_nest_rank(const uint32_t *node)
{
    return node[0] == 0 ? 1 : node[0];
}

/* The place of mode i of the nesting that starts at node 0: its first node and
 * leaf, and the ends. Mode 0 of a leaf is the leaf. */
typedef struct {
    size_t node, node_end;
    size_t leaf, leaf_end;
} lc_span;
lc_span lc_nest_mode(const uint32_t *node, size_t nnodes, size_t nleaves, size_t i);

/* The nodes with every leaf replaced by the modes that came from it, leaf[t] being that of
 * mode t < n; returns their number. */
size_t lc_nest_split(const uint32_t *node, size_t nnodes, size_t n, const size_t *leaf,
                     uint32_t *out);

/* Limits of ctx.h; false with LC_ERR_LIMIT. */
bool lc_nest_check(lc_ctx *ctx, const uint32_t *node, size_t nnodes, size_t nleaves);
bool lc_leaves_check(lc_ctx *ctx, size_t nleaves); /* of the leaves alone */
/* LC_ERR_INVALID for a profile of another number of leaves. */
bool lc_profile_fits(lc_ctx *ctx, size_t nleaves, const lc_tuple *profile);

/* ---- objects ---- */

/* Room for a value; the caller fills leaves and nodes, then seals it. Sealing
 * takes ownership of the integers and fails (freeing the value) when an integer
 * operation since the last seal failed. */
lc_tuple *lc_tuple_alloc(lc_ctx *ctx, size_t nnodes, size_t nleaves, bool wildcards);
lc_tuple *lc_tuple_seal(lc_ctx *ctx, lc_tuple *t);
/* Of these nodes and leaves, none of them a wildcard; sealed. */
lc_tuple *lc_tuple_of_nodes(lc_ctx *ctx, size_t nnodes, const uint32_t *node, size_t nleaves,
                            const lc_int *leaf);
/* The natural coordinate of a layout with these integers at its leaves; with `at` at one leaf and
 * 0 at the others. */
lc_tuple *lc_crd_of_leaves(lc_ctx *ctx, const lc_layout *b, const lc_int *leaf);
lc_tuple *lc_crd_at_leaf(lc_ctx *ctx, const lc_layout *b, size_t leaf, lc_int at);
void lc_tuple_discard(lc_tuple *t); /* one that was never sealed */
/* The same without wildcards in memory of the caller's: lc_tuple_room bytes in a block that
 * counts it. */
size_t lc_tuple_room(size_t nnodes, size_t nleaves);
lc_tuple *lc_tuple_place(lc_block *block, void *memory, size_t nnodes, size_t nleaves);
lc_layout *lc_layout_alloc(lc_ctx *ctx, size_t nnodes, size_t nleaves); /* of integers */
lc_layout *lc_layout_alloc_like(lc_ctx *ctx, const lc_layout *like, size_t nnodes,
                                size_t nleaves); /* of the same codomain */
lc_layout *lc_layout_alloc_in(lc_ctx *ctx, lc_codomain codomain, const lc_tuple *profile,
                              size_t nnodes, size_t nleaves);
lc_layout *lc_layout_seal(lc_ctx *ctx, lc_layout *a);
void lc_layout_discard(lc_layout *a); /* one that was never sealed */

/* ---- codomains ---- */

/* LC_ERR_INVALID, "WHAT takes integer strides", for other codomains. */
bool lc_integers_only(lc_ctx *ctx, const char *what, const lc_layout *a);
/* A codomain for the values of all of these: theirs, without those that are all zero. Profiles
 * are joined; *profile, NULL except for coordinates, is owned by the caller. */
bool lc_codomain_join(lc_ctx *ctx, size_t n, const lc_layout *const *part, lc_codomain *codomain,
                      lc_tuple **profile);
/* Two profiles in one; errors: a leaf that is used where the other has a tuple. */
lc_tuple *lc_profile_join(lc_ctx *ctx, const lc_tuple *a, const lc_tuple *b);
/* The axes of `profile`, as leaves of a profile that it was joined to. */
void lc_profile_map(const lc_tuple *profile, const lc_tuple *joined, size_t *axis);
void *lc_too_many_axes(lc_ctx *ctx); /* LC_ERR_LIMIT */
/* The same strides, of coordinates whose profiles differ. */
bool lc_same_coordinates(const lc_layout *a, const lc_layout *b);
/* The product i d of an integer and a stride of this codomain, one of its axes. */
lc_int lc_scale(lc_ctx *ctx, lc_codomain codomain, lc_int i, lc_int d);
/* LC_ERR_INVALID: strides that are not nested like the shape; takes over their text. */
lc_layout *lc_stride_misfit(lc_ctx *ctx, const lc_tuple *shape, char *strides);
/* A stride as it is written, of leaf k. */
void lc_text_add_stride(lc_text *text, const lc_layout *a, size_t k);
/* The values of the axes as a coordinate, or the one value. */
lc_tuple *lc_value_of(lc_ctx *ctx, const lc_layout *a, const lc_int *axis);

/* ---- views ----
 *
 * A view is a layout on the stack that looks into another, or at arrays of the caller:
 * no copy, never freed, not for returning. It may stand wherever a layout is borrowed. */

/* Modes [first, last) of a nesting, which lie one after the other. */
lc_span lc_nest_modes(const uint32_t *node, size_t nnodes, size_t nleaves, size_t first,
                      size_t last);
void lc_view_span(lc_layout *view, const lc_layout *a, lc_span span);
void lc_view_mode(lc_layout *view, const lc_layout *a, size_t i);
/* One axis of coordinates, as a layout of integers. */
void lc_view_axis(lc_layout *view, const lc_layout *a, size_t axis);
/* A layout of integers in these arrays. */
void lc_view_arrays(lc_layout *view, size_t nnodes, size_t nleaves, lc_int *extent, lc_int *step,
                    uint32_t *node);
/* n modes of one leaf, as lc_layout_flat; `node` has room for n + 1. */
void lc_view_flat(lc_layout *view, size_t n, lc_int *extent, lc_int *step, uint32_t *node);

/* ---- layouts written piece by piece ----
 *
 * The writer fills a layout that has room; the nodes may be fewer than was allowed for, the
 * leaves may not. lc_write_end seals it. The parts written have the codomain of `like`, or one of
 * those joined, or are all zero; its axes go where their modes stand. */
typedef struct {
    lc_layout *out;
    size_t node, leaf;
} lc_writer;
bool lc_write_begin(lc_ctx *ctx, lc_writer *w, const lc_layout *like, size_t nnodes,
                    size_t nleaves);
/* LC_ERR_INVALID when the codomains of the parts do not go together. */
bool lc_write_begin_joined(lc_ctx *ctx, lc_writer *w, size_t n, const lc_layout *const *part,
                           size_t nnodes, size_t nleaves);
void lc_write_tuple(lc_writer *w, size_t arity);
void lc_write_span(lc_writer *w, const lc_layout *a, lc_span span);
void lc_write_layout(lc_writer *w, const lc_layout *a);
lc_layout *lc_write_end(lc_ctx *ctx, lc_writer *w);

/* ---- parts of the algebra that share their arrays ---- */

/* Coalesces n modes in place; returns how many are left, at least 1 (1:0). Needs room
 * for one mode also when n is 0. */
size_t lc_coalesce_modes(lc_ctx *ctx, size_t n, lc_int *extent, lc_int *step);
/* The modes of the extendable complement; room for one more than a has leaves. Returns
 * their number, SIZE_MAX when there is none. */
size_t lc_complement_modes(lc_ctx *ctx, const lc_layout *a, lc_int *extent, lc_int *step);
/* Those of the complement up to a size, coalesced. */
size_t lc_complement_modes_to(lc_ctx *ctx, const lc_layout *a, lc_int size, lc_int *extent,
                              lc_int *step);

/* A o B in machine words (compose-words.c); NULL where these do not decide whether it exists. */
lc_layout *lc_compose_words(lc_ctx *ctx, const lc_layout *a, const lc_layout *b);

/* A o B where integers are sizes (compose-digits.c), by digits that do not carry. NULL with an
 * error also where that does not decide. */
lc_layout *lc_compose_digits(lc_ctx *ctx, const lc_layout *a, const lc_layout *b);

/* The parts of A that take the axes of the values of B, in order, as views. The part is A itself
 * where these are integers, else A's mode at the place of the axis. It is the layout 1:0 for an
 * axis that no stride of B has and for which A has no mode. LC_ERR_INVALID where they are not
 * nested alike. There are as many parts as B has axes, and at most LC_MAX_AXES. */
bool lc_compose_parts(lc_ctx *ctx, const lc_layout *a, const lc_layout *b, lc_layout *part);

/* The part of a layout in a span. */
lc_layout *lc_layout_part(lc_ctx *ctx, const lc_layout *a, lc_span span);
/* The value of the leaves [first, last) at an integral coordinate of theirs, on an axis. */
lc_int lc_leaves_at(lc_ctx *ctx, const lc_layout *a, size_t axis, size_t first, size_t last,
                    lc_int index);

/* A list of layouts under construction; frees what it holds. */
#define LC_LIST_LOCAL 8 /* items that need no allocation */
typedef struct {
    size_t n;
    lc_layout **item;
    lc_layout *local[LC_LIST_LOCAL];
} lc_layout_list;
bool lc_list_init(lc_ctx *ctx, lc_layout_list *list, size_t room);
/* Takes over `a`; NULL is refused (false). */
bool lc_list_push(lc_layout_list *list, lc_layout *a);
/* The modes of `a`, in order. */
bool lc_list_push_modes(lc_ctx *ctx, lc_layout_list *list, const lc_layout *a, size_t first);
lc_layout *lc_list_concat(lc_ctx *ctx, lc_layout_list *list); /* and clears the list */
void lc_list_clear(lc_layout_list *list);

/* ---- sorted leaves ---- */

/* A leaf of extent above 1 and stride not 0, with the prefix product of the
 * extents before it: its stride in the compact layout of the same shape. */
typedef struct {
    lc_int extent, step, place;
} lc_mode;
/* The leaves that count, by magnitude of stride, then extent, then place. Needs
 * room for all leaves of a; returns their number. */
size_t lc_sorted_modes(lc_ctx *ctx, const lc_layout *a, lc_mode *mode);

/* ---- text ---- */

void lc_text_add_layout(lc_text *text, const lc_layout *a);
void lc_text_add_leaves(lc_text *text, const uint32_t *node, const lc_int *leaf,
                        const bool *wildcard);

/* A decimal rendering for messages, in the caller's buffer; shortened with "..."
 * when it does not fit. Returns the buffer. */
#define LC_NUMBER_ROOM 64
const char *lc_number(lc_int value, char buffer[LC_NUMBER_ROOM]);

#endif
