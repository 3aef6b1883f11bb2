/** A request that was sent, and the response to it. */
export interface Exchange {
  readonly method: string;
  /** The URL of the service. */
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The text of the body; undefined when there is none, or when it was not kept. */
  readonly body?: string;
  /** Why the body is not there, as half a sentence. */
  readonly withoutBody?: string;
  readonly response: {
    readonly status: number;
    readonly headers: readonly (readonly [name: string, value: string])[];
    /** Undefined when it is not a text, or was not kept as a whole. */
    readonly body?: string;
  };
  readonly operation?: RecordedOperation;
}

/** The operation of a request, as far as it is described. */
export interface RecordedOperation {
  readonly id: string;
  readonly title: string;
  /** The values of its path parameters. */
  readonly parameters: readonly string[];
  /** The response is as the description says, so that it can be asserted. */
  readonly isMet: boolean;
}

/** Returns the value of a header field. */
export function fieldOf(headers: Exchange['headers'], wanted: string): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
}
