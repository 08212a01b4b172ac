"""Layouts as text and as tuples, and their values by definition: what the peers are judged by. Shares
nothing with any of them."""
import ast
import re

LARGEST = 4096  # values that are compared one by one


class NoLiteral(ValueError):
    """An argument that not all tools could be given: a swizzle, a tiler with _, strides e0."""


def split(text):
    """At the commas that no bracket encloses."""
    parts, depth, start = [], 0, 0
    for at, c in enumerate(text):
        depth += {"(": 1, "<": 1, "[": 1, ")": -1, ">": -1, "]": -1}.get(c, 0)
        if c == "," and depth == 0:
            parts.append(text[start:at])
            start = at + 1
    return [p.strip() for p in [*parts, text[start:]]]


def integers(text):
    if not re.fullmatch(r"[\d(), -]+", text):
        raise NoLiteral(text)
    return ast.literal_eval(text)


def read(text):
    """An integer; ("layout", shape, stride); ("tiler", [..]) of such."""
    text = text.strip()
    if text.startswith("<") and text.endswith(">"):
        return ("tiler", [read(part) for part in split(text[1:-1])])
    if text.count(":") == 1:
        shape, stride = map(integers, text.split(":"))
        list(modes(shape, stride))  # of one profile
        return ("layout", shape, stride)
    if re.fullmatch(r"\d+", text):
        return int(text)
    raise NoLiteral(text)


def text(a):
    """The way back."""
    if isinstance(a, int):
        return str(a)
    if a[0] == "tiler":
        return f"<{','.join(map(text, a[1]))}>"
    return f"{a[1]}:{a[2]}".replace(" ", "").replace(",)", ")")


def call(text):
    """("compose", [A, B]) of "compose(A, B)"."""
    found = re.fullmatch(r"(\w+)\((.*)\)", text.strip())
    if not found:
        raise NoLiteral(text)
    return found.group(1), [read(part) for part in split(found.group(2))]


def modes(shape, stride):
    """Leaves, the first fastest."""
    if isinstance(shape, tuple) != isinstance(stride, tuple):
        raise NoLiteral(f"{shape}:{stride}")
    if not isinstance(shape, tuple):
        yield shape, stride
        return
    if len(shape) != len(stride):
        raise NoLiteral(f"{shape}:{stride}")
    for s, d in zip(shape, stride):
        yield from modes(s, d)


def size(shape):
    product = 1
    for s in shape if isinstance(shape, tuple) else (shape,):
        product *= size(s) if isinstance(s, tuple) else s
    return product


def values(shape, stride):
    """At the coordinates 0, 1, ...; None: they are too many."""
    if size(shape) > LARGEST:
        return None
    leaves, found = list(modes(shape, stride)), []
    for c in range(size(shape)):
        value = 0
        for s, d in leaves:
            value += c % s * d
            c //= s
        found.append(value)
    return found
