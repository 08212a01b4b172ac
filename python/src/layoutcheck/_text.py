"""Python objects as text of the claim language, and tuples back.

Objects of other libraries go by what they have, and none of these is imported: a shape and a stride
(pycute, PyCuTe, tensor-layouts), with an offset (torch tensors), strides in bytes (numpy arrays),
bits, base and shift (swizzles), an outer and an inner function with an offset (composed layouts),
bases and output dims (Triton). CuTe DSL prints what the language reads.
"""
from __future__ import annotations

import operator
from typing import Any, Iterable, Optional, Tuple, Union

IntTuple = Union[int, str, None, Tuple[Any, ...]]


def _joined(items: Iterable[str], n: int) -> str:
    return "(" + ",".join(items) + (",)" if n == 1 else ")")


def tuple_text(x: Any) -> str:
    """A shape, a stride or a coordinate; lists are tuples here."""
    if isinstance(x, (tuple, list)):
        return _joined((tuple_text(part) for part in x), len(x))
    return text_of(x)


def _called(x: Any) -> Any:
    return x() if callable(x) else x


def _has(x: Any, *names: str) -> bool:
    return all(hasattr(x, name) for name in names)


def _linear_text(x: Any) -> str:
    def numbers(basis: Iterable[int]) -> str:
        values = [str(operator.index(n)) for n in basis]
        return values[0] if len(values) == 1 else "(" + ",".join(values) + ")"

    bases = _called(x.bases)
    ins = bases.items() if isinstance(bases, dict) else bases
    dims = _called(x.out_dims)
    outs = dims.items() if isinstance(dims, dict) else dims
    left = ", ".join(f"{name}: [{', '.join(numbers(b) for b in rows)}]" for name, rows in ins)
    right = ", ".join(f"{name}: {size}" for name, size in outs)
    return f"linear{{{left} -> {right}}}"


def _part(text: str) -> str:
    return f"({text})" if " o " in text else text


def _composed_text(outer: Any, offset: Any, inner: Any) -> str:
    return f"{_part(text_of(outer))} o {tuple_text(offset)} o {_part(text_of(inner))}"


def _with_offset(offset: int, shape: Any, stride: Any) -> str:
    layout = f"{tuple_text(shape)}:{tuple_text(stride)}"
    return f"{{{offset}}} o {layout}" if offset else layout


def _plain_mode(x: Any) -> Any:
    """An only mode of a tensor or an array without a tuple, as the language prints it."""
    if len(x) == 0:
        raise ValueError("layoutcheck: a tensor without axes has no layout: expected x.reshape(1)")
    return x[0] if len(x) == 1 else tuple(x)


def _array_parts(x: Any) -> Tuple[int, Any]:
    """The address and the strides in bytes."""
    interface = getattr(x, "__array_interface__", None) or x.__cuda_array_interface__
    return interface["data"][0], x.strides


def _is_array(x: Any) -> bool:
    interfaces = ("__array_interface__", "__cuda_array_interface__")
    return _has(x, "shape", "strides", "itemsize") and any(_has(x, name) for name in interfaces)


def _array_text(x: Any) -> str:
    """The text of an array, in elements; the offset is from the array whose memory it is."""
    base = x
    while _is_array(getattr(base, "base", None)):
        base = base.base
    begin, strides = _array_parts(x)
    numbers = [begin - _array_parts(base)[0], *strides]
    if any(n % x.itemsize for n in numbers):
        raise ValueError(
            f"layoutcheck: the array has the offset {numbers[0]} and the strides {tuple(strides)} "
            f"in bytes, which are no multiples of its elements of {x.itemsize} bytes"
        )
    offset, *strides = [n // x.itemsize for n in numbers]
    return _with_offset(offset, _plain_mode(x.shape), _plain_mode(strides))


def _tensor_text(x: Any) -> str:
    """The text of a tensor of torch; the offset is from the beginning of the storage."""
    kind = str(getattr(x, "layout", "torch.strided"))
    if kind != "torch.strided":
        raise TypeError(f"layoutcheck: a tensor of {kind} has no strides: expected torch.strided")
    return _with_offset(x.storage_offset(), _plain_mode(x.shape), _plain_mode(x.stride()))


def _object_text(x: Any) -> Optional[str]:
    if type(x).__module__.split(".")[0] == "cutlass":
        return str(x)
    if _has(x, "bases", "out_dims"):
        return _linear_text(x)
    if _has(x, "outer", "inner", "offset"):
        return _composed_text(x.outer, x.offset, x.inner)
    if _has(x, "layoutB", "offset", "layoutA"):
        return _composed_text(x.layoutB, x.offset, x.layoutA)
    if _has(x, "bits", "base", "shift"):
        return f"S<{x.bits},{x.base},{x.shift}>"
    if _has(x, "storage_offset", "shape", "stride"):
        return _tensor_text(x)
    if _is_array(x):
        return _array_text(x)
    if _has(x, "shape", "stride"):
        return f"{tuple_text(_called(x.shape))}:{tuple_text(_called(x.stride))}"
    return None


def text_of(x: Any) -> str:
    """The text of a value, or of an object that stands for one; a str is text already."""
    if isinstance(x, str):
        return x
    own = getattr(x, "__layoutcheck__", None)
    if own is not None:
        return own()
    if x is None or x is Ellipsis or (isinstance(x, slice) and x == slice(None)):
        return "_"
    if isinstance(x, tuple):
        # torch.Size and named tuples are tuples
        return _joined((text_of(part) for part in x), len(x))
    if isinstance(x, list):
        return "[" + ", ".join(text_of(part) for part in x) + "]"
    if not getattr(x, "shape", None):  # arrays of one number are numbers, too
        try:
            return str(operator.index(x))
        except TypeError:
            pass
    made = _object_text(x)
    if made is None:
        raise TypeError(
            f"layoutcheck: no layout can be read from {type(x).__module__}.{type(x).__qualname__}: "
            "expected a layout, a shape, an integer or text"
        )
    return made


def parse_tuple(text: str) -> IntTuple:
    """A tuple as it is printed: integers, `_` as None, other strides as text."""
    value, end = _parse(text, 0)
    if end != len(text):
        raise ValueError(f"no tuple: {text}")
    return value


def _parse(text: str, at: int) -> Tuple[IntTuple, int]:
    if text[at] != "(":
        end = at
        while end < len(text) and text[end] not in ",)":
            end += 1
        leaf = text[at:end].strip()
        if leaf == "_":
            return None, end
        try:
            return int(leaf), end
        except ValueError:
            return leaf, end
    parts = []
    at += 1
    while text[at] != ")":
        value, at = _parse(text, at)
        parts.append(value)
        if text[at] == ",":
            at += 1
    return tuple(parts), at + 1


def parts_of(text: str) -> list[str]:
    """The parts of a list as it is printed."""
    parts, depth, begin = [], 0, 1
    for at, c in enumerate(text):
        depth += c in "([{<"
        depth -= c in ")]}" or (c == ">" and text[at - 1] != "-")
        if depth == 0 or (depth == 1 and c == ","):
            part = text[begin:at].strip()
            if part:
                parts.append(part)
            begin = at + 1
    return parts


def split_composition(text: str) -> list[str]:
    """A, B and C of "A o B o C"; what stands in parentheses is one part."""
    parts, depth, begin = [], 0, 0
    for at, c in enumerate(text):
        depth += c in "([{"
        depth -= c in ")]}"
        if depth == 0 and text.startswith(" o ", at):
            parts.append(text[begin:at])
            begin = at + 3
    return [*parts, text[begin:]]
