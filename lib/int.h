/* int.h - exact integers of any size, fast when small.
 *
 * An lc_int is one word, passed by value. Values below 2^62 in magnitude are
 * stored in the word; larger ones are GMP integers owned by the context and
 * referred to by the word (FLINT's fmpz is the model). The representation is
 * private to lib/: use the functions.
 *
 * Ownership: an lc_int needs no release. A large one lives until the frame of the context in
 * which it was made is closed (ctx.h), or as long as the object that it was read from. Results
 * larger than LC_MAX_INT_BITS do not exist: the operation records LC_ERR_LIMIT and returns 0;
 * callers of long products check lc_ctx_code, or find out at the end. Dividing by such a 0 gives
 * 0, too. Allocation inside GMP follows GMP's own rules.
 *
 * Division is by floor throughout: lc_int_fmod(x, m) is in [0, m) for m > 0.
 *
 * An lc_int may also be a size, which is no number yet (size.h).
 */
#ifndef LC_INT_H
#define LC_INT_H

#include <gmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ctx.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    int64_t word;
} lc_int;

/* -2^62 <= value < 2^62 is small: the top two bits of the word agree. Anything else
 * is a reference: to a number, its top bits 01, or to a size, 10. */
#define LC_INT_SMALL_MAX (((int64_t)1 << 62) - 1)

static inline bool lc_int_is_small(lc_int a)
{
    return (uint64_t)a.word + ((uint64_t)1 << 62) < ((uint64_t)1 << 63);
}

static inline bool lc_int_is_size(lc_int a)
{
    return (uint64_t)a.word >> 62 == 2;
}

/* The cases of the functions below that a word does not hold. */
lc_int lc_int_big_from_si(lc_ctx *ctx, int64_t value);
lc_int lc_int_big_add(lc_ctx *ctx, lc_int a, lc_int b);
lc_int lc_int_big_sub(lc_ctx *ctx, lc_int a, lc_int b);
lc_int lc_int_big_mul(lc_ctx *ctx, lc_int a, lc_int b);
lc_int lc_int_big_fdiv(lc_ctx *ctx, lc_int a, lc_int b);
lc_int lc_int_big_fmod(lc_ctx *ctx, lc_int a, lc_int b);
int lc_int_big_cmp(lc_int a, lc_int b);
int lc_int_big_sign(lc_int a);

static inline lc_int lc_int_si(lc_ctx *ctx, int64_t value)
{
    lc_int r = {value};
    return lc_int_is_small(r) ? r : lc_int_big_from_si(ctx, value);
}

/* A constant known to be small; needs no context. */
static inline lc_int lc_int_const(int32_t value)
{
    lc_int r = {value};
    return r;
}

static inline lc_int lc_int_add(lc_ctx *ctx, lc_int a, lc_int b)
{
    if (lc_int_is_small(a) && lc_int_is_small(b)) {
        lc_int r = {a.word + b.word};
        if (lc_int_is_small(r))
            return r;
    }
    return lc_int_big_add(ctx, a, b);
}

static inline lc_int lc_int_sub(lc_ctx *ctx, lc_int a, lc_int b)
{
    if (lc_int_is_small(a) && lc_int_is_small(b)) {
        lc_int r = {a.word - b.word};
        if (lc_int_is_small(r))
            return r;
    }
    return lc_int_big_sub(ctx, a, b);
}

static inline lc_int lc_int_mul(lc_ctx *ctx, lc_int a, lc_int b)
{
    lc_int r;
    if (lc_int_is_small(a) && lc_int_is_small(b) &&
        !__builtin_mul_overflow(a.word, b.word, &r.word) && lc_int_is_small(r))
        return r;
    return lc_int_big_mul(ctx, a, b);
}

/* floor(a / b), b not 0. */
static inline lc_int lc_int_fdiv(lc_ctx *ctx, lc_int a, lc_int b)
{
    if (lc_int_is_small(a) && lc_int_is_small(b) && b.word != 0) {
        int64_t q = a.word / b.word;
        if (q * b.word != a.word && (a.word < 0) != (b.word < 0))
            q--;
        return lc_int_si(ctx, q); /* -2^62 / -1 is large */
    }
    return lc_int_big_fdiv(ctx, a, b);
}

/* a - b * floor(a / b), b not 0. */
static inline lc_int lc_int_fmod(lc_ctx *ctx, lc_int a, lc_int b)
{
    if (lc_int_is_small(a) && lc_int_is_small(b) && b.word != 0) {
        lc_int r = {a.word % b.word};
        if (r.word != 0 && (r.word < 0) != (b.word < 0))
            r.word += b.word;
        return r;
    }
    return lc_int_big_fmod(ctx, a, b);
}

static inline int lc_int_cmp(lc_int a, lc_int b)
{
    if (lc_int_is_small(a) && lc_int_is_small(b))
        return (a.word > b.word) - (a.word < b.word);
    return lc_int_big_cmp(a, b);
}

static inline int lc_int_sign(lc_int a)
{
    return lc_int_is_small(a) ? (a.word > 0) - (a.word < 0) : lc_int_big_sign(a);
}

static inline bool lc_int_eq(lc_int a, lc_int b)
{
    return lc_int_cmp(a, b) == 0;
}
/* a < b. */
bool lc_int_size_lt(lc_int a, lc_int b); /* one of the two is a size */

static inline bool lc_int_lt(lc_int a, lc_int b)
{
    if (lc_int_is_size(a) || lc_int_is_size(b))
        return lc_int_size_lt(a, b);
    return lc_int_cmp(a, b) < 0;
}
static inline bool lc_int_le(lc_int a, lc_int b)
{
    return !lc_int_lt(b, a);
}
static inline bool lc_int_is_zero(lc_int a)
{
    return a.word == 0 || (lc_int_is_size(a) && lc_int_big_sign(a) == 0);
}
static inline bool lc_int_is_one(lc_int a)
{
    return a.word == 1 || (lc_int_is_size(a) && lc_int_big_cmp(a, lc_int_const(1)) == 0);
}
/* Is it this number, as a number? A size is not, even if its value is always this number. */
static inline bool lc_int_is_plain(lc_int a, int32_t number)
{
    return a.word == number;
}
static inline bool lc_int_is_plain_zero(lc_int a)
{
    return lc_int_is_plain(a, 0);
}

static inline lc_int lc_int_neg(lc_ctx *ctx, lc_int a)
{
    return lc_int_sub(ctx, lc_int_const(0), a);
}

static inline lc_int lc_int_abs(lc_ctx *ctx, lc_int a)
{
    return lc_int_sign(a) < 0 ? lc_int_neg(ctx, a) : a;
}

/* One of the two, or both, are sizes. */
lc_int lc_int_size_cdiv(lc_int a, lc_int b);

/* ceil(a / b), b not 0. */
static inline lc_int lc_int_cdiv(lc_ctx *ctx, lc_int a, lc_int b)
{
    if (lc_int_is_size(a) || lc_int_is_size(b))
        return lc_int_size_cdiv(a, b);
    return lc_int_neg(ctx, lc_int_fdiv(ctx, lc_int_neg(ctx, a), b));
}

/* b divides a, b not 0. */
static inline bool lc_int_divides(lc_ctx *ctx, lc_int b, lc_int a)
{
    return lc_int_is_zero(lc_int_fmod(ctx, a, b));
}

/* The non-negative greatest common divisor. */
lc_int lc_int_gcd(lc_ctx *ctx, lc_int a, lc_int b);

/* Of the bits in two's complement, of any length; of numbers, not of sizes. */
lc_int lc_int_and(lc_ctx *ctx, lc_int a, lc_int b);
lc_int lc_int_xor(lc_ctx *ctx, lc_int a, lc_int b);
lc_int lc_int_or(lc_ctx *ctx, lc_int a, lc_int b);
/* a times 2 to the n; LC_ERR_LIMIT past LC_MAX_INT_BITS. */
lc_int lc_int_shift(lc_ctx *ctx, lc_int a, unsigned n);

/* The smaller and the larger one. */
lc_int lc_int_size_min(lc_int a, lc_int b); /* one of the two, or both, are sizes */
lc_int lc_int_size_max(lc_int a, lc_int b);

static inline lc_int lc_int_min(lc_int a, lc_int b)
{
    if (lc_int_is_size(a) || lc_int_is_size(b))
        return lc_int_size_min(a, b);
    return lc_int_lt(b, a) ? b : a;
}
static inline lc_int lc_int_max(lc_int a, lc_int b)
{
    if (lc_int_is_size(a) || lc_int_is_size(b))
        return lc_int_size_max(a, b);
    return lc_int_lt(a, b) ? b : a;
}

/* Machine words: fits, and the value when it does. */
bool lc_int_fits_si(lc_int a);
int64_t lc_int_get_si(lc_int a);
lc_int lc_int_from_word(lc_ctx *ctx, uint64_t word);

/* Number of bits of |a|; 0 for 0. */
size_t lc_int_bits(lc_int a);
/* Bit i of the two's complement of a. */
bool lc_int_bit(lc_int a, size_t i);
bool lc_int_is_power_of_two(lc_int a);
lc_int lc_int_power_of_two(lc_ctx *ctx, size_t n); /* 2^n */

/* GMP: out is an initialised integer of the caller. */
void lc_int_get_mpz(mpz_ptr out, lc_int a);
lc_int lc_int_from_mpz(lc_ctx *ctx, mpz_srcptr value);

/* Decimal, or hexadecimal after 0x, with an optional sign; `length` characters.
 * False when it is no number or longer than LC_MAX_INT_BITS. */
bool lc_int_parse(lc_ctx *ctx, const char *text, size_t length, lc_int *out);
/* Records LC_ERR_LIMIT: more than LC_MAX_INT_BITS; returns NULL. */
void *lc_int_too_long(lc_ctx *ctx);

/* Decimal text; the caller frees it. NULL when there is no memory. */
char *lc_int_to_str(lc_ctx *ctx, lc_int a);

/* Close `frame` and keep `a`, now of the enclosing frame. */
lc_int lc_frame_return(lc_ctx *ctx, lc_frame frame, lc_int a);

#ifdef __cplusplus
}
#endif

#endif
