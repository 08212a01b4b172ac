"""Values and operations: what they are is computed again here from shapes and strides."""
import ast
import ctypes.util
import inspect
import os
import pathlib
import pickle
import random
import subprocess
import sys
import tempfile
import threading
import unittest

import layoutcheck as lay
from layoutcheck import _stubs, testing
from layoutcheck._text import parts_of


def leaves(x):
    return [y for part in x for y in leaves(part)] if isinstance(x, tuple) else [x]


def value_at(layout, c):
    """The definition: the coordinate is split along the shape, the first mode fastest."""
    total = 0
    for extent, stride in zip(leaves(layout.shape), leaves(layout.stride)):
        total += c % extent * stride
        c //= extent
    return total


def random_layout(dice):
    n = dice.randint(1, 4)
    shape = [dice.choice((1, 2, 3, 4, 6)) for _ in range(n)]
    stride = [dice.randint(0, 24) for _ in range(n)]
    if n == 1:
        return lay.Layout(shape[0], stride[0])
    if n > 2 and dice.random() < 0.5:
        return lay.Layout((shape[0], tuple(shape[1:])), (stride[0], tuple(stride[1:])))
    return lay.Layout(tuple(shape), tuple(stride))


class Values(unittest.TestCase):
    def test_layouts_are_functions(self):
        dice = random.Random(1)
        for _ in range(200):
            a = random_layout(dice)
            for c in range(0, lay.size(a), 3):
                self.assertEqual(a(c), value_at(a, c), a)

    def test_compositions_are_what_they_say(self):
        dice = random.Random(2)
        made = 0
        for _ in range(300):
            a, b = random_layout(dice), random_layout(dice)
            try:
                r = a @ b
            except lay.DoesNotExist as error:
                self.assertTrue(error.reason)
                continue
            made += 1
            for c in range(lay.size(b)):
                inner = value_at(b, c)
                if inner < lay.size(a):
                    self.assertEqual(value_at(r, c), value_at(a, inner), (a, b))
        self.assertGreater(made, 50)

    def test_what_a_layout_is_made_of(self):
        a = lay.Layout((4, (2, 3)), (1, (4, 8)))
        self.assertEqual(str(a), "(4,(2,3)):(1,(4,8))")
        self.assertEqual(a.shape, (4, (2, 3)))
        self.assertEqual(a.stride, (1, (4, 8)))
        self.assertEqual(lay.Layout([4, 8]), lay.Layout("(4,8):(1,4)"))
        self.assertEqual(len(a), 2)
        self.assertEqual(a[1], lay.Layout("(2,3):(4,8)"))
        self.assertEqual(a[1, 0], lay.Layout("2:4"))
        self.assertEqual([str(mode) for mode in a], ["4:1", "(2,3):(4,8)"])
        self.assertEqual(a(1, (1, 2)), 1 + 4 + 16)
        self.assertEqual(a(2, None), lay.value("{2} o (2,3):(4,8)"))
        self.assertEqual(a(2, None), a(2, slice(None)))
        self.assertEqual(pickle.loads(pickle.dumps(a)), a)
        self.assertEqual({a: 1}[lay.Layout("(4,(2,3)):(1,(4,8))")], 1)
        self.assertNotEqual(a, "(4,(2,3)):(1,(4,8))")

    def test_kinds(self):
        for text, kind in (
            ("(4,8):(1,4)", lay.Layout),
            ("{8} o (2,3):(1,2)", lay.Tensor),
            ("S<3,4,3>", lay.Swizzle),
            ("S<3,4,3> o (8,64):(64,1)", lay.Composed),
            ("linear{lane: [1,2] -> out: 4}", lay.Linear),
            ("{3} o linear{lane: [1,2] -> out: 4}", lay.Affine),
            ('relation "{ [i] -> [4i] : 0 <= i < 4 }"', lay.Relation),
            ('set "{ [i] : 0 <= i < 4 }"', lay.Set),
            ("<4:1, 8:2>", lay.Tiler),
            ("morphism{(8,8,3) -> (8,8): 1,2,*}", lay.Morphism),
            ("6e1", lay.Stride),
            ("12", int),
            ("(4,(2,3))", tuple),
        ):
            self.assertIs(type(lay.evaluate(text)), kind, text)
        self.assertEqual(parts_of("[4:1, (2,3), linear{l: [1,2] -> o: 4}, <4:1, 8:2>]"),
                         ["4:1", "(2,3)", "linear{l: [1,2] -> o: 4}", "<4:1, 8:2>"])
        self.assertEqual(lay.evaluate("123456789012345678901234567890"), 123456789012345678901234567890)

    def test_parts_of_values(self):
        w = lay.Swizzle(3, 4, 3)
        self.assertEqual((w.bits, w.base, w.shift), (3, 4, 3))
        c = lay.value("S<3,4,3> o 8 o (8,64):(64,1)")
        self.assertEqual((c.outer, c.offset, c.layout), (w, 8, lay.Layout("(8,64):(64,1)")))
        t = lay.Tensor("{8} o (2,3):(1,2)")
        self.assertEqual((t.offset, t.layout), (8, lay.Layout("(2,3):(1,2)")))
        bases = {"register": [(0, 1), (8, 0)], "lane": [(0, 2)]}
        m = lay.Linear(bases, {"dim0": 16, "dim1": 4})
        self.assertEqual((m.bases, m.out_dims), (bases, {"dim0": 16, "dim1": 4}))
        one = lay.Linear({"lane": [1, 2]}, {"out": 4})
        self.assertEqual(one.bases, {"lane": [(1,), (2,)]})
        self.assertEqual(lay.Relation("{ [i] -> [4i] : 0 <= i < 4 }").kind, "relation")

    def test_operators_and_methods_are_the_functions(self):
        a, tiler = lay.Layout("(8,6):(1,8)"), lay.Tiler("<4:1, 3:2>")
        self.assertEqual(a @ "4:2", lay.compose(a, "4:2"))
        self.assertEqual(a / tiler, lay.logical_divide(a, tiler))
        self.assertEqual(a * "2:1", lay.logical_product(a, "2:1"))
        self.assertEqual(a.zipped_divide(tiler), lay.zipped_divide(a, tiler))
        self.assertEqual(a.size(), 48)
        self.assertIn("complement(A", lay.complement.__doc__)
        with self.assertRaises(AttributeError):
            a.no_such_operation()
        with self.assertRaises(AttributeError):
            lay.no_such_operation

    def test_modes_from_the_last(self):
        a = lay.Layout("(4,(2,3)):(1,(4,8))")
        self.assertEqual([a[-1], a[-2], a[-1, -2], a[1, -1]], [a[1], a[0], a[1, 0], a[1, 1]])
        for i in (2, -3):
            with self.assertRaisesRegex(lay.ArgumentError, "the layout has 2 modes"):
                a[i]

    def test_the_nearest_name(self):
        for make, nearest in (
            (lambda: lay.prove.injectve, "injective"),
            (lambda: lay.logical_devide, "logical_divide"),
            (lambda: lay.Layout("4:1").coalesc, "coalesce"),
            (lambda: testing.assert_injectiv, "assert_injective"),
        ):
            with self.assertRaisesRegex(AttributeError, f": did you mean '{nearest}'\\?$"):
                make()
        self.assertIn("zipped_divide", dir(lay.Layout("4:1")))

    def test_signatures(self):
        a = lay.Layout("4:1")
        for function, written in (
            (lay.complement, "(A, N=...)"),
            (a.complement, "(N=...)"),
            (lay.concat, "(A, B, *more)"),
            (lay.identity1d, "(n, in_, out)"),
            (lay.transpose_ins, "(L, ins)"),
            (lay.prove.partitions, "(TV, S, under=_, times=1) -> layoutcheck._claims.Result"),
            (testing.assert_partitions, "(TV, S, under=_, times=1) -> layoutcheck._claims.Result"),
            (a.gmma_descriptor, "(bits=16)"),
            (lay.local_tile, "(X, T, c, proj=...)"),
            (lay.composition, "(*arguments)"),
        ):
            self.assertEqual(str(inspect.signature(function)), written)
        self.assertEqual(lay.identity1d(n=4, in_="a", out="b"), lay.identity1d(4, "a", "b"))
        for name in dir(lay):
            if name not in lay.__all__ and name[0] != "_" and name != "testing":
                parameters = inspect.signature(getattr(lay, name)).parameters
                written, *others = getattr(lay, name).__doc__.split("\n\n")[0].split("\n")
                if not others:
                    self.assertEqual(len(parameters), written.count(",") + 1, name)

    def test_every_name_is_a_function(self):
        names = [name for name in dir(lay) if name not in lay.__all__ and name[0] != "_"]
        self.assertGreater(len(names), 200)
        for name in names:
            self.assertTrue(callable(getattr(lay, name)), name)
            self.assertTrue(getattr(lay, name).__doc__, name)

    def test_words_of_cute(self):
        self.assertEqual(lay.local_tile("(8,8):(8,1)", "<4,4>", (1, 0)), lay.value("{32} o (4,4):(8,1)"))
        self.assertEqual(lay.composition("(4,8):(1,4)", "8:2"), lay.compose("(4,8):(1,4)", "8:2"))
        self.assertEqual(lay.crd2idx((1, 2), (4, 8)), 9)
        self.assertEqual(lay.crd2idx((1, 2), (4, 8), (8, 1)), 10)
        self.assertTrue(lay.elem_less((1, 2), (2, 3)))
        self.assertEqual(lay.elem_less((1, 2), (1, 3)).verdict, "refuted")

    def test_stubs(self):
        """The stubs of every function and method have its arguments."""
        tree = ast.parse(_stubs.text())
        functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
        (methods,) = (node for node in tree.body if isinstance(node, ast.ClassDef))
        own = {name for name in dir(lay) if name not in lay.__all__ and name[0] != "_"}
        self.assertEqual({n for n in own if inspect.isfunction(getattr(lay, n))}, set(functions))
        for name, node in functions.items():
            parameters = inspect.signature(getattr(lay, name)).parameters
            made = [a.arg for a in node.args.args] + ([node.args.vararg.arg] if node.args.vararg else [])
            self.assertEqual(made, list(parameters), name)
        self.assertEqual(ast.unparse(functions["injective"].returns), "Result")
        self.assertLess({"coalesce", "injective"}, {node.name for node in methods.body})
        self.assertNotIn("shape", {node.name for node in methods.body})

    def test_the_wrong_kind(self):
        with self.assertRaisesRegex(TypeError, "expected a layout, found a swizzle: S<3,4,3>"):
            lay.Layout("S<3,4,3>")
        with self.assertRaisesRegex(TypeError, "no layout can be read from builtins.object"):
            lay.size(object())
        with self.assertRaisesRegex(TypeError, "is a claim, not a value: use prove"):
            lay.evaluate("injective(4:1)")

    def test_threads_have_sessions_of_their_own(self):
        wrong = []

        def work(n):
            for c in range(50):
                if lay.Layout((4, 8), (n, 4 * n))(c % 32) != n * (c % 32):
                    wrong.append((n, c))

        threads = [threading.Thread(target=work, args=(n,)) for n in range(1, 5)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_pictures(self):
        svg = lay.Layout("(4,8):(1,4)")._repr_svg_()
        self.assertTrue(svg.startswith("<svg") and svg.rstrip().endswith("</svg>"))
        self.assertEqual(svg.count(">31<"), 1)
        self.assertIn("<code>(4,8):(1,4)</code>", lay.Layout("(4,8):(1,4)")._repr_html_())

    def test_saved_pictures(self):
        a = lay.Layout("(4,8):(1,4)")
        with tempfile.TemporaryDirectory() as folder:
            for name, begins in (("a.svg", b"<svg"), ("a.tikz", b"\\begin{tikzpicture}")):
                a.save(pathlib.Path(folder) / name)
                self.assertIn(begins, (pathlib.Path(folder) / name).read_bytes())
            lay.prove.injective("(4,8):(1,2)").save(folder + "/b.svg")
            self.assertIn("<svg", pathlib.Path(folder, "b.svg").read_text())
            with self.assertRaisesRegex(lay.FileError, "which kind of picture is wanted"):
                a.save(folder + "/a.gif")

    def test_a_set_is_no_relation(self):
        some = lay.Set("{ [i] : 0 <= i < 4 }")
        self.assertIsInstance(some, lay.Set)
        with self.assertRaisesRegex(TypeError, "expected a relation, found a set"):
            lay.Relation(some)

    def test_relations_and_explanations(self):
        a = lay.Layout("(2,3):(1,2)")
        self.assertEqual(a.relation()[1], "{ [c0, c1] -> [c0 + 2c1] : 0 <= c0 < 2 and 0 <= c1 < 3 }")
        self.assertIn("the modes of X by stride", lay.prove("injective((4,6):(6,1))").explain())


class Library(unittest.TestCase):
    def test_another_library_is_an_error_of_import(self):
        done = subprocess.run(
            [sys.executable, "-c", "import layoutcheck"],
            env={**os.environ, "LAYOUTCHECK_LIBRARY": ctypes.util.find_library("c")},
            stderr=subprocess.PIPE,
            text=True,
        )
        self.assertEqual(done.returncode, 1)
        self.assertIn("ImportError: layoutcheck: the library is of another version", done.stderr)


if __name__ == "__main__":
    unittest.main()
