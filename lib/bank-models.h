/* bank-models.h - which lanes of a warp shared memory serves together.
 *
 * An access is served in phases (banks.h). How many banks there are, and in which order the lanes
 * are served, depends on the processor, on the width of the instruction, and on whether it reads
 * or writes. The table in bank-models.c has what is known, each row with its source; what is not
 * in it is not known.
 */
#ifndef LC_BANK_MODELS_H
#define LC_BANK_MODELS_H

#include "banks.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    const char *arch;           /* the names of the processor, separated by spaces */
    bool reads, writes;         /* the instructions that are served so */
    unsigned width;             /* bytes that a lane moves */
    unsigned wave, banks;       /* lanes of a warp; banks of 4 bytes */
    const unsigned char *fours; /* lc_access.fours */
    const char *source;
} lc_bank_model;

/* The lanes of a warp of a processor, 32 or 64; 0 where the name is not known. Case does not
 * matter, nor does `_`: `sm_90`, `MI300`. */
unsigned lc_bank_wave(const char *arch);

/* How reads, or writes, of `width` bytes a lane are served. NULL with LC_ERR_INVALID, which tells
 * what is known; `call` begins the message. */
const lc_bank_model *lc_bank_model_find(lc_ctx *ctx, const char *call, const char *arch,
                                        bool writes, unsigned width);

/* Row i of the table; NULL past the last one. */
const lc_bank_model *lc_bank_model_row(size_t i);

#ifdef __cplusplus
}
#endif

#endif
