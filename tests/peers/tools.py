"""The peers, each behind one interface, in a process of its own: a broken import, a crash or a call that
does not end costs its rows alone.

    tools.py NAME

A task a line in, {"call": "compose(8:1,4:2)"}, with "timed": true where the time is asked for, or
{"injective": [strides], "most": N}: is a layout with these strides injective for all extents of 1 to N?
A line out: {"answer": .., "seconds": ..}, where the answer is true or false, an integer, the values of a
layout in order, or null, where they are too many; {"cannot": why} where the tool has no such question or
takes no such argument, {"raises": why}. The first line out is {"version": .., "relations": ..}.
"""
import ctypes
import functools
import json
import os
import sys
import time

import literals
from literals import modes, size

SAMPLES, SAMPLE_SECONDS, CALL_SECONDS = 9, 1e-3, 2.0


class Cannot(Exception):
    """The tool has no such question, or takes no such argument."""


class Tool:
    """One with a method for each of its questions."""

    questions = ()
    relations = False  # a composition is a relation: whether it is a layout, is not asked

    def function(self, name):
        if name not in self.questions:
            raise Cannot("no such question")
        return getattr(self, name)

    def prepare(self, name, arguments):
        """The call alone: what it is given is made before, and not timed."""
        function = self.function(name)
        return functools.partial(function, *(self.argument(a) for a in arguments))


class OfLayouts(Tool):
    """pycute and tensor-layouts: classes Layout(shape, stride), functions by CuTe's names."""

    own_names = {}

    def __init__(self, module, version):
        self.module, self.version = module, version

    def argument(self, a):
        if isinstance(a, int):
            return a
        if a[0] == "tiler":
            return tuple(self.argument(part) for part in a[1])
        return self.module.Layout(a[1], a[2])

    def function(self, name):
        function = getattr(self.module, self.own_names.get(name, name), None)
        if function is None:
            raise Cannot("no such operation")
        return function

    def answer(self, result):
        if isinstance(result, int):
            return result
        return literals.values(result.shape, result.stride)


class Pycute(OfLayouts):
    own_names = {"compose": "composition"}

    def __init__(self):
        import pycute

        pycute.composition(pycute.Layout(4, 1), pycute.Layout(2, 1))  # CUTLASS's, no other of the name
        super().__init__(pycute, "of CUTLASS")


class TensorLayouts(OfLayouts):
    def __init__(self):
        import tensor_layouts

        super().__init__(tensor_layouts, tensor_layouts.__version__)


class Layoutcheck(OfLayouts):
    """By its package for Python: from text, to text, with its own second opinion."""

    claims = ("injective", "bijective", "surjective", "equiv", "composes")

    def __init__(self):
        import layoutcheck

        super().__init__(layoutcheck, layoutcheck.__version__)

    def argument(self, a):
        if not isinstance(a, int) and a[0] == "tiler":
            return self.module.Tiler(literals.text(a))
        return super().argument(a)

    def function(self, name):
        if name in self.claims:
            ask = getattr(self.module.prove, name)
            return lambda *arguments: bool(ask(*arguments))
        return super().function(name)

    def injective_for_all(self, strides, most):
        names = [f"M{i}" for i in range(len(strides))]
        given = ", ".join(f"{name} in 1..{most}" for name in names)
        claim = f"injective(({','.join(names)}):({','.join(map(str, strides))}))"
        return bool(self.module.check(f"param {given}\nprove {claim}"))


class Library(Tool):
    """layoutcheck's library, without the language: pointers in, a pointer out."""

    version = "its library"
    of_tilers = """logical_divide zipped_divide tiled_divide flat_divide logical_product zipped_product
    tiled_product flat_product""".split()
    questions = [*of_tilers, *"""compose coalesce complement right_inverse left_inverse blocked_product
    raked_product""".split()]

    def __init__(self):
        self.c = ctypes.CDLL(os.environ["LAYOUTCHECK_LIBRARY"])
        for name in (
            "lc_ctx_new lcr_ctx_new lcv_value_from_str lcv_as_layout lc_tiler_layout lc_tiler_of "
            "lcv_layout_literal lc_compose_tiler " + " ".join(f"lc_{q}" for q in self.questions)
        ).split():
            getattr(self.c, name).restype = ctypes.c_void_p
        self.ctx = ctypes.c_void_p(self.c.lc_ctx_new())
        self.r = ctypes.c_void_p(self.c.lcr_ctx_new(self.ctx))

    def layout(self, a):
        said = literals.text(("layout", a, 1) if isinstance(a, int) else a).encode()
        value = ctypes.c_void_p(
            self.c.lcv_value_from_str(self.r, said, ctypes.create_string_buffer(1024))
        )
        return ctypes.c_void_p(self.c.lcv_as_layout(self.ctx, value))

    def tiler(self, a):
        if isinstance(a, int) or a[0] == "layout":
            return ctypes.c_void_p(self.c.lc_tiler_layout(self.ctx, self.layout(a)))
        parts = [self.tiler(part) for part in a[1]]
        array = (ctypes.c_void_p * len(parts))(*parts)
        return ctypes.c_void_p(self.c.lc_tiler_of(self.ctx, len(parts), array))

    def prepare(self, name, arguments):
        if name not in self.questions or name in ("complement", "coalesce") and len(arguments) > 1:
            raise Cannot("no such function")
        a, *rest = arguments
        by_mode = any(not isinstance(b, int) and b[0] == "tiler" for b in rest)
        second = self.tiler if by_mode or name in self.of_tilers else self.layout
        function = getattr(self.c, f"lc_{name}_tiler" if by_mode and name == "compose" else f"lc_{name}")
        return functools.partial(function, self.ctx, self.layout(a), *map(second, rest))

    def answer(self, result):
        if result is None:
            raise ValueError("it has no value")
        literal = self.c.lcv_layout_literal(self.ctx, ctypes.c_void_p(result))
        _, shape, stride = literals.read(ctypes.string_at(literal).decode())
        return literals.values(shape, stride)


class Islpy(Tool):
    """Layouts as integer set relations: integral coordinate -> value. What relations say of themselves
    is asked; to find a layout again is left to others."""

    relations = True
    questions = ("compose", "injective", "bijective", "surjective", "equiv", "composes")

    def __init__(self):
        import islpy

        self.isl, self.version = islpy, islpy.version.VERSION_TEXT

    def argument(self, a):
        """(the relation, the same with an unbounded last mode, the size)."""
        if isinstance(a, int):
            a = ("layout", a, 1)
        if a[0] != "layout":
            raise Cannot("no layout")
        return self.relation(a), self.relation(a, bounded=False), size(a[1])

    def relation(self, a, bounded=True):
        leaves, terms, step = list(modes(a[1], a[2])), [], 1
        for i, (s, d) in enumerate(leaves):
            digit = f"floor(c/{step})"
            if i + 1 < len(leaves) or bounded:
                digit = f"({digit} mod {s})"
            terms.append(f"{d}*{digit}")
            step *= s
        domain = f"0 <= c < {step}" if bounded else "c >= 0"
        return self.isl.Map(f"{{ [c] -> [{' + '.join(terms)}] : {domain} }}")

    def compose(self, a, b):
        return b[0].apply_range(a[1])

    def injective(self, a):
        return a[0].is_injective()

    def surjective(self, a, n=None):
        image = a[0].range()
        end = n[2] if n else image.dim_max_val(0).to_python() + 1
        return image.is_equal(self.isl.Set(f"{{ [v] : 0 <= v < {end} }}"))

    def bijective(self, a):
        return a[0].is_injective() and self.surjective(a, a)

    def equiv(self, a, b):
        return a[2] == b[2] and a[0].is_equal(b[0])

    def composes(self, r, a, b):
        return r[2] == b[2] and r[0].is_equal(self.compose(a, b))

    def injective_for_all(self, strides, most):
        n = range(len(strides))
        value = " + ".join(f"{d}*c{i}" for i, d in enumerate(strides))
        bounds = " and ".join(f"0 <= c{i} < M{i} and 1 <= M{i} <= {most}" for i in n)
        sizes, at = ", ".join(f"M{i}" for i in n), ", ".join(f"c{i}" for i in n)
        return self.isl.Map(f"[{sizes}] -> {{ [{at}] -> [{value}] : {bounds} }}").is_injective()

    def answer(self, result):
        if isinstance(result, bool):
            return result
        found = {}

        def point(p):
            at = [p.get_coordinate_val(self.isl.dim_type.set, i).to_python() for i in range(2)]
            found[at[0]] = at[1]

        if result.domain().dim_max_val(0).to_python() >= literals.LARGEST:
            return None
        result.wrap().foreach_point(point)
        return [found[c] for c in range(len(found))]


class Triton(Tool):
    """Linear layouts over bits, by Triton's binding: extents and strides of powers of two, no carries."""

    relations = True
    questions = ("compose", "injective", "bijective", "equiv")

    def __init__(self):
        import triton
        from triton._C.libtriton.linear_layout import LinearLayout

        self.LinearLayout, self.version = LinearLayout, triton.__version__

    def argument(self, a):
        if isinstance(a, int):
            a = ("layout", a, 1)
        if a[0] != "layout":
            raise Cannot("no layout")
        bits = []
        for s, d in modes(a[1], a[2]):
            if s & (s - 1) or d < 0:
                raise Cannot("not of bits")
            bits += [d << i for i in range(s.bit_length() - 1)]
        if any(b & (b - 1) for b in bits) or len(set(bits) - {0}) != len(bits) - bits.count(0):
            raise Cannot("sums carry")
        return bits

    def layout(self, bits, out=None):
        out = out or 1 << max([b.bit_length() for b in bits], default=0)
        return self.LinearLayout.from_bases([("c", [[b] for b in bits])], ["v"], [out], False)

    def injective(self, a):
        return self.layout(a).is_injective()

    def bijective(self, a):
        return self.layout(a, 1 << len(a)).is_invertible() if max(a, default=0) >> len(a) == 0 else False

    def equiv(self, a, b):
        return self.layout(a) == self.layout(b)

    def compose(self, a, b):
        # The values of B are coordinates of A.
        if max([x.bit_length() for x in b], default=0) > len(a):
            raise Cannot("values beyond the layout")
        inner = self.LinearLayout.from_bases([("c", [[x] for x in b])], ["c"], [1 << len(a)], False)
        return inner.compose(self.layout(a))

    def answer(self, result):
        if isinstance(result, bool):
            return result
        columns, found = [b[0] for b in dict(result.bases)["c"]], [0]
        for column in columns:
            found += [v ^ column for v in found]
        return found if len(found) <= literals.LARGEST else None


class Enumeration(Tool):
    """No tool at all: a dict of values, in Python. What a curve is worth that grows as this one does."""

    questions = ("injective", "bijective", "equiv")
    version = "a dict"

    def argument(self, a):
        if isinstance(a, int):
            a = ("layout", a, 1)
        if a[0] != "layout":
            raise Cannot("no layout")
        return a[1], a[2]

    @staticmethod
    def each(a):
        found = [0]
        for s, d in modes(*a):
            found = [v + i * d for i in range(s) for v in found]
        return found

    def injective(self, a):
        found = self.each(a)
        return len(set(found)) == len(found)

    def bijective(self, a):
        return sorted(self.each(a)) == list(range(size(a[0])))

    def equiv(self, a, b):
        return self.each(a) == self.each(b)

    def answer(self, result):
        return result


TOOLS = {
    "layoutcheck": Layoutcheck,
    "layoutcheck in C": Library,
    "pycute": Pycute,
    "tensor-layouts": TensorLayouts,
    "islpy": Islpy,
    "Triton": Triton,
    "enumeration": Enumeration,
}


def seconds_a_call(call):
    """The median of samples that last a millisecond or a call, in seconds of the processor."""

    def sample(calls):
        start = time.process_time()
        for _ in range(calls):
            call()
        return (time.process_time() - start) / calls

    calls, first = 1, sample(1)
    if first > CALL_SECONDS / SAMPLES:
        return first
    while sample(calls) * calls < SAMPLE_SECONDS:
        calls *= 2
    return sorted(sample(calls) for _ in range(SAMPLES))[SAMPLES // 2]


def for_all(tool, task):
    ask = getattr(tool, "injective_for_all", None)
    if ask is None:
        return {"cannot": "no sizes that are not known"}
    call = functools.partial(ask, task["injective"], task["most"])
    return {"answer": call(), "seconds": seconds_a_call(call)}


def perform(tool, task):
    if "injective" in task:
        return for_all(tool, task)
    try:
        call = tool.prepare(*literals.call(task["call"]))
        answer = tool.answer(call())
    except Cannot as why:
        return {"cannot": str(why)}
    except Exception as error:  # whatever it is, it is the tool's answer
        return {"raises": f"{type(error).__name__}: {error}"[:200]}
    said = {"answer": answer}
    if task.get("timed"):
        said["seconds"] = seconds_a_call(call)
    return said


def main():
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what libraries print is not an answer
    tool = TOOLS[sys.argv[1]]()
    told = {"version": str(tool.version), "relations": tool.relations}
    print(json.dumps(told), file=out, flush=True)
    for line in sys.stdin:
        print(json.dumps(perform(tool, json.loads(line))), file=out, flush=True)


if __name__ == "__main__":
    main()
