/* law-descriptor.c - what an MMA reads by a descriptor is X.
 *
 * The canonical layout is built from the fields of the value alone, in elements, as PTX's manual
 * draws it: for each 256 bits of K it is the composite of X and the coordinates there.
 */
#include "config.h"

#include "laws.h"

enum { START, LBO, SBO, BASE, TYPE, MAJOR, FIELDS };

typedef struct {
    lcv_case *c;
    lcv_value *x;
    bool has_base;                      /* the base offset may be other than 0 */
    int64_t field[FIELDS], bits, mn, k; /* start, LBO, SBO in elements */
    int64_t step;                       /* of k */
    lc_swizzle swizzle;                 /* of elements */
    int64_t row, lines;                 /* chunks of 16 bytes in a row; rows of k */
    int64_t base;                       /* where the pattern of the swizzle begins, in elements */
} reading;

/* The swizzles of bytes by layout type, and the rows of k, if it is MN-major, of one period. */
typedef struct {
    int type;
    lc_swizzle of_bytes;
    int row, lines;
} layout_type;

static const layout_type of_wgmma[] = {{0, {0, 4, 3}, 1, 8},
                                       {1, {3, 4, 3}, 8, 8},
                                       {2, {2, 4, 3}, 4, 8},
                                       {3, {1, 4, 3}, 2, 8},
                                       {.type = -1}};
static const layout_type of_tcgen05[] = {{0, {0, 4, 3}, 1, 8}, {1, {2, 5, 2}, 8, 4},
                                         {2, {3, 4, 3}, 8, 8}, {4, {2, 4, 3}, 4, 8},
                                         {6, {1, 4, 3}, 2, 8}, {.type = -1}};

/* ---- the fields ---- */

static bool read_fields(reading *r)
{
    const lc_tuple *t = r->c->value->tuple;
    if (lc_tuple_nleaves(t) != FIELDS || lc_tuple_rank(t) != FIELDS)
        return false;
    for (size_t i = 0; i < FIELDS; i++) {
        lc_int n = lc_tuple_value(t, i);
        bool address = i < BASE;
        if (!lc_int_fits_si(n))
            return false;
        r->field[i] = lc_int_get_si(n);
        if (r->field[i] < 0 || (address && (r->field[i] >= 1 << 18 || r->field[i] % 16 != 0)))
            return false;
        r->field[i] = address ? r->field[i] * 8 / r->bits : r->field[i];
    }
    r->base = r->field[BASE] * 1024 / r->bits;
    return r->field[BASE] <= 7 && r->field[MAJOR] <= 1;
}

static bool read_type(reading *r, const layout_type *types)
{
    while (types->type >= 0 && types->type != r->field[TYPE])
        types++;
    r->swizzle = types->of_bytes;
    r->swizzle.m += 3;
    for (int64_t bits = r->bits; bits > 1; bits /= 2)
        r->swizzle.m--;
    r->row = types->row;
    r->lines = types->lines;
    bool based = r->base == 0 || (r->has_base && types->of_bytes.b > 0);
    return types->type >= 0 && based && (types->lines == 8 || r->field[MAJOR] == 1);
}

static bool read_extents(reading *r)
{
    lc_ctx *ctx = r->c->ctx;
    lc_tuple *shape = lcv_kept(ctx, lcv_as_tuple(ctx, r->x));
    lc_tuple *mn = lcv_part_of(ctx, shape, 0), *k = lcv_part_of(ctx, shape, 1);
    if (!mn || !k)
        return false;
    r->mn = lc_int_get_si(lc_tuple_size(ctx, mn));
    r->k = lc_int_get_si(lc_tuple_size(ctx, k));
    return true;
}

/* ---- the layouts ---- */

/* ((a,b),(c,d)):((..),(..)), extents and strides in turn. */
static lcv_value *composed(lc_ctx *ctx, lc_swizzle w, int64_t offset, const int64_t n[8])
{
    lc_tuple *part[2][2];
    for (size_t i = 0; i < 2; i++)
        for (size_t j = 0; j < 2; j++) {
            lc_tuple *leaf[2];
            for (size_t l = 0; l < 2; l++)
                leaf[l] = lcv_kept(ctx, lc_tuple_leaf(ctx, lc_int_si(ctx, n[4 * i + 2 * j + l])));
            part[i][j] = leaf[0] && leaf[1] ? lcv_kept(ctx, lc_tuple_of(ctx, 2, leaf)) : NULL;
            if (!part[i][j])
                return NULL;
        }
    lc_tuple *shape = lcv_kept(ctx, lc_tuple_of(ctx, 2, part[0]));
    lc_tuple *stride = lcv_kept(ctx, lc_tuple_of(ctx, 2, part[1]));
    lc_layout *a = shape && stride ? lc_layout_new(ctx, shape, stride) : NULL;
    return a ? lcv_kept(ctx, lcv_value_composed(ctx, w, lc_int_si(ctx, offset), a)) : NULL;
}

/* x -> offset + v(x). */
static lcv_value *moved(lc_ctx *ctx, int64_t offset, const lcv_value *v)
{
    const lc_int one = lc_int_const(1);
    lc_layout *unit = lc_layout_flat(ctx, 1, &one, &one);
    lcv_value *f = unit ? lcv_kept(ctx, lcv_value_layout(ctx, unit)) : NULL;
    lc_tuple *by = lcv_kept(ctx, lc_tuple_leaf(ctx, lc_int_si(ctx, offset)));
    return v && f && by ? lcv_kept(ctx, lcv_value_after(ctx, f, by, v)) : NULL;
}

/* What is read from an offset before the swizzle on. */
static lcv_value *canonical(const reading *r, int64_t start)
{
    int64_t chunk = 128 / r->bits, row = r->row * chunk, lbo = r->field[LBO], sbo = r->field[SBO];
    bool plain = r->swizzle.b == 0;
    const int64_t k_major[] = {8,   r->mn / 8, chunk, r->step / chunk,
                               row, sbo,       1,     plain ? lbo : chunk};
    const int64_t mn_major[] = {row, r->mn / row,       r->lines, r->step / r->lines,
                                1,   plain ? sbo : lbo, row,      plain ? lbo : sbo};
    const int64_t *n = r->field[MAJOR] == 1 ? mn_major : k_major;
    if (r->base == 0)
        return composed(r->c->ctx, r->swizzle, start, n);
    /* a period of the swizzle, 1024 bytes, less outside and more inside */
    int64_t period = 8192 / r->bits;
    return moved(r->c->ctx, r->base - period,
                 composed(r->c->ctx, r->swizzle, start - r->base + period, n));
}

/* {first} o (MN,step):(1,MN). */
static lcv_value *coordinates(const reading *r, int64_t first)
{
    lc_ctx *ctx = r->c->ctx;
    const int64_t n[] = {r->mn, r->step, 1, r->mn};
    lc_tuple *leaf[4];
    for (size_t i = 0; i < 4; i++)
        if (!(leaf[i] = lcv_kept(ctx, lc_tuple_leaf(ctx, lc_int_si(ctx, n[i])))))
            return NULL;
    lc_tuple *shape = lcv_kept(ctx, lc_tuple_of(ctx, 2, leaf));
    lc_tuple *stride = lcv_kept(ctx, lc_tuple_of(ctx, 2, leaf + 2));
    lc_layout *a = shape && stride ? lc_layout_new(ctx, shape, stride) : NULL;
    return a ? lcv_kept(ctx, lcv_value_tensor(ctx, lc_int_si(ctx, first), a)) : NULL;
}

/* One step of K, which starts where X is at its first coordinate. */
static lcv_result *check_step(const reading *r, int64_t k)
{
    lc_ctx *ctx = r->c->ctx;
    lc_int at;
    if (!lcv_value_number_at(ctx, r->x, lc_int_si(ctx, k * r->mn), &at))
        return NULL;
    lc_int base = lc_int_si(ctx, r->base);
    int64_t start = lc_int_get_si(lc_swizzle_undo(ctx, r->swizzle, lc_int_sub(ctx, at, base))) +
                    r->base;
    bool begins = k == 0 ? start == r->field[START]
                         : start * r->bits % 128 == 0 && start >= 0 && start * r->bits < 1 << 21;
    if (!begins)
        return lcv_refute(r->c, LCV_BY_COMPARISON, "K = %i: no descriptor starts at element %i",
                          lc_int_si(ctx, k), lc_int_si(ctx, start));
    lcv_value *args[] = {canonical(r, start), r->x, coordinates(r, k * r->mn)};
    return args[0] && args[2] ? lcv_prove_composes(r->c->r, 3, args) : NULL;
}

static lcv_result *law(lcv_case *c, const layout_type *types)
{
    lc_ctx *ctx = c->ctx;
    lc_int bits = lc_int_const(16);
    reading r = {.c = c, .x = c->args[0], .has_base = types == of_wgmma};
    if (c->n > 1 && !lcv_as_int(ctx, c->args[1], &bits))
        return NULL;
    r.bits = lc_int_get_si(bits);
    r.step = 256 / r.bits;
    if (r.x->kind == LCV_TUPLE)
        r.x = lcv_kept(ctx, lcv_value_layout(ctx, lcv_as_layout(ctx, r.x)));
    if (!r.x || !read_extents(&r))
        return NULL;
    bool fields = read_fields(&r) && read_type(&r, types);
    bool whole = fields && r.mn % (r.field[MAJOR] ? r.row * 128 / r.bits : 8) == 0;
    lcv_result *result = lcv_judge(c, whole, LCV_BY_COMPARISON,
                                   "fields: they are those of no descriptor");
    for (int64_t k = 0; k < r.k && lcv_goes_on(&result); k += r.step)
        result = check_step(&r, k);
    return result;
}

lcv_result *lcv_law_gmma_descriptor(lcv_case *c)
{
    return law(c, of_wgmma);
}
lcv_result *lcv_law_umma_descriptor(lcv_case *c)
{
    return law(c, of_tcgen05);
}
