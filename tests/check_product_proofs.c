/* check_product_proofs.c - the obligations of products: recipes that hold are proved, those that are
 * broken are refuted, and by the obligation that says so. */
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
    product_prove(script, recipe, tile, NULL, NULL, &p);
    show(&p, script);
    ck_assert_msg(p.read && p.proved, "%s: %s: %s", script, p.claim, p.why ? p.why : "");
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

START_TEST(test_wgmma)
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
END_TEST

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

START_TEST(test_fma)
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
END_TEST

START_TEST(test_mma)
{
    static const char *const tensors[] = {NT, NN, TN, TT};
    char script[1024];
    for (int i = 0; i < 4; i++) {
        lck_recipe recipe = {.method = LCK_MMAS,
                             .atom = atom_of_mma("bf16"),
                             .warps = {2, 4},
                             .stages = 3,
                             .cluster = {1, 1},
                             .split = 1,
                             .vector = {8, 8, 2},
                             .resident = 1};
        snprintf(script, sizeof script, "%splan p(%s, elements=(bf16,bf16,bf16))\n", OF_8,
                 tensors[i]);
        expect_proved(script, &recipe, (int64_t[]){128, 256, 64});
        clear(&recipe);
    }
}
END_TEST

START_TEST(test_nested)
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
END_TEST

SUITE_MAIN("product proofs", test_wgmma, test_fma, test_mma, test_nested)
