"""The examples in Python of the documents give what they show."""
import doctest
import os
import pathlib
import unittest

TOP = pathlib.Path(__file__).parents[2]


class Documents(unittest.TestCase):
    def setUp(self):
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(TOP)  # for files that they name

    def test_examples(self):
        for page in ("README.md", "doc/audit.md", "doc/python.md", "python/README.md"):
            with self.subTest(page):
                failed, tried = doctest.testfile(str(TOP / page), module_relative=False)
                self.assertGreater(tried, 1)
                self.assertEqual(failed, 0)


if __name__ == "__main__":
    unittest.main()
