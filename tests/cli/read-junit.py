"""Read a JUnit report as a program would: every count must be that of what it holds."""
import sys
import xml.etree.ElementTree

FIELDS = {"tests": "testcase", "failures": "failure", "errors": "error", "skipped": "skipped"}


def check(element):
    for field, tag in FIELDS.items():
        found = len(list(element.iter(tag)))
        if int(element.attrib[field]) != found:
            sys.exit(f"{element.tag} {element.attrib['name']}: {field} is "
                     f"{element.attrib[field]}, found {found}")


root = xml.etree.ElementTree.parse(sys.argv[1]).getroot()
if root.tag != "testsuites":
    sys.exit(f"the root is {root.tag}")
check(root)
for suite in root:
    check(suite)
    for case in suite:
        if not case.attrib["name"] or case.attrib["classname"] != suite.attrib["name"]:
            sys.exit("a test without a name, or in the suite of another file")
        float(case.attrib["time"]), int(case.attrib["line"])
print(f"{len(root)} suites, {root.attrib['tests']} tests, {root.attrib['failures']} failures, "
      f"{root.attrib['errors']} errors")
