// Addresses in shared memory that a swizzle changes as they are, base and all, and such that are
// rounded up first: the dynamic memory has to begin at a multiple of 1024 bytes for the one, and to
// have room for the other.

typedef unsigned u32;

static __device__ void put(u32 at, u32 value)
{
    at ^= (at >> 7 & 7) << 4;
    asm volatile("st.shared.v4.u32 [%0], {%1, %1, %1, %1};" ::"r"(at), "r"(value) : "memory");
}

static __device__ u32 get(u32 at)
{
    u32 value;
    at ^= (at >> 7 & 7) << 4;
    asm volatile("ld.shared.u32 %0, [%1];" : "=r"(value) : "r"(at) : "memory");
    return value;
}

template <bool Rounds> static __device__ void turn(u32 *out, const u32 *in)
{
    extern __shared__ uint4 tile[];
    u32 base = (u32)__cvta_generic_to_shared(tile), t = threadIdx.x;
    if (Rounds)
        base = (base + 1023) & ~1023u;
    put(base + 16 * t, in[t]);
    __syncthreads();
    out[t] = get(base + 128 * (t % 16) + 16 * (t / 16));
}

extern "C" __global__ void as_it_is(u32 *out, const u32 *in)
{
    turn<false>(out, in);
}

extern "C" __global__ void rounded(u32 *out, const u32 *in)
{
    turn<true>(out, in);
}
