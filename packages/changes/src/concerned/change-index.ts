import type { Operation } from '@rulebook/catalogue/operation';
import type { Change } from '../model';

/** A schema that is at more places is looked for at the nearest ones. */
const maxPlaces = 200;

/** The changes of each operation, by method and template; the names of parameters in it do not matter. */
export interface ChangeIndex {
  readonly byOperation: ReadonlyMap<string, readonly Change[]>;
  /** With a change of its own for each place at which the same schema is, once an operation is asked for. */
  readonly placed: Map<string, readonly Change[]>;
}

/** Returns the changes by their operations. Those of the whole description belong to none. */
export function indexOfChanges(changes: readonly Change[]): ChangeIndex {
  const found = new Map<string, Change[]>();
  for (const change of changes) {
    const { method, path } = change.place;
    if (path === undefined) continue;
    const key = keyOfOperation(method ?? '', path);
    const list = found.get(key);
    if (list === undefined) found.set(key, [change]);
    else list.push(change);
  }
  return { byOperation: found, placed: new Map() };
}

/** Returns the changes that concern an operation called by a method. */
export function changesOf(index: ChangeIndex, { methods, path }: Operation, method: string): readonly Change[] {
  const called = methods.includes(method) ? method : (methods[0] ?? method);
  // Some kinds are about a path with all its methods.
  return [...placedAt(index, keyOfOperation(called, path)), ...placedAt(index, keyOfOperation('', path))];
}

function placedAt({ byOperation, placed }: ChangeIndex, key: string): readonly Change[] {
  const former = placed.get(key);
  if (former !== undefined) return former;
  const made = (byOperation.get(key) ?? []).flatMap((change) => [
    change,
    ...(change.alsoAt?.(maxPlaces) ?? []).map((element): Change => ({
      ...change,
      place: { ...change.place, element },
    })),
  ]);
  placed.set(key, made);
  return made;
}

function keyOfOperation(method: string, path: string): string {
  return `${method.toUpperCase()} ${path.replace(/\{[^{}]*\}/g, '{}').replace(/(?<=.)\/$/, '')}`;
}
