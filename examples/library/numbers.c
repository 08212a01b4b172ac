/* numbers.c - bits of integers, GMP, and integers that are sizes of a field of one's own.
 *
 * headers: lib/int.h lib/size.h lib/ints.h
 */
#include <layoutcheck/lib/ints.h>
#include <layoutcheck/lib/layout.h>
#include <layoutcheck/lib/size.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print(lc_ctx *ctx, const char *what, lc_int a)
{
    char *text = lc_int_to_str(ctx, a);
    printf("%s = %s\n", what, text ? text : lc_ctx_message(ctx));
    free(text);
}

static void bits(lc_ctx *ctx)
{
    lc_int a = lc_int_const(-2), all = lc_int_from_word(ctx, UINT64_MAX);
    print(ctx, "2^64 - 1", all);
    print(ctx, "-2 and 2^64 - 1", lc_int_and(ctx, a, all));
    print(ctx, "-2 or 1", lc_int_or(ctx, a, lc_int_const(1)));
    print(ctx, "3 times 2^70", lc_int_shift(ctx, lc_int_const(3), 70));
    printf("bits 0 and 100 of -2: %d, %d\n", lc_int_bit(a, 0), lc_int_bit(a, 100));
    mpz_t z;
    mpz_init(z);
    lc_int_get_mpz(z, all);
    mpz_mul(z, z, z);
    print(ctx, "squared by GMP", lc_int_from_mpz(ctx, z));
    mpz_clear(z);
    lc_int one_two[] = {lc_int_const(1), lc_int_const(2)};
    lc_int one_three[] = {lc_int_const(1), lc_int_const(3)};
    printf("(1,2) comes before (1,3): %s\n",
           lc_ints_order(2, one_two, one_three) < 0 ? "yes" : "no");
    lc_int_too_long(ctx); /* as the library records it */
    printf("%s\n", lc_ctx_message(ctx));
    lc_ctx_reset(ctx);
}

/* ---- a field of one size, N, of which nothing is known but that it is 100 or more ---- */

static lc_size N;

static bool less(lc_sizes *f, lc_int a, lc_int b)
{
    if (lc_int_is_size(a) && lc_int_is_size(b))
        return false;
    bool number_first = lc_int_is_size(b);
    lc_int number = number_first ? a : b;
    if (lc_int_cmp(number, lc_int_const(100)) >= number_first)
        f->open = true; /* it depends: who asks is told so */
    return number_first;
}

static int compare(lc_sizes *f, lc_int a, lc_int b)
{
    return less(f, a, b) ? -1 : less(f, b, a) ? 1 : 0;
}

/* At some values of the parameters: here, N is 1000. */
static int order(lc_sizes *f, lc_int a, lc_int b)
{
    (void)f;
    lc_int thousand = lc_int_const(1000);
    return lc_int_cmp(lc_int_is_size(a) ? thousand : a, lc_int_is_size(b) ? thousand : b);
}

static char *text(lc_sizes *f, lc_int a, lc_size_text as)
{
    (void)f;
    char *name = lc_int_is_size(a) ? malloc(sizeof "N*f1") : NULL;
    return name ? strcpy(name, as == LC_SIZE_WORD ? "N*f1" : "N") : NULL;
}

static void sizes(lc_ctx *ctx)
{
    static lc_sizes field = {.lt = less, .cmp = compare, .order = order, .text = text};
    N.field = &field;
    lc_int n = lc_int_of_size(&N), seven = lc_int_const(7);
    bool is_less;
    print(ctx, "the larger one of 7 and -2", lc_int_max(seven, lc_int_const(-2)));
    print(ctx, "the smaller one", lc_int_min(seven, lc_int_const(-2)));
    printf("-2 has the sign %d\n", lc_int_sign(lc_int_const(-2)));
    if (lc_int_settled_lt(seven, n, &is_less))
        printf("7 < N: %s, everywhere\n", is_less ? "yes" : "no");
    printf("500 < N is settled: %s; at some values N - 500 has the sign %d\n",
           lc_int_settled_lt(lc_int_const(500), n, &is_less) ? "yes" : "no",
           lc_int_order(n, lc_int_const(500)));
    printf("it is a size of the field: %s\n", lc_int_size(n)->field == &field ? "yes" : "no");
    char *word = lc_int_size_text(n, LC_SIZE_WORD);
    printf("as a stride that adds by XOR: %s\n", word ? word : "");
    free(word);
    /* lib/ computes with it as with numbers, and leaves to the field what it does not know. */
    lc_layout *a = lc_layout_flat(ctx, 1, &n, &seven);
    char *literal = a ? lc_layout_to_str(ctx, a) : NULL;
    printf("%s\n", literal ? literal : lc_ctx_message(ctx));
    free(literal);
    lc_layout_free(a);
}

int main(void)
{
    lc_ctx *ctx = lc_ctx_new();
    if (!ctx)
        return 1;
    bits(ctx);
    sizes(ctx);
    lc_ctx_free(ctx);
    return 0;
}
/* prints
 *
 *     2^64 - 1 = 18446744073709551615
 *     -2 and 2^64 - 1 = 18446744073709551614
 *     -2 or 1 = -1
 *     3 times 2^70 = 3541774862152233910272
 *     bits 0 and 100 of -2: 0, 1
 *     squared by GMP = 340282366920938463426481119284349108225
 *     (1,2) comes before (1,3): yes
 *     an integer has more than 65536 bits
 *     the larger one of 7 and -2 = 7
 *     the smaller one = -2
 *     -2 has the sign -1
 *     7 < N: yes, everywhere
 *     500 < N is settled: no; at some values N - 500 has the sign 1
 *     it is a size of the field: yes
 *     as a stride that adds by XOR: N*f1
 *     N:7
 */
