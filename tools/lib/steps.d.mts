/** Returns a function that does something and says it in one line, with the seconds that it took. */
export function createSteps(options?: {
  readonly write?: (text: string) => unknown;
  readonly isTerminal?: boolean;
}): <T>(title: string, run: () => Promise<T>) => Promise<T>;
