import { isRecord } from '@rulebook/json/is-record';
import type { XmlForm } from '@rulebook/catalogue/operation';

/** Returns a value as an XML document; undefined where it has something for which the form has no name. */
export function xmlOf(value: unknown, form: XmlForm): string | undefined {
  // A list has no single element, unless one is around its items.
  if (Array.isArray(value) && form.isWrapped !== true) return undefined;
  const written = elements(value, form, form.name ?? '');
  return written === undefined ? undefined : `<?xml version="1.0" encoding="UTF-8"?>\n${written}\n`;
}

function elements(value: unknown, form: XmlForm, name: string): string | undefined {
  if (Array.isArray(value)) {
    const { items = {}, isWrapped } = form;
    const inner = (value as readonly unknown[]).map((item) => elements(item, items, items.name ?? name));
    if (inner.includes(undefined)) return undefined;
    return isWrapped ? `<${name}>${inner.join('')}</${name}>` : inner.join('');
  }
  if (!isRecord(value)) return value === null ? '' : `<${name}>${escaped(value)}</${name}>`;
  const attributes: string[] = [];
  const children: string[] = [];
  for (const [key, member] of Object.entries(value)) {
    const { members = {} } = form;
    const own = Object.hasOwn(members, key) ? members[key] : undefined;
    if (own === undefined) return undefined;
    const written = own.isAttribute
      ? ` ${own.name ?? key}="${escaped(member)}"`
      : elements(member, own, own.name ?? key);
    if (written === undefined) return undefined;
    (own.isAttribute ? attributes : children).push(written);
  }
  return `<${name}${attributes.join('')}>${children.join('')}</${name}>`;
}

function escaped(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
