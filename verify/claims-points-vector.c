/* claims-points-vector.c - vectorizes for swizzles, composed layouts and linear layouts.
 *
 * As for layouts (claims-linear.c) V has to exist with A(V(i)) = B(V(i)) = i for i < n. Of
 * functions affine over F2 the coordinates of i are affine in i, so that it is enough to
 * find those of 0, 1, 2, 4, ..., and n is a power of two.
 *
 * The other vectors are translates of this one by a XOR, A(c) xor i and B(c) xor i, which
 * a swizzle may turn around: n elements move as one everywhere when A(c) and B(c) are the
 * same modulo n at every c.
 */
#include "config.h"

#include "points.h"

#include <stdlib.h>

typedef struct {
    lcv_points a, b;
    lc_f2 kernel;    /* of a's map, on the coordinates that both have */
    lc_f2 b_of_kernel;
} sides;

static bool sides_of(lc_ctx *ctx, lcv_value *const *args, sides *s)
{
    *s = (sides){.b = {0}};
    return lcv_points_of(ctx, "vectorizes", "A", args[0], &s->a) &&
           lcv_points_of(ctx, "vectorizes", "B", args[1], &s->b);
}

static void prepare(sides *s)
{
    unsigned cols = s->a.map.cols < s->b.map.cols ? s->a.map.cols : s->b.map.cols;
    s->a.map.cols = s->b.map.cols = cols;
    s->kernel = lc_f2_kernel(&s->a.map);
    s->b_of_kernel = lc_f2_multiply(&s->b.map, &s->kernel);
}

/* A coordinate at which both are `value`: one of A, and what of A's kernel B needs. */
static bool find_both(const sides *s, uint64_t value, uint64_t *c)
{
    uint64_t y;
    if (!lc_f2_solve(&s->a.map, value ^ s->a.base, c))
        return false;
    uint64_t left = value ^ s->b.base ^ lc_f2_apply(&s->b.map, *c);
    if (!lc_f2_solve(&s->b_of_kernel, left, &y))
        return false;
    *c ^= lc_f2_apply(&s->kernel, y);
    return true;
}

/* The bits of the longest common vector; -1 when not even 0 is in common. */
static int common_bits(const sides *s, uint64_t c[LC_F2_MAX + 1])
{
    int bits = -1;
    while (bits < LC_F2_MAX && find_both(s, bits < 0 ? 0 : (uint64_t)1 << bits, &c[bits + 1]))
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

/* Where each of the two has a value that they have not in common. */
static void step_apart(lc_ctx *ctx, lcv_result **result, const lcv_points *p, uint64_t value)
{
    uint64_t c;
    if (lc_f2_solve(&p->map, value ^ p->base, &c))
        lcv_step_points(ctx, result, p, lcv_from_word(ctx, c));
    else
        lcv_step(ctx, result, "%s has the value %i nowhere", p->name, lcv_from_word(ctx, value));
}

/* V stops short of n. */
static lcv_result *too_long(lc_ctx *ctx, const sides *s, lc_int n, int bits)
{
    uint64_t next = bits < 0 ? 0 : (uint64_t)1 << bits;
    lcv_result *result = lcv_refuted(
        ctx, LCV_BY_MATRIX, lcv_text(ctx, "vector of %i", n),
        lcv_text(ctx, "%i does not divide %i, the length of the longest common vector", n,
                 lcv_from_word(ctx, next)));
    if (lc_int_le(lcv_from_word(ctx, next), n)) {
        step_apart(ctx, &result, &s->a, next);
        step_apart(ctx, &result, &s->b, next);
    }
    return result;
}

static lcv_result *turned(lc_ctx *ctx, const sides *s, lc_int n, lc_int c)
{
    lc_int a = lc_int_fmod(ctx, lcv_points_at(ctx, &s->a, c), n);
    lc_int b = lc_int_fmod(ctx, lcv_points_at(ctx, &s->b, c), n);
    if (lc_int_eq(a, b))
        return lcv_uncertified(ctx, "the comparison of low bits");
    lcv_result *result =
        lcv_refuted(ctx, LCV_BY_MATRIX, lcv_text(ctx, "c = %i", c),
                    lcv_text(ctx, "element %i of a vector of %i in A is element %i in B", a, n, b));
    lcv_step_points(ctx, &result, &s->a, c);
    lcv_step_points(ctx, &result, &s->b, c);
    return result;
}

/* `0 at c = 0, 1 at c = 1, 2 at c = 4`: where both have the elements. */
static char *elements(lc_ctx *ctx, size_t n, const uint64_t *c)
{
    char *text = lcv_text(ctx, "both have 0 at c = %i", lcv_from_word(ctx, c[0]));
    for (size_t j = 1; text != NULL && j < n; j++) {
        char *more = lcv_text(ctx, "%s, %i at %i", text, lcv_from_word(ctx, (uint64_t)1 << (j - 1)),
                              lcv_from_word(ctx, c[j]));
        free(text);
        text = more;
    }
    return text;
}

static lcv_result *vectorizes(lc_ctx *ctx, sides *s, lc_int n)
{
    uint64_t c[LC_F2_MAX + 1], apart = 0;
    prepare(s);
    int bits = common_bits(s, c);
    if (!lc_int_is_power_of_two(n) || lc_int_bits(n) > (size_t)(bits + 1))
        return too_long(ctx, s, n, bits);
    if (lc_int_bits(n) > (size_t)same_bits(s, &apart) + 1)
        return turned(ctx, s, n, lcv_from_word(ctx, apart));
    return lcv_proved_with(ctx, LCV_BY_MATRIX, elements(ctx, lc_int_bits(n), c));
}

lcv_result *lcv_points_vectorizes(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int count;
    if (!lcv_arg_int(ctx, "vectorizes", "n", args[2], 1, &count))
        return NULL;
    sides s;
    lcv_result *result = NULL;
    if (sides_of(ctx, args, &s)) {
        if (s.a.affine && s.b.affine)
            result = vectorizes(ctx, &s, count);
        else
            result = lcv_unknown(ctx, LCV_BY_MATRIX,
                                 lcv_text(ctx, "%s is not seen to be linear over F2",
                                          s.a.affine ? "B" : "A"));
    }
    lcv_points_clear(&s.a);
    lcv_points_clear(&s.b);
    return result;
}
