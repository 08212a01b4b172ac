/* check_emit_tensor.c - kernels of tensor cores as text. That it compiles is for check_nvcc.c. */
#include "config.h"

#include "../kernels/emit/emitter.h"
#include "hand-kernels.h"
#include "hand-tensor.h"
#include "suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- texts */

/* The text of a kernel, which is freed with its context. */
static char *text_of(lck_kernel *k)
{
    lc_ctx *ctx = k->ctx;
    char *text = lck_emit(k, LCK_DEVICE_ONLY);
    ck_assert_msg(text != NULL, "%s", lc_ctx_message(ctx));
    lck_kernel_free(k);
    lc_ctx_free(ctx);
    return text;
}

static void has(const char *text, bool wanted, const char *words)
{
    ck_assert_msg((strstr(text, words) != NULL) == wanted, "%s '%s':\n%.9000s",
                  wanted ? "no" : "unwanted", words, text);
}

static const char *find(const char *text, const char *words)
{
    const char *at = strstr(text, words);
    ck_assert_msg(at != NULL, "no '%s':\n%.9000s", words, text);
    return at;
}

static void follows(const char *text, const char *first, const char *second)
{
    const char *at = find(text, first);
    ck_assert_msg(strstr(at, second) != NULL, "no '%s' after '%s':\n%.9000s", second, first,
                  text);
}

/* The first statement of this kind. */
static lck_statement *statement(lck_statement *s, lck_statement_kind kind)
{
    for (; s; s = s->next) {
        lck_statement *inside = s->kind == kind ? s : statement(s->body, kind);
        inside = inside ? inside : statement(s->otherwise, kind);
        if (inside)
            return inside;
    }
    return NULL;
}

/* ---- a product */

TEST(a_product)
{
    lck_kernel *k = hand_wgmma(lc_ctx_new());
    k->making = strdup("tiles of 128 by 256 by 64");
    char *text = text_of(k);
    has(text, true, " * Made of tiles of 128 by 256 by 64.\n");
    has(text, true,
        "/* gemm: products of bf16 and bf16, summed in f32, to bf16.\n"
        " *\n"
        " *     c[c0 * N + c1] =\n"
        " *         sum over c2 of a[c0 * K + c2] * b[c1 * K + c2]\n"
        " *     for 0 <= c0 < M, 0 <= c1 < N, 0 <= c2 < K\n");
    has(text, true, " * Atom: atom, 64 by 256 by 16, not compared with hardware.\n");
    has(text, true,
        "__global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(288, 1)\n"
        "gemm(const __grid_constant__ lck_tensor_map map_a, const __grid_constant__ "
        "lck_tensor_map map_b,\n"
        "     const __grid_constant__ lck_tensor_map map_c, const int M, const int N, const int "
        "K)\n");
    has(text, true,
        "    const unsigned shared_base = (shared_begin + 1023) & ~1023u;\n"
        "    const unsigned stage_a_address = shared_base + 0;\n"
        "    const unsigned stage_b_address = shared_base + 65536;\n"
        "    const unsigned out_address = shared_base + 196608;\n"
        "    const unsigned full_address = shared_base + 229376; /* 4 mbarriers */\n"
        "    const unsigned empty_address = shared_base + 229408; /* 4 mbarriers */\n");
    has(text, true, "    unsigned words[4]; /* 8 elements of bf16 */\n");
    has(text, true, "const int grid = (int)gridDim.x;\n");
    free(text);
}

/* What has gone wrong on hardware, or would. */
TEST(pitfalls)
{
    char *text = text_of(hand_wgmma(lc_ctx_new()));
    /* qualifiers that flush caches */
    has(text, true, "mbarrier.arrive.shared::cluster.b64 _, [there];");
    has(text, true, "mbarrier.try_wait.parity.shared::cta.b64 ended, [%0], %1;");
    has(text, false, "mbarrier.arrive.release");
    has(text, false, "parity.acquire");
    /* the number of the block, above the address */
    has(text, true, "return rest | (((address & 0x3ffff) >> 4) + from);\n");
    has(text, true, ", 0x4000004000010000ull)");
    /* phases that are counted from 0, and the one before */
    has(text, true, "gemm_await(full_address + 8 * slot, (use >> 2) & 1);\n");
    has(text, true, "gemm_await(empty_address + 8 * load_slot, ((load_use >> 2) - 1) & 1);\n");
    /* what was written by the thread, before TMA reads it; fences of registers, of mbarriers */
    follows(find(text, "gemm_stmatrix_4(out_address"), "gemm_fence_proxy();\n",
            "gemm_tma_store_2(&map_c, ");
    follows(find(text, "gemm_await(full_address"), "gemm_fence_products();\n",
            "gemm_wgmma_m64n256k16_f32_bf16_bf16_kk(&sums[0], ");
    follows(text, "gemm_init(empty_address, 4, 16);\n        gemm_fence_init();\n    }\n",
            "    gemm_cluster_barrier();\n");
    /* sums are not read before products end */
    has(text, true, "gemm_drain_products_0();\n            gemm_settle(sums, 128);\n");
    has(text, false, "gemm_drain_products_1();\n                gemm_settle");
    has(text, true, "asm volatile(\"\" : \"+f\"(r[i]) :: \"memory\");");
    /* the compiler knows that a warp has one number, not that its lanes do */
    has(text, true, "const int role = __shfl_sync(~0u, thread >> 7, 0);\n");
    has(text, true, "const int lane = thread & 31;\n");
    has(text, true, "#pragma unroll 1\n            for (int kb = 0; kb < blocks_k; kb++) {\n");
    free(text);
}

/* A load that may be the last of its place says so to L2, another one nothing. */
TEST(policies)
{
    char *text = text_of(hand_boxes(lc_ctx_new()));
    has(text, true, "boxes_tma_load_1(stage_address, &map_1, full_address + 8, thread);\n");
    follows(find(text, "boxes_tma_load_1_to_all_hint(unsigned to"),
            "once ? 0x12f0000000000000ull : 0x1000000000000000ull;\n",
            ".multicast::cluster.L2::cache_hint \"\n"
            "                 \"[%0], [%1, {%3}], [%2], %4, %5;\" ::\n");
    has(text, true, ", \"h\"(blocks), \"l\"(policy) : \"memory\");\n");
    has(text, true, ", 1, n < 64);\n");
    free(text);
}

TEST(parameters)
{
    lc_ctx *ctx = lc_ctx_new();
    lck_parameter list[LCK_MAX_PARAMETERS];
    lck_kernel *k = hand_wgmma(ctx);
    ck_assert_uint_eq(lck_parameters(k, list), 6); /* maps alone read and write the tensors */
    for (size_t i = 0; i < 6; i++) {
        ck_assert_int_eq(list[i].kind, i < 3 ? LCK_MAP_PARAMETER : LCK_SIZE_PARAMETER);
        ck_assert_uint_eq(list[i].number, i % 3);
    }
    ck_assert_int_eq(lck_dynamic_bytes(k), 229440 + 1008);
    lck_kernel_free(k);
    k = hand_matrices(ctx);
    ck_assert_uint_eq(lck_parameters(k, list), 5);
    for (size_t i = 0; i < 4; i++)
        ck_assert(list[i].kind == LCK_ARRAY_PARAMETER && list[i].number == i);
    lck_kernel_free(k);
    lc_ctx_free(ctx);
    char *text = text_of(hand_matrices(lc_ctx_new()));
    has(text, true,
        "matrices(const unsigned short *__restrict__ a, unsigned short *__restrict__ c, const "
        "float scale,\n         const float *__restrict__ parts,");
    free(text);
}

/* Bits 62 and 63 of a descriptor say the span of the swizzle. */
TEST(descriptors)
{
    static const struct {
        int span, leading, stride;
        const char *want;
    } cases[] = {{0, 128, 256, "0x0000001000080000ull"},
                 {32, 16, 256, "0xc000001000010000ull"},
                 {64, 16, 512, "0x8000002000010000ull"},
                 {128, 4096, 1024, "0x4000004001000000ull"},
                 {128, 262144 - 16, 262144 - 16, "0x40003fff3fff0000ull"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lck_kernel *k = hand_wgmma(lc_ctx_new());
        lck_statement *s = statement(k->body, LCK_WGMMA);
        s->b.span = cases[i].span;
        s->b.leading = cases[i].leading;
        s->b.stride = cases[i].stride;
        char *text = text_of(k);
        has(text, true, cases[i].want);
        free(text);
    }
}

static char *text_of_atom(const hand_atom *atom)
{
    return text_of(hand_mma(lc_ctx_new(), "one", atom));
}

/* Signs and transposes that each type has. */
TEST(products)
{
    static const struct {
        hand_atom atom;
        const char *want;
    } cases[] = {
        {{"bf16", "bf16", "f32", 64, 8, 16, 0},
         "{%0, %1, %2, %3}, \"\n                 \"%4, %5, adds, 1, 1, 0, 0; }"},
        {{"f16", "f16", "f32", 64, 8, 16, 6}, "%4, %5, adds, 1, 1, 1, 1; }"},
        {{"f16", "f16", "f16", 64, 8, 16, 4},
         "{%0, %1}, \"\n                 \"%2, %3, adds, 1, 1, 0, 1; }"},
        {{"bf16", "bf16", "f32", 64, 16, 16, 5}, "{%8, %9, %10, %11}, %12, adds, 1, 1, 1; }\""},
        {{"tf32", "tf32", "f32", 64, 8, 8, 0}, "%4, %5, adds, 1, 1; }"},
        {{"e4m3", "e5m2", "f32", 64, 8, 32, 0}, "m64n8k32.f32.e4m3.e5m2 "},
        {{"int8", "int8", "int32", 64, 8, 32, 0}, "%4, %5, adds; }"},
        {{"bf16", "bf16", "f32", 16, 8, 16, 0},
         "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 \"\n"
         "                 \"{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};\""},
        {{"f64", "f64", "f64", 8, 8, 4, 0},
         "\"{%0, %1}, {%2}, {%3}, {%0, %1};\"\n"
         "                 : \"+d\"(c[0]), \"+d\"(c[1])\n"
         "                 : \"d\"(a[0]), \"d\"(b[0]));"},
        {{"int8", "uint8", "int32", 16, 8, 32, 0}, "m16n8k32.row.col.s32.s8.u8.s32 "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text = text_of_atom(&cases[i].atom);
        has(text, true, cases[i].want);
        free(text);
    }
}

/* ---- registers */

TEST_CTX(fewer_and_more_registers)
{
    char *text = text_of(hand_registers(lc_ctx_new()));
    has(text, true, "asm volatile(\"setmaxnreg.dec.sync.aligned.u32 40;\");\n");
    has(text, true, "asm volatile(\"setmaxnreg.inc.sync.aligned.u32 232;\");\n");
    has(text, true, "    if (role == 2) {\n        registers_registers_40();\n");
    free(text);
    lck_kernel *k = hand_registers(ctx);
    lck_writer w = lck_write(k);
    lck_registers(&w, 36);
    ck_assert(!lck_written(&w));
    ck_assert_str_eq(lc_ctx_message(ctx), "REGISTERS takes a multiple of 8 from 24 to 256");
    lck_kernel_free(k);
}

TEST(packed_registers)
{
    char *text = text_of(hand_convert(lc_ctx_new(), "one", "int8", "bf16", 3, 90));
    has(text, true, "    unsigned source_words[2]; /* 8 elements of int8 */\n");
    has(text, true,
        "        source_words[i >> 2] = (source_words[i >> 2] & ~(0xffu << (8 * (i & 3)))) | "
        "(unsigned)(unsigned char)a[i + 8 * thread] << (8 * (i & 3));\n");
    has(text, true,
        "        c[j + 8 * thread] = (unsigned short)(words[j >> 1] >> (16 * (j & 1)));\n");
    has(text, true,
        "    one_convert_packed_int8_to_packed_bf16(&words[0], &source_words[0], 8);\n");
    free(text);
    text = text_of(hand_convert(lc_ctx_new(), "one", "f32", "bf16", 2, 90));
    has(text, true,
        "        asm(\"cvt.rn.bf16x2.f32 %0, %1, %2;\"\n"
        "            : \"=r\"(to[i / 2]) : \"f\"(from[i + 1]), \"f\"(from[i]));\n");
    free(text);
    text = text_of(hand_convert(lc_ctx_new(), "one", "f32", "bf16", 2, 75));
    has(text, false, "asm");
    free(text);
}

/* ---- what is refused */

TEST(kernels_without_text)
{
    no_text(hand_mma(lc_ctx_new(), "one", &(hand_atom){"int8", "int8", "int32", 64, 8, 32, 4}),
            "one: WGMMA takes matrices of 16 bits alone with m or n contiguous");
    no_text(hand_mma(lc_ctx_new(), "one", &(hand_atom){"f64", "f64", "f64", 64, 8, 4, 0}),
            "one: WGMMA takes m64nNkK with types of the tensor cores");
    no_text(hand_convert(lc_ctx_new(), "one", "f64", "bf16", 0, 90),
            "one: CONVERT between types that have no conversion");
    no_text(hand_convert(lc_ctx_new(), "one", "f32", "e4m3", 0, 80), "no conversion");
    lck_kernel *k = hand_mma(lc_ctx_new(), "one",
                             &(hand_atom){"bf16", "bf16", "f32", 16, 8, 16, 0});
    k->file[1].packed = false;
    no_text(k, "one: MMA takes packed registers of less than 32 bits");
    k = hand_convert(lc_ctx_new(), "one", "f32", "int8", 2, 90);
    statement(k->body, LCK_CONVERT)->width = 6;
    no_text(k, "one: CONVERT to packed registers makes whole words");
    k = hand_convert(lc_ctx_new(), "one", "f32", "bf16", 2, 90);
    statement(k->body, LCK_STORE)->step = 2;
    no_text(k, "packed registers are moved an element or whole words at a time");
    k = hand_wgmma(lc_ctx_new());
    ck_assert_ptr_nonnull(lc_expr_var(k->x, "stage_a_address", 0, 1));
    no_text(k, "a variable cannot be named 'stage_a_address'");
}

/* An expression that could not be made has no text. */
TEST(no_memory)
{
    lc_ctx *ctx = lc_ctx_new();
    lck_kernel *k = hand_wgmma(ctx);
    statement(k->body, LCK_WGMMA)->b.index = NULL;
    ck_assert_ptr_null(lck_emit(k, LCK_DEVICE_ONLY));
    ck_assert_int_eq(lc_ctx_code(ctx), LC_ERR_MEMORY);
    lck_kernel_free(k);
    lc_ctx_free(ctx);
}

/* Variables and widths of what only slots, phases, coordinates and the like compute. */
TEST(expressions_of_statements)
{
    static const char *const names[] = {"of_slot", "of_phase", "of_crd",
                                        "of_peer", "of_peers", "of_place"};
    for (int i = 0; i < 12; i++) {
        lck_kernel *k = hand_wgmma(lc_ctx_new());
        const lc_expr *var = lc_expr_var(k->x, names[i / 2], 0,
                                         i % 2 ? INT64_C(1) << 62 : INT64_C(7));
        const lc_expr *value = lc_expr_make(k->x, LC_EXPR_MUL, var, lc_expr_int(k->x, 3));
        lck_writer w = lck_write(k);
        lck_let(&w, var, lc_expr_make(k->x, LC_EXPR_MOD, k->size[0].var, lc_expr_int(k->x, 8)),
                false);
        lck_statement *await = statement(k->body, LCK_AWAIT);
        if (i / 2 == 0)
            await->slot = value;
        else if (i / 2 == 1)
            await->phase = value;
        else if (i / 2 == 2)
            statement(k->body, LCK_TMA_LOAD)->crd[1] = value;
        else if (i / 2 == 3)
            statement(k->body, LCK_ARRIVE)->peer = value;
        else if (i / 2 == 4)
            statement(k->body, LCK_TMA_LOAD)->peers = value;
        else
            statement(k->body, LCK_WGMMA)->b.index = value;
        ck_assert(lck_written(&w));
        if (i % 2) {
            no_text(k, "has 64 bits");
            continue;
        }
        char let[64];
        snprintf(let, sizeof let, "    const int %s = M & 7;\n", names[i / 2]);
        char *text = text_of(k);
        has(text, true, let);
        free(text);
    }
}

SUITE_MAIN("kernels of tensor cores as text", a_product, pitfalls, policies, parameters,
           descriptors, products, fewer_and_more_registers, packed_registers,
           kernels_without_text, no_memory, expressions_of_statements)
