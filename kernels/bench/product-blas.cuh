/* product-blas.cuh - products by cuBLAS: cublasGemmEx, and the heuristics of cublasLt.
 *
 * The library is opened when the program runs, by its name and in usual places, or in a given
 * folder. A product is one of cuBLAS when its axes join into one of rows, of columns, of sums and
 * of batches, and one stride of each matrix is 1. */
#ifndef BENCH_PRODUCT_BLAS_CUH
#define BENCH_PRODUCT_BLAS_CUH

#include "product.cuh"

typedef struct product_blas product_blas;

/* Opens cuBLAS, in `folder` first unless it is NULL; products go to the stream. False, with a
 * message to stderr: there is none; then no product is one of it. */
bool product_blas_open(const char *folder, cudaStream_t stream);
void product_blas_version(char *text, size_t room);

/* NULL: cuBLAS has no such product. `algorithms`: the most of cublasLt to ask for. */
product_blas *product_blas_new(const product_plan *plan, const product_shape *shape,
                               int algorithms);
void product_blas_free(product_blas *blas);

/* What cublasLt offers for it; 0: nothing. */
int product_blas_algorithms(const product_blas *blas);
/* By cublasLt's algorithm of this number, or by cublasGemmEx for -1; false: it does not take this
 * product. */
bool product_blas_run(const product_blas *blas, int algorithm, const product_call *call);

#endif
