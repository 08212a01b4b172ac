"""`make wheel`: the wheel installs in a fresh environment and runs with the libraries that it
brings, and with nothing of this build."""
import glob
import importlib.util
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

BUILD = os.environ.get("top_builddir")
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


class Wheel(unittest.TestCase):
    def test_a_fresh_environment(self):
        for needed in ("setuptools", "venv", "ensurepip"):
            if not is_there(needed):
                raise unittest.SkipTest(f"{needed} is not there")
        if not is_there("setuptools.command.bdist_wheel") and not is_there("wheel.bdist_wheel"):
            raise unittest.SkipTest("wheel is not there, and setuptools is older than 70.1")
        if not BUILD:
            raise unittest.SkipTest("top_builddir says where the build is")
        clean = {k: v for k, v in os.environ.items() if not k.startswith(("MAKE", "PYTHON"))}
        del clean["LAYOUTCHECK_LIBRARY"]
        run("make", "-C", BUILD, f"PYTHON={sys.executable}", "wheel", env=clean)
        (wheel,) = glob.glob(os.path.join(BUILD, "layoutcheck-*.whl"))
        self.assertIn("-py3-none-linux_", wheel)
        with tempfile.TemporaryDirectory() as folder:
            prefix = str(pathlib.Path(folder).resolve())
            run(sys.executable, "-m", "venv", prefix, env=clean)
            python = os.path.join(prefix, "bin", "python")
            run(python, "-m", "pip", "install", "--no-index", os.path.abspath(wheel), env=clean)
            bare = {"PATH": os.path.join(prefix, "bin"), "HOME": prefix}
            said = run(python, "-c", PROGRAM.format(prefix=prefix), env=bare, cwd="/")
            self.assertEqual(said, "fine\n")


if __name__ == "__main__":
    unittest.main()
