/** Adds members that are computed on first use and kept. */
export function withLazy<T extends object, L extends Readonly<Record<string, (() => unknown) | undefined>>>(
  made: T,
  lazy: L,
): T & { readonly [K in keyof L]: ReturnType<NonNullable<L[K]>> } {
  // Pairs would be allocated for each of thousands of shapes.
  for (const name of Object.keys(lazy)) {
    const compute = lazy[name];
    if (compute === undefined) continue;
    Object.defineProperty(made, name, {
      enumerable: true,
      configurable: true,
      get: () => {
        const value = compute();
        Object.defineProperty(made, name, { enumerable: true, value });
        return value;
      },
    });
  }
  return made as T & { readonly [K in keyof L]: ReturnType<NonNullable<L[K]>> };
}
