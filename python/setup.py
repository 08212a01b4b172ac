"""A wheel carries liblayoutcheck, with those libraries that it needs, and the command, where they are
at hand: those of LAYOUTCHECK_LIBRARY and LAYOUTCHECK_COMMAND, else those of the tree around this
folder, once `make` has built it. Such a wheel is for one platform, and for every Python 3."""
import os
import pathlib
import re
import shutil
import subprocess
import sys

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py

try:
    from setuptools.command.bdist_wheel import bdist_wheel
except ImportError:  # of the package wheel, in older versions
    from wheel.bdist_wheel import bdist_wheel

HERE = pathlib.Path(__file__).resolve().parent


def find(variable, *built):
    """The file that the environment names, or the one that was built; None: none is at hand."""
    given = os.environ.get(variable)
    if given and not os.path.exists(given):
        raise SystemExit(f"layoutcheck: {variable} names {given}, which is not there")
    own = HERE.parent.joinpath(*built)
    return given or (str(own) if own.is_file() else None)


LIBRARY = find("LAYOUTCHECK_LIBRARY", ".libs", "liblayoutcheck.so.0")


def needed_by(library):
    """Paths of the libraries beside those of every system."""
    listed = subprocess.run(["ldd", library], stdout=subprocess.PIPE, text=True, check=True)
    words = (line.split() for line in listed.stdout.splitlines())
    return [w[2] for w in words if len(w) > 2 and w[0].startswith(("libisl", "libgmp", "libjansson"))]


COMMAND = find("LAYOUTCHECK_COMMAND", "layoutcheck") if LIBRARY else None


def copy_without_symbols(library, to):
    """What is left does not depend on the folder of the build: its id is of the symbols, too."""
    shutil.copy(library, to)
    strip = [os.environ.get("STRIP") or "strip", "--strip-unneeded", "-R", ".note.gnu.build-id"]
    try:
        subprocess.run([*strip, str(to)], check=True)
    except (OSError, subprocess.CalledProcessError):
        shutil.copy(library, to)  # it is only larger


def stubs(package):
    """The stubs for editors: _stubs.py writes them from what the library knows."""
    source = {**os.environ, "PYTHONPATH": str(HERE / "src"), "LAYOUTCHECK_LIBRARY": LIBRARY}
    said = subprocess.run(
        [sys.executable, "-m", "layoutcheck._stubs"], stdout=subprocess.PIPE, env=source, check=True
    )
    (package / "_catalogue.pyi").write_bytes(said.stdout)


class Build(build_py):
    def run(self):
        super().run()
        package = pathlib.Path(self.build_lib) / "layoutcheck"
        for earlier in ("lib", "bin"):
            shutil.rmtree(package / earlier, ignore_errors=True)
        if not LIBRARY or getattr(self, "editable_mode", False):
            return
        (package / "lib").mkdir(parents=True)
        copy_without_symbols(LIBRARY, package / "lib" / "liblayoutcheck.so")
        for needed in needed_by(LIBRARY):
            shutil.copy(needed, package / "lib")
        if COMMAND:
            (package / "bin").mkdir()
            copy_without_symbols(COMMAND, package / "bin" / "layoutcheck")
        stubs(package)
        for licence in ("COPYING", "doc/inside.spdx"):
            shutil.copy(HERE.parent / licence, package)


def platform_of(platform, files):
    """linux_x86_64 as manylinux_2_N_x86_64: glibc 2.N is the least that has what the files need."""
    versions = [int(n) for f in files for n in re.findall(rb"GLIBC_2\.(\d+)", pathlib.Path(f).read_bytes())]
    known = versions and platform.startswith("linux_")
    return f"manylinux_2_{max(versions)}_{platform[6:]}" if known else platform


class Wheel(bdist_wheel):
    def get_tag(self):
        python, abi, platform = super().get_tag()
        if LIBRARY:
            files = [LIBRARY, *needed_by(LIBRARY), *([COMMAND] if COMMAND else [])]
            platform = platform_of(platform, files)
        return ("py3", "none", platform)


class WithLibrary(Distribution):
    def has_ext_modules(self):
        return LIBRARY is not None


setup(cmdclass={"bdist_wheel": Wheel, "build_py": Build}, distclass=WithLibrary)
