/* product-data.cu - elements, tensors in memory of the device, and the reference in fp64. */
#include "product-run.cuh"

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define THREADS 256
#define MOST_BLOCKS 4096
#define SEEDS 16 /* of the tensors of one seed */

/* ---- elements ---- */

static const element_info elements[] = {
    {"f64", ELEMENT_F64, 8, false, 0x1p-53, 0x1p-1074, 0xff},
    {"f32", ELEMENT_F32, 4, false, 0x1p-24, 0x1p-149, 0xff},
    {"tf32", ELEMENT_TF32, 4, false, 0x1p-10, 0x1p-136, 0xff},
    {"f16", ELEMENT_F16, 2, false, 0x1p-11, 0x1p-24, 0xff},
    {"bf16", ELEMENT_BF16, 2, false, 0x1p-8, 0x1p-133, 0xff},
    {"e4m3", ELEMENT_E4M3, 1, false, 0x1p-4, 0x1p-9, 0xff},
    {"f8", ELEMENT_E4M3, 1, false, 0x1p-4, 0x1p-9, 0xff},
    {"e5m2", ELEMENT_E5M2, 1, false, 0x1p-3, 0x1p-16, 0xff},
    {"int8", ELEMENT_INT8, 1, true, 0, 0, 0x80},
    {"uint8", ELEMENT_UINT8, 1, true, 0, 0, 0x80},
    {"int32", ELEMENT_INT32, 4, true, 0, 0, 0x80},
};

const element_info *element_find(const char *name)
{
    for (const element_info &e : elements)
        if (name && strcmp(e.name, name) == 0)
            return &e;
    fprintf(stderr, "bench: no element %s\n", name ? name : "(none)");
    exit(2);
}

__device__ static double decode(element_code code, const void *memory, long long i)
{
    switch (code) {
    case ELEMENT_F64:
        return ((const double *)memory)[i];
    case ELEMENT_F32:
    case ELEMENT_TF32:
        return ((const float *)memory)[i];
    case ELEMENT_F16:
        return __half2float(((const __half *)memory)[i]);
    case ELEMENT_BF16:
        return __bfloat162float(((const __nv_bfloat16 *)memory)[i]);
    case ELEMENT_E4M3:
        return (float)((const __nv_fp8_e4m3 *)memory)[i];
    case ELEMENT_E5M2:
        return (float)((const __nv_fp8_e5m2 *)memory)[i];
    case ELEMENT_INT8:
        return ((const int8_t *)memory)[i];
    case ELEMENT_UINT8:
        return ((const uint8_t *)memory)[i];
    default:
        return ((const int32_t *)memory)[i];
    }
}

__device__ static double within(double value, double low, double high)
{
    return fmin(fmax(rint(value), low), high);
}

/* Numbers of which a float holds each are rounded once, to nearest even. */
__device__ static void encode(element_code code, void *memory, long long i, double value)
{
    switch (code) {
    case ELEMENT_F64:
        ((double *)memory)[i] = value;
        break;
    case ELEMENT_F32:
        ((float *)memory)[i] = (float)value;
        break;
    case ELEMENT_TF32: /* what the tensor cores read of a float: its first 19 bits */
        ((unsigned *)memory)[i] = __float_as_uint((float)value) & 0xffffe000u;
        break;
    case ELEMENT_F16:
        ((__half *)memory)[i] = __float2half_rn((float)value);
        break;
    case ELEMENT_BF16:
        ((__nv_bfloat16 *)memory)[i] = __float2bfloat16_rn((float)value);
        break;
    case ELEMENT_E4M3:
        ((__nv_fp8_e4m3 *)memory)[i] = __nv_fp8_e4m3((float)value);
        break;
    case ELEMENT_E5M2:
        ((__nv_fp8_e5m2 *)memory)[i] = __nv_fp8_e5m2((float)value);
        break;
    case ELEMENT_INT8:
        ((int8_t *)memory)[i] = (int8_t)within(value, -128, 127);
        break;
    case ELEMENT_UINT8:
        ((uint8_t *)memory)[i] = (uint8_t)within(value, 0, 255);
        break;
    default:
        ((int32_t *)memory)[i] = (int32_t)within(value, -2147483648.0, 2147483647.0);
    }
}

/* ---- numbers ---- */

__device__ static uint32_t mixed(uint64_t x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ x >> 27) * 0x94d049bb133111ebull;
    return (uint32_t)((x ^ x >> 31) >> 16);
}

/* By the method of Box and Muller, of two uniform numbers. */
__device__ static double normal(uint64_t x)
{
    float u = ((float)mixed(2 * x) + 1.0f) * 0x1p-32f, v = (float)mixed(2 * x + 1) * 0x1p-32f;
    return sqrtf(-2.0f * logf(u)) * cospif(2.0f * v);
}

/* A number of a place. Integers of 8 bits have their whole range, or a spread of 32. */
__device__ static double number(element_code code, product_data data, unsigned seed,
                                long long place)
{
    uint64_t x = (uint64_t)place + ((uint64_t)seed << 40);
    bool byte = code == ELEMENT_INT8 || code == ELEMENT_UINT8;
    if (data == DATA_NORMAL)
        return byte ? 32.0 * normal(x) : normal(x);
    return byte ? (double)(mixed(x) & 255) - (code == ELEMENT_INT8 ? 128 : 0)
                : (double)(mixed(x) % 9) - 4;
}

/* ---- coordinates ---- */

product_mode product_mode_of(const product_shape *shape, product_role role)
{
    product_mode mode = {};
    mode.size = 1;
    for (int i = 0; i < shape->rank; i++) {
        const product_axis *axis = &shape->axis[i];
        if (axis->role != role)
            continue;
        mode.extent[mode.n] = axis->extent;
        for (int t = 0; t < PRODUCT_TENSORS; t++)
            mode.stride[t][mode.n] = axis->stride[t];
        mode.size *= axis->extent;
        mode.n++;
    }
    return mode;
}

long long product_size_of(const product_shape *shape, product_role role)
{
    return product_mode_of(shape, role).size;
}

__device__ static long long place(const product_mode &mode, int tensor, long long coordinate)
{
    long long at = 0;
    for (int i = 0; i < mode.n; i++) {
        at += coordinate % mode.extent[i] * mode.stride[tensor][i];
        coordinate /= mode.extent[i];
    }
    return at;
}

/* ---- memory ---- */

void product_need(cudaError_t error, const char *call, const char *file, int line)
{
    if (error == cudaSuccess)
        return;
    fflush(stdout);
    fprintf(stderr, "%s:%d: %s: %s (at %s)\n", file, line, call, cudaGetErrorString(error),
            product_at->at);
    _exit(3);
}

void product_begin_device(void)
{
    cudaMemPool_t pool;
    unsigned long long most = ~0ull;
    cudaError_t error = cudaDeviceGetDefaultMemPool(&pool, 0);
    if (error != cudaSuccess) {
        fprintf(stderr, "bench: no GPU: %s\n", cudaGetErrorString(error));
        _exit(2);
    }
    NEED(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &most));
}

void product_release(product_memory *memory)
{
    if (memory->buffer)
        NEED(cudaFree(memory->buffer));
    *memory = product_memory();
}

void product_reserve(product_memory *memory, const element_info *element, long long elements,
                     size_t margin, bool exact)
{
    size_t bytes = (size_t)elements * element->bytes, room = bytes + 2 * margin;
    if (exact || room > memory->room) {
        product_release(memory);
        memory->room = exact ? room : room + room / 4;
        if (memory->room == 0)
            memory->room = 1;
        NEED(cudaMalloc((void **)&memory->buffer, memory->room));
    }
    memory->element = element;
    memory->bytes = bytes;
    memory->margin = margin;
    memory->at = memory->buffer + margin;
}

void product_poison(const product_memory *memory)
{
    NEED(cudaMemsetAsync(memory->buffer, memory->element->poison,
                         memory->bytes + 2 * memory->margin, 0));
}

static int blocks_for(long long n)
{
    long long blocks = (n + THREADS - 1) / THREADS;
    return (int)(blocks > MOST_BLOCKS ? MOST_BLOCKS : blocks);
}

/* ---- filling ---- */

typedef struct {
    product_mode inner, row, outer;
    element_code code;
    product_data data;
    unsigned seed;
    int tensor;
    long long offset;
    void *memory;
    double *packed;
} filling;

__global__ static void fill(filling f)
{
    long long n = f.inner.size * f.row.size * f.outer.size;
    long long step = (long long)gridDim.x * blockDim.x;
    for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < n; i += step) {
        long long rest = i / f.inner.size;
        long long at = f.offset + place(f.inner, f.tensor, i % f.inner.size) +
                       place(f.row, f.tensor, rest % f.row.size) +
                       place(f.outer, f.tensor, rest / f.row.size);
        encode(f.code, f.memory, at, number(f.code, f.data, f.seed, at));
        if (f.packed)
            f.packed[i] = decode(f.code, f.memory, at);
    }
}

void product_fill(const product_memory *memory, const product_shape *shape, product_tensor tensor,
                  product_data data, unsigned seed, double *packed)
{
    static const product_role rows[] = {PRODUCT_M, PRODUCT_N, PRODUCT_M, PRODUCT_L};
    static const product_role columns[] = {PRODUCT_K, PRODUCT_K, PRODUCT_N, PRODUCT_N};
    filling f;
    f.inner = product_mode_of(shape, columns[tensor]);
    f.row = product_mode_of(shape, rows[tensor]);
    f.outer = product_mode_of(shape, PRODUCT_L);
    if (tensor == PRODUCT_BIAS) { /* its batches are the rows */
        f.outer = product_mode();
        f.outer.size = 1;
    }
    f.code = memory->element->code;
    f.data = data;
    f.seed = seed * SEEDS + tensor;
    f.tensor = tensor;
    f.offset = shape->offset[tensor];
    f.memory = memory->at;
    f.packed = packed;
    fill<<<blocks_for(f.inner.size * f.row.size * f.outer.size), THREADS>>>(f);
    NEED(cudaGetLastError());
}

/* ---- the reference ---- */

#define TILE 64 /* rows and columns of a block */
#define DEEP 16
#define SIDE 16 /* threads of a row; each has EACH rows and columns */
#define EACH (TILE / SIDE)

typedef struct {
    product_mode m, n, l;
    long long k;
    const double *a, *b; /* [l][m][k], [l][n][k] */
    void *c;
    const void *bias;
    long long offset_c, offset_bias;
    element_code code, code_bias;
    product_data data;
    unsigned seed_c;
    double alpha, beta, error, unit, tiny;
    int activation;
    bool exact;
    unsigned char poison;
    int bytes;
    product_record *record;
} comparison;

__device__ static void take_wrong(product_record *record, unsigned long long number, double got,
                                  double expected, double allowed)
{
    atomicAdd(&record->wrong, 1ull);
    if (number >= *(volatile unsigned long long *)&record->first)
        return;
    while (atomicCAS(&record->lock, 0u, 1u) != 0)
        ;
    __threadfence();
    if (number < *(volatile unsigned long long *)&record->first) {
        *(volatile double *)&record->got = got;
        *(volatile double *)&record->expected = expected;
        *(volatile double *)&record->allowed = allowed;
        *(volatile unsigned long long *)&record->first = number;
    }
    __threadfence();
    atomicExch(&record->lock, 0u);
}

/* The value that C should have, and by how much it may differ. */
__device__ static double expected_of(const comparison &q, double sum, double squares, long long at,
                                     long long at_bias, double *allowed)
{
    double before = 0;
    if (q.beta != 0) { /* C is overwritten: what it was is made again, as the element rounds it */
        union {
            double f64;
            unsigned char byte[8];
        } made;
        encode(q.code, &made, 0, number(q.code, q.data, q.seed_c, at));
        before = q.beta * decode(q.code, &made, 0);
    }
    double bias = q.bias ? decode(q.code_bias, q.bias, at_bias) : 0;
    double value = q.alpha * sum + before + bias;
    *allowed = q.exact ? 0
                       : fabs(q.alpha) * q.error * sqrt(squares) +
                             0x1p-22 * (fabs(before) + fabs(bias));
    if (q.activation == 1)
        value = fmax(value, 0.0);
    if (q.activation == 2) {
        value = value / 2 * (1 + erf(value * 0.70710678118654752));
        *allowed = 1.2 * *allowed + 0x1p-18 * fabs(value) + 0x1p-20;
    }
    return value;
}

__device__ static void compare_one(const comparison &q, long long m, long long n, long long l,
                                   double sum, double squares)
{
    long long at = q.offset_c + place(q.m, PRODUCT_C, m) + place(q.n, PRODUCT_C, n) +
                   place(q.l, PRODUCT_C, l);
    long long at_bias =
        q.offset_bias + place(q.n, PRODUCT_BIAS, n) + place(q.l, PRODUCT_BIAS, l);
    double got = decode(q.code, q.c, at), allowed;
    double expected = expected_of(q, sum, squares, at, at_bias, &allowed);
    /* Rounded as an element of C: of sums that are exact the one value that is right. */
    unsigned char *place_c = (unsigned char *)q.c + at * q.bytes;
    encode(q.code, q.c, at, expected);
    double rounded = decode(q.code, q.c, at);
    if (allowed > 0)
        allowed += q.unit * (fabs(expected) + allowed) + q.tiny;
    if (!(allowed > 0 ? fabs(got - expected) <= allowed || got == rounded : got == rounded))
        take_wrong(q.record, (unsigned long long)((l * q.m.size + m) * q.n.size + n), got,
                   expected, allowed);
    for (int i = 0; i < q.bytes; i++)
        place_c[i] = q.poison;
}

template <bool squared> __global__ static void __launch_bounds__(THREADS) compare(comparison q)
{
    __shared__ double a[DEEP][TILE + 1], b[DEEP][TILE + 1];
    double sum[EACH][EACH] = {}, squares[EACH][EACH] = {};
    const long long tiles_m = (q.m.size + TILE - 1) / TILE, tiles_n = (q.n.size + TILE - 1) / TILE;
    const long long m0 = blockIdx.x % tiles_m * TILE, n0 = blockIdx.x / tiles_m % tiles_n * TILE;
    const long long l = blockIdx.x / (tiles_m * tiles_n);
    const int x = threadIdx.x % SIDE, y = threadIdx.x / SIDE;
    for (long long k0 = 0; k0 < q.k; k0 += DEEP) {
        for (int e = threadIdx.x; e < TILE * DEEP; e += THREADS) {
            const int deep = e % DEEP, row = e / DEEP;
            const bool in = k0 + deep < q.k;
            a[deep][row] = in && m0 + row < q.m.size
                               ? q.a[(l * q.m.size + m0 + row) * q.k + k0 + deep]
                               : 0;
            b[deep][row] = in && n0 + row < q.n.size
                               ? q.b[(l * q.n.size + n0 + row) * q.k + k0 + deep]
                               : 0;
        }
        __syncthreads();
        for (int deep = 0; deep < DEEP; deep++)
            for (int i = 0; i < EACH; i++)
                for (int j = 0; j < EACH; j++) {
                    const double left = a[deep][y + SIDE * i], right = b[deep][x + SIDE * j];
                    sum[i][j] = fma(left, right, sum[i][j]);
                    if (squared)
                        squares[i][j] = fma(left * left, right * right, squares[i][j]);
                }
        __syncthreads();
    }
    for (int i = 0; i < EACH; i++)
        for (int j = 0; j < EACH; j++) {
            const long long m = m0 + y + SIDE * i, n = n0 + x + SIDE * j;
            if (m < q.m.size && n < q.n.size)
                compare_one(q, m, n, l, sum[i][j], squares[i][j]);
        }
}

/* The bytes that are not poison, once the elements of C have become poison. */
__global__ static void look_outside(const unsigned char *memory, size_t bytes, size_t margin,
                                    unsigned char poison, product_record *record)
{
    const size_t step = (size_t)gridDim.x * blockDim.x * 16;
    for (size_t i = (blockIdx.x * (size_t)blockDim.x + threadIdx.x) * 16; i < bytes; i += step)
        for (size_t j = i; j < i + 16 && j < bytes; j++)
            if (memory[j] != poison) {
                atomicAdd(&record->outside, 1ull);
                atomicMin(&record->place, (unsigned long long)(j + ((size_t)1 << 62) - margin));
            }
}

void product_record_begin(product_record *record, int n)
{
    std::vector<product_record> empty((size_t)n);
    for (product_record &r : empty) {
        r = product_record();
        r.first = r.place = ~0ull;
    }
    NEED(cudaMemcpy(record, empty.data(), n * sizeof *record, cudaMemcpyHostToDevice));
}

/* e of the bound. */
static double error_of(const product_plan *plan, double k)
{
    const element_info *a = element_find(plan->element[PRODUCT_A]);
    if (a->code == ELEMENT_F64)
        return 16 * sqrt(k) * 0x1p-53;
    if (a->code == ELEMENT_F32)
        return 8 * sqrt(k) * 0x1p-24;
    if (a->code == ELEMENT_E4M3 || a->code == ELEMENT_E5M2)
        return 4 * (k / 32 + 2) * 0x1p-13;
    return 4 * (k / 16 + 16) * 0x1p-22;
}

void product_compare(const product_plan *plan, const product_shape *shape,
                     const product_terms *terms, const product_memory *c,
                     const product_memory *bias, const double *a, const double *b,
                     product_record *record)
{
    comparison q = {};
    q.m = product_mode_of(shape, PRODUCT_M);
    q.n = product_mode_of(shape, PRODUCT_N);
    q.l = product_mode_of(shape, PRODUCT_L);
    q.k = product_size_of(shape, PRODUCT_K);
    q.a = a;
    q.b = b;
    q.c = c->at;
    q.code = c->element->code;
    q.bytes = c->element->bytes;
    q.poison = c->element->poison;
    q.offset_c = shape->offset[PRODUCT_C];
    if (plan->bias) {
        q.bias = bias->at;
        q.code_bias = bias->element->code;
        q.offset_bias = shape->offset[PRODUCT_BIAS];
    }
    q.data = terms->data;
    q.seed_c = terms->seed_c * SEEDS + PRODUCT_C;
    q.alpha = plan->alpha ? terms->alpha : 1;
    q.beta = plan->beta ? terms->beta : 0;
    q.activation = plan->activation;
    q.exact = terms->data == DATA_SMALL || element_find(plan->element[PRODUCT_A])->integer;
    q.error = error_of(plan, (double)q.k);
    q.unit = c->element->unit;
    q.tiny = c->element->tiny;
    q.record = record;
    long long tiles = (q.m.size + TILE - 1) / TILE * ((q.n.size + TILE - 1) / TILE) * q.l.size;
    if (q.exact)
        compare<false><<<(unsigned)tiles, THREADS>>>(q);
    else
        compare<true><<<(unsigned)tiles, THREADS>>>(q);
    NEED(cudaGetLastError());
    size_t bytes = c->bytes + 2 * c->margin;
    look_outside<<<blocks_for((long long)(bytes + 15) / 16), THREADS>>>(
        (const unsigned char *)c->buffer, bytes, c->margin, c->element->poison, record);
    NEED(cudaGetLastError());
}
