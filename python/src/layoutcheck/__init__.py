"""Proofs about GPU layouts.

    >>> import layoutcheck as lay
    >>> a = lay.Layout((4, 8), (1, 4))
    >>> a(1, 2)
    9
    >>> lay.compose(lay.Layout("(4,6,8,10):(2,3,5,7)"), "6:12")
    Layout('(2,3):(9,5)')
    >>> lay.prove.injective("(4,8):(1,2)").coordinate
    (2, 0)

Every operation and every claim of the language is a function of this module, and a method of
values: `help(layoutcheck.logical_divide)`. Arguments are values, integers, tuples, text of the
language, or layouts of pycute, PyCuTe, CuTe DSL, tensor-layouts and Triton. Operations give values;
claims give results, which are true if proved and have a counterexample if refuted.

`views` says what views of a tensor are, and which need a copy.

`audit` checks the layouts of kernels that a compiler has made, and needs no claim;
`layoutcheck.triton.watch()` audits each kernel as Triton compiles it.
"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, List

from . import _functions, errors, views
from ._audit import audit
from ._claims import Fault, Result, Statement, Statements, check, check_file, explain, prove, prove_all
from ._session import Session, crosscheck
from ._values import (
    Affine,
    Composed,
    Expression,
    Layout,
    Linear,
    Morphism,
    Relation,
    Set,
    Stride,
    Swizzle,
    Tensor,
    Tiler,
    Value,
    evaluate,
)
from .errors import (
    ArgumentError,
    Disagreement,
    DoesNotExist,
    Error,
    FileError,
    LimitError,
    OutOfMemory,
    SyntaxError,
    Unknown,
    UnknownName,
)

if TYPE_CHECKING:  # of a wheel: _stubs.py
    from ._catalogue import *

__version__ = "0.1.0"

value = Value

__all__ = [
    "Affine",
    "ArgumentError",
    "Composed",
    "Disagreement",
    "DoesNotExist",
    "Error",
    "Expression",
    "Fault",
    "FileError",
    "Layout",
    "LimitError",
    "Linear",
    "Morphism",
    "OutOfMemory",
    "Relation",
    "Result",
    "Session",
    "Set",
    "Statement",
    "Statements",
    "Stride",
    "Swizzle",
    "SyntaxError",
    "Tensor",
    "Tiler",
    "Unknown",
    "UnknownName",
    "Value",
    "audit",
    "check",
    "check_file",
    "crosscheck",
    "errors",
    "evaluate",
    "explain",
    "prove",
    "prove_all",
    "value",
    "views",
]


def __getattr__(name: str) -> Callable[..., Any]:
    function = None if name.startswith("__") else _functions.find(name)
    if function is None:
        raise errors.no_attribute(
            f"module 'layoutcheck' has no attribute {name!r}", name, __dir__()
        )
    globals()[name] = function
    return function


def __dir__() -> List[str]:
    return sorted([*__all__, "__version__", *_functions.names()])
