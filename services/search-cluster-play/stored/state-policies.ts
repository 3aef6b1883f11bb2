import { isRecord } from '@rulebook/json/is-record';
import { answer } from '@rulebook/sandbox/wire';
import type { ClusterCall } from '../cluster/call';
import { failure } from '../cluster/responses';
import type { StoredRecord } from '../cluster/model';
import { problem, type Problem } from '../indices/problem';
import { listOf, recordsOf, type Members, type StoredKind } from './kind';

/** Policies of the states through which indices go, where the product has them. */
export const statePolicy: StoredKind = {
  ...{ id: 'state-policy', noun: 'policy', path: '/_plugins/_ism/policies' },
  without: 'keeps policies of states and carries none out: indices stay as they are',
  ...{ reads: {}, removes: {}, isCreated: true },
  required: { members: ['policy'], type: 'illegal_argument_exception' },
  refuseChange: (call, former) => (call.method === 'DELETE' ? undefined : refuseChange(call, former)),
  keep: ({ call, body: { policy } }) => {
    if (!isRecord(policy)) return problem('[policy] must be an object.', { type: 'parsing_exception' });
    const { states, default_state: first } = policy;
    const names = listOf(states).flatMap((state) => (isRecord(state) ? [state.name] : []));
    if (names.length === 0) return problem('A policy needs at least one of [states].');
    if (!names.includes(first)) return problem(`The [default_state] of a policy is one of its [states].`);
    const numbers = recordsOf(call.cluster, 'state-policy').map(({ body }) => Number(body.sequence));
    return { policy, sequence: Math.max(-1, ...numbers) + 1 };
  },
  show: (record) => ({
    ...identityOf(record),
    policy: {
      ...{ policy_id: record.name, last_updated_time: record.changedAt },
      ...(isRecord(record.body.policy) ? record.body.policy : {}),
    },
  }),
  stored: (_, record) => ({ ...identityOf(record), policy: { policy: record.body.policy } }),
  removed: (name: string) => ({
    ...{ _index: '.opendistro-ism-config', _id: name, result: 'deleted', forced_refresh: true },
    _shards: { total: 1, successful: 1, failed: 0 },
  }),
  notRemoved: () => failure(404, 'status_exception', [{ reason: 'There is no such policy.' }]),
  none: (name) =>
    name === undefined
      ? answer(200, { policies: [], total_policies: 0 })
      : failure(404, 'status_exception', [{ reason: `There is no policy [${name}].` }]),
  all: (shown, name) =>
    name === undefined ? { policies: shown.map(([, one]) => one), total_policies: shown.length } : shown[0]?.[1],
};

function identityOf({ name, version, body }: StoredRecord): Members {
  return { _id: name, _version: version, _primary_term: 1, _seq_no: body.sequence };
}

/** Returns why a policy cannot be replaced: the request does not name its last version. */
function refuseChange({ query }: ClusterCall, former: StoredRecord | undefined): Problem | undefined {
  if (former === undefined) return undefined;
  const isNamed = query.get('if_seq_no') === String(former.body.sequence) && query.get('if_primary_term') === '1';
  return isNamed
    ? undefined
    : problem(
        `There is already a policy [${former.name}]. To change it, name its last version: [if_seq_no=${String(former.body.sequence)}&if_primary_term=1].`,
        { status: 409, type: 'version_conflict_engine_exception' },
      );
}
