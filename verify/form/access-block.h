/* access-block.h - the accesses that accesses.c asks about, and the addresses of a block. */
#ifndef LCV_FORM_ACCESS_BLOCK_H
#define LCV_FORM_ACCESS_BLOCK_H

#include "claims.h"

#include "../claim/accesses.h"

typedef struct {
    lcv_proof *p;
    lc_ctx *ctx;
    lcv_measured what;
    unsigned lanes, width, banks, most;
    const unsigned char *fours; /* lc_access.fours */
    unsigned least;             /* so much is to be reached by the first access; 0: nothing */
    bool reached;
    unsigned vector; /* as given; 0: left out */
    lc_int bytes;
    lc_swizzle w;
    bool by_xor; /* values add by XOR */
    const lcv_form *x;
    size_t cut;          /* the leaf at which blocks end */
    int64_t part, block; /* of its extent; coordinates */
    bool tail;           /* the last block may be cut short */
    bool straddles;      /* a block may begin at any coordinate of that leaf */
    int64_t modulus;
    lc_int *place; /* of each coordinate of the block, a number apart from M's */
    size_t nfar;
    const lc_poly *far[LC_MAX_LANES];
    int64_t near[LC_MAX_LANES]; /* residues beside them, where all lanes are kept */
    size_t nrests;
    int64_t *rest; /* addends modulo M */
    bool *seen;
} lcv_form_accesses;

/* v = M q + r, M being the modulus. False with an obstacle where r is not known. */
bool lcv_form_residue(lcv_form_accesses *a, const lc_poly *v, const lc_poly **q, int64_t *r);
/* Fills in `place` for the first block, or, where the first access is to cost so much, for that
 * access alone; kept by the open frame. False with an obstacle, or an error. */
bool lcv_form_read_block(lcv_form_accesses *a);

#endif
