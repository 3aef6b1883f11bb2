import type { Operation } from '@rulebook/catalogue/operation';
import { matchesPattern } from '@rulebook/text/name-pattern';
import { decodePart } from '@rulebook/text/decode';
import { answer } from '@rulebook/sandbox/wire';
import { Table } from '@rulebook/sandbox/table';
import { respond, type ClusterCall, type ClusterHandlers, type ClusterStep } from '../cluster/call';
import type { ClusterState, StoredRecord } from '../cluster/model';
import { noObject, readObject } from '../indices/handlers';
import { isOn } from '../indices/names';
import { isProblem, problem, refuse, unplayedPart } from '../indices/problem';
import { keyOfRecord, recordsOf, type Selecting, type StoredKind } from './kind';
import { storedKinds } from './kinds';
import { privilegeHandler } from './privileges';
import { streamHandler } from './streams';
import { userHandler } from './user-changes';

const kindsByPath = new Map(storedKinds.map((kind) => [kind.path, kind]));

/** Returns what plays an operation on what is stored by names; undefined for another one. Only the path of the operation counts. */
export function storedHandler(operation: Operation): ((call: ClusterCall) => ClusterStep) | undefined {
  const { path } = operation;
  const brace = path.indexOf('/{');
  const kind = kindsByPath.get(brace < 0 ? path : path.slice(0, brace));
  if (kind === undefined) return privilegeHandler(operation) ?? userHandler(operation) ?? streamHandler(operation);
  if (brace < 0) return (call) => (isReading(call) ? read(call, kind, undefined) : playMatchedPart(call));
  if (!/^\/\{\w+\}(?:\/\{context\})?$/.test(path.slice(brace))) return userHandler(operation);
  return (call) => playOne(call, kind, nameIn(call, kind));
}

/** Plays the operations on stored things that the catalogue describes itself. */
export const storedHandlers: ClusterHandlers = Object.fromEntries(
  ['role.put', 'role.get', 'role.delete', 'ingest-pipeline.put', 'script.put', 'script.put-for'].map((id) => [
    `search-cluster.${id}`,
    playMatched,
  ]),
);

function playMatched(call: ClusterCall): ClusterStep {
  const operation = call.match.kind === 'operation' ? call.match.operation : undefined;
  const handler = operation && storedHandler(operation);
  return handler ? handler(call) : refuse(call, unplayedPart('this operation'));
}

function nameIn({ path }: ClusterCall, kind: StoredKind): string {
  const [name = ''] = path.slice(kind.path.length + 1).split('/');
  return decodePart(name);
}

function playOne(call: ClusterCall, kind: StoredKind, name: string): ClusterStep {
  const unplayed = kind.unplayed?.find((parameter) => call.query.has(parameter));
  if (unplayed !== undefined) return refuse(call, unplayedPart(`the parameter [${unplayed}] of this operation`));
  if (call.method === 'DELETE') return remove(call, kind, name);
  if (call.method === 'PUT' || call.method === 'POST') return store(call, kind, name);
  return isReading(call) ? read(call, kind, name) : playMatchedPart(call);
}

function isReading({ method }: ClusterCall): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Responds to what changes parts of what is stored. */
function playMatchedPart(call: ClusterCall): ClusterStep {
  return refuse(call, unplayedPart(`${call.method} here; store it as a whole with PUT`));
}

function store(call: ClusterCall, kind: StoredKind, name: string): ClusterStep {
  const body = readObject(call);
  if (body === undefined) return refuse(call, noObject);
  const reserved = kind.refuseReserved?.(call, name, false);
  if (reserved) return refuse(call, reserved);
  const unknown = kind.known && Object.keys(body).find((member) => kind.known?.members.includes(member) === false);
  if (unknown !== undefined && kind.known)
    return refuse(call, problem(`A ${kind.noun} has no member [${unknown}].`, { type: kind.known.type }));
  const lacking = kind.required?.members.find((member) => (body[member] ?? undefined) === undefined);
  if (lacking !== undefined && kind.required)
    return refuse(call, problem(`The body must have [${lacking}].`, { type: kind.required.type }));
  const former = knownOf(call, kind).get(name);
  if (former !== undefined && isOn(call.query.get('create')))
    return refuse(call, problem(`There is already a ${kind.noun} [${name}], and [create] is true.`));
  const kept = kind.refuseChange?.(call, former) ?? kind.keep({ call, name, body, former });
  if (isProblem(kept)) return refuse(call, kept);
  const isSame = former !== undefined && JSON.stringify(former.body) === JSON.stringify(kept);
  const { now } = call.input;
  const record: StoredRecord = {
    ...{ kind: kind.id, name, body: kept },
    version: former === undefined ? 1 : former.version + (isSame ? 0 : 1),
    createdAt: former?.createdAt ?? now,
    changedAt: isSame ? former.changedAt : now,
  };
  const { stored = Table.empty<StoredRecord>() } = call.cluster;
  const next: ClusterState = { ...call.cluster, stored: stored.with(keyOfRecord(kind.id, name), record) };
  const warning =
    kind.without === undefined ? [] : [['Warning', `299 Rulebook "The sandbox ${kind.without}."`] as const];
  const status = former === undefined && kind.isCreated === true ? 201 : 200;
  return respond(call, answer(status, kind.stored(former === undefined, record, call), warning), next);
}

function read(call: ClusterCall, kind: StoredKind, name: string | undefined): ClusterStep {
  const known = knownOf(call, kind);
  const names = name === undefined ? [...known.keys()] : selected([...known.keys()], name, kind.reads).names;
  const missed = name === undefined ? undefined : selected([...known.keys()], name, kind.reads).missed;
  const records = names.flatMap((one) => known.get(one) ?? []);
  const isFound = records.length > 0 && !(missed !== undefined && kind.needsAll === true);
  const response = isFound
    ? answer(
        200,
        kind.all(
          records.map((record) => [record.name, kind.show(record, call)] as const),
          name,
        ),
      )
    : kind.none(name);
  return respond(call, call.method === 'HEAD' ? answer(response.status) : response);
}

function remove(call: ClusterCall, kind: StoredKind, name: string): ClusterStep {
  const { stored = Table.empty<StoredRecord>() } = call.cluster;
  const reserved = kind.refuseReserved?.(call, name, true);
  if (reserved) return refuse(call, reserved);
  const known = knownOf(call, kind);
  const { names, missed } = selected([...known.keys()], name, kind.removes);
  const isAll = name === '*' && kind.removes.hasPatterns === true;
  if (!isAll && (missed !== undefined || names.length === 0))
    return respond(call, kind.notRemoved(call, missed ?? name));
  for (const one of names) {
    const refused = kind.refuseChange?.(call, known.get(one)) ?? kind.refuseRemoval?.(call, one);
    if (refused) return refuse(call, refused);
  }
  const left = names.reduce((rest, one) => rest.without(keyOfRecord(kind.id, one)), stored);
  const { removed } = kind;
  const body: unknown = typeof removed === 'function' ? removed(name) : removed;
  return respond(call, answer(200, body), { ...call.cluster, stored: left });
}

function knownOf(call: ClusterCall, kind: StoredKind): ReadonlyMap<string, StoredRecord> {
  const all = [...(kind.further?.(call) ?? []), ...recordsOf(call.cluster, kind.id)];
  return new Map(all.map((record) => [record.name, record]));
}

/** Returns the names that an expression selects, and the first part of it that selects none. */
function selected(
  known: readonly string[],
  expression: string,
  { isList, hasPatterns }: Selecting,
): { readonly names: readonly string[]; readonly missed: string | undefined } {
  const parts = isList ? expression.split(',') : [expression];
  const matches = (part: string, name: string): boolean =>
    part === name || (hasPatterns === true && part.includes('*') && matchesPattern(part, name));
  return {
    names: known.filter((name) => parts.some((part) => matches(part, name))),
    missed: parts.find((part) => !known.some((name) => matches(part, name))),
  };
}

/** Returns what a read of the state of the cluster shows of stored scripts; undefined for any other read of it. */
export function readScriptsOfState(call: ClusterCall): ClusterStep | undefined {
  const paths = call.query.get('filter_path')?.split(',') ?? [];
  const isAsked = paths.length > 0 && paths.every((path) => /^metadata\.stored_scripts(?:\.|$)/.test(path));
  if (!isAsked || !/^\/_cluster\/state\/metadata\/?$/.test(call.path) || call.method !== 'GET') return undefined;
  const scripts = recordsOf(call.cluster, 'script').map(({ name, body }) => [name, body.script]);
  const shown = scripts.length === 0 ? {} : { metadata: { stored_scripts: Object.fromEntries(scripts) } };
  return respond(call, answer(200, shown));
}
