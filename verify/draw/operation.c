/* operation.c - calls: operands with the cells that are taken, beside the value. */
#include "config.h"

#include "calls.h"
#include "picked.h"

#include "../../lib/algebra.h"
#include "../value/text.h"

/* ---- titles ---- */

/* "slice(A, (2,_)) = ..."; kept. `both`: B is drawn as well. */
static char *title_of(const lcv_drawing *d, bool both)
{
    lc_text text = {0};
    lcv_text_add(d->ctx, &text, both ? "%s(A, B" : "%s(A", d->of->name);
    for (size_t i = both ? 2 : 1; i < d->n; i++)
        lcv_text_add(d->ctx, &text, ", %S", lcv_value_to_str(d->r, d->arg[i]));
    lcv_text_add(d->ctx, &text, ") = %S", lcv_value_to_str(d->r, d->value));
    return lcv_kept(d->ctx, lc_text_take(d->ctx, &text));
}

/* The value with this title. */
static lcv_figure *value_beside(const lcv_drawing *d, bool both, lcv_dress *dress, void *user)
{
    lcv_shown s;
    char *title = title_of(d, both);
    if (!title || !lcv_shown_open(d->r, d->value, &s))
        return NULL;
    lcv_draw_options how = *d->how;
    how.nmodes = 0;
    return lcv_shown_grids(&s, title, &how, dress, user);
}

static lcv_figure *value_of(const lcv_drawing *d, lcv_dress *dress, void *user)
{
    return value_beside(d, false, dress, user);
}

/* A, B where it is a layout, and the value. */
static lcv_figure *draw_both(const lcv_drawing *d, lcv_figure *a, lcv_dress *dress_b,
                             lcv_dress *dress, void *user)
{
    if (d->arg[1]->kind != LCV_LAYOUT)
        return lcv_beside(d->ctx, NULL, a, value_of(d, dress, user));
    lcv_figure *b = lcv_draw_named(d->r, "B", d->arg[1], d->how, dress_b, user);
    return lcv_beside(d->ctx, NULL, lcv_beside(d->ctx, NULL, a, b),
                      value_beside(d, true, dress, user));
}

/* ---- slices and compositions ---- */

static bool pick(void *user, const lcv_shown *s, lc_int c, lcv_cell *cell)
{
    (void)s;
    cell->marks |= lcv_picked_find(user, c) ? LCV_MARK_PICKED : LCV_MARK_FAINT;
    return true;
}

static bool is_drawable(const lcv_value *v)
{
    return lcv_is_function(v) && v->kind != LCV_LINEAR && v->kind != LCV_SWIZZLE;
}

lcv_figure *lcv_draw_taken(const lcv_drawing *d)
{
    lcv_picked p;
    if (!is_drawable(d->arg[0]) || !is_drawable(d->value) || !lcv_picked_open(d, &p))
        return NULL;
    return lcv_beside(d->ctx, NULL, lcv_draw_named(d->r, "A", d->arg[0], d->how, pick, &p),
                      value_of(d, NULL, NULL));
}

/* ---- values at a coordinate ---- */

lcv_figure *lcv_draw_at(const lcv_drawing *d)
{
    lcv_picked p = {.n = 1};
    lcv_pick one = {0};
    lc_tuple *shape = is_drawable(d->arg[0]) && d->arg[1]->kind == LCV_TUPLE
                          ? lcv_kept(d->ctx, lcv_as_tuple(d->ctx, d->arg[0]))
                          : NULL;
    p.pick = &one;
    if (!shape || !lc_crd2idx(d->ctx, d->arg[1]->tuple, shape, &one.c)) {
        lc_ctx_reset(d->ctx);
        return NULL;
    }
    return lcv_draw_named(d->r, NULL, d->arg[0], d->how, pick, &p);
}

/* ---- divides ---- */

/* The tile of each coordinate of A. */
typedef struct {
    lcv_picked tiles, taken;
    size_t size;   /* of a tile */
    lc_int *cell;  /* of A, for each coordinate of the value */
    lc_int length; /* of A */
} divided;

static int tile_of(const divided *v, lc_int c)
{
    const lcv_pick *at = lcv_picked_find(&v->tiles, c);
    return at ? (int)(at->k / v->size) : LCV_NO_TONE;
}

static bool tint_operand(void *user, const lcv_shown *s, lc_int c, lcv_cell *cell)
{
    (void)s;
    cell->tone = tile_of(user, c);
    cell->marks |= cell->tone == 0 ? LCV_MARK_PICKED : 0;
    return true;
}

static bool tint_value(void *user, const lcv_shown *s, lc_int c, lcv_cell *cell)
{
    const divided *v = user;
    lc_int of = v->cell[lc_int_get_si(c)];
    (void)s;
    cell->tone = tile_of(v, of);
    cell->marks |= lc_int_le(v->length, of) ? LCV_MARK_FAINT : 0;
    cell->marks |= cell->tone == 0 ? LCV_MARK_PICKED : 0;
    return true;
}

/* B is the first tile. */
static bool tint_tile(void *user, const lcv_shown *s, lc_int c, lcv_cell *cell)
{
    (void)user, (void)s, (void)c;
    cell->tone = 0;
    cell->marks |= LCV_MARK_PICKED;
    return true;
}

/* The tiles by a zipped divide of the coordinates, whose first mode is a tile. */
static bool find_tiles(const lcv_drawing *d, divided *out)
{
    lc_ctx *ctx = d->ctx;
    lc_tuple *shape = lcv_kept(ctx, lcv_as_tuple(ctx, d->arg[0]));
    lc_tiler *t = shape ? lcv_kept(ctx, lcv_as_tiler(ctx, d->arg[1])) : NULL;
    lc_layout *a = t ? lcv_kept(ctx, lc_layout_compact(ctx, shape)) : NULL;
    lc_layout *z = a ? lcv_kept(ctx, lc_zipped_divide(ctx, a, t)) : NULL;
    lc_layout *first = z ? lcv_mode_of(ctx, z, 0) : NULL;
    lcv_value *q = first ? lcv_kept(ctx, lcv_value_layout(ctx, lc_layout_ref(z))) : NULL;
    if (!q || !lcv_picked_of(ctx, q, &out->tiles) || !lcv_picked_open(d, &out->taken))
        return false;
    out->size = (size_t)lc_int_get_si(lc_layout_size(ctx, first));
    out->length = lc_layout_size(ctx, a);
    out->cell = lc_frame_alloc(ctx, out->taken.n + 1, sizeof *out->cell);
    for (size_t i = 0; out->cell && i < out->taken.n; i++)
        out->cell[out->taken.pick[i].k] = out->taken.pick[i].c;
    return out->cell != NULL;
}

lcv_figure *lcv_draw_divide(const lcv_drawing *d)
{
    divided v = {0};
    if (!is_drawable(d->arg[0]) || !is_drawable(d->value))
        return NULL;
    if (!find_tiles(d, &v)) {
        lc_ctx_reset(d->ctx);
        return NULL;
    }
    return draw_both(d, lcv_draw_named(d->r, "A", d->arg[0], d->how, tint_operand, &v), tint_tile,
                     tint_value, &v);
}

/* ---- products ---- */

/* The copy of A that has a value. */
typedef struct {
    lcv_picked copies;
    size_t size; /* of A */
} copied;

static bool tint_copy(void *user, const lcv_shown *s, lc_int c, lcv_cell *cell)
{
    const copied *v = user;
    const lcv_pick *at = lcv_picked_find(&v->copies, lcv_function_at(s->ctx, &s->f, c));
    cell->tone = at ? (int)(at->k / v->size) : LCV_NO_TONE;
    cell->marks |= cell->tone == 0 ? LCV_MARK_PICKED : 0;
    return true;
}

/* Coordinate c of B has copy c. */
static bool tint_place(void *user, const lcv_shown *s, lc_int c, lcv_cell *cell)
{
    (void)user, (void)s;
    cell->tone = (int)lc_int_get_si(c);
    cell->marks |= cell->tone == 0 ? LCV_MARK_PICKED : 0;
    return true;
}

static bool find_copies(const lcv_drawing *d, copied *out)
{
    lc_ctx *ctx = d->ctx;
    lc_layout *a = lcv_kept(ctx, lcv_as_layout(ctx, d->arg[0]));
    lc_tiler *t = a ? lcv_kept(ctx, lcv_as_tiler(ctx, d->arg[1])) : NULL;
    lc_layout *z = t && lc_layout_codomain(a) == LC_INTEGERS
                       ? lcv_kept(ctx, lc_zipped_product(ctx, a, t))
                       : NULL;
    lcv_value *q = z ? lcv_kept(ctx, lcv_value_layout(ctx, lc_layout_ref(z))) : NULL;
    if (!q || !lcv_picked_of(ctx, q, &out->copies))
        return false;
    out->size = (size_t)lc_int_get_si(lc_layout_size(ctx, a));
    return true;
}

lcv_figure *lcv_draw_copies(const lcv_drawing *d)
{
    copied v = {0};
    bool layouts = (d->arg[0]->kind == LCV_LAYOUT || d->arg[0]->kind == LCV_TUPLE) &&
                   d->value->kind == LCV_LAYOUT;
    if (!layouts || !find_copies(d, &v)) {
        lc_ctx_reset(d->ctx);
        return NULL;
    }
    return draw_both(d, lcv_draw_named(d->r, "A", d->arg[0], d->how, tint_copy, &v), tint_place,
                     tint_copy, &v);
}

/* ---- an operand and the value ---- */

lcv_figure *lcv_draw_beside(const lcv_drawing *d)
{
    if (!is_drawable(d->arg[0]) || !is_drawable(d->value))
        return NULL;
    return lcv_beside(d->ctx, NULL, lcv_draw_named(d->r, "A", d->arg[0], d->how, NULL, NULL),
                      value_of(d, NULL, NULL));
}
