#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "internal.h"

struct lc_tiler {
    int refs;
    char mark;         /* `_`, `*`, or 0 */
    lc_layout *layout; /* NULL for a tuple of tilers and for marks */
    size_t n;
    lc_tiler *mode[];
};

static lc_tiler *tiler_alloc(lc_ctx *ctx, size_t n)
{
    lc_tiler *t = lc_alloc(ctx, 1, sizeof(lc_tiler) + n * sizeof(lc_tiler *));
    if (t) {
        t->refs = 1;
        t->n = n;
    }
    return t;
}

lc_tiler *lc_tiler_layout(lc_ctx *ctx, const lc_layout *layout)
{
    lc_tiler *t = tiler_alloc(ctx, 0);
    if (!t)
        return NULL;
    /* a copy rather than a reference: the argument is borrowed and const */
    lc_span all = {0, layout->nnodes, 0, layout->nleaves};
    t->layout = lc_layout_part(ctx, layout, all);
    if (!t->layout) {
        free(t);
        return NULL;
    }
    return t;
}

static size_t depth_of(const lc_tiler *t)
{
    size_t deepest = 0;
    for (size_t i = 0; i < t->n; i++) {
        size_t depth = 1 + depth_of(t->mode[i]);
        deepest = depth > deepest ? depth : deepest;
    }
    return deepest;
}

lc_tiler *lc_tiler_of(lc_ctx *ctx, size_t n, lc_tiler *const *modes)
{
    if (n == 0)
        return lc_fail(ctx, LC_ERR_INVALID, "an empty tiler: expected at least one mode");
    lc_tiler *t = tiler_alloc(ctx, n);
    if (!t)
        return NULL;
    for (size_t i = 0; i < n; i++)
        t->mode[i] = lc_tiler_ref(modes[i]);
    if (n > LC_MAX_LEAVES || depth_of(t) > LC_MAX_DEPTH) {
        lc_tiler_free(t);
        return lc_fail(ctx, LC_ERR_LIMIT,
                       "a tiler of more than %d modes, or nested deeper than %d", LC_MAX_LEAVES,
                       LC_MAX_DEPTH);
    }
    return t;
}

static lc_tiler *tiler_of_mark(lc_ctx *ctx, char mark)
{
    lc_tiler *t = tiler_alloc(ctx, 0);
    if (t)
        t->mark = mark;
    return t;
}

lc_tiler *lc_tiler_still(lc_ctx *ctx)
{
    return tiler_of_mark(ctx, '_');
}

lc_tiler *lc_tiler_star(lc_ctx *ctx)
{
    return tiler_of_mark(ctx, '*');
}

static lc_tiler *tiler_of_extent(lc_ctx *ctx, lc_int extent)
{
    lc_int one = lc_int_const(1);
    char text[LC_NUMBER_ROOM];
    if (lc_int_sign(extent) <= 0)
        return lc_fail(ctx, LC_ERR_INVALID, "a tile of %s elements: expected 1 or more",
                       lc_number(extent, text));
    lc_layout *a = lc_layout_flat(ctx, 1, &extent, &one);
    lc_tiler *t = a ? lc_tiler_layout(ctx, a) : NULL;
    lc_layout_free(a);
    return t;
}

lc_tiler *lc_tiler_shape(lc_ctx *ctx, const lc_tuple *shape)
{
    if (lc_tuple_is_leaf(shape) && shape->has_wildcard)
        return lc_tiler_still(ctx);
    if (lc_tuple_is_leaf(shape))
        return tiler_of_extent(ctx, shape->leaf[0]);
    size_t n = lc_tuple_rank(shape);
    lc_tiler **mode = lc_alloc(ctx, n, sizeof *mode);
    if (!mode)
        return NULL;
    size_t made = 0;
    for (; made < n; made++) {
        lc_tuple *part = lc_tuple_mode(ctx, shape, made);
        mode[made] = part ? lc_tiler_shape(ctx, part) : NULL;
        lc_tuple_free(part);
        if (!mode[made])
            break;
    }
    lc_tiler *t = made == n ? lc_tiler_of(ctx, n, mode) : NULL;
    for (size_t i = 0; i < made; i++)
        lc_tiler_free(mode[i]);
    free(mode);
    return t;
}

lc_tiler *lc_tiler_ref(const lc_tiler *t)
{
    lc_tiler *shared = (lc_tiler *)(uintptr_t)t; /* the count is no part of the value */
    if (shared)
        shared->refs++;
    return shared;
}

void lc_tiler_free(lc_tiler *t)
{
    if (!t || --t->refs > 0)
        return;
    for (size_t i = 0; i < t->n; i++)
        lc_tiler_free(t->mode[i]);
    lc_layout_free(t->layout);
    free(t);
}

const lc_layout *lc_tiler_as_layout(const lc_tiler *t)
{
    return t->layout;
}
size_t lc_tiler_rank(const lc_tiler *t)
{
    return t->layout ? lc_layout_rank(t->layout) : t->n;
}
const lc_tiler *lc_tiler_mode(const lc_tiler *t, size_t i)
{
    return t->mode[i];
}

const lc_tiler *lc_tiler_on(const lc_tiler *t, size_t i)
{
    return i < t->n && t->mode[i]->mark != '_' ? t->mode[i] : NULL;
}

bool lc_tiler_is_star(const lc_tiler *t)
{
    return t->mark == '*';
}

bool lc_tiler_has_star(const lc_tiler *t)
{
    bool star = lc_tiler_is_star(t);
    for (size_t i = 0; !star && i < t->n; i++)
        star = lc_tiler_has_star(t->mode[i]);
    return star;
}

bool lc_tiler_equal(const lc_tiler *x, const lc_tiler *y)
{
    if (x->layout || y->layout)
        return x->layout && y->layout && lc_layout_equal(x->layout, y->layout);
    bool equal = x->mark == y->mark && x->n == y->n;
    for (size_t i = 0; equal && i < x->n; i++)
        equal = lc_tiler_equal(x->mode[i], y->mode[i]);
    return equal;
}

static void add_tiler(lc_text *text, const lc_tiler *t)
{
    if (t->layout) {
        lc_text_add_layout(text, t->layout);
        return;
    }
    if (t->mark) {
        lc_text_add_char(text, t->mark, 1);
        return;
    }
    lc_text_add(text, "<");
    for (size_t i = 0; i < t->n; i++) {
        if (i > 0)
            lc_text_add(text, ", ");
        add_tiler(text, t->mode[i]);
    }
    lc_text_add(text, ">");
}

char *lc_tiler_to_str(lc_ctx *ctx, const lc_tiler *t)
{
    lc_text text = {0};
    add_tiler(&text, t);
    return lc_text_take(ctx, &text);
}
