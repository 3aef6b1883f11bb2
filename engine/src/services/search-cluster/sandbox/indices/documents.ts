import { refuseAutoCreation } from '../cluster/authorization';
import { respond, type ClusterCall, type ClusterHandlers, type ClusterStep } from '../cluster/call';
import { noObject, readObject } from './handlers';
import { closedIndex, isOn, missingIndex, oneIndex, refuseIndexName, writeIndex, type NamedIndex } from './names';
import { isProblem, problem, refuse, type Problem } from './problem';
import { createIndexRecord, withIndex } from './record';
import { updateDocument } from './update';
import { refusePartialUpdate, viewOf } from './view';
import {
  closeDraft,
  deleteDocument,
  openDraft,
  primaryTerm,
  putDocument,
  type IndexDraft,
  type WriteCondition,
  type Written,
} from './write';
import { filterSource, sourceFilterOf, type SourceFilter } from '../search/source';
import { answer } from '../../../../sandbox/wire';

/** Plays the operations on single documents. */
export const documentHandlers: ClusterHandlers = {
  'search-cluster.document.put': (call) =>
    putNewVersion(call, call.parameters.get('id') ?? '', call.query.get('op_type') === 'create'),
  'search-cluster.document.add': (call) => putNewVersion(call, call.input.randomText(20), true),
  'search-cluster.document.create': (call) => putNewVersion(call, call.parameters.get('id') ?? '', true),
  'search-cluster.document.get': readDocument,
  'search-cluster.document.source': readSource,
  'search-cluster.document.delete': (call) => {
    const condition = conditionOf(call.query);
    return writeDocument(
      call,
      call.parameters.get('id') ?? '',
      (draft, id) => deleteDocument(draft, id, call.input.now, condition),
      isCreatedByDeletion(condition),
    );
  },
  'search-cluster.document.update': update,
};

/** Returns the index of a write: the named one, or a new one, which servers create automatically unless `isCreated` is false. */
export function writableIndex(
  call: ClusterCall,
  name: string,
  {
    needsAlias = isOn(call.query.get('require_alias')),
    isCreated = true,
  }: { readonly needsAlias?: boolean; readonly isCreated?: boolean } = {},
): NamedIndex | Problem {
  const found = writeIndex(call.cluster, name);
  const isMissing = isProblem(found) && found.status === 404;
  if (isMissing && !isCreated) return found;
  if (needsAlias && (isMissing || (!isProblem(found) && found.name === name))) return missingIndex(name);
  if (!isMissing) return found;
  return refuseIndexName(name) ?? refuseAutoCreation(call, name) ?? { name, index: createIndexRecord({}, call.input) };
}

/** Returns whether a deletion creates a missing index: only with external versions, to remember the version. */
export function isCreatedByDeletion({ versionType }: WriteCondition): boolean {
  return versionType?.startsWith('external') === true;
}

/** Returns the response to one write, without its status. */
export function describeWrite(
  index: string,
  id: string,
  written: Written,
  isForced: boolean,
): Readonly<Record<string, unknown>> {
  return {
    _index: index,
    _id: id,
    _version: written.version,
    result: written.result,
    ...(isForced && { forced_refresh: true }),
    _shards: { total: 1, successful: 1, failed: 0 },
    _seq_no: written.sequence,
    _primary_term: primaryTerm,
  };
}

/** Returns the status of the response to one write. */
export function statusOfWrite({ result }: Written): number {
  return result === 'created' ? 201 : result === 'not_found' ? 404 : 200;
}

/** Returns whether the response reports a refresh. */
export function isForcedRefresh(query: ClusterCall['query']): boolean {
  return isOn(query.get('refresh'));
}

/** Refuses any ingest pipeline, since the sandbox has none. */
export function refusePipeline(name: string | undefined): Problem | undefined {
  if (name === undefined || name === '_none') return undefined;
  return problem(`There is no pipeline [${name}]. The sandbox has no ingest pipelines.`);
}

/** Reads the conditions of a write from a query. */
function conditionOf(query: ClusterCall['query']): WriteCondition {
  const whole = (name: string): number | undefined => {
    const value = Number(query.get(name) ?? NaN);
    return Number.isSafeInteger(value) ? value : undefined;
  };
  return conditionFrom({
    sequence: whole('if_seq_no'),
    primaryTerm: whole('if_primary_term'),
    version: whole('version'),
    versionType: query.get('version_type'),
  });
}

/** Returns the given conditions, without undefined members. */
export function conditionFrom(parts: {
  readonly sequence: number | undefined;
  readonly primaryTerm: number | undefined;
  readonly version: number | undefined;
  readonly versionType: string | undefined;
}): WriteCondition {
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined));
}

function putNewVersion(call: ClusterCall, id: string, isCreation: boolean): ClusterStep {
  const body = call.request.body.trim() === '' ? undefined : readObject(call);
  if (!body) return refuse(call, noObject);
  return writeDocument(call, id, (draft) =>
    putDocument(draft, id, body, call.input.now, { ...conditionOf(call.query), isCreation }),
  );
}

function update(call: ClusterCall): ClusterStep {
  const body = readObject(call);
  if (!body) return refuse(call, noObject);
  return writeDocument(
    call,
    call.parameters.get('id') ?? '',
    (draft, id) =>
      refusePartialUpdate(call, draft.name) ?? updateDocument(draft, id, body, call.input.now, conditionOf(call.query)),
  );
}

function writeDocument(
  call: ClusterCall,
  id: string,
  change: (draft: IndexDraft, id: string) => Written | Problem,
  isCreated = true,
): ClusterStep {
  const pipeline = refusePipeline(call.query.get('pipeline'));
  const found = pipeline ?? writableIndex(call, call.parameters.get('index') ?? '', { isCreated });
  const draft = isProblem(found) ? found : openDraft(found.name, found.index);
  if (isProblem(draft)) return refuse(call, draft);
  const written = change(draft, id);
  if (isProblem(written)) return refuse(call, written);
  const response = answer(statusOfWrite(written), describeWrite(draft.name, id, written, isForcedRefresh(call.query)));
  const index = closeDraft(draft, call.input.now);
  return respond(
    call,
    response,
    index === draft.before && call.cluster.indices.has(draft.name)
      ? call.cluster
      : withIndex(call.cluster, draft.name, index),
  );
}

function readDocument(call: ClusterCall): ClusterStep {
  const { parameters, query } = call;
  const id = parameters.get('id') ?? '';
  const found = visibleIndex(call);
  if (isProblem(found)) return respondTo(call, found);
  if (!found.index.isOpen) return respondTo(call, closedIndex(found.name));
  const { status, body } = describeDocument(found, id, sourceFilterOf(undefined, query));
  return respondTo(call, status, body);
}

/** Returns a document as responses show it, and the status. */
export function describeDocument(
  { name, index }: NamedIndex,
  id: string,
  filter: SourceFilter,
): { readonly status: number; readonly body: object } {
  const document = index.documents.get(id);
  const head = { _index: name, _id: id };
  if (!document) return { status: 404, body: { ...head, found: false } };
  const source = filterSource(document.source, filter);
  const body = {
    ...head,
    _version: document.version,
    _seq_no: document.sequence,
    _primary_term: primaryTerm,
    found: true,
    ...(source && { _source: source }),
  };
  return { status: 200, body };
}

function readSource(call: ClusterCall): ClusterStep {
  const { parameters, query } = call;
  const id = parameters.get('id') ?? '';
  const found = visibleIndex(call);
  if (isProblem(found)) return respondTo(call, found);
  const document = found.index.documents.get(id);
  if (!document) {
    const reason = `There is no document [${id}] in the index [${found.name}].`;
    return respondTo(call, problem(reason, { status: 404, type: 'resource_not_found_exception' }));
  }
  return respondTo(call, 200, filterSource(document.source, sourceFilterOf(undefined, query)) ?? {});
}

/** Returns the index that a request names, as the caller may see it. */
export function visibleIndex(call: ClusterCall): NamedIndex | Problem {
  const found = oneIndex(call.cluster, call.parameters.get('index') ?? '');
  return isProblem(found) ? found : viewOf(call, found);
}

function respondTo(call: ClusterCall, result: number | Problem, value?: unknown): ClusterStep {
  if (typeof result === 'number') return respond(call, answer(result, call.method === 'HEAD' ? undefined : value));
  return call.method === 'HEAD' ? respond(call, answer(result.status)) : refuse(call, result);
}
