import type { CompiledDescription, CompiledOperation, CompiledShape } from './compiled';
import { firstSentence } from './short-text';

/**
 * Returns the description as it is shipped: elements of requests have a text of one sentence, those of responses have none, and there are no
 * examples. Who needs the rest follows the link. Two thirds of a description are texts.
 */
export function slimDescription(description: CompiledDescription): CompiledDescription {
  const asked = shapesOfRequests(description);
  return {
    ...description,
    operations: description.operations.map(slimOperation),
    shapes: description.shapes.map((shape, index) => slimShape(shape, asked.has(index))),
  };
}

function slimOperation({ responses, examples: _, ...operation }: CompiledOperation): CompiledOperation {
  return {
    ...(slim(operation, true) as CompiledOperation),
    ...(responses && {
      responses: responses.map(({ shape, ...response }) => ({
        ...response,
        ...(shape !== undefined && { shape: slimShape(shape, false) }),
      })),
    }),
  };
}

function slimShape(shape: CompiledShape, isAsked: boolean): CompiledShape {
  return slim(shape, isAsked) as CompiledShape;
}

/** Shortens the texts in plain JSON, or leaves them out. A field may have any name, but the name of a member here is always our own. */
function slim(value: unknown, keepsTexts: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => slim(item, keepsTexts));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
    if (name === 'summary' && typeof member === 'string') return keepsTexts ? [[name, firstSentence(member)]] : [];
    return [[name, slim(member, keepsTexts)]];
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
