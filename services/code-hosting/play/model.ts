import type { repositoryRoles } from '../facts/client-outlines';
import type { WebhooksPermission } from '../facts/permissions';
import type { ServiceId } from '@rulebook/catalogue/facts';
import type { Table } from '@rulebook/sandbox/table';
import type { HookRecord } from './hook-record';
import type { HookTable } from './hook-table';

/** A role in a repository; each includes those before it. */
export type RepositoryRole = (typeof repositoryRoles)[number]['name'];

export interface RepositoryRecord {
  readonly id: number;
  readonly owner: string;
  readonly name: string;
  readonly isPrivate: boolean;
  /** Roles by handle in lower case; the owner may do everything. */
  readonly roles: Table<RepositoryRole>;
  /** The push that a test of a hook repeats; absent before the first push. */
  readonly latestPush?: Readonly<Record<string, unknown>>;
}

/** An invitation to take part in a repository. */
export interface InvitationRecord {
  readonly id: number;
  /** `owner/repo` in lower case. */
  readonly repository: string;
  /** Handles in lower case. */
  readonly invitee: string;
  readonly inviter: string;
  readonly role: RepositoryRole;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

export interface AccountRecord {
  readonly id: number;
  readonly login: string;
}

/** A classic project. */
export interface ProjectRecord {
  readonly owner: string;
  /** Handles of the members of the organization, in lower case. */
  readonly members: readonly string[];
  /** Permissions of the collaborators, by handle in lower case. */
  readonly collaborators: Table<string>;
  /** Milliseconds since 1970; absent when it never changed. */
  readonly changedAt?: number;
}

/** What a caller sends behind `Bearer`, and what it allows: `webhooks` of a fine-grained token, or `scopes` of a classic one. */
export interface TokenRecord {
  /** The token; without it, the sandbox's credential, a hyphen and the name. */
  readonly token?: string;
  readonly name?: string;
  readonly user: string;
  readonly webhooks?: WebhooksPermission | 'none';
  /** Other permissions of a fine-grained token, by name. */
  readonly permissions?: Readonly<Record<string, 'read' | 'write' | 'admin'>>;
  readonly scopes?: readonly string[];
  /** The repositories that a fine-grained token is for, `owner/repo`; without it, all of its user's. */
  readonly repositories?: readonly string[];
}

/** The number of requests of a caller in the current hour. */
export interface RateWindow {
  readonly since: number;
  readonly used: number;
}

/** A delivery that waits for its time. */
export interface HeldBack {
  readonly hook: number;
  readonly delivery: number;
}

export interface HostState {
  readonly service: 'code-hosting' & ServiceId;
  /** The token of `owner`. */
  readonly bootstrap: string;
  readonly owner: string;
  /** The vendor whose header names deliveries carry; without it, the neutral ones. */
  readonly vendor?: string;
  readonly nextId: number;
  readonly hooks: HookTable;
  /** By `owner/repo` in lower case. */
  readonly repositories: Readonly<Record<string, RepositoryRecord>>;
  /** By handle in lower case. */
  readonly accounts: Table<AccountRecord>;
  /** Whether every handle is an account, also one that was never mentioned. */
  readonly knowsEveryHandle: boolean;
  /** Open invitations, by number and as numbers by `owner/repo/handle`; absent before the first one. */
  readonly invitations?: { readonly byId: Table<InvitationRecord>; readonly open: Table<number> };
  /** By number. */
  readonly projects: Readonly<Record<string, ProjectRecord>>;
  readonly tokens: readonly TokenRecord[];
  /** Held-back deliveries, oldest first; absent when there are none. */
  readonly heldBack?: readonly HeldBack[];
  /** The limit of a hook's deliveries per minute. */
  readonly deliveriesPerMinute: number;
  /** Absent when requests are not counted. */
  readonly rates?: {
    readonly perHour: number;
    /** By handle in lower case; requests without a token have the empty handle. */
    readonly windows: Readonly<Record<string, RateWindow>>;
  };
}

/** A code host in the format of exports. */
export type ExportedHost = Omit<HostState, 'hooks' | 'accounts' | 'projects' | 'repositories' | 'invitations'> & {
  readonly repositories: Readonly<Record<string, ExportedRepository>>;
  readonly invitations?: Readonly<Record<string, InvitationRecord>>;
  readonly hooks: Readonly<Record<string, HookRecord>>;
  readonly accounts: Readonly<Record<string, AccountRecord>>;
  readonly projects: Readonly<Record<string, ExportedProject>>;
};

/** A repository in the format of exports. */
export type ExportedRepository = Omit<RepositoryRecord, 'roles'> & {
  readonly roles: Readonly<Record<string, RepositoryRole>>;
};

/** A classic project in the format of exports. */
export type ExportedProject = Omit<ProjectRecord, 'collaborators'> & {
  readonly collaborators: Readonly<Record<string, string>>;
};
