/** What an element is made with: attributes, and listeners under their names (`onclick`). */
type Parts = Readonly<Record<string, string | boolean | ((event: Event) => void) | undefined>>;

/** Returns a new element; of its attributes, `true` is alone, and `false` is left out. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  parts: Parts = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(parts)) {
    if (typeof value === 'function') made.addEventListener(key.replace(/^on/, ''), value);
    else if (value !== undefined && value !== false) made.setAttribute(key, value === true ? '' : value);
  }
  made.append(...children);
  return made;
}
