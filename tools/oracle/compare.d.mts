/** What a server answered. `oracle` is set where the node only read the request. */
export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  readonly oracle?: string;
}

export interface Difference {
  readonly kind: 'status' | 'error' | 'shape' | 'value';
  readonly at?: string;
  readonly node?: string | undefined;
  readonly sandbox?: string | undefined;
}

export function differenceOf(node: Answer, sandbox: Answer): Difference | undefined;
export function differencesOf(node: Answer, sandbox: Answer): readonly Difference[];
export function summary(answer: Answer): string;
export function errorType(answer: Answer): string | undefined;
