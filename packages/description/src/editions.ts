import type { CompiledDescription, CompiledOperation, CompiledShape } from './compiled';
import type { PackedDescription } from './packed';

/**
 * Editions of a description, such as those of a product that everybody runs in a version of their own. What they share with each other and
 * with the description is there once.
 */
export interface CompiledEditions {
  /** Behind those of the description. */
  readonly shapes: readonly CompiledShape[];
  /** Behind those of the description. */
  readonly operations: readonly CompiledOperation[];
  readonly editions: readonly CompiledEdition[];
}

/** An edition: what it says about itself, and which operations it has. */
interface CompiledEdition extends Omit<
  CompiledDescription,
  'format' | 'source' | 'operations' | 'shapes' | 'problems'
> {
  /** For example `3.18`. */
  readonly name: string;
  /** Indexes in the operations of the description and of all editions. */
  readonly operations: readonly number[];
  /** Where links of the description lead to for the edition: the first text stands for the second. */
  readonly links?: readonly [string, string];
}

/** Returns an edition of a description as one of its own; undefined when there is none of the name. */
export function editionOf(
  description: PackedDescription,
  { shapes, operations, editions }: CompiledEditions,
  wanted: string,
): PackedDescription | undefined {
  const edition = editions.find(({ name }) => name === wanted);
  if (edition === undefined) return undefined;
  const { name: _, operations: indexes, ...facts } = edition;
  const all = [...description.operations, ...operations];
  return {
    format: description.format,
    source: description.source,
    ...facts,
    operations: indexes.flatMap((index) => all[index] ?? []),
    shapes: [...description.shapes, ...shapes],
    problems: [],
  };
}

/** Returns the edition for a version of the product: the newest one that is not newer, or the oldest one. `names` are in order. */
export function editionFor(names: readonly string[], version: string): string | undefined {
  const isNewer = (name: string): boolean => orderOf(name) > orderOf(version);
  return names.filter((name) => !isNewer(name)).at(-1) ?? names[0];
}

function orderOf(version: string): number {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major * 1e6 + minor;
}
