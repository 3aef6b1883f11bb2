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
  /** Settings of the clusters' nodes; absent: no folders, and the addresses that are allowed by default. */
  readonly nodeSettings?: NodeSettings;
}

/** What the nodes of both clusters were started with. */
export interface NodeSettings {
  /** Absolute folders below which snapshot repositories may lie. */
  readonly pathRepo?: readonly string[];
  /** Patterns of addresses that read-only repositories may have. */
  readonly allowedUrls?: readonly string[];
}

export interface StepResult<State> {
  readonly state: State;
  readonly response: WireResponse;
  readonly effects: readonly Effect[];
  /** Set when the answer depends on the machine: `response` then holds nothing, and what `resume` returns counts. */
  readonly pending?: Pending<State>;
  /** What the listener does to the answer on its way, set by `/_sandbox/faults`. */
  readonly fault?: Fault;
}

/** A question to the machine and what follows from its answer. */
export interface Pending<State> {
  readonly task: MachineTask;
  /** Gets the state of the time when the task has ended, which may be a later one. */
  readonly resume: (state: State, outcome: MachineOutcome, input: StepInput) => StepResult<State>;
}

/** What the listener does on the machine before a request can be answered. */
export type MachineTask =
  /** Answers other requests before it goes on: this one takes long. */
  { readonly kind: 'pause' } | FolderTask;

/** A task that touches folders, always below one of the sandbox's `path.repo` folders, or an address of a read-only repository. */
export type FolderTask =
  /** Makes the folder if need be, and writes, reads and removes a test file. A folder without an id gets the given one. */
  | { readonly kind: 'verify-folder'; readonly location: string; readonly uuid: string }
  /** Tells whether the folder can be read, for a read-only repository. */
  | { readonly kind: 'read-folder'; readonly location: string }
  /** Removes the data that no snapshot refers to, and counts it. */
  | { readonly kind: 'clean-folder'; readonly location: string }
  /** Tells whether something answers at an `http` or `https` address. */
  | { readonly kind: 'probe-url'; readonly url: string };

export interface MachineOutcome {
  /** One sentence for the caller; absent when all went well. */
  readonly problem?: string;
  /** The id that the folder has. */
  readonly uuid?: string;
  /** Of what was removed. */
  readonly deletedBytes?: number;
  readonly deletedBlobs?: number;
}

/** A disturbance on purpose. */
export type Fault =
  | { readonly kind: 'delay'; readonly milliseconds: number }
  /** Closes the connection without an answer. */
  | { readonly kind: 'drop' }
  /** Answers with this status instead. */
  | { readonly kind: 'status'; readonly status: number }
  /** Sends the head and half of the body, then closes. */
  | { readonly kind: 'cut' };
