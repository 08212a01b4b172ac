"""The command `layoutcheck audit`, in Python: `python -m layoutcheck.audit [OPTIONS] FILE|FOLDER...`.

The module is what it is called: `layoutcheck.audit("k.ttgir")` audits, too, once this is imported.
"""
from __future__ import annotations

import argparse
import sys
import types
from typing import Any, Optional, Sequence

from . import _audit
from ._audit import Access, Answer, Audit, Conversion, Finding, Kernel, audit

__all__ = ["Access", "Answer", "Audit", "Conversion", "Finding", "Kernel", "audit", "main"]


class _Callable(types.ModuleType):
    def __call__(self, *what: Any, **more: Any) -> Audit:
        return audit(*what, **more)


sys.modules[__name__].__class__ = _Callable

_LAUNCH = {
    "entry": ("NAME", "kernels with this in their name"),
    "block": ("X,Y,Z", "threads of a block"),
    "grid": ("X,Y,Z", "blocks"),
    "cluster": ("X,Y,Z", "blocks of a cluster"),
    "dynamic": ("BYTES", "dynamic shared memory"),
    "arg": ("I=VALUE", "or I=LOW..HIGH, I=bytes:EXPR: what argument I is, from 0; again for more"),
}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m layoutcheck.audit",
        description="The layouts of compiled kernels, checked without a claim.",
    )
    for name, (meta, words) in _LAUNCH.items():
        parser.add_argument("--" + name, metavar=meta, help=words, action="append", default=[])
    parser.add_argument("--fail-on", metavar="KINDS", help="exit status 1 for findings of these")
    parser.add_argument("--format", choices=("text", "gcc", "json", "sarif", "lay"), default="text")
    parser.add_argument("--verbose", "-v", action="store_true", help="each access, too")
    parser.add_argument("--no-crosscheck", action="store_true", help="no second opinion by isl")
    parser.add_argument("file", nargs="+", metavar="FILE|FOLDER")
    return parser


def _audited(given: argparse.Namespace) -> _audit.Audited:
    audited = _audit.Audited("off" if given.no_crosscheck else "isl")
    for name in _LAUNCH:
        for value in getattr(given, name):
            audited.set(name, value)
    for path in given.file:
        audited.path(path)
    return audited


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """The exit status of `layoutcheck audit`: 0; 1: a finding of --fail-on; 2: an error."""
    given = _parser().parse_args(arguments)
    try:
        audited = _audited(given)
        fails = bool(given.fail_on) and audited.fails(given.fail_on)
    except ValueError as error:
        print(f"layoutcheck.audit: {error}", file=sys.stderr)
        return 2
    wrong = audited.report("errors")
    if given.entry and not wrong and not audited.report("text"):
        expected = "expected a part of the name of a kernel that is there"
        wrong = f"layoutcheck audit: --entry={given.entry[-1]}: {expected}\n"
    sys.stderr.write(wrong)
    verbose = given.verbose and given.format == "text"
    sys.stdout.write(audited.report("verbose" if verbose else given.format))
    return 2 if wrong else 1 if fails else 0


if __name__ == "__main__":
    sys.exit(main())
