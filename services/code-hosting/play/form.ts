import {
  either,
  isFlag,
  isNumber,
  isObject,
  isPresent,
  isText,
  isWhole,
  listForm,
  mapOf,
  objectWith,
  oneOf,
  only,
  optional,
  type Form,
} from '@rulebook/sandbox/control/form';
import { repositoryRoles } from '../facts/client-outlines';
import type {
  AccountRecord,
  ExportedHost,
  ExportedProject,
  ExportedRepository,
  HeldBack,
  HostState,
  InvitationRecord,
  RateWindow,
  TokenRecord,
} from './model';
import type { HostSeed, SeededProject, SeededRepository } from './seed';
import type { DeliveryOutcome } from '@rulebook/sandbox/model';
import type { DeliveryRecord, HookRecord } from './hook-record';

const isNothing = oneOf(null);
const isHeader: Form = (value, at) =>
  listForm(isText)(value, at) ?? ((value as readonly string[]).length === 2 ? undefined : `${at} must be a pair`);
const isPositive: Form = (value, at) =>
  Number.isSafeInteger(value) && Number(value) > 0 ? undefined : `${at} must be a whole number from 1`;
const isRole = oneOf(...repositoryRoles.map(({ name }) => name));

const isDelivery = objectWith<DeliveryRecord>({
  id: isWhole,
  guid: isText,
  deliveredAt: isNumber,
  redelivery: isFlag,
  event: isText,
  action: either(isNothing, isText),
  url: isText,
  payload: isPresent,
  throttledAt: optional(isNumber),
  isHeldBack: optional(oneOf(true)),
  outcome: optional(
    objectWith<DeliveryOutcome>({
      hook: isWhole,
      delivery: isWhole,
      status: isWhole,
      statusText: isText,
      requestHeaders: listForm(isHeader),
      responseHeaders: listForm(isHeader),
      responseBody: isText,
      duration: isNumber,
    }),
  ),
});

const isHook = objectWith<HookRecord>({
  id: isWhole,
  owner: isText,
  repo: isText,
  active: isFlag,
  events: listForm(isText),
  url: isText,
  contentType: isText,
  insecureSsl: isText,
  secret: optional(isText),
  createdAt: isNumber,
  updatedAt: isNumber,
  deliveries: listForm(isDelivery),
});

const isToken = objectWith<TokenRecord>({
  token: optional(isText),
  name: optional(isText),
  user: isText,
  webhooks: optional(oneOf('none', 'read', 'write')),
  permissions: optional(mapOf(oneOf('read', 'write', 'admin'))),
  scopes: optional(listForm(isText)),
  repositories: optional(listForm(isText)),
});

/** Checks whether a value has the form of a code host's state. */
export const isExportedHost = objectWith<ExportedHost>({
  service: oneOf('code-hosting'),
  bootstrap: isText,
  owner: isText,
  vendor: optional(isText),
  nextId: isWhole,
  hooks: mapOf(isHook),
  repositories: mapOf(
    objectWith<ExportedRepository>({
      id: isWhole,
      owner: isText,
      name: isText,
      isPrivate: isFlag,
      roles: mapOf(isRole),
      latestPush: optional(isObject),
    }),
  ),
  invitations: optional(
    mapOf(
      objectWith<InvitationRecord>({
        id: isWhole,
        repository: isText,
        invitee: isText,
        inviter: isText,
        role: isRole,
        createdAt: isNumber,
      }),
    ),
  ),
  accounts: mapOf(objectWith<AccountRecord>({ id: isWhole, login: isText })),
  knowsEveryHandle: isFlag,
  projects: mapOf(
    objectWith<ExportedProject>({
      owner: isText,
      members: listForm(isText),
      collaborators: mapOf(isText),
      changedAt: optional(isNumber),
    }),
  ),
  tokens: listForm(isToken),
  heldBack: optional(listForm(objectWith<HeldBack>({ hook: isWhole, delivery: isWhole }))),
  deliveriesPerMinute: isPositive,
  rates: optional(
    objectWith<NonNullable<HostState['rates']>>({
      perHour: isPositive,
      windows: mapOf(objectWith<RateWindow>({ since: isNumber, used: isWhole })),
    }),
  ),
});

const isHandle: Form = (value, at) =>
  typeof value === 'string' && /^[^/\s]+$/.test(value) ? undefined : `${at} must be a handle`;
const isRepositoryName: Form = (value, at) =>
  typeof value === 'string' && /^[^/\s]+\/[^/\s]+$/.test(value) ? undefined : `${at} must have the form owner/repo`;
const isVendor: Form = (value, at) =>
  typeof value === 'string' && /^[A-Za-z][A-Za-z0-9-]*$/.test(value)
    ? undefined
    : `${at} must be a word such as github`;
const isBearer: Form = (value, at) =>
  typeof value === 'string' && /^[\x21-\x7e]+$/.test(value) ? undefined : `${at} must be a string without spaces`;

const isSeededToken: Form = (value, at) => {
  const forms = { token: optional(isBearer), name: optional(isHandle), user: isHandle };
  const rest = {
    webhooks: optional(oneOf('none', 'read', 'write')),
    permissions: optional(mapOf(oneOf('read', 'write', 'admin'))),
    scopes: optional(listForm(isText)),
    repositories: optional(listForm(isRepositoryName)),
  };
  const problem = only<TokenRecord>({ ...forms, ...rest })(value, at);
  if (problem !== undefined) return problem;
  const token = value as TokenRecord;
  if (token.token === undefined && token.name === undefined) return `${at} must have a token or a name`;
  const isFineGrained = token.webhooks !== undefined || token.permissions !== undefined;
  if (isFineGrained === (token.scopes !== undefined)) {
    return `${at} must have either webhooks or permissions (a fine-grained token), or scopes (a classic one)`;
  }
  return undefined;
};

/** The forms of the members of a code host's seed. */
export const hostSeedForms = {
  vendor: optional(isVendor),
  owner: optional(isHandle),
  users: optional(listForm(isHandle)),
  repositories: optional(
    listForm((value, at) =>
      typeof value === 'object'
        ? only<Exclude<SeededRepository, string>>({
            name: isRepositoryName,
            private: optional(isFlag),
            collaborators: optional(mapOf(isRole)),
          })(value, at)
        : isRepositoryName(value, at),
    ),
  ),
  projects: optional(
    listForm(
      only<SeededProject>({
        id: isPositive,
        owner: optional(isHandle),
        members: optional(listForm(isHandle)),
        collaborators: optional(mapOf(isText)),
      }),
    ),
  ),
  tokens: optional(listForm(isSeededToken)),
  deliveriesPerMinute: optional(isPositive),
  requestsPerHour: optional(isPositive),
} satisfies Record<keyof HostSeed, Form>;

/** Checks whether a value has the form of a code host's seed; unknown members are refused. */
export const isHostSeed: Form = only<HostSeed>(hostSeedForms);

/** Returns contradictions between members: names that are missing or occur twice. */
export function seedContradiction(seed: HostSeed): string | undefined {
  const names = (seed.repositories ?? []).map((one) => (typeof one === 'string' ? one : one.name));
  const tokens = (seed.tokens ?? []).map(({ token, name }) => (token === undefined ? `name ${name ?? ''}` : token));
  return (
    twice('repositories', names) ??
    twice('users', seed.users ?? []) ??
    twice(
      'projects',
      (seed.projects ?? []).map(({ id }) => String(id)),
    ) ??
    twiceExactly(tokens) ??
    unknownUser(seed)
  );
}

function unknownUser({ users, owner, tokens = [], repositories = [], projects = [] }: HostSeed): string | undefined {
  if (users === undefined) return undefined;
  const known = new Set(users.map((login) => login.toLowerCase()));
  const isUnknown = (login: string | undefined) => login !== undefined && !known.has(login.toLowerCase());
  const mentioned: (readonly [string, string | undefined])[] = [
    ['owner', owner],
    ...tokens.map(({ user }, index) => [`tokens/${index}/user`, user] as const),
    ...repositories.flatMap((one, index) =>
      typeof one === 'string'
        ? []
        : Object.keys(one.collaborators ?? {}).map(
            (login) => [`repositories/${index}/collaborators/${login}`, login] as const,
          ),
    ),
    ...projects.flatMap((one, index) => [
      [`projects/${index}/owner`, one.owner] as const,
      ...Object.keys(one.collaborators ?? {}).map(
        (login) => [`projects/${index}/collaborators/${login}`, login] as const,
      ),
    ]),
  ];
  const wrong = mentioned.find(([, login]) => isUnknown(login));
  return wrong && `${wrong[0]} must be one of users`;
}

function twice(member: string, names: readonly string[]): string | undefined {
  const seen = new Set<string>();
  for (const [index, name] of names.entries()) {
    if (seen.has(name.toLowerCase())) return `${member}/${index} occurs twice`;
    seen.add(name.toLowerCase());
  }
  return undefined;
}

function twiceExactly(tokens: readonly string[]): string | undefined {
  const index = tokens.findIndex((token, at) => tokens.indexOf(token) !== at);
  return index < 0 ? undefined : `tokens/${index} occurs twice`;
}
