// The types of `rulebook-http/testing`, which the package ships as they are here: this file imports nothing.

/** A description as a text, JSON or YAML, under the name that the service gets. */
export interface DescribedService {
  readonly name: string;
  readonly text: string;
}

/** What a sandbox is started with. */
export interface SandboxOptions {
  /**
   * What is played: names of `rulebook.json`, `search-cluster` or `code-hosting`, paths of descriptions (with a folder or an ending, such as
   * `./openapi.yaml`), or texts of descriptions. The search clusters and the code host unless given.
   */
  readonly services?: readonly (string | DescribedService)[];
  /** Where `rulebook.json` is looked for, and where paths of these options begin; the current folder unless given. */
  readonly folder?: string;
  /** What the services begin with: the path of a seed file, its text (which begins with `{`), or its value. */
  readonly seed?: string | object;
  /** The path or the text of an export to begin with. Nothing is written to it. */
  readonly state?: string;
  /** Uses the same ids, secrets and times in each run, and stops the clock; false unless given. */
  readonly deterministic?: boolean;
  /** A whole number from 1: as `deterministic`, with other ids and secrets for each number. */
  readonly seedRandom?: number;
  /** Rejects only what the documents forbid; false unless given. */
  readonly lenient?: boolean;
  /** URLs of this machine to which all webhooks of descriptions are delivered. */
  readonly webhooksTo?: readonly string[];
  /** The path of a recording (HAR). Its responses come first, each once; then the services are played. */
  readonly replay?: string;
}

/** A server of a sandbox. */
export interface SandboxEndpoint {
  /** Such as `sandbox-cluster`. */
  readonly name: string;
  /** The service that it plays, such as `search-cluster`. */
  readonly service: string;
  /** Without a slash at the end, such as `http://127.0.0.1:41873`. */
  readonly baseUrl: string;
  /** The value of an `Authorization` header field that may do everything. */
  readonly credential: string;
}

/** A fault: which requests fail, and how. */
export interface SandboxFault {
  /** `delay` and `cut` change the response of the service; with `drop` and `status`, the service does not see the request. */
  readonly fault: 'delay' | 'drop' | 'cut' | 'status';
  /** Of `delay`: a time value such as `2s`. */
  readonly delay?: string;
  /** Of `status`. */
  readonly status?: number;
  /** Header fields of `status`, such as `{ "Retry-After": "30" }`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The body of `status`: a JSON value, or a text. */
  readonly body?: unknown;
  /** The server; each of them unless given. */
  readonly service?: string;
  readonly method?: string;
  /** A path; `*` stands for any characters. */
  readonly path?: string;
  /** So many requests pass first. */
  readonly after?: number;
  /** So many requests fail; 1 unless given, and with `every` all. */
  readonly times?: number;
  /** Only each Nth request fails. */
  readonly every?: number;
}

/** Which received requests are meant: each member that is given must fit. */
export interface RequestFilter {
  /** The server; each of them unless given. */
  readonly service?: string;
  readonly method?: string;
  /** Without the query; `*` stands for any characters. */
  readonly path?: string;
  /** Parameters, decoded; others may be there, too. */
  readonly query?: Readonly<Record<string, string>>;
  /** Header fields; others may be there, too. */
  readonly headers?: Readonly<Record<string, string>>;
  /** A JSON value, or a text. Objects may have further members unless `isExact` is true. */
  readonly body?: unknown;
  readonly isExact?: boolean;
}

/** A received request, with secrets masked. */
export interface ReceivedRequest {
  /** The name of the endpoint. */
  readonly server: string;
  /** By the sandbox's clock, such as `2026-01-31T12:00:00.000Z`. */
  readonly time: string;
  readonly method: string;
  readonly path: string;
  /** The parameters, decoded; of several with one name, a list. */
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  /** By their names in lower case; several with one name are joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  /** A JSON value, or a text; absent if it was empty. */
  readonly body?: unknown;
  /** Absent as long as the request is not answered. */
  readonly response?: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: unknown;
  };
  /** The fault that was injected, except a status. */
  readonly fault?: 'delay' | 'drop' | 'cut';
}

/** The state of a sandbox at a moment. It costs nothing to keep, and can be restored often. */
export interface SandboxSnapshot {
  readonly kind: 'snapshot';
}

/** The clock of a sandbox. Keys expire and limits reset by it. */
export interface SandboxClock {
  /** Returns its time. */
  now(): Date;
  /** Moves it by a time value such as `90m` or `7d`, and returns its time. */
  advance(by: string): Date;
  /** Sets it to a date and stops it there, and returns its time. */
  set(to: Date | string): Date;
  /** Lets it follow the time of the machine, and returns its time. */
  release(): Date;
}

/** A running sandbox. Services are named by their ids, such as `code-hosting`, or by their endpoints; of several servers of one service, the first is meant. An unknown name throws a RangeError. */
export interface TestSandbox {
  /** In the order of their ports on the command line. */
  readonly endpoints: readonly SandboxEndpoint[];
  /** Returns the base URL of a service, without a slash at the end. */
  url(service: string): string;
  /** Returns the value of an `Authorization` header field that may do everything at a service. */
  credential(service: string): string;
  /** Returns to the beginning: state, clock, faults and recorded responses; forgets the received requests. */
  reset(): void;
  /** Returns the present state, with clock and faults. */
  snapshot(): SandboxSnapshot;
  /** Returns to a state of this sandbox, and forgets the received requests. */
  restore(snapshot: SandboxSnapshot): void;
  readonly clock: SandboxClock;
  /** Adds faults. Of those that a request meets, the first applies. A fault that cannot be used throws an error. */
  fault(fault: SandboxFault | readonly SandboxFault[]): void;
  /** Removes all faults. */
  clearFaults(): void;
  /** Returns the last requests that were received, at most 1,000 and 10 MB, the earliest first. */
  requests(filter?: RequestFilter): readonly ReceivedRequest[];
  /** Returns the requests that fit; throws an error that names the difference unless they are as many as `times`, 1 unless given. */
  expectRequest(expected: RequestFilter & { readonly times?: number }): readonly ReceivedRequest[];
  /** Ends the servers. Further calls do nothing. */
  close(): Promise<void>;
}
