"""examples/python-tasks.ipynb: each cell does what the notebook shows."""
import ast
import contextlib
import io
import json
import pathlib
import unittest

NOTEBOOK = pathlib.Path(__file__).parents[2] / "examples" / "python-tasks.ipynb"


def run(source, names):
    """What a cell prints, and the repr of its last expression."""
    tree = ast.parse(source)
    printed, value = io.StringIO(), None
    with contextlib.redirect_stdout(printed):
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, "cell", "exec"), names)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    return printed.getvalue(), "" if value is None else repr(value)


def shown(cell):
    printed = value = ""
    for output in cell["outputs"]:
        if output["output_type"] == "stream":
            printed += "".join(output["text"])
        else:
            value = "".join(output["data"]["text/plain"])
    return printed, value


class Notebook(unittest.TestCase):
    def test_tasks(self):
        cells = [c for c in json.loads(NOTEBOOK.read_text())["cells"] if c["cell_type"] == "code"]
        self.assertEqual(len(cells), 25)
        names = {}
        for cell in cells:
            with self.subTest(cell["id"]):
                self.assertEqual(run("".join(cell["source"]), names), shown(cell))


if __name__ == "__main__":
    unittest.main()
