/* bits.c - matrices over F2, and swizzles.
 *
 * headers: lib/f2.h lib/swizzle.h
 */
#include <layoutcheck/lib/swizzle.h>

#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    lc_ctx *ctx = lc_ctx_new();
    if (!ctx)
        return 1;

    /* Matrices are plain values; column j is where bit j is sent. */
    lc_f2 a = lc_f2_identity(3), p;
    a.column[2] = 5;
    printf("a(6) = %d, rank %u\n", (int)lc_f2_apply(&a, 6), lc_f2_rank(&a));
    uint64_t x;
    if (lc_f2_inverse(&a, &p) && lc_f2_solve(&a, 6, &x)) {
        lc_f2 one = lc_f2_multiply(&a, &p), identity = lc_f2_identity(3);
        printf("a x = 6 for x = %d; a times its inverse is %s\n", (int)x,
               lc_f2_equal(&one, &identity) ? "the identity" : "?");
    }
    a.column[1] = 1;
    lc_f2 kernel = lc_f2_kernel(&a);
    printf("another one: rank %u, and it sends %d to 0\n", lc_f2_rank(&a), (int)kernel.column[0]);

    /* A swizzle is one, too. */
    lc_swizzle w, twice;
    if (!lc_swizzle_make(ctx, lc_int_const(3), lc_int_const(0), lc_int_const(3), &w))
        return 1;
    char *text = lc_swizzle_to_str(ctx, w);
    printf("%s moves 8 to %d; onto [0,64): %s\n", text ? text : "",
           (int)lc_swizzle_apply_word(w, 8),
           lc_swizzle_permutes(ctx, w, lc_int_const(64)) ? "yes" : "no");
    free(text);
    lc_f2 m = lc_swizzle_matrix(w, 6);
    lc_swizzle same;
    if (lc_swizzle_compose(ctx, w, w, &twice) && lc_swizzle_from_matrix(&m, &same))
        printf("after itself it has b = %d; from its matrix b = %d\n", twice.b, same.b);
    lc_ctx_free(ctx);
    return 0;
}
/* prints
 *
 *     a(6) = 7, rank 3
 *     a x = 6 for x = 7; a times its inverse is the identity
 *     another one: rank 2, and it sends 3 to 0
 *     S<3,0,3> moves 8 to 9; onto [0,64): yes
 *     after itself it has b = 0; from its matrix b = 3
 */
