// Kernels of which the wrong ones are in order only by luck: which phase of an mbarrier an arrival
// counts in, or a wait is for, depends on who is first.
#include <stdint.h>

static __device__ uint32_t place(const volatile void *p)
{
    return (uint32_t)__cvta_generic_to_shared((const void *)p);
}

static __device__ void begin(uint64_t *barrier, int arrivals)
{
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(place(barrier)), "r"(arrivals)
                 : "memory");
}

static __device__ void arrive(uint64_t *barrier)
{
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(place(barrier)) : "memory");
}

static __device__ void arrive_relaxed(uint64_t *barrier)
{
    asm volatile("mbarrier.arrive.relaxed.cta.shared::cta.b64 _, [%0];" ::"r"(place(barrier))
                 : "memory");
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

enum fault { NONE, ANY_TURN, LATE, RELAXED };

// Two threads write, one after the other; a third one reads what each has written, and lets the
// second one go on.
template <fault F> static __device__ void turns(float *out)
{
    __shared__ volatile float s[2];
    __shared__ uint64_t full, taken;
    int t = threadIdx.x;
    if (t == 0) {
        begin(&full, 1);
        begin(&taken, 1);
    }
    __syncthreads();
    if (t == 0) {
        s[0] = 1;
        if (F == RELAXED)
            arrive_relaxed(&full);
        else
            arrive(&full);
    }
    if (t == 32) {
        if (F != ANY_TURN)
            wait(&full, 0);
        if (F != ANY_TURN && F != LATE)
            wait(&taken, 0);
        s[1] = 2;
        arrive(&full);
    }
    if (t == 64) {
        wait(&full, 0);
        out[0] = s[0];
        arrive(&taken);
        wait(&full, 1);
        out[1] = s[1];
    }
}

extern "C" __global__ void turns_right(float *out)
{
    turns<NONE>(out);
}

extern "C" __global__ void any_turn_wrong(float *out)
{
    turns<ANY_TURN>(out); // the second thread may be the first one
}

extern "C" __global__ void late_wrong(float *out)
{
    turns<LATE>(out); // both phases may be over when the third thread waits for one
}

extern "C" __global__ void relaxed_wrong(float *out)
{
    turns<RELAXED>(out); // the arrival passes nothing on
}

// A thread writes twice; another one, which may be the first to come, waits for the first time.
template <bool Wrong> static __device__ void twice(float *out)
{
    __shared__ volatile float s[2];
    __shared__ uint64_t full, taken;
    int t = threadIdx.x;
    if (t == 0) {
        begin(&full, 1);
        begin(&taken, 1);
    }
    __syncthreads();
    if (t == 0) {
        wait(&full, 0);
        out[0] = s[0];
        arrive(&taken);
    }
    if (t == 32) {
        s[0] = 1;
        arrive(&full);
        if (!Wrong)
            wait(&taken, 0);
        s[1] = 2;
        arrive(&full);
    }
}

extern "C" __global__ void twice_right(float *out)
{
    twice<false>(out);
}

extern "C" __global__ void twice_wrong(float *out)
{
    twice<true>(out); // had it come late, it would wait for a third time
}

// A warp takes the turns of a thread, and its first lane says so for all.
template <bool Wrong> static __device__ void elected(int *out, int n)
{
    __shared__ uint64_t full, empty;
    int t = threadIdx.x;
    if (t == 0) {
        begin(&full, 1);
        begin(&empty, 1);
    }
    __syncthreads();
    for (int k = 0; k < n && t == 32; k++) {
        wait(&empty, (k + 1) % 2);
        arrive(&full);
    }
    for (int k = 0; k < n && t < 32; k++) {
        wait(&full, k % 2);
        out[k * 32 + t] = k;
        if (!Wrong)
            __syncwarp();
        if (t == 0)
            arrive(&empty);
    }
}

extern "C" __global__ void elected_right(int *out, int n)
{
    elected<false>(out, n);
}

extern "C" __global__ void elected_wrong(int *out, int n)
{
    elected<true>(out, n); // it may have said so twice before another lane has waited once
}
