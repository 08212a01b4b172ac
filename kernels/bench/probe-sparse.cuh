// probe-sparse - mma.sp: where the elements of a sparse A, of B, and the metadata are.
//
// A, B: as for mma.sync, once with metadata that say the first half of each group of A's elements,
// once the second; so each stored element shows two places of A. Metadata: all elements of A are 1,
// and one row of B at a time; four bits that are changed show the group that they speak of. The
// selector says which threads of four give metadata: each of its values is tried.

// Elements of a group that are stored, of one register's width, and of A that four bits speak of.
#define SPARSE(op, library, k, w, one, group, selectors, na, nb, regs, text)                    \
    struct op {                                                                                 \
        enum { M = 16, N = 8, K = k, W = w, WD = 32, ND = 4, NA = na, NB = nb, GROUP = group,   \
               SELECTORS = selectors };                                                         \
        static constexpr uint64_t ONE = one;                                                    \
        static const char *name() { return library; }                                           \
        static const char *types() { return "sp::ordered_metadata." text; }                     \
        template <int F>                                                                        \
        static __device__ void run(uint32_t *d, const uint32_t *a, const uint32_t *b, uint32_t e) \
        {                                                                                       \
            asm volatile("mma.sp::ordered_metadata.sync.aligned." text regs                     \
                         : D4("r") : S##na("r", a), S##nb("r", b), "r"(e), "n"(F));             \
        }                                                                                       \
    }
#define T22 " {%0,%1,%2,%3},{%4,%5},{%6,%7},{%0,%1,%2,%3},%8,%9;"
#define T44 " {%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9,%10,%11},{%0,%1,%2,%3},%12,%13;"

SPARSE(sp_f16_16, "mma_sp_m16n8k16_b16", 16, 16, 0x3c00, 2, 4, 2, 2, T22, "m16n8k16.row.col.f32.f16.f16.f32");
SPARSE(sp_b16_32, "mma_sp_m16n8k32_b16", 32, 16, 0x3f80, 2, 2, 4, 4, T44, "m16n8k32.row.col.f32.bf16.bf16.f32");
SPARSE(sp_t32_8, "mma_sp_m16n8k8_b32", 8, 32, 0x3f800000, 1, 4, 2, 2, T22, "m16n8k8.row.col.f32.tf32.tf32.f32");
SPARSE(sp_t32_16, "mma_sp_m16n8k16_b32", 16, 32, 0x3f800000, 1, 2, 4, 4, T44, "m16n8k16.row.col.f32.tf32.tf32.f32");
SPARSE(sp_s8_32, "mma_sp_m16n8k32_b8", 32, 8, 1, 2, 2, 2, 2, T22, "m16n8k32.row.col.s32.s8.s8.s32");
SPARSE(sp_s8_64, "mma_sp_m16n8k64_b8", 64, 8, 1, 2, 1, 4, 4, T44, "m16n8k64.row.col.s32.s8.s8.s32");
SPARSE(sp_s4_64, "mma_sp_m16n8k64_b4", 64, 4, 1, 4, 2, 2, 2, T22, "m16n8k64.row.col.s32.s4.s4.s32");
SPARSE(sp_s4_128, "mma_sp_m16n8k128_b4", 128, 4, 1, 4, 1, 4, 4, T44, "m16n8k128.row.col.s32.s4.s4.s32");

// hit[a * nb + b]: the element of D that is not 0, or -1.
template <class Op> __global__ void sparse_pairs(int16_t *hit, uint32_t metadata)
{
    const int va = Op::M * Op::K / 64, vb = Op::N * Op::K / 32, nb = vb * 32, lane = threadIdx.x;
    for (int p = blockIdx.x; p < va * 32 * nb; p += gridDim.x) {
        uint32_t a[Op::NA] = {}, b[Op::NB] = {}, d[4] = {};
        if (lane == p / nb / va)
            set_element(a, p / nb % va, Op::W, Op::ONE);
        if (lane == p % nb / vb)
            set_element(b, p % nb % vb, Op::W, Op::ONE);
        Op::template run<0>(d, a, b, metadata);
        for (int i = 0; i < 4; i++)
            if (d[i] != 0)
                hit[p] = (int16_t)(lane * 4 + i);
    }
}

// there[((lane * 8 + four bits) * K + k) * 16 + m]: is the element (m,k) of A one of those that
// count, when these bits of the thread say the second half of their group?
template <class Op, int F> __global__ void metadata(char *there)
{
    const int lane = threadIdx.x, run = Op::W < 32 ? 32 / Op::W : 1, vb = Op::N * Op::K / 32;
    for (int p = blockIdx.x; p < 32 * 8 * Op::K; p += gridDim.x) {
        uint32_t a[Op::NA] = {}, b[Op::NB] = {}, d[4] = {};
        for (int i = 0; i < Op::M * Op::K / 64; i++)
            set_element(a, i, Op::W, Op::ONE);
        for (int v = 0; v < vb; v++)
            if (run * (lane % 4) + v % run + 4 * run * (v / run) == p % Op::K)
                set_element(b, v, Op::W, Op::ONE);
        const uint32_t changed = lane == p / Op::K / 8 ? 0xau << (p / Op::K % 8 * 4) : 0;
        Op::template run<F>(d, a, b, 0x44444444u ^ changed);
        if (lane % 4 == 0)
            for (int i = 0; i < 4; i += 2)
                there[p * 16 + lane / 4 + 4 * i] = d[i] != 0;
    }
}

template <class Op, int F> static void read_metadata(std::vector<place> &E)
{
    const int group = 2 * Op::GROUP, half = Op::GROUP, per = group;
    std::vector<char> there(32 * 8 * Op::K * 16);
    char *device;
    CHECK(cudaMalloc(&device, there.size()));
    metadata<Op, F><<<1024, 32>>>(device);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(there.data(), device, there.size(), cudaMemcpyDeviceToHost));
    CHECK(cudaFree(device));
    for (int bits = 0; bits < 32 * 8; bits++)
        for (int m = 0; m < 16; m++)
            for (int k = 0; k < Op::K; k += group)
                if (there[(bits * Op::K + k + half) * 16 + m]) // the second half of its group
                    for (int i = 0; i < per; i++)
                        E[bits * per + i] = {m, k + i};
}

template <class Op> static void probe_sparse()
{
    const int va = Op::M * Op::K / 64, vb = Op::N * Op::K / 32, na = va * 32, nb = vb * 32;
    std::vector<place> A(2 * na, {-1, -1}), B(nb, {-1, -1}), E(32 * 8 * 2 * Op::GROUP, {-1, -1});
    bool same = true;
    auto note = [&](int &known, int x) {
        same = same && (known < 0 || known == x);
        known = x;
    };
    for (int second = 0; second < 2; second++) {
        int16_t *device;
        std::vector<int16_t> hit((size_t)na * nb);
        CHECK(cudaMalloc(&device, hit.size() * 2));
        CHECK(cudaMemset(device, 0xff, hit.size() * 2));
        sparse_pairs<Op><<<4096, 32>>>(device, second ? 0xeeeeeeeeu : 0x44444444u);
        CHECK(cudaGetLastError());
        CHECK(cudaMemcpy(hit.data(), device, hit.size() * 2, cudaMemcpyDeviceToHost));
        CHECK(cudaFree(device));
        for (int a = 0; a < na; a++)
            for (int b = 0; b < nb; b++) {
                const int d = hit[(size_t)a * nb + b], i = a % va;
                if (d < 0)
                    continue;
                const place at = place_in_D(32, 32, d / 4, d % 4);
                const int k = k_in_B(32, Op::W, true, b / vb, b % vb);
                place &in_A = A[a / va * 2 * va + i / Op::GROUP * 2 * Op::GROUP +
                                second * Op::GROUP + i % Op::GROUP];
                note(in_A.row, at.row), note(in_A.col, k);
                note(B[b].row, at.col), note(B[b].col, k);
            }
    }
    read_metadata<Op, 0>(E);
    if constexpr (Op::SELECTORS > 1)
        read_metadata<Op, 1>(E);
    if constexpr (Op::SELECTORS > 2)
        read_metadata<Op, 2>(E), read_metadata<Op, 3>(E);
    std::printf("# %s: %d pairs\n", Op::types(), 2 * na * nb);
    if (!same) {
        std::printf("# no layout\n");
        failures++;
        return;
    }
    const std::string name = Op::name();
    const int ve = 8 * 2 * Op::GROUP;
    claim(name + "[2]", 32, 2 * va, [&](int t, int v) { return A[t * 2 * va + v]; }, "m", Op::M, "k", Op::K);
    claim(name + "[3]", 32, vb, [&](int t, int v) { return B[t * vb + v]; }, "n", Op::N, "k", Op::K);
    claim(name + "[5]", 32, ve, [&](int t, int v) { return E[t * ve + v]; }, "m", Op::M, "k", Op::K);
}

static void probe_all_sparse()
{
    probe_sparse<sp_f16_16>(), probe_sparse<sp_b16_32>(), probe_sparse<sp_t32_8>();
    probe_sparse<sp_t32_16>(), probe_sparse<sp_s8_32>(), probe_sparse<sp_s8_64>();
    probe_sparse<sp_s4_64>(), probe_sparse<sp_s4_128>();
}
