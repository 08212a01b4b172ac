/* systems.c - is there an integer point? The systems whose points are counterexamples.
 *
 * headers: isl-bridge/system.h isl-bridge/counterexample.h
 */
#include <layoutcheck/isl-bridge/counterexample.h>

#include <stdio.h>

int main(void)
{
    lc_ctx *ctx = lc_ctx_new();
    lcr_ctx *r = ctx ? lcr_ctx_new(ctx) : NULL;
    lcr_system *s = r ? lcr_system_new(r) : NULL;
    if (!s)
        return 1;

    /* 3 x + 5 y = 19, 0 <= x, y <= 10. */
    size_t x = lcr_system_var(s, lc_int_const(0), lc_int_const(10));
    size_t y = lcr_system_var(s, lc_int_const(0), lc_int_const(10));
    lcr_expr e;
    lcr_expr_zero(&e);
    lcr_expr_add_var(ctx, &e, lc_int_const(3), x);
    lcr_expr_add_var(ctx, &e, lc_int_const(5), y);
    lcr_expr_add_const(ctx, &e, lc_int_const(-19));
    lc_int point[2];
    if (lcr_system_eq(s, &e) && lcr_system_solve(s, NULL, point) == LCR_YES)
        printf("3 * %d + 5 * %d = 19\n", (int)lc_int_get_si(point[x]),
               (int)lc_int_get_si(point[y]));

    /* One more inequality, which is not kept: x - y - 2 >= 0. */
    lcr_expr more;
    lcr_expr_zero(&more);
    lcr_expr_add_var(ctx, &more, lc_int_const(1), x);
    lcr_expr_add_var(ctx, &more, lc_int_const(-1), y);
    lcr_expr_add_const(ctx, &more, lc_int_const(-2));
    printf("with x >= y + 2: %s\n",
           lcr_system_solve(s, &more, point) == LCR_NO ? "none" : "a point");
    lcr_system_free(s);

    /* Two coordinates with one offset. */
    lc_int extents[] = {lc_int_const(4), lc_int_const(4)};
    lc_int steps[] = {lc_int_const(2), lc_int_const(3)}, one[2], two[2];
    lc_layout *a = lc_layout_flat(ctx, 2, extents, steps);
    if (lcr_find_collision(r, a, one, two) == LCR_YES)
        printf("(4,4):(2,3) has one offset twice: they are %d apart\n",
               2 * (int)lc_int_get_si(one[0]) + 3 * (int)lc_int_get_si(one[1]) -
                   2 * (int)lc_int_get_si(two[0]) - 3 * (int)lc_int_get_si(two[1]));
    lc_layout_free(a);
    lcr_ctx_free(r);
    lc_ctx_free(ctx);
    return 0;
}
/* prints
 *
 *     3 * 3 + 5 * 2 = 19
 *     with x >= y + 2: none
 *     (4,4):(2,3) has one offset twice: they are 0 apart
 */
