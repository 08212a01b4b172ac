/* random-product.h - products of random axes, with a recipe, for the tests of lowerings: their
 * kernels run on the executor, beside sums in double.
 *
 * A role has one axis or two. Tensors have strides in any order of the axes, with gaps or not,
 * as constants or as sizes of the launch. Elements are small integers, of which sums are exact in
 * every type.
 */
#ifndef TESTS_RANDOM_PRODUCT_H
#define TESTS_RANDOM_PRODUCT_H

#include "../kernels/execute/execute.h"
#include "../kernels/product/read/product.h"
#include "law.h"

/* What is random within these. */
typedef struct {
    const char *element[3], *accumulate;
    lck_method method;
    int64_t tile[3]; /* along m, n, k */
    int warps[2], stages;
    const lck_atom *atom; /* or NULL */
    int64_t most[3];      /* of the extents along m, n, k */
    int bytes;            /* of the longest vectors that a recipe asks for */
    bool epilogue;        /* alpha, beta, bias, activation, at random */
    bool k_first;         /* A and B are contiguous along k */
    /* Of wgmma: rows as TMA takes them, contiguous along the first axis of k or, by `majors`, of
     * m or n; how tiles are shared. */
    bool boxes, majors, turns, whole; /* whole: one axis a role, of the most */
    bool turned;                      /* C is contiguous along m, not n */
    int cluster[2], split;
} product_kind;

typedef struct {
    lck_plan plan;
    lck_product product;
    lck_recipe recipe;
    int64_t size[16];
    int64_t extent[LCK_MAX_RANK], stride[3][LCK_MAX_RANK], bias_stride[LCK_MAX_RANK];
    int64_t offset[3], elements[4]; /* of A, B, C, the bias */
} random_product;

/* A random product, which belongs to the case. */
random_product *law_product(law *l, const product_kind *kind);
/* "m 3 x 40, n 17, k 8; A (1,3,120,..)", for messages. */
const char *law_product_text(law *l, const random_product *p);

/* Its kernel, which the law owns; NULL: the law has failed. */
lck_kernel *law_product_kernel(law *l, const random_product *p);
/* Runs a kernel of the product at its sizes and compares every element; false: the case fails. */
bool law_runs_product(law *l, const random_product *p, const lck_kernel *kernel);
/* Runs it, and checks that it stops with one of these traps, a bit each. */
bool law_product_stops(law *l, const random_product *p, const lck_kernel *kernel, unsigned traps);
/* Checks that every integer of the kernel is proved to fit. */
bool law_product_fits(law *l, const random_product *p, const lck_kernel *kernel);

/* K has so many blocks along one axis. */
bool product_is_long(const random_product *p, int64_t blocks);
/* Takes all statements of a kind in a LOOP out of the kernel; false: there are none. */
bool kernel_drops(lck_kernel *kernel, lck_statement_kind kind);
/* DRAINs in a LOOP leave one group more under way; false: there are none. */
bool kernel_waits_less(lck_kernel *kernel);

#endif
