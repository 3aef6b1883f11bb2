import type { Operation } from '../../catalogue/model';
import type { NeededPrivilege } from '../../catalogue/needed-privilege';
import {
  autoCreatePrivilege,
  bulkActionPrivileges,
  privilegeOf,
} from '../../catalogue/search-cluster/operation-privileges';
import { describeDenial, forbidden } from './answers';
import type { ClusterCall } from './call';
import type { ClusterState } from './model';
import { problem, type Problem } from '../indices/problem';
import type { WireResponse } from '../model';
import { matchesPattern } from './pattern';
import { hasPrivilege } from './privileges';
import { ownValue } from '../wire';

/** Path parameters that name indices. */
const indexParameters = ['index', 'follower_index', 'leader_index'];

/** Returns the answer to a caller who may not do the operation; undefined for one who may. */
export function refuseCaller(call: ClusterCall, operation: Operation): WireResponse | undefined {
  const privilege = privilegeOf(operation);
  if (privilege === undefined) return undefined;
  const indices = privilege.scope === 'index' ? calledIndices(call, operation) : [];
  const denied = indices.filter((index) => !hasPrivilege(call.caller, privilege, [index]));
  if (privilege.scope === 'index' ? denied.length === 0 : hasPrivilege(call.caller, privilege, [])) return undefined;
  return forbidden(call.caller, privilege, operation.title.toLowerCase(), denied);
}

/** Returns why the caller may not do an action of a bulk request on the index that it names; undefined for one who may. */
export function refuseAction(call: ClusterCall, action: string, index: string): Problem | undefined {
  const privilege = ownValue(bulkActionPrivileges, action);
  return privilege && refuseOnIndex(call, privilege, `${action} documents`, index);
}

/** Returns why the caller's write may not make an index; undefined for one who may. */
export function refuseAutoCreation(call: ClusterCall, index: string): Problem | undefined {
  return refuseOnIndex(call, autoCreatePrivilege, 'create an index by writing into it', index);
}

function refuseOnIndex(
  { caller }: ClusterCall,
  privilege: NeededPrivilege,
  what: string,
  index: string,
): Problem | undefined {
  if (hasPrivilege(caller, privilege, [index])) return undefined;
  return problem(describeDenial(caller, privilege, what, [index]), { status: 403, type: 'security_exception' });
}

/**
 * Returns the names of the indices that the path names. A pattern stands for all indices that it matches, so one that reaches an index
 * the caller must not see is refused as a whole: servers leave such indices out, but a sandbox should say what is missing.
 */
function calledIndices({ cluster, parameters }: ClusterCall, { body }: Operation): readonly string[] {
  const text = indexParameters.map((name) => parameters.get(name)).find((named) => named !== undefined);
  // Lines of a bulk request name their indices themselves.
  if (text === undefined && body?.actions !== undefined) return [];
  return (text ?? '_all').split(',').flatMap((name, position) => {
    if (position > 0 && name.startsWith('-')) return [];
    // An empty name means all, as it does to those who look the indices up.
    const pattern = name === '_all' || name === '' ? '*' : name;
    return pattern.includes('*') ? namesLike(cluster, pattern) : [name];
  });
}

/** Returns the names of indices and of aliases that a pattern matches. */
function namesLike({ indices }: ClusterState, pattern: string): readonly string[] {
  return Object.entries(indices).flatMap(([index, { aliases = {} }]) =>
    [index, ...Object.keys(aliases)].filter((name) => matchesPattern(pattern, name)),
  );
}
