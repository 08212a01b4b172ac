/* trees.c - expressions made by hand: conditions, divisors, and what 32 bits hold.
 *
 * headers: lib/expr.h
 */
#include <layoutcheck/lib/expr.h>

#include <stdio.h>

static void print(const char *what, const lc_expr *e)
{
    printf("%s: ", what);
    lc_expr_print(stdout, e);
    printf("\n");
}

static const char *told(bool yes)
{
    return yes ? "yes" : "no";
}

/* M, the variable in slot 1, is a multiple of 8. */
static int64_t divides(const void *context, size_t slot)
{
    (void)context;
    return slot == 1 ? 8 : 1;
}

static bool above(const void *least, size_t slot)
{
    return slot > *(const size_t *)least;
}

static bool is_less(void *context, lc_expr_op op, const lc_expr *a, const lc_expr *b)
{
    (void)context;
    print(op == LC_EXPR_LT ? "less" : "no less", a);
    print("than", b);
    return op == LC_EXPR_LT;
}

int main(void)
{
    lc_ctx *ctx = lc_ctx_new();
    lc_exprs *x = ctx ? lc_exprs_new(ctx) : NULL;
    if (!x)
        return 1;
    const lc_expr *i = lc_expr_var(x, "i", 0, 1 << 20);
    const lc_expr *m = lc_expr_var(x, "M", 1, 1 << 20);
    const lc_expr *row = lc_expr_make(x, LC_EXPR_MUL, i, m);
    const lc_expr *at = lc_expr_add_scaled(x, row, 4, i);
    if (!at || lc_exprs_ctx(x) != ctx)
        return 1;
    print("at", at);
    printf("M is in it: %s, and is what slot 1 has: %s\n", told(lc_expr_has(at, m)),
           told(lc_exprs_find(x, "M") == lc_exprs_var(x, 1)));
    printf("a variable after slot 0 is in it: %s\n", told(lc_expr_any(at, above, &(size_t){0})));
    printf("4 i + i M is a multiple of %d where M is one of 8; of products: %d\n",
           (int)lc_expr_divisor(at, divides, NULL), (int)lc_product_divisor(4, 6));

    /* Conditions. What the caller knows of a value decides them. */
    const lc_expr *inside = lc_expr_make(x, LC_EXPR_LT, i, m);
    print("past the end", lc_expr_not(x, inside));
    printf("it compares: %s\n", told(lc_expr_compares(inside, true, is_less, NULL)));
    print("0 there", lc_expr_select(x, inside, at, lc_expr_int(x, 0)));
    const lc_expr *few = lc_expr_assume(x, i, 0, 7);
    int64_t value;
    if (lc_expr_is_int(lc_expr_make(x, LC_EXPR_LT, few, lc_expr_int(x, 8)), &value))
        printf("i < 8, of an i in 0..7: %d\n", (int)value);
    printf("the same as it is written: %s\n",
           told(lc_expr_equal(at, lc_expr_add_scaled(x, row, 4, i))));

    /* As a machine computes: the first step that 32 bits do not hold. */
    const lc_expr *fails = lc_expr_compute(at, (int64_t[]){100000, 100000}, 32, &value);
    if (fails)
        print("32 bits do not hold", fails);
    if (lc_expr_apply(LC_EXPR_MOD, -7, 4, &value))
        printf("-7 mod 4 is %d\n", (int)value);
    lc_exprs_free(x);
    lc_ctx_free(ctx);
    return 0;
}
/* prints
 *
 *     at: i * M + 4 * i
 *     M is in it: yes, and is what slot 1 has: yes
 *     a variable after slot 0 is in it: yes
 *     4 i + i M is a multiple of 4 where M is one of 8; of products: 24
 *     past the end: M <= i
 *     less: i
 *     than: M
 *     it compares: yes
 *     0 there: i < M ? i * M + 4 * i : 0
 *     i < 8, of an i in 0..7: 1
 *     the same as it is written: yes
 *     32 bits do not hold: i * M
 *     -7 mod 4 is 1
 */
