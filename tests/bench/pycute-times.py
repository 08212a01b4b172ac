"""Times pycute's calls for the benchmark: an expression a line in, "median low high"
in seconds a line out, "-" for one that raises. Exits 1 without CUTLASS's pycute."""
import re
import sys
import time

try:
    import pycute
    from pycute import *  # noqa: F401,F403 - the names that the expressions use
    pycute.composition(pycute.Layout(4, 1), pycute.Layout(2, 1))
except Exception:
    sys.exit(1)

SAMPLES = 31
SAMPLE_SECONDS = 1e-3


def compiled(expression):
    """A function that runs the call on arguments made beforehand."""
    names = dict(vars(pycute))
    count = 0

    def constant(match):
        nonlocal count
        name = "argument%d" % count
        count += 1
        names[name] = eval(match.group(0), dict(vars(pycute)))
        return name

    # Layouts are literals: Layout(SHAPE,STRIDE) with balanced parentheses.
    out, at = "", 0
    while True:
        start = expression.find("Layout(", at)
        if start < 0:
            return eval("lambda: " + out + expression[at:], names)
        depth, end = 0, start
        while True:
            depth += {"(": 1, ")": -1}.get(expression[end], 0)
            end += 1
            if depth == 0 and expression[end - 1] == ")":
                break
        out += expression[at:start]
        out += constant(re.match(".*", expression[start:end]))
        at = end


def seconds(call, calls):
    start = time.perf_counter()
    for _ in range(calls):
        call()
    return (time.perf_counter() - start) / calls


for line in sys.stdin:
    try:
        call = compiled(line.strip())
        call()
        calls = 1
        while seconds(call, calls) * calls < SAMPLE_SECONDS:
            calls *= 2
        samples = sorted(seconds(call, calls) for _ in range(SAMPLES))
        print(samples[len(samples) // 2], samples[0], samples[-1])
    except Exception:
        print("-")
