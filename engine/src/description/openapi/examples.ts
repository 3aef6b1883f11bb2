import type { OperationExample } from '../../catalogue/operation';
import { childOf, itemsAt, memberOfObject, membersAt, textAt, type Place } from './place';
import { furtherPlaces, type ProblemList } from './problems';
import type { ReferenceReader } from './references';
import { spelledOut } from './wording';

/** Of one body, at most as many examples are kept. */
const mostExamples = 5;

/** Longer examples are left out. */
const longestExample = 20_000;

/** A value that a description shows for a body or parameter. */
export interface NamedExample {
  /** The key of the example; empty if it has none. */
  readonly key: string;
  readonly title?: string;
  readonly value: unknown;
}

/** Returns the examples of a media type or parameter. */
export function namedExamplesAt(
  place: Place,
  references: ReferenceReader,
  problems: ProblemList,
): readonly NamedExample[] {
  const found: NamedExample[] = [];
  const single = memberOfObject(place.value, 'example');
  if (single !== undefined) found.push({ key: '', value: single });
  const examples = childOf(place, 'examples');
  for (const entry of membersAt(examples).slice(0, mostExamples)) {
    const example = references.resolved(entry);
    if (example === undefined) continue;
    const value = memberOfObject(example.value, 'value') ?? memberOfObject(example.value, 'dataValue');
    if (value === undefined) {
      problems.summary(
        'examples elsewhere',
        (count) => `An example without a \`value\` is not used${furtherPlaces(count)}.`,
        example,
      );
      continue;
    }
    const title = textAt(example, 'summary');
    found.push({ key: entry.key, ...(title !== undefined && { title }), value });
  }
  return found;
}

/** Returns the example that a schema shows for its whole value. */
export function schemaExampleAt(schema: Place | undefined, references: ReferenceReader): readonly NamedExample[] {
  const target = schema && references.resolved(schema);
  if (target === undefined) return [];
  const [first] = itemsAt(childOf(target, 'examples'));
  const value = memberOfObject(target.value, 'example') ?? first?.value;
  return value === undefined ? [] : [{ key: '', value }];
}

/** Returns an example as the example of an operation; undefined if it is too long. */
export function operationExample(
  { key, title, value }: NamedExample,
  { isJson, status, target }: { readonly isJson: boolean; readonly status?: number; readonly target?: string },
): OperationExample | undefined {
  const length = sizeOf(value, longestExample);
  if (length > longestExample) return undefined;
  return {
    title: title ?? (key === '' ? 'Example' : spelledOut(key)),
    ...(target !== undefined && { target }),
    body: isJson ? { value: readJson(value) } : typeof value === 'string' ? { text: value } : { value },
    ...(status !== undefined && { status }),
  };
}

/** Many descriptions write the JSON of an example as a text. */
function readJson(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

/** Returns about the length of a value's JSON, at most a little more than the limit. */
function sizeOf(value: unknown, limit: number): number {
  let size = 0;
  const open: unknown[] = [value];
  while (open.length > 0 && size <= limit) {
    const next = open.pop();
    size += typeof next === 'string' ? next.length + 2 : 5;
    if (typeof next !== 'object' || next === null) continue;
    for (const [key, child] of Object.entries(next)) {
      size += Array.isArray(next) ? 1 : key.length + 3;
      open.push(child);
    }
  }
  return size;
}
