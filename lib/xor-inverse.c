/* xor-inverse.c - right and left inverses where strides add by XOR (Cecka 3.4).
 *
 * A is a matrix over F2 on the bits of integral coordinates when every extent but the last is a
 * power of two, restricted to [0, size). Its inverses have the solutions of A(y) = 2^i as
 * columns, those whose free bits are 0: bits whose columns depend on the columns of lower bits.
 * Clearing a free bit changes lower bits only, so that such a solution is the least coordinate of
 * its value, and lies in the domain if any does.
 *
 * A layout that begins with mode 2^k : r goes on with another mode where the columns
 * cease to double (xor-compose.c); the last mode may have any extent.
 */
#include "config.h"

#include "xor.h"

#include <string.h>

#include "f2.h"
#include "linear-internal.h"

typedef struct {
    lc_f2 map;    /* bits of integral coordinates to bits of values */
    unsigned low; /* bits of all leaves but the last */
    lc_int last;  /* its extent */
} matrix;

/* ---- as a matrix ---- */

static bool too_wide(lc_ctx *ctx)
{
    return lc_fail(
        ctx, LC_ERR_LIMIT,
        "inverses of strides that add by XOR are for coordinates and values of up to %d bits",
        LC_F2_MAX);
}

/* All leaves of extent above 1 but the last have powers of two as extents; *odd is a leaf that
 * has not and is followed by another. */
static bool is_matrix(const lc_layout *a, size_t *odd)
{
    bool after = false; /* a leaf of extent above 1 follows */
    for (size_t k = a->nleaves; k-- > 0;) {
        *odd = k;
        if (after && !lc_int_is_power_of_two(a->extent[k]))
            return false;
        after |= !lc_int_is_one(a->extent[k]);
    }
    return true;
}

static bool matrix_of(lc_ctx *ctx, const lc_layout *a, const lc_columns *columns, matrix *m)
{
    *m = (matrix){.map = lc_f2_zero(LC_F2_MAX, (unsigned)columns->n), .last = lc_int_const(1)};
    if (columns->n > LC_F2_MAX)
        return too_wide(ctx);
    for (size_t t = 0; t < columns->n; t++)
        if (!lc_int_to_word(columns->value[t], &m->map.column[t]))
            return too_wide(ctx);
    for (size_t k = 0; k < a->nleaves; k++) {
        if (lc_int_is_one(a->extent[k]))
            continue;
        m->low = (unsigned)columns->first[k];
        m->last = a->extent[k];
    }
    return true;
}

/* ---- as a layout ---- */

/* The modes of these columns, for coordinates up to n: whole modes within n when `within`, else
 * as many as cover n. */
static lc_layout *layout_of(lc_ctx *ctx, const uint64_t *column, lc_int n, bool within)
{
    lc_int extent[LC_F2_MAX], step[LC_F2_MAX], left = n;
    unsigned bits = (unsigned)lc_int_bits(lc_int_sub(ctx, n, lc_int_const(1)));
    size_t modes = 0;
    for (unsigned t = 0; t < bits;) {
        lc_int run = lc_int_const(1);
        step[modes] = lc_int_from_word(ctx, column[t]);
        do
            run = lc_int_add(ctx, run, run);
        while (++t < bits && column[t - 1] >> 63 == 0 && column[t] == column[t - 1] << 1);
        extent[modes] = t < bits ? run : left;
        left = within ? lc_int_fdiv(ctx, left, run) : lc_int_cdiv(ctx, left, run);
        modes += !lc_int_is_one(extent[modes]);
    }
    return lc_layout_flat_xor(ctx, modes, extent, step);
}

/* ---- right ---- */

/* The largest of base and the XORs of it with the first n of these words. */
static uint64_t largest_of(uint64_t base, const uint64_t *word, unsigned n)
{
    lc_f2 span = lc_f2_zero(LC_F2_MAX, n);
    memcpy(span.column, word, n * sizeof *word);
    span = lc_f2_image(&span);
    for (unsigned i = span.cols; i-- > 0;)
        if ((base ^ span.column[i]) > base)
            base ^= span.column[i];
    return base;
}

/* How many numbers 0, 1, 2, ... have a solution in the domain, given the solutions of the powers
 * of two below 2^n. The first number without one is found bit by bit, from the highest: the bit
 * is clear if some number with it clear has no solution. */
static lc_int solved(lc_ctx *ctx, const matrix *m, const uint64_t *solution, unsigned n)
{
    uint64_t digit[LC_F2_MAX], last, base = 0, first = 0;
    unsigned top = 0;
    for (unsigned t = 0; t < n; t++)
        digit[t] = lc_word_down(solution[t], m->low);
    if (!lc_int_to_word(m->last, &last)) /* 2^64 */
        top = n + 1;
    while (top <= n && largest_of(0, digit, top) < last)
        top++;
    if (top > n) {
        lc_int all = lc_int_const(1);
        while (n-- > 0)
            all = lc_int_add(ctx, all, all);
        return all;
    }
    while (top-- > 0) {
        if (largest_of(base, digit, top) >= last)
            continue;
        base ^= digit[top];
        first |= (uint64_t)1 << top;
    }
    return lc_int_from_word(ctx, first);
}

static lc_layout *right_inverse(lc_ctx *ctx, const matrix *m)
{
    lc_f2 unit = lc_f2_identity(LC_F2_MAX), solution;
    unsigned n = LC_F2_MAX;
    if (lc_f2_solve_all(&m->map, &unit, &solution, &n))
        n = LC_F2_MAX;
    return layout_of(ctx, solution.column, solved(ctx, m, solution.column, n), true);
}

/* ---- left ---- */

/* The stride is 0 for a bit that no value has as its highest. */
static lc_layout *left_inverse(lc_ctx *ctx, const lc_layout *a, matrix *m)
{
    lc_int largest;
    if (!lc_layout_largest(ctx, a, &largest))
        return NULL;
    m->map.rows = (unsigned)lc_int_bits(largest);
    lc_f2 p = lc_f2_pseudo_inverse(&m->map);
    return layout_of(ctx, p.column, lc_int_add(ctx, largest, lc_int_const(1)), false);
}

/* ---- both ---- */

static lc_layout *no_matrix(lc_ctx *ctx, const char *side, const lc_layout *a, size_t odd)
{
    char s[LC_NUMBER_ROOM];
    return lc_fail(ctx, LC_ERR_NO_VALUE,
                   "no %s inverse by bits: the extent %s of leaf %zu is no power of two and not "
                   "the last, so that bits of a coordinate are not bits of its modes, and the "
                   "values have bits in common",
                   side, lc_number(a->extent[odd], s), odd);
}

static lc_layout *inverse(lc_ctx *ctx, const lc_layout *a, const lc_columns *columns, bool right)
{
    size_t odd;
    matrix m;
    if (!is_matrix(a, &odd)) {
        lc_layout integers;
        lc_view_integers(&integers, a);
        if (!lc_columns_apart(ctx, columns->n, columns->value))
            return no_matrix(ctx, right ? "right" : "left", a, odd);
        return right ? lc_right_inverse(ctx, &integers) : lc_left_inverse(ctx, &integers);
    }
    if (!matrix_of(ctx, a, columns, &m))
        return NULL;
    return right ? right_inverse(ctx, &m) : left_inverse(ctx, a, &m);
}

static lc_layout *inverse_xor(lc_ctx *ctx, const lc_layout *a, bool right)
{
    lc_frame frame = lc_frame_open(ctx);
    lc_columns columns;
    lc_layout *result = NULL;
    if (lc_columns_of(ctx, a, 0, &columns)) {
        if (!ctx->int_failed)
            result = inverse(ctx, a, &columns, right);
        ctx->int_failed = false; /* said by the result */
        lc_columns_free(&columns);
    }
    lc_frame_close(ctx, frame);
    return result;
}

lc_layout *lc_right_inverse_xor(lc_ctx *ctx, const lc_layout *a)
{
    return inverse_xor(ctx, a, true);
}

lc_layout *lc_left_inverse_xor(lc_ctx *ctx, const lc_layout *a)
{
    return inverse_xor(ctx, a, false);
}
