import type { JsonNode } from './json-node';
import { parseJson } from './parse-json';
import type { ParsedJson } from './tree-node';

/** A text of JSON as it was read, however broken it is. */
interface JsonTree extends Pick<ParsedJson, 'problems' | 'isTooDeep'> {
  readonly root: JsonNode | undefined;
}

/** Reads a text with comments, and commas behind the last member; or only what the standard has. A byte order mark counts as a blank. */
export function readJsonTree(text: string, form: 'commented' | 'standard' = 'commented'): JsonTree {
  const source = text.startsWith('\uFEFF') ? ` ${text.slice(1)}` : text;
  const { trees, problems, isTooDeep } = parseJson(source, 0, source.length, { form });
  return { root: trees[0], problems, isTooDeep };
}
