"""Claims, and what came of them."""
from __future__ import annotations

import keyword
from itertools import islice
from typing import Any, Callable, Iterable, Iterator, List, NamedTuple, Optional, Sequence, Tuple

from . import _library as c
from . import errors
from ._command import save_picture
from ._session import Answer, Session, _settings, session_for
from ._text import IntTuple, parse_tuple, text_of


class Fault(NamedTuple):
    """What is at fault, in numbers.

    of: the operand as the claim calls it. at: the integral coordinate. coordinate: the natural
    coordinate. roles: what its modes are, ("thread", "value"), or the names of the dims. value:
    there; without a coordinate, the value that is missing, or too much.
    """

    of: str
    at: Optional[int]
    coordinate: IntTuple
    roles: Tuple[str, ...]
    value: Any


def _fault(f: c.CFault) -> Fault:
    return Fault(
        f.of.decode(),
        int(f.at) if f.at else None,
        parse_tuple(f.coordinate.decode()) if f.coordinate else None,
        tuple(f.roles.decode().split(",")) if f.roles else (),
        _plain(f.value),
    )


def _plain(text: Optional[bytes]) -> Any:
    if text is None:
        return None
    try:
        return parse_tuple(text.decode())
    except (ValueError, IndexError):
        return text.decode()


class Result:
    """The verdict on a claim, true if it is proved."""

    def __init__(self, answer: Answer, again: Optional[Callable[[], Answer]] = None) -> None:
        self._answer = answer
        self._again = again
        self.verdict: str = ("proved", "refuted")[answer.verdict]

    def __bool__(self) -> bool:
        return self.verdict == "proved"

    @property
    def claim(self) -> str:
        return self._answer.text

    @property
    def method(self) -> str:
        """How it was decided."""
        return self._answer.method

    @property
    def reason(self) -> Optional[str]:
        """A remark on a proof."""
        return self._answer.reason

    @property
    def summary(self) -> Optional[str]:
        """What is wrong, in a line."""
        return self._answer.summary

    @property
    def where(self) -> Optional[str]:
        return self._answer.where

    @property
    def steps(self) -> List[str]:
        """Both sides of the counterexample, to be redone by hand."""
        return self._answer.steps

    @property
    def faults(self) -> List[Fault]:
        return [_fault(f) for f in self._answer.faults]

    @property
    def coordinate(self) -> IntTuple:
        """Of the first fault that has one; None: there is none."""
        return next((f.coordinate for f in self.faults if f.coordinate is not None), None)

    @property
    def parameters(self) -> dict[str, int]:
        """The numbers that stand for parameters in the counterexample."""
        return self._answer.parameters

    @property
    def confirmed(self) -> bool:
        """Did isl confirm it?"""
        return self._answer.confirmed

    @property
    def seconds(self) -> float:
        return self._answer.seconds

    @property
    def certificate(self) -> str:
        """The sets that prove it, for `layoutcheck recheck` and for isl."""
        return "layoutcheck certificate 3\n" + self._ask(c.PROVE).certificate

    def _ask(self, what: int) -> Answer:
        """What was not asked for at first, where the names of the claim are known."""
        if self._again is not None:
            return self._again()
        return session_for("claims", everything=True).ask(what, self.claim)

    def explain(self) -> str:
        """Step by step."""
        return self._ask(c.EXPLAIN).explanation or ""

    def __str__(self) -> str:
        lines = [f"{self.verdict.upper()} {self.claim}"]
        if not self:
            lines.append("  " + (f"at {self.where}: " if self.where else "") + (self.summary or ""))
        elif self.reason:
            lines.append("  " + self.reason)
        lines += ["    " + step for step in self.steps]
        return "\n".join([*lines, "  by " + self.method])

    def __repr__(self) -> str:
        return f"<{self}>"

    def save(self, path: Any) -> None:
        """Its picture, with what is at fault: .svg, .pdf, .png, .tex, .tikz."""
        save_picture(self.claim, self._repr_svg_(), path)

    def _repr_svg_(self) -> Optional[str]:
        return self._ask(c.DRAW).svg

    def _repr_html_(self) -> str:
        import html

        return f"<div><pre>{html.escape(str(self))}</pre>{self._repr_svg_() or ''}</div>"


def without_underscore(name: str) -> str:
    """As the language has it: words of Python end with `_` here, `is_`, `in_`."""
    return name[:-1] if name.endswith("_") and keyword.iskeyword(name[:-1]) else name


def claim_text(claim: str, arguments: Sequence[Any], named: dict[str, Any]) -> str:
    """The text itself, or the call of the claim of this name."""
    return _call(claim, arguments, named) if arguments or named else claim


def _call(name: str, arguments: Sequence[Any], named: dict[str, Any]) -> str:
    inside = [text_of(x) for x in arguments]
    inside += [f"{without_underscore(key)}={text_of(x)}" for key, x in named.items()]
    return f"{name}({', '.join(inside)})"


def result_of(answer: Answer) -> Result:
    verdict = answer.verdict
    if verdict == c.UNKNOWN:
        raise errors.Unknown(answer.reason or "not decided", text=answer.text)
    error = answer.error()
    if error is not None:
        raise error
    if verdict == c.NO_VERDICT:
        raise errors.ArgumentError(f"{answer.text} is a value, not a claim")
    return Result(answer)


class _Prove:
    """prove("injective((4,8):(1,4))"), prove("injective", a), prove.injective(a).

    The result is true if the claim is proved, and false if it is refuted. Unknown is raised if it
    is not decided, another Error if there is no such claim.
    """

    def __call__(self, claim: str, *arguments: Any, **named: Any) -> Result:
        return result_of(session_for("claims").ask(c.PROVE, claim_text(claim, arguments, named)))

    def __getattr__(self, name: str) -> Any:
        from . import _functions

        if name.startswith("_") or not _functions.is_claim(name):
            raise errors.no_attribute(f"there is no claim {name!r}", name, dir(self))
        return _functions.find(name)

    def __dir__(self) -> List[str]:
        from . import _functions

        return [name for name in _functions.names() if _functions.is_claim(name)]


prove = _Prove()


class Statement(NamedTuple):
    """A statement of a text, and what came of it."""

    line: int
    verb: str
    text: Optional[str]
    name: Optional[str]
    passed: bool
    value: Optional[str]
    result: Optional[Result]
    error: Optional[errors.Error]

    def __bool__(self) -> bool:
        return self.passed

    def __str__(self) -> str:
        if self.error is not None:
            return str(self.error)
        if self.result is not None:
            verdict, rest = str(self.result).split(" ", 1)
            refuted = self.verb == "refute"
            claimed = (" as claimed:" if self.passed else ", and claimed false:") if refuted else ""
            return f"{verdict}{claimed} {rest}"
        if self.value is None:
            return f"{self.verb} {self.text or self.name}"
        return f"{self.name or self.text} = {self.value}"


class Statements(List[Statement]):
    """Statements in a row, true if every one of them is as it should be."""

    def __bool__(self) -> bool:
        return all(statement.passed for statement in self)

    @property
    def failures(self) -> "Statements":
        return Statements(statement for statement in self if not statement.passed)

    def rows(self) -> List[dict[str, Any]]:
        """A dict a statement, with the same keys: pandas.DataFrame(statements.rows())."""
        return [_row(statement) for statement in self]

    def table(self) -> str:
        """A line a statement: its line, what came of it, its text, and what is wrong."""
        rows = self.rows()
        outcomes = [row["outcome"] for row in rows]
        widths = [max(map(len, column), default=0) for column in
                  ([str(row["line"]) for row in rows], outcomes, [row["text"] for row in rows])]
        return "\n".join(
            f"{row['line']:>{widths[0]}}  {row['outcome']:{widths[1]}}  "
            f"{row['text']:{widths[2]}}  {row['what'] or ''}".rstrip()
            for row in rows
        )

    def __str__(self) -> str:
        return "\n".join(f"{s.line}: {s}" for s in self)

    def _repr_html_(self) -> str:
        import html

        columns = ("line", "outcome", "text", "what", "method")
        lines = (
            "<tr>" + "".join(f"<td>{html.escape(str(row[k] or ''))}</td>" for k in columns) + "</tr>"
            for row in self.rows()
        )
        head = "<tr>" + "".join(f"<th>{k}</th>" for k in columns) + "</tr>"
        return f"<table>{head}{''.join(lines)}</table>"


def _row(statement: Statement) -> dict[str, Any]:
    result, error = statement.result, statement.error
    what = statement.value
    if error is not None:
        what = error.message
    elif result is not None:
        place = f"at {result.where}: " if result.where else ""
        what = result.reason if result else place + (result.summary or "")
    return {
        "line": statement.line,
        "verb": statement.verb,
        "text": statement.text or statement.name or "",
        "outcome": _outcome(statement),
        "passed": statement.passed,
        "what": what,
        "method": result.method if result is not None else None,
        "confirmed": result.confirmed if result is not None else None,
        "seconds": result.seconds if result is not None else None,
    }


def _outcome(statement: Statement) -> str:
    if statement.error is not None:
        return "unknown" if isinstance(statement.error, errors.Unknown) else "error"
    return statement.result.verdict if statement.result is not None else "value"


def _statement(answer: Answer, again: Callable[[], Answer]) -> Statement:
    decided = answer.verdict in (c.PROVED, c.REFUTED)
    error = answer.error()
    if answer.verdict == c.UNKNOWN:
        error = errors.Unknown(answer.reason or "not decided", text=answer.text)
    return Statement(
        answer.line,
        answer.verb,
        answer.text,
        answer.name,
        answer.status == c.PASSED,
        answer.value,
        Result(answer, again) if decided else None,
        error,
    )


def _statements(what: int, text: str) -> Statements:
    """What comes of a text, or of the file of this name, in a session of its own."""

    def answers(everything: bool = False) -> Iterator[Answer]:
        return Session(_settings["claims"], _settings["budget"], everything=everything).answers(what, text)

    def again(i: int) -> Callable[[], Answer]:
        return lambda: next(islice(answers(everything=True), i, None))

    return Statements(_statement(answer, again(i)) for i, answer in enumerate(answers()))


def explain(expression: str, *arguments: Any, **named: Any) -> str:
    """An operation or a claim step by step: explain("complement", a, 24), or its text."""
    answer = session_for("claims").ask(c.EXPLAIN, claim_text(expression, arguments, named))
    error = answer.error()
    if error is not None and not answer.explanation:
        raise error
    return answer.explanation or ""


def _text_of_claim(claim: Any) -> str:
    if isinstance(claim, str):
        return claim
    if not isinstance(claim, (tuple, list)) or not claim or not isinstance(claim[0], str):
        raise errors.ArgumentError(
            f"{claim!r} is no claim: expected a text, or a tuple of a name and arguments"
        )
    try:
        return _call(claim[0], claim[1:], {})
    except (TypeError, ValueError) as error:
        raise errors.ArgumentError(str(error)) from None


def prove_all(claims: Iterable[Any]) -> Statements:
    """The verdicts on many claims, each a text, or a tuple of a name and arguments.

    One that is not decided, or that is wrong, is a row with the error, and no exception. `line`
    counts the claims from 1.
    """
    session = session_for("claims")
    found = Statements()
    for claim in claims:
        text, result, error = None, None, None
        try:
            text = _text_of_claim(claim)
            result = result_of(session.ask(c.PROVE, text))
        except errors.Error as one:
            error = one
            text = repr(claim) if text is None else text
        proved = result is not None and bool(result)
        found.append(Statement(len(found) + 1, "prove", text, None, proved, None, result, error))
    return found


def check(text: str) -> Statements:
    """The statements of a text, as `layoutcheck check` performs those of a file."""
    return _statements(c.SAY, text)


def check_file(path: Any) -> Statements:
    """The statements of a file."""
    return _statements(c.CHECK, str(path))
