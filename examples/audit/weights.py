"""A product with weights of 4 bits, two in a byte: c = a * unpacked(b) * scale."""
import triton
import triton.language as tl


@triton.jit
def product(a, b, c, scale, M, N, K, row_a, row_b, row_c,
            BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    n = tl.program_id(1) * BN + tl.arange(0, BN)
    k = tl.arange(0, BK)
    half = tl.arange(0, BK) // 2
    shift = 4 * (tl.arange(0, BK) % 2)
    sums = tl.zeros((BM, BN), tl.float32)
    for first in range(0, K, BK):
        x = tl.load(a + m[:, None] * row_a + (first + k)[None, :], m[:, None] < M, 0.0)
        bytes = tl.load(b + (first // 2 + half)[:, None] * row_b + n[None, :], n[None, :] < N, 0)
        w = ((bytes >> shift[:, None]) & 15) - 8
        sums = tl.dot(x, w.to(tl.float16), sums)
    sums *= tl.load(scale + n, n < N, 0.0)[None, :]
    inside = (m[:, None] < M) & (n[None, :] < N)
    tl.store(c + m[:, None] * row_c + n[None, :], sums.to(tl.float16), inside)
