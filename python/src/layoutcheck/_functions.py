"""The operations and claims of the language as functions, by name, from the library's catalogue."""
from __future__ import annotations

import keyword
from typing import Any, Callable, Dict, List, Optional

from . import _library as c
from ._claims import claim_text, prove
from ._values import evaluate

_made: Dict[str, Callable[..., Any]] = {}


def find(name: str) -> Optional[Callable[..., Any]]:
    """The function; None: there is no such name. Words of Python end with `_` here: `is_`."""
    found = _made.get(name)
    if found is not None:
        return found
    own = name[:-1] if name.endswith("_") and keyword.iskeyword(name[:-1]) else name
    signature = c.lib.lcv_catalogue_signature(own.encode())
    if signature is None:
        return None
    made = _claim(own) if c.lib.lcv_catalogue_is_claim(own.encode()) else _operation(own)
    made.__name__ = made.__qualname__ = name
    made.__module__ = "layoutcheck"
    rule = c.lib.lcv_catalogue_rule(own.encode())
    made.__doc__ = signature.decode() + ("\n\n" + rule.decode() if rule else "")
    _made[name] = made
    return made


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
