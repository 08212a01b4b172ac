/* kinds.c - values of each kind, made in C: what they are, and what they turn into.
 *
 * headers: verify/value/value.h
 */
#include <layoutcheck/verify/value/value.h>

#include <stdio.h>
#include <stdlib.h>

static const char *told(bool yes)
{
    return yes ? "yes" : "no";
}

/* Takes over the value. */
static void print(lcr_ctx *r, lcv_value *v)
{
    char *text = v ? lcv_value_to_str(r, v) : NULL;
    printf("%s: %s\n", v ? lcv_kind_name(v) : "none",
           text ? text : lc_ctx_message(lcr_ctx_lc(r)));
    free(text);
    lcv_value_free(v);
}

static lc_tuple *pair(lc_ctx *ctx, int a, int b)
{
    lc_int leaf[] = {lc_int_const(a), lc_int_const(b)};
    return lc_tuple_flat(ctx, 2, leaf);
}

static lc_layout *layout(lc_ctx *ctx, int s0, int s1, int d0, int d1)
{
    lc_int extent[] = {lc_int_const(s0), lc_int_const(s1)};
    lc_int step[] = {lc_int_const(d0), lc_int_const(d1)};
    return lc_layout_flat(ctx, 2, extent, step);
}

/* What makes a value takes over its argument. */
static void of_integers(lcr_ctx *r, lc_ctx *ctx)
{
    print(r, lcv_value_int(ctx, lc_int_const(7)));
    print(r, lcv_value_tuple(ctx, pair(ctx, 4, 8)));
    print(r, lcv_value_layout(ctx, layout(ctx, 4, 8, 8, 1)));
    print(r, lcv_value_strides(ctx, layout(ctx, 4, 8, 8, 1)));
    print(r, lcv_value_tensor(ctx, lc_int_const(8), layout(ctx, 2, 3, 1, 2)));
    lc_tuple *tile = pair(ctx, 2, 4);
    print(r, lcv_value_tensor_at(ctx, pair(ctx, 1, 2), lc_layout_identity(ctx, tile)));
    print(r, lcv_value_tiler(ctx, lc_tiler_shape(ctx, tile)));
    lc_tuple_free(tile);
    print(r, lcv_value_type(ctx, 32, true));
    print(r, lcv_value_names(ctx, 2, (const char *[]){"lane", "warp"}));
}

static void of_functions(lcr_ctx *r, lc_ctx *ctx)
{
    lc_swizzle w = {1, 0, 2};
    print(r, lcv_value_swizzle(ctx, w));
    print(r, lcv_value_composed(ctx, w, lc_int_const(0), layout(ctx, 4, 8, 8, 1)));
    print(r, lcv_value_linear(ctx, lc_linear_from_swizzle(ctx, w)));
    print(r, lcv_value_affine(ctx, lc_tuple_leaf(ctx, lc_int_const(3)),
                              lc_linear_from_swizzle(ctx, w)));
    lc_layout *a = layout(ctx, 2, 4, 4, 8);
    print(r, lcv_value_morphism(ctx, lc_morphism_of_layout(ctx, a)));
    print(r, lcv_value_relation(ctx, lcr_layout_map(r, a)));
    print(r, lcv_value_set(ctx, lcr_set_parse(r, "{ [c] : 0 <= c < 4 }")));
    lc_int points[] = {lc_int_const(0), lc_int_const(3)};
    print(r, lcv_value_list_of_points(ctx, 1, lc_ints_new(ctx, 2, points)));
    lcv_value *v = lcv_value_layout(ctx, a);
    print(r, lcv_value_map_of(ctx, lcr_layout_map(r, v->layout), v));
    print(r, lcv_value_with_names(ctx, v, "dp,tp"));
    lc_linear *l = lc_linear_identity1d(ctx, lc_int_const(4), "offset", "dim0");
    print(r, lcv_value_encoding(ctx, lc_encoding_of_linear(ctx, l)));
    lc_linear_free(l);

    /* Several values in one. */
    lcv_value *seven = lcv_value_int(ctx, lc_int_const(7)), *two[] = {seven, v};
    print(r, lcv_value_list(ctx, 2, two));
    print(r, lcv_value_tuple_of(ctx, 2, (lcv_value *[]){seven, seven}));
    lcv_value_free(seven);
    lcv_value *again = lcv_value_ref(v);
    lcv_value_free(v);
    print(r, again);
}

/* What a use wants of a value. */
static void turned(lcr_ctx *r, lc_ctx *ctx)
{
    lcv_value *shape = lcv_value_tuple(ctx, pair(ctx, 4, 8));
    lc_layout *a = lcv_as_layout(ctx, shape);
    lc_tuple *t = lcv_as_tuple(ctx, shape);
    lc_tiler *by_mode = lcv_as_tiler(ctx, shape);
    lc_linear *l = lcv_as_linear(ctx, shape, NULL);
    char *text[] = {a ? lc_layout_to_str(ctx, a) : NULL, t ? lc_tuple_to_str(ctx, t) : NULL,
                    l ? lc_linear_to_str(ctx, l) : NULL};
    printf("%s as a layout: %s\n", lcv_value_describe(shape), text[0] ? text[0] : "");
    printf("as a shape: %s; as a tiler: of %zu modes\n", text[1] ? text[1] : "",
           lc_tiler_rank(by_mode));
    printf("as %s\n", text[2] ? text[2] : lc_ctx_message(ctx));
    for (size_t i = 0; i < sizeof text / sizeof *text; i++)
        free(text[i]);
    lc_int n;
    if (!lcv_as_int(ctx, shape, &n))
        printf("%s\n", lc_ctx_message(ctx));
    lc_ctx_reset(ctx);
    lc_tiler *tiles = lcv_tiler_of_tiles(ctx, "logical_divide", shape);
    printf("a tile for each mode: %s\n", told(tiles != NULL));
    printf("a function: %s, with named dims: %s, relations among 1: %s, morphisms: %s\n",
           told(lcv_is_function(shape)), told(lcv_has_dims(shape)),
           told(lcv_has_relation(1, &shape)), told(lcv_has_morphism(1, &shape)));
    (void)r;
    lc_tiler_free(tiles);
    lc_linear_free(l);
    lc_tiler_free(by_mode);
    lc_tuple_free(t);
    lc_layout_free(a);
    lcv_value_free(shape);
}

int main(void)
{
    lc_ctx *ctx = lc_ctx_new();
    lcr_ctx *r = ctx ? lcr_ctx_new(ctx) : NULL;
    if (!r)
        return 1;
    of_integers(r, ctx);
    of_functions(r, ctx);
    turned(r, ctx);
    lcr_ctx_free(r);
    lc_ctx_free(ctx);
    return 0;
}
/* prints
 *
 *     integer: 7
 *     tuple: (4,8)
 *     layout: (4,8):(8,1)
 *     stride: (8,1)
 *     tensor: {8} o (2,3):(1,2)
 *     tensor: {(1,2)} o (2,4):(e0,e1)
 *     tiler: <2:1, 4:1>
 *     type: int32
 *     names: [lane,warp]
 *     swizzle: S<1,0,2>
 *     composed: S<1,0,2> o 0 o (4,8):(8,1)
 *     linear: linear{in: [1,2,5] -> out: 8}
 *     affine: {3} o linear{in: [1,2,5] -> out: 8}
 *     morphism: morphism{(2,4) -> (4,2,4): 2,3}
 *     relation: relation "{ [c] -> [4*(c mod 2) + 8*floor(c/2)] : 0 <= c < 8 }"
 *     set: set "{ [c] : 0 <= c <= 3 }"
 *     set: set "{ [0]; [3] }"
 *     relation: relation "{ [c] -> [4*(c mod 2) + 8*floor(c/2)] : 0 <= c < 8 }"
 *     layout: (2,4):(4,8)
 *     encoding: #ttg.shared_linear<{offset = [[1], [2]]}>
 *     list: [7, (2,4):(4,8)]
 *     tuple: (7,7)
 *     layout: (2,4):(4,8)
 *     a tuple as a layout: (4,8):(1,4)
 *     as a shape: (4,8); as a tiler: of 2 modes
 *     as linear{in: [1,2,4,8,16] -> out: 32}
 *     expected an integer, found a tuple
 *     a tile for each mode: yes
 *     a function: yes, with named dims: no, relations among 1: no, morphisms: no
 */
