import { searchPrivilege } from '@rulebook/search-cluster/facts/security/operation-privileges';
import type { ClusterCall, ClusterHandlers, ClusterStep } from '../cluster/call';
import type { DocumentRecord } from '../cluster/model';
import { concludeTask } from '../cluster/tasks';
import { noObject, readObject } from './handlers';
import { calledOpenIndices } from './names';
import { isProblem, problem, refuse, type Problem } from './problem';
import { withIndex } from './record';
import { searchedView } from './view';
import { closeDraft, deleteDocument, openDraft, putDocument, type IndexDraft, type Written } from './write';
import { openContext } from '../search/context';
import { queryWaysOf } from '../search/query-ways';
import { isRefused, matcherOf } from '../search/query';

/** Plays writes to whatever a query finds. */
export const byQueryHandlers: ClusterHandlers = {
  'search-cluster.document.delete-by-query': (call) =>
    writeFound(call, (draft, id) => deleteDocument(draft, id, call.input.now)),
  // Without a script, documents are indexed anew as they are.
  'search-cluster.document.update-by-query': (call) =>
    writeFound(call, (draft, id, { source }) => putDocument(draft, id, source, call.input.now)),
};

type Write = (draft: IndexDraft, id: string, document: DocumentRecord) => Written | Problem;

function writeFound(call: ClusterCall, write: Write): ClusterStep {
  const indices = calledOpenIndices(call);
  if (isProblem(indices)) return refuse(call, indices);
  const body = readObject(call);
  if (!body) return refuse(call, noObject);
  if (body.script !== undefined) {
    return refuse(call, problem('The sandbox does not run scripts that change documents.'));
  }
  const text = call.query.get('q');
  const query = text === undefined ? body.query : { query_string: { query: text } };
  const isDeletion = call.match.kind === 'operation' && call.match.operation.id.includes('delete');
  if (query === undefined && isDeletion) {
    return refuse(
      call,
      problem('A query is needed. Add `query` to the body.', { type: 'action_request_validation_exception' }),
    );
  }
  const counts = { total: 0, updated: 0, deleted: 0 };
  let { cluster } = call;
  for (const { name, index } of indices) {
    // The query finds only documents that the caller may see.
    const view = searchedView(call, { name, index }, searchPrivilege.action);
    if (isProblem(view)) return refuse(call, view);
    const context = openContext(name, view.index, queryWaysOf(call.input));
    const matcher = matcherOf(context, query);
    if (isRefused(matcher)) return refuse(call, matcher);
    const draft = openDraft(name, index);
    if (isProblem(draft)) return refuse(call, draft);
    for (const candidate of context.candidates) {
      if (matcher(candidate) === undefined) continue;
      const written = write(draft, candidate.id, index.documents.get(candidate.id) ?? candidate.document);
      if (isProblem(written)) return refuse(call, written);
      counts.total++;
      counts[written.result === 'deleted' ? 'deleted' : 'updated']++;
    }
    const next = closeDraft(draft, call.input.now);
    if (next !== index) cluster = withIndex(cluster, name, next);
  }
  const result = { took: 0, timed_out: false, ...counts, version_conflicts: 0, noops: 0, batches: 1, failures: [] };
  const action = isDeletion ? 'indices:data/write/delete/byquery' : 'indices:data/write/update/byquery';
  const description = `${isDeletion ? 'delete' : 'update'}-by-query [${call.parameters.get('index') ?? ''}]`;
  return concludeTask({ ...call, cluster }, { action, description }, result);
}
