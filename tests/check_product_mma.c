/* check_product_mma.c - products by mma.sync, on the executor. */
#include "config.h"

#include "random-product.h"
#include "suite.h"

#include <stdlib.h>
#include <string.h>

/* ---- atoms, by the figures of PTX ISA, mma ---- */

typedef struct {
    const char *element, *sum;
    int shape[3];
} atom_of;

static const atom_of atoms[] = {{"bf16", "f32", {16, 8, 16}},
                                {"f16", "f32", {16, 8, 16}},
                                {"tf32", "f32", {16, 8, 8}},
                                {"int8", "int32", {16, 8, 32}},
                                {"f64", "f64", {8, 8, 4}}};

/* Words of 32 bits lie along k, 4 lanes side by side; then 8 rows; then what is below, and then
 * what is right of it. */
static int32_t operand_at(const atom_of *of, int bytes, int operand, int thread, int v)
{
    int word = bytes < 4 ? 4 / bytes : 1, rows = of->shape[operand], below = rows / 8;
    int row = thread / 4 + 8 * (v / word % below);
    int k = thread % 4 * word + v % word + 4 * word * (v / word / below);
    return row + rows * k;
}

static void make_table(lck_atom *atom, const atom_of *of, int operand)
{
    int m = of->shape[0], n = of->shape[1], k = of->shape[2];
    const int size[] = {m * k, n * k, m * n};
    atom->values[operand] = size[operand] / 32;
    atom->at[operand] = malloc((size_t)size[operand] * sizeof(int32_t));
    for (int t = 0; t < 32; t++)
        for (int v = 0; v < atom->values[operand]; v++)
            atom->at[operand][t * atom->values[operand] + v] =
                operand < 2 ? operand_at(of, atom->element[0]->bytes, operand, t, v)
                            : t / 4 + 8 * (v / 2) + m * (t % 4 * 2 + v % 2);
}

static void free_atom(void *memory)
{
    lck_atom *atom = memory;
    for (int i = 0; i < 3; i++)
        free(atom->at[i]);
    free(atom);
}

static lck_atom *law_atom(law *l, const atom_of *of)
{
    lck_atom *atom = calloc(1, sizeof *atom);
    *atom = (lck_atom){.name = "mma",
                       .element = {lck_element_find(of->element), lck_element_find(of->element),
                                   lck_element_find(of->sum)},
                       .m = of->shape[0],
                       .n = of->shape[1],
                       .k = of->shape[2],
                       .threads = 32};
    law_own_with(l, atom, free_atom);
    for (int i = 0; i < 3; i++)
        make_table(atom, of, i);
    return atom;
}

/* ---- random products ---- */

/* Atoms of a warp's part along m and n; the length of k blocks, in bytes; warps. */
static const struct {
    int m, n, bytes, warps[2];
} geometry[] = {{2, 4, 128, {1, 1}}, {1, 2, 64, {2, 1}}, {2, 3, 128, {1, 2}},
                {1, 1, 64, {2, 2}},  {3, 2, 96, {1, 1}}, {4, 4, 32, {1, 2}}};

static product_kind random_kind(law *l, bool epilogue)
{
    rnd *r = &l->rnd;
    const atom_of *of = &atoms[rnd_in(r, 0, sizeof atoms / sizeof *atoms - 1)];
    size_t i = (size_t)rnd_in(r, 0, sizeof geometry / sizeof *geometry - 1);
    int bytes = lck_element_find(of->element)->bytes, k = geometry[i].bytes / bytes;
    const char *const sum = of->sum, *const narrow = bytes == 2 ? of->element : sum;
    product_kind kind = {.element = {of->element, of->element, rnd_chance(r, 60) ? narrow : sum},
                         .accumulate = of->sum,
                         .method = LCK_MMAS,
                         .stages = (int)rnd_in(r, 2, 4),
                         .atom = law_atom(l, of),
                         .most = {70, 80, 5 * k},
                         .bytes = 4 << rnd_in(r, 0, 2),
                         .epilogue = epilogue,
                         .k_first = rnd_chance(r, 40)};
    kind.tile[0] = geometry[i].m * geometry[i].warps[0] * of->shape[0];
    kind.tile[1] = geometry[i].n * geometry[i].warps[1] * of->shape[1];
    kind.tile[2] = k > of->shape[2] ? k : of->shape[2];
    memcpy(kind.warps, geometry[i].warps, sizeof kind.warps);
    return kind;
}

static bool has(const lck_statement *s, lck_statement_kind kind)
{
    for (; s; s = s->next)
        if (s->kind == kind || has(s->body, kind) || has(s->otherwise, kind))
            return true;
    return false;
}

static const char *const classes[] = {"copies", "no copies", "matrices", "no matrices", NULL};

static bool run(law *l, bool epilogue)
{
    product_kind kind = random_kind(l, epilogue);
    random_product *p = law_product(l, &kind);
    lck_kernel *kernel = law_product_kernel(l, p);
    law_saw(l, kernel && has(kernel->body, LCK_COPY) ? 0 : 1);
    law_saw(l, kernel && has(kernel->body, LCK_MATRIX_LOAD) ? 2 : 3);
    return kernel && law_product_fits(l, p, kernel) && law_runs_product(l, p, kernel);
}

LAW_SHARE(products_of_random_axes, "products by mma", 100, classes)
{
    return run(l, false);
}

LAW_SHARE(epilogues_of_random_products, "epilogues of products by mma", 100, NULL)
{
    return run(l, true);
}

/* Without its barrier, or when it waits for too few groups, a k block takes what is not there. */
static bool broken(law *l)
{
    product_kind kind = random_kind(l, false);
    random_product *p = law_product(l, &kind);
    bool is_long = product_is_long(p, kind.stages + 1) && kind.warps[0] * kind.warps[1] > 1;
    lck_kernel *kernel = is_long ? law_product_kernel(l, p) : NULL;
    if (!is_long)
        return true;
    bool waits = kernel && has(kernel->body, LCK_COPY) && rnd_chance(&l->rnd, 50);
    law_saw(l, waits ? 0 : 1);
    const unsigned traps = 1u << LCK_RACE | 1u << LCK_NOT_STAGED;
    return kernel && (waits ? kernel_waits_less(kernel) : kernel_drops(kernel, LCK_BARRIER)) &&
           law_product_stops(l, p, kernel, traps);
}

static const char *const breaks[] = {"a group less", "no barrier", NULL};

TEST(products_broken_on_purpose)
{
    law_check_share("products by mma without barriers or waits", broken, breaks, 20);
}

SUITE_MAIN("product_mma", products_of_random_axes, epilogues_of_random_products,
           products_broken_on_purpose)
