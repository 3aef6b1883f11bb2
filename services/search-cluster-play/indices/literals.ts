import { isRecord } from '@rulebook/json/is-record';
import { membersOfObject, type JsonNode } from '@rulebook/json/json-node';
import { readJsonTree } from '@rulebook/json/json-tree';
import { readJson } from '@rulebook/sandbox/wire';
import type { MappedField } from './fields';

/** Numbers that were written in another form than their value has, by the object or list that they are in and their key. */
const literals = new WeakMap<object, Map<string, string>>();

/** A number that may be written in another form than its value has. */
const writtenNumber = /[[:,]\s*(-?\d[\d.eE+-]*)(?=\s*[,\]}])/g;

/** Returns the JSON value of a text, or undefined for text that is not JSON. How its numbers are written is kept. */
export function readWithLiterals(text: string): ReturnType<typeof readJson> {
  const read = readJson(text);
  const isKept = ([, number = '']: RegExpExecArray): boolean => String(Number(number)) !== number;
  if (read === undefined || ![...text.matchAll(writtenNumber)].some(isKept)) return read;
  const { root } = readJsonTree(text, 'standard');
  if (root) keepBelow(read.value, root, text);
  return read;
}

function keepBelow(value: unknown, node: JsonNode, text: string): void {
  if (Array.isArray(value)) {
    for (const [at, child] of (node.children ?? []).entries()) keep(value, String(at), child, text);
  } else if (isRecord(value)) {
    for (const { key, value: child } of membersOfObject(node)) keep(value, key, child, text);
  }
}

function keep(holder: object, key: string, node: JsonNode, text: string): void {
  const value: unknown = (holder as Readonly<Record<string, unknown>>)[key];
  if (node.type !== 'number') {
    keepBelow(value, node, text);
    return;
  }
  const literal = text.slice(node.offset, node.offset + node.length);
  // Of members with one name, the last one holds.
  if (literal === String(value)) literals.get(holder)?.delete(key);
  else literals.set(holder, (literals.get(holder) ?? new Map<string, string>()).set(key, literal));
}

/** Returns how the number with a key of an object or list was written, if that is another form than its value has. */
export function literalOf(holder: object, key: string | number): string | undefined {
  return literals.get(holder)?.get(String(key));
}

/** Returns the value with a key of a query; for a flattened field, a number as the text that servers make of it. */
export function queriedValue({ kind }: MappedField, holder: object, key: string | number): unknown {
  const value: unknown = (holder as Readonly<Record<string, unknown>>)[key];
  if (kind !== 'flattened' || typeof value !== 'number') return value;
  const literal = literalOf(holder, key) ?? String(value);
  return /^-?\d+$/.test(literal) ? literal : textOfFraction(value);
}

/** Keeps in an object how numbers of another one are written, except those that were replaced. */
export function keepLiterals(holder: object, from: object, replaced: object = {}): void {
  for (const [key, literal] of literals.get(from) ?? []) {
    if (!Object.hasOwn(replaced, key))
      literals.set(holder, (literals.get(holder) ?? new Map<string, string>()).set(key, literal));
  }
}

/** Servers write numbers with a fraction or an exponent as Java does: `1.0`, and `1.0E7` from ten millions and below a thousandth. */
function textOfFraction(value: number): string {
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-3 || size >= 1e7)) {
    const [digits = '', exponent = ''] = value.toExponential().split('e');
    return `${digits.includes('.') ? digits : `${digits}.0`}E${exponent.replace('+', '')}`;
  }
  return Number.isInteger(value) ? `${Object.is(value, -0) ? '-0' : String(value)}.0` : String(value);
}
