"""`make wheel`, and `pip install ./python` in a tree that is built: what is installed runs with the
libraries that it brings, and with nothing of this build."""
import glob
import importlib.util
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

from layoutcheck import _command, _library

BUILD = os.environ.get("top_builddir")
SOURCES = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = """
import layoutcheck as lay
assert lay.__file__.startswith({prefix!r}), lay.__file__
assert str(lay.compose("(4,6,8,10):(2,3,5,7)", "6:12")) == "(2,3):(9,5)"
assert lay.prove.injective("(4,8):(1,4)").confirmed
maps = open("/proc/self/maps").read().split()
used = sorted({{m for m in maps if any(n in m for n in ("libisl", "libgmp", "liblayoutcheck"))}})
assert len(used) == 3 and all(m.startswith({prefix!r}) for m in used), used
print("fine")
"""

WHEELS = """
import setuptools
try:
    import setuptools.command.bdist_wheel
except ImportError:
    import wheel.bdist_wheel
"""


def run(*command, **more):
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **more
    )
    if done.returncode != 0:
        raise AssertionError(f"{command}: status {done.returncode}\n{done.stdout}")
    return done.stdout


def is_there(module):
    try:
        return importlib.util.find_spec(module) is not None
    except ModuleNotFoundError:  # not even the package of it
        return False


def clean_environment():
    """Or a skipped test: what pip needs is not there."""
    for needed in ("setuptools", "venv", "ensurepip"):
        if not is_there(needed):
            raise unittest.SkipTest(f"{needed} is not there")
    if not is_there("setuptools.command.bdist_wheel") and not is_there("wheel.bdist_wheel"):
        raise unittest.SkipTest("wheel is not there, and setuptools is older than 70.1")
    if not BUILD:
        raise unittest.SkipTest("top_builddir says where the build is")
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("MAKE", "PYTHON"))}
    for own in ("LAYOUTCHECK_LIBRARY", "LAYOUTCHECK_COMMAND"):
        clean.pop(own, None)
    return clean


def needs_wheel(python, environment):
    """Or a skipped test: the interpreter of an environment may lack what this one has."""
    asked = subprocess.run([python, "-c", WHEELS], env=environment, stderr=subprocess.DEVNULL)
    if asked.returncode != 0:
        raise unittest.SkipTest(f"wheel is not there for {python}")


def copy_of_tree(folder, *parts):
    """The package, and of the build around it these parts."""
    shutil.copytree(SOURCES, os.path.join(folder, "python"), ignore=shutil.ignore_patterns("build"))
    for part in parts:
        os.symlink(os.path.abspath(os.path.join(BUILD, part)), os.path.join(folder, part))
    for part in ("COPYING", "doc"):
        os.symlink(SOURCES.parent / part, os.path.join(folder, part))
    return os.path.join(folder, "python")


class Wheel(unittest.TestCase):
    def runs_bare(self, prefix):
        bare = {"PATH": os.path.join(prefix, "bin"), "HOME": prefix}
        python = os.path.join(prefix, "bin", "python")
        said = run(python, "-c", PROGRAM.format(prefix=prefix), env=bare, cwd="/")
        self.assertEqual(said, "fine\n")
        command = os.path.join(prefix, "bin", "layoutcheck")
        if os.path.exists(os.path.join(BUILD, "layoutcheck")):
            self.assertEqual(run(command, "eval", "size((4,8):(1,4))", env=bare, cwd="/"), "32\n")
        (package,) = pathlib.Path(prefix).glob("lib/python*/site-packages/layoutcheck")
        self.assertIn("def local_tile(", (package / "_catalogue.pyi").read_text())
        self.assertIn("PackageName: GMP", (package / "inside.spdx").read_text())

    def test_a_fresh_environment(self):
        clean = clean_environment()
        run("make", "-C", BUILD, f"PYTHON={sys.executable}", "wheel", env=clean)
        (wheel,) = glob.glob(os.path.join(BUILD, "layoutcheck-*.whl"))
        self.assertRegex(wheel, "-py3-none-manylinux_2_[0-9]+_")
        with tempfile.TemporaryDirectory() as folder:
            prefix = str(pathlib.Path(folder).resolve())
            run(sys.executable, "-m", "venv", prefix, env=clean)
            python = os.path.join(prefix, "bin", "python")
            run(python, "-m", "pip", "install", "--no-index", os.path.abspath(wheel), env=clean)
            self.runs_bare(prefix)

    def test_pip_install_in_a_tree_that_is_built(self):
        clean = clean_environment()
        with tempfile.TemporaryDirectory() as folder:
            prefix = str(pathlib.Path(folder).resolve() / "environment")
            package = copy_of_tree(folder, ".libs", "layoutcheck")
            run(sys.executable, "-m", "venv", "--system-site-packages", prefix, env=clean)
            python = os.path.join(prefix, "bin", "python")
            needs_wheel(python, clean)
            run(python, "-m", "pip", "install", "--no-index", "--no-build-isolation", package, env=clean)
            self.runs_bare(prefix)

    def test_pip_install_in_a_tree_that_is_not_built(self):
        """The command says in a line what to do."""
        clean = clean_environment()
        with tempfile.TemporaryDirectory() as folder:
            prefix = str(pathlib.Path(folder).resolve() / "environment")
            run(sys.executable, "-m", "venv", "--system-site-packages", prefix, env=clean)
            python = os.path.join(prefix, "bin", "python")
            needs_wheel(python, clean)
            no_index = "--no-index", "--no-build-isolation"
            run(python, "-m", "pip", "install", *no_index, copy_of_tree(folder), env=clean)
            command = os.path.join(prefix, "bin", "layoutcheck")
            with self.assertRaises(AssertionError) as raised:
                run(command, "eval", "size((4,8):(1,4))", env={"HOME": prefix}, cwd="/")
            status, *said = str(raised.exception).splitlines()
            self.assertIn("status 1", status)
            self.assertEqual(len(said), 1, said)
            self.assertRegex(said[0], "^layoutcheck: .*pip install ./python` again")

    def test_the_package_in_a_tree(self):
        """Without being installed it takes the library of the tree; without one it says what to do."""
        if not BUILD:
            raise unittest.SkipTest("top_builddir says where the build is")
        with tempfile.TemporaryDirectory() as folder:
            source = os.path.join(copy_of_tree(folder, ".libs"), "src")
            ask = "import layoutcheck; print(layoutcheck.size('(4,8):(1,4)'))"
            self.assertEqual(run(sys.executable, "-c", ask, env={"PYTHONPATH": source}), "32\n")
            os.remove(os.path.join(folder, ".libs"))
            try:
                run(sys.executable, "-c", "import layoutcheck", env={"PYTHONPATH": source})
            except AssertionError as error:
                for way in ("pip install ./python", "make install", "LAYOUTCHECK_LIBRARY"):
                    self.assertIn(way, str(error))
            else:
                raise unittest.SkipTest("layoutcheck is installed")


class Places(unittest.TestCase):
    MAIN = "from _layoutcheck_script import main; main()"

    def test_near_the_root(self):
        """`pip install --target=/deps`: no tree is around."""
        deps = pathlib.Path("/deps/layoutcheck")
        clean = {k: v for k, v in os.environ.items() if not k.startswith("LAYOUTCHECK_")}
        with mock.patch.object(_library, "_HERE", deps / "_library.py"), mock.patch.object(
            _command, "_HERE", deps / "_command.py"
        ), mock.patch.dict(os.environ, clean, clear=True):
            self.assertEqual(_library._path(), "liblayoutcheck.so.0")
            self.assertIsNone(_command.path_of_command())

    def test_the_command_that_is_named(self):
        with tempfile.TemporaryDirectory() as folder:
            named = pathlib.Path(folder) / "named"
            named.write_text('#!/bin/sh\necho "named: $* $LAYOUTCHECK_COMMAND"\n')
            named.chmod(0o755)
            more = {"env": {**os.environ, "LAYOUTCHECK_COMMAND": str(named)}}
            said = run(sys.executable, "-c", self.MAIN, "eval", "4:1", **more)
            self.assertEqual(said, "named: eval 4:1 \n")
            named.unlink()
            with self.assertRaisesRegex(AssertionError, "layoutcheck: .*named: No such file"):
                run(sys.executable, "-c", self.MAIN, **more)


if __name__ == "__main__":
    unittest.main()
