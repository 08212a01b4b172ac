/* law-tma.c - what a tensor map writes is X.
 *
 * The dims of the value are modes of G, with its sizes and strides, within the hardware's limits.
 * Each box of the tile, element after element from a multiple of 128 bytes on, in rows as wide as
 * the swizzle if there is one, and then swizzled, is the composite of X and the coordinates
 * there.
 */
#include "config.h"

#include "laws.h"

#define DIMS 5
enum { MODES, SIZES, STRIDES, BOX, PARTS };

typedef struct {
    lcv_case *c;
    lcv_value *x;
    size_t rank;
    int64_t part[PARTS][DIMS], tile[DIMS], bits; /* box and tile by mode, the others by dim */
    lc_swizzle swizzle;                          /* of elements */
} reading;

/* ---- the value ---- */

static bool read_value(reading *r)
{
    const lc_tuple *t = r->c->value->tuple;
    r->rank = (lc_tuple_nleaves(t) - 1) / PARTS;
    if (r->rank < 1 || r->rank > DIMS || lc_tuple_nleaves(t) != PARTS * r->rank + 1)
        return false;
    for (size_t i = 0; i < PARTS * r->rank; i++) {
        lc_int n = lc_tuple_value(t, i);
        if (!lc_int_fits_si(n) || lc_int_sign(n) < 0)
            return false;
        r->part[i / r->rank][i % r->rank] = lc_int_get_si(n);
    }
    lc_int b = lc_tuple_value(t, PARTS * r->rank);
    r->swizzle = (lc_swizzle){lc_int_fits_si(b) ? (int)lc_int_get_si(b) : -1, 7, 3};
    for (int64_t bits = r->bits; bits > 1; bits /= 2)
        r->swizzle.m--;
    return r->swizzle.b >= 0 && r->swizzle.b <= 3;
}

/* The modes are all, and the limits are those of cuTensorMapEncodeTiled. */
static bool within_limits(const reading *r)
{
    unsigned seen = 0;
    for (size_t i = 0; i < r->rank; i++) {
        int64_t stride = r->part[STRIDES][i], box = r->part[BOX][i];
        bool stride_is = i == 0 ? stride * 8 == r->bits : stride % 16 == 0;
        if (r->part[MODES][i] >= (int64_t)r->rank || !stride_is || stride >> 40 > 0 || box < 1 ||
            box > 256 || r->part[SIZES][i] > INT64_C(1) << 32)
            return false;
        seen |= 1u << r->part[MODES][i];
    }
    int64_t row = r->part[BOX][0] * r->bits / 8;
    return seen + 1 == 1u << r->rank && r->part[BOX][0] * r->bits % 128 == 0 &&
           (r->swizzle.b == 0 || row <= 16 << r->swizzle.b);
}

/* The strides of G are those of the dims at their modes. */
static bool is_of_tensor(const reading *r)
{
    lc_ctx *ctx = r->c->ctx;
    lc_layout *g = lcv_layout_of(r->c, r->c->args[0]);
    for (size_t i = 0; g && i < r->rank; i++) {
        lc_layout *mode = lcv_mode_of(ctx, g, (size_t)r->part[MODES][i]);
        if (!mode)
            return false;
        lc_int size = lc_layout_size(ctx, mode);
        lc_int last = lc_layout_at(ctx, mode, lc_int_sub(ctx, size, lc_int_const(1)));
        int64_t reach = (r->part[SIZES][i] - 1) * r->part[STRIDES][i] * 8;
        if (lc_int_get_si(size) != r->part[SIZES][i] || lc_int_get_si(last) * r->bits != reach)
            return false;
    }
    return g != NULL;
}

/* ---- boxes ---- */

static bool read_tile(reading *r)
{
    lc_ctx *ctx = r->c->ctx;
    lc_tuple *shape = lcv_kept(ctx, lcv_as_tuple(ctx, r->x));
    for (size_t i = 0; shape && i < r->rank; i++) {
        lc_tuple *mode = lc_tuple_is_leaf(shape) ? shape : lcv_part_of(ctx, shape, i);
        if (!mode)
            return false;
        r->tile[i] = lc_int_get_si(lc_tuple_size(ctx, mode));
    }
    return shape != NULL;
}

/* The modes of the box, with strides; the offset goes before the swizzle, if there is one. */
static lcv_value *of_box(const reading *r, const int64_t *stride, int64_t offset, lc_swizzle w)
{
    lc_ctx *ctx = r->c->ctx;
    lc_int n[DIMS], d[DIMS];
    for (size_t i = 0; i < r->rank; i++) {
        n[r->part[MODES][i]] = lc_int_si(ctx, r->part[BOX][i]);
        d[i] = lc_int_si(ctx, stride[i]);
    }
    lc_layout *a = lc_layout_flat(ctx, r->rank, n, d);
    lc_int first = lc_int_si(ctx, offset);
    return !a         ? NULL
           : w.b == 0 ? lcv_kept(ctx, lcv_value_tensor(ctx, first, a))
                      : lcv_kept(ctx, lcv_value_composed(ctx, w, first, a));
}

/* The box whose first coordinate is a number of the tile. */
static lcv_result *check_box(const reading *r, int64_t corner)
{
    lc_ctx *ctx = r->c->ctx;
    int64_t pitch[DIMS], number[DIMS], n = 1;
    lc_int at;
    for (size_t i = 0; i < r->rank; i++) {
        bool row = i == 0 && r->swizzle.b > 0;
        pitch[r->part[MODES][i]] = n;
        n *= row ? (128 << r->swizzle.b) / r->bits : r->part[BOX][i];
    }
    n = 1;
    for (size_t i = 0; i < r->rank; n *= r->tile[i++])
        number[i] = n;
    if (!lcv_value_number_at(ctx, r->x, lc_int_si(ctx, corner), &at))
        return NULL;
    int64_t start = lc_int_get_si(lc_swizzle_undo(ctx, r->swizzle, at));
    if (start < 0 || start * r->bits % 1024 != 0)
        return lcv_refute(r->c, LCV_BY_COMPARISON, "c = %i: no box begins at element %i",
                          lc_int_si(ctx, corner), lc_int_si(ctx, start));
    lcv_value *args[] = {of_box(r, pitch, start, r->swizzle), r->x,
                         of_box(r, number, corner, (lc_swizzle){0, 0, 0})};
    return args[0] && args[2] ? lcv_prove_composes(r->c->r, 3, args) : NULL;
}

/* The number of the corner of the next box; the size of the tile after the last one. */
static int64_t next_corner(const reading *r, int64_t digit[DIMS])
{
    int64_t number = 0, n = 1;
    bool carry = true;
    for (size_t i = 0; i < r->rank; n *= r->tile[i++]) {
        int64_t box = 1;
        for (size_t k = 0; k < r->rank; k++)
            box = r->part[MODES][k] == (int64_t)i ? r->part[BOX][k] : box;
        digit[i] += carry ? box : 0;
        carry = carry && digit[i] >= r->tile[i];
        digit[i] = carry ? 0 : digit[i];
        number += digit[i] * n;
    }
    return carry ? n : number;
}

lcv_result *lcv_law_tma(lcv_case *c)
{
    lc_ctx *ctx = c->ctx;
    lc_int bits = lc_int_const(16);
    reading r = {.c = c, .x = c->args[2]};
    int64_t digit[DIMS] = {0}, size = 1;
    if (c->n > 3 && !lcv_as_int(ctx, c->args[3], &bits))
        return NULL;
    r.bits = lc_int_get_si(bits);
    if (r.x->kind == LCV_TUPLE)
        r.x = lcv_kept(ctx, lcv_value_layout(ctx, lcv_as_layout(ctx, r.x)));
    bool is_map = read_value(&r) && within_limits(&r) && is_of_tensor(&r);
    if (!r.x || (is_map && !read_tile(&r)))
        return NULL;
    for (size_t i = 0; is_map && i < r.rank; i++)
        size *= r.tile[i];
    lcv_result *result = lcv_judge(c, is_map, LCV_BY_COMPARISON,
                                   "map: it is none, or not of this tensor");
    for (int64_t at = 0; at < size && lcv_goes_on(&result); at = next_corner(&r, digit))
        result = check_box(&r, at);
    return result;
}
