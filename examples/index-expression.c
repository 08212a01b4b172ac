/* index-expression.c - where the elements of a thread are in memory.
 *
 *   cc index-expression.c $(pkg-config --cflags --libs layoutcheck)
 */
#include <layoutcheck/kernels/plan/synthesis.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the library is expected to print. The same text is compiled below: that it is the one
 * printed is checked, and so are its values. */
#define INDEX (128 * b0 + 4 * t0 + v0) * ld + (64 * b1 + t1 + 8 * v1)
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

/* The partition itself says which element it is: its values are (m,n), which is at m ld + n. */
static bool is_right_for(lc_ctx *ctx, const lc_layout *layout, long ld, int b0, int b1)
{
    for (int i = 0; i < 32 * 8 * 4 * 8; i++) {
        int t0 = i % 32, t1 = i / 32 % 8, v0 = i / 256 % 4, v1 = i / 1024;
        long m = 128 * b0 +
                 (long)lc_int_get_si(lc_layout_at_axis(ctx, layout, 0, lc_int_const(i)));
        long n = 64 * b1 +
                 (long)lc_int_get_si(lc_layout_at_axis(ctx, layout, 1, lc_int_const(i)));
        if ((INDEX) != m * ld + n)
            return false;
    }
    return true;
}

static bool is_right(lc_ctx *ctx, const lc_layout *layout)
{
    for (int block = 0; block < 9; block++)
        if (!is_right_for(ctx, layout, 1000 + block, block % 3, block / 3))
            return false;
    return true;
}

int main(void)
{
    static const lck_leaf leaves[] = {{"b0", LCK_GRID}, {"b1", LCK_GRID}, {"t0", LCK_TILE},
                                      {"t1", LCK_TILE}, {"v0", LCK_TILE}, {"v1", LCK_TILE}};
    static const lck_number extents[] = {{.name = "M"}, {.name = "N"}};
    static const lck_number strides[] = {{.name = "ld"}, {.value = 1}};
    lc_ctx *ctx = lc_ctx_new();
    lcr_ctx *r = ctx ? lcr_ctx_new(ctx) : NULL;
    lc_layout *layout = r ? tiles(ctx) : NULL;
    if (!layout)
        return 1;
    lck_partition partition = {layout, 6, leaves};
    lck_tensor tensor = {2, extents, strides, NULL};
    char *text = lck_index_expr(r, &partition, &tensor);
    printf("%s\n", text ? text : lc_ctx_message(ctx));
    bool ok = text && strcmp(text, TEXT(INDEX)) == 0 && is_right(ctx, layout);
    printf("%s\n", ok ? "right for all sizes tried" : "WRONG");
    free(text);
    lc_layout_free(layout);
    lcr_ctx_free(r);
    lc_ctx_free(ctx);
    return ok ? 0 : 1;
}
