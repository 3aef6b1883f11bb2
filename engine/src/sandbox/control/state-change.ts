import type { ClusterState, IndexRecord } from '../../services/search-cluster/sandbox/cluster/model';
import { HookTable } from '../../services/code-hosting/sandbox/hook-table';
import { allOperations, type OperationLog } from '../../services/search-cluster/sandbox/indices/operation-log';
import { Table } from '../table';
import { exportIndex } from './export-state';
import type { SandboxState } from '../sandbox-state';
import { isRecord } from '../wire';

/** The change from one JSON value to another. Lines of state files have this format, so later versions must be able to read it. */
type Patch =
  | { readonly set: unknown }
  | { readonly in: Readonly<Record<string, Patch>>; readonly removed?: readonly string[] }
  /** Runs of former items, by the first index and their number, and new items. */
  | { readonly list: readonly (readonly [from: number, count: number] | { readonly set: unknown })[] };

type Compare = (before: unknown, now: unknown) => Patch | undefined;
type Members = Readonly<Record<string, unknown>>;

/**
 * Returns the change between the exports of two states as one line, or undefined when they are equal. Shared parts are skipped, so the cost
 * depends on the size of the change.
 */
export function describeChange(before: SandboxState, now: SandboxState): string | undefined {
  const patch = compareMembers(before, now, {
    clusters: (old, next) => compareMembers(old as Members, next as Members, {}, compareCluster),
  });
  return patch && JSON.stringify(patch);
}

/** Applies a line to an export, possibly in place. Throws for a line that does not fit. */
export function applyChange(exported: unknown, line: string): unknown {
  return apply(exported, JSON.parse(line) as Patch);
}

const compareCluster: Compare = (before, now) =>
  compareMembers(before as ClusterState, now as ClusterState, {
    indices: (old, next) => compareMembers(old as Members, next as Members, {}, compareIndex),
  });

const compareIndex: Compare = (before, now) =>
  isRecord(before) && isRecord(now)
    ? compareMembers(before, now, { history: compareHistory })
    : { set: exportIndex(now as IndexRecord) };

const compareHistory: Compare = (before, now) =>
  compareLists(allOperations(before as OperationLog), allOperations(now as OperationLog));

const compare: Compare = (before, now) => {
  if (before === now) return undefined;
  if (before instanceof HookTable && now instanceof HookTable) return compare(before.records, now.records);
  if (before instanceof Table && now instanceof Table) return compareTables(before, now);
  if (Array.isArray(before) && Array.isArray(now)) return compareLists(before, now);
  return isRecord(before) && isRecord(now) ? compareMembers(before, now) : { set: now };
};

function compareMembers(
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

function compareTables(before: Table<unknown>, now: Table<unknown>): Patch | undefined {
  const changes = now.changesSince(before);
  const kept = changes.filter((change) => change.now !== undefined);
  const inside = kept.flatMap(({ key, before: old, now: next }): [string, Patch][] => {
    const patch = old === undefined ? { set: next } : compare(old, next);
    return patch ? [[key, patch]] : [];
  });
  const removed = changes.filter((change) => change.now === undefined).map(({ key }) => key);
  return patchOf(inside, removed);
}

function patchOf(inside: readonly [string, Patch][], removed: readonly string[]): Patch | undefined {
  if (inside.length === 0 && removed.length === 0) return undefined;
  return { in: Object.fromEntries(inside), ...(removed.length > 0 && { removed }) };
}

/** Compares items by identity; new or replaced items are written as a whole. */
function compareLists(before: readonly unknown[], now: readonly unknown[]): Patch | undefined {
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

function apply(value: unknown, patch: Patch): unknown {
  if ('set' in patch) return patch.set;
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
