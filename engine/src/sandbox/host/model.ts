import type { WebhooksPermission } from '../../catalogue/code-hosting/permissions';
import type { ServiceId } from '../../catalogue/model';
import type { HookTable } from './hook-table';
import type { DeliveryOutcome } from '../model';

export interface DeliveryRecord {
  readonly id: number;
  readonly guid: string;
  readonly deliveredAt: number;
  readonly redelivery: boolean;
  readonly event: string;
  readonly action: string | null;
  readonly url: string;
  readonly payload: unknown;
  /** When it was held back, because the hook had too many. */
  readonly throttledAt?: number;
  /** Set until it is sent at last. */
  readonly isHeldBack?: true;
  /** Absent while the delivery is on its way. */
  readonly outcome?: DeliveryOutcome;
}

export interface HookRecord {
  readonly id: number;
  readonly owner: string;
  readonly repo: string;
  readonly active: boolean;
  readonly events: readonly string[];
  readonly url: string;
  readonly contentType: string;
  readonly insecureSsl: string;
  readonly secret?: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Newest first. */
  readonly deliveries: readonly DeliveryRecord[];
}

/** What somebody may do in a repository; each includes those before it. */
export type RepositoryRole = 'read' | 'write' | 'admin';

export interface RepositoryRecord {
  readonly id: number;
  readonly owner: string;
  readonly name: string;
  readonly isPrivate: boolean;
  /** By handle in lower case; the owner may do everything. */
  readonly roles: Readonly<Record<string, RepositoryRole>>;
  /** What a push test repeats; absent: nothing was pushed yet. */
  readonly latestPush?: Readonly<Record<string, unknown>>;
}

export interface AccountRecord {
  readonly id: number;
  readonly login: string;
}

/** A classic project. */
export interface ProjectRecord {
  readonly owner: string;
  /** Handles of those who belong to the organization, in lower case. */
  readonly members: readonly string[];
  /** What each collaborator may do, by handle in lower case. */
  readonly collaborators: Readonly<Record<string, string>>;
  /** Milliseconds since 1970; absent: never. */
  readonly changedAt?: number;
}

/** What a caller sends behind `Bearer`, and what it allows: `webhooks` of a fine-grained token, or `scopes` of a classic one. */
export interface TokenRecord {
  /** Absent: the sandbox's own credential, a hyphen and the name. */
  readonly token?: string;
  readonly name?: string;
  readonly user: string;
  readonly webhooks?: WebhooksPermission | 'none';
  readonly scopes?: readonly string[];
  /** The repositories that a fine-grained token is for, `owner/repo`; absent: all of its user's. */
  readonly repositories?: readonly string[];
}

/** How many requests were counted for somebody since the hour began. */
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
  /** Whose header names deliveries carry; absent: the neutral ones. */
  readonly vendor?: string;
  readonly nextId: number;
  readonly hooks: HookTable;
  /** By `owner/repo` in lower case. */
  readonly repositories: Readonly<Record<string, RepositoryRecord>>;
  /** By handle in lower case. */
  readonly accounts: Readonly<Record<string, AccountRecord>>;
  /** Whether handles that were never mentioned are accounts all the same. */
  readonly knowsEveryHandle: boolean;
  /** By number. */
  readonly projects: Readonly<Record<string, ProjectRecord>>;
  readonly tokens: readonly TokenRecord[];
  /** Deliveries that wait for their time, oldest first; absent: none. */
  readonly heldBack?: readonly HeldBack[];
  /** How many deliveries a hook may have in a minute. */
  readonly deliveriesPerMinute: number;
  /** Absent: requests are not counted. */
  readonly rates?: {
    readonly perHour: number;
    /** By handle in lower case; those without a token under the empty one. */
    readonly windows: Readonly<Record<string, RateWindow>>;
  };
}
