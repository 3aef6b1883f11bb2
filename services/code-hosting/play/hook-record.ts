import type { DeliveryOutcome } from '@rulebook/sandbox/model';

export interface DeliveryRecord {
  readonly id: number;
  readonly guid: string;
  readonly deliveredAt: number;
  readonly redelivery: boolean;
  readonly event: string;
  readonly action: string | null;
  readonly url: string;
  readonly payload: unknown;
  /** When it was held back, since the hook had too many deliveries. */
  readonly throttledAt?: number;
  /** Set until it is sent. */
  readonly isHeldBack?: true;
  /** Absent while the delivery is being sent. */
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
