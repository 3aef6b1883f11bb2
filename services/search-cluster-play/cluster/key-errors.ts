import { isRecord } from '@rulebook/json/is-record';
import { createApiKey, refusedRoleName } from '@rulebook/search-cluster/facts/security/api-key';
import { remoteClusterPrivileges } from '@rulebook/search-cluster/facts/security/privileges';
import type { ClusterCall } from './call';
import { invalid, readIds, unreadable, type Members } from './key-body';
import { readInvalidatedKeys, readRequestedKeys } from './key-selection';
import { readKeyQuery } from './key-query-body';
import { isProblem, type Problem } from '../indices/problem';
import { expressionOf } from '@rulebook/text/expressions';
import { ownValue, readJson, type Refusal } from '@rulebook/sandbox/wire';

/** What servers look at last, and what is not in the body. */
const aside: ReadonlySet<string> = new Set(['privileged-derived-key', 'sole-entry']);

/** What servers look at after they have read a request. Until then, every other mistake makes it unreadable. */
const validated: ReadonlySet<string> = new Set([
  ...['forbidden-affix', 'length-limit', 'reserved-key', 'unknown-value', 'unsuitable-text', 'untrimmed-text'],
]);

type ReadType = (call: ClusterCall, refusals: readonly Refusal[]) => string | undefined;

const typeOfReading =
  (read: (call: ClusterCall) => object | Problem): ReadType =>
  (call) => {
    const found = read(call);
    return isProblem(found) ? found.type : undefined;
  };

/** Returns how servers call the mistakes in the description of a key. */
const typeOfDescription =
  (needed: string | undefined): ReadType =>
  ({ request, query }, refusals) => {
    if (query.has('refresh') && refusals[0]?.rule === 'unknown-value') return undefined;
    if (request.body === '') return 'parse_exception';
    if (refusals.every(({ rule }) => aside.has(rule))) return undefined;
    const body = readJson(request.body)?.value;
    if (!isRecord(body)) return unreadable.type;
    const isLacking = needed !== undefined && !Object.hasOwn(body, needed);
    const isUnread = ({ rule }: Refusal): boolean => !validated.has(rule) && !(isLacking && rule === 'required-field');
    const names = isRecord(body.role_descriptors) ? Object.keys(body.role_descriptors) : [];
    if (
      refusals.some(isUnread) ||
      isUnreadableRole(body.role_descriptors) ||
      names.some((name) => expressionOf(refusedRoleName).test(name))
    )
      return unreadable.type;
    return isLacking ? 'illegal_argument_exception' : invalid.type;
  };

/** Whether servers find a wrong value in a role while they read it. */
function isUnreadableRole(descriptors: unknown): boolean {
  const roles = isRecord(descriptors) ? Object.values(descriptors).filter(isRecord) : [];
  const inRoles = (name: string): readonly Members[] =>
    roles.flatMap((role) => (Array.isArray(role[name]) ? (role[name] as readonly unknown[]).filter(isRecord) : []));
  return (
    inRoles('applications').some(({ application }) => application === '') ||
    inRoles('remote_cluster').some(
      ({ privileges }) =>
        Array.isArray(privileges) &&
        privileges.some((one) => !remoteClusterPrivileges.values.some(({ value }) => value === one)),
    )
  );
}

const typeOfCheck: ReadType = (_, refusals) =>
  refusals.every(({ rule }) => rule === 'unknown-value') ? 'illegal_argument_exception' : 'parse_exception';

const readers: Readonly<Record<string, ReadType>> = {
  [createApiKey.id]: typeOfDescription('name'),
  'search-cluster.api-key.update': typeOfDescription(undefined),
  'search-cluster.api-key.bulk-update': (call, refusals) => {
    const body = readJson(call.request.body)?.value;
    const ids = isRecord(body) ? readIds(body.ids) : [];
    if (Array.isArray(ids) && ids.includes('')) return 'search_phase_execution_exception';
    const isEmpty = isRecord(body) && Array.isArray(body.ids) && body.ids.length === 0;
    return isEmpty ? invalid.type : typeOfDescription('ids')(call, refusals);
  },
  'search-cluster.api-key.get': typeOfReading(readRequestedKeys),
  'search-cluster.api-key.invalidate': typeOfReading(readInvalidatedKeys),
  'search-cluster.api-key.query': typeOfReading(readKeyQuery),
  'search-cluster.has-privileges': typeOfCheck,
  'search-cluster.role.put': (_, refusals) =>
    refusals.every(({ rule }) => rule === 'unknown-value') ? invalid.type : undefined,
};

/** Returns the error type of a request about API keys that the checker refuses; undefined where the general ones apply. */
export function typeOfKeyRefusal(
  operation: string,
  call: ClusterCall,
  refusals: readonly Refusal[],
): string | undefined {
  // A parameter that does not exist is found before the body is read, and text that is not JSON is the same everywhere.
  if (refusals.some(({ rule }) => rule === 'malformed-json' || rule === 'unknown-query-parameter')) return undefined;
  return ownValue(readers, operation)?.(call, refusals);
}
