#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "internal.h"
#include "size.h"

/* ---- sizes ---- */

lc_int lc_int_of_size(lc_size *size)
{
    return (lc_int){(int64_t)((uint64_t)(uintptr_t)size >> 2 | (uint64_t)2 << 62)};
}

char *lc_int_size_text(lc_int a, lc_size_text as)
{
    return lc_int_size(a)->field->text(lc_int_size(a)->field, a, as);
}

lc_size *lc_int_size(lc_int a)
{
    return (lc_size *)(uintptr_t)((uint64_t)a.word << 2); /* NOLINT: the tag falls off the top */
}

/* The field of one of two, of which one is a size; NULL: none is. */
static lc_sizes *field_of(lc_int a, lc_int b)
{
    return lc_int_is_size(a)   ? lc_int_size(a)->field
           : lc_int_is_size(b) ? lc_int_size(b)->field
                               : NULL;
}

/* What is asked of the field leaves it as it was. False: the answer is none. */
static bool is_settled(lc_sizes *f, bool was)
{
    bool settled = !f || !f->open;
    if (f)
        f->open = was;
    return settled;
}

bool lc_int_settled(lc_int a, lc_int b, int *sign)
{
    lc_sizes *f = field_of(a, b);
    bool was = f && f->open;
    if (f)
        f->open = false;
    *sign = lc_int_cmp(a, b);
    bool settled = is_settled(f, was);
    *sign = settled ? *sign : 2;
    return settled;
}

bool lc_int_settled_lt(lc_int a, lc_int b, bool *less)
{
    lc_sizes *f = field_of(a, b);
    bool was = f && f->open;
    if (f)
        f->open = false;
    *less = lc_int_lt(a, b);
    return is_settled(f, was);
}

bool lc_int_size_lt(lc_int a, lc_int b)
{
    lc_sizes *f = field_of(a, b);
    return f->lt(f, a, b);
}

lc_int lc_int_size_min(lc_int a, lc_int b)
{
    lc_sizes *f = field_of(a, b);
    return f->min(f, a, b);
}

lc_int lc_int_size_max(lc_int a, lc_int b)
{
    lc_sizes *f = field_of(a, b);
    return f->sub(f, f->add(f, a, b), f->min(f, a, b));
}

lc_int lc_int_size_cdiv(lc_int a, lc_int b)
{
    lc_sizes *f = field_of(a, b);
    return f->cdiv(f, a, b);
}

int lc_int_order(lc_int a, lc_int b)
{
    lc_sizes *f = field_of(a, b);
    return f ? f->order(f, a, b) : lc_int_cmp(a, b);
}

/* ---- numbers ---- */

/* A read-only GMP view of any lc_int, without an allocation for the small. */
typedef struct {
    mpz_t z;
    mp_limb_t limb;
} view;

/* Of a size, which has none: 0, and its field is open. */
static mpz_srcptr as_mpz(view *v, lc_int a)
{
    if (lc_int_is_size(a)) {
        lc_int_size(a)->field->open = true;
        a = lc_int_const(0);
    }
    if (!lc_int_is_small(a))
        return lc_int_ref(a);
    v->limb = a.word < 0 ? (mp_limb_t)0 - (mp_limb_t)a.word : (mp_limb_t)a.word;
    return mpz_roinit_n(v->z, &v->limb, a.word < 0 ? -1 : a.word > 0);
}

void *lc_int_too_long(lc_ctx *ctx)
{
    return lc_fail(ctx, LC_ERR_LIMIT, "an integer has more than %d bits", LC_MAX_INT_BITS);
}

static lc_int fail_int(lc_ctx *ctx, lc_code code)
{
    if (code == LC_ERR_LIMIT)
        lc_int_too_long(ctx);
    else
        lc_no_memory(ctx);
    ctx->int_failed = true;
    return lc_int_const(0);
}

static lc_int tag(mpz_ptr big)
{
    return (lc_int){(int64_t)((uint64_t)(uintptr_t)big >> 2 | (uint64_t)1 << 62)};
}

static bool fits_small(mpz_srcptr value)
{
    return mpz_fits_slong_p(value) && lc_int_is_small((lc_int){mpz_get_si(value)});
}

static mpz_ptr new_big(mpz_srcptr value)
{
    mpz_ptr big = malloc(sizeof *big);
    if (big)
        mpz_init_set(big, value);
    return big;
}

static void free_big(void *big)
{
    mpz_clear(big);
    free(big);
}

lc_int lc_int_from_mpz(lc_ctx *ctx, mpz_srcptr value)
{
    if (fits_small(value))
        return (lc_int){mpz_get_si(value)};
    if (mpz_sizeinbase(value, 2) > LC_MAX_INT_BITS)
        return fail_int(ctx, LC_ERR_LIMIT);
    mpz_ptr big = lc_frame_keep(ctx, new_big(value), free_big);
    if (!big)
        return fail_int(ctx, LC_ERR_MEMORY);
    return tag(big);
}

lc_int lc_int_big_from_si(lc_ctx *ctx, int64_t value)
{
    mpz_t z;
    mpz_init_set_si(z, value);
    lc_int result = lc_int_from_mpz(ctx, z);
    mpz_clear(z);
    return result;
}

typedef void (*mpz_op)(mpz_ptr, mpz_srcptr, mpz_srcptr);

static lc_int apply(lc_ctx *ctx, mpz_op op, lc_int a, lc_int b)
{
    view va, vb;
    mpz_t z;
    mpz_init(z);
    op(z, as_mpz(&va, a), as_mpz(&vb, b));
    lc_int result = lc_int_from_mpz(ctx, z);
    mpz_clear(z);
    return result;
}

lc_int lc_int_big_add(lc_ctx *ctx, lc_int a, lc_int b)
{
    lc_sizes *f = field_of(a, b);
    if (f)
        return f->add(f, a, b);
    return apply(ctx, mpz_add, a, b);
}
lc_int lc_int_big_sub(lc_ctx *ctx, lc_int a, lc_int b)
{
    lc_sizes *f = field_of(a, b);
    if (f)
        return f->sub(f, a, b);
    return apply(ctx, mpz_sub, a, b);
}

/* A divisor is 0 where an operation before this one had no result and recorded why; otherwise it
 * is the caller's mistake. */
static lc_int divided_by_zero(lc_ctx *ctx)
{
    if (!ctx->int_failed)
        lc_fail(ctx, LC_ERR_INTERNAL, "division by zero");
    ctx->int_failed = true;
    return lc_int_const(0);
}

lc_int lc_int_big_fdiv(lc_ctx *ctx, lc_int a, lc_int b)
{
    lc_sizes *f = field_of(a, b);
    if (f)
        return f->fdiv(f, a, b);
    return lc_int_is_zero(b) ? divided_by_zero(ctx) : apply(ctx, mpz_fdiv_q, a, b);
}

lc_int lc_int_big_fmod(lc_ctx *ctx, lc_int a, lc_int b)
{
    return lc_int_sub(ctx, a, lc_int_mul(ctx, b, lc_int_fdiv(ctx, a, b)));
}

lc_int lc_int_big_mul(lc_ctx *ctx, lc_int a, lc_int b)
{
    lc_sizes *f = field_of(a, b);
    if (f)
        return f->mul(f, a, b);
    if (lc_int_bits(a) + lc_int_bits(b) > LC_MAX_INT_BITS + 1)
        return fail_int(ctx, LC_ERR_LIMIT);
    return apply(ctx, mpz_mul, a, b);
}

lc_int lc_int_gcd(lc_ctx *ctx, lc_int a, lc_int b)
{
    lc_sizes *f = field_of(a, b);
    return f && f->gcd ? f->gcd(f, a, b) : apply(ctx, mpz_gcd, a, b);
}

lc_int lc_int_and(lc_ctx *ctx, lc_int a, lc_int b)
{
    return apply(ctx, mpz_and, a, b);
}

lc_int lc_int_xor(lc_ctx *ctx, lc_int a, lc_int b)
{
    return apply(ctx, mpz_xor, a, b);
}

lc_int lc_int_or(lc_ctx *ctx, lc_int a, lc_int b)
{
    return apply(ctx, mpz_ior, a, b);
}

lc_int lc_int_power_of_two(lc_ctx *ctx, size_t n)
{
    mpz_t power;
    if (n < 62)
        return lc_int_si(ctx, (int64_t)1 << n);
    if (n > LC_MAX_INT_BITS)
        return fail_int(ctx, LC_ERR_LIMIT);
    mpz_init(power);
    mpz_setbit(power, n);
    lc_int result = lc_int_from_mpz(ctx, power);
    mpz_clear(power);
    return result;
}

lc_int lc_int_shift(lc_ctx *ctx, lc_int a, unsigned n)
{
    if (n > LC_MAX_INT_BITS)
        return lc_int_is_zero(a) ? a : fail_int(ctx, LC_ERR_LIMIT);
    return lc_int_mul(ctx, a, lc_int_power_of_two(ctx, n));
}

int lc_int_big_cmp(lc_int a, lc_int b)
{
    lc_sizes *f = field_of(a, b);
    if (f)
        return f->cmp(f, a, b);
    view va, vb;
    int order = mpz_cmp(as_mpz(&va, a), as_mpz(&vb, b));
    return (order > 0) - (order < 0);
}

int lc_int_big_sign(lc_int a)
{
    return lc_int_is_size(a) ? lc_int_big_cmp(a, lc_int_const(0)) : mpz_sgn(lc_int_ref(a));
}

bool lc_int_fits_si(lc_int a)
{
    return lc_int_is_small(a) || (!lc_int_is_size(a) && mpz_fits_slong_p(lc_int_ref(a)));
}

int64_t lc_int_get_si(lc_int a)
{
    view v;
    return lc_int_is_small(a) ? a.word : mpz_get_si(as_mpz(&v, a));
}

lc_int lc_int_from_word(lc_ctx *ctx, uint64_t word)
{
    if (word <= LC_INT_SMALL_MAX)
        return lc_int_si(ctx, (int64_t)word);
    lc_int quarter = lc_int_si(ctx, (int64_t)(word >> 2)), four = lc_int_const(4);
    return lc_int_add(ctx, lc_int_mul(ctx, quarter, four), lc_int_const((int32_t)(word & 3)));
}

size_t lc_int_bits(lc_int a)
{
    view v;
    return lc_int_is_zero(a) ? 0 : mpz_sizeinbase(as_mpz(&v, a), 2);
}

bool lc_int_bit(lc_int a, size_t i)
{
    view v;
    return mpz_tstbit(as_mpz(&v, a), i);
}

bool lc_int_is_power_of_two(lc_int a)
{
    view v;
    return lc_int_sign(a) > 0 && mpz_popcount(as_mpz(&v, a)) == 1;
}

void lc_int_get_mpz(mpz_ptr out, lc_int a)
{
    view v;
    mpz_set(out, as_mpz(&v, a));
}

/* Digits of text that could still be within LC_MAX_INT_BITS. */
#define MAX_DIGITS (LC_MAX_INT_BITS / 3)

bool lc_int_parse(lc_ctx *ctx, const char *text, size_t length, lc_int *out)
{
    if (length > MAX_DIGITS) {
        fail_int(ctx, LC_ERR_LIMIT);
        ctx->int_failed = false; /* said by the result */
        return false;
    }
    char *copy = lc_alloc(ctx, length + 1, 1);
    if (!copy)
        return false;
    memcpy(copy, text, length);
    const char *digits = copy;
    bool negative = *digits == '-';
    digits += negative || *digits == '+';
    int base = digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X') ? 16 : 10;
    digits += base == 16 ? 2 : 0;
    const char *set = base == 16 ? "0123456789abcdefABCDEF" : "0123456789";
    mpz_t z;
    mpz_init(z);
    /* GMP skips white space inside numbers; a number here has none */
    bool ok = *digits && strspn(digits, set) == strlen(digits) && strlen(copy) == length &&
              mpz_set_str(z, digits, base) == 0;
    if (ok) {
        if (negative)
            mpz_neg(z, z);
        *out = lc_int_from_mpz(ctx, z);
        ok = !ctx->int_failed;
        ctx->int_failed = false;
    } else {
        lc_fail(ctx, LC_ERR_INVALID,
                "not an integer: expected decimal digits, or 0x and "
                "hexadecimal ones");
    }
    mpz_clear(z);
    free(copy);
    return ok;
}

char *lc_int_to_str(lc_ctx *ctx, lc_int a)
{
    view v;
    if (lc_int_is_size(a))
        return lc_int_size_text(a, LC_SIZE_ALONE);
    mpz_srcptr z = as_mpz(&v, a);
    char *text = lc_alloc(ctx, mpz_sizeinbase(z, 10) + 2, 1);
    return text ? mpz_get_str(text, 10, z) : NULL;
}

static bool all_small(size_t n, const lc_int *a)
{
    bool small = true;
    for (size_t i = 0; i < n; i++)
        small &= lc_int_is_small(a[i]);
    return small;
}

bool lc_int_own(lc_ctx *ctx, size_t n, lc_int *a, bool *has_big)
{
    *has_big = false;
    if (all_small(n, a))
        return true;
    for (size_t i = 0; i < n; i++) {
        if (lc_int_is_small(a[i]) || lc_int_is_size(a[i]))
            continue;
        mpz_ptr big = new_big(lc_int_ref(a[i]));
        if (!big) {
            lc_int_disown(i, a);
            return lc_no_memory(ctx);
        }
        a[i] = tag(big);
        *has_big = true;
    }
    return true;
}

void lc_int_disown(size_t n, lc_int *a)
{
    for (size_t i = 0; i < n; i++) {
        if (lc_int_is_small(a[i]) || lc_int_is_size(a[i]))
            continue;
        mpz_clear(lc_int_ref(a[i]));
        free(lc_int_ref(a[i]));
        a[i] = lc_int_const(0);
    }
}
