/* divide.c - quotients of layouts with parameters by tiles of constants.
 *
 * A mode E:D without modes inside, divided by n:1, is (n,ceil(E/n)):(D,n D): its composition with
 * (n:1, complement(n:1, E)), in which the last tile may stick out. If E <= n the complement is
 * 1:0; where that is not known the quotient is loose (form.h). Any other one is computed by lib/.
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

const lcv_form *lcv_form_divide(lcv_forms *f, lcv_division as, const lcv_operation *of,
                                const lcv_form *a, const lcv_form *by)
{
    lcv_value *tile = lcv_form_as_value(f, by);
    lc_tiler *t = tile ? lcv_kept(f->ctx, lcv_tiler_of_tiles(f->ctx, "a quotient", tile)) : NULL;
    if (tile && !t)
        return lcv_obstacle(f, "a quotient by what is no tiler");
    return t && is_plain(f, a, t) ? divide_plainly(f, as, a, t)
                                  : lcv_form_computed(f, of, 2, (const lcv_form *const[]){a, by});
}
