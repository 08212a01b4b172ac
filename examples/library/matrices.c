/* matrices.c - the rest of F2, and what swizzles are under other widths of an element.
 *
 * headers: lib/f2.h lib/swizzle.h
 */
#include <layoutcheck/lib/swizzle.h>

#include <stdio.h>
#include <stdlib.h>

static const char *told(bool yes)
{
    return yes ? "yes" : "no";
}

/* Rows from the top, the lowest bit first. */
static void print(const char *what, const lc_f2 *a)
{
    printf("%s:", what);
    for (unsigned i = 0; i < a->rows; i++, printf(i < a->rows ? " /" : "\n"))
        for (unsigned j = 0; j < a->cols; j++)
            printf(" %d", (int)(a->column[j] >> i & 1));
}

static void inverses(const lc_f2 *a)
{
    lc_f2 p;
    lc_f2 pseudo = lc_f2_pseudo_inverse(a), t = lc_f2_transpose(a);
    print("transposed", &t);
    print("pseudo-inverse", &pseudo);
    printf("an inverse from the right: %s, from the left: %s\n", told(lc_f2_right_inverse(a, &p)),
           told(lc_f2_left_inverse(a, &p)));
}

int main(void)
{
    lc_f2 a = lc_f2_zero(3, 2), b = lc_f2_zero(3, 2);
    a.column[0] = 3;
    a.column[1] = 6;
    b.column[1] = lc_f2_mask(3);
    lc_f2 sum = lc_f2_add(&a, &b), both = lc_f2_append(&a, &b), image = lc_f2_image(&both);
    print("a", &a);
    print("a + b", &sum);
    print("image of (a, b)", &image);
    printf("leading bits %d, free bits %d\n", (int)lc_f2_leading_bits(&a),
           (int)lc_f2_free_bits(&both));
    inverses(&a);
    lc_f2 x;
    unsigned column;
    if (!lc_f2_solve_all(&a, &b, &x, &column))
        printf("a x = b has no solution in column %u\n", column);
    lc_f2_lu lu = lc_f2_factor(&both);
    lc_f2 product = lc_f2_multiply(&lu.lower, &lu.upper);
    printf("row 0 of L U is row %u, and has rank %u\n", lu.perm[0], lc_f2_rank(&product));

    lc_ctx *ctx = lc_ctx_new();
    lc_swizzle w, wide, narrow, none;
    if (!ctx || !lc_swizzle_make(ctx, lc_int_const(2), lc_int_const(1), lc_int_const(2), &w))
        return 1;
    printf("%u bits, %d numbers; an involution: %s, a bijection: %s\n", lc_swizzle_bits(w),
           (int)lc_int_get_si(lc_swizzle_size(ctx, w)), told(lc_swizzle_is_involution(w)),
           told(lc_swizzle_is_bijective(w)));
    lc_int moved = lc_swizzle_apply(ctx, w, lc_int_const(8));
    printf("8 goes to %d, and %d comes from %d (%d)\n", (int)lc_int_get_si(moved),
           (int)lc_int_get_si(moved), (int)lc_int_get_si(lc_swizzle_undo(ctx, w, moved)),
           (int)lc_swizzle_undo_word(w, 10));
    if (lc_swizzle_upcast(ctx, w, lc_int_const(2), &wide) &&
        lc_swizzle_downcast(ctx, wide, lc_int_const(2), &narrow))
        printf("of wider elements m = %d, and back: %s\n", wide.m,
               told(lc_swizzle_equal(narrow, w)));
    printf("its matrix has an inverse: %s; wider by 4: %s\n",
           told(lc_swizzle_inverse_matrix(w, 6, &x)),
           told(lc_swizzle_upcast(ctx, w, lc_int_const(4), &none)));
    lc_ctx_free(ctx);
    return 0;
}
/* prints
 *
 *     a: 1 0 / 1 1 / 0 1
 *     a + b: 1 1 / 1 0 / 0 0
 *     image of (a, b): 1 1 1 / 0 1 0 / 0 0 1
 *     leading bits 6, free bits 4
 *     transposed: 1 1 0 / 0 1 1
 *     pseudo-inverse: 0 1 1 / 0 0 1
 *     an inverse from the right: no, from the left: yes
 *     a x = b has no solution in column 1
 *     row 0 of L U is row 0, and has rank 3
 *     5 bits, 32 numbers; an involution: yes, a bijection: yes
 *     8 goes to 10, and 10 comes from 8 (8)
 *     of wider elements m = 0, and back: yes
 *     its matrix has an inverse: yes; wider by 4: yes
 */
