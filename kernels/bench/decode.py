#!/usr/bin/env python3
"""decode.py - attention of few queries by plans, beside reading its keys and PyTorch's backends.

    layoutcheck=./layoutcheck kernels/bench/decode.py [--only=REGEX] > decode.csv
    layoutcheck=./layoutcheck kernels/bench/decode.py --build=decode.so     # here
    kernels/bench/decode.py --library=decode.so > decode.csv                # and there

Each row: the problem, and for each kernel the median time of a launch in microseconds, GB/s of K
and V, and the part of the speed at which a kernel reads as many bytes and does nothing else. All
are in CUDA graphs and take turns, as in attention.py; K and V do not fit the caches, but for the
last case, of 32 MiB. Errors are relative, beside softmax in f64, on random data of the run. Needs
nvcc and PyTorch.
"""
import ctypes
import math
import os
import re
import sys
import tempfile

import attention

# dim, queries that share a head of keys, heads of keys, batches, queries, keys, mask, keys of a
# page (0: none); with pages each batch has a length, which is that of all here
CASES = [(128, 8, 8, 1, 1, 65536, 0, 0), (128, 8, 8, 1, 8, 65536, 1, 0),
         (128, 8, 8, 1, 16, 65536, 1, 0), (128, 4, 8, 1, 1, 65536, 0, 0),
         (128, 1, 8, 1, 1, 65536, 0, 0), (128, 7, 4, 1, 1, 131072, 0, 0),
         (128, 7, 4, 1, 10, 131072, 1, 0), (128, 7, 4, 1, 16, 131072, 1, 0),
         (128, 5, 8, 1, 16, 65536, 1, 0),
         (128, 8, 8, 16, 1, 8192, 0, 0), (128, 8, 8, 16, 1, 8192, 0, 16),
         (128, 8, 8, 16, 1, 8192, 0, 64), (128, 8, 8, 16, 1, 8192, 0, 256),
         (128, 8, 8, 1, 1, 65536, 0, 64), (128, 4, 8, 64, 1, 4096, 0, 0),
         (64, 8, 8, 1, 1, 131072, 0, 0), (256, 8, 4, 1, 1, 65536, 0, 0),
         (128, 8, 8, 1, 1, 8192, 0, 0)]

READER = r"""
#include <cuda_runtime.h>
/* Reads n vectors of 16 bytes, and writes a sum that nobody expects. */
__global__ void __launch_bounds__(512) read_all(const uint4 *from, size_t n, unsigned *out)
{
    unsigned sum = 0;
    for (size_t i = blockIdx.x * (size_t)blockDim.x * 4 + threadIdx.x; i < n;
         i += gridDim.x * (size_t)blockDim.x * 4) {
        uint4 x[4];
#pragma unroll
        for (int k = 0; k < 4; k++)
            x[k] = i + k * blockDim.x < n ? __ldg(&from[i + k * blockDim.x]) : uint4();
#pragma unroll
        for (int k = 0; k < 4; k++)
            sum += x[k].x ^ x[k].y ^ x[k].z ^ x[k].w;
    }
    if (sum == 0x9e3779b9)
        *out = sum;
}
extern "C" int read_launch(const void *from, size_t bytes, void *out, cudaStream_t stream)
{
    read_all<<<132 * 4, 512, 0, stream>>>((const uint4 *)from, bytes / 16, (unsigned *)out);
    return cudaGetLastError();
}
"""


def name_of(case):
    return "decode_%d_%d_%d_%d_%d_%d_%d_%d" % case


def plan_of(case):
    dim, group, heads, batches, queries, keys, causal, page = case
    all_heads = group * heads
    q = f"({batches},({group},{heads}),{queries},{dim}):" \
        f"({queries * all_heads * dim},({queries * dim},{group * queries * dim}),{dim},1)"
    rows, pages = page or keys, keys // page if page else 0
    k = f"({batches * (pages or 1)},({group},{heads}),{rows},{dim}):" \
        f"({heads * rows * dim},(0,{rows * dim}),{dim},1)"
    tables = f", pages = ({batches},{pages}):({pages},1), lengths = ({batches},):(1,)" \
        if page else ""
    return f"plan {name_of(case)}(q = {q}, k = {k}, v = {k}, o = {q}, elements = bf16, " \
           f"causal = {causal}, lse = 1{tables}{os.environ.get('KEYS_OF_PLANS', '')})"


def exact(q, k, v, group, causal):
    """All of the last batch, in f64, and the logarithms of the sums."""
    k, v = (t[-1].double().repeat_interleave(group, 0) for t in (k, v))
    scores = q[-1].double() @ k.transpose(1, 2) / math.sqrt(q.shape[-1])
    if causal:
        queries, keys = q.shape[2], k.shape[1]
        last = torch.arange(queries, device=q.device)[:, None] + keys - queries
        scores.masked_fill_(torch.arange(keys, device=q.device)[None, :] > last, -math.inf)
    return scores.softmax(-1) @ v, scores.logsumexp(-1)


def launcher(library, name, *arguments):
    def launch():
        stream = ctypes.c_void_p(torch.cuda.current_stream().cuda_stream)
        error = getattr(library, name + "_launch")(*arguments, stream)
        if error:
            sys.exit(f"{name}: error {error}")
    return launch


def measure(library, case):
    import torch.nn.functional as F
    from torch.nn.attention import SDPBackend, sdpa_kernel
    from torch.nn.attention.bias import causal_lower_right

    dim, group, heads, batches, queries, keys, causal, page = case
    q = torch.randn(batches, group * heads, queries, dim, device="cuda", dtype=torch.bfloat16)
    rows = page or keys
    both = torch.randn(2, batches * keys // rows, heads, rows, dim, device="cuda",
                       dtype=torch.bfloat16)
    k, v = both
    tables = []
    if page:
        table = torch.randperm(batches * keys // page, device="cuda", dtype=torch.int32)
        tables = [table, torch.full((batches,), keys, device="cuda", dtype=torch.int32)]
        k, v = (t[table.long()].view(batches, keys // page, heads, page, dim).transpose(1, 2)
                .reshape(batches, heads, keys, dim) for t in both)
    o = torch.full_like(q, math.nan)
    lse = torch.full((batches * group * heads * queries,), math.nan, device="cuda")
    outputs, bytes_read = {"plan": o}, 2 * both.numel()
    mask = causal_lower_right(queries, keys) if causal else None

    def backend(name, which):
        def launch():
            with sdpa_kernel(which):
                outputs[name] = F.scaled_dot_product_attention(q, k, v, attn_mask=mask,
                                                               enable_gqa=group > 1)
        return launch

    pointers = [ctypes.c_void_p(t.data_ptr()) for t in (q, *both, o, lse, *tables)]
    graphs = {"read": attention.graph(launcher(
                  library, "read", ctypes.c_void_p(both.data_ptr()), ctypes.c_size_t(bytes_read),
                  ctypes.c_void_p(torch.zeros(1, device="cuda").data_ptr()))),
              "plan": attention.graph(launcher(library, name_of(case), *pointers))}
    for name, which in (("cudnn", SDPBackend.CUDNN_ATTENTION),
                        ("flash", SDPBackend.FLASH_ATTENTION)):
        try:
            graphs[name] = attention.graph(backend(name, which))
        except RuntimeError as error:
            print(f"# {name_of(case)}: {name}: {error}".splitlines()[0], file=sys.stderr)
    times = attention.microseconds(graphs)
    want, logarithms = exact(q, k, v, group, causal)
    errors = {n: ((x[-1].double() - want).norm() / want.norm()).item()
              for n, x in outputs.items() if n in graphs}
    off = (lse.view(batches, -1)[-1] - logarithms.flatten()).abs().max().item()
    row = list(case) + ["%.1f" % times["read"], "%.0f" % (bytes_read / times["read"] / 1e3)]
    for name in ("plan", "cudnn", "flash"):
        row += ["%.1f" % times[name], "%.0f" % (bytes_read / times[name] / 1e3),
                "%.3f" % (times["read"] / times[name]),
                "%.2e" % errors[name]] if name in times else ["", "", "", ""]
    print(",".join(map(str, row + ["%.1e" % off])), flush=True)


def main():
    cases = [c for c in CASES if re.search(attention.option("only"), name_of(c))]
    with tempfile.TemporaryDirectory() as folder:
        library = attention.option("library") or attention.option("build") or \
            os.path.join(folder, "decode.so")
        if not attention.option("library"):
            attention.build(map(plan_of, cases), folder, library, READER)
        if attention.option("build"):
            return
        global torch
        import torch

        attention.torch = torch
        library = ctypes.CDLL(os.path.abspath(library))
        print("dim,group,heads of keys,batches,queries,keys,causal,page,read us,read GB/s,"
              + ",".join(f"{n} us,{n} GB/s,{n} of read,{n} error"
                         for n in ("plan", "cudnn", "flash")) + ",lse off by")
        for case in cases:
            measure(library, case)


if __name__ == "__main__":
    main()
