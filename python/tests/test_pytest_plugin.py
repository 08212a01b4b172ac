"""The pytest plugin, where pytest is there: files .lay are tests, and assertions say why."""
import importlib.util
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

LAY = "let A = (4,8):(1,4)\nprove injective(A)\nrefute injective(A)\nshow A(\n"
PY = """from layoutcheck.testing import assert_partitions

def test_good():
    assert_partitions("((4,8),2):((2,8),1)", 64)

def test_bad():
    assert_partitions("((4,8),2):((2,8),2)", 64)
"""


class Plugin(unittest.TestCase):
    def test_files_and_assertions(self):
        if importlib.util.find_spec("pytest") is None:
            raise unittest.SkipTest("pytest is not there")
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "a.lay").write_text(LAY)
            pathlib.Path(folder, "test_b.py").write_text(PY)
            done = subprocess.run(
                [sys.executable, "-m", "pytest", "-p", "layoutcheck.pytest_plugin", "-rA", folder],
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
            )
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("3 failed, 2 passed", done.stdout)
        self.assertIn("PROVED, and claimed false: injective(A)", done.stdout)
        self.assertIn("error: unbalanced '('", done.stdout)
        self.assertIn("TV(63) = TV((3,7),1) = 64", done.stdout)
        self.assertIn("a.lay::2: prove injective(A)", done.stdout)


if __name__ == "__main__":
    unittest.main()
