"""Objects of other libraries, to values and back, 1,000 of each; where the library is there."""
import importlib
import itertools
import math
import os
import random
import unittest

import layoutcheck as lay

CASES = min(1000, int(os.environ.get("LAYOUTCHECK_CASES") or 1000))


def library(name, attribute):
    """The module, or a skipped test; pycute is NVIDIA's, not another package of that name."""
    try:
        return getattr(importlib.import_module(name), attribute)
    except (ImportError, AttributeError) as error:
        raise unittest.SkipTest(f"{name} is not there: {error}") from None


def random_parts(dice):
    n = dice.randint(1, 4)
    shape = [dice.choice((1, 2, 3, 4, 6, 8)) for _ in range(n)]
    stride = [dice.randint(0, 20) for _ in range(n)]
    if n == 1:
        return shape[0], stride[0]
    if n > 2 and dice.random() < 0.6:
        return (shape[0], tuple(shape[1:])), (stride[0], tuple(stride[1:]))
    return tuple(shape), tuple(stride)


class Objects(unittest.TestCase):
    def layouts(self, make):
        dice = random.Random(5)
        for _ in range(CASES):
            theirs = make(*random_parts(dice))
            mine = lay.Layout(theirs)
            for c in range(0, lay.size(mine), 3):
                self.assertEqual(mine(c), theirs(c), mine)
            self.assertEqual(repr(mine.to(make)), repr(theirs))

    def swizzles(self, make):
        dice = random.Random(6)
        for _ in range(CASES):
            bits = dice.randint(0, 4)
            theirs = make(bits, dice.randint(0, 4), dice.choice((-1, 1)) * dice.randint(max(bits, 1), 5))
            mine = lay.Swizzle(theirs)
            for c in range(0, 64, 5):
                self.assertEqual(mine(c), theirs(c), mine)
            self.assertEqual(repr(mine.to(make)), repr(theirs))

    def test_layouts_of_pycute(self):
        self.layouts(library("pycute", "Layout"))

    def test_swizzles_of_pycute(self):
        self.swizzles(library("pycute", "Swizzle"))

    def test_layouts_of_tensor_layouts(self):
        self.layouts(library("tensor_layouts", "Layout"))

    def test_swizzles_of_tensor_layouts(self):
        self.swizzles(library("tensor_layouts", "Swizzle"))

    def test_composed_layouts_of_tensor_layouts(self):
        compose = library("tensor_layouts", "compose")
        swizzle = library("tensor_layouts", "Swizzle")
        layout = library("tensor_layouts", "Layout")
        composed = library("tensor_layouts", "ComposedLayout")
        dice = random.Random(7)
        for _ in range(CASES):
            theirs = compose(swizzle(2, 1, 2), layout(*random_parts(dice)))
            mine = lay.value(theirs)
            for c in range(0, lay.size(mine), 3):
                self.assertEqual(mine(c), theirs(c), mine)
            if isinstance(mine, lay.Composed):
                again = mine.to(lambda f, offset, g: composed(f, g, offset=offset), swizzle, layout)
                self.assertEqual(repr(again), repr(theirs))

    def test_linear_layouts_of_triton(self):
        triton = library("triton._C.libtriton", "linear_layout").LinearLayout
        dice = random.Random(8)
        for _ in range(CASES):
            theirs = random_linear(dice, triton)
            mine = lay.Linear(theirs)
            self.assertEqual(mine.to(triton), theirs)
            self.assertEqual(str(lay.Linear(str(theirs))), str(mine))

    def test_layouts_of_the_dsl(self):
        library("cutlass.cute", "make_layout")
        cute = importlib.import_module("cutlass.cute")
        problems = []
        trace_dsl(cute, problems)
        self.assertEqual(problems, [CASES])

    def views(self, whole, flip):
        """Views of an array of offsets: what a layout says is what is there."""
        dice = random.Random(9)
        for _ in range(200):
            sizes = [dice.randint(1, 6) for _ in range(dice.randint(1, 3))]
            theirs = whole(sizes)
            order = list(range(len(sizes)))
            dice.shuffle(order)
            theirs = theirs.transpose(*order) if flip else theirs.permute(*order)
            theirs = theirs[random_slices(dice, theirs.shape, flip)]
            if len(theirs.shape) == 0:
                continue
            mine = lay.value(theirs)
            for at in itertools.product(*(range(n) for n in theirs.shape)):
                self.assertEqual(mine(*at), int(theirs[at]), mine)

    def test_tensors_of_torch(self):
        torch = importlib.import_module("torch") if library("torch", "empty") else None
        self.views(lambda sizes: torch.arange(math.prod(sizes)).reshape(sizes), False)
        rows = torch.zeros(2, 4)
        self.assertTrue(lay.prove.disjoint(rows[0], rows[1]))
        self.assertFalse(lay.prove.equiv(rows[0], rows[1]))
        self.assertEqual(lay.value(rows[1]), lay.value("{4} o 4:1"))
        with self.assertRaisesRegex(TypeError, "torch.sparse_coo has no strides"):
            lay.value(rows.to_sparse())
        with self.assertRaisesRegex(ValueError, "without axes"):
            lay.value(rows[0, 0])

    def test_arrays_of_numpy(self):
        arange = library("numpy", "arange")
        self.views(lambda sizes: arange(math.prod(sizes), dtype="i2").reshape(sizes), True)
        rows = arange(8, dtype="f4").reshape(2, 4)
        self.assertEqual(lay.value(rows[1]), lay.value("{4} o 4:1"))
        self.assertEqual(lay.value(rows.view("i1")[1]), lay.value("{16} o 16:1"))
        pairs = arange(24, dtype="i1").view([("a", "i2"), ("b", "i1")])
        with self.assertRaisesRegex(ValueError, r"offset 0 and the strides \(3,\) in bytes"):
            lay.value(pairs["a"])

    def test_objects_that_have_the_same_attributes(self):
        """What needs no library: the attributes alone are looked at."""

        class Has:
            def __init__(self, **attributes):
                self.__dict__.update(attributes)

        self.assertEqual(str(lay.Layout(Has(shape=(4, 8), stride=(1, 4)))), "(4,8):(1,4)")
        self.assertEqual(str(lay.Layout(Has(shape=[4, 8], stride=lambda: [8, 1]))), "(4,8):(8,1)")
        swizzle = Has(bits=3, base=4, shift=3)
        self.assertEqual(str(lay.Swizzle(swizzle)), "S<3,4,3>")
        inner = Has(shape=(8, 64), stride=(64, 1))
        composed = Has(outer=swizzle, offset=0, inner=inner)
        self.assertEqual(str(lay.value(composed)), "S<3,4,3> o 0 o (8,64):(64,1)")
        composed = Has(layoutB=swizzle, offset=8, layoutA=inner)
        self.assertEqual(str(lay.value(composed)), "S<3,4,3> o 8 o (8,64):(64,1)")
        tensor = Has(shape=(2, 4), stride=lambda: (8, 2), storage_offset=lambda: 3)
        self.assertEqual(str(lay.value(tensor)), "{3} o (2,4):(8,2)")
        row = Has(shape=(4,), stride=lambda: (1,), storage_offset=lambda: 0)
        self.assertEqual(str(lay.Layout(row)), "4:1")
        with self.assertRaisesRegex(TypeError, r"found a tensor: .*value\(..\) keeps the offset"):
            lay.Layout(tensor)
        sparse = Has(shape=(2, 4), stride=lambda: (0, 0), storage_offset=lambda: 0, layout="torch.sparse_coo")
        with self.assertRaisesRegex(TypeError, "torch.sparse_coo has no strides"):
            lay.value(sparse)
        with self.assertRaisesRegex(ValueError, r"without axes .* expected x.reshape\(1\)"):
            lay.value(Has(shape=(), stride=lambda: (), storage_offset=lambda: 0))
        whole = Has(shape=(2, 4), strides=(16, 4), itemsize=4, base=None)
        whole.__array_interface__ = {"data": (4096, False)}
        part = Has(shape=(2,), strides=(-16,), itemsize=4, base=whole)
        part.__array_interface__ = {"data": (4096 + 20, False)}
        self.assertEqual(str(lay.value(whole)), "(2,4):(4,1)")
        self.assertEqual(str(lay.value(part)), "{5} o 2:-4")
        linear = Has(bases=[("lane", [[0, 1], [1, 0]])], out_dims=[("x", 2), ("y", 2)])
        self.assertEqual(str(lay.Linear(linear)), "linear{lane: [(0,1),(1,0)] -> x: 2, y: 2}")


def compare_dsl(cute, problems):
    """In a function that is traced, where its layouts exist."""
    dice = random.Random(10)
    made = 0
    for _ in range(CASES):
        shape, stride = random_parts(dice)
        theirs = cute.make_layout(shape, stride=stride)
        mine = lay.Layout(theirs)
        again = mine.to(lambda s, d: cute.make_layout(s, stride=d))
        if (mine.shape, mine.stride) != (shape, stride) or str(again) != str(theirs):
            problems.append(str(theirs))
        made += 1
    swizzled = cute.make_composed_layout(
        cute.make_swizzle(3, 4, 3), 0, cute.make_layout((8, 64), stride=(64, 1))
    )
    if lay.value(swizzled).text != "S<3,4,3> o 0 o (8,64):(64,1)":
        problems.append(str(swizzled))
    problems.append(made)


def trace_dsl(cute, problems):
    @cute.jit
    def traced():
        compare_dsl(cute, problems)

    traced()


def random_slices(dice, shape, backwards):
    """An index of each axis: a number, or a slice; numpy has negative steps."""
    made = []
    for n in shape:
        begin = dice.randrange(n)
        one = begin if dice.random() < 0.3 else slice(begin, dice.randint(begin + 1, n), dice.randint(1, 2))
        made.append(slice(None, None, -1) if backwards and dice.random() < 0.2 else one)
    return tuple(made)


def random_linear(dice, triton):
    bits = [dice.randint(0, 3) for _ in range(dice.randint(1, 2))]
    units = []
    for i, n in enumerate(bits):
        units += [[1 << k if i == j else 0 for j in range(len(bits))] for k in range(n)]
    dice.shuffle(units)
    units += [[0] * len(bits)] * dice.randint(0, 2)
    cut = dice.randint(0, len(units))
    ins = [("register", units[:cut]), ("lane", units[cut:])]
    return triton.from_bases(ins, [f"dim{i}" for i in range(len(bits))], [1 << n for n in bits], True)


if __name__ == "__main__":
    unittest.main()
