/* descriptor.c - matrix descriptors: what an MMA reads by one, from each 256 bits of K on, is
 * what X has there.
 *
 * The canonical layout of the fields is written as a literal of elements, and read.
 */
#include "config.h"

#include "../sets/build.h"
#include "laws.h"

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
} reading;

static bool small(lc_int n, int64_t *to)
{
    bool is = lc_int_fits_si(n) && lc_int_bits(n) <= 31 && lc_int_le(lc_int_const(0), n);
    *to = is ? lc_int_get_si(n) : 0;
    return is;
}

/* Addresses and offsets are multiples of 16 bytes with 14 bits. */
static bool read_fields(const lit *value, reading *r)
{
    if (value->kind != LIT_TUPLE || value->n != FIELDS || value->nnodes != FIELDS + 1)
        return false;
    for (size_t i = 0; i < FIELDS; i++)
        if (!small(value->extent[i], &r->field[i]) ||
            (i < BASE && (r->field[i] % 16 != 0 || r->field[i] >= 1 << 18)))
            return false;
    return r->field[BASE] <= 7 && r->field[MAJOR] <= 1;
}

static bool read_operand(ev *e, const lcr_statement *s, reading *r)
{
    lc_ctx *lc = e->pool->lc;
    lc_int bits = lc_int_const(16);
    lit_part whole = lcr_part_whole(r->x), mode[2];
    for (size_t i = 0; i < 2; i++)
        if (lcr_part_rank(r->x, &whole) != 2 || !lcr_part_mode(r->x, &whole, i, &mode[i]))
            return false;
    return (s->n < 2 || lcr_ev_integer(s->arg[1], &bits)) && small(bits, &r->bits) &&
           r->bits > 0 && 128 % r->bits == 0 &&
           small(lcr_lit_span(lc, r->x, mode[0].first, mode[0].last), &r->mn) &&
           small(lcr_lit_span(lc, r->x, mode[1].first, mode[1].last), &r->k);
}

/* Whole atoms of 8 rows, of whole rows of MN. */
static bool read_type(int of, reading *r)
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

/* "S<3,3,3>" of elements. */
static void write_swizzle(lc_text *out, const reading *r)
{
    int m = r->type->m + 3;
    for (int64_t n = r->bits; n > 1; n /= 2)
        m--;
    lc_text_printf(out, "S<%d,%d,%d>", r->type->b, m, r->type->s);
}

static const lit *read_text(ev *e, lc_text *text)
{
    const char *literal = lcr_text_take(e->pool, text);
    return literal ? lcr_lit_read(e->pool, literal) : NULL;
}

/* What is read from a place before the swizzle on. */
static const lit *canonical(ev *e, const reading *r, int64_t start)
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
    write_swizzle(&text, r);
    lc_text_printf(&text, " o %lld o ", (long long)start);
    if (r->field[MAJOR] == 0)
        lc_text_printf(&text, "((8,%lld),(%lld,2)):((%lld,%lld),(1,%lld))", (long long)r->mn / 8,
                       chunk, row, sbo, plain ? lbo : chunk);
    else
        lc_text_printf(&text, "((%lld,%lld),(%lld,%lld)):((1,%lld),(%lld,%lld))", row,
                       r->mn / row, rows, step / rows, plain ? sbo : lbo, row, plain ? lbo : sbo);
    return read_text(e, &text);
}

static const lit *coordinates(ev *e, const reading *r, int64_t k)
{
    lc_text text = {0};
    lc_text_printf(&text, "{%lld} o (%lld,%lld):(1,%lld)", (long long)(k * r->mn),
                   (long long)r->mn, (long long)(256 / r->bits), (long long)r->mn);
    return read_text(e, &text);
}

/* Where the step starts, before the swizzle, which undoes itself. */
static bool start_of(ev *e, const reading *r, int64_t k, int64_t *start)
{
    lc_ctx *lc = e->pool->lc;
    lc_text text = {0};
    lc_int value[LIT_MAX_AXES], before;
    write_swizzle(&text, r);
    const lit *swizzle = read_text(e, &text);
    if (!swizzle || !lcr_lit_at(lc, r->x, lc_int_si(lc, k * r->mn), value))
        return false;
    lc_int base = lc_int_si(lc, r->base);
    before = lc_int_sub(lc, lcr_lit_whole(lc, r->x, value), base);
    return (r->type->b == 0 || lcr_lit_at(lc, swizzle, before, &before)) &&
           small(lc_int_add(lc, before, base), start);
}

static bool descriptor(ev *e, const lcr_statement *s)
{
    reading r = {.x = s->arg[0]};
    if (!lcr_lit_is_function(r.x) || !read_operand(e, s, &r))
        return lcr_ev_not(e);
    if (!read_fields(s->value, &r) || !read_type(s->how, &r))
        return lcr_ev_reading(e, false, "the fields are those of no descriptor");
    for (int64_t k = 0; k < r.k; k += 256 / r.bits) {
        int64_t start;
        if (!start_of(e, &r, k, &start))
            return lcr_ev_ok(e) && lcr_ev_not(e);
        bool begins = k == 0 ? start * r.bits == r.field[START] * 8
                             : start * r.bits % 128 == 0 && start * r.bits < 1 << 21;
        if (!begins)
            return lcr_ev_reading(e, false, "the operand starts elsewhere");
        const lit *read = canonical(e, &r, start), *at = coordinates(e, &r, k);
        if (!read || !at || !lcr_ev_composite(e, read, r.x, at))
            return false;
    }
    return true;
}

const ev_row lcr_laws_descriptor[] = {
    {"gmma_descriptor", 1, "x.", descriptor, OF_LAYOUTS | OF_LINEAR, OF_WGMMA},
    {"umma_descriptor", 1, "x.", descriptor, OF_LAYOUTS | OF_LINEAR, OF_TCGEN05},
    {NULL, 0, NULL, NULL, 0, 0},
};
