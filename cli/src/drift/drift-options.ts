import type { SenderOptions } from '../run/sender-options';

/** The options of `rulebook drift`. */
export interface DriftOptions extends Pick<SenderOptions, 'trustEndpoint' | 'allowOrigin' | 'cert' | 'key' | 'cacert'> {
  /** The name of an endpoint of `rulebook.json`, or a URL. */
  readonly endpoint: string;
  /** The file of a description; absent: that of the service of the endpoint. */
  readonly description?: string;
  readonly env?: string;
  readonly var: readonly string[];
  /** In seconds. */
  readonly timeout?: number;
  /** Body files may lie anywhere. */
  readonly allowOutsideFiles?: boolean;
  /** Asks for resources by the model, too. */
  readonly resources: boolean;
  /** How many items of a list are followed. */
  readonly items: number;
  readonly maxRequests: number;
  /** In seconds. */
  readonly maxTime: number;
  /** Of all bodies together. */
  readonly maxBytes: number;
  /** Between two requests, in milliseconds. */
  readonly pause: number;
  readonly format: string;
  readonly report: readonly string[];
  /** A file for a recording. */
  readonly har?: string;
  readonly failOn: string;
  /** Ask a protected endpoint without a question. */
  readonly yes?: boolean;
}
