/* vectors-matrix.c - vectors of functions that are affine over F2.
 *
 * They are translates by XOR: the coordinates at which both are i more than at 0, i < n, are a
 * space, found by those of 1, 2, 4, ..., so that n is a power of two. Its translates fill the
 * coordinates, and A and B have an aligned block of offsets at each: n elements move as one
 * everywhere when A(c) and B(c) are the same modulo n at every c. A swizzle may turn a block
 * around.
 */
#include "config.h"

#include "vectors.h"

/* The two on the coordinates that both have. */
typedef struct {
    lcv_function a, b; /* borrowed */
    bool part;         /* one of them has coordinates that the other has not */
    lc_f2 kernel;      /* of a's map */
    lc_f2 b_of_kernel;
} sides;

static sides sides_of(const lcv_vectors *w)
{
    sides s = {.a = *w->a, .b = *w->b, .part = w->a->map.cols != w->b->map.cols};
    s.a.map.cols = s.b.map.cols = s.a.map.cols < s.b.map.cols ? s.a.map.cols : s.b.map.cols;
    s.kernel = lc_f2_kernel(&s.a.map);
    s.b_of_kernel = lc_f2_multiply(&s.b.map, &s.kernel);
    return s;
}

/* A step by which both change by `value`: one of A, and what of A's kernel B needs. */
static bool find_both(const sides *s, uint64_t value, uint64_t *c)
{
    uint64_t y;
    if (!lc_f2_solve(&s->a.map, value, c))
        return false;
    uint64_t left = value ^ lc_f2_apply(&s->b.map, *c);
    if (!lc_f2_solve(&s->b_of_kernel, left, &y))
        return false;
    *c ^= lc_f2_apply(&s->kernel, y);
    return true;
}

/* The bits of the longest common vector, and the step for each. */
static size_t common_bits(const sides *s, uint64_t c[LC_F2_MAX])
{
    size_t bits = 0;
    while (bits < LC_F2_MAX - 1 && find_both(s, (uint64_t)1 << bits, &c[bits]))
        bits++;
    return bits;
}

/* The low bits in which all values agree; where there are more bits, *c shows it. */
static int same_bits(const sides *s, uint64_t *c)
{
    int bits = LC_F2_MAX;
    for (unsigned j = 0; j <= s->a.map.cols; j++) {
        bool first = j == s->a.map.cols;
        uint64_t differ = first ? s->a.base ^ s->b.base : s->a.map.column[j] ^ s->b.map.column[j];
        int low = differ == 0 ? LC_F2_MAX : __builtin_ctzll(differ);
        if (low < bits) {
            bits = low;
            *c = first ? 0 : (uint64_t)1 << j;
        }
    }
    return bits;
}

/* The places of the value that only one of the two has. */
static void step_apart(lc_ctx *ctx, lcv_result **result, const sides *s, const lcv_function *p,
                       uint64_t change)
{
    uint64_t c, value = change ^ p->base;
    if (lc_f2_solve(&p->map, change, &c))
        lcv_step_number(ctx, result, p, lc_int_from_word(ctx, c));
    else if (s->part)
        lcv_step(ctx, result, "%s has the value %i nowhere below %i, where both have values",
                 p->name, lc_int_from_word(ctx, value),
                 lc_int_from_word(ctx, (uint64_t)1 << p->map.cols));
    else
        lcv_step(ctx, result, "%s has the value %i nowhere", p->name,
                 lc_int_from_word(ctx, value));
}

/* V stops short of n, or n is no power of two. */
static lcv_result *too_long(lc_ctx *ctx, const sides *s, lc_int n, size_t bits)
{
    lc_int most = lc_int_from_word(ctx, (uint64_t)1 << bits);
    if (lc_int_le(n, most))
        return lcv_refuted(ctx, LCV_BY_MATRIX, lcv_text(ctx, "vector of %i", n),
                           lcv_text(ctx,
                                    "%i is no power of two: the coordinates do not fall into "
                                    "groups of it",
                                    n));
    lcv_result *result =
        lcv_refuted(ctx, LCV_BY_MATRIX, lcv_text(ctx, "vector of %i", n),
                    lcv_text(ctx, "%i is more than %i, the length of the longest common vector",
                             n, most));
    step_apart(ctx, &result, s, &s->a, (uint64_t)1 << bits);
    step_apart(ctx, &result, s, &s->b, (uint64_t)1 << bits);
    return result;
}

static lcv_result *turned(lc_ctx *ctx, const sides *s, lc_int n, lc_int c)
{
    lc_int a = lc_int_fmod(ctx, lcv_function_at(ctx, &s->a, c), n);
    lc_int b = lc_int_fmod(ctx, lcv_function_at(ctx, &s->b, c), n);
    if (lc_int_eq(a, b))
        return lcv_uncertified(ctx, "the comparison of low bits");
    lcv_result *result =
        lcv_refuted(ctx, LCV_BY_MATRIX, lcv_text(ctx, "c = %i", c),
                    lcv_text(ctx, "element %i of a vector of %i in A is element %i in B", a, n,
                             b));
    lcv_step_number(ctx, &result, &s->a, c);
    lcv_step_number(ctx, &result, &s->b, c);
    return result;
}

/* `both have 0 at c = 0, 1 at 1, 2 at 4`, or of functions that begin elsewhere by how much
 * they change. */
static char *elements(lc_ctx *ctx, const sides *s, size_t bits, const uint64_t *c)
{
    bool plain = s->a.base == 0 && s->b.base == 0;
    char *text = plain ? lcv_text(ctx, "both have 0 at c = 0")
                       : lcv_text(ctx, "where c changes by XOR, both change: by 0 for 0");
    for (size_t j = 0; text && j < bits; j++) {
        lc_int value = lc_int_from_word(ctx, (uint64_t)1 << j), at = lc_int_from_word(ctx, c[j]);
        text = plain ? lcv_text(ctx, "%S, %i at %i", text, value, at)
                     : lcv_text(ctx, "%S, by %i for %i", text, value, at);
    }
    return text;
}

lcv_result *lcv_vectors_by_matrix(lc_ctx *ctx, const lcv_vectors *w)
{
    sides s = sides_of(w);
    uint64_t c[LC_F2_MAX], apart = 0;
    size_t bits = common_bits(&s, c), wanted = lc_int_bits(w->n) - 1;
    if (!lc_int_is_power_of_two(w->n) || wanted > bits)
        return too_long(ctx, &s, w->n, bits);
    if (wanted > (size_t)same_bits(&s, &apart))
        return turned(ctx, &s, w->n, lc_int_from_word(ctx, apart));
    return lcv_proved_with(ctx, LCV_BY_MATRIX, elements(ctx, &s, wanted, c));
}
