import { membersOfObject, type JsonNode } from '@rulebook/json/json-node';
import { readJsonTree } from '@rulebook/json/json-tree';
import { keysOfPointer } from '@rulebook/text/pointer';
import type { Span } from '@rulebook/text/span';
import { isYamlTooDeep } from '@rulebook/text/yaml-depth';
import { isMap, isNode, isPair, isScalar, isSeq } from 'yaml';
import { nameOfKey, parseYaml, withoutMark } from './text-tree';

/** A key or a value of a text in JSON or YAML. */
export interface TextElement {
  /** The names of members and indices of items that lead to it. */
  readonly path: readonly string[];
  readonly part: 'key' | 'value';
  /** With its quotes. */
  readonly span: Span;
  /** Of a string, what is between its quotes. */
  readonly inner: Span;
}

/** The keys and plain values of a text, in their order. */
export interface TextElements {
  /** Returns the key or the plain value at a position. */
  readonly at: (offset: number) => TextElement | undefined;
  /** Returns where a value is; the whole of an object or list. */
  readonly valueOf: (path: readonly string[]) => TextElement | undefined;
  readonly keyOf: (path: readonly string[]) => TextElement | undefined;
}

/** Returns the elements of a text; none of one that cannot be read. Never throws. */
export function elementsIn(text: string): TextElements {
  const elements: TextElement[] = [];
  const plain = withoutMark(text);
  try {
    if (/^\s*[[{]/.test(plain)) readJson(plain, elements);
    else if (!isYamlTooDeep(plain)) readYaml(text, elements);
  } catch {
    // The library runs out of stack on what is nested too deeply.
  }
  const find = (path: readonly string[], part: TextElement['part']): TextElement | undefined =>
    elements.find(
      (one) =>
        one.part === part && one.path.length === path.length && one.path.every((step, index) => step === path[index]),
    );
  return {
    at: (offset) =>
      elements
        .filter(({ span }) => span.start <= offset && offset <= span.end)
        .reduce<TextElement | undefined>(
          (best, one) => (best === undefined || lengthOf(one) <= lengthOf(best) ? one : best),
          undefined,
        ),
    valueOf: (path) => find(path, 'value'),
    keyOf: (path) => find(path, 'key'),
  };
}

/** Returns the span of a word in the key or the value at a pointer; undefined where it is not there as it is. */
export function wordAt(text: string, elements: TextElements, pointer: string, word: string): Span | undefined {
  const path = keysOfPointer(pointer);
  const value = elements.valueOf(path);
  const key = path.at(-1) === word ? elements.keyOf(path) : undefined;
  const inner = (key ?? value)?.inner;
  if (inner === undefined) return undefined;
  const at = text.slice(inner.start, inner.end).indexOf(word);
  return at === -1 ? undefined : { start: inner.start + at, end: inner.start + at + word.length };
}

function lengthOf({ span }: TextElement): number {
  return span.end - span.start;
}

function elementOf(text: string, path: readonly string[], part: TextElement['part'], span: Span): TextElement {
  const isQuoted = /^["']/.test(text.slice(span.start, span.start + 1));
  return { path, part, span, inner: isQuoted ? { start: span.start + 1, end: span.end - 1 } : span };
}

function readJson(text: string, found: TextElement[]): void {
  const open: { readonly node: JsonNode | undefined; readonly path: readonly string[] }[] = [
    { node: readJsonTree(text).root, path: [] },
  ];
  const spanOf = ({ offset, length }: JsonNode): Span => ({ start: offset, end: offset + length });
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, path } = next;
    if (node === undefined) continue;
    found.push(elementOf(text, path, 'value', spanOf(node)));
    if (node.type === 'array')
      node.children?.forEach((item, index) => open.push({ node: item, path: [...path, String(index)] }));
    for (const { key, keyNode, value } of membersOfObject(node)) {
      found.push(elementOf(text, [...path, key], 'key', spanOf(keyNode)));
      open.push({ node: value, path: [...path, key] });
    }
  }
}

function readYaml(text: string, found: TextElement[]): void {
  const open: { readonly node: unknown; readonly path: readonly string[] }[] = [
    { node: parseYaml(text).contents, path: [] },
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, path } = next;
    if (!isNode(node)) continue;
    const span = spanOf(node.range);
    if (span !== undefined) found.push(elementOf(text, path, 'value', span));
    if (isSeq(node)) node.items.forEach((item, index) => open.push({ node: item, path: [...path, String(index)] }));
    if (!isMap(node)) continue;
    for (const pair of node.items) {
      if (!isPair(pair)) continue;
      const inside = [...path, nameOfKey(pair.key)];
      const key = isScalar(pair.key) ? spanOf(pair.key.range) : undefined;
      if (key !== undefined) found.push(elementOf(text, inside, 'key', key));
      open.push({ node: pair.value, path: inside });
    }
  }
}

function spanOf(range: readonly [number, number, number] | null | undefined): Span | undefined {
  return range ? { start: range[0], end: range[1] } : undefined;
}
