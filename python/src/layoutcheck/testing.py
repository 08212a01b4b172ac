"""Assertions for tests: `assert_partitions(tv, tile)`, and one for each claim, by its name.

They raise AssertionError with the counterexample, or give the result.
"""
from __future__ import annotations

import inspect
from typing import Any, Callable, List

from ._claims import Result, prove
from .errors import no_attribute


def assert_claim(claim: str, *arguments: Any, **named: Any) -> Result:
    """Proved, or an AssertionError that says why not."""
    __tracebackhide__ = True
    result = prove(claim, *arguments, **named)
    if not result:
        raise AssertionError(str(result))
    return result


def __getattr__(name: str) -> Callable[..., Result]:
    claim = name[7:] if name.startswith("assert_") else ""
    if not claim or claim not in dir(prove):
        raise no_attribute(
            f"module 'layoutcheck.testing' has no attribute {name!r}", name, __dir__()
        )

    def assertion(*arguments: Any, **named: Any) -> Result:
        __tracebackhide__ = True
        return assert_claim(claim, *arguments, **named)

    assertion.__name__ = assertion.__qualname__ = name
    assertion.__doc__ = f"{getattr(prove, claim).__doc__}"
    setattr(assertion, "__signature__", inspect.signature(getattr(prove, claim)))
    return assertion


def __dir__() -> List[str]:
    return ["assert_claim", *("assert_" + claim for claim in dir(prove))]
