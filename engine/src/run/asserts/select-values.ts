import { exec, type JsonValue } from 'jsonpath-rfc9535';
import { isSingular } from '../../syntax/asserts/paths';
import { itemsOf, membersOf, type JsonItem, type JsonText } from './json-values';

/** The values that a JSONPath selects. */
export interface Selection {
  readonly items: readonly JsonItem[];
  /** The path leads to one value at most. */
  readonly isSingular: boolean;
}

/** A path that selects more values is not evaluated. */
const mostValues = 10_000;

class TooMany extends Error {}

/** Returns the values at a JSONPath where they stand in the text, or why they cannot be found. */
export function selectValues({ source, root }: JsonText, path: string): Selection | { readonly problem: string } {
  const found: (readonly (string | number)[])[] = [];
  try {
    exec(JSON.parse(source) as JsonValue, path, (_value, steps) => {
      if (found.length === mostValues) throw new TooMany();
      found.push([...steps]);
    });
  } catch (error) {
    if (error instanceof TooMany) return { problem: 'The JSONPath selects more than 10,000 values.' };
    if (error instanceof RangeError) return { problem: 'The body is nested too deeply.' };
    return { problem: 'The JSONPath cannot be read with these values of its variables.' };
  }
  const items = found.flatMap((steps) => itemAt({ source, node: root }, steps) ?? []);
  return { items, isSingular: isSingular(path) };
}

function itemAt(root: JsonItem, steps: readonly (string | number)[]): JsonItem | undefined {
  let item: JsonItem | undefined = root;
  for (const step of steps) {
    if (item === undefined) return undefined;
    item = typeof step === 'number' ? itemsOf(item)[step] : membersOf(item).get(nameIn(step));
  }
  return item;
}

/** jsonpath-rfc9535 1.3.0 hands the names of members over as they are escaped in normalized paths. */
function nameIn(step: string): string {
  return step.replace(/\\(?:u([0-9a-f]{4})|(.))/g, (_whole, code: string | undefined, letter: string | undefined) =>
    code === undefined ? (controls[letter ?? ''] ?? letter ?? '') : String.fromCharCode(parseInt(code, 16)),
  );
}

const controls: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
