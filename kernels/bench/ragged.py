#!/usr/bin/env python3
"""ragged.py - attention of ragged batches by plans, beside dense batches and PyTorch's flash.

    layoutcheck=./layoutcheck kernels/bench/ragged.py [--only=REGEX] > ragged.csv
    layoutcheck=./layoutcheck kernels/bench/ragged.py --build=ragged.so     # here
    kernels/bench/ragged.py --library=ragged.so > ragged.csv                # and there

Each row: dim, heads of keys and of queries, mask, the lengths of the batches, and for each kernel
the median time of a launch in microseconds and TFLOP/s (4 S^2 D for each batch and head, half of
it with a mask): the ragged plan; the plan of a dense batch, one launch for all batches where they
are as long, else one for each; the plan of dense queries whose keys lie in pages of 64, where
batches are as long; PyTorch's flash of ragged batches. Graphs and turns are those of attention.py.
Errors are relative, beside softmax in f64, of one head of all batches. What is no row of a batch
is NaN before, and what the plans leave there is looked at. Needs nvcc and PyTorch.
"""
import ctypes
import math
import os
import re
import sys
import tempfile

import attention

LENGTHS = {"equal": [4096] * 4, "long": [16384],
           "mixed": [6000, 4001, 2500, 1700, 1000, 600, 333, 150, 77, 22, 1],
           "short": [128] * 100, "tails": [129] * 100}
CASES = [(dim, group, heads, causal, which) for which in LENGTHS for causal in (0, 1)
         for dim, group, heads in ((128, 1, 16), (64, 1, 32), (128, 4, 4))]
PAGE = 64


def name_of(case):
    return "ragged_%d_%d_%d_%d_%s" % case


def layout(shape, strides):
    return "(%s):(%s)" % (",".join(map(str, shape)), ",".join(map(str, strides)))


def tensors(case, rows, page, batches, of_batch):
    """q, k, v and o: (token, head, dim), the batches `of_batch` tokens apart."""
    dim, group, heads, causal, _ = case
    row, row_of_keys = group * heads * dim, heads * dim
    q = layout((batches, f"({group},{heads})", rows[0], dim),
               (f"{of_batch[0]}*{row}", f"({dim},{group * dim})", row, 1))
    k = layout((page or batches, f"({group},{heads})", PAGE if page else rows[1], dim),
               (f"{PAGE if page else of_batch[1]}*{row_of_keys}", f"(0,{dim})", row_of_keys, 1))
    return f"q = {q}, k = {k}, v = {k}, o = {q}, elements = bf16, causal = {causal}, lse = 1"


def plan_of(case):
    name = name_of(case)
    return "\n".join([
        f"plan {name}({tensors(case, 'NM', '', 1, '00')}, starts = (B+1,):(1,), "
        "key_starts = (B+1,):(1,), most = S)",
        f"plan {name}_dense({tensors(case, 'SS', '', 'B', 'SS')}, splits = 1)",
        f"plan {name}_paged({tensors(case, 'SS', 'P', 'B', 'SS')}, splits = 1, "
        "pages = (B,C):(C,1))"])


def exact(q, k, v, causal):
    scores = q.double() @ k.double().T / math.sqrt(q.shape[-1])
    if causal:
        scores += torch.full_like(scores, -math.inf).triu(1)
    return scores.softmax(-1) @ v.double()


def launcher(library, name, tensors, sizes):
    def launch():
        stream = ctypes.c_void_p(torch.cuda.current_stream().cuda_stream)
        pointers = [ctypes.c_void_p(t.data_ptr()) for t in tensors]
        numbers = [ctypes.c_longlong(n) for n in sizes]
        error = getattr(library, name + "_launch")(*pointers, *numbers, stream)
        if error:
            sys.exit(f"{name}: error {error}")
    return launch


def measure(library, case):
    dim, group, heads, causal, which = case
    lengths, margin = LENGTHS[which], 70
    total, batches, name = sum(lengths), len(lengths), name_of(case)
    ends = [sum(lengths[:i + 1]) for i in range(batches)]
    begins = [end - n for end, n in zip(ends, lengths)]

    def data(of, n):
        t = torch.full((n + 2 * margin, of, dim), math.nan, device="cuda", dtype=torch.bfloat16)
        t[margin:margin + n] = torch.randn(n, of, dim, device="cuda", dtype=torch.bfloat16)
        return t

    q, k, v = data(group * heads, total), data(heads, total), data(heads, total)
    o = torch.full_like(q, math.nan)
    lse = torch.full((q.shape[0] * q.shape[1],), math.nan, device="cuda")
    starts = torch.tensor([margin + b for b in begins] + [margin + total], device="cuda",
                          dtype=torch.int32)
    inner = [t[margin:margin + total].contiguous() for t in (q, k, v)]
    dense_o, dense_lse = torch.full_like(inner[0], math.nan), torch.empty_like(lse)
    paged_o = torch.full_like(inner[0], math.nan)
    equal = len(set(lengths)) == 1

    def dense():
        for begin, n in [(0, lengths[0])] if equal else zip(begins, lengths):
            rows = slice(begin, total if equal else begin + n)
            launcher(library, name + "_dense", [t[rows] for t in (*inner, dense_o)] + [dense_lse],
                     [n, batches if equal else 1])()

    def flash():
        outputs["flash"] = torch.ops.aten._flash_attention_forward(
            *inner, offsets, offsets, max(lengths), max(lengths), 0.0, bool(causal), False)[0]

    outputs, offsets = {"plan": o, "dense": dense_o}, starts - margin
    graphs = {"plan": attention.graph(launcher(library, name, (q, k, v, o, lse, starts, starts),
                                               [q.shape[0], k.shape[0], max(lengths), batches])),
              "dense": attention.graph(dense)}
    if equal and lengths[0] % PAGE == 0:
        of_batch = lengths[0] // PAGE
        table = torch.randperm(batches * of_batch, device="cuda")
        scattered = [torch.empty_like(t).view(-1, PAGE, *t.shape[1:]) for t in inner[1:]]
        for to, t in zip(scattered, inner[1:]):
            to[table] = t.view(-1, PAGE, *t.shape[1:])
        outputs["paged"] = paged_o
        graphs["paged"] = attention.graph(launcher(
            library, name + "_paged",
            (inner[0], *scattered, paged_o, dense_lse, table.int()),
            [lengths[0], batches, batches * of_batch, of_batch]))
    try:
        graphs["flash"] = attention.graph(flash)
    except (RuntimeError, TypeError) as error:
        print(f"# {name}: flash: {error}".splitlines()[0], file=sys.stderr)
    times = attention.microseconds(graphs)
    head = group * heads - 1
    want = torch.cat([exact(*(t[b:b + n, head // (group if i else 1)]
                              for i, t in enumerate(inner)), causal)
                      for b, n in zip(begins, lengths)])
    outside = torch.cat((o[:margin], o[margin + total:])).isnan().all().item() and \
        not o[margin:margin + total].isnan().any().item() and \
        lse.isnan().sum().item() == 2 * margin * group * heads
    outputs["plan"] = o[margin:margin + total]
    flops = sum(4.0 * n * n * dim * group * heads for n in lengths) / (2 if causal else 1)
    row = [dim, heads, group * heads, "causal" if causal else "all", which,
           "yes" if outside else "NO"]
    for n in ("plan", "dense", "paged", "flash"):
        error = ((outputs[n][:, head].double() - want).norm() / want.norm()).item() \
            if n in times else 0
        row += ["%.1f" % times[n], "%.1f" % (flops / times[n] / 1e6), "%.2e" % error] \
            if n in times else ["", "", ""]
    print(",".join(map(str, row)), flush=True)


def main():
    cases = [c for c in CASES if re.search(attention.option("only"), name_of(c))]
    sizes = "param N in 1..1048576, M in 1..1048576, S in 1..1048576, B in 1..4096, " \
        "P in 1..1048576, C in 1..65536"
    with tempfile.TemporaryDirectory() as folder:
        library = attention.option("library") or attention.option("build") or \
            os.path.join(folder, "ragged.so")
        if not attention.option("library"):
            attention.build([sizes, *map(plan_of, cases)], folder, library)
        if attention.option("build"):
            return
        global torch
        import torch

        attention.torch = torch
        library = ctypes.CDLL(os.path.abspath(library))
        print("dim,heads of keys,heads of queries,mask,lengths,only rows of batches written,"
              + ",".join(f"{n} us,{n} TFLOP/s,{n} error"
                         for n in ("plan", "dense", "paged", "flash")))
        for case in cases:
            measure(library, case)


if __name__ == "__main__":
    main()
