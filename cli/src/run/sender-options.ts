/** The options that say where requests of a command may go. */
export interface WayOptions {
  /** Start a sandbox for the run, and send there only. */
  readonly sandbox?: boolean;
  /** The ways that requests may go at all; absent: every way. For the server for language models. */
  readonly onlyWay?: readonly string[];
  /** The ways of endpoints that were protected when that server was started. */
  readonly guardedWay?: readonly string[];
}

/** The options by which a command gets at what it sends with. */
export interface SenderOptions extends WayOptions {
  /** Endpoints that may get the credential of the environment. */
  readonly trustEndpoint: readonly string[];
  /** URLs to which private values may go. */
  readonly allowOrigin: readonly string[];
  /** Requests are sent whose responses others use. */
  readonly withDependencies?: boolean;
  /** Files with the certificate of the client, its key, and the authorities to trust. */
  readonly cert?: string;
  readonly key?: string;
  readonly cacert?: string;
}
