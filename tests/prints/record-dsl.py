"""record-dsl - writes tests/prints/cute-dsl.tsv: what CuTe DSL prints, and the values that it has.

    pip install nvidia-cutlass-dsl==4.8.1
    python record-dsl.py > cute-dsl.tsv

Everything is traced and run on the host. A row is what was printed, how, and what the text must be
read as: values that the DSL computes from the same object while it traces.
"""
import contextlib
import ctypes
import io
import os
import sys
import tempfile

import cutlass
import cutlass.cute as cute
from cutlass.cute.runtime import make_ptr
import cutlass.cute.nvgpu as nvgpu
from cutlass._mlir import ir

SOURCE = "nvidia-cutlass-dsl 4.8.1"
rows = []


def escaped(text):
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t")


def row(how, text, expected):
    rows.append((SOURCE, how, text, expected))


def literal(value):
    if isinstance(value, tuple):
        return "(" + ",".join(literal(v) for v in value) + ("," if len(value) == 1 else "") + ")"
    return str(value)


def values(size, at):
    if size <= 256:
        return "values (" + ",".join(literal(at(i)) for i in range(size)) + (",)" if size == 1 else ")")
    lines = [f"prove size(it) == {size}"]
    for i in range(24):
        c = size - 1 if i == 0 else i * 2654435761 % size
        lines.append(f"prove it({c}) == {literal(at(c))}")
    return "\n".join(lines)


def layout(how, made):
    expected = values(cute.size(made), lambda i: made(i))
    row(f"print({how})", str(made), expected)
    row(f"print({how}.type)", str(made.type), expected)


def part(name, made):
    size = cute.size(made)
    lines = [f"prove size({name}) == {size}"]
    for i in range(1, 7):
        c = size - 1 if i == 1 else i * 2654435761 % size
        lines.append(f"prove {name}({c}) == {literal(made(c))}")
    return "\n".join(lines)


def tiled_mma(how, mma):
    expected = "\n".join(["import <cute>", part("it.ThrLayoutVMNK", mma.thr_layout_vmnk),
                          part("it.LayoutA_TV", mma.tv_layout_A), part("it.LayoutB_TV", mma.tv_layout_B),
                          part("it.LayoutC_TV", mma.tv_layout_C),
                          part("layoutA_TV(it)", mma.tv_layout_A_tiled),
                          part("layoutB_TV(it)", mma.tv_layout_B_tiled),
                          part("layoutC_TV(it)", mma.tv_layout_C_tiled)])
    row(f"print({how})", str(mma), expected)


def tiled_copy(how, copy):
    expected = [part("it.TiledLayout_TV", copy.layout_tv_tiled)]
    row(f"print({how})", str(copy), "\n".join(expected))


@cute.jit
def static():
    layout("make_layout((4,8))", cute.make_layout((4, 8)))
    layout("make_layout(8)", cute.make_layout(8))
    layout("make_layout((4,8), stride=(8,1))", cute.make_layout((4, 8), stride=(8, 1)))
    layout("make_layout((2,(1,6)), stride=(1,(6,2)))",
           cute.make_layout((2, (1, 6)), stride=(1, (6, 2))))
    layout("make_layout((4,3), stride=(3,-1))", cute.make_layout((4, 3), stride=(3, -1)))
    layout("make_layout((4,8), stride=(0,1))", cute.make_layout((4, 8), stride=(0, 1)))
    layout("make_ordered_layout((4,2,8), order=(2,0,1))",
           cute.make_ordered_layout((4, 2, 8), order=(2, 0, 1)))
    layout("logical_divide(make_layout((8,12)), (4,3))",
           cute.logical_divide(cute.make_layout((8, 12)), (4, 3)))
    layout("zipped_divide(make_layout((8,12)), (4,3))",
           cute.zipped_divide(cute.make_layout((8, 12)), (4, 3)))
    layout("blocked_product((2,5):(5,1), (3,4))",
           cute.blocked_product(cute.make_layout((2, 5), stride=(5, 1)), cute.make_layout((3, 4))))
    layout("composition((6,2):(8,2), (4,3):(3,1))",
           cute.composition(cute.make_layout((6, 2), stride=(8, 2)), cute.make_layout((4, 3), stride=(3, 1))))
    layout("complement(4:2, 24)", cute.complement(cute.make_layout(4, stride=2), 24))
    layout("coalesce((2,(1,6)):(1,(6,2)))",
           cute.coalesce(cute.make_layout((2, (1, 6)), stride=(1, (6, 2)))))
    layout("make_identity_layout((3,4))", cute.make_identity_layout((3, 4)))
    layout("get((4,(2,3)), mode=[1])", cute.get(cute.make_layout((4, (2, 3))), mode=[1]))
    layout("tile_to_shape((8,8):(8,1), (16,32), (0,1))",
           cute.tile_to_shape(cute.make_layout((8, 8), stride=(8, 1)), (16, 32), (0, 1)))


@cute.jit
def swizzled():
    for b, m, s in ((3, 4, 3), (2, 0, 3), (3, 3, 3)):
        row(f"print(make_swizzle({b},{m},{s}))", str(cute.make_swizzle(b, m, s)), f"value S<{b},{m},{s}>")
    inner = cute.make_layout((8, 16), stride=(16, 1))
    made = cute.make_composed_layout(cute.make_swizzle(2, 1, 3), 0, inner)
    expected = values(128, lambda i: (lambda x: x ^ (((x >> 4) & 3) << 1))(inner(i)))
    row("print(make_composed_layout(make_swizzle(2,1,3), 0, (8,16):(16,1)))", str(made), expected)
    row("print(make_composed_layout(make_swizzle(2,1,3), 0, (8,16):(16,1)).type)", str(made.type),
        expected)
    row("print((4,(2,3)))", str(cute.make_layout((4, (2, 3))).shape), "value (4,(2,3))")
    row("print(make_layout((4,8)).stride)", str(cute.make_layout((4, 8)).stride), "value (1,4)")


def coordinates(how, made):
    expected = values(cute.size(made), lambda i: made[i])
    row(f"print({how})", str(made), expected)
    row(f"print({how}.type)", str(made.type), expected)


@cute.jit
def tensors():
    coordinates("make_identity_tensor((4,8))", cute.make_identity_tensor((4, 8)))
    whole = cute.make_identity_tensor((16, 32))
    coordinates("local_tile(identity, (4,8), (1,2))", cute.local_tile(whole, (4, 8), (1, 2)))
    made = cute.make_rmem_tensor((4, 8), cutlass.Float32)
    row("print(make_rmem_tensor((4,8), Float32))", str(made),
        values(32, lambda i: made.layout(i)))
    row("print(make_rmem_tensor((4,8), Float32).type)", str(made.type),
        values(32, lambda i: made.layout(i)))
    half = cute.make_rmem_tensor(cute.make_layout((2, (2, 2)), stride=(4, (1, 2))), cutlass.Float16)
    row("print(make_rmem_tensor((2,(2,2)):(4,(1,2)), Float16))", str(half),
        values(8, lambda i: half.layout(i)))
    row("print(make_rmem_tensor((4,8), Float32).iterator)", str(made.iterator),
        "error expected 'o' and a layout")


@cute.jit
def open_sizes(p: cute.Pointer, n: cutlass.Int32, m: cutlass.Int32):
    g = cute.make_tensor(p, cute.make_layout((n, 64), stride=(64, 1)))
    row("print(make_layout((n,8)))", str(cute.make_layout((n, 8))), "value (n1,8):(1,n2)")
    row("print(make_layout((n,8)).type)", str(cute.make_layout((n, 8)).type), "value (n1,8):(1,n2)")
    row("print(make_layout((n,m), stride=(assume(m,16),1)))",
        str(cute.make_layout((n, m), stride=(cute.assume(m, 16), 1))),
        "prove aligned(slice(it, (_,0)), 16)\nprove it(2,3) == 2*n3 + 3")
    row("print(make_layout((n,8), stride=(assume(n,8),1)))",
        str(cute.make_layout((n, 8), stride=(cute.assume(n, 8), 1))),
        "prove aligned(slice(it, (_,0)), 8)\nprove it(2,3) == 2*n2 + 3")
    row("print(g)", str(g), "prove in_bounds(it, 64*n1)\nprove injective(it)\nprove size(it) == 64*n1")
    row("print(g.type)", str(g.type), "prove in_bounds(it, 64*n1)\nprove size(it) == 64*n1")
    row("print(zipped_divide(g, (8,8)))", str(cute.zipped_divide(g, (8, 8))),
        "prove injective(it)\nprove size(it) == 512*n1")
    row("print(local_tile(g, (8,8), (1,0)))", str(cute.local_tile(g, (8, 8), (1, 0))),
        "prove equiv(it, (8,8):(64,1))")
    row("print(local_tile(g, (8,8), (None,0)))", str(cute.local_tile(g, (8, 8), (None, 0))),
        "prove size(it) == 64*n1\nprove it(1,1,1) == 577")
    row("print(g.shape)", str(g.shape), "prove size(it) == 64*n1")
    row("print(slice_(make_layout((n,64), stride=(assume(n,8),1)), (None,3)))",
        str(cute.slice_(cute.make_layout((n, 64), stride=(cute.assume(n, 8), 1)), (None, 3))),
        "prove aligned(it, 8)\nprove it(3) == 3*n2")


@cute.jit
def tiled():
    op = nvgpu.warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16))
    atom = cute.make_mma_atom(op)
    row("print(make_mma_atom(MmaF16BF16Op))", str(atom),
        "\n".join([part("it.LayoutA_TV", atom.tv_layout_A), part("it.LayoutB_TV", atom.tv_layout_B),
                   part("it.LayoutC_TV", atom.tv_layout_C)]))
    tiled_mma("make_tiled_mma(op)", cute.make_tiled_mma(op))
    tiled_mma("make_tiled_mma(op, (2,2,1))", cute.make_tiled_mma(op, cute.make_layout((2, 2, 1))))
    tiled_mma("make_tiled_mma(op, (2,2,1), permutation_mnk=(32,32,16))",
              cute.make_tiled_mma(op, cute.make_layout((2, 2, 1)), permutation_mnk=(32, 32, 16)))
    tiled_mma("make_tiled_mma(op, (4,1,1), permutation_mnk=(64,(8,2):(1,8),16))",
              cute.make_tiled_mma(op, cute.make_layout((4, 1, 1)),
                                  permutation_mnk=(64, cute.make_layout((8, 2), stride=(1, 8)), 16)))
    row("print(make_tiled_mma(op).type)", str(cute.make_tiled_mma(op).type),
        "error a type of a tiled MMA of CuTe DSL")
    universal = cute.make_copy_atom(nvgpu.CopyUniversalOp(), cutlass.Float32, num_bits_per_copy=128)
    row("print(make_copy_atom(CopyUniversalOp, Float32, 128))", str(universal),
        "\n".join([part("it.ValLayoutSrc", universal.layout_src_tv),
                   part("it.ValLayoutDst", universal.layout_dst_tv), "prove it.ValueType == 32"]))
    row("print(make_copy_atom(CopyUniversalOp, Float32, 128).type)", str(universal.type),
        "error a type of an instruction of CuTe DSL")
    tiled_copy("make_tiled_copy_tv(universal, (32,8), (4,1))",
               cute.make_tiled_copy_tv(universal, cute.make_layout((32, 8)), cute.make_layout((4, 1))))
    ldmatrix = cute.make_copy_atom(nvgpu.warp.LdMatrix8x8x16bOp(False, 4), cutlass.Float16)
    row("print(make_copy_atom(LdMatrix8x8x16bOp(False,4), Float16))", str(ldmatrix),
        "\n".join([part("it.ValLayoutSrc", ldmatrix.layout_src_tv),
                   part("it.ValLayoutDst", ldmatrix.layout_dst_tv)]))
    mma = cute.make_tiled_mma(op, cute.make_layout((2, 2, 1)), permutation_mnk=(32, 32, 16))
    tiled_copy("make_tiled_copy_A(ldmatrix, mma)", cute.make_tiled_copy_A(ldmatrix, mma))


@cute.jit
def running(n: cutlass.Int32):
    cute.printf("{}", cute.make_layout((4, 8)))
    cute.printf("{}", cute.make_layout((n, 8)))
    cute.printf("{}", cute.make_composed_layout(cute.make_swizzle(2, 1, 3), 0,
                                                cute.make_layout((8, 16), stride=(16, 1))))
    made = cute.make_rmem_tensor((2, 4), cutlass.Float32)
    made.fill(1.0)
    cute.printf("{}", made)
    cute.print_tensor(made)


def while_running(function, *arguments):
    """What the compiled program writes to the standard output."""
    sys.stdout.flush()
    before = os.dup(1)
    with tempfile.TemporaryFile() as out:
        os.dup2(out.fileno(), 1)
        function(*arguments)
        ctypes.CDLL(None).fflush(None)
        os.dup2(before, 1)
        out.seek(0)
        return out.read().decode()


def run():
    text = while_running(running, cutlass.Int32(7))
    lines = text.split("\n")
    column = "values (" + ",".join(str(i) for i in range(32)) + ")"
    row('printf("{}", make_layout((4,8)))', lines[0], column)
    row('printf("{}", make_layout((n,8))) with n = 7', lines[1],
        "values (" + ",".join(str(i) for i in range(56)) + ")")
    row('printf("{}", make_composed_layout(make_swizzle(2,1,3), 0, (8,16):(16,1)))', lines[2],
        values(128, lambda i: (lambda x: x ^ (((x >> 4) & 3) << 1))(i % 8 * 16 + i // 8)))
    rest = "\n".join(lines[3:])
    cut = rest.index("tensor(")
    eight = "values (0,1,2,3,4,5,6,7)"
    row('printf("{}", make_rmem_tensor((2,4), Float32))', rest[:cut].rstrip("\n"), eight)
    row("print_tensor(make_rmem_tensor((2,4), Float32))", rest[cut:].rstrip("\n"), eight)


MLIR = "MLIR in nvidia-cutlass-dsl 4.8.1"

TYPES = ["memref<4x8xf32>", "memref<2x3x4xbf16>", "memref<4x8xf32, strided<[8, 1]>>",
         "memref<4x8xf32, strided<[1, 4], offset: 3>>", "memref<4x8xf16, strided<[16, 2], offset: 5>, 3>",
         "memref<16xi8, strided<[-1], offset: 15>>", "memref<8x8xf32, strided<[8, 1]>, 3>",
         "memref<4x2xvector<4xf32>, strided<[4, 1]>>"]
MAPS = ["(d0, d1) -> (d0 * 8 + d1)", "(d0, d1) -> (d0 floordiv 4, d0 mod 4, d1)", "(d0) -> (d0 ceildiv 3)",
        "(d0, d1) -> (d1, d0)", "(d0, d1) -> ((d0 * 16 + d1 * 2) mod 32 + d0 floordiv 2)",
        "(d0, d1) -> (d0 - d1 * 3)", "(d0, d1) -> (-d0 + 7, d1 mod 3 + (d0 + d1) ceildiv 2)"]


def at(mapped, point):
    """A map at numbers, as MLIR folds it."""
    constants = ir.AffineMap.get(0, 0, [ir.AffineConstantExpr.get(x) for x in point])
    folded = [ir.AffineConstantExpr(e.compose(constants)).value for e in mapped.results]
    return folded[0] if len(folded) == 1 else tuple(folded)


def mlir():
    with ir.Context():
        for text in TYPES:
            made = ir.MemRefType(ir.Type.parse(text))
            strides, offset = made.get_strides_and_offset()
            shape, size = made.shape, 1
            for extent in shape:
                size *= extent

            def place(i):
                total = offset
                for extent, stride in zip(shape, strides):
                    total += i % extent * stride
                    i //= extent
                return total
            rows.append((MLIR, "str(Type.parse(..))", str(made), values(size, place)))
        for text in MAPS:
            mapped = ir.AffineMap.parse(text) if hasattr(ir.AffineMap, "parse") else \
                ir.AffineMapAttr(ir.Attribute.parse(f"affine_map<{text}>")).value
            points = [(i * 7 % 11, i * 5 % 13)[:mapped.n_dims] for i in range(12)]
            rows.append((MLIR, "str(AffineMapAttr.get(..))", str(ir.AffineMapAttr.get(mapped)), "\n".join(
                f"prove it({','.join(map(str, p))}) == {literal(at(mapped, p))}" for p in points)))
        open_type = ir.Type.parse("memref<4x8xf32, strided<[?, 1], offset: ?>>")
        rows.append((MLIR, "str(Type.parse(..))", str(open_type),
                     "prove it(2,3) == n2 + 2*n1 + 3\nprove size(it) == 32"))
        rows.append((MLIR, "str(Type.parse(..))", str(ir.Type.parse("memref<?x8xf32>")),
                     "prove it(2,3) == 19\nprove in_bounds(it, 8*n1)"))
        rows.append((MLIR, "str(Type.parse(..))", str(ir.Type.parse("memref<4x?xf32>")),
                     "prove it(2,3) == 2*n1 + 3"))


def main():
    memory = (ctypes.c_float * 4096)()
    address = (ctypes.addressof(memory) + 255) // 256 * 256
    pointer = make_ptr(cutlass.Float32, address, cute.AddressSpace.gmem, assumed_align=16)
    for trace in (static, swizzled, tensors, tiled):
        trace()
    open_sizes(pointer, cutlass.Int32(16), cutlass.Int32(16))
    run()
    mlir()
    print("source\thow\tprint\texpected")
    for source, how, text, expected in rows:
        print(source, how, escaped(text), escaped(expected), sep="\t")


main()
