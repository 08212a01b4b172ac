"""Values of the language. Each is the text of a literal, checked, and what its kind has."""
from __future__ import annotations

from types import MethodType
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Optional, Type, Union

from . import _library as c
from ._command import save_picture
from ._session import Answer, session_for
from ._text import IntTuple, parse_tuple, parts_of, split_composition, text_of, tuple_text
from .errors import no_attribute

if TYPE_CHECKING:  # of a wheel: _stubs.py
    from ._catalogue import Methods
else:
    Methods = object

Result = Union["Value", int, tuple, list]


class Value(Methods):
    """A value of any kind.

    Every operation of the language is a method, with the value as its first argument, and so is
    every claim: `a.coalesce()`, `a.injective()`.
    """

    __slots__ = ("text", "_shape", "_stride", "note")
    kind = ""
    _remedies: Dict[str, str] = {}  # by the kind that was found instead

    text: str
    _shape: str
    _stride: str
    note: Optional[str]

    def __new__(cls, value: Any = None) -> Any:
        if cls is Value:
            return evaluate(text_of(value))
        made = evaluate(text_of(value))
        if not isinstance(made, cls):
            found = getattr(made, "kind", type(made).__name__)
            raise TypeError(
                f"expected a {cls.kind}, found {_article(found)}: {text_of(made)}"
                + cls._remedies.get(found, "")
            )
        return made

    @classmethod
    def _of(cls, answer: Answer, text: str) -> "Value":
        self = object.__new__(cls)
        self.text = text
        self._shape = answer.shape
        self._stride = answer.stride
        self.note = answer.note
        return self

    def __layoutcheck__(self) -> str:
        return self.text

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.text!r})"

    def __eq__(self, other: object) -> bool:
        """The same literal: `equiv` asks for the same values."""
        if isinstance(other, Value):
            return self.text == other.text
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self.text)

    def __reduce__(self) -> Any:
        return (evaluate, (self.text,))

    # ---- operations ----

    def __call__(self, *coordinate: Any) -> Result:
        """The value at a coordinate; with None or `:` in it, a slice."""
        inside = ",".join(text_of(x) for x in coordinate)
        return evaluate(f"({self.text})({inside})")

    def __getitem__(self, i: Any) -> Result:
        """Mode i, from the last one if it is negative; with several numbers, a mode of a mode."""
        path = i if isinstance(i, tuple) else (i,)
        return evaluate(f"({self.text})" + "".join(f"[{text_of(k)}]" for k in path))

    def __len__(self) -> int:
        return evaluate(f"rank({self.text})")

    def __iter__(self) -> Any:
        return (self[i] for i in range(len(self)))

    def __bool__(self) -> bool:
        return True

    def __matmul__(self, inner: Any) -> Result:
        """The composition, self after inner."""
        return evaluate(f"compose({self.text}, {text_of(inner)})")

    def __rmatmul__(self, outer: Any) -> Result:
        return evaluate(f"compose({text_of(outer)}, {self.text})")

    def __truediv__(self, tiler: Any) -> Result:
        """logical_divide"""
        return evaluate(f"logical_divide({self.text}, {text_of(tiler)})")

    def __mul__(self, tiler: Any) -> Result:
        """logical_product"""
        return evaluate(f"logical_product({self.text}, {text_of(tiler)})")

    def __getattr__(self, name: str) -> Callable[..., Any]:
        from . import _functions

        absent = f"{type(self).__name__!r} object has no attribute {name!r}"
        if name.startswith("_"):
            raise AttributeError(absent)
        function = _functions.find(name)
        if function is None:
            raise no_attribute(absent, name, dir(self))
        return MethodType(function, self)

    def __dir__(self) -> List[str]:
        from . import _functions

        return [*super().__dir__(), *_functions.names()]

    # ---- other forms ----

    def relation(self) -> List[str]:
        """Its isl relations: sets and maps as isl reads them."""
        answer = session_for("claims").ask(c.RELATION, self.text)
        _raise(answer)
        return [line for line in answer.value.split("\n") if not line.startswith("#")]

    def save(self, path: Any) -> None:
        """Its picture, by the end of the name: .svg, .pdf, .png, .tex, .tikz."""
        save_picture(self.text, self._repr_svg_(), path)

    def _repr_svg_(self) -> Optional[str]:
        return session_for("values").ask(c.DRAW, self.text).svg

    def _repr_html_(self) -> str:
        import html

        return f"<div>{self._repr_svg_() or ''}<div><code>{html.escape(self.text)}</code></div></div>"


class _Shaped(Value):
    __slots__ = ()

    @property
    def shape(self) -> IntTuple:
        return parse_tuple(self._shape)

    @property
    def stride(self) -> IntTuple:
        return parse_tuple(self._stride)

    def to(self, make: Callable[..., Any]) -> Any:
        """make(shape, stride): a layout of another library, as `a.to(pycute.Layout)`."""
        return make(self.shape, self.stride)


class Layout(_Shaped):
    """Layout("(4,8):(1,4)"), Layout((4,8), (1,4)), Layout(of another library).

    Without a stride it is compact, column-major.
    """

    __slots__ = ()
    kind = "layout"
    _remedies = {"tensor": "; value(..) keeps the offset, value(..).layout is without it"}

    def __new__(cls, shape: Any, stride: Any = None) -> "Layout":
        if stride is not None:
            return super().__new__(cls, f"{tuple_text(shape)}:{tuple_text(stride)}")
        if isinstance(shape, (int, tuple, list)):
            return super().__new__(cls, f"make_layout({tuple_text(shape)})")
        return super().__new__(cls, shape)


class Tensor(_Shaped):
    """A layout with an offset, "{8} o (2,3):(1,2)"."""

    __slots__ = ()
    kind = "tensor"

    def __new__(cls, value: Any) -> "Tensor":
        made = Value(value)
        return super().__new__(cls, f"{{0}} o {made.text}" if isinstance(made, Layout) else made)

    @property
    def offset(self) -> IntTuple:
        return parse_tuple(self.text[1 : self.text.index("}")])

    @property
    def layout(self) -> Layout:
        return Layout(self._shape + ":" + self._stride)


class Composed(_Shaped):
    """Functions after a layout, "S<3,4,3> o 0 o (8,64):(64,1)"; the shape is the layout's."""

    __slots__ = ()
    kind = "composed"

    def _parts(self) -> List[str]:
        return split_composition(self.text)

    @property
    def layout(self) -> Layout:
        return Layout(self._parts()[-1])

    @property
    def offset(self) -> IntTuple:
        return parse_tuple(self._parts()[-2])

    @property
    def outer(self) -> Any:
        """The function that follows: a swizzle, a layout, or composed itself."""
        return evaluate(" o ".join(self._parts()[:-2]))

    def to(self, make: Callable[..., Any], *parts: Callable[..., Any]) -> Any:
        """make(outer, offset, inner): `parts` make these of the swizzle and of the layout."""
        swizzle, layout = parts or (Swizzle, Layout)
        return make(self.outer.to(swizzle), self.offset, self.layout.to(layout))


class Swizzle(Value):
    """Swizzle("S<3,4,3>"), Swizzle(3, 4, 3)."""

    __slots__ = ()
    kind = "swizzle"

    def __new__(cls, bits: Any, base: Optional[int] = None, shift: Optional[int] = None) -> "Swizzle":
        return super().__new__(cls, bits if base is None else f"S<{bits},{base},{shift}>")

    def _numbers(self) -> List[int]:
        return [int(n) for n in self.text[2:-1].split(",")]

    @property
    def bits(self) -> int:
        return self._numbers()[0]

    @property
    def base(self) -> int:
        return self._numbers()[1]

    @property
    def shift(self) -> int:
        return self._numbers()[2]

    def to(self, make: Callable[..., Any]) -> Any:
        """make(bits, base, shift): a swizzle of another library."""
        return make(*self._numbers())


class Linear(Value):
    """A linear layout: Linear({"register": [(0,1)], "lane": [(1,0)]}, {"dim0": 2, "dim1": 2}).

    Also from text, or from an object of Triton.
    """

    __slots__ = ()
    kind = "linear"

    def __new__(cls, bases: Any, out_dims: Any = None) -> "Linear":
        if out_dims is None:
            return super().__new__(cls, bases)
        return super().__new__(cls, _Bases(bases, out_dims))

    @property
    def bases(self) -> Dict[str, List[tuple]]:
        inside = self.text[self.text.index("{") + 1 : self.text.index("->")].strip()
        ins: Dict[str, List[tuple]] = {}
        for part in parts_of("[" + inside + "]"):
            name, rows = part.split(":", 1)
            numbers = [parse_tuple(row) for row in parts_of(rows.strip())]
            ins[name] = [n if isinstance(n, tuple) else (n,) for n in numbers]  # type: ignore[misc]
        return ins

    @property
    def out_dims(self) -> Dict[str, int]:
        inside = self.text[self.text.index("->") + 2 : self.text.rindex("}")]
        pairs = (part.split(":") for part in inside.split(",") if part.strip())
        return {name.strip(): int(size) for name, size in pairs}

    def to(self, linear_layout: Any) -> Any:
        """Of Triton's class: `a.to(LinearLayout)`, the one of its binding."""
        bases = [(name, [list(b) for b in rows]) for name, rows in self.bases.items()]
        dims = self.out_dims
        surjective = bool(evaluate_claim(f"surjective({self.text})"))
        return linear_layout.from_bases(bases, list(dims), list(dims.values()), surjective)


class _Bases:
    def __init__(self, bases: Any, out_dims: Any) -> None:
        self.bases = {
            name: [b if isinstance(b, (tuple, list)) else (b,) for b in rows]
            for name, rows in dict(bases).items()
        }
        self.out_dims = out_dims


class Affine(Value):
    """A linear layout after an offset by XOR."""

    __slots__ = ()
    kind = "affine"


class _OfIsl(Value):
    __slots__ = ()

    def __new__(cls, text: Any) -> Any:
        if isinstance(text, str) and text.lstrip().startswith(("{", "[")):
            text = f'{cls.kind} "{text}"'
        return super().__new__(cls, text)


class Relation(_OfIsl):
    """Relation("{ [i,j] -> [4i + j] : 0 <= i,j < 4 }"), as isl reads it."""

    __slots__ = ()
    kind = "relation"


class Set(_OfIsl):
    """Set("{ [i] : 0 <= i < 4 }")."""

    __slots__ = ()
    kind = "set"


class Tiler(Value):
    """A tiler by mode, "<4:1, 8:2>"."""

    __slots__ = ()
    kind = "tiler"


class Morphism(Value):
    """A morphism of nested tuples."""

    __slots__ = ()
    kind = "morphism"


class Stride(Value):
    """A stride that is no integer, "6e1", "f5", or a tuple of such."""

    __slots__ = ()
    kind = "stride"


class Expression(Value):
    """A value in symbols, or a name of a type, of dims, of a function."""

    __slots__ = ()
    kind = "expression"


_KINDS: Dict[str, Type[Value]] = {
    kind.kind: kind
    for kind in (
        Layout,
        Tensor,
        Composed,
        Swizzle,
        Linear,
        Affine,
        Relation,
        Set,
        Tiler,
        Morphism,
        Stride,
    )
}


def _article(kind: str) -> str:
    return ("an " if kind[0] in "aeiou" else "a ") + kind


def _raise(answer: Answer) -> None:
    error = answer.error()
    if error is not None:
        raise error


def value_of(answer: Answer) -> Any:
    """The value of an answer: an int, a tuple, a list, or a Value."""
    kind, text = answer.kind, answer.value
    if text is None:
        _raise(answer)
        raise TypeError(f"{answer.text} is a claim, not a value: use prove")
    if kind == "integer" and text != "_":
        return int(text)
    if kind in ("integer", "tuple"):
        return parse_tuple(text)
    if kind == "list":
        return [evaluate(part) for part in parts_of(text)]
    return _KINDS.get(kind, Expression)._of(answer, text)


def evaluate_claim(text: str) -> bool:
    """Is a claim true?"""
    answer = session_for("values").ask(c.PROVE, text)
    _raise(answer)
    return answer.verdict == c.PROVED


def evaluate(text: str) -> Any:
    """The value of an expression of the language: an int, a tuple, a list, or a Value."""
    return value_of(session_for("values").ask(c.EVAL, text))
