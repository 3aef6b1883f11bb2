import { nodeAt, type JsonNode } from '@rulebook/json/json-node';
import { readJsonTree } from '@rulebook/json/json-tree';
import { isYamlTooDeep } from '@rulebook/text/yaml-depth';
import { isAlias, isMap, isNode, isPair, isSeq, parseDocument, type Document, type Node as YamlNode } from 'yaml';
import { keysOfPointer, pointerStep } from '@rulebook/text/pointer';
import type { Span } from '@rulebook/text/span';
import { unlessEmpty } from './compiled';

/** The tree of a file of a description with the keys that are twice in it, or where it is not JSON or YAML. */
export type TextTree =
  | { readonly tree: unknown; readonly repeated?: readonly RepeatedKey[] }
  | { readonly message: string; readonly span: Span };

/** A key that an object has already. */
interface RepeatedKey {
  readonly key: string;
  /** Of its object, with `#` in front. */
  readonly pointer: string;
  readonly span: Span;
}

/** Further repeated keys are not listed. */
const maxRepeated = 100;

/** Large descriptions use an anchor hundreds of times. What an alias names is one object in all places, so that this costs nothing. */
const maxAliases = 10_000;

/** Reads a text as JSON, or else as YAML. A file with the name of a JSON file must be JSON. Never throws. */
export function readTree(text: string, name = ''): TextTree {
  const plain = withoutMark(text);
  if (/\.json$/i.test(name)) return readJson(plain);
  if (/^\s*[[{]/.test(plain)) {
    try {
      return { tree: JSON.parse(plain) as unknown };
    } catch {
      // YAML also has objects in braces, and says where something is wrong.
    }
  }
  const firstLine = lineSpan(plain, 0);
  if (isYamlTooDeep(plain)) return { message: tooDeep, span: firstLine };
  try {
    const document = parseYaml(text);
    const [error] = document.errors;
    if (error?.message.includes('call stack')) return { message: tooDeep, span: firstLine };
    if (error) {
      const [start, end] = error.pos;
      return { message: `The file cannot be read from here on: ${sentence(error.message)}`, span: { start, end } };
    }
    const repeated = repeatedKeys(document, plain);
    return { tree: document.toJS({ maxAliasCount: maxAliases }) as unknown, repeated: unlessEmpty(repeated) };
  } catch (error) {
    // The library names both with this error; a stack overflow is a RangeError.
    if (!(error instanceof ReferenceError)) return { message: tooDeep, span: firstLine };
    const isExcessive = error.message.startsWith('Excessive');
    const message = isExcessive
      ? 'The aliases of the file repeat too much of it.'
      : 'An alias of the file has no anchor.';
    return { message, span: firstLine };
  }
}

/**
 * Returns a function from JSON pointers (with `#` in front) to what stands for the value in the text: its key, or the beginning of a value
 * without one. A pointer that leads nowhere means the value above.
 */
export function pointersIn(text: string): (pointer: string) => Span {
  const plain = withoutMark(text);
  const firstLine = lineSpan(plain, 0);
  if (isYamlTooDeep(plain)) return () => firstLine;
  try {
    if (/^\s*[[{]/.test(plain)) {
      const { root } = readJsonTree(plain);
      if (root) return (pointer) => spanInJson(root, keysOfPointer(pointer), plain);
    }
    const document = parseYaml(text);
    return (pointer) => spanInYaml(document, keysOfPointer(pointer), plain);
  } catch {
    return () => firstLine;
  }
}

function readJson(text: string): TextTree {
  try {
    return { tree: JSON.parse(text) as unknown };
  } catch {
    return {
      message: 'The file is not JSON from here on.',
      span: lineSpan(text, readJsonTree(text, 'standard').problems[0]?.span.start ?? 0),
    };
  }
}

const tooDeep = 'The file is nested too deeply. Move inner parts to `components`, and refer to them by `$ref`.';

/** Reads YAML. The library compares each key with all others of its object, so that 100,000 keys take minutes; `repeatedKeys` does not. */
export function parseYaml(text: string): Document.Parsed {
  return parseDocument(text, { merge: true, prettyErrors: false, logLevel: 'silent', uniqueKeys: false });
}

/** Returns the keys that are twice in an object. The last one counts. */
function repeatedKeys({ contents }: Document.Parsed, text: string): readonly RepeatedKey[] {
  const found: RepeatedKey[] = [];
  const open: { readonly node: unknown; readonly pointer: () => string }[] = [{ node: contents, pointer: () => '#' }];
  for (let next = open.pop(); next !== undefined && found.length < maxRepeated; next = open.pop()) {
    const { node, pointer } = next;
    if (isSeq(node)) {
      for (const [index, item] of node.items.entries())
        if (isMap(item) || isSeq(item)) open.push({ node: item, pointer: () => `${pointer()}/${index}` });
    }
    if (!isMap(node)) continue;
    const names = new Set<string>();
    for (const { key, value } of node.items) {
      const name = nameOfKey(key);
      // `<<` may merge several objects.
      if (names.has(name) && name !== '<<' && name !== '' && found.length < maxRepeated)
        found.push({ key: name, pointer: pointer(), span: spanOfNode(key, text) });
      names.add(name);
      if (isMap(value) || isSeq(value)) open.push({ node: value, pointer: () => pointer() + pointerStep(name) });
    }
  }
  return found;
}

/** Returns a text in which a byte order mark is a blank, so that positions stay. YAML keeps it: a blank would indent the first line. */
export function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? ` ${text.slice(1)}` : text;
}

function sentence(message: string): string {
  const [first = ''] = message.split('\n');
  return /[.!?]$/.test(first) ? first : `${first}.`;
}

function spanInJson(root: JsonNode, keys: readonly string[], text: string): Span {
  let found = root;
  for (const key of keys) {
    const next = nodeAt(found, [found.type === 'array' ? Number(key) : key]);
    if (next === undefined) break;
    found = next;
  }
  const shown = found.parent?.type === 'property' ? (found.parent.children?.[0] ?? found) : found;
  return lineSpan(text, shown.offset, shown.offset + shown.length);
}

function spanInYaml(document: Document.Parsed, keys: readonly string[], text: string): Span {
  let value: unknown = document.contents;
  let shown: unknown = value;
  for (const key of keys) {
    const resolved: unknown = isAlias(value) ? value.resolve(document) : value;
    if (isMap(resolved)) {
      const pair = resolved.items.find((item) => isPair(item) && nameOfKey(item.key) === key);
      if (pair === undefined) break;
      [value, shown] = [pair.value, pair.key];
    } else if (isSeq(resolved)) {
      const item = resolved.items[Number(key)];
      if (item === undefined) break;
      [value, shown] = [item, item];
    } else break;
  }
  return spanOfNode(shown, text);
}

function spanOfNode(node: unknown, text: string): Span {
  const [start, end] = (isNode(node) ? (node as YamlNode).range : undefined) ?? [0, 0];
  return lineSpan(text, start, end);
}

/** Returns the name that the node of a key has; an empty one for anything else. */
export function nameOfKey(key: unknown): string {
  const value: unknown = isNode(key) && 'value' in key ? key.value : key;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** Returns the span from a position to an end, at most to the end of its line: a value over many lines is shown by its first one. */
function lineSpan(text: string, start: number, end = text.length): Span {
  const line = text.slice(start, start + 2000).search(/[\r\n]/);
  return { start, end: Math.max(start, Math.min(end, start + (line === -1 ? 2000 : line))) };
}
