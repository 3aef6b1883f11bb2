import type { Catalogue, Service } from '@rulebook/catalogue/service';
import { matchOperation, type Matching } from '@rulebook/paths/match-operation';
import type { MatchedPath } from '@rulebook/paths/operation-match';
import { isReservedWord } from '@rulebook/paths/reserved-word';
import type { PathSegment } from '@rulebook/request-file/syntax/model';
import type { Endpoint } from './model';
import { lackingMatch } from './path-lack';

/** The request goes to the service, whatever its path is. */
const sure = { isOwn: true, isSure: true } as const;

export interface MethodAndPath {
  readonly method: string;
  readonly segments: readonly PathSegment[];
}

export const noMatch: MatchedPath = { match: { kind: 'none' }, parameters: new Map() };

/** Finds the operation in the only service that it can belong to. */
export function inService(
  service: Service,
  target: Pick<Endpoint, 'vendor' | 'version'>,
  path: MethodAndPath,
  catalogue: Catalogue,
): MatchedPath {
  const found = foundIn(service, target, path, catalogue, sure);
  if (found.service) return found;
  const whole = catalogue.whole?.(service, target) ?? service;
  return lackingMatch(path.method, path.segments, { service, whole }, target) ?? { ...found, service };
}

/** Finds the operation in a service to which the request goes where it has the path: misspelt words are not looked for elsewhere. */
export function exactlyIn(
  service: Service,
  target: Pick<Endpoint, 'vendor' | 'version'>,
  path: MethodAndPath,
  catalogue: Catalogue,
): MatchedPath {
  return foundIn(service, target, path, catalogue, exact);
}

const exact = { ...sure, withoutSlips: true } as const;

function foundIn(
  service: Service,
  target: Pick<Endpoint, 'vendor' | 'version'>,
  path: MethodAndPath,
  catalogue: Catalogue,
  certainty: Matching,
): MatchedPath {
  const documented = matchOperation(path.method, path.segments, [service], certainty);
  return isCertain(documented, service)
    ? documented
    : (described(service, target, path, catalogue, certainty) ?? documented);
}

/** Returns whether a path is, or was, that of an operation. */
export function hasPath({ match }: MatchedPath): boolean {
  return match.kind === 'operation' || match.kind === 'former-path';
}

/** Returns what the operations of a service with those of its published description say; undefined where there is no description. */
export function described(
  service: Service,
  { vendor, version }: Pick<Endpoint, 'vendor' | 'version'>,
  { method, segments }: MethodAndPath,
  catalogue: Catalogue,
  certainty: Matching = { isOwn: true },
): MatchedPath | undefined {
  const whole = catalogue.whole?.(service, { vendor, version });
  if (whole === undefined || whole === service) return undefined;
  const found = matchOperation(method, segments, [whole], certainty);
  const isDocumented = found.match.kind === 'operation' && found.match.operation.provenance.kind !== 'described';
  return isDocumented ? { ...found, service } : found;
}

/** Returns whether a match needs no look at the published description: its operation is described, and no word may be meant otherwise. */
export function isCertain({ match, parameters }: MatchedPath, service: Service): boolean {
  if (match.kind === 'former-path') return true;
  if (match.kind !== 'operation' || match.operation.isOutline === true) return false;
  for (const segment of parameters.values()) if (isReservedWord(segment, service)) return false;
  return true;
}
