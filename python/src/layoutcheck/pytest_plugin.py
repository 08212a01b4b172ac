"""For pytest: files `.lay` are tests, a test a claim; a value that does not exist fails, too."""
from __future__ import annotations

from typing import Any, Iterator, Optional

import pytest

from . import check_file
from ._claims import Statement


def pytest_collect_file(file_path: Any, parent: Any) -> Optional["LayFile"]:
    if file_path.suffix == ".lay":
        return LayFile.from_parent(parent, path=file_path)
    return None


class LayFile(pytest.File):
    """The statements are performed when the file is collected."""

    def collect(self) -> Iterator["Claim"]:
        for number, statement in enumerate(check_file(self.path)):
            is_claim = statement.verb in ("prove", "refute", "plan")
            if not is_claim and statement.passed:
                continue
            name = f"{statement.line}: {statement.verb} {statement.text or ''}".rstrip()
            yield Claim.from_parent(self, name=name, statement=statement, number=number)


class NotAsClaimed(Exception):
    """Raised for a claim that fails, or an error in the input; str() is what to show."""


class Claim(pytest.Item):
    def __init__(self, *, statement: Statement, number: int, **more: Any) -> None:
        super().__init__(**more)
        self.statement = statement
        self.number = number

    def runtest(self) -> None:
        if not self.statement.passed:
            raise NotAsClaimed(str(self.statement))

    def repr_failure(self, excinfo: Any, style: Any = None) -> Any:
        if isinstance(excinfo.value, NotAsClaimed):
            return str(excinfo.value)
        return super().repr_failure(excinfo)

    def reportinfo(self) -> Any:
        return self.path, self.statement.line - 1, self.name
