import type { CompiledDescription, CompiledField, CompiledOperation } from '../compiled';

/** Which parameters of the query servers take and refuse, otherwise than the specification says. `npm run oracle -- parameters` asks them. */
export interface AskedParameters {
  /** The versions that were asked, the oldest one first: minor versions, such as `8.19`. */
  readonly versions: readonly string[];
  /** By method and path, and by the name of a parameter: the versions whose servers take one that the specification lacks, or in a version that it excludes. */
  readonly taken: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  /** In the same form: the versions whose servers refuse one that the specification has. */
  readonly refused: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
}

/** Returns a description with what servers said: a parameter is as another operation has it, and says which versions take it. */
export function withAskedParameters(description: CompiledDescription, asked: AskedParameters): CompiledDescription {
  const known = new Map<string, CompiledField>();
  for (const field of [...description.operations].reverse().flatMap(({ query = [] }) => query))
    known.set(field.name, field);
  const operations = description.operations.map((operation) => withAsked(operation, asked, known));
  return { ...description, operations };
}

function withAsked(
  operation: CompiledOperation,
  { versions, taken, refused }: AskedParameters,
  known: ReadonlyMap<string, CompiledField>,
): CompiledOperation {
  const keys = operation.methods.map((method) => `${method} ${operation.path}`);
  const added = mergedOf(taken, keys);
  const lacked = mergedOf(refused, keys);
  if (added.size === 0 && lacked.size === 0) return operation;
  const query: CompiledField[] = [];
  for (const field of operation.query ?? []) {
    const takers = added.get(field.name);
    if (takers !== undefined) query.push({ ...field, ...rangeOf(takers, versions), stability: undefined });
    else {
      const left = versions.filter((version) => lacked.get(field.name)?.includes(version) !== true);
      if (left.length > 0) query.push({ ...field, ...(left.length < versions.length && rangeOf(left, versions)) });
    }
  }
  const names = new Set(query.map(({ name }) => name));
  for (const [name, takers] of added) {
    const field = known.get(name);
    if (names.has(name) || field === undefined) continue;
    const { since: _since, removed: _removed, required: _required, ...rest } = field;
    query.push({ ...rest, ...rangeOf(takers, versions) });
  }
  return { ...operation, query: query.length > 0 ? query : undefined };
}

/** What the methods of an operation have in common is one entry. */
function mergedOf(table: AskedParameters['taken'], keys: readonly string[]): ReadonlyMap<string, readonly string[]> {
  return new Map(keys.flatMap((key) => Object.entries(table[key] ?? {})));
}

/**
 * Returns in which versions a parameter is there. Between two versions that were asked nothing is known: a parameter of the newer one is said to be
 * there from the first release of its major version on, so that only servers before it are known to lack it.
 */
function rangeOf(takers: readonly string[], versions: readonly string[]): Pick<CompiledField, 'since' | 'removed'> {
  const [oldest] = versions;
  const newest = versions.at(-1);
  const isInOldest = oldest !== undefined && takers.includes(oldest);
  const isInNewest = newest !== undefined && takers.includes(newest);
  return {
    since: isInOldest || takers[0] === undefined ? undefined : `${Number.parseInt(takers[0], 10)}.0`,
    removed: isInNewest || newest === undefined ? undefined : (newest as `${number}.${number}`),
  };
}
