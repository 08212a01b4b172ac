#!/usr/bin/env python3
"""attention.py - attention by plans beside PyTorch's cuDNN and flash backends, on one GPU.

    layoutcheck=./layoutcheck kernels/bench/attention.py [--only=REGEX] > attention.csv
    layoutcheck=./layoutcheck kernels/bench/attention.py --build=attention.so     # here
    kernels/bench/attention.py --library=attention.so > attention.csv             # and there

With --elements=e4m3 plans take such elements, and the others the same numbers in bf16.

Each row: dim, heads of keys and of queries, sequence, mask, and for each kernel the median time of
a launch in microseconds and TFLOP/s (4 S^2 D for each head, half of it with a mask). Launches are
in CUDA graphs, kernels take turns, with pauses between. Results are compared with softmax in f64
on random data of the run: relative error of 64 rows, ours and cuDNN's. Needs nvcc and PyTorch.
"""
import ctypes
import math
import os
import re
import subprocess
import sys
import tempfile
import time

TOKENS, LAUNCHES, ROUNDS = 16384, 5, 9
CASES = [(dim, group, heads, sequence, causal)
         for sequence in (4096, 16384) for causal in (0, 1)
         for dim, group, heads in ((128, 1, 16), (64, 1, 32), (256, 1, 8), (128, 4, 4))]


def name_of(case):
    return "attention_%d_%d_%d_%d_%d" % case


def plan_of(case):
    dim, group, heads, sequence, causal = case
    batches, queries = TOKENS // sequence, group * heads
    head = sequence * dim
    q = f"({batches},({group},{heads}),{sequence},{dim}):" \
        f"({queries * head},({head},{group * head}),{dim},1)"
    k = f"({batches},({group},{heads}),{sequence},{dim}):({heads * head},(0,{head}),{dim},1)"
    elements = option("elements") or "bf16"
    return f"plan {name_of(case)}(q = {q}, k = {k}, v = {k}, o = {q}, elements = {elements}, " \
           f"causal = {causal}, lse = 1{os.environ.get('KEYS_OF_PLANS', '')})"


def build(plans, folder, library, beside=""):
    """The library of the launchers of plans, and of other CUDA C."""
    script, source = (os.path.join(folder, n) for n in ("a.lay", "a.cu"))
    with open(script, "w") as out:
        out.write("\n".join(plans) + "\n")
    command = os.environ.get("layoutcheck", "layoutcheck")
    subprocess.run([command, "emit", script, "-o", source], check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with open(source, "a") as out:
        out.write(beside)
    subprocess.run(["nvcc", "-O3", "-gencode=arch=compute_90a,code=sm_90a", "-Xcompiler", "-fPIC",
                    "-shared", source, "-o", library, "-lcuda"], check=True)


def graph(launch):
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        launch()
    torch.cuda.synchronize()
    made = torch.cuda.CUDAGraph()
    with torch.cuda.graph(made):
        for _ in range(LAUNCHES):
            launch()
    return made


def microseconds(graphs):
    times = {name: [] for name in graphs}
    for _ in range(ROUNDS):
        for name, made in graphs.items():
            time.sleep(0.02)
            start, stop = (torch.cuda.Event(enable_timing=True) for _ in range(2))
            start.record()
            made.replay()
            stop.record()
            stop.synchronize()
            times[name].append(1e3 * start.elapsed_time(stop) / LAUNCHES)
    return {name: sorted(t)[ROUNDS // 2] for name, t in times.items()}


def exact(q, k, v, group, causal, head, first):
    """64 rows of a head, in f64."""
    q, k, v = q[0, head, first:first + 64], k[0, head // group], v[0, head // group]
    scores = q.double() @ k.double().T / math.sqrt(q.shape[-1])
    if causal:
        query = torch.arange(first, first + 64, device=q.device)[:, None]
        scores.masked_fill_(torch.arange(k.shape[0], device=q.device)[None, :] > query, -math.inf)
    return scores.softmax(-1) @ v.double()


def measure(library, case):
    import torch.nn.functional as F
    from torch.nn.attention import SDPBackend, sdpa_kernel

    dim, group, heads, sequence, causal = case
    batches, queries = TOKENS // sequence, group * heads
    q = torch.randn(batches, queries, sequence, dim, device="cuda", dtype=torch.bfloat16)
    k, v = (torch.randn(batches, heads, sequence, dim, device="cuda", dtype=torch.bfloat16)
            for _ in range(2))
    o = torch.full_like(q, math.nan)
    lse = torch.full((batches * queries * sequence,), math.nan, device="cuda")
    outputs, given = {"plan": o}, (q, k, v)
    if option("elements") == "e4m3":
        given = [t.to(torch.float8_e4m3fn) for t in given]
        q, k, v = (t.to(torch.bfloat16) for t in given)

    def plan():
        pointers = [ctypes.c_void_p(t.data_ptr()) for t in (*given, o, lse)]
        stream = ctypes.c_void_p(torch.cuda.current_stream().cuda_stream)
        error = getattr(library, name_of(case) + "_launch")(*pointers, stream)
        if error:
            sys.exit(f"{name_of(case)}: error {error}")

    def backend(name, which):
        def launch():
            with sdpa_kernel(which):
                outputs[name] = F.scaled_dot_product_attention(
                    q, k, v, is_causal=bool(causal), enable_gqa=group > 1)
        return launch

    graphs = {"plan": graph(plan)}
    for name, which in (("cudnn", SDPBackend.CUDNN_ATTENTION),
                        ("flash", SDPBackend.FLASH_ATTENTION)):
        try:
            graphs[name] = graph(backend(name, which))
        except RuntimeError as error:
            print(f"# {name_of(case)}: {name}: {error}".splitlines()[0], file=sys.stderr)
    times = microseconds(graphs)
    head, first = queries - 1, sequence // 2 + 3
    want = exact(q, k, v, group, causal, head, first)
    errors = {name: ((outputs[name][0, head, first:first + 64].double() - want).norm() /
                     want.norm()).item() for name in graphs}
    flops = 4.0 * sequence ** 2 * dim * batches * queries / (2 if causal else 1)
    row = [dim, heads, queries, sequence, "causal" if causal else "all"]
    for name in ("plan", "cudnn", "flash"):
        row += ["%.1f" % times[name], "%.1f" % (flops / times[name] / 1e6),
                "%.2e" % errors[name]] if name in times else ["", "", ""]
    print(",".join(map(str, row)), flush=True)


def option(name):
    return next((a[len(name) + 3:] for a in sys.argv[1:] if a.startswith(f"--{name}=")), "")


def main():
    cases = [c for c in CASES if re.search(option("only"), name_of(c))]
    with tempfile.TemporaryDirectory() as folder:
        library = option("library") or option("build") or os.path.join(folder, "attention.so")
        if not option("library"):
            build(map(plan_of, cases), folder, library)
        if option("build"):
            return
        global torch
        import torch

        library = ctypes.CDLL(os.path.abspath(library))
        print("dim,heads of keys,heads of queries,sequence,mask,"
              + ",".join(f"{n} us,{n} TFLOP/s,{n} error" for n in ("plan", "cudnn", "flash")))
        for case in cases:
            measure(library, case)


if __name__ == "__main__":
    main()
