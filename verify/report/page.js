(function () {
  "use strict";
  var form = document.getElementById("filters"), search = document.getElementById("search");
  var found = document.getElementById("found"), root = document.documentElement;
  var all = Array.prototype.slice.call(document.querySelectorAll("article"));
  var sections = Array.prototype.slice.call(document.querySelectorAll("main section"));
  var texts = all.map(function (a) { return a.textContent.toLowerCase() + " " + a.id.toLowerCase(); });

  function wanted(article, show) {
    return show === "all" || article.classList.contains(show);
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

  function toggle() {
    root.dataset.theme = dark() ? "light" : "dark";
    name();
  }

  function name() {
    document.getElementById("theme").textContent = dark() ? "Light" : "Dark";
  }

  Array.prototype.forEach.call(form.elements.show, function (input) {
    var n = all.filter(function (a) { return wanted(a, input.value); }).length;
    input.parentNode.querySelector("small").textContent = n;
    input.disabled = n === 0;
  });
  form.hidden = false;
  form.addEventListener("input", apply);
  form.addEventListener("submit", function (e) { e.preventDefault(); });
  document.getElementById("theme").addEventListener("click", toggle);
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
    } else if (!typing && e.key === "t") {
      toggle();
    }
  });
  window.addEventListener("hashchange", function () {
    var to = document.getElementById(location.hash.slice(1));
    if (to && to.hidden) { form.reset(); apply(); to.scrollIntoView(); }
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", name);
  apply();
  name();
})();
