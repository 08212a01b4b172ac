/* encoding.c - encodings: what fits in them, and their linear layouts. */
#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "encoding-internal.h"
#include "encoding-tile.h"
#include "linear-internal.h"

lc_encoding_kind lc_encoding_kind_of(const lc_encoding *e)
{
    return e->kind;
}

const lc_encoding *lc_encoding_parent(const lc_encoding *e)
{
    return e->parent;
}

lc_field lc_encoding_field(const lc_encoding *e, lc_field_id id)
{
    return e->field[id];
}

uint64_t lc_encoding_number(const lc_encoding *e, lc_field_id id)
{
    return e->field[id].given ? e->field[id].number[0] : 0;
}

lc_encoding *lc_encoding_ref(const lc_encoding *e)
{
    lc_encoding *same = (lc_encoding *)(uintptr_t)e;
    same->refs++;
    return same;
}

void lc_encoding_free(lc_encoding *e)
{
    if (!e || --e->refs > 0)
        return;
    lc_encoding_free(e->parent);
    free(e);
}

/* ---- what the fields say ---- */

static size_t first_width(const lc_encoding *e, size_t n, const lc_field_id *id)
{
    size_t width = 0;
    for (size_t i = 0; i < n && width == 0; i++)
        width = lc_encoding_width(e, id[i]);
    return width;
}

size_t lc_encoding_rank(const lc_encoding *e)
{
    static const lc_field_id bases[] = {LC_FIELD_SHAPE,    LC_FIELD_ORDER, LC_FIELD_OFFSET,
                                        LC_FIELD_REGISTER, LC_FIELD_LANE,  LC_FIELD_WARP,
                                        LC_FIELD_BLOCK};
    static const lc_field_id wmma[] = {LC_FIELD_WARP, LC_FIELD_REGISTER, LC_FIELD_WARPS_PER_CTA,
                                       LC_FIELD_CGA, LC_FIELD_CTAS_PER_CGA};
    uint64_t rank = lc_encoding_number(e, LC_FIELD_RANK);
    switch (e->kind) {
    case LC_ENCODING_BLOCKED:
    case LC_ENCODING_SWIZZLED:
    case LC_ENCODING_ROTATING: return lc_encoding_width(e, LC_FIELD_ORDER);
    case LC_ENCODING_MMA:
    case LC_ENCODING_MFMA: return lc_encoding_width(e, LC_FIELD_WARPS_PER_CTA);
    case LC_ENCODING_WMMA:
        return rank > 0 ? (size_t)rank : first_width(e, sizeof wmma / sizeof *wmma, wmma);
    case LC_ENCODING_DOT: return lc_encoding_rank(e->parent);
    case LC_ENCODING_SLICE: {
        size_t of_parent = lc_encoding_rank(e->parent);
        return of_parent == 0 ? 0 : of_parent - 1;
    }
    case LC_ENCODING_NVMMA: return rank > 0 ? (size_t)rank : lc_encoding_width(e, LC_FIELD_CGA);
    default: return first_width(e, sizeof bases / sizeof *bases, bases);
    }
}

/* Extents as large as the bases of a field need. */
static void enlarge(lc_field f, uint64_t *shape)
{
    for (size_t i = 0; i < f.rows * f.columns; i++)
        while (shape[i % f.columns] <= f.number[i])
            shape[i % f.columns] *= 2;
}

bool lc_encoding_shape(const lc_encoding *e, uint64_t shape[LC_ENCODING_RANK])
{
    static const lc_field_id bases[] = {LC_FIELD_OFFSET, LC_FIELD_REGISTER, LC_FIELD_LANE,
                                        LC_FIELD_WARP, LC_FIELD_BLOCK};
    size_t rank = lc_encoding_rank(e);
    if (e->kind != LC_ENCODING_LINEAR && e->kind != LC_ENCODING_PADDED &&
        e->kind != LC_ENCODING_SHARED_LINEAR)
        return false;
    for (size_t d = 0; d < rank; d++)
        shape[d] = e->field[LC_FIELD_SHAPE].given ? e->field[LC_FIELD_SHAPE].number[d] : 1;
    for (size_t i = 0; !e->field[LC_FIELD_SHAPE].given && i < sizeof bases / sizeof *bases; i++)
        enlarge(e->field[bases[i]], shape);
    return rank > 0;
}

/* ---- making ---- */

static size_t count(const lc_field *field)
{
    size_t n = 0;
    for (size_t i = 0; i < LC_FIELDS; i++)
        n += field[i].given ? field[i].rows * field[i].columns : 0;
    return n;
}

lc_encoding *lc_encoding_new(lc_ctx *ctx, lc_encoding_kind kind, const lc_field field[LC_FIELDS],
                             const lc_encoding *parent)
{
    if (parent && parent->depth >= LC_ENCODING_DEPTH)
        return lc_fail(ctx, LC_ERR_LIMIT, "more than %d encodings inside each other",
                       LC_ENCODING_DEPTH);
    lc_encoding *e = lc_alloc(ctx, 1, sizeof *e + count(field) * sizeof *e->number);
    if (!e)
        return NULL;
    uint64_t *to = e->number;
    e->refs = 1;
    e->kind = kind;
    e->depth = parent ? parent->depth + 1 : 1;
    e->parent = parent ? lc_encoding_ref(parent) : NULL;
    for (size_t i = 0; i < LC_FIELDS; i++) {
        size_t n = field[i].given ? field[i].rows * field[i].columns : 0;
        e->field[i] = field[i];
        e->field[i].number = to;
        if (n > 0)
            memcpy(to, field[i].number, n * sizeof *to);
        to += n;
    }
    if (lc_encoding_fits(ctx, e))
        return e;
    lc_encoding_free(e);
    return NULL;
}

static void bases_of(const lc_linear *l, const char *name, lc_field *f, uint64_t *number)
{
    size_t in, nouts = lc_linear_nouts(l);
    if (!lc_linear_find_in(l, name, &in))
        return;
    size_t n = lc_linear_in_dim(l, in).bits;
    for (size_t i = 0; i < n * nouts; i++)
        number[i] = lc_linear_basis(l, in, (unsigned)(i / nouts), i % nouts);
    *f = (lc_field){true, n, nouts, number};
}

lc_encoding *lc_encoding_of_linear(lc_ctx *ctx, const lc_linear *l)
{
    static const lc_field_id id[] = {LC_FIELD_REGISTER, LC_FIELD_LANE, LC_FIELD_WARP,
                                     LC_FIELD_BLOCK, LC_FIELD_OFFSET};
    static const char *const name[] = {"register", "lane", "warp", "block", "offset"};
    uint64_t number[5][LC_LINEAR_BITS * LC_ENCODING_RANK], shape[LC_ENCODING_RANK];
    lc_field field[LC_FIELDS] = {0};
    size_t rank = lc_linear_nouts(l), used = 0;
    for (size_t i = 0; rank <= LC_ENCODING_RANK && i < 5; i++) {
        bases_of(l, name[i], &field[id[i]], number[i]);
        used += field[id[i]].given;
    }
    for (size_t d = 0; d < rank && rank <= LC_ENCODING_RANK; d++)
        shape[d] = UINT64_C(1) << lc_linear_out_dim(l, d).bits;
    bool shared = field[LC_FIELD_OFFSET].given;
    bool registers = field[LC_FIELD_REGISTER].given && field[LC_FIELD_LANE].given &&
                     field[LC_FIELD_WARP].given;
    if (used != lc_linear_nins(l) || rank == 0 || shared == registers)
        return lc_fail(ctx, LC_ERR_INVALID,
                       "the linear layout has other input dims than register, lane, warp and "
                       "block, or offset and block, or more than %d output dims",
                       LC_ENCODING_RANK);
    field[LC_FIELD_SHAPE] = (lc_field){true, 1, rank, shape};
    return lc_encoding_new(ctx, shared ? LC_ENCODING_SHARED_LINEAR : LC_ENCODING_LINEAR, field,
                           NULL);
}

/* ---- linear layouts ---- */

static bool blocked(lc_ctx *ctx, const lc_encoding *e, const uint64_t *shape, lc_tile *t,
                    size_t rank, size_t k)
{
    lc_tile_blocks blocks;
    uint64_t registers[LC_ENCODING_RANK], part[LC_ENCODING_RANK];
    size_t order[LC_ENCODING_RANK];
    for (size_t d = 0; d < rank; d++) {
        order[d] = (size_t)e->field[LC_FIELD_ORDER].number[d];
        registers[d] = d == k ? shape[d] : e->field[LC_FIELD_SIZE_PER_THREAD].number[d];
    }
    if (!lc_tile_blocks_of(ctx, e, rank, k, &blocks))
        return false;
    lc_tile_begin(t, false, rank, order);
    lc_tile_spread(t, LC_TILE_REGISTER, registers, order, LC_TILE_NONE);
    lc_tile_spread(t, LC_TILE_LANE, e->field[LC_FIELD_THREADS_PER_WARP].number, order, k);
    lc_tile_spread(t, LC_TILE_WARP, e->field[LC_FIELD_WARPS_PER_CTA].number, order, k);
    lc_tile_part(&blocks, rank, shape, part);
    if (k == LC_TILE_NONE)
        lc_tile_trim(t, part, true);
    lc_tile_finish(t, &blocks, shape);
    return true;
}

static bool operand(lc_ctx *ctx, const lc_encoding *e, const uint64_t *shape, size_t rank,
                    lc_tile *t)
{
    size_t k = lc_encoding_number(e, LC_FIELD_OPERAND) == 0 ? rank - 1 : rank - 2;
    switch (e->parent->kind) {
    case LC_ENCODING_MMA: return lc_tile_mma_operand(ctx, e, shape, rank, t);
    case LC_ENCODING_MFMA: return lc_tile_mfma_operand(ctx, e, shape, rank, t);
    case LC_ENCODING_WMMA: return lc_tile_wmma_operand(ctx, e, shape, rank, t);
    default: return blocked(ctx, e->parent, shape, t, rank, k);
    }
}

static bool tile_of(lc_ctx *ctx, const lc_encoding *e, const uint64_t *shape, size_t rank,
                    lc_tile *t);

static bool slice(lc_ctx *ctx, const lc_encoding *e, const uint64_t *shape, size_t rank,
                  lc_tile *t)
{
    uint64_t parent[LC_ENCODING_RANK];
    size_t dim = (size_t)lc_encoding_number(e, LC_FIELD_DIM), kept = 0;
    if (rank >= LC_ENCODING_RANK || dim > rank)
        return lc_fail(ctx, LC_ERR_INVALID,
                       "a slice at dim %zu for a shape of %zu: expected a dim of the parent", dim,
                       rank) != NULL;
    for (size_t d = 0; d < rank + 1; d++)
        parent[d] = d == dim ? 1 : shape[d > dim ? d - 1 : d];
    if (!tile_of(ctx, e->parent, parent, rank + 1, t))
        return false;
    t->rank = rank;
    for (size_t in = 0; in < LC_TILE_INS; in++)
        for (size_t i = 0; i < t->n[in]; i++)
            for (size_t d = dim; d < rank; d++)
                t->basis[in][i][d] = t->basis[in][i][d + 1];
    for (size_t i = 0; i < t->n[LC_TILE_REGISTER]; i++) {
        uint64_t any = 0;
        for (size_t d = 0; d < rank; d++)
            any |= t->basis[LC_TILE_REGISTER][i][d];
        if (any)
            memmove(t->basis[LC_TILE_REGISTER][kept++], t->basis[LC_TILE_REGISTER][i],
                    sizeof t->basis[0][0]);
    }
    t->n[LC_TILE_REGISTER] = kept;
    for (size_t d = 0; d < rank; d++)
        t->extent[d] = shape[d];
    return true;
}

static void push_field(lc_tile *t, lc_tile_in in, lc_field f)
{
    for (size_t i = 0; i < f.rows; i++)
        lc_tile_push(t, in, f.number + i * f.columns);
}

/* The dims in the order in which registers move along them; the last of the others first. */
static void order_of_registers(const lc_encoding *e, size_t rank, size_t *order)
{
    lc_field f = e->field[LC_FIELD_REGISTER];
    bool seen[LC_ENCODING_RANK] = {false};
    size_t n = 0;
    for (size_t i = 0; i < f.rows; i++) {
        size_t d = 0;
        while (d < rank && f.number[i * f.columns + d] == 0)
            d++;
        if (d < rank && !seen[d]) {
            seen[d] = true;
            order[n++] = d;
        }
    }
    for (size_t d = rank; d-- > 0;)
        if (!seen[d])
            order[n++] = d;
}

static bool linear(const lc_encoding *e, const uint64_t *shape, size_t rank, lc_tile *t)
{
    size_t order[LC_ENCODING_RANK];
    bool shared = e->kind == LC_ENCODING_SHARED_LINEAR;
    order_of_registers(e, rank, order);
    lc_tile_begin(t, shared, rank, order);
    push_field(t, LC_TILE_REGISTER, e->field[shared ? LC_FIELD_OFFSET : LC_FIELD_REGISTER]);
    push_field(t, LC_TILE_LANE, e->field[LC_FIELD_LANE]);
    push_field(t, LC_TILE_WARP, e->field[LC_FIELD_WARP]);
    push_field(t, LC_TILE_BLOCK, e->field[LC_FIELD_BLOCK]);
    lc_tile_fill(t, shape);
    lc_tile_trim(t, shape, true);
    return true;
}

static bool tile_of(lc_ctx *ctx, const lc_encoding *e, const uint64_t *shape, size_t rank,
                    lc_tile *t)
{
    switch (e->kind) {
    case LC_ENCODING_BLOCKED: return blocked(ctx, e, shape, t, rank, LC_TILE_NONE);
    case LC_ENCODING_LINEAR:
    case LC_ENCODING_SHARED_LINEAR: return linear(e, shape, rank, t);
    case LC_ENCODING_MMA: return lc_tile_mma(ctx, e, shape, rank, t);
    case LC_ENCODING_MFMA: return lc_tile_mfma(ctx, e, shape, rank, t);
    case LC_ENCODING_WMMA: return lc_tile_wmma(ctx, e, shape, rank, t);
    case LC_ENCODING_DOT: return operand(ctx, e, shape, rank, t);
    case LC_ENCODING_SLICE: return slice(ctx, e, shape, rank, t);
    default: return lc_tile_shared(ctx, e, shape, rank, t);
    }
}

lc_linear *lc_encoding_linear(lc_ctx *ctx, const lc_encoding *e, size_t rank,
                              const uint64_t *shape)
{
    size_t own = lc_encoding_rank(e);
    if (rank == 0 || rank > LC_ENCODING_RANK || (own != 0 && own != rank))
        return lc_fail(ctx, LC_ERR_INVALID,
                       "%s of tensors with %zu dim%s for a shape of %zu: expected as many",
                       lc_encoding_form_of(e->kind)->name, own, own == 1 ? "" : "s", rank);
    for (size_t d = 0; d < rank; d++)
        if (!lc_is_power(shape[d]) || shape[d] > UINT64_C(1) << 40)
            return lc_fail(ctx, LC_ERR_INVALID,
                           "the extent %" PRIu64 " of dim%zu: expected a power of two, as Triton "
                           "does, of at most 2^40",
                           shape[d], d);
    lc_frame frame = lc_frame_open(ctx);
    lc_tile *t = lc_frame_alloc(ctx, 1, sizeof *t);
    lc_linear *l = t && tile_of(ctx, e, shape, rank, t) ? lc_tile_linear(ctx, t) : NULL;
    lc_frame_close(ctx, frame);
    return l;
}
