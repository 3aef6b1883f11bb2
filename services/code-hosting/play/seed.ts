import { HookTable } from './hook-table';
import type { AccountRecord, HostState, ProjectRecord, RepositoryRecord, RepositoryRole, TokenRecord } from './model';
import { Table } from '@rulebook/sandbox/table';

/** A repository in a seed: `owner/repo` alone, or an object. */
export type SeededRepository =
  | string
  | {
      readonly name: string;
      readonly private?: boolean;
      /** Roles of the collaborators, by handle. */
      readonly collaborators?: Readonly<Record<string, RepositoryRole>>;
    };

/** A classic project in a seed. */
export interface SeededProject {
  readonly id: number;
  /** The owner; without it, the owner of the sandbox's credential. */
  readonly owner?: string;
  readonly members?: readonly string[];
  readonly collaborators?: Readonly<Record<string, string>>;
}

/** The initial content of a code host; absent members are as in `defaultHostSeed`. */
export interface HostSeed {
  /** The vendor whose header names deliveries carry, for example `github`. */
  readonly vendor?: string;
  /** The owner of the sandbox's credential; without it, the owner of the first repository. */
  readonly owner?: string;
  /** Handles of all accounts; without it, every handle is an account. */
  readonly users?: readonly string[];
  readonly repositories?: readonly SeededRepository[];
  readonly projects?: readonly SeededProject[];
  readonly tokens?: readonly TokenRecord[];
  /** More deliveries of a hook than these are held back. */
  readonly deliveriesPerMinute?: number;
  /** More requests of a user than these are refused; without it, requests are not counted. */
  readonly requestsPerHour?: number;
}

/** The members of a sandbox's seed that are about the code host. */
export interface SeedOfHost {
  readonly hostCredential: string;
  /** Repositories of the code host next to its own, `owner/repo`. */
  readonly repositories: readonly string[];
  /** Users, repositories, projects and tokens of the code host. */
  readonly host?: HostSeed;
}

/** The default seed: an owner, a collaborator with the role `write`, and a stranger. */
const defaultHostSeed = {
  repositories: [{ name: 'octocat/hello-world', collaborators: { hubot: 'write' } }],
  projects: [{ id: 1 }],
  tokens: [
    { name: 'collaborator', user: 'hubot', webhooks: 'write' },
    { name: 'stranger', user: 'monalisa', webhooks: 'write' },
    { name: 'reader', user: 'octocat', webhooks: 'read' },
    { name: 'classic', user: 'octocat', scopes: ['read:repo_hook'] },
  ],
  deliveriesPerMinute: 60,
} as const satisfies HostSeed;

/**
 * Creates a code host without webhooks. `bootstrap` is the token of the seed's owner, who also administers the repositories that are named
 * next to the seed.
 */
export function createHostState(
  bootstrap: string,
  furtherRepositories: readonly string[] = [],
  seed: HostSeed = {},
): HostState {
  const seeded = (seed.repositories ?? defaultHostSeed.repositories).map((one) =>
    typeof one === 'string' ? { name: one } : one,
  );
  const [first = ''] = seeded.map(({ name }) => splitName(name).owner);
  const owner = seed.owner ?? (first === '' ? splitName(defaultHostSeed.repositories[0].name).owner : first);
  const fromReference = furtherRepositories.map((name) => ({ name, collaborators: { [owner]: 'admin' as const } }));
  const repositories = new Map<string, RepositoryRecord>();
  for (const one of [...seeded, ...fromReference]) {
    const key = one.name.toLowerCase();
    if (!repositories.has(key)) repositories.set(key, repositoryFrom(one, repositories.size + 1));
  }
  const projects = (seed.projects ?? defaultHostSeed.projects).map((one) => [one.id, projectFrom(one, owner)] as const);
  const tokens = seed.tokens ?? defaultHostSeed.tokens;
  const handles = [
    owner,
    ...(seed.users ?? []),
    ...[...repositories.values()].flatMap((one) => [one.owner, ...one.roles.ordered().map(([handle]) => handle)]),
    ...projects.flatMap(([, one]) => [one.owner, ...one.collaborators.ordered().map(([handle]) => handle)]),
    ...tokens.map(({ user }) => user),
  ];
  return {
    service: 'code-hosting',
    bootstrap,
    owner,
    ...(seed.vendor !== undefined && { vendor: seed.vendor }),
    nextId: 1,
    hooks: HookTable.from([]),
    repositories: Object.fromEntries(repositories),
    accounts: handles.reduce(withAccount, Table.empty<AccountRecord>()),
    knowsEveryHandle: seed.users === undefined,
    projects: Object.fromEntries(projects),
    tokens,
    deliveriesPerMinute: seed.deliveriesPerMinute ?? defaultHostSeed.deliveriesPerMinute,
    ...(seed.requestsPerHour !== undefined && { rates: { perHour: seed.requestsPerHour, windows: {} } }),
  };
}

/** Returns the accounts with the handle added; an existing one keeps its number and case. */
export function withAccount(accounts: Table<AccountRecord>, login: string): Table<AccountRecord> {
  const key = login.toLowerCase();
  return login === '' || accounts.has(key) ? accounts : accounts.with(key, { id: accounts.size + 1, login });
}

function repositoryFrom(seeded: Exclude<SeededRepository, string>, id: number): RepositoryRecord {
  return {
    id,
    ...splitName(seeded.name),
    isPrivate: seeded.private ?? false,
    roles: Table.of(inLowerCase(seeded.collaborators ?? {})),
  };
}

function projectFrom({ owner, members = [], collaborators = {} }: SeededProject, otherwise: string): ProjectRecord {
  return {
    owner: owner ?? otherwise,
    members: members.map((login) => login.toLowerCase()),
    collaborators: Table.of(inLowerCase(collaborators)),
  };
}

function splitName(name: string): { readonly owner: string; readonly name: string } {
  const [owner = '', ...rest] = name.split('/');
  return { owner, name: rest.join('/') };
}

function inLowerCase<Value>(record: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name.toLowerCase(), value]));
}
