"""For Triton: each kernel is audited as it is compiled.

    import layoutcheck.triton
    layoutcheck.triton.watch(fail_on="races,rings,inside")

Kernels that Triton finds in its cache are audited, too, once a process. An audit takes some
hundredths of a second beside seconds of compilation.
"""
from __future__ import annotations

import pathlib
from typing import Any, Callable, Mapping, Optional, Set

from ._audit import audit
from ._watch import Kinds, LayoutFault, LayoutWarning, Watch

__all__ = ["LayoutFault", "LayoutWarning", "TritonWatch", "watch"]


class TritonWatch(Watch):
    """A listener of Triton's compilations, in front of one that is there."""

    def __init__(self, warn: Kinds, fail_on: Kinds, options: Mapping[str, Any]) -> None:
        super().__init__(warn, fail_on)
        self._options = options
        self._seen: Set[str] = set()
        self._before: Optional[Callable[..., None]] = None
        self._watches = False

    def start(self) -> None:
        knobs = _knobs()
        self._before = knobs.compilation.listener
        knobs.compilation.listener = self._compiled
        self._watches = True

    def stop(self) -> None:
        """Puts back the listener that was there."""
        self._watches = False
        compilation = _knobs().compilation
        if compilation.listener == self._compiled:  # else another stands before this one
            compilation.listener = self._before

    def _compiled(self, *, metadata_group: Mapping[str, str], **more: Any) -> None:
        if self._before:
            self._before(metadata_group=metadata_group, **more)
        modules = [path for name, path in metadata_group.items() if name.endswith(".ttgir")]
        for path in modules if self._watches else []:
            if path not in self._seen:
                self._seen.add(path)
                text = pathlib.Path(path).read_text()
                self.tell(audit(text, file=pathlib.Path(path).name, **self._options), stacklevel=3)


def _knobs() -> Any:
    from triton import knobs

    if not hasattr(knobs.compilation, "listener"):
        raise ImportError("layoutcheck.triton: this Triton has no listener of compilations")
    return knobs


def watch(warn: Kinds = "any", fail_on: Kinds = None, **options: Any) -> TritonWatch:
    """Audits each kernel that Triton compiles from here on.

    Findings of the kinds `warn` are warnings, of `fail_on` an exception where the kernel is
    compiled, which then is not launched. The options are those of `layoutcheck.audit`. As a context
    manager it ends with the block, else with stop().
    """
    watching = TritonWatch(warn, fail_on, options)
    watching.start()
    return watching
