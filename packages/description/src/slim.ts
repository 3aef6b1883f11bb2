import { anything, type CompiledDescription, type CompiledShape } from './compiled';
import { firstSentence } from './short-text';
import { words } from './words';

/** A description as it is shipped. */
interface SplitDescription {
  /** What requests need, with texts of one sentence and without examples: the package must stay small. Who needs the rest follows the link. */
  readonly requests: CompiledDescription;
  /** The shapes that only responses need, without texts; their indexes are those behind the shapes of the requests. */
  readonly answers: CompiledDescription;
}

/** Splits a description into what requests need and what responses need in addition to it; `answers` is the name of the latter. */
export function splitDescription(description: CompiledDescription, answers: string): SplitDescription {
  const { format, source, title, version, operations, commonQuery } = description;
  const { webhooks: _webhooks, ...facts } = description;
  const indexOf = new Map<number, number>();
  /** The shapes in their new order: those of requests, then those of responses. */
  const all: CompiledShape[] = [];
  const place = (index: number): number => {
    const known = indexOf.get(index);
    if (known !== undefined) return known;
    indexOf.set(index, all.length);
    return all.push(description.shapes[index] ?? anything) - 1;
  };
  for (const index of [...shapesOfRequests(description)].sort((one, other) => one - other)) place(index);
  const asked = all.length;
  const written = new Map<string, number>();
  /** A response of the requests' part has an index only. */
  const placeAnswer = (shape: CompiledShape): number => {
    if (typeof shape === 'number') return place(shape);
    const text = JSON.stringify(shape);
    const index = written.get(text) ?? all.push(shape) - 1;
    written.set(text, index);
    return index;
  };
  const requests: CompiledDescription = {
    ...facts,
    answers,
    commonQuery: rewritten(commonQuery, place, shortText),
    operations: operations.map(({ responses, examples: _, callbacks: _callbacks, ...operation }) => ({
      ...rewritten(operation, place, shortText),
      responses: responses?.map(
        ({ shape, headers: _headers, links: _links, mediaTypes: _types, xml: _xml, ...response }) => ({
          ...response,
          // Nearly all say what the status says.
          summary: '',
          answer: shape === undefined ? undefined : placeAnswer(shape),
        }),
      ),
    })),
    shapes: all.slice(0, asked).map((shape) => rewritten(shape, place, shortText, true)),
  };
  const shapes: CompiledShape[] = [];
  // Shapes need further shapes, which are appended meanwhile.
  for (let index = asked; index < all.length; index++) {
    shapes.push(rewritten(all[index] ?? anything, place, withoutRequestFacts, true));
  }
  return { requests, answers: { format, source, title, version, operations: [], shapes, problems: [] } };
}

/** Returns the first example that a description shows of a successful response, for each operation that has one. */
export function examplesIn({ format, source, title, version, operations }: CompiledDescription): CompiledDescription {
  const shown = operations.flatMap(({ id, methods, path, title, examples = [] }) => {
    const [first] = examples
      .filter(({ status = 0 }) => status >= 200 && status < 300)
      .sort((one, other) => (one.status ?? 0) - (other.status ?? 0));
    return first === undefined ? [] : [{ id, methods, path, title, examples: [{ ...first, title: '' }] }];
  });
  return { format, source, title, version, operations: shown, shapes: [], problems: [] };
}

/** Returns what requests need of a description, whose responses are not checked. */
export function slimDescription(description: CompiledDescription): CompiledDescription {
  const { answers: _, ...requests } = splitDescription(description, '').requests;
  const operations = requests.operations.map(({ responses, ...operation }) => ({
    ...operation,
    responses: responses?.map(({ answer: _, ...response }) => response),
  }));
  return { ...requests, operations };
}

/** What a shape of a response does without: texts, and what is about requests. */
const aboutRequests = words(
  'summary default example aliases link constraints pointer since deprecated deprecatedSince removed lackedBy stability',
);

/** Returns what stands for the value of a member; undefined leaves the member out. */
type Change = (name: string, value: unknown) => unknown;

/** Of a shipped description, a link is shown, and no pointer. */
const shortText: Change = (name, value) => {
  if (name === 'pointer') return undefined;
  return name === 'summary' && typeof value === 'string' ? firstSentence(value) : value;
};

const withoutRequestFacts: Change = (name, value) => (aboutRequests.has(name) ? undefined : value);

/** Copies plain JSON of the compiled form, with other indexes of shapes and other members. A field may have any name, but the name of a member here is always our own. */
function rewritten<T>(value: T, place: (index: number) => number, change: Change, isShape = false): T {
  const copyOf = (value: unknown, isShape: boolean): unknown => {
    if (typeof value === 'number') return isShape ? place(value) : value;
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((item) => copyOf(item, isShape));
    const members = Object.entries(value).map(([name, member]) => {
      // A JSON Schema, which has no shapes.
      if (name === 'when') return [name, member];
      const changed: unknown = change(name, member);
      if (name !== 'cases') return [name, copyOf(changed, references.has(name))];
      const cases = Object.entries(changed as object).map(([text, shape]) => [text, copyOf(shape, true)]);
      return [name, Object.fromEntries(cases)];
    });
    return Object.fromEntries(members) as unknown;
  };
  return copyOf(value, isShape) as T;
}

/** Returns the indexes of the shapes that a request can need. */
function shapesOfRequests({ operations, commonQuery, shapes }: CompiledDescription): ReadonlySet<number> {
  const found = new Set<number>();
  const pending: unknown[] = [
    { commonQuery },
    ...operations.map(({ pathParameters, query, headers, cookies, body }) => ({
      ...{ pathParameters, query, headers, cookies, body },
    })),
  ];
  const place = (index: number): number => {
    if (!found.has(index)) pending.push({ shape: shapes[index] });
    found.add(index);
    return index;
  };
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) rewritten(next, place, (_, value) => value);
  return found;
}

/** The members of the compiled form whose value is a shape, or has shapes as its items or members. */
const references = words('shape items first rest then otherwise absent document options lines cases');
