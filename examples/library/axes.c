/* axes.c - values that are coordinates, slices of them, and the lanes of an access.
 *
 * headers: lib/layout.h lib/banks.h lib/bank-models.h
 */
#include <layoutcheck/lib/bank-models.h>
#include <layoutcheck/lib/layout.h>

#include <stdio.h>
#include <stdlib.h>

/* Takes over the layout. */
static void print(lc_ctx *ctx, const char *what, lc_layout *a)
{
    char *text = a ? lc_layout_to_str(ctx, a) : NULL;
    printf("%s: %s\n", what, text ? text : lc_ctx_message(ctx));
    free(text);
    lc_layout_free(a);
}

static void axes(lc_ctx *ctx)
{
    lc_int two[] = {lc_int_const(4), lc_int_const(6)};
    lc_tuple *shape = lc_tuple_flat(ctx, 2, two);
    lc_layout *names = lc_layout_identity(ctx, shape); /* (4,6):(e0,e1) */
    const lc_tuple *profile = lc_layout_profile(names);
    size_t path[LC_MAX_DEPTH + 1], depth = lc_profile_path(profile, 1, path);
    printf("leaf 1 moves axis 0 by %d and axis 1 by %d; axis 1 is mode %zu, at depth %zu\n",
           (int)lc_int_get_si(lc_layout_step_on(names, 0, 1)),
           (int)lc_int_get_si(lc_layout_step_on(names, 1, 1)), path[0], depth);

    print(ctx, "axis 1 by itself", lc_layout_basis(ctx, 1, (uint32_t[]){1}));

    /* Integers as axis 1 of coordinates (_,_). */
    lc_int extent = lc_int_const(3), step = lc_int_const(2);
    lc_layout *even = lc_layout_flat(ctx, 1, &extent, &step);
    print(ctx, "3:2 on axis 1", lc_layout_on_axis(ctx, even, profile, 1));

    /* (2,_): what `_` leaves, and the value of the rest, which is a coordinate. */
    lc_tuple *any = lc_tuple_wildcard(ctx), *at = lc_tuple_leaf(ctx, lc_int_const(2));
    lc_tuple *crd = lc_tuple_of(ctx, 2, (lc_tuple *[]){at, any}), *value = NULL;
    print(ctx, "row 2", lc_layout_slice_value(ctx, names, crd, &value));
    char *text = value ? lc_tuple_to_str(ctx, value) : NULL;
    printf("begins at %s\n", text ? text : lc_ctx_message(ctx));
    free(text);
    lc_tuple *tuples[] = {value, crd, at, any, shape};
    for (size_t i = 0; i < sizeof tuples / sizeof *tuples; i++)
        lc_tuple_free(tuples[i]);
    lc_layout_free(even);
    lc_layout_free(names);
}

/* 32 lanes read 16 bytes each, one after the other. */
static void lanes(lc_ctx *ctx)
{
    lc_access a = {.lanes = LC_WARP_LANES, .width = 16, .banks = LC_BANKS};
    for (unsigned lane = 0; lane < a.lanes; lane++)
        a.byte[lane] = lc_int_const(16 * (int)lane);
    printf("%u phases of %u lanes; the first word of lane 9 is in bank %u\n",
           lc_access_phases(&a), lc_phase_lanes(&a), lc_lane_bank(ctx, &a, 9));
    size_t rows = 0;
    while (lc_bank_model_row(rows))
        rows++;
    printf("the table of processors has rows: %s\n", rows > 0 ? "yes" : "no");
}

int main(void)
{
    lc_ctx *ctx = lc_ctx_new();
    if (!ctx)
        return 1;
    axes(ctx);
    lanes(ctx);
    lc_ctx_free(ctx);
    return 0;
}
/* prints
 *
 *     leaf 1 moves axis 0 by 0 and axis 1 by 1; axis 1 is mode 1, at depth 1
 *     axis 1 by itself: 1:e1
 *     3:2 on axis 1: 3:2e1
 *     row 2: 6:e1
 *     begins at (2,0)
 *     4 phases of 8 lanes; the first word of lane 9 is in bank 4
 *     the table of processors has rows: yes
 */
