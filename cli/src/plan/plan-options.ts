/** The options of `rulebook plan`. */
export interface PlanOptions {
  /** The name of an endpoint of `rulebook.json`. */
  readonly endpoint: string;
  /** Only what the request at this line declares, counted from 1; for a program that asks about one. */
  readonly line?: number;
  readonly env?: string;
  readonly var: readonly string[];
  readonly format: string;
  /** Endpoints that may get the credential of the environment. */
  readonly trustEndpoint: readonly string[];
  /** In seconds. */
  readonly timeout?: number;
  readonly retries?: number;
  /** Files with the certificate of the client, its key, and the authorities to trust. */
  readonly cert?: string;
  readonly key?: string;
  readonly cacert?: string;
  /** Body files may lie anywhere. */
  readonly allowOutsideFiles?: boolean;
}
