"""The operations, claims and words of the language as functions, from the library's catalogue."""
from __future__ import annotations

import inspect
import keyword
import re
from typing import Any, Callable, Dict, List, Optional

from . import _library as c
from ._claims import Result, claim_text, prove, without_underscore
from ._session import session_for
from ._values import value_of

_made: Dict[str, Callable[..., Any]] = {}


def _read_catalogue() -> Dict[str, List[str]]:
    """The signatures of each name; those of CuTe's words that differ in their arguments are many."""
    found: Dict[str, List[str]] = {}
    i = 0
    while (name := c.lib.lcv_catalogue_name(i)) is not None:
        found.setdefault(name.decode(), []).append(c.lib.lcv_catalogue_signature(i).decode())
        i += 1
    return found


_signatures = _read_catalogue()


def find(name: str) -> Optional[Callable[..., Any]]:
    """The function of a name; None: there is none. Words of Python end with `_` here: `is_`."""
    found = _made.get(name)
    if found is not None:
        return found
    own = without_underscore(name)
    texts = _signatures.get(own)
    if texts is None:
        return None
    made = _claim(own) if is_claim(own) else _operation(own)
    made.__name__ = made.__qualname__ = name
    made.__module__ = "layoutcheck"
    rule = c.lib.lcv_catalogue_rule(own.encode())
    made.__doc__ = "\n".join(texts) + ("\n\n" + rule.decode() if rule else "")
    gives = Result if is_claim(own) else inspect.Signature.empty
    setattr(made, "__signature__", _signature(texts).replace(return_annotation=gives))
    _made[name] = made
    return made


def is_claim(name: str) -> bool:
    return c.lib.lcv_catalogue_is_claim(name.encode())


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


def _parameters(text: str) -> List[inspect.Parameter]:
    """Of "complement(A[, N])": what stands behind `[,` may be left out, and has the default `...`."""
    parts = re.split(r"(\[?,) *", text[text.index("(") + 1 : text.rindex(")")])
    optional, parameters = False, []
    for separator, part in zip(["", *parts[1::2]], parts[::2]):
        optional = optional or separator == "[,"
        closed = part[:-1] if optional and part.endswith("]") else part
        parameters.append(_parameter(closed, optional))
    return parameters


def _signature(texts: List[str]) -> inspect.Signature:
    """Parameters that all have; others, of the longest, are optional. `*arguments` if names differ."""
    all_of_them = sorted((_parameters(text) for text in texts), key=len)
    longest, shortest = all_of_them[-1], len(all_of_them[0])
    if any(p.name != q.name for some in all_of_them for p, q in zip(some, longest)):
        return inspect.Signature([inspect.Parameter("arguments", inspect.Parameter.VAR_POSITIONAL)])
    rest = [p.replace(default=_Written("...")) for p in longest[shortest:]]
    return inspect.Signature([*longest[:shortest], *rest])


def _operation(name: str) -> Callable[..., Any]:
    """A word may stand for a claim: then its verdict."""

    def operation(*arguments: Any, **named: Any) -> Any:
        text = claim_text(name, arguments, named) if arguments or named else name + "()"
        answer = session_for("values").ask(c.EVAL, text)
        return value_of(answer) if answer.verdict == c.NO_VERDICT else prove(text)

    return operation


def _claim(name: str) -> Callable[..., Any]:
    def claim(*arguments: Any, **named: Any) -> Any:
        return prove(name, *arguments, **named)

    return claim


def names() -> List[str]:
    """All names but those that CuTe's libraries keep to themselves, `_MeshLayout`."""
    public = (name for name in _signatures if not name.startswith("_"))
    return [n + "_" if keyword.iskeyword(n) else n for n in public]
