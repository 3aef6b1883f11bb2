/** What a description says, for the judge. */
export interface Description {
  readonly operations: readonly { readonly body?: { readonly schema: unknown } }[];
  readonly basePath: string;
  readonly matches: (schema: unknown, value: unknown) => boolean;
}

export interface Count {
  readonly passed: number;
  readonly all: number;
  readonly failures: readonly string[];
}

export interface Verdict {
  readonly operations: Count;
  readonly stories: Count;
  readonly removals: Count;
}

export declare function judgeServer(description: Description, baseUrl: string): Promise<Verdict>;
export declare function readDescription(file: string): Description | undefined;
export declare function sampleOf(description: Description, schema: unknown): unknown;
