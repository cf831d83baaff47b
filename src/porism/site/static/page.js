// What the scripts of a page have in common. All state is in the address, so that a view can be
// sent to someone.
"use strict";

// A page beside another has room for nothing but what it is about.
document.documentElement.classList.toggle("framed", window.top !== window);

const address = {
  get: (key) => new URLSearchParams(location.search).get(key),
  set(key, value) {
    const query = new URLSearchParams(location.search);
    if (value) query.set(key, value); else query.delete(key);
    const text = query.toString();
    try {
      history.replaceState(null, "", (text ? "?" + text : location.pathname) + location.hash);
    } catch { /* some browsers refuse for files: the view changes all the same */ }
  },
};

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

const files = new Map();  // promises of the scripts that were asked for

function load(src) {
  if (!files.has(src)) files.set(src, new Promise((resolve, reject) => {
    document.head.append(element("script", { src, onload: resolve, onerror: () => reject(new Error(src)) }));
  }));
  return files.get(src);
}

// A number as Python writes it: what lies just between two goes to the even one.
function fixed(value, digits) {
  const exact = value.toFixed(digits + 20);
  const tie = exact.endsWith(`5${"0".repeat(19)}`);
  const down = exact.slice(0, digits ? -20 : -21);
  return tie && "02468".includes(down.at(-1)) ? down : value.toFixed(digits);
}
