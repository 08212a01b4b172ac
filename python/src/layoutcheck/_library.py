"""liblayoutcheck by ctypes: where it is found, and the functions of answer.h.

The library is that of the environment variable LAYOUTCHECK_LIBRARY, else one beside this package,
which a wheel brings, else, where this package lies in a tree of sources, the one that was built
there, else the installed one.
"""
from __future__ import annotations

import ctypes
import os
import pathlib
from ctypes import POINTER, c_bool, c_char_p, c_double, c_int, c_size_t, c_ulong, c_void_p
from typing import Any, Optional

EVAL, PROVE, SAY, EXPLAIN, RELATION, C, DRAW, CHECK = range(8)
PASSED, FAILED, UNDECIDED, INVALID, DISAGREEMENT, INTERRUPTED = range(6)
NO_VERDICT, PROVED, REFUTED, UNKNOWN = range(-1, 3)
NO_FIGURES, FIGURES_OF_ALL = 0, 3

CROSSCHECKS = {"off": 0, "isl": 1, "points": 2, "law": 2}  # "law" is an old name


class Options(ctypes.Structure):
    """lcv_options"""

    _fields_ = [
        ("budget", c_ulong),
        ("crosscheck", c_int),
        ("require_crosscheck", c_bool),
        ("certify", c_bool),
        ("figures", c_int),
        ("explanations", c_bool),
    ]


class CFault(ctypes.Structure):
    """lcv_fault"""

    _fields_ = [(name, c_char_p) for name in ("of", "at", "coordinate", "roles", "value")]


class CParameter(ctypes.Structure):
    """lcv_parameter_value"""

    _fields_ = [("name", c_char_p), ("value", c_char_p)]


_HERE = pathlib.Path(__file__).resolve()


def path_in_tree(*parts: str) -> Optional[pathlib.Path]:
    """A path in the tree around this package, if that is a tree of sources."""
    top = _HERE.parent.parent.parent.parent
    in_tree = _HERE.parent == top / "python" / "src" / "layoutcheck"
    return top.joinpath(*parts) if in_tree else None


def _path() -> str:
    given = os.environ.get("LAYOUTCHECK_LIBRARY")
    if given:
        return given
    bundled = _HERE.with_name("lib")
    for needed in ("libgmp", "libisl", "libjansson"):  # each needs those before it
        for library in bundled.glob(needed + ".so*"):
            ctypes.CDLL(str(library))
    own = bundled / "liblayoutcheck.so"
    if own.exists():
        return str(own)
    built = path_in_tree(".libs", "liblayoutcheck.so.0")
    return str(built) if built and built.exists() else "liblayoutcheck.so.0"


def _load() -> ctypes.CDLL:
    path = _path()
    try:
        return ctypes.CDLL(path)
    except OSError as error:
        given = "LAYOUTCHECK_LIBRARY names a library that does not load"
        what = given if os.environ.get("LAYOUTCHECK_LIBRARY") else "its library was not found"
        raise ImportError(
            f"layoutcheck: {what}: {error}. Do one of these: `make` in the sources of layoutcheck, "
            "then `pip install ./python` again, which brings the library along; or `make install`, "
            "then `ldconfig`; or set LAYOUTCHECK_LIBRARY to the path of a liblayoutcheck.so.0"
        ) from None


lib = _load()

_TEXTS = (
    "text name file value kind shape stride note method reason where summary message hint rendered "
    "explanation certificate svg"
).split()
_SIZES = "line column error_line error_column nsteps nfaults nparameters".split()


def _declare(name: str, result: object, *arguments: object) -> None:
    try:
        function = getattr(lib, name)
    except AttributeError as error:
        raise ImportError(
            f"layoutcheck: the library is of another version than this package: {error}; install "
            "both from one version, or name a library in LAYOUTCHECK_LIBRARY"
        ) from None
    function.restype = result
    function.argtypes = arguments


for _name in _TEXTS:
    _declare("lcv_answer_" + _name, c_char_p, c_void_p)
for _name in _SIZES:
    _declare("lcv_answer_" + _name, c_size_t, c_void_p)
for _name in ("status", "verb", "verdict", "error"):
    _declare("lcv_answer_" + _name, c_int, c_void_p)
_declare("lcv_session_new", c_void_p, Options)
_declare("lcv_session_free", None, c_void_p)
_declare("lcv_ask", c_void_p, c_void_p, c_int, c_char_p)
_declare("lcv_answer_free", None, c_void_p)
_declare("lcv_answer_next", c_void_p, c_void_p)
_declare("lcv_answer_step", c_char_p, c_void_p, c_size_t)
_declare("lcv_answer_fault", POINTER(CFault), c_void_p, c_size_t)
_declare("lcv_answer_parameter", POINTER(CParameter), c_void_p, c_size_t)
_declare("lcv_answer_confirmed", c_bool, c_void_p)
_declare("lcv_answer_seconds", c_double, c_void_p)
_declare("lcv_error_name", c_char_p, c_int)
_declare("lcv_verb_name", c_char_p, c_int)
_declare("lcv_catalogue_name", c_char_p, c_size_t)
_declare("lcv_catalogue_signature", c_char_p, c_size_t)
_declare("lcv_catalogue_is_claim", c_bool, c_char_p)
_declare("lcv_catalogue_rule", c_char_p, c_char_p)


def told(pointer: Optional[int], name: str) -> Any:
    """A text or a number of an answer; None where it has none."""
    found = getattr(lib, "lcv_answer_" + name)(pointer)
    return found.decode() if isinstance(found, bytes) else found
