/* lanes.h - an address as a formula of the lane, and of numbers that all lanes share.
 *
 *     128*(trip % 4) + ((tid_x + 256*ctaid_x) ^ (tid_x/8 + 4*trip) % 8) * n
 *
 * is, apart from the multiple of 128 that is the same for all lanes, a formula of tid_x and of
 * three shared numbers: 256*ctaid_x, 4*trip, n. Each is taken to be any number within its bounds,
 * free of the others: more than there is, never less. Only some of its values are looked at, so
 * that any other one gives the same costs as one of these, or lower ones (lck_lanes_values):
 *
 *   - from u to u + P all addresses move by one multiple of the grain, or by none;
 *   - or each by a multiple of the period of its own: the lanes keep their banks, and places that
 *     some values of u make the same are different ones at a value that is large.
 */
#ifndef LCK_JUDGE_LANES_H
#define LCK_JUDGE_LANES_H

#include "judge.h"
#include "program.h"

#define LCK_SHARED_NUMBERS 40
#define LCK_SHARED_VALUES 1024 /* of one */
#define LCK_COMBINATIONS 4096  /* of all */

/* The threads of a warp, and which lanes have one. */
typedef struct {
    int64_t thread[3][LCK_LANES]; /* by axis */
    uint32_t lanes;
} lck_warp_threads;

typedef struct {
    const lc_expr *of;  /* over the symbols of the judge */
    const lc_expr *var; /* what stands for it, in the lanes' own expressions */
    int64_t multiple;
    bool power;
    size_t nvalues; /* to be looked at; 0: they are too many */
    int64_t *value;
} lck_shared_number;

typedef struct {
    const lck_judge *j;
    lc_exprs *x;            /* owned */
    const lc_expr *axis[3]; /* the thread's coordinates in x */
    const lc_expr *e;       /* NULL: it has data of threads, or there is no room */
    bool data;              /* the former */
    bool scattered;         /* data adds something to each lane that is left out */
    bool shifted;           /* something that all lanes share was left out, a sum of it: */
    int64_t multiple;       /* .. it is a multiple of this */
    size_t n;
    lck_shared_number number[LCK_SHARED_NUMBERS];
    int64_t env[3 + LCK_SHARED_NUMBERS];
    bool varies[3 + LCK_SHARED_NUMBERS];
    lck_program *program; /* of e; NULL: none yet */
} lck_lanes;

/* Terms that change no cost and are left out: data of threads that adds multiples of `rows`
 * bytes, in a sum or by a remainder (0: none is left out); and, where all else is a multiple of
 * LC_WORD_BYTES, data of threads that adds 0 to `within` bytes in all. */
typedef struct {
    int64_t rows, within;
} lck_left_out;

/* Takes an address apart. With by_warp, what the lanes of each warp have in common, such as
 * tid_x / 32, is a shared number as well, so that fewer values have to be looked at. NULL: no
 * memory. */
lck_lanes *lck_lanes_new(const lck_judge *j, const lc_expr *e, lck_left_out out, bool by_warp);
void lck_lanes_free(lck_lanes *l);

/* The values of each number. False: they are too many. */
bool lck_lanes_values(lck_lanes *l, int64_t grain, int64_t period);
/* The number of combinations of values, at least 1; then sets the numbers to those of one. */
size_t lck_lanes_combinations(const lck_lanes *l);
void lck_lanes_set(lck_lanes *l, size_t combination);
/* The address in each lane of a warp. False: it has no value in a lane that has a thread. */
bool lck_lanes_at(lck_lanes *l, const lck_warp_threads *w, int64_t value[LCK_LANES]);

/* The holders of an expression's symbols, as bits 1 << holder, and whether one of them is
 * data. */
#define LCK_OF_DATA 8u
unsigned lck_holders(const lck_judge *j, const lc_expr *e);

/* Is it the same for all threads of a warp? */
static inline bool lck_is_shared(const lck_judge *j, const lc_expr *e)
{
    return !(lck_holders(j, e) & (1u << LCK_OF_AXIS | 1u << LCK_OF_THREAD));
}

/* Does it have data; and data that differs from thread to thread? */
static inline bool lck_has_data(const lck_judge *j, const lc_expr *e)
{
    return lck_holders(j, e) & (1u << LCK_OF_THREAD | LCK_OF_DATA);
}

static inline bool lck_has_thread_data(const lck_judge *j, const lc_expr *e)
{
    return lck_holders(j, e) & 1u << LCK_OF_THREAD;
}

#endif
