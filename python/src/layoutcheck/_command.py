"""The command `layoutcheck`: the one that LAYOUTCHECK_COMMAND names, that a wheel brings, or that of
the tree around. Pictures are also made by that of PATH."""
from __future__ import annotations

import os
import pathlib
import shutil
import subprocess
import sys
from typing import Any, Dict, Optional

from . import errors
from ._library import path_in_tree

_HERE = pathlib.Path(__file__).resolve()


def path_of_command() -> Optional[str]:
    """The one that is named, that of the wheel, or of the tree."""
    given = os.environ.get("LAYOUTCHECK_COMMAND")
    if given:
        return given
    for own in (_HERE.with_name("bin") / "layoutcheck", path_in_tree("layoutcheck")):
        if own and os.access(own, os.X_OK) and own.is_file():
            return str(own)
    return None


def _environment() -> Dict[str, str]:
    """Where the command was linked with shared libraries, it finds those of the wheel. One that is
    named may be main() itself, which then takes its own."""
    paths = [os.environ.get("LD_LIBRARY_PATH"), str(_HERE.with_name("lib"))]
    made = {**os.environ, "LD_LIBRARY_PATH": ":".join(path for path in paths if path)}
    made.pop("LAYOUTCHECK_COMMAND", None)
    return made


def main() -> None:
    """`layoutcheck` of an environment: the command takes its place."""
    own = path_of_command()
    if own is None:
        sys.exit(
            "layoutcheck: this package was installed without the command: `make` in the sources of "
            "layoutcheck, then `pip install ./python` again"
        )
    try:
        os.execvpe(own, ["layoutcheck", *sys.argv[1:]], _environment())
    except OSError as error:
        sys.exit(f"layoutcheck: {own}: {error.strerror}")


def save_picture(text: str, svg: Optional[str], path: Any) -> None:
    """The picture of an expression: SVG is that of the library, others are made by the command."""
    where = os.fspath(path)
    if where.endswith(".svg"):
        if svg is None:
            raise errors.DoesNotExist(f"{text} has no picture")
        pathlib.Path(where).write_text(svg, encoding="utf-8")
        return
    command = path_of_command() or shutil.which("layoutcheck")
    if command is None:
        raise errors.FileError(f"{where}: the command layoutcheck, which writes it, was not found")
    done = subprocess.run(
        [command, "draw", text, "-o", where],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=_environment(),
    )
    if done.returncode != 0:
        raise errors.FileError(done.stderr.strip().removeprefix("layoutcheck: "))
