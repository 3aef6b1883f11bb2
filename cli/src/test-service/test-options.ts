/** The options of `rulebook test`. */
export interface TestServiceOptions {
  /** The name of an endpoint of `rulebook.json`, or a URL. Absent: the endpoint of the service, or the first server of its description on this machine. */
  readonly endpoint?: string;
  /** Header fields of every request: `Name: value`. */
  readonly header: readonly string[];
  readonly seed: number;
  /** Files of requests whose bodies are taken, too. */
  readonly requests: readonly string[];
  /** Patterns of operations. */
  readonly only: readonly string[];
  readonly maxRequests: number;
  /** In seconds. */
  readonly maxTime: number;
  /** The folder of the findings. */
  readonly output: string;
  readonly format: string;
  readonly report: readonly string[];
  /** Test a service that is not on this machine. */
  readonly yes?: boolean;
  /** The ways that were named when the server for language models was started; a model wants the tests where there are any. */
  readonly onlyWay?: readonly string[];
  /** The ways of endpoints that were protected then. */
  readonly guardedWay?: readonly string[];
  /** The environments that were protected then. */
  readonly guardedEnvironment?: readonly string[];
  /** Outside the sandbox, only requests that read are sent. */
  readonly readsOnly?: boolean;
  readonly env?: string;
  readonly trustEndpoint: readonly string[];
  readonly allowOrigin: readonly string[];
  /** In seconds. */
  readonly timeout?: number;
  readonly cert?: string;
  readonly key?: string;
  readonly cacert?: string;
}
