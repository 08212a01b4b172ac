/* accesses.h - what one access of a warp costs, by its definition.
 *
 * Lane i of access k starts at byte bytes * X(c) for the coordinate c = lanes * k + i, and
 * moves `width` bytes. The width is a power of two, and divides the address. If X is a linear
 * layout with an input dim `lane`, the bits of that dim come first in c. The last access may have
 * fewer lanes.
 *
 * A vector of v elements is v values of a thread, one after the other, which a lane moves at
 * once: their offsets are consecutive, and v * bytes is the width. The threads of a function are
 * its first mode, and the values all others; of a linear layout the values are the input dim
 * `register`. If X has no modes, or one, all its coordinates are values. Then lanes start where
 * vectors do: `x` is the function of these starts.
 *
 * Shared memory has 32 banks of 4 bytes, or 64, side by side: a row of all banks is 128 bytes, or
 * 256. The lanes that are served together are those that a row has room for: a phase. In a phase
 * a bank gives one word at a time, to all lanes that want it; its words after the first are
 * conflicts, counted for the busiest bank of each phase. Global memory moves in sectors of 32
 * bytes.
 */
#ifndef LCR_RECHECK_ACCESSES_H
#define LCR_RECHECK_ACCESSES_H

#include "../sets/evidence.h"

#define ACC_LANES 64 /* at most */
#define ACC_WORD 4
#define ACC_SECTOR 32
#define ACC_MOST_ROW 64 /* words */

typedef struct {
    const lit *x;
    int lanes, width, row; /* the bytes of all banks */
    lc_int bytes;
    const lit *whole; /* X with all values of its vectors; NULL: each is one value */
    int vector;       /* values */
    lc_int apart;     /* coordinates from one of them to the next */
} accesses;

/* claims/access-vectors.c: X with vectors of so many values, 1: its values are where lanes start,
 * 0: of width / bytes where the first thread begins with such a vector, else 1. False: there are
 * none, or no function of where they start. */
bool lcr_acc_set_vectors(ev *e, accesses *a, int vector);
/* The sets that say that vectors are consecutive offsets, where addresses are multiples of the
 * width; or a condition. *broken: they say that it is not so, and more is not to be said. */
bool lcr_acc_vectors(ev *e, const accesses *a, bool *broken);

/* The coordinate of X at place c in the order of accesses. */
lc_int lcr_acc_coordinate(lc_ctx *lc, const accesses *a, lc_int c);
/* The lanes that are served together. */
int lcr_acc_phase(const accesses *a);
/* The bytes in which banks or sectors are counted. A multiple of them, added to all addresses,
 * changes no count. */
int lcr_acc_cell(const accesses *a);
/* Are values linear over F2 in the bits of the coordinate, so many, and lanes and bytes powers of
 * two? */
bool lcr_acc_is_affine_in_bits(lc_ctx *lc, const accesses *a, size_t *bits);
/* X with one leaf cut in two perhaps, so that *n leaves have `size` coordinates, or all of
 * them, where X has fewer. NULL: there is no such place, or an error. */
const lit *lcr_acc_split(ev *e, const lit *x, lc_int size, size_t *n);

/* ---- counting, by the definition ---- */

typedef enum {
    ACC_CONFLICTS,
    ACC_SECTORS,
    ACC_SPARE /* sectors past those that the bytes would fill */
} acc_cost;

/* Where the lanes of an access start. */
typedef struct {
    int n;
    int64_t byte[ACC_LANES];
} acc_access;

/* Lanes that start in different blocks of so many bytes, the first one of each. */
typedef struct {
    int n, lane[ACC_LANES];
    int64_t block[ACC_LANES];
} acc_blocks;

/* The access of so many lanes from coordinate `first` on; false where an address is too large
 * for machine words. */
bool lcr_acc_at(lc_ctx *lc, const accesses *a, int64_t first, int lanes, acc_access *out);
bool lcr_acc_is_aligned(const accesses *a, const acc_access *at);
lc_int lcr_acc_multiple(lc_ctx *lc, const accesses *a); /* that values are of, when aligned */
int lcr_acc_count(const accesses *a, acc_cost what, const acc_access *at);
int64_t lcr_acc_block(int64_t byte, int bytes);
/* The blocks of `bytes` bytes of the lanes [first, end). */
void lcr_acc_blocks_of(const acc_access *at, int first, int end, int bytes, acc_blocks *out);
/* That of a power of two. */
size_t lcr_acc_log2(int n);
/* Those of them that are at the place of a row that most are at. */
void lcr_acc_busiest(const accesses *a, acc_blocks *b);

/* ---- sets ---- */

/* claims/banks.c: the sets of conflict_free. False with *possible: there are none. */
bool lcr_acc_conflict_free(ev *e, const accesses *a, bool *possible);
/* The address is no multiple of the width somewhere: a set a bit. */
bool lcr_acc_aligned_in_bits(ev *e, const accesses *a, size_t bits);
/* Columns of the first n bits, a power of two each; the address at 0 comes last. */
bool lcr_acc_columns(ev *e, const accesses *a, size_t n, lc_int *col);
/* Adds bit number `bit` of the columns, without what is at 0, times each variable. */
void lcr_acc_add_row(sys *s, const lc_int *col, size_t n, size_t bit, const size_t *x,
                     sys_sum *sum);

/* The cost of the worst access, and that all addresses are aligned. */
typedef struct {
    bool aligned;
    int most;
} acc_worst;

/* claims/ranks.c: of functions linear over F2. The worst access; the sets that say that no
 * access costs more (`upper`), and that one costs as much (`lower`). */
bool lcr_acc_rank_worst(ev *e, const accesses *a, acc_cost what, size_t bits, acc_worst *worst);
bool lcr_acc_rank_sets(ev *e, const accesses *a, acc_cost what, size_t bits, bool upper,
                       bool lower);

/* claims/plan.c, claims/lanes.c: of layouts, swizzled perhaps. NULL: there is no such plan,
 * or an error. */
typedef struct acc_plan acc_plan;
acc_plan *lcr_acc_plan_of(ev *e, const accesses *a, acc_cost what, acc_worst *worst);
/* *few: else they are too many, and not all of them are there. */
bool lcr_acc_plan_sets(ev *e, const acc_plan *p, bool upper, bool lower, bool *few);

#endif
