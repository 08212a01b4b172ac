/* product-recipes.h - products of plans in text, with recipes made by hand: what is proved of
 * them.
 *
 * Tables of atoms are computed here from the formulas of the PTX ISA. */
#ifndef TESTS_PRODUCT_RECIPES_H
#define TESTS_PRODUCT_RECIPES_H

#include "../kernels/product/prove/proofs.h"

/* Plants an error in what is to be proved. */
typedef void plant_error(lck_proofs *w);

/* Plants an error in a kernel that was made. */
typedef void break_kernel(lck_kernel *kernel);

typedef struct {
    bool read; /* the plan is a product */
    bool proved;
    lcv_verdict verdict;
    char claim[4096]; /* the one that decides, or the error */
    char *lines;      /* what was proved, to be freed */
    char *why;        /* of what is refuted, or NULL; to be freed */
} product_proved;

/* The product of a script in the claim language, by a recipe whose tile of each role (m, n, k)
 * the axes share, the first axis first; with an error, if there is one. */
void product_prove(const char *script, const lck_recipe *recipe, const int64_t *tile,
                   plant_error *plant, product_proved *out);
/* The kernel of wgmma by a recipe, with an error, if there is one: what is proved of it. */
void product_prove_kernel(const char *script, const lck_recipe *recipe, const int64_t *tile,
                          break_kernel *breaks, product_proved *out);
/* How many of the lines that are claims are not proved when they are asked again, in the script
 * without its plans; *asked are those that are. The first of the others is *first, to be
 * freed. */
size_t product_lines_that_fail(const char *script, const char *lines, size_t *asked,
                               char **first);
void product_forget(product_proved *p);

/* wgmma.m64nNkK of elements of so many bytes; mma.m16n8k16 of 16 bits. */
lck_atom atom_of_wgmma(int n, const char *element, const char *sum);
lck_atom atom_of_mma(const char *element);

#endif
