/* check_execute.c - the executor: right kernels at random sizes, and kernels that do what no
 * kernel may, each stopped at the block, the thread and the element that does it. */
#include "config.h"

#include "../kernels/execute/execute.h"
#include "hand-kernels.h"
#include "law.h"
#include "suite.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- running */

typedef struct {
    unsigned char *source, *destination, *written;
    int64_t elements; /* of each tensor */
    bool ran;
    lck_stop stop;
} outcome;

#define POISON 0x5a

static outcome execute(const lck_kernel *k, const int64_t *size, int64_t elements, rnd *r)
{
    size_t bytes = (size_t)elements * (size_t)k->array[LCK_SOURCE].element->bytes;
    outcome o = {
        malloc(bytes + 1), malloc(bytes + 1), malloc((size_t)elements + 1), elements, false, {0}};
    ck_assert(o.source && o.destination && o.written);
    for (size_t i = 0; i < bytes; i++)
        o.source[i] = (unsigned char)rnd_u64(r);
    memset(o.destination, POISON, bytes);
    o.ran = lck_execute_copy(k, size, o.source, o.destination, o.written, &o.stop);
    return o;
}

static void release(outcome *o)
{
    free(o->source);
    free(o->destination);
    free(o->written);
}

/* destination[d] = source[s]? */
static bool same(const lck_kernel *k, const outcome *o, int64_t d, int64_t s)
{
    size_t bytes = (size_t)k->array[LCK_SOURCE].element->bytes;
    return o->written[d] == 1 &&
           memcmp(o->destination + (size_t)d * bytes, o->source + (size_t)s * bytes, bytes) == 0;
}

static const char *const element_names[] = {"f64",  "uint64", "f32",  "int32",
                                            "bf16", "uint16", "int8", "uint8"};
static const char *random_element(rnd *r)
{
    return element_names[rnd_in(r, 0, 7)];
}

LAW_RELEASE(free_kernel, lck_kernel_free)

/* ---- right kernels */

static const char *const classes[] = {"full tiles alone", "a boundary", NULL};

LAW_SHARE(copies_at_random_sizes, "executed copies", 20, classes)
{
    const char *element = random_element(&l->rnd);
    int widest = 16 / lck_element_find(element)->bytes;
    int width = 1 << rnd_in(&l->rnd, 0, __builtin_ctz((unsigned)widest));
    int threads = (int)rnd_in(&l->rnd, 1, 64), values = (int)rnd_in(&l->rnd, 1, 4);
    int64_t tile = (int64_t)threads * width * values;
    int64_t n = rnd_chance(&l->rnd, 20) ? tile * rnd_in(&l->rnd, 1, 4) : rnd_in(&l->rnd, 1, 3000);
    lck_kernel *k = hand_copy(l->ctx, element, threads, width, values, NO_FAULT);
    law_own_with(l, k, free_kernel);
    law_saw(l, n % tile == 0 ? 0 : 1);
    outcome o = execute(k, &n, n, &l->rnd);
    bool ok = o.ran && o.stop.trap == LCK_RAN;
    for (int64_t i = 0; i < n && ok; i++)
        ok = same(k, &o, i, i);
    release(&o);
    return ok ? true : law_fail(l, "copy of %ld %s: %s", (long)n, element, o.stop.message);
}

LAW_SHARE(transposes_at_random_sizes, "executed transposes", 20, classes)
{
    const char *element = random_element(&l->rnd);
    int64_t size[2] = {rnd_in(&l->rnd, 1, 80), rnd_in(&l->rnd, 1, 80)};
    lck_kernel *k;
    if (rnd_chance(&l->rnd, 30)) {
        unsigned widest = 16u / (unsigned)lck_element_find(element)->bytes;
        int width = 1 << rnd_in(&l->rnd, 0, __builtin_ctz(widest));
        size[0] = (size[0] / width + 1) * width;
        size[1] = (size[1] / width + 1) * width;
        k = hand_register_transpose(l->ctx, element, width);
    } else {
        if (rnd_chance(&l->rnd, 20))
            size[0] = size[1] = 32 * rnd_in(&l->rnd, 1, 2);
        k = hand_transpose(l->ctx, element, rnd_chance(&l->rnd, 50), NO_FAULT);
    }
    law_own_with(l, k, free_kernel);
    law_saw(l, size[0] % 32 == 0 && size[1] % 32 == 0 ? 0 : 1);
    outcome o = execute(k, size, size[0] * size[1], &l->rnd);
    bool ok = o.ran && o.stop.trap == LCK_RAN;
    for (int64_t i = 0; i < size[0] && ok; i++) {
        for (int64_t j = 0; j < size[1] && ok; j++)
            ok = same(k, &o, j * size[0] + i, i * size[1] + j);
    }
    release(&o);
    return ok ? true
              : law_fail(l, "%s of %ld x %ld %s: %s", k->name, (long)size[0], (long)size[1],
                         element, o.stop.message);
}

/* ---- products */

static const char *const product_classes[] = {"whole tiles", "tiles that stick out", NULL};

static void fill_numbers(rnd *r, size_t bytes, int64_t n, void *at)
{
    for (int64_t i = 0; i < n; i++) {
        double number = (double)rnd_in(r, -1000000, 1000000) / 65536;
        if (bytes == 4)
            ((float *)at)[i] = (float)number;
        else
            ((double *)at)[i] = number;
    }
}

/* The sum in the order of k, rounded at each step. */
static bool is_sum_of_products(const int64_t *size, size_t bytes, void *const *tensor, int64_t m,
                               int64_t n)
{
    double sum = 0;
    for (int64_t k = 0; k < size[2]; k++) {
        int64_t a = m * size[2] + k, b = n * size[2] + k;
        if (bytes == 4)
            sum = (double)fmaf(((float *)tensor[0])[a], ((float *)tensor[1])[b], (float)sum);
        else
            sum = fma(((double *)tensor[0])[a], ((double *)tensor[1])[b], sum);
    }
    int64_t at = m * size[1] + n;
    return bytes == 4 ? ((float *)tensor[2])[at] == (float)sum : ((double *)tensor[2])[at] == sum;
}

LAW_SHARE(products_at_random_sizes, "executed products", 20, product_classes)
{
    bool single = rnd_chance(&l->rnd, 50);
    size_t bytes = single ? 4 : 8;
    int64_t size[3];
    bool whole = rnd_chance(&l->rnd, 30);
    for (int i = 0; i < 3; i++)
        size[i] = whole ? 16 * rnd_in(&l->rnd, 0, 3) : rnd_in(&l->rnd, 0, 40);
    law_saw(l, whole ? 0 : 1);
    lck_kernel *k = hand_product(l->ctx, single ? "f32" : "f64", NO_FAULT);
    law_own_with(l, k, free_kernel);
    const int64_t elements[] = {size[0] * size[2], size[1] * size[2], size[0] * size[1]};
    void *at[3];
    lck_host_tensor tensor[3] = {{0}};
    for (int i = 0; i < 3; i++) {
        at[i] = tensor[i].at = law_own_memory(l, malloc((size_t)elements[i] * bytes + 1));
        fill_numbers(&l->rnd, bytes, elements[i], at[i]);
    }
    tensor[HAND_C].written = law_own_memory(l, malloc((size_t)elements[2] + 1));
    lck_stop stop;
    if (!lck_execute(k, size, tensor, &stop))
        return law_fail(l, "a product stops: %s", stop.message);
    for (int64_t i = 0; i < elements[2]; i++)
        if (tensor[HAND_C].written[i] != 1 ||
            !is_sum_of_products(size, bytes, at, i / size[1], i % size[1]))
            return law_fail(l, "M = %ld, N = %ld, K = %ld: element %ld", (long)size[0],
                            (long)size[1], (long)size[2], (long)i);
    return true;
}

/* What it says of a product of 20 x 20 x 20 that is broken. */
static void stops_product(fault broken, lck_trap trap, const char *words)
{
    static float a[400], b[400], c[400];
    const int64_t size[] = {20, 20, 20};
    const lck_host_tensor tensor[] = {{a, NULL}, {b, NULL}, {c, NULL}};
    lc_ctx *ctx = lc_ctx_new();
    lck_kernel *k = hand_product(ctx, "f32", broken);
    lck_stop stop;
    ck_assert(!lck_execute(k, size, tensor, &stop));
    ck_assert_msg(stop.trap == trap && strstr(stop.message, words), "trap %d: %s", (int)stop.trap,
                  stop.message);
    lck_kernel_free(k);
    lc_ctx_free(ctx);
}

TEST(products_broken_on_purpose)
{
    stops_product(NOT_ZEROED, LCK_NOT_LOADED,
                  "block 0, thread 0: sum[3] takes part in a product, and was never loaded");
    stops_product(UNEVEN_LOOP, LCK_DIVERGENT,
                  "thread 5: a loop with a barrier goes round 6 times here and 5 for thread 0");
    stops_product(NO_BARRIER, LCK_RACE, "is written, and read by the other thread");
}

TEST_CTX(staging_by_vectors)
{
    rnd r = {1};
    lck_kernel *k = hand_staged(ctx, "bf16", 8, 4096);
    int64_t n = 3 * 4096;
    outcome o = execute(k, &n, n, &r);
    ck_assert_msg(o.ran, "%s", o.stop.message);
    for (int64_t i = 0; i < n; i++)
        ck_assert(same(k, &o, i, i));
    release(&o);
    lck_kernel_free(k);
}

/* ---- kernels broken on purpose */

/* The kernel stops there, and frees what it had. */
static void stops(lck_kernel *k, const int64_t *size, int64_t elements, const lck_stop *want,
                  const char *words)
{
    rnd r = {7};
    lc_ctx *ctx = k->ctx;
    outcome o = execute(k, size, elements, &r);
    ck_assert(!o.ran);
    ck_assert_msg(o.stop.trap == want->trap, "trap %d, not %d: %s", (int)o.stop.trap,
                  (int)want->trap, o.stop.message);
    ck_assert_msg(o.stop.block == want->block && o.stop.thread == want->thread &&
                      o.stop.other_thread == want->other_thread,
                  "block %ld, thread %ld, other %ld: %s", (long)o.stop.block, (long)o.stop.thread,
                  (long)o.stop.other_thread, o.stop.message);
    ck_assert_msg(o.stop.index == want->index, "index %ld, not %ld: %s", (long)o.stop.index,
                  (long)want->index, o.stop.message);
    if (want->index >= 0)
        ck_assert_int_eq(o.stop.array, want->array);
    ck_assert_msg(strstr(o.stop.message, words) != NULL, "'%s' without '%s'", o.stop.message,
                  words);
    release(&o);
    lck_kernel_free(k);
    lc_ctx_free(ctx);
}

TEST_CTX(a_hole_shows_in_what_was_written)
{
    rnd r = {1};
    lck_kernel *k = hand_copy(ctx, "f32", 32, 4, 2, HOLE);
    int64_t n = 1000;
    outcome o = execute(k, &n, n, &r);
    ck_assert(o.ran);
    for (int64_t i = 0; i < n - 1; i++)
        ck_assert(same(k, &o, i, i));
    ck_assert_int_eq(o.written[n - 1], 0);
    for (size_t b = 0; b < 4; b++)
        ck_assert_int_eq(o.destination[(size_t)(n - 1) * 4 + b], POISON);
    release(&o);
    lck_kernel_free(k);
}

/* Block 1 begins with the vector that the last thread of block 0 ended with. */
TEST(an_overlap)
{
    stops(hand_copy(lc_ctx_new(), "f32", 32, 4, 2, OVERLAP), (int64_t[]){1000}, 1000,
          &(lck_stop){LCK_WRITTEN_TWICE, 1, 0, 31, LCK_DESTINATION, 252, ""},
          "block 1, thread 0: destination[252] is written twice: block 0, thread 31 wrote it");
}

/* 1000 = 3 * 256 + 232: the fourth block has 232 elements, and vector 58 is the next. */
TEST(a_predicate_off_by_one)
{
    stops(hand_copy(lc_ctx_new(), "f32", 32, 4, 2, OFF_BY_ONE), (int64_t[]){1000}, 1000,
          &(lck_stop){LCK_OUT_OF_BOUNDS, 3, 26, -1, LCK_SOURCE, 1000, ""},
          "source[1000] is out of bounds: it has 1000 elements");
}

TEST(a_misaligned_vector)
{
    stops(hand_copy(lc_ctx_new(), "f32", 32, 4, 2, SHIFTED), (int64_t[]){1000}, 1000,
          &(lck_stop){LCK_MISALIGNED, 0, 0, -1, LCK_SOURCE, 1, ""},
          "source[1] is misaligned: a vector of 4 elements starts at a multiple of 4");
    lck_kernel *k = hand_copy(lc_ctx_new(), "f32", 32, 4, 2, NO_FAULT);
    k->alignment = 8;
    stops(k, (int64_t[]){1000}, 1000, &(lck_stop){LCK_MISALIGNED, 0, 0, -1, LCK_SOURCE, 0, ""},
          "a vector of 16 bytes, where addresses are multiples of 8");
}

TEST(a_vector_past_the_end)
{
    lck_kernel *k = hand_copy(lc_ctx_new(), "f32", 32, 4, 2, NO_FAULT);
    k->array[LCK_DESTINATION].extent = lc_expr_int(k->x, 254);
    stops(k, (int64_t[]){256}, 256,
          &(lck_stop){LCK_OUT_OF_BOUNDS, 0, 31, -1, LCK_DESTINATION, 252, ""},
          "destination[252], a vector of 4 elements, is out of bounds: it has 254 elements");
    k = hand_transpose(lc_ctx_new(), "int8", false, NO_FAULT);
    k->array[LCK_SHARED].extent = lc_expr_int(k->x, 1000);
    stops(k, (int64_t[]){64, 64}, 4096,
          &(lck_stop){LCK_OUT_OF_BOUNDS, 0, 6 * 32 + 10, -1, LCK_SHARED, 33 * 30 + 10, ""},
          "tile[1000] is out of bounds: it has 1000 elements");
}

TEST(a_register_not_loaded)
{
    stops(hand_copy(lc_ctx_new(), "f32", 32, 4, 1, NOT_LOADED), (int64_t[]){1000}, 1000,
          &(lck_stop){LCK_NOT_LOADED, 0, 0, -1, LCK_DESTINATION, 2, ""},
          "destination[2] takes register 2, which was never loaded");
    lck_kernel *k = hand_transpose(lc_ctx_new(), "int8", false, NO_FAULT);
    k->file[LCK_HELD].count = 3;
    stops(k, (int64_t[]){64, 64}, 4096,
          &(lck_stop){LCK_OUT_OF_BOUNDS, 0, 0, -1, LCK_SOURCE, 24 * 64, ""},
          "source[1536] and registers 3 to 3, which do not exist: there are 3");
}

/* A kernel that loads one word of two elements, and takes two: it shifts or transposes them. */
static lck_kernel *half_of_two_words(bool turned)
{
    lck_kernel *k = lck_kernel_of_copy(lc_ctx_new(), "half", lck_element_find("bf16"), 1, 1);
    const lc_expr *zero = lc_expr_int(k->x, 0), *four = lc_expr_int(k->x, 4);
    k->file[LCK_HELD].packed = true;
    k->file[LCK_HELD].count = 8;
    k->blocks = lc_expr_int(k->x, 1);
    k->alignment = 4;
    k->array[LCK_SOURCE].extent = k->array[LCK_DESTINATION].extent = four;
    lck_writer w = lck_write(k);
    lck_load(&w, LCK_SOURCE, zero, LCK_HELD, zero, 1, 2);
    if (turned)
        lck_turn(&w, (lck_register){LCK_HELD, four}, (lck_register){LCK_HELD, zero}, 2);
    else
        lck_shift(&w, (lck_register){LCK_HELD, four}, (lck_register){LCK_HELD, zero}, zero, 2);
    lck_store(&w, LCK_DESTINATION, zero, LCK_HELD, four, 1, 2);
    ck_assert(lck_written(&w));
    return k;
}

TEST(a_word_not_loaded)
{
    stops(half_of_two_words(false), NULL, 4, &(lck_stop){LCK_NOT_LOADED, 0, 0, -1, -1, -1, ""},
          "r[2] is shifted, and was never loaded");
    stops(half_of_two_words(true), NULL, 4, &(lck_stop){LCK_NOT_LOADED, 0, 0, -1, -1, -1, ""},
          "r[2] is transposed, and was never loaded");
}

/* Thread 0 reads 0, which it wrote, then 8, which thread 8 wrote. */
TEST(a_missing_barrier)
{
    stops(hand_transpose(lc_ctx_new(), "f32", false, NO_BARRIER), (int64_t[]){64, 64}, 4096,
          &(lck_stop){LCK_RACE, 0, 0, 8, LCK_SHARED, 8, ""},
          "is read, and written by the other thread, without a barrier between");
}

/* The second pass begins with thread 0, which writes 0, which it read, then 8 rows further, at
 * 264 = 8 * 33, what thread 8 reads. */
TEST(a_race_of_a_reader)
{
    stops(hand_transpose(lc_ctx_new(), "f32", false, READ_BACK), (int64_t[]){64, 64}, 4096,
          &(lck_stop){LCK_RACE, 0, 0, 8, LCK_SHARED, 264, ""},
          "is written, and read by the other thread, without a barrier between");
}

TEST(a_divergent_barrier)
{
    stops(hand_transpose(lc_ctx_new(), "f32", false, DIVERGENT_BARRIER), (int64_t[]){64, 64},
          4096, &(lck_stop){LCK_DIVERGENT, 0, 128, 0, LCK_SOURCE, -1, ""},
          "a barrier under a condition that is false here and true for thread 0: thread < 128");
}

TEST(shared_memory_not_staged)
{
    stops(hand_transpose(lc_ctx_new(), "f32", false, NOT_STAGED), (int64_t[]){64, 64}, 4096,
          &(lck_stop){LCK_NOT_STAGED, 0, 0, -1, LCK_SHARED, 0, ""},
          "tile[0] is read, and nothing was written there");
}

/* A lane would read what another one has already written. */
TEST(shuffle_within_a_file)
{
    lck_kernel *k = lck_kernel_of_copy(lc_ctx_new(), "swap", lck_element_find("f32"), 1, 32);
    lc_ctx *ctx = k->ctx;
    const lc_expr *zero = lc_expr_int(k->x, 0);
    k->file[LCK_HELD].count = 1;
    lck_writer w = lck_write(k);
    lck_shuffle(&w, (lck_register){LCK_HELD, zero}, (lck_register){LCK_HELD, zero}, 1);
    ck_assert(!lck_written(&w));
    ck_assert_int_eq(lc_ctx_code(ctx), LC_ERR_INVALID);
    lck_kernel_free(k);
    lc_ctx_free(ctx);
}

/* What an earlier block staged does not count: the second block stages nothing. */
TEST(shared_memory_of_another_block)
{
    lc_ctx *ctx = lc_ctx_new();
    lck_kernel *k = lck_kernel_of_copy(ctx, "once", lck_element_find("int32"), 1, 16);
    const lc_expr *zero = lc_expr_int(k->x, 0);
    k->array[LCK_SOURCE].extent = k->array[LCK_DESTINATION].extent = k->blocks = lc_expr_int(k->x,
                                                                                             2);
    k->file[LCK_HELD].count = 1;
    k->array[LCK_SHARED].extent = lc_expr_int(k->x, 1);
    lck_writer w = lck_write(k);
    lck_if(&w, lc_expr_make(k->x, LC_EXPR_EQ, k->block, zero));
    lck_load(&w, LCK_SOURCE, k->block, LCK_HELD, zero, 1, 1);
    lck_store(&w, LCK_SHARED, zero, LCK_HELD, zero, 1, 1);
    lck_end(&w);
    lck_barrier(&w);
    lck_load(&w, LCK_SHARED, zero, LCK_HELD, zero, 1, 1);
    lck_store(&w, LCK_DESTINATION, k->block, LCK_HELD, zero, 1, 1);
    ck_assert(lck_written(&w));
    stops(k, (int64_t[]){0}, 2, &(lck_stop){LCK_NOT_STAGED, 1, 0, -1, LCK_SHARED, 0, ""},
          "block 1, thread 0: tile[0] is read");
}

/* ---- integers */

/* x s leaves 32 bits where x = ceil(2^31 / s), a thread of some block. */
TEST(an_index_of_more_than_32_bits)
{
    int64_t s = 1000003, first = ((INT64_C(1) << 31) + s - 1) / s;
    stops(hand_gather(lc_ctx_new(), "uint16", NARROW), (int64_t[]){5000, s}, 5000,
          &(lck_stop){LCK_OVERFLOW, first / 32, first % 32, -1, LCK_SOURCE, -1, ""},
          "an integer of 32 bits does not suffice: ");
}

TEST(wide_integers)
{
    for (integers how = WIDE_PRODUCT; how <= WIDE_SIZE; how++) {
        lc_ctx *ctx = lc_ctx_new();
        rnd r = {3};
        lck_kernel *k = hand_gather(ctx, "uint16", how);
        int64_t size[] = {5000, how == WIDE_SIZE ? 40000000003 : 1000003};
        outcome o = execute(k, size, size[0], &r);
        ck_assert_msg(o.ran, "%s", o.stop.message);
        for (int64_t i = 0; i < size[0]; i++)
            ck_assert(same(k, &o, i, i * size[1] % size[0]));
        release(&o);
        lck_kernel_free(k);
        lc_ctx_free(ctx);
    }
}

TEST(a_variable_past_its_bounds)
{
    lc_ctx *ctx = lc_ctx_new();
    lck_kernel *k = lck_kernel_of_copy(ctx, "bounds", lck_element_find("int32"), 8, 16);
    k->blocks = lc_expr_int(k->x, 1);
    lck_writer w = lck_write(k);
    lck_let(&w, lc_expr_var(k->x, "small", 0, 4), k->thread, false);
    ck_assert(lck_written(&w));
    stops(k, (int64_t[]){0}, 0, &(lck_stop){LCK_OVERFLOW, 0, 5, -1, LCK_SOURCE, -1, ""},
          "small is 5, and was said to be within 0..4");
}

/* ---- sizes */

TEST(bad_sizes)
{
    lck_stop want = {LCK_BAD_SIZES, -1, -1, -1, LCK_SOURCE, -1, ""};
    stops(hand_transpose(lc_ctx_new(), "f32", false, NO_FAULT), (int64_t[]){64, 0}, 0, &want,
          "N = 0: the kernel takes N from 1 to 16384");
    stops(hand_transpose(lc_ctx_new(), "f32", false, NO_FAULT), (int64_t[]){16385, 1}, 0, &want,
          "M = 16385: the kernel takes M from 1 to 16384");
    stops(hand_register_transpose(lc_ctx_new(), "f32", 4), (int64_t[]){64, 66}, 64 * 66, &want,
          "at M = 64, N = 66 it is false that (N & 3) == 0, as the kernel requires");
    lck_kernel *k = hand_copy(lc_ctx_new(), "f32", 32, 4, 2, NO_FAULT);
    k->blocks = lc_expr_int(k->x, (1 << 20) + 1);
    stops(k, (int64_t[]){64}, 64, &want, "at n = 64 there are not 0 to 1048576 blocks");
}

/* A block less than none would be: nothing runs, and nothing is written. */
TEST_CTX(no_blocks)
{
    rnd r = {5};
    lck_kernel *k = hand_copy(ctx, "f32", 32, 4, 2, NO_FAULT);
    k->blocks = lc_expr_int(k->x, 0);
    int64_t n = 64;
    outcome o = execute(k, &n, n, &r);
    ck_assert(o.ran);
    for (int64_t i = 0; i < n; i++)
        ck_assert_int_eq(o.written[i], 0);
    release(&o);
    lck_kernel_free(k);
}

SUITE_MAIN("the executor", copies_at_random_sizes, transposes_at_random_sizes,
           products_at_random_sizes, products_broken_on_purpose, staging_by_vectors,
           a_hole_shows_in_what_was_written, an_overlap, a_predicate_off_by_one,
           a_misaligned_vector, a_vector_past_the_end, a_register_not_loaded, a_word_not_loaded,
           a_missing_barrier, a_race_of_a_reader, a_divergent_barrier, shared_memory_not_staged,
           shuffle_within_a_file, shared_memory_of_another_block, an_index_of_more_than_32_bits,
           wide_integers, a_variable_past_its_bounds, bad_sizes, no_blocks)
