/** Commands by their names. */
export type Commands = Readonly<Record<string, (...args: readonly unknown[]) => unknown>>;
