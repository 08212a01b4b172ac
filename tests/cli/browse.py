"""A page in a browser without a window, at the width of a phone and of a desk.

    browse.py PAGE.html [PICTURE]    PICTURE-360-light.png ... are made, for looking at

Says what the browser complains of, how much of the page is too wide, what it asks of the network,
and what each filter shows. Chromium talks through a pipe, in JSON with a NUL behind each message.
"""
import base64
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

WIDTHS = (360, 1280)


class Browser:
    def __init__(self, profile):
        read_ours, write_ours = os.pipe()
        read_theirs, write_theirs = os.pipe()
        command = [shutil.which("chromium"), "--headless=new", "--no-sandbox", "--disable-gpu",
                   "--disable-dev-shm-usage", "--no-first-run", "--remote-debugging-pipe",
                   "--user-data-dir=" + profile]
        redirected = "exec 3<&%d 4>&%d; exec \"$@\"" % (read_ours, write_theirs)
        self.process = subprocess.Popen(["bash", "-c", redirected, "sh"] + command,
                                        pass_fds=(read_ours, write_theirs),
                                        stderr=subprocess.DEVNULL)
        os.close(read_ours)
        os.close(write_theirs)
        self.to, self.of = os.fdopen(write_ours, "wb"), os.fdopen(read_theirs, "rb")
        self.number, self.session, self.events = 0, None, []

    def message(self):
        text = bytearray()
        while (byte := self.of.read(1)) != b"\0":
            if not byte:
                sys.exit("the browser has ended")
            text += byte
        return json.loads(text)

    def call(self, method, **parameters):
        self.number += 1
        call = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            call["sessionId"] = self.session
        self.to.write(json.dumps(call).encode() + b"\0")
        self.to.flush()
        while True:
            answer = self.message()
            if answer.get("id") == self.number:
                if "error" in answer:
                    sys.exit("%s: %s" % (method, answer["error"]))
                return answer["result"]
            self.events.append(answer)

    def wait(self, method):
        while not any(e.get("method") == method for e in self.events):
            self.events.append(self.message())

    def open(self, url):
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target,
                                 flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(domain + ".enable")
        self.show(WIDTHS[0], "light")
        self.events = []
        self.call("Page.navigate", url=url)
        self.wait("Page.loadEventFired")

    def show(self, width, theme):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=900,
                  deviceScaleFactor=1, mobile=width < 500)
        self.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": theme}])

    def value(self, expression):
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in answer:
            sys.exit("%s: %s" % (expression, answer["exceptionDetails"]))
        return answer["result"].get("value")

    def key(self, key):
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, text=key if len(key) == 1
                  else "")
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key)

    def picture(self, name):
        data = self.call("Page.captureScreenshot", format="png")["data"]
        pathlib.Path(name).write_bytes(base64.b64decode(data))

    def close(self):
        self.session = None
        self.call("Browser.close")
        self.process.wait()


def complaints(browser):
    said = ("Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded")
    return [e["params"] for e in browser.events if e.get("method") in said]


def requests(browser):
    urls = [e["params"]["request"]["url"] for e in browser.events
            if e.get("method") == "Network.requestWillBeSent"]
    return [url for url in urls if not url.startswith(("file:", "data:"))]


FOUND = "document.getElementById('found').textContent"
WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
NAMELESS = """[...document.querySelectorAll('a, button, input, summary')].filter(e =>
    !(e.textContent.trim() || e.getAttribute('aria-label') || e.labels && e.labels.length)).length"""
LOST = """[...document.querySelectorAll('a[href^="#"]')].filter(a =>
    !document.getElementById(a.getAttribute('href').slice(1))).length"""
TWICE = """(() => { const ids = [...document.querySelectorAll('[id]')].map(e => e.id);
    return ids.length - new Set(ids).size; })()"""


def filters(browser):
    values = browser.value("[...document.querySelectorAll('[name=show]')].map(i => i.value)")
    for value in values:
        browser.value("document.querySelector('[name=show][value=%s]').click()" % value)
        if browser.value("document.querySelector('[name=show][value=%s]').disabled" % value):
            print("%s: none" % value)
        else:
            print("%s: %s" % (value, browser.value(FOUND)))
    browser.key("Escape")
    print("Escape: " + browser.value(FOUND))
    browser.key("/")
    browser.call("Input.insertText", text="injective")
    print("/injective: " + browser.value(FOUND))
    browser.key("Escape")
    browser.key("j")
    print("j: " + browser.value("document.activeElement.getAttribute('href')"))


def pictures(browser, name):
    for width in WIDTHS:
        for theme in ("light", "dark"):
            browser.show(width, theme)
            browser.picture("%s-%d-%s.png" % (name, width, theme))


def main():
    page = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(profile)
        browser.open(page.as_uri())
        for width in WIDTHS:
            browser.show(width, "light")
            print("%d: %d pixels too wide" % (width, browser.value(WIDE)))
        filters(browser)
        before = browser.value("getComputedStyle(document.body).backgroundColor")
        browser.key("t")
        after = browser.value("getComputedStyle(document.body).backgroundColor")
        print("t: %s to %s" % (before, after))
        print("nameless: %d, links to nothing: %d, names given twice: %d"
              % (browser.value(NAMELESS), browser.value(LOST), browser.value(TWICE)))
        print("complaints: %s, requests: %s" % (complaints(browser), requests(browser)))
        if len(sys.argv) > 2:
            browser.key("t")
            browser.value("delete document.documentElement.dataset.theme")
            pictures(browser, sys.argv[2])
        browser.close()


main()
