import type { Catalogue, Service } from '@rulebook/catalogue/service';
import { matchOperation, type Matching } from '@rulebook/paths/match-operation';
import type { MatchedPath } from '@rulebook/paths/operation-match';
import { isReservedWord } from '@rulebook/paths/reserved-word';
import type { PathSegment } from '@rulebook/request-file/syntax/model';
import type { Endpoint } from './model';
import { lackingMatch } from './path-lack';

/** The request goes to the service, whatever its path is. */
export const sure = { isOwn: true, isSure: true } as const;

export interface MethodAndPath {
  readonly method: string;
  readonly segments: readonly PathSegment[];
}

export const noMatch: MatchedPath = { match: { kind: 'none' }, parameters: new Map() };

/** Finds the operation in the only service that it can belong to. */
export function inService(
  service: Service,
  target: Pick<Endpoint, 'vendor' | 'version'>,
  { method, segments }: MethodAndPath,
  catalogue: Catalogue,
): MatchedPath {
  const documented = matchOperation(method, segments, [service], sure);
  const found = isCertain(documented, service)
    ? documented
    : (described(service, target, { method, segments }, catalogue, sure) ?? documented);
  if (found.service) return found;
  const whole = catalogue.whole?.(service, target) ?? service;
  return lackingMatch(method, segments, { service, whole }, target) ?? { ...found, service };
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
