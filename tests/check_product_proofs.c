/* check_product_proofs.c - the obligations of products: recipes that hold are proved, those that
 * are broken are refuted, and by the obligation that says so. */
#include "config.h"

#include "product-recipes.h"
#include "suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIZES "param M in 1..65536, N in 1..65536, K in 1..65536\n"
#define OF_8 SIZES "assume K % 8 == 0\nassume N % 8 == 0\nassume M % 8 == 0\n"

/* Row-major C of A and B, both contiguous along k or not. */
#define NT "a=(M,K):(K,1), b=(N,K):(K,1), c=(M,N):(N,1)"
#define NN "a=(M,K):(K,1), b=(N,K):(1,N), c=(M,N):(N,1)"
#define TN "a=(M,K):(1,M), b=(N,K):(1,N), c=(M,N):(N,1)"
#define TT "a=(M,K):(1,M), b=(N,K):(K,1), c=(M,N):(N,1)"

static lck_recipe usual_wgmma(int n, const char *element, const char *sum)
{
    return (lck_recipe){.method = LCK_WGMMAS,
                        .atom = atom_of_wgmma(n, element, sum),
                        .warps = {2, 1},
                        .stages = 4,
                        .cluster = {2, 1},
                        .split = 1,
                        .vector = {1, 1, 1},
                        .resident = 1,
                        .tma_store = true};
}

static void clear(lck_recipe *recipe)
{
    free((char *)(uintptr_t)recipe->atom.name);
    for (int i = 0; i < 3; i++)
        free(recipe->atom.at[i]);
}

static void show(const product_proved *p, const char *script)
{
    if (getenv("LAYOUTCHECK_SHOW"))
        printf("%s%s%s\n%s\n", script, p->lines ? p->lines : "", p->claim, p->why ? p->why : "");
}

static void expect_proved(const char *script, const lck_recipe *recipe, const int64_t *tile)
{
    product_proved p;
    product_prove(script, recipe, tile, NULL, &p);
    show(&p, script);
    ck_assert_msg(p.read && p.proved, "%s: %s: %s", script, p.claim, p.why ? p.why : "");
    char *first;
    size_t asked, failed = product_lines_that_fail(script, p.lines, &asked, &first);
    ck_assert_msg(failed == 0 && asked >= 15, "%s: of %zu lines, %zu are not proved again: %s",
                  script, asked, failed, first ? first : "");
    free(first);
    product_forget(&p);
}

/* ---- what holds ---- */

static void expect_wgmma(const char *tensors, const char *elements, int n, int64_t tile_k)
{
    char script[1024], element[16], sum[8] = "f32";
    sscanf(elements, "%15[^,]", element);
    if (strcmp(element, "int8") == 0)
        strcpy(sum, "int32");
    snprintf(script, sizeof script, "%splan p(%s, elements=(%s))\n",
             OF_8 "assume K % 16 == 0\nassume M % 16 == 0\n", tensors, elements);
    lck_recipe recipe = usual_wgmma(n, element, sum);
    recipe.stages = tile_k * (128 + n) * 4 * recipe.atom.element[0]->bytes > 190000 ? 3 : 4;
    expect_proved(script, &recipe, (int64_t[]){128, n, tile_k});
    recipe.cluster[0] = 1;
    recipe.cluster[1] = 2;
    recipe.stages = 2;
    expect_proved(script, &recipe, (int64_t[]){128, n, tile_k});
    clear(&recipe);
}

TEST(test_wgmma)
{
    static const char *const tensors[] = {NT, NN, TN, TT};
    for (int i = 0; i < 4; i++) {
        expect_wgmma(tensors[i], "bf16,bf16,bf16", 256, 64);
        expect_wgmma(tensors[i], "f16,f16,f32", 128, 64);
        expect_wgmma(tensors[i], "bf16,bf16,bf16", 192, 32);
    }
    expect_wgmma(NT, "tf32,tf32,f32", 128, 32);
    expect_wgmma(NT, "e4m3,e4m3,bf16", 128, 128);
    expect_wgmma(NT, "int8,int8,int32", 64, 128);
    expect_wgmma(NT, "bf16,bf16,bf16", 64, 128);
}

static lck_recipe usual_fma(void)
{
    return (lck_recipe){.method = LCK_FMA,
                        .warps = {4, 2},
                        .stages = 2,
                        .cluster = {1, 1},
                        .split = 1,
                        .vector = {1, 1, 1},
                        .resident = 1};
}

TEST(test_fma)
{
    static const char *const tensors[] = {NT, NN, TN, TT};
    char script[1024];
    for (int i = 0; i < 8; i++) {
        lck_recipe recipe = usual_fma();
        bool wide = i % 2;
        snprintf(script, sizeof script, "%splan p(%s, elements=(f32,f32,f32))\n",
                 wide ? OF_8 : SIZES, tensors[i / 2]);
        for (int k = 0; k < 3; k++)
            recipe.vector[k] = wide ? 4 : 1;
        expect_proved(script, &recipe, (int64_t[]){128, 128, 16});
        expect_proved(script, &recipe, (int64_t[]){128, 256, 8});
    }
}

static lck_recipe usual_mma(void)
{
    return (lck_recipe){.method = LCK_MMAS,
                        .atom = atom_of_mma("bf16"),
                        .warps = {2, 4},
                        .stages = 3,
                        .cluster = {1, 1},
                        .split = 1,
                        .vector = {8, 8, 2},
                        .resident = 1};
}

TEST(test_mma)
{
    static const char *const tensors[] = {NT, NN, TN, TT};
    char script[1024];
    for (int i = 0; i < 4; i++) {
        lck_recipe recipe = usual_mma();
        snprintf(script, sizeof script, "%splan p(%s, elements=(bf16,bf16,bf16))\n", OF_8,
                 tensors[i]);
        expect_proved(script, &recipe, (int64_t[]){128, 256, 64});
        clear(&recipe);
    }
}

TEST(test_nested)
{
    lck_recipe recipe = usual_wgmma(128, "bf16", "f32");
    expect_proved("param P in 8..64, Q in 8..64, B in 1..64, N in 1..4096, K in 1..4096\n"
                  "assume K % 8 == 0\nassume N % 8 == 0\n"
                  "plan p(a=((P,Q,B),K):((K,K*P,K*P*Q),1), b=(N,K):(K,1), "
                  "c=((P,Q,B),N):((N,N*P,N*P*Q),1), elements=(bf16,bf16,bf16))\n",
                  &recipe, (int64_t[]){128, 128, 64});
    expect_proved("param P in 1..16, Q in 1..64, N in 1..4096, K in 1..4096, L in 1..9\n"
                  "assume K % 8 == 0\nassume N % 8 == 0\n"
                  "plan p(a=((16,Q),K,L):((K+8,(K+8)*17),1,K*4096), b=(N,K,L):(K,1,N*K), "
                  "c=((16,Q),N,L):((N+16,N*64),1,N*65536), elements=(bf16,bf16,bf16))\n",
                  &recipe, (int64_t[]){128, 128, 64});
    clear(&recipe);
}

/* ---- what does not ---- */

/* The claim that decides begins so. */
static void expect_refuted(const char *name, const char *script, const lck_recipe *recipe,
                           const int64_t *tile, plant_error *plant, const char *claim)
{
    product_proved p;
    char begins[256];
    product_prove(script, recipe, tile, plant, &p);
    show(&p, name);
    snprintf(begins, sizeof begins, "plan p: %s", claim);
    ck_assert_msg(p.read && !p.proved, "%s: it is proved", name);
    ck_assert_msg(p.verdict == LCV_REFUTED && strncmp(p.claim, begins, strlen(begins)) == 0,
                  "%s: %s, not %s", name, p.claim, begins);
    product_forget(&p);
}

static void narrow_swizzle(lck_proofs *w)
{
    w->stage[LCK_A].swizzle.b = 2;
}

static void other_span(lck_proofs *w)
{
    w->stage[LCK_B].span = 64;
}

static void short_stride(lck_proofs *w)
{
    w->stage[LCK_B].stride = 512;
}

static void short_leading(lck_proofs *w)
{
    w->stage[LCK_B].leading = 4096;
}

static void box_without_a_row(lck_proofs *w)
{
    w->stage[LCK_A].box[0]--;
}

static void one_part_of_two(lck_proofs *w)
{
    w->stage[LCK_B].parts = 1;
}

static void more_bytes(lck_proofs *w)
{
    w->stage[LCK_A].bytes += 128;
}

static void stages_that_meet(lck_proofs *w)
{
    w->memory.at[LCK_B] -= 1024;
}

static void stage_off_its_line(lck_proofs *w)
{
    w->memory.at[LCK_B] -= 128;
    w->memory.bytes[LCK_A] -= 128;
}

/* Rows and columns of the sums of each 16 x 16 change places. */
static void sums_of_another_atom(lck_proofs *w)
{
    const lck_atom *atom = &w->recipe->atom;
    for (int i = 0; i < atom->threads * atom->values[2]; i++) {
        int row = atom->at[2][i] % atom->m, column = atom->at[2][i] / atom->m;
        int r = row / 16 * 16 + column % 16, c = column / 16 * 16 + row % 16;
        atom->at[2][i] = r + atom->m * c;
    }
}

/* The second warpgroup has rows of the first. */
static void sums_twice(lck_proofs *w)
{
    w->sums.thread[w->sums.nthreads - 1].step[0] = 32;
}

static void narrow_buffer(lck_proofs *w)
{
    w->out.swizzle.b = 2;
}

static const struct planted {
    const char *name;
    plant_error *plant;
    const char *claim;
} planted[] = {{"a swizzle that is not the box's", narrow_swizzle, "equiv(compose(S<2,3,3>"},
               {"the span of another swizzle", other_span, "equiv(compose(S<3,3,3>"},
               {"a stride of another swizzle", short_stride, "equiv(compose(S<3,3,3>"},
               {"a leading offset", short_leading, "equiv(compose(S<3,3,3>"},
               {"a box without a row", box_without_a_row, "partitions("},
               {"slices of one block", one_part_of_two, "partitions("},
               {"bytes of another row", more_bytes, "2 * size("},
               {"stages that meet", stages_that_meet, "0 + 49152 <= 48128"},
               {"a stage off its line", stage_off_its_line, "49024 % 1024 == 0"},
               {"sums of another atom", sums_of_another_atom, "equiv(compose(S<3,3,3>"},
               {"sums of a warpgroup twice", sums_twice, "partitions(concat("},
               {"a buffer's swizzle", narrow_buffer, "equiv(compose(S<2,3,3>"}};

TEST(test_planted)
{
    const char *script = OF_8 "plan p(" NN ", elements=(bf16,bf16,bf16))\n";
    for (size_t i = 0; i < sizeof planted / sizeof *planted; i++) {
        lck_recipe recipe = usual_wgmma(256, "bf16", "f32");
        recipe.stages = 3;
        expect_refuted(planted[i].name, script, &recipe, (int64_t[]){128, 256, 64},
                       planted[i].plant, planted[i].claim);
        clear(&recipe);
    }
}

/* ---- of mma, of fma ---- */

/* A thread has one value twice. */
static void operand_twice(lck_proofs *w)
{
    const lck_atom *atom = &w->recipe->atom;
    for (int t = 0; t < atom->threads; t++)
        for (int v = 4; v < 8; v++)
            atom->at[0][t * atom->values[0] + v] = atom->at[0][t * atom->values[0] + v - 4];
}

static void other_row_swizzle(lck_proofs *w)
{
    w->stage[LCK_B].swizzle.m = 2;
}

TEST(test_planted_operands)
{
    const char *script = OF_8 "plan p(" NT ", elements=(bf16,bf16,bf16))\n";
    lck_recipe recipe = {.method = LCK_MMAS,
                         .atom = atom_of_mma("bf16"),
                         .warps = {2, 4},
                         .stages = 3,
                         .cluster = {1, 1},
                         .split = 1,
                         .vector = {8, 8, 2},
                         .resident = 1};
    const int64_t tile[] = {128, 256, 64};
    expect_refuted("a wrong swizzle of mma", script, &recipe, tile, other_row_swizzle,
                   "conflict_free(S<3,2,3>");
    expect_refuted("A without half of it", script, &recipe, tile, operand_twice,
                   "partitions(((4,8)");
    clear(&recipe);
}

/* ---- recipes that do not hold ---- */

TEST(test_recipes)
{
    const char *nt = OF_8 "plan p(" NT ", elements=(bf16,bf16,bf16))\n";
    const char *any = SIZES "plan p(" NT ", elements=(bf16,bf16,bf16))\n";
    const int64_t tile[] = {128, 256, 64};
    lck_recipe recipe = usual_wgmma(256, "bf16", "f32");
    expect_refuted("rows of any length", any, &recipe, tile, NULL, "(K) % 8 == 0");
    recipe.stages = 5;
    expect_refuted("five stages", nt, &recipe, tile, NULL,
                   "5 * 16384 + 5 * 32768 + 32768 + 80 <= 232448");
    recipe.stages = 3;
    recipe.cluster[0] = 16;
    expect_refuted("a cluster of 16", nt, &recipe, tile, NULL, "16 * 1 <= 8");
    recipe.cluster[0] = 1;
    recipe.split = 4;
    recipe.tma_store = false;
    recipe.stages = 2;
    expect_proved(nt, &recipe, (int64_t[]){128, 256, 64});
    recipe.split = 16;
    expect_refuted("a cluster of 16 parts", nt, &recipe, tile, NULL, "1 * 1 * 16 <= 8");
    recipe.split = 1;
    recipe.tma_store = true;
    recipe.warps[0] = 1;
    expect_refuted("256 sums and more", nt, &recipe, tile, NULL, "256 + 0 <= 240");
    recipe.warps[0] = 3;
    expect_refuted("three warpgroups of 128 rows", nt, &recipe, tile, NULL,
                   "a tile is of warps and atoms");
    clear(&recipe);
    recipe = usual_fma();
    recipe.vector[LCK_A] = 4;
    expect_refuted("vectors of rows of any length",
                   SIZES "plan p(" NT ", elements=(f32,f32,f32))\n", &recipe,
                   (int64_t[]){128, 128, 16}, NULL, "(K) % 4 == 0");
    recipe.vector[LCK_A] = 1;
}

/* ---- one stage, whose fills wait for reads that come after them ---- */

TEST(test_one_stage)
{
    product_proved p;
    lck_recipe recipe = usual_wgmma(128, "bf16", "f32");
    recipe.stages = 1;
    product_prove_kernel(OF_8 "plan p(" NT ", elements=(bf16,bf16,bf16))\n", &recipe,
                         (int64_t[]){128, 128, 64}, NULL, &p);
    ck_assert_msg(p.read && !p.proved && p.verdict == LCV_UNKNOWN &&
                      strstr(p.claim, "the uses of rings are followed"),
                  "%s: %s", p.claim, p.why ? p.why : "");
    product_forget(&p);
    clear(&recipe);
}

/* ---- kernels whose memory is not that of their recipe ---- */

static void short_stages(lck_kernel *kernel)
{
    lck_array *stages = &kernel->array[kernel->narrays - 1];
    int64_t elements = lck_shared_elements(kernel, (int)kernel->narrays - 1);
    stages->extent = lc_expr_int(kernel->x, elements - 64);
}

static void unaligned_stages(lck_kernel *kernel)
{
    kernel->array[kernel->narrays - 1].alignment = 32768;
    kernel->array[kernel->narrays - 2].alignment = 32768;
}

static void fewer_slots(lck_kernel *kernel)
{
    kernel->ring[0].slots--;
}

static break_kernel *const broken[] = {NULL, short_stages, unaligned_stages, fewer_slots};

TEST(test_memory)
{
    const char *script = OF_8 "plan p(" NT ", elements=(bf16,bf16,bf16))\n";
    for (int i = 0; i < 8; i++) {
        product_proved p;
        break_kernel *breaks = broken[i / 2];
        lck_recipe recipe = usual_wgmma(128, "bf16", "f32");
        recipe.stages = 3;
        recipe.split = i % 2 ? 2 : 1;
        recipe.cluster[0] = recipe.cluster[1] = 1;
        recipe.tma_store = recipe.split == 1;
        product_prove_kernel(script, &recipe, (int64_t[]){128, 128, 32}, breaks, &p);
        ck_assert_msg(p.read && p.proved == !breaks, "broken %d: %s: %s", i, p.claim,
                      p.why ? p.why : "");
        ck_assert_msg(!breaks || strstr(p.claim, "the shared memory is that of the recipe"),
                      "broken %d: %s: %s", i, p.claim, p.why ? p.why : "");
        product_forget(&p);
        clear(&recipe);
    }
}

SUITE_MAIN("product proofs", test_wgmma, test_fma, test_mma, test_nested, test_planted,
           test_planted_operands, test_recipes, test_one_stage, test_memory)
