import { refuseAutoCreation } from '../cluster/authorization';
import { effectiveSetting } from '../cluster/effective-setting';
import { respond, type ClusterCall, type ClusterHandlers, type ClusterStep } from '../cluster/call';
import { optionsOfAlias } from './alias-options';
import { plannedIndex, readObject } from './handlers';
import {
  closedIndex,
  isIndexPattern,
  isOn,
  missingIndex,
  oneIndex,
  refuseIndexName,
  refusePattern,
  writeIndex,
  type NamedIndex,
} from './names';
import { isProblem, problem, refuse, type Problem } from './problem';
import { createIndexRecord, primaryTermOf, withIndex } from './record';
import { makesStream, nextOfStream, onlyCreations, refuseDirect } from './streams';
import { composedFor, type Composed } from '../stored/composed';
import { copiesOf } from './copies';
import { updateDocument } from './update';
import { readUpdate } from './update-body';
import {
  readCondition,
  refuseCopies,
  refuseId,
  refuseQuery,
  type WriteCondition,
  type WriteParameters,
} from './write-parameters';
import { refusePartialUpdate, viewOf } from './view';
import { closeDraft, deleteDocument, documentOf, openDraft, putDocument, type IndexDraft, type Written } from './write';
import { filterSource, sourceFilterOf, type SourceFilter } from '../search/source';
import { answer } from '@rulebook/sandbox/wire';
import { matchesPattern } from '@rulebook/text/name-pattern';

/** Plays the operations on single documents. */
export const documentHandlers: ClusterHandlers = {
  'search-cluster.document.put': (call) => putNewVersion(call, call.parameters.get('id') ?? '', false),
  'search-cluster.document.add': (call) => putNewVersion(call, call.input.randomText(20), true),
  'search-cluster.document.create': (call) => putNewVersion(call, call.parameters.get('id') ?? '', true),
  'search-cluster.document.get': readDocument,
  'search-cluster.document.source': readSource,
  'search-cluster.document.delete': (call) => {
    const condition = readCondition(Object.fromEntries(call.query));
    if (isProblem(condition)) return refuse(call, condition);
    return writeDocument(call, call.parameters.get('id') ?? '', {
      change: (draft, id) => deleteDocument(draft, id, call.input.now, condition),
      isCreated: isCreatedByDeletion(condition),
      kind: 'other',
    });
  },
  'search-cluster.document.update': update,
};

/** Returns the index of a write: the named one, or a new one, which servers create automatically unless `isCreated` is false. */
export function writableIndex(
  call: ClusterCall,
  name: string,
  {
    needsAlias = isOn(call.query.get('require_alias')),
    needsStream = isOn(call.query.get('require_data_stream')),
    isCreated = true,
    kind,
  }: WantedIndex,
): NamedIndex | Problem {
  const found = writeIndex(call.cluster, name);
  const isMissing = isProblem(found) && found.status === 404;
  const composed = isMissing ? composedFor(call.cluster, name) : undefined;
  if (isMissing && !isCreated && !makesStream(composed)) return found;
  const [isStream, isItself] = isProblem(found)
    ? [makesStream(composed), false]
    : [found.index.stream !== undefined && found.name !== name, found.name === name];
  if (needsAlias && (isMissing || isItself || isStream)) return missingAlias(name);
  if (needsStream && !isStream) return missingStream(name);
  if (isStream && kind !== 'create') return onlyCreations;
  if (!isMissing) return found;
  return (
    (name.includes('*') ? refusePattern(call, name) : refuseIndexName(name)) ??
    refuseUnwanted(call, name) ??
    refuseAutoCreation(call, name) ??
    (makesStream(composed) ? nextOfStream(call.cluster, name, composed, call.input) : newIndex(call, name, composed))
  );
}

/** Which index a write needs. */
interface WantedIndex {
  readonly needsAlias?: boolean;
  readonly needsStream?: boolean;
  readonly isCreated?: boolean;
  /** Into a data stream, documents are only created. */
  readonly kind: 'create' | 'other';
}

/** Returns the index that a write creates, as the templates have it. */
function newIndex(call: ClusterCall, name: string, composed: Composed | undefined): NamedIndex | Problem {
  const parts = composed ? plannedIndex(call, name, {}) : {};
  return isProblem(parts) ? parts : { name, index: createIndexRecord(parts, call.input) };
}

/** Returns why the settings of the cluster forbid that a write creates this index: the first pattern that fits it decides. */
function refuseUnwanted({ cluster }: ClusterCall, name: string): Problem | undefined {
  const setting = 'action.auto_create_index';
  const value = effectiveSetting(cluster, setting);
  if (value === 'true') return undefined;
  const patterns = value === 'false' ? [] : value.split(',').map((one) => one.trim());
  const first = patterns.find((one) => matchesPattern(one.replace(/^[-+]/, ''), name));
  if (first !== undefined && !first.startsWith('-')) return undefined;
  const reason = `There is no index [${name}], and [${setting}] is [${value}].`;
  return { ...missingIndex(name), reason, isResource: false };
}

/** Returns the problem of a write that needs a data stream of that name. */
function missingStream(name: string): Problem {
  const reason = `[${name}] is not a data stream, and no template makes one of this name.`;
  return { ...missingIndex(name), reason, isResource: false };
}

/** Returns the problem of a write that needs an alias of that name. */
function missingAlias(name: string): Problem {
  return { ...missingIndex(name), isResource: false };
}

/** Returns whether a deletion creates a missing index: only with external versions, to remember the version. */
export function isCreatedByDeletion({ versionType }: WriteCondition): boolean {
  return versionType?.startsWith('external') === true;
}

/** Returns the response to one write, without its status. */
export function describeWrite(
  { name, before }: Pick<IndexDraft, 'name' | 'before'>,
  id: string,
  written: Written,
  { isForced, isAlone = false }: { readonly isForced: boolean; readonly isAlone?: boolean },
): Readonly<Record<string, unknown>> {
  // Alone, an update that changes nothing asks no shard.
  const isNoop = isAlone && written.result === 'noop';
  return {
    _index: name,
    _id: id,
    _version: written.version,
    result: written.result,
    ...(isForced && written.result !== 'noop' && { forced_refresh: true }),
    _shards: { total: isNoop ? 0 : copiesOf(before), successful: isNoop ? 0 : 1, failed: 0 },
    _seq_no: written.sequence,
    _primary_term: primaryTermOf(before),
  };
}

/** Returns what the response to an update shows of the changed document, if the request asks for it. */
export function describeUpdated(
  draft: IndexDraft,
  id: string,
  wanted: unknown,
  query: ClusterCall['query'],
): Readonly<Record<string, unknown>> {
  const isAsked = wanted !== undefined || [...query.keys()].some((name) => name.startsWith('_source'));
  const filter = sourceFilterOf(wanted, query);
  const document = documentOf(draft, id);
  if (!isAsked || !filter.isWanted || document === undefined) return {};
  const _source = filterSource(document.source, filter);
  return { get: { _seq_no: document.sequence, _primary_term: document.term ?? 1, found: true, _source } };
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

function putNewVersion(call: ClusterCall, id: string, isCreate: boolean): ClusterStep {
  const { op_type: type = isCreate ? 'create' : 'index' } = Object.fromEntries(call.query);
  const types = isCreate ? ['create'] : ['create', 'index'];
  if (!types.includes(type.toLowerCase()))
    return refuse(call, problem(`[op_type] must be ${types.join(' or ')}, not [${type}].`));
  const isCreation = type.toLowerCase() === 'create';
  const body = call.request.body.trim() === '' ? undefined : readObject(call);
  if (!body) return refuse(call, noDocument);
  const condition = readCondition(parametersOf(call), { isCreation });
  if (isProblem(condition)) return refuse(call, condition);
  return writeDocument(call, id, {
    change: (draft) =>
      refuseDirect({ name: draft.name, index: draft.before }, call.parameters.get('index') ?? '', {
        isCreation,
        hasSequence: condition.sequence !== undefined,
      }) ?? putDocument(draft, id, body, call.input.now, condition),
    kind: isCreation ? 'create' : 'other',
  });
}

/** The problem of a body that is not a document. */
const noDocument = problem('The body must be a JSON object that is not nested too deeply.', {
  type: 'document_parsing_exception',
});

function update(call: ClusterCall): ClusterStep {
  const isBlank = call.request.body !== '' && call.request.body.trim() === '';
  const body = readUpdate(isBlank ? undefined : readObject(call));
  if (isProblem(body)) return refuse(call, body);
  if (call.query.has('lang')) return refuse(call, problem('An update has no parameter [lang].'));
  const retries = call.query.get('retry_on_conflict');
  if (retries !== undefined && !/^-?\d+$/.test(retries))
    return refuse(call, problem('[retry_on_conflict] must be a whole number.'));
  const asUpsert = isOn(call.query.get('doc_as_upsert'));
  const condition = readCondition(
    { if_seq_no: body.sequence, if_primary_term: body.primaryTerm, ...parametersOf(call) },
    { isUpdate: true },
  );
  if (isProblem(condition)) return refuse(call, condition);
  if (condition.sequence !== undefined && Number(retries ?? 0) > 0) {
    const reason = 'An update with [if_seq_no] cannot be tried again.';
    return refuse(call, problem(reason, { type: 'action_request_validation_exception' }));
  }
  const held = writeIndex(call.cluster, call.parameters.get('index') ?? '');
  if (!isProblem(held) && !held.index.isOpen) {
    const reason = `index [${held.name}] blocked by: [FORBIDDEN/4/index closed];`;
    return refuse(call, problem(reason, { status: 403, type: 'cluster_block_exception' }));
  }
  return writeDocument(call, call.parameters.get('id') ?? '', {
    change: (draft, id) =>
      refusePartialUpdate(call, draft.name) ??
      updateDocument(draft, id, asUpsert ? { ...body, isUpsert: true } : body, call.input.now, condition),
    more: (draft, id) => describeUpdated(draft, id, body.source, call.query),
    kind: 'other',
  });
}

/** Returns the value that the alias which a request names has for the routing of writes. */
function routingOfAlias({ cluster, parameters }: ClusterCall): string | undefined {
  const name = parameters.get('index') ?? '';
  const found = writeIndex(cluster, name);
  if (isProblem(found) || found.name === name) return undefined;
  const { index_routing: routing } = optionsOfAlias(found.index.aliases?.[name]);
  return typeof routing === 'string' ? routing : undefined;
}

/** Returns the parameters of a write; without a routing, that of the alias. */
function parametersOf(call: ClusterCall): WriteParameters {
  const routing = routingOfAlias(call);
  return { ...(routing !== undefined && { routing }), ...Object.fromEntries(call.query) };
}

function refuseRouting(call: ClusterCall): Problem | undefined {
  const [own, given] = [routingOfAlias(call), call.query.get('routing')];
  if (own === undefined || given === undefined || own === given) return undefined;
  const name = call.parameters.get('index') ?? '';
  return problem(
    `Alias [${name}] has index routing associated with it [${own}], and was provided with routing value [${given}], rejecting operation`,
  );
}

interface DocumentWrite extends Pick<WantedIndex, 'kind'> {
  readonly change: (draft: IndexDraft, id: string) => Written | Problem;
  /** Whether a missing index is created; it is by default. */
  readonly isCreated?: boolean;
  /** Further members of the response. */
  readonly more?: (draft: IndexDraft, id: string) => Readonly<Record<string, unknown>>;
}

function writeDocument(
  call: ClusterCall,
  id: string,
  { change, isCreated = true, more = () => ({}), kind }: DocumentWrite,
): ClusterStep {
  const refused =
    refuseQuery(call) ?? refusePipeline(call.query.get('pipeline')) ?? refuseId(id) ?? refuseRouting(call);
  const found = refused ?? writableIndex(call, call.parameters.get('index') ?? '', { isCreated, kind });
  const lacking = isProblem(found) ? found : refuseCopies(call, found.index);
  if (isProblem(found) || lacking) return refuse(call, lacking ?? noDocument);
  const draft = openDraft(found.name, found.index);
  if (isProblem(draft)) return refuse(call, draft);
  const written = change(draft, id);
  if (isProblem(written)) return refuse(call, written);
  const response = answer(statusOfWrite(written), {
    ...describeWrite(draft, id, written, { isForced: isForcedRefresh(call.query), isAlone: true }),
    ...more(draft, id),
  });
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
  const refused = refuseQuery(call, true);
  if (refused) return respondTo(call, refused);
  const found = visibleIndex(call);
  if (isProblem(found)) return respondTo(call, found);
  if (!found.index.isOpen) return respondTo(call, closedIndex(found.name));
  const wanted = query.get('version');
  const current = found.index.documents.get(id)?.version;
  if (wanted !== undefined && current !== undefined && Number(wanted) !== current) {
    const reason = `The document [${id}] has the version [${String(current)}], not [${wanted}].`;
    return respondTo(call, problem(reason, { status: 409, type: 'version_conflict_engine_exception' }));
  }
  const filter = sourceFilterOf(undefined, query);
  // Stored fields take the place of the source, unless it is asked for. No field is stored.
  const isStored = query.has('stored_fields') && !query.has('_source');
  const { status, body } = describeDocument(found, id, isStored ? { ...filter, isWanted: false } : filter);
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
    _primary_term: document.term ?? 1,
    ...(document.routing !== undefined && { _routing: document.routing }),
    found: true,
    ...(source && { _source: source }),
  };
  return { status: 200, body };
}

function readSource(call: ClusterCall): ClusterStep {
  const { parameters, query } = call;
  const id = parameters.get('id') ?? '';
  const refused = refuseQuery(call, true) ?? refuseVersion(call);
  if (refused) return respondTo(call, refused);
  const filter = sourceFilterOf(undefined, query);
  if (!filter.isWanted) {
    const reason = 'The source cannot be left out of its own response.';
    return respondTo(call, problem(reason, { type: 'action_request_validation_exception' }));
  }
  const found = visibleIndex(call);
  if (isProblem(found)) return respondTo(call, found);
  const document = found.index.documents.get(id);
  if (!document) {
    const reason = `There is no document [${id}] in the index [${found.name}].`;
    return respondTo(call, problem(reason, { status: 404, type: 'resource_not_found_exception' }));
  }
  return respondTo(call, 200, filterSource(document.source, filter) ?? {});
}

/** The source is read without a version. */
function refuseVersion({ query }: ClusterCall): Problem | undefined {
  const name = ['version', 'version_type'].find((one) => query.has(one));
  return name === undefined ? undefined : problem(`The source of a document has no parameter [${name}].`);
}

/** Returns the index that a request names, as the caller may see it. */
export function visibleIndex(call: ClusterCall): NamedIndex | Problem {
  const name = call.parameters.get('index') ?? '';
  if (isIndexPattern(name)) return problem(`A document is read from one index; [${name}] is a pattern.`);
  const found = oneIndex(call.cluster, name);
  return isProblem(found) ? found : viewOf(call, found);
}

function respondTo(call: ClusterCall, result: number | Problem, value?: unknown): ClusterStep {
  if (typeof result === 'number') return respond(call, answer(result, call.method === 'HEAD' ? undefined : value));
  return call.method === 'HEAD' ? respond(call, answer(result.status)) : refuse(call, result);
}
