import { behaves } from '../cluster/edition';
import { refuseAction } from '../cluster/authorization';
import { blockOf } from './blocks';
import { idOf, readBulkLines, type BulkStep } from './bulk-lines';
import { respond, type ClusterCall, type ClusterHandlers, type ClusterStep } from '../cluster/call';
import {
  describeUpdated,
  describeWrite,
  isCreatedByDeletion,
  isForcedRefresh,
  refusePipeline,
  statusOfWrite,
  writableIndex,
} from './documents';
import { isOn } from './names';
import { errorOf, isProblem, problem, refuse, type Problem } from './problem';
import { refuseQuery } from './write-parameters';
import { withIndex } from './record';
import { refuseDirect } from './streams';
import { updateDocument } from './update';
import { refusePartialUpdate } from './view';
import { closeDraft, deleteDocument, openDraft, putDocument, type IndexDraft, type Written } from './write';
import { answer } from '@rulebook/sandbox/wire';

/** Plays many writes in one request. */
export const bulkHandlers: ClusterHandlers = {
  'search-cluster.document.bulk': bulk,
  'search-cluster.bulk': bulk,
};

function bulk(call: ClusterCall): ClusterStep {
  const refused = refuseQuery(call);
  if (refused) return refuse(call, refused);
  const hasEqualKeys = call.check(call.request).some(({ rule }) => rule === 'duplicate-key');
  const steps = readBulkLines(call.request.body, hasEqualKeys, behaves(call.input, 'single-actions'));
  if (isProblem(steps)) return refuse(call, steps);
  const own = call.parameters.get('index');
  if (own === undefined && steps.some(({ metadata }) => typeof metadata._index !== 'string')) {
    const reason = 'An index is missing. Name it in the action or in the path.';
    return refuse(call, problem(reason, { type: 'action_request_validation_exception' }));
  }
  const drafts = new Map<string, IndexDraft>();
  const items = steps.map((step) => runStep(call, step, drafts));
  let { cluster } = call;
  for (const draft of drafts.values()) {
    const index = closeDraft(draft, call.input.now);
    const isNew = !cluster.indices.has(draft.name);
    if (index !== draft.before || isNew) cluster = withIndex(cluster, draft.name, index);
  }
  const errors = items.some(({ draft }) => draft === undefined);
  const isForced = isForcedRefresh(call.query);
  const shown = items.map(({ action, item, draft }) => ({
    // A refresh is of the whole shard, also for an update that changed nothing.
    [action]: { ...item, ...(isForced && (draft?.operations.length ?? 0) > 0 && { forced_refresh: true }) },
  }));
  return respond(call, answer(200, { took: 0, errors, items: shown }), cluster);
}

interface Ran {
  readonly action: string;
  readonly item: Readonly<Record<string, unknown>>;
  /** Absent when the action failed. */
  readonly draft?: IndexDraft;
}

function runStep(call: ClusterCall, step: BulkStep, drafts: Map<string, IndexDraft>): Ran {
  const { action, metadata } = step;
  const name = typeof metadata._index === 'string' ? metadata._index : (call.parameters.get('index') ?? '');
  const id = idOf(metadata) ?? call.input.randomText(20);
  const held = call.cluster.indices.get(name);
  const blocked = held && blockOf(held, name, 'write');
  const draft = refuseAction(call, action, name) ?? blocked ?? draftOf(call, step, name, drafts);
  const blind = action === 'update' ? refusePartialUpdate(call, name) : undefined;
  const written = blind ?? (isProblem(draft) ? draft : writeStep(draft, id, step, call.input.now));
  if (!isProblem(written) && !isProblem(draft)) {
    const lists = String(metadata.list_executed_pipelines ?? isOn(call.query.get('list_executed_pipelines')));
    const result = {
      ...describeWrite(draft, id, written, { isForced: false }),
      ...(step.update && describeUpdated(draft, id, step.update.source ?? metadata._source, call.query)),
      ...(lists === 'true' && action !== 'delete' && { executed_pipelines: [] }),
    };
    return { action, draft, item: { ...result, status: statusOfWrite(written) } };
  }
  const found = isProblem(written) ? written : problem('');
  const uuid = isProblem(draft) ? held?.uuid : draft.before.uuid;
  const error = errorOf(found, { name, ...(uuid !== undefined && { uuid }) });
  // A closed index is refused before a document without an id gets one.
  const shownId = held?.isOpen === false ? (idOf(metadata) ?? null) : id;
  return { action, item: { _index: name, _id: shownId, status: found.status, error } };
}

function draftOf(
  call: ClusterCall,
  step: BulkStep,
  name: string,
  drafts: Map<string, IndexDraft>,
): IndexDraft | Problem {
  const { action, metadata } = step;
  const pipeline = typeof metadata.pipeline === 'string' ? metadata.pipeline : call.query.get('pipeline');
  const refused = refusePipeline(pipeline);
  if (refused) return refused;
  const known = drafts.get(name);
  const needsStream = String(metadata.require_data_stream ?? isOn(call.query.get('require_data_stream'))) === 'true';
  const needsAlias = String(metadata.require_alias ?? isOn(call.query.get('require_alias'))) === 'true';
  if (known && !needsAlias && !needsStream) return known;
  const found = writableIndex(call, name, {
    ...{ needsAlias, needsStream, kind: action === 'create' ? 'create' : 'other' },
    isCreated: action !== 'delete' || isCreatedByDeletion(step.condition),
  });
  const direct =
    isProblem(found) || (action !== 'create' && action !== 'index')
      ? undefined
      : refuseDirect(found, name, {
          isCreation: action === 'create',
          hasSequence: step.condition.sequence !== undefined,
        });
  if (isProblem(found)) return found;
  if (direct) return direct;
  const draft = drafts.get(found.name) ?? openDraft(found.name, found.index);
  if (!isProblem(draft)) drafts.set(found.name, draft);
  return draft;
}

function writeStep(draft: IndexDraft, id: string, step: BulkStep, now: number): Written | Problem {
  const { action, condition, document = {}, update } = step;
  if (action === 'delete') return deleteDocument(draft, id, now, condition);
  if (update) return updateDocument(draft, id, update, now, condition);
  return isProblem(document) ? document : putDocument(draft, id, document, now, condition);
}
