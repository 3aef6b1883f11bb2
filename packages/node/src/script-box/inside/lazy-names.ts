/** Adds members that are made by a call when the script uses the first of them: few scripts use all that they may. */
export function addLater(target: Record<string, unknown>, names: readonly string[], make: () => void): void {
  const member = { configurable: true, enumerable: true };
  const makeAll = (): void => {
    for (const name of names) Object.defineProperty(target, name, { ...member, writable: true, value: undefined });
    make();
  };
  for (const name of names) {
    Object.defineProperty(target, name, {
      ...member,
      get: () => {
        makeAll();
        return target[name];
      },
      set: (value: unknown) => {
        makeAll();
        target[name] = value;
      },
    });
  }
}
