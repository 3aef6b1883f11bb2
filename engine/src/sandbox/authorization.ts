import type { Operation } from '../catalogue/model';
import { forbidden } from './cluster-answers';
import type { ClusterCall } from './cluster-call';
import type { WireResponse } from './model';
import { matchesPattern } from './pattern';
import { hasPrivilege } from './privileges';

/** Path parameters that name indices. */
const indexParameters = ['index', 'follower_index', 'leader_index'];

/** Returns the answer to a caller who may not do the operation; undefined for one who may. */
export function refuseCaller(call: ClusterCall, operation: Operation): WireResponse | undefined {
  const { privilege } = operation;
  if (privilege === undefined) return undefined;
  const indices = privilege.scope === 'index' ? calledIndices(call, operation) : [];
  const denied = indices.filter((index) => !hasPrivilege(call.caller, privilege, [index]));
  if (privilege.scope === 'index' ? denied.length === 0 : hasPrivilege(call.caller, privilege, [])) return undefined;
  return forbidden(call.caller, privilege, operation.title.toLowerCase(), denied);
}

/**
 * Returns the names of the indices that the path names. A pattern stands for all indices that it matches, so one that reaches an index
 * the caller must not see is refused as a whole: servers leave such indices out, but a sandbox should say what is missing.
 */
function calledIndices({ cluster, parameters }: ClusterCall, { body }: Operation): readonly string[] {
  const text = indexParameters.map((name) => parameters.get(name)).find((named) => named !== undefined);
  // Lines of a bulk request name their indices themselves.
  if (text === undefined && body?.actions !== undefined) return [];
  return (text ?? '_all').split(',').flatMap((name) => {
    if (name === '' || name.startsWith('-')) return [];
    const pattern = name === '_all' ? '*' : name;
    if (!pattern.includes('*')) return [name];
    return Object.keys(cluster.indices).filter((index) => matchesPattern(pattern, index));
  });
}
