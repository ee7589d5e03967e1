"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const rows = [...document.querySelectorAll("details.row")];
  const filters = document.querySelector(".filters");
  const copyable = [...document.querySelectorAll("code.digest")];

  // A digest is long: it is shown in short, and whole where a pointer rests, on paper,
  // and in what is copied.
  for (const digest of copyable) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "digest";
    button.title = digest.title + "\n\nclick to copy";
    button.textContent = digest.title;
    button.setAttribute("aria-label", "copy " + digest.title);
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(digest.title);
        button.classList.add("copied");
        setTimeout(() => button.classList.remove("copied"), 1200);
      } catch {
        getSelection().selectAllChildren(button);
      }
    });
    digest.replaceWith(button);
  }

  // On paper everything is open.
  let closed = [];
  addEventListener("beforeprint", () => {
    closed = [...document.querySelectorAll("details:not([open])")];
    closed.forEach((d) => { d.open = true; });
  });
  addEventListener("afterprint", () => closed.forEach((d) => { d.open = false; }));

  if (!filters) return;
  const texts = rows.map((row) => row.textContent.toLowerCase());
  const chosen = (id) => byId(id)?.value ?? "";
  const apply = () => {
    const action = chosen("f-action"), lens = chosen("f-lens"), server = chosen("f-server");
    const words = chosen("f-text").toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    rows.forEach((row, i) => {
      const d = row.dataset;
      const match = (!action || d.action === action) && (!server || d.server === server) &&
        (!lens || d.lenses.split(" ").includes(lens)) && words.every((w) => texts[i].includes(w));
      row.hidden = !match;
      shown += match;
    });
    byId("f-count").textContent = shown === rows.length ? `${rows.length} rows` : `${shown} of ${rows.length} rows`;
    byId("f-none").hidden = shown > 0;
  };
  filters.addEventListener("input", apply);
  byId("f-open").addEventListener("click", (event) => {
    const button = event.currentTarget, open = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", String(open));
    button.textContent = open ? "close all" : "open all";
    rows.forEach((row) => { if (!row.hidden) row.open = open; });
  });
  filters.hidden = false;
  apply();
})();
