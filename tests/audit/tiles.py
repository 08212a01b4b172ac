"""Kernels of CuTe DSL whose modules are beside this file, and how they are made:

    python tiles.py

with nvidia-cutlass-dsl 4.8; no GPU is needed. What is left of a module is its kernel, with names
of files in its places.
"""
import os
import re
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
FOLDER = tempfile.mkdtemp()
os.environ.update(CUTE_DSL_KEEP="ir-debug", CUTE_DSL_LINEINFO="1", CUTE_DSL_DUMP_DIR=FOLDER)
os.environ.setdefault("CUTE_DSL_ARCH", "sm_90")

import cutlass  # noqa: E402
import cutlass.cute as cute  # noqa: E402
from cutlass import Float16, Float32, Int32, const_expr, range_constexpr  # noqa: E402
from cutlass.cute.nvgpu import CopyUniversalOp, cpasync, warp  # noqa: E402
from cutlass.cute.runtime import make_fake_tensor  # noqa: E402


def shared(element, layout, swizzle=None):
    return cutlass.utils.SmemAllocator().allocate_tensor(element, layout, 1024, swizzle=swizzle)


# ---- a matrix transposed, an element a thread ----


@cute.kernel
def turn_tile(a: cute.Tensor, b: cute.Tensor, layout: cute.Layout):
    x, y, _ = cute.arch.thread_idx()
    column, row, _ = cute.arch.block_idx()
    tile = shared(Float32, layout)
    for i in range_constexpr(2):
        tile[y + 16 * i, x] = a[row * 32 + y + 16 * i, column * 32 + x]
    cute.arch.sync_threads()
    for i in range_constexpr(2):
        b[column * 32 + y + 16 * i, row * 32 + x] = tile[x, y + 16 * i]


@cute.jit
def turn(a: cute.Tensor, b: cute.Tensor, row: cutlass.Constexpr):
    layout = cute.make_layout((32, 32), stride=(row, 1))
    turn_tile(a, b, layout).launch(grid=[8, 8, 1], block=[32, 16, 1])


# ---- a tile of A by cp.async, its fragments by ldmatrix ----


@cute.kernel
def read_rows(a: cute.Tensor, b: cute.Tensor, layout: cute.Layout, swizzle: cutlass.Constexpr,
              copy: cute.TiledCopy, mma: cute.TiledMma):
    thread, _, _ = cute.arch.thread_idx()
    block, _, _ = cute.arch.block_idx()
    tile = shared(Float16, layout, swizzle)
    mine = copy.get_slice(thread)
    cute.copy(copy, mine.partition_S(cute.local_tile(a, (64, 32), (block, 0))),
              mine.partition_D(tile))
    cute.arch.cp_async_commit_group()
    cute.arch.cp_async_wait_group(0)
    cute.arch.sync_threads()
    part = mma.get_slice(thread)
    fragment = mma.make_fragment_A(part.partition_A(tile))
    atom = cute.make_copy_atom(warp.LdMatrix8x8x16bOp(False, 4), Float16)
    load = cute.make_tiled_copy_A(atom, mma)
    mine = load.get_slice(thread)
    cute.copy(load, mine.partition_S(tile), mine.retile(fragment))
    out = part.partition_A(cute.local_tile(b, (64, 32), (block, 0)))
    cute.copy(cute.make_copy_atom(CopyUniversalOp(), Float16), fragment, out)


@cute.jit
def rows(a: cute.Tensor, b: cute.Tensor, swizzle: cutlass.Constexpr):
    atom = cute.make_copy_atom(cpasync.CopyG2SOp(), Float16, num_bits_per_copy=128)
    copy = cute.make_tiled_copy_tv(atom, cute.make_layout((32, 4), stride=(4, 1)),
                                   cute.make_layout((1, 8)))
    op = warp.MmaF16BF16Op(Float16, Float32, (16, 8, 16))
    mma = cute.make_tiled_mma(op, cute.make_layout((4, 1, 1)), permutation_mnk=(64, 8, 16))
    layout = cute.make_layout((64, 32), stride=(32, 1))
    read_rows(a, b, layout, cute.make_swizzle(*swizzle) if const_expr(swizzle) else None, copy,
              mma).launch(grid=[8, 1, 1], block=[128, 1, 1])


# ---- results to shared memory by stmatrix, transposed ----


@cute.kernel
def write_columns(a: cute.Tensor, b: cute.Tensor, layout: cute.Layout, swizzle: cutlass.Constexpr,
                  mma: cute.TiledMma):
    thread, _, _ = cute.arch.thread_idx()
    tile = shared(Float16, layout, swizzle)
    results = mma.get_slice(thread).partition_C(a)
    fragment = cute.make_fragment_like(results)
    cute.autovec_copy(results, fragment)
    atom = cute.make_copy_atom(warp.StMatrix8x8x16bOp(True, 2), Float16)
    store = cute.make_tiled_copy_C(atom, mma)
    mine = store.get_slice(thread)
    cute.copy(store, mine.retile(fragment), mine.partition_D(tile))
    cute.arch.sync_threads()
    b[thread] = tile[thread % 64, thread // 64]


@cute.jit
def columns(a: cute.Tensor, b: cute.Tensor, swizzle: cutlass.Constexpr):
    op = warp.MmaF16BF16Op(Float16, Float32, (16, 8, 16))
    mma = cute.make_tiled_mma(op, cute.make_layout((4, 1, 1)), permutation_mnk=(64, 32, 16))
    layout = cute.make_layout((64, 32), stride=(1, 64))
    write_columns(a, b, layout, cute.make_swizzle(*swizzle) if const_expr(swizzle) else None,
                  mma).launch(grid=[1, 1, 1], block=[128, 1, 1])


# ---- a copy without a width ----


@cute.kernel
def copy_words(a: cute.Tensor, b: cute.Tensor, layout: cute.Layout, copy: cute.TiledCopy):
    thread, _, _ = cute.arch.thread_idx()
    block, _, _ = cute.arch.block_idx()
    tile = shared(Float32, layout)
    mine = copy.get_slice(thread)
    source = mine.partition_S(cute.local_tile(a, (32, 32), (block, 0)))
    fragment = cute.make_fragment_like(source)
    atom = cute.make_copy_atom(CopyUniversalOp(), Float32)
    cute.copy(atom, source, fragment)
    cute.copy(atom, fragment, mine.partition_D(tile))
    cute.arch.sync_threads()
    cute.autovec_copy(mine.partition_D(tile), fragment)
    cute.autovec_copy(fragment, mine.partition_S(cute.local_tile(b, (32, 32), (block, 0))))


@cute.jit
def words(a: cute.Tensor, b: cute.Tensor, strides: cutlass.Constexpr):
    atom = cute.make_copy_atom(CopyUniversalOp(), Float32)
    copy = cute.make_tiled_copy_tv(atom, cute.make_layout((8, 8), stride=(8, 1)),
                                   cute.make_layout((4, 4), stride=(4, 1)))
    copy_words(a, b, cute.make_layout((32, 32), stride=strides),
               copy).launch(grid=[8, 1, 1], block=[64, 1, 1])


# ---- stages in a loop, by a part of the threads ----


@cute.kernel
def sum_stages(a: cute.Tensor, b: cute.Tensor, n: Int32, layout: cute.Layout):
    thread, _, _ = cute.arch.thread_idx()
    block, _, _ = cute.arch.block_idx()
    tile = shared(Float32, layout)
    total = Float32(0.0)
    stage = Int32(0)
    for k in range(n):
        if thread < 64:
            tile[thread, thread % 16, stage] = a[thread, k]
        cute.arch.sync_threads()
        total = total + tile[thread // 2, thread % 2 * 8, stage]
        cute.arch.sync_threads()
        stage = stage + 1
        if stage == 3:
            stage = Int32(0)
    b[block * 128 + thread] = total


@cute.jit
def stages(a: cute.Tensor, b: cute.Tensor, n: Int32):
    layout = cute.make_layout((64, 16, 3), stride=(17, 1, 17 * 64))
    sum_stages(a, b, n, layout).launch(grid=[8, 1, 1], block=[128, 1, 1])


# ---- modules ----


def matrix(element, rows=None, columns=None):
    if rows is None:  # of any size, its rows at multiples of 16 bytes
        shape = (cute.sym_int(), cute.sym_int(divisibility=4))
        return make_fake_tensor(element, shape, (cute.sym_int(divisibility=4), 1), assumed_align=16)
    if columns is None:
        return make_fake_tensor(element, (rows,), (1,), assumed_align=16)
    return make_fake_tensor(element, (rows, columns), (columns, 1), assumed_align=16)


def make(name, kernel, *arguments):
    for file in os.listdir(FOLDER):
        os.remove(os.path.join(FOLDER, file))
    cute.compile(kernel, *arguments)
    (file,) = [file for file in os.listdir(FOLDER) if file.endswith(".mlir")]
    with open(os.path.join(FOLDER, file)) as module:
        text = module.read()
    host = text.index("\n  func.func ")
    text = text[:host] + text[text.index("\n}", host):]
    long = re.search(r"cuda.kernel @(\w+)", text)[1]
    text = text.replace(long, name.replace("-", "_"))
    text = re.sub(r'loc\("[^"]*/([^"/]*)":', r'loc("\1":', text)
    with open(os.path.join(HERE, name + ".mlir"), "w") as out:
        out.write(text)


if __name__ == "__main__":
    sys.path.insert(0, HERE)
    import tiles

    f32, f16 = matrix(Float32), matrix(Float16, 512, 32)
    make("turn", tiles.turn, f32, f32, 32)
    make("turn-padded", tiles.turn, f32, f32, 33)
    make("rows", tiles.rows, f16, f16, None)
    make("rows-swizzled", tiles.rows, f16, f16, (2, 4, 3))
    make("columns", tiles.columns, matrix(Float16, 64, 32), matrix(Float16, 128), None)
    make("columns-swizzled", tiles.columns, matrix(Float16, 64, 32), matrix(Float16, 128), (3, 4, 3))
    make("words", tiles.words, f32, f32, (1, 36))
    make("stages", tiles.stages, f32, matrix(Float32, 1024), Int32(5))
