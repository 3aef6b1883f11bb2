/** What requests of a command may do, and what is done with their responses. */
export interface SendPolicy {
  readonly name?: string;
  readonly line?: number;
  /** The name of a `# @sequence`, whose requests are sent. */
  readonly sequence?: string;
  /** Stop at the first failure. */
  readonly bail?: boolean;
  /** The older name of `bail`. */
  readonly stop?: boolean;
  readonly env?: string;
  /** Start a sandbox for the run, and send there only. */
  readonly sandbox?: boolean;
  /** Endpoints that may get the credential of the environment. */
  readonly trustEndpoint: readonly string[];
  /** URLs to which private values may go. */
  readonly allowOrigin: readonly string[];
  /** The ways that requests may go at all; absent: every way. For the server for language models. */
  readonly onlyWay?: readonly string[];
  /** The ways of endpoints that were protected when that server was started. */
  readonly guardedWay?: readonly string[];
  /** The environments that were protected then. */
  readonly guardedEnvironment?: readonly string[];
  /** In seconds. */
  readonly timeout?: number;
  /** How often a reading request is sent again. */
  readonly retries?: number;
  /** Files with the certificate of the client, its key, and the authorities to trust. */
  readonly cert?: string;
  readonly key?: string;
  readonly cacert?: string;
  /** A file for the body of the response. */
  readonly output?: string;
  /** Compare the responses with what is known about their operations. */
  readonly checkAnswers?: boolean;
  readonly sendAnyway?: boolean;
  /** A redirect that is not followed does not count as a failure. */
  readonly acceptRedirects?: boolean;
  /** Do not ask before something is destroyed. */
  readonly yes?: boolean;
  readonly showSecrets?: boolean;
  /** How responses are printed; absent: they are not. */
  readonly format?: string;
}

/** The options of `rulebook run`. */
export interface RunOptions extends SendPolicy {
  readonly all?: boolean;
  /** Send the requests first whose responses the chosen ones use. */
  readonly withDependencies?: boolean;
  /** How often the requests are sent. */
  readonly repeat?: number;
  /** How many requests are sent at a time at most. */
  readonly parallel?: number;
  readonly endpoint?: string;
  /** Run the scripts of the requests. */
  readonly scripts?: boolean;
  /** The program that started this one asks its user. For the server for language models. */
  readonly askParent?: boolean;
  readonly var: readonly string[];
  /** Keep the cookies that services set, for the run. */
  readonly cookies: boolean;
  /** Body files may lie anywhere. */
  readonly allowOutsideFiles?: boolean;
  /** Files for reports: JUnit (`.xml`), a page (`.html`) or JSON (`.json`). */
  readonly report: readonly string[];
  /** A file for a recording of the requests and responses. */
  readonly har?: string;
  readonly format: string;
}

/** Returns whether no request is sent after one has failed. */
export function stopsAtFailure({ bail = false, stop = false, sequence }: SendPolicy): boolean {
  return bail || stop || sequence !== undefined;
}
