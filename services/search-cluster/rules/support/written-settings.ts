import type { JsonNode } from '@rulebook/json/json-node';
import type { Span } from '@rulebook/text/span';
import { nodeSpan } from '@rulebook/checker/rules/support/bound-values';

/** A setting of an index as a request writes it. */
export interface WrittenSetting {
  /** The whole name, for example `index.codec`. */
  readonly name: string;
  /** The span of the key, or of the last of several that make up the name. */
  readonly span: Span;
  readonly node: JsonNode;
}

/** Names have it, whether it is written or not. */
const prefix = 'index.';
const mostNested = 50;

/**
 * Returns the settings of an object, in all their forms: dotted names, with and without the prefix, and nested objects. In a body that changes
 * settings, they can be in a member `settings`.
 */
export function writtenSettings(body: JsonNode, isWrapped = false): readonly WrittenSetting[] {
  const found: WrittenSetting[] = [];
  const collect = (object: JsonNode, path: string, depth: number): void => {
    for (const { children: [key, value] = [] } of object.children ?? []) {
      if (key === undefined || value === undefined) continue;
      const word = String(key.value);
      const isWrapper = isWrapped && path === '' && word === 'settings' && value.type === 'object';
      const name = path === '' ? (isWrapper ? '' : word) : `${path}.${word}`;
      if (value.type !== 'object') found.push({ name: nameOfSetting(name), span: nodeSpan(key), node: value });
      else if (depth < mostNested) collect(value, name, depth + 1);
    }
  };
  if (body.type === 'object') collect(body, '', 0);
  return found;
}

function nameOfSetting(path: string): string {
  return path.startsWith(prefix) ? path : `${prefix}${path}`;
}

/** Returns the text of a plain value, or undefined. */
export function plainText({ type, value }: JsonNode): string | undefined {
  return type === 'string' || type === 'number' || type === 'boolean' ? String(value) : undefined;
}

/** Returns the texts of a list, or of one text with commas. */
export function listTexts(node: JsonNode): readonly string[] {
  const items = node.type === 'array' ? (node.children ?? []) : [node];
  return items.flatMap((item) => (plainText(item) ?? '').split(',').map((text) => text.trim())).filter(Boolean);
}
