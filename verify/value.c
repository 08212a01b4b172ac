/* value.c - values of the claim language: making, describing, converting. */
#include "config.h"

#include "value.h"

#include <stdlib.h>
#include <string.h>

static lcv_value *value_new(lc_ctx *ctx, lcv_kind kind)
{
    lcv_value *v = lc_alloc(ctx, 1, sizeof *v);
    if (v != NULL) {
        memset(v, 0, sizeof *v);
        v->refs = 1;
        v->kind = kind;
    }
    return v;
}

lcv_value *lcv_value_tuple(lc_ctx *ctx, lc_tuple *t)
{
    lcv_value *v = t != NULL ? value_new(ctx, LCV_TUPLE) : NULL;
    if (v == NULL)
        lc_tuple_free(t);
    else
        v->tuple = t;
    return v;
}

lcv_value *lcv_value_int(lc_ctx *ctx, lc_int value)
{
    return lcv_value_tuple(ctx, lc_tuple_leaf(ctx, value));
}

lcv_value *lcv_value_layout(lc_ctx *ctx, lc_layout *a)
{
    lcv_value *v = a != NULL ? value_new(ctx, LCV_LAYOUT) : NULL;
    if (v == NULL)
        lc_layout_free(a);
    else
        v->layout = a;
    return v;
}

lcv_value *lcv_value_tensor(lc_ctx *ctx, lc_int offset, lc_layout *a)
{
    lc_tuple *leaf = a != NULL ? lc_tuple_leaf(ctx, offset) : NULL;
    lcv_value *v = leaf != NULL ? value_new(ctx, LCV_TENSOR) : NULL;
    if (v == NULL) {
        lc_tuple_free(leaf);
        lc_layout_free(a);
        return NULL;
    }
    v->offset = leaf;
    v->layout = a;
    return v;
}

lcv_value *lcv_value_tiler(lc_ctx *ctx, lc_tiler *t)
{
    lcv_value *v = t != NULL ? value_new(ctx, LCV_TILER) : NULL;
    if (v == NULL)
        lc_tiler_free(t);
    else
        v->tiler = t;
    return v;
}

lcv_value *lcv_value_relation(lc_ctx *ctx, lcr_map *m)
{
    lcv_value *v = m != NULL ? value_new(ctx, LCV_RELATION) : NULL;
    if (v == NULL)
        lcr_map_free(m);
    else
        v->relation = m;
    return v;
}

lcv_value *lcv_value_type(lc_ctx *ctx, int bits, bool is_signed)
{
    lcv_value *v = value_new(ctx, LCV_TYPE);
    if (v != NULL)
        v->bits = is_signed ? -bits : bits;
    return v;
}

lcv_value *lcv_value_ref(lcv_value *v)
{
    if (v != NULL)
        v->refs++;
    return v;
}

void lcv_value_free(lcv_value *v)
{
    if (v == NULL || --v->refs > 0)
        return;
    lc_tuple_free(v->tuple);
    lc_layout_free(v->layout);
    lc_tuple_free(v->offset);
    lc_tiler_free(v->tiler);
    lcr_map_free(v->relation);
    free(v);
}

const char *lcv_value_describe(const lcv_value *v)
{
    switch (v->kind) {
    case LCV_TUPLE:
        return lc_tuple_is_leaf(v->tuple) ? "an integer" : "a tuple";
    case LCV_LAYOUT:
        return "a layout";
    case LCV_TENSOR:
        return "a tensor";
    case LCV_TILER:
        return "a tiler";
    case LCV_RELATION:
        return "a relation";
    case LCV_TYPE:
        return "a type";
    }
    return "a value";
}

/* `{8} o (2,3):(1,2)` */
static char *tensor_to_str(lc_ctx *ctx, const lcv_value *v)
{
    char *offset = lc_tuple_to_str(ctx, v->offset);
    char *layout = offset != NULL ? lc_layout_to_str(ctx, v->layout) : NULL;
    char *text = NULL;
    if (layout != NULL) {
        size_t a = strlen(offset), b = strlen(layout);
        text = lc_alloc(ctx, a + b + sizeof "{} o ", 1);
        if (text != NULL) {
            char *p = text;
            *p++ = '{';
            memcpy(p, offset, a);
            p += a;
            memcpy(p, "} o ", 4);
            memcpy(p + 4, layout, b + 1);
        }
    }
    free(offset);
    free(layout);
    return text;
}

/* `relation "{ [c] -> [2c] : 0 <= c <= 3 }"` */
static char *relation_to_str(lcr_ctx *r, const lcr_map *m)
{
    char *map = lcr_map_to_str(r, m);
    if (map == NULL)
        return NULL;
    size_t n = strlen(map), word = sizeof "relation \"" - 1;
    char *text = lc_alloc(lcr_ctx_lc(r), word + n + 2, 1);
    if (text != NULL) {
        memcpy(text, "relation \"", word);
        memcpy(text + word, map, n);
        memcpy(text + word + n, "\"", 2);
    }
    free(map);
    return text;
}

static char *type_to_str(lc_ctx *ctx, int bits)
{
    unsigned width = (unsigned)(bits < 0 ? -bits : bits);
    char digits[12];
    size_t n = 0;
    do
        digits[n++] = (char)('0' + width % 10);
    while ((width /= 10) != 0);

    char *text = lc_alloc(ctx, sizeof "uint" + n, 1);
    if (text == NULL)
        return NULL;
    char *p = text;
    if (bits > 0)
        *p++ = 'u';
    memcpy(p, "int", 3);
    p += 3;
    while (n > 0)
        *p++ = digits[--n];
    *p = '\0';
    return text;
}

char *lcv_value_to_str(lcr_ctx *r, const lcv_value *v)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    switch (v->kind) {
    case LCV_TUPLE:
        return lc_tuple_to_str(ctx, v->tuple);
    case LCV_LAYOUT:
        return lc_layout_to_str(ctx, v->layout);
    case LCV_TENSOR:
        return tensor_to_str(ctx, v);
    case LCV_TILER:
        return lc_tiler_to_str(ctx, v->tiler);
    case LCV_RELATION:
        return relation_to_str(r, v->relation);
    case LCV_TYPE:
        return type_to_str(ctx, v->bits);
    }
    return lc_fail(ctx, LC_ERR_INTERNAL, "a value of an unknown kind");
}

bool lcv_as_int(lc_ctx *ctx, const lcv_value *v, lc_int *out)
{
    if (v->kind != LCV_TUPLE || !lc_tuple_is_leaf(v->tuple)) {
        lc_fail(ctx, LC_ERR_INVALID, "expected an integer, found %s", lcv_value_describe(v));
        return false;
    }
    if (lc_tuple_has_wildcard(v->tuple)) {
        lc_fail(ctx, LC_ERR_INVALID, "expected an integer, found the wildcard _");
        return false;
    }
    *out = lc_tuple_value(v->tuple, 0);
    return true;
}

lc_tuple *lcv_as_tuple(lc_ctx *ctx, const lcv_value *v)
{
    if (v->kind == LCV_TUPLE)
        return lc_tuple_ref(v->tuple);
    if (v->kind == LCV_LAYOUT || v->kind == LCV_TENSOR)
        return lc_layout_shape(ctx, v->layout);
    return lc_fail(ctx, LC_ERR_INVALID, "expected a shape or a layout, found %s",
                   lcv_value_describe(v));
}

lc_layout *lcv_as_layout(lc_ctx *ctx, const lcv_value *v)
{
    switch (v->kind) {
    case LCV_LAYOUT:
        return lc_layout_ref(v->layout);
    case LCV_TUPLE:
        return lc_layout_compact(ctx, v->tuple);
    case LCV_TENSOR:
        if (lc_int_is_zero(lc_tuple_value(v->offset, 0)))
            return lc_layout_ref(v->layout);
        return lc_fail(ctx, LC_ERR_INVALID,
                       "expected a layout, found a tensor whose offset is not 0");
    case LCV_TILER: {
        const lc_layout *a = lc_tiler_as_layout(v->tiler);
        if (a != NULL)
            return lc_layout_ref((lc_layout *)(uintptr_t)a);
        break;
    }
    case LCV_RELATION:
    case LCV_TYPE:
        break;
    }
    return lc_fail(ctx, LC_ERR_INVALID, "expected a layout, found %s", lcv_value_describe(v));
}

lc_tiler *lcv_as_tiler(lc_ctx *ctx, const lcv_value *v)
{
    if (v->kind == LCV_TILER)
        return lc_tiler_ref(v->tiler);
    if (v->kind == LCV_TUPLE)
        return lc_tiler_shape(ctx, v->tuple);
    if (v->kind == LCV_LAYOUT || v->kind == LCV_TENSOR) {
        lc_layout *a = lcv_as_layout(ctx, v);
        lc_tiler *t = a != NULL ? lc_tiler_layout(ctx, a) : NULL;
        lc_layout_free(a);
        return t;
    }
    return lc_fail(ctx, LC_ERR_INVALID, "expected a layout or a tiler, found %s",
                   lcv_value_describe(v));
}
