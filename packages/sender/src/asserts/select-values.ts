import { isSingular } from '@rulebook/request-file/syntax/asserts/paths';
import { selectNodes } from '@rulebook/json/select-nodes';
import type { JsonItem, JsonText } from './json-values';

/** The values that a JSONPath selects. */
export interface Selection {
  readonly items: readonly JsonItem[];
  /** The path leads to one value at most. */
  readonly isSingular: boolean;
}

/** A path that selects more values is not evaluated. */
const maxValues = 10_000;

/** Returns the values at a JSONPath where they are in the text, or why they cannot be found. */
export function selectValues({ source, root }: JsonText, path: string): Selection | { readonly problem: string } {
  const nodes = selectNodes(root, path, maxValues);
  if (typeof nodes === 'string') return { problem: problems[nodes] };
  return { items: nodes.map((node) => ({ source, node })), isSingular: isSingular(path) };
}

const problems = {
  unreadable: 'The JSONPath cannot be read with these values of its variables.',
  'too many values': 'The JSONPath selects more than 10,000 values.',
  'too many steps':
    'Evaluating the JSONPath takes too many steps with this body. Replace `..` by names where you can, above all inside filters.',
};
