"""A matrix transposed, by tiles: between its load and its store a tile changes its layout."""
import triton
import triton.language as tl


@triton.jit
def transpose(a, b, M, N, BM: tl.constexpr, BN: tl.constexpr):
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    n = tl.program_id(1) * BN + tl.arange(0, BN)
    inside = (m[:, None] < M) & (n[None, :] < N)
    x = tl.load(a + m[:, None] * N + n[None, :], inside)
    tl.store(b + n[:, None] * M + m[None, :], tl.trans(x), tl.trans(inside))
