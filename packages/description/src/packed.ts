import { compiledFormat, type CompiledDescription, type CompiledOperation, type CompiledShape } from './compiled';
import { formOfPath } from './path-form';

/** Lines of a text that are read where they are, each when it is needed. */
export interface LineSource {
  readonly count: number;
  /** Throws when it cannot be read. */
  readonly line: (index: number) => string;
}

/** One of them. */
export class PackedLine {
  /** What distinguishes it from a shape, also where another copy of this class made it. */
  readonly isPacked = true;
  readonly #source: LineSource;
  readonly #index: number;

  constructor(source: LineSource, index: number) {
    this.#source = source;
    this.#index = index;
  }

  /** Throws when it cannot be read. */
  get text(): string {
    return this.#source.line(this.#index);
  }
}

/** A list, such as an array, or one whose items are made when they are asked for. */
export interface Listed<T> extends Iterable<T> {
  readonly length: number;
  readonly at: (index: number) => T | undefined;
}

/**
 * A compiled description of which nothing is read but what holds for all of it; operations and shapes may still be JSON texts. A file of requests
 * needs few of a thousand operations, and to read all of them takes longer than to check it.
 */
export interface PackedDescription extends Omit<CompiledDescription, 'operations' | 'shapes'> {
  readonly operations: Listed<CompiledOperation | PackedOperation>;
  readonly shapes: Listed<CompiledShape | PackedLine>;
  /**
   * Returns the place of the last operation with a method and a path of this form, without reading others. Absent: one has to look at all of
   * them.
   */
  readonly placeOf?: (method: string, path: string) => number | undefined;
  /** Where links lead: the first text stands for the second. */
  readonly links?: readonly [string, string];
  /** Is called when a text of it turns out to be damaged, perhaps several times. */
  readonly onDamaged?: () => void;
}

/** What says to which operation a request belongs, and how its body is read. */
interface Identity extends Pick<CompiledOperation, 'id' | 'methods' | 'path' | 'slashParameters'> {
  /** Its body is newline-delimited JSON. */
  readonly takesLines?: true;
}

export interface PackedOperation extends Identity {
  /** The other members, as JSON text. */
  readonly rest: PackedLine;
}

/** The first line; `operations` and `shapes` are how many there are. */
interface Head extends Omit<CompiledDescription, 'operations' | 'shapes'> {
  readonly operations: number;
  readonly shapes: number;
}

/** The lines in front of those of operations: the head, the places of the operations by their paths, and their identities. */
const linesOfHead = 3;

/**
 * Returns a description as lines: what it is, where each of its operations is, the identities of all, the rest of each operation, and each shape.
 * Another thread takes them over, and a file gives them back, at little cost.
 */
export function packDescription({ operations, shapes, ...facts }: CompiledDescription): readonly string[] {
  const identities: Identity[] = [];
  const rests: string[] = [];
  for (const { id, methods, path, slashParameters, ...rest } of operations) {
    identities.push({ id, methods, path, slashParameters, takesLines: takesLines(rest) || undefined });
    rests.push(JSON.stringify(rest));
  }
  const head: Head = { ...facts, operations: operations.length, shapes: shapes.length };
  return [JSON.stringify(head), placesOf(operations), JSON.stringify(identities), ...rests].concat(
    shapes.map((shape) => JSON.stringify(shape)),
  );
}

/** Returns whether the body of an operation is newline-delimited JSON, and cannot be one value. */
export function takesLines(operation: Pick<CompiledOperation, 'body'> | PackedOperation): boolean {
  if ('rest' in operation) return operation.takesLines === true;
  const { body } = operation;
  return body?.actions !== undefined || (body?.lines !== undefined && body.shape === undefined);
}

/**
 * Returns the description in such lines, and the lines behind it; undefined when another version of Rulebook wrote them. Throws for anything
 * else.
 */
export function unpackDescription(
  packed: string | LineSource,
): { readonly description: PackedDescription; readonly others: readonly PackedLine[] } | undefined {
  const source = typeof packed === 'string' ? textLines(packed) : packed;
  const { operations: size, shapes: count, ...facts } = JSON.parse(source.line(0)) as Head;
  if ((facts.format as number) !== compiledFormat) return undefined;
  const toShapes = linesOfHead + size;
  const toOthers = toShapes + count;
  if (source.count < toOthers) throw new SyntaxError('The description is cut off.');
  const identities = new Identities(() => source.line(2));
  const operations = new LazyList(size, (index, isOneOfAll): PackedOperation => {
    const identity = isOneOfAll ? identities.all()[index] : identities.at(index);
    if (identity === undefined) throw new SyntaxError('The description is cut off.');
    return { ...identity, rest: new PackedLine(source, linesOfHead + index) };
  });
  const shapes = new LazyList(count, (index) => new PackedLine(source, toShapes + index));
  const others = Array.from(
    { length: source.count - toOthers },
    (_, index) => new PackedLine(source, toOthers + index),
  );
  const places = source.line(1);
  const placeOf = (method: string, path: string) => lastPlaceIn(places, method, path);
  return { description: { ...facts, operations, shapes, placeOf }, others };
}

/** The identities of a thousand operations, of which most files of requests need a few. */
class Identities {
  readonly #line: () => string;
  #texts: readonly string[] | undefined;
  #all: readonly Identity[] | undefined;

  constructor(line: () => string) {
    this.#line = line;
  }

  all(): readonly Identity[] {
    return (this.#all ??= JSON.parse(this.#line()) as readonly Identity[]);
  }

  at(index: number): Identity | undefined {
    if (this.#all !== undefined) return this.#all[index];
    // Each begins with its id. Within a text, a quotation mark would be escaped.
    this.#texts ??= this.#line().slice('[{"id":'.length, -']'.length).split(',{"id":');
    const text = this.#texts[index];
    return text === undefined ? undefined : (JSON.parse(`{"id":${text}`) as Identity);
  }
}

/** Makes an item each time it is asked for. */
class LazyList<T> implements Listed<T> {
  readonly length: number;
  readonly #make: (index: number, isOneOfAll: boolean) => T;

  constructor(length: number, make: (index: number, isOneOfAll: boolean) => T) {
    this.length = length;
    this.#make = make;
  }

  at(index: number): T | undefined {
    return index >= 0 && index < this.length ? this.#make(index, false) : undefined;
  }

  *[Symbol.iterator](): Iterator<T> {
    for (let index = 0; index < this.length; index++) yield this.#make(index, true);
  }
}

// A text in which the form of a path is found by the runtime itself: of each operation the form, its methods and its place, between tabs.

function placesOf(operations: readonly Identity[]): string {
  const entries = operations.map(({ methods, path }, index) => `${entryOf(path)}${methods.join()} ${index}`);
  return `${entries.join('')}\t`;
}

/** The entries of paths with unusual characters are alike. */
function entryOf(path: string): string {
  return `\t${formOfPath(path).replace(/[^!-~]/g, '?')}\t`;
}

function lastPlaceIn(places: string, method: string, path: string): number | undefined {
  const entry = entryOf(path);
  let last: number | undefined;
  // The runtime finds forwards much faster than backwards.
  for (let at = places.indexOf(entry); at >= 0; at = places.indexOf(entry, at + 1)) {
    const [methods = '', index] = places.slice(at + entry.length, places.indexOf('\t', at + entry.length)).split(' ');
    if (methods.split(',').includes(method)) last = Number(index);
  }
  return last;
}

/** Returns the lines of a text that is there. */
export function textLines(text: string): LineSource {
  const lines = text.split('\n');
  return { count: lines.length, line: (index) => lines[index] ?? '' };
}

/** Returns a whole operation of a description. Throws when its text is damaged. */
export function unpackOperation(
  packed: CompiledOperation | PackedOperation,
  { links }: Pick<PackedDescription, 'links'>,
): CompiledOperation {
  const operation = 'rest' in packed ? whole(packed) : packed;
  const { link } = operation;
  if (links === undefined || link?.startsWith(links[0]) !== true) return operation;
  return { ...operation, link: links[1] + link.slice(links[0].length) };
}

function whole({ rest, ...identity }: PackedOperation): CompiledOperation {
  return { ...(JSON.parse(rest.text) as Omit<CompiledOperation, keyof Identity>), ...identity };
}

/** Returns a whole shape. Throws when its text is damaged. */
export function unpackShape(packed: CompiledShape | PackedLine): CompiledShape {
  return typeof packed === 'object' && 'isPacked' in packed ? (JSON.parse(packed.text) as CompiledShape) : packed;
}
