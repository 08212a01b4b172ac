/* value.c - tuples and layouts of sizes: parts, joins, text at numbers. */
#include "config.h"

#include "read.h"

#include <string.h>

/* ---- making ---- */

sv *lcr_sv_new(sym *s, sv_kind kind, size_t nnodes, size_t n, size_t naxes)
{
    sv *a = lcr_lit_alloc(s->pool, 1, sizeof *a);
    if (!a)
        return NULL;
    *a = (sv){.kind = kind, .nnodes = nnodes, .n = n, .naxes = naxes};
    a->node = lcr_lit_alloc(s->pool, nnodes + 1, sizeof *a->node);
    a->extent = lcr_lit_alloc(s->pool, n + 1, sizeof *a->extent);
    a->path = lcr_lit_alloc(s->pool, naxes + 1, sizeof *a->path);
    return a->node && a->extent && a->path ? a : NULL;
}

sv *lcr_sv_copy(sym *s, const sv *a)
{
    sv *copy = a ? lcr_lit_alloc(s->pool, 1, sizeof *copy) : NULL;
    if (copy)
        *copy = *a;
    return copy;
}

sv *lcr_sv_like(sym *s, const sv *b, const sv *a)
{
    sv *out = lcr_sv_copy(s, a);
    if (!out)
        return NULL;
    out->nnodes = b->nnodes;
    out->n = b->n;
    out->node = b->node;
    out->extent = b->extent;
    out->step = lcr_lit_alloc(s->pool, a->naxes * b->n, sizeof *out->step);
    return out->step ? out : NULL;
}

const sv *lcr_sv_size(sym *s, const poly *size)
{
    sv *a = size ? lcr_sv_new(s, SV_TUPLE, 1, 1, 0) : NULL;
    if (a)
        a->extent[0] = size;
    return a;
}

bool lcr_sv_is_size(const sv *a, const poly **size)
{
    bool is = a->kind == SV_TUPLE && !a->step && a->nnodes == 1 && a->extent[0] != NULL;
    *size = is ? a->extent[0] : NULL;
    return is;
}

const sv *lcr_sv_layout(sym *s, const sv *a)
{
    if (!a || a->kind == SV_LAYOUT)
        return a;
    if (a->kind != SV_TUPLE || a->step)
        return lc_fail(s->pool->lc, LC_ERR_INVALID, "no layout");
    sv *b = lcr_sv_copy(s, a);
    if (!b || !(b->step = lcr_lit_alloc(s->pool, a->n, sizeof *b->step)))
        return NULL;
    b->kind = SV_LAYOUT;
    b->naxes = 1;
    const poly *place = lcr_poly_si(s->pool, 1);
    for (size_t k = 0; k < a->n; k++) {
        if (!a->extent[k])
            return lc_fail(s->pool->lc, LC_ERR_INVALID, "a wildcard in a shape");
        b->step[k] = place;
        place = lcr_poly_mul(s->pool, place, a->extent[k]);
    }
    return place ? b : NULL;
}

/* ---- axes ---- */

static void add_paths(const sv *a, size_t *node, lit_path at, lit_path *to, size_t *leaf)
{
    uint32_t arity = a->node[(*node)++];
    if (arity == 0)
        to[(*leaf)++] = at;
    for (uint32_t i = 0; i < arity; i++) {
        lit_path below = at;
        if (!lcr_path_append(&below, i))
            below.depth = 0;
        add_paths(a, node, below, to, leaf);
    }
}

void lcr_sv_paths(const sv *a, lit_path *path)
{
    size_t node = 0, leaf = 0;
    add_paths(a, &node, (lit_path){0}, path, &leaf);
}

size_t lcr_sv_axis(const sv *a, const lit_path *path)
{
    for (size_t j = 0; a->basis && j < a->naxes; j++)
        if (lcr_path_same(&a->path[j], path))
            return j;
    return SIZE_MAX;
}

const poly *lcr_sv_step(sym *s, const sv *a, size_t axis, size_t leaf)
{
    return axis != SIZE_MAX ? a->step[axis * a->n + leaf] : lcr_poly_si(s->pool, 0);
}

const poly *lcr_sv_offset(sym *s, const sv *a, size_t axis)
{
    bool has = a->offset && axis != SIZE_MAX;
    return has ? a->offset[axis] : lcr_poly_si(s->pool, 0);
}

/* ---- nestings ---- */

size_t lcr_sv_after(const sv *a, size_t node, size_t *leaves)
{
    size_t below = a->node[node];
    *leaves += below == 0;
    for (node++; below > 0; below--)
        node = lcr_sv_after(a, node, leaves);
    return node;
}

const sv *lcr_sv_part(sym *s, const sv *a, size_t node, size_t leaf)
{
    size_t n = 0, end = lcr_sv_after(a, node, &n);
    sv *b = lcr_sv_copy(s, a);
    if (!b)
        return NULL;
    b->nnodes = end - node;
    b->n = n;
    b->node = a->node + node;
    b->extent = a->extent + leaf;
    if (!a->step)
        return b;
    b->step = lcr_lit_alloc(s->pool, a->naxes * n, sizeof *b->step);
    for (size_t j = 0; b->step && j < a->naxes; j++)
        memcpy(b->step + j * n, a->step + j * a->n + leaf, n * sizeof *b->step);
    return b->step ? b : NULL;
}

size_t lcr_sv_rank(const sv *a)
{
    return a->node[0] > 0 ? a->node[0] : 1;
}

const sv *lcr_sv_mode(sym *s, const sv *a, size_t i)
{
    size_t node = a->node[0] > 0, leaf = 0;
    if (i >= lcr_sv_rank(a))
        return lc_fail(s->pool->lc, LC_ERR_INVALID, "no such mode");
    for (; i > 0; i--)
        node = lcr_sv_after(a, node, &leaf);
    return lcr_sv_part(s, a, node, leaf);
}

/* The axes of all parts; false where sizes and coordinates stand side by side: a layout of
 * zeros goes with any. */
static bool join_axes(sym *s, size_t n, const sv *const *part, sv *out)
{
    out->naxes = 0;
    for (size_t i = 0; i < n; i++)
        out->basis = out->basis || part[i]->basis;
    if (!out->basis) {
        out->naxes = 1;
        return true;
    }
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; !part[i]->basis && k < part[i]->n; k++)
            if (part[i]->step[k]->n > 0)
                return lc_fail(s->pool->lc, LC_ERR_INVALID, "values of different kinds");
        for (size_t j = 0; part[i]->basis && j < part[i]->naxes; j++)
            if (lcr_sv_axis(out, &part[i]->path[j]) == SIZE_MAX)
                out->path[out->naxes++] = part[i]->path[j];
    }
    return true;
}

static bool join_steps(sym *s, size_t n, const sv *const *part, sv *out)
{
    bool ok = true;
    out->step = lcr_lit_alloc(s->pool, out->naxes * out->n, sizeof *out->step);
    out->offset = lcr_lit_alloc(s->pool, out->naxes, sizeof *out->offset);
    ok = out->step && out->offset != NULL;
    for (size_t j = 0; ok && j < out->naxes; j++) {
        const poly *sum = lcr_poly_si(s->pool, 0);
        size_t k = 0;
        for (size_t i = 0; i < n; i++) {
            size_t axis = out->basis == part[i]->basis
                              ? (out->basis ? lcr_sv_axis(part[i], &out->path[j]) : 0)
                              : SIZE_MAX;
            for (size_t l = 0; l < part[i]->n; l++)
                out->step[j * out->n + k++] = lcr_sv_step(s, part[i], axis, l);
            sum = lcr_poly_add(s->pool, sum, lc_int_const(1), lcr_sv_offset(s, part[i], axis));
        }
        out->offset[j] = sum;
        ok = sum != NULL;
    }
    return ok;
}

const sv *lcr_sv_concat(sym *s, size_t n, const sv *const *part)
{
    size_t nnodes = 1, leaves = 0, axes = 0, sized = 0;
    for (size_t i = 0; i < n; i++) {
        nnodes += part[i]->nnodes;
        leaves += part[i]->n;
        axes += part[i]->naxes;
        sized += !part[i]->step;
        if (part[i]->kind != part[0]->kind || part[i]->kind > SV_LAYOUT)
            return lc_fail(s->pool->lc, LC_ERR_INVALID, "values of different kinds");
    }
    bool fits = n > 0 && leaves <= SV_LEAVES && axes <= SV_AXES * SV_LEAVES;
    sv *out = fits ? lcr_sv_new(s, part[0]->kind, nnodes, leaves, axes) : NULL;
    if (!out)
        return lc_fail(s->pool->lc, LC_ERR_LIMIT, "more than %d modes", SV_LEAVES);
    out->node[0] = (uint32_t)n;
    nnodes = 1;
    leaves = 0;
    for (size_t i = 0; i < n; i++) {
        memcpy(out->node + nnodes, part[i]->node, part[i]->nnodes * sizeof *out->node);
        memcpy(out->extent + leaves, part[i]->extent, part[i]->n * sizeof *out->extent);
        nnodes += part[i]->nnodes;
        leaves += part[i]->n;
    }
    if (sized == n) {
        out->naxes = 0;
        return out;
    }
    if (sized > 0)
        return lc_fail(s->pool->lc, LC_ERR_INVALID, "sizes and strides side by side");
    return join_axes(s, n, part, out) && join_steps(s, n, part, out) ? out : NULL;
}

/* ---- offsets ---- */

/* {M} o, {(M,0)} o: an axis without a stride may have an offset; offsets add up. */
sv *lcr_sv_tensor(sym *s, const sv *offset, const sv *a)
{
    const lit nesting = {.nnodes = offset->nnodes, .n = offset->n, .node = offset->node};
    if (a->kind != SV_LAYOUT || offset->kind != SV_TUPLE || offset->step ||
        (!a->basis && offset->nnodes > 1) || offset->n > SV_AXES)
        return lc_fail(s->pool->lc, LC_ERR_INVALID, "an offset of another nesting");
    lit_path *path = lcr_lit_alloc(s->pool, offset->n, sizeof *path);
    sv *b = lcr_sv_copy(s, a);
    if (!path || !b || !(b->path = lcr_lit_alloc(s->pool, a->naxes + offset->n, sizeof *b->path)))
        return NULL;
    lcr_lit_paths(&nesting, path);
    memcpy(b->path, a->path, (a->basis ? a->naxes : 0) * sizeof *a->path);
    for (size_t k = 0; a->basis && k < offset->n; k++)
        if (lcr_sv_axis(b, &path[k]) == SIZE_MAX)
            b->path[b->naxes++] = path[k];
    b->step = lcr_lit_alloc(s->pool, b->naxes * b->n, sizeof *b->step);
    b->offset = lcr_lit_alloc(s->pool, b->naxes, sizeof *b->offset);
    for (size_t j = 0; b->step && b->offset && j < b->naxes; j++) {
        size_t axis = j < a->naxes ? j : SIZE_MAX;
        b->offset[j] = lcr_sv_offset(s, a, axis);
        for (size_t k = 0; k < b->n; k++)
            b->step[j * b->n + k] = lcr_sv_step(s, a, axis, k);
    }
    for (size_t k = 0; b->offset && k < offset->n; k++) {
        if (!offset->extent[k])
            return lc_fail(s->pool->lc, LC_ERR_INVALID, "a wildcard in an offset");
        const poly **at = &b->offset[a->basis ? lcr_sv_axis(b, &path[k]) : 0];
        *at = lcr_poly_add(s->pool, *at, lc_int_const(1), offset->extent[k]);
    }
    return b->step && b->offset ? b : NULL;
}

/* ---- looking ---- */

const poly *lcr_sv_product(sym *s, const sv *a)
{
    const poly *product = lcr_poly_si(s->pool, 1);
    for (size_t k = 0; product && k < a->n; k++) {
        if (!a->extent[k])
            return lc_fail(s->pool->lc, LC_ERR_INVALID, "a wildcard in a shape");
        product = lcr_poly_mul(s->pool, product, a->extent[k]);
    }
    return product;
}

bool lcr_sv_congruent(const sv *a, const sv *b)
{
    return a->nnodes == b->nnodes && memcmp(a->node, b->node, a->nnodes * sizeof *a->node) == 0;
}

bool lcr_sv_leaf_at(const sv *a, const lit_path *path, size_t *leaf)
{
    size_t node = 0;
    *leaf = 0;
    for (size_t d = 0; d < path->depth; d++) {
        if (path->mode[d] >= a->node[node])
            return false;
        node++;
        for (uint32_t i = 0; i < path->mode[d]; i++)
            node = lcr_sv_after(a, node, leaf);
    }
    return a->node[node] == 0;
}

/* ---- text at numbers ---- */

typedef struct {
    sym *s;
    const sv *a;
    const lc_int *value;
    lc_text to;
    size_t node, leaf;
} writing;

static void say_size(writing *w, const poly *p)
{
    if (!p)
        lc_text_add(&w->to, "_");
    else
        lc_text_add_int(&w->to, lcr_poly_at(w->s->pool->lc, p, w->value));
}

/* 2e1+e0 as 2@1+1@0 */
static void say_stride(writing *w, size_t leaf)
{
    bool first = true;
    if (!w->a->basis) {
        lc_text_add(&w->to, w->a->by_xor ? "f" : "");
        say_size(w, w->a->step[leaf]);
        return;
    }
    for (size_t j = 0; j < w->a->naxes; j++) {
        const poly *p = w->a->step[j * w->a->n + leaf];
        if (lc_int_is_zero(lcr_poly_at(w->s->pool->lc, p, w->value)))
            continue;
        lc_text_add(&w->to, first ? "" : "+");
        say_size(w, p);
        for (size_t d = w->a->path[j].depth; d > 0; d--) {
            lc_text_add(&w->to, "@");
            lc_text_add_int(&w->to, lc_int_const((int32_t)w->a->path[j].mode[d - 1]));
        }
        first = false;
    }
    lc_text_add(&w->to, first ? "0" : "");
}

static void say_nest(writing *w, bool strides)
{
    uint32_t arity = w->a->node[w->node++];
    if (arity == 0 && strides)
        say_stride(w, w->leaf++);
    else if (arity == 0)
        say_size(w, w->a->extent[w->leaf++]);
    else
        lc_text_add(&w->to, "(");
    for (uint32_t i = 0; i < arity; i++) {
        lc_text_add(&w->to, i > 0 ? "," : "");
        say_nest(w, strides);
    }
    lc_text_add(&w->to, arity == 1 ? ",)" : arity > 1 ? ")" : "");
}

static const char *say_morphism(sym *s, const sv *a, const lc_int *value)
{
    writing w = {.s = s, .a = a, .value = value};
    lc_text_add(&w.to, "morphism{");
    say_nest(&w, false);
    lc_text_add(&w.to, " -> ");
    w.a = a->codomain;
    w.node = w.leaf = 0;
    say_nest(&w, false);
    for (size_t i = 0; i < a->n; i++) {
        lc_text_add(&w.to, i > 0 ? "," : ": ");
        if (a->image[i] > 0)
            lc_text_add_int(&w.to, lc_int_si(s->pool->lc, (int64_t)a->image[i]));
        else
            lc_text_add(&w.to, "*");
    }
    lc_text_add(&w.to, "}");
    return lcr_text_take(s->pool, &w.to);
}

const char *lcr_sv_text(sym *s, const sv *a, const lc_int *value)
{
    writing w = {.s = s, .a = a, .value = value};
    if (a->codomain)
        return say_morphism(s, a, value);
    bool layout = a->kind == SV_LAYOUT;
    if (a->kind == SV_WORD)
        return a->word;
    if (a->swizzled || a->kind == SV_SWIZZLE)
        lc_text_printf(&w.to, "S<%d,%d,%d>%s", a->b, a->m, a->s,
                       a->kind == SV_SWIZZLE ? ""
                       : a->offset           ? " o "
                                             : " o 0 o ");
    if (a->kind == SV_SWIZZLE)
        return lcr_text_take(s->pool, &w.to);
    if (a->kind == SV_TILER || (a->offset && a->basis))
        return lc_fail(s->pool->lc, LC_ERR_INVALID, "no text of this kind");
    if (a->offset) {
        lc_text_add(&w.to, "{");
        say_size(&w, a->offset[0]);
        lc_text_add(&w.to, "} o ");
    }
    if (layout || !a->step)
        say_nest(&w, false);
    w.node = w.leaf = 0;
    lc_text_add(&w.to, layout ? ":" : "");
    if (a->step)
        say_nest(&w, true);
    return lcr_text_take(s->pool, &w.to);
}
