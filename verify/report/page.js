(function () {
  "use strict";
  var form = document.getElementById("filters"), search = document.getElementById("search");
  var found = document.getElementById("found"), root = document.documentElement;
  var all = Array.prototype.slice.call(document.querySelectorAll("article"));
  var sections = Array.prototype.slice.call(document.querySelectorAll("main section"));
  var texts = all.map(function (a) { return a.textContent.toLowerCase() + " " + a.id.toLowerCase(); });

  function wanted(article, show) {
    return show === "all" || article.classList.contains(show) ||
      (show === "refuted" && article.classList.contains("failed"));
  }

  function apply() {
    var show = form.elements.show.value, text = search.value.trim().toLowerCase(), n = 0;
    all.forEach(function (a, i) {
      a.hidden = !(wanted(a, show) && (text === "" || texts[i].indexOf(text) >= 0));
      n += a.hidden ? 0 : 1;
    });
    sections.forEach(function (s) { s.hidden = !s.querySelector("article:not([hidden])"); });
    found.textContent = n + " of " + all.length + " statements";
  }

  function step(by) {
    var shown = all.filter(function (a) { return !a.hidden; });
    var at = shown.indexOf(document.activeElement.closest("article"));
    var next = shown[at < 0 ? (by > 0 ? 0 : shown.length - 1) : at + by];
    if (next) { next.querySelector("h3 a").focus(); next.scrollIntoView({ block: "nearest" }); }
  }

  function dark() {
    return root.dataset.theme ? root.dataset.theme === "dark"
      : matchMedia("(prefers-color-scheme: dark)").matches;
  }

  form.hidden = false;
  form.addEventListener("input", apply);
  form.addEventListener("submit", function (e) { e.preventDefault(); });
  document.getElementById("theme").addEventListener("click", function () {
    root.dataset.theme = dark() ? "light" : "dark";
  });
  document.addEventListener("keydown", function (e) {
    var typing = /^(INPUT|TEXTAREA)$/.test(document.activeElement.tagName) &&
      document.activeElement.type === "search";
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    if (e.key === "Escape") {
      form.reset(); apply(); search.blur();
    } else if (!typing && e.key === "/") {
      e.preventDefault(); search.focus();
    } else if (!typing && (e.key === "j" || e.key === "k")) {
      step(e.key === "j" ? 1 : -1);
    }
  });
  window.addEventListener("hashchange", function () {
    var to = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (to && to.hidden) { form.reset(); apply(); to.scrollIntoView(); }
  });
  apply();
})();
