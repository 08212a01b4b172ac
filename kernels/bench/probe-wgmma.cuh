// probe-wgmma.cuh - the part of probe.cu that asks about wgmma.
#pragma once

#include "wgmma.cuh" // made by build-probe.sh: wgmma_TYPE_N::run(d, a, descriptor)

// Bit of B at (n,k) in pass p: of the number k * N + n, plus 1.
static __device__ bool bit_of_B(int number, int pass) { return (number + 1) >> pass & 1; }

// code[slot * 64 * N + thread * N/2 + v]: the number of (n,k) plus 1 that D shows; 0: not that row.
// The slots of A: thread s / va, element s % va, of those that `slots` lists.
template <class Op> __global__ void rows_of_A(const int *slots, int nslots, int *code)
{
    __shared__ __align__(128) uint8_t B[256 * 32];
    const int va = 64 * Op::K / 128, thread = threadIdx.x;
    const uint64_t at = shared_address(B);
    // no swizzle, k contiguous: 8 rows of 16 bytes; 128 bytes on along k, 256 along n
    const uint64_t descriptor = (at >> 4) | (uint64_t)(128 >> 4) << 16 | (uint64_t)(256 >> 4) << 32;
    for (int s = blockIdx.x; s < nslots; s += gridDim.x) {
        int *out = code + (size_t)s * 64 * Op::N + thread * (Op::N / 2);
        for (int v = 0; v < Op::N / 2; v++)
            out[v] = 0;
        for (int pass = 0; (1 << pass) <= Op::N * Op::K; pass++) {
            uint32_t a[4] = {}, d[Op::N / 2] = {};
            __syncthreads();
            for (int i = thread; i < 256 * 32; i += 128)
                B[i] = 0;
            __syncthreads();
            for (int n = thread; n < Op::N; n += 128)
                for (int k = 0; k < Op::K; k++)
                    if (bit_of_B(k * Op::N + n, pass)) {
                        const int bits = k * Op::W, byte = bits / 8;
                        uint8_t *p = B + n % 8 * 16 + n / 8 * 256 + byte % 16 + byte / 16 * 128;
                        for (int i = 0; i < (Op::W + 7) / 8; i++)
                            p[i] |= (uint8_t)(Op::ONE >> 8 * i << bits % 8);
                    }
            asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
            __syncthreads();
            if (thread == slots[s] / va)
                set_element(a, slots[s] % va, Op::W, Op::ONE);
            Op::run(d, a, descriptor);
#pragma unroll
            for (int v = 0; v < Op::N / 2; v++)
                out[v] |= (d[v] != 0) << pass;
        }
    }
}

static place place_in_wgmma_D(int t, int v)
{
    return {t / 32 * 16 + t % 32 / 4 + v / 2 % 2 * 8, v / 4 * 8 + t % 4 * 2 + v % 2};
}

template <class Op> static std::vector<int> codes(const std::vector<int> &slots)
{
    int *device;
    CHECK(cudaMalloc(&device, slots.size() * sizeof(int)));
    CHECK(cudaMemcpy(device, slots.data(), slots.size() * sizeof(int), cudaMemcpyHostToDevice));
    std::vector<int> code = numbers((int)slots.size() * 64 * Op::N, [&](int *out) {
        rows_of_A<Op><<<256, 128>>>(device, (int)slots.size(), out);
    });
    CHECK(cudaFree(device));
    return code;
}

// A in registers: its m by the rows of D in PTX's formula, its k by B. All elements, N = 8.
template <class Op> static void probe_wgmma_A(const char *name)
{
    const int va = 64 * Op::K / 128;
    std::vector<int> slots(64 * Op::K);
    for (size_t s = 0; s < slots.size(); s++)
        slots[s] = (int)s;
    const std::vector<int> code = codes<Op>(slots);
    std::vector<place> A(slots.size(), {-1, -1});
    bool same = true;
    for (size_t s = 0; s < slots.size(); s++)
        for (int d = 0; d < 64 * Op::N; d++)
            if (const int number = code[s * 64 * Op::N + d]) {
                const place at = place_in_wgmma_D(d / (Op::N / 2), d % (Op::N / 2));
                const place here = {at.row, (number - 1) / Op::N};
                same = same && at.col == (number - 1) % Op::N && (A[s].row < 0 || A[s] == here);
                A[s] = here;
            }
    std::printf("# wgmma %s: %d elements of A\n", Op::types(), (int)slots.size());
    if (!same) {
        std::printf("# no layout\n");
        failures++;
        return;
    }
    claim(name, 128, va, [&](int t, int v) { return A[t * va + v]; }, "m", 64, "k", Op::K);
}

// D: its columns by B, its rows by which elements of A, one a row and k = 0, reach them. As a
// layout with values m + 64 n: threads in bits, the registers (2,2,N/8).
template <class Op> static void probe_wgmma_D(const std::vector<int> &row_slots)
{
    const int vd = Op::N / 2;
    const std::vector<int> code = codes<Op>(row_slots);
    std::vector<int> D(64 * Op::N, -1);
    bool same = true;
    for (int m = 0; m < 64; m++)
        for (int d = 0; d < 64 * Op::N; d++)
            if (const int number = code[(size_t)m * 64 * Op::N + d]) {
                same = same && D[d] < 0 && number - 1 < Op::N;
                D[d] = m + 64 * (number - 1);
            }
    auto at = [&](int t, int v) { return D[t * vd + v]; };
    for (int t = 0; t < 128; t++)
        for (int v = 0; v < vd; v++) {
            int sum = v % 2 * at(0, 1) + v / 2 % 2 * at(0, 2) + (Op::N > 8 ? v / 4 * at(0, 4) : 0);
            for (int bit = 1; bit < 128; bit *= 2)
                sum += t & bit ? at(bit, 0) : 0;
            same = same && sum == at(t, v);
        }
    if (!same) {
        std::printf("# wgmma_C(%d): no layout of this form\n", Op::N);
        failures++;
        return;
    }
    std::printf("prove equiv(wgmma_C(%d), ((2,2,2,2,2,2,2),(2,2,%d)):((%d,%d,%d,%d,%d,%d,%d),(%d,%d,%d)))\n",
                Op::N, Op::N / 8, at(1, 0), at(2, 0), at(4, 0), at(8, 0), at(16, 0), at(32, 0),
                at(64, 0), at(0, 1), at(0, 2), Op::N > 8 ? at(0, 4) : 0);
}
