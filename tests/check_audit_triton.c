/* check_audit_triton.c - what an audit says of small modules of Triton's, written for the
 * purpose: padding, async copies, operands of wgmma, reductions, conversions that cancel.
 */
#include "config.h"

#include "suite.h"

#include "../kernels/audit/triton/triton.h"
#include "../lib/text.h"

#include <stdlib.h>
#include <string.h>

#define HEAD(target, lanes)                                                                      \
    "#b = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], " \
    "order = [1, 0]}>\n"                                                                         \
    "#c = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [2, 16], warpsPerCTA = [2, "    \
    "2], order = [1, 0]}>\n"                                                                     \
    "#t = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], " \
    "order = [0, 1]}>\n"                                                                         \
    "#nv = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = "  \
    "16}>\n"                                                                                     \
    "#n8 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = "  \
    "8}>\n"                                                                                      \
    "#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>\n"         \
    "#p = #ttg.padded_shared<[64:+8] {order = [1, 0], shape = [64, 64]}>\n"                      \
    "#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], "         \
    "instrShape = [16, 64, 16]}>\n"                                                              \
    "#smem = #ttg.shared_memory\n"                                                               \
    "module attributes {\"ttg.num-warps\" = 4 : i32, ttg.target = \"" target                     \
    "\", \"ttg.threads-per-warp\" = " lanes " : i32} {\n  tt.func public @k(%x: "                \
    "tensor<64x64xf16, #b>, %m: !ttg.memdesc<64x64xf16, #s, #smem, mutable>) {\n"
#define TAIL "    tt.return\n  }\n}\n"

static void audit_kernel(const char *text, lck_audit *audit)
{
    lck_ir_error error;
    lck_ir_module *m = lck_ir_read(text, strlen(text), &error);
    lck_asker *asker = lck_asker_new((lcv_options){.crosscheck = LCV_CROSSCHECK_ISL});
    *audit = (lck_audit){0};
    ck_assert_msg(m != NULL, "%u: %s", error.line, error.message);
    ck_assert(lck_audit_triton(audit, asker, m, "k.ttgir", NULL));
    ck_assert_uint_eq(audit->nkernels, 1);
    lck_asker_free(asker);
    lck_ir_free(m);
}

static void must_take(const lck_answer *a, lck_verdict verdict, unsigned worst, unsigned least)
{
    ck_assert_msg(a->verdict == verdict && a->worst == worst && a->least == least,
                  "%d: %u and %u, %s", (int)a->verdict, a->worst, a->least,
                  a->claim ? a->claim
                  : a->why ? a->why
                           : "");
}

TEST(padding)
{
    lck_audit audit;
    audit_kernel(
        HEAD(
            "cuda:90",
            "32") "    ttg.local_store %x, %q : tensor<64x64xf16, #b> -> !ttg.memdesc<64x64xf16, "
                  "#p, #smem, mutable>\n"
                  "    %y = ttg.local_load %q : !ttg.memdesc<64x64xf16, #p, #smem, mutable> -> "
                  "tensor<64x64xf16, #t>\n" TAIL,
        &audit);
    const lck_access_record *r = audit.kernel[0].access;
    ck_assert_uint_eq(audit.kernel[0].naccesses, 2);
    ck_assert_int_eq(r[0].operation, LCK_STORE);
    must_take(&r[0].answer[LCK_CONFLICTS], LCK_GOOD, 4, 4);
    /* rows of 144 bytes: lanes 8 rows apart are in banks 0 and 8, 16, 24 */
    ck_assert_uint_eq(r[1].bytes, 2);
    must_take(&r[1].answer[LCK_CONFLICTS], LCK_BAD, 8, 1);
    lck_audit_free(&audit);
}

TEST(async_copies)
{
    lck_audit audit;
    audit_kernel(
        HEAD("cuda:80",
             "32") "    %a = ttg.async_copy_global_to_local %p, %m {contiguity = 8 : i32} : "
                   "tensor<64x64x!tt.ptr<f16>, #b> -> <64x64xf16, #s, #smem, mutable>\n"
                   "    %c = ttg.async_copy_global_to_local %p, %m {contiguity = 4 : i32} : "
                   "tensor<64x64x!tt.ptr<f16>, #b> -> <64x64xf16, #s, #smem, mutable>\n"
                   "    %d = ttg.async_copy_global_to_local %p, %m : tensor<64x64x!tt.ptr<f16>, "
                   "#b> -> <64x64xf16, #s, #smem, mutable>\n"
                   "    %e = ttg.async_copy_global_to_local %q, %m : "
                   "tensor<4x64x!tt.ptr<f16>, #c> "
                   "-> <4x64xf16, #s, #smem, mutable>\n" TAIL,
        &audit);
    lck_access_record r[4];
    size_t n = 0;
    for (size_t i = 0; i < audit.kernel[0].naccesses; i++)
        if (audit.kernel[0].access[i].space == LCK_SHARED && n++ < 4)
            r[n - 1] = audit.kernel[0].access[i];
    ck_assert_uint_eq(n, 4);
    ck_assert_uint_eq(r[0].bytes, 16);
    must_take(&r[0].answer[LCK_CONFLICTS], LCK_GOOD, 4, 4);
    ck_assert_uint_eq(r[1].bytes, 8);
    /* 16 bytes apart: each half of the lanes meets every second pair of banks twice */
    must_take(&r[1].answer[LCK_CONFLICTS], LCK_BAD, 4, 2);
    ck_assert_int_eq(r[2].answer[LCK_CONFLICTS].verdict, LCK_UNKNOWN);
    ck_assert_uint_eq(r[3].bytes, 4);
    /* two rows of 32 elements, 128 bytes apart */
    must_take(&r[3].answer[LCK_CONFLICTS], LCK_BAD, 2, 1);
    lck_audit_free(&audit);
}

#define DOT(a, b)                                                                                \
    "    %d = ttng.warp_group_dot %m, %m, %acc {inputPrecision = 0 : i32} : " a " * " b          \
    " -> tensor<64x64xf32, #mma>\n"
#define NV "!ttg.memdesc<64x64xf16, #nv, #smem>"

TEST(operands)
{
    static const char *const type[] = {NV, "!ttg.memdesc<64x64xf16, #s, #smem>",
                                       "!ttg.memdesc<64x128xf8E5M2, #n8, #smem>"};
    static const char *const text[] = {HEAD("cuda:90", "32") DOT(NV, NV) TAIL,
                                       HEAD("cuda:90", "32")
                                           DOT(NV, "!ttg.memdesc<64x64xf16, #s, #smem>") TAIL,
                                       HEAD("cuda:90", "32")
                                           DOT(NV, "!ttg.memdesc<64x128xf8E5M2, #n8, #smem>")
                                               TAIL};
    for (size_t i = 0; i < 3; i++) {
        lck_audit audit;
        audit_kernel(text[i], &audit);
        size_t seen = 0;
        for (size_t j = 0; j < audit.kernel[0].nothers; j++) {
            const lck_kernel_record *r = &audit.kernel[0].other[j];
            if (strcmp(r->about, "operand") != 0)
                continue;
            bool good = seen++ == 0 || i == 0;
            ck_assert_msg(r->answer.verdict == (good ? LCK_GOOD : LCK_BAD), "%s", type[i]);
        }
        ck_assert_uint_eq(seen, 2);
        ck_assert_int_eq(audit.kernel[0].access[0].answer[LCK_CONFLICTS].verdict, LCK_NOT_ASKED);
        lck_audit_free(&audit);
    }
}

TEST(fixed_by_wgmma)
{
    lck_audit audit;
    audit_kernel(
        HEAD("cuda:90",
             "32") "    %m2 = ttg.local_alloc %z : (tensor<64x64xf16, #t>) -> " NV "\n"
                   "    %d = ttng.warp_group_dot %m2, %m2, %acc {inputPrecision = 0 : i32} : " NV
                   " * " NV " -> tensor<64x64xf32, #mma>\n" TAIL,
        &audit);
    const lck_access_record *r = audit.kernel[0].access;
    ck_assert_int_eq(r[0].answer[LCK_CONFLICTS].verdict, LCK_BAD);
    ck_assert(r[0].remedy && strstr(r[0].remedy, "wgmma"));
    lck_audit_free(&audit);
}

TEST(reductions)
{
    lck_audit audit;
    audit_kernel(HEAD("cuda:90", "32") "    %r = \"tt.reduce\"(%x) <{axis = 0 : i32}> ({\n"
                                       "    ^bb0(%p: f16, %q: f16):\n"
                                       "      tt.reduce.return %p : f16\n"
                                       "    }) : (tensor<64x64xf16, #b>) -> tensor<64xf16, "
                                       "#ttg.slice<{dim = 0, parent "
                                       "= #b}>>\n"
                                       "    %s = \"tt.reduce\"(%x) <{axis = 1 : i32}> ({\n"
                                       "    ^bb0(%p: f16, %q: f16):\n"
                                       "      tt.reduce.return %p : f16\n"
                                       "    }) : (tensor<64x64xf16, #b>) -> tensor<64xf16, "
                                       "#ttg.slice<{dim = 1, parent "
                                       "= #b}>>\n" TAIL,
                 &audit);
    /* axis 0 is in 4 warps: their parts go to lanes, and come back to where the result is wanted
     * unless it is there; axis 1 is in one warp alone */
    const lck_conversion_record *r = audit.kernel[0].conversion;
    ck_assert_uint_eq(audit.kernel[0].nunread, 0);
    ck_assert_uint_ge(audit.kernel[0].nconversions, 1);
    for (size_t i = 0; i < audit.kernel[0].nconversions; i++) {
        ck_assert_int_eq(r[i].takes, LCK_THROUGH_SHARED);
        ck_assert_int_eq(r[i].store.verdict, LCK_GOOD);
        ck_assert_uint_eq(r[i].line, r[0].line);
    }
    ck_assert_uint_ge(r[0].bytes, 4 * 64 * 2);
    lck_audit_free(&audit);
}

TEST(chains)
{
    lck_audit audit;
    audit_kernel(
        HEAD("cuda:90",
             "32") "    %y = ttg.convert_layout %x : tensor<64x64xf16, #b> -> "
                   "tensor<64x64xf16, #c>\n"
                   "    %w = arith.extf %y : tensor<64x64xf16, #c> to tensor<64x64xf32, #c>\n"
                   "    %z = ttg.convert_layout %w : tensor<64x64xf32, #c> -> "
                   "tensor<64x64xf32, #b>\n"
                   "    %q = x.unknown %z : tensor<64x64xf32, #b>\n" TAIL,
        &audit);
    const lck_kernel_audit *k = &audit.kernel[0];
    ck_assert_uint_eq(k->nconversions, 2);
    ck_assert_int_eq(k->conversion[0].needs, LCK_THROUGH_SHARED);
    ck_assert(!k->conversion[0].remedy && k->conversion[1].remedy);
    ck_assert_uint_eq(k->nunread, 1);
    ck_assert_str_eq(k->unread[0].op, "x.unknown");
    lck_audit_free(&audit);
}

/* A row of pointers, eight a thread, and a sum into it. */
static char *sums_of(const char *capability, const char *type, const char *kind)
{
    lc_text t = {0};
    lc_text_printf(
        &t,
        "#b = #ttg.blocked<{sizePerThread = [8], threadsPerWarp = [32], warpsPerCTA = [4], order "
        "= [0]}>\n"
        "module attributes {\"ttg.num-warps\" = 4 : i32, ttg.target = \"cuda:%s\", "
        "\"ttg.threads-per-warp\" = 32 : i32} {\n"
        "  tt.func public @k(%%p: !tt.ptr<%s> {tt.divisibility = 16 : i32}, %%v: "
        "tensor<1024x%s, #b>) {\n"
        "    %%r = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #b>\n"
        "    %%s = tt.splat %%p : !tt.ptr<%s> -> tensor<1024x!tt.ptr<%s>, #b>\n"
        "    %%q = tt.addptr %%s, %%r : tensor<1024x!tt.ptr<%s>, #b>, tensor<1024xi32, #b>\n"
        "    %%o = tt.atomic_rmw %s, relaxed, gpu, %%q, %%v : (tensor<1024x!tt.ptr<%s>, #b>, "
        "tensor<1024x%s, #b>) -> tensor<1024x%s, #b>\n" TAIL,
        capability, type, type, type, type, type, kind, type, type, type);
    return lc_text_take(NULL, &t);
}

TEST(atomics)
{
    static const struct {
        const char *capability, *type, *kind;
        unsigned bytes, times;
    } row[] = {
        {"90", "f32", "fadd", 16, 2},  {"90", "bf16", "fadd", 16, 1},
        {"100", "f16", "fadd", 16, 1}, {"80", "f32", "fadd", 4, 8},
        {"80", "f16", "fadd", 4, 4},   {"80", "bf16", "fadd", 2, 8},
        {"90", "i32", "add", 4, 8},    {"90", "f64", "fadd", 8, 8},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        lck_audit audit;
        char *text = sums_of(row[i].capability, row[i].type, row[i].kind);
        audit_kernel(text, &audit);
        const lck_access_record *r = audit.kernel[0].access;
        ck_assert_int_eq(r[0].operation, LCK_ATOMIC);
        ck_assert_msg(r[0].bytes == row[i].bytes && r[0].times == row[i].times,
                      "sm_%s %s: %u bytes, %u times", row[i].capability, row[i].type, r[0].bytes,
                      r[0].times);
        lck_audit_free(&audit);
        free(text);
    }
}

/* Rows of pointers that begin at multiples of 8 bytes: cp.async of 8 bytes, though the layouts
 * have room for 16. */
TEST(rows_of_copies)
{
    lck_audit audit;
    audit_kernel(
        "#b = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = "
        "[4, 1], "
        "order = [1, 0]}>\n"
        "#s = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>\n"
        "#smem = #ttg.shared_memory\n"
        "module attributes {\"ttg.num-warps\" = 4 : i32, ttg.target = \"cuda:80\", "
        "\"ttg.threads-per-warp\" = 32 : i32} {\n"
        "  tt.func public @k(%p: !tt.ptr<f16> {tt.divisibility = 8 : i32}, %m: "
        "!ttg.memdesc<64x64xf16, #s, #smem, mutable>) {\n"
        "    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, "
        "#ttg.slice<{dim "
        "= 0, parent = #b}>>\n"
        "    %e = tt.expand_dims %r {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, "
        "parent "
        "= #b}>> -> tensor<1x64xi32, #b>\n"
        "    %c = tt.broadcast %e : tensor<1x64xi32, #b> -> tensor<64x64xi32, #b>\n"
        "    %s = tt.splat %p : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>, #b>\n"
        "    %q = tt.addptr %s, %c : tensor<64x64x!tt.ptr<f16>, #b>, tensor<64x64xi32, #b>\n"
        "    %t = ttg.async_copy_global_to_local %q, %m : tensor<64x64x!tt.ptr<f16>, #b> -> "
        "<64x64xf16, #s, #smem, mutable>\n" TAIL,
        &audit);
    for (size_t i = 0; i < audit.kernel[0].naccesses; i++)
        ck_assert_uint_eq(audit.kernel[0].access[i].bytes, 8);
    ck_assert_uint_eq(audit.kernel[0].naccesses, 2);
    lck_audit_free(&audit);
}

/* Weights of 4 bits, stored to memory and read by ldmatrix: a swizzle saves most conflicts, and
 * is faster than #ttg.shared_linear, which saves all of them. */
TEST(swizzles_first)
{
    lck_audit audit;
    audit_kernel(
        "#l = #ttg.linear<{register = [[1, 0], [0, 1], [0, 2], [0, 4], [0, 8], [32, 0], [64, 0], "
        "[128, 0]], lane = [[0, 16], [0, 32], [0, 64], [2, 0], [4, 0]], warp = [[8, 0], "
        "[16, 0]], "
        "block = []}>\n"
        "#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 4], "
        "instrShape = [16, 8]}>\n"
        "#s = #ttg.swizzled_shared<{vec = 32, perPhase = 1, maxPhase = 2, order = [0, 1]}>\n"
        "#smem = #ttg.shared_memory\n"
        "module attributes {\"ttg.num-warps\" = 4 : i32, ttg.target = \"cuda:90\", "
        "\"ttg.threads-per-warp\" = 32 : i32} {\n"
        "  tt.func public @k(%x: tensor<256x128xbf16, #l>) {\n"
        "    %m = ttg.local_alloc %x : (tensor<256x128xbf16, #l>) -> !ttg.memdesc<256x128xbf16, "
        "#s, #smem>\n"
        "    %y = ttg.local_load %m : !ttg.memdesc<256x128xbf16, #s, #smem> -> "
        "tensor<256x128xbf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 8}>>\n" TAIL,
        &audit);
    const lck_access_record *r = audit.kernel[0].access;
    must_take(&r[0].answer[LCK_CONFLICTS], LCK_BAD, 8, 1);
    ck_assert_msg(r[0].remedy && strstr(r[0].remedy,
                                        "#ttg.swizzled_shared<{vec = 8, perPhase = 8, maxPhase = "
                                        "4, order = [1, 0]}>: 384 wavefronts"),
                  "%s", r[0].remedy);
    lck_audit_free(&audit);
}

/* A row that is loaded with four elements a thread, and converted to `size` a thread. */
static char *row_of(const char *size, const char *behind)
{
    lc_text t = {0};
    lc_text_printf(
        &t,
        "#b = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order "
        "= [0]}>\n"
        "#w = #ttg.blocked<{sizePerThread = [%s], threadsPerWarp = [32], warpsPerCTA = [4], "
        "order "
        "= [0]}>\n"
        "module attributes {\"ttg.num-warps\" = 4 : i32, ttg.target = \"cuda:90\", "
        "\"ttg.threads-per-warp\" = 32 : i32} {\n"
        "  tt.func public @k(%%p: !tt.ptr<f16> {tt.divisibility = 16 : i32}) {\n"
        "    %%r = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #b>\n"
        "    %%s = tt.splat %%p : !tt.ptr<f16> -> tensor<1024x!tt.ptr<f16>, #b>\n"
        "    %%q = tt.addptr %%s, %%r : tensor<1024x!tt.ptr<f16>, #b>, tensor<1024xi32, #b>\n"
        "    %%v = tt.load %%q : tensor<1024x!tt.ptr<f16>, #b>\n"
        "    %%f = arith.extf %%v : tensor<1024xf16, #b> to tensor<1024xf32, #b>\n"
        "    %%c = ttg.convert_layout %%f : tensor<1024xf32, #b> -> "
        "tensor<1024xf32, #w>\n%s" TAIL,
        size, behind);
    return lc_text_take(NULL, &t);
}

TEST(loads_of_conversions)
{
    static const struct {
        const char *size, *behind;
        bool mended;
    } row[] = {{"8", "", true},
               {"2", "", false}, /* more loads */
               {"8", "    %u = arith.negf %v : tensor<1024xf16, #b>\n", false}};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        lck_audit audit;
        char *text = row_of(row[i].size, row[i].behind);
        audit_kernel(text, &audit);
        const lck_conversion_record *r = audit.kernel[0].conversion;
        ck_assert_uint_eq(audit.kernel[0].nconversions, 1);
        ck_assert_int_eq(r->takes, LCK_THROUGH_SHARED);
        ck_assert_msg(!r->remedy == !row[i].mended, "%zu: %s", i, r->remedy ? r->remedy : "none");
        ck_assert(!r->remedy || strstr(r->remedy, "1 times 16 bytes a lane (now 2 times 8)"));
        lck_audit_free(&audit);
        free(text);
    }
}

/* Four warps load what one has; one of them stores. */
TEST(repeated_loads)
{
    lck_audit audit;
    audit_kernel(
        "#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order "
        "= [0]}>\n"
        "module attributes {\"ttg.num-warps\" = 4 : i32, ttg.target = \"cuda:90\", "
        "\"ttg.threads-per-warp\" = 32 : i32} {\n"
        "  tt.func public @k(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {\n"
        "    %r = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #b>\n"
        "    %s = tt.splat %p : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>, #b>\n"
        "    %q = tt.addptr %s, %r : tensor<32x!tt.ptr<f32>, #b>, tensor<32xi32, #b>\n"
        "    %v = tt.load %q : tensor<32x!tt.ptr<f32>, #b>\n"
        "    tt.store %q, %v : tensor<32x!tt.ptr<f32>, #b>\n" TAIL,
        &audit);
    const lck_kernel_record *r = audit.kernel[0].other;
    size_t seen = 0;
    for (size_t i = 0; i < audit.kernel[0].nothers; i++)
        if (strcmp(r[i].about, "repeats") == 0) {
            seen++;
            must_take(&r[i].answer, LCK_BAD, 4, 1);
            ck_assert(strstr(r[i].answer.shown, "128 threads have 32 elements") != NULL);
        }
    ck_assert_uint_eq(seen, 1);
    lck_audit_free(&audit);
}

/* Along axis 0 are 4 warps, each with its sums of 64 columns for each of 4 runs of one row; axis
 * 1 is within a warp. A lane has 2 of 64 bins in a row, so that half of the banks serve all of
 * them. A gather across warps stores rows of 128 bytes, 4 of them a warp. */
TEST(scans)
{
    lck_audit audit;
    audit_kernel(HEAD("cuda:90", "32") "    %y = arith.extf %x : tensor<64x64xf16, #b> to "
                                       "tensor<64x64xf32, #b>\n"
                                       "    %r = \"tt.scan\"(%y) <{axis = 0 : i32, reverse = "
                                       "false}> ({\n"
                                       "    ^bb0(%p: f32, %q: f32):\n"
                                       "      tt.scan.return %p : f32\n"
                                       "    }) : (tensor<64x64xf32, #b>) -> tensor<64x64xf32, "
                                       "#b>\n"
                                       "    %s = \"tt.scan\"(%y) <{axis = 1 : i32, reverse = "
                                       "false}> ({\n"
                                       "    ^bb0(%p: f32, %q: f32):\n"
                                       "      tt.scan.return %p : f32\n"
                                       "    }) : (tensor<64x64xf32, #b>) -> tensor<64x64xf32, "
                                       "#b>\n"
                                       "    %h = tt.histogram %i : tensor<256xi32, #h> -> "
                                       "tensor<64xi32, #h>\n"
                                       "    %g = tt.gather %x[%j] {axis = 0 : i32} : "
                                       "(tensor<64x64xf16, #b>, tensor<64x64xi32, #b>) -> "
                                       "tensor<64x64xf16, #b>\n" TAIL
                                       "#h = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = "
                                       "[32], warpsPerCTA = [4], order = [0]}>\n",
                 &audit);
    const lck_conversion_record *r = audit.kernel[0].conversion;
    ck_assert_uint_eq(audit.kernel[0].nunread, 0);
    ck_assert_uint_eq(audit.kernel[0].nconversions, 3);
    ck_assert_uint_eq(r[0].bytes, 4 * 64 * 4 * 4);
    must_take(&r[0].store, LCK_GOOD, 1, 1);
    must_take(&r[0].load, LCK_GOOD, 1, 1);
    ck_assert_uint_eq(r[1].bytes, 4 * 64);
    must_take(&r[1].store, LCK_BAD, 2, 1);
    must_take(&r[1].load, LCK_GOOD, 1, 1);
    ck_assert_uint_eq(r[2].bytes, 64 * 64 * 2);
    must_take(&r[2].store, LCK_BAD, 4, 1);
    ck_assert_int_eq(r[2].load.verdict, LCK_UNKNOWN);
    lck_audit_free(&audit);
}

SUITE_MAIN("audit_triton", scans, loads_of_conversions, repeated_loads, swizzles_first, atomics,
           rows_of_copies, padding, async_copies, operands, fixed_by_wgmma, reductions, chains)
