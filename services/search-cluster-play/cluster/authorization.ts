import type { Operation } from '@rulebook/catalogue/operation';
import type { RequestNeed } from '@rulebook/checker/privileges/request-needs';
import type { NeededPrivilege } from '@rulebook/search-cluster/facts/security/operation-privileges';
import {
  autoCreatePrivilege,
  bulkActionPrivileges,
  privilegeOf,
} from '@rulebook/search-cluster/facts/security/operation-privileges';
import { describeDenial, forbidden } from './responses';
import type { ClusterCall } from './call';
import { isIndexPattern } from '../indices/names';
import { problem, type Problem } from '../indices/problem';
import type { WireResponse } from '@rulebook/sandbox/model';
import { hasNamedPrivilege, hasPrivilege, mayOnSomeIndex, type Caller } from './privileges';
import { ownValue } from '@rulebook/sandbox/wire';

/** Path parameters that name indices. */
const indexParameters = ['index', 'follower_index', 'leader_index'];

/** Returns the response to a caller who may not call the operation, or undefined. */
export function refusalOfCaller(call: ClusterCall, operation: Operation): WireResponse | undefined {
  const privilege = privilegeOf(operation);
  if (privilege === undefined || readsItself(call, operation)) return undefined;
  if (privilege.kind === 'cluster') {
    return hasPrivilege(call.caller, privilege, []) ? undefined : forbidden(call.caller, privilege, what(operation));
  }
  const words = calledWords(call, operation);
  const denied = words.filter((word) => !isIndexPattern(word) && !hasPrivilege(call.caller, privilege, [word]));
  if (denied.length > 0) return forbidden(call.caller, privilege, what(operation), denied);
  // A pattern selects the indices that the caller may access, perhaps none. A caller without access to any index is refused.
  const isBlind = words.some(isIndexPattern) && !mayOnSomeIndex(call.caller, privilege.action);
  return isBlind ? forbidden(call.caller, privilege, what(operation), words) : undefined;
}

/** Returns the response to a caller without a privilege that an operation is published to need, or undefined. */
export function refusalOfNeeds(caller: Caller, needs: readonly RequestNeed[], title: string): WireResponse | undefined {
  for (const need of needs) {
    const { kind, names, on, condition, remote } = need;
    if ((kind !== 'cluster' && kind !== 'index') || condition !== undefined || remote !== undefined) continue;
    const has = (index?: string): boolean => names.some((name) => hasNamedPrivilege(caller, name, index));
    const lacking =
      kind === 'cluster' ? (has() ? [] : ['']) : on.filter((index) => !isIndexPattern(index) && !has(index));
    if (lacking.length === 0) continue;
    return forbidden(caller, { kind, names: [names[0] ?? ''] }, title.toLowerCase(), lacking);
  }
  return undefined;
}

/** Any key may read itself by its id. */
function readsItself({ caller, query }: ClusterCall, { id }: Operation): boolean {
  return id === 'search-cluster.api-key.get' && caller.kind === 'key' && query.get('id') === caller.key.id;
}

function what({ title }: Operation): string {
  return title.toLowerCase();
}

/** Returns why the caller may not do an action of a bulk request on its index, or undefined. */
export function refuseAction(call: ClusterCall, action: string, index: string): Problem | undefined {
  const privilege: NeededPrivilege | undefined = ownValue(bulkActionPrivileges, action);
  return privilege && refuseOnIndex(call, privilege, `${action} a document`, index);
}

/** Returns why the caller's write may not create an index, or undefined. */
export function refuseAutoCreation(call: ClusterCall, index: string): Problem | undefined {
  return refuseOnIndex(call, autoCreatePrivilege, 'create an index by writing into it', index);
}

/** Returns why the caller may not do something on an index that a part of the body names, or undefined. */
export function refuseOnIndex(
  { caller }: ClusterCall,
  privilege: NeededPrivilege,
  what: string,
  index: string,
): Problem | undefined {
  if (hasPrivilege(caller, privilege, [index])) return undefined;
  return problem(describeDenial(caller, privilege, what, [index]), { status: 403, type: 'security_exception' });
}

/** Returns the names and patterns of indices in the path, without exclusions. */
function calledWords({ parameters }: ClusterCall, { body, needs = [] }: Operation): readonly string[] {
  const text = indexParameters.map((name) => parameters.get(name)).find((named) => named !== undefined);
  const others = needs
    .flatMap(({ on = [] }) => on)
    .flatMap((place) =>
      place.in === 'path' && !indexParameters.includes(place.name) ? (parameters.get(place.name) ?? []) : [],
    );
  // Lines of a bulk request name their indices themselves.
  if (text === undefined && body?.actions !== undefined) return [];
  const names = (text ?? '_all').split(',').filter((word, position) => position === 0 || !word.startsWith('-'));
  return [...names, ...others.flatMap((other) => other.split(','))];
}
