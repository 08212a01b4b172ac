// Kernels that wait for phases of mbarriers, each as it should be and with one fault. Two warps
// read what one thread of a third one copies into a ring of stages.
#include <stdint.h>

#define STAGES 4

typedef struct {
    char bytes[128];
} __align__(64) tensor_map;

static __device__ uint32_t place(const void *p)
{
    return (uint32_t)__cvta_generic_to_shared(p);
}

static __device__ void begin(uint64_t *barrier, int arrivals)
{
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(place(barrier)), "r"(arrivals)
                 : "memory");
}

static __device__ void expect(uint64_t *barrier, int bytes)
{
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(place(barrier)),
                 "r"(bytes)
                 : "memory");
}

static __device__ void arrive(uint64_t *barrier)
{
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(place(barrier)) : "memory");
}

static __device__ void wait(uint64_t *barrier, int parity)
{
    asm volatile("{\n"
                 ".reg .pred over;\n"
                 "AGAIN:\n"
                 "mbarrier.try_wait.parity.shared::cta.b64 over, [%0], %1;\n"
                 "@!over bra AGAIN;\n"
                 "}" ::"r"(place(barrier)),
                 "r"(parity)
                 : "memory");
}

static __device__ void copy(float *to, const float *from, int bytes, uint64_t *barrier)
{
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
                 "[%0], [%1], %2, [%3];" ::"r"(place(to)),
                 "l"(from), "r"(bytes), "r"(place(barrier))
                 : "memory");
}

static __device__ void copy_tile(float *to, const tensor_map *from, int x, uint64_t *barrier)
{
    asm volatile("cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes "
                 "[%0], [%1, {%2}], [%3];" ::"r"(place(to)),
                 "l"(from), "r"(x), "r"(place(barrier))
                 : "memory");
}

enum fault { NONE, NO_WAIT, PHASE, EARLY };

template <fault F> static __device__ void ring(const float *a, float *b, int n)
{
    __shared__ __align__(128) float s[STAGES][256];
    __shared__ uint64_t full[STAGES], empty[STAGES];
    int t = threadIdx.x;
    float sum = 0;
    if (t == 0)
        for (int i = 0; i < STAGES; i++) {
            begin(&full[i], 1);
            begin(&empty[i], 64);
        }
    __syncthreads();
    for (int k = 0; k < n && t == 64; k++) {
        if (F != NO_WAIT)
            wait(&empty[k % STAGES], F == PHASE ? k / STAGES % 2 : (k / STAGES + 1) % 2);
        expect(&full[k % STAGES], 1024);
        copy(s[k % STAGES], a + k * 256, 1024, &full[k % STAGES]);
    }
    for (int k = 0; k < n && t < 64; k++) {
        wait(&full[k % STAGES], k / STAGES % 2);
        if (F == EARLY)
            arrive(&empty[k % STAGES]);
        sum += s[k % STAGES][t] + s[k % STAGES][t + 192];
        if (F != EARLY)
            arrive(&empty[k % STAGES]);
    }
    if (t < 64)
        b[t] = sum;
}

extern "C" __global__ void ring_right(const float *a, float *b, int n)
{
    ring<NONE>(a, b, n);
}

extern "C" __global__ void ring_wrong(const float *a, float *b, int n)
{
    ring<NO_WAIT>(a, b, n);
}

extern "C" __global__ void early_wrong(const float *a, float *b, int n)
{
    ring<EARLY>(a, b, n);
}

extern "C" __global__ void phase_wrong(const float *a, float *b, int n)
{
    ring<PHASE>(a, b, n); // waits for a phase that nobody ends
}

// Two tensors, of whose copies the barrier alone knows the bytes: 1024 and 512 of a stage.
template <bool Wrong>
static __device__ void tiles(const tensor_map *a, const tensor_map *c, float *b, int n)
{
    __shared__ __align__(128) float s[STAGES * 384];
    __shared__ uint64_t full[STAGES], empty[STAGES];
    float *first = s, *second = s + STAGES * 256;
    int t = threadIdx.x;
    float sum = 0;
    if (t == 0)
        for (int i = 0; i < STAGES; i++) {
            begin(&full[i], 1);
            begin(&empty[i], 64);
        }
    __syncthreads();
    for (int k = 0; k < n && t == 64; k++) {
        wait(&empty[k % STAGES], (k / STAGES + 1) % 2);
        expect(&full[k % STAGES], 1536);
        copy_tile(first + k % STAGES * 256, a, k * 256, &full[k % STAGES]);
        copy_tile(second + k % STAGES * 128, c, k * 128, &full[k % STAGES]);
    }
    for (int k = 0; k < n && t < 64; k++) {
        wait(&full[k % STAGES], k / STAGES % 2);
        sum += first[k % STAGES * 256 + t] * second[(k + Wrong) % STAGES * 128 + t];
        arrive(&empty[k % STAGES]);
    }
    if (t < 64)
        b[t] = sum;
}

extern "C" __global__ void tiles_right(const __grid_constant__ tensor_map a,
                                       const __grid_constant__ tensor_map c, float *b, int n)
{
    tiles<false>(&a, &c, b, n);
}

extern "C" __global__ void tiles_wrong(const __grid_constant__ tensor_map a,
                                       const __grid_constant__ tensor_map c, float *b, int n)
{
    tiles<true>(&a, &c, b, n); // reads the next stage
}

// Two tensors, behind the second of which nothing is copied: 1024 bytes, and room for as many
// more, and 3072 bytes. The bytes of each could as well be 2048.
template <bool Wrong>
static __device__ void pair(const tensor_map *a, const tensor_map *c, float *b)
{
    __shared__ __align__(128) float s[512 + 768];
    __shared__ uint64_t full;
    int t = threadIdx.x;
    if (t == 0)
        begin(&full, 1);
    __syncthreads();
    if (t == 64) {
        expect(&full, 4096);
        copy_tile(s, a, 0, &full);
        copy_tile(s + 512, c, 0, &full);
    }
    if (t < 64) {
        if (Wrong)
            s[512 + 767 - t] = t;
        wait(&full, 0);
        b[t] = s[t] + s[512 + t] + s[512 + 767 - t];
    }
}

extern "C" __global__ void pair_right(const __grid_constant__ tensor_map a,
                                      const __grid_constant__ tensor_map c, float *b)
{
    pair<false>(&a, &c, b);
}

extern "C" __global__ void pair_wrong(const __grid_constant__ tensor_map a,
                                      const __grid_constant__ tensor_map c, float *b)
{
    pair<true>(&a, &c, b); // writes where the second copy may go
}
