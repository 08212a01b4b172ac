/* find.c - hints for the checker, found and written as literals. */
#include "config.h"

#include "../hints.h"

#include "find.h"

#include "../internal.h"

#include <string.h>

/* ---- as text ---- */

/* The leaves of a nesting, each as `leaf` says it. */
typedef void say_leaf(lc_text *out, const lit *a, size_t leaf);

static void say_nesting(lc_text *out, const lit *a, size_t *node, size_t *leaf, say_leaf *say)
{
    uint32_t arity = a->node[(*node)++];
    if (arity == 0) {
        say(out, a, (*leaf)++);
        return;
    }
    lc_text_add(out, "(");
    for (uint32_t i = 0; i < arity; i++) {
        lc_text_add(out, i > 0 ? "," : "");
        say_nesting(out, a, node, leaf, say);
    }
    lc_text_add(out, arity == 1 ? ",)" : ")");
}

static void say_all(lc_text *out, const lit *a, say_leaf *say)
{
    size_t node = 0, leaf = 0;
    say_nesting(out, a, &node, &leaf, say);
}

static void say_extent(lc_text *out, const lit *a, size_t leaf)
{
    lc_text_add_int(out, a->extent[leaf]);
}

/* (8*M)*@0@1, (8*M)*f1, 8*M, or a sum of the first. */
static void say_step(lc_text *out, const lit *a, size_t leaf)
{
    bool any = false;
    for (size_t j = 0; j < a->naxes; j++) {
        lc_int step = a->step[j * a->n + leaf];
        if (lc_int_is_plain_zero(step))
            continue;
        lc_text_add(out, any ? "+(" : a->basis || a->by_xor ? "(" : "");
        lc_text_add_int(out, step);
        lc_text_add(out, a->by_xor ? ")*f1" : a->basis ? ")*" : "");
        for (size_t d = a->basis ? a->path[j].depth : 0; d-- > 0;)
            lc_text_printf(out, "@%zu", (size_t)a->path[j].mode[d]);
        any = true;
    }
    lc_text_add(out, any ? "" : "0");
}

/* An offset of coordinates: that of each axis at its place, 0 at the others. */
static void say_offset(lit_pool *pool, lc_text *out, const lit *a)
{
    lit tuple = *a->offset_nesting;
    size_t first, last;
    if (!(tuple.extent = lcr_lit_alloc(pool, tuple.n, sizeof *tuple.extent)))
        return;
    for (size_t j = 0; j < a->naxes; j++)
        if (lcr_lit_leaves_at(&tuple, &a->path[j], &first, &last))
            tuple.extent[first] = a->offset[j];
    say_all(out, &tuple, say_extent);
}

/* An affine layout, at its offset. */
static const char *text_of(lit_pool *pool, const lit *a)
{
    lc_text out = {0};
    if (a->offset && !lcr_all_zero(a->naxes, a->offset)) {
        lc_text_add(&out, "{");
        if (a->offset_nesting)
            say_offset(pool, &out, a);
        else
            lc_text_add_int(&out, a->offset[0]);
        lc_text_add(&out, "} o ");
    }
    say_all(&out, a, say_extent);
    lc_text_add(&out, ":");
    say_all(&out, a, say_step);
    return lcr_text_take(pool, &out);
}

/* ---- the kinds ---- */

static const lit *found(ev *e, const char *kind, const lit *x, const lit *y)
{
    lc_int n;
    if (strcmp(kind, "along") == 0)
        return lcr_hint_along(e, x, y);
    if (strcmp(kind, "vector") == 0)
        return y && lcr_ev_integer(y, &n) ? lcr_hint_vector(e, x, n) : NULL;
    return strcmp(kind, "composite") == 0 ? lcr_hint_composite(e, x, y) : NULL;
}

static const char *find(lit_pool *pool, const char *kind, const lit *x, const lit *y)
{
    lcr_evidence none = {0};
    ev e = {.pool = pool, .out = &none};
    const lit *a = found(&e, kind, x, y);
    const char *text = a ? text_of(pool, a) : NULL;
    lc_code code = lc_ctx_code(pool->lc);
    if (code != LC_ERR_MEMORY && code != LC_ERR_INTERNAL)
        lc_ctx_reset(pool->lc); /* nothing was found */
    return text;
}

void lcr_use_hints(lcr_ctx *r)
{
    r->find = find;
}
