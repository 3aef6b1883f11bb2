import { isRecord } from '@rulebook/json/is-record';
import { answer } from '@rulebook/sandbox/wire';
import type { ClusterCall } from '../cluster/call';
import { editionOf } from '../cluster/edition';
import { chooseIndices, isIndexPattern, isOn } from '../indices/names';
import { isProblem, problem, type Problem } from '../indices/problem';
import { acknowledged, emptyWhenMissing, listOf, missing, shownByName, type StoredKind } from './kind';

/** Copies of indices in another form, that go on by themselves. */
export const transform: StoredKind = {
  ...{ id: 'transform', noun: 'transform', path: '/_transform' },
  without: 'keeps transforms and runs none: no index is made by them',
  unplayed: ['from', 'size', 'exclude_generated', 'delete_dest_index'],
  ...{ reads: { isList: true, hasPatterns: true }, removes: {}, needsAll: true },
  required: { members: ['source', 'dest'], type: 'illegal_argument_exception' },
  refuseChange: (call, former) =>
    former === undefined || call.method === 'DELETE'
      ? undefined
      : problem(`There is already a transform [${former.name}]. Delete it first, or change it with [_update].`, {
          type: 'resource_already_exists_exception',
        }),
  keep: ({ call, name, body }) => {
    if (!/^[a-z0-9](?:[a-z0-9_-]*[a-z0-9])?$/.test(name))
      return problem(
        `A transform cannot have the name [${name}]: small letters, digits, - and _, with a letter or a digit at both ends.`,
        { type: 'action_request_validation_exception' },
      );
    const { source, pivot, latest } = body;
    if ((pivot === undefined) === (latest === undefined))
      return problem('A transform has either [pivot] or [latest].', { type: 'action_request_validation_exception' });
    return refuseSource(call, isRecord(source) ? listOf(source.index).map(String) : []) ?? body;
  },
  show: ({ name, body, createdAt }, call) => ({
    ...{ id: name, version: editionOf(call.input).version, create_time: createdAt },
    ...{ ...body, ...(isRecord(body.source) && { source: sourceOf(body.source) }) },
    settings: body.settings ?? {},
  }),
  ...{ stored: () => acknowledged, removed: acknowledged },
  notRemoved: (_, name) => missing('transform', name),
  none: (name) =>
    name === undefined || name === '_all' || name.includes('*')
      ? answer(200, { count: 0, transforms: [] })
      : missing('transform', name),
  all: (shown) => ({ count: shown.length, transforms: shown.map(([, one]) => one) }),
};

function sourceOf(source: Readonly<Record<string, unknown>>): unknown {
  return { ...source, index: listOf(source.index), query: source.query ?? { match_all: {} } };
}

function refuseSource({ cluster, query }: ClusterCall, names: readonly string[]): Problem | undefined {
  if (isOn(query.get('defer_validation'))) return undefined;
  const plain = names.filter((name) => !isIndexPattern(name) && !name.includes(':'));
  const absent = plain.find((name) => isProblem(chooseIndices(cluster, name)));
  return absent === undefined
    ? undefined
    : problem(`There is no index [${absent}], which is the source. Create it first, or defer the validation.`, {
        type: 'validation_exception',
      });
}

/** Pipelines that Logstash reads. */
export const logstashPipeline: StoredKind = {
  ...{ id: 'logstash-pipeline', noun: 'pipeline', path: '/_logstash/pipeline' },
  ...{ reads: { isList: true, hasPatterns: true }, removes: {}, isCreated: true },
  required: {
    members: ['last_modified', 'pipeline_metadata', 'username', 'pipeline', 'pipeline_settings'],
    type: 'illegal_argument_exception',
  },
  keep: ({ body }) => body,
  show: ({ body }) => body,
  // Its responses to changes have no body.
  ...{ stored: () => undefined, removed: undefined },
  notRemoved: () => answer(404, {}),
  ...shownByName,
  ...emptyWhenMissing,
};
