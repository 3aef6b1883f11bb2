import type { BoundValue } from '../../binding/model';

/** Below this depth, values are not compared. */
const deepest = 100;

/** Returns a JSON text that is the same for all spellings of a value; undefined if a part of it is not known. */
export function canonicalJson(value: BoundValue, depth = 0): string | undefined {
  const { node, items, members } = value;
  if (depth > deepest || (value.isOpaque && items.length + members.length === 0)) return undefined;
  if (node.type === 'array') {
    const texts = items.map((item) => canonicalJson(item, depth + 1));
    return texts.includes(undefined) ? undefined : `[${texts.join(',')}]`;
  }
  if (node.type !== 'object') return JSON.stringify(node.value);
  const byKey = new Map<string, string>();
  for (const { key, isOpaque, value: inner } of members) {
    const text = inner && canonicalJson(inner, depth + 1);
    if (text === undefined || isOpaque) return undefined;
    byKey.set(key, text);
  }
  const sorted = [...byKey].sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${sorted.map(([key, text]) => `${JSON.stringify(key)}:${text}`).join(',')}}`;
}
