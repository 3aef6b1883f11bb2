import type { XmlNode } from './xml-tree';
import { textOfXml, toBoolean, toNumber, toText, type Meter, type XpathValue } from './xpath-values';

/** Where a function is called: at this node, of so many. */
export interface XpathContext {
  readonly node: XmlNode;
  /** Counts from 1. */
  readonly position: number;
  readonly size: number;
  readonly meter: Meter;
}

interface XpathFunction {
  readonly least: number;
  readonly most: number;
  readonly call: (given: readonly XpathValue[], context: XpathContext) => XpathValue;
}

function takes(least: number, most: number, call: XpathFunction['call']): XpathFunction {
  return { least, most, call };
}

/** A function of texts: without an argument, that of the node itself. */
function ofText(least: number, most: number, call: (...texts: readonly string[]) => XpathValue): XpathFunction {
  return takes(least, most, (given, { node, meter }) =>
    call(...(given.length === 0 ? [textOfXml(node, meter)] : given.map((one) => toText(one, meter)))),
  );
}

function ofNumber(call: (value: number) => number): XpathFunction {
  return takes(1, 1, ([value = Number.NaN], { meter }) => call(toNumber(value, meter)));
}

/** A function of the first of some nodes: without an argument, of the node itself. */
function ofNode(call: (node: XmlNode) => string): XpathFunction {
  return takes(0, 1, ([given], { node }) => {
    const one = given === undefined ? node : typeof given === 'object' ? given[0] : undefined;
    return one === undefined ? '' : call(one);
  });
}

/** Returns what is in front of a text, or behind it, as a part of another one; empty where it is not in it. */
function around(text: string, sought: string, isBefore: boolean): string {
  const at = text.indexOf(sought);
  if (at < 0) return '';
  return isBefore ? text.slice(0, at) : text.slice(at + sought.length);
}

/** As XPath rounds: half upwards, and no number stays none. */
function rounded(value: number): number {
  return Math.floor(value + 0.5);
}

function substring([text = '', from = 1, length]: readonly XpathValue[], { meter }: XpathContext): string {
  const first = rounded(toNumber(from, meter));
  const last = length === undefined ? Infinity : first + rounded(toNumber(length, meter));
  return [...toText(text, meter)].filter((_, index) => index + 1 >= first && index + 1 < last).join('');
}

function translated(text = '', from = '', to = ''): string {
  const signs = [...from];
  const others = [...to];
  const map = new Map<string, string>();
  for (const [index, sign] of signs.entries()) if (!map.has(sign)) map.set(sign, others[index] ?? '');
  return [...text].map((sign) => map.get(sign) ?? sign).join('');
}

/** Returns the namespace of a node by the prefixes that its elements declare. */
function namespaceOf(node: XmlNode): string {
  const prefix = node.name.includes(':') ? node.name.slice(0, node.name.indexOf(':')) : '';
  if (node.kind === 'attribute' && prefix === '') return '';
  const wanted = prefix === '' ? 'xmlns' : `xmlns:${prefix}`;
  for (let at: XmlNode | undefined = node; at !== undefined; at = at.parent) {
    const declared = at.attributes.find(({ name }) => name === wanted);
    if (declared !== undefined) return declared.text;
  }
  return '';
}

/** The functions of XPath 1.0, but `id` and `lang`, which need a document type. */
export const xpathFunctions: ReadonlyMap<string, XpathFunction> = new Map([
  ['last', takes(0, 0, (_, { size }) => size)],
  ['position', takes(0, 0, (_, { position }) => position)],
  ['count', takes(1, 1, ([nodes = '']) => (typeof nodes === 'object' ? nodes.length : Number.NaN))],
  [
    'sum',
    takes(1, 1, ([nodes = ''], { meter }) =>
      typeof nodes === 'object' ? nodes.reduce((sum, node) => sum + toNumber([node], meter), 0) : Number.NaN,
    ),
  ],
  ['name', ofNode(({ name }) => name)],
  ['local-name', ofNode(({ name }) => name.slice(name.indexOf(':') + 1))],
  ['namespace-uri', ofNode(namespaceOf)],
  ['string', ofText(0, 1, (text = '') => text)],
  ['concat', ofText(2, 50, (...texts) => texts.join(''))],
  ['starts-with', ofText(2, 2, (text = '', start = '') => text.startsWith(start))],
  ['contains', ofText(2, 2, (text = '', part = '') => text.includes(part))],
  ['substring-before', ofText(2, 2, (text = '', part = '') => around(text, part, true))],
  ['substring-after', ofText(2, 2, (text = '', part = '') => around(text, part, false))],
  ['substring', takes(2, 3, substring)],
  ['string-length', ofText(0, 1, (text = '') => [...text].length)],
  ['normalize-space', ofText(0, 1, (text = '') => text.trim().replace(/[ \t\r\n]+/g, ' '))],
  ['translate', ofText(3, 3, translated)],
  ['boolean', takes(1, 1, ([value = '']) => toBoolean(value))],
  ['not', takes(1, 1, ([value = '']) => !toBoolean(value))],
  ['true', takes(0, 0, () => true)],
  ['false', takes(0, 0, () => false)],
  ['number', takes(0, 1, ([value], { node, meter }) => toNumber(value ?? [node], meter))],
  ['floor', ofNumber(Math.floor)],
  ['ceiling', ofNumber(Math.ceil)],
  ['round', ofNumber(rounded)],
]);
