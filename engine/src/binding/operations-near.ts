import type { Operation } from '../catalogue/operation';
import type { Service } from '../catalogue/service';

interface OperationIndex {
  readonly firstWords: ReadonlySet<string>;
  readonly longest: number;
  /** By number of words and first word; `{` is the key for words with which no path begins. */
  readonly lists: Map<string, readonly Operation[]>;
}

const indices = new WeakMap<Service, OperationIndex>();
const none: readonly Operation[] = [];

/**
 * Returns the operations with a present or former path of this number of words whose first word is this one or a parameter, in the order of
 * the catalogue. No other operation can match.
 */
export function operationsNear(service: Service, length: number, firstWord: string): readonly Operation[] {
  const index = indexOf(service);
  if (length > index.longest) return none;
  // Only words of the catalogue are keys, so the text of a file cannot make the index grow.
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
