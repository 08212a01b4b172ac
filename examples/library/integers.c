/* integers.c - exact integers, lists of them, and sizes.
 *
 * headers: lib/int.h lib/ints.h lib/size.h
 */
#include <layoutcheck/lib/ints.h>
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

int main(void)
{
    lc_ctx *ctx = lc_ctx_new();
    if (!ctx)
        return 1;

    /* Division is by floor. An integer needs no release. */
    lc_int seven = lc_int_const(-7), two = lc_int_const(2), big;
    print(ctx, "-7 / 2", lc_int_fdiv(ctx, seven, two));
    print(ctx, "-7 mod 2", lc_int_fmod(ctx, seven, two));
    print(ctx, "ceil(-7 / 2)", lc_int_cdiv(ctx, seven, two));
    if (lc_int_parse(ctx, "0x10000000000000000", strlen("0x10000000000000000"), &big))
        print(ctx, "2^64", big);
    print(ctx, "gcd(2^64, 24)", lc_int_gcd(ctx, big, lc_int_const(24)));
    printf("a word holds it: %s, a power of two: %s, bits: %zu\n",
           lc_int_fits_si(big) ? "yes" : "no", lc_int_is_power_of_two(big) ? "yes" : "no",
           lc_int_bits(big));
    print(ctx, "12 xor 10", lc_int_xor(ctx, lc_int_const(12), lc_int_const(10)));

    /* A result leaves the frame in which it was made. */
    lc_frame frame = lc_frame_open(ctx);
    lc_int square = lc_frame_return(ctx, frame, lc_int_mul(ctx, big, big));
    print(ctx, "2^128", square);

    /* Lists are immutable, and their integers live as long as they do. */
    lc_ints *list = lc_ints_new(ctx, 2, (lc_int[]){big, two});
    lc_ints *again = lc_ints_ref(list);
    lc_ints_free(list);
    printf("%zu integers, the last is %d\n", lc_ints_length(again),
           (int)lc_int_get_si(lc_ints_at(again, 1)));
    lc_ints_free(again);

    /* Which is larger is settled for numbers; of sizes with parameters it may not be. */
    int sign;
    if (lc_int_settled(two, big, &sign))
        printf("2 - 2^64 has the sign %d\n", sign);
    lc_ctx_free(ctx);
    return 0;
}
/* prints
 *
 *     -7 / 2 = -4
 *     -7 mod 2 = 1
 *     ceil(-7 / 2) = -3
 *     2^64 = 18446744073709551616
 *     gcd(2^64, 24) = 8
 *     a word holds it: no, a power of two: yes, bits: 65
 *     12 xor 10 = 6
 *     2^128 = 340282366920938463463374607431768211456
 *     2 integers, the last is 2
 *     2 - 2^64 has the sign -1
 */
