/* tensor-cores.c - asynchronous statements, matrices and tensor maps of a kernel by hand.
 *
 * headers: kernels/kernel/kernel.h kernels/kernel/statement.h kernels/kernel/device.h
 */
#include <layoutcheck/kernels/emit/emit.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STAGE = LCK_SHARED, A = LCK_HELD, B, SUM, GROUP_SUM };

static lck_kernel *k;

static const lc_expr *num(int64_t value)
{
    return lc_expr_int(k->x, value);
}

static lck_register reg(int file)
{
    return (lck_register){file, num(0)};
}

/* A fragment by words of two elements, as mma.sync has them; -1 is not a place. */
static int32_t *table(int threads, int values, int rows, int halves)
{
    int32_t *at = malloc(sizeof *at * (size_t)threads * (size_t)values);
    for (int t = 0; at && t < threads; t++)
        for (int v = 0; v < values; v++) {
            int word = v / 2, row = t % 32 / 4 + 8 * (word % halves) + t / 32 * 16;
            at[t * values + v] = row + rows * (2 * (t % 4) + v % 2 + 8 * (word / halves));
        }
    return at;
}

static bool atoms(lck_kernel *of)
{
    const lck_element *f16 = lck_element_find("f16"), *f32 = lck_element_find("f32");
    lck_atom mma = {.name = "mma_m16n8k16",
                    .element = {f16, f16, f32},
                    .m = 16,
                    .n = 8,
                    .k = 16,
                    .threads = 32,
                    .values = {8, 4, 4},
                    .at = {table(32, 8, 16, 2), table(32, 4, 8, 1), table(32, 4, 16, 2)}};
    lck_atom wgmma = {.name = "wgmma_m64n8k16",
                      .element = {f16, f16, f32},
                      .m = 64,
                      .n = 8,
                      .k = 16,
                      .threads = 128,
                      .values = {0, 0, 4},
                      .at = {NULL, NULL, table(128, 4, 64, 2)}};
    char *name = malloc(sizeof "mma_m16n8k16");
    if (!name)
        return false;
    mma.name = strcpy(name, "mma_m16n8k16");
    /* The first is taken over, of the second a copy. */
    bool made = lck_kernel_atom(of, &mma) && lck_kernel_atom_like(of, &wgmma);
    free(wgmma.at[2]);
    return made;
}

static lck_kernel *begin(lc_ctx *ctx)
{
    const lck_element *f16 = lck_element_find("f16"), *f32 = lck_element_find("f32");
    k = lck_kernel_of_copy(ctx, "parts", f16, 128, 1 << 20);
    if (!k)
        return NULL;
    k->array[LCK_SOURCE].extent = k->array[LCK_DESTINATION].extent = num(4096);
    k->array[STAGE].extent = num(4096);
    k->array[STAGE].alignment = 1024;
    k->file[A].count = 8;
    k->file[A].packed = true;
    k->architecture = 90;
    k->cluster = 2;
    k->alignment = 16;
    k->blocks = num(2);
    lck_map map = {.name = "map",
                   .tensor = LCK_SOURCE,
                   .rank = 2,
                   .extent = {num(64), num(64)},
                   .stride = {num(1), num(64)},
                   .offset = num(0),
                   .box = {64, 8},
                   .span = 128};
    lck_map back = map;
    back.name = "back";
    back.tensor = LCK_DESTINATION;
    bool made = lck_kernel_file(k, "b", f16, 4) && lck_kernel_file(k, "sum", f32, 4) &&
                lck_kernel_file(k, "group_sum", f32, 4) && lck_kernel_ring(k, "full", 2, 1) &&
                lck_kernel_map(k, &map) && lck_kernel_map(k, &back) && atoms(k) &&
                lck_kernel_grid(k, 64);
    k->file[B].packed = true;
    return made ? k : NULL;
}

/* One of each; nothing that is of use as a whole. */
static bool write(void)
{
    lck_writer w = lck_write(k);
    const lc_expr *crd[] = {num(0), num(0)},
                  *eight = lc_expr_make(k->x, LC_EXPR_MUL, k->thread, num(8));
    lck_place stage = {STAGE, eight}, box = {STAGE, num(0)};
    lck_fence(&w, LCK_FENCE_LAUNCH);
    lck_copy_async(&w, stage, (lck_place){LCK_SOURCE, eight}, 8, NULL);
    lck_commit(&w, LCK_COPIES);
    lck_drain(&w, LCK_COPIES, 0, false);
    lck_barrier(&w);
    lck_matrix_load(&w, stage, reg(A), 4, false);
    lck_matrix_load(&w, stage, reg(B), 2, true);
    lck_zeros(&w, reg(SUM), 4);
    lck_mma(&w, 0, reg(SUM), reg(A), reg(B));
    lck_matrix_store(&w, stage, reg(A), 4, false);
    lck_init(&w, 0);
    lck_expect(&w, 0, num(0), num(2048));
    lck_tma_load(&w, 0, crd, box, 0, num(0), NULL, NULL);
    lck_tma_load_once(&w, 0, crd, box, 0, num(0), NULL, NULL, num(1));
    lck_await(&w, 0, num(0), num(0));
    lck_arrive(&w, 0, num(1), num(1));
    lck_load_from(&w, num(1), STAGE, eight, A, num(0), 1, 8);
    lck_operand side = {
        .array = STAGE, .index = num(0), .leading = 16, .stride = 1024, .span = 128};
    lck_registers(&w, 168);
    lck_wgmma(&w, 1, reg(GROUP_SUM), side, side, num(1));
    lck_commit(&w, LCK_PRODUCTS);
    lck_drain_sums(&w, 0, GROUP_SUM);
    lck_tma_store(&w, 1, crd, box);
    lck_barrier_of(&w, LCK_OF_CLUSTER, 0, 0);
    return lck_written(&w);
}

static void print_instructions(void)
{
    static const char *const names[] = {"cp.async.cg",     "ldmatrix",
                                        "mma.sync",        "stmatrix",
                                        "mbarrier.init",   "cp.async.bulk.tensor",
                                        "wgmma.mma_async", "setmaxnreg",
                                        "griddepcontrol",  "L2::cache_hint"};
    char *text = lck_emit(k, LCK_DEVICE_ONLY);
    if (!text)
        puts(lc_ctx_message(k->ctx));
    for (size_t i = 0; text && i < sizeof names / sizeof *names; i++)
        printf("%s: %s\n", names[i], strstr(text, names[i]) ? "yes" : "no");
    free(text);
}

int main(void)
{
    lc_ctx *ctx = lc_ctx_new();
    if (!ctx || !begin(ctx) || !write()) {
        puts(ctx ? lc_ctx_message(ctx) : "");
        return 1;
    }
    print_instructions();
    printf("to ask for: %d bytes, at multiples of %d; the ring lies at byte %d\n",
           (int)lck_dynamic_bytes(k), lck_shared_alignment(k), (int)lck_ring_offset(k, 0));
    const lck_device *device = lck_device_find("h200");
    printf("%s, the first: %s, has %d KiB for a block; of 384 threads each has %d registers\n",
           device->name, device == lck_device_at(0) ? "yes" : "no",
           (int)(lck_device_shared(device) / 1024), lck_device_registers(device, 384));
    printf("names that are taken: for %s, grid %s\n",
           lck_name_is_taken("for", false) ? "yes" : "no",
           lck_name_is_taken("my_grid", true) ? "yes" : "no");
    printf("coordinates would be %s0, %s1\n", lck_free_prefix(k->nsizes, k->size),
           lck_free_prefix(k->nsizes, k->size));
    lck_kernel_free(k);
    k = lck_kernel_new(ctx, "nothing", 256, 1);
    printf("a new kernel has %d threads and %zu arrays\n", k ? k->threads : 0,
           k ? k->narrays : 0);
    lck_kernel_free(k);
    lc_ctx_free(ctx);
    return 0;
}
/* prints
 *
 *     cp.async.cg: yes
 *     ldmatrix: yes
 *     mma.sync: yes
 *     stmatrix: yes
 *     mbarrier.init: yes
 *     cp.async.bulk.tensor: yes
 *     wgmma.mma_async: yes
 *     setmaxnreg: yes
 *     griddepcontrol: yes
 *     L2::cache_hint: yes
 *     to ask for: 9216 bytes, at multiples of 1024; the ring lies at byte 8192
 *     h200, the first: yes, has 227 KiB for a block; of 384 threads each has 168 registers
 *     names that are taken: for yes, grid no
 *     coordinates would be c0, c1
 *     a new kernel has 256 threads and 0 arrays
 */
