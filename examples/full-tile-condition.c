/* full-tile-condition.c - when does a block need no guard?
 *
 *   cc full-tile-condition.c $(pkg-config --cflags --libs layoutcheck)
 */
#include <layoutcheck/kernels/plan/synthesis.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the library is expected to print. The same text is compiled below: that it is the one
 * printed is checked, and so are its values. */
#define FULL 128 * b0 + 128 <= M && 64 * b1 + 64 <= N
#define TEXT_OF(expression) #expression
#define TEXT(expression) TEXT_OF(expression)

/* One mode extent:step e_axis. */
static lc_layout *mode(lc_ctx *ctx, int extent, int step, uint32_t axis)
{
    lc_tuple *shape = lc_tuple_leaf(ctx, lc_int_const(extent));
    lc_layout *basis = lc_layout_basis(ctx, 1, &axis);
    lc_layout *stride = lc_layout_scale(ctx, lc_int_const(step), basis);
    lc_layout *layout = lc_layout_reshape(ctx, shape, stride);
    lc_layout_free(stride);
    lc_layout_free(basis);
    lc_tuple_free(shape);
    return layout;
}

/* Tiles of 128 x 64 of an M x N matrix, 32 x 8 threads, 4 x 8 values each:
 * (blocks, blocks, 32, 8, 4, 8):(128e0, 64e1, 4e0, e1, e0, 8e1). How many blocks there are is
 * not known: the extents of 1 are not read. */
static lc_layout *tiles(lc_ctx *ctx)
{
    lc_layout *modes[] = {mode(ctx, 1, 128, 0), mode(ctx, 1, 64, 1), mode(ctx, 32, 4, 0),
                          mode(ctx, 8, 1, 1),   mode(ctx, 4, 1, 0),  mode(ctx, 8, 8, 1)};
    lc_layout *layout = lc_layout_concat(ctx, 6, modes);
    for (int i = 0; i < 6; i++)
        lc_layout_free(modes[i]);
    return layout;
}

/* Is every element of the tile inside? */
static bool all_inside(int b0, int b1, int M, int N)
{
    for (int m = 128 * b0; m < 128 * b0 + 128; m++)
        for (int n = 64 * b1; n < 64 * b1 + 64; n++)
            if (m >= M || n >= N)
                return false;
    return true;
}

static bool is_right(void)
{
    for (int M = 1; M < 400; M += 3)
        for (int N = 1; N < 200; N++)
            for (int b0 = 0; b0 < 4; b0++)
                for (int b1 = 0; b1 < 4; b1++)
                    if ((FULL) != all_inside(b0, b1, M, N))
                        return false;
    return true;
}

int main(void)
{
    static const lck_leaf leaves[] = {{"b0", LCK_GRID}, {"b1", LCK_GRID}, {"t0", LCK_TILE},
                                      {"t1", LCK_TILE}, {"v0", LCK_TILE}, {"v1", LCK_TILE}};
    static const lck_number extents[] = {{.name = "M"}, {.name = "N"}};
    lc_ctx *ctx = lc_ctx_new();
    lcr_ctx *r = ctx ? lcr_ctx_new(ctx) : NULL;
    lc_layout *layout = r ? tiles(ctx) : NULL;
    if (!layout)
        return 1;
    lck_partition partition = {layout, 6, leaves};
    lck_tensor tensor = {2, extents, NULL, NULL};
    char *text = lck_full_tile_condition(r, &partition, &tensor);
    printf("%s\n", text ? text : lc_ctx_message(ctx));
    bool ok = text && strcmp(text, TEXT(FULL)) == 0 && is_right();
    printf("%s\n", ok ? "right for all sizes tried" : "WRONG");
    free(text);
    lc_layout_free(layout);
    lcr_ctx_free(r);
    lc_ctx_free(ctx);
    return ok ? 0 : 1;
}
