/* compose.c - compose two layouts with the library, and ask why a third has no value.
 *
 *   cc compose.c $(pkg-config --cflags --libs layoutcheck)
 */
#include <layoutcheck/lib/algebra.h>

#include <stdio.h>
#include <stdlib.h>

/* A flat layout of n modes. Values are immutable; the caller owns what it gets. */
static lc_layout *flat(lc_ctx *ctx, size_t n, const int *shape, const int *stride)
{
    lc_int extents[8], steps[8];
    for (size_t i = 0; i < n; i++) {
        extents[i] = lc_int_const(shape[i]);
        steps[i] = lc_int_const(stride[i]);
    }
    return lc_layout_flat(ctx, n, extents, steps);
}

/* NULL is failure, and the context says why. */
static void print(lc_ctx *ctx, const char *label, const lc_layout *layout)
{
    char *text = layout ? lc_layout_to_str(ctx, layout) : NULL;
    printf("%s = %s\n", label, text ? text : lc_ctx_message(ctx));
    free(text);
}

int main(void)
{
    lc_ctx *ctx = lc_ctx_new();
    if (!ctx)
        return 1;
    lc_layout *a = flat(ctx, 4, (int[]){4, 6, 8, 10}, (int[]){2, 3, 5, 7});
    lc_layout *every_12th = flat(ctx, 1, (int[]){6}, (int[]){12});
    lc_layout *every_3rd = flat(ctx, 1, (int[]){6}, (int[]){3});
    print(ctx, "A", a);

    lc_layout *r = lc_compose(ctx, a, every_12th);
    print(ctx, "A o 6:12", r);
    lc_layout *none = lc_compose(ctx, a, every_3rd);
    print(ctx, "A o 6:3", none);

    lc_layout_free(none);
    lc_layout_free(r);
    lc_layout_free(every_3rd);
    lc_layout_free(every_12th);
    lc_layout_free(a);
    lc_ctx_free(ctx);
    return 0;
}
