// banks - accesses of shared memory whose wavefronts a profiler counts (banks.sh).
//
// Each launch is one instruction with one pattern: the byte from which each lane moves. All warps of
// a block repeat it, and nothing else touches shared memory. Patterns are formulas in the lane l, drawn with
// a seed, in units of what a lane moves: strides, two strides, XORs, multiples modulo a size, squares,
// and lanes that want the same.
// Of ldmatrix and stmatrix lanes give the rows, of 16 bytes, of one, two or four matrices.
//
//     banks --list      a line a launch: name, op, bytes, lanes, repetitions, formula
//     banks             each launch with its cycles an access
//     banks --once      each launch once, for ncu
//
// Exit status: 0 when all ran.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#define CHECK(call)                                                                              \
    do {                                                                                         \
        cudaError_t e_ = (call);                                                                 \
        if (e_ != cudaSuccess) {                                                                 \
            std::fprintf(stderr, "banks: %s: %s\n", #call, cudaGetErrorString(e_));              \
            std::exit(1);                                                                        \
        }                                                                                        \
    } while (0)

enum { LANES = 32, WARPS = 32, ROUNDS = 8, MORE_ROUNDS = 40, PATTERNS = 96, MEMORY = 32768 };

// ---- instructions ----

#define ACCESS(name_, op_, bytes_, lanes_, text_, ...)                                           \
    struct name_ {                                                                               \
        static const char *op() { return op_; }                                                  \
        enum { bytes = bytes_, lanes = lanes_ };                                                 \
        static __device__ void run(uint32_t at, uint32_t (&r)[4], uint64_t &w)                   \
        {                                                                                        \
            (void)r;                                                                             \
            (void)w;                                                                             \
            asm volatile(text_ __VA_ARGS__ : "memory");                                          \
        }                                                                                        \
    };
ACCESS(read_1, "read", 1, 32, "ld.volatile.shared.u8 %0, [%1];", : "=r"(r[0]) : "r"(at))
ACCESS(read_2, "read", 2, 32, "ld.volatile.shared.u16 %0, [%1];", : "=r"(r[0]) : "r"(at))
ACCESS(read_4, "read", 4, 32, "ld.volatile.shared.u32 %0, [%1];", : "=r"(r[0]) : "r"(at))
ACCESS(read_8, "read", 8, 32, "ld.volatile.shared.u64 %0, [%1];", : "=l"(w) : "r"(at))
ACCESS(read_16, "read", 16, 32, "ld.volatile.shared.v4.u32 {%0,%1,%2,%3}, [%4];",
       : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(at))
ACCESS(write_1, "write", 1, 32, "st.volatile.shared.u8 [%1], %0;", ::"r"(r[0]), "r"(at))
ACCESS(write_2, "write", 2, 32, "st.volatile.shared.u16 [%1], %0;", ::"r"(r[0]), "r"(at))
ACCESS(write_4, "write", 4, 32, "st.volatile.shared.u32 [%1], %0;", ::"r"(r[0]), "r"(at))
ACCESS(write_8, "write", 8, 32, "st.volatile.shared.u64 [%1], %0;", ::"l"(w), "r"(at))
ACCESS(write_16, "write", 16, 32, "st.volatile.shared.v4.u32 [%4], {%0,%1,%2,%3};",
       ::"r"(r[0]), "r"(r[1]), "r"(r[2]), "r"(r[3]), "r"(at))
ACCESS(ldmatrix_x1, "read", 16, 8, "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];",
       : "=r"(r[0]) : "r"(at))
ACCESS(ldmatrix_x2, "read", 16, 16, "ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0,%1}, [%2];",
       : "=r"(r[0]), "=r"(r[1]) : "r"(at))
ACCESS(ldmatrix_x4, "read", 16, 32,
       "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];",
       : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(at))
ACCESS(stmatrix_x1, "write", 16, 8, "stmatrix.sync.aligned.m8n8.x1.shared.b16 [%1], {%0};",
       ::"r"(r[0]), "r"(at))
ACCESS(stmatrix_x2, "write", 16, 16, "stmatrix.sync.aligned.m8n8.x2.shared.b16 [%2], {%0,%1};",
       ::"r"(r[0]), "r"(r[1]), "r"(at))
ACCESS(stmatrix_x4, "write", 16, 32,
       "stmatrix.sync.aligned.m8n8.x4.shared.b16 [%4], {%0,%1,%2,%3};",
       ::"r"(r[0]), "r"(r[1]), "r"(r[2]), "r"(r[3]), "r"(at))

// `step` is 0, which the compiler does not know: each access is made.
template <class Access>
__global__ void banks(const uint32_t *start, int rounds, uint32_t step, uint32_t *sink,
                      long long *cycles)
{
    extern __shared__ __align__(1024) unsigned char memory[];
    uint32_t at = (uint32_t)__cvta_generic_to_shared(memory) + start[threadIdx.x % LANES];
    uint32_t r[4] = {at, at, at, at}, sum = 0;
    uint64_t w = at;
    __syncthreads();
    long long begin = clock64();
#pragma unroll 1
    for (int i = 0; i < rounds; i++) {
        Access::run(at, r, w);
        at += step;
        sum += r[0] + r[1] + r[2] + r[3] + (uint32_t)w;
    }
    __syncthreads();
    if (threadIdx.x == 0)
        *cycles = clock64() - begin;
    if (sum == step + 0x9e3779b9u) // what is read is used
        *sink = sum;
}

// ---- patterns ----

struct pattern {
    std::string text;         // in the claim language
    uint32_t unit[LANES];     // the same, by this program
};

static uint64_t state = 1;
static uint32_t draw(uint32_t n)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33) % n;
}

template <class F> static pattern drawn(const std::string &text, F unit)
{
    pattern p = {text, {}};
    for (uint32_t l = 0; l < LANES; l++)
        p.unit[l] = unit(l);
    return p;
}

static std::string s(uint32_t n) { return std::to_string(n); }

// What is narrower than a word also has strides of words. All are in MEMORY.
static pattern a_pattern(uint32_t kind, uint32_t bytes)
{
    uint32_t scale = bytes < 4 && draw(2) ? 4 / bytes : 1;
    uint32_t a = scale * draw(40), b = scale * draw(64), c = draw(5), d = draw(32);
    uint32_t m = (1u << draw(5)) - 1, n = 1 + draw(scale * 2048);
    switch (kind % 12) {
    case 0: return drawn("l*" + s(a), [=](uint32_t l) { return l * a; });
    case 1: return drawn("l*" + s(a) + " ^ (l >> " + s(c) + ")*" + s(d),
                         [=](uint32_t l) { return l * a ^ (l >> c) * d; });
    case 2: return drawn("(l & " + s(m) + ")*" + s(a) + " + l/" + s(m + 1) + "*" + s(b),
                         [=](uint32_t l) { return (l & m) * a + l / (m + 1) * b; });
    case 3: return drawn("(l*" + s(a) + " + " + s(b) + ") % " + s(n),
                         [=](uint32_t l) { return (l * a + b) % n; });
    case 4: return drawn("(l*l*" + s(a) + " + l*" + s(b) + ") % " + s(n),
                         [=](uint32_t l) { return (l * l * a + l * b) % n; });
    case 5: return drawn("l%8*" + s(8 * (1 + c)) + " + (l%8 ^ l/8)*" + s(1 + d % 4),
                         [=](uint32_t l) { return l % 8 * 8 * (1 + c) + (l % 8 ^ l / 8) * (1 + d % 4); });
    case 6: return drawn("(l >> " + s(c) + ")*" + s(a), [=](uint32_t l) { return (l >> c) * a; });
    case 7: return drawn("(l & " + s(d) + ")*" + s(a), [=](uint32_t l) { return (l & d) * a; });
    case 8: return drawn("l % " + s(d + 1) + " * " + s(a), [=](uint32_t l) { return l % (d + 1) * a; });
    case 9: return drawn("l*l*" + s(a) + " % " + s(d + 1), [=](uint32_t l) { return l * l * a % (d + 1); });
    case 10: return drawn("l/2*" + s(a) + " ^ (l >> " + s(c) + ")",
                          [=](uint32_t l) { return l / 2 * a ^ l >> c; });
    default: return drawn("min(l, " + s(d) + ")*" + s(a), [=](uint32_t l) { return (l < d ? l : d) * a; });
    }
}

// ---- launches ----

struct machine {
    uint32_t *start, *sink;
    long long *cycles;
};

template <class Access> static long long launch(const machine &m, const pattern &p, int rounds)
{
    uint32_t start[LANES];
    long long cycles;
    for (int l = 0; l < LANES; l++)
        start[l] = p.unit[l] * Access::bytes;
    CHECK(cudaMemcpy(m.start, start, sizeof start, cudaMemcpyHostToDevice));
    banks<Access><<<1, WARPS * LANES, MEMORY>>>(m.start, rounds, 0, m.sink, m.cycles);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(&cycles, m.cycles, sizeof cycles, cudaMemcpyDeviceToHost));
    return cycles;
}

enum mode { LIST, ONCE, TIME };

template <class Access> static void all(const machine &m, const char *name, mode mode)
{
    if (mode != LIST)
        CHECK(cudaFuncSetAttribute(banks<Access>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                   MEMORY));
    for (uint32_t k = 0; k < PATTERNS; k++) {
        pattern p = a_pattern(k, Access::bytes);
        if (mode != TIME)
            std::printf("%s\t%s\t%d\t%d\t%d\t%s\n", name, Access::op(), Access::bytes,
                        Access::lanes, WARPS * ROUNDS, p.text.c_str());
        if (mode == ONCE)
            launch<Access>(m, p, ROUNDS);
        if (mode == TIME) {
            launch<Access>(m, p, MORE_ROUNDS);
            long long few = launch<Access>(m, p, ROUNDS), many = launch<Access>(m, p, MORE_ROUNDS);
            std::printf("%s\t%.2f\t%s\n", name,
                        (double)(many - few) / (WARPS * (MORE_ROUNDS - ROUNDS)), p.text.c_str());
        }
    }
}

int main(int argc, char **argv)
{
    mode mode = argc > 1 && !std::strcmp(argv[1], "--list") ? LIST
                : argc > 1 && !std::strcmp(argv[1], "--once") ? ONCE : TIME;
    machine m = {};
    if (mode != LIST) {
        CHECK(cudaMalloc(&m.start, LANES * sizeof *m.start));
        CHECK(cudaMalloc(&m.sink, sizeof *m.sink));
        CHECK(cudaMalloc(&m.cycles, sizeof *m.cycles));
    }
#define ALL(access) all<access>(m, #access, mode);
    ALL(read_1) ALL(read_2) ALL(read_4) ALL(read_8) ALL(read_16)
    ALL(write_1) ALL(write_2) ALL(write_4) ALL(write_8) ALL(write_16)
    ALL(ldmatrix_x1) ALL(ldmatrix_x2) ALL(ldmatrix_x4)
    ALL(stmatrix_x1) ALL(stmatrix_x2) ALL(stmatrix_x4)
    return 0;
}
