/* lowering.h - kernels of attention under construction: tables.c, lower.c, rows.c, combine.c. */
#ifndef LCK_ATTENTION_LOWERING_H
#define LCK_ATTENTION_LOWERING_H

#include "../../lib/text.h"
#include "../tile/tile.h"
#include "attention.h"

/* Rings; the last ones only some kernels have. */
enum { Q_FULL, K_FULL, K_EMPTY, V_FULL, V_EMPTY, TURN, V_CAME, V_TAKEN, RINGS };

/* Registers for all rows: log2(e) / sqrt(dim), which scores are multiplied by to become powers of
 * two; a number below all scores; ln 2; a scratch; the exponent that is added to powers. */
enum { SCALE, LEAST, LN_2, OTHER, RAISED, NUMBERS };

typedef struct {
    const lck_attention *a;
    lck_kernel *kernel;
    lck_tiling t;
    int columns; /* the dim, up to a multiple of 128 bytes */
    const lc_expr *extent[LCK_MAX_RANK], *stride[LCK_ATTENTION_ARRAYS][LCK_MAX_RANK];
    /* of a head; its tiles; heads that are not packed; rows of all heads; splits of a tile */
    const lc_expr *queries, *keys, *tiles, *all_heads, *all_rows, *splits;
    const lc_expr *all_queries; /* of all batches, where they lie one after the other */
    lck_tile q_tile, k_tiles, v_tiles, o_tile; /* the result goes through the last */
    lck_tile v_turned;                         /* of 8 bits: V transposed */
    int o_map, lse;                            /* a map; an array, -1: none */
    int table[LCK_ATTENTION_ARRAYS];           /* arrays: pages, lengths, starts, scales */
    int parts, part_rows;                      /* arrays: of a split: O, not divided; m and l */
    int ring[RINGS];                           /* their numbers */
    int loaded, turned;                        /* files of 16 elements, of 8 bits */
    lck_sums s, p, o, rounded;
    lck_rowwise most, sum, base, factor, scratch;
    int number; /* the file of NUMBERS */
    /* of a block */
    const lc_expr *tile, *at, *head[LCK_MAX_RANK]; /* its number, its first query, its head */
    const lc_expr *there;              /* of ragged queries: whether its batch has such a tile */
    const lc_expr *start[2];           /* of ragged queries, and keys: the first of the batch */
    const lc_expr *cut;                /* whether the last block of keys has rows that are none */
    const lc_expr *blocks, *low, *end; /* of keys, how many; the first; one past the last */
    const lc_expr *all_splits, *split, *first; /* of a split; its first block of keys */
    const lc_expr *offset;                     /* with a mask: keys - queries */
} lck_attending;

#define LCK_ATTENTION_STAGES 2
#define LCK_MOST_BOXES 16  /* of a stage: 256 keys in pages of 16 */
#define LCK_FEW_QUERIES 16 /* at most, of plans whose keys are split unless they say more */

/* Registers of a thread that loads, and of one that multiplies. */
static inline int lck_attention_loading_registers(const lck_attention *a)
{
    return a->element->bytes > 1 ? 24 : a->groups > 2 ? 32 : 40;
}
static inline int lck_attention_registers(const lck_attention *a)
{
    return a->groups > 2 ? 160 : a->element->bytes > 1 ? 240 : 232;
}

/* Are the heads along an axis those of one tile? */
static inline bool lck_attention_packs(const lck_attention *a, size_t axis)
{
    return a->packed > 1 && a->pack == axis;
}

/* Queries of a warpgroup, of a tile; of those that fill 64 rows, the rows of a stage. */
static inline int lck_attention_of_group(const lck_attention *a)
{
    return LCK_ROWS_OF_GROUP / a->packed;
}
static inline int lck_attention_queries(const lck_attention *a)
{
    return a->groups * lck_attention_of_group(a);
}
static inline int lck_attention_filling(const lck_attention *a)
{
    return (LCK_ROWS_OF_GROUP + a->packed - 1) / a->packed;
}
static inline int lck_attention_staged(const lck_attention *a)
{
    return (lck_attention_filling(a) * a->packed + 7) / 8 * 8;
}
/* Boxes of Q: one, or one of each warpgroup whose rows do not end with a query. */
static inline int lck_attention_boxes_of_q(const lck_attention *a)
{
    return LCK_ROWS_OF_GROUP % a->packed ? a->groups : 1;
}

/* Of a stage of K or V: pages, or a part of one. */
static inline int lck_attention_boxes(const lck_attention *a)
{
    return a->page && a->page < a->keys ? a->keys / a->page : 1;
}

/* Elements of a row of the result: the dim, up to a multiple of 128 bytes; of Q, K and V. */
static inline int lck_attention_columns(const lck_attention *a)
{
    return (a->dim + 63) / 64 * 64;
}
static inline int lck_attention_staged_columns(const lck_attention *a)
{
    const int chunk = 128 / a->element->bytes;
    return (a->dim + chunk - 1) / chunk * chunk;
}

/* Is V transposed, as products of 8 bits want it? Warps that load nothing do it; the bytes of a
 * row of the result, k of a product. */
enum { LCK_TURNING_WARPS = 3, LCK_TURNED_SPAN = 32 };
static inline bool lck_attention_turns(const lck_attention *a)
{
    return a->element->bytes == 1;
}
/* A table of where batches begin, of one number more than there are batches. */
static inline bool lck_attention_is_starts(int tensor)
{
    return tensor == LCK_STARTS || tensor == LCK_KEY_STARTS;
}

/* Do the batches of a tensor lie along its sequence? */
static inline bool lck_attention_ragged(const lck_attention *a, int tensor)
{
    return tensor == LCK_Q || tensor == LCK_O ? a->has[LCK_STARTS]
                                              : tensor < LCK_PAGES && a->has[LCK_KEY_STARTS];
}
/* Are there rows of V in a block that are no key of the batch, but may have any numbers? */
static inline bool lck_attention_has_others(const lck_attention *a)
{
    return a->has[LCK_LENGTHS] || a->has[LCK_KEY_STARTS];
}
/* Does a tensor have coordinates along an axis; do its places change along it? */
bool lck_attention_has(const lck_attention *a, size_t axis, int tensor);
bool lck_attention_moves(const lck_attention *a, size_t axis, int tensor);
/* K or V, in pages? */
static inline bool lck_attention_paged(const lck_attention *a, int tensor)
{
    return a->page && (tensor == LCK_KEYS || tensor == LCK_V);
}
/* The first key of the block that is taken as number j; coordinates of a tensor map. */
const lc_expr *lck_attention_key(lck_attending *w, const lc_expr *j);
void lck_attention_crd(lck_attending *w, int tensor, const lc_expr *sequence,
                       const lc_expr **crd);
/* The coordinates along the axes of heads that are not known, of a number: the first axis is the
 * fastest. */
void lck_attention_head(lck_attending *w, const lc_expr *number);

/* What all kernels have: sizes, axes, the tensors, with `result` O and lse; the rows of all. */
bool lck_attention_problem(lck_attending *w, bool result);
/* Arrays of the parts that splits make. */
bool lck_attention_parts(lck_attending *w, lck_array_role role);
/* The scale, and the tables of pages, lengths, starts and scales, behind all other tensors. */
bool lck_attention_lookups(lck_attending *w);
/* The blocks of the launch. */
bool lck_attention_launch(lck_attending *w, const lc_expr *blocks);
/* The slots of all rings. */
int lck_attention_slots(const lck_attention *a);
/* Stages, maps, rings, atoms and registers of the kernel that multiplies. */
bool lck_attention_tables(lck_attending *w);
typedef struct {
    const char *name; /* NULL: it is left out */
    const lck_element *element;
    int count, *file; /* its number, which is found */
    bool packed;
} lck_attention_file;
bool lck_attention_files(lck_attending *w, size_t n, const lck_attention_file *of);
/* The place of a head in a table, and of a row of O. */
const lc_expr *lck_attention_place(lck_attending *w, int tensor);
const lc_expr *lck_attention_place_of_row(lck_attending *w, const lc_expr *query);
/* The numbers of `number`; `factor` = 1 / `sum`; `most` = ln 2 * most + log(sum). (rows.c) */
void lck_attention_numbers(lck_attending *w);
void lck_attention_divide(lck_attending *w, const lc_expr *at);
void lck_attention_logarithm(lck_attending *w, const lc_expr *at);
/* V (values.c): the loads of block j, by one thread, and what the other warps of the loading
 * warpgroup do, which are numbered from 0. */
typedef struct {
    const lc_expr *key, *page; /* what a box begins with, in a page; NULL: no pages */
} lck_box;
typedef struct {
    int ring;
    const lc_expr *slot;
} lck_counted; /* what counts the bytes of a load */
void lck_attention_load(lck_attending *w, const lck_tile *tiles, int tensor, const lc_expr *slot,
                        lck_counted by, const lck_box *at);
const lc_expr *lck_attention_last_block(lck_attending *w);
void lck_attention_load_values(lck_attending *w, const lc_expr *j, const lc_expr *slot,
                               const lck_box *at);
void lck_attention_values(lck_attending *w, const lc_expr *warp);
/* The mask (mask.c): in isl's syntax, that a query sees a key, offset being keys - queries; as a
 * condition, that one of `rows` queries from `query` on does not see one of `columns` keys from
 * `key` on. */
void lck_attention_seen(const lck_attention *a, lc_text *out, const char *query, const char *key,
                        const char *offset, const char *keys);
const lc_expr *lck_attention_unseen(lck_attending *w, const lc_expr *query, int rows,
                                    const lc_expr *key, int columns);
/* The first, or the last, key that some query of the tile sees; 0 or more if there is none. */
const lc_expr *lck_attention_end_of_seen(lck_attending *w, bool last);
/* What a warpgroup does: its 64 rows (rows.c). */
void lck_attention_rows(lck_attending *w, const lc_expr *group);

/* The kernel that multiplies, whose result is O, or parts of it where keys are split; the kernel
 * that adds these. NULL with an error in the lc_ctx. */
lck_kernel *lck_attention_lower(const lck_attention *a, const char *name);
lck_kernel *lck_attention_combine(const lck_attention *a, const char *name);

#endif
