/* divide.c - quotients of layouts with parameters by tiles of constants.
 *
 * A mode E:D without modes inside, divided by n:1, is (n,ceil(E/n)):(D,n D): its composition with
 * (n:1, complement(n:1, E)), in which the last tile may stick out. If E <= n the complement is
 * 1:0. Any other quotient is this composition, made step by step.
 */
#include "config.h"

#include "modes.h"

#define MAX_MODES 64

/* The quotient of one mode: a tile of n and the rest, or the whole mode and 1:0. */
typedef struct {
    size_t leaf; /* of the layout */
    bool divided, whole;
    lc_int tile;
} part;

/* n of a tiler n:1. */
static bool tile_size(const lc_layout *t, lc_int *n)
{
    if (!t || lc_layout_nleaves(t) != 1 || lc_layout_codomain(t) != LC_INTEGERS ||
        !lc_int_is_one(lc_layout_step(t, 0)))
        return false;
    *n = lc_layout_extent(t, 0);
    return true;
}

/* The top-level modes of the layout with their tiles; a mode that is left as it is by a tiler is
 * a tile where tiles stand together. False with an obstacle. */
static bool read_parts(lcv_forms *f, const lcv_form *a, const lc_tiler *t, lcv_division as,
                       size_t rank, part *p)
{
    bool whole = lc_tiler_as_layout(t) != NULL;
    size_t ntiles = whole ? 1 : lc_tiler_rank(t);
    bool fits = rank <= MAX_MODES && ntiles <= rank && (!whole || lc_tuple_is_leaf(a->nest));
    for (size_t i = 0; fits && i < rank; i++) {
        lc_tuple *mode = lcv_part_of(f->ctx, a->nest, i);
        fits = mode && lc_tuple_nleaves(mode) == 1;
        bool still = !whole && i < ntiles && !lc_tiler_on(t, i);
        p[i] = (part){.divided = i < ntiles && (!still || as != LCV_BY_MODE), .whole = still};
        if (fits)
            p[i].leaf = (size_t)lc_int_get_si(lc_tuple_value(mode, 0));
        const lc_tiler *tile = whole ? t : i < ntiles ? lc_tiler_mode(t, i) : NULL;
        if (fits && p[i].divided && !still)
            fits = tile_size(lc_tiler_as_layout(tile), &p[i].tile);
    }
    if (!fits)
        lcv_obstacle(f, "a quotient of a layout with parameters, unless its modes are integers "
                        "and the tile is a shape");
    return fits;
}

/* ---- nestings ---- */

/* Modes side by side; a NULL one is the failure of all. */
typedef struct {
    size_t n;
    lc_tuple *mode[2 * MAX_MODES];
} modes;

static void add(modes *m, lc_tuple *mode)
{
    m->mode[m->n++] = mode;
}

static void add_all(modes *m, const modes *from)
{
    for (size_t i = 0; i < from->n; i++)
        add(m, from->mode[i]);
}

/* As one tuple; none are left. */
static lc_tuple *take(lc_ctx *ctx, modes *m)
{
    bool ok = true;
    for (size_t i = 0; i < m->n; i++)
        ok = ok && m->mode[i] != NULL;
    lc_tuple *t = ok ? lcv_kept(ctx, lc_tuple_of(ctx, m->n, m->mode)) : NULL;
    m->n = 0;
    return t;
}

/* The leaves are numbered mode by mode, a tile before its rest: each pair in its place,
 * ((tiles),(rests)), ((tiles),rest,...) or (tile,...,rest,...). */
static lc_tuple *nest_of(lc_ctx *ctx, lcv_division as, bool whole, size_t rank, const part *p)
{
    bool by_mode = !whole && as == LCV_BY_MODE;
    bool zipped = !whole && as == LCV_ZIPPED;
    bool tiled = !whole && as == LCV_TILED;
    modes tiles = {0}, rests = {0}, all = {0};
    int64_t number = 0;
    for (size_t i = 0; i < rank; i++) {
        if (p[i].divided)
            add(&tiles, lcv_kept(ctx, lc_tuple_leaf(ctx, lc_int_si(ctx, number++))));
        lc_tuple *rest = lcv_kept(ctx, lc_tuple_leaf(ctx, lc_int_si(ctx, number++)));
        if (by_mode && p[i].divided) {
            add(&tiles, rest);
            rest = take(ctx, &tiles);
        }
        add(&rests, rest);
    }
    if (zipped || tiled)
        add(&all, take(ctx, &tiles));
    add_all(&all, &tiles);
    if (zipped)
        add(&all, take(ctx, &rests));
    add_all(&all, &rests);
    return take(ctx, &all);
}

/* ---- sizes ---- */

/* Leaf `number` of the nesting. */
static void put_leaf(lcv_form *out, size_t number, const lc_poly *extent,
                     const lc_poly *const *step)
{
    size_t at = 0;
    while ((size_t)lc_int_get_si(lc_tuple_value(out->nest, at)) != number)
        at++;
    out->extent[at] = extent;
    for (size_t axis = 0; axis < out->naxes; axis++)
        out->step[axis * out->n + at] = step[axis];
}

/* The tile and the rest of one mode, as leaves `number` and after. */
static bool divide_mode(lcv_forms *f, const lcv_form *a, const part *p, lcv_form *out,
                        size_t *number)
{
    lcv_symbols *s = f->symbols;
    const lc_poly *step[LC_MAX_AXES], *extent = a->extent[p->leaf];
    for (size_t axis = 0; axis < a->naxes; axis++)
        step[axis] = a->step[axis * a->n + p->leaf];
    if (!p->divided) {
        put_leaf(out, (*number)++, extent, step);
        return true;
    }
    if (p->whole) {
        put_leaf(out, (*number)++, extent, step);
        for (size_t axis = 0; axis < a->naxes; axis++)
            step[axis] = lcv_size_const(s, 0);
        put_leaf(out, (*number)++, lcv_size_const(s, 1), step);
        return lc_ctx_code(f->ctx) == LC_OK;
    }
    lcv_interval bounds = lcv_size_interval(s, extent);
    if (a->loose && !(bounds.bounded_below && lc_int_lt(lc_int_const(1), bounds.low)))
        return lcv_obstacle(f, "a quotient of a mode whose stride depends on whether its extent "
                               "is 1") != NULL;
    const lc_poly *tile = lcv_size_int(s, p->tile), *rest = lcv_size_ceil(s, extent, p->tile);
    put_leaf(out, (*number)++, tile, step);
    bool one = rest && (f->strict ? lcv_forms_is_one(f, rest) == LCR_YES : lcv_size_is_one(rest));
    for (size_t axis = 0; axis < a->naxes; axis++)
        step[axis] = one ? lcv_size_const(s, 0) : lcv_size_mul(s, tile, step[axis]);
    put_leaf(out, (*number)++, rest, step);
    bool several = bounds.bounded_below && lc_int_lt(p->tile, bounds.low);
    out->loose = out->loose || (!one && !several);
    return rest && lc_ctx_code(f->ctx) == LC_OK;
}

/* Leaves 0, 1, 2 ... in order, once they are filled. */
static const lcv_form *renumber(lcv_forms *f, lcv_form *form)
{
    lc_tuple *nest = lcv_nest_from(f->ctx, form->nest, 0);
    if (!nest)
        return NULL;
    lc_tuple_free(form->nest);
    form->nest = lc_tuple_ref(nest);
    return form;
}

/* A o (T, T*), T* the complement of T up to the size of A. */
static const lcv_form *divide_by_layout(lcv_forms *f, const lcv_form *a, const lcv_form *tile)
{
    const lcv_form *t = lcv_form_as_layout(f, tile);
    const lcv_form *star = t ? lcv_form_complement(f, t, lcv_form_size(f, a)) : NULL;
    const lcv_form *side[2] = {t, star}, *both = star ? lcv_form_joined(f, 2, side) : NULL;
    return both ? lcv_form_compose(f, a, both) : NULL;
}

/* The modes of `form` after the others; those of a leaf are itself. */
static bool spread(lcv_forms *f, const lcv_form *form, const lcv_form **out, size_t *n)
{
    size_t rank = lc_tuple_rank(form->nest);
    for (size_t i = 0; i < rank; i++) {
        if (*n == LC_MAX_AXES)
            return lcv_obstacle(f, "a quotient of too many modes") != NULL;
        const lcv_form *mode = lc_tuple_is_leaf(form->nest) ? form : lcv_form_mode(f, form, i);
        if (!mode || !(out[(*n)++] = lcv_form_as_layout(f, mode)))
            return false;
    }
    return true;
}

/* Tiles and rests as one quotient: ((tiles),(rests)) with either side spread. */
static const lcv_form *arranged(lcv_forms *f, lcv_division as, const lcv_form *zipped)
{
    const lcv_form *half[2], *mode[LC_MAX_AXES];
    size_t n = 0;
    if (!zipped || as == LCV_BY_MODE || as == LCV_ZIPPED)
        return zipped;
    for (size_t k = 0; k < 2; k++) {
        half[k] = lcv_form_mode(f, zipped, k);
        if (!half[k] || !(half[k] = lcv_form_as_layout(f, half[k])))
            return NULL;
        if (k == 0 && as == LCV_TILED)
            mode[n++] = half[0];
        else if (!spread(f, half[k], mode, &n))
            return NULL;
    }
    return lcv_form_joined(f, n, mode);
}

/* By a layout: the quotient of the whole. */
static const lcv_form *divide_whole(lcv_forms *f, lcv_division as, const lcv_form *a,
                                    const lcv_form *tile)
{
    return arranged(f, as, divide_by_layout(f, a, tile));
}

/* A mode without modes inside, and a tile n:1, or such tiles by mode: in closed form. */
static const lcv_form *divide_plainly(lcv_forms *f, lcv_division as, const lcv_form *a,
                                      const lc_tiler *t)
{
    size_t rank = lc_tuple_rank(a->nest), number = 0;
    part p[MAX_MODES];
    bool whole = lc_tiler_as_layout(t) != NULL, ok = read_parts(f, a, t, as, rank, p);
    lc_tuple *nest = ok ? nest_of(f->ctx, as, whole, rank, p) : NULL;
    lcv_form *out = lcv_form_layout(f, nest, a->naxes, a->profile);
    if (out)
        out->loose = a->loose;
    ok = out != NULL;
    for (size_t i = 0; ok && i < rank; i++)
        ok = divide_mode(f, a, &p[i], out, &number);
    return ok ? renumber(f, out) : NULL;
}

static bool is_plain(lcv_forms *f, const lcv_form *a, const lc_tiler *t)
{
    const lc_layout *whole = lc_tiler_as_layout(t);
    size_t rank = lc_tuple_rank(a->nest), n = whole ? 1 : lc_tiler_rank(t);
    lc_int size;
    if (whole)
        return lc_tuple_is_leaf(a->nest) && tile_size(whole, &size);
    for (size_t i = 0; i < rank && i < n; i++) {
        lc_tuple *mode = lcv_part_of(f->ctx, a->nest, i);
        const lc_tiler *on = lc_tiler_on(t, i);
        const lc_layout *tile = on ? lc_tiler_as_layout(on) : NULL;
        if (!mode || lc_tuple_nleaves(mode) != 1 || (on && !(tile && tile_size(tile, &size))))
            return false;
    }
    return true;
}

/* The quotient of each mode that has a tiler, by mode. */
static const lcv_form *divide_modes(lcv_forms *f, const lcv_form *a, const lc_tiler *t)
{
    const lc_layout *whole = lc_tiler_as_layout(t);
    const lcv_form *made[LC_MAX_AXES];
    size_t rank = lc_tuple_rank(a->nest);
    if (is_plain(f, a, t))
        return divide_plainly(f, LCV_BY_MODE, a, t);
    if (whole)
        return divide_by_layout(f, a,
                                lcv_form_value(f,
                                               lcv_value_layout(f->ctx, lc_layout_ref(whole))));
    if (rank > LC_MAX_AXES || lc_tiler_rank(t) > rank)
        return lcv_obstacle(f, "a tiler of more modes than the layout");
    for (size_t i = 0; i < rank; i++) {
        const lc_tiler *on = i < lc_tiler_rank(t) ? lc_tiler_on(t, i) : NULL;
        made[i] = lcv_form_mode(f, a, i);
        if (made[i] && on)
            made[i] = divide_modes(f, lcv_form_as_layout(f, made[i]), on);
        if (!made[i])
            return NULL;
    }
    return lcv_form_joined(f, rank, made);
}

const lcv_form *lcv_form_divide(lcv_forms *f, lcv_division as, const lcv_form *of,
                                const lcv_form *by)
{
    const lcv_form *a = lcv_form_as_layout(f, of);
    lcv_value *tile = a ? lcv_form_as_value(f, by) : NULL;
    if (!a)
        return NULL;
    if (!tile && (by->kind == LCV_FORM_LAYOUT ||
                  (by->kind == LCV_FORM_TUPLE && lc_tuple_is_leaf(by->nest))))
        return divide_whole(f, as, a, by);
    if (!tile)
        return lcv_obstacle(f, "a quotient by a tile that depends on parameters");
    lc_tiler *t = lcv_kept(f->ctx, lcv_tiler_of_tiles(f->ctx, "a quotient", tile));
    if (!t)
        return lcv_obstacle(f, "a quotient by what is no tiler");
    if (is_plain(f, a, t))
        return divide_plainly(f, as, a, t);
    if (lc_tiler_as_layout(t))
        return divide_whole(f, as, a, by);
    return as == LCV_BY_MODE ? divide_modes(f, a, t)
                             : lcv_obstacle(f, "a quotient of a layout with parameters, unless "
                                               "its modes are integers and the tile is a shape");
}
