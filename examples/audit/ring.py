"""Sums of rows: tiles of a go through a ring of stages in shared memory, in Gluon."""
import triton
from triton.experimental import gluon
from triton.experimental.gluon import language as gl
from triton.experimental.gluon.language.nvidia.ampere import async_copy as copies


@gluon.jit
def fill(ring, stage, places, first, width):
    inside = (first + gl.arange(0, ring.shape[2], gl.SliceLayout(0, places.type.layout))) < width
    copies.async_load(ring.index(stage), places + first, mask=inside[None, :])
    copies.commit_group()


@gluon.jit
def row_sums(a, b, height, width, row_a,
             BM: gl.constexpr, BN: gl.constexpr, STAGES: gl.constexpr):
    tile: gl.constexpr = gl.BlockedLayout([1, 4], [4, 8], [4, 1], [1, 0])
    stages: gl.constexpr = gl.SwizzledSharedLayout(4, 1, 8, [1, 0])
    ring = gl.allocate_shared_memory(gl.float32, [STAGES, BM, BN], stages)
    m = gl.program_id(0) * BM + gl.arange(0, BM, gl.SliceLayout(1, tile))
    n = gl.arange(0, BN, gl.SliceLayout(0, tile))
    places = a + m[:, None] * row_a + n[None, :]
    sums = gl.zeros([BM], gl.float32, gl.SliceLayout(1, tile))
    for t in gl.static_range(STAGES - 1):
        fill(ring, t, places, t * BN, width)
    for t in range(0, gl.cdiv(width, BN)):
        copies.wait_group(STAGES - 2)
        x = ring.index(t % STAGES).load(tile)
        ahead = t + STAGES - 1
        fill(ring, ahead % STAGES, places, ahead * BN, width)
        sums += gl.sum(x, 1)
    gl.store(b + m, sums, mask=m < height)
