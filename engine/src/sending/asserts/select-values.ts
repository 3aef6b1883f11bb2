import { isSingular } from '../../syntax/asserts/paths';
import { selectPaths, type ValuePath } from '../../text/select-paths';
import { itemsOf, membersOf, type JsonItem, type JsonText } from './json-values';

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
  const selection = selectPaths(JSON.parse(source), path, maxValues);
  if ('failure' in selection) return { problem: problems[selection.failure] };
  // Many paths lead through the same objects and lists.
  const known = new Map<JsonItem, ReadonlyMap<string | number, JsonItem>>();
  const inside = (item: JsonItem): ReadonlyMap<string | number, JsonItem> => {
    let values = known.get(item);
    if (values === undefined)
      known.set(item, (values = item.node.type === 'array' ? new Map(itemsOf(item).entries()) : membersOf(item)));
    return values;
  };
  const whole = { source, node: root };
  const itemAt = (steps: ValuePath): JsonItem | undefined => {
    let item: JsonItem | undefined = whole;
    for (const step of steps) item = item && inside(item).get(step);
    return item;
  };
  return { items: selection.paths.flatMap((steps) => itemAt(steps) ?? []), isSingular: isSingular(path) };
}

const problems = {
  unreadable: 'The JSONPath cannot be read with these values of its variables.',
  'too many values': 'The JSONPath selects more than 10,000 values.',
  'too many steps':
    'Evaluating the JSONPath takes too many steps with this body. Replace `..` by names where you can, above all inside filters.',
};
