/** Returns a member of an object, or undefined for anything else. */
export function memberNamed(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

/** Returns a member that is a string. */
export function textNamed(value: unknown, name: string): string | undefined {
  const found = memberNamed(value, name);
  return typeof found === 'string' ? found : undefined;
}

/** Returns the items of a member that is a list. */
export function itemsNamed(value: unknown, name: string): readonly unknown[] {
  const found = memberNamed(value, name);
  return Array.isArray(found) ? found : [];
}
