/* hardware.c - matrix descriptors and tensor maps: what an MMA reads by one, from each 256 bits
 * of K on, and what each box of a tile writes, is what X has there.
 *
 * What is read or written is a literal of elements, and the composite of X and the coordinates
 * of the step or the box. The dims of a tensor map are modes of G, with its sizes and strides,
 * within the limits of the hardware.
 */
#include "config.h"

#include "laws.h"

/* ---- literals ---- */

/* An integer of 0 or more with so many bits. */
static bool small(lc_int n, int bits, int64_t *to)
{
    bool is = lc_int_fits_si(n) && lc_int_bits(n) <= (size_t)bits &&
              lc_int_le(lc_int_const(0), n);
    *to = is ? lc_int_get_si(n) : 0;
    return is;
}

/* A swizzle of bytes, and elements of so many bits: "S<3,3,3>". */
typedef struct {
    int b, m, s;
    int64_t bits;
} pattern;

static void write_swizzle(lc_text *out, const pattern *p)
{
    int m = p->m + 3;
    for (int64_t n = p->bits; n > 1; n /= 2)
        m--;
    lc_text_printf(out, "S<%d,%d,%d>", p->b, m, p->s);
}

static const lit *read_text(ev *e, lc_text *text)
{
    const char *literal = lcr_text_take(e->pool, text);
    return literal ? lcr_lit_read(e->pool, literal) : NULL;
}

/* Where X has its element at a coordinate, before the swizzle, which undoes itself; a pattern
 * begins at `base`. */
static bool start_of(ev *e, const lit *x, const pattern *p, int64_t at, int64_t base,
                     int64_t *start)
{
    lc_ctx *lc = e->pool->lc;
    lc_text text = {0};
    lc_int value[LIT_MAX_AXES], from = lc_int_si(lc, base);
    write_swizzle(&text, p);
    const lit *swizzle = read_text(e, &text);
    if (!swizzle || !lcr_lit_at(lc, x, lc_int_si(lc, at), value))
        return false;
    lc_int before = lc_int_sub(lc, lcr_lit_whole(lc, x, value), from);
    return (p->b == 0 || lcr_lit_at(lc, swizzle, before, &before)) &&
           small(lc_int_add(lc, before, from), 31, start);
}

/* The leaves of mode i. */
static bool leaves_of(const lit *x, size_t i, size_t *first, size_t *last)
{
    return lcr_lit_leaves_at(x, &(lit_path){1, {(uint32_t)i}}, first, last);
}

/* The coordinates of mode i, of so many bits. */
static bool mode_is(ev *e, const lit *x, size_t i, int bits, int64_t *size)
{
    size_t first, last;
    return leaves_of(x, i, &first, &last) &&
           small(lcr_lit_span(e->pool->lc, x, first, last), bits, size);
}

/* ---- descriptors ---- */

enum { START, LBO, SBO, BASE, TYPE, MAJOR, FIELDS };
enum { OF_WGMMA, OF_TCGEN05 };

typedef struct {
    int type, b, m, s; /* the swizzle, of bytes */
    int64_t row;       /* bits of a row */
    int64_t rows;      /* of k in a period of an MN-major layout */
} layout_type;

static const layout_type types[][6] = {
    [OF_WGMMA] = {{0, 0, 4, 3, 128, 8},
                  {1, 3, 4, 3, 1024, 8},
                  {2, 2, 4, 3, 512, 8},
                  {3, 1, 4, 3, 256, 8},
                  {-1, 0, 0, 0, 0, 0}},
    [OF_TCGEN05] = {{0, 0, 4, 3, 128, 8},
                    {1, 2, 5, 2, 1024, 4},
                    {2, 3, 4, 3, 1024, 8},
                    {4, 2, 4, 3, 512, 8},
                    {6, 1, 4, 3, 256, 8},
                    {-1, 0, 0, 0, 0, 0}},
};

typedef struct {
    const lit *x;
    int64_t field[FIELDS], bits, mn, k, base; /* where the pattern of the swizzle begins */
    const layout_type *type;
} operand;

/* Addresses and offsets are multiples of 16 bytes with 14 bits. */
static bool read_fields(const lit *value, operand *r)
{
    if (value->kind != LIT_TUPLE || value->n != FIELDS || value->nnodes != FIELDS + 1)
        return false;
    for (size_t i = 0; i < FIELDS; i++)
        if (!small(value->extent[i], 31, &r->field[i]) ||
            (i < BASE && (r->field[i] % 16 != 0 || r->field[i] >= 1 << 18)))
            return false;
    return r->field[BASE] <= 7 && r->field[MAJOR] <= 1;
}

static bool read_operand(ev *e, const lcr_statement *s, operand *r)
{
    lc_int bits = lc_int_const(16);
    return lcr_lit_rank(r->x) == 2 && (s->n < 2 || lcr_ev_integer(s->arg[1], &bits)) &&
           small(bits, 31, &r->bits) && r->bits > 0 && 128 % r->bits == 0 &&
           mode_is(e, r->x, 0, 31, &r->mn) && mode_is(e, r->x, 1, 31, &r->k);
}

/* Whole atoms of 8 rows, of whole rows of MN. */
static bool read_type(int of, operand *r)
{
    r->type = types[of];
    while (r->type->type >= 0 && r->type->type != r->field[TYPE])
        r->type++;
    bool based = r->field[BASE] == 0 || (of == OF_WGMMA && r->type->b > 0);
    r->base = r->field[BASE] * 1024 / r->bits;
    return r->type->type >= 0 && based && (r->type->rows == 8 || r->field[MAJOR] == 1) &&
           r->k % (256 / r->bits) == 0 &&
           r->mn % (r->field[MAJOR] == 1 ? r->type->row / r->bits : 8) == 0;
}

/* What is read from a place before the swizzle on. */
static const lit *canonical(ev *e, const operand *r, int64_t start)
{
    lc_text text = {0};
    bool plain = r->type->b == 0;
    long long chunk = 128 / r->bits, row = r->type->row / r->bits, step = 256 / r->bits;
    long long lbo = r->field[LBO] * 8 / r->bits, sbo = r->field[SBO] * 8 / r->bits;
    long long rows = r->type->rows;
    if (r->base > 0) { /* a period of the swizzle less outside, and more inside */
        lc_text_printf(&text, "1:1 o %lld o ", (long long)(r->base - 8192 / r->bits));
        start += 8192 / r->bits - r->base;
    }
    write_swizzle(&text, &(pattern){r->type->b, r->type->m, r->type->s, r->bits});
    lc_text_printf(&text, " o %lld o ", (long long)start);
    if (r->field[MAJOR] == 0)
        lc_text_printf(&text, "((8,%lld),(%lld,2)):((%lld,%lld),(1,%lld))", (long long)r->mn / 8,
                       chunk, row, sbo, plain ? lbo : chunk);
    else
        lc_text_printf(&text, "((%lld,%lld),(%lld,%lld)):((1,%lld),(%lld,%lld))", row,
                       r->mn / row, rows, step / rows, plain ? sbo : lbo, row, plain ? lbo : sbo);
    return read_text(e, &text);
}

static const lit *step_at(ev *e, const operand *r, int64_t k)
{
    lc_text text = {0};
    lc_text_printf(&text, "{%lld} o (%lld,%lld):(1,%lld)", (long long)(k * r->mn),
                   (long long)r->mn, (long long)(256 / r->bits), (long long)r->mn);
    return read_text(e, &text);
}

static bool descriptor(ev *e, const lcr_statement *s)
{
    operand r = {.x = s->arg[0]};
    if (!lcr_lit_is_function(r.x) || !read_operand(e, s, &r))
        return lcr_ev_not(e);
    if (!read_fields(s->value, &r) || !read_type(s->how, &r))
        return lcr_ev_reading(e, false, "the fields are those of no descriptor");
    for (int64_t k = 0; k < r.k; k += 256 / r.bits) {
        int64_t start;
        if (!start_of(e, r.x, &(pattern){r.type->b, r.type->m, r.type->s, r.bits}, k * r.mn,
                      r.base, &start))
            return lcr_ev_ok(e) && lcr_ev_not(e);
        bool begins = k == 0 ? start * r.bits == r.field[START] * 8
                             : start * r.bits % 128 == 0 && start * r.bits < 1 << 21;
        if (!begins)
            return lcr_ev_reading(e, false, "the operand starts elsewhere");
        const lit *read = canonical(e, &r, start), *at = step_at(e, &r, k);
        if (!read || !at || !lcr_ev_composite(e, read, r.x, at))
            return false;
    }
    return true;
}

/* ---- tensor maps ---- */

#define DIMS 5
enum { MODES, SIZES, STRIDES, BOX, PARTS };

typedef struct {
    const lit *g, *x;
    size_t rank, mode[DIMS];                                 /* of each dim */
    int64_t size[DIMS], stride[DIMS], box[DIMS], tile[DIMS]; /* by mode; strides in bytes */
    int64_t bits, b;
} tensor_map;

/* ---- the value ---- */

/* Each part has a number for each dim. */
static bool read_value(const lit *v, tensor_map *r)
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
static bool is_map(const tensor_map *r)
{
    size_t inner = r->mode[0];
    int64_t row = r->box[inner] * r->bits;
    bool strides = r->stride[inner] * 8 == r->bits;
    for (size_t i = 1; i < r->rank; i++)
        strides = strides && r->stride[r->mode[i]] % 16 == 0;
    return strides && row % 128 == 0 && (r->b == 0 || row <= 128 << r->b);
}

/* The sizes are those of the modes of G, and so is every stride. */
static bool read_tensor(ev *e, tensor_map *r)
{
    lc_ctx *lc = e->pool->lc;
    size_t first, last;
    if (!lcr_lit_is_integers(r->g) || lcr_lit_rank(r->g) != r->rank)
        return false;
    for (size_t i = 0; i < r->rank; i++) {
        if (!leaves_of(r->g, i, &first, &last))
            return false;
        lc_int pitch = lc_int_si(lc, r->stride[i] * 8);
        for (size_t k = first; k < last; k++) {
            lc_int step = lc_int_mul(lc, r->g->step[k], lc_int_si(lc, r->bits));
            if (!lc_int_is_one(r->g->extent[k]) && !lc_int_eq(step, pitch))
                return false;
            pitch = lc_int_mul(lc, pitch, r->g->extent[k]);
        }
        if (!lc_int_eq(lcr_lit_span(lc, r->g, first, last), lc_int_si(lc, r->size[i])))
            return false;
    }
    return true;
}

static bool read_tile(ev *e, tensor_map *r)
{
    bool ok = lcr_lit_rank(r->x) == r->rank;
    for (size_t i = 0; ok && i < r->rank; i++)
        ok = mode_is(e, r->x, i, 20, &r->tile[i]) && r->tile[i] % r->box[i] == 0;
    return ok;
}

/* ---- boxes ---- */

/* (n0,n1,..):(d0,d1,..), a mode alone as n0:d0. */
static void write_layout(lc_text *out, const tensor_map *r, const int64_t *stride)
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
static const lit *written(ev *e, const tensor_map *r, int64_t start)
{
    lc_text text = {0};
    int64_t pitch[DIMS], n = 1;
    for (size_t i = 0; i < r->rank; i++) { /* a row is as wide as the swizzle */
        pitch[r->mode[i]] = n;
        n *= i == 0 && r->b > 0 ? (128 << r->b) / r->bits : r->box[r->mode[i]];
    }
    write_swizzle(&text, &(pattern){(int)r->b, 4, 3, r->bits});
    lc_text_printf(&text, " o %lld o ", (long long)start);
    write_layout(&text, r, pitch);
    return read_text(e, &text);
}

static const lit *coordinates(ev *e, const tensor_map *r, int64_t corner)
{
    lc_text text = {0};
    int64_t number[DIMS], n = 1;
    for (size_t i = 0; i < r->rank; n *= r->tile[i++])
        number[i] = n;
    lc_text_printf(&text, "{%lld} o ", (long long)corner);
    write_layout(&text, r, number);
    return read_text(e, &text);
}

/* The coordinates of the next box; false after the last one. */
static bool next_box(const tensor_map *r, int64_t digit[DIMS])
{
    for (size_t i = 0; i < r->rank; i++) {
        digit[i] += r->box[i];
        if (digit[i] < r->tile[i])
            return true;
        digit[i] = 0;
    }
    return false;
}

static bool boxes(ev *e, const tensor_map *r)
{
    int64_t digit[DIMS] = {0}, corner, start;
    do {
        corner = 0;
        for (size_t i = r->rank; i-- > 0;)
            corner = corner * r->tile[i] + digit[i];
        if (!start_of(e, r->x, &(pattern){(int)r->b, 4, 3, r->bits}, corner, 0, &start))
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
    tensor_map r = {.g = s->arg[0], .x = s->arg[2]};
    if (!lcr_lit_is_function(r.x) || (s->n > 3 && !lcr_ev_integer(s->arg[3], &bits)) ||
        !small(bits, 7, &r.bits) || r.bits == 0)
        return lcr_ev_not(e);
    if (!read_value(s->value, &r) || !is_map(&r) || !read_tensor(e, &r) || !read_tile(e, &r))
        return lcr_ev_ok(e) && lcr_ev_reading(e, false, "it is no map, or not of this tensor");
    return boxes(e, &r);
}

const ev_row lcr_laws_hardware[] = {
    {"gmma_descriptor", 1, "x.", descriptor, OF_LAYOUTS | OF_LINEAR, OF_WGMMA},
    {"umma_descriptor", 1, "x.", descriptor, OF_LAYOUTS | OF_LINEAR, OF_TCGEN05},
    {"tma", 3, "x.x.", tma, OF_LAYOUTS | OF_LINEAR, 0},
    {NULL, 0, NULL, NULL, 0, 0},
};
