import type { Operation, Service } from '../catalogue/model';

/** Operations by the number of words in their path and its first word; `{` stands for a parameter. */
interface OperationIndex {
  readonly firstWords: ReadonlySet<string>;
  readonly lists: Map<string, readonly Operation[]>;
}

const indices = new WeakMap<Service, OperationIndex>();

/**
 * Returns the operations with a path, present or former, of so many words of which the first is this one or a parameter, in the order of
 * the catalogue. All others cannot match.
 */
export function operationsNear(service: Service, length: number, firstWord: string): readonly Operation[] {
  let index = indices.get(service);
  if (index === undefined) {
    const firstWords = service.operations.flatMap((operation) => templatesOf(operation).map(([first = '']) => first));
    index = { firstWords: new Set(firstWords), lists: new Map() };
    indices.set(service, index);
  }
  // Only words of the catalogue are kept, so nothing that a file says makes the index grow.
  const first = index.firstWords.has(firstWord) ? firstWord : '{';
  const key = `${length} ${first}`;
  const known = index.lists.get(key);
  if (known !== undefined) return known;
  const isNear = (words: readonly string[]): boolean =>
    words.length === length && (words[0] === first || words[0]?.startsWith('{') === true);
  const near = service.operations.filter((operation) => templatesOf(operation).some(isNear));
  if (near.length > 0) index.lists.set(key, near);
  return near;
}

function templatesOf({ path, formerPaths = [] }: Operation): readonly (readonly string[])[] {
  return [path, ...formerPaths.map(({ template }) => template)].map((template) => template.slice(1).split('/'));
}
