/* check_emitted.c - the text of a kernel computes what the executor computes of its statements:
 * it is compiled by a C++ compiler, with host-cuda.h in the place of CUDA, and run. Skipped
 * where there is no such compiler. */
#include "config.h"

#include "../kernels/emit/emit.h"
#include "../kernels/execute/execute.h"
#include "../lib/text.h"
#include "hand-kernels.h"
#include "hand-tensor.h"
#include "plan-script.h"
#include "host-program.h"
#include "suite.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define POISON 0x5a

/* The tensors of a run: those that are read, one after the other, and the one that is written. */
typedef struct {
    size_t begin[LCK_MAX_ARRAYS]; /* bytes from the first that is read; of the other one 0 */
    size_t read, written;         /* bytes */
    int64_t blocks;
} sizes_in_bytes;

static sizes_in_bytes measure(const lck_kernel *k, const int64_t *size)
{
    sizes_in_bytes s = {.read = 0};
    int64_t env[LC_MAX_EXPR_VARS] = {0}, n;
    for (size_t i = 0; i < k->nsizes; i++)
        env[k->size[i].var->slot] = size[i];
    for (size_t i = 0; i < k->narrays; i++) {
        if (k->array[i].role == LCK_OF_BLOCK)
            continue;
        ck_assert(lc_expr_at(k->array[i].extent, env, &n));
        size_t bytes = (size_t)n * (size_t)k->array[i].element->bytes;
        bool read = k->array[i].role == LCK_READ;
        s.begin[i] = read ? (s.read + 15) / 16 * 16 : 0;
        *(read ? &s.read : &s.written) = s.begin[i] + bytes;
    }
    ck_assert(lc_expr_at(k->blocks, env, &s.blocks));
    return s;
}

/* The emitted text, and a main function that runs it at these sizes. */
static char *host_program(const lck_kernel *k, const int64_t *size, const sizes_in_bytes *s)
{
    lc_text text = {0};
    char *kernel = lck_emit(k, LCK_DEVICE_ONLY);
    ck_assert_msg(kernel != NULL, "%s", lc_ctx_message(k->ctx));
    lc_text_printf(&text, "#include \"host-cuda.h\"\n%s\nstatic void once()\n{\n", kernel);
    lc_text_printf(&text, "    %s(", k->name);
    for (size_t i = 0; i < k->narrays && k->array[i].role != LCK_OF_BLOCK; i++)
        lc_text_printf(&text, "%s(%s *)((char *)%s + %zu)", i > 0 ? ", " : "",
                       k->array[i].element->c,
                       k->array[i].role == LCK_READ ? "host_source" : "host_destination",
                       s->begin[i]);
    for (size_t i = 0; i < k->nsizes; i++)
        lc_text_printf(&text, ", %" PRId64, size[i]);
    lc_text_printf(&text,
                   ");\n}\n\nint main()\n{\n"
                   "    return run_on_host(%" PRId64 ", %d, %zu, %zu, %d, once);\n}\n",
                   s->blocks, k->threads, s->read, s->written, POISON);
    free(kernel);
    char *all = lc_text_take(NULL, &text);
    ck_assert_ptr_nonnull(all);
    return all;
}

/* Byte i of what is read (host-cuda.h). */
static unsigned char byte_at(size_t i)
{
    unsigned char byte = (unsigned char)((uint32_t)i * 2654435761u >> 13);
    return i % 4 == 3 ? byte & 0x3f : byte;
}

/* The same bytes from the executor and from the text. */
static void agree_on(const lck_kernel *k, const int64_t *size)
{
    const sizes_in_bytes s = measure(k, size);
    unsigned char *read = malloc(s.read + 1), *written = malloc(s.written + 1);
    ck_assert(read && written);
    for (size_t i = 0; i < s.read; i++)
        read[i] = byte_at(i);
    memset(written, POISON, s.written);
    lck_host_tensor tensor[LCK_MAX_ARRAYS] = {{0}};
    for (size_t i = 0; i < k->narrays; i++)
        tensor[i].at = (k->array[i].role == LCK_READ ? read : written) + s.begin[i];
    lck_stop stop;
    ck_assert_msg(lck_execute(k, size, tensor, &stop), "%s", stop.message);
    char *text = host_program(k, size, &s);
    struct process p = host_run(text, k->name);
    ck_assert_uint_eq(p.out_size, s.written);
    for (size_t i = 0; i < s.written; i++)
        ck_assert_msg((unsigned char)p.out[i] == written[i],
                      "%s: byte %zu of what is written differs\n%s", k->name, i, text);
    process_clear(&p);
    free(text);
    free(read);
    free(written);
}

/* The same of a kernel by hand, which is taken over. */
static void agree(lck_kernel *k, const int64_t *size)
{
    agree_on(k, size);
    lc_ctx *ctx = k->ctx;
    lck_kernel_free(k);
    lc_ctx_free(ctx);
}

TEST(copies)
{
    agree(hand_copy(lc_ctx_new(), "f32", 64, 4, 4, NO_FAULT), (int64_t[]){5001});
    agree(hand_copy(lc_ctx_new(), "int8", 32, 16, 2, NO_FAULT), (int64_t[]){4099});
    agree(hand_copy(lc_ctx_new(), "bf16", 128, 8, 1, NO_FAULT), (int64_t[]){3071});
    agree(hand_copy(lc_ctx_new(), "f64", 32, 1, 3, NO_FAULT), (int64_t[]){1000});
}

/* The text of a kernel with a hole leaves the same hole. */
TEST(a_hole)
{
    agree(hand_copy(lc_ctx_new(), "f32", 64, 4, 2, HOLE), (int64_t[]){1001});
}

TEST(transposes)
{
    agree(hand_transpose(lc_ctx_new(), "f32", false, NO_FAULT), (int64_t[]){101, 67});
    agree(hand_transpose(lc_ctx_new(), "uint16", true, NO_FAULT), (int64_t[]){64, 95});
}

TEST(transposes_in_registers)
{
    agree(hand_register_transpose(lc_ctx_new(), "int8", 16), (int64_t[]){144, 96});
    agree(hand_register_transpose(lc_ctx_new(), "f16", 8), (int64_t[]){72, 104});
    agree(hand_register_transpose(lc_ctx_new(), "uint32", 2), (int64_t[]){34, 66});
    agree(hand_register_transpose(lc_ctx_new(), "int64", 2), (int64_t[]){34, 66});
}

TEST(integers_of_64_bits)
{
    agree(hand_gather(lc_ctx_new(), "uint16", WIDE_PRODUCT), (int64_t[]){5000, 1000003});
    agree(hand_gather(lc_ctx_new(), "uint16", WIDE_LET), (int64_t[]){5000, 1000003});
    agree(hand_gather(lc_ctx_new(), "uint16", WIDE_SIZE), (int64_t[]){5000, 40000000003});
}

TEST(staging)
{
    agree(hand_staged(lc_ctx_new(), "f32", 4, 4096), (int64_t[]){8192});
    agree(hand_staged(lc_ctx_new(), "uint8", 16, 16384), (int64_t[]){16384});
}

TEST(products)
{
    agree(hand_product(lc_ctx_new(), "f32", NO_FAULT), (int64_t[]){50, 33, 21});
    agree(hand_product(lc_ctx_new(), "f64", NO_FAULT), (int64_t[]){17, 64, 64});
}

TEST(functions)
{
    agree(hand_apply(lc_ctx_new(), "f32"), (int64_t[]){0});
    agree(hand_apply(lc_ctx_new(), "f64"), (int64_t[]){0});
}

/* Those that are written out in C, for architectures without an instruction. */
TEST(conversions)
{
    static const char *const pairs[][2] = {{"f32", "bf16"},   {"f32", "tf32"},  {"f32", "int8"},
                                           {"f32", "uint8"},  {"f32", "int32"}, {"f32", "f64"},
                                           {"f64", "f32"},    {"int32", "f32"}, {"int32", "int8"},
                                           {"int8", "int32"}, {"bf16", "f32"},  {"int8", "bf16"},
                                           {"bf16", "int8"}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        for (int packed = 0; packed < 4; packed += 3) {
            bool words = strcmp(pairs[i][0], "f64") != 0 && strcmp(pairs[i][1], "f64") != 0;
            if (words || packed == 0)
                agree(hand_convert(lc_ctx_new(), "convert", pairs[i][0], pairs[i][1], packed, 75),
                      (int64_t[]){0});
        }
}

/* Stores that may meet are volatile. */
TEST(repeated_places)
{
    lck_kernel *k = hand_copy(lc_ctx_new(), "bf16", 64, 1, 4, NO_FAULT);
    k->repeats = true;
    char *text = lck_emit(k, LCK_DEVICE_ONLY);
    ck_assert_ptr_nonnull(strstr(text, " volatile unsigned short *__restrict__ destination"));
    free(text);
    agree(k, (int64_t[]){1001});
}

static void agree_on_plans(const char *const *plans, size_t n, const char *claim)
{
    for (size_t i = 0; i < n; i++) {
        plan_script made;
        const lck_kernel *k = plan_script_kernel(&made, "%s", plans[i]);
        ck_assert_msg(k && made.verdict == LCV_PROVED, "%s%s", plans[i], made.text);
        ck_assert_msg(strstr(k->claims, claim), "%s", plans[i]);
        agree_on(k, (int64_t[]){0});
        plan_script_forget(&made);
    }
}

/* The indices that isl writes for relations, as text and as the executor's. */
TEST(relations)
{
    static const char *const plans[] = {
        "plan p(element=f32, source=(70,131):(1,70), destination=(70,131):(131,1), tile=(64,64), "
        "stage=relation \"{ [i,j] -> [64i + (j + 3i) mod 64] : 0 <= i,j < 64 }\")\n",
        "plan p(element=bf16, source=(64,70):(1,64), destination=(64,70):(70,1), tile=(32,32), "
        "stage=relation \"{ [i,j] -> [32i + (j + i) mod 16] : 0 <= i < 32 and 0 <= j < 16; "
        "[i,j] -> [32i + 16 + (j - i) mod 16] : 0 <= i < 32 and 16 <= j < 32 }\")\n",
        "plan p(element=f32, source=(32,64):(1,32), destination=relation "
        "\"{ [i,j] -> [64i + (j + 4i) mod 64] : 0 <= i < 32 and 0 <= j < 64 }\")\n",
        "plan p(element=int8, source=relation \"{ [c] -> [(5c + 7) mod 960] : 0 <= c < 960 }\", "
        "destination=(30,32):(32,1), tile=(16,16), "
        "stage=index_map(S<2,1,4> o (16,16):(16,1)))\n",
        "plan p(element=int64, source=relation "
        "\"{ [i,j] -> [1999 - i - 50j] : 0 <= i < 50 and 0 <= j < 40 }\", "
        "destination=relation "
        "\"{ [i,j] -> [40i + (j - 7i) mod 40] : 0 <= i < 50 and 0 <= j < 40 }"
        "\")\n"};
    agree_on_plans(plans, sizeof plans / sizeof *plans, "");
}

/* Copies of rows from multiples of some bytes, words that are shifted, matrices of them
 * transposed; the same rows where words are stored as they are. */
TEST(shifts)
{
    static const char *const plans[] = {
        "plan p(element=int8, source=(301,417):(1,301), destination=(301,417):(417,1))\n",
        "plan p(element=bf16, source={7} o (263,331):(1,269), destination={3} o "
        "(263,331):(333,1))\n",
        "plan p(element=uint8, source=(517,64,2):(1,517,33088), "
        "destination=(517,64,2):(64,1,33088))\n",
        "plan p(element=f16, source=(131,140):(1,131), destination=(131,140):(141,1), "
        "tile=(64,64), shift=(128,64))\n"};
    agree_on_plans(plans, sizeof plans / sizeof *plans, "aligned((1048576,");
}

int main(void)
{
    const TTest *const tests[] = {copies,          a_hole,
                                  shifts,          transposes,
                                  products,        functions,
                                  conversions,     transposes_in_registers,
                                  staging,         integers_of_64_bits,
                                  repeated_places, relations};
    if (!host_compiler())
        return EXIT_SUCCESS;
    return suite_run("emitted kernels", tests, sizeof tests / sizeof *tests);
}
