import { searchPrivilege } from '../../catalogue/security/operation-privileges';
import { respond, type ClusterCall, type ClusterHandlers, type ClusterStep } from '../cluster/call';
import type { DocumentRecord } from '../cluster/model';
import { noObject, readObject } from './handlers';
import { calledOpenIndices } from './names';
import { isProblem, problem, refuse, type Problem } from './problem';
import { withIndex } from './record';
import { viewOf } from './view';
import { closeDraft, deleteDocument, openDraft, putDocument, type IndexDraft, type Written } from './write';
import { openContext } from '../search/context';
import { isRefused, matcherOf } from '../search/query';
import { answer } from '../../../../sandbox/wire';

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
  if (query === undefined && call.match.kind === 'operation' && call.match.operation.id.includes('delete')) {
    return refuse(
      call,
      problem('A query is needed. Add `query` to the body.', { type: 'action_request_validation_exception' }),
    );
  }
  const counts = { total: 0, updated: 0, deleted: 0 };
  let { cluster } = call;
  for (const { name, index } of indices) {
    // The query finds only documents that the caller may see.
    const view = viewOf(call, { name, index }, searchPrivilege.action);
    if (isProblem(view)) return refuse(call, view);
    const context = openContext(name, view.index);
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
  return respond(call, answer(200, result), cluster);
}
