/* statements.c - a kernel written by hand, statement by statement, and what it calculates.
 *
 * headers: kernels/kernel/statement.h kernels/kernel/formula.h kernels/kernel/function.h
 * headers: kernels/kernel/device.h
 */
#include <layoutcheck/kernels/execute/execute.h>

#include <stdio.h>
#include <string.h>

int main(void)
{
    lc_ctx *ctx = lc_ctx_new();
    lck_kernel *k = ctx ? lck_kernel_of_copy(ctx, "square", lck_element_find("f32"), 32, 1)
                        : NULL;
    if (!k)
        return 1;

    /* destination[thread] = source[thread]^2, of n elements. */
    const lc_expr *n = lck_kernel_size(k, "n", 1, 32, false);
    k->array[LCK_SOURCE].extent = k->array[LCK_DESTINATION].extent = n;
    k->array[LCK_SHARED].extent = lc_expr_int(k->x, 0);
    k->blocks = lc_expr_int(k->x, 1);
    k->file[LCK_HELD].count = 1;
    lck_register held = {LCK_HELD, lc_expr_int(k->x, 0)};
    lck_writer w = lck_write(k);
    lck_if(&w, lc_expr_make(k->x, LC_EXPR_LT, k->thread, n));
    lck_load(&w, LCK_SOURCE, k->thread, LCK_HELD, held.at, 1, 1);
    lck_apply(&w, LCK_TIMES, held, held);
    lck_store(&w, LCK_DESTINATION, k->thread, LCK_HELD, held.at, 1, 1);
    lck_end(&w);
    if (!lck_written(&w)) {
        printf("%s\n", lc_ctx_message(ctx));
        return 1;
    }
    int64_t env[16] = {0};
    env[n->slot] = 33;
    printf("n = 33 is admitted: %s\n", lck_kernel_admits(k, env) ? "yes" : "no");
    float from[] = {1, 2, 3}, to[3] = {0};
    const int64_t size[] = {3};
    lck_stop stop;
    if (lck_execute_copy(k, size, from, to, NULL, &stop))
        printf("%g %g %g\n", (double)to[0], (double)to[1], (double)to[2]);
    else
        printf("%s\n", stop.message);
    lck_kernel_free(k);
    lc_ctx_free(ctx);

    /* What functions give in double, and how far f32 may be off. */
    lck_function root = lck_function_find("sqrt", 1);
    lck_uncertain two = lck_calculate_uncertain(root, lck_exactly(4), lck_exactly(0));
    printf("%s(4) = %g, off by %s\n", lck_function_of(root)->name, two.value,
           two.error < 1e-6 ? "less than 1e-6" : "more");
    const lck_device *device = lck_device_find("h200");
    if (device)
        printf("%s: sm_%d, %d multiprocessors, %d bytes of shared memory for a block\n",
               device->name, device->architecture, device->multiprocessors,
               (int)lck_device_shared(device));
    return 0;
}
/* prints
 *
 *     n = 33 is admitted: no
 *     1 4 9
 *     sqrt(4) = 2, off by less than 1e-6
 *     h200: sm_90, 132 multiprocessors, 232448 bytes of shared memory for a block
 */
