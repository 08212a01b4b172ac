"""Audits as objects, the command in Python, and the hooks of compilers, real ones where they are."""
import contextlib
import importlib.util
import io
import os
import pathlib
import subprocess
import sys
import tempfile
import types
import unittest
import warnings
from unittest import mock

import layoutcheck as lay
import layoutcheck.cute
import layoutcheck.triton
from layoutcheck import audit

EXAMPLES = pathlib.Path(__file__).parents[2] / "examples" / "audit"
WEIGHTS = EXAMPLES / "weights.ttgir"  # has conflicts
MATMUL = EXAMPLES / "matmul.ttgir"  # has none


class Records(unittest.TestCase):
    def test_a_finding(self):
        found = lay.audit(WEIGHTS)
        self.assertEqual([k.entry for k in found], ["product"])
        self.assertEqual(found.errors, ())
        first = found.fails("conflicts")[0]
        self.assertEqual((first.kind, first.source), ("conflicts", "weights.py:19"))
        self.assertFalse(first.wrong)
        self.assertGreater(first.answer.worst, first.answer.least)
        self.assertTrue(first.answer.confirmed)
        self.assertIn(first.message, str(found))
        self.assertIn("weights.py:19: product: ", str(first))

    def test_its_claim_is_refuted_again(self):
        finding = lay.audit(WEIGHTS).fails("conflicts")[0]
        statement = next(iter(lay.check(f"refute {finding.answer.claim}")))
        self.assertTrue(statement.passed, str(statement))

    def test_records_have_what_json_has(self):
        kernel = lay.audit(MATMUL)[0]
        self.assertEqual((kernel.target, kernel.warps, kernel.lanes), ("cuda:80", 4, 32))
        self.assertTrue(kernel.about["rings"].good)
        access = next(a for a in kernel.accesses if a.operation == "ldmatrix")
        self.assertEqual((access.space, access.conflicts.verdict), ("shared", "none"))
        self.assertTrue(kernel.conversions[0].from_type.startswith("tensor<"))
        self.assertFalse(kernel.accesses == lay.audit(WEIGHTS)[0].accesses)

    def test_text_paths_and_compiled_kernels(self):
        text = WEIGHTS.read_text()
        by_path = lay.audit(str(WEIGHTS))
        compiled = types.SimpleNamespace(asm={"ttgir": text}, name="product")
        for other in (lay.audit(text, file=str(WEIGHTS)), lay.audit(compiled, file=str(WEIGHTS))):
            self.assertEqual(list(other), list(by_path))
        self.assertEqual(lay.audit(compiled)[0].file, "product.ttgir")
        self.assertGreaterEqual(len(lay.audit(EXAMPLES)), 3)

    def test_options(self):
        self.assertEqual(len(lay.audit(WEIGHTS, entry="none of these")), 0)
        lay.audit(
            WEIGHTS,
            block=128,
            grid=(4, 4),
            dynamic=0,
            arguments={4: 64, 5: (1, 64), 6: range(1, 65), 0: "bytes:2*M*K"},
        )
        for wrong in (
            {"block": (1, 2, 3, 4)},
            {"block": 0},
            {"dynamic": -1},
            {"arguments": {0: (2, 1)}},
            {"arguments": {0: range(1, 9, 2)}},
            {"arguments": {-1: 1}},
            {"crosscheck": "perhaps"},
        ):
            with self.subTest(wrong), self.assertRaises(ValueError):
                lay.audit(WEIGHTS, **wrong)
        with self.assertRaisesRegex(ValueError, "block=1,2,3,4: expected one to three numbers"):
            lay.audit(WEIGHTS, block=(1, 2, 3, 4))

    def test_what_cannot_be_read_is_told_and_the_rest_audited(self):
        found = lay.audit("module {\n", WEIGHTS, "no such file")
        self.assertEqual(len(found), 1)
        self.assertEqual(len(found.errors), 2)
        self.assertIn("<text>:1:8: error: ", found.errors[0])
        self.assertTrue(str(found).startswith(found.errors[0]))
        self.assertIn("findings, 2 errors>", repr(found))
        found = lay.audit(WEIGHTS, arguments={10: 1})
        self.assertEqual(found.errors, ("--arg=10: error: no kernel has this argument",))

    def test_kinds(self):
        found = lay.audit(WEIGHTS)
        self.assertEqual(found.fails("any"), found.findings)
        self.assertEqual(found.fails(["races", "rings"]), [])
        with self.assertRaises(ValueError):
            found.fails("speed")


class Command(unittest.TestCase):
    def run_it(self, *arguments):
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                status = importlib.import_module("layoutcheck.audit").main(arguments)
            except SystemExit as ended:
                status = ended.code
        return status, out.getvalue(), err.getvalue()

    def test_as_the_command_does(self):
        command = os.environ.get("LAYOUTCHECK")
        if not command:
            raise unittest.SkipTest("no command is named in LAYOUTCHECK")
        for options in (
            [],
            ["--verbose"],
            ["--format=gcc", "--fail-on=any"],
            ["--format=json"],
            ["--entry=no such", "--fail-on=any"],
            ["--block=128", "--arg=4=1..64", "--no-crosscheck"],
            ["--arg=10=1"],
        ):
            with self.subTest(options):
                done = subprocess.run(
                    [command, "audit", *options, str(WEIGHTS)], capture_output=True, text=True
                )
                self.assertEqual(
                    self.run_it(*options, str(WEIGHTS)),
                    (done.returncode, done.stdout, done.stderr),
                )

    def test_statuses(self):
        self.assertEqual(self.run_it("--fail-on=conflicts", str(WEIGHTS))[0], 1)
        self.assertEqual(self.run_it("--fail-on=conflicts", str(MATMUL))[0], 0)
        for wrong in (["--fail-on=speed", str(WEIGHTS)], ["--block=x", str(WEIGHTS)], ["nowhere"], []):
            self.assertEqual(self.run_it(*wrong)[0], 2, wrong)

    def test_as_a_module(self):
        done = subprocess.run(
            [sys.executable, "-W", "error", "-m", "layoutcheck.audit", "--format=gcc", str(WEIGHTS)],
            capture_output=True,
            text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("weights.py:19:1: warning: product: ", done.stdout)

    def test_the_module_is_the_function_too(self):
        module = importlib.import_module("layoutcheck.audit")
        self.assertEqual(list(module(WEIGHTS)), list(audit(WEIGHTS)))


class FakeTriton:
    """As much of Triton as compiles a kernel that is there already."""

    def __init__(self):
        self.compilation = types.SimpleNamespace(listener=None)
        self.module = types.ModuleType("triton")
        self.module.knobs = types.SimpleNamespace(compilation=self.compilation)

    def compile(self, path):
        group = {"k.json": "k.json", "k.ttgir": str(path), "k.ptx": "k.ptx"}
        if self.compilation.listener:
            self.compilation.listener(
                src=None, metadata={}, metadata_group=group, times=None, cache_hit=False
            )


class WithTriton(unittest.TestCase):
    def setUp(self):
        self.triton = FakeTriton()
        patch = mock.patch.dict(sys.modules, {"triton": self.triton.module})
        patch.start()
        self.addCleanup(patch.stop)

    def test_warnings(self):
        with layoutcheck.triton.watch() as watch:
            with self.assertWarnsRegex(layoutcheck.triton.LayoutWarning, "weights.py:19: product"):
                self.triton.compile(WEIGHTS)
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                self.triton.compile(WEIGHTS)  # was audited
        self.assertEqual([len(a) for a in watch.audits], [1])
        self.assertIsNone(self.triton.compilation.listener)

    def test_faults(self):
        with layoutcheck.triton.watch(warn=None, fail_on="conflicts"):
            with self.assertRaises(layoutcheck.triton.LayoutFault) as raised:
                self.triton.compile(WEIGHTS)
        self.assertTrue(all(f.kind == "conflicts" for f in raised.exception.findings))
        with layoutcheck.triton.watch(warn=None, fail_on="races"):
            self.triton.compile(WEIGHTS)

    def test_a_listener_that_is_there_is_told_first(self):
        told = []
        self.triton.compilation.listener = mine = lambda **given: told.append(sorted(given))
        watch = layoutcheck.triton.watch(warn=None)
        self.triton.compile(WEIGHTS)
        watch.stop()
        self.assertEqual(told, [["cache_hit", "metadata", "metadata_group", "src", "times"]])
        self.assertIs(self.triton.compilation.listener, mine)

    def test_two_watches_end_in_any_order(self):
        first, second = (layoutcheck.triton.watch(warn=None) for _ in range(2))
        first.stop()
        self.triton.compile(WEIGHTS)
        second.stop()
        self.assertEqual((len(first.audits), len(second.audits)), (0, 1))

    def test_kinds_and_old_tritons(self):
        with self.assertRaises(ValueError):
            layoutcheck.triton.watch(warn="speed")
        del self.triton.compilation.listener
        with self.assertRaisesRegex(ImportError, "no listener"):
            layoutcheck.triton.watch()


REAL = """
import sys
sys.path.insert(0, sys.argv[1])
import layoutcheck.triton, weights, triton
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource

types = dict(a="*fp16", b="*i8", c="*fp16", scale="*fp32")
types.update((name, "i32") for name in ("M", "N", "K", "row_a", "row_b", "row_c"))
tile = dict(BM=64, BN=64, BK=64)
aligned = {(i,): [["tt.divisibility", 16]] for i in range(len(types))}
types.update((name, "constexpr") for name in tile)
source = ASTSource(weights.product, types, tile, aligned)
with layoutcheck.triton.watch(warn=None, fail_on="conflicts") as watch:
    try:
        triton.compile(source, target=GPUTarget("cuda", 80, 32))
    except layoutcheck.triton.LayoutFault as fault:
        print(*fault.findings, sep="\\n")
print(len(watch.audits))
"""


class WithRealTriton(unittest.TestCase):
    def test_a_kernel_is_audited_as_it_is_compiled(self):
        if importlib.util.find_spec("triton") is None:
            raise unittest.SkipTest("triton is not there")
        with tempfile.TemporaryDirectory() as cache:
            done = subprocess.run(
                [sys.executable, "-c", REAL, str(EXAMPLES)],
                capture_output=True,
                text=True,
                env={
                    **os.environ,
                    "PYTHONPATH": os.pathsep.join(sys.path),
                    "TRITON_CACHE_DIR": cache,
                },
            )
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"weights\.py:19: product: ldmatrix .*\[conflicts\]")
        self.assertEqual(done.stdout.splitlines()[-1], "1")


class WithCute(unittest.TestCase):
    def test_what_is_kept_is_audited(self):
        with mock.patch.dict(os.environ, {"CUTE_DSL_KEEP": "ptx"}):
            os.environ.pop("CUTE_DSL_DUMP_DIR", None)
            with layoutcheck.cute.watch(warn=None) as watch:
                self.assertEqual(os.environ["CUTE_DSL_KEEP"], "ptx,ir")
                kept = pathlib.Path(os.environ["CUTE_DSL_DUMP_DIR"])
                (kept / "k_clean.mlir").write_text(WEIGHTS.read_text())
                (kept / "k.mlir").write_text("before the passes")
            self.assertEqual(os.environ["CUTE_DSL_KEEP"], "ptx")
            self.assertNotIn("CUTE_DSL_DUMP_DIR", os.environ)
        self.assertEqual([len(a) for a in watch.audits], [1])

    def test_it_must_come_first(self):
        with mock.patch.dict(sys.modules, {"cutlass": types.ModuleType("cutlass")}):
            with self.assertRaisesRegex(RuntimeError, "imported before"):
                layoutcheck.cute.watch()


if __name__ == "__main__":
    unittest.main()
