import type { ServiceId } from '../catalogue/model';

/** A request as it came over the wire. */
export interface WireRequest {
  readonly method: string;
  /** Path and query, percent-encoded as received. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

export interface WireResponse {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** JSON text, or empty. */
  readonly body: string;
}

/** What the listener has to do after the answer. */
export type Effect = DeliverEffect;

/** Send a webhook delivery and hand its outcome to `recordDelivery`. Signing is the listener's, which has the hash functions. */
export interface DeliverEffect {
  readonly kind: 'deliver';
  readonly hook: number;
  readonly delivery: number;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  /** The key of both signatures; absent: none. */
  readonly secret?: string;
  readonly verifyTls: boolean;
}

/** The outcome of a delivery. */
export interface DeliveryOutcome {
  readonly hook: number;
  readonly delivery: number;
  /** 0 when nothing answered. */
  readonly status: number;
  /** Free text such as `OK` or `failed to connect`. */
  readonly statusText: string;
  readonly requestHeaders: readonly (readonly [name: string, value: string])[];
  readonly responseHeaders: readonly (readonly [name: string, value: string])[];
  readonly responseBody: string;
  /** In seconds. */
  readonly duration: number;
}

/** What a step may know about the world; handed in, so that a step can be repeated. */
export interface StepInput {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Returns that many URL-safe random characters. */
  readonly randomText: (length: number) => string;
  /** The sandbox's own base URL of this service, for links. */
  readonly baseUrl: string;
}

export interface StepResult<State> {
  readonly state: State;
  readonly response: WireResponse;
  readonly effects: readonly Effect[];
}

export interface ApiKeyRecord {
  readonly id: string;
  readonly name: string | null;
  readonly secret: string;
  /** Milliseconds since 1970. */
  readonly creation: number;
  readonly expiration?: number;
  readonly owner: string;
  readonly roleDescriptors: Readonly<Record<string, unknown>>;
  /** The owner's permissions when the key was made; the key has what both grant. Absent for a derived key, which has none. */
  readonly limitedBy?: Readonly<Record<string, unknown>>;
  readonly metadata: Readonly<Record<string, unknown>>;
}

export interface ClusterState {
  readonly service: 'search-cluster' & ServiceId;
  /** The value behind `Authorization: Bearer` of the built-in administrator. */
  readonly bootstrap: string;
  readonly keys: Readonly<Record<string, ApiKeyRecord>>;
}

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

export interface HostState {
  readonly service: 'code-hosting' & ServiceId;
  readonly bootstrap: string;
  readonly nextId: number;
  readonly hooks: Readonly<Record<number, HookRecord>>;
  /** Repositories that exist, `owner/repo` in lower case. */
  readonly repositories: readonly string[];
}
