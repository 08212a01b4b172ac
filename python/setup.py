"""A wheel carries liblayoutcheck, with those libraries that it needs, where one is at hand: that of
LAYOUTCHECK_LIBRARY, else that of the tree around this folder, once `make` has built it. Such a wheel
is for one platform, and for every Python 3."""
import os
import pathlib
import shutil
import subprocess

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py

try:
    from setuptools.command.bdist_wheel import bdist_wheel
except ImportError:  # of the package wheel, in older versions
    from wheel.bdist_wheel import bdist_wheel


def find_library():
    """The path of liblayoutcheck; None: none is at hand."""
    given = os.environ.get("LAYOUTCHECK_LIBRARY")
    if given:
        if not os.path.exists(given):
            raise SystemExit(f"layoutcheck: LAYOUTCHECK_LIBRARY names {given}, which is not there")
        return given
    built = pathlib.Path(__file__).resolve().parent.parent / ".libs" / "liblayoutcheck.so.0"
    return str(built) if built.exists() else None


LIBRARY = find_library()


def needed_by(library):
    """Paths of the libraries beside those of every system."""
    listed = subprocess.run(["ldd", library], stdout=subprocess.PIPE, text=True, check=True)
    words = (line.split() for line in listed.stdout.splitlines())
    return [w[2] for w in words if len(w) > 2 and w[0].startswith(("libisl", "libgmp", "libjansson"))]


def copy_without_symbols(library, to):
    shutil.copyfile(library, to)
    try:
        subprocess.run([os.environ.get("STRIP", "strip"), "--strip-unneeded", str(to)], check=True)
    except (OSError, subprocess.CalledProcessError):
        shutil.copyfile(library, to)  # it is only larger


class Build(build_py):
    def run(self):
        super().run()
        into = pathlib.Path(self.build_lib) / "layoutcheck" / "lib"
        shutil.rmtree(into, ignore_errors=True)  # of an earlier build
        if LIBRARY and not getattr(self, "editable_mode", False):
            into.mkdir(parents=True)
            copy_without_symbols(LIBRARY, into / "liblayoutcheck.so")
            for needed in needed_by(LIBRARY):
                shutil.copy(needed, into)


class Wheel(bdist_wheel):
    def get_tag(self):
        python, abi, platform = super().get_tag()
        return ("py3", "none", platform)


class WithLibrary(Distribution):
    def has_ext_modules(self):
        return LIBRARY is not None


setup(cmdclass={"bdist_wheel": Wheel, "build_py": Build}, distclass=WithLibrary)
