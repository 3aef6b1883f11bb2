import { isRecord } from '@rulebook/json/is-record';
import { administrator } from '../cluster/authentication';
import type { ClusterCall } from '../cluster/call';
import type { StoredRecord } from '../cluster/model';
import { describeRoles } from '../cluster/role-view';
import { problem, unplayedPart, type Problem } from '../indices/problem';
import { emptyWhenMissing, foundOrNot, listOf, shownByName, type Members, type StoredKind } from './kind';

const invalid = 'action_request_validation_exception';

/** What all kinds of the security have in common. */
const common = { reads: { isList: true }, removes: {}, ...shownByName, ...emptyWhenMissing } as const;

/** Roles by name. */
export const role: StoredKind = {
  ...{ id: 'role', noun: 'role', path: '/_security/role' },
  ...common,
  ...foundOrNot((created) => ({ role: { created } })),
  keep: ({ body }) => refuseMetadata(body) ?? body,
  show: ({ name, body }) => describeRoles({ [name]: body })[name],
  refuseReserved: (_, name, isRemoval) => refuseReservedRole(name, isRemoval ? undefined : invalid),
};

function refuseReservedRole(name: string, type = 'illegal_argument_exception'): Problem | undefined {
  return name === 'superuser'
    ? problem(`The role [${name}] is a reserved one and cannot be changed.`, { type })
    : undefined;
}

/** Rules that give roles to users of other realms. */
export const roleMapping: StoredKind = {
  ...{ id: 'role-mapping', noun: 'role mapping', path: '/_security/role_mapping' },
  without: 'keeps role mappings and has no realm whose users they are for',
  ...common,
  ...foundOrNot((created) => ({ role_mapping: { created } })),
  required: { members: ['enabled', 'rules'], type: 'parsing_exception' },
  keep: ({ body }) => {
    const { enabled, roles, role_templates: templates, rules, metadata = {} } = body;
    if (roles === undefined && templates === undefined)
      return problem('The body must have [roles] or [role_templates].', { type: 'parsing_exception' });
    if (listOf(roles).length + listOf(templates).length === 0)
      return problem('A role mapping needs a role or a template of roles.', { type: invalid });
    if (hasMisplacedExcept(rules))
      return problem('A rule [except] is within [all], and nowhere else.', { type: 'parsing_exception' });
    return (
      refuseMetadata(body) ?? {
        enabled: String(enabled) === 'true',
        ...(listOf(roles).length > 0 && { roles: listOf(roles) }),
        ...(listOf(templates).length > 0 && { role_templates: listOf(templates).map(templateOfRoles) }),
        ...{ rules: ruleOf(rules), metadata },
      }
    );
  },
  show: ({ body }) => body,
};

/** A template is kept as its JSON text. */
function templateOfRoles(written: unknown): unknown {
  if (!isRecord(written)) return written;
  const { template, format = 'string' } = written;
  return { template: typeof template === 'string' ? template : JSON.stringify(template), format };
}

/** A field with one value in a list has this value. */
function ruleOf(rule: unknown): unknown {
  if (Array.isArray(rule)) return rule.map(ruleOf);
  if (!isRecord(rule)) return rule;
  return Object.fromEntries(
    Object.entries(rule).map(([name, value]) => [
      name,
      name === 'field' && isRecord(value)
        ? Object.fromEntries(Object.entries(value).map(([field, one]) => [field, soleOf(one)]))
        : ruleOf(value),
    ]),
  );
}

function hasMisplacedExcept(rule: unknown): boolean {
  if (!isRecord(rule)) return false;
  const inAny = listOf(rule.any);
  return (
    inAny.some((one) => isRecord(one) && 'except' in one) || [...inAny, ...listOf(rule.all)].some(hasMisplacedExcept)
  );
}

function soleOf(value: unknown): unknown {
  return Array.isArray(value) && value.length === 1 ? value[0] : value;
}

const shortestPassword = 6;

/** Returns why a user cannot have this password. */
export function refusePassword(password: unknown): Problem | undefined {
  return typeof password === 'string' && password.length < shortestPassword
    ? problem(`A password has at least ${shortestPassword} characters.`, { type: 'validation_exception' })
    : undefined;
}

const noMetadata = problem('[metadata] must be an object.', { type: 'parse_exception' });

/** Users with a password. */
export const user: StoredKind = {
  ...{ id: 'user', noun: 'user', path: '/_security/user' },
  ...common,
  ...foundOrNot((created) => ({ created })),
  further: usersWithoutRequest,
  keep: ({ name, body, former }) => {
    const {
      password,
      password_hash: hash,
      roles,
      full_name = null,
      email = null,
      metadata = {},
      enabled = true,
    } = body;
    const refused = metadata === null ? noMetadata : refuseMetadata(body);
    if (refused) return refused;
    if (roles === undefined) return problem('The body must have [roles].', { type: invalid });
    if (typeof body.username === 'string' && body.username !== name)
      return problem('The [username] of the body is not that of the path.');
    if (password === undefined && hash === undefined && former === undefined)
      return problem('A new user needs a [password].', { type: 'validation_exception' });
    const short = refusePassword(password);
    if (short) return short;
    const secret =
      password !== undefined
        ? { password }
        : hash !== undefined
          ? { password_hash: hash }
          : secretOf(former?.body ?? {});
    return {
      ...secret,
      ...{ username: name, roles: listOf(roles), full_name, email, metadata },
      enabled: String(enabled) === 'true',
    };
  },
  show: ({ body: { password: _, password_hash: __, ...shown } }) => shown,
  refuseReserved: (call, name, isRemoval) => refuseKnownUser(call, name, isRemoval ? undefined : invalid),
};

function secretOf({ password, password_hash: hash }: Members): Members {
  return { ...(password !== undefined && { password }), ...(hash !== undefined && { password_hash: hash }) };
}

function refuseKnownUser(
  { cluster }: ClusterCall,
  name: string,
  type = 'illegal_argument_exception',
): Problem | undefined {
  if (name === administrator) return problem(`The user [${name}] is a reserved one.`, { type });
  return Object.hasOwn(cluster.users ?? {}, name)
    ? unplayedPart(`changes of the user [${name}], who is one of the file of --seed`)
    : undefined;
}

/** The administrator, and the users that the sandbox was started with. */
function usersWithoutRequest({ cluster }: ClusterCall): readonly StoredRecord[] {
  const seeded = Object.entries(cluster.users ?? {}).map(([name, { roles }]) =>
    userRecord(name, Object.keys(roles), {}),
  );
  return [userRecord(administrator, ['superuser'], { _reserved: true }), ...seeded];
}

function userRecord(name: string, roles: readonly string[], metadata: Members): StoredRecord {
  const body = { username: name, roles, full_name: null, email: null, metadata, enabled: true };
  return { kind: 'user', name, body, version: 1, createdAt: 0, changedAt: 0 };
}

function refuseMetadata({ metadata }: Members): Problem | undefined {
  const reserved = isRecord(metadata) ? Object.keys(metadata).find((key) => key.startsWith('_')) : undefined;
  return reserved === undefined
    ? undefined
    : problem(`Keys of [metadata] do not begin with an underscore: [${reserved}].`, { type: invalid });
}
