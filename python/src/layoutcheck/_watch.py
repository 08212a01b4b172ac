"""What is done with the findings of a kernel that was just compiled."""
from __future__ import annotations

import warnings
from typing import Iterable, List, Optional, Union

from ._audit import Audit, Finding, kinds_of

Kinds = Union[str, Iterable[str], None]


class LayoutWarning(UserWarning):
    """A finding of an audit."""


class LayoutFault(Exception):
    """Raised for a kernel with findings of the kinds `fail_on`; `findings` has them."""

    def __init__(self, findings: List[Finding]) -> None:
        super().__init__("\n".join(str(f) for f in findings))
        self.findings = findings


class Watch:
    """Reports the findings of each audit: warns of some kinds, raises for others.

    `audits` has all so far. As a context manager, or by stop(), it ends.
    """

    def __init__(self, warn: Kinds, fail_on: Kinds) -> None:
        self._warn = [] if warn is None else kinds_of(warn)
        self._fail_on = [] if fail_on is None else kinds_of(fail_on)
        self.audits: List[Audit] = []

    def tell(self, audit: Audit, stacklevel: int = 2) -> None:
        self.audits.append(audit)
        faults = audit.fails(self._fail_on)
        for finding in audit.fails(self._warn):
            if finding not in faults:
                warnings.warn(str(finding), LayoutWarning, stacklevel=stacklevel + 1)
        for line in audit.errors:
            warnings.warn(f"not audited: {line}", LayoutWarning, stacklevel=stacklevel + 1)
        if faults:
            raise LayoutFault(faults)

    def stop(self) -> None:
        """No audit comes after this one."""

    def __enter__(self) -> "Watch":
        return self

    def __exit__(self, kind: Optional[type], error: object, trace: object) -> None:
        self.stop()
