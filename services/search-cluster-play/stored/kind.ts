import type { WireResponse } from '@rulebook/sandbox/model';
import { answer } from '@rulebook/sandbox/wire';
import type { ClusterCall } from '../cluster/call';
import type { StoredRecord } from '../cluster/model';
import { failure } from '../cluster/responses';
import type { Problem } from '../indices/problem';

/** The members of a JSON object. */
export type Members = Readonly<Record<string, unknown>>;

/** A request that stores something under a name. */
export interface Storing {
  readonly call: ClusterCall;
  readonly name: string;
  readonly body: Members;
  /** What has the name already. */
  readonly former: StoredRecord | undefined;
}

/** How the names in a path select: one of them or a list, with patterns or without. */
export interface Selecting {
  readonly isList?: true;
  readonly hasPatterns?: true;
}

/** A kind of what is stored under a name and given back: how it is kept, and how responses show it. */
export interface StoredKind {
  /** What the state calls it. */
  readonly id: string;
  /** What messages call it. */
  readonly noun: string;
  /** The path of all of them; behind it is the name of one. */
  readonly path: string;
  /** What a server does with such a thing, and the sandbox does not: the rest of a sentence. */
  readonly without?: string;
  /** Parameters of the query that are not played. */
  readonly unplayed?: readonly string[];
  readonly reads: Selecting;
  /** Set where a read that names one that is not there fails as a whole. */
  readonly needsAll?: true;
  readonly removes: Selecting;
  /** Members that a body must have, by the service's error type. */
  readonly required?: { readonly members: readonly string[]; readonly type: string };
  /** The members that a body may have, and the service's error type for others; absent: all are taken. */
  readonly known?: { readonly members: readonly string[]; readonly type: string };
  /** Returns why no request changes or removes one of this name. */
  readonly refuseReserved?: (call: ClusterCall, name: string, isRemoval: boolean) => Problem | undefined;
  /** Returns what is kept of a body, or why it is refused. */
  readonly keep: (storing: Storing) => Members | Problem;
  /** Returns what responses show of one. */
  readonly show: (record: StoredRecord, call: ClusterCall) => unknown;
  /** Returns why one cannot be removed. */
  readonly refuseRemoval?: (call: ClusterCall, name: string) => Problem | undefined;
  /** Returns those that are there without a request that stored them. */
  readonly further?: (call: ClusterCall) => readonly StoredRecord[];
  /** Returns why a request cannot change or remove what is there under a condition that it states; absent: it states none. */
  readonly refuseChange?: (call: ClusterCall, former: StoredRecord | undefined) => Problem | undefined;
  /** Returns the body of the response to a request that stores one; without a body, undefined. */
  readonly stored: (isNew: boolean, record: StoredRecord, call: ClusterCall) => unknown;
  /** Set where the response to a request that creates one has the status 201. */
  readonly isCreated?: true;
  /** What the response shows of what was removed; a function is called with its name. */
  readonly removed: unknown;
  readonly notRemoved: (call: ClusterCall, name: string) => WireResponse;
  /** Returns the response to a read that finds none; without a name, all were asked for. */
  readonly none: (name: string | undefined) => WireResponse;
  /** Returns the body of the response to a read, of names and what is shown of each; without a name, all were asked for. */
  readonly all: (shown: readonly (readonly [name: string, shown: unknown])[], name: string | undefined) => unknown;
}

/** The response of most operations that change something. */
export const acknowledged = { acknowledged: true };

/** Answers of kinds that are shown by their names. */
export const shownByName: Pick<StoredKind, 'all'> = { all: (shown) => Object.fromEntries(shown) };

/** Answers of kinds whose missing name is an empty object. */
export const emptyWhenMissing: Pick<StoredKind, 'none'> = {
  none: (name) => answer(name === undefined ? 200 : 404, {}),
};

/** Answers of kinds of which a request says whether it created or found them. */
export function foundOrNot(stored: (isNew: boolean) => unknown): Pick<StoredKind, 'stored' | 'removed' | 'notRemoved'> {
  return { stored, removed: { found: true }, notRemoved: () => answer(404, { found: false }) };
}

/** Returns the response about a name that is not there. */
export function missing(noun: string, name: string, type = 'resource_not_found_exception'): WireResponse {
  return failure(404, type, [{ reason: `There is no ${noun} [${name}].` }]);
}

/** The times that responses show of pipelines and templates. */
export const shownTimes = ['created_date', 'created_date_millis', 'modified_date', 'modified_date_millis'];

/** Returns a list of what is one value or a list of them. */
export function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

/** Returns the records of a kind. */
export function recordsOf({ stored }: ClusterCall['cluster'], kind: string): readonly StoredRecord[] {
  return (stored?.ordered() ?? []).flatMap(([, record]) => (record.kind === kind ? [record] : []));
}

/** Returns the record of a kind and a name. */
export function recordOf(
  { stored }: Pick<ClusterCall['cluster'], 'stored'>,
  kind: string,
  name: string,
): StoredRecord | undefined {
  return stored?.get(keyOfRecord(kind, name));
}

/** Returns the key of a record in the state. */
export function keyOfRecord(kind: string, name: string): string {
  return `${kind}/${name}`;
}
