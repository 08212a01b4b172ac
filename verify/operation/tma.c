/* tma.c - tma(G, box, X, bits): the tensor map by which boxes of G are copied to X, or from it.
 *
 * G is the tensor in global memory, (M,K), X the tile in shared memory, (m,k), of elements of so
 * many bits, and box the part of the tile that one instruction moves. The hardware puts the
 * elements of a box one after another, in the order of the dims of the map, of which the first is
 * contiguous in G; with a swizzle S<b,4,3> of addresses of bytes each row of it takes 16 * 2^b
 * bytes, full or not. X is right when each box of the tile is that, from where X has its first
 * element on. The dims are ordered as X orders them.
 */
#include "config.h"

#include "places.h"

#include "../../lib/algebra.h"
#include "../../lib/text.h"

#define DIMS 5
#define MOST_BOX 256
#define WIDTHS (1u << 3 | 1u << 4 | 1u << 5 | 1u << 6) /* 8 to 64 bits */

typedef struct {
    lcv_call *call;
    lcv_places p;                           /* X */
    size_t rank, inner;                     /* the mode that is contiguous in G */
    int64_t bits, size[DIMS], stride[DIMS]; /* of G, in elements */
    int64_t tile[DIMS], box[DIMS];
} copy;

typedef struct {
    int b;
    size_t order[DIMS];
    int64_t pitch[DIMS]; /* elements, of each mode, in the box */
    size_t same, first;
    int64_t written; /* where X differs, bits */
} fitting;

static lc_swizzle swizzle_of(int b)
{
    return (lc_swizzle){b, 4, 3};
}

/* ---- G, box and bits ---- */

static bool read_mode(copy *t, const lc_layout *g, size_t i)
{
    lc_ctx *ctx = t->call->ctx;
    lc_layout *mode = lcv_mode_of(ctx, g, i);
    bool leaf = mode && lc_layout_nleaves(mode) == 1;
    lc_layout *one = !mode || leaf ? mode : lcv_kept(ctx, lc_coalesce(ctx, mode));
    lc_tuple *stride = one ? lcv_kept(ctx, lc_layout_stride(ctx, one)) : NULL;
    if (!stride)
        return false;
    if (lc_layout_nleaves(one) != 1)
        return lcv_call_refuse(t->call, 0, LC_ERR_INVALID,
                               "mode %zu of G has several strides, and a dim of a tensor map has "
                               "one: make it several modes, of G, box and X",
                               i);
    lc_int d = lc_tuple_value(stride, 0);
    bool fits = lc_int_fits_si(d) && lc_int_bits(d) <= 40 && lc_int_sign(d) >= 0;
    t->stride[i] = fits ? lc_int_get_si(d) : -1;
    return fits || lcv_call_refuse(t->call, 0, LC_ERR_INVALID,
                                   "the stride of mode %zu of G is not in [0,2^40) bytes", i);
}

static bool read_tensor(copy *t)
{
    lc_ctx *ctx = t->call->ctx;
    lcv_value *v = t->call->arg[0];
    if (v->kind != LCV_LAYOUT && v->kind != LCV_TUPLE && v->kind != LCV_TENSOR)
        return lcv_call_wrong(t->call, 0, "a layout of global memory") != NULL;
    if (!lcv_places_extents(t->call, 0, 1, DIMS, &t->rank, t->size, "1 to 5 modes of G"))
        return false;
    lc_layout *g = v->kind == LCV_TENSOR ? v->layout : lcv_kept(ctx, lcv_as_layout(ctx, v));
    for (size_t i = 0; g && i < t->rank; i++) {
        if (!read_mode(t, g, i))
            return false;
        if (t->size[i] > INT64_C(1) << 32)
            return lcv_call_refuse(t->call, 0, LC_ERR_INVALID,
                                   "mode %zu of G has more than 2^32 elements", i);
    }
    int64_t offset = 0;
    if (g && v->kind == LCV_TENSOR && lc_int_fits_si(lc_tuple_value(v->offset, 0)))
        offset = lc_int_get_si(lc_tuple_value(v->offset, 0)) * t->bits;
    return g && (offset % 128 == 0 || lcv_call_refuse(t->call, 0, LC_ERR_INVALID,
                                                      "G begins at byte %lld, no multiple of 16",
                                                      (long long)offset / 8));
}

/* The mode of stride 1, one of more than an element if there is one. */
static bool find_inner(copy *t)
{
    t->inner = t->rank;
    for (size_t i = 0; i < t->rank; i++)
        if (t->stride[i] == 1 && (t->inner == t->rank || t->size[t->inner] == 1))
            t->inner = i;
    return t->inner < t->rank ||
           lcv_call_refuse(t->call, 0, LC_ERR_NO_VALUE,
                           "no mode of G has stride 1, and the first dim of a tensor map has: a "
                           "tensor map neither gathers nor transposes");
}

static bool check_strides(copy *t)
{
    for (size_t i = 0; i < t->rank; i++) {
        long long bits = t->stride[i] * t->bits;
        if (i != t->inner && bits % 128 != 0)
            return lcv_call_refuse(
                t->call, 0, LC_ERR_NO_VALUE,
                "the stride of mode %zu of G is %lld bytes, no multiple of 16: "
                "pad the rows to %lld elements",
                i, bits / 8, (long long)((bits + 127) / 128 * 128 / t->bits));
        if (bits / 8 >= 1ll << 40)
            return lcv_call_refuse(t->call, 0, LC_ERR_NO_VALUE,
                                   "the stride of mode %zu of G is %lld bytes, not below 2^40", i,
                                   bits / 8);
    }
    return true;
}

/* The extents of box and tile. */
static bool read_box(copy *t)
{
    size_t rank;
    lc_tuple *box = lcv_call_extents(t->call, 1, "a box, the extents of its modes");
    if (!box ||
        !lcv_places_extents(t->call, 1, t->rank, t->rank, &rank, t->box,
                            "a box with as many modes as G") ||
        !lcv_places_extents(t->call, 2, t->rank, t->rank, &rank, t->tile,
                            "X with as many modes as G"))
        return false;
    for (size_t i = 0; i < t->rank; i++) {
        if (t->box[i] > MOST_BOX)
            return lcv_call_refuse(t->call, 1, LC_ERR_NO_VALUE,
                                   "mode %zu of the box has %lld elements, and %d are the most",
                                   i, (long long)t->box[i], MOST_BOX);
        if (t->tile[i] % t->box[i] != 0)
            return lcv_call_refuse(t->call, 1, LC_ERR_NO_VALUE,
                                   "the %lld elements of mode %zu of the box do not divide the "
                                   "%lld of X",
                                   (long long)t->box[i], i, (long long)t->tile[i]);
    }
    long long bits = t->box[t->inner] * t->bits;
    return bits % 128 == 0 ||
           lcv_call_refuse(t->call, 1, LC_ERR_NO_VALUE,
                           "a row of the box, mode %zu, is %lld bytes, no multiple of 16",
                           t->inner, bits / 8);
}

/* ---- X ---- */

static int64_t tile_size(const copy *t)
{
    int64_t n = 1;
    for (size_t i = 0; i < t->rank && n <= LCV_PLACES; i++)
        n *= t->tile[i];
    return n;
}

/* The digits of a coordinate of the tile. */
static void digits(const copy *t, int64_t at, int64_t digit[DIMS])
{
    for (size_t i = 0; i < t->rank; i++) {
        digit[i] = at % t->tile[i];
        at /= t->tile[i];
    }
}

static int64_t number(const copy *t, const int64_t digit[DIMS])
{
    int64_t at = 0;
    for (size_t i = t->rank; i-- > 0;)
        at = at * t->tile[i] + digit[i];
    return at;
}

/* How far X is, before the swizzle, from its first element to the next one along a mode of the
 * box; modes of one element come last, as they are in G. */
static int64_t step_along(const copy *t, int b, size_t i)
{
    int64_t digit[DIMS] = {0};
    if (i == t->inner)
        return INT64_MIN;
    if (t->box[i] == 1)
        return (INT64_C(1) << 61) + t->stride[i];
    digit[i] = 1;
    return lcv_swizzle_bits(swizzle_of(b), t->p.at[number(t, digit)]) -
           lcv_swizzle_bits(swizzle_of(b), t->p.at[0]);
}

static void find_order(const copy *t, fitting *f)
{
    for (size_t n = 0; n < t->rank; n++) {
        size_t at = n;
        for (; at > 0 && step_along(t, f->b, n) < step_along(t, f->b, f->order[at - 1]); at--)
            f->order[at] = f->order[at - 1];
        f->order[at] = n;
    }
    int64_t pitch = 1;
    for (size_t n = 0; n < t->rank; n++) {
        f->pitch[f->order[n]] = pitch;
        pitch *= n > 0 || f->b == 0 ? t->box[f->order[n]] : (128 << f->b) / t->bits;
    }
}

static fitting fit(const copy *t, int b)
{
    fitting f = {.b = b};
    int64_t n = tile_size(t), digit[DIMS], corner[DIMS];
    find_order(t, &f);
    for (int64_t at = 0; at < n; at++) {
        int64_t place = 0;
        digits(t, at, digit);
        for (size_t i = 0; i < t->rank; i++) {
            corner[i] = digit[i] - digit[i] % t->box[i];
            place += digit[i] % t->box[i] * f.pitch[i] * t->bits;
        }
        place += lcv_swizzle_bits(swizzle_of(b), t->p.at[number(t, corner)]);
        place = lcv_swizzle_bits(swizzle_of(b), place);
        if (place == t->p.at[at])
            f.same++;
        else if (f.same == (size_t)at) {
            f.first = (size_t)at;
            f.written = place;
        }
    }
    return f;
}

/* ---- answers ---- */

static bool is_nearer(const copy *t, const fitting *f, const fitting *g)
{
    return f->same != g->same ? f->same > g->same : f->b == t->p.own.b && g->b != t->p.own.b;
}

static void say_coordinate(const copy *t, size_t at, lc_text *out)
{
    int64_t digit[DIMS];
    digits(t, (int64_t)at, digit);
    for (size_t i = 0; i < t->rank; i++)
        lc_text_printf(out, "%s%lld", i > 0 ? "," : "(", (long long)digit[i]);
    lc_text_add(out, ")");
}

static int64_t row_of(const copy *t)
{
    return t->box[t->inner] * t->bits / 8;
}

static void *no_map(const copy *t, const fitting *f)
{
    lc_text out = {0};
    lc_swizzle own = t->p.own, right = lcv_swizzle_of_elements(swizzle_of(own.b), t->bits);
    lc_text_add(&out, "X is not what is written: at ");
    say_coordinate(t, f->first, &out);
    lc_text_printf(&out, " X is %lld, and TMA writes to %lld ",
                   (long long)(t->p.at[f->first] / t->bits), (long long)(f->written / t->bits));
    if (f->b == 0)
        lc_text_add(&out, "without a swizzle, the nearest");
    else
        lc_text_printf(&out, "with the nearest swizzle, of %d bytes", 16 << f->b);
    if (own.b > 0 && !lc_swizzle_equal(own, right))
        lc_text_printf(&out,
                       "; its swizzle of elements of %lld bits is S<b,%d,3>, not S<%d,%d,%d>",
                       (long long)t->bits, right.m, own.b, own.m, own.s);
    else if (own.b > 0 && row_of(t) > 16 << own.b)
        lc_text_printf(&out,
                       "; rows of the box are %lld bytes, and the swizzle of X has room for %d",
                       (long long)row_of(t), 16 << own.b);
    char *text = lcv_kept(t->call->ctx, lc_text_take(t->call->ctx, &out));
    if (text)
        lcv_call_refuse(t->call, 2, LC_ERR_NO_VALUE, "%s", text);
    return NULL;
}

/* The coordinate of a box that begins at no multiple of 128 bytes; -1: none does. */
static int64_t misplaced(const copy *t, const fitting *f)
{
    int64_t n = tile_size(t), digit[DIMS];
    for (int64_t at = 0; at < n; at++) {
        bool corner = true;
        digits(t, at, digit);
        for (size_t i = 0; i < t->rank; i++)
            corner = corner && digit[i] % t->box[i] == 0;
        int64_t start = corner ? lcv_swizzle_bits(swizzle_of(f->b), t->p.at[at]) : 0;
        if (start % 1024 != 0 || start < 0)
            return at;
    }
    return -1;
}

static bool is_wide(const copy *t, const fitting *f)
{
    return f->b > 0 && row_of(t) > 16 << f->b;
}

static void *not_placed(const copy *t, const fitting *f)
{
    int64_t at = misplaced(t, f);
    if (is_wide(t, f))
        lcv_call_refuse(t->call, 1, LC_ERR_NO_VALUE,
                        "a row of the box is %lld bytes, more than the %d of the swizzle",
                        (long long)row_of(t), 16 << f->b);
    else
        lcv_call_refuse(t->call, 2, LC_ERR_NO_VALUE,
                        "a box begins at byte %lld of shared memory, no multiple of 128",
                        (long long)lcv_swizzle_bits(swizzle_of(f->b), t->p.at[at]) / 8);
    return NULL;
}

/* (modes, sizes, strides in bytes, box, swizzle), dims in the order of the map. */
static lcv_value *map_of(const copy *t, const fitting *f)
{
    enum { MODES, SIZES, STRIDES, BOX, SWIZZLE, PARTS };
    lc_ctx *ctx = t->call->ctx;
    int64_t part[SWIZZLE][DIMS];
    lcv_value *parts[PARTS];
    for (size_t n = 0; n < t->rank; n++) {
        size_t mode = f->order[n];
        part[MODES][n] = (int64_t)mode;
        part[SIZES][n] = t->size[mode];
        part[STRIDES][n] = t->stride[mode] * t->bits / 8;
        part[BOX][n] = t->box[mode];
    }
    for (size_t i = 0; i < SWIZZLE; i++)
        if (!(parts[i] = lcv_kept(ctx, lcv_numbers(ctx, t->rank, part[i]))))
            return NULL;
    parts[SWIZZLE] = lcv_kept(ctx, lcv_value_int(ctx, lc_int_const(f->b)));
    return parts[SWIZZLE] ? lcv_value_tuple_of(ctx, PARTS, parts) : NULL;
}

/* The least swizzle that is X and has its boxes in places; else the nearest, and why not. */
static lcv_value *best_of(const copy *t)
{
    fitting best = {.b = -1};
    for (int b = 0; b <= 3; b++) {
        fitting f = fit(t, b);
        if (f.same == t->p.n && !is_wide(t, &f) && misplaced(t, &f) < 0)
            return map_of(t, &f);
        if (best.b < 0 || is_nearer(t, &f, &best))
            best = f;
    }
    return best.same < t->p.n ? no_map(t, &best) : not_placed(t, &best);
}

lcv_value *lcv_op_tma(lcv_call *call)
{
    copy t = {.call = call, .p = {.call = call}};
    if (!lcv_places_width(&t.p, 3, WIDTHS, "no tensor map", "8, 16, 32 or 64"))
        return NULL;
    t.bits = t.p.bits;
    if (!read_tensor(&t) || !find_inner(&t) || !check_strides(&t) || !read_box(&t) ||
        !lcv_places_read(&t.p, 2, (size_t)tile_size(&t)))
        return NULL;
    return best_of(&t);
}
