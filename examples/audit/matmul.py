"""A product of matrices: tiles of a and b go through shared memory in three stages."""
import triton
import triton.language as tl


@triton.jit
def matmul(a, b, c, M, N, K, row_a, row_b, row_c,
           BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    n = tl.program_id(1) * BN + tl.arange(0, BN)
    k = tl.arange(0, BK)
    from_a = a + m[:, None] * row_a + k[None, :]
    from_b = b + k[:, None] * row_b + n[None, :]
    sums = tl.zeros((BM, BN), tl.float32)
    for first in range(0, K, BK):
        x = tl.load(from_a, (m[:, None] < M) & (first + k[None, :] < K), 0.0)
        y = tl.load(from_b, (first + k[:, None] < K) & (n[None, :] < N), 0.0)
        sums = tl.dot(x, y, sums)
        from_a += BK
        from_b += BK * row_b
    inside = (m[:, None] < M) & (n[None, :] < N)
    tl.store(c + m[:, None] * row_c + n[None, :], sums.to(tl.float16), inside)
