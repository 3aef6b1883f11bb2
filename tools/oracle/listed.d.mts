/** A difference that stays. */
export interface Entry {
  readonly reason: string;
  readonly why: string;
  readonly when: Readonly<Record<string, string | readonly string[]>>;
}

export const reasons: readonly string[];
export function entries(): Promise<readonly Entry[]>;
export function readListed(
  list?: readonly Entry[],
): Promise<{ find(step: object): Entry | undefined; unused(server?: string): readonly Entry[] }>;
