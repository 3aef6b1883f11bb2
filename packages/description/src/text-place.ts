import { valueOfNode } from '@rulebook/json/json-node';
import { jsonPositionAt } from '@rulebook/json/json-position';
import { readJsonTree } from '@rulebook/json/json-tree';
import { isYamlTooDeep } from '@rulebook/text/yaml-depth';
import { isMap, isPair, isScalar, isSeq, type Document, type Scalar } from 'yaml';
import type { Span } from '@rulebook/text/span';
import { nameOfKey, parseYaml, withoutMark } from './text-tree';

/** Where something can be written in a text of JSON or YAML, which may be unfinished there. */
export interface TextPlace {
  /** The names of members and indices of items that lead to the value, or to the object whose key it is. */
  readonly path: readonly string[];
  readonly slot: 'key' | 'value';
  /** `block`: lines of YAML; `flow`: in its braces or brackets. */
  readonly form: 'block' | 'flow' | 'json';
  /** What is replaced: the word at the position, with its quotes. */
  readonly word: Span;
  /** The word up to the position, and behind it, without quotes. */
  readonly before: string;
  readonly behind: string;
  readonly quote: '"' | "'" | '';
  /** The word is a key that has its colon. */
  readonly hasColon: boolean;
  /** The column of the word in its line, and whether nothing but blanks and signs of lists are in front of it. */
  readonly column: number;
  readonly isFirst: boolean;
  /** Of JSON: commas that are missing in front of the word and behind it. */
  readonly missingCommaAt?: number;
  readonly needsCommaBehind: boolean;
  /** The word has several lines, behind `|` or `>`. */
  readonly isLiteral?: true;
  /** The value of the whole text, with `cursorMark` at the position. */
  readonly tree: unknown;
}

/** Is at the position in the tree of a place. */
export const cursorMark = '\ufdd1';

/** As deep as a document that a person writes. */
const maxAliasCount = 1000;

/** Returns where a position is in a text; undefined where nothing can be written, as in a comment. Never throws. */
export function placeInText(text: string, offset: number): TextPlace | undefined {
  const plain = withoutMark(text);
  try {
    return /^\s*\{/.test(plain) ? placeInJson(plain, offset) : placeInYaml(text, offset);
  } catch {
    // The library runs out of stack on what is nested too deeply.
    return undefined;
  }
}

/** Returns the value of a text as far as it can be read; undefined for nothing. Never throws. */
export function lenientTree(text: string): unknown {
  const plain = withoutMark(text);
  try {
    if (/^\s*\{/.test(plain)) {
      const { root } = readJsonTree(plain);
      return root && valueOfNode(root);
    }
    return isYamlTooDeep(plain) ? undefined : (parseYaml(text).toJS({ maxAliasCount }) as unknown);
  } catch {
    return undefined;
  }
}

function placeInJson(text: string, offset: number): TextPlace | undefined {
  const { container, slot, step, word, ...found } = jsonPositionAt(text, { start: 0, end: text.length }, offset);
  if (slot === 'none') return undefined;
  const span = word?.span ?? { start: offset, end: offset };
  const isString = word?.kind === 'string' || text[span.start] === '"';
  const inner = isString ? span.start + 1 : span.start;
  const written = isString ? text.slice(inner, span.end).replace(/"$/, '') : text.slice(inner, span.end);
  const at = Math.max(0, Math.min(written.length, offset - inner));
  const marked = JSON.stringify(written.slice(0, at) + cursorMark + written.slice(at));
  const isKey = slot === 'key';
  const filled = `${marked}${isKey && !found.hasColon ? ': null' : ''}${found.needsCommaBehind ? ',' : ''}`;
  const front = found.missingCommaAt === undefined ? '' : ',';
  const { root } = readJsonTree(text.slice(0, span.start) + front + filled + text.slice(span.end));
  return {
    path: [...container.map(String), ...(isKey || step === undefined ? [] : [String(step)])],
    ...{ slot, form: 'json', word: span, before: written.slice(0, at), behind: written.slice(at) },
    ...{ quote: isString ? '"' : '', hasColon: found.hasColon, needsCommaBehind: found.needsCommaBehind },
    ...(found.missingCommaAt !== undefined && { missingCommaAt: found.missingCommaAt }),
    ...lineOf(text, span.start),
    tree: root && valueOfNode(root),
  };
}

function placeInYaml(text: string, offset: number): TextPlace | undefined {
  const marked = text.slice(0, offset) + cursorMark + text.slice(offset);
  if (isYamlTooDeep(marked)) return undefined;
  const document = parseYaml(marked);
  const found = markedScalar(document);
  if (found === undefined) return undefined;
  const { scalar, path, slot, isFlow } = found;
  const [start, end] = scalar.range ?? [0, 0];
  const source = marked.slice(start, end);
  // A word over several lines is one that was not meant to be: the lines below a value that is deeper indented.
  const isLiteral = /^[|>]/.test(source);
  if (!isLiteral && /[\r\n]/.test(source)) return undefined;
  const quote = source.startsWith('"') ? '"' : source.startsWith("'") ? "'" : '';
  const inner = quote === '' ? source : source.slice(1).replace(/["']$/, '');
  const at = inner.indexOf(cursorMark);
  const word = { start, end: end - cursorMark.length };
  return {
    ...{ path, slot, form: isFlow ? 'flow' : 'block', word, quote },
    ...{ before: inner.slice(0, at), behind: inner.slice(at + cursorMark.length) },
    hasColon: slot === 'key' && /^[ \t]*:/.test(text.slice(word.end)),
    ...lineOf(text, start),
    needsCommaBehind: false,
    ...(isLiteral && { isLiteral }),
    tree: document.toJS({ maxAliasCount }) as unknown,
  };
}

/** Returns the column of a position, and whether it is at the beginning of its line. */
function lineOf(text: string, start: number): Pick<TextPlace, 'column' | 'isFirst'> {
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  return { column: line.length, isFirst: /^[ \t-]*$/.test(line) };
}

interface FoundScalar {
  readonly scalar: Scalar;
  readonly path: readonly string[];
  readonly slot: TextPlace['slot'];
  readonly isFlow: boolean;
}

/** Returns the scalar with the mark. */
function markedScalar({ contents }: Document.Parsed): FoundScalar | undefined {
  const open: { readonly node: unknown; readonly path: readonly string[]; readonly isFlow: boolean }[] = [
    { node: contents, path: [], isFlow: false },
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, path, isFlow } = next;
    if (isScalar(node)) {
      if (hasMark(node)) return { scalar: node, path, slot: 'value', isFlow };
    } else if (isSeq(node))
      node.items.forEach((item, index) => {
        open.push({ node: item, path: [...path, String(index)], isFlow: isFlow || node.flow === true });
      });
    else if (isMap(node))
      for (const pair of node.items) {
        if (!isPair(pair)) continue;
        const { key, value } = pair;
        const inside = isFlow || node.flow === true;
        if (isScalar(key) && hasMark(key)) return { scalar: key, path, slot: 'key', isFlow: inside };
        open.push({ node: value, path: [...path, nameOfKey(key)], isFlow: inside });
      }
  }
  return undefined;
}

function hasMark({ value }: Scalar): boolean {
  return typeof value === 'string' && value.includes(cursorMark);
}
