import type { ServiceId } from '@rulebook/catalogue/facts';
import type { Service } from '@rulebook/catalogue/service';
import { perObject } from '@rulebook/text/structures/memo';
import type { PathSegment } from '@rulebook/request-file/syntax/model';
import type { CheckContext } from './model';
import type { MatchedPath } from '@rulebook/paths/operation-match';
import { isReservedWord } from '@rulebook/paths/reserved-word';

/** What a service with an endpoint says of a path alone. */
export interface Claim {
  readonly service: Service;
  readonly found: MatchedPath;
}

/** Whose a path alone is. */
interface PathOwner {
  /** Absent where no service knows the path, and none was chosen. Where there are rivals, the first of them. */
  readonly claim?: Claim;
  /** The services that know the path alike, where nothing says which one is meant. */
  readonly rivals: readonly Service[];
}

/**
 * Decides to which of several services with an endpoint a path alone belongs, by the path and the configuration alone, so that no other request of
 * a file can lead it elsewhere: to the one that knows it best. Of several that know it alike, to the one that was chosen, and to none
 * otherwise: two products that have the same paths never share the requests of a file. A path that none of them knows belongs to the chosen one.
 */
export function ownerOfPath(
  claims: readonly Claim[],
  chosenServices: readonly (readonly ServiceId[])[] = [],
): PathOwner {
  const most = Math.max(0, ...claims.map(({ found }) => strengthOf(found)));
  const candidates = withoutWordsOfOthers(claims.filter(({ found }) => strengthOf(found) === most));
  const [first, ...others] = candidates;
  if (first === undefined) return { rivals: [] };
  if (others.length === 0) return { claim: first, rivals: [] };
  const chosen = chosenOf(candidates, chosenServices);
  if (chosen !== undefined) return { claim: chosen, rivals: [] };
  return most === 0 ? { rivals: [] } : { claim: first, rivals: candidates.map(({ service }) => service) };
}

/**
 * Returns the service that was chosen, where it does not have a path of another product with the same kind of paths: whoever chose it may expect the
 * request there. Services that have nothing in common share the requests of a file by their paths.
 */
export function passedOverBy(
  owner: Service,
  claims: readonly Claim[],
  chosenServices: readonly (readonly ServiceId[])[] = [],
): Service | undefined {
  const chosen = chosenOf(claims, chosenServices);
  if (chosen === undefined || chosen.service === owner || chosen.found.match.kind === 'operation') return undefined;
  const paths = pathsOf(owner);
  return [...pathsOf(chosen.service)].some((path) => paths.has(path)) ? chosen.service : undefined;
}

/** The methods and paths of a service that have a word, without the names of their parameters. */
const pathsOf = perObject(
  ({ operations }: Pick<Service, 'operations'>): ReadonlySet<string> =>
    new Set(
      operations
        .filter(({ path }) => /\/[^/{}]/.test(path))
        .flatMap(({ methods, path }) => methods.map((method) => `${method} ${path.replace(/\{[^{}]*\}/g, '{}')}`)),
    ),
);

/** Returns the only service of the first group that names any of them. */
function chosenOf(candidates: readonly Claim[], groups: readonly (readonly ServiceId[])[]): Claim | undefined {
  for (const group of groups) {
    const [first, ...others] = candidates.filter(({ service }) => group.includes(service.id));
    if (first !== undefined) return others.length === 0 ? first : undefined;
  }
  return undefined;
}

/** A word says whose a path is, a path of parameters alone matches almost everything, and the rest are mistakes. */
function strengthOf({ match, literals = 0 }: MatchedPath): number {
  switch (match.kind) {
    case 'operation':
    case 'former-path':
      return literals > 0 ? 4 : 3;
    case 'other-method':
      return 2;
    case 'near':
    case 'retired':
      return 1;
    case 'none':
      return 0;
  }
}

/** Leaves out a service that takes for a value what is a word of another one: `/items/_search` is a search. */
function withoutWordsOfOthers(claims: readonly Claim[]): readonly Claim[] {
  if (claims.length < 2) return claims;
  return claims.filter(
    (claim) =>
      !valuesOf(claim).some((segment) =>
        claims.some(
          (other) =>
            isReservedWord(segment, other.service) &&
            !valuesOf(other).some(({ span }) => span.start === segment.span.start),
        ),
      ),
  );
}

function valuesOf({ found }: Claim): readonly PathSegment[] {
  return [...found.parameters.values()];
}

/** Returns whether a path is one of the service by a word of it, and not by parameters alone, which match almost everything. */
export function knowsByWord({ match, literals = 0 }: MatchedPath): boolean {
  return match.kind === 'operation' && literals > 0;
}

/** Returns whether a service of `rulebook.json` knows the path by a word. */
export function isOwnByWord(found: MatchedPath, { services }: CheckContext): boolean {
  return knowsByWord(found) && services?.some(({ id }) => id === found.service?.id) === true;
}
