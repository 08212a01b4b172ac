/* shapes.c - what one can ask of shapes and layouts, and other codomains.
 *
 * headers: lib/tuple.h lib/layout.h
 */
#include <layoutcheck/lib/layout.h>

#include <stdio.h>
#include <stdlib.h>

/* Take over their argument. */
static void print(lc_ctx *ctx, const char *what, lc_layout *a)
{
    char *text = a ? lc_layout_to_str(ctx, a) : NULL;
    printf("%s: %s\n", what, text ? text : lc_ctx_message(ctx));
    free(text);
    lc_layout_free(a);
}

static void print_tuple(lc_ctx *ctx, const char *what, lc_tuple *t)
{
    char *text = t ? lc_tuple_to_str(ctx, t) : NULL;
    printf("%s: %s\n", what, text ? text : lc_ctx_message(ctx));
    free(text);
    lc_tuple_free(t);
}

static int number(lc_int a)
{
    return (int)lc_int_get_si(a);
}

static const char *told(bool yes)
{
    return yes ? "yes" : "no";
}

static void compare(lc_ctx *ctx, const lc_tuple *a, const lc_tuple *b)
{
    printf("weakly congruent: %s, compatible: %s, refines: %s\n",
           told(lc_tuple_weakly_congruent(a, b)), told(lc_tuple_compatible(ctx, a, b)),
           told(lc_tuple_refines(ctx, b, a)));
}

static void look(lc_ctx *ctx, const lc_layout *a)
{
    lc_int low, high;
    lc_layout_range(ctx, a, &low, &high);
    printf("rank %zu, depth %zu, leaves %zu, extent %d by step %d first, values in [%d,%d]\n",
           lc_layout_rank(a), lc_layout_depth(a), lc_layout_nleaves(a),
           number(lc_layout_extent(a, 0)), number(lc_layout_step(a, 0)), number(low),
           number(high));
    printf("integers: %s, sizes among them: %s\n", told(lc_layout_codomain(a) == LC_INTEGERS),
           told(lc_layout_has_sizes(a)));
    print_tuple(ctx, "stride", lc_layout_stride(ctx, a));
    print(ctx, "mode 1", lc_layout_mode(ctx, a, 1));
    print(ctx, "grouped", lc_layout_group(ctx, a, 0, 2));
    print(ctx, "sorted", lc_layout_sorted(ctx, a));
    lc_layout *flat = lc_layout_flatten(ctx, a), *same = lc_layout_ref(a);
    printf("flat is itself: %s\n", told(lc_layout_equal(flat, same)));
    lc_layout_free(flat);
    lc_layout_free(same);
}

/* Coordinates and XOR as values. */
static void other_codomains(lc_ctx *ctx, const lc_tuple *shape)
{
    lc_layout *names = lc_layout_identity(ctx, shape);
    char *stride = lc_layout_stride_to_str(ctx, names);
    printf("strides %s: %zu axes, at 5 on axis 1: %d\n", stride ? stride : "",
           lc_layout_naxes(names), number(lc_layout_at_axis(ctx, names, 1, lc_int_const(5))));
    free(stride);
    print_tuple(ctx, "the value at 5", lc_layout_value_at(ctx, names, lc_int_const(5)));
    print(ctx, "axis 1 alone", lc_layout_axis(ctx, names, 1));
    print_tuple(ctx, "nesting of the values", lc_tuple_ref(lc_layout_profile(names)));
    lc_layout_free(names);

    lc_layout *five = lc_layout_xor(ctx, lc_int_const(5));
    lc_layout *ten = lc_layout_scale(ctx, lc_int_const(2), five);
    lc_layout *sum = lc_layout_add(ctx, five, ten);
    lc_int most;
    if (sum && lc_layout_largest(ctx, sum, &most))
        printf("f5 + f10 adds by XOR: %d xor %d is %d\n", 5, 10,
               number(lc_sum(ctx, LC_XOR, lc_int_const(5), lc_int_const(10))));
    print(ctx, "as a stride", sum);
    lc_layout_free(ten);
    lc_layout_free(five);
}

int main(void)
{
    lc_ctx *ctx = lc_ctx_new();
    if (!ctx)
        return 1;
    lc_int extents[] = {lc_int_const(4), lc_int_const(6)};
    lc_int steps[] = {lc_int_const(6), lc_int_const(1)};
    lc_tuple *shape = lc_tuple_flat(ctx, 2, extents), *stride = lc_tuple_like(ctx, shape, steps);
    lc_tuple *four = lc_tuple_mode(ctx, shape, 0), *any = lc_tuple_wildcard(ctx);
    lc_tuple *crd = lc_tuple_of(ctx, 2, (lc_tuple *[]){four, any});
    printf("a leaf: %s, of value %d; a wildcard: %s, %s\n", told(lc_tuple_is_leaf(four)),
           number(lc_tuple_value(four, 0)), told(lc_tuple_is_wildcard(crd, 1)),
           told(lc_tuple_has_wildcard(crd)));
    lc_tuple *size = lc_tuple_leaf(ctx, lc_int_const(24));
    compare(ctx, size, shape);
    lc_layout *a = lc_layout_new(ctx, shape, stride);
    look(ctx, a);
    lc_tuple *at = lc_idx2crd(ctx, lc_int_const(5), shape);
    lc_int offset;
    if (lc_layout_eval(ctx, a, at, &offset))
        printf("A(5) = %d\n", number(offset));
    print_tuple(ctx, "as a tuple", lc_layout_value(ctx, a, at));
    print(ctx, "its strides for another shape", lc_layout_reshape(ctx, shape, a));
    print(ctx, "its leaves in another nesting", lc_layout_unflatten(ctx, a, shape));
    other_codomains(ctx, shape);
    lc_tuple *tuples[] = {shape, stride, four, any, crd, size, at};
    for (size_t i = 0; i < sizeof tuples / sizeof *tuples; i++)
        lc_tuple_free(tuples[i]);
    lc_layout_free(a);
    lc_ctx_free(ctx);
    return 0;
}
/* prints
 *
 *     a leaf: yes, of value 4; a wildcard: yes, yes
 *     weakly congruent: yes, compatible: yes, refines: yes
 *     rank 2, depth 1, leaves 2, extent 4 by step 6 first, values in [0,23]
 *     integers: yes, sizes among them: no
 *     stride: (6,1)
 *     mode 1: 6:1
 *     grouped: ((4,6),):((6,1),)
 *     sorted: (6,4):(1,6)
 *     flat is itself: yes
 *     A(5) = 7
 *     as a tuple: 7
 *     its strides for another shape: (4,6):(6,1)
 *     its leaves in another nesting: (4,6):(6,1)
 *     strides (e0,e1): 2 axes, at 5 on axis 1: 1
 *     the value at 5: (1,1)
 *     axis 1 alone: (4,6):(0,1)
 *     nesting of the values: (1,1)
 *     f5 + f10 adds by XOR: 5 xor 10 is 15
 *     as a stride: 1:f15
 */
