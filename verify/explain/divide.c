/* divide.c - divides and products in the parts that they are made of (Cecka 3.5.1, 3.5.2).
 *
 * A divide is A o (T, T*), T* the complement of T up to the size of A; a product is (A, A* o B).
 * By mode each mode of A has its part of the tiler. Zipped, tiled and flat are the same modes in
 * another order, blocked and raked the modes of a product in pairs.
 */
#include "config.h"

#include "explain.h"

#include <stdlib.h>

#include "../../lib/algebra.h"

typedef lc_layout *(*tell_pair)(lcv_telling *t, const lc_layout *a, const lc_layout *b);

/* ---- the parts ---- */

/* Others confirm that this is a complement; `size` is NULL for the one that goes on. */
static void told_complement(lcv_telling *t, const lc_layout *a, const lc_int *size,
                            const lc_layout *star)
{
    lcv_value *arg[2] = {lcv_kept(t->ctx, lcv_value_layout(t->ctx, lc_layout_ref(a))), NULL};
    lcv_value *value = lcv_kept(t->ctx, lcv_value_layout(t->ctx, lc_layout_ref(star)));
    if (size)
        arg[1] = lcv_kept(t->ctx, lcv_value_int(t->ctx, *size));
    if (t->told && arg[0] && value && (!size || arg[1]))
        t->told->step(t->told->user, "complement", size ? 2 : 1, arg, value);
}

/* `  A o (T,T*) does not exist: ...`. */
static lc_layout *missing(lcv_telling *t, const char *what)
{
    lcv_tell(t, "  %s does not exist: %s\n", what, lc_ctx_message(t->ctx));
    lc_ctx_reset(t->ctx);
    return NULL;
}

/* A o (T, T*); NULL where there is none, or where the values of T are no integers. */
static lc_layout *divide(lcv_telling *t, const lc_layout *a, const lc_layout *tile)
{
    lc_int size = lc_layout_size(t->ctx, a);
    if (lc_layout_codomain(tile) != LC_INTEGERS)
        return NULL;
    lc_layout *star = lcv_kept(t->ctx, lc_complement_to(t->ctx, tile, size));
    if (!star)
        return missing(t, "T*");
    lcv_tell(t, "  T* = complement(%L, %i) = %L, %i the size of A\n", tile, size, star, size);
    told_complement(t, tile, &size, star);
    lc_layout *part[2] = {(lc_layout *)(uintptr_t)tile, star};
    lc_layout *both = lcv_kept(t->ctx, lc_layout_concat(t->ctx, 2, part));
    if (both)
        lcv_tell(t, "  (T,T*) = %L\n", both);
    lc_layout *made = both ? lcv_kept(t->ctx, lc_compose(t->ctx, a, both)) : NULL;
    if (!made)
        return missing(t, "A o (T,T*)");
    lcv_tell(t, "  A o (T,T*) = %L\n", made);
    return made;
}

/* A* o B, told with A*; NULL where there is none. */
static lc_layout *grid_of(lcv_telling *t, const lc_layout *a, const lc_layout *b)
{
    if (lc_layout_codomain(a) != LC_INTEGERS || lc_layout_codomain(b) != LC_INTEGERS)
        return NULL;
    lc_layout *star = lcv_kept(t->ctx, lc_complement(t->ctx, a));
    if (!star)
        return missing(t, "A*");
    lcv_tell(t, "  A* = complement(%L) = %L, whose last mode goes on\n", a, star);
    told_complement(t, a, NULL, star);
    lc_layout *grid = lcv_kept(t->ctx, lc_compose(t->ctx, star, b));
    if (!grid)
        return missing(t, "A* o B");
    lcv_tell(t, "  A* o B = %L\n", grid);
    return grid;
}

static lc_layout *multiply(lcv_telling *t, const lc_layout *a, const lc_layout *b)
{
    lc_layout *part[2] = {(lc_layout *)(uintptr_t)a, grid_of(t, a, b)};
    lc_layout *made = part[1] ? lcv_kept(t->ctx, lc_layout_concat(t->ctx, 2, part)) : NULL;
    if (made)
        lcv_tell(t, "  (A, A* o B) = %L\n", made);
    return made;
}

/* ---- by mode ---- */

/* The steps of A with its part of a tiler, of which `name` is the letter; `path` leads to A. */
static bool by_mode(lcv_telling *t, const char *path, const char *name, const lc_layout *a,
                    const lc_tiler *tiler, tell_pair pair)
{
    const lc_layout *whole = lc_tiler_as_layout(tiler);
    if (whole) {
        if (path[0] != '\0')
            lcv_tell(t, "  mode %s: A is %L, %s is %L\n", path, a, name, whole);
        return pair(t, a, whole) != NULL;
    }
    for (size_t i = 0; i < lc_layout_rank(a) && i < lc_tiler_rank(tiler); i++) {
        const lc_tiler *part = lc_tiler_on(tiler, i);
        lc_layout *mode = lcv_mode_of(t->ctx, a, i);
        char *longer = lcv_kept(t->ctx,
                                lcv_text(t->ctx, path[0] != '\0' ? "%s,%z" : "%s%z", path, i));
        if (!mode || !longer)
            return false;
        if (!part)
            lcv_tell(t, "  mode %s: %L stays\n", longer, mode);
        else if (!by_mode(t, longer, name, mode, part, pair))
            return false;
    }
    return true;
}

/* ---- operations ---- */

typedef lc_layout *(*regroup)(lc_ctx *ctx, const lc_layout *a, const lc_tiler *t);

/* The operations whose values are the same modes in another order, and how they are told. */
typedef struct {
    regroup by_mode, zipped, tiled, flat;
    tell_pair pair;
    const char *name;
} family;

static const family divides = {lc_logical_divide, lc_zipped_divide, lc_tiled_divide,
                               lc_flat_divide,    divide,           "T"};
static const family products = {lc_logical_product, lc_zipped_product, lc_tiled_product,
                                lc_flat_product,    multiply,          "B"};

/* A layout; of a composed one, or one with an offset, the layout inside. NULL of others. */
static lc_layout *layout_of(lcv_telling *t, const char *name, lcv_value *v)
{
    bool inside = v->kind == LCV_COMPOSED || v->kind == LCV_TENSOR;
    lc_layout *a = lcv_told_layout(t->ctx, v);
    if (a && inside)
        lcv_tell(t, "  %s is the layout inside, %L\n", name, a);
    return a;
}

static lc_tiler *tiler_of(lcv_telling *t, lcv_value *v)
{
    bool is = v->kind == LCV_LAYOUT || v->kind == LCV_TUPLE || v->kind == LCV_TILER;
    lc_tiler *tiler = is ? lcv_as_tiler(t->ctx, v) : NULL;
    lc_ctx_reset(t->ctx);
    return lcv_kept(t->ctx, tiler);
}

static void tell_regrouped(lcv_telling *t, const char *how, regroup as, const lc_layout *a,
                           const lc_tiler *tiler)
{
    lc_layout *made = as ? lcv_kept(t->ctx, as(t->ctx, a, tiler)) : NULL;
    if (made)
        lcv_tell(t, "  %s: %L\n", how, made);
    lc_ctx_reset(t->ctx);
}

/* How far a value is regrouped. */
typedef enum { BY_MODE, ZIPPED, TILED, FLAT } grouping;

static void tell(lcr_ctx *r, lc_text *out, const lcv_steps_told *told, lcv_value *const *arg,
                 const family *f, grouping to)
{
    lcv_telling t = {lcr_ctx_lc(r), out, told};
    lc_tiler *tiler = tiler_of(&t, arg[1]);
    lc_layout *a = tiler ? layout_of(&t, "A", arg[0]) : NULL;
    if (!a || !by_mode(&t, "", f->name, a, tiler, f->pair))
        return;
    if (!lc_tiler_as_layout(tiler))
        tell_regrouped(&t, "mode by mode", f->by_mode, a, tiler);
    if (to >= ZIPPED)
        tell_regrouped(&t, "zipped, first the tiles, then the rests", f->zipped, a, tiler);
    if (to == TILED)
        tell_regrouped(&t, "tiled, each rest a mode", f->tiled, a, tiler);
    if (to == FLAT)
        tell_regrouped(&t, "flat, each tile and each rest a mode", f->flat, a, tiler);
}

#define TELL(name, family, to)                                                                   \
    void name(lcr_ctx *r, lc_text *out, const lcv_steps_told *told, lcv_value *const *arg,       \
              size_t n, const lcv_value *value)                                                  \
    {                                                                                            \
        (void)n;                                                                                 \
        (void)value;                                                                             \
        tell(r, out, told, arg, &family, to);                                                    \
    }
TELL(lcv_tell_logical_divide, divides, BY_MODE)
TELL(lcv_tell_zipped_divide, divides, ZIPPED)
TELL(lcv_tell_tiled_divide, divides, TILED)
TELL(lcv_tell_flat_divide, divides, FLAT)
TELL(lcv_tell_logical_product, products, BY_MODE)
TELL(lcv_tell_zipped_product, products, ZIPPED)
TELL(lcv_tell_tiled_product, products, TILED)
TELL(lcv_tell_flat_product, products, FLAT)

/* ---- blocked and raked ---- */

/* `  mode 0: (2,3):(1,8)`, a mode of the block and one of the grid. */
static void tell_paired(lcv_telling *t, const lc_layout *value, bool raked, bool plain)
{
    size_t n = plain ? 1 : lc_layout_rank(value);
    for (size_t i = 0; i < n; i++) {
        lc_layout *pair = plain ? (lc_layout *)(uintptr_t)value : lcv_mode_of(t->ctx, value, i);
        lc_layout *first = pair ? lcv_mode_of(t->ctx, pair, 0) : NULL;
        lc_layout *second = first ? lcv_mode_of(t->ctx, pair, 1) : NULL;
        if (second)
            lcv_tell(t, "  mode %z: %L of the %s, then %L of the %s\n", i, first,
                     raked ? "grid" : "block", second, raked ? "block" : "grid");
    }
}

static void tell_pairs(lcr_ctx *r, lc_text *out, const lcv_steps_told *told,
                       lcv_value *const *arg, const lcv_value *value, bool raked)
{
    lcv_telling t = {lcr_ctx_lc(r), out, told};
    lc_layout *b = arg[1]->kind == LCV_LAYOUT || arg[1]->kind == LCV_TUPLE
                       ? layout_of(&t, "B", arg[1])
                       : NULL;
    lc_layout *a = b ? layout_of(&t, "A", arg[0]) : NULL;
    bool plain = a && lc_layout_depth(a) == 0 && lc_layout_depth(b) == 0;
    bool told_grid = a && grid_of(&t, a, b);
    if (told_grid && value && value->layout)
        tell_paired(&t, value->layout, raked, plain);
}

void lcv_tell_blocked_product(lcr_ctx *r, lc_text *out, const lcv_steps_told *told,
                              lcv_value *const *arg, size_t n, const lcv_value *value)
{
    (void)n;
    tell_pairs(r, out, told, arg, value, false);
}

void lcv_tell_raked_product(lcr_ctx *r, lc_text *out, const lcv_steps_told *told,
                            lcv_value *const *arg, size_t n, const lcv_value *value)
{
    (void)n;
    tell_pairs(r, out, told, arg, value, true);
}
