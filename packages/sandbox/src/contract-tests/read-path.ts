import { isRecord } from '@rulebook/json/is-record';

/** Returns the value at a path such as `$.data["my id"]`, as `pathOf` writes it. */
export function readPath(value: unknown, path: string): unknown {
  const parts = [...path.matchAll(/\.(\w+)|\[("(?:[^"\\]|\\.)*")\]/g)].map(([, name, quoted]) =>
    name === undefined ? String(JSON.parse(quoted ?? '""')) : name,
  );
  return parts.reduce<unknown>((inner, name) => (isRecord(inner) ? inner[name] : undefined), value);
}
