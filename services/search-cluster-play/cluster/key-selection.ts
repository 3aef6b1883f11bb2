import type { ClusterCall } from './call';
import { invalid, problemOfFlags, readFlag, readIds, readMembers, unreadable } from './key-body';
import { isProblem, problem, type Problem } from '../indices/problem';

/** The criteria by which a request selects keys; a key must match all of them. */
export interface Selection {
  readonly ids?: readonly string[] | undefined;
  readonly name?: string | undefined;
  readonly user?: string | undefined;
  readonly realm?: string | undefined;
  readonly isOwner: boolean;
}

/** Reads which keys are to be read. */
export function readRequestedKeys(call: ClusterCall): Selection | Problem {
  const wrong = problemOfFlags(call, ['owner', 'active_only', 'with_limited_by', 'with_profile_uid']);
  if (wrong) return wrong;
  const { query } = call;
  const id = written(query.get('id'));
  return consistent({
    ids: id === undefined ? undefined : [id],
    name: written(query.get('name')),
    user: written(query.get('username')),
    realm: written(query.get('realm_name')),
    isOwner: readFlag(query.get('owner')) === true,
  });
}

const members = ['ids', 'name', 'username', 'realm_name', 'owner'];

/** Reads which keys are to be invalidated. */
export function readInvalidatedKeys(call: ClusterCall): Selection | Problem {
  const body = readMembers(call, members);
  if (isProblem(body)) return body;
  const { ids: listed, name, username, realm_name: realm, owner = false } = body;
  const ids = listed === undefined ? undefined : readIds(listed);
  if (ids !== undefined && isProblem(ids)) return ids;
  if (ids?.every((id) => id.trim() !== '') === false || ids?.length === 0)
    return problem('[ids] must have at least one id, and none may be empty.', unreadable);
  if ([name, username, realm].some((one) => one !== undefined && typeof one !== 'string'))
    return problem('[name], [username] and [realm_name] must be strings.', unreadable);
  if (![true, false, 'true', 'false'].includes(owner as boolean | string))
    return problem('[owner] must be true or false.', unreadable);
  const selection: Selection = {
    ids,
    name: written(name),
    user: written(username),
    realm: written(realm),
    isOwner: owner === true || owner === 'true',
  };
  const { isOwner, ...criteria } = selection;
  if (!isOwner && Object.values(criteria).every((one) => one === undefined))
    return problem('Select the API keys by `ids`, `name`, `username`, `realm_name` or `owner`.', invalid);
  return consistent(selection);
}

/** Returns the selection, or why its criteria exclude each other. */
function consistent(selection: Selection): Selection | Problem {
  const { ids, name, user, realm, isOwner } = selection;
  const hasOwner = user !== undefined || realm !== undefined;
  if (ids !== undefined && name !== undefined) return problem('Select by ids or by [name], not by both.', invalid);
  if (hasOwner && (ids !== undefined || name !== undefined))
    return problem('Select by [username] and [realm_name] without ids and [name].', invalid);
  if (hasOwner && isOwner) return problem('With [owner], select by neither [username] nor [realm_name].', invalid);
  return selection;
}

/** An empty text is as good as none. */
function written(text: unknown): string | undefined {
  return typeof text === 'string' && text !== '' ? text : undefined;
}
