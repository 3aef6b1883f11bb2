import type { CompiledDescription, CompiledOperation, CompiledShape } from './compiled';
import { firstSentence } from './short-text';

/**
 * Returns the description as it is shipped: elements of requests have a text of one sentence, responses have no shapes, and there are no
 * examples, because the package must stay small. Who needs the rest follows the link.
 */
export function slimDescription(description: CompiledDescription): CompiledDescription {
  const asked = shapesOfRequests(description);
  return {
    ...description,
    operations: description.operations.map(slimOperation),
    // The others keep their indexes.
    shapes: description.shapes.map((shape, index) => (asked.has(index) ? (slim(shape) as CompiledShape) : anything)),
  };
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
