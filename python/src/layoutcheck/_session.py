"""Sessions, one a thread, and what they answer."""
from __future__ import annotations

import threading
from typing import Any, Iterator, List, Optional

from . import _library as c
from . import errors

_NOT_GIVEN: Any = object()


class Answer:
    """One answer of a session: what the accessors of answer.h say."""

    __slots__ = ("_first", "_at")

    def __init__(self, first: "_Owned", at: Optional[int]) -> None:
        self._first = first
        self._at = at

    def __getattr__(self, name: str) -> Any:
        return c.told(self._at, name)

    @property
    def verb(self) -> str:
        """`let`, `prove` ...; `error` for what is no statement."""
        read = self.text is not None
        return c.lib.lcv_verb_name(c.lib.lcv_answer_verb(self._at)).decode() if read else "error"

    @property
    def steps(self) -> List[str]:
        n = c.lib.lcv_answer_nsteps(self._at)
        return [c.lib.lcv_answer_step(self._at, i).decode() for i in range(n)]

    @property
    def faults(self) -> List[c.CFault]:
        n = c.lib.lcv_answer_nfaults(self._at)
        return [c.lib.lcv_answer_fault(self._at, i).contents for i in range(n)]

    @property
    def parameters(self) -> dict[str, int]:
        n = c.lib.lcv_answer_nparameters(self._at)
        all_of_them = (c.lib.lcv_answer_parameter(self._at, i).contents for i in range(n))
        return {p.name.decode(): int(p.value) for p in all_of_them}

    def error(self) -> Optional[errors.Error]:
        code = c.lib.lcv_answer_error(self._at)
        if code == 0:
            return None
        kind = errors.BY_CODE[c.lib.lcv_error_name(code).decode()]
        return kind(
            self.message,
            self.hint,
            c.lib.lcv_answer_error_line(self._at),
            c.lib.lcv_answer_error_column(self._at),
            self.rendered,
            self.text,
        )


class _Owned:
    """Answers that go together."""

    __slots__ = ("pointer",)

    def __init__(self, pointer: Optional[int]) -> None:
        self.pointer = pointer

    def __del__(self, free: Any = c.lib.lcv_answer_free) -> None:
        free(self.pointer)


class Session:
    """A dialogue with names of its own.

    crosscheck: who gives the second opinion, "isl", of every value and verdict; "points", of
    every value at a few points, without isl; "off". budget: isl operations a query, 0 the default.
    everything: claims with their certificates, pictures and explanations.
    """

    def __init__(
        self,
        crosscheck: str = "isl",
        budget: int = 0,
        require_crosscheck: bool = False,
        everything: bool = False,
    ) -> None:
        self._pointer: Optional[int] = None
        if crosscheck not in c.CROSSCHECKS:
            raise ValueError(f"crosscheck={crosscheck!r}: expected 'isl', 'points' or 'off'")
        figures = c.FIGURES_OF_ALL if everything else c.NO_FIGURES
        own = c.CROSSCHECKS[crosscheck], require_crosscheck, everything, figures, everything
        options = c.Options(budget, *own)
        self._pointer = c.lib.lcv_session_new(options)
        if not self._pointer:
            raise errors.OutOfMemory("out of memory")

    def __del__(self, free: Any = c.lib.lcv_session_free) -> None:
        if self._pointer:
            free(self._pointer)

    def answers(self, what: int, text: str) -> Iterator[Answer]:
        at = c.lib.lcv_ask(self._pointer, what, text.encode())
        first = _Owned(at)
        while at:
            yield Answer(first, at)
            at = c.lib.lcv_answer_next(at)

    def ask(self, what: int, text: str) -> Answer:
        at = c.lib.lcv_ask(self._pointer, what, text.encode())
        return Answer(_Owned(at), at)


class _Local(threading.local):
    """The sessions of a thread, by what they do."""

    def __init__(self) -> None:
        self.sessions: dict[Any, Session] = {}


_local = _Local()
_settings: dict[str, Any] = {"values": "points", "claims": "isl", "budget": 0}


def crosscheck(
    everywhere: Optional[str] = None,
    *,
    values: Optional[str] = None,
    claims: Optional[str] = None,
    budget: Optional[int] = None,
) -> None:
    """Who gives the second opinion: "isl", "points" or "off".

    At first values are checked at points of their laws, in microseconds, and isl confirms verdicts.
    """
    for name, who in (("values", values or everywhere), ("claims", claims or everywhere)):
        if who is None:
            continue
        if who not in c.CROSSCHECKS:
            raise ValueError(f"crosscheck: {who!r}: expected 'isl', 'points' or 'off'")
        _settings[name] = who
    if budget is not None:
        _settings["budget"] = budget


def session_for(kind: str, everything: bool = False) -> Session:
    """kind: "values" or "claims"."""
    key = (_settings[kind], _settings["budget"], everything)
    found = _local.sessions.get(key)
    if found is None:
        found = Session(key[0], key[1], everything=everything)
        _local.sessions[key] = found
    return found
