"""Makes the modules of this folder anew, with Triton 3.9: no GPU is needed.

    python compile.py

Paths in a module are names of files, so that nobody's folders are in it.
"""
import os
import re

import matmul
import parts
import ring
import transpose
import triton
import weights
import words
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource
from triton.experimental.gluon._runtime import GluonASTSource

HERE = os.path.dirname(os.path.abspath(__file__))
I32 = "i32"
SIZES = dict(M=I32, N=I32, K=I32, row_a=I32, row_b=I32, row_c=I32)
PRODUCT = dict(a="*fp16", b="*fp16", c="*fp16", **SIZES)
BYTES = dict(a="*fp16", b="*i8", c="*fp16", scale="*fp32", **SIZES)
WORDS = {**BYTES, "b": "*i16"}
MATRICES = dict(a="*fp16", b="*fp16", M=I32, N=I32)
NUMBERS = dict(z="*fp32", out="*fp32", n=I32)
ROWS = dict(a="*fp32", b="*fp32", height=I32, width=I32, row_a=I32)


def compile(name, kernel, arguments, tile, language=ASTSource, arch=80, **options):
    """Pointers and integers are multiples of 16, as they mostly are at a launch."""
    aligned = {(i,): [["tt.divisibility", 16]] for i in range(len(arguments))}
    types = {**arguments, **{size: "constexpr" for size in tile}}
    source = language(kernel, types, tile, aligned)
    text = triton.compile(source, target=GPUTarget("cuda", arch, 32), options=options).asm["ttgir"]
    with open(os.path.join(HERE, name + ".ttgir"), "w") as out:
        out.write(re.sub(r'loc\("[^"]*/([^"/]*)":', r'loc("\1":', text))


compile("matmul", matmul.matmul, PRODUCT, dict(BM=64, BN=64, BK=32), num_warps=4, num_stages=3)
compile("weights", weights.product, BYTES, dict(BM=64, BN=64, BK=64), num_warps=4, num_stages=3)
compile("words", words.product, WORDS, dict(BM=64, BN=64, BK=64), num_warps=4, num_stages=3)
compile("transpose", transpose.transpose, MATRICES, dict(BM=64, BN=64), num_warps=4)
compile("parts", parts.magnitudes, NUMBERS, dict(BLOCK=1024), num_warps=4)
compile("ring", ring.row_sums, ROWS, dict(BM=32, BN=32, STAGES=3), GluonASTSource, num_warps=4)
