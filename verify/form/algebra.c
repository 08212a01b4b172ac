/* algebra.c - coalesce, complement, filter, products of layouts in symbols. */
#include "config.h"

#include "coordinates.h"
#include "modes.h"

/* ---- the domain side ---- */

typedef const lcv_form *on_layout(const lcv_sym_call *c, const lcv_form *a);

/* On the layout of a tensor, behind its offset. */
static const lcv_form *inside(const lcv_sym_call *c, on_layout *apply)
{
    const lcv_form *a = lcv_form_as_tensor(c->f, c->arg[0]);
    if (!a || !a->offset)
        return a ? apply(c, a) : NULL;
    const lcv_form **arg = lc_frame_alloc(c->f->ctx, c->n, sizeof(lcv_form *));
    for (size_t i = 0; arg && i < c->n; i++)
        arg[i] = i == 0 ? lcv_form_without_offset(c->f, a) : c->arg[i];
    const lcv_form *form = arg && arg[0] ? lcv_form_call(c->f, c->of, c->n, arg) : NULL;
    return form ? lcv_form_after_offset_of(c->f, a, form) : NULL;
}

/* ---- coalesce, complement ---- */

static const lcv_form *coalesce_by(lcv_forms *f, const lcv_form *a, const lc_tuple *profile)
{
    const lcv_form *part[LC_MAX_AXES];
    if (!profile || lc_tuple_is_leaf(profile))
        return lcv_form_coalesce(f, a);
    size_t n = lc_tuple_rank(profile), rank = lc_tuple_rank(a->nest);
    if (n > rank || rank > LC_MAX_AXES || lc_tuple_is_leaf(a->nest))
        return lcv_obstacle(f, "a profile of other rank than the layout");
    for (size_t i = 0; i < rank; i++) {
        lc_tuple *below = i < n ? lcv_part_of(f->ctx, profile, i) : NULL;
        part[i] = lcv_form_mode(f, a, i);
        if (part[i] && i < n)
            part[i] = below ? coalesce_by(f, lcv_form_as_layout(f, part[i]), below) : NULL;
        if (!part[i])
            return NULL;
    }
    return lcv_form_joined(f, rank, part);
}

static const lcv_form *coalesce(const lcv_sym_call *c, const lcv_form *a)
{
    const lcv_form *profile = c->n > 1 ? lcv_form_as_tuple(c->f, c->arg[1]) : NULL;
    if (c->n > 1 && !profile)
        return NULL;
    return coalesce_by(c->f, a, profile ? profile->nest : NULL);
}

const lcv_form *lcv_sym_coalesce(const lcv_sym_call *c)
{
    return inside(c, coalesce);
}

const lcv_form *lcv_sym_complement(const lcv_sym_call *c)
{
    const lcv_form *a = lcv_form_as_layout(c->f, c->arg[0]);
    if (a && a->profile) {
        const lcv_form *shape = c->n > 1 ? lcv_form_as_tuple(c->f, c->arg[1]) : NULL;
        return c->n > 1 && !shape ? NULL : lcv_form_complement_by_axis(c->f, a, shape);
    }
    const lc_poly *n = a && c->n > 1 ? lcv_form_size(c->f, c->arg[1]) : NULL;
    if (!a || (c->n > 1 && !n))
        return NULL;
    return lcv_form_complement(c->f, a, n);
}

/* ---- filter ---- */

static const lcv_form *filter(const lcv_sym_call *c, const lcv_form *a)
{
    lcv_modes all, kept = {0, NULL};
    if (!lcv_modes_of(c->f, a, 0, &all))
        return NULL;
    kept.mode = all.mode;
    for (size_t i = 0; i < all.n; i++) {
        lcr_answer still = lcv_forms_is_zero(c->f, all.mode[i].step);
        if (still == LCR_UNKNOWN)
            return lcv_obstacle(c->f, "filter: whether the stride %S is 0",
                                lcv_size_to_str(c->f->symbols, all.mode[i].step));
        if (still == LCR_NO)
            kept.mode[kept.n++] = all.mode[i];
    }
    return lcv_modes_coalesce(c->f, &kept) ? lcv_form_of_modes(c->f, &kept) : NULL;
}

const lcv_form *lcv_sym_filter(const lcv_sym_call *c)
{
    return c->n == 1 ? inside(c, filter) : lcv_sym_inside(c);
}

/* ---- products ---- */

/* A* o B */
static const lcv_form *copies(lcv_forms *f, const lcv_form *a, const lcv_form *b)
{
    const lcv_form *star = lcv_form_complement(f, a, NULL);
    return star ? lcv_form_compose(f, star, b) : NULL;
}

/* (A, A* o B), the modes of the second half, or of both, spread. A tuple is by mode. */
static const lcv_form *product(const lcv_sym_call *c, const lcv_form *a, bool spread_a,
                               bool spread_b)
{
    const lcv_form *half[2] = {a, NULL}, *part[LC_MAX_AXES];
    const bool spread[2] = {spread_a, spread_b};
    size_t n = 0;
    const lcv_form *tuple = lcv_form_is_tuple(c->arg[1]) ? lcv_form_as_tuple(c->f, c->arg[1])
                                                         : NULL;
    if (tuple && !lc_tuple_is_leaf(tuple->nest))
        return lcv_obstacle(c->f, "%s by mode of what depends on parameters", c->of->name);
    const lcv_form *b = lcv_form_as_layout(c->f, c->arg[1]);
    if (!b || !(half[1] = copies(c->f, a, b)) || !(half[1] = lcv_form_as_layout(c->f, half[1])))
        return NULL;
    for (size_t k = 0; k < 2; k++) {
        size_t rank = spread[k] ? lc_tuple_rank(half[k]->nest) : 1;
        bool leaf = lc_tuple_is_leaf(half[k]->nest);
        for (size_t i = 0; i < rank; i++, n++) {
            if (n == LC_MAX_AXES)
                return lcv_obstacle(c->f, "a product of too many modes");
            part[n] = spread[k] && !leaf ? lcv_form_mode(c->f, half[k], i) : half[k];
            if (!part[n])
                return NULL;
        }
    }
    return lcv_form_joined(c->f, n, part);
}

static const lcv_form *logical_product(const lcv_sym_call *c, const lcv_form *a)
{
    return product(c, a, false, false);
}

static const lcv_form *tiled_product(const lcv_sym_call *c, const lcv_form *a)
{
    return product(c, a, false, true);
}

static const lcv_form *flat_product(const lcv_sym_call *c, const lcv_form *a)
{
    return product(c, a, true, true);
}

const lcv_form *lcv_sym_logical_product(const lcv_sym_call *c)
{
    return inside(c, logical_product);
}

/* By a layout it is the logical product. */
const lcv_form *lcv_sym_zipped_product(const lcv_sym_call *c)
{
    return inside(c, logical_product);
}

const lcv_form *lcv_sym_tiled_product(const lcv_sym_call *c)
{
    return inside(c, tiled_product);
}

const lcv_form *lcv_sym_flat_product(const lcv_sym_call *c)
{
    return inside(c, flat_product);
}

/* Mode i of a layout, 1:0 past its last. */
static const lcv_form *padded(lcv_forms *f, const lcv_form *a, size_t rank, size_t i)
{
    const lcv_modes none = {0, NULL};
    if (i >= rank)
        return lcv_form_of_modes(f, &none);
    return lc_tuple_is_leaf(a->nest) ? a : lcv_form_mode(f, a, i);
}

/* The modes of both, paired: those of A first, or those of its copies. */
static const lcv_form *paired(lcv_forms *f, const lcv_form *a, const lcv_form *b, bool raked)
{
    const lcv_form *grid = copies(f, a, b), *pair[LC_MAX_AXES];
    if (!(grid = grid ? lcv_form_as_layout(f, grid) : NULL))
        return NULL;
    size_t of_a = lc_tuple_rank(a->nest), of_b = lc_tuple_rank(b->nest);
    size_t rank = of_a > of_b ? of_a : of_b;
    bool single = lc_tuple_is_leaf(b->nest), plain = single && lc_tuple_is_leaf(a->nest);
    if (rank > LC_MAX_AXES)
        return lcv_obstacle(f, "a product of %z modes", rank);
    for (size_t i = 0; i < rank; i++) {
        const lcv_form *half[2] = {padded(f, a, of_a, i),
                                   single && i == 0 ? grid : padded(f, grid, of_b, i)};
        const lcv_form *turned[2] = {half[1], half[0]};
        pair[i] = half[0] && half[1] ? lcv_form_joined(f, 2, raked ? turned : half) : NULL;
        if (!pair[i])
            return NULL;
    }
    return plain ? pair[0] : lcv_form_joined(f, rank, pair);
}

static const lcv_form *blocked(const lcv_sym_call *c, const lcv_form *a)
{
    const lcv_form *b = lcv_form_as_layout(c->f, c->arg[1]);
    return b ? paired(c->f, a, b, false) : NULL;
}

static const lcv_form *raked(const lcv_sym_call *c, const lcv_form *a)
{
    const lcv_form *b = lcv_form_as_layout(c->f, c->arg[1]);
    return b ? paired(c->f, a, b, true) : NULL;
}

const lcv_form *lcv_sym_blocked_product(const lcv_sym_call *c)
{
    return inside(c, blocked);
}

const lcv_form *lcv_sym_raked_product(const lcv_sym_call *c)
{
    return inside(c, raked);
}

/* ---- tile_to_shape ---- */

/* The size of mode i of a tuple of sizes. */
static const lc_poly *size_of_mode(lcv_forms *f, const lcv_form *t, size_t i)
{
    lc_tuple *mode = lc_tuple_is_leaf(t->nest) ? lc_tuple_ref(t->nest)
                                               : lcv_part_of(f->ctx, t->nest, i);
    const lc_poly *product = mode ? lcv_size_const(f->symbols, 1) : NULL;
    for (size_t k = 0; product && k < lc_tuple_nleaves(mode); k++) {
        const lc_poly *extent = t->extent[lc_int_get_si(lc_tuple_value(mode, k))];
        product = extent ? lcv_size_mul(f->symbols, product, extent) : NULL;
    }
    if (lc_tuple_is_leaf(t->nest))
        lc_tuple_free(mode);
    return product;
}

/* Before or at the same time as mode k: i begins earlier. */
static bool earlier(const lc_tuple *order, size_t i, size_t k, bool *equal)
{
    if (!order) {
        *equal = false;
        return i < k;
    }
    *equal = lc_int_eq(lc_tuple_value(order, i), lc_tuple_value(order, k));
    return lc_int_lt(lc_tuple_value(order, i), lc_tuple_value(order, k));
}

/* How many tiles lie along each mode, and where the copies begin: after all of less order; those
 * of extent 1 stand still. */
static const lcv_form *grid_of(lcv_forms *f, const lcv_form *a, const lcv_form *shape,
                               const lc_tuple *order)
{
    size_t rank = lc_tuple_rank(shape->nest), of_a = lc_tuple_rank(a->nest);
    const lc_poly *zero = lcv_size_const(f->symbols, 0);
    lc_int *number = lc_frame_alloc(f->ctx, rank + 1, sizeof *number);
    for (size_t i = 0; number && i < rank; i++)
        number[i] = lc_int_si(f->ctx, (int64_t)i);
    lc_tuple *nest = !number ? NULL
                     : lc_tuple_is_leaf(shape->nest)
                         ? lcv_nest_leaf(f->ctx)
                         : lcv_kept(f->ctx, lc_tuple_flat(f->ctx, rank, number));
    lcv_form *grid = nest ? lcv_form_layout(f, nest, 1, NULL) : NULL;
    for (size_t i = 0; grid && i < rank; i++) {
        const lc_poly *target = size_of_mode(f, shape, i);
        const lc_poly *tile = i < of_a ? size_of_mode(f, a, i) : lcv_size_const(f->symbols, 1);
        if (!(grid->extent[i] = target && tile ? lcv_forms_ceil(f, target, tile) : NULL))
            return NULL;
    }
    for (size_t i = 0; grid && i < rank; i++) {
        const lc_poly *before = lcv_size_const(f->symbols, 1);
        bool equal;
        for (size_t k = 0; k < rank; k++)
            if (k != i && earlier(order, k, i, &equal))
                before = lcv_size_mul(f->symbols, before, grid->extent[k]);
        lcr_answer one = lcv_forms_is_one(f, grid->extent[i]);
        if (one == LCR_UNKNOWN)
            return lcv_obstacle(f, "tile_to_shape: whether %S is 1",
                                lcv_size_to_str(f->symbols, grid->extent[i]));
        grid->step[i] = one == LCR_YES ? zero : before;
    }
    return grid;
}

static const lcv_form *tile_to_shape(const lcv_sym_call *c, const lcv_form *a)
{
    lcv_forms *f = c->f;
    const lcv_form *shape = lcv_form_as_tuple(f, c->arg[1]);
    lcv_value *order = shape && c->n > 2 ? lcv_form_as_value(f, c->arg[2]) : NULL;
    if (!shape)
        return NULL;
    size_t rank = lc_tuple_rank(shape->nest);
    if (c->n > 2 &&
        (!order || order->kind != LCV_TUPLE || lc_tuple_nleaves(order->tuple) != rank ||
         lc_tuple_has_wildcard(order->tuple)))
        return lcv_obstacle(f, "an order that depends on parameters");
    if (lc_tuple_rank(a->nest) > rank)
        return lcv_obstacle(f, "a tile of more modes than the shape");
    const lcv_form *grid = grid_of(f, a, shape, order ? order->tuple : NULL);
    return grid ? paired(f, a, grid, false) : NULL;
}

const lcv_form *lcv_sym_tile_to_shape(const lcv_sym_call *c)
{
    return inside(c, tile_to_shape);
}
