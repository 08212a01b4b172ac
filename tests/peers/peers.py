"""What other tools decide of the same rows, and how fast: `make bench PEERS=1`.

    peers.py [--cute PROGRAM] [--out PAGE.html] CORPUS.tsv...

Each tool that Python imports is asked, in a process of its own: tools.py has them. The rows are those of
the corpora whose arguments are literals that each tool could be given; what is right is what the
literature says, and values are compared one by one. CuTe's templates, which a compiler has to know
beforehand, have times alone. The page has the same tables, and curves.
"""
import argparse
import json
import pathlib
import select
import subprocess
import sys
import time

import literals
import page
from tools import TOOLS

HERE = pathlib.Path(__file__).resolve().parent
TASK_SECONDS, CURVE_SECONDS = 20.0, 4.0

OPERATIONS = """compose coalesce complement right_inverse left_inverse logical_divide zipped_divide
tiled_divide flat_divide logical_product zipped_product tiled_product flat_product blocked_product
raked_product size cosize""".split()
CLAIMS = "injective surjective bijective equiv composes".split()

# The calls of tests/bench/cute-times.cpp, by its names.
MATRIX, WGMMA = "(8,16):(20,1)", "((4,8,4),(2,2,8)):((128,1,16),(64,8,512))"
SPEEDS = {
    "compose (64,64):(64,1) o wgmma": f"compose((64,64):(64,1),{WGMMA})",
    "compose wgmma o (64,64):(64,1)": f"compose({WGMMA},(64,64):(64,1))",
    "compose (4,6,8,10):(2,3,5,7) o 6:12": "compose((4,6,8,10):(2,3,5,7),6:12)",
    "compose (8,16):(20,1) o <4:1,8:2>": f"compose({MATRIX},<4:1,8:2>)",
    "coalesce ((4,3),5):((15,1),3)": "coalesce(((4,3),5):((15,1),3))",
    "complement (3,7):(2,30)": "complement((3,7):(2,30))",
    "logical_divide by <4:1,8:2>": f"logical_divide({MATRIX},<4:1,8:2>)",
    "zipped_divide by <4:1,8:2>": f"zipped_divide({MATRIX},<4:1,8:2>)",
    "logical_divide 24:3 by 8:3": "logical_divide(24:3,8:3)",
    "logical_product by (2,5):(1,2)": "logical_product((3,4):(4,1),(2,5):(1,2))",
    "blocked_product by (2,5):(1,2)": "blocked_product((3,4):(4,1),(2,5):(1,2))",
    "raked_product by (2,5):(1,2)": "raked_product((3,4):(4,1),(2,5):(1,2))",
}


def twos(n):
    """n modes of 2, the last one fastest in memory."""
    return f"({','.join(['2'] * n)}):({','.join(str(2**i) for i in reversed(range(n)))})"


# Title, what the axis counts, and the task at each place of it.
CURVES = [
    (
        "composition: (n,n):(n,1) with a quarter of each mode",
        "n",
        {2**k: {"call": f"compose(({2**k},{2**k}):({2**k},1),({2**k},{2**k // 4}):(1,{2**k * 2}))"}
         for k in range(3, 15)},
    ),
    (
        "injectivity of (n,n):(n,1)",
        "n",
        {2**k: {"call": f"injective(({2**k},{2**k}):({2**k},1))"} for k in range(2, 15)},
    ),
    (
        "composition of r modes of 2 with themselves",
        "modes",
        {r: {"call": f"compose({twos(r)},{twos(r)})"} for r in range(1, 17)},
    ),
    (
        "injectivity of r modes of 2",
        "modes",
        {r: {"call": f"injective({twos(r)})"} for r in range(1, 17)},
    ),
    (
        "injectivity for all extents of 1 to 64, p parameters",
        "parameters",
        {p: {"injective": [64**i for i in range(p)], "most": 64} for p in range(1, 9)},
    ),
]


class Peer:
    """A tool at work: answers, or why there is none. It is started again after a task without an end."""

    def __init__(self, name):
        self.name, self.process = name, None
        told = self.start()
        self.version, self.relations = told.get("version"), told.get("relations")

    def start(self):
        self.process = subprocess.Popen(
            [sys.executable, str(HERE / "tools.py"), self.name],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )
        return self.line(60)

    def line(self, seconds):
        ready, _, _ = select.select([self.process.stdout], [], [], seconds)
        line = self.process.stdout.readline() if ready else ""
        if line:
            return json.loads(line)
        self.end()
        return {"lost": "crashed" if ready else f"no answer in {seconds:g} s"}

    def ask(self, task, seconds=TASK_SECONDS):
        if self.process is None:
            self.start()
        self.process.stdin.write(json.dumps(task) + "\n")
        self.process.stdin.flush()
        return self.line(seconds)

    def end(self):
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


# ---- rows of the corpora


def fact(kind, expected):
    """What is right, as tools.py answers; None: a tool is to find that there is nothing."""
    if kind in ("prove", "refute"):
        return kind == "prove"
    if kind == "error":
        return None
    found = literals.read(expected)
    if isinstance(found, int):
        return found
    return literals.values(found[1], found[2]) if found[0] == "layout" else None


def rows(corpora):
    """(id, group, call, fact)."""
    for corpus in corpora:
        lines = pathlib.Path(corpus).read_text(encoding="utf-8").splitlines()
        for line in lines[1:]:
            name, kind, text, expected = line.split("\t")[:4]
            try:
                operation, _ = literals.call(text)
                right = fact(kind, expected)
            except (literals.NoLiteral, SyntaxError):
                continue
            if operation not in (CLAIMS if kind in ("prove", "refute") else OPERATIONS):
                continue
            if right is None and kind != "error":
                continue
            yield name, operation, text, right


VERDICTS = ["right", "otherwise", "raises", "lost", "cannot"]


def verdict(said, right):
    for word in ("cannot", "raises", "lost"):
        if word in said:
            return "right" if word == "raises" and right is None else word
    return "right" if said["answer"] == right else "otherwise"


def decided(peers, asked):
    """{operation: {tool: {verdict: count}}}, and the rows that are not right."""
    table, odd = {}, []
    for name, operation, text, right in asked:
        for peer in peers:
            asked_for = right is not None or not peer.relations
            said = peer.ask({"call": text}) if asked_for else {"cannot": "it has relations"}
            word = verdict(said, right)
            counts = table.setdefault(operation, {}).setdefault(peer.name, dict.fromkeys(VERDICTS, 0))
            counts[word] += 1
            if word in ("otherwise", "raises", "lost"):
                why = said.get("raises") or said.get("lost")
                told = why or ("no layout" if right is None else "another function")
                odd.append((peer.name, name, text, told))
    return table, odd


# ---- times


def speeds(peers, cute):
    """{call: {tool: seconds}}"""
    table = {
        name: {
            peer.name: peer.ask({"call": text, "timed": True}).get("seconds")
            for peer in peers
            if peer.name != "enumeration"
        }
        for name, text in SPEEDS.items()
    }
    for name, seconds in cute.items():
        if name in table:
            table[name]["CuTe C++"] = seconds
    return table


def cute_times(program):
    if not program:
        return {}
    told = subprocess.run([program], stdout=subprocess.PIPE, text=True, check=True).stdout
    parts = [line.split("\t") for line in told.splitlines()]
    return {part[0].lstrip("*"): float(part[1]) for part in parts}


def curve(peer, tasks):
    """[(x, seconds)], up to the first that has no time, or takes longer than CURVE_SECONDS."""
    found = []
    for x, task in tasks.items():
        seconds = peer.ask({**task, "timed": True}, CURVE_SECONDS * 3).get("seconds")
        if seconds is None:
            break
        found.append((x, seconds))
        if seconds > CURVE_SECONDS:
            break
    return found


def curves(peers):
    return [
        (title, axis, {peer.name: points for peer in peers if (points := curve(peer, tasks))})
        for title, axis, tasks in CURVES
    ]


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--cute")
    options.add_argument("--out", help="a page with curves; without it, rows are decided alone")
    options.add_argument("corpora", nargs="+")
    options = options.parse_args()
    started = time.time()
    peers = [Peer(name) for name in TOOLS]
    missing = [peer.name for peer in peers if not peer.version]
    peers = [peer for peer in peers if peer.version]
    cute = cute_times(options.cute)
    asked = list(rows(options.corpora))
    table, odd = decided(peers, asked)
    found = page.Found(
        versions={peer.name: peer.version for peer in peers},
        missing=missing + ([] if cute else ["CuTe C++"]),
        rows=len(asked),
        decided=table,
        odd=odd,
        speeds=speeds(peers, cute) if options.out else {},
        curves=curves(peers) if options.out else [],
    )
    for peer in peers:
        peer.end()
    print(page.text(found))
    if options.out:
        out = pathlib.Path(options.out)
        out.write_text(page.html(found), encoding="utf-8")
        out.with_suffix(".svg").write_text(page.sheet(found), encoding="utf-8")
        print(f"{options.out} has the curves; {time.time() - started:.0f} s")
    wrong = [row for row in odd if row[0].startswith("layoutcheck")]
    for row in wrong:
        print("not right:", *row)
    return 1 if wrong or "layoutcheck" in missing else 0


if __name__ == "__main__":
    sys.exit(main())
