"""For editors and type checkers: the functions and methods of the catalogue, as text.

A wheel has it as `_catalogue.pyi`: python -m layoutcheck._stubs >_catalogue.pyi.
"""
from __future__ import annotations

import inspect
from typing import Any, Callable, List

import layoutcheck

from . import _functions, _values

_HEAD = """# Made from the catalogue of the library.
from typing import Any

from ._claims import Result
"""


def _parameter(p: inspect.Parameter) -> str:
    stars = "*" if p.kind is inspect.Parameter.VAR_POSITIONAL else ""
    default = "" if p.default is inspect.Parameter.empty else " = ..."
    return f"{stars}{p.name}: Any{default}"


def _definition(name: str, function: Callable[..., Any], method: bool) -> str:
    signature = inspect.signature(function)
    parameters = list(signature.parameters.values())
    first: List[str] = []
    if method:
        first = ["self"]
        parameters = parameters[parameters[0].kind is not inspect.Parameter.VAR_POSITIONAL :]
    indent = "    " if method else ""
    gives = signature.return_annotation
    hint = "Any" if gives is inspect.Signature.empty else gives.__name__
    inside = ", ".join(first + [_parameter(p) for p in parameters])
    text = (function.__doc__ or "").replace("\\", "\\\\").replace('"', "'")
    told = f"\n{indent}    ".join(line for line in text.split("\n") if line)
    return f'{indent}def {name}({inside}) -> {hint}:\n{indent}    """{told}"""\n'


def text() -> str:
    own = set(layoutcheck.__all__)
    classes = [kind for kind in vars(_values).values() if isinstance(kind, type)]
    attributes = {name for kind in classes for name in vars(kind)}
    functions, methods = [], []
    for name in dict.fromkeys(_functions.names()):
        function = _functions.find(name)
        if function is None or name in own:
            continue
        functions.append(_definition(name, function, False))
        if name not in attributes and inspect.signature(function).parameters:
            methods.append(_definition(name, function, True))
    return "\n".join([_HEAD, *functions, "class Methods:\n" + "\n".join(methods)])


if __name__ == "__main__":
    print(text(), end="")
