import type { WireResponse } from '@rulebook/sandbox/model';
import { answer } from '@rulebook/sandbox/wire';
import { problem } from '../indices/problem';
import { listOf, shownByName, type Members, type StoredKind, type Storing } from './kind';

// The security of the product that has it as a plugin. Its responses say what has happened in a sentence.

const path = '/_plugins/_security/api';

/** What it says of each, and takes from no request. */
const marks = { reserved: false, hidden: false };

function notFound(name: string): WireResponse {
  return answer(404, { status: 'NOT_FOUND', message: `Resource '${name}' not found.` });
}

/** A kind whose members have these values where a request does not say them. */
function ofSecurity(
  words: string,
  noun: string,
  defaults: Members,
  more: Partial<Pick<StoredKind, 'keep' | 'show'>> & { readonly isStatic?: false } = {},
): StoredKind {
  const { isStatic, ...others } = more;
  return {
    ...{ id: `plugin-${words}`, noun, path: `${path}/${words}` },
    without: 'keeps the security of the plugin and judges no caller by it',
    ...{ reads: {}, removes: {}, isCreated: true, ...shownByName },
    keep: ({ body }) => withoutMarks(body),
    show: ({ body }) => ({ ...marks, ...defaults, ...body, ...(isStatic !== false && { static: false }) }),
    stored: (isNew, { name }) => ({
      status: isNew ? 'CREATED' : 'OK',
      message: `'${name}' ${isNew ? 'created' : 'updated'}.`,
    }),
    removed: (name: string) => ({ status: 'OK', message: `'${name}' deleted.` }),
    notRemoved: (_, name) => notFound(name),
    none: (name) => (name === undefined ? answer(200, {}) : notFound(name)),
    ...others,
  };
}

function withoutMarks({ reserved: _, hidden: __, static: ___, ...body }: Members): Members {
  return body;
}

/** What callers with a role may do. */
export const grantedRole = ofSecurity('roles', 'role', {
  ...{ cluster_permissions: [], index_permissions: [], tenant_permissions: [] },
});

/** Who has a role. */
export const roleOfUsers = ofSecurity(
  'rolesmapping',
  'role mapping',
  { backend_roles: [], hosts: [], users: [], and_backend_roles: [] },
  { isStatic: false },
);

/** Users with a password, which is never shown. */
export const internalUser = ofSecurity(
  'internalusers',
  'user',
  { hash: '', backend_roles: [], attributes: {}, opendistro_security_roles: [] },
  {
    keep: keepUser,
    show: ({ body: { password: _, hash: __, ...body } }) => ({
      ...{ hash: '', ...marks, backend_roles: [], attributes: {}, opendistro_security_roles: [] },
      ...{ ...body, static: false },
    }),
  },
);

function keepUser({ body, former }: Storing): ReturnType<StoredKind['keep']> {
  const { password = '', hash = '' } = body;
  const isGiven = password !== '' || hash !== '';
  if (!isGiven && former === undefined)
    return problem('A new user needs a [password] or its [hash].', { type: 'security_exception' });
  const secret = isGiven ? {} : { password: former?.body.password, hash: former?.body.hash };
  const kept = { ...withoutMarks(body), ...secret };
  return Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined));
}

/** Rooms of dashboards. */
export const tenant = ofSecurity('tenants', 'tenant', {});

/** Permissions under one name. */
export const actionGroup = ofSecurity(
  'actiongroups',
  'action group',
  {},
  { keep: ({ body }) => ({ ...withoutMarks(body), allowed_actions: listOf(body.allowed_actions) }) },
);
