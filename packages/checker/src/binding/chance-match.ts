import { editDistance } from '@rulebook/text/edit-distance';
import { directiveOf, type Binding } from './model';

/**
 * Returns whether a request only looks like one of the service: its path has no word of the operation, such as `/anything` of an index, its query
 * parameters are others, nothing else in it is known there, and no configured endpoint says whose it is. In other tools, the variable `host` of an
 * environment is in front of such a path.
 */
export function isChanceMatch(binding: Binding): boolean {
  const { block, request, operation, endpoint, namedEndpoint, destination, query, unknownQuery, headers, body } =
    binding;
  if (unknownQuery.length === 0 || operation === undefined || hasWord(operation.path)) return false;
  if (destination.kind !== 'path' || (endpoint && endpoint.isBuiltIn !== true)) return false;
  const isMarked =
    block.association !== undefined ||
    request.form === 'console' ||
    // A name that no endpoint has says nothing.
    (namedEndpoint !== undefined && endpoint !== undefined) ||
    ['target', 'deployment'].some((name) => directiveOf(block, name) !== undefined) ||
    query.length > 0 ||
    // Others, such as `Accept`, are common.
    headers.some(({ field }) => field.name.startsWith('X-')) ||
    body?.members.some(({ field }) => field !== undefined) === true;
  return !isMarked && !unknownQuery.some(({ name }) => isNearlyKnown(name.text, operation.parameters.query));
}

function hasWord(path: string): boolean {
  return path.split('/').some((segment) => segment !== '' && !segment.startsWith('{'));
}

/** Shorter names resemble others by chance. */
const shortest = 5;

function isNearlyKnown(name: string, fields: readonly { readonly name: string }[]): boolean {
  return name.length >= shortest && fields.some((field) => editDistance(name, field.name, 2) <= 2);
}
