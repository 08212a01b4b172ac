"""read-png.py FILE [SVG]: the colour of the corner of a PNG of 8 bits a channel, and whether the
picture has as many colours as its four cells and the page at the least; and how many fills of the
SVG of the same figure have another colour in the PNG. Filters are undone as the PNG specification
has them (section 9)."""
import re
import struct
import sys
import zlib


def chunks(data):
    at = 8
    while at < len(data):
        n, kind = struct.unpack(">I4s", data[at:at + 8])
        yield kind, data[at + 8:at + 8 + n]
        at += 12 + n


def paeth(a, b, c):
    p = a + b - c
    near = min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))
    return near[2]


def fills(svg):
    """The colour of each filled rectangle, and its left, top, width and height in points."""
    for colour, path in re.findall(r'<path fill="#([0-9a-f]{6})" d="([^"]*)"', svg):
        for box in re.findall(r"M([-.\d]+) ([-.\d]+)h([.\d]+)v([.\d]+)", path):
            yield colour, [float(x) for x in box]


def rows(raw, width, height, size):
    before = bytearray(width * size)
    for y in range(height):
        start = y * (width * size + 1)
        kind, row = raw[start], bytearray(raw[start + 1:start + 1 + width * size])
        for i in range(len(row)):
            a = row[i - size] if i >= size else 0
            b, c = before[i], before[i - size] if i >= size else 0
            add = [0, a, b, (a + b) // 2, paeth(a, b, c)][kind]
            row[i] = (row[i] + add) & 255
        before = row
        yield row


data = open(sys.argv[1], "rb").read()
parts = list(chunks(data))
width, height, depth, kind = struct.unpack(">IIBB", parts[0][1][:10])
assert depth == 8 and kind in (2, 6), (depth, kind)
size = 3 if kind == 2 else 4
raw = zlib.decompress(b"".join(d for k, d in parts if k == b"IDAT"))
counts = {}
corner = None
pixels = []
for row in rows(raw, width, height, size):
    pixels.append(row)
    for x in range(width):
        colour = bytes(row[x * size:x * size + 3])
        corner = corner or colour
        counts[colour] = counts.get(colour, 0) + 1
# A cell has some 48 x 48 pixels; letters and their edges have fewer.
large = [c for c, n in counts.items() if n > 400]
print("corner %s, 5 colours or more: %s" % (corner.hex(), "yes" if len(large) >= 5 else large))
if len(sys.argv) > 2:
    svg = open(sys.argv[2]).read()
    scale = width / float(re.search(r'width="(\d+)"', svg).group(1))
    seen = other = 0
    for colour, (left, top, across, down) in fills(svg):
        # A tenth of the way into the rectangle: no letter is there, and no frame; the
        # page's colour is that of the corner.
        x, y = int(scale * (left + across / 10)), int(scale * (top + down / 10))
        at = corner if (left, top) == (0, 0) else pixels[y][x * size:x * size + 3]
        seen += 1
        other += bytes(at).hex() != colour
    print("%d fills of the SVG, %d of another colour" % (seen, other))
