"""The operations and claims of the language as functions, by name, from the library's catalogue."""
from __future__ import annotations

import inspect
import keyword
import re
from typing import Any, Callable, Dict, List, Optional

from . import _library as c
from ._claims import claim_text, prove, without_underscore
from ._values import evaluate

_made: Dict[str, Callable[..., Any]] = {}


def find(name: str) -> Optional[Callable[..., Any]]:
    """The function; None: there is no such name. Words of Python end with `_` here: `is_`."""
    found = _made.get(name)
    if found is not None:
        return found
    own = without_underscore(name)
    signature = c.lib.lcv_catalogue_signature(own.encode())
    if signature is None:
        return None
    made = _claim(own) if c.lib.lcv_catalogue_is_claim(own.encode()) else _operation(own)
    made.__name__ = made.__qualname__ = name
    made.__module__ = "layoutcheck"
    rule = c.lib.lcv_catalogue_rule(own.encode())
    made.__doc__ = signature.decode() + ("\n\n" + rule.decode() if rule else "")
    setattr(made, "__signature__", _signature(signature.decode()))
    _made[name] = made
    return made


class _Written:
    """A default as the signature has it."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text


def _parameter(text: str, optional: bool) -> inspect.Parameter:
    """`A`, `lanes=32`, `[ins]` for a list, `...` for more of the same."""
    if text == "...":
        return inspect.Parameter("more", inspect.Parameter.VAR_POSITIONAL)
    name, given, default = text.strip("[]").partition("=")
    name += "_" if keyword.iskeyword(name) else ""
    written = default if given else "..."
    value: Any = _Written(written) if given or optional else inspect.Parameter.empty
    return inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=value)


def _signature(text: str) -> inspect.Signature:
    """Of "complement(A[, N])": what stands behind `[,` may be left out, and has the default `...`."""
    parts = re.split(r"(\[?,) *", text[text.index("(") + 1 : text.rindex(")")])
    optional, parameters = False, []
    for separator, part in zip(["", *parts[1::2]], parts[::2]):
        optional = optional or separator == "[,"
        closed = part[:-1] if optional and part.endswith("]") else part
        parameters.append(_parameter(closed, optional))
    return inspect.Signature(parameters)


def _operation(name: str) -> Callable[..., Any]:
    def operation(*arguments: Any, **named: Any) -> Any:
        text = claim_text(name, arguments, named)
        return evaluate(text if arguments or named else name + "()")

    return operation


def _claim(name: str) -> Callable[..., Any]:
    def claim(*arguments: Any, **named: Any) -> Any:
        return prove(name, *arguments, **named)

    return claim


def names() -> List[str]:
    """All of them."""
    found = []
    while True:
        name = c.lib.lcv_catalogue_name(len(found))
        if name is None or c.lib.lcv_catalogue_signature(name) is None:
            return [n + "_" if keyword.iskeyword(n) else n for n in found]
        found.append(name.decode())
