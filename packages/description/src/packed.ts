import { compiledFormat, type CompiledDescription, type CompiledOperation, type CompiledShape } from './compiled';

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

/**
 * A compiled description of which only the paths are read; operations and shapes may still be JSON texts. A file of requests needs few of a
 * thousand operations, and to read all of them takes longer than to check it.
 */
export interface PackedDescription extends Omit<CompiledDescription, 'operations' | 'shapes'> {
  readonly operations: readonly (CompiledOperation | PackedOperation)[];
  readonly shapes: readonly (CompiledShape | PackedLine)[];
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

/** The first line: without operations, or with their identities; `shapes` is how many there are. */
interface Head extends Omit<CompiledDescription, 'operations' | 'shapes'> {
  readonly operations: readonly Identity[];
  readonly shapes: number;
}

/**
 * Returns a description as lines: what it is with the identities of its operations, the rest of each operation, and each shape. Another thread
 * takes them over, and a file gives them back, at little cost.
 */
export function packDescription({ operations, shapes, ...facts }: CompiledDescription): readonly string[] {
  const identities: Identity[] = [];
  const rests: string[] = [];
  for (const { id, methods, path, slashParameters, ...rest } of operations) {
    identities.push({ id, methods, path, slashParameters, takesLines: takesLines(rest) || undefined });
    rests.push(JSON.stringify(rest));
  }
  const head: Head = { ...facts, operations: identities, shapes: shapes.length };
  return [JSON.stringify(head), ...rests, ...shapes.map((shape) => JSON.stringify(shape))];
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
  const { operations: identities, shapes: count, ...facts } = JSON.parse(source.line(0)) as Head;
  if ((facts.format as number) !== compiledFormat) return undefined;
  const toShapes = 1 + identities.length;
  const toOthers = toShapes + count;
  if (source.count < toOthers) throw new SyntaxError('The description is cut off.');
  const linesIn = (from: number, to: number): PackedLine[] =>
    Array.from({ length: to - from }, (_, index) => new PackedLine(source, from + index));
  // The objects that were just read are taken as they are: there are a thousand, and each start makes them.
  const operations = identities.map((identity, index): PackedOperation =>
    Object.assign(identity, { rest: new PackedLine(source, 1 + index) }),
  );
  const shapes = linesIn(toShapes, toOthers);
  return { description: { ...facts, operations, shapes }, others: linesIn(toOthers, source.count) };
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
