/* bounds-predicate.c - the guard of a kernel whose matrix has any size.
 *
 *   cc bounds-predicate.c $(pkg-config --cflags --libs layoutcheck)
 */
#include <layoutcheck/kernels/plan/synthesis.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the library is expected to print. The same text is compiled below: that it is the one
 * printed is checked, and so are its values. */
#define INSIDE 128 * b0 + 4 * t0 + 4 <= M && 64 * b1 + t1 + 8 * v1 < N
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

/* By counting: as many values pass the guard as the matrix has elements, and each is inside.
 * M is a multiple of 4, so that the guard need not ask for each of 4 rows. */
static bool is_right_for(int M, int N)
{
    long count = 0;
    for (int b0 = 0; b0 * 128 < M; b0++)
        for (int b1 = 0; b1 * 64 < N; b1++)
            for (int i = 0; i < 32 * 8 * 4 * 8; i++) {
                int t0 = i % 32, t1 = i / 32 % 8, v0 = i / 256 % 4, v1 = i / 1024;
                int m = 128 * b0 + 4 * t0 + v0, n = 64 * b1 + t1 + 8 * v1;
                bool inside = INSIDE;
                if (inside != (m < M && n < N))
                    return false;
                count += inside;
            }
    return count == (long)M * N;
}

static bool is_right(void)
{
    static const int sizes[] = {4, 64, 124, 128, 132, 256, 300};
    for (int i = 0; i < 7; i++)
        for (int N = 1; N < 140; N += 23)
            if (!is_right_for(sizes[i], N))
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
    lck_tensor tensor = {2, extents, NULL, "M mod 4 = 0"};
    char *text = lck_bounds_predicate(r, &partition, &tensor);
    printf("%s\n", text ? text : lc_ctx_message(ctx));
    bool ok = text && strcmp(text, TEXT(INSIDE)) == 0 && is_right();
    printf("%s\n", ok ? "right for all sizes tried" : "WRONG");
    free(text);
    lc_layout_free(layout);
    lcr_ctx_free(r);
    lc_ctx_free(ctx);
    return ok ? 0 : 1;
}
