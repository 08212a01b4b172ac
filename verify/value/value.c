/* value.c - values of the claim language: making, describing, converting. */
#include "config.h"

#include "value.h"

#include <stdlib.h>
#include <string.h>

#include "../../lib/text.h"
#include "definition.h"
#include "formula.h"
#include "kept.h"
#include "points.h"
#include "text.h"

static lcv_value *value_new(lc_ctx *ctx, lcv_kind kind)
{
    lcv_value *v = lc_alloc(ctx, 1, sizeof *v);
    if (v) {
        v->refs = 1;
        v->kind = kind;
    }
    return v;
}

/* A value that has one part. */
#define HOLDS(name, kind, type, part)                                                            \
    lcv_value *lcv_value_##name(lc_ctx *ctx, type *made)                                         \
    {                                                                                            \
        lcv_value *v = made ? value_new(ctx, kind) : NULL;                                       \
        if (v)                                                                                   \
            v->part = made;                                                                      \
        else                                                                                     \
            type##_free(made);                                                                   \
        return v;                                                                                \
    }

HOLDS(tuple, LCV_TUPLE, lc_tuple, tuple)
HOLDS(layout, LCV_LAYOUT, lc_layout, layout)
HOLDS(tiler, LCV_TILER, lc_tiler, tiler)
HOLDS(relation, LCV_RELATION, lcr_map, relation)
HOLDS(set, LCV_SET, lcr_map, relation)
HOLDS(linear, LCV_LINEAR, lc_linear, linear)
HOLDS(morphism, LCV_MORPHISM, lc_morphism, morphism)

lcv_value *lcv_value_list_of_points(lc_ctx *ctx, size_t width, lc_ints *values)
{
    lcv_value *v = values ? value_new(ctx, LCV_SET) : NULL;
    if (v) {
        v->values = values;
        v->width = width;
    } else {
        lc_ints_free(values);
    }
    return v;
}

lcv_value *lcv_value_int(lc_ctx *ctx, lc_int value)
{
    return lcv_value_tuple(ctx, lc_tuple_leaf(ctx, value));
}

lcv_value *lcv_value_tensor(lc_ctx *ctx, lc_int offset, lc_layout *a)
{
    return lcv_value_tensor_at(ctx, a ? lc_tuple_leaf(ctx, offset) : NULL, a);
}

lcv_value *lcv_value_map_of(lc_ctx *ctx, lcr_map *m, const lcv_value *of)
{
    lcv_value *v = lcv_value_relation(ctx, m);
    if (v)
        v->map_of = lcv_value_ref(of);
    return v;
}

lcv_value *lcv_value_swizzle(lc_ctx *ctx, lc_swizzle w)
{
    lcv_value *v = value_new(ctx, LCV_SWIZZLE);
    if (v)
        v->swizzle = w;
    return v;
}

void lcv_swizzle_misfit(lc_ctx *ctx, const lc_layout *inner)
{
    char *text = lcv_kept(ctx, lc_layout_to_str(ctx, inner));
    if (text)
        lc_fail(ctx, LC_ERR_INVALID,
                "a swizzle takes integers: the values of %.300s are coordinates", text);
}

lcv_value *lcv_value_composed(lc_ctx *ctx, lc_swizzle w, lc_int offset, lc_layout *a)
{
    if (a && lc_layout_codomain(a) == LC_COORDINATES) {
        lcv_swizzle_misfit(ctx, a);
        lc_layout_free(a);
        return NULL;
    }
    lcv_value *v = lcv_value_tensor(ctx, offset, a);
    if (v) {
        v->kind = LCV_COMPOSED;
        v->swizzle = w;
    }
    return v;
}

lcv_value *lcv_value_names(lc_ctx *ctx, size_t n, const char *const *name)
{
    lcv_value *v = value_new(ctx, LCV_NAMES);
    char **copy = v ? lc_alloc(ctx, n + 1, sizeof *copy) : NULL;
    if (v)
        v->name = copy;
    while (copy && v->nnames < n && (copy[v->nnames] = lcv_text(ctx, "%s", name[v->nnames])))
        v->nnames++;
    if (copy && v->nnames == n)
        return v;
    lcv_value_free(v);
    return NULL;
}

lcv_value *lcv_value_with_names(lc_ctx *ctx, const lcv_value *layout, const char *names)
{
    lcv_value *v = lcv_value_layout(ctx, lc_layout_ref(layout->layout));
    size_t n = lc_layout_rank(layout->layout);
    char **copy = v ? lc_alloc(ctx, n + 1, sizeof *copy) : NULL;
    if (v)
        v->name = copy;
    while (copy && v->nnames < n) {
        size_t length = strcspn(names, ",");
        char *one = lc_alloc(ctx, length + 1, 1);
        if (!one)
            break;
        memcpy(one, names, length);
        copy[v->nnames++] = one;
        names += length + (names[length] == ',');
    }
    if (copy && v->nnames == n)
        return v;
    lcv_value_free(v);
    return NULL;
}

lcv_value *lcv_value_type(lc_ctx *ctx, int bits, bool is_signed)
{
    lcv_value *v = value_new(ctx, LCV_TYPE);
    if (v)
        v->bits = is_signed ? -bits : bits;
    return v;
}

lcv_value *lcv_value_formula(lc_ctx *ctx, lcv_kind kind, struct lcv_formula *formula)
{
    lcv_value *v = formula ? value_new(ctx, kind) : NULL;
    if (!v)
        lcv_formula_free(formula);
    else
        v->formula = formula;
    return v;
}

lcv_value *lcv_value_list(lc_ctx *ctx, size_t n, lcv_value *const *part)
{
    lcv_value *v = value_new(ctx, LCV_LIST);
    if (!v || !(v->part = lc_alloc(ctx, n, sizeof *v->part))) {
        lcv_value_free(v);
        return NULL;
    }
    for (; v->nparts < n; v->nparts++)
        v->part[v->nparts] = lcv_value_ref(part[v->nparts]);
    return v;
}

lcv_value *lcv_value_encoding(lc_ctx *ctx, lc_encoding *e)
{
    lcv_value *v = e ? value_new(ctx, LCV_ENCODING) : NULL;
    if (!v)
        lc_encoding_free(e);
    else
        v->encoding = e;
    return v;
}

lcv_value *lcv_value_definition(lc_ctx *ctx, struct lcv_definition *definition)
{
    lcv_value *v = definition ? value_new(ctx, LCV_FUNCTION) : NULL;
    if (!v)
        lcv_definition_free(definition);
    else
        v->definition = definition;
    return v;
}

lcv_value *lcv_value_ref(const lcv_value *v)
{
    lcv_value *shared = (lcv_value *)(uintptr_t)v; /* the count is not part of the value */
    if (shared)
        shared->refs++;
    return shared;
}

void lcv_value_free(lcv_value *v)
{
    if (!v || --v->refs > 0)
        return;
    lc_tuple_free(v->tuple);
    lc_layout_free(v->layout);
    lc_tuple_free(v->offset);
    lc_tiler_free(v->tiler);
    lcr_map_free(v->relation);
    lcv_value_free(v->map_of);
    lc_ints_free(v->values);
    lc_linear_free(v->linear);
    lc_encoding_free(v->encoding);
    lcv_formula_free(v->formula);
    lcv_definition_free(v->definition);
    for (size_t i = 0; i < v->nparts; i++)
        lcv_value_free(v->part[i]);
    free(v->part);
    lc_morphism_free(v->morphism);
    for (size_t i = 0; i < v->nnames; i++)
        free(v->name[i]);
    free(v->name);
    for (size_t i = 0; i < v->nouters; i++) {
        lc_tuple_free(v->outer[i].offset);
        lc_layout_free(v->outer[i].layout);
    }
    free(v->outer);
    free(v);
}

/* What a value is, with its article in front. */
static const char *const described[] = {
    [LCV_TUPLE] = "a tuple",
    [LCV_STRIDES] = "a stride",
    [LCV_LAYOUT] = "a layout",
    [LCV_TENSOR] = "a tensor",
    [LCV_TILER] = "a tiler",
    [LCV_RELATION] = "a relation",
    [LCV_SET] = "a set",
    [LCV_SWIZZLE] = "a swizzle",
    [LCV_COMPOSED] = "a composed layout",
    [LCV_LINEAR] = "a linear layout",
    [LCV_AFFINE] = "an affine layout",
    [LCV_MORPHISM] = "a morphism",
    [LCV_NAMES] = "a list of names",
    [LCV_TYPE] = "a type",
    [LCV_PARAMETER] = "a parameter",
    [LCV_EXPRESSION] = "an expression with parameters",
    [LCV_LIST] = "a list",
    [LCV_FUNCTION] = "a function",
};

const char *lcv_value_describe(const lcv_value *v)
{
    if (v->kind == LCV_TUPLE && lc_tuple_is_leaf(v->tuple))
        return lc_tuple_has_wildcard(v->tuple) ? "the wildcard _" : "an integer";
    if (v->kind == LCV_STRIDES)
        return lc_layout_depth(v->layout) == 0 ? "a stride element" : "a tuple of strides";
    if (v->kind == LCV_NAMES && v->nnames == 1)
        return "a name";
    if (v->kind == LCV_ENCODING)
        return lc_encoding_kind_of(v->encoding) == LC_ENCODING_PADDED
                   ? "an encoding of padded memory: layout(E) says where its elements lie, and "
                     "layout(E) o A where lanes start that read the coordinates of a layout A"
                   : "an encoding of Triton, a layout only with a shape: linear(ENCODING, SHAPE)";
    return described[v->kind];
}

const char *lcv_kind_name(const lcv_value *v)
{
    switch (v->kind) {
    case LCV_COMPOSED: return "composed";
    case LCV_LINEAR: return "linear";
    case LCV_AFFINE: return "affine";
    case LCV_NAMES: return "names";
    case LCV_EXPRESSION: return "expression";
    case LCV_ENCODING: return "encoding";
    case LCV_TUPLE: return lc_tuple_is_leaf(v->tuple) ? "integer" : "tuple";
    default: return strchr(described[v->kind], ' ') + 1; /* without the article */
    }
}

/* `{8} o (2,3):(1,2)` */
static char *tensor_to_str(lc_ctx *ctx, const lcv_value *v)
{
    return lcv_text(ctx, "{%t} o %L", v->offset, v->layout);
}

/* `in`, `[in1,in2]` */
static char *names_to_str(lc_ctx *ctx, const lcv_value *v)
{
    lc_text text = {0};
    lc_text_add(&text, v->nnames == 1 ? "" : "[");
    for (size_t i = 0; i < v->nnames; i++)
        lc_text_printf(&text, "%s%s", i > 0 ? "," : "", v->name[i]);
    lc_text_add(&text, v->nnames == 1 ? "" : "]");
    return lc_text_take(ctx, &text);
}

static char *type_to_str(lc_ctx *ctx, int bits)
{
    return lcv_text(ctx, "%sint%z", bits > 0 ? "u" : "", (size_t)abs(bits));
}

static char *list_to_str(lcr_ctx *r, const lcv_value *v)
{
    lc_text text = {0};
    lc_text_add(&text, "[");
    for (size_t i = 0; i < v->nparts; i++) {
        char *part = lcv_value_to_str(r, v->part[i]);
        if (!part) {
            lc_text_free(&text);
            return NULL;
        }
        lc_text_printf(&text, "%s%s", i > 0 ? ", " : "", part);
        free(part);
    }
    lc_text_add(&text, "]");
    return lc_text_take(lcr_ctx_lc(r), &text);
}

char *lcv_value_to_str(lcr_ctx *r, const lcv_value *v)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    switch (v->kind) {
    case LCV_TUPLE: return lc_tuple_to_str(ctx, v->tuple);
    case LCV_STRIDES: return lc_layout_stride_to_str(ctx, v->layout);
    case LCV_LAYOUT: return lc_layout_to_str(ctx, v->layout);
    case LCV_TENSOR: return tensor_to_str(ctx, v);
    case LCV_TILER: return lc_tiler_to_str(ctx, v->tiler);
    case LCV_RELATION: return lcv_text(ctx, "relation \"%S\"", lcr_map_to_str(r, v->relation));
    case LCV_SET:
        return lcv_text(ctx, "set \"%S\"",
                        v->relation ? lcr_set_to_str(r, v->relation) : lcv_points_text(r, v));
    case LCV_SWIZZLE: return lc_swizzle_to_str(ctx, v->swizzle);
    case LCV_COMPOSED: return lcv_composed_to_str(ctx, v);
    case LCV_LINEAR: return lc_linear_to_str(ctx, v->linear);
    case LCV_AFFINE:
        return lcv_text(ctx, "{%t} o %S", v->offset, lc_linear_to_str(ctx, v->linear));
    case LCV_MORPHISM: return lc_morphism_to_str(ctx, v->morphism);
    case LCV_NAMES: return names_to_str(ctx, v);
    case LCV_TYPE: return type_to_str(ctx, v->bits);
    case LCV_PARAMETER:
    case LCV_EXPRESSION: return lcv_text(ctx, "%s", v->formula->text);
    case LCV_LIST: return list_to_str(r, v);
    case LCV_ENCODING: return lc_encoding_to_str(ctx, v->encoding);
    case LCV_FUNCTION: return lcv_text(ctx, "%s", v->definition->text);
    }
    return lc_fail(ctx, LC_ERR_INTERNAL, "a value of an unknown kind");
}

bool lcv_as_int(lc_ctx *ctx, const lcv_value *v, lc_int *out)
{
    if (v->kind == LCV_STRIDES && lc_layout_depth(v->layout) == 0) {
        char *text = lcv_kept(ctx, lc_layout_stride_to_str(ctx, v->layout));
        if (text)
            lc_fail(ctx, LC_ERR_INVALID, "expected an integer: %.200s is a stride element", text);
        return false;
    }
    if (v->kind != LCV_TUPLE || !lc_tuple_is_leaf(v->tuple))
        return lc_fail(ctx, LC_ERR_INVALID, "expected an integer, found %s",
                       lcv_value_describe(v));
    if (lc_tuple_has_wildcard(v->tuple))
        return lc_fail(ctx, LC_ERR_INVALID, "expected an integer, found the wildcard _");
    *out = lc_tuple_value(v->tuple, 0);
    return true;
}

/* The sizes of the input dims: an integer for one dim or none. */
static lc_tuple *shape_of_linear(lc_ctx *ctx, const lc_linear *l)
{
    lc_int size[LC_LINEAR_DIMS];
    size_t n = lc_linear_nins(l);
    lc_frame frame = lc_frame_open(ctx);
    for (size_t i = 0; i < n; i++)
        size[i] = lc_int_power_of_two(ctx, lc_linear_in_dim(l, i).bits);
    lc_tuple *t = n == 0 ? lc_tuple_leaf(ctx, lc_int_const(1)) : lc_tuple_point(ctx, n, size);
    lc_frame_close(ctx, frame);
    return t;
}

lc_tuple *lcv_as_tuple(lc_ctx *ctx, const lcv_value *v)
{
    if (v->kind == LCV_TUPLE)
        return lc_tuple_ref(v->tuple);
    if (v->kind == LCV_LAYOUT || v->kind == LCV_TENSOR || v->kind == LCV_COMPOSED)
        return lc_layout_shape(ctx, v->layout);
    if (v->kind == LCV_SWIZZLE)
        return lc_tuple_leaf(ctx, lc_swizzle_size(ctx, v->swizzle));
    if (lcv_has_dims(v))
        return shape_of_linear(ctx, v->linear);
    if (v->values)
        return lc_tuple_ref(v->tuple);
    return lc_fail(ctx, LC_ERR_INVALID, "expected a shape or a layout, found %s",
                   lcv_value_describe(v));
}

lc_layout *lcv_as_layout(lc_ctx *ctx, const lcv_value *v)
{
    switch (v->kind) {
    case LCV_LAYOUT: return lc_layout_ref(v->layout);
    case LCV_TUPLE: return lc_layout_compact(ctx, v->tuple);
    case LCV_TENSOR:
        if (!lcv_has_offset(v))
            return lc_layout_ref(v->layout);
        return lc_fail(ctx, LC_ERR_INVALID,
                       "expected a layout, found a tensor whose offset is not 0");
    case LCV_TILER: {
        const lc_layout *a = lc_tiler_as_layout(v->tiler);
        if (a)
            return lc_layout_ref(a);
        break;
    }
    case LCV_STRIDES:
    case LCV_SWIZZLE:
    case LCV_COMPOSED:
    case LCV_LINEAR:
    case LCV_AFFINE:
    case LCV_RELATION:
    case LCV_SET:
    case LCV_MORPHISM:
    case LCV_NAMES:
    case LCV_TYPE:
    case LCV_PARAMETER:
    case LCV_EXPRESSION:
    case LCV_LIST:
    case LCV_ENCODING:
    case LCV_FUNCTION: break;
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
        lc_layout *a = lcv_kept(ctx, lcv_as_layout(ctx, v));
        return a ? lc_tiler_layout(ctx, a) : NULL;
    }
    return lc_fail(ctx, LC_ERR_INVALID, "expected a layout or a tiler, found %s",
                   lcv_value_describe(v));
}

lc_tiler *lcv_tiler_of_tiles(lc_ctx *ctx, const char *name, const lcv_value *v)
{
    lc_tiler *t = lcv_as_tiler(ctx, v);
    if (!t || !lc_tiler_has_star(t))
        return t;
    lc_tiler_free(t);
    return lc_fail(ctx, LC_ERR_INVALID,
                   "%s: '*' is no tile: expected an extent, a layout, or '_' for a mode that "
                   "stays as it is",
                   name);
}
