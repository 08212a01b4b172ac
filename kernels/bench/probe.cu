// probe - asks a GPU of sm_90 where instructions on matrices put their elements.
//
// Prints claims about the files of the library, `layoutcheck check` decides them: a line an operand,
// what the GPU did as a linear layout, or a layout for wgmma's D. Nothing is taken from the library.
//
// mma.sync: one element of A is 1 and one of B, all others 0, for all pairs; then one element of D
// is not 0, or none is. With the rows and columns of D and the k of B as PTX's formulas have them,
// this shows m and k of each element of A, and n of each of B.
// mma.sp: likewise, and the metadata (probe-sparse.cuh).
// ldmatrix, stmatrix, movmatrix, cp.async: the elements are numbered, and looked up.
// wgmma: one element of A, in registers, is 1; B, in shared memory, has at (n,k) a bit of the number
// of (n,k), bit after bit: D shows m, n and k.
//
// Exit status: 0 when each mapping was found and is linear.
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>
#include <functional>

#define CHECK(call)                                                                             \
    do {                                                                                        \
        cudaError_t e_ = (call);                                                                \
        if (e_ != cudaSuccess) {                                                                \
            std::fprintf(stderr, "probe: %s: %s\n", #call, cudaGetErrorString(e_));             \
            std::exit(1);                                                                       \
        }                                                                                       \
    } while (0)

static int failures;

// ---- what was found, as a linear layout ----

struct place {
    int row, col;
    bool operator==(const place &o) const { return row == o.row && col == o.col; }
};
using mapping = std::function<place(int thread, int value)>;

static std::string bases(const char *name, int n, const std::function<place(int)> &at)
{
    std::string s = std::string(name) + ": [";
    for (int bit = 1; bit < n; bit *= 2)
        s += (bit > 1 ? ",(" : "(") + std::to_string(at(bit).row) + "," + std::to_string(at(bit).col) + ")";
    return s + "]";
}

static place sum_of_bases(const mapping &at, int thread, int value)
{
    place p = {0, 0};
    for (int bit = 1; bit <= thread; bit *= 2)
        if (thread & bit)
            p.row ^= at(bit, 0).row, p.col ^= at(bit, 0).col;
    for (int bit = 1; bit <= value; bit *= 2)
        if (value & bit)
            p.row ^= at(0, bit).row, p.col ^= at(0, bit).col;
    return p;
}

// prints: prove is_linear_as(WHAT, linear{lane: .., register: .. -> ROW: rows, COL: cols})
static void claim(const std::string &what, int threads, int values, const mapping &at,
                  const char *row, int rows, const char *col, int cols)
{
    for (int t = 0; t < threads; t++)
        for (int v = 0; v < values; v++)
            if (!(sum_of_bases(at, t, v) == at(t, v))) {
                std::printf("# %s is not linear\n", what.c_str());
                failures++;
                return;
            }
    std::printf("prove is_linear_as(%s, linear{%s, %s -> %s: %d, %s: %d})\n", what.c_str(),
                bases("lane", threads, [&](int t) { return at(t, 0); }).c_str(),
                bases("register", values, [&](int v) { return at(0, v); }).c_str(), row, rows, col,
                cols);
}

// ---- mma.sync ----

// Element i of the elements of w bits in registers.
template <class R> __device__ void set_element(R *r, int i, int w, uint64_t x)
{
    const int per = 8 * sizeof(R) / w;
    r[i / per] |= (R)x << (i % per * w);
}
template <class R> __device__ bool has_element(const R *r, int i, int w)
{
    const int per = 8 * sizeof(R) / w;
    return w == 8 * (int)sizeof(R) ? r[i] != 0 : ((r[i / per] >> (i % per * w)) & (((R)1 << w) - 1)) != 0;
}

#define D2(c) "+" c(d[0]), "+" c(d[1])
#define D4(c) D2(c), "+" c(d[2]), "+" c(d[3])
#define D8(c) D4(c), "+" c(d[4]), "+" c(d[5]), "+" c(d[6]), "+" c(d[7])
#define S1(c, x) c(x[0])
#define S2(c, x) S1(c, x), c(x[1])
#define S4(c, x) S2(c, x), c(x[2]), c(x[3])
#define S8(c, x) S4(c, x), c(x[4]), c(x[5]), c(x[6]), c(x[7])
#define T211 " {%0,%1},{%2},{%3},{%0,%1};"
#define T421 " {%0,%1,%2,%3},{%4,%5},{%6},{%0,%1,%2,%3};"
#define T422 " {%0,%1,%2,%3},{%4,%5},{%6,%7},{%0,%1,%2,%3};"
#define T242 " {%0,%1},{%2,%3,%4,%5},{%6,%7},{%0,%1};"
#define T442 " {%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9},{%0,%1,%2,%3};"
#define T484 " {%0,%1,%2,%3},{%4,%5,%6,%7,%8,%9,%10,%11},{%12,%13,%14,%15},{%0,%1,%2,%3};"
#define T822 " {%0,%1,%2,%3,%4,%5,%6,%7},{%8,%9},{%10,%11},{%0,%1,%2,%3,%4,%5,%6,%7};"

// The library's name, the sizes, bits of an element of A and B and of D, its 1, the registers.
#define MMA(op, library, m, n, k, w, wd, one, reg, c, nd, na, nb, text)                         \
    struct op {                                                                                 \
        enum { M = m, N = n, K = k, W = w, WD = wd, ND = nd, NA = na, NB = nb };                \
        static constexpr uint64_t ONE = one;                                                    \
        using R = reg;                                                                          \
        static const char *name() { return library; }                                           \
        static const char *types() { return text; }                                             \
        static __device__ void run(R *d, const R *a, const R *b)                                \
        {                                                                                       \
            asm volatile("mma.sync.aligned." text T##nd##na##nb                                 \
                         : D##nd(c)                                                             \
                         : S##na(c, a), S##nb(c, b));                                           \
        }                                                                                       \
    }
#define MMA32(op, library, m, n, k, w, wd, one, nd, na, nb, text)                               \
    MMA(op, library, m, n, k, w, wd, one, uint32_t, "r", nd, na, nb, text)
#define MMA64(op, library, m, n, k, nd, na, nb, text)                                           \
    MMA(op, library, m, n, k, 64, 64, 0x3ff0000000000000, uint64_t, "l", nd, na, nb, text)

MMA32(b16_8, "mma_m16n8k8_b16", 16, 8, 8, 16, 32, 0x3f80, 4, 2, 1, "m16n8k8.row.col.f32.bf16.bf16.f32");
MMA32(f16_8, "mma_m16n8k8_b16", 16, 8, 8, 16, 32, 0x3c00, 4, 2, 1, "m16n8k8.row.col.f32.f16.f16.f32");
MMA32(b16_16, "mma_m16n8k16_b16", 16, 8, 16, 16, 32, 0x3f80, 4, 4, 2, "m16n8k16.row.col.f32.bf16.bf16.f32");
MMA32(f16_16, "mma_m16n8k16_b16", 16, 8, 16, 16, 32, 0x3c00, 4, 4, 2, "m16n8k16.row.col.f32.f16.f16.f32");
MMA32(f16_16h, "mma_m16n8k16_b16", 16, 8, 16, 16, 16, 0x3c00, 2, 4, 2, "m16n8k16.row.col.f16.f16.f16.f16");
MMA32(t32_4, "mma_m16n8k4_b32", 16, 8, 4, 32, 32, 0x3f800000, 4, 2, 1, "m16n8k4.row.col.f32.tf32.tf32.f32");
MMA32(t32_8, "mma_m16n8k8_b32", 16, 8, 8, 32, 32, 0x3f800000, 4, 4, 2, "m16n8k8.row.col.f32.tf32.tf32.f32");
MMA64(f64_m8, "mma_m8n8k4_b64", 8, 8, 4, 2, 1, 1, "m8n8k4.row.col.f64.f64.f64.f64");
MMA64(f64_4, "mma_m16n8k4_b64", 16, 8, 4, 4, 2, 1, "m16n8k4.row.col.f64.f64.f64.f64");
MMA64(f64_8, "mma_m16n8k8_b64", 16, 8, 8, 4, 4, 2, "m16n8k8.row.col.f64.f64.f64.f64");
MMA64(f64_16, "mma_m16n8k16_b64", 16, 8, 16, 4, 8, 4, "m16n8k16.row.col.f64.f64.f64.f64");
MMA32(s8_m8, "mma_m8n8k16_b8", 8, 8, 16, 8, 32, 1, 2, 1, 1, "m8n8k16.row.col.s32.s8.s8.s32");
MMA32(s8_16, "mma_m16n8k16_b8", 16, 8, 16, 8, 32, 1, 4, 2, 1, "m16n8k16.row.col.s32.s8.s8.s32");
MMA32(s8_32, "mma_m16n8k32_b8", 16, 8, 32, 8, 32, 1, 4, 4, 2, "m16n8k32.row.col.s32.s8.s8.s32");
MMA32(e4m3_16, "mma_m16n8k16_b8", 16, 8, 16, 8, 32, 0x38, 4, 2, 1, "m16n8k16.row.col.f32.e4m3.e4m3.f32");
MMA32(e4m3_32, "mma_m16n8k32_b8", 16, 8, 32, 8, 32, 0x38, 4, 4, 2, "m16n8k32.row.col.f32.e4m3.e4m3.f32");
MMA32(s4_m8, "mma_m8n8k32_b4", 8, 8, 32, 4, 32, 1, 2, 1, 1, "m8n8k32.row.col.s32.s4.s4.s32");
MMA32(s4_32, "mma_m16n8k32_b4", 16, 8, 32, 4, 32, 1, 4, 2, 1, "m16n8k32.row.col.s32.s4.s4.s32");
MMA32(s4_64, "mma_m16n8k64_b4", 16, 8, 64, 4, 32, 1, 4, 4, 2, "m16n8k64.row.col.s32.s4.s4.s32");
MMA32(b1_m8, "mma_m8n8k128_b1", 8, 8, 128, 1, 32, 1, 2, 1, 1, "m8n8k128.row.col.s32.b1.b1.s32.and.popc");
MMA32(b1_128, "mma_m16n8k128_b1", 16, 8, 128, 1, 32, 1, 4, 2, 1, "m16n8k128.row.col.s32.b1.b1.s32.and.popc");
MMA32(b1_256, "mma_m16n8k256_b1", 16, 8, 256, 1, 32, 1, 4, 4, 2, "m16n8k256.row.col.s32.b1.b1.s32.and.popc");
#define QUADPAIR(a, b)                                                                          \
    MMA32(qp16_##a##_##b, "mma_m8n8k4_" #a "_" #b "_b16_c16", 8, 8, 4, 16, 16, 0x3c00, 4, 2, 2, \
          "m8n8k4." #a "." #b ".f16.f16.f16.f16");                                              \
    MMA32(qp32_##a##_##b, "mma_m8n8k4_" #a "_" #b "_b16_c32", 8, 8, 4, 16, 32, 0x3c00, 8, 2, 2, \
          "m8n8k4." #a "." #b ".f32.f16.f16.f32")
QUADPAIR(row, col);
QUADPAIR(col, row);
QUADPAIR(col, col);
QUADPAIR(row, row);

// The lane of thread t of a quadpair or of a warp.
__host__ __device__ static int lane_of(int t, int threads)
{
    return threads == 8 ? t % 4 + t / 4 * 16 : t;
}

// hit[a * nb + b]: the element of D that is not 0, -1: none, -2: more than one.
template <class Op> __global__ void pairs(int16_t *hit, int threads)
{
    const int va = Op::M * Op::K / threads, vb = Op::N * Op::K / threads, vd = Op::M * Op::N / threads;
    const int na = va * threads, nb = vb * threads, lane = threadIdx.x;
    for (int p = blockIdx.x; p < na * nb; p += gridDim.x) {
        typename Op::R a[Op::NA] = {}, b[Op::NB] = {}, d[Op::ND] = {};
        if (lane == lane_of(p / nb / va, threads))
            set_element(a, p / nb % va, Op::W, Op::ONE);
        if (lane == lane_of(p % nb / vb, threads))
            set_element(b, p % nb % vb, Op::W, Op::ONE);
        Op::run(d, a, b);
        __shared__ int found, count;
        if (lane == 0)
            found = -1, count = 0;
        __syncwarp();
        const int thread = threads == 8 ? lane % 4 + lane / 16 * 4 : lane;
        const bool mine = lane == lane_of(thread, threads);
        for (int i = 0; i < vd; i++)
            if (has_element(d, i, Op::WD)) {
                atomicAdd(&count, 1);
                if (mine)
                    found = thread * vd + i;
            }
        __syncwarp();
        if (lane == 0)
            hit[p] = (int16_t)(count > 1 ? -2 : found);
        __syncwarp();
    }
}

// PTX's formulas for D, and for the k of B.
static place place_in_D(int threads, int wd, int t, int v)
{
    if (threads == 32)
        return {t / 4 + 8 * (v / 2), 2 * (t % 4) + v % 2};
    if (wd == 16)
        return {t, v};
    return {(t & 1) + (v & 2) + t / 4 * 4, (v & 4) + (t & 2) + (v & 1)};
}
static int k_in_B(int threads, int w, bool column_major, int t, int v)
{
    if (threads == 8)
        return column_major ? v : t % 4;
    const int run = w < 32 ? 32 / w : 1;
    return run * (t % 4) + v % run + 4 * run * (v / run);
}

template <class Op> static void probe_mma()
{
    const std::string name = Op::name();
    const bool quadpair = name.find("m8n8k4") != std::string::npos && Op::W == 16;
    const bool column_major = name.find("_col_b16") != std::string::npos;
    const int threads = quadpair ? 8 : 32;
    const int va = Op::M * Op::K / threads, vb = Op::N * Op::K / threads, vd = Op::M * Op::N / threads;
    const int na = va * threads, nb = vb * threads;
    int16_t *device;
    std::vector<int16_t> hit((size_t)na * nb);
    CHECK(cudaMalloc(&device, hit.size() * 2));
    pairs<Op><<<4096, 32>>>(device, threads);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(hit.data(), device, hit.size() * 2, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(device));
    std::vector<place> A(na, {-1, -1}), B(nb, {-1, -1});
    bool same = true;
    auto note = [&](int &known, int x) {
        same = same && (known < 0 || known == x);
        known = x;
    };
    for (int a = 0; a < na; a++)
        for (int b = 0; b < nb; b++) {
            const int d = hit[(size_t)a * nb + b];
            if (d == -2)
                same = false;
            if (d < 0)
                continue;
            const place at = place_in_D(threads, Op::WD, d / vd, d % vd);
            const int k = k_in_B(threads, Op::W, column_major, b / vb, b % vb);
            note(A[a].row, at.row);
            note(A[a].col, k);
            note(B[b].row, at.col);
            note(B[b].col, k);
        }
    std::printf("# %s: %d pairs\n", Op::types(), na * nb);
    if (!same) {
        std::printf("# no layout\n");
        failures++;
        return;
    }
    claim(name + "[2]", threads, va, [&](int t, int v) { return A[t * va + v]; }, "m", Op::M, "k", Op::K);
    claim(name + "[3]", threads, vb, [&](int t, int v) { return B[t * vb + v]; }, "n", Op::N, "k", Op::K);
}

// ---- ldmatrix, stmatrix, movmatrix, cp.async ----

__device__ static uint32_t shared_address(const void *p)
{
    return (uint32_t)__cvta_generic_to_shared(p);
}
// Lane l gives the address of this row; rows are not in the order of lanes.
__device__ static int row_of(int lane) { return lane * 5 % 32; }

#define LOADS(trans)                                                                            \
    if (n == 1)                                                                                 \
        asm volatile("ldmatrix.sync.aligned.m8n8.x1" trans ".shared.b16 {%0},[%1];"             \
                     : "=r"(r[0]) : "r"(at) : "memory");                                        \
    else if (n == 2)                                                                            \
        asm volatile("ldmatrix.sync.aligned.m8n8.x2" trans ".shared.b16 {%0,%1},[%2];"          \
                     : "=r"(r[0]), "=r"(r[1]) : "r"(at) : "memory");                            \
    else                                                                                        \
        asm volatile("ldmatrix.sync.aligned.m8n8.x4" trans ".shared.b16 {%0,%1,%2,%3},[%4];"    \
                     : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(at) : "memory")
#define STORES(trans)                                                                           \
    if (n == 1)                                                                                 \
        asm volatile("stmatrix.sync.aligned.m8n8.x1" trans ".shared.b16 [%0],{%1};"             \
                     ::"r"(at), "r"(r[0]) : "memory");                                          \
    else if (n == 2)                                                                            \
        asm volatile("stmatrix.sync.aligned.m8n8.x2" trans ".shared.b16 [%0],{%1,%2};"          \
                     ::"r"(at), "r"(r[0]), "r"(r[1]) : "memory");                               \
    else                                                                                        \
        asm volatile("stmatrix.sync.aligned.m8n8.x4" trans ".shared.b16 [%0],{%1,%2,%3,%4};"    \
                     ::"r"(at), "r"(r[0]), "r"(r[1]), "r"(r[2]), "r"(r[3]) : "memory")

// where[lane * 2n + i]: 8 * (the lane that gave the row's address) + the column; -1: nowhere.
__global__ void matrices(int n, bool trans, bool store, int *where)
{
    __shared__ __align__(128) uint16_t memory[256];
    uint32_t r[4] = {};
    const int lane = threadIdx.x;
    const uint32_t at = shared_address(memory + 8 * row_of(lane));
    for (int i = 0; i < 8; i++)
        memory[8 * row_of(lane) + i] = (uint16_t)(store ? 0xffff : 8 * lane + i);
    __syncwarp();
    if (!store) {
        if (trans) {
            LOADS(".trans");
        } else {
            LOADS("");
        }
        for (int i = 0; i < 2 * n; i++)
            where[lane * 2 * n + i] = (r[i / 2] >> (i % 2 * 16)) & 0xffff;
        return;
    }
    for (int i = 0; i < 2 * n; i++)
        where[lane * 2 * n + i] = -1;
    for (int i = 0; i < 2 * n; i++)
        r[i / 2] |= (uint32_t)(lane * 2 * n + i) << (i % 2 * 16);
    __syncwarp();
    if (trans) {
        STORES(".trans");
    } else {
        STORES("");
    }
    __syncwarp();
    for (int i = 0; i < 8; i++) {
        const int slot = memory[8 * row_of(lane) + i];
        if (slot != 0xffff)
            where[slot] = 8 * lane + i;
    }
}

// where[lane * 2 + i]: 2 * lane + i of the element that came there.
__global__ void transposed(int *where)
{
    const int lane = threadIdx.x;
    uint32_t to, from = (uint32_t)(2 * lane) | (uint32_t)(2 * lane + 1) << 16;
    asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0,%1;" : "=r"(to) : "r"(from));
    where[2 * lane] = to & 0xffff;
    where[2 * lane + 1] = to >> 16;
}

// where[i]: the byte that came to byte i; -1: none.
__global__ void copied(int n, const uint8_t *from, int *where)
{
    __shared__ __align__(16) uint8_t to[32];
    for (int i = 0; i < 32; i++)
        to[i] = 0xff;
    const uint32_t at = shared_address(to);
    if (n == 4)
        asm volatile("cp.async.ca.shared.global [%0],[%1],4;" ::"r"(at), "l"(from) : "memory");
    else if (n == 8)
        asm volatile("cp.async.ca.shared.global [%0],[%1],8;" ::"r"(at), "l"(from) : "memory");
    else
        asm volatile("cp.async.cg.shared.global [%0],[%1],16;" ::"r"(at), "l"(from) : "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    for (int i = 0; i < 32; i++)
        where[i] = to[i] == 0xff ? -1 : to[i];
}

template <class Launch> static std::vector<int> numbers(int n, Launch launch)
{
    int *device;
    std::vector<int> host(n);
    CHECK(cudaMalloc(&device, n * sizeof(int)));
    launch(device);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(host.data(), device, n * sizeof(int), cudaMemcpyDeviceToHost));
    CHECK(cudaFree(device));
    return host;
}

// The minor output is the column, as in memory.
static void probe_matrices(int n, bool trans, bool store)
{
    const std::vector<int> where =
        numbers(64 * n, [&](int *device) { matrices<<<1, 32>>>(n, trans, store, device); });
    const std::string name = std::string(store ? "stmatrix_x" : "ldmatrix_x") + std::to_string(n) +
                             (trans ? "_trans_b16" : "_b16");
    claim("upcast(" + name + (store ? "[1]" : "[2]") + ", 16)", 32, 2 * n,
          [&](int t, int v) { return place{where[t * 2 * n + v] % 8, where[t * 2 * n + v] / 8}; },
          "col", 8, "row", 8 * n);
}

static void probe_movmatrix()
{
    const std::vector<int> where = numbers(64, [&](int *device) { transposed<<<1, 32>>>(device); });
    claim("upcast(movmatrix_trans_b16[2], 16)", 32, 2,
          [&](int t, int v) { return place{where[t * 2 + v] % 2, where[t * 2 + v] / 2}; }, "register", 2,
          "lane", 32);
}

static void probe_cp_async(int n)
{
    uint8_t bytes[32], *from;
    for (int i = 0; i < 32; i++)
        bytes[i] = (uint8_t)i;
    CHECK(cudaMalloc(&from, 32));
    CHECK(cudaMemcpy(from, bytes, 32, cudaMemcpyHostToDevice));
    const std::vector<int> where = numbers(32, [&](int *device) { copied<<<1, 1>>>(n, from, device); });
    CHECK(cudaFree(from));
    for (int i = 0; i < 32; i++)
        if ((where[i] >= 0) != (i < n)) {
            std::printf("# cp.async of %d bytes: byte %d\n", n, i);
            failures++;
        }
    claim("upcast(cp_async_" + std::to_string(n) + "[2], 8)", 1, n,
          [&](int, int v) { return place{where[v], 0}; }, "byte", n, "thread", 1);
}

#include "probe-sparse.cuh"
#include "probe-wgmma.cuh"

int main()
{
    cudaDeviceProp device;
    CHECK(cudaGetDeviceProperties(&device, 0));
    std::printf("# What an %s did (sm_%d%d): the output of kernels/bench/probe.cu.\nimport <sm90>\n",
                device.name, device.major, device.minor);
    std::printf("\n# ---- mma.sync ----\n");
    probe_mma<qp16_row_col>(), probe_mma<qp16_col_row>(), probe_mma<qp16_col_col>(), probe_mma<qp16_row_row>();
    probe_mma<qp32_row_col>(), probe_mma<qp32_col_row>(), probe_mma<qp32_col_col>(), probe_mma<qp32_row_row>();
    probe_mma<b16_8>(), probe_mma<f16_8>(), probe_mma<b16_16>(), probe_mma<f16_16>(), probe_mma<f16_16h>();
    probe_mma<t32_4>(), probe_mma<t32_8>();
    probe_mma<f64_m8>(), probe_mma<f64_4>(), probe_mma<f64_8>(), probe_mma<f64_16>();
    probe_mma<s8_m8>(), probe_mma<s8_16>(), probe_mma<s8_32>(), probe_mma<e4m3_16>(), probe_mma<e4m3_32>();
    probe_mma<s4_m8>(), probe_mma<s4_32>(), probe_mma<s4_64>();
    probe_mma<b1_m8>(), probe_mma<b1_128>(), probe_mma<b1_256>();
    std::printf("\n# ---- mma.sp ----\n");
    probe_all_sparse();
    std::printf("\n# ---- ldmatrix, stmatrix, movmatrix, cp.async ----\n");
    for (int store = 0; store < 2; store++)
        for (int trans = 0; trans < 2; trans++)
            for (int n = 1; n <= 4; n *= 2)
                probe_matrices(n, trans, store);
    probe_movmatrix();
    for (int n = 4; n <= 16; n *= 2)
        probe_cp_async(n);
    std::printf("\n# ---- wgmma ----\n");
    probe_wgmma_A<wgmma_tf32_8>("wgmma_m64k8_A_b32");
    probe_wgmma_A<wgmma_bf16_8>("wgmma_m64k16_A_b16");
    probe_wgmma_A<wgmma_f16_8>("wgmma_m64k16_A_b16");
    probe_wgmma_A<wgmma_s8_8>("wgmma_m64k32_A_b8");
    probe_wgmma_A<wgmma_e4m3_8>("wgmma_m64k32_A_b8");
    probe_wgmma_A<wgmma_b1_8>("wgmma_m64k256_A_b1");
    std::vector<int> row_slots(64); // of A of m64k16, k = 0: register 0 or 2 of 8, 4 rows a warp's line
    for (int m = 0; m < 64; m++)
        row_slots[m] = (m / 16 * 32 + m % 8 * 4) * 8 + m / 8 % 2 * 2;
    PROBE_ALL_N(row_slots);
    std::fprintf(stderr, "probe: %d failures\n", failures);
    return failures != 0;
}
