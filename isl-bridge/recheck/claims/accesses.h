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
 * vectors do.
 *
 * Shared memory has 32 banks of 4 bytes, or 64, side by side: a row of all banks is 128 bytes, or
 * 256. The lanes that are served together are those that a row has room for: a phase. In a phase
 * a bank gives one word at a time, to all lanes that want it; its words after the first are
 * conflicts, counted for the busiest bank of each phase. Lanes are served in order, but where the
 * table of processors (lib/bank-models.h) says otherwise: four by four then, in the order of
 * `fours`, 32 after 32. Global memory moves in sectors of 32 bytes.
 *
 * The function of where lanes start, in the order of accesses, is one of three:
 *
 *   by bits   linear over F2: strides that add by XOR, a leaf of two coordinates for each bit
 *   a layout  swizzled perhaps, its leaves those of X, of which some are cut
 *   listed    any other one of up to LCR_EVIDENCE_POINTS coordinates
 */
#ifndef LCR_RECHECK_ACCESSES_H
#define LCR_RECHECK_ACCESSES_H

#include "../sets/evidence.h"

#define ACC_LANES 64 /* at most */
#define ACC_WORD 4
#define ACC_SECTOR 32
#define ACC_MOST_ROW 64 /* words */

typedef struct {
    const lit *x; /* where lanes start */
    bool by_bits;
    int lanes, width, row; /* the bytes of all banks */
    const unsigned char *fours;
    lc_int bytes;
    const lit *given; /* X as it is given, the values of a vector `apart` coordinates from one
                         another */
    int vector;
    lc_int apart;
    const lit *whole; /* X, its leaves [first,end) the places in a vector; NULL: it is listed */
    size_t first, end;
} accesses;

/* Sets the vectors: of so many values; 1: lanes start at the values of X; 0: of width / bytes
 * values where the first thread begins with such a vector, else 1. False: X has no such vectors,
 * or where they start is no function that is known here. */
bool lcr_acc_set_vectors(ev *e, accesses *a, int vector);
/* Adds the sets, or the condition, that say that vectors are consecutive offsets, given that
 * addresses are multiples of the width. *broken: they are not, and that decides. */
bool lcr_acc_vectors(ev *e, const accesses *a, bool *broken);

/* The lanes that are served together. */
int lcr_acc_phase(const accesses *a);
/* The bytes of a cell in which banks are counted: a word, or the width if that is more. */
int lcr_acc_cell(const accesses *a);
/* The number of the leaf of X before which the leaves have `size` coordinates together; a leaf is
 * cut there if need be, and X may have fewer. SIZE_MAX: there is no such place, or an error. */
size_t lcr_acc_split(ev *e, const lit **x, lc_int size);
/* Adds what says that all addresses are multiples of the width. */
bool lcr_acc_aligned(ev *e, const accesses *a);

/* ---- counting, by the definition ---- */

typedef enum {
    ACC_CONFLICTS,
    ACC_SECTORS,
    ACC_SPARE /* sectors past those that the bytes would fill */
} acc_cost;

/* What is claimed of the worst access: its cost is REL k. */
typedef struct {
    acc_cost what;
    const char *relation;
    lc_int k;
} acc_bound;
/* The claim of accesses as the first n arguments say; of those that were read, of numbers. */
bool lcr_acc_claim(ev *e, const lcr_statement *c, size_t n, const acc_bound *b);
bool lcr_acc_is_bounded(ev *e, const accesses *a, const acc_bound *b);
/* claims/costs-sized.c: of sizes, by what is so of layouts of numbers. The vector as it is given
 * (lcr_acc_set_vectors), which is not set. */
bool lcr_acc_sized(ev *e, const accesses *a, int vector, const acc_bound *b);

/* Where the lanes of an access start. */
typedef struct {
    int n;
    int64_t byte[ACC_LANES];
} acc_access;

/* The different blocks of so many bytes in which lanes start, and the first lane of each. */
typedef struct {
    int n, lane[ACC_LANES];
    int64_t block[ACC_LANES];
} acc_blocks;

/* The access of `lanes` lanes from coordinate `first` on; false where an address is too large for
 * machine words. */
bool lcr_acc_at(lc_ctx *lc, const accesses *a, int64_t first, int lanes, acc_access *out);
bool lcr_acc_is_aligned(const accesses *a, const acc_access *at);
int lcr_acc_count(const accesses *a, acc_cost what, const acc_access *at);
/* How many places an access has in the order of service; the lane that is served at a place; the
 * access may lack it. */
int lcr_acc_places(const accesses *a, const acc_access *at);
int lcr_acc_served(const accesses *a, int place);
/* The blocks of `bytes` bytes of the lanes that are served in the places [first, end). */
void lcr_acc_served_blocks(const accesses *a, const acc_access *at, int first, int end, int bytes,
                           acc_blocks *out);
/* The blocks of `bytes` bytes of the lanes [first, end). */
void lcr_acc_blocks_of(const acc_access *at, int first, int end, int bytes, acc_blocks *out);
/* Keeps only the blocks of the busiest bank. */
void lcr_acc_busiest(const accesses *a, acc_blocks *b);

/* ---- sets ---- */

/* claims/banks.c: the sets of conflict_free. False with *possible: there are none. */
bool lcr_acc_conflict_free(ev *e, const accesses *a, bool *possible);

/* The cost of the worst access, and that all addresses are aligned. */
typedef struct {
    bool aligned;
    int most;
} acc_worst;

/* claims/lanes.c: which accesses stand for all. NULL: there are none such, or an error. */
typedef struct acc_plan acc_plan;
acc_plan *lcr_acc_plan_of(ev *e, const accesses *a, acc_cost what, acc_worst *worst);
/* Adds the sets that say that no access costs more than the worst (`upper`), and that one costs
 * as much (`lower`). *few is false where they are too many, and not all were added. */
bool lcr_acc_plan_sets(ev *e, const acc_plan *p, bool upper, bool lower, bool *few);

#endif
