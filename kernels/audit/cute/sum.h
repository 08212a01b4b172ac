/* sum.h - an integer of a kernel, as a function of the thread.
 *
 * A number is a sum of terms, a coefficient times a symbol. A symbol is an integer that all
 * threads of a block share and that the module does not say: a block number, a stride of an
 * argument, a loop counter. LCK_ONE is the symbol whose value is 1. A coefficient is one for all
 * threads, or one for each. So addresses, as tiled copies compute them, are known up to what is
 * shared:
 *
 *     64*(t/8) + 8*(t%8) + 4096*stage
 *
 * What is no such sum and may differ between threads, loaded data for example, is `!known`; what
 * is none, but shared, is a new symbol. Of a symbol are known a divisor and bounds.
 *
 * Numbers belong to the pool of their lck_sums and are never changed. No function fails: where
 * memory runs out or a limit is reached, the result is unknown.
 */
#ifndef LCK_CUTE_SUM_H
#define LCK_CUTE_SUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arena.h"

#define LCK_MOST_THREADS 1024u
#define LCK_ONE 0u /* the symbol of constants */
#define LCK_TERMS 24u

typedef struct {
    uint32_t symbol;
    int64_t all;         /* the coefficient of all threads */
    const int64_t *each; /* or one for each; else NULL */
} lck_term;

typedef struct {
    bool known;
    unsigned n; /* terms in the order of their symbols, without those that are 0 */
    lck_term term[];
} lck_sum;

typedef struct {
    int64_t divisor;   /* >= 1 */
    int64_t low, high; /* INT64_MIN, INT64_MAX: none known */
    uint32_t a, b;     /* it is a times b, or a / divided; LCK_ONE: neither */
    int64_t divided;   /* 0: it is no quotient */
} lck_symbol;

typedef struct {
    lck_arena *pool;
    unsigned threads; /* of a block */
    uint32_t nsymbols, room;
    lck_symbol *symbol; /* on the heap */
    const lck_sum *zero, *unknown;
} lck_sums;

bool lck_sums_start(lck_sums *x, lck_arena *pool, unsigned threads);
void lck_sums_end(lck_sums *x);

const lck_sum *lck_sum_of(lck_sums *x, int64_t value);
/* One value a thread; `each` is copied. */
const lck_sum *lck_sum_each(lck_sums *x, const int64_t *each);
/* A new symbol. */
const lck_sum *lck_sum_shared(lck_sums *x, int64_t divisor, int64_t low, int64_t high);
/* a where `when`, 0 or 1, is 1, else b; a symbol if all threads choose and differ alike. */
const lck_sum *lck_sum_select(lck_sums *x, const lck_sum *when, const lck_sum *a,
                              const lck_sum *b);
/* A term of another number, alone. */
const lck_sum *lck_sum_term(lck_sums *x, const lck_term *term);
/* A symbol, and that symbol divided by a divisor of it: the same one each time. */
const lck_sum *lck_sum_symbol(lck_sums *x, uint32_t symbol);
const lck_sum *lck_sum_symbol_over(lck_sums *x, uint32_t symbol, int64_t by);

const lck_sum *lck_sum_add(lck_sums *x, const lck_sum *a, const lck_sum *b);
const lck_sum *lck_sum_sub(lck_sums *x, const lck_sum *a, const lck_sum *b);
const lck_sum *lck_sum_scale(lck_sums *x, const lck_sum *a, int64_t by);
const lck_sum *lck_sum_mul(lck_sums *x, const lck_sum *a, const lck_sum *b);
/* a // by and a % by, by floor, `by` > 0. Either may be NULL. */
void lck_sum_divide(lck_sums *x, const lck_sum *a, int64_t by, const lck_sum **quotient,
                    const lck_sum **rest);
/* What a function of 64-bit integers makes of constants, thread by thread. Of other numbers a new
 * symbol, if all of them are shared. */
typedef int64_t lck_sum_step(int64_t a, int64_t b);
const lck_sum *lck_sum_map(lck_sums *x, const lck_sum *a, const lck_sum *b, lck_sum_step *step);
/* A number that is shared if a and b are, and of which nothing else is known but a divisor. */
const lck_sum *lck_sum_some(lck_sums *x, const lck_sum *a, const lck_sum *b, int64_t divisor);

/* Has it the same value in all threads? */
bool lck_sum_is_shared(const lck_sum *a);
/* No symbols: its value in a thread is lck_sum_at. */
bool lck_sum_is_plain(const lck_sum *a);
bool lck_sum_is(const lck_sum *a, int64_t *value); /* one constant */
bool lck_sum_equal(const lck_sum *a, const lck_sum *b, unsigned threads);
static inline int64_t lck_term_at(const lck_term *t, unsigned thread)
{
    return t->each ? t->each[thread] : t->all;
}

/* The constant term in a thread; is it other than 0? */
int64_t lck_sum_at(const lck_sum *a, unsigned thread);
static inline bool lck_sum_holds(const lck_sum *a, unsigned thread)
{
    return lck_sum_at(a, thread) != 0;
}
/* The greatest number known to divide it in every thread; 0 for 0. */
int64_t lck_sum_divisor(const lck_sums *x, const lck_sum *a);
/* That of the terms with symbols alone. */
int64_t lck_sum_step_of(const lck_sums *x, const lck_sum *a);
bool lck_sum_not_negative(const lck_sums *x, const lck_sum *a);
/* Bounds over all threads; false: none. */
bool lck_sum_bounds(const lck_sums *x, const lck_sum *a, int64_t *low, int64_t *high);

#endif
