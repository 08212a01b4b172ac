/* accesses.h - the accesses of a warp that a function stands for, and the worst of them.
 *
 * X(c) is where a lane starts, in elements of `bytes` bytes: at byte bytes * X(c), of
 * which it moves `width`. The first `lanes` integral coordinates of X are the lanes of one
 * access, each further block of `lanes` those of another: of a thread-value layout the
 * threads of a warp with one value, then the next warp, then the next value. A last block
 * that is not full is an access of fewer lanes.
 *
 * A warp has 32 lanes, shared memory 32 banks, and lanes are served in NVIDIA's order, unless the
 * arguments name another processor: lib/bank-models.h then gives all three.
 *
 * The lanes of a linear layout with an input dim `lane` are the coordinates of that dim, wherever
 * it stands, and the other dims tell the accesses apart.
 *
 * A vector is v consecutive values of a thread, at v consecutive offsets, that a lane moves at
 * once (access-vectors.c). X is then all values of a thread, and the first one of each vector is
 * where a lane starts. The first mode of X is the threads, the others are their values; of a
 * linear layout the input dim `register` is the values. Of one mode, its coordinates are values.
 *
 * How the worst of all accesses is found without looking at all:
 *
 *   matrix   X affine over F2, lanes and bytes powers of two: the addresses of any access
 *            are those of the first one up to a XOR, which moves banks and sectors and
 *            changes no count. One access is looked at, and whether every bit is aligned. Then
 *            its vectors are runs where one is: aligned offsets have no bits inside of it.
 *   period   X = S(o + A) with a layout A whose shape splits at a multiple P of `lanes`:
 *            A(c + P k) = A(c) + B(k). A multiple of the size of S passes through S, and a
 *            multiple of the cost's grain changes no count, so that only B(k) modulo some
 *            M tells: P coordinates are looked at for each remainder that B reaches.
 *   enumeration   all of them, up to a number of coordinates: lcv_points(), fewer where
 *            addresses are past machine words.
 */
#ifndef LCV_ACCESSES_H
#define LCV_ACCESSES_H

#include "../../lib/banks.h"
#include "claims.h"

#define LCV_BY_PERIOD "enumeration of one period"

typedef struct {
    lcv_function x;
    unsigned lanes, width, banks;
    const unsigned char *fours; /* lc_access.fours */
    const char *arch;           /* as given; NULL: none */
    bool writes;
    lc_int bytes;
    lc_int count;                 /* of accesses */
    unsigned lane_bit, lane_bits; /* the dim `lane` in the bits of c; none: 0, 0 */
    unsigned vector;              /* values that a lane moves at once; 1 */
    lc_int apart;                 /* coordinates from one value of a thread to the next */
} lcv_accesses;

/* The arguments of accesses of shared memory; those of global memory, whose lanes move up to 32
 * bytes, have no banks and nothing after the vector. */
enum {
    LCV_ACCESS_X,
    LCV_ACCESS_LANES,
    LCV_ACCESS_BYTES,
    LCV_ACCESS_WIDTH,
    LCV_ACCESS_BANKS,
    LCV_ACCESS_VECTOR,
    LCV_ACCESS_ARCH,
    LCV_ACCESS_OP,
    LCV_ACCESS_ARGS
};

/* Fills in lanes and banks where they are 0, and the order of service, a->fours, from a->width
 * and the processor a->arch, which may be NULL. False with an error: the processor has other
 * lanes or banks, or its order is not known. */
bool lcv_set_banks(lc_ctx *ctx, const char *call, lcv_accesses *a);

/* Reads the arguments (X, lanes=32, bytes=4, width=bytes*vector, banks=32, vector=_, arch=_,
 * op=read) of a call; the last ones may be missing, and accesses of global memory, whose `widest`
 * is 32, have no banks, arch and op. A vector that is missing, or `_`, is width / bytes values
 * where the first thread begins with as many consecutive offsets, else 1: lanes then start at the
 * values of X. Errors: no function to one number; lanes that are no warp; a width that is no
 * power of two up to `widest`, or not that of the vector; threads without whole vectors; those of
 * lcv_set_banks. */
bool lcv_accesses_of(lc_ctx *ctx, const char *call, size_t n, lcv_value *const *args,
                     unsigned widest, lcv_accesses *out);

/* The integral coordinate of X for a lane of an access: where it starts. */
lc_int lcv_access_coordinate(lc_ctx *ctx, const lcv_accesses *a, lc_int access, unsigned lane);
/* How many coordinates are enumerated at most. */
lc_int lcv_accesses_limit(lc_ctx *ctx, const lcv_accesses *a);
lc_access lcv_access_at(lc_ctx *ctx, const lcv_accesses *a, lc_int access);

/* A count for aligned accesses that stays the same when a multiple of grain(width) bytes is added
 * to all addresses; the grain is a multiple of the width. */
typedef struct {
    unsigned (*of)(lc_ctx *ctx, const lc_access *access);
    unsigned (*grain)(unsigned width);
} lcv_cost;

typedef struct {
    enum {
        LCV_WORST_KNOWN,
        LCV_WORST_SO_FAR, /* there are too many accesses to look at */
        LCV_WORST_ENOUGH, /* past what was enough: not looked further */
        LCV_MISALIGNED,   /* `lane` of `access` is */
        LCV_SCATTERED     /* value `value` of its vector is not where the one before it ends */
    } status;
    unsigned cost;
    lc_int access;
    unsigned lane, value;
    const char *method;
} lcv_worst;

/* The access of the highest cost, or one whose cost is above `enough`. False with an error. */
bool lcv_worst_access(lc_ctx *ctx, const lcv_accesses *a, const lcv_cost *cost, unsigned enough,
                      lcv_worst *worst);

#endif
