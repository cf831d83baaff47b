// Keys, saving without a reload, and the sign-in link. Every page works without this file.
"use strict";

const main = () => document.getElementById("main");
const address = () => location.pathname + location.search;
let shown = address();
const writing = (where) => where.matches("textarea, select, input:not([type=radio])");

// -- keys: whatever carries data-key is reached by it ------------------------------------------

function reach(target) {
  if (target.matches("input[type=radio]")) {
    target.click();
    target.focus({ preventScroll: true });
  } else if (target.matches("input, textarea, select")) {
    target.focus();
    if (target.select) target.select();
  } else {
    target.click();
  }
}

function move(step) {
  const links = [...document.querySelectorAll(".entries > li > a")];
  if (!links.length) return false;
  const here = links.indexOf(document.activeElement);
  links[Math.max(0, Math.min(links.length - 1, here + step))].focus();
  return true;
}

function pressed(event) {
  const dialog = document.getElementById("help");
  if (event.isComposing || event.altKey) return;
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
    const form = document.querySelector("form.decide");
    if (form) { event.preventDefault(); form.requestSubmit(); }
    return;
  }
  if (event.ctrlKey || event.metaKey) return;
  if (event.key === "Escape") {
    if (!dialog.open && document.activeElement !== document.body) document.activeElement.blur();
    return;
  }
  if (writing(event.target)) return;
  if (event.key === "?") {
    event.preventDefault();
    if (dialog.open) dialog.close(); else help(dialog);
    return;
  }
  if (dialog.open) return;
  if ((event.key === "j" && move(1)) || (event.key === "k" && move(-1))) return;
  if (event.key === "x") {
    const closed = [...document.querySelectorAll(".matter details")];
    const open = closed.some((one) => !one.open);
    closed.forEach((one) => { one.open = open; });
    return;
  }
  const target = document.querySelector(`[data-key="${CSS.escape(event.key)}"]`);
  if (target && target.id !== "keys") {
    event.preventDefault();
    reach(target);
  }
}

function help(dialog) {
  const list = dialog.querySelector("dl");
  const rows = [...document.querySelectorAll("[data-says]")].map((one) => [one.dataset.key, one.dataset.says]);
  if (document.querySelector(".entries")) rows.push(["j k", "Down and up the list"], ["Enter", "Open"]);
  if (document.querySelector(".matter details")) rows.push(["x", "Open or close all that is folded"]);
  rows.push(["Esc", "Leave a field"]);
  list.replaceChildren(...rows.flatMap(([key, says]) => {
    const term = document.createElement("dt");
    const name = document.createElement("kbd");
    name.textContent = key;
    term.append(name);
    const told = document.createElement("dd");
    told.textContent = says;
    return [term, told];
  }));
  dialog.showModal();
}

// -- saving: the next thing takes the place of the one that was decided -------------------------

function say(text, how) {
  const said = document.getElementById("said");
  said.className = "";
  said.textContent = text;
  void said.offsetWidth; // what is said anew fades anew
  said.className = how;
}

async function show(wanted, push = true) {
  const answer = await fetch(wanted, { headers: { accept: "text/html" } });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const next = page.getElementById("main");
  if (!answer.ok || !next) { location.assign(wanted); return; }
  main().replaceWith(next);
  document.title = page.title;
  if (push) history.pushState({}, "", answer.url);
  shown = address();
  window.scrollTo(0, 0);
  next.focus({ preventScroll: true });
  prepare();
}

async function post(form) {
  const answer = await fetch(form.action, {
    method: "POST",
    body: new URLSearchParams(new FormData(form)),
    headers: { accept: "application/json" },
  });
  return [answer.status, await answer.json().catch(() => ({}))];
}

async function send(form) {
  const button = form.querySelector("button.main");
  if (button.disabled) return;
  button.disabled = true;
  say("Saving …", "busy");
  const [status, told] = await post(form).catch(() => [0, {}]);
  button.disabled = false;
  if (told.saved) {
    say(`Saved: ${told.words}.`, "done");
    await show(told.next).catch(() => location.assign(told.next));
  } else if (status === 409) {
    form.dataset.plain = "yes";
    form.requestSubmit(button);
  } else if (told.title) {
    say(`Not saved. ${told.title}. ${told.advice}`, "wrong");
  } else {
    const what = status ? `The desk fails (${status})` : "The desk does not answer";
    say(`${what}: this may not be saved. Your note is still here; try again, it counts once.`, "wrong");
  }
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("form.decide") || form.dataset.plain) return;
  event.preventDefault();
  send(form);
});
document.addEventListener("input", ({ target }) => { // the last mark that was given is the mark
  const form = target.closest("form.decide");
  if (form && target.name === "say" && form.exactly) form.exactly.value = "";
  if (form && target.name === "exactly") form.querySelectorAll("[name=say]").forEach((one) => { one.checked = false; });
});
document.addEventListener("change", (event) => {
  if (event.target.matches(".filters select")) event.target.form.requestSubmit();
});
document.addEventListener("keydown", pressed);
window.addEventListener("popstate", () => { // also told of ways within the page
  if (address() !== shown) show(location.href, false).catch(() => location.reload());
});

// -- a page as it comes -----------------------------------------------------------------------

function prepare() {
  const keys = document.getElementById("keys");
  if (keys) {
    keys.hidden = false;
    keys.addEventListener("click", () => help(document.getElementById("help")));
  }
  const token = document.getElementById("token");
  if (token && location.hash.length > 1) {
    token.value = decodeURIComponent(location.hash.slice(1));
    history.replaceState({}, "", location.pathname);
  }
}
prepare();
