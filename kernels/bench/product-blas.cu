/* product-blas.cu - cuBLAS, opened when the program runs. */
#include "product-run.cuh"

#include "product-blas.cuh"
#include "product-open.cuh"

#include <cublasLt.h>
#include <cublas_v2.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORKSPACE ((size_t)64 << 20)
#define MOST_ALGORITHMS 32

/* ---- the library ---- */

/* Functions with overloads in C++ have their types written out. */
typedef cublasStatus_t gemm_ex(cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int,
                               const void *, const void *, cudaDataType, int, const void *,
                               cudaDataType, int, const void *, void *, cudaDataType, int,
                               cublasComputeType_t, cublasGemmAlgo_t);
typedef cublasStatus_t gemm_batched(cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int,
                                    int, const void *, const void *, cudaDataType, int, long long,
                                    const void *, cudaDataType, int, long long, const void *,
                                    void *, cudaDataType, int, long long, int, cublasComputeType_t,
                                    cublasGemmAlgo_t);

static struct {
    bool there;
    void *blas, *lt; /* libraries */
    cublasHandle_t handle;
    cublasLtHandle_t lt_handle;
    void *workspace;
    decltype(&cublasCreate) create;
    decltype(&cublasGetVersion) version;
    decltype(&cublasSetWorkspace) set_workspace;
    decltype(&cublasSetStream) set_stream;
    gemm_ex *gemm;
    gemm_batched *batched;
    decltype(&cublasLtCreate) lt_create;
    decltype(&cublasLtMatmulDescCreate) desc_create;
    decltype(&cublasLtMatmulDescDestroy) desc_destroy;
    decltype(&cublasLtMatmulDescSetAttribute) desc_set;
    decltype(&cublasLtMatrixLayoutCreate) layout_create;
    decltype(&cublasLtMatrixLayoutDestroy) layout_destroy;
    decltype(&cublasLtMatrixLayoutSetAttribute) layout_set;
    decltype(&cublasLtMatmulPreferenceCreate) preference_create;
    decltype(&cublasLtMatmulPreferenceDestroy) preference_destroy;
    decltype(&cublasLtMatmulPreferenceSetAttribute) preference_set;
    decltype(&cublasLtMatmulAlgoGetHeuristic) heuristic;
    decltype(&cublasLtMatmul) matmul;
} lib;

/* cublasLt first: by its name cublas then finds it. */
static bool open_both(const char *folder)
{
    lib.lt = product_open_in(folder, "libcublasLt");
    lib.blas = lib.lt ? product_open_in(folder, "libcublas") : NULL;
    return lib.blas != NULL;
}

static bool take_all(void)
{
    void *blas = lib.blas, *lt = lib.lt;
    return product_take(&lib.create, blas, "cublasCreate_v2") &&
           product_take(&lib.version, blas, "cublasGetVersion_v2") &&
           product_take(&lib.set_workspace, blas, "cublasSetWorkspace_v2") &&
           product_take(&lib.set_stream, blas, "cublasSetStream_v2") &&
           product_take(&lib.gemm, blas, "cublasGemmEx") &&
           product_take(&lib.batched, blas, "cublasGemmStridedBatchedEx") &&
           product_take(&lib.lt_create, lt, "cublasLtCreate") &&
           product_take(&lib.desc_create, lt, "cublasLtMatmulDescCreate") &&
           product_take(&lib.desc_destroy, lt, "cublasLtMatmulDescDestroy") &&
           product_take(&lib.desc_set, lt, "cublasLtMatmulDescSetAttribute") &&
           product_take(&lib.layout_create, lt, "cublasLtMatrixLayoutCreate") &&
           product_take(&lib.layout_destroy, lt, "cublasLtMatrixLayoutDestroy") &&
           product_take(&lib.layout_set, lt, "cublasLtMatrixLayoutSetAttribute") &&
           product_take(&lib.preference_create, lt, "cublasLtMatmulPreferenceCreate") &&
           product_take(&lib.preference_destroy, lt, "cublasLtMatmulPreferenceDestroy") &&
           product_take(&lib.preference_set, lt, "cublasLtMatmulPreferenceSetAttribute") &&
           product_take(&lib.heuristic, lt, "cublasLtMatmulAlgoGetHeuristic") &&
           product_take(&lib.matmul, lt, "cublasLtMatmul");
}

bool product_blas_open(const char *folder, cudaStream_t stream)
{
    if (!product_open_anywhere(folder, open_both)) {
        fprintf(stderr, "bench: no cuBLAS: name its folder by --cublas=FOLDER\n");
        return false;
    }
    if (!take_all())
        return false;
    NEED(cudaMalloc(&lib.workspace, WORKSPACE));
    cublasStatus_t status = lib.create(&lib.handle);
    if (status == CUBLAS_STATUS_SUCCESS)
        status = lib.set_stream(lib.handle, stream);
    if (status == CUBLAS_STATUS_SUCCESS)
        status = lib.set_workspace(lib.handle, lib.workspace, WORKSPACE);
    if (status == CUBLAS_STATUS_SUCCESS)
        status = lib.lt_create(&lib.lt_handle);
    lib.there = status == CUBLAS_STATUS_SUCCESS;
    if (!lib.there)
        fprintf(stderr, "bench: cuBLAS does not start: status %d\n", (int)status);
    return lib.there;
}

void product_blas_version(char *text, size_t room)
{
    int v = 0;
    if (lib.there && lib.version(lib.handle, &v) == CUBLAS_STATUS_SUCCESS)
        snprintf(text, room, "cuBLAS %d.%d.%d", v / 10000, v / 100 % 100, v % 100);
    else
        snprintf(text, room, "no cuBLAS");
}

/* ---- a product in its terms ---- */

typedef union {
    float f32;
    double f64;
    int32_t int32;
} scale;

/* In columns: Z (p,q) = X (p,k) Y (k,q). X is A and Y is B, or the other way round where C lies in
 * rows. */
struct product_blas {
    bool swapped;
    long long p, q, k, batches;
    cublasOperation_t op_x, op_y;
    long long lead_x, lead_y, lead_z, step_x, step_y, step_z;
    cudaDataType_t type_x, type_y, type_z;
    cublasComputeType_t compute;
    cudaDataType_t scale_type;
    bool fast, plain; /* sums of 8 bits as they are; nothing but a sum: cublasGemmEx has it */
    cublasLtEpilogue_t epilogue;
    cublasLtMatmulDesc_t desc;
    cublasLtMatrixLayout_t x, y, z;
    int algorithms;
    cublasLtMatmulHeuristicResult_t algorithm[MOST_ALGORITHMS];
};

/* Axes of a role as one, with its strides; false: they do not join. */
static bool join(const product_shape *shape, product_role role, product_axis *out)
{
    product_mode mode = product_mode_of(shape, role);
    *out = product_axis();
    out->extent = 1;
    for (int i = 0; i < mode.n; i++) {
        if (mode.extent[i] == 1)
            continue;
        for (int t = 0; t < PRODUCT_BIAS; t++) {
            if (out->extent == 1)
                out->stride[t] = mode.stride[t][i];
            else if (mode.stride[t][i] != out->extent * out->stride[t])
                return false;
        }
        out->extent *= mode.extent[i];
    }
    return true;
}

/* A matrix of `rows` by `columns`, in columns or in rows; the leading dimension. */
static bool matrix(const product_axis *rows, const product_axis *columns, product_tensor tensor,
                   cublasOperation_t *op, long long *lead)
{
    long long r = rows->stride[tensor], c = columns->stride[tensor];
    bool in_columns = (r == 1 || rows->extent == 1) && (columns->extent == 1 || c >= rows->extent);
    bool in_rows = (c == 1 || columns->extent == 1) && (rows->extent == 1 || r >= columns->extent);
    *op = in_columns ? CUBLAS_OP_N : CUBLAS_OP_T;
    *lead = in_columns ? (columns->extent == 1 ? rows->extent : c)
                       : (rows->extent == 1 ? columns->extent : r);
    return in_columns || in_rows;
}

static bool take_shape(product_blas *b, const product_shape *shape)
{
    product_axis m, n, k, l;
    cublasOperation_t op_z;
    if (!join(shape, PRODUCT_M, &m) || !join(shape, PRODUCT_N, &n) ||
        !join(shape, PRODUCT_K, &k) || !join(shape, PRODUCT_L, &l))
        return false;
    if (!matrix(&m, &n, PRODUCT_C, &op_z, &b->lead_z))
        return false;
    b->swapped = op_z == CUBLAS_OP_T;
    const product_axis *p = b->swapped ? &n : &m, *q = b->swapped ? &m : &n;
    product_tensor x = b->swapped ? PRODUCT_B : PRODUCT_A, y = b->swapped ? PRODUCT_A : PRODUCT_B;
    b->p = p->extent;
    b->q = q->extent;
    b->k = k.extent;
    b->batches = l.extent;
    b->step_x = l.stride[x];
    b->step_y = l.stride[y];
    b->step_z = l.stride[PRODUCT_C];
    return matrix(p, &k, x, &b->op_x, &b->lead_x) && matrix(&k, q, y, &b->op_y, &b->lead_y) &&
           b->p <= INT_MAX && b->q <= INT_MAX && b->k <= INT_MAX && b->lead_x <= INT_MAX &&
           b->lead_y <= INT_MAX && b->lead_z <= INT_MAX;
}

static bool type_of(const char *element, cudaDataType_t *out)
{
    switch (element_find(element)->code) {
    case ELEMENT_F64:
        *out = CUDA_R_64F;
        return true;
    case ELEMENT_F32:
    case ELEMENT_TF32:
        *out = CUDA_R_32F;
        return true;
    case ELEMENT_F16:
        *out = CUDA_R_16F;
        return true;
    case ELEMENT_BF16:
        *out = CUDA_R_16BF;
        return true;
    case ELEMENT_E4M3:
        *out = CUDA_R_8F_E4M3;
        return true;
    case ELEMENT_E5M2:
        *out = CUDA_R_8F_E5M2;
        return true;
    case ELEMENT_INT8:
        *out = CUDA_R_8I;
        return true;
    case ELEMENT_INT32:
        *out = CUDA_R_32I;
        return true;
    default:
        return false;
    }
}

static bool take_types(product_blas *b, const product_plan *plan)
{
    cudaDataType_t type[3];
    for (int t = 0; t < 3; t++)
        if (!type_of(plan->element[t], &type[t]))
            return false;
    b->type_x = type[b->swapped ? PRODUCT_B : PRODUCT_A];
    b->type_y = type[b->swapped ? PRODUCT_A : PRODUCT_B];
    b->type_z = type[PRODUCT_C];
    element_code a = element_find(plan->element[PRODUCT_A])->code;
    b->fast = a == ELEMENT_E4M3 || a == ELEMENT_E5M2;
    b->compute = a == ELEMENT_F64    ? CUBLAS_COMPUTE_64F
                 : a == ELEMENT_INT8 ? CUBLAS_COMPUTE_32I
                 : a == ELEMENT_TF32 ? CUBLAS_COMPUTE_32F_FAST_TF32
                                     : CUBLAS_COMPUTE_32F;
    b->scale_type = a == ELEMENT_F64 ? CUDA_R_64F : a == ELEMENT_INT8 ? CUDA_R_32I : CUDA_R_32F;
    return true;
}

/* What comes after the sum. A bias is of Z's rows. */
static bool take_epilogue(product_blas *b, const product_plan *plan)
{
    static const cublasLtEpilogue_t with[2][3] = {
        {CUBLASLT_EPILOGUE_DEFAULT, CUBLASLT_EPILOGUE_RELU, CUBLASLT_EPILOGUE_GELU},
        {CUBLASLT_EPILOGUE_BIAS, CUBLASLT_EPILOGUE_RELU_BIAS, CUBLASLT_EPILOGUE_GELU_BIAS}};
    b->epilogue = with[plan->bias][plan->activation];
    b->plain = b->epilogue == CUBLASLT_EPILOGUE_DEFAULT;
    return !plan->bias || b->swapped;
}

/* ---- cublasLt ---- */

static bool make_layout(cublasLtMatrixLayout_t *out, const product_blas *b, cudaDataType_t type,
                        cublasOperation_t op, long long rows, long long columns, long long lead,
                        long long step)
{
    int32_t batches = (int32_t)b->batches;
    int64_t offset = step;
    bool turned = op == CUBLAS_OP_T;
    if (lib.layout_create(out, type, (uint64_t)(turned ? columns : rows),
                          (uint64_t)(turned ? rows : columns), lead) != CUBLAS_STATUS_SUCCESS)
        return false;
    return batches == 1 ||
           (lib.layout_set(*out, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &batches, sizeof batches) ==
                CUBLAS_STATUS_SUCCESS &&
            lib.layout_set(*out, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, &offset,
                           sizeof offset) == CUBLAS_STATUS_SUCCESS);
}

static bool set_desc(product_blas *b, cublasLtMatmulDescAttributes_t what, const void *value,
                     size_t bytes)
{
    return lib.desc_set(b->desc, what, value, bytes) == CUBLAS_STATUS_SUCCESS;
}

static bool make_desc(product_blas *b)
{
    int8_t fast = 1;
    return lib.desc_create(&b->desc, b->compute, b->scale_type) == CUBLAS_STATUS_SUCCESS &&
           set_desc(b, CUBLASLT_MATMUL_DESC_TRANSA, &b->op_x, sizeof b->op_x) &&
           set_desc(b, CUBLASLT_MATMUL_DESC_TRANSB, &b->op_y, sizeof b->op_y) &&
           set_desc(b, CUBLASLT_MATMUL_DESC_EPILOGUE, &b->epilogue, sizeof b->epilogue) &&
           (!b->fast || set_desc(b, CUBLASLT_MATMUL_DESC_FAST_ACCUM, &fast, sizeof fast)) &&
           make_layout(&b->x, b, b->type_x, b->op_x, b->p, b->k, b->lead_x, b->step_x) &&
           make_layout(&b->y, b, b->type_y, b->op_y, b->k, b->q, b->lead_y, b->step_y) &&
           make_layout(&b->z, b, b->type_z, CUBLAS_OP_N, b->p, b->q, b->lead_z, b->step_z);
}

static void ask_algorithms(product_blas *b, int most)
{
    cublasLtMatmulPreference_t preference;
    size_t room = WORKSPACE;
    int found = 0;
    if (lib.preference_create(&preference) != CUBLAS_STATUS_SUCCESS)
        return;
    if (lib.preference_set(preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &room,
                           sizeof room) == CUBLAS_STATUS_SUCCESS &&
        lib.heuristic(lib.lt_handle, b->desc, b->x, b->y, b->z, b->z, preference,
                      most < MOST_ALGORITHMS ? most : MOST_ALGORITHMS, b->algorithm,
                      &found) == CUBLAS_STATUS_SUCCESS)
        b->algorithms = found;
    lib.preference_destroy(preference);
}

product_blas *product_blas_new(const product_plan *plan, const product_shape *shape,
                               int algorithms)
{
    if (!lib.there)
        return NULL;
    product_blas *b = new product_blas();
    if (!take_shape(b, shape) || !take_types(b, plan) || !take_epilogue(b, plan)) {
        delete b;
        return NULL;
    }
    if (make_desc(b) && algorithms > 0)
        ask_algorithms(b, algorithms);
    return b;
}

void product_blas_free(product_blas *b)
{
    if (!b)
        return;
    if (b->desc)
        lib.desc_destroy(b->desc);
    for (cublasLtMatrixLayout_t layout : {b->x, b->y, b->z})
        if (layout)
            lib.layout_destroy(layout);
    delete b;
}

int product_blas_algorithms(const product_blas *b)
{
    return b ? b->algorithms : 0;
}

/* ---- running ---- */

static scale scale_of(const product_blas *b, double value)
{
    scale s = {};
    if (b->scale_type == CUDA_R_64F)
        s.f64 = value;
    else if (b->scale_type == CUDA_R_32I)
        s.int32 = (int32_t)value;
    else
        s.f32 = (float)value;
    return s;
}

static bool run_gemm(const product_blas *b, const product_call *call, const void *x,
                     const void *y)
{
    scale alpha = scale_of(b, call->alpha), beta = scale_of(b, call->beta);
    int p = (int)b->p, q = (int)b->q, k = (int)b->k;
    if (!b->plain)
        return false;
    if (b->batches > 1)
        return lib.batched(lib.handle, b->op_x, b->op_y, p, q, k, &alpha, x, b->type_x,
                           (int)b->lead_x, b->step_x, y, b->type_y, (int)b->lead_y, b->step_y,
                           &beta, call->c, b->type_z, (int)b->lead_z, b->step_z,
                           (int)b->batches, b->compute,
                           CUBLAS_GEMM_DEFAULT) == CUBLAS_STATUS_SUCCESS;
    return lib.gemm(lib.handle, b->op_x, b->op_y, p, q, k, &alpha, x, b->type_x, (int)b->lead_x, y,
                    b->type_y, (int)b->lead_y, &beta, call->c, b->type_z, (int)b->lead_z,
                    b->compute, CUBLAS_GEMM_DEFAULT) == CUBLAS_STATUS_SUCCESS;
}

bool product_blas_run(const product_blas *b, int algorithm, const product_call *call)
{
    const void *x = b->swapped ? call->b : call->a, *y = b->swapped ? call->a : call->b;
    if (algorithm < 0)
        return run_gemm(b, call, x, y);
    scale alpha = scale_of(b, call->alpha), beta = scale_of(b, call->beta);
    if (call->bias && lib.desc_set(b->desc, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &call->bias,
                                   sizeof call->bias) != CUBLAS_STATUS_SUCCESS)
        return false;
    return lib.matmul(lib.lt_handle, b->desc, &alpha, x, b->x, y, b->y, &beta, call->c, b->z,
                      call->c, b->z, &b->algorithm[algorithm].algo, lib.workspace, WORKSPACE,
                      call->stream) == CUBLAS_STATUS_SUCCESS;
}
