import { isRecord } from '@rulebook/json/is-record';
import { readPrivilege } from '@rulebook/search-cluster/facts/security/operation-privileges';
import { refuseOnIndex } from '../cluster/authorization';
import { respond, type ClusterCall, type ClusterHandlers, type ClusterStep } from '../cluster/call';
import { innerCall } from '../cluster/inner-call';
import { describeDocument, visibleIndex } from './documents';
import { readObject } from './handlers';
import { closedIndex, type NamedIndex } from './names';
import { errorOf, isProblem, problem, refuse, type Problem } from './problem';
import { refuseQuery } from './write-parameters';
import { sourceFilterOf } from '../search/source';
import { answer } from '@rulebook/sandbox/wire';

/** Plays reading several documents in one request. */
export const severalDocumentHandlers: ClusterHandlers = {
  'search-cluster.document.several': readSeveral,
  'search-cluster.document.several-anywhere': readSeveral,
};

/** A document that the request names. */
interface Wanted {
  readonly index: string;
  readonly id: string;
  readonly source: unknown;
  readonly version?: number;
}

type Members = Readonly<Record<string, unknown>>;

function readSeveral(call: ClusterCall): ClusterStep {
  const refused = refuseQuery(call, true);
  if (refused) return refuse(call, refused);
  if (call.request.body === '' && !call.query.has('source'))
    return refuse(call, problem('A body is required.', { type: 'parse_exception' }));
  const body = call.request.body !== '' && call.request.body.trim() === '' ? undefined : readObject(call);
  if (!body) return refuse(call, noList);
  const wanted = readWanted(body, call.parameters.get('index'));
  if (isProblem(wanted)) return refuse(call, wanted);
  const isStored = call.query.has('stored_fields') && !call.query.has('_source');
  const views = new Map<string, ReturnType<typeof visibleIndex>>();
  const docs = wanted.map(({ index, id, source, version }) => {
    const found = views.get(index) ?? viewOfIndex(call, index);
    views.set(index, found);
    const failure = isProblem(found) ? found : refuseVersion(found, id, version);
    if (!isProblem(found) && failure === undefined)
      return describeDocument(found, id, sourceFilterOf(isStored ? false : source, call.query)).body;
    const error = errorOf(failure ?? noList, { name: index, ...(!isProblem(found) && { uuid: found.index.uuid }) });
    return { _index: index, _id: id, error: { root_cause: [error], ...error } };
  });
  return respond(call, answer(200, { docs }));
}

/** The problem of a body that is not an object. */
const noList = problem('The body must be an object with [docs] or [ids].', { type: 'parsing_exception' });

function refuseVersion({ name, index }: NamedIndex, id: string, version: number | undefined): Problem | undefined {
  if (!index.isOpen) return closedIndex(name);
  const current = index.documents.get(id)?.version;
  if (version === undefined || current === undefined || version === current) return undefined;
  const reason = `The document [${id}] has the version [${String(current)}], not [${String(version)}].`;
  return problem(reason, { status: 409, type: 'version_conflict_engine_exception', isOfShard: true });
}

function viewOfIndex(call: ClusterCall, index: string): ReturnType<typeof visibleIndex> {
  return (
    refuseOnIndex(call, readPrivilege, 'read a document', index) ??
    visibleIndex(innerCall(call, 'search-cluster.document.get', index))
  );
}

/** What a request can say of each document. */
const members: ReadonlySet<string> = new Set([
  ...['_id', '_index', '_source', 'routing', 'stored_fields', 'version', 'version_type'],
]);

function readWanted(body: Members, own: string | undefined): readonly Wanted[] | Problem {
  const wanted: Wanted[] = [];
  for (const [name, items] of Object.entries(body)) {
    if (!Array.isArray(items) || (name !== 'docs' && name !== 'ids'))
      return problem(`The request must have lists [docs] or [ids], not [${name}].`, { type: 'parsing_exception' });
    for (const item of items as readonly unknown[]) {
      const read = name === 'docs' ? readItem(item, own) : readId(item, own);
      if (isProblem(read)) return read;
      wanted.push(read);
    }
  }
  const problems = wanted.flatMap(({ index, id }, at) => [
    ...(index === '' ? [`[_index] of document ${String(at)} is missing.`] : []),
    ...(id === '' ? [`[_id] of document ${String(at)} is missing.`] : []),
  ]);
  if (wanted.length === 0) problems.push('The request names no documents. List them in [docs] or [ids].');
  return problems.length === 0 ? wanted : problem(problems.join(' '), { type: 'action_request_validation_exception' });
}

function readItem(item: unknown, own = ''): Wanted | Problem {
  if (!isRecord(item)) return problem('Each item of [docs] must be an object.');
  const unknown = Object.keys(item).find((name) => !members.has(name));
  if (unknown !== undefined)
    return problem(`An item of [docs] has no field [${unknown}].`, { type: 'parse_exception' });
  const { _id, _index = own, _source: source, stored_fields: stored, version } = item;
  return {
    index: textOfScalar(_index),
    id: textOfScalar(_id),
    source: stored !== undefined && source === undefined ? false : source,
    ...(typeof version === 'number' && { version }),
  };
}

function readId(item: unknown, own = ''): Wanted | Problem {
  if (typeof item === 'object') return problem('Each item of [ids] must be an id.');
  return { index: own, id: textOfScalar(item), source: undefined };
}

function textOfScalar(value: unknown): string {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value as string | number | boolean) : '';
}
