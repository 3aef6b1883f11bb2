import { behaves, editionOf } from '../cluster/edition';
import { shownAs } from '../cluster/product';
import { isRecord } from '@rulebook/json/is-record';
import { respond, type ClusterCall, type ClusterHandlers, type ClusterStep } from '../cluster/call';
import type { RepositoryRecord, SnapshotRecord } from '../cluster/model';
import { noObject, readObject } from '../indices/handlers';
import { chooseIndices, isOn } from '../indices/names';
import { isProblem, problem, refuse, type Problem } from '../indices/problem';
import { selectRepositories } from './names';
import { restore } from './restore';
import { missingRepository, withRepository } from './repositories';
import { chosenIndices, listOf } from './snapshot-indices';
import { chosenSnapshots, missingSnapshot, snapshotNamed, withoutSnapshots, withSnapshot } from './snapshot-store';
import { describeBriefly, describeSnapshot, describeStatus } from './snapshot-views';
import { kindOfReadOnly } from './refused-registration';
import { refuseFlags, refuseReading, refuseSnapshotBody } from './snapshot-problems';
import type { Storage } from './storage';
import { textOfSetting } from './stored-settings';
import { decodeBase64Text, encodeBase64 } from '@rulebook/text/base64';
import { resolveDateMathName } from '@rulebook/text/date-math';
import { answer, readJson, result } from '@rulebook/sandbox/wire';

/** Plays the operations on snapshots, which the sandbox keeps in its state. */
export const snapshotHandlers: ClusterHandlers = {
  'search-cluster.snapshot.create': (call) => withRepository(call, create),
  'search-cluster.snapshot.get': readSnapshots,
  'search-cluster.snapshot.status': (call) => withRepository(call, readStatus),
  'search-cluster.snapshot.status.repository': (call) => respond(call, noStatus),
  'search-cluster.snapshot.status.all': (call) => respond(call, noStatus),
  'search-cluster.snapshot.delete': (call) => withRepository(call, remove),
  'search-cluster.snapshot.clone': (call) => withRepository(call, clone),
  'search-cluster.snapshot.restore': (call) => withRepository(call, restore),
};

type OnRepository = Parameters<typeof withRepository>[1];

/** A snapshot is taken while the sandbox responds, so none is under way. */
const noStatus = answer(200, { snapshots: [] });

const create: OnRepository = (call, called, repository, storage) => {
  const name = resolveDateMathName(call.parameters.get('snapshot') ?? '', call.input.now);
  if (typeof name !== 'string') return refuse(call, problem(name.problem, { type: 'parse_exception' }));
  // Servers ignore a body that is not an object.
  const body = readObject(call) ?? (readJson(call.request.body) && {});
  if (!body) return refuse(call, noObject);
  const { feature_states: _, ...withoutFeatures } = body;
  const unreadable =
    refuseSnapshotBody(behaves(call.input, 'feature-states') ? body : withoutFeatures) ??
    refuseFlags(call.query, ['wait_for_completion']);
  if (unreadable) return refuse(call, unreadable);
  const refused = refuseNew(call, called, { repository, storage, name });
  if (refused) return refuse(call, refused);
  const indices = chooseIndices(call.cluster, listOf(body.indices) ?? '*', {
    isLenient: isOn(String(body.ignore_unavailable)),
  });
  if (isProblem(indices)) return refuse(call, indices);
  const snapshot: SnapshotRecord = {
    ...{ repository: repository.uuid, name, uuid: call.input.randomText(22), startedAt: call.input.now },
    hasGlobalState: body.include_global_state !== false && body.include_global_state !== 'false',
    ...(isRecord(body.metadata) && { metadata: body.metadata }),
    indices: Object.fromEntries(indices.map(({ name: index, index: record }) => [index, withoutReplication(record)])),
  };
  const next = withSnapshot(call, snapshot);
  const isAwaited = isOn(call.query.get('wait_for_completion'));
  return respond(
    call,
    answer(
      200,
      isAwaited
        ? { snapshot: shownAs(call.input, 'snapshot', describeSnapshot(snapshot, called, editionOf(call.input))) }
        : { accepted: true },
    ),
    next,
  );
};

/** Who follows an index, and which index it follows, is not in snapshots. */
function withoutReplication({
  follow: _,
  ...index
}: SnapshotRecord['indices'][string]): SnapshotRecord['indices'][string] {
  return { ...index, history: [], leases: {} };
}

/** Returns why no snapshot of that name can be taken, or undefined. */
function refuseNew(
  call: ClusterCall,
  called: string,
  {
    repository,
    storage,
    name,
  }: { readonly repository: RepositoryRecord; readonly storage: Storage; readonly name: string },
): Problem | undefined {
  const readOnly = refuseReadOnly(call, called, repository, storage);
  if (readOnly) return readOnly;
  const type = 'invalid_snapshot_name_exception';
  if (name === '' || /^_|[\s,#*?"<>|/\\]|[A-Z]/.test(name)) {
    const reason = `[${called}:${name}] A name of a snapshot has small letters, no spaces, none of \\ / * ? " < > | , #, and no _ in front.`;
    return problem(reason, { type });
  }
  if (!snapshotNamed(call.clusters, repository, name)) return undefined;
  return problem(`[${called}:${name}] There is already a snapshot of this name.`, {
    type: 'snapshot_name_already_in_use_exception',
  });
}

function refuseReadOnly(
  call: ClusterCall,
  called: string,
  { type, settings }: RepositoryRecord,
  storage: Storage,
): Problem | undefined {
  const isReadOnly = storage.kind === 'address' || type === 'url' || textOfSetting(settings, 'readonly') === 'true';
  return isReadOnly ? problem(`[${called}] The repository is read-only.`, kindOfReadOnly(call)) : undefined;
}

/** A snapshot with the name of the repository that the request called. */
interface Listed {
  readonly called: string;
  readonly snapshot: SnapshotRecord;
}

function readSnapshots(call: ClusterCall): ClusterStep {
  const { query, parameters } = call;
  const known = call.cluster.repositories;
  const hasExclusions = behaves(call.input, 'repository-exclusions');
  const selected = selectRepositories(
    known.ordered().map(([name]) => name),
    parameters.get('repository') ?? '',
    hasExclusions,
  );
  if ('missing' in selected) return respond(call, missingRepository(selected.missing));
  const unreadable = refuseReading(query);
  if (unreadable) return refuse(call, unreadable);
  const isBrief = query.get('verbose') === 'false';
  const listed: Listed[] = [];
  for (const called of selected.names) {
    const repository = known.get(called);
    const list = parameters.get('snapshot') ?? '_all';
    const isLenient = isOn(query.get('ignore_unavailable'));
    const found = repository
      ? chosenSnapshots(call.clusters, repository, { called, list, isLenient, hasExclusions })
      : [];
    if (isProblem(found)) return refuse(call, found);
    if (found.length === 0 && !hasExclusions && /^[^*,]+\*$/.test(list))
      return refuse(call, missingSnapshot(called, list));
    // The sandbox has no policies that take snapshots.
    const policies = query.get('slm_policy_filter')?.split(',') ?? ['_none'];
    if (policies.includes('_none')) listed.push(...found.map((snapshot) => ({ called, snapshot })));
  }
  const sorted = sortedBy(
    listed,
    query.get('sort') ?? (isBrief ? 'name' : 'start_time'),
    query.get('order') === 'desc',
  );
  const after = Number(decodeBase64Text(query.get('after') ?? '') ?? 0) || 0;
  const from = after + (Number(query.get('offset') ?? 0) || 0);
  const size = Number(query.get('size') ?? Infinity);
  const page = sorted.slice(from, size > 0 ? from + size : undefined);
  const remaining = sorted.length - from - page.length;
  const hidden = [
    ...(query.get('index_names') === 'false' ? ['indices'] : []),
    ...(query.get('include_repository') === 'false' ? ['repository'] : []),
  ];
  const snapshots = page.map(({ snapshot, called }) =>
    Object.fromEntries(
      Object.entries(
        shownAs(
          call.input,
          isBrief ? 'brief snapshot' : 'snapshot',
          (isBrief ? describeBriefly : describeSnapshot)(snapshot, called, editionOf(call.input)),
        ),
      ).filter(([name]) => !hidden.includes(name)),
    ),
  );
  const next = remaining > 0 ? { next: encodeBase64(String(from + page.length)) } : {};
  const list = { snapshots, total: listed.length, remaining: Math.max(remaining, 0), ...next };
  return respond(call, answer(200, shownAs(call.input, 'list of snapshots', list)));
}

function sortedBy(listed: readonly Listed[], key: string, isDescending: boolean): readonly Listed[] {
  const valueOf = ({ called, snapshot }: Listed): string | number => {
    if (key === 'name') return snapshot.name;
    if (key === 'repository') return called;
    return key === 'index_count' ? Object.keys(snapshot.indices).length : snapshot.startedAt;
  };
  return [...listed].sort((one, other) => {
    const [a, b] = isDescending ? [valueOf(other), valueOf(one)] : [valueOf(one), valueOf(other)];
    return a < b ? -1 : a > b ? 1 : 0;
  });
}

const readStatus: OnRepository = (call, called, repository) => {
  const list = call.parameters.get('snapshot') ?? '';
  const isLenient = isOn(call.query.get('ignore_unavailable'));
  const found = chosenSnapshots(call.clusters, repository, { called, list, isLenient });
  if (isProblem(found)) return refuse(call, found);
  return respond(call, answer(200, { snapshots: found.map((one) => describeStatus(one, called)) }));
};

const remove: OnRepository = (call, called, repository, storage) => {
  const found = chosenSnapshots(call.clusters, repository, { called, list: call.parameters.get('snapshot') ?? '' });
  if (isProblem(found)) return refuse(call, found);
  const readOnly = refuseReadOnly(call, called, repository, storage);
  if (readOnly && found.length > 0) return refuse(call, readOnly);
  return result(withoutSnapshots(call.clusters, found), answer(200, { acknowledged: true }));
};

const clone: OnRepository = (call, called, repository, storage) => {
  const body = readObject(call);
  if (!body) return refuse(call, noObject);
  const [name, target] = [call.parameters.get('snapshot') ?? '', call.parameters.get('target_snapshot') ?? ''];
  const source = snapshotNamed(call.clusters, repository, name);
  if (!source) return refuse(call, missingSnapshot(called, name));
  const refused = refuseNew(call, called, { repository, storage, name: target });
  if (refused) return refuse(call, refused);
  const list = listOf(body.indices);
  if (list === undefined) {
    return refuse(
      call,
      problem('Name the indices to copy in [indices].', { type: 'action_request_validation_exception' }),
    );
  }
  const indices = chosenIndices(source, list, false);
  if (isProblem(indices)) return refuse(call, indices);
  const { uuid: _, ...copied } = source;
  const copy: SnapshotRecord = {
    ...{ ...copied, name: target, uuid: call.input.randomText(22), startedAt: call.input.now, indices },
  };
  return respond(call, answer(200, { acknowledged: true }), withSnapshot(call, copy));
};
