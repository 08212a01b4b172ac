"""Views: right where every element is where it should be, and refused where no strides do that."""
import doctest
import itertools
import math
import random
import unittest

import layoutcheck as lay
from layoutcheck import views
from test_objects import library


def random_tensor(dice, rank):
    """A shape and strides: of a contiguous tensor, permuted, with gaps, broadcast."""
    shape = [dice.choice((1, 2, 3, 4, 6)) for _ in range(rank)]
    stride, step = [0] * rank, 1
    for i in dice.sample(range(rank), rank) if dice.random() < 0.5 else reversed(range(rank)):
        stride[i] = 0 if dice.random() < 0.1 else step
        step *= shape[i] + (dice.random() < 0.2)
    return shape, stride


def text(shape, stride):
    return f"({','.join(map(str, shape))},):({','.join(map(str, stride))},)"


def elements(shape, stride, offset=0):
    """In the order of the coordinates, the last axis first."""
    return [offset + sum(c * d for c, d in zip(at, stride)) for at in coordinates(shape)]


def coordinates(shape):
    return itertools.product(*(range(n) for n in shape))


def numbers(x):
    return list(x) if isinstance(x, tuple) else [x]


def strides_for(shape, wanted):
    """The only ones that give these elements; None: none do."""
    steps = [math.prod(shape[i + 1 :]) for i in range(len(shape))]
    stride = [wanted[s] - wanted[0] if n > 1 else 0 for n, s in zip(shape, steps)]
    return stride if elements(shape, stride, wanted[0]) == list(wanted) else None


def random_shape(dice, size):
    shape = []
    while size > 1:
        n = dice.choice([k for k in range(2, size + 1) if size % k == 0])
        shape.append(n)
        size //= n
    for _ in range(dice.randint(0, 1)):
        shape.insert(dice.randint(0, len(shape)), 1)
    return shape or [1]


class Views(unittest.TestCase):
    def agrees(self, make, shape, wanted):
        """Is what `make` gives the strided tensor of these elements, where there is one?"""
        stride = strides_for(shape, wanted)
        if stride is None:
            with self.assertRaises(lay.DoesNotExist) as raised:
                make()
            self.assertRegex(raised.exception.reason, "has no stride|there is no view")
            return False
        made = make()
        self.assertEqual(numbers(made.shape), shape)
        offset = made.offset if isinstance(made, lay.Tensor) else 0
        self.assertEqual(elements(shape, numbers(made.stride), offset), list(wanted))
        return True

    def test_view(self):
        dice = random.Random(11)
        count = {True: 0, False: 0}
        for _ in range(600):
            shape, stride = random_tensor(dice, dice.randint(1, 4))
            other = random_shape(dice, math.prod(shape))
            offset = dice.choice((0, 0, 5))
            x = ("{5} o " if offset else "") + text(shape, stride)
            asked = list(other)
            if dice.random() < 0.3:
                asked[dice.randrange(len(asked))] = -1
            wanted = elements(shape, stride, offset)
            count[self.agrees(lambda: views.view(x, *asked), other, wanted)] += 1
        self.assertGreater(min(count.values()), 100)

    def test_view_as_numpy_has_it(self):
        """Which sets another shape in place, or says that it would need a copy."""
        arange = library("numpy", "arange")
        dice = random.Random(13)
        count = {True: 0, False: 0}
        for _ in range(300):
            shape = [dice.choice((1, 2, 3, 4, 6)) for _ in range(dice.randint(1, 4))]
            x = arange(math.prod(shape)).reshape(shape)
            x = x.transpose(*dice.sample(range(len(shape)), len(shape)))
            x = x[tuple(slice(dice.randrange(n), None, dice.choice((1, 1, 2))) for n in x.shape)]
            other, theirs = random_shape(dice, x.size), x.view()
            try:
                theirs.shape = tuple(other)
            except (AttributeError, ValueError):
                with self.assertRaises(lay.DoesNotExist):
                    views.view(x, *other)
                count[False] += 1
                continue
            self.assertEqual(elements(other, numbers(views.view(x, *other).stride)),
                             elements(other, [d // x.itemsize for d in theirs.strides]))
            count[True] += 1
        self.assertGreater(min(count.values()), 30)

    def test_rearrange(self):
        dice = random.Random(12)
        count = {True: 0, False: 0}
        for _ in range(400):
            shape, stride = random_tensor(dice, dice.randint(1, 3))
            parts = [random_shape(dice, n)[:2] for n in shape]
            parts = [p if math.prod(p) == n else [n] for p, n in zip(parts, shape)]
            names = iter("abcdefgh")
            groups = [[next(names) for _ in part] for part in parts]
            size = {n: k for group, part in zip(groups, parts) for n, k in zip(group, part)}
            order = dice.sample(sorted(size), len(size))
            cut = sorted(dice.sample(range(1, len(order)), dice.randint(0, len(order) - 1)))
            after = [order[i:j] for i, j in zip([0, *cut], [*cut, len(order)])]
            sides = [" ".join("(" + " ".join(g) + ")" for g in side) for side in (groups, after)]
            given = {g[-1]: size[g[-1]] for g in groups if len(g) == 2}
            fine = {n: d for g, part, s in zip(groups, parts, stride)
                    for n, d in zip(g, [s * math.prod(part[i + 1 :]) for i in range(len(part))])}
            wanted = elements([size[n] for n in order], [fine[n] for n in order])
            other = [math.prod(size[n] for n in group) for group in after]
            made = lambda: views.rearrange(text(shape, stride), " -> ".join(sides), **given)
            count[self.agrees(made, other, wanted)] += 1
        self.assertGreater(min(count.values()), 50)

    def test_permute(self):
        self.assertEqual(str(views.permute("(2,3,4):(12,4,1)", 2, 0, -2)), "(4,2,3):(1,12,4)")
        self.assertEqual(str(views.permute("{5} o (2,3):(3,1)", (1, 0))), "{5} o (3,2):(1,3)")

    def test_as_strided(self):
        class Tensor:
            """What tensors of torch have."""

            shape, element_size = (4, 6), staticmethod(lambda: 2)
            stride, storage_offset = staticmethod(lambda: (6, 1)), staticmethod(lambda: 3)

            def untyped_storage(self):
                return type("Storage", (), {"nbytes": staticmethod(lambda: 80)})

        window = views.as_strided("16:1", (5, 4), (3, 1))
        self.assertEqual(str(window), "(5,4):(3,1)")
        self.assertFalse(window.injective())
        self.assertEqual(str(views.as_strided(Tensor(), 37, 1)), "{3} o 37:1")
        self.assertEqual(str(views.as_strided(Tensor(), (2, 20), (20, 1), 0)), "(2,20):(20,1)")
        for x, size, stride, offset in (
            ("16:1", (5, 4), (4, 1), 0), ("16:1", 4, -1, 2), (Tensor(), 38, 1, None)
        ):
            with self.assertRaisesRegex(lay.DoesNotExist, "not all among the .* of the storage"):
                views.as_strided(x, size, stride, offset)

    def test_mistakes(self):
        for make, message in (
            (lambda: views.view("(3,4):(4,1)", 5, 2), r"\(5, 2\) has not the 12 elements"),
            (lambda: views.view("(3,4):(4,1)", -1, -1), "has not the 12 elements"),
            (lambda: views.view("((2,2),3):((1,2),4)", 12), "its axes are nested"),
            (lambda: views.view("S<3,4,3>", 12), "is no layout"),
            (lambda: views.permute("(3,4):(4,1)", 0, 0), "each of 2 axes once"),
            (lambda: views.as_strided("16:1", (2, 2), 1), "2 sizes and 1 strides"),
            (lambda: views.rearrange("24:1", "(a b) -> a b"), "sizes of a and b are not known"),
            (lambda: views.rearrange("24:1", "(a b) -> a b", a=5), r"24 is not \(a b\)"),
            (lambda: views.rearrange("(2,3):(3,1)", "a -> a"), "has 1 axes, and the tensor 2"),
            (lambda: views.rearrange("(2,3):(3,1)", "a b -> a"), "each name once on each side"),
            (lambda: views.rearrange("(2,3):(3,1)", "a (b -> a b"), "is no list of axes"),
            (lambda: views.rearrange("(2,3):(3,1)", "a b"), "is no pattern"),
            (lambda: views.rearrange("24:1", "(a b) -> a b", a=4, zz=5), "has no axis zz"),
        ):
            with self.assertRaisesRegex(lay.ArgumentError, message):
                make()

    def test_documentation(self):
        failed, tried = doctest.testmod(views)
        self.assertGreater(tried, 1)
        self.assertEqual(failed, 0)


if __name__ == "__main__":
    unittest.main()
