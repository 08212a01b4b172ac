/* compose.c - composition, quotients, slices and values of layouts of sizes,
 * built once more by their definitions. */
#include "config.h"

#include "law.h"

#include <string.h>

void *lcr_sym_not_known(sym *s, const char *what)
{
    if (lc_ctx_code(s->pool->lc) == LC_OK)
        lc_fail(s->pool->lc, LC_ERR_INVALID, "%s", what);
    return NULL;
}

/* The steps of leaf k: `times` along a leaf of a, added to what is there. */
static bool add_steps(sym *s, sv *out, size_t k, const poly *times, const sv *a, size_t leaf)
{
    for (size_t j = 0; j < a->naxes; j++) {
        const poly **step = &out->step[j * out->n + k];
        const poly *more = lcr_poly_mul(s->pool, times, lcr_sv_step(s, a, j, leaf));
        *step = !*step ? more : lcr_poly_add(s->pool, *step, lc_int_const(1), more);
        if (!*step)
            return false;
    }
    return true;
}

/* ---- composition with values that are integers ---- */

/* A leaf of b, or a piece of it, goes `times` along a leaf of a. */
typedef struct {
    const poly *extent, *times;
    size_t leaf;
} piece;

typedef struct {
    sym *s;
    const sv *a, *b;
    const poly **place;         /* of each leaf of a: the product of the extents before it */
    const poly **reach;         /* the largest digit there, so far */
    size_t n, count[SV_LEAVES]; /* pieces, of each leaf of b */
    piece piece[SV_LEAVES];
} digits;

static bool is_one(const poly *p)
{
    lc_int n;
    return lcr_poly_is_int(p, &n) && lc_int_is_one(n);
}

/* Leaf k goes on where the last one of `out` ends. */
static bool goes_on(sym *s, const sv *a, const sv *out, size_t k)
{
    bool ok = out->n > 0;
    for (size_t j = 0; ok && j < a->naxes; j++) {
        const poly *end = lcr_poly_mul(s->pool, out->extent[out->n - 1],
                                       out->step[j * a->n + out->n - 1]);
        ok = end && lcr_poly_equal(a->step[j * a->n + k], end);
    }
    return ok;
}

/* The same function of integral coordinates with leaves joined where they go on, its steps still
 * a->n apart. */
static const sv *joined_leaves(sym *s, const sv *a)
{
    sv *out = lcr_sv_copy(s, a);
    const poly **extent = out ? lcr_lit_alloc(s->pool, a->n, sizeof *extent) : NULL;
    const poly **step = extent ? lcr_lit_alloc(s->pool, a->naxes * a->n + 1, sizeof *step) : NULL;
    if (!step)
        return NULL;
    out->extent = extent;
    out->step = step;
    out->n = 0;
    for (size_t k = 0; k < a->n; k++) {
        if (goes_on(s, a, out, k)) {
            extent[out->n - 1] = lcr_poly_mul(s->pool, extent[out->n - 1], a->extent[k]);
            continue;
        }
        if (is_one(a->extent[k]) && k + 1 < a->n)
            continue;
        extent[out->n] = a->extent[k];
        for (size_t j = 0; j < a->naxes; j++)
            step[j * a->n + out->n] = a->step[j * a->n + k];
        out->n++;
    }
    for (size_t j = 1; j < a->naxes; j++)
        memmove(step + j * out->n, step + j * a->n, out->n * sizeof *step);
    return out;
}

static bool add_piece(digits *d, size_t k, const poly *extent, const poly *times, size_t leaf)
{
    if (d->n == SV_LEAVES)
        return false;
    d->piece[d->n++] = (piece){extent, times, leaf};
    d->count[k]++;
    return true;
}

/* `by` times a coordinate below the extent stays a digit of a's leaf j. The last leaf of a has no
 * end. */
static bool fits(digits *d, const poly *extent, size_t j, const poly *by)
{
    sym *s = d->s;
    const poly *last = lcr_poly_plus(s->pool, extent, -1);
    const poly *reach = lcr_poly_add(s->pool, d->reach[j], lc_int_const(1),
                                     lcr_poly_mul(s->pool, by, last));
    const poly *room = lcr_poly_sub(s->pool, lcr_poly_plus(s->pool, d->a->extent[j], -1), reach);
    if (!reach || !lcr_sym_holds(s, by) || !(j + 1 == d->a->n || lcr_sym_holds(s, room)))
        return false;
    d->reach[j] = reach;
    return true;
}

/* What goes to the end of a leaf of a that nothing else goes along; the rest is to go on. */
static bool split(digits *d, size_t k, const poly **extent, const poly **step)
{
    lit_pool *pool = d->s->pool;
    for (size_t j = d->a->n; j-- > 0;) {
        const poly *by = lcr_poly_quotient(pool, *step, d->place[j]);
        if (!by)
            continue;
        const poly *here = lcr_poly_quotient(pool, d->a->extent[j], by);
        const poly *rest = here ? lcr_poly_quotient(pool, *extent, here) : NULL;
        if (!rest || d->reach[j]->n > 0 || is_one(here) || !add_piece(d, k, here, by, j))
            return false;
        d->reach[j] = lcr_poly_mul(pool, by, lcr_poly_plus(pool, here, -1));
        *step = lcr_poly_mul(pool, *step, here);
        *extent = rest;
        return d->reach[j] && *step;
    }
    return false;
}

/* The pieces of leaf k of b. */
static bool place_leaf(digits *d, size_t k)
{
    const poly *extent = d->b->extent[k], *step = lcr_sv_step(d->s, d->b, 0, k);
    if (step->n == 0)
        return add_piece(d, k, extent, step, 0);
    for (size_t turn = 0; turn <= d->a->n; turn++) {
        for (size_t j = d->a->n; j-- > 0;) {
            const poly *by = lcr_poly_quotient(d->s->pool, step, d->place[j]);
            if (by && fits(d, extent, j, by))
                return add_piece(d, k, extent, by, j);
        }
        if (!split(d, k, &extent, &step))
            return false;
    }
    return false;
}

/* A layout nested like b, a leaf of several pieces being a tuple of them. */
static const sv *of_pieces(digits *d)
{
    const sv *b = d->b;
    size_t nnodes = 0, leaf = 0;
    for (size_t k = 0; k < b->n; k++)
        nnodes += d->count[k] > 1 ? d->count[k] : 0;
    sv *shape = lcr_sv_new(d->s, SV_TUPLE, b->nnodes + nnodes, d->n, 0);
    sv *out = shape ? lcr_sv_like(d->s, shape, d->a) : NULL;
    if (!out)
        return NULL;
    nnodes = 0;
    for (size_t i = 0; i < b->nnodes; i++) {
        size_t pieces = b->node[i] == 0 ? d->count[leaf++] : 0;
        out->node[nnodes++] = pieces > 1 ? (uint32_t)pieces : b->node[i];
        for (size_t k = 0; pieces > 1 && k < pieces; k++)
            out->node[nnodes++] = 0;
    }
    for (size_t i = 0; i < d->n; i++) {
        out->extent[i] = d->piece[i].extent;
        if (!add_steps(d->s, out, i, d->piece[i].times, d->a, d->piece[i].leaf))
            return NULL;
    }
    return out;
}

static const sv *compose_integers(sym *s, const sv *a, const sv *b)
{
    const sv *joined = joined_leaves(s, a);
    digits *d = joined ? lcr_lit_alloc(s->pool, 1, sizeof *d) : NULL;
    if (!d || b->offset)
        return NULL;
    *d = (digits){.s = s, .a = joined, .b = b};
    d->place = lcr_lit_alloc(s->pool, joined->n + 1, sizeof *d->place);
    d->reach = lcr_lit_alloc(s->pool, joined->n, sizeof *d->reach);
    if (!d->place || !d->reach)
        return NULL;
    d->place[0] = lcr_poly_si(s->pool, 1);
    for (size_t j = 0; j < joined->n; j++) {
        d->place[j + 1] = lcr_poly_mul(s->pool, d->place[j], joined->extent[j]);
        d->reach[j] = lcr_poly_si(s->pool, 0);
    }
    for (size_t k = 0; k < b->n; k++)
        if (!place_leaf(d, k))
            return lcr_sym_not_known(s, "a composition whose digits are not known");
    return of_pieces(d);
}

/* ---- with values that are coordinates ---- */

static const sv *compose_coordinates(sym *s, const sv *a, const sv *b)
{
    sv *out = lcr_sv_like(s, b, a);
    const poly *zero = lcr_poly_si(s->pool, 0);
    size_t leaf[SV_AXES * 2];
    if (!out || !zero || b->naxes > SV_AXES * 2 || b->offset)
        return lcr_sym_not_known(s, "a composition of this kind");
    for (size_t j = 0; j < b->naxes; j++)
        if (!lcr_sv_leaf_at(a, &b->path[j], &leaf[j]))
            return lcr_sym_compose_by_axis(s, a, b);
    for (size_t k = 0; k < b->n; k++) {
        if (!add_steps(s, out, k, zero, a, 0))
            return NULL;
        for (size_t j = 0; j < b->naxes; j++)
            if (!add_steps(s, out, k, lcr_sv_step(s, b, j, k), a, leaf[j]))
                return NULL;
    }
    return out;
}

/* ---- composition ---- */

/* Mode i of a tuple of sizes, a tiler: a layout, perhaps n for n:1. */
static const sv *tile_of(sym *s, const sv *b, size_t i)
{
    return b->kind == SV_TILER ? b->mode[i] : lcr_sv_mode(s, b, i);
}

bool lcr_sym_is_tiler(const sv *b)
{
    return b->kind == SV_TILER || (b->kind == SV_TUPLE && b->nnodes > 1);
}

/* `_`: the mode is left as it is. */
static bool is_still(const sv *tile)
{
    return tile && tile->kind == SV_TUPLE && tile->nnodes == 1 && !tile->step && !tile->extent[0];
}

static size_t tiles_of(const sv *b)
{
    return b->kind == SV_TILER ? b->nmodes : lcr_sv_rank(b);
}

static const sv *compose_by_mode(sym *s, const sv *a, const sv *b)
{
    const sv *part[SV_AXES];
    size_t rank = lcr_sv_rank(a);
    if (rank > SV_AXES || tiles_of(b) > rank || a->offset)
        return lcr_sym_not_known(s, "a composition by mode of this kind");
    for (size_t i = 0; i < rank; i++) {
        part[i] = lcr_sv_mode(s, a, i);
        const sv *tile = i < tiles_of(b) ? tile_of(s, b, i) : NULL;
        if (tile && part[i] && !is_still(tile))
            part[i] = lcr_sym_composite(s, part[i], tile);
        if (!part[i])
            return lcr_sym_not_known(s, "a composition by mode of this kind");
    }
    return lcr_sv_concat(s, rank, part);
}

const sv *lcr_sym_composite(sym *s, const sv *a, const sv *b)
{
    a = lcr_sv_layout(s, a);
    if (!a || !b || b->kind == SV_WORD)
        return lcr_sym_not_known(s, "a composition of this kind");
    if (lcr_sym_is_tiler(b))
        return !b->step ? compose_by_mode(s, a, b) : lcr_sym_not_known(s, "strides");
    b = lcr_sv_layout(s, b);
    if (!b)
        return NULL;
    return b->basis ? compose_coordinates(s, a, b) : compose_integers(s, a, b);
}

/* ---- quotients ---- */

/* n of n:1, or of n. */
static bool tile_size(const sv *tile, lc_int *n)
{
    lc_int step;
    if (!tile || tile->kind > SV_LAYOUT || tile->n != 1 || tile->nnodes != 1 || tile->basis ||
        tile->offset || !tile->extent[0])
        return false;
    if (tile->step && !(lcr_poly_is_int(tile->step[0], &step) && lc_int_is_one(step)))
        return false;
    return lcr_poly_is_int(tile->extent[0], n) && lc_int_sign(*n) > 0;
}

/* A leaf with this extent and `times` the steps of a mode. */
static const sv *leaf_of(sym *s, const sv *mode, const poly *extent, const poly *times)
{
    const sv *size = lcr_sv_size(s, extent);
    sv *one = size ? lcr_sv_like(s, size, mode) : NULL;
    return one && add_steps(s, one, 0, times, mode, 0) ? one : NULL;
}

/* (i,j) for i + n j of a mode E:d. */
static bool divide_mode(sym *s, const sv *mode, lc_int n, const sv **tile, const sv **left)
{
    const poly *size = lcr_poly_int(s->pool, n);
    if (!mode || mode->n != 1 || mode->nnodes != 1)
        return lcr_sym_not_known(s, "a quotient of a mode with modes inside") != NULL;
    *tile = leaf_of(s, mode, size, lcr_poly_si(s->pool, 1));
    *left = leaf_of(s, mode, lcr_sym_ceil(s, mode->extent[0], n), size);
    return *tile && *left != NULL;
}

/* ((tiles),(rests)), ((tiles),rest,...), (tile,...,rest,...), ((tile,rest),...); a mode without a
 * tile is left as it is in the last one. */
static const sv *gather(sym *s, const char *name, size_t rank, size_t n, const sv *const *tile,
                        const sv *const *left)
{
    const sv *part[2 * SV_AXES];
    size_t parts = 0;
    if (strcmp(name, "logical_divide") == 0) {
        for (size_t i = 0; i < rank; i++) {
            bool tiled = i < n && tile[i];
            const sv *both[2] = {tiled ? tile[i] : NULL, left[i]};
            if (!(part[i] = tiled ? lcr_sv_concat(s, 2, both) : left[i]))
                return NULL;
        }
        return lcr_sv_concat(s, rank, part);
    }
    bool flat = strcmp(name, "flat_divide") == 0, zipped = strcmp(name, "zipped_divide") == 0;
    for (size_t i = 0; flat && i < n; i++)
        part[parts++] = tile[i];
    if (!flat && !(part[parts++] = lcr_sv_concat(s, n, tile)))
        return NULL;
    for (size_t i = 0; !zipped && i < rank; i++)
        part[parts++] = left[i];
    if (zipped && !(part[parts++] = lcr_sv_concat(s, rank, left)))
        return NULL;
    return lcr_sv_concat(s, parts, part);
}

const sv *lcr_sym_quotient(sym *s, const char *name, const sv *a, const sv *tile)
{
    const sv *of[SV_AXES], *left[SV_AXES], *bare;
    lc_int size;
    a = lcr_sv_layout(s, a);
    bool whole = tile_size(tile, &size) && !lcr_sym_is_tiler(tile);
    size_t rank = a ? lcr_sv_rank(a) : 0, n = whole ? 1 : tiles_of(tile);
    bool fits = rank > 0 && rank <= SV_AXES && n <= rank && (whole ? a->nnodes == 1 : true) &&
                (whole || lcr_sym_is_tiler(tile));
    sv *copy = fits ? lcr_sv_copy(s, a) : NULL;
    if (!copy)
        return lcr_sym_not_known(s, "a quotient of this kind");
    copy->offset = NULL;
    for (size_t i = 0; i < rank; i++) {
        const sv *mode = lcr_sv_mode(s, copy, i), *by = whole ? tile : NULL;
        if (!whole && i < n)
            by = tile_of(s, tile, i);
        left[i] = mode;
        if (mode && is_still(by)) {
            bool logical = strcmp(name, "logical_divide") == 0;
            const sv *none = leaf_of(s, mode, lcr_poly_si(s->pool, 1), lcr_poly_si(s->pool, 0));
            of[i] = logical ? NULL : mode;
            left[i] = logical ? mode : none;
            if (mode->nnodes != 1 || !none)
                return lcr_sym_not_known(s, "a quotient of this kind");
            continue;
        }
        if (!mode ||
            (i < n && !(tile_size(by, &size) && divide_mode(s, mode, size, &of[i], &left[i]))))
            return lcr_sym_not_known(s, "a quotient of this kind");
    }
    const sv *both[2] = {of[0], left[0]};
    bare = whole ? lcr_sv_concat(s, 2, both) : gather(s, name, rank, n, of, left);
    if (!bare)
        return NULL;
    memcpy(copy, bare, sizeof *copy);
    copy->offset = a->offset;
    return copy->naxes == a->naxes ? copy : lcr_sym_not_known(s, "a quotient of this kind");
}
