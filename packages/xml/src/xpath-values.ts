import type { XmlNode } from './xml-tree';

/** What an XPath comes to: nodes in the order of the document, a text, a number, or true or false. */
export type XpathValue = readonly XmlNode[] | string | number | boolean;

/** Counts what an evaluation does, and ends it by a throw when that is too much. */
export interface Meter {
  readonly spend: (steps: number) => void;
  /** The texts of elements that were asked for. */
  readonly texts: Map<XmlNode, string>;
}

/** Returns the text of a node: that of an element is all text in it. */
export function textOfXml(node: XmlNode, meter: Meter): string {
  if (node.kind !== 'element' && node.kind !== 'document') return node.text;
  const known = meter.texts.get(node);
  if (known !== undefined) return known;
  const parts: string[] = [];
  const rest = node.children.toReversed();
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    meter.spend(1);
    if (next.kind === 'text') parts.push(next.text);
    else if (next.kind === 'element')
      for (let index = next.children.length - 1; index >= 0; index--) {
        const child = next.children[index];
        if (child !== undefined) rest.push(child);
      }
  }
  const text = parts.join('');
  meter.spend(text.length >> 4);
  meter.texts.set(node, text);
  return text;
}

/** Returns a value as a text; of several nodes, that of the first one. */
export function toText(value: XpathValue, meter: Meter): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return numberText(value);
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  const [first] = value;
  return first === undefined ? '' : textOfXml(first, meter);
}

/** Returns a value as a number; what is none is `NaN`. */
export function toNumber(value: XpathValue, meter: Meter): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  const text = toText(value, meter).trim();
  return /^-?(?:\d+(?:\.\d*)?|\.\d+)$/.test(text) ? Number(text) : Number.NaN;
}

/** Returns whether a value counts as true. */
export function toBoolean(value: XpathValue): boolean {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return value !== 0 && !Number.isNaN(value);
  return value.length > 0;
}

function numberText(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? 'Infinity' : '-Infinity';
  return String(Object.is(value, -0) ? 0 : value);
}
