/* lowering.h - a kernel of attention on its way: for lower.c and rows.c. */
#ifndef LCK_ATTENTION_LOWERING_H
#define LCK_ATTENTION_LOWERING_H

#include "../tile/tile.h"
#include "attention.h"

enum { Q_FULL, K_FULL, K_EMPTY, V_FULL, V_EMPTY, TURN }; /* rings */

/* Registers that every row needs: log2(e) / sqrt(dim), by which scores become powers of two; a
 * number below all of them; ln 2; another one. */
enum { SCALE, LEAST, LN_2, OTHER, ZERO, NUMBERS };

typedef struct {
    const lck_attention *a;
    lck_kernel *kernel;
    lck_tiling t;
    int rows, columns; /* of a tile of queries; the dim, up to a multiple of 128 bytes */
    const lc_expr *extent[LCK_MAX_RANK], *stride[LCK_ATTENTION_TENSORS][LCK_MAX_RANK];
    const lc_expr *queries, *keys, *all_heads, *tiles;
    lck_tile q_tile, k_tiles, v_tiles;
    int o_map, lse; /* a map; an array, -1: none */
    lck_fragment s, p, o, rounded;
    lck_rowwise most, sum, base, factor, scratch;
    int number; /* the file of NUMBERS */
    /* of a block */
    const lc_expr *tile, *at, *head[LCK_MAX_RANK]; /* its number, its first query, its head */
    const lc_expr *blocks, *end;                   /* of keys; one past the last of them */
    const lc_expr *offset;                         /* with a mask: keys - queries */
} lck_attending;

/* Registers of a thread that loads, and of one that multiplies. */
#define LCK_LOADING_REGISTERS 24
static inline int lck_attention_registers(const lck_attention *a)
{
    return a->groups > 2 ? 160 : 240;
}

/* Elements of a row of a stage: the dim, up to a multiple of 128 bytes. */
static inline int lck_attention_columns(const lck_attention *a)
{
    return (a->dim + 63) / 64 * 64;
}

/* Does a tensor have coordinates along an axis; has it other places along it? */
bool lck_attention_has(const lck_attention *a, size_t axis, int tensor);
bool lck_attention_moves(const lck_attention *a, size_t axis, int tensor);
/* The first key of the block that is taken as number j; coordinates of a tensor map. */
const lc_expr *lck_attention_key(lck_attending *w, const lc_expr *j);
void lck_attention_crd(lck_attending *w, int tensor, const lc_expr *sequence,
                       const lc_expr **crd);
/* What a warpgroup does: its 64 rows (rows.c). */
void lck_attention_rows(lck_attending *w, const lc_expr *group);
/* The kernel. NULL with an error in the lc_ctx. */
lck_kernel *lck_attention_lower(const lck_attention *a);

#endif
