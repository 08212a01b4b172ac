"""The comparison with peers, of what is always there: the rows are right, and a wrong one is told."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

TOP = pathlib.Path(__file__).resolve().parents[2]


def peers(corpus):
    done = subprocess.run(
        [sys.executable, str(TOP / "tests" / "peers" / "peers.py"), str(corpus)],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=dict(os.environ),
    )
    return done.returncode, done.stdout


class Peers(unittest.TestCase):
    def test_rows_are_decided_as_the_literature_does(self):
        status, said = peers(TOP / "tests" / "corpus" / "isl_paper.tsv")
        self.assertEqual(status, 0, said)
        table = {line.split(",")[0]: line for line in said.splitlines() if "," in line}
        self.assertRegex(table["compose"], r"compose, (\d+) +\1/\1 +\1/\1 ")
        self.assertIn("enumeration", said)

    def test_another_answer_than_the_fact_is_told(self):
        with tempfile.TemporaryDirectory() as folder:
            corpus = pathlib.Path(folder) / "wrong.tsv"
            row = "planted\teval\tcompose((4,6):(1,4),6:2)\t6:3\tnowhere\n"
            corpus.write_text("id\tkind\tinput\texpected\tsource\n" + row)
            status, said = peers(corpus)
        self.assertEqual(status, 1)
        self.assertIn("not right: layoutcheck planted compose((4,6):(1,4),6:2)", said)


if __name__ == "__main__":
    unittest.main()
