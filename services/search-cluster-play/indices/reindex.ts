import { isRecord } from '@rulebook/json/is-record';
import type { WriteCondition } from './write-parameters';
import { searchPrivilege } from '@rulebook/search-cluster/facts/security/operation-privileges';
import { refusalOfCaller, refuseAction } from '../cluster/authorization';
import { respond, type ClusterCall, type ClusterHandlers, type ClusterStep } from '../cluster/call';
import { innerCall } from '../cluster/inner-call';
import { concludeTask } from '../cluster/tasks';
import { refusePipeline, writableIndex } from './documents';
import { noObject, readObject } from './handlers';
import { calledOpenIndices, type NamedIndex } from './names';
import { isProblem, problem, refuse, unplayed, type Problem } from './problem';
import { withIndex } from './record';
import { searchedView } from './view';
import { closeDraft, openDraft, putDocument, type IndexDraft } from './write';
import { openContext, type Candidate } from '../search/context';
import { queryWaysOf } from '../search/query-ways';
import { isRefused, matcherOf } from '../search/query';
import { filterSource, sourceFilterOf } from '../search/source';

/** Plays copying documents into another index. */
export const reindexHandlers: ClusterHandlers = { 'search-cluster.document.reindex': reindex };

type Members = Readonly<Record<string, unknown>>;

/** A copy, as the request describes it. */
interface Copy {
  readonly from: string;
  readonly source: Members;
  readonly into: string;
  readonly target: Members;
  readonly isCreation: boolean;
  readonly isExternal: boolean;
  readonly most: number;
  readonly doesProceed: boolean;
}

const validation = { type: 'action_request_validation_exception' };
/** How many documents a server reads at a time, unless the request says. */
const standardBatch = 1000;

function reindex(call: ClusterCall): ClusterStep {
  const body = readObject(call);
  const copy = body ? readCopy(body, call) : noObject;
  if (isProblem(copy)) return refuse(call, copy);
  const reading = innerCall(call, 'search-cluster.search', copy.from);
  const denial = reading.match.kind === 'operation' && refusalOfCaller(reading, reading.match.operation);
  if (denial) return respond(call, denial);
  const found = documentsOf(reading, copy);
  if (isProblem(found)) return refuse(call, found);
  const target =
    refuseAction(call, copy.isCreation ? 'create' : 'index', copy.into) ??
    writableIndex(call, copy.into, { kind: copy.isCreation ? 'create' : 'other' });
  if (isProblem(target)) return refuse(call, target);
  if (found.indices.some(({ name }) => name === target.name)) {
    return refuse(
      call,
      problem(`A copy cannot write into the index that it reads from, [${target.name}].`, validation),
    );
  }
  const draft = openDraft(target.name, target.index);
  if (isProblem(draft)) return refuse(call, draft);
  const written = writeCopies(draft, found.candidates, copy, call.input.now);
  const index = closeDraft(draft, call.input.now);
  const cluster = found.candidates.length === 0 ? call.cluster : withIndex(call.cluster, draft.name, index);
  const batch = Number.isSafeInteger(copy.source.size) ? Number(copy.source.size) : standardBatch;
  const response = {
    ...{ took: 0, timed_out: false, total: found.candidates.length, ...written.counts, deleted: 0 },
    ...{ batches: Math.ceil(found.candidates.length / Math.max(batch, 1)), version_conflicts: written.conflicts },
    ...{ noops: 0, retries: { bulk: 0, search: 0 }, throttled_millis: 0, requests_per_second: -1 },
    ...{ throttled_until_millis: 0, failures: written.failures },
  };
  const status = written.failures.reduce<number>((worst, failure) => Math.max(worst, failure.status), 200);
  const description = `reindex from [${copy.from}] to [${copy.into}]`;
  return concludeTask({ ...call, cluster }, { action: 'indices:data/write/reindex', description }, response, status);
}

function readCopy(
  { source, dest, max_docs: most, size, conflicts, script }: Members,
  call: ClusterCall,
): Copy | Problem {
  if (script !== undefined) return unplayed('it does not run scripts that change documents');
  if (!isRecord(source) || !isRecord(dest)) {
    return problem('A copy needs [source] and [dest], each with an [index].', validation);
  }
  if (source.remote !== undefined) return unplayed('it copies no documents from another cluster');
  const from = Array.isArray(source.index) ? source.index.join(',') : source.index;
  if (typeof from !== 'string' || from === '' || typeof dest.index !== 'string') {
    return problem('A copy needs [source] and [dest], each with an [index].', validation);
  }
  const pipeline = refusePipeline(typeof dest.pipeline === 'string' ? dest.pipeline : undefined);
  if (pipeline) return pipeline;
  const limit = Number(call.query.get('max_docs') ?? most ?? size ?? Infinity);
  if (Number.isNaN(limit) || limit < 1) return problem('[max_docs] must be a whole number of at least 1.', validation);
  return {
    ...{ from, source, into: dest.index, target: dest, most: limit },
    isCreation: dest.op_type === 'create',
    isExternal: typeof dest.version_type === 'string' && dest.version_type.startsWith('external'),
    doesProceed: conflicts === 'proceed',
  };
}

function documentsOf(
  call: ClusterCall,
  { source, most }: Copy,
): { readonly indices: readonly NamedIndex[]; readonly candidates: readonly Candidate[] } | Problem {
  const indices = calledOpenIndices(call);
  if (isProblem(indices)) return indices;
  const candidates: Candidate[] = [];
  for (const named of indices) {
    const view = searchedView(call, named, searchPrivilege.action);
    if (isProblem(view)) return view;
    const context = openContext(named.name, view.index, queryWaysOf(call.input));
    const matcher = matcherOf(context, source.query);
    if (isRefused(matcher)) return matcher;
    for (const candidate of context.candidates) {
      if (candidates.length >= most) break;
      if (matcher(candidate) !== undefined) candidates.push(candidate);
    }
  }
  return { indices, candidates };
}

function writeCopies(draft: IndexDraft, candidates: readonly Candidate[], copy: Copy, now: number) {
  const counts = { created: 0, updated: 0 };
  const failures: (Readonly<Record<string, unknown>> & { readonly status: number })[] = [];
  const filter = sourceFilterOf(copy.source._source, new Map());
  let conflicts = 0;
  for (const { id, document } of candidates) {
    const condition: WriteCondition = {
      ...(copy.isCreation && { isCreation: true }),
      ...(copy.isExternal && { version: document.version, versionType: String(copy.target.version_type) }),
    };
    const written = putDocument(draft, id, filterSource(document.source, filter) ?? {}, now, condition);
    if (!isProblem(written)) {
      counts[written.result === 'created' ? 'created' : 'updated']++;
      continue;
    }
    const { status, type, reason } = written;
    const isConflict = status === 409;
    if (isConflict) conflicts++;
    if (isConflict && copy.doesProceed) continue;
    failures.push({ index: draft.name, id, cause: { type, reason }, status });
    // What was written before stays written, as on servers.
    break;
  }
  return { counts, failures, conflicts };
}
