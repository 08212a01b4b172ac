/* number.h - an integer of a kernel, as a function of the thread.
 *
 * A number is a sum of terms, a coefficient times a symbol. A symbol is an integer that all threads
 * of a block share and that the module does not say: a block number, a stride of an argument, a
 * loop counter. LCK_ONE is the symbol whose value is 1. A coefficient is one for all threads, or
 * one for each. So addresses, as tiled copies compute them, are known up to what is shared:
 *
 *     64*(t/8) + 8*(t%8) + 4096*stage
 *
 * What is no such sum and may differ between threads, loaded data for example, is `!known`; what is
 * none, but shared, is a new symbol. Of a symbol are known a divisor and bounds.
 *
 * Numbers belong to the pool of their lck_numbers and are never changed. No function fails: where
 * memory runs out or a limit is reached, the result is unknown.
 */
#ifndef LCK_CUTE_NUMBER_H
#define LCK_CUTE_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pool.h"

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
} lck_number;

typedef struct {
    int64_t divisor;  /* >= 1 */
    int64_t low, high; /* INT64_MIN, INT64_MAX: none known */
    uint32_t a, b;     /* it is a times b, or a / divided; LCK_ONE: neither */
    int64_t divided;   /* 0: it is no quotient */
} lck_symbol;

typedef struct {
    lck_pool *pool;
    unsigned threads; /* of a block */
    uint32_t nsymbols, room;
    lck_symbol *symbol; /* on the heap */
    const lck_number *zero, *unknown;
} lck_numbers;

bool lck_numbers_start(lck_numbers *x, lck_pool *pool, unsigned threads);
void lck_numbers_end(lck_numbers *x);

const lck_number *lck_number_of(lck_numbers *x, int64_t value);
/* One value a thread; `each` is copied. */
const lck_number *lck_number_each(lck_numbers *x, const int64_t *each);
/* A new symbol. */
const lck_number *lck_number_shared(lck_numbers *x, int64_t divisor, int64_t low, int64_t high);
/* A term of another number, alone. */
const lck_number *lck_number_term(lck_numbers *x, const lck_term *term);
/* A symbol, and that symbol divided by a divisor of it: the same one each time. */
const lck_number *lck_number_symbol(lck_numbers *x, uint32_t symbol);
const lck_number *lck_number_symbol_over(lck_numbers *x, uint32_t symbol, int64_t by);

const lck_number *lck_number_add(lck_numbers *x, const lck_number *a, const lck_number *b);
const lck_number *lck_number_sub(lck_numbers *x, const lck_number *a, const lck_number *b);
const lck_number *lck_number_scale(lck_numbers *x, const lck_number *a, int64_t by);
const lck_number *lck_number_mul(lck_numbers *x, const lck_number *a, const lck_number *b);
/* a // by and a % by, by floor, `by` > 0. Either may be NULL. */
void lck_number_divide(lck_numbers *x, const lck_number *a, int64_t by,
                       const lck_number **quotient, const lck_number **rest);
/* What a function of 64-bit integers makes of constants, thread by thread. Of other numbers a new
 * symbol, if all of them are shared. */
typedef int64_t lck_number_step(int64_t a, int64_t b);
const lck_number *lck_number_map(lck_numbers *x, const lck_number *a, const lck_number *b,
                                 lck_number_step *step);
/* A number that is shared if a and b are, and of which nothing else is known but a divisor. */
const lck_number *lck_number_some(lck_numbers *x, const lck_number *a, const lck_number *b,
                                  int64_t divisor);

/* Has it the same value in all threads? */
bool lck_number_is_shared(const lck_number *a);
/* No symbols: its value in a thread is lck_number_at. */
bool lck_number_is_plain(const lck_number *a);
bool lck_number_is(const lck_number *a, int64_t *value); /* one constant */
bool lck_number_equal(const lck_number *a, const lck_number *b, unsigned threads);
/* The constant term in a thread. */
int64_t lck_number_at(const lck_number *a, unsigned thread);
/* The greatest number known to divide it in every thread; 0 for 0. */
int64_t lck_number_divisor(const lck_numbers *x, const lck_number *a);
/* That of the terms with symbols alone. */
int64_t lck_number_step_of(const lck_numbers *x, const lck_number *a);
bool lck_number_not_negative(const lck_numbers *x, const lck_number *a);
/* Bounds over all threads; false: none. */
bool lck_number_bounds(const lck_numbers *x, const lck_number *a, int64_t *low, int64_t *high);

#endif
