/* context.c - errors, frames and interruption.
 *
 * headers: lib/ctx.h
 */
#include <layoutcheck/lib/int.h>

#include <stdio.h>

int main(void)
{
    lc_ctx *ctx = lc_ctx_new();
    if (!ctx)
        return 1;

    /* What fails returns NULL, false or an integer 0, and the context says why. */
    lc_int_power_of_two(ctx, 100000);
    printf("%s: %s\n", lc_ctx_code(ctx) == LC_ERR_LIMIT ? "limit" : "?", lc_ctx_message(ctx));
    lc_ctx_reset(ctx);

    /* What is made in a frame goes with it: large integers, memory, objects that it keeps. */
    lc_frame frame = lc_frame_open(ctx);
    char *text = lc_frame_alloc(ctx, 1, 8);
    lc_int sum = lc_int_add(ctx, lc_int_power_of_two(ctx, 80), lc_int_const(1));
    printf("%zu bits, %s\n", lc_int_bits(sum), text && text[0] == '\0' ? "zeros" : "?");
    lc_frame_close(ctx, frame);

    /* Another thread, or the handler of a signal, may ask for an end. */
    lc_ctx_interrupt(ctx);
    if (lc_ctx_ends(ctx))
        printf("%s\n", lc_ctx_message(ctx));
    lc_ctx_resume(ctx);
    lc_ctx_reset(ctx);

    /* How far work has got, for whoever watches. */
    lc_ctx_does(ctx, "differ", "enumeration");
    lc_ctx_looks(ctx, 4096);
    printf("%s by %s, %d looked at\n", lc_doing_read(lc_ctx_doing(ctx)).what,
           lc_doing_read(lc_ctx_doing(ctx)).how, (int)lc_ctx_looked(ctx));
    printf("memory ran out: %s\n", lc_ctx_starved(ctx) ? "yes" : "no");
    lc_ctx_free(ctx);
    return 0;
}
/* prints
 *
 *     limit: an integer has more than 65536 bits
 *     81 bits, zeros
 *     interrupted
 *     differ by enumeration, 4096 looked at
 *     memory ran out: no
 */
