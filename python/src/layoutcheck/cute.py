"""For CuTe DSL: the kernels that a block of code compiles are audited at its end.

    import layoutcheck.cute
    with layoutcheck.cute.watch(fail_on="races,inside"):
        import cutlass.cute as cute
        cute.compile(...)

CuTe DSL has no listener of compilations; it keeps its modules in a folder, which it asks the
environment for when it is first imported.
"""
from __future__ import annotations

import atexit
import os
import pathlib
import shutil
import sys
import tempfile
from typing import Any, Dict, Mapping, Optional

from ._audit import audit
from ._watch import Kinds, LayoutFault, LayoutWarning, Watch

__all__ = ["CuteWatch", "LayoutFault", "LayoutWarning", "watch"]


class CuteWatch(Watch):
    """A folder that CuTe DSL keeps its modules in, audited by stop(). `folder`: its path."""

    def __init__(self, warn: Kinds, fail_on: Kinds, options: Mapping[str, Any]) -> None:
        super().__init__(warn, fail_on)
        self._options = options
        self._before: Dict[str, Optional[str]] = {}
        self.folder = tempfile.mkdtemp(prefix="layoutcheck-cute-")
        atexit.register(shutil.rmtree, self.folder, ignore_errors=True)  # it is used to the end

    def start(self) -> None:
        kept = os.environ.get("CUTE_DSL_KEEP", "")
        tokens = [t for t in kept.split(",") if t]
        self._set("CUTE_DSL_KEEP", ",".join([*tokens, *(["ir"] if "ir" not in tokens else [])]))
        self._set("CUTE_DSL_DUMP_DIR", self.folder)

    def _set(self, name: str, value: str) -> None:
        self._before[name] = os.environ.get(name)
        os.environ[name] = value

    def _restore(self) -> None:
        for name, value in self._before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
        self._before = {}

    def stop(self) -> None:
        """Audits what was kept; the environment is as it was."""
        self._restore()
        modules = sorted(pathlib.Path(self.folder).rglob("*_clean.mlir"))
        if modules:
            self.tell(audit(*modules, **self._options), stacklevel=3)

    def __exit__(self, kind: Optional[type], error: object, trace: object) -> None:
        if kind is None:
            self.stop()
        else:
            self._restore()


def watch(warn: Kinds = "any", fail_on: Kinds = None, **options: Any) -> CuteWatch:
    """Audits, when the block ends or at stop(), what CuTe DSL has compiled from here on.

    As `layoutcheck.triton.watch`, but cutlass must not have been imported before.
    """
    if "cutlass" in sys.modules:
        raise RuntimeError("layoutcheck.cute.watch: cutlass was imported before; watch first")
    watching = CuteWatch(warn, fail_on, options)
    watching.start()
    return watching
