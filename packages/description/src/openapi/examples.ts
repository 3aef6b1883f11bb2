import type { OperationExample } from '@rulebook/catalogue/operation';
import { childOf, itemsAt, memberOfObject, membersAt, textAt, type Place } from './place';
import type { Reading } from './reading';
import { spelledOut } from './wording';

/** Of one body, at most as many examples are kept. */
const maxExamples = 5;

/** Longer examples are left out. */
const longestExample = 20_000;

/** A value that a description shows for a body or parameter. */
interface NamedExample {
  /** The key of the example; empty if it has none. */
  readonly key: string;
  readonly title?: string;
  readonly value: unknown;
}

/** Returns the examples of a media type or parameter. */
export function namedExamplesAt(place: Place, { references, problems }: Reading): readonly NamedExample[] {
  const found: NamedExample[] = [];
  const single = memberOfObject(place.value, 'example');
  if (single !== undefined) found.push({ key: '', value: single });
  for (const entry of membersAt(childOf(place, 'examples')).slice(0, maxExamples)) {
    const example = references.resolved(entry);
    if (example === undefined) continue;
    const value = memberOfObject(example.value, 'value') ?? memberOfObject(example.value, 'dataValue');
    if (value === undefined) problems.summary('An example without a `value` is not used', example);
    else
      found.push({
        key: entry.key,
        title: textAt(example, 'summary'),
        value: behindReference(example, value, references),
      });
  }
  return found;
}

/** Some descriptions write a reference to another example as the value of one. Returns the value that is meant. */
function behindReference(example: Place, value: unknown, references: Reading['references']): unknown {
  const reference = memberOfObject(value, '$ref');
  if (typeof reference !== 'string' || !reference.startsWith('#/components/examples/')) return value;
  const place = childOf(example, 'value');
  const target = place && references.resolved(place);
  return target === undefined ? value : (memberOfObject(target.value, 'value') ?? target.value);
}

/** Returns the example that a schema shows for its whole value. */
export function schemaExampleAt(schema: Place | undefined, { references }: Reading): readonly NamedExample[] {
  const target = schema && references.resolved(schema);
  if (target === undefined) return [];
  const [first] = itemsAt(childOf(target, 'examples'));
  const value = memberOfObject(target.value, 'example') ?? first?.value;
  return value === undefined ? [] : [{ key: '', value }];
}

/** Returns examples as those of an operation, without those that are too long. */
export function operationExamples(
  examples: readonly NamedExample[],
  { isJson }: { readonly isJson: boolean },
): readonly OperationExample[] {
  return examples
    .filter(({ value }) => leastLength(value, longestExample) <= longestExample)
    .map(({ key, title, value }) => ({
      title: title ?? (key === '' ? 'Example' : spelledOut(key)),
      ...(key !== '' && { name: key }),
      body: isJson ? { value: readJson(value) } : typeof value === 'string' ? { text: value } : { value },
    }));
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

/** Returns a length that the JSON of a value has at least, counted until it exceeds the limit: a tree of YAML can be a graph, which has no end as JSON. */
export function leastLength(value: unknown, limit: number): number {
  let length = 0;
  const open: unknown[] = [value];
  while (open.length > 0 && length <= limit) {
    const next = open.pop();
    length += typeof next === 'string' ? next.length + 2 : 1;
    if (typeof next !== 'object' || next === null) continue;
    for (const [key, child] of Object.entries(next)) {
      length += Array.isArray(next) ? 1 : key.length + 3;
      open.push(child);
    }
  }
  return length;
}
