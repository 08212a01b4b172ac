"""What can go wrong, by the code of the error (verify/language/diag.h)."""
from __future__ import annotations

import builtins
from typing import Iterable, Optional


class Error(Exception):
    """The base of all; str() is what the command prints, with the line that is quoted."""

    code = "internal"

    def __init__(
        self,
        message: str,
        hint: Optional[str] = None,
        line: int = 0,
        column: int = 0,
        rendered: Optional[str] = None,
        text: Optional[str] = None,
    ) -> None:
        super().__init__(message)
        self.message = self.reason = message
        self.hint = hint
        self.line = line
        self.column = column
        self.rendered = rendered or message
        self.expression = text

    def __str__(self) -> str:
        return self.rendered.rstrip("\n")


class SyntaxError(Error, builtins.SyntaxError):
    """The text is no expression or no statement; lineno and offset are the place."""

    code = "syntax"

    def __init__(self, message: str, *rest: object, **more: object) -> None:
        Error.__init__(self, message, *rest, **more)  # type: ignore[arg-type]
        self.msg = message
        self.lineno = self.line
        self.offset = self.column


class UnknownName(Error, builtins.NameError):
    """A name that is unknown, taken, or without a value."""

    code = "name"


class ArgumentError(Error, builtins.ValueError):
    """An argument of the wrong kind or malformed, too many of them or too few."""

    code = "argument"


class DoesNotExist(Error, builtins.ValueError):
    """The arguments are fine, and there is no such value; `reason` says why."""

    code = "no-value"


class LimitError(Error, builtins.ValueError):
    """A size, depth or rank is past a documented limit."""

    code = "limit"


class Unknown(Error):
    """Not decided within the work allowed; `reason` says what was tried."""

    code = "budget"


class FileError(Error, builtins.OSError):
    """A file cannot be read."""

    code = "file"


class OutOfMemory(Error, builtins.MemoryError):
    code = "memory"


class Disagreement(Error, builtins.RuntimeError):
    """The algebra and its second opinion disagree: a bug in layoutcheck, please report it."""

    code = "internal"


BY_CODE = {kind.code: kind for kind in Error.__subclasses__()}


def no_attribute(message: str, name: str, names: Iterable[str]) -> AttributeError:
    """The error for a name that does not exist, with the nearest name that does."""
    import difflib

    nearest = difflib.get_close_matches(name, list(names), n=1)
    error = AttributeError(message + (f": did you mean {nearest[0]!r}?" if nearest else ""))
    error.name = name  # so that a traceback adds no suggestion of its own
    return error
