/* synthesis.c - a partition's coordinates as sets and functions, and their C. */
#include "config.h"

#include "synthesis.h"

#include "../../lib/text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    lcr_ctx *r;
    lc_ctx *ctx;
    lc_exprs *x;
    const lck_partition *p;
    const lck_tensor *t;
} work;

/* ---- arguments ---- */

static bool invalid(lc_ctx *ctx, const char *what)
{
    return lc_fail(ctx, LC_ERR_INVALID, "%s", what);
}

static bool check_partition(lc_ctx *ctx, const lck_partition *p)
{
    if (!p || !p->layout || !p->leaf)
        return invalid(ctx, "expected a partition with a layout and its leaves, not NULL");
    if (lc_layout_codomain(p->layout) == LC_XOR)
        return invalid(ctx, "strides of a partition that add by XOR: expected coordinates");
    if (p->nleaves != lc_layout_nleaves(p->layout))
        return lc_fail(ctx, LC_ERR_INVALID,
                       "%zu names for a layout of %zu leaves: expected one each", p->nleaves,
                       lc_layout_nleaves(p->layout));
    for (size_t i = 0; i < p->nleaves; i++)
        if (!p->leaf[i].name || p->leaf[i].role > LCK_GRID)
            return invalid(ctx, "expected a name and a role for each leaf");
    return true;
}

static bool check_tensor(lc_ctx *ctx, const lck_partition *p, const lck_tensor *t, bool strides)
{
    if (!t || !t->extent)
        return invalid(ctx, "expected a tensor with extents, not NULL");
    if (strides && !t->stride)
        return invalid(ctx, "expected a tensor with strides, for an index");
    if (t->naxes != lc_layout_naxes(p->layout))
        return lc_fail(ctx, LC_ERR_INVALID,
                       "coordinates of %zu axes in a tensor of %zu: expected as many",
                       lc_layout_naxes(p->layout), t->naxes);
    for (size_t i = 0; i < t->naxes; i++)
        if (!t->extent[i].name && (t->extent[i].value < 1 || t->extent[i].value > LCK_MAX_SIZE))
            return invalid(ctx, "an extent of the tensor is not from 1 to 2^40");
    if (t->known && strpbrk(t->known, "{};"))
        return invalid(ctx, "expected what is known as constraints alone, without braces: "
                            "M mod 4 = 0 and N >= 64");
    return true;
}

/* ---- variables ---- */

/* How far a leaf runs; false when the layout's extent has more than 64 bits. */
static bool last_of(const work *w, size_t leaf, int64_t *last)
{
    lc_int extent = lc_layout_extent(w->p->layout, leaf);
    *last = LCK_MAX_SIZE;
    if (w->p->leaf[leaf].role == LCK_GRID)
        return true;
    if (!lc_int_fits_si(extent))
        return false;
    *last = lc_int_get_si(extent) - 1;
    return true;
}

static bool add_leaves(work *w)
{
    for (size_t i = 0; i < w->p->nleaves; i++) {
        int64_t last;
        if (!last_of(w, i, &last))
            return lc_fail(w->ctx, LC_ERR_LIMIT,
                           "an extent of the partition of more than 64 bits");
        if (!lc_expr_var(w->x, w->p->leaf[i].name, 0, last))
            return false;
    }
    return true;
}

static bool is_leaf(const work *w, const char *name)
{
    for (size_t i = 0; i < w->p->nleaves; i++)
        if (strcmp(w->p->leaf[i].name, name) == 0)
            return true;
    return false;
}

/* Extents and strides may share names, as N does in a row-major matrix. */
static bool add_numbers(work *w, const lck_number *n, int64_t low)
{
    for (size_t i = 0; n && i < w->t->naxes; i++) {
        if (!n[i].name)
            continue;
        if (is_leaf(w, n[i].name))
            return lc_fail(w->ctx, LC_ERR_INVALID,
                           "%.60s is a leaf and a size: expected two names", n[i].name);
        if (!lc_exprs_find(w->x, n[i].name) && !lc_expr_var(w->x, n[i].name, low, LCK_MAX_SIZE))
            return false;
    }
    return true;
}

static bool begin(work *w, lcr_ctx *r, const lck_partition *p, const lck_tensor *t, bool strides)
{
    *w = (work){r, lcr_ctx_lc(r), NULL, p, t};
    if (!check_partition(w->ctx, p) || !check_tensor(w->ctx, p, t, strides))
        return false;
    w->x = lc_exprs_new(w->ctx);
    return w->x && add_leaves(w) && add_numbers(w, t->extent, 1) &&
           add_numbers(w, t->stride, -LCK_MAX_SIZE);
}

/* The text of an expression, and the end. */
static char *finish(work *w, const lc_expr *e)
{
    char *text = e ? lc_expr_to_c(w->ctx, e) : NULL;
    lc_exprs_free(w->x);
    return text;
}

/* ---- in isl's syntax ---- */

/* A leaf that is a dimension of the sets, not a parameter. */
static bool is_dimension(const work *w, size_t leaf, bool tiles)
{
    return tiles && w->p->leaf[leaf].role == LCK_TILE;
}

/* The k-th of the names of extents, then strides; NULL for a number, and for a name that came
 * before. */
static const char *size_name(const work *w, size_t k)
{
    size_t n = w->t->naxes;
    const char *name = NULL;
    if (k < n)
        name = w->t->extent[k].name;
    else if (w->t->stride)
        name = w->t->stride[k - n].name;
    for (size_t i = 0; name && i < k; i++) {
        const char *before = i < n ? w->t->extent[i].name : w->t->stride[i - n].name;
        if (before && strcmp(before, name) == 0)
            return NULL;
    }
    return name;
}

/* "[M, b0] -> { ", and "[t0, v0]" where the leaves of a tile are dimensions. */
static void write_names(lc_text *out, const work *w, bool tiles)
{
    const char *comma = "";
    lc_text_add(out, "[");
    for (size_t k = 0; k < 2 * w->t->naxes; k++)
        if (size_name(w, k)) {
            lc_text_printf(out, "%s%s", comma, size_name(w, k));
            comma = ", ";
        }
    for (size_t i = 0; i < w->p->nleaves; i++)
        if (!is_dimension(w, i, tiles)) {
            lc_text_printf(out, "%s%s", comma, w->p->leaf[i].name);
            comma = ", ";
        }
    lc_text_add(out, "] -> { ");
}

static void write_dimensions(lc_text *out, const work *w)
{
    const char *comma = "";
    lc_text_add(out, "[");
    for (size_t i = 0; i < w->p->nleaves; i++)
        if (is_dimension(w, i, true)) {
            lc_text_printf(out, "%s%s", comma, w->p->leaf[i].name);
            comma = ", ";
        }
    lc_text_add(out, "]");
}

/* The coordinate on an axis. */
static void write_coordinate(lc_text *out, const work *w, size_t axis)
{
    for (size_t i = 0; i < w->p->nleaves; i++) {
        lc_int step = lc_layout_step_on(w->p->layout, axis, i);
        if (!lc_int_fits_si(step)) {
            lc_fail(w->ctx, LC_ERR_LIMIT, "a stride of the partition of more than 64 bits");
            lc_text_miss(out);
            return;
        }
        if (!lc_int_is_zero(step))
            lc_text_printf(out, "%lld*%s + ", (long long)lc_int_get_si(step), w->p->leaf[i].name);
    }
    lc_text_add(out, "0");
}

static void write_number(lc_text *out, const lck_number *n)
{
    if (n->name)
        lc_text_add(out, n->name);
    else
        lc_text_printf(out, "%" PRId64, n->value);
}

/* The set of the elements that are inside the tensor. */
static char *inside(const work *w, bool tiles)
{
    lc_text s = {0};
    write_names(&s, w, tiles);
    if (tiles)
        write_dimensions(&s, w);
    lc_text_add(&s, " : ");
    for (size_t q = 0; q < w->t->naxes; q++) {
        lc_text_add(&s, q > 0 ? " and 0 <= " : "0 <= ");
        write_coordinate(&s, w, q);
        lc_text_add(&s, " < ");
        write_number(&s, &w->t->extent[q]);
    }
    lc_text_add(&s, " }");
    return lc_text_take(w->ctx, &s);
}

/* The leaves of a tile. */
static char *tile(const work *w)
{
    lc_text s = {0};
    const char *and = " : ";
    write_names(&s, w, true);
    write_dimensions(&s, w);
    for (size_t i = 0; i < w->p->nleaves; i++) {
        int64_t last;
        if (!is_dimension(w, i, true) || !last_of(w, i, &last))
            continue;
        lc_text_printf(&s, "%s0 <= %s <= %" PRId64, and, w->p->leaf[i].name, last);
        and = " and ";
    }
    lc_text_add(&s, " }");
    return lc_text_take(w->ctx, &s);
}

/* The facts over parameters alone: for tiles, without their leaves. *text is NULL if there are
 * none. */
static bool context(const work *w, bool tiles, char **text)
{
    lc_text s = {0};
    *text = NULL;
    if (!w->t->known)
        return true;
    write_names(&s, w, tiles);
    lc_text_printf(&s, " : %s }", w->t->known);
    return (*text = lc_text_take(w->ctx, &s)) != NULL;
}

/* ---- the three questions ---- */

char *lck_bounds_predicate(lcr_ctx *r, const lck_partition *partition, const lck_tensor *tensor)
{
    work w;
    char *set = NULL, *known = NULL;
    const lc_expr *e = NULL;
    if (begin(&w, r, partition, tensor, false) && (set = inside(&w, false)) &&
        context(&w, false, &known))
        e = lcr_code_predicate(r, w.x, set, known);
    free(set);
    free(known);
    return finish(&w, e);
}

char *lck_full_tile_condition(lcr_ctx *r, const lck_partition *partition,
                              const lck_tensor *tensor)
{
    work w;
    char *set = NULL, *domain = NULL, *known = NULL;
    const lc_expr *e = NULL;
    if (begin(&w, r, partition, tensor, false) && (set = inside(&w, true)) &&
        (domain = tile(&w)) && context(&w, true, &known))
        e = lcr_code_full(r, w.x, set, domain, known);
    free(set);
    free(domain);
    free(known);
    return finish(&w, e);
}

/* One axis of the coordinate, simplified by the facts. */
static const lc_expr *coordinate(const work *w, size_t axis, const char *known)
{
    lc_text s = {0};
    write_names(&s, w, false);
    lc_text_add(&s, "[] -> [");
    write_coordinate(&s, w, axis);
    lc_text_add(&s, "] }");
    char *text = lc_text_take(w->ctx, &s);
    const lc_expr *e = text ? lcr_code_affine(w->r, w->x, text, known) : NULL;
    free(text);
    return e;
}

static const lc_expr *stride(const work *w, size_t axis)
{
    const lck_number *n = &w->t->stride[axis];
    return n->name ? lc_exprs_find(w->x, n->name) : lc_expr_int(w->x, n->value);
}

char *lck_index_expr(lcr_ctx *r, const lck_partition *partition, const lck_tensor *tensor)
{
    work w;
    char *known = NULL;
    const lc_expr *e = NULL;
    if (begin(&w, r, partition, tensor, true) && context(&w, false, &known))
        e = lc_expr_int(w.x, 0);
    for (size_t q = 0; e && q < tensor->naxes; q++) {
        const lc_expr *c = coordinate(&w, q, known);
        e = lc_expr_make(w.x, LC_EXPR_ADD, e, lc_expr_make(w.x, LC_EXPR_MUL, c, stride(&w, q)));
    }
    free(known);
    return finish(&w, e);
}
