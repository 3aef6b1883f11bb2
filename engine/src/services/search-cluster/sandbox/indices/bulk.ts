import { refuseAction } from '../cluster/authorization';
import { blockOf } from './blocks';
import { readBulkLines, type BulkStep } from './bulk-lines';
import { respond, type ClusterCall, type ClusterHandlers, type ClusterStep } from '../cluster/call';
import {
  conditionFrom,
  describeWrite,
  isCreatedByDeletion,
  isForcedRefresh,
  refusePipeline,
  statusOfWrite,
  writableIndex,
} from './documents';
import { isOn } from './names';
import { isProblem, problem, refuse, type Problem } from './problem';
import { withIndex } from './record';
import { updateDocument } from './update';
import { refusePartialUpdate } from './view';
import {
  closeDraft,
  deleteDocument,
  openDraft,
  putDocument,
  type IndexDraft,
  type WriteCondition,
  type Written,
} from './write';
import { answer } from '../../../../sandbox/wire';

/** Plays many writes in one request. */
export const bulkHandlers: ClusterHandlers = {
  'search-cluster.document.bulk': bulk,
  'search-cluster.bulk': bulk,
};

function bulk(call: ClusterCall): ClusterStep {
  const steps = readBulkLines(call.request.body);
  if (isProblem(steps)) return refuse(call, steps);
  const own = call.parameters.get('index');
  const invalid = steps.map((step) => checkStep(step, own)).find((found) => found !== undefined);
  if (invalid) return refuse(call, invalid);
  const drafts = new Map<string, IndexDraft>();
  const items = steps.map((step) => runStep(call, step, drafts));
  let { cluster } = call;
  for (const draft of drafts.values()) {
    const index = closeDraft(draft, call.input.now);
    const isNew = !cluster.indices.has(draft.name);
    if (index !== draft.before || isNew) cluster = withIndex(cluster, draft.name, index);
  }
  const errors = items.some(({ isFailure }) => isFailure);
  return respond(call, answer(200, { took: 0, errors, items: items.map(({ item }) => item) }), cluster);
}

function checkStep({ action, metadata }: BulkStep, own: string | undefined): Problem | undefined {
  const type = 'action_request_validation_exception';
  if (own === undefined && typeof metadata._index !== 'string') {
    return problem('An index is missing. Name it in the action or in the path.', { type });
  }
  const needsId = action === 'delete' || action === 'update';
  return needsId && idOf(metadata) === undefined
    ? problem(`An action [${action}] needs an [_id].`, { type })
    : undefined;
}

function runStep(call: ClusterCall, step: BulkStep, drafts: Map<string, IndexDraft>) {
  const { action, metadata } = step;
  const name = typeof metadata._index === 'string' ? metadata._index : (call.parameters.get('index') ?? '');
  const id = idOf(metadata) ?? call.input.randomText(20);
  const held = call.cluster.indices.get(name);
  const blocked = held && blockOf(held, name, 'write');
  const draft = refuseAction(call, action, name) ?? blocked ?? draftOf(call, step, name, drafts);
  const blind = action === 'update' ? refusePartialUpdate(call, name) : undefined;
  const written = blind ?? (isProblem(draft) ? draft : writeStep(draft, id, step, call.input.now));
  if (!isProblem(written) && !isProblem(draft)) {
    const result = describeWrite(draft.name, id, written, isForcedRefresh(call.query));
    return { isFailure: false, item: { [action]: { ...result, status: statusOfWrite(written) } } };
  }
  const { status, type, reason, rule } = isProblem(written) ? written : problem('');
  const error = { type, reason, ...(rule !== undefined && { rule }) };
  return { isFailure: true, item: { [action]: { _index: name, _id: id, status, error } } };
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
  const needsAlias = metadata.require_alias === true || isOn(call.query.get('require_alias'));
  if (known && !needsAlias) return known;
  const found = writableIndex(call, name, {
    needsAlias,
    isCreated: action !== 'delete' || isCreatedByDeletion(conditionOf(step)),
  });
  if (isProblem(found)) return found;
  const draft = drafts.get(found.name) ?? openDraft(found.name, found.index);
  if (!isProblem(draft)) drafts.set(found.name, draft);
  return draft;
}

function writeStep(draft: IndexDraft, id: string, step: BulkStep, now: number): Written | Problem {
  const { action, document = {} } = step;
  const condition = conditionOf(step);
  switch (action) {
    case 'create':
      return putDocument(draft, id, document, now, { ...condition, isCreation: true });
    case 'update':
      return updateDocument(draft, id, document, now, condition);
    case 'delete':
      return deleteDocument(draft, id, now, condition);
    default:
      return putDocument(draft, id, document, now, condition);
  }
}

function conditionOf({ metadata }: BulkStep): WriteCondition {
  const whole = (value: unknown): number | undefined => (Number.isSafeInteger(value) ? Number(value) : undefined);
  return conditionFrom({
    sequence: whole(metadata.if_seq_no),
    primaryTerm: whole(metadata.if_primary_term),
    version: whole(metadata.version),
    versionType: typeof metadata.version_type === 'string' ? metadata.version_type : undefined,
  });
}

function idOf({ _id }: BulkStep['metadata']): string | undefined {
  return typeof _id === 'string' ? _id : typeof _id === 'number' ? String(_id) : undefined;
}
