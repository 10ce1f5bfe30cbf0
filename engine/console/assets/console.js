// Follows what happens. Without it, pages are as they were when they were loaded.
"use strict";
(() => {
  const $ = (id) => document.getElementById(id);

  // Theme: as the system has it, light, or dark.
  const themes = ["auto", "light", "dark"];
  const themeButton = $("theme");
  let theme = document.documentElement.dataset.theme || "auto";
  const showTheme = () => { themeButton.textContent = "Theme: " + theme; };
  themeButton.hidden = false;
  showTheme();
  themeButton.addEventListener("click", () => {
    theme = themes[(themes.indexOf(theme) + 1) % themes.length];
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    try { localStorage.setItem("lacuna-theme", theme); } catch { /* it lasts as long as the page */ }
    showTheme();
  });

  // Times: how long ago, or in how long, to the second while it is near.
  const far = (seconds) => {
    const a = Math.abs(seconds);
    let text;
    if (a < 60) text = Math.floor(a) + " s";
    else if (a < 3600) text = Math.floor(a / 60) + " min";
    else if (a < 172800) text = Math.floor(a / 3600) + " h";
    else text = Math.floor(a / 86400) + " days";
    return text;
  };
  const ago = (seconds) => (seconds < 0 ? "in " + far(seconds) : far(seconds) + " ago");
  const skew = Number(document.body.dataset.now) - Date.now(); // the engine's clock may not be this one
  const frozen = document.body.dataset.stream === "";
  const refresh = (root) => {
    if (frozen || document.body.classList.contains("log")) return;
    for (const rel of root.querySelectorAll("[data-rel]")) {
      const time = rel.closest("time");
      if (!time) continue;
      const seconds = (Date.now() + skew - Date.parse(time.dateTime)) / 1000;
      const text = rel.dataset.rel === "for" ? far(seconds) : ago(seconds);
      if (rel.textContent !== text) rel.textContent = text;
    }
  };

  // Markup comes from the server, which has escaped everything in it; it is parsed, never run.
  const trusted = window.trustedTypes
    ? window.trustedTypes.createPolicy("lacuna", { createHTML: (s) => s })
    : { createHTML: (s) => s };
  const parse = (html) => new DOMParser().parseFromString(trusted.createHTML(html), "text/html").body.firstElementChild;

  // morph makes one element like another and keeps what is alike, so that focus, selection and open details stay.
  const morph = (old, fresh) => {
    if (old.nodeName !== fresh.nodeName || old.nodeType !== fresh.nodeType) { old.replaceWith(fresh); return; }
    if (old.nodeType !== Node.ELEMENT_NODE) {
      if (old.data !== fresh.data) old.data = fresh.data;
      return;
    }
    for (const a of [...old.attributes]) if (!fresh.hasAttribute(a.name) && a.name !== "open") old.removeAttribute(a.name);
    for (const a of fresh.attributes) if (old.getAttribute(a.name) !== a.value) old.setAttribute(a.name, a.value);
    if (old.hasAttribute("data-rel")) return; // the clock below keeps it
    const rest = [...fresh.childNodes];
    const mine = [...old.childNodes];
    for (let i = 0; i < rest.length; i++) {
      if (i < mine.length) morph(mine[i], rest[i]);
      else old.appendChild(rest[i]);
    }
    for (let i = rest.length; i < mine.length; i++) mine[i].remove();
  };

  // The stream.
  const live = $("live");
  const say = $("say");
  const pause = $("pause");
  let source = null, paused = false, waiting = [], retry = 0, sayAt = 0, sayTimer = 0, watchdog = 0;

  const show = (state, text) => { live.dataset.state = state; live.textContent = text; };
  // At most one announcement in five seconds; the latest counts.
  const announce = (text) => {
    clearTimeout(sayTimer);
    const wait = Math.max(0, sayAt + 5000 - Date.now());
    sayTimer = setTimeout(() => { sayAt = Date.now(); say.textContent = text; }, wait);
  };
  const apply = (part) => {
    const old = $("p-" + part.id);
    const fresh = parse(part.html);
    if (!old || !fresh) return;
    morph(old, fresh);
    refresh(old);
  };
  const alive = () => {
    clearTimeout(watchdog);
    watchdog = setTimeout(() => { show("lost", "No news for a while"); connect(); }, 40000);
    if (live.dataset.state !== "live" && !paused) show("live", "Live");
  };
  const connect = () => {
    clearTimeout(retry);
    clearTimeout(watchdog);
    if (source) source.close();
    source = new EventSource(document.body.dataset.stream);
    const on = (name, f) => source.addEventListener(name, (e) => { alive(); f(JSON.parse(e.data)); });
    on("part", (part) => {
      if (paused) waiting = waiting.filter((p) => p.id !== part.id).concat(part);
      else apply(part);
    });
    on("say", (m) => announce(m.text));
    on("beat", () => {});
    on("slow", (m) => announce(m.text));
    on("bye", (m) => {
      source.close();
      clearTimeout(watchdog);
      show("lost", m.text);
      announce(m.text);
      retry = setTimeout(connect, m.retry);
    });
    source.addEventListener("error", () => {
      if (!paused) show("lost", "Connection lost, trying again");
      if (source.readyState === EventSource.CLOSED) { clearTimeout(retry); retry = setTimeout(connect, 5000); }
    });
  };
  if (!frozen) {
    pause.hidden = false;
    pause.addEventListener("click", () => {
      paused = !paused;
      pause.textContent = paused ? "Go on" : "Pause";
      if (paused) show("paused", "Paused");
      else { waiting.forEach(apply); waiting = []; show("live", "Live"); }
    });
    show("lost", "Connecting");
    connect();
    addEventListener("pagehide", () => source && source.close());
    addEventListener("pageshow", (e) => { if (e.persisted) connect(); });
    setInterval(() => { if (!paused) refresh(document); }, 1000);
  }
})();
