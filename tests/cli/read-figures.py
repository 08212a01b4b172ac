"""read-figures.py LIST FOLDER: of each line NAME SHAPE:STRIDE of integers in the list, are the
numbers in the cells of FOLDER/NAME.svg the values of the layout, row by row? The values are sums
of coordinate times stride over nested loops, mode 0 down, mode 1 across, further modes a grid
each. Prints how many figures were compared, and those that differ."""
import itertools
import re
import sys


def leaves(t):
    return [x for part in t for x in leaves(part)] if isinstance(t, tuple) else [t]


def values(shape, stride):
    """The values of a mode, its first leaf fastest."""
    s, d = leaves(shape), leaves(stride)
    ranges = [range(n) for n in reversed(s)]
    return [sum(c * k for c, k in zip(reversed(at), d)) for at in itertools.product(*ranges)]


def cells(path):
    text = open(path).read()
    groups = re.findall(r'<g font-size="11"[^>]*>(.*?)</g>', text, re.S)
    return [int(n) for g in groups for n in re.findall(r">(-?\d+)</text>", g)]


compared = 0
for line in open(sys.argv[1]):
    name, _, layout = line.strip().partition(" ")
    if not re.fullmatch(r"\([\d,()]+\):\([\d,()]+\)", layout):
        continue
    shape, stride = (eval(part) for part in layout.split(":"))
    modes = [values(s, d) for s, d in zip(shape, stride)]
    expected = []
    for more in itertools.product(*reversed(modes[2:])):
        expected += [r + c + sum(more) for r in modes[0] for c in modes[1]]
    found = cells("%s/%s.svg" % (sys.argv[2], name))
    compared += 1
    if found != expected:
        print(name, found, expected)
print(compared, "compared")
