/* linear.c - linear layouts, and the layouts of Triton.
 *
 * headers: lib/linear.h lib/encoding.h
 */
#include <layoutcheck/lib/encoding.h>

#include <stdio.h>
#include <stdlib.h>

/* Takes over the layout. */
static void print(lc_ctx *ctx, const char *what, lc_linear *l)
{
    char *text = l ? lc_linear_to_str(ctx, l) : NULL;
    printf("%s: %s\n", what, text ? text : lc_ctx_message(ctx));
    free(text);
    lc_linear_free(l);
}

int main(void)
{
    lc_ctx *ctx = lc_ctx_new();
    if (!ctx)
        return 1;

    /* Lanes along the columns, registers along the rows: the values at single bits. */
    lc_int lane[] = {lc_int_const(0), lc_int_const(1), lc_int_const(0), lc_int_const(2)};
    lc_int reg[] = {lc_int_const(1), lc_int_const(0)};
    lc_linear_in in[] = {{"register", 1, reg}, {"lane", 2, lane}};
    lc_dim out[] = {{"dim0", 1}, {"dim1", 2}};
    lc_linear *l = lc_linear_from_bases(ctx, 2, in, 2, out);
    print(ctx, "L", lc_linear_ref(l));
    lc_int value[2];
    if (lc_linear_eval(ctx, l, 2, (lc_int[]){lc_int_const(1), lc_int_const(3)}, value))
        printf("register 1 of lane 3 has (%d,%d)\n", (int)lc_int_get_si(value[0]),
               (int)lc_int_get_si(value[1]));
    printf("every element once: %s\n", lc_linear_invertible(l) ? "yes" : "no");
    print(ctx, "its inverse", lc_linear_invert(ctx, l));

    /* One input dim and one output dim: a layout that adds. */
    lc_linear *flat_in = lc_linear_flatten_ins(ctx, l), *flat = NULL;
    if (flat_in)
        flat = lc_linear_flatten_outs(ctx, flat_in);
    lc_layout *a = flat ? lc_layout_from_linear(ctx, flat, NULL) : NULL;
    char *text = a ? lc_layout_to_str(ctx, a) : NULL;
    printf("as a layout: %s\n", text ? text : lc_ctx_message(ctx));
    free(text);
    lc_layout_free(a);
    lc_linear_free(flat);
    lc_linear_free(flat_in);
    lc_linear_free(l);

    /* #ttg.blocked, an encoding: a layout of any shape. */
    uint64_t size[] = {2}, threads[] = {32}, warps[] = {1}, order[] = {0};
    lc_field field[LC_FIELDS] = {[LC_FIELD_SIZE_PER_THREAD] = {true, 1, 1, size},
                                 [LC_FIELD_THREADS_PER_WARP] = {true, 1, 1, threads},
                                 [LC_FIELD_WARPS_PER_CTA] = {true, 1, 1, warps},
                                 [LC_FIELD_ORDER] = {true, 1, 1, order}};
    lc_encoding *e = lc_encoding_new(ctx, LC_ENCODING_BLOCKED, field, NULL);
    text = e ? lc_encoding_to_str(ctx, e) : NULL;
    printf("%s\n", text ? text : lc_ctx_message(ctx));
    free(text);
    if (e)
        print(ctx, "of 64", lc_encoding_linear(ctx, e, 1, (uint64_t[]){64}));
    lc_encoding_free(e);
    lc_ctx_free(ctx);
    return 0;
}
/* prints
 *
 *     L: linear{register: [(1,0)], lane: [(0,1),(0,2)] -> dim0: 2, dim1: 4}
 *     register 1 of lane 3 has (1,3)
 *     every element once: yes
 *     its inverse: linear{dim0: [(1,0)], dim1: [(0,1),(0,2)] -> register: 2, lane: 4}
 *     as a layout: 8:1
 *     #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
 *     of 64: linear{register: [1], lane: [2,4,8,16,32], warp: [], block: [] -> dim0: 64}
 */
