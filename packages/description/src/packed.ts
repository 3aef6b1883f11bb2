import { compiledFormat, type CompiledDescription, type CompiledOperation, type CompiledShape } from './compiled';

/**
 * A compiled description of which only the paths are read; operations and shapes may still be JSON texts. A file of requests needs few of a
 * thousand operations, and to read all of them takes longer than to check it.
 */
export interface PackedDescription extends Omit<CompiledDescription, 'operations' | 'shapes'> {
  readonly operations: readonly (CompiledOperation | PackedOperation)[];
  readonly shapes: readonly (CompiledShape | string)[];
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
  readonly rest: string;
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
  text: string,
): { readonly description: PackedDescription; readonly others: readonly string[] } | undefined {
  const end = text.indexOf('\n');
  const first = end < 0 ? text : text.slice(0, end);
  const lines = end < 0 ? [] : text.slice(end + 1).split('\n');
  const { operations: identities, shapes: count, ...facts } = JSON.parse(first) as Head;
  if ((facts.format as number) !== compiledFormat) return undefined;
  const others = lines.splice(identities.length + count);
  const shapes = lines.splice(identities.length);
  if (shapes.length !== count) throw new SyntaxError('The description is cut off.');
  // The objects that were just read are taken as they are: there are a thousand, and each start makes them.
  const operations = identities.map((identity, index): PackedOperation =>
    Object.assign(identity, { rest: lines[index] ?? '{}' }),
  );
  return { description: { ...facts, operations, shapes }, others };
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
  return { ...(JSON.parse(rest) as Omit<CompiledOperation, keyof Identity>), ...identity };
}

/** Returns a whole shape. Throws when its text is damaged. */
export function unpackShape(packed: CompiledShape | string): CompiledShape {
  return typeof packed === 'string' ? (JSON.parse(packed) as CompiledShape) : packed;
}
