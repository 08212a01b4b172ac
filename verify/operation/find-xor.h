/* find-xor.h - XORs of address bits without bank conflicts.
 *
 * Where lanes and addresses are linear over F2, an access has no conflicts behind a linear L
 * exactly when no two lanes of a phase that want different words want them of one bank: no value
 * u != 0 of the lanes has L u = 0 in the bits of the bank. Here L keeps all bits but those of the
 * bank from `fixed` on, to which it adds XORs of the bits above them, a word X_h for each: the
 * values u with the highest bit h each forbid one X_h, given those below. So all of them are
 * tried, bit by bit; the smallest is the one of the fewest XORs, or where that takes too long the
 * first.
 */
#ifndef LCV_FIND_XOR_H
#define LCV_FIND_XOR_H

#include "../claim/access-list.h"
#include "operation.h"

/* The conflicts of all accesses together behind `outer`, a swizzle or a layout, or NULL: as they
 * are. An access that is misaligned behind `outer` counts more than any other (find-swizzle.c).
 * False with an error. */
bool lcv_conflicts_behind(lcv_call *call, const lcv_access_list *list, lcv_value *outer,
                          lc_int *conflicts);

typedef enum {
    LCV_XOR_FOUND,
    LCV_XOR_NONE,   /* all were tried */
    LCV_XOR_UNKNOWN /* not over F2, or too many to try */
} lcv_bank_answer;

typedef struct {
    int fixed, banks, bits; /* bits [fixed,banks) may change, of `bits` */
    uint64_t word[64];      /* X_h: the bits of the bank that bit h is added to; 0 below
                             * `banks` */
} lcv_bank_xor;

/* The XORs for accesses whose values have `bits` bits, of which the lowest `fixed` stay. False
 * with an error. */
bool lcv_find_xor(lc_ctx *ctx, const lcv_access_list *list, int bits, int fixed,
                  lcv_bank_xor *out, lcv_bank_answer *answer);

#endif
