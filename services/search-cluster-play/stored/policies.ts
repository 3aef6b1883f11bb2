import { isRecord } from '@rulebook/json/is-record';
import { actionsAfterRollover, actionsOfPhases } from '@rulebook/search-cluster/facts/indices/lifecycle-actions';
import { answer } from '@rulebook/sandbox/wire';
import type { ClusterCall } from '../cluster/call';
import type { StoredRecord } from '../cluster/model';
import { timeValueMilliseconds } from '../cluster/time-value';
import { isOn } from '../indices/names';
import { problem, unplayedPart, type Problem } from '../indices/problem';
import { acknowledged, listOf, missing, recordOf, recordsOf, shownByName, type Members, type StoredKind } from './kind';
import { nextTime, readSchedule } from './schedule';

/** What policies have in common. */
const policy = {
  ...{ stored: () => acknowledged, removed: acknowledged, removes: {} },
  ...shownByName,
} as const;

/** What each action shows that requests need not say. */
const defaultsOfActions: Readonly<Record<string, Members>> = {
  delete: { delete_searchable_snapshot: true },
  shrink: { allow_write_after_shrink: false },
  searchable_snapshot: { force_merge_index: true },
  allocate: { include: {}, exclude: {}, require: {} },
  migrate: { enabled: true },
};

const nameOfPolicy = 'index.lifecycle.name';

/** Policies of what becomes of indices in time. */
export const lifecyclePolicy: StoredKind = {
  ...policy,
  ...{ id: 'lifecycle-policy', noun: 'lifecycle policy', path: '/_ilm/policy' },
  without: 'keeps lifecycle policies and carries none out: indices stay as they are',
  reads: { isList: true, hasPatterns: true },
  needsAll: true,
  required: { members: ['policy'], type: 'illegal_argument_exception' },
  keep: ({ body }) => {
    const { policy: written } = body;
    const phases = isRecord(written) ? written.phases : undefined;
    if (!isRecord(written) || !isRecord(phases))
      return problem('A lifecycle policy must have [phases].', { type: 'x_content_parse_exception' });
    const unknown = Object.keys(phases).find((phase) => !Object.hasOwn(actionsOfPhases, phase));
    if (unknown !== undefined)
      return problem(`A lifecycle policy has no phase [${unknown}].`, { type: 'action_request_validation_exception' });
    const idle = Object.entries(phases).find(([, phase]) => !isRecord(phase) || !isRecord(phase.actions));
    if (idle) return problem(`The phase [${idle[0]}] must have [actions].`, { type: 'x_content_parse_exception' });
    const refused = Object.entries(phases).flatMap((phase) => refuseActions(phase) ?? [])[0];
    return refused ?? { policy: { ...written, phases: Object.fromEntries(Object.entries(phases).map(keptPhase)) } };
  },
  show: ({ name, body, version, changedAt }, call) => ({
    version,
    modified_date: new Date(changedAt).toISOString(),
    ...body,
    in_use_by: {
      indices: indicesWith(call, name),
      data_streams: streamsWith(call, name),
      composable_templates: templatesWith(call, name),
    },
  }),
  refuseRemoval: (call, name) => {
    const indices = indicesWith(call, name);
    return indices.length === 0
      ? undefined
      : problem(`The lifecycle policy [${name}] is that of the indices [${indices.join(', ')}].`);
  },
  notRemoved: (_, name) => missing('lifecycle policy', name),
  none: (name) => (name === undefined || name.includes('*') ? answer(200, {}) : missing('lifecycle policy', name)),
};

/** Returns why a phase cannot have one of its actions. */
function refuseActions([phase, options]: readonly [string, unknown]): Problem | undefined {
  const actions = isRecord(options) && isRecord(options.actions) ? Object.keys(options.actions) : [];
  const all = Object.values(actionsOfPhases).flat();
  const unknown = actions.find((action) => !all.includes(action));
  if (unknown !== undefined)
    return problem(`There is no action [${unknown}] of a lifecycle policy.`, { type: 'x_content_parse_exception' });
  const type = 'action_request_validation_exception';
  const misplaced = actions.find((action) => actionsOfPhases[phase]?.includes(action) === false);
  if (misplaced !== undefined)
    return problem(
      `The phase [${phase}] has no action [${misplaced}]; it may have [${String(actionsOfPhases[phase]?.join(', '))}].`,
      { type },
    );
  const lone =
    phase === 'hot' && !actions.includes('rollover')
      ? actions.find((action) => actionsAfterRollover.includes(action))
      : undefined;
  return lone === undefined
    ? undefined
    : problem(`The phase [hot] has the action [${lone}] only together with [rollover].`, { type });
}

function keptPhase([name, phase]: readonly [string, unknown]): readonly [string, unknown] {
  if (!isRecord(phase) || !isRecord(phase.actions)) return [name, phase];
  const actions = Object.entries(phase.actions).map(([action, options]) => [
    action,
    {
      ...(Object.hasOwn(defaultsOfActions, action) && defaultsOfActions[action]),
      ...(isRecord(options) ? options : {}),
    },
  ]);
  return [name, { min_age: '0ms', ...phase, actions: Object.fromEntries(actions) }];
}

function indicesWith({ cluster }: ClusterCall, name: string): readonly string[] {
  return cluster.indices.entries().flatMap(([index, { settings }]) => (settings[nameOfPolicy] === name ? [index] : []));
}

function streamsWith({ cluster }: ClusterCall, name: string): readonly string[] {
  const streams = cluster.indices
    .entries()
    .flatMap(([, { stream, settings }]) => (stream && settings[nameOfPolicy] === name ? [stream.name] : []));
  return [...new Set(streams)];
}

/** Returns the index templates that name a policy, also by a component. */
function templatesWith({ cluster }: ClusterCall, name: string): readonly string[] {
  const names = ({ template }: Members): boolean =>
    isRecord(template) && isRecord(template.settings) && template.settings[nameOfPolicy] === name;
  return recordsOf(cluster, 'index-template').flatMap(({ name: own, body }) => {
    const components = listOf(body.composed_of).flatMap((one): readonly Members[] => {
      const component = recordOf(cluster, 'component-template', String(one));
      return component ? [component.body] : [];
    });
    return [body, ...components].some((one) => names(one)) ? [own] : [];
  });
}

/** Policies of when snapshots are taken. */
export const snapshotPolicy: StoredKind = {
  ...policy,
  ...{ id: 'snapshot-policy', noun: 'snapshot policy', path: '/_slm/policy' },
  without: 'keeps snapshot policies and carries none out: snapshots are taken by requests',
  reads: { isList: true },
  required: { members: ['schedule', 'name', 'repository'], type: 'illegal_argument_exception' },
  keep: ({ call, body }) => {
    const { schedule, name, repository, config, retention, ...others } = body;
    const text = String(schedule);
    const read = timeValueMilliseconds(text) ?? readSchedule(text);
    if (read === 'invalid')
      return problem(`The schedule [${text}] is neither a cron expression nor a time such as [1h].`, {
        type: 'action_request_validation_exception',
      });
    if (read === 'unplayed') return unplayedPart(`the schedule [${text}] with L, W or #`);
    if (!call.cluster.repositories.has(String(repository)))
      return problem(`There is no repository [${String(repository)}].`);
    return {
      ...{ name, schedule, repository },
      ...(config !== undefined && { config }),
      ...others,
      ...(retention !== undefined && { retention }),
    };
  },
  show: (record, call) => {
    const { name, body, version, changedAt } = record;
    const isReadable = isOn(call.query.get('human'));
    const next = nextExecution(record, call.input.now);
    return {
      version,
      ...(isReadable && { modified_date: new Date(changedAt).toISOString() }),
      modified_date_millis: changedAt,
      policy: body,
      ...(isReadable && { next_execution: new Date(next).toISOString() }),
      next_execution_millis: next,
      stats: {
        policy: name,
        ...{ snapshots_taken: 0, snapshots_failed: 0, snapshots_deleted: 0, snapshot_deletion_failures: 0 },
      },
    };
  },
  notRemoved: (_, name) => missing('snapshot policy', name),
  none: (name) => (name === undefined ? answer(200, {}) : missing('snapshot policy', name)),
};

/** Returns when a snapshot would be taken next: by a length of time counted from the last change, or by cron. */
function nextExecution({ body, changedAt }: StoredRecord, now: number): number {
  const text = String(body.schedule);
  const interval = timeValueMilliseconds(text);
  if (interval !== undefined && interval > 0)
    return changedAt + interval * (Math.floor(Math.max(0, now - changedAt) / interval) + 1);
  const schedule = readSchedule(text);
  return (typeof schedule === 'string' ? undefined : nextTime(schedule, now)) ?? -1;
}
