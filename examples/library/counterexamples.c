/* counterexamples.c - where two functions differ, and other points that refute a claim.
 *
 * headers: isl-bridge/counterexample.h isl-bridge/system.h
 */
#include <layoutcheck/isl-bridge/counterexample.h>

#include <stdio.h>
#include <stdlib.h>

static lc_layout *layout(lc_ctx *ctx, int s0, int s1, int d0, int d1)
{
    lc_int extent[] = {lc_int_const(s0), lc_int_const(s1)};
    lc_int step[] = {lc_int_const(d0), lc_int_const(d1)};
    return lc_layout_flat(ctx, 2, extent, step);
}

/* With a coordinate of rows where there is one; which, is up to isl. */
static void print(const char *what, lcr_answer answer, const lc_int *crd)
{
    bool inside = answer == LCR_YES && lc_int_lt(crd[0], lc_int_const(2)) &&
                  lc_int_lt(crd[1], lc_int_const(4));
    printf("%s: %s\n", what,
           answer == LCR_NO ? "nowhere"
           : inside         ? "at a coordinate"
                            : "not known");
}

/* x and y, free and from 3 on: 2 x - y >= 0 and y = x + 4. */
static void system_of_two(lc_ctx *ctx, lcr_ctx *r)
{
    lcr_system *s = lcr_system_new(r);
    if (!s)
        return;
    size_t x = lcr_system_var_free(s), y = lcr_system_var_from(s, lc_int_const(3));
    lcr_expr e, twice;
    lcr_expr_zero(&e);
    lcr_expr_add_var(ctx, &e, lc_int_const(1), x);
    lcr_expr_zero(&twice);
    lcr_expr_add(ctx, &twice, lc_int_const(2), &e); /* 2 x */
    lcr_expr_add_var(ctx, &twice, lc_int_const(-1), y);
    lcr_expr_add_var(ctx, &e, lc_int_const(-1), y);
    lcr_expr_add_const(ctx, &e, lc_int_const(4));
    lc_int point[2];
    if (lcr_system_ge(s, &twice) && lcr_system_eq(s, &e) &&
        lcr_system_solve(s, NULL, point) == LCR_YES)
        printf("2 x >= y = x + 4 has a point\n");
    lcr_system_free(s);
}

static void layouts(lcr_ctx *r, const lc_layout *rows, const lc_layout *columns)
{
    lc_tuple *shape = lc_layout_shape(lcr_ctx_lc(r), rows);
    lcr_term first = {rows, 0, NULL}, second = {columns, 0, NULL};
    lc_int c[2], d[2];
    print("rows and columns differ",
          lcr_find_difference(r, shape, &(lcr_sum){1, &first}, &(lcr_sum){1, &second}, c), c);
    print("rows have an offset of columns, not 0", lcr_find_common(r, rows, columns, false, c, d),
          c);
    print("rows have one that columns have not", lcr_find_outside(r, rows, columns, c), c);
    lc_tuple_free(shape);
}

/* Under a swizzle, functions are chains of steps. */
static void digits(lcr_ctx *r, const lc_layout *rows, const lc_layout *columns)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_tuple *shape = lc_layout_shape(ctx, rows);
    lcr_step swizzled = {rows, lc_int_const(0), {1, 0, 2}, NULL};
    lcr_step plain = {rows, lc_int_const(0), {0, 0, 0}, NULL};
    lcr_digit_function f = {shape, {1, &swizzled}}, g = {shape, {1, &plain}};
    lc_int c[4];
    print("the swizzle moves an element", lcr_digits_difference(r, &f, g.f, c), c);
    print("it leaves [0,7]", lcr_digits_outside(r, &f, lc_int_const(0), lc_int_const(7), c), c);
    print("it is odd", lcr_digits_unaligned(r, &f, lc_int_const(2), c), c);
    print("it puts two in one place", lcr_digits_collision(r, &f, c), c);
    print("it shares a place, not 0, with rows", lcr_digits_shared(r, &f, &g, c), c);
    print("it has an offset that columns have not", lcr_digits_missing(r, &f, columns, c), c);

    lcr_layout_failure why;
    lc_layout *a = lcr_digits_layout(r, f.f, lc_int_const(8), &why);
    printf("it is a layout: %s\n", a ? "yes" : "no");
    if (!a)
        printf("the value at %d is %d, a layout would have %d\n", (int)lc_int_get_si(why.c),
               (int)lc_int_get_si(why.value), (int)lc_int_get_si(why.candidate));
    lc_layout_free(a);
    lc_layout_free(a ? NULL : why.only);
    lc_tuple_free(shape);
}

int main(void)
{
    lc_ctx *ctx = lc_ctx_new();
    lcr_ctx *r = ctx ? lcr_ctx_new(ctx) : NULL;
    if (!r)
        return 1;
    lc_layout *rows = layout(ctx, 2, 4, 4, 1), *columns = layout(ctx, 2, 4, 1, 2);
    system_of_two(ctx, r);
    layouts(r, rows, columns);
    digits(r, rows, columns);
    lc_layout_free(columns);
    lc_layout_free(rows);
    lcr_ctx_free(r);
    lc_ctx_free(ctx);
    return 0;
}
/* prints
 *
 *     2 x >= y = x + 4 has a point
 *     rows and columns differ: at a coordinate
 *     rows have an offset of columns, not 0: at a coordinate
 *     rows have one that columns have not: nowhere
 *     the swizzle moves an element: at a coordinate
 *     it leaves [0,7]: nowhere
 *     it is odd: at a coordinate
 *     it puts two in one place: nowhere
 *     it shares a place, not 0, with rows: at a coordinate
 *     it has an offset that columns have not: nowhere
 *     it is a layout: no
 *     the value at 7 is 6, a layout would have 8
 */
