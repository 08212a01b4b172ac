"""A page of results beside the same results as JSON.

    layoutcheck check --format=json FILE... | read-page.py PAGE.html

Says how many statements have an article with their place, verdict and text, in the order of JSON,
and whether every element is closed by the end of its own kind. Nothing of the page is taken from
elsewhere.
"""
import html.parser
import json
import re
import sys
import urllib.parse

VOID = {"meta", "link", "input", "br"}
WORDS = {"proved": "proved", "refuted": "refuted", "unknown": "unknown"}


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.wrong, self.articles, self.outside = [], [], [], []

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        for name in ("src", "href"):
            if not attributes.get(name, "#").startswith(("#", "data:")):
                self.outside.append(attributes[name])
        if tag not in VOID:
            self.open.append(tag)
        if tag == "article":
            self.articles.append({"id": attributes["id"], "class": attributes["class"].split(),
                                  "text": ""})

    def handle_startendtag(self, tag, attributes):
        pass

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append((tag, self.getpos()))

    def handle_data(self, data):
        if "article" in self.open:
            self.articles[-1]["text"] += data


def place(article):
    file, _, line = urllib.parse.unquote(article["id"]).rpartition(":")
    return file, int(line.split(".")[0])


def expected(outcome):
    """The class of the article."""
    if outcome["status"] in ("error", "disagreement"):
        return "error"
    if outcome["status"] in ("unknown", "interrupted"):
        return "unknown"
    if outcome["status"] == "failed":
        return "failed"
    return outcome.get("verdict", "value")


def plain(text):
    return re.sub(r"\s+", " ", text)


def right(article, outcome):
    text = plain(article["text"])
    return (place(article) == (outcome["file"], outcome["line"])
            and expected(outcome) in article["class"]
            and plain(outcome.get("text", outcome.get("message", ""))) in text
            and plain(outcome.get("value", {}).get("text", "")) in text)


def main():
    page = Page()
    text = open(sys.argv[1], encoding="utf-8").read()
    page.feed(text)
    outcomes = [json.loads(line) for line in sys.stdin]
    outcomes = [o for o in outcomes if "line" in o]
    places = {}
    for article in page.articles:
        places.setdefault(place(article), []).append(article)
    n = 0
    for outcome in outcomes:
        found = places.get((outcome["file"], outcome["line"]))
        if found and right(found[0], outcome):
            n += 1
            found.pop(0)
        else:
            print("not on the page:", json.dumps(outcome)[:400])
    print("every outcome, and nothing else: %s" % (0 < n == len(outcomes) == len(page.articles)))
    print("not closed: %s, from elsewhere: %s" % (page.wrong + page.open, page.outside))
    ids = [a["id"] for a in page.articles]
    print("places given twice: %d" % (len(ids) - len(set(ids))))
    print("3 MB or less: %s" % (len(text.encode()) <= 3000000))


main()
