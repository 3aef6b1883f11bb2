import type { RequestNeed } from '@rulebook/checker/privileges/request-needs';
import type { ServiceId } from '@rulebook/catalogue/facts';
import type { QueryLanguages } from '@rulebook/catalogue/query-languages';
import type { Operation } from '@rulebook/catalogue/operation';

/** A request as it was received. */
export interface WireRequest {
  readonly method: string;
  /** Path and query, percent-encoded as received. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Of a body that is not UTF-8 text, or begins with a byte order mark, the text that is nearest to it. */
  readonly body: string;
  /** The body exactly, where its text does not say it. */
  readonly bytes?: Uint8Array;
}

/** A response as it leaves the sandbox. */
export interface WireResponse {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** JSON text, another text, or empty. */
  readonly body: string;
  /** The body, where it is not a text; `body` is empty then. */
  readonly bytes?: Uint8Array;
}

/** What a service responds to a request that only its description knows, if its caller has the rights that it needs. */
export type DescribedResponse = UnplayedResponse & {
  readonly needs: readonly RequestNeed[];
  /** The title of the operation. */
  readonly title: string;
  readonly operation: Operation;
};

/** The same without the form of the service's errors. */
export type UnplayedResponse =
  | { readonly kind: 'not-played'; readonly reason: string }
  /** The request contradicts the description. */
  | {
      readonly kind: 'refused';
      readonly operation: Operation;
      readonly refusals: readonly { readonly rule: string; readonly message: string }[];
    }
  | { readonly kind: 'example'; readonly response: WireResponse };

/** What the listener does after the response. */
export type Effect = DeliverEffect;

/** How the body of a delivery is signed: by a keyed hash (HMAC) for each header field, in hexadecimal digits behind a prefix. */
export interface Signing {
  readonly secret: string;
  readonly fields: readonly { readonly name: string; readonly hash: 'sha1' | 'sha256'; readonly prefix: string }[];
}

/** Send a webhook delivery, and pass its outcome to `Sandbox.record`. The listener signs it, since the engine has no hash functions. */
export interface DeliverEffect {
  readonly kind: 'deliver';
  /** The service that sends it, and that receives the outcome. */
  readonly service: ServiceId;
  readonly hook: number;
  readonly delivery: number;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  /** Absent: the delivery is not signed. */
  readonly signing?: Signing;
  readonly verifyTls: boolean;
}

/** The outcome of a delivery. */
export interface DeliveryOutcome {
  readonly hook: number;
  readonly delivery: number;
  /** 0 when there was no response. */
  readonly status: number;
  /** Free text such as `OK` or `failed to connect`. */
  readonly statusText: string;
  readonly requestHeaders: readonly (readonly [name: string, value: string])[];
  readonly responseHeaders: readonly (readonly [name: string, value: string])[];
  readonly responseBody: string;
  /** In seconds. */
  readonly duration: number;
}

/** Everything that a step takes from outside, so that a step can be repeated with the same result. */
export interface StepInput {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Returns that many URL-safe random characters. */
  readonly randomText: (length: number) => string;
  /** The sandbox's own base URL of this service, for links. */
  readonly baseUrl: string;
  /** Returns what to respond to a request that the service does not play; undefined where its description does not know it either. */
  readonly describe?: (request: WireRequest) => DescribedResponse | undefined;
  /** Returns what reads queries in bodies, which is loaded for it. Absent: no query is carried out. */
  readonly queries?: () => QueryLanguages;
  /** Keeps what was received; absent: it is not kept. */
  readonly received?: ReceivedRequests;
  /** Set for a sandbox that applies the documents alone. */
  readonly isLenient?: boolean;
}

/** What a request does to a service: its next state, and the response. */
export interface StepResult<State> {
  readonly state: State;
  readonly response: WireResponse;
  readonly effects: readonly Effect[];
  /** Set when the response depends on the machine: `response` is then empty, and the result of `resume` is used instead. */
  readonly pending?: Pending<State>;
  /** What the listener does to the response, set by `/_sandbox/faults`. */
  readonly fault?: Fault;
}

/** A task for the machine, and how the step continues with its outcome. */
export interface Pending<State> {
  readonly task: MachineTask;
  /** Receives the state at the end of the task, which may have changed since its start. */
  resume(state: State, outcome: MachineOutcome, input: StepInput): StepResult<State>;
}

/** What the listener does on the machine before the response. */
export type MachineTask =
  /** Lets other requests run first, since this one takes long. */
  { readonly kind: 'pause' } | FolderTask;

/** How a service stores data in a folder, so that the machine can look after it without knowing the service. */
export interface FolderFormat {
  /** The folder inside that holds the data, by ids. */
  readonly data: string;
  /** What the service writes to try whether it can: how the name of a folder begins, and a file in it. */
  readonly trial: { readonly folder: string; readonly file: string };
  /** Returns the newest index file among the names of files; undefined when there is none. */
  newestIndex(names: readonly string[]): string | undefined;
  /** Reads an index file; undefined when it is broken. */
  readIndex(text: string): FolderIndex | undefined;
  /** Returns the first index file of a folder. */
  firstIndex(uuid: string): { readonly name: string; readonly text: string };
}

/** What an index file of a folder says. */
export interface FolderIndex {
  readonly uuid?: string;
  /** The ids of the data that is in use. */
  readonly used: ReadonlySet<string>;
}

/** A task for a folder, always below one of those that the sandbox may use, or for an address. */
export type FolderTask =
  /** Creates the folder if necessary, and writes, reads and removes a test file. A folder without an id receives the given one. */
  | { readonly kind: 'verify-folder'; readonly location: string; readonly uuid: string; readonly format: FolderFormat }
  /** Checks whether the folder can be read, for a read-only repository. */
  | { readonly kind: 'read-folder'; readonly location: string; readonly format: FolderFormat }
  /** Removes and counts the data that is not in use. */
  | { readonly kind: 'clean-folder'; readonly location: string; readonly format: FolderFormat }
  /** Checks whether an `http` or `https` address responds. */
  | { readonly kind: 'probe-url'; readonly url: string };

/** What came of a task that needs the machine. */
export interface MachineOutcome {
  /** One sentence for the caller; absent after success. */
  readonly problem?: string;
  /** The id that the folder has. */
  readonly uuid?: string;
  /** The size of the removed data. */
  readonly deletedBytes?: number;
  readonly deletedBlobs?: number;
}

/** An injected fault. */
export type Fault =
  | { readonly kind: 'delay'; readonly milliseconds: number }
  /** Closes the connection without a response. */
  | { readonly kind: 'drop' }
  /** Responds with this status instead. */
  | {
      readonly kind: 'status';
      readonly status: number;
      /** Header fields next to, or in place of, the usual ones. */
      readonly headers?: Readonly<Record<string, string>>;
      /** The body, in place of the error of the service. */
      readonly body?: unknown;
    }
  /** Sends the head and half of the body, then closes. */
  | { readonly kind: 'cut' };

/** A request that a server of the sandbox received, with its response as soon as there is one. */
export interface ReceivedRequest {
  /** The name of the server. */
  readonly server: string;
  /** By the sandbox's clock, in milliseconds since 1970. */
  readonly time: number;
  readonly request: WireRequest;
  readonly answered?: { readonly response: WireResponse; readonly fault?: Fault };
}

/** What the servers of a sandbox received last. It is not part of the sandbox's state: an export or a state file does not have it. */
export interface ReceivedRequests {
  /** Adds a request, and returns a function that adds its response. */
  add(received: Omit<ReceivedRequest, 'answered'>): (answered: Required<ReceivedRequest>['answered']) => void;
  /** Returns all requests that are kept, the earliest first. */
  all(): readonly ReceivedRequest[];
  /** Forgets the requests of a server; without one, all. */
  clear(server?: string): void;
}
