#include "config.h"

#include "json-value.h"

#ifdef HAVE_JANSSON

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "../../lib/text.h"
#include "../language/source.h"

/* ---- records ---- */

json_t *lcv_json_record(const char *record)
{
    return json_pack("{s:i, s:s}", "version", LCV_JSON_VERSION, "record", record);
}

void lcv_json_print(FILE *out, json_t *record)
{
    json_dumpf(record, out, JSON_PRESERVE_ORDER | JSON_COMPACT | JSON_REAL_PRECISION(6));
    fputc('\n', out);
    fflush(out);
    json_decref(record);
}

json_t *lcv_json_string(const char *text)
{
    json_t *made = json_string(text);
    if (made)
        return made;
    lc_text clean = {0};
    for (size_t left = strlen(text); left > 0;) {
        size_t n = lcv_utf8_length(text, left);
        lc_text_add_bytes(&clean, n > 0 ? text : "?", n > 0 ? n : 1);
        text += n > 0 ? n : 1;
        left -= n > 0 ? n : 1;
    }
    char *copy = lc_text_take(NULL, &clean);
    made = copy ? json_string(copy) : NULL;
    free(copy);
    return made;
}

void lcv_json_put(json_t *object, const char *key, const char *text)
{
    if (text)
        json_object_set_new(object, key, lcv_json_string(text));
}

void lcv_json_put_number(json_t *object, const char *key, size_t number)
{
    json_object_set_new(object, key, json_integer((json_int_t)number));
}

/* ---- integers and tuples ---- */

static json_t *integer_of(const char *text, size_t length)
{
    char digits[32], *end = NULL;
    if (length < sizeof digits) {
        memcpy(digits, text, length);
        digits[length] = '\0';
        errno = 0;
        long long number = strtoll(digits, &end, 10);
        if (end != digits && *end == '\0' && errno == 0)
            return json_integer(number);
    }
    return json_stringn(text, length);
}

json_t *lcv_json_integer(const char *digits)
{
    return integer_of(digits, strlen(digits));
}

/* The depth is that of a tuple, at most LC_MAX_DEPTH. */
static json_t *tuple_at(const char **at)
{
    if (**at != '(') {
        size_t n = strcspn(*at, "(,)");
        json_t *leaf = integer_of(*at, n);
        *at += n;
        return leaf;
    }
    json_t *array = json_array();
    for (++*at; **at != ')' && **at != '\0'; *at += **at == ',')
        json_array_append_new(array, tuple_at(at));
    *at += **at == ')';
    return array;
}

json_t *lcv_json_tuple(const char *text)
{
    return tuple_at(&text);
}

json_t *lcv_json_list(const char *text)
{
    json_t *array = json_array();
    for (size_t n; *text != '\0'; text += n + (text[n] == ',')) {
        n = strcspn(text, ",");
        json_array_append_new(array, json_stringn(text, n));
    }
    return array;
}

/* Takes over the text of a tuple. */
static void put_tuple(json_t *object, const char *key, char *text)
{
    if (text)
        json_object_set_new(object, key, lcv_json_tuple(text));
    free(text);
}

/* ---- values ---- */

static void put_layout(lc_ctx *ctx, json_t *object, const lc_layout *a)
{
    lc_tuple *shape = lc_layout_shape(ctx, a);
    put_tuple(object, "shape", shape ? lc_tuple_to_str(ctx, shape) : NULL);
    put_tuple(object, "stride", lc_layout_stride_to_str(ctx, a));
    lc_tuple_free(shape);
}

static void put_swizzle(json_t *object, lc_swizzle w)
{
    json_object_set_new(object, "swizzle", json_pack("[i, i, i]", w.b, w.m, w.s));
}

/* The functions that follow the innermost, in the order in which they are applied. */
static void put_outers(lc_ctx *ctx, json_t *object, const lcv_value *v)
{
    json_t *list = json_array();
    for (size_t i = 0; i < v->nouters; i++) {
        const lcv_outer *o = &v->outer[i];
        json_t *one = json_object();
        put_tuple(one, "offset", lc_tuple_to_str(ctx, o->offset));
        if (o->layout)
            put_layout(ctx, one, o->layout);
        else
            put_swizzle(one, o->swizzle);
        json_array_append_new(list, one);
    }
    if (v->nouters > 0)
        json_object_set_new(object, "then", list);
    else
        json_decref(list);
}

static json_t *bases_of(const lc_linear *l, size_t in)
{
    json_t *bases = json_array();
    for (unsigned bit = 0; bit < lc_linear_in_dim(l, in).bits; bit++) {
        json_t *basis = json_array();
        for (size_t out = 0; out < lc_linear_nouts(l); out++)
            json_array_append_new(basis,
                                  json_integer((json_int_t)lc_linear_basis(l, in, bit, out)));
        json_array_append_new(bases, basis);
    }
    return bases;
}

static json_t *dim_of(lc_dim dim)
{
    return json_pack("{s:s, s:i}", "name", dim.name, "bits", (int)dim.bits);
}

static void put_linear(json_t *object, const lc_linear *l)
{
    json_t *ins = json_array(), *outs = json_array();
    for (size_t i = 0; i < lc_linear_nins(l); i++) {
        json_t *in = dim_of(lc_linear_in_dim(l, i));
        json_object_set_new(in, "bases", bases_of(l, i));
        json_array_append_new(ins, in);
    }
    for (size_t i = 0; i < lc_linear_nouts(l); i++)
        json_array_append_new(outs, dim_of(lc_linear_out_dim(l, i)));
    json_object_set_new(object, "ins", ins);
    json_object_set_new(object, "outs", outs);
}

static void put_morphism(lc_ctx *ctx, json_t *object, const lc_morphism *f)
{
    json_t *map = json_array();
    for (size_t i = 0; i < lc_tuple_nleaves(lc_morphism_domain(f)); i++) {
        size_t image = lc_morphism_image(f, i);
        json_array_append_new(map, image == LC_STAR ? json_string("*")
                                                    : json_integer((json_int_t)image));
    }
    put_tuple(object, "domain", lc_tuple_to_str(ctx, lc_morphism_domain(f)));
    put_tuple(object, "codomain", lc_tuple_to_str(ctx, lc_morphism_codomain(f)));
    json_object_set_new(object, "map", map);
}

static void put_parts(lc_ctx *ctx, json_t *object, const lcv_value *v)
{
    json_t *items = json_array();
    for (size_t i = 0; i < v->nparts; i++)
        json_array_append_new(items, lcv_json_value(ctx, v->part[i], NULL));
    json_object_set_new(object, "items", items);
}

/* A layout, or the parts by mode; `_` and `*` are strings. */
static void put_tiler(lc_ctx *ctx, json_t *object, const lc_tiler *t)
{
    const lc_layout *whole = lc_tiler_as_layout(t);
    if (whole) {
        put_layout(ctx, object, whole);
        return;
    }
    json_t *modes = json_array();
    for (size_t i = 0; i < lc_tiler_rank(t); i++) {
        const lc_tiler *mode = lc_tiler_mode(t, i);
        char *text = lc_tiler_to_str(ctx, mode);
        bool sign = text && (strcmp(text, "_") == 0 || strcmp(text, "*") == 0);
        json_t *part = sign ? json_string(text) : json_object();
        if (!sign)
            put_tiler(ctx, part, mode);
        json_array_append_new(modes, part);
        free(text);
    }
    json_object_set_new(object, "modes", modes);
}

static void put_numbers(lc_ctx *ctx, json_t *object, const lcv_value *v)
{
    switch (v->kind) {
    case LCV_TUPLE: put_tuple(object, "tuple", lc_tuple_to_str(ctx, v->tuple)); break;
    case LCV_STRIDES: put_tuple(object, "tuple", lc_layout_stride_to_str(ctx, v->layout)); break;
    case LCV_COMPOSED:
        if (v->swizzle.b > 0)
            put_swizzle(object, v->swizzle);
        put_outers(ctx, object, v); /* fall through */
    case LCV_TENSOR:
        put_tuple(object, "offset", lc_tuple_to_str(ctx, v->offset)); /* fall through */
    case LCV_LAYOUT: put_layout(ctx, object, v->layout); break;
    case LCV_SWIZZLE: put_swizzle(object, v->swizzle); break;
    case LCV_AFFINE:
        put_tuple(object, "offset", lc_tuple_to_str(ctx, v->offset)); /* fall through */
    case LCV_LINEAR: put_linear(object, v->linear); break;
    case LCV_MORPHISM: put_morphism(ctx, object, v->morphism); break;
    case LCV_LIST: put_parts(ctx, object, v); break;
    case LCV_TILER: put_tiler(ctx, object, v->tiler); break;
    case LCV_RELATION:
    case LCV_SET:
    case LCV_NAMES:
    case LCV_TYPE:
    case LCV_PARAMETER:
    case LCV_EXPRESSION:
    case LCV_ENCODING:
    case LCV_FUNCTION: break; /* the text says it all */
    }
}

json_t *lcv_json_value(lc_ctx *ctx, const lcv_value *v, const char *text)
{
    json_t *object = json_pack("{s:s}", "kind", lcv_kind_name(v));
    lcv_json_put(object, "text", text);
    lc_ctx_reset(ctx);
    put_numbers(ctx, object, v);
    lc_ctx_reset(ctx);
    return object;
}

#endif
