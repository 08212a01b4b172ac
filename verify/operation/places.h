/* places.h - layouts of shared memory as an instruction sees them.
 *
 * The values of the argument X are elements of some bits each, counted from address 0 of shared
 * memory. They are read once, in the order of integral coordinates, as addresses in bits.
 * Swizzles of the hardware act on addresses in bytes, and are their own inverses.
 */
#ifndef LCV_PLACES_H
#define LCV_PLACES_H

#include "operation.h"

#define LCV_PLACES (1 << 18) /* elements; shared memory has fewer */

typedef struct {
    lcv_call *call;
    size_t arg, n;
    int64_t bits;   /* of an element */
    int64_t *at;    /* X(0), X(1), .., in bits */
    lc_swizzle own; /* of elements, the one that X ends in; b = 0: none */
} lcv_places;

/* Records an error about argument `culprit`; false. */
bool lcv_call_refuse(lcv_call *call, size_t culprit, lc_code code, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Reads the width of elements, 16 where the argument is missing. It has to be 2^i for a bit i of
 * `widths`; for the error, `text` lists these widths and `of` says whose they are. */
bool lcv_places_width(lcv_places *p, size_t arg, unsigned widths, const char *of,
                      const char *text);
/* Reads the sizes of the modes of a layout of integers, which has from `least` to `most` of
 * them. */
bool lcv_places_extents(lcv_call *call, size_t arg, size_t least, size_t most, size_t *rank,
                        int64_t *extent, const char *expected);
/* Reads the first n values of an argument; they are kept. */
bool lcv_places_read(lcv_places *p, size_t arg, size_t n);

/* A swizzle of bytes as one of elements; applied to an address in bits. */
lc_swizzle lcv_swizzle_of_elements(lc_swizzle of_bytes, int64_t bits);
int64_t lcv_swizzle_bits(lc_swizzle of_bytes, int64_t address);

/* n numbers as a tuple. */
lcv_value *lcv_numbers(lc_ctx *ctx, size_t n, const int64_t *number);

#endif
