/* functions.c - values as functions: listed relations, realized morphisms, offsets, compositions.
 *
 * headers: verify/value/value.h
 */
#include <layoutcheck/verify/eval/read.h>
#include <layoutcheck/verify/value/value.h>

#include <stdio.h>
#include <stdlib.h>

static const char *told(bool yes)
{
    return yes ? "yes" : "no";
}

static lcv_value *read(lcr_ctx *r, const char *text)
{
    lcv_diag diag = {0};
    lcv_value *v = lcv_value_from_str(r, text, &diag);
    if (!v)
        printf("%s: %s\n", text, lcv_message(diag.message));
    lcv_diag_clear(&diag);
    return v;
}

/* Takes over the value. */
static void print(lcr_ctx *r, const char *what, lcv_value *v)
{
    char *text = v ? lcv_value_to_str(r, v) : NULL;
    printf("%s: %s\n", what, text ? text : lc_ctx_message(lcr_ctx_lc(r)));
    free(text);
    lcv_value_free(v);
}

static void print_tuple(lc_ctx *ctx, const char *what, lc_tuple *t)
{
    char *text = t ? lc_tuple_to_str(ctx, t) : NULL;
    printf("%s: %s\n", what, text ? text : lc_ctx_message(ctx));
    free(text);
    lc_tuple_free(t);
}

/* A relation, or a morphism, where a function of an integral coordinate is wanted. */
static void listed(lcr_ctx *r)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_value *m = read(r, "relation \"{ [c] -> [3c] : 0 <= c < 4 }\"");
    lcv_value *box = read(r, "relation \"{ [i,j] -> [4i + j] : 0 <= i < 2 and 0 <= j < 4 }\"");
    lcv_value *f = read(r, "morphism{(2,4) -> (4,2,4): 2,3}");
    lcv_value *list = lcv_value_listed(r, "injective", m);
    lc_int value;
    if (list && lcv_listed_at(ctx, list, lc_int_const(2), &value))
        printf("at 2: %d; a large layout map: %s\n", (int)lc_int_get_si(value),
               told(lcv_is_large_map(m)));
    lcv_value *of_box = lcv_box_listed(r, "injective", box);
    if (of_box && lcv_listed_at(ctx, of_box, lc_int_const(3), &value))
        printf("at 3, which is (1,1): %d\n", (int)lc_int_get_si(value));
    print(r, "f realizes", lcv_value_realized(ctx, f));
    lc_frame frame = lc_frame_open(ctx);
    lcv_value *both[] = {m, f}, **all = lcv_values_listed(r, "injective", false, 2, both);
    lcv_value **layouts = lcv_values_realized(ctx, 1, &f);
    printf("of a relation and a morphism: %s and %s\n", all ? lcv_kind_name(all[0]) : "",
           layouts ? lcv_kind_name(layouts[0]) : "");
    lc_frame_close(ctx, frame);
    lcv_value *values[] = {of_box, list, f, box, m};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        lcv_value_free(values[i]);
}

static void offsets(lcr_ctx *r)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_value *t = read(r, "{8} o (2,3):(1,2)"), *xor = read(r, "(4,2):(f1,f5)");
    lcv_value *five = read(r, "f5"), *zeros = read(r, "(4,8):(0,0)");
    lc_tuple *two = lc_tuple_leaf(ctx, lc_int_const(2));
    lc_tuple *three = lc_tuple_leaf(ctx, lc_int_const(3));
    print_tuple(ctx, "2 + 3", lcv_add_values(ctx, lcv_codomain(t), two, three));
    print_tuple(ctx, "2 xor 3", lcv_add_values(ctx, lcv_codomain(xor), two, three));
    printf("has an offset: %s, which is 0: %s; strides all 0: %s; f5 is an offset: %s\n",
           told(lcv_has_offset(t)), told(lcv_is_zero(t->offset)),
           told(lc_all_zero(zeros->layout)), told(lcv_is_xor_element(five)));
    char *literal = lcv_layout_literal(ctx, xor->layout);
    printf("a literal that determines it: %s\n", literal ? literal : "");
    free(literal);

    lc_frame frame = lc_frame_open(ctx);
    lc_tuple *any = lc_tuple_wildcard(ctx);
    lc_tuple *crd = lc_tuple_of(ctx, 2, (lc_tuple *[]){any, two}), *begin;
    lc_layout *column = lcv_slice(ctx, t, crd, &begin); /* kept by the frame */
    char *text = column ? lc_layout_to_str(ctx, column) : NULL;
    printf("column 2: %s from %d on\n", text ? text : lc_ctx_message(ctx),
           column ? (int)lc_int_get_si(lc_tuple_value(begin, 0)) : 0);
    free(text);
    lc_frame_close(ctx, frame);
    lc_tuple *tuples[] = {crd, any, three, two};
    for (size_t i = 0; i < sizeof tuples / sizeof *tuples; i++)
        lc_tuple_free(tuples[i]);
    lcv_value *values[] = {zeros, five, xor, t};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        lcv_value_free(values[i]);
}

/* Beside an extent, the tuple (0,1) is the stride e1. */
static void coordinates(lcr_ctx *r)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_value *shape = read(r, "(4,8)"), *stride = read(r, "((1,0),(0,1))");
    printf("coordinates for strides: %s\n",
           told(lcv_strides_are_coordinates(ctx, shape->tuple, stride->tuple)));
    print(r, "as strides", lcv_coordinate_strides(ctx, shape->tuple, stride->tuple));
    lcv_value_free(stride);
    lcv_value_free(shape);
}

static void composed(lcr_ctx *r)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_value *w = read(r, "S<1,0,2>"), *a = read(r, "(4,8):(8,1)");
    lcv_value *v = lcv_value_after(ctx, w, NULL, a);
    lc_tuple *twelve = lc_tuple_leaf(ctx, lc_int_const(12));
    print_tuple(ctx, "at 17", lcv_composed_at(ctx, v, lc_int_const(17)));
    print_tuple(ctx, "where the layout has 12", lcv_composed_value(ctx, v, twelve));
    if (lcv_composed_of_integers(v))
        printf("the same as a number: %d\n",
               (int)lc_int_get_si(lcv_composed_int(ctx, v, lc_int_const(12))));
    lcv_value *chain = read(r, "64:3 o 2 o (4,8):(8,1)");
    print_tuple(ctx, "64:3 behind an offset of 2, at 12",
                lcv_outer_at(ctx, chain->outer, twelve));
    char *text = lcv_composed_to_str(ctx, v);
    printf("%s\n", text ? text : "");
    free(text);
    lcv_value *other = lcv_value_with_inner(ctx, v, lc_tuple_leaf(ctx, lc_int_const(0)),
                                            lc_layout_ref(a->layout));
    printf("the same functions: %s\n", told(lcv_composed_equal(v, other)));
    lc_tuple_free(twelve);
    lcv_value *values[] = {chain, other, v, a, w};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        lcv_value_free(values[i]);
}

static void affine(lcr_ctx *r)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_value *v = read(r, "{3} o linear{lane: [1,2] -> out: 4}");
    print_tuple(ctx, "offset", lcv_affine_offset(ctx, v->linear, lcv_affine_base(v)));
    lc_frame frame = lc_frame_open(ctx);
    lc_linear *l = lcv_affine_extended(ctx, v);
    char *text = l ? lc_linear_to_str(ctx, l) : NULL;
    printf("with the offset as a dim: %s\n", text ? text : lc_ctx_message(ctx));
    free(text);
    lc_frame_close(ctx, frame);
    lcv_value_free(v);
}

int main(void)
{
    lc_ctx *ctx = lc_ctx_new();
    lcr_ctx *r = ctx ? lcr_ctx_new(ctx) : NULL;
    if (!r)
        return 1;
    listed(r);
    offsets(r);
    coordinates(r);
    composed(r);
    affine(r);
    lcv_value *e = read(r, "4:e0");
    lcv_swizzle_misfit(ctx, e->layout); /* as the library records it */
    printf("%s\n", lc_ctx_message(ctx));
    lcv_value_free(e);
    lcr_ctx_free(r);
    lc_ctx_free(ctx);
    return 0;
}
/* prints
 *
 *     at 2: 6; a large layout map: no
 *     at 3, which is (1,1): 5
 *     f realizes: (2,4):(4,8)
 *     of a relation and a morphism: relation and layout
 *     2 + 3: 5
 *     2 xor 3: 1
 *     has an offset: yes, which is 0: no; strides all 0: yes; f5 is an offset: yes
 *     a literal that determines it: (4,2):(f1,f5)
 *     column 2: 2:1 from 12 on
 *     coordinates for strides: yes
 *     as strides: (e0,e1)
 *     at 17: 13
 *     where the layout has 12: 13
 *     the same as a number: 13
 *     64:3 behind an offset of 2, at 12: 36
 *     S<1,0,2> o 0 o (4,8):(8,1)
 *     the same functions: yes
 *     offset: 3
 *     with the offset as a dim: linear{lane: [1,2], offset: [3] -> out: 4}
 *     a swizzle takes integers: the values of 4:e0 are coordinates
 */
