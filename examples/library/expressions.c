/* expressions.c - integer expressions as C, evaluated here.
 *
 * headers: lib/expr.h
 */
#include <layoutcheck/lib/expr.h>

#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    lc_ctx *ctx = lc_ctx_new();
    lc_exprs *x = ctx ? lc_exprs_new(ctx) : NULL;
    if (!x)
        return 1;

    /* Bounds of variables simplify what is made of them. A NULL argument is passed on. */
    const lc_expr *thread = lc_expr_var(x, "thread", 0, 127);
    const lc_expr *m = lc_expr_var(x, "M", 1, 4096);
    const lc_expr *row = lc_expr_make(x, LC_EXPR_DIV, thread, lc_expr_int(x, 8));
    const lc_expr *column = lc_expr_make(x, LC_EXPR_MOD, thread, lc_expr_int(x, 8));
    const lc_expr *at = lc_expr_make(x, LC_EXPR_ADD, lc_expr_make(x, LC_EXPR_MUL, row, m),
                                     column);
    const lc_expr *inside = lc_expr_make(x, LC_EXPR_LT, at, lc_expr_ceil_div(x, m, row));
    if (!at)
        return 1;
    char *text = lc_expr_to_c(ctx, at);
    int64_t value, env[] = {20, 100};
    if (text && lc_expr_at(at, env, &value))
        printf("%s is %d for thread 20 of M = 100\n", text, (int)value);
    free(text);
    printf("it lies in [%d, %d]\n", (int)at->low, (int)at->high);

    /* The divisor may be 0 here. */
    printf("%s\n", inside ? "?" : lc_ctx_message(ctx));
    const lc_expr *eight = lc_expr_substitute(x, at, m, lc_expr_int(x, 8));
    text = eight ? lc_expr_to_c(ctx, eight) : NULL;
    printf("for M = 8: %s, %u variables\n", text ? text : lc_ctx_message(ctx),
           (unsigned)lc_exprs_nvars(x));
    free(text);
    lc_exprs_free(x);
    lc_ctx_free(ctx);
    return 0;
}
/* prints
 *
 *     (thread >> 3) * M + (thread & 7) is 204 for thread 20 of M = 100
 *     it lies in [0, 61447]
 *     a divisor can be 0 by its bounds: expected one that is positive
 *     for M = 8: 8 * (thread >> 3) + (thread & 7), 2 variables
 */
