/* banks.h - what one access of a warp costs: banks of shared memory, sectors of global.
 *
 * An access is one instruction of one warp: up to 32 lanes, 64 of AMD's wavefronts, each of
 * which moves `width` bytes, a power of two up to 32, from an address that is a multiple of
 * the width. Addresses are bytes from a base that is itself a multiple of 32.
 *
 * Shared memory has 32 banks, or 64; word w, the bytes 4 w to 4 w + 3, is in bank w modulo that
 * number. The lanes are served in phases: in order, as many at a time as a row of all banks has
 * room for. With 32 banks, 32 lanes are served for up to 4 bytes a lane, 16 for 8 bytes and 8 for
 * 16; with 64 banks, twice as many. `ldmatrix` and `stmatrix` are 16-byte accesses, a row of an
 * 8x8 matrix a lane, a matrix a phase. A bank gives one word a wavefront in a phase, to all lanes
 * that want it. A phase takes as many wavefronts as its busiest bank has different words to give;
 * those after the first are conflicts, as Nsight Compute counts them
 * (l1tex__data_bank_conflicts).
 *
 * Some reads of AMD are served in phases of this size, too, but in another order: `fours` has the
 * groups of four lanes, of 32, as they are served, and each further 32 lanes are served like the
 * first: {0,5, 1,4, ...} are lanes 0 to 3 and 20 to 23, then 4 to 7 and 16 to 19. bank-models.h
 * tells which processors do so.
 *
 * Global memory moves in sectors of 32 bytes: an access costs the sectors that it touches.
 *
 * These counts stay the same when all addresses move by one multiple of max(width, 4), of 32 for
 * sectors, or change by one XOR.
 */
#ifndef LC_BANKS_H
#define LC_BANKS_H

#include "int.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LC_WARP_LANES 32 /* of NVIDIA */
#define LC_BANKS 32
#define LC_MAX_LANES 64 /* of AMD */
#define LC_MAX_BANKS 64
#define LC_WORD_BYTES 4
#define LC_SECTOR_BYTES 32

typedef struct {
    unsigned lanes, width;
    unsigned banks;             /* a power of two; 0 where only sectors are asked for */
    const unsigned char *fours; /* 8 numbers; NULL: one lane after the other */
    lc_int byte[LC_MAX_LANES];  /* where each lane starts */
} lc_access;

/* The first lane whose address is no multiple of the width: the hardware refuses the access.
 * a->lanes when there is none, which the functions below take for granted. */
unsigned lc_access_misaligned(lc_ctx *ctx, const lc_access *a);

/* Lanes that are served together, of an access of up to 16 bytes a lane. */
unsigned lc_phase_lanes(const lc_access *a);
unsigned lc_access_phases(const lc_access *a);

/* The busiest bank of a phase, the first of several. For an access of 8 or 16 bytes a lane it is
 * the first of the 2 or 4 banks that go together. */
typedef struct {
    unsigned n,
        lane[LC_MAX_LANES]; /* the lanes of the phase; none where the access has fewer lanes */
    unsigned bank;
    unsigned wavefronts; /* different words that it has to give; 0 for a phase without lanes */
} lc_bank_load;
lc_bank_load lc_busiest_bank(lc_ctx *ctx, const lc_access *a, unsigned phase);
/* The bank of a lane's first word. */
unsigned lc_lane_bank(lc_ctx *ctx, const lc_access *a, unsigned lane);

/* Phases that have lanes: the wavefronts that an access without conflicts takes. */
unsigned lc_least_wavefronts(const lc_access *a);
/* Wavefronts past the first, of all phases. */
unsigned lc_access_conflicts(lc_ctx *ctx, const lc_access *a);

/* Sectors of 32 bytes of global memory that the lanes touch. */
unsigned lc_access_sectors(lc_ctx *ctx, const lc_access *a);
/* Different bytes that the lanes touch, and the sectors that these would fill. */
unsigned lc_access_bytes(lc_ctx *ctx, const lc_access *a);
unsigned lc_access_least_sectors(lc_ctx *ctx, const lc_access *a);

#ifdef __cplusplus
}
#endif

#endif
