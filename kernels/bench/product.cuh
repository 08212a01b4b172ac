/* product.cuh - a benchmark of emitted products, beside cuBLAS: plans, shapes, what is done.
 *
 *     emit-products LIST.txt FOLDER    writes plans, kernels and launchers (needs isl)
 *     build-products.sh FOLDER         compiles them with this: FOLDER/bench (needs nvcc)
 *     FOLDER/bench MODE [OPTION]...    checks or times them (needs a GPU); --help says how
 *
 * A plan is a translation unit that begins with this header and registers itself, so that a
 * program has the plans that were compiled. Sizes are given at run time: the unit says what axes
 * the product has at these sizes, where its tensors lie, and which kernel a launch picks.
 */
#ifndef BENCH_PRODUCT_CUH
#define BENCH_PRODUCT_CUH

#include <cuda_runtime.h>

#define PRODUCT_RANK 8
#define PRODUCT_SIZES 16

typedef enum { PRODUCT_A, PRODUCT_B, PRODUCT_C, PRODUCT_BIAS, PRODUCT_TENSORS } product_tensor;
typedef enum { PRODUCT_M, PRODUCT_N, PRODUCT_K, PRODUCT_L, PRODUCT_ROLES } product_role;

typedef struct {
    product_role role;
    long long extent, stride[PRODUCT_TENSORS];
} product_axis;

/* A product at some sizes. Axes of a role are ordered, the fastest first. */
typedef struct {
    int rank;
    product_axis axis[PRODUCT_RANK];
    long long offset[PRODUCT_TENSORS], elements[PRODUCT_TENSORS]; /* of the buffers */
} product_shape;

typedef struct {
    const void *a, *b, *bias;
    void *c;
    double alpha, beta;
    const long long *size;
    cudaStream_t stream;
} product_call;

/* What is timed. */
typedef struct {
    const char *name; /* of the sizes, "8192x8192x8192" */
    long long size[PRODUCT_SIZES];
    double goal;             /* ratio to the better of cuBLAS; 0: none */
    const char *of_plan;     /* or to our own speed of another case; NULL: to cuBLAS */
    const char *of_case;
} product_case;

/* One of the kernels of a plan. */
typedef struct {
    const char *name; /* "bf16_nt_2: wgmma 64x256x16, 288 threads, cluster 2, after a copy" */
    bool (*admits)(const long long *size);
    long long (*cost)(const long long *size, int multiprocessors);
    cudaError_t (*launch)(const product_call *call); /* at sizes that it admits */
} product_kernel;

typedef struct {
    const char *name;                     /* "bf16_nt" */
    int number;                           /* in the list */
    const char *element[PRODUCT_TENSORS]; /* "bf16" */
    const char *accumulate;
    bool alpha, beta, bias;
    int activation; /* 0, relu 1, gelu 2 */
    int nsizes;
    const char *const *size_name;
    const long long *low, *high; /* bounds of the sizes */
    const char *rows_of; /* of each: 'K' for the size K rounded up to rows of 16 elements; or 0 */
    void (*shape)(const long long *size, product_shape *out);
    int nkernels;
    const product_kernel *kernels;
    cudaError_t (*launch)(const product_call *call); /* by the one that is picked */
    int ncases;
    const product_case *cases;
    int multiprocessors; /* of the device that it is made for */
} product_plan;

/* An object of it at file scope makes the plan known. */
struct product_registration {
    explicit product_registration(const product_plan *plan);
};

#endif
