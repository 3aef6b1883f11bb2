import type { CompiledDescription, CompiledOperation, CompiledShape } from './compiled';
import { firstSentence } from './short-text';

/**
 * Returns the description as it is shipped: elements of requests have a text of one sentence, the shapes of responses stand in the description
 * that `answers` names, and there are no examples, because the package must stay small. Who needs the rest follows the link.
 */
export function slimDescription(description: CompiledDescription, answers?: string): CompiledDescription {
  const asked = shapesOfRequests(description);
  return {
    ...description,
    ...(answers !== undefined && { answers }),
    operations: description.operations.map(slimOperation),
    // The others keep their indexes.
    shapes: description.shapes.map((shape, index) => (asked.has(index) ? (slim(shape) as CompiledShape) : anything)),
  };
}

/** Returns the shapes of the responses of a description as a description of its own: without texts, and without shapes that only requests need. */
export function answersOf(description: CompiledDescription): CompiledDescription {
  const { format, source, title, version, link } = description;
  const needed: number[] = [];
  const indexOf = new Map<number, number>();
  const renumbered = (index: number): number => {
    const known = indexOf.get(index) ?? indexOf.size;
    if (!indexOf.has(index)) {
      indexOf.set(index, known);
      needed.push(index);
    }
    return known;
  };
  const operations = description.operations.flatMap(({ id, responses = [] }): CompiledOperation[] => {
    const shaped = responses.flatMap(({ status, shape }) =>
      shape === undefined ? [] : [{ status, summary: '', shape: bare(shape, renumbered) as CompiledShape }],
    );
    return shaped.length === 0 ? [] : [{ id, title: '', methods: [], path: '', responses: shaped }];
  });
  const shapes: CompiledShape[] = [];
  // Shapes need further shapes, which are appended meanwhile.
  for (const index of needed) shapes.push(bare(description.shapes[index] ?? anything, renumbered) as CompiledShape);
  return { format, source, title, version, ...(link !== undefined && { link }), operations, shapes, problems: [] };
}

/** What a shape of a response does without: texts, and what is about requests. */
const aboutRequests = new Set(
  'summary default example aliases link constraints pointer since deprecated deprecatedSince removed lackedBy stability'.split(
    ' ',
  ),
);

/** Returns a shape without texts, with other indexes of shapes. */
function bare(value: unknown, renumbered: (index: number) => number, isShape = true): unknown {
  if (typeof value === 'number') return isShape ? renumbered(value) : value;
  if (Array.isArray(value)) return value.map((item) => bare(item, renumbered, isShape));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
    if (aboutRequests.has(name)) return [];
    if (name === 'cases') {
      const cases = Object.entries(member as Readonly<Record<string, unknown>>);
      return [[name, Object.fromEntries(cases.map(([text, shape]) => [text, bare(shape, renumbered)]))]];
    }
    return [[name, bare(member, renumbered, references.has(name))]];
  });
  return Object.fromEntries(members);
}

const anything: CompiledShape = { type: 'any' };

function slimOperation({ responses, examples: _, ...operation }: CompiledOperation): CompiledOperation {
  return {
    ...(slim(operation) as CompiledOperation),
    ...(responses && { responses: responses.map(({ shape: _shape, ...response }) => response) }),
  };
}

/** Shortens the texts in plain JSON. A field may have any name, but the name of a member here is always our own. */
function slim(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(slim);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]): [string, unknown] => {
    return [name, name === 'summary' && typeof member === 'string' ? firstSentence(member) : slim(member)];
  });
  return Object.fromEntries(members);
}

/** Returns the indexes of the shapes that a request can need. */
function shapesOfRequests({ operations, commonQuery, shapes }: CompiledDescription): ReadonlySet<number> {
  const found = new Set<number>();
  const pending: unknown[] = [
    { commonQuery },
    ...operations.map(({ pathParameters, query, headers, body }) => ({ pathParameters, query, headers, body })),
  ];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    visitReferences(next, (index) => {
      if (found.has(index)) return;
      found.add(index);
      const shape = shapes[index];
      if (shape !== undefined) pending.push({ shape });
    });
  }
  return found;
}

/** The members of the compiled form whose value is a shape, or has shapes as its items or members. */
const references = new Set(['shape', 'items', 'otherwise', 'absent', 'document', 'options', 'lines', 'cases']);

/** Calls back with each index of a shape in plain JSON of the compiled form. */
export function visitReferences(value: unknown, visit: (index: number) => void): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) visitReferences(item, visit);
    return;
  }
  for (const [name, member] of Object.entries(value)) {
    if (references.has(name)) {
      for (const one of typeof member === 'number' ? [member] : itemsOf(name, member)) {
        if (typeof one === 'number') visit(one);
      }
    }
    visitReferences(member, visit);
  }
}

function itemsOf(name: string, member: unknown): readonly unknown[] {
  if (Array.isArray(member)) return member;
  return name === 'cases' && typeof member === 'object' && member !== null ? Object.values(member) : [];
}
