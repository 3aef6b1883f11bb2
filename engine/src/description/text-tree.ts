import { findNodeAtLocation, parseTree, type Node } from 'jsonc-parser';
import { isAlias, isMap, isNode, isPair, isSeq, parseDocument, type Document, type Node as YamlNode } from 'yaml';
import type { Span } from '../text/span';

/** The tree of a file of a description, or where it is not JSON or YAML. */
export type TextTree = { readonly tree: unknown } | { readonly message: string; readonly span: Span };

/** Large descriptions use an anchor hundreds of times. What an alias names is one object in all places, so that this costs nothing. */
const mostAliases = 10_000;

/** Reads a text as JSON, or else as YAML. Never throws. */
export function readTree(text: string): TextTree {
  const plain = withoutMark(text);
  if (/^\s*[[{]/.test(plain)) {
    try {
      return { tree: JSON.parse(plain) as unknown };
    } catch {
      // YAML also has objects in braces, and says where something is wrong.
    }
  }
  try {
    const document = parseYaml(plain);
    const [error] = document.errors;
    if (error) {
      const [start, end] = error.pos;
      return { message: `The file cannot be read from here on: ${sentence(error.message)}`, span: { start, end } };
    }
    return { tree: document.toJS({ maxAliasCount: mostAliases }) as unknown };
  } catch (error) {
    const span = { start: 0, end: lineEnd(plain, 0) };
    // The library names both with this error; a stack overflow is a RangeError.
    if (error instanceof ReferenceError) {
      const isExcessive = error.message.startsWith('Excessive');
      const message = isExcessive
        ? 'The aliases of the file repeat too much of it.'
        : 'An alias of the file has no anchor.';
      return { message, span };
    }
    return { message: 'The file is nested too deeply.', span };
  }
}

/**
 * Returns a function from JSON pointers (with `#` in front) to what stands for the value in the text: its key, or the beginning of a value
 * without one. A pointer that leads nowhere means the value above.
 */
export function pointersIn(text: string): (pointer: string) => Span {
  const plain = withoutMark(text);
  try {
    if (/^\s*[[{]/.test(plain)) {
      const root = parseTree(plain);
      if (root) return (pointer) => spanInJson(root, keysOf(pointer), plain);
    }
    const document = parseYaml(plain);
    return (pointer) => spanInYaml(document, keysOf(pointer), plain);
  } catch {
    return () => ({ start: 0, end: lineEnd(plain, 0) });
  }
}

function parseYaml(text: string): Document.Parsed {
  return parseDocument(text, { merge: true, prettyErrors: false, logLevel: 'silent' });
}

/** A byte order mark counts as a blank, so that positions stay. */
function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? ` ${text.slice(1)}` : text;
}

function sentence(message: string): string {
  const [first = ''] = message.split('\n');
  return /[.!?]$/.test(first) ? first : `${first}.`;
}

function keysOf(pointer: string): readonly string[] {
  return pointer
    .replace(/^#/, '')
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function spanInJson(root: Node, keys: readonly string[], text: string): Span {
  let found = root;
  for (const key of keys) {
    const next = findNodeAtLocation(found, [found.type === 'array' ? Number(key) : key]);
    if (next === undefined) break;
    found = next;
  }
  const shown = found.parent?.type === 'property' ? (found.parent.children?.[0] ?? found) : found;
  return { start: shown.offset, end: Math.min(shown.offset + shown.length, lineEnd(text, shown.offset)) };
}

function spanInYaml(document: Document.Parsed, keys: readonly string[], text: string): Span {
  let value: unknown = document.contents;
  let shown: unknown = value;
  for (const key of keys) {
    const resolved: unknown = isAlias(value) ? value.resolve(document) : value;
    if (isMap(resolved)) {
      const pair = resolved.items.find((item) => isPair(item) && nameOf(item.key) === key);
      if (pair === undefined) break;
      [value, shown] = [pair.value, pair.key];
    } else if (isSeq(resolved)) {
      const item = resolved.items[Number(key)];
      if (item === undefined) break;
      [value, shown] = [item, item];
    } else break;
  }
  const [start, end] = (isNode(shown) ? (shown as YamlNode).range : undefined) ?? [0, 0];
  return { start, end: Math.max(start, Math.min(end, lineEnd(text, start))) };
}

function nameOf(key: unknown): string {
  const value: unknown = isNode(key) && 'value' in key ? key.value : key;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** Returns where the line of a position ends; a value over many lines is shown by its first one. */
function lineEnd(text: string, start: number): number {
  const end = text.slice(start, start + 2000).search(/[\r\n]/);
  return end === -1 ? Math.min(text.length, start + 2000) : start + end;
}
