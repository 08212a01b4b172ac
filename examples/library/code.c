/* code.c - predicates and indices as C, for kernels of one's own.
 *
 * headers: isl-bridge/code.h kernels/plan/synthesis.h
 */
#include <layoutcheck/kernels/plan/synthesis.h>

#include <stdio.h>
#include <stdlib.h>

static void print(lc_ctx *ctx, const char *what, char *text)
{
    printf("%s: %s\n", what, text ? text : lc_ctx_message(ctx));
    free(text);
}

int main(void)
{
    lc_ctx *ctx = lc_ctx_new();
    lcr_ctx *r = ctx ? lcr_ctx_new(ctx) : NULL;
    lc_exprs *x = r ? lc_exprs_new(ctx) : NULL;
    if (!x)
        return 1;

    /* Names in isl's texts are variables of x; their bounds need no test. */
    lc_expr_var(x, "M", 1, 65536);
    lc_expr_var(x, "b", 0, 1023);
    lc_expr_var(x, "t", 0, 127);
    const char *inside = "[M, b] -> { [t] : 128b + t < M }";
    const lc_expr *one = lcr_code_predicate(r, x, inside, NULL);
    const lc_expr *all = lcr_code_full(r, x, inside, "[M, b] -> { [t] : 0 <= t < 128 }", NULL);
    print(ctx, "inside", one ? lc_expr_to_c(ctx, one) : NULL);
    print(ctx, "all of a block inside", all ? lc_expr_to_c(ctx, all) : NULL);

    /* A partition: blocks of 128 rows, 32 threads of 4 rows each. */
    lc_int extents[] = {lc_int_const(1), lc_int_const(32), lc_int_const(4)};
    lc_int steps[] = {lc_int_const(128), lc_int_const(4), lc_int_const(1)};
    lc_layout *rows = lc_layout_flat(ctx, 3, extents, steps);
    const lck_leaf leaves[] = {{"b0", LCK_GRID}, {"t0", LCK_TILE}, {"v0", LCK_TILE}};
    const lck_number size[] = {{.name = "M"}}, stride[] = {{.name = "ld"}};
    lck_partition partition = {rows, 3, leaves};
    lck_tensor tensor = {1, size, NULL, "M mod 4 = 0"};
    print(ctx, "guard", lck_bounds_predicate(r, &partition, &tensor));
    print(ctx, "of a full tile", lck_full_tile_condition(r, &partition, &tensor));
    tensor.stride = stride;
    print(ctx, "index", lck_index_expr(r, &partition, &tensor));
    lc_layout_free(rows);
    lc_exprs_free(x);
    lcr_ctx_free(r);
    lc_ctx_free(ctx);
    return 0;
}
/* prints
 *
 *     inside: 128 * b + t < M
 *     all of a block inside: 128 * b + 128 <= M
 *     guard: 128 * b0 + 4 * t0 + 4 <= M
 *     of a full tile: 128 * b0 + 128 <= M
 *     index: (128 * b0 + 4 * t0 + v0) * ld
 */
