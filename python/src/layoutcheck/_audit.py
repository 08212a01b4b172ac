"""The layouts of compiled kernels, checked without a claim: records of an audit as objects."""
from __future__ import annotations

import ctypes
import json
import os
from dataclasses import dataclass, field, fields
from typing import Any, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple, Type, TypeVar, Union

from . import _library as c
from . import errors

KINDS = (
    "conflicts sectors inside aligned fits conversions races barriers rings repeats operand "
    "unwritten"
).split()


@dataclass(frozen=True)
class Answer:
    """A verdict: none or some, least or more, yes or no; unknown, with `why`.

    `worst` and `least` are wavefronts or sectors of one instruction of the worst warp. `claim` is
    what was asked of the prover: `layoutcheck.prove` asks it again.
    """

    verdict: str
    worst: int = 0
    least: int = 0
    why: Optional[str] = None
    shown: Optional[str] = None
    claim: Optional[str] = None
    confirmed: bool = False
    pairs: Tuple[Tuple[int, int], ...] = ()

    @property
    def good(self) -> bool:
        """Nothing is at fault."""
        return self.verdict in ("none", "least", "yes")

    @property
    def bad(self) -> bool:
        return not self.good and self.verdict != "unknown"


@dataclass(frozen=True)
class Finding:
    """What is not as it should be, at a line of the file and of the source.

    `wrong`: the kernel may be wrong, not only slow. `answer` has the counts, the counterexample and
    the claim that was asked; a conversion that is dearer than it need be has none.
    """

    entry: str
    file: str
    kind: str
    message: str
    wrong: bool
    line: int = 0
    source: Optional[str] = None
    loops: int = 0
    answer: Optional[Answer] = None
    remedy: Optional[str] = None

    def __str__(self) -> str:
        place = self.source or (f"{self.file}:{self.line}" if self.line else self.file)
        return f"{place}: {self.entry}: {self.message} [{self.kind}]"


@dataclass(frozen=True)
class Access:
    """An access of shared or global memory."""

    entry: str
    file: str
    line: int
    space: str
    operation: str
    loops: int = 0
    source: Optional[str] = None
    op: Optional[str] = None
    bytes: int = 0
    times: int = 0
    address: Optional[str] = None
    guard: Optional[str] = None
    detail: Optional[str] = None
    remedy: Optional[str] = None
    conflicts: Optional[Answer] = None
    sectors: Optional[Answer] = None
    inside: Optional[Answer] = None
    aligned: Optional[Answer] = None
    fits: Optional[Answer] = None


@dataclass(frozen=True)
class Conversion:
    """A conversion between two layouts of one tensor; `needs` and `takes`: free, registers,
    shuffles, shared, blocks, unknown."""

    entry: str
    file: str
    line: int
    needs: str
    takes: str
    loops: int = 0
    source: Optional[str] = None
    op: Optional[str] = None
    from_type: Optional[str] = None
    to_type: Optional[str] = None
    shuffles: int = 0
    bytes: int = 0
    why: Optional[str] = None
    remedy: Optional[str] = None
    store: Optional[Answer] = None
    load: Optional[Answer] = None


@dataclass(frozen=True)
class Kernel:
    """A kernel: its accesses, conversions and findings; `about` has what is true of it as a whole,
    `races`, `rings` and the like."""

    entry: str
    file: str
    line: int
    target: Optional[str] = None
    warps: int = 0
    lanes: int = 0
    about: Mapping[str, Answer] = field(default_factory=dict)
    accesses: Tuple[Access, ...] = ()
    conversions: Tuple[Conversion, ...] = ()
    findings: Tuple[Finding, ...] = ()
    unread: Mapping[str, int] = field(default_factory=dict)


class Audit(Sequence[Kernel]):
    """The kernels of an audit, in order. str() is the text that the command prints, `errors` first."""

    def __init__(self, kernels: List[Kernel], wrong: List[str], text: str) -> None:
        self._kernels = tuple(kernels)
        self.errors = tuple(wrong)  #: files that could not be read, a line each
        self._text = text

    def __getitem__(self, i: Any) -> Any:
        return self._kernels[i]

    def __len__(self) -> int:
        return len(self._kernels)

    def __str__(self) -> str:
        return "\n".join([*self.errors, self._text]).rstrip("\n")

    def __repr__(self) -> str:
        unread = f", {len(self.errors)} errors" if self.errors else ""
        return f"<audit of {len(self)} kernels: {len(self.findings)} findings{unread}>"

    @property
    def findings(self) -> List[Finding]:
        return [finding for kernel in self for finding in kernel.findings]

    @property
    def accesses(self) -> List[Access]:
        return [access for kernel in self for access in kernel.accesses]

    @property
    def conversions(self) -> List[Conversion]:
        return [conversion for kernel in self for conversion in kernel.conversions]

    def fails(self, kinds: Union[str, Iterable[str]]) -> List[Finding]:
        """The findings of these kinds; "any": all."""
        wanted = kinds_of(kinds)
        return [f for f in self.findings if f.kind in wanted or "any" in wanted]


def kinds_of(kinds: Union[str, Iterable[str]]) -> List[str]:
    """"conflicts,races", or a list of such; ValueError for what is no kind."""
    names = kinds.split(",") if isinstance(kinds, str) else list(kinds)
    for name in names:
        if name not in KINDS and name != "any":
            raise ValueError(f"{name!r}: expected {', '.join(KINDS)} or any")
    return names


# ---- the library ----


class Audited:
    """An lck_audited."""

    def __init__(self, crosscheck: str = "isl") -> None:
        self._pointer: Optional[int] = None
        if crosscheck not in c.CROSSCHECKS:
            raise ValueError(f"crosscheck={crosscheck!r}: expected 'isl', 'points' or 'off'")
        self._pointer = c.lib.lck_audited_new(c.CROSSCHECKS[crosscheck])
        if not self._pointer:
            raise errors.OutOfMemory("out of memory")

    def __del__(self, free: Any = c.lib.lck_audited_free) -> None:
        if self._pointer:
            free(self._pointer)

    def set(self, option: str, value: str) -> None:
        expected = c.lib.lck_audited_set(self._pointer, option.encode(), value.encode())
        if expected:
            raise ValueError(f"{option}={value}: expected {expected.decode()}")

    def path(self, path: str) -> None:
        if not c.lib.lck_audited_path(self._pointer, os.fsencode(path)):
            raise errors.OutOfMemory("out of memory")

    def text(self, text: str, file: str) -> None:
        data = text.encode()
        if not c.lib.lck_audited_text(self._pointer, data, len(data), os.fsencode(file)):
            raise errors.OutOfMemory("out of memory")

    def report(self, how: str) -> str:
        report = c.lib.lck_audited_report(self._pointer, how.encode())
        if report is None:
            raise errors.Error(f"no report as {how}: the library was built without jansson")
        return report.decode(errors="replace")

    def fails(self, kinds: str) -> bool:
        """Does it have findings of these kinds?"""
        found = c.lib.lck_audited_fails(self._pointer, kinds.encode())
        if found < 0:
            raise ValueError(f"{kinds!r}: expected {', '.join(KINDS)}, unknown or any")
        return bool(found)


c._declare("lck_audited_new", ctypes.c_void_p, ctypes.c_int)
c._declare("lck_audited_free", None, ctypes.c_void_p)
c._declare("lck_audited_set", ctypes.c_char_p, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p)
c._declare("lck_audited_path", ctypes.c_bool, ctypes.c_void_p, ctypes.c_char_p)
c._declare(
    "lck_audited_text",
    ctypes.c_bool,
    ctypes.c_void_p,
    ctypes.c_char_p,
    ctypes.c_size_t,
    ctypes.c_char_p,
)
c._declare("lck_audited_report", ctypes.c_char_p, ctypes.c_void_p, ctypes.c_char_p)
c._declare("lck_audited_fails", ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p)


# ---- records ----

_ABOUT = (
    "races",
    "global",
    "barriers",
    "rings",
    "repeats",
    "operand",
    "unwritten",
    "inside",
    "fits",
)
_T = TypeVar("_T")


def _answer(given: Mapping[str, Any]) -> Answer:
    worst, least = given.get("worst", (0, 0))
    pairs = tuple((first, second) for first, second in given.get("pairs", ()))
    known = {k: v for k, v in given.items() if k in ("verdict", "why", "shown", "claim", "confirmed")}
    return Answer(worst=worst, least=least, pairs=pairs, **known)


def _made(kind: Type[_T], given: Mapping[str, Any], **more: Any) -> _T:
    """An object of a class, from the members that the class has."""
    names = {f.name for f in fields(kind)}  # type: ignore[arg-type]
    renamed = {{"from": "from_type", "to": "to_type"}.get(k, k): v for k, v in given.items()}
    members = {
        name: _answer(value) if isinstance(value, dict) else value
        for name, value in renamed.items()
        if name in names and name not in more
    }
    return kind(**{**members, **more})


def _finding(given: Mapping[str, Any], kernel: Mapping[str, Any]) -> Finding:
    answer = _answer(given) if "verdict" in given else None
    return _made(Finding, given, entry=kernel["entry"], file=kernel["file"], answer=answer)


def _kernel(record: Mapping[str, Any], before: Mapping[str, List[Any]]) -> Kernel:
    return _made(
        Kernel,
        record,
        about={name: _answer(record[name]) for name in _ABOUT if name in record},
        accesses=tuple(before["access"]),
        conversions=tuple(before["conversion"]),
        findings=tuple(_finding(f, record) for f in record["findings"]),
        unread=record["unread"],
    )


def _kernels(records: str) -> List[Kernel]:
    """Each kernel comes after its accesses and conversions."""
    kernels: List[Kernel] = []
    before: Dict[str, List[Any]] = {"access": [], "conversion": []}
    for line in records.splitlines():
        record = json.loads(line)
        if record["record"] == "kernel":
            kernels.append(_kernel(record, before))
            before = {"access": [], "conversion": []}
        elif record["record"] in before:
            kind = Access if record["record"] == "access" else Conversion
            before[record["record"]].append(_made(kind, record))
    return kernels


# ---- questions ----

Argument = Union[int, str, Tuple[int, int], range]


def _argument(given: Argument) -> str:
    """As `--arg` takes it: VALUE, LOW..HIGH, bytes:EXPR."""
    if isinstance(given, range):
        if given.step != 1 or not given:
            raise ValueError(f"{given!r}: expected a range of step 1 that is not empty")
        return f"{given.start}..{given.stop - 1}"
    return f"{given[0]}..{given[1]}" if isinstance(given, tuple) else str(given)


def _extent(given: Union[int, Sequence[int]]) -> str:
    return str(given) if isinstance(given, int) else ",".join(str(n) for n in given)


def _add(audited: Audited, what: Any, file: Optional[str]) -> None:
    asm = getattr(what, "asm", None)
    if asm is not None:  # a kernel that Triton has compiled
        name = file or getattr(what, "name", None) or "kernel"
        audited.text(asm["ttgir"], name if file else f"{name}.ttgir")
    elif isinstance(what, str) and "\n" in what:
        audited.text(what, file or "<text>")
    else:
        audited.path(os.fspath(what))


def audit(
    *what: Any,
    entry: Optional[str] = None,
    block: Union[int, Sequence[int], None] = None,
    grid: Union[int, Sequence[int], None] = None,
    cluster: Union[int, Sequence[int], None] = None,
    dynamic: Optional[int] = None,
    arguments: Optional[Mapping[int, Argument]] = None,
    crosscheck: str = "isl",
    file: Optional[str] = None,
) -> Audit:
    """What the layouts of compiled kernels cost, and where they are wrong.

    Each of `what` is the path of a file or a folder, the text of a module, or a kernel that Triton
    has compiled. `arguments` tells of the kernel's arguments, by number from 0: a value,
    (low, high), a range, "bytes:EXPR" of a pointer. `file` is the name of a text in the records.
    """
    audited = Audited(crosscheck)
    extents = (("block", block), ("grid", grid), ("cluster", cluster))
    given = [("entry", entry), *((n, None if e is None else _extent(e)) for n, e in extents)]
    given.append(("dynamic", None if dynamic is None else str(dynamic)))
    given.extend(("arg", f"{i}={_argument(a)}") for i, a in (arguments or {}).items())
    for option, value in given:
        if value is not None:
            audited.set(option, value)
    for one in what:
        _add(audited, one, file)
    wrong = audited.report("errors").splitlines()
    return Audit(_kernels(audited.report("json")), wrong, audited.report("text"))
