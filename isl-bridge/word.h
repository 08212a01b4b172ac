/* word.h - values whose low bits are XORs, within a system.
 *
 * A swizzle of x, or a matrix over F2 applied to its bits, is a word: bit i is the XOR of the
 * bits of x in source[i]. Most of its bits are bits of x. x is split into pieces, each an
 * expression of the system, only for the others and their sources.
 */
#ifndef LCR_WORD_H
#define LCR_WORD_H

#include "counterexample.h"
#include "internal.h"

#define LCR_WORD_BITS 64

typedef struct {
    lcr_expr x;
    uint64_t source[LCR_WORD_BITS];
    bool closed; /* 0 above these bits; else as x is */
} lcr_word;

/* The places at which a number is cut; at[k]: between the bits k - 1 and k. */
typedef struct {
    bool at[LCR_WORD_BITS + 1];
} lcr_cuts;

/* x cut: piece i is floor(x / 2^from[i]), below 2^(from[i+1] - from[i]) for all but the
 * last. */
typedef struct {
    size_t n;
    unsigned from[LCR_WORD_BITS + 1];
    lcr_expr *expr;
} lcr_pieces;

/* Digits of a word that are compared as one: a bit, or a run of bits of x. */
typedef struct {
    unsigned from, to; /* to = from: without end */
    bool is_bit;
} lcr_block;

typedef struct {
    size_t n;
    lcr_block block[2 * LCR_WORD_BITS];
} lcr_blocks;

/* The sources of the word that the last steps make: a swizzle, or a matrix, with only swizzles
 * after it; the sources of x itself if there is no such step. */
void lcr_word_sources(lcr_steps f, lcr_word *w);
/* Different x have different words. */
bool lcr_word_is_bijective(const lcr_word *w);
/* x through the steps: a word with the sources that lcr_word_sources has set, applied to the
 * whole value of the steps before it. */
bool lcr_word_of(lcr_system *s, lcr_steps f, const lcr_expr *x, lcr_word *w);
/* The word as one expression, a variable for each of its XORs. */
bool lcr_word_value(lcr_system *s, const lcr_word *w, lcr_expr *value);

/* The bits of a word that are not those of x. */
uint64_t lcr_word_mixed(const lcr_word *w);
/* Blocks, from the least significant up, in which these bits stand alone. */
void lcr_blocks_of(uint64_t mixed, lcr_blocks *blocks);

/* Cuts x so that a block of the word is made of whole pieces. */
void lcr_cuts_for(const lcr_word *w, const lcr_block *block, lcr_cuts *cuts);
bool lcr_pieces_of(lcr_system *s, const lcr_expr *x, const lcr_cuts *cuts, lcr_pieces *pieces);
void lcr_pieces_clear(lcr_pieces *pieces);
/* A block that is no single bit. */
void lcr_run_of(lc_ctx *ctx, const lcr_word *w, const lcr_pieces *pieces, const lcr_block *block,
                lcr_expr *run);

/* A XOR of bits that are pieces, which are borrowed; a bit that occurs twice drops out. Begins
 * with n = 0, and has room for the bits of two words. */
typedef struct {
    size_t n;
    const lcr_expr *bit[2 * LCR_WORD_BITS];
} lcr_parity;

/* Adds the sources of bit i of the word. */
void lcr_parity_add(lcr_parity *parity, const lcr_word *w, const lcr_pieces *pieces, unsigned i);
/* The XOR is 1, or 0. */
bool lcr_parity_fix(lcr_system *s, const lcr_parity *parity, bool odd);

#endif
