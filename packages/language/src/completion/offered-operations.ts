import { isParameter, templateSegments } from '@rulebook/paths/match-operation';
import { isOlder, type Target } from '@rulebook/checker/binding/target';
import type { Binding } from '@rulebook/checker/binding/model';
import type { Fact, ServiceId } from '@rulebook/catalogue/facts';
import type { Operation } from '@rulebook/catalogue/operation';
import type { Service } from '@rulebook/catalogue/service';
import type { Block } from '@rulebook/request-file/syntax/model';
import type { NamesContext } from '../cursor/names-at';
import type { FileUse } from './file-use';

/** What completion of a request line knows in addition to the cursor. */
export interface LineContext {
  readonly block: Block;
  readonly binding: Binding | undefined;
  /** What names of endpoints are looked up by. */
  readonly names: NamesContext;
  /** The services that the request can belong to; with the operations of their published descriptions where these are needed. */
  readonly services: readonly Service[];
  /** The services of `rulebook.json` that have no document. */
  readonly own: ReadonlySet<ServiceId>;
  /** The services that the request probably goes to: those of the requests around it, or those with an endpoint. */
  readonly likely: ReadonlySet<ServiceId>;
  readonly use: FileUse;
  readonly target: Target;
}

/** An operation that completion may offer. */
export interface Candidate {
  readonly operation: Operation;
  readonly service: Service;
  readonly template: readonly string[];
  /** A place in the order of the list; lower ones come first. */
  readonly rank: number;
}

/** Returns whether the target has the element: it is neither too new for it, nor removed before it, nor lacking there. */
export function isInTarget(
  { since, removed, lackedBy }: Pick<Fact, 'since' | 'removed' | 'lackedBy'>,
  { version, deployment }: Target,
): boolean {
  if (version !== undefined && since !== undefined && isOlder(version, since)) return false;
  if (version !== undefined && removed !== undefined && !isOlder(version, removed)) return false;
  return deployment === undefined || lackedBy?.includes(deployment) !== true;
}

/** Returns whether the element is deprecated in the target. */
export function isDeprecatedIn({ deprecated, deprecatedSince }: Fact, { version }: Target): boolean {
  return deprecated !== undefined && (deprecatedSince === undefined || !isOlder(version, deprecatedSince));
}

/** Returns whether the operation comes from a published description, of which there are hundreds. */
export function isDescribed({ provenance }: Operation): boolean {
  return provenance.kind === 'described';
}

/**
 * The order of operations, below 20: those of likely services first; of a service, those that the file uses, documented ones, those of the
 * same groups, all others; outlines and deprecated ones last.
 */
export function rankOf(operation: Operation, context: LineContext): number {
  return (context.likely.has(operation.service) ? 0 : ofUnlikely) + rankInService(operation, context);
}

/** What the rank of an operation of an unlikely service has on top. */
export const ofUnlikely = 10;

function rankInService(operation: Operation, { use, target, own }: LineContext): number {
  if (isDeprecatedIn(operation, target)) return 5;
  if (operation.isOutline === true) return 4;
  if (use.operations.has(operation.id)) return 0;
  if (!isDescribed(operation)) return 1;
  const isNear = operation.tags?.some((tag) => use.tags.has(tag)) === true;
  return (own.has(operation.service) ? 1 : 2) + (isNear ? 0 : 1);
}

/** Returns the operations whose paths begin with the words, and go on. */
export function candidatesBelow(
  words: readonly string[],
  services: readonly Service[],
  rank: (operation: Operation) => number,
): readonly Candidate[] {
  const found = services.flatMap((service) =>
    service.operations.flatMap((operation) => {
      const template = templateSegments(operation.path);
      if (template[words.length] === undefined || !beginsWith(template, words)) return [];
      return [{ operation, service, template, rank: rank(operation), literals: literalsIn(template, words.length) }];
    }),
  );
  // Behind `/_cluster/`, what is below an index of any name is not meant, as soon as the service has something there.
  const most = Math.max(...found.map(({ operation, literals }) => (isDescribed(operation) ? literals : 0)), 0);
  return found.flatMap(({ literals, ...candidate }) => {
    if (literals >= most) return [candidate];
    return isDescribed(candidate.operation) ? [] : [{ ...candidate, rank: Math.max(candidate.rank, 4) }];
  });
}

/** Returns whether complete segments match the template. */
export function beginsWith(template: readonly string[], words: readonly string[]): boolean {
  return words.every((word, index) => {
    const expected = template[index];
    return expected !== undefined && (isParameter(expected) ? word !== '' : word === expected);
  });
}

/**
 * Returns the candidates in the order of how well they fit and of their ranks; of equal ones, documented ones as in the catalogue, described
 * ones by their paths.
 */
export function inOrder(
  candidates: readonly Candidate[],
  fitOf: (candidate: Candidate) => number = () => 0,
): readonly Candidate[] {
  return [...candidates].sort((a, b) => {
    const difference = fitOf(a) - fitOf(b) || a.rank - b.rank;
    if (difference !== 0) return difference;
    const areDescribed = isDescribed(a.operation) && isDescribed(b.operation);
    return areDescribed ? comparePaths(a.operation.path, b.operation.path) : 0;
  });
}

function comparePaths(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function literalsIn(template: readonly string[], length: number): number {
  let literals = 0;
  for (let index = 0; index < length; index++) if (!isParameter(template[index] ?? '')) literals++;
  return literals;
}
