import type { ServiceId } from '../catalogue/model';
import type { DeliveryOutcome } from './model';

export interface DeliveryRecord {
  readonly id: number;
  readonly guid: string;
  readonly deliveredAt: number;
  readonly redelivery: boolean;
  readonly event: string;
  readonly action: string | null;
  readonly url: string;
  readonly payload: unknown;
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

/** Somebody who takes part in the sandbox's classic project. */
export interface CollaboratorRecord {
  readonly id: number;
  readonly login: string;
  readonly permission: string;
}

export interface HostState {
  readonly service: 'code-hosting' & ServiceId;
  readonly bootstrap: string;
  readonly nextId: number;
  readonly hooks: Readonly<Record<number, HookRecord>>;
  /** Repositories that exist, `owner/repo` in lower case. */
  readonly repositories: readonly string[];
  /** Those who take part in the classic project, by handle in lower case; absent: nobody. */
  readonly collaborators?: Readonly<Record<string, CollaboratorRecord>>;
}
