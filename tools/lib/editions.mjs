// Puts several editions of a description behind one of them, so that what they share is there once.
import { createHash } from 'node:crypto';

/**
 * Returns the editions of a description in the form that `editionOf` reads.
 * @param {any} base the compiled description
 * @param {readonly { name: string, compiled: any, links?: readonly [string, string] }[]} editions
 */
export function packEditions(base, editions) {
  const shapes = [];
  const operations = [];
  const shapeAt = new Map(namesOf(base).map((name, index) => [name, index]));
  const operationAt = new Map(base.operations.map((operation, index) => [keyOf(operation), index]));
  const made = editions.map(({ name, compiled, links }) => {
    const { shapes: own, operations: ownOperations, ...facts } = compiled;
    for (const one of ['format', 'source', 'problems']) delete facts[one];
    const names = namesOf(compiled);
    // Only what an operation needs is added.
    const placeOf = (index) => {
      const known = shapeAt.get(names[index]);
      if (known !== undefined) return known;
      const at = shapes.push(undefined) - 1;
      shapeAt.set(names[index], base.shapes.length + at);
      shapes[at] = typeof own[index] === 'number' ? placeOf(own[index]) : withReferences(own[index], placeOf);
      return base.shapes.length + at;
    };
    const indexes = ownOperations.map(({ responses, ...request }) => {
      const named = (index) => shapeAt.get(names[index]) ?? names[index];
      const same = operationAt.get(keyOf(withReferences({ ...request, ...(responses && { responses }) }, named)));
      if (same !== undefined) return same;
      // Responses of their own would take as much room as the rest, and are only looked at in passing.
      const moved = withReferences(request, placeOf);
      const text = keyOf(moved);
      const known = operationAt.get(text) ?? base.operations.length + operations.push(moved) - 1;
      operationAt.set(text, known);
      return known;
    });
    return { ...facts, name, ...(links && { links }), operations: indexes };
  });
  return { shapes, operations, editions: made };
}

/** Returns a text that is the same for the same operation, in whatever order its members are. */
function keyOf({ responses, ...request }) {
  return JSON.stringify([request, responses]);
}

/** Shapes are the same when they are so down to this depth. */
const rounds = 16;

/** Returns a name for each shape that is the same for the same shape in another edition, whatever its index. */
function namesOf({ shapes }) {
  const hash = (value) => createHash('sha256').update(JSON.stringify(value)).digest('base64').slice(0, 16);
  let names = shapes.map(() => '');
  for (let round = 0; round < rounds; round++) {
    names = shapes.map((shape) =>
      typeof shape === 'number' ? `=${names[shape]}` : hash(withReferences(shape, (at) => names[at])),
    );
  }
  return names;
}

/** Copies plain JSON of the compiled form, with other references to shapes. */
function withReferences(value, change) {
  if (Array.isArray(value)) return value.map((item) => withReferences(item, change));
  if (typeof value !== 'object' || value === null) return value;
  const changed = (one) => (typeof one === 'number' ? change(one) : withReferences(one, change));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      if (singles.has(name) && typeof member === 'number') return [name, change(member)];
      if (lists.has(name) && Array.isArray(member)) return [name, member.map(changed)];
      if (name === 'cases')
        return [name, Object.fromEntries(Object.entries(member).map(([key, one]) => [key, changed(one)]))];
      return [name, withReferences(member, change)];
    }),
  );
}

/** The members of the compiled form whose value is a shape. */
const singles = new Set(['shape', 'items', 'otherwise', 'absent', 'document']);
/** The members whose items are shapes. */
const lists = new Set(['options', 'lines']);
