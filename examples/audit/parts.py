"""Magnitudes of complex numbers, whose parts lie side by side: each load takes every other word."""
import triton
import triton.language as tl


@triton.jit
def magnitudes(z, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    real = tl.load(z + 2 * i, i < n)
    imaginary = tl.load(z + 2 * i + 1, i < n)
    tl.store(out + i, tl.sqrt(real * real + imaginary * imaginary), i < n)
