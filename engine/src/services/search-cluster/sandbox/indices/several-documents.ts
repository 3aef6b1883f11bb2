import { readPrivilege } from '../../catalogue/security/operation-privileges';
import { refuseOnIndex } from '../cluster/authorization';
import { respond, type ClusterCall, type ClusterHandlers, type ClusterStep } from '../cluster/call';
import { innerCall } from '../cluster/inner-call';
import { describeDocument, visibleIndex } from './documents';
import { noObject, readObject } from './handlers';
import { isProblem, problem, refuse, type Problem } from './problem';
import { sourceFilterOf } from '../search/source';
import { answer, isRecord } from '../../../../sandbox/wire';

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
}

function readSeveral(call: ClusterCall): ClusterStep {
  const body = readObject(call);
  if (!body) return refuse(call, noObject);
  const wanted = readWanted(body, call.parameters.get('index'));
  if (isProblem(wanted)) return refuse(call, wanted);
  const views = new Map<string, ReturnType<typeof visibleIndex>>();
  const docs = wanted.map(({ index, id, source }) => {
    const found = views.get(index) ?? viewOfIndex(call, index);
    views.set(index, found);
    if (!isProblem(found) && found.index.isOpen) {
      return describeDocument(found, id, sourceFilterOf(source, call.query)).body;
    }
    const { type, reason } = isProblem(found)
      ? found
      : { type: 'index_closed_exception', reason: `[${index}] is closed.` };
    return { _index: index, _id: id, error: { root_cause: [{ type, reason }], type, reason } };
  });
  return respond(call, answer(200, { docs }));
}

function viewOfIndex(call: ClusterCall, index: string): ReturnType<typeof visibleIndex> {
  return (
    refuseOnIndex(call, readPrivilege, 'read a document', index) ??
    visibleIndex(innerCall(call, 'search-cluster.document.get', index))
  );
}

function readWanted(
  { docs, ids }: Readonly<Record<string, unknown>>,
  own: string | undefined,
): readonly Wanted[] | Problem {
  const items: readonly unknown[] = Array.isArray(docs) ? docs : Array.isArray(ids) ? ids : [];
  const wanted = items.map((item): Wanted => {
    const { _id: id = item, _index: index = own, _source: source } = isRecord(item) ? item : {};
    return { index: textOf(index), id: isRecord(id) ? '' : textOf(id), source };
  });
  const problems = wanted.flatMap(({ index, id }, at) => [
    ...(index === '' ? [`[_index] of document ${String(at)} is missing.`] : []),
    ...(id === '' ? [`[_id] of document ${String(at)} is missing.`] : []),
  ]);
  if (wanted.length === 0) problems.push('The request names no documents. List them in [docs] or [ids].');
  return problems.length === 0 ? wanted : problem(problems.join(' '), { type: 'action_request_validation_exception' });
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
