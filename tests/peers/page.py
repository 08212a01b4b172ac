"""What peers.py found, as text and as a page of HTML with curves, which no other file is needed for."""
import dataclasses
import html as markup
import math
from typing import Any, Dict, List

COLOURS = {
    "layoutcheck": "#0b62a4", "layoutcheck in C": "#0bb0d0", "pycute": "#c4471b",
    "tensor-layouts": "#7a3fa0", "islpy": "#2a7f3f",
    "Triton": "#a07800", "enumeration": "#777",
}
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 620, 340, 70, 130, 34, 45


@dataclasses.dataclass
class Found:
    versions: Dict[str, str]
    missing: List[str]
    rows: int
    decided: Dict[str, Any]
    odd: List[Any]
    speeds: Dict[str, Any]
    curves: List[Any]


def seconds(value):
    if value is None:
        return "-"
    for unit, name in ((1, "s"), (1e-3, "ms"), (1e-6, "us")):
        if value >= unit:
            return f"{value / unit:.3g} {name}"
    return f"{value / 1e-9:.3g} ns"


def share(counts):
    """What a cell of the first table says: right of those asked, and what the others were."""
    asked = sum(counts.values()) - counts["cannot"]
    if not asked:
        return "-"
    others = [f"{counts[word]} {word}" for word in ("otherwise", "raises", "lost") if counts[word]]
    return f"{counts['right']}/{asked}" + (f" ({', '.join(others)})" if others else "")


def decided_rows(found):
    tools = list(found.versions)
    yield ["rows", *tools]
    total = {tool: {} for tool in tools}
    for operation, by_tool in sorted(found.decided.items()):
        n = sum(next(iter(by_tool.values())).values())
        yield [f"{operation}, {n}", *(share(by_tool[tool]) for tool in tools)]
        for tool in tools:
            for word, count in by_tool[tool].items():
                total[tool][word] = total[tool].get(word, 0) + count
    yield [f"all {found.rows}", *(share(total[tool]) for tool in tools)]


def speed_rows(found):
    tools = list(next(iter(found.speeds.values()), {}))
    tools += [t for row in found.speeds.values() for t in row if t not in tools][:1]
    yield ["a call", *tools]
    for name, by_tool in found.speeds.items():
        yield [name, *(seconds(by_tool.get(tool)) for tool in tools)]


def about(found):
    said = "; ".join(f"{tool} {version}" for tool, version in found.versions.items())
    lost = f". Not here: {', '.join(found.missing)}" if found.missing else ""
    return said + lost


DECIDED = """Rows of the corpora whose arguments are literals. right/asked: the answer is that of the
literature, value by value; where no layout is the answer, the tool refuses. otherwise: another answer,
without a word; raises: the tool refuses what has an answer; -: the tool has no such question."""
SPEED = """Seconds of the processor a call, medians. layoutcheck is called by its package for Python: text in, text out,
and a check of the result at points; "in C" is its library, by ctypes, and pycute and the others are
libraries, too, which check nothing of their results. CuTe's templates have ranks at compile time; a
compiler folds some of these calls."""


def text(found):
    lines = ["Peers: " + about(found), "", DECIDED, ""]
    tables = [(decided_rows(found), SPEED if found.speeds else "")]
    for rows, note in [*tables, *([(speed_rows(found), "")] if found.speeds else [])]:
        rows = list(rows)
        widths = [max(len(row[i]) for row in rows if i < len(row)) for i in range(len(rows[0]))]
        lines += ["  ".join(c.ljust(w) for c, w in zip(row, widths)).rstrip() for row in rows]
        lines += ["", *([note, ""] if note else [])]
    return "\n".join(lines)


# ---- curves


def ticks(low, high):
    return [10.0**e for e in range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)]


def curves(title, axis, by_tool):
    points = [p for of in by_tool.values() for p in of]
    wide = max(x for x, _ in points) > 100
    across = (lambda x: math.log2(x)) if wide else float
    xs = sorted({x for x, _ in points})
    marks = ticks(min(y for _, y in points), max(y for _, y in points))
    x0, x1 = across(xs[0]), max(across(xs[-1]), across(xs[0]) + 1)
    y0, y1 = math.log10(marks[0]), math.log10(marks[-1])

    def at(x, y):
        right = LEFT + (across(x) - x0) / (x1 - x0) * (WIDTH - LEFT - RIGHT)
        return right, HEIGHT - BOTTOM - (math.log10(y) - y0) / (y1 - y0) * (HEIGHT - TOP - BOTTOM)

    out = [f'<text x="{LEFT}" y="18" font-weight="bold">{markup.escape(title)}</text>']
    for mark in marks:
        _, y = at(xs[0], mark)
        out.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>')
        out.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{seconds(mark)}</text>')
    for x in xs if len(xs) <= 9 else xs[::2]:
        right, _ = at(x, marks[0])
        out.append(f'<text x="{right:.1f}" y="{HEIGHT - 24}" text-anchor="middle">{x}</text>')
    middle = LEFT + (WIDTH - LEFT - RIGHT) / 2
    out.append(f'<text x="{middle}" y="{HEIGHT - 6}" text-anchor="middle">{axis}</text>')
    taken = []
    for tool, of in sorted(by_tool.items(), key=lambda item: item[1][-1][1]):
        places = [at(*p) for p in of]
        path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
        colour = COLOURS.get(tool, "#000")
        out.append(f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        out += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in places]
        x, y = places[-1]
        while any(abs(y - other) < 14 for other in taken):  # names one below the other
            y -= 1
        taken.append(y)
        out.append(f'<text x="{x + 8:.1f}" y="{y + 4:.1f}" fill="{colour}">{tool}</text>')
    return out


def sheet(found):
    """All curves, as one picture."""
    shown = [c for c in found.curves if c[2]]
    wide, high = 2 * WIDTH, HEIGHT * ((len(shown) + 1) // 2)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}"'
           f' height="{high}" font-family="sans-serif" font-size="12">',
           f'<rect width="{wide}" height="{high}" fill="#fff"/>']
    for i, of in enumerate(shown):
        out += [f'<g transform="translate({i % 2 * WIDTH} {i // 2 * HEIGHT})">', *curves(*of), "</g>"]
    return "\n".join([*out, "</svg>\n"])


def table(rows):
    out = ["<table>"]
    for i, row in enumerate(rows):
        cell = "th" if i == 0 else "td"
        out.append("<tr>" + "".join(f"<{cell}>{markup.escape(c)}</{cell}>" for c in row) + "</tr>")
    return "\n".join([*out, "</table>"])


STYLE = """body { font: 15px/1.5 sans-serif; max-width: 75rem; margin: 2rem auto; padding: 0 1rem }
td, th { padding: .15rem .7rem; text-align: left; border-bottom: 1px solid #ddd }"""


def html(found):
    parts = [
        f"<!doctype html><meta charset=utf-8><title>peers</title><style>{STYLE}</style>",
        "<h1>Peers</h1>", f"<p>{markup.escape(about(found))}", "<h2>What each decides</h2>",
        f"<p>{markup.escape(DECIDED)}", table(decided_rows(found)), "<h2>How fast</h2>",
        f"<p>{markup.escape(SPEED)}", table(speed_rows(found)), "<h2>Curves</h2>", sheet(found),
    ]
    parts += ["<h2>Rows that are not right</h2>", table([["tool", "row", "call", "answer"], *found.odd])]
    return "\n".join(parts) + "\n"
