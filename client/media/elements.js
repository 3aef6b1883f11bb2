/* global document */
// Makes the elements of the pages with charts. It is loaded before the script that draws: the policy of the pages allows no imports.
globalThis.elements = {
  /** Returns an element of HTML. */
  element(name, { text, ...attributes } = {}, children = []) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (text !== undefined) made.textContent = text;
    made.append(...children);
    return made;
  },
  /** Returns a text with its values in place of `{0}`, `{1}` and so on. */
  filled(text, ...values) {
    return text.replace(/\{(\d)\}/g, (whole, index) => String(values[index] ?? whole));
  },
  /** Returns an element of SVG. */
  drawn(name, attributes, text) {
    const made = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
    if (text !== undefined) made.textContent = text;
    return made;
  },
};
