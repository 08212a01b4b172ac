/* shuffles.h - conversions between layouts within a warp, by shuffles. */
#ifndef LCK_TRITON_SHUFFLES_H
#define LCK_TRITON_SHUFFLES_H

#include "scratch.h"

typedef struct {
    unsigned mixed;  /* exchanges of a register bit with a lane bit */
    unsigned number; /* shuffles of a thread, 32 bits each */
} lck_shuffles;

/* Triton moves values within a warp as a permutation of the bits of register and lane, which is a
 * permutation of lanes, one of registers, and `mixed` exchanges of one of each
 * (Analysis/Utility.cpp, getWarpLayoutConvertDecomposition). With two exchanges or more it takes
 * shared memory instead. False: the bases have several bits, and are no such permutation. */
bool lck_shuffles_of(const lck_held *from, const lck_held *to, unsigned bits, lck_shuffles *out);

#endif
