import type { Operation } from '../../catalogue/model';
import type { NeededPrivilege } from '../../catalogue/needed-privilege';
import {
  autoCreatePrivilege,
  bulkActionPrivileges,
  privilegeOf,
} from '../../catalogue/search-cluster/operation-privileges';
import { describeDenial, forbidden } from './answers';
import type { ClusterCall } from './call';
import { isIndexPattern } from '../indices/names';
import { problem, type Problem } from '../indices/problem';
import type { WireResponse } from '../model';
import { hasPrivilege, mayOnSomeIndex } from './privileges';
import { ownValue } from '../wire';

/** Path parameters that name indices. */
const indexParameters = ['index', 'follower_index', 'leader_index'];

/** Returns the answer to a caller who may not do the operation; undefined for one who may. */
export function refuseCaller(call: ClusterCall, operation: Operation): WireResponse | undefined {
  const privilege = privilegeOf(operation);
  if (privilege === undefined) return undefined;
  if (privilege.scope === 'cluster') {
    return hasPrivilege(call.caller, privilege, []) ? undefined : forbidden(call.caller, privilege, what(operation));
  }
  const words = calledWords(call, operation);
  const denied = words.filter((word) => !isIndexPattern(word) && !hasPrivilege(call.caller, privilege, [word]));
  if (denied.length > 0) return forbidden(call.caller, privilege, what(operation), denied);
  // A pattern means what the caller may reach of it, which can be nothing; somebody who may do this nowhere is told so.
  const isBlind = words.some(isIndexPattern) && !mayOnSomeIndex(call.caller, privilege.action);
  return isBlind ? forbidden(call.caller, privilege, what(operation), words) : undefined;
}

function what({ title }: Operation): string {
  return title.toLowerCase();
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

/** Returns the names and patterns of indices that stand in the path, without those that a pattern leaves out. */
function calledWords({ parameters }: ClusterCall, { body }: Operation): readonly string[] {
  const text = indexParameters.map((name) => parameters.get(name)).find((named) => named !== undefined);
  // Lines of a bulk request name their indices themselves.
  if (text === undefined && body?.actions !== undefined) return [];
  return (text ?? '_all').split(',').filter((word, position) => position === 0 || !word.startsWith('-'));
}
