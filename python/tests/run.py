"""Run the tests of this folder, as TAP: one a method, in the order of files."""
import pathlib
import sys
import traceback
import unittest

HERE = pathlib.Path(__file__).parent


def cases(suite):
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from cases(test)
        else:
            yield test


class Result(unittest.TestResult):
    """Each test prints its line when it ends."""

    n = 0
    failed = False

    def said(self, word, test, more=""):
        self.n += 1
        print(f"{word} {self.n} - {test.id()}{more}", flush=True)

    def addSuccess(self, test):
        self.said("ok", test)

    def addSkip(self, test, reason):
        self.said("ok", test, f" # SKIP {reason}")

    def addFailure(self, test, error):
        self.failed = True
        self.said("not ok", test)
        for line in "".join(traceback.format_exception(*error)).splitlines():
            print("#", line)

    addError = addFailure

    def addSubTest(self, test, subtest, error):
        if error is not None:
            self.failed = True
            for line in "".join(traceback.format_exception(*error)).splitlines():
                print("#", subtest.id(), line)


def main():
    sys.path.insert(0, str(HERE))
    found = list(cases(unittest.defaultTestLoader.discover(str(HERE))))
    print(f"1..{len(found)}")
    result = Result()
    for test in found:
        before = result.n
        test(result)
        if result.n == before:  # a subtest failed: the method itself has no line
            result.said("not ok", test)
    return 1 if result.failed else 0


sys.exit(main())
