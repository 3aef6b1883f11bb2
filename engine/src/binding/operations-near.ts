import type { Operation, Service } from '../catalogue/model';

interface OperationIndex {
  readonly firstWords: ReadonlySet<string>;
  readonly longest: number;
  /** By number of words and first word; `{` stands for every word that no path begins with. */
  readonly lists: Map<string, readonly Operation[]>;
}

const indices = new WeakMap<Service, OperationIndex>();
const none: readonly Operation[] = [];

/**
 * Returns the operations with a path, present or former, of so many words of which the first is this one or a parameter, in the order of
 * the catalogue. All others cannot match.
 */
export function operationsNear(service: Service, length: number, firstWord: string): readonly Operation[] {
  const index = indexOf(service);
  if (length > index.longest) return none;
  // Only words of the catalogue are kept, so nothing that a file says makes the index grow.
  const first = index.firstWords.has(firstWord) ? firstWord : '{';
  const key = `${length} ${first}`;
  const known = index.lists.get(key);
  if (known !== undefined) return known;
  const isNear = (words: readonly string[]): boolean =>
    words.length === length && (words[0] === first || words[0]?.startsWith('{') === true);
  const near = service.operations.filter((operation) => templatesOf(operation).some(isNear));
  index.lists.set(key, near);
  return near;
}

function indexOf(service: Service): OperationIndex {
  const known = indices.get(service);
  if (known !== undefined) return known;
  const templates = service.operations.flatMap(templatesOf);
  const made: OperationIndex = {
    firstWords: new Set(templates.map(([first = '']) => first)),
    longest: Math.max(0, ...templates.map(({ length }) => length)),
    lists: new Map(),
  };
  indices.set(service, made);
  return made;
}

function templatesOf({ path, formerPaths = [] }: Operation): readonly (readonly string[])[] {
  return [path, ...formerPaths.map(({ template }) => template)].map((template) => template.slice(1).split('/'));
}
