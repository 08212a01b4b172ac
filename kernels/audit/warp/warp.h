/* warp.h - one instruction of a warp: what it costs, and its addresses as a value of the
 * language.
 *
 * An instruction moves `width` bytes a lane. lib/banks.h says what wavefronts and sectors are;
 * here they are counted fast enough to find the worst of many warps. A verdict is that of the
 * claim about it, which the prover counts anew.
 */
#ifndef LCK_WARP_H
#define LCK_WARP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LCK_WARP_LANES 64

/* The addresses of a warp, one for each lane; lanes that take no part are not active. */
typedef struct {
    unsigned lanes, width;
    bool active[LCK_WARP_LANES];
    int64_t byte[LCK_WARP_LANES];
} lck_warp;

/* Wavefronts of shared memory; then the least that any arrangement of the same lanes takes, one
 * for each phase that has an active lane. */
unsigned lck_warp_wavefronts(const lck_warp *w);
unsigned lck_warp_least(const lck_warp *w);
/* Sectors of global memory that are touched; then those that the bytes would fill. */
unsigned lck_warp_sectors(const lck_warp *w);
unsigned lck_warp_least_sectors(const lck_warp *w);
/* Bytes that the lanes have, each once. */
unsigned lck_warp_bytes(const lck_warp *w);

/* Addresses as a value of the language, a function of n coordinates, in units of `unit` bytes.
 * They are moved by a multiple of `period` or by an XOR, which changes no count. Owned by the
 * caller; NULL: there is no such value, or no memory. */
char *lck_addresses_value(const int64_t *byte, unsigned n, unsigned unit, unsigned period);

/* The offsets from the first one as a layout, `(8,4):(8,72)`. Owned by the caller; NULL: they are
 * no layout, or there is no memory. */
char *lck_offsets_as_layout(const int64_t *at, size_t n);

#endif
