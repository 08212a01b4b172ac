/* check_execute_async.c - the executor on what goes on beside threads: rings of copies and of
 * boxes, mbarriers, clusters; right ones at random sizes, and each that is broken on purpose
 * stopped. */
#include "config.h"

#include "../kernels/execute/execute.h"
#include "../kernels/kernel/number.h"
#include "hand-async.h"
#include "law.h"
#include "suite.h"

#include <stdlib.h>
#include <string.h>

LAW_RELEASE(free_kernel, lck_kernel_free)

/* ---- copies */

static const char *const ring_classes[] = {"whole tiles", "what is missing is 0", NULL};

static unsigned char *random_bytes(law *l, int64_t n)
{
    unsigned char *bytes = law_own_memory(l, malloc((size_t)n + 1));
    for (int64_t i = 0; i < n; i++)
        bytes[i] = (unsigned char)rnd_u64(&l->rnd);
    return bytes;
}

LAW_SHARE(rings_of_copies, "rings of copies", 50, ring_classes)
{
    static const char *const elements[] = {"int8", "bf16", "f32", "f64"};
    const char *element = elements[rnd_in(&l->rnd, 0, 3)];
    int bytes = lck_element_find(element)->bytes, stages = (int)rnd_in(&l->rnd, 2, 4);
    int64_t tile = 1024 / bytes, n = rnd_chance(&l->rnd, 30) ? 4 * tile * rnd_in(&l->rnd, 1, 2)
                                                             : rnd_in(&l->rnd, 1, 9 * tile);
    lck_kernel *k = hand_copy_ring(l->ctx, element, stages, RIGHT);
    law_own_with(l, k, free_kernel);
    law_saw(l, n % (4 * tile) == 0 ? 0 : 1);
    unsigned char *from = random_bytes(l, n * bytes), *to = random_bytes(l, n * bytes);
    lck_stop stop;
    if (!lck_execute_copy(k, &n, from, to, NULL, &stop))
        return law_fail(l, "a ring of %d stages of %s: %s", stages, element, stop.message);
    for (int64_t i = 0; i < n; i++)
        if (memcmp(&to[i * bytes], &from[(n - 1 - i) * bytes], (size_t)bytes) != 0)
            return law_fail(l, "element %ld of %ld", (long)i, (long)n);
    return true;
}

/* What a run says that stops. */
static void says(const lck_stop *stop, bool ran, lck_trap trap, const char *words)
{
    ck_assert(!ran);
    ck_assert_msg(stop->trap == trap && strstr(stop->message, words), "trap %d, not %d: %s",
                  (int)stop->trap, (int)trap, stop->message);
}

static void stops_ring(async_fault broken, lck_trap trap, const char *words)
{
    static float from[1 << 14], to[1 << 14];
    int64_t n = 1 << 14;
    lc_ctx *ctx = lc_ctx_new();
    lck_kernel *k = hand_copy_ring(ctx, "f32", 3, broken);
    lck_stop stop;
    bool ran = lck_execute_copy(k, &n, from, to, NULL, &stop);
    says(&stop, ran, trap, words);
    lck_kernel_free(k);
    lc_ctx_free(ctx);
}

TEST(rings_of_copies_broken_on_purpose)
{
    stops_ring(NO_COMMIT, LCK_RACE, "is read, and written by a copy of thread");
    stops_ring(
        NO_DRAIN, LCK_RACE,
        "block 0, thread 0: tile[0] is read, and written by a copy of thread 0, without an "
        "order between");
    stops_ring(NO_MEETING, LCK_RACE, "is read, and written by a copy of thread");
    stops_ring(NO_MEETING_BEFORE, LCK_RACE, "is written by a copy, and read by thread");
}

/* ---- boxes */

static const char *const box_classes[] = {"inside", "sticking out", "outside", NULL};

static int kind_of_box(const int64_t *size, int columns, int rows)
{
    int64_t left = size[2] - 1000, top = size[3] - 1000;
    bool inside = left >= 0 && top >= 0 && left + columns <= size[1] && top + rows <= size[0];
    bool outside = left >= size[1] || top >= size[0] || left + columns <= 0 || top + rows <= 0;
    return inside ? 0 : outside ? 2 : 1;
}

/* The swizzle exchanges bits of addresses: the first is `shift` behind a multiple of 1024. */
LAW_SHARE(boxes_of_tensor_maps, "boxes", 50, box_classes)
{
    static const int spans[] = {0, 32, 64, 128};
    int span = spans[rnd_in(&l->rnd, 0, 3)], shift = 128 * (int)rnd_in(&l->rnd, 0, 7);
    int columns = span ? span / 2 : 8 * (int)rnd_in(&l->rnd, 1, 12);
    int rows = (int)rnd_in(&l->rnd, 1, 40);
    int64_t size[] = {rnd_in(&l->rnd, 1, 60), 8 * rnd_in(&l->rnd, 1, 20),
                      1000 + rnd_in(&l->rnd, -80, 150), 1000 + rnd_in(&l->rnd, -50, 60)};
    if (rnd_chance(&l->rnd, 40)) {
        size[0] += rows;
        size[1] += columns;
        size[2] = 1000 + rnd_in(&l->rnd, 0, size[1] - columns);
        size[3] = 1000 + rnd_in(&l->rnd, 0, size[0] - rows);
    }
    law_saw(l, (size_t)kind_of_box(size, columns, rows));
    lck_kernel *k = hand_box(l->ctx, "bf16", columns, rows, span, shift, RIGHT);
    law_own_with(l, k, free_kernel);
    uint16_t *from = (uint16_t *)random_bytes(l, size[0] * size[1] * 2);
    uint16_t *to = (uint16_t *)random_bytes(l, (int64_t)columns * rows * 2);
    lck_stop stop;
    if (!lck_execute_copy(k, size, from, to, NULL, &stop))
        return law_fail(l, "a box of %d x %d: %s", columns, rows, stop.message);
    for (int64_t i = 0; i < (int64_t)columns * rows; i++) {
        int64_t byte = shift + 2 * i, c, r, x, y;
        byte ^= (byte >> 7 & (span ? span / 16 - 1 : 0)) << 4;
        c = (byte - shift) / 2 % columns;
        r = (byte - shift) / 2 / columns;
        x = size[2] - 1000 + c;
        y = size[3] - 1000 + r;
        bool inside = x >= 0 && y >= 0 && x < size[1] && y < size[0];
        if (to[i] != (inside ? from[y * size[1] + x] : 0))
            return law_fail(l, "element %ld, span %d, shift %d", (long)i, span, shift);
    }
    return true;
}

static void stops_box(int columns, async_fault broken, int64_t n, lck_trap trap,
                      const char *words)
{
    static uint16_t from[100 * 104], to[64 * 64];
    const int64_t size[] = {100, n, 1000, 1000};
    lc_ctx *ctx = lc_ctx_new();
    lck_kernel *k = hand_box(ctx, "bf16", columns, 64, 128, 0, broken);
    lck_stop stop;
    bool ran = lck_execute_copy(k, size, from, to, NULL, &stop);
    says(&stop, ran, trap, words);
    lck_kernel_free(k);
    lc_ctx_free(ctx);
}

TEST(boxes_broken_on_purpose)
{
    stops_box(
        64, NO_AWAIT_FULL, 104, LCK_RACE,
        "block 0, thread 0: tile[0] is read, and written by a TMA load in phase 0 of full[0]");
    stops_box(64, MANY_BYTES, 104, LCK_DEADLOCK,
              "nobody goes on: threads 0 to 31 of block 0 wait for phase 0 of full[0], 0 of 1 "
              "arrivals are missing, and 128 of 8320 bytes");
    stops_box(64, UNALIGNED, 104, LCK_MISALIGNED,
              "tile[32] is misaligned: a box lies at a multiple of 128 bytes");
    stops_box(64, RIGHT, 100, LCK_REFUSED,
              "the tensor map map is refused: strides are multiples of 16 bytes, found 200");
    stops_box(72, RIGHT, 104, LCK_REFUSED, "at most the span of the swizzle, found 144");
}

/* ---- what a block has of its peer */

static bool run_exchange(async_fault broken, lck_stop *stop)
{
    static float from[256], to[256];
    lc_ctx *ctx = lc_ctx_new();
    lck_kernel *k = hand_exchange(ctx, broken);
    for (int i = 0; i < 256; i++)
        from[i] = (float)i;
    bool ran = lck_execute_copy(k, NULL, from, to, NULL, stop);
    for (int i = 0; ran && i < 256; i++)
        ck_assert(to[i] == (float)(i / 64 * 64 + 63 - i % 64));
    lck_kernel_free(k);
    lc_ctx_free(ctx);
    return ran;
}

TEST(peers)
{
    lck_stop stop;
    ck_assert_msg(run_exchange(RIGHT, &stop), "%s", stop.message);
    says(&stop, run_exchange(NO_MEETING, &stop), LCK_RACE, "tile[31] is read, and written by");
    says(&stop, run_exchange(NO_MEETING_BEFORE, &stop), LCK_RACE,
         "tile[31] is read, and written by thread 31 of block 1, without an order between");
    says(&stop, run_exchange(NO_LAST_MEETING, &stop), LCK_RACE,
         "touches shared memory of block 0, which may have ended");
}

/* ---- registers: 384 threads are launched with 168 each */

static bool run_registers(int few, int many, lck_stop *stop)
{
    static float from[384], to[384];
    lc_ctx *ctx = lc_ctx_new();
    lck_kernel *k = hand_shared_registers(ctx, few, many);
    bool ran = lck_execute_copy(k, NULL, from, to, NULL, stop);
    lck_kernel_free(k);
    lc_ctx_free(ctx);
    return ran;
}

TEST(registers)
{
    lck_stop stop;
    ck_assert_msg(run_registers(40, 232, &stop), "%s", stop.message);
    ck_assert(run_registers(24, 240, &stop));
    says(&stop, run_registers(48, 232, &stop), LCK_DEADLOCK,
         "of block 0 wait for 232 registers each, and have 168");
}

/* ---- pipelines */

typedef struct {
    int64_t size[3];
    uint16_t *at[3];
    unsigned char *written;
    lck_stop stop;
    bool ran;
} outcome;

/* Small integers, whose sums are exact. */
static int small(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (int)(*state >> 33) % 9 - 4;
}

static outcome run_pipeline(const lck_kernel *k, const int64_t *size, int64_t resident,
                            lck_schedule schedule)
{
    outcome o = {.size = {size[0], size[1], size[2]}};
    const int64_t n[] = {size[0] * size[2], size[1] * size[2], size[0] * size[1]};
    uint64_t state = 7;
    const lck_element *element = lck_element_find("bf16");
    lck_host_tensor tensor[LCK_MAX_ARRAYS] = {{0}};
    for (int i = 0; i < 3; i++) {
        tensor[i].at = o.at[i] = calloc((size_t)n[i], 2);
        ck_assert_ptr_nonnull(o.at[i]);
        for (int64_t e = 0; e < n[i]; e++)
            lck_set_number(element, &o.at[i][e], small(&state));
    }
    tensor[2].written = o.written = calloc((size_t)n[2], 1);
    o.ran = schedule   ? lck_execute_scheduled(k, size, tensor, resident, schedule, &o.stop)
            : resident ? lck_execute_resident(k, size, tensor, resident, &o.stop)
                       : lck_execute(k, size, tensor, &o.stop);
    return o;
}

static void release(outcome *o)
{
    for (int i = 0; i < 3; i++)
        free(o->at[i]);
    free(o->written);
}

static double *numbers_of(const outcome *o, int tensor, int64_t n)
{
    const lck_format format = lck_format_of(lck_element_find("bf16"));
    double *number = calloc((size_t)n, sizeof *number);
    ck_assert_ptr_nonnull(number);
    for (int64_t i = 0; i < n; i++)
        number[i] = lck_read_number(format, &o->at[tensor][i]);
    return number;
}

/* Every element is the sum in double, rounded once. */
static int64_t wrong_element(const outcome *o)
{
    int64_t m = o->size[0], n = o->size[1], depth = o->size[2], wrong = -1;
    double *a = numbers_of(o, 0, m * depth), *b = numbers_of(o, 1, n * depth);
    for (int64_t i = 0; i < m * n && wrong < 0; i++) {
        double sum = 0;
        uint16_t want;
        for (int64_t k = 0; k < depth; k++)
            sum += a[i / n * depth + k] * b[i % n * depth + k];
        lck_set_number(lck_element_find("bf16"), &want, sum);
        if (!o->written[i] || (o->at[2][i] != want && sum != 0))
            wrong = i;
    }
    free(a);
    free(b);
    return wrong;
}

static void is_right(const pipeline *how, const int64_t *size, int64_t resident,
                     lck_schedule schedule)
{
    lc_ctx *ctx = lc_ctx_new();
    lck_kernel *k = hand_pipeline(ctx, how);
    outcome o = run_pipeline(k, size, resident, schedule);
    ck_assert_msg(o.ran, "%s", o.stop.message);
    ck_assert_int_eq(wrong_element(&o), -1);
    release(&o);
    lck_kernel_free(k);
    lc_ctx_free(ctx);
}

TEST(pipelines)
{
    is_right(&(pipeline){.stages = 2, .cluster = 1, .groups = 1}, (int64_t[]){64, 64, 64}, 0,
             LCK_IN_TURNS);
    is_right(&(pipeline){.stages = 3, .cluster = 1, .groups = 1}, (int64_t[]){70, 136, 328}, 0,
             LCK_IN_TURNS);
    is_right(&(pipeline){.stages = 2, .cluster = 2, .groups = 1}, (int64_t[]){130, 72, 200}, 0,
             LCK_IN_TURNS);
    is_right(&(pipeline){.stages = 4, .cluster = 2, .groups = 2}, (int64_t[]){257, 64, 136}, 0,
             LCK_IN_TURNS);
}

/* TMA writes runs of 16 bytes: a row of 60 elements would be followed by zeros. */
TEST_CTX(rows_that_end_within_a_run)
{
    lck_kernel *k = hand_pipeline(ctx, &(pipeline){.stages = 2, .cluster = 1, .groups = 1});
    k->map[2].extent[0] = lc_expr_int(k->x, 60);
    outcome o = run_pipeline(k, (int64_t[]){64, 64, 64}, 0, LCK_IN_TURNS);
    ck_assert_int_eq(o.stop.trap, LCK_OUT_OF_BOUNDS);
    ck_assert_ptr_nonnull(strstr(o.stop.message, "rows of 60 elements end within one"));
    release(&o);
    lck_kernel_free(k);
}

TEST(pipelines_in_turns)
{
    for (int resident = 1; resident <= 4; resident++) {
        is_right(&(pipeline){.stages = 2, .cluster = 1, .groups = 1, .grid = true},
                 (int64_t[]){150, 200, 136}, resident, LCK_IN_TURNS);
        is_right(&(pipeline){.stages = 3, .cluster = 2, .groups = 1, .grid = true},
                 (int64_t[]){300, 136, 200}, 2 * resident, LCK_IN_TURNS);
    }
    is_right(&(pipeline){.stages = 2, .cluster = 1, .groups = 1, .grid = true},
             (int64_t[]){390, 200, 72}, 0, LCK_IN_TURNS);
}

static void stops(pipeline how, lck_trap trap, const char *words)
{
    const int64_t size[] = {256, 192, 328};
    lc_ctx *ctx = lc_ctx_new();
    how.stages = 3;
    how.groups = 1;
    how.grid = true;
    lck_kernel *k = hand_pipeline(ctx, &how);
    outcome o = run_pipeline(k, size, 2, LCK_IN_TURNS);
    says(&o.stop, o.ran, trap, words);
    release(&o);
    lck_kernel_free(k);
    lc_ctx_free(ctx);
}

TEST(pipelines_broken_on_purpose)
{
    stops((pipeline){.cluster = 1, .broken = NO_INIT}, LCK_NOT_BEGUN, "full[0] is used");
    stops((pipeline){.cluster = 1, .broken = NO_INIT_FENCE}, LCK_NOT_BEGUN,
          "and the thread that began it made no FENCE after that");
    stops((pipeline){.cluster = 1, .broken = NO_INIT_MEETING}, LCK_NOT_BEGUN, "is used, and no");
    stops((pipeline){.cluster = 1, .broken = NO_PRODUCTS_FENCE}, LCK_UNFENCED,
          "sum[0] takes part in a product, and no FENCE of products came");
    stops((pipeline){.cluster = 1, .broken = NO_AWAIT_FULL}, LCK_NOT_STAGED,
          "is read by a product");
    stops((pipeline){.cluster = 1, .broken = NO_AWAIT_EMPTY}, LCK_RACE,
          "is written by a TMA load, and");
    stops((pipeline){.cluster = 1, .broken = NO_RELEASE}, LCK_DEADLOCK,
          "threads 128 to 159 of block 0 wait for phase 0 of empty[0], 4 of 4 arrivals are "
          "missing");
    stops((pipeline){.cluster = 1, .broken = EARLY_RELEASE}, LCK_RACE,
          "is written by a TMA load, and read by a product of the warp of thread");
    stops((pipeline){.cluster = 1, .broken = RELEASE_TWICE}, LCK_BAD_PHASE,
          "waits for phase 0 of empty[0], where phase 2 goes on: its parity says that it has not "
          "ended");
    stops((pipeline){.cluster = 1, .broken = AHEAD}, LCK_BAD_PHASE,
          "waits for phase 2 of full[0], and nothing says that phase 1 has ended: by its parity "
          "phase 0 does as well");
    stops((pipeline){.cluster = 1, .broken = BEHIND}, LCK_DEADLOCK,
          "threads 128 to 159 of block 0 wait for phase 0 of empty[0]");
    stops((pipeline){.cluster = 1, .broken = FEW_BYTES}, LCK_BAD_COUNT,
          "16384 bytes came in phase 0 of full[0], which expects 16256");
    stops((pipeline){.cluster = 1, .broken = MANY_BYTES}, LCK_DEADLOCK,
          "wait for phase 0 of full[0], 0 of 1 arrivals are missing, and 128 of 16512 bytes");
    stops((pipeline){.cluster = 1, .broken = OVERRUN}, LCK_OUT_OF_BOUNDS,
          "stage_a[12288] is out of bounds: it has 12288 elements");
    stops((pipeline){.cluster = 1, .broken = UNALIGNED}, LCK_MISALIGNED, "stage_a[32]");
    stops((pipeline){.cluster = 1, .broken = NO_DRAIN}, LCK_UNDRAINED,
          "sum[0] belongs to a product that is under way");
    stops((pipeline){.cluster = 1, .broken = NO_PROXY_FENCE}, LCK_UNFENCED,
          "is read by a TMA store, and was written by thread 0, which did not fence it");
    stops((pipeline){.cluster = 1, .broken = NO_STORE_DRAIN}, LCK_RACE,
          "is written, and read by a TMA store of thread 0");
    stops((pipeline){.cluster = 1, .broken = NO_LAST_DRAIN}, LCK_UNDRAINED,
          "ends while a TMA store reads shared memory");
}

TEST(clusters_broken_on_purpose)
{
    stops((pipeline){.cluster = 2, .broken = OVERLAP_OF_PEERS}, LCK_RACE,
          "is written by a TMA load, and written by a TMA load in phase 0 of full[0] of block 0");
    stops((pipeline){.cluster = 2, .broken = NO_LAST_MEETING}, LCK_RACE,
          "which may have ended: no barrier of the cluster comes after");
    stops((pipeline){.cluster = 2, .broken = NO_INIT_MEETING}, LCK_NOT_BEGUN, "of block");
    stops((pipeline){.cluster = 2, .broken = EARLY_RELEASE}, LCK_RACE,
          "is written by a TMA load");
    stops((pipeline){.cluster = 2, .broken = NO_RELEASE}, LCK_DEADLOCK,
          "8 of 8 arrivals are missing");
}

/* ---- other schedules */

TEST(schedules)
{
    for (lck_schedule schedule = LCK_LAST_FIRST; schedule <= LCK_AS_FAR_LAST_FIRST; schedule++) {
        is_right(&(pipeline){.stages = 2, .cluster = 1, .groups = 1, .grid = true},
                 (int64_t[]){150, 136, 200}, 2, schedule);
        is_right(&(pipeline){.stages = 3, .cluster = 2, .groups = 2}, (int64_t[]){130, 72, 328},
                 8, schedule);
    }
}

/* What is broken stops, whoever comes first. */
TEST(schedules_of_what_is_broken)
{
    const int64_t size[] = {130, 72, 264};
    for (async_fault f = NO_DRAIN; f <= NO_LAST_MEETING; f++)
        for (lck_schedule schedule = LCK_IN_TURNS; schedule <= LCK_AS_FAR_LAST_FIRST;
             schedule++) {
            lc_ctx *ctx = lc_ctx_new();
            lck_kernel *k = hand_pipeline(
                ctx,
                &(pipeline){.stages = 3, .cluster = 2, .groups = 1, .grid = true, .broken = f});
            outcome o = run_pipeline(k, size, 2, schedule);
            bool of_copies = f == NO_MEETING || f == NO_MEETING_BEFORE;
            ck_assert_msg(o.ran == of_copies, "fault %d, schedule %d: %s", (int)f, (int)schedule,
                          o.stop.message);
            release(&o);
            lck_kernel_free(k);
            lc_ctx_free(ctx);
        }
}

/* The sums are those of other rows: they are wrong, and nothing else is. */
static void is_wrong(pipeline how)
{
    const int64_t size[] = {64, 64, 64};
    lc_ctx *ctx = lc_ctx_new();
    how.stages = 2;
    how.cluster = how.groups = 1;
    lck_kernel *k = hand_pipeline(ctx, &how);
    outcome o = run_pipeline(k, size, 0, LCK_IN_TURNS);
    ck_assert_msg(!o.ran || wrong_element(&o) >= 0, "nothing is wrong");
    release(&o);
    lck_kernel_free(k);
    lc_ctx_free(ctx);
}

TEST(descriptors_broken_on_purpose)
{
    is_wrong((pipeline){.broken = WRONG_STRIDE});
    is_wrong((pipeline){.broken = WRONG_SPAN});
}

SUITE_MAIN("the executor, asynchronous", rings_of_copies, rings_of_copies_broken_on_purpose,
           boxes_of_tensor_maps, boxes_broken_on_purpose, peers, registers, pipelines,
           pipelines_in_turns, rows_that_end_within_a_run, pipelines_broken_on_purpose,
           clusters_broken_on_purpose, schedules, schedules_of_what_is_broken,
           descriptors_broken_on_purpose)
