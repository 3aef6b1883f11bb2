// The types of `rulebook-http/sandbox`, which the package ships as they are here: this file imports nothing.

/** A request as a server receives it. */
export interface SandboxRequest {
  readonly method: string;
  /** Path and query, percent-encoded, for example `/_security/api_key?refresh=true`. */
  readonly target: string;
  /** `Authorization` is needed: see `credential` of the server. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Empty unless given. */
  readonly body?: string;
  /** In place of `body`, one that is not text, such as an image. */
  readonly bytes?: Uint8Array;
}

/** The response of a server of the sandbox. */
export interface SandboxResponse {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** JSON text, another text, or empty. */
  readonly body: string;
  /** The body, where it is not a text; `body` is empty then. */
  readonly bytes?: Uint8Array;
  /** What an injected fault asks the caller to do with this response: `delay` it by `milliseconds`, `drop` it, or `cut` it. A `status` is in `status`. */
  readonly fault?: { readonly kind: 'delay' | 'drop' | 'cut'; readonly milliseconds?: number };
  /** The webhook deliveries that the request causes. No one sends them: that is up to the caller. */
  readonly deliveries: readonly SandboxDelivery[];
}

/** A webhook delivery, signed if the sandbox was made with `hmac`. */
export interface SandboxDelivery {
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  /** The secret of the webhook, with which the receiver expects a signature. Absent when it has none, and with `hmac`. */
  readonly secret?: string;
}

/** A server of the sandbox. */
export interface SandboxServerInfo {
  /** What `send` takes, the name that the command line uses, for example `sandbox-cluster`. */
  readonly name: string;
  /** The id of the service that it plays. */
  readonly service: string;
  /** The value of an `Authorization` header field that may do everything. */
  readonly credential: string;
}

/** A service that is played by the text of its description. A text that cannot be used throws a RangeError. */
export interface DescribedService {
  /** Its id: small letters, digits and hyphens. Its server is named like `sandbox-shop`. */
  readonly name: string;
  /** OpenAPI 3.0 to 3.2 or Swagger 2.0, in JSON or YAML. */
  readonly text: string;
  /** Returns the files that the description refers to. */
  readonly read?: ReadFile;
}

/** A service that is played by a description that was compiled before. */
export interface CompiledService {
  /** Its id: small letters, digits and hyphens. */
  readonly name: string;
  /** What `compileDescription` returned, of the same version of Rulebook; otherwise a RangeError is thrown. */
  readonly compiled: string;
}

/** Returns the text of a file by its path from the folder of the description; undefined if there is none. */
export type ReadFile = (path: string) => string | undefined;

/** What a sandbox is made with. The same options and requests lead to the same responses. */
export interface SandboxOptions {
  /** Returns the time in milliseconds since 1970, for example `Date.now`. */
  readonly now: () => number;
  /** Returns that many random characters of `A-Z a-z 0-9 _ -`, for ids, keys and secrets. */
  readonly randomText: (length: number) => string;
  /** Rejects only what the documents forbid, not also what real services are known to reject; false unless given. */
  readonly isLenient?: boolean;
  /**
   * Returns the text of a compiled description of the package by the name of its file without `.br`, for example `elasticsearch.json`:
   * `dist/descriptions/` of the package, decompressed with Brotli. Without it, operations that only the published descriptions have are not
   * played, such as those on templates, users and data streams: they are answered with 501.
   */
  readonly loadDescription?: (file: string) => string | undefined;
  /** What is played: ids of services that it plays without a description, such as `search-cluster`, and services by their descriptions. All of the former unless given. */
  readonly services?: readonly (string | DescribedService | CompiledService)[];
  /** URLs of receivers: all webhooks of descriptions are returned as deliveries to each of them. */
  readonly webhooksTo?: readonly string[];
  /** The text of a seed file. A text that cannot be used throws a RangeError. */
  readonly seed?: string;
  /** The text of an export, with which it begins; its credentials become those of the sandbox. A text that cannot be read throws a RangeError. */
  readonly state?: string;
  /** Folders below which snapshot repositories may lie. Nothing is written: each folder counts as reachable. `/repositories` unless given. */
  readonly pathRepo?: readonly string[];
  /** Patterns of the URLs of read-only snapshot repositories; none unless given. Nothing is read: each URL counts as reachable. */
  readonly allowedUrls?: readonly string[];
  /** Signs deliveries: returns the keyed hash (HMAC) of a text in hexadecimal digits. Without it, deliveries come with the secret and unsigned. */
  readonly hmac?: (hash: 'sha1' | 'sha256', secret: string, text: string) => string;
}

/** The services as functions, in memory: no server is started and nothing is sent. */
export interface Sandbox {
  /** In the order of their ports. */
  readonly servers: readonly SandboxServerInfo[];
  /** Answers a request to the server of this name; the former names `cluster`, `leader` and `host` are understood, too. Throws a RangeError for an unknown name; a bad request is answered with an error status. */
  send(server: string, request: SandboxRequest): SandboxResponse;
  /** Returns the whole state as JSON text, which holds secrets. */
  exportState(): string;
}
