/* by-hand.c - a kernel written by hand, statement by statement, run and printed as CUDA C.
 *
 * headers: kernels/kernel/kernel.h kernels/kernel/statement.h kernels/kernel/function.h
 * headers: kernels/execute/execute.h kernels/emit/emit.h
 */
#include <layoutcheck/kernels/emit/emit.h>
#include <layoutcheck/kernels/execute/execute.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define THREADS 32

enum { HELD = LCK_HELD, OTHER, WORDS, TURNED, WORD };

static const lc_expr *num(lck_kernel *k, int64_t value)
{
    return lc_expr_int(k->x, value);
}

static lck_register reg(lck_kernel *k, int file, int at)
{
    return (lck_register){file, num(k, at)};
}

static lck_kernel *begin(lc_ctx *ctx)
{
    const lck_element *f32 = lck_element_find("f32"), *f16 = lck_element_find("f16");
    lck_kernel *k = lck_kernel_of_copy(ctx, "by_hand", f32, THREADS, 1);
    if (!k)
        return NULL;
    const lc_expr *n = lck_kernel_size(k, "n", 1, 4096, false);
    k->array[LCK_SOURCE].extent = k->array[LCK_DESTINATION].extent = n;
    k->array[LCK_SHARED].extent = num(k, THREADS);
    k->file[HELD].count = 4;
    k->blocks = num(k, 1);
    bool made =
        lck_kernel_file(k, "other", f32, 2) && lck_kernel_file(k, "words", f16, 8) &&
        lck_kernel_file(k, "turned", f16, 8) && lck_kernel_file(k, "word", f32, 1) &&
        lck_kernel_array(k, "table", LCK_READ, lck_element_find("int32"), n) &&
        lck_kernel_condition(k, lc_expr_make(k->x, LC_EXPR_EQ,
                                             lc_expr_make(k->x, LC_EXPR_MOD, n, num(k, THREADS)),
                                             num(k, 0))) &&
        lck_kernel_counter(k, n, num(k, 1), num(k, 1)) &&
        lck_kernel_claim(k, "written by %s", "hand");
    k->file[WORDS].packed = k->file[TURNED].packed = true;
    if (made)
        return k;
    lck_kernel_free(k);
    return NULL;
}

/* Of 32 elements at a time, max(x, 1) of each and its neighbour's, where the table says 1. */
static bool write(lck_kernel *k)
{
    lck_writer w = lck_write(k);
    const lc_expr *n = k->size[0].var, *tiles = lc_expr_ceil_div(k->x, n, num(k, THREADS));
    lck_comment(&w, "tiles of 32 elements");
    const lc_expr *trip = lck_count(&w, "trip", tiles);
    lck_loop(&w, trip, tiles);
    const lc_expr *at = lck_let_name(&w, "at",
                                     lc_expr_add_scaled(k->x, k->thread, THREADS, trip));
    const lc_expr *chosen = lck_fetch(&w, "chosen", LCK_SHARED + 1, at);
    lck_load(&w, LCK_SOURCE, at, HELD, num(k, 0), 1, 1);
    lck_shuffle(&w, reg(k, OTHER, 0), reg(k, HELD, 0), 1);
    lck_set(&w, reg(k, OTHER, 1), num(k, 1));
    lck_apply_to(&w, LCK_MAX, reg(k, HELD, 1), reg(k, HELD, 0), reg(k, OTHER, 1));
    lck_apply(&w, LCK_ABS, reg(k, HELD, 1), reg(k, HELD, 1));
    lck_zero(&w, reg(k, HELD, 2));
    lck_multiply(&w, reg(k, HELD, 2), reg(k, HELD, 1), reg(k, OTHER, 0)); /* += */
    lck_store(&w, LCK_SHARED, k->thread, HELD, num(k, 2), 1, 1);
    lck_barrier(&w);
    lck_if(&w, lc_expr_make(k->x, LC_EXPR_EQ, chosen, num(k, 1)));
    lck_load(&w, LCK_SHARED, k->thread, HELD, num(k, 3), 1, 1);
    lck_else(&w);
    lck_zeros(&w, reg(k, HELD, 3), 1);
    lck_end(&w);
    lck_store(&w, LCK_DESTINATION, at, HELD, num(k, 3), 1, 1);
    lck_barrier_of(&w, LCK_OF_WARP, 0, THREADS);
    lck_end(&w);

    /* Words of 32 bits: rounded, shifted by an element, turned around. */
    const lc_expr *i = lc_expr_var(k->x, "i", 0, 1), *j = lc_expr_var(k->x, "j", 0, 63);
    lck_for(&w, i, 2);
    lck_set(&w, (lck_register){OTHER, i}, i);
    lck_end(&w);
    lck_let(&w, j, k->thread, false);
    lck_let_new(&w, "again", j); /* a variable of its own, as lck_let_name makes none of j */
    lck_zeros(&w, reg(k, WORDS, 0), 8);
    lck_convert(&w, reg(k, WORDS, 0), reg(k, OTHER, 0), 2);
    lck_shift(&w, reg(k, TURNED, 0), reg(k, WORDS, 0), num(k, 1), 2);
    lck_turn(&w, reg(k, TURNED, 0), reg(k, WORDS, 0), 2);
    return lck_written(&w);
}

static void run(const lck_kernel *k)
{
    float from[2 * THREADS], to[2 * THREADS];
    int32_t table[2 * THREADS];
    for (int i = 0; i < 2 * THREADS; i++) {
        from[i] = (float)i - 1;
        table[i] = i % 2;
    }
    const int64_t size[] = {2 * THREADS};
    const lck_host_tensor tensor[] = {{from, NULL}, {to, NULL}, {NULL, NULL}, {table, NULL}};
    lck_stop stop;
    if (lck_execute_scheduled(k, size, tensor, 1, LCK_LAST_FIRST, &stop) &&
        lck_execute_resident(k, size, tensor, 1, &stop))
        printf("elements 0, 1, 33 and 63: %g %g %g %g\n", to[0], to[1], to[33], to[63]);
    else
        printf("%s\n", stop.message);
}

int main(void)
{
    lc_ctx *ctx = lc_ctx_new();
    lck_kernel *k = ctx ? begin(ctx) : NULL;
    if (!k || !write(k)) {
        puts(ctx ? lc_ctx_message(ctx) : "");
        return 1;
    }
    run(k);
    char *text = lck_emit(k, LCK_DEVICE_ONLY);
    if (!text)
        puts(lc_ctx_message(ctx));
    static const char *const parts[] = {"__shfl", "__syncthreads", "for (", "fma",
                                        "__funnelshift_r"};
    for (size_t i = 0; text && i < sizeof parts / sizeof *parts; i++)
        printf("%s%s", strstr(text, parts[i]) ? parts[i] : "-", i + 1 < 5 ? " " : "\n");
    free(text);
    printf("shared memory: %d elements of %d bytes, from byte %d on\n",
           (int)lck_shared_elements(k, LCK_SHARED), (int)lck_shared_bytes(k),
           (int)lck_shared_offset(k, LCK_SHARED));
    const lck_function_row *exp = lck_function_of(LCK_EXP);
    printf("%s of 0 is %g; its name is found: %s\n", exp->name, lck_calculate(LCK_EXP, 0, 0),
           lck_function_find("exp", 1) == LCK_EXP ? "yes" : "no");
    lck_kernel_free(k);
    lc_ctx_free(ctx);
    return 0;
}
/* prints
 *
 *     elements 0, 1, 33 and 63: 0 -1 992 3782
 *     __shfl __syncthreads for ( fma __funnelshift_r
 *     shared memory: 32 elements of 128 bytes, from byte 0 on
 *     exp of 0 is 1; its name is found: yes
 */
