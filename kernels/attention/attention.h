/* attention.h - plans of attention: O = softmax(scale * Q K^T + mask) V, head by head.
 *
 *     plan NAME(q = (B,H,S,128):(H*S*128,S*128,128,1), k = .., v = .., o = .., elements = bf16)
 *
 * A plan with q, k, v and o is attention. The modes of its tensors are batch, head, sequence and
 * dim, in this order, each of any nesting; dim is the same number in all four, a multiple of 8
 * up to 256, and contiguous. The sequence of q and o is that of the queries, of k and v that of
 * the keys. Heads that share keys have the stride 0 along a part of the head's mode of k and v:
 * ((G,H),(0,..)). The axes are those of a common refinement (kernels/plan/common-axes.h): each
 * has a role, an extent, and strides in the tensors that it moves in.
 *
 *   causal   1            key <= query + (keys - queries), those of the batch: its last query
 *                         sees all of its keys
 *   window   1024         with causal: key > query + (keys - queries) - window
 *   keys     128          of a block of keys
 *   lse      1            the natural logarithm of each row's sum of exponentials is written,
 *                         too, an f32 of each (query, head, batch), the query the fastest
 *
 *   pages    (B,N):(N,1)  K and V have pages in place of batches, and keys of a page: pages is a
 *                         table of their numbers, int32, of each batch and page of its keys
 *   lengths  (B):(1)      a table of the keys that each batch has, int32; all otherwise
 *   starts   (B+1):(1)    a table, int32, sorted, of batches that lie one after the other along
 *                         the sequence of q and o: batch b has the queries from starts(b) up to
 *                         starts(b+1); q and o have one batch, of all queries
 *   most     S            with starts: no batch has more queries: blocks are those of so many of
 *                         each batch, which do not search for their batch, and queries past
 *                         these are left out
 *   key_starts  (B+1):(1) the same of the keys, of k and v
 *   scale    1            the launch gives the scale of scores, and is refused unless that is a
 *                         number above 0; 1 / sqrt(dim) otherwise
 *   q_scale  (B,H):(H,1)  of e4m3: f32s above 0 by which q is multiplied, of each batch and head;
 *                         strides may be 0; k_scale and v_scale likewise
 *   splits   16           the keys are taken in so many parts, or fewer; 1: they are not
 *
 * Sums are in f32; P is rounded to the element before it multiplies V. The result of e4m3 is
 * bf16. A query that sees no key has the result 0, and lse -inf, as has one whose scores are all
 * -inf. Else NaN and infinities go through as IEEE 754 has them; V of a key that a query does not
 * see is multiplied by 0, if the query sees another one of the same block.
 *
 * A block makes a tile of queries of a head: two warpgroups, or three of a dim up to 64, have 64
 * rows each, a warp loads.
 * For the tile's blocks of keys j, from the last that it sees down to 0 (lower.c):
 *
 *     S_j = Q K_j^T       by WGMMA, while O += P V of the block before goes on
 *     m, P, l             the maximum of rows, 2^(S - m) and their sums, in base 2
 *     O = O * 2^(m before - m)
 *
 * K and V come through rings of two stages each. The warpgroups take turns: one's products are
 * begun while the exponentials of the others are calculated (the schedule of FlashAttention-3,
 * Shah et al. 2024, 3.1 and 3.2).
 *
 * Up to 16 queries make few tiles: the keys are split between blocks then (choose.c, combine.c).
 * A tile has one warpgroup, or two, and its 64 rows are those of all heads that share keys, so
 * that keys are read once: row r is query r / heads of head r % heads. Split s of n takes the
 * blocks s, s + n, s + 2 n, .. of those that the tile sees, and leaves O, not divided, and m and
 * l of each row. A second launch adds them: O = sum of 2^(m_s - m) O_s / sum of 2^(m_s - m) l_s.
 */
#ifndef LCK_ATTENTION_H
#define LCK_ATTENTION_H

#include "../plan/plan.h"

typedef enum {
    LCK_Q,
    LCK_KEYS,
    LCK_V,
    LCK_O,
    LCK_PAGES,
    LCK_LENGTHS,
    LCK_STARTS,
    LCK_KEY_STARTS,
    LCK_Q_SCALE,
    LCK_K_SCALE,
    LCK_V_SCALE
} lck_attention_tensor;
enum { LCK_ATTENTION_TENSORS = 4, LCK_ATTENTION_ARRAYS = 11 };
typedef enum {
    LCK_ALONG_HEADS, /* batches and heads */
    LCK_ALONG_QUERIES,
    LCK_ALONG_KEYS,
    LCK_ALONG_DIM
} lck_attention_role;

typedef struct {
    lck_attention_role role;
    lck_quantity extent;
    lck_quantity stride[LCK_ATTENTION_ARRAYS]; /* 0 of one that does not move along it */
} lck_attention_axis;

typedef struct {
    /* The sizes, their assumptions, the arena and the lines that were proved; no axes. */
    lck_plan *plan;
    lcr_ctx *r;                          /* for predicates */
    const lck_element *element, *result; /* of q, k and v; of o */
    lck_quantity offset[LCK_ATTENTION_ARRAYS];
    /* axes: those along heads first, of these batches last; then queries, keys, the dim */
    size_t rank, heads, batches; /* batches: the first of them */
    lck_attention_axis axis[LCK_MAX_RANK];
    int dim;
    bool has[LCK_ATTENTION_ARRAYS];
    bool causal, lse, scale;
    lck_quantity most; /* queries of a batch; no expression: it is not known */
    int64_t window;    /* 0: none */
    /* With pages the keys are those of all pages of a batch; along them K and V have the strides
     * of keys of a page, and pages those of the table. */
    int page; /* keys of one; 0: there are none */
    lck_quantity all_pages, page_stride[LCK_ATTENTION_TENSORS];
    /* what the statement gives: keys of a block, splits; 0: nothing */
    int given_keys, given_splits;
    /* the recipe */
    bool split;
    lck_quantity splits; /* of a tile's keys, where it is split */
    size_t pack;         /* an axis of heads that share keys, all of which a tile has */
    int packed;          /* how many; 1: there is no such axis */
    int keys;            /* of a block of them */
    int groups;          /* warpgroups that multiply */
    lck_atom atom[2];    /* S = Q K^T, O += P V; their tables belong to it */
} lck_attention;

/* The kernel of a statement. NULL: p->result and p->claim say which obligation fails, or an error
 * is in p->e; if LCK_UNPROVED a kernel is made although one fails. */
lck_kernel *lck_attention_make(lcv_planning *p, unsigned how, bool *proved);
/* The i-th key of such a plan; NULL past the last. */
const char *lck_attention_key_name(size_t i);

#endif
