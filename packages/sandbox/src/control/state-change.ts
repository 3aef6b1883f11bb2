import { isRecord } from '@rulebook/json/is-record';
import { stateOf, type SandboxPart } from '../part';
import type { SandboxState } from '../sandbox-state';
import { Table } from '../table';
import type { Compare, Patch } from './patch';

/**
 * Returns the change between the exports of two states as one line, or undefined when they are equal. Shared parts are skipped, so the cost
 * depends on the size of the change.
 */
export function describeChange(
  parts: readonly SandboxPart[],
  before: SandboxState,
  now: SandboxState,
): string | undefined {
  const special = parts.map((part): [string, Compare] => [
    part.member,
    () => {
      const [old, next] = [stateOf(part, before), stateOf(part, now)];
      return part.change ? part.change(old, next) : compare(old, next);
    },
  ]);
  const patch = compareMembers(before, now, Object.fromEntries(special));
  return patch && JSON.stringify(patch);
}

/** Applies a line to an export, possibly in place. Throws for a line that does not fit. */
export function applyChange(exported: unknown, line: string): unknown {
  return apply(exported, JSON.parse(line) as Patch);
}

/** Compares two values member by member. */
export const compare: Compare = (before, now) => {
  if (before === now) return undefined;
  if (before instanceof Table && now instanceof Table) return compareTables(before, now);
  if (Array.isArray(before) && Array.isArray(now)) return compareLists(before, now);
  return isRecord(before) && isRecord(now) ? compareMembers(before, now) : { set: now };
};

/** Compares the members of two objects: some in a special way, the others by `usual`. */
export function compareMembers(
  before: object,
  now: object,
  special: Readonly<Record<string, Compare>> = {},
  usual: Compare = compare,
): Patch | undefined {
  const old = new Map<string, unknown>(Object.entries(before));
  const inside: [string, Patch][] = [];
  for (const [name, value] of Object.entries(now) as [string, unknown][]) {
    if (value === undefined) continue;
    const earlier = old.get(name);
    old.delete(name);
    if (earlier === value) continue;
    const patch = (Object.hasOwn(special, name) ? special[name] : usual)?.(earlier, value);
    if (patch) inside.push([name, patch]);
  }
  const removed = [...old].filter(([, value]) => value !== undefined).map(([name]) => name);
  return patchOf(inside, removed);
}

/** Compares two tables by what they do not share, and the values of a key by `usual`. */
export function compareTables(
  before: Table<unknown>,
  now: Table<unknown>,
  usual: Compare = compare,
): Patch | undefined {
  const changes = now.changesSince(before);
  const kept = changes.filter((change) => change.now !== undefined);
  const inside = kept.flatMap(({ key, before: old, now: next }): [string, Patch][] => {
    const patch = usual(old, next);
    return patch ? [[key, patch]] : [];
  });
  const removed = changes.filter((change) => change.now === undefined).map(({ key }) => key);
  return patchOf(inside, removed);
}

function patchOf(inside: readonly [string, Patch][], removed: readonly string[]): Patch | undefined {
  if (inside.length === 0 && removed.length === 0) return undefined;
  return { in: Object.fromEntries(inside), ...(removed.length > 0 && { removed }) };
}

/** Compares two lists. Items are compared by identity; new or replaced items are written as a whole. */
export function compareLists(before: readonly unknown[], now: readonly unknown[]): Patch | undefined {
  if (before.length === now.length && now.every((item, at) => item === before[at])) return undefined;
  const places = new Map(before.map((item, at) => [item, at]));
  const list: ([number, number] | { readonly set: unknown })[] = [];
  for (const item of now) {
    const at = places.get(item);
    const last = list[list.length - 1];
    if (at === undefined) list.push({ set: item });
    else if (Array.isArray(last) && last[0] + last[1] === at) last[1]++;
    else list.push([at, 1]);
  }
  return { list };
}

function apply(before: unknown, patch: Patch): unknown {
  if ('set' in patch) return patch.set;
  // Earlier sandboxes wrote changes inside of a member that they had left out of the whole state.
  const value = before === undefined && 'in' in patch ? {} : before;
  if ('list' in patch) {
    if (!Array.isArray(value)) throw new Error('not a list');
    const items = value as readonly unknown[];
    return patch.list.flatMap((part) => ('set' in part ? [part.set] : items.slice(part[0], part[0] + part[1])));
  }
  if (!isRecord(value)) throw new Error('not an object');
  for (const [name, inner] of Object.entries(patch.in)) {
    const earlier = Object.hasOwn(value, name) ? value[name] : undefined;
    // A plain assignment of `__proto__` would not create a member.
    Object.defineProperty(value, name, {
      value: apply(earlier, inner),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  for (const name of patch.removed ?? []) Reflect.deleteProperty(value, name);
  return value;
}
