"""What views of a tensor are, and whether they are views: `x.view(6, 4)` without a copy.

    >>> from layoutcheck import views
    >>> views.view("(4,6):(6,1)", 2, 12)
    Layout('(2,12):(12,1)')
    >>> views.view(views.permute("(4,6):(6,1)", 1, 0), 24)
    Traceback (most recent call last):
    layoutcheck.errors.DoesNotExist: axis 0 of 24 has no stride: its steps are (4,6):(6,1), the last axis first
    >>> views.rearrange("(2,12,5):(60,5,1)", "b (h d) n -> b h n d", h=3)
    Layout('(2,3,5,4):(60,20,1,5)')

As torch, numpy and einops have them: the last axis is the fastest, where axes are split and joined.
Tensors are objects of torch and numpy, or anything that is a layout; each function gives the layout
of the view, or raises DoesNotExist, whose reason says why there is none without a copy.
"""
from __future__ import annotations

import math
import re
from typing import Any, List, NamedTuple, Sequence, Tuple, Union

from ._text import IntTuple, _plain_mode, _with_offset, tuple_text
from ._values import Layout, Tensor, Value, evaluate
from .errors import ArgumentError, DoesNotExist


class _Axes(NamedTuple):
    offset: int
    shape: List[int]
    stride: List[int]

    def value(self) -> Union[Layout, Tensor]:
        if not self.shape:
            return evaluate(_with_offset(self.offset, 1, 0))
        shape, stride = _plain_mode(self.shape), _plain_mode(self.stride)
        return evaluate(_with_offset(self.offset, shape, stride))


def _leaves(x: IntTuple) -> List[Any]:
    return [leaf for part in x for leaf in _leaves(part)] if isinstance(x, tuple) else [x]


def _axes_of(x: Any) -> _Axes:
    value = Value(x)
    if not isinstance(value, (Layout, Tensor)):
        raise ArgumentError(f"{value} is no layout with a stride for each axis")
    offset = value.offset if isinstance(value, Tensor) else 0
    modes = value.shape if isinstance(value.shape, tuple) else (value.shape,)
    numbers = [offset, *_leaves(value.stride)]
    if any(isinstance(n, tuple) for n in modes) or not all(isinstance(n, int) for n in numbers):
        raise ArgumentError(f"{value} is no tensor: its axes are nested, or its strides no integers")
    return _Axes(offset, list(modes), _leaves(value.stride))  # type: ignore[arg-type]


def _numbers(given: Sequence[Any]) -> List[int]:
    """view(x, 2, 3) and view(x, (2, 3))."""
    return [int(n) for n in (given[0] if len(given) == 1 and not isinstance(given[0], int) else given)]


def _filled(shape: List[int], size: int) -> List[int]:
    """The shape with the number that -1 stands for."""
    if shape.count(-1) == 1:
        known = math.prod(n for n in shape if n != -1)
        shape = [size // known if n == -1 and known > 0 else n for n in shape]
    if any(n < 1 for n in shape) or math.prod(shape) != size:
        raise ArgumentError(f"{tuple(shape)} has not the {size} elements of the tensor")
    return shape


def _viewed(axes: _Axes, shape: List[int]) -> _Axes:
    """Composed with the compact layout of the shape; the first mode is the fastest there."""
    whole = _Axes(0, [*axes.shape[::-1], 1], [*axes.stride[::-1], 0]).value()
    wanted = tuple_text([*shape[::-1], 1])
    try:
        made = evaluate(f"coalesce(compose({whole}, make_layout({wanted})), 0 * {wanted})")
    except DoesNotExist as error:
        raise DoesNotExist(f"there is no view as {tuple(shape)}: {error.message}") from None
    for i, step in enumerate(reversed(made.stride[:-1])):
        if isinstance(step, tuple):
            raise DoesNotExist(
                f"axis {i} of {shape[i]} has no stride: its steps are {made[len(shape) - 1 - i]}, "
                "the last axis first"
            )
    return _Axes(axes.offset, shape, list(made.stride[-2::-1]))


def view(x: Any, *shape: Any) -> Union[Layout, Tensor]:
    """x.view(shape): the same elements in the same order, in another shape; one number may be -1."""
    axes = _axes_of(x)
    return _viewed(axes, _filled(_numbers(shape), math.prod(axes.shape))).value()


def permute(x: Any, *dims: Any) -> Union[Layout, Tensor]:
    """x.permute(dims), and numpy's x.transpose(dims): always a view."""
    axes, order = _axes_of(x), _numbers(dims)
    rank = len(axes.shape)
    order = [i + rank if i < 0 else i for i in order]
    if sorted(order) != list(range(rank)):
        raise ArgumentError(f"{tuple(order)} does not name each of {rank} axes once")
    return _taken(axes, order).value()


def _taken(axes: _Axes, order: List[int]) -> _Axes:
    return _Axes(axes.offset, [axes.shape[i] for i in order], [axes.stride[i] for i in order])


def as_strided(x: Any, size: Any, stride: Any, storage_offset: Any = None) -> Union[Layout, Tensor]:
    """x.as_strided(size, stride, storage_offset), whose elements must be in the storage of x: that
    of a torch tensor; of others, up to their last element. `injective` asks whether two overlap."""
    axes = _axes_of(x)
    first = axes.offset if storage_offset is None else int(storage_offset)
    made = _Axes(first, _numbers([size]), _numbers([stride]))
    if len(made.shape) != len(made.stride):
        raise ArgumentError(f"{len(made.shape)} sizes and {len(made.stride)} strides")
    room = _storage_of(x, axes)
    low, high = _extent(made)
    if low < 0 or high >= room:
        raise DoesNotExist(f"elements {low} to {high} are not all among the {room} of the storage")
    return made.value()


def _extent(axes: _Axes) -> Tuple[int, int]:
    """Its first and its last element."""
    ends = [(n - 1) * d for n, d in zip(axes.shape, axes.stride)]
    return axes.offset + sum(e for e in ends if e < 0), axes.offset + sum(e for e in ends if e > 0)


def _storage_of(x: Any, axes: _Axes) -> int:
    storage = getattr(x, "untyped_storage", None)
    return storage().nbytes() // x.element_size() if storage else _extent(axes)[1] + 1


# ---- einops ----


def _groups(side: str, rest: List[str]) -> List[List[str]]:
    """Of "b (h d) ...": [[b], [h, d], rest...]; 1 is a group of nothing."""
    if not re.fullmatch(r"(\s*(\(\s*[\w\s.]*\)|[A-Za-z_]\w*|1|\.\.\.))*\s*", side):
        raise ArgumentError(f"'{side.strip()}' is no list of axes, as 'b (h d) n'")
    found = []
    for group in re.findall(r"\([^)]*\)|\S+", side):
        names = [name for name in group.strip("()").split() if name != "1"]
        if group == "...":
            found += [[name] for name in rest]
        else:
            found.append([part for n in names for part in (rest if n == "..." else [n])])
    return found


def _split(axes: _Axes, groups: List[List[str]], sizes: dict[str, int]) -> Tuple[List[str], _Axes]:
    """An axis for each name."""
    names: List[str] = []
    made = _Axes(axes.offset, [], [])
    for group, n, stride in zip(groups, axes.shape, axes.stride):
        open_names = [name for name in group if name not in sizes]
        known = math.prod(sizes[name] for name in group if name in sizes)
        if len(open_names) > 1:
            raise ArgumentError(f"the sizes of {' and '.join(open_names)} are not known")
        if known < 1 or n % known != 0 or (not open_names and known != n):
            raise ArgumentError(f"an axis of {n} is not ({' '.join(group)}), of which {known} is known")
        parts = [sizes.get(name, n // known) for name in group]
        names += group
        made.shape.extend(parts)
        made.stride.extend(stride * math.prod(parts[i + 1 :]) for i in range(len(parts)))
    return names, made


def rearrange(x: Any, pattern: str, **sizes: int) -> Union[Layout, Tensor]:
    """einops.rearrange(x, "b (h d) n -> b n h d", h=8), where it needs no copy."""
    axes = _axes_of(x)
    left, arrow, right = pattern.partition("->")
    if not arrow or left.count("...") > 1 or right.count("...") != left.count("..."):
        raise ArgumentError(f"'{pattern}' is no pattern, as 'b (h d) -> b h d'")
    rank = len(axes.shape)
    rest = [f"...{i}" for i in range(rank - len(_groups(left, [])))]
    before, after = _groups(left, rest), _groups(right, rest)
    if len(before) != rank:
        raise ArgumentError(f"'{left.strip()}' has {len(before)} axes, and the tensor {rank}")
    names, split = _split(axes, before, sizes)
    wanted = [name for group in after for name in group]
    if len(set(names)) != len(names) or sorted(wanted) != sorted(names):
        raise ArgumentError(f"'{pattern}' does not have each name once on each side")
    for name in sizes:
        if name not in names:
            raise ArgumentError(f"'{pattern}' has no axis {name}, whose size is given")
    moved = _taken(split, [names.index(name) for name in wanted])
    size = dict(zip(wanted, moved.shape))
    return _viewed(moved, [math.prod(size[name] for name in group) for group in after]).value()
