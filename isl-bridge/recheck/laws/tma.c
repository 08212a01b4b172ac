/* tma.c - tensor maps: what is written by each box of a tile is what X has there.
 *
 * The dims of the value are modes of G, with its sizes and strides, within the limits of the
 * hardware. The elements of a box, written as a literal, are the composite of X and the
 * coordinates of the box.
 */
#include "config.h"

#include "../sets/build.h"
#include "laws.h"

#define DIMS 5
enum { MODES, SIZES, STRIDES, BOX, PARTS };

typedef struct {
    const lit *g, *x;
    size_t rank, mode[DIMS];                                 /* of each dim */
    int64_t size[DIMS], stride[DIMS], box[DIMS], tile[DIMS]; /* by mode; strides in bytes */
    int64_t bits, b;
} reading;

static bool small(lc_int n, int bits, int64_t *to)
{
    bool is = lc_int_fits_si(n) && lc_int_bits(n) <= (size_t)bits && lc_int_le(lc_int_const(0), n);
    *to = is ? lc_int_get_si(n) : 0;
    return is;
}

/* ---- the value ---- */

/* Each part has a number for each dim. */
static bool read_value(const lit *v, reading *r)
{
    if (v->kind != LIT_TUPLE || v->n < PARTS + 1 || (v->n - 1) % PARTS != 0)
        return false;
    r->rank = (v->n - 1) / PARTS;
    if (r->rank > DIMS || v->nnodes != v->n + 1 + PARTS || !small(v->extent[v->n - 1], 2, &r->b))
        return false;
    unsigned seen = 0;
    for (size_t i = 0; i < r->rank; i++) {
        int64_t mode, size, stride, box;
        const lc_int *n = v->extent + i;
        if (!small(n[MODES * r->rank], 3, &mode) || !small(n[SIZES * r->rank], 33, &size) ||
            !small(n[STRIDES * r->rank], 40, &stride) || !small(n[BOX * r->rank], 9, &box) ||
            mode >= (int64_t)r->rank || size > INT64_C(1) << 32 || box < 1 || box > 256)
            return false;
        seen |= 1u << mode;
        r->mode[i] = (size_t)mode;
        r->size[mode] = size;
        r->stride[mode] = stride;
        r->box[mode] = box;
    }
    return seen + 1 == 1u << r->rank;
}

/* Strides of 16 bytes but for the first, rows of 16 bytes that fit the swizzle. */
static bool is_map(const reading *r)
{
    size_t inner = r->mode[0];
    int64_t row = r->box[inner] * r->bits;
    bool strides = r->stride[inner] * 8 == r->bits;
    for (size_t i = 1; i < r->rank; i++)
        strides = strides && r->stride[r->mode[i]] % 16 == 0;
    return strides && row % 128 == 0 && (r->b == 0 || row <= 128 << r->b);
}

/* The sizes are those of the modes of G, and so is every stride. */
static bool read_tensor(ev *e, reading *r)
{
    lc_ctx *lc = e->pool->lc;
    lit_part whole = lcr_part_whole(r->g), mode;
    if (!lcr_lit_is_integers(r->g) || lcr_part_rank(r->g, &whole) != r->rank)
        return false;
    for (size_t i = 0; i < r->rank; i++) {
        if (!lcr_part_mode(r->g, &whole, i, &mode))
            return false;
        lc_int pitch = lc_int_si(lc, r->stride[i] * 8);
        for (size_t k = mode.first; k < mode.last; k++) {
            lc_int step = lc_int_mul(lc, r->g->step[k], lc_int_si(lc, r->bits));
            if (!lc_int_is_one(r->g->extent[k]) && !lc_int_eq(step, pitch))
                return false;
            pitch = lc_int_mul(lc, pitch, r->g->extent[k]);
        }
        if (!lc_int_eq(lcr_lit_span(lc, r->g, mode.first, mode.last), lc_int_si(lc, r->size[i])))
            return false;
    }
    return true;
}

static bool read_tile(ev *e, reading *r)
{
    lit_part whole = lcr_part_whole(r->x), mode;
    bool ok = lcr_part_rank(r->x, &whole) == r->rank;
    for (size_t i = 0; ok && i < r->rank; i++)
        ok = lcr_part_mode(r->x, &whole, i, &mode) &&
             small(lcr_lit_span(e->pool->lc, r->x, mode.first, mode.last), 20, &r->tile[i]) &&
             r->tile[i] % r->box[i] == 0;
    return ok;
}

/* ---- boxes ---- */

static void write_swizzle(lc_text *out, const reading *r)
{
    int m = 7;
    for (int64_t n = r->bits; n > 1; n /= 2)
        m--;
    lc_text_printf(out, "S<%d,%d,3>", (int)r->b, m);
}

static const lit *read_text(ev *e, lc_text *text)
{
    const char *literal = lcr_text_take(e->pool, text);
    return literal ? lcr_lit_read(e->pool, literal) : NULL;
}

/* (n0,n1,..):(d0,d1,..), a mode alone as n0:d0. */
static void write_layout(lc_text *out, const reading *r, const int64_t *stride)
{
    const int64_t *part[] = {r->box, stride};
    for (size_t k = 0; k < 2; k++) {
        lc_text_add(out, k == 0 ? "" : ":");
        for (size_t i = 0; i < r->rank; i++)
            lc_text_printf(out, "%s%lld",
                           i > 0         ? ","
                           : r->rank > 1 ? "("
                                         : "",
                           (long long)part[k][i]);
        lc_text_add(out, r->rank > 1 ? ")" : "");
    }
}

/* What is written from a place before the swizzle on. */
static const lit *written(ev *e, const reading *r, int64_t start)
{
    lc_text text = {0};
    int64_t pitch[DIMS], n = 1;
    for (size_t i = 0; i < r->rank; i++) { /* a row is as wide as the swizzle */
        pitch[r->mode[i]] = n;
        n *= i == 0 && r->b > 0 ? (128 << r->b) / r->bits : r->box[r->mode[i]];
    }
    write_swizzle(&text, r);
    lc_text_printf(&text, " o %lld o ", (long long)start);
    write_layout(&text, r, pitch);
    return read_text(e, &text);
}

static const lit *coordinates(ev *e, const reading *r, int64_t corner)
{
    lc_text text = {0};
    int64_t number[DIMS], n = 1;
    for (size_t i = 0; i < r->rank; n *= r->tile[i++])
        number[i] = n;
    lc_text_printf(&text, "{%lld} o ", (long long)corner);
    write_layout(&text, r, number);
    return read_text(e, &text);
}

/* Where X has the first element of a box, before the swizzle. */
static bool start_of(ev *e, const reading *r, int64_t corner, int64_t *start)
{
    lc_ctx *lc = e->pool->lc;
    lc_text text = {0};
    lc_int value[LIT_MAX_AXES], place;
    write_swizzle(&text, r);
    const lit *swizzle = read_text(e, &text);
    if (!swizzle || !lcr_lit_at(lc, r->x, lc_int_si(lc, corner), value))
        return false;
    place = lcr_lit_whole(lc, r->x, value);
    return (r->b == 0 || lcr_lit_at(lc, swizzle, place, &place)) && small(place, 31, start);
}

/* The coordinates of the next box; false after the last one. */
static bool next_box(const reading *r, int64_t digit[DIMS])
{
    for (size_t i = 0; i < r->rank; i++) {
        digit[i] += r->box[i];
        if (digit[i] < r->tile[i])
            return true;
        digit[i] = 0;
    }
    return false;
}

static bool boxes(ev *e, const reading *r)
{
    int64_t digit[DIMS] = {0}, corner, start;
    do {
        corner = 0;
        for (size_t i = r->rank; i-- > 0;)
            corner = corner * r->tile[i] + digit[i];
        if (!start_of(e, r, corner, &start))
            return lcr_ev_ok(e) && lcr_ev_not(e);
        if (start * r->bits % 1024 != 0)
            return lcr_ev_reading(e, false, "a box begins at no multiple of 128 bytes");
        const lit *put = written(e, r, start), *at = coordinates(e, r, corner);
        if (!put || !at || !lcr_ev_composite(e, put, r->x, at))
            return false;
    } while (next_box(r, digit));
    return true;
}

static bool tma(ev *e, const lcr_statement *s)
{
    lc_int bits = lc_int_const(16);
    reading r = {.g = s->arg[0], .x = s->arg[2]};
    if (!lcr_lit_is_function(r.x) || (s->n > 3 && !lcr_ev_integer(s->arg[3], &bits)) ||
        !small(bits, 7, &r.bits) || r.bits == 0)
        return lcr_ev_not(e);
    if (!read_value(s->value, &r) || !is_map(&r) || !read_tensor(e, &r) || !read_tile(e, &r))
        return lcr_ev_ok(e) && lcr_ev_reading(e, false, "it is no map, or not of this tensor");
    return boxes(e, &r);
}

const ev_row lcr_laws_tma[] = {
    {"tma", 3, "x.x.", tma, OF_LAYOUTS | OF_LINEAR, 0},
    {NULL, 0, NULL, NULL, 0, 0},
};
