// Makes elements; texts are never read as HTML.

/** Returns an element with attributes; `text` is its content. */
export function element(
  name: string,
  { text, ...attributes }: Readonly<Record<string, string>> = {},
  children: readonly (Node | string)[] = [],
): HTMLElement {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  made.append(...children);
  return made;
}

/** Returns a button with the look of the editor. */
export function button(label: string, run: () => void, attributes: Readonly<Record<string, string>> = {}): HTMLElement {
  const made = element('button', { type: 'button', text: label, ...attributes });
  made.addEventListener('click', run);
  return made;
}

/** Returns a text with its values in place of `{0}`, `{1}` and so on. */
export function filled(text: string, ...values: readonly (string | number)[]): string {
  return text.replace(/\{(\d)\}/g, (whole, index: string) => String(values[Number(index)] ?? whole));
}
