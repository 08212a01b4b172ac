"""Kernels of CuTe DSL with rings of stages, and a product by wgmma, made into the modules beside this file as tiles.py says:

    python rings.py
"""
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
os.environ.setdefault("CUTE_DSL_ARCH", "sm_90a")
sys.path.insert(0, HERE)
from tiles import make, matrix, shared  # noqa: E402

import cutlass  # noqa: E402
import cutlass.cute as cute  # noqa: E402
from cutlass import Float16, Float32, Int32, Int64, range_constexpr  # noqa: E402
from cutlass.cute.nvgpu import CopyUniversalOp, cpasync, warpgroup  # noqa: E402

STAGES = 3


# ---- sums of columns, tiles by cp.async ----


@cute.kernel
def sum_ring(a: cute.Tensor, b: cute.Tensor, tiles: Int32, copy: cute.TiledCopy):
    thread, _, _ = cute.arch.thread_idx()
    block, _, _ = cute.arch.block_idx()
    ring = shared(Float32, cute.make_layout((32, 16, STAGES), stride=(16, 1, 512)))
    mine = copy.get_slice(thread)
    source = mine.partition_S(cute.local_tile(a, (32, 16), (block, None)))
    stage = mine.partition_D(ring)
    for i in range_constexpr(STAGES - 1):
        if i < tiles:
            cute.copy(copy, source[None, None, None, i], stage[None, None, None, i])
        cute.arch.cp_async_commit_group()
    full, empty, total = Int32(0), Int32(STAGES - 1), Float32(0)
    for i in cutlass.range(tiles, unroll=1):
        cute.arch.cp_async_wait_group(STAGES - 2)
        cute.arch.sync_threads()
        if i + STAGES - 1 < tiles:
            cute.copy(copy, source[None, None, None, i + STAGES - 1],
                      stage[None, None, None, empty])
        cute.arch.cp_async_commit_group()
        for k in range_constexpr(4):
            total = total + ring[thread // 16 + 8 * k, thread % 16, full]
        full = full + 1
        if full == STAGES:
            full = Int32(0)
        empty = empty + 1
        if empty == STAGES:
            empty = Int32(0)
    b[block, thread] = total


@cute.jit
def ring(a: cute.Tensor, b: cute.Tensor, tiles: Int32):
    atom = cute.make_copy_atom(cpasync.CopyG2SOp(), Float32, num_bits_per_copy=128)
    copy = cute.make_tiled_copy_tv(atom, cute.make_layout((32, 4), stride=(4, 1)),
                                   cute.make_layout((1, 4)))
    sum_ring(a, b, tiles, copy).launch(grid=[8, 1, 1], block=[128, 1, 1])


# ---- the same, tiles by tensor maps ----


@cute.kernel
def sum_phases(atom: cute.CopyAtom, a: cute.Tensor, b: cute.Tensor, tiles: Int32):
    thread, _, _ = cute.arch.thread_idx()
    block, _, _ = cute.arch.block_idx()
    warp = cute.arch.make_warp_uniform(cute.arch.warp_idx())
    memory = cutlass.utils.SmemAllocator()
    ring = memory.allocate_tensor(Float32, cute.make_layout((32, 16, STAGES), stride=(16, 1, 512)),
                                  1024)
    full = memory.allocate_array(Int64, STAGES)
    empty = memory.allocate_array(Int64, STAGES)
    if thread == 0:
        for i in range_constexpr(STAGES):
            cute.arch.mbarrier_init(full + i, 1)
            cute.arch.mbarrier_init(empty + i, 128)
        cute.arch.mbarrier_init_fence()
    cute.arch.sync_threads()
    stage, source = cpasync.tma_partition(
        atom, 0, cute.make_layout(1), cute.group_modes(ring, 0, 2),
        cute.group_modes(cute.local_tile(a, (32, 16), (block, None)), 0, 2))
    if warp == 0:
        for i in range_constexpr(STAGES - 1):
            if i < tiles:
                with cute.arch.elect_one():
                    cute.arch.mbarrier_arrive_and_expect_tx(full + i, 2048)
                cute.copy(atom, source[None, i], stage[None, i], tma_bar_ptr=full + i)
    at, phase, total = Int32(0), Int32(0), Float32(0)
    fill, round = Int32(STAGES - 1), Int32(1)
    for i in cutlass.range(tiles, unroll=1):
        cute.arch.mbarrier_wait(full + at, phase)
        for k in range_constexpr(4):
            total = total + ring[thread // 16 + 8 * k, thread % 16, at]
        cute.arch.mbarrier_arrive(empty + at)
        if warp == 0 and i + STAGES - 1 < tiles:
            cute.arch.mbarrier_wait(empty + fill, round)
            with cute.arch.elect_one():
                cute.arch.mbarrier_arrive_and_expect_tx(full + fill, 2048)
            cute.copy(atom, source[None, i + STAGES - 1], stage[None, fill],
                      tma_bar_ptr=full + fill)
        at = at + 1
        if at == STAGES:
            at = Int32(0)
            phase = phase ^ 1
        fill = fill + 1
        if fill == STAGES:
            fill = Int32(0)
            round = round ^ 1
    b[block, thread] = total


@cute.jit
def phases(a: cute.Tensor, b: cute.Tensor, tiles: Int32):
    atom, view = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), a,
                                             cute.make_layout((32, 16), stride=(16, 1)), (32, 16))
    sum_phases(atom, view, b, tiles).launch(grid=[8, 1, 1], block=[128, 1, 1])


# ---- a product by wgmma, operands in shared memory ----


@cute.kernel
def multiply(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor, mma: cute.TiledMma,
             rows: cute.ComposedLayout, columns: cute.ComposedLayout, copy: cute.TiledCopy):
    thread, _, _ = cute.arch.thread_idx()
    memory = cutlass.utils.SmemAllocator()
    left = memory.allocate_tensor(Float16, rows.outer, 1024, swizzle=rows.inner)
    right = memory.allocate_tensor(Float16, columns.outer, 1024, swizzle=columns.inner)
    mine = copy.get_slice(thread)
    cute.copy(copy, mine.partition_S(a), mine.partition_D(left[None, None, 0]))
    cute.copy(copy, mine.partition_S(b), mine.partition_D(right[None, None, 0]))
    cute.arch.cp_async_commit_group()
    cute.arch.cp_async_wait_group(0)
    cute.arch.fence_proxy("async.shared", space="cta")
    cute.arch.sync_threads()
    part = mma.get_slice(0)
    x = mma.make_fragment_A(part.partition_A(left))
    y = mma.make_fragment_B(part.partition_B(right))
    sums = cute.make_rmem_tensor(mma.partition_shape_C((64, 64)), Float32)
    warpgroup.fence()
    for k in range_constexpr(4):
        mma.set(warpgroup.Field.ACCUMULATE, k > 0)
        cute.gemm(mma, sums, x[None, None, k, 0], y[None, None, k, 0], sums)
    warpgroup.commit_group()
    warpgroup.wait_group(0)
    out = mma.get_slice(thread).partition_C(c)
    cute.copy(cute.make_copy_atom(CopyUniversalOp(), Float32), sums, out)


@cute.jit
def product(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    major = warpgroup.OperandMajorMode.K
    op = warpgroup.MmaF16BF16Op(Float16, Float32, (64, 64, 16), warpgroup.OperandSource.SMEM,
                                major, major)
    mma = cute.make_tiled_mma(op)
    atom = warpgroup.make_smem_layout_atom(warpgroup.SmemLayoutAtomKind.K_SW128, Float16)
    layout = cute.tile_to_shape(atom, (64, 64, 1), (0, 1, 2))
    fill = cute.make_copy_atom(cpasync.CopyG2SOp(), Float16, num_bits_per_copy=128)
    copy = cute.make_tiled_copy_tv(fill, cute.make_layout((16, 8), stride=(8, 1)),
                                   cute.make_layout((1, 8)))
    multiply(a, b, c, mma, layout, layout, copy).launch(grid=[1, 1, 1], block=[128, 1, 1])


if __name__ == "__main__":
    import rings

    a, b = matrix(Float32, 256, 4096), matrix(Float32, 8, 128)
    make("ring", rings.ring, a, b, Int32(5))
    make("phases", rings.phases, a, b, Int32(5))
    f16 = matrix(Float16, 64, 64)
    make("product", rings.product, f16, f16, matrix(Float32, 64, 64))
