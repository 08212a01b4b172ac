"""Claims: verdicts, counterexamples in numbers, errors by class, texts of several statements."""
import builtins
import os
import pathlib
import random
import subprocess
import tempfile
import unittest

import layoutcheck as lay
from layoutcheck import testing
from test_values import random_layout, value_at

CASES = int(os.environ.get("LAYOUTCHECK_CASES") or 4000) // 8
COMMAND = os.environ.get("LAYOUTCHECK", "layoutcheck")


class Claims(unittest.TestCase):
    def test_a_proof(self):
        result = lay.prove("injective((4,8):(1,4))")
        self.assertTrue(result)
        self.assertEqual(result.verdict, "proved")
        self.assertTrue(result.confirmed)
        self.assertTrue(result.method)
        self.assertEqual((result.coordinate, result.faults, result.steps), (None, [], []))
        self.assertIn("\nclaim injective\n", result.certificate)

    def test_certificates(self):
        """The command checks them, of numbers, of sizes and of what is refuted, and refuses another."""
        found = lay.check("param M in 1..64\nprove injective((M,8):(8,1))\nrefute injective(4:0)")
        made = [lay.prove("injective((4,8):(1,4))"), found[1].result, found[2].result]
        for result in made:
            self.assertIn("injective", result.explain())
            self.assertIn("<svg", result._repr_svg_() or "<svg")
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "certificate")
            for result in made:
                for text, status in (
                    (result.certificate, 0),
                    (result.certificate.replace("claim injective", "claim surjective"), 1),
                ):
                    path.write_text(text)
                    done = subprocess.run(
                        [COMMAND, "recheck", str(path)], capture_output=True, text=True
                    )
                    self.assertEqual(bool(done.returncode), bool(status), done.stdout + done.stderr)

    def test_a_counterexample(self):
        tv = lay.Layout("((4,8),2):((2,8),2)")
        for result in (
            lay.prove("partitions", tv, 64),
            lay.prove.partitions(tv, 64),
            lay.partitions(tv, 64),
            tv.partitions(64),
        ):
            self.assertFalse(result)
            self.assertEqual(result.coordinate, ((3, 7), 1))
            self.assertEqual(result.faults[0].roles, ("thread", "value"))
            self.assertEqual((result.faults[0].at, result.faults[0].value), (63, 64))
            self.assertEqual(result.steps, ["TV(63) = TV((3,7),1) = 64"])
            self.assertEqual(result.summary, "64 is outside [0,64)")
            self.assertIn("REFUTED partitions", str(result))

    def test_many_claims(self):
        """One call, an answer each, in order; what goes wrong is a row."""
        dice = random.Random(14)
        layouts = [random_layout(dice) for _ in range(CASES)]
        found = lay.prove_all(("injective", a) for a in layouts)
        for i, (a, statement) in enumerate(zip(layouts, found)):
            values = [value_at(a, c) for c in range(lay.size(a))]
            self.assertEqual(statement.line, i + 1)
            self.assertEqual(statement.text, f"injective({a})")
            self.assertEqual(bool(statement), len(set(values)) == len(values), a)
        self.assertEqual(len(found.failures), sum(not s.passed for s in found))

    def test_a_table_of_verdicts(self):
        claims = ["injective((4,8):(1,2))", "injective(4:1)", "size(4:1)", "no_claim(4:1)", "injective("]
        found = lay.prove_all(claims)
        self.assertFalse(found)
        self.assertEqual(
            [row["outcome"] for row in found.rows()], ["refuted", "proved", "error", "error", "error"]
        )
        self.assertEqual(found.rows()[0]["what"], "at c = (2,0) and c' = (0,1): both are 2")
        self.assertEqual(
            found.table().splitlines()[:2],
            [
                "1  refuted  injective((4,8):(1,2))  at c = (2,0) and c' = (0,1): both are 2",
                "2  proved   injective(4:1)",
            ],
        )
        self.assertEqual(found._repr_html_().count("<tr>"), 1 + len(claims))
        self.assertEqual(lay.prove_all([]).table(), "")
        kept = lay.check("let A = (4,8):(1,4)\nprove injective(A)\nshow size(A)")
        self.assertEqual([row["outcome"] for row in kept.rows()], ["value", "proved", "value"])
        self.assertEqual([row["what"] for row in kept.rows()], ["(4,8):(1,4)", None, "32"])

    def test_rows_of_what_is_no_claim(self):
        for claim, text, what in (
            (("injective",), "injective()", "injective takes 1 argument, 0 given"),
            (lay.Layout("4:1"), "Layout('4:1')", "is no claim: expected a text, or a tuple of a name"),
            (5, "5", "5 is no claim"),
            ((), "()", "is no claim"),
            ((5, "4:1"), "(5, '4:1')", "is no claim"),
            (("injective", 0.5), "('injective', 0.5)", "no layout can be read from builtins.float"),
        ):
            wrong, right = lay.prove_all([claim, ("injective", "4:1")])
            self.assertTrue(right)
            self.assertEqual((wrong.text, type(wrong.error)), (text, lay.ArgumentError))
            self.assertIn(what, wrong.error.message)

    def test_collisions_in_numbers(self):
        dice = random.Random(3)
        refuted = 0
        for _ in range(max(CASES, 100)):
            a = random_layout(dice)
            result = a.injective()
            values = [value_at(a, c) for c in range(lay.size(a))]
            self.assertEqual(bool(result), len(set(values)) == len(values), a)
            if not result:
                refuted += 1
                one, other = result.faults
                self.assertNotEqual(one.at, other.at)
                self.assertEqual(one.value, other.value)
                self.assertEqual(values[one.at], one.value)
                self.assertEqual(a(*_as_arguments(one.coordinate)), one.value)
        self.assertGreater(refuted, CASES // 10)

    def test_parameters(self):
        found = lay.check("param M >= 1\nrefute injective((M,2):(1,4))")
        self.assertTrue(found)
        self.assertEqual(found[1].result.parameters, {"M": 5})

    def test_an_argument_by_name(self):
        self.assertTrue(lay.prove.partitions("(32,4):(4,1)", 64, times=2) is not None)
        self.assertEqual(
            str(lay.prove.conflict_free("32:1", lanes=32, bytes=4)).split("\n")[0],
            "PROVED conflict_free(32:1, lanes=32, bytes=4)",
        )

    def test_fuzz_agrees_with_the_command(self):
        """The same verdicts and values, a statement at a time, as `check` gives of a file."""
        dice = random.Random(4)
        claims = [_random_claim(dice) for _ in range(CASES)]
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "claims.lay"
            path.write_text("".join(f"prove {claim}\n" for claim in claims))
            done = subprocess.run(
                [COMMAND, "check", "--crosscheck=points", "--format=tap", str(path)],
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
            )
        said = [line for line in done.stdout.splitlines() if line.startswith(("ok ", "not ok "))]
        self.assertEqual(len(said), len(claims))
        lay.crosscheck(claims="points")
        try:
            for claim, line in zip(claims, said):
                try:
                    mine = bool(lay.prove(claim))
                except lay.Error:
                    mine = False
                self.assertEqual(mine, line.startswith("ok "), claim)
        finally:
            lay.crosscheck(claims="isl")


class Errors(unittest.TestCase):
    def test_classes(self):
        for text, kind in (
            ("(4,8", lay.SyntaxError),
            ("siz(4)", lay.UnknownName),
            ("size(4, 8)", lay.ArgumentError),
            ("compose((4,6,8):(2,3,5), 6:3)", lay.DoesNotExist),
        ):
            with self.assertRaises(kind) as caught:
                lay.evaluate(text)
            self.assertIs(type(caught.exception), kind)
            self.assertIn(caught.exception.message, str(caught.exception))
        with self.assertRaises(lay.UnknownName):
            lay.prove("injectiv(4:1)")
        with self.assertRaises(lay.ArgumentError):
            lay.prove("size(4:1)")

    def test_the_place_of_a_syntax_error(self):
        with self.assertRaises(builtins.SyntaxError) as caught:
            lay.evaluate("(4,8")
        self.assertEqual((caught.exception.lineno, caught.exception.offset), (1, 5))
        self.assertEqual(caught.exception.hint, "expected ')'")

    def test_the_reason_why_there_is_none(self):
        with self.assertRaisesRegex(ValueError, "no layout is A o B") as caught:
            lay.Layout("(4,6,8):(2,3,5)") @ "6:3"
        self.assertIn("2 does not divide the 3 that are left", caught.exception.reason)

    def test_unknown(self):
        terms = " + ".join(f"{i}*floor(({p}c + {i})/{q})" for i, (p, q) in enumerate(
            ((61, 89), (73, 19), (37, 31), (17, 83)), 1))
        f = f"relation \"{{ [c] -> [{terms}] : 0 <= c < 1099511627776 }}\""
        lay.crosscheck(budget=1000)
        try:
            with self.assertRaises(lay.Unknown) as caught:
                lay.prove(f"equiv(({f}) o ({f}), {f})")
            self.assertTrue(caught.exception.reason)
        finally:
            lay.crosscheck(budget=0)

    def test_settings_that_are_none(self):
        with self.assertRaisesRegex(ValueError, "expected 'isl', 'points' or 'off'"):
            lay.crosscheck("everything")


class Texts(unittest.TestCase):
    TEXT = "let A = (4,8):(1,4)\nprove injective(A)\nrefute compact(A)\nshow A(1"

    def test_statements(self):
        found = lay.check(self.TEXT)
        self.assertFalse(found)
        self.assertEqual([s.passed for s in found], [True, True, False, False])
        self.assertEqual([s.verb for s in found], ["let", "prove", "refute", "error"])
        self.assertEqual((found[0].name, found[0].value), ("A", "(4,8):(1,4)"))
        self.assertIs(type(found[3].error), lay.SyntaxError)
        self.assertIn("PROVED, and claimed false: compact(A)", str(found[2]))
        self.assertEqual(len(found.failures), 2)
        self.assertTrue(lay.check("prove 1 == 1"))

    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "a.lay"
            path.write_text(self.TEXT)
            self.assertEqual(str(lay.check_file(path)).count("\n"), str(lay.check(self.TEXT)).count("\n"))
        self.assertIs(type(lay.check_file("no such file.lay")[0].error), lay.FileError)

    def test_assertions(self):
        self.assertTrue(testing.assert_injective("4:1"))
        with self.assertRaisesRegex(AssertionError, r"(?s)REFUTED partitions.*TV\(\(3,7\),1\) = 64"):
            testing.assert_partitions("((4,8),2):((2,8),2)", 64)
        with self.assertRaises(AttributeError):
            testing.assert_size


def _as_arguments(coordinate):
    return coordinate if isinstance(coordinate, tuple) else (coordinate,)


def _random_claim(dice):
    a, b = random_layout(dice), random_layout(dice)
    n = dice.randint(1, 60)
    return dice.choice(
        (
            f"injective({a})",
            f"surjective({a}, {n})",
            f"in_bounds({a}, {n})",
            f"equiv({a}, {b})",
            f"disjoint({a}, {b})",
            f"contained({a}, {b})",
            f"admissible({a}, {b})",
            f"equiv(coalesce({a}), {a})",
            f"compact({a})",
            f"size({a}) <= {n}",
            f"compatible(shape({a}), shape({b}))",
        )
    )


if __name__ == "__main__":
    unittest.main()
