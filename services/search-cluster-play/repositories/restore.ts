import { behaves } from '../cluster/edition';
import { isRecord } from '@rulebook/json/is-record';
import { shardCount } from '@rulebook/search-cluster/facts/indices/index-settings';
import { respond, type ClusterCall, type ClusterStep } from '../cluster/call';
import type { ClusterState, IndexRecord, RepositoryRecord } from '../cluster/model';
import { noObject, readObject } from '../indices/handlers';
import { isOn, refuseIndexName } from '../indices/names';
import { isProblem, problem, refuse, unplayed, unplayedPart, type Problem } from '../indices/problem';
import { withIndex } from '../indices/record';
import { flattenSettings } from '../indices/settings';
import { renaming } from './rename';
import { chosenIndices, listOf } from './snapshot-indices';
import { refuseFlags, refuseRestoreBody } from './snapshot-problems';
import { snapshotNamed } from './snapshot-store';
import { shardsOf } from './snapshot-views';
import { matchesPattern } from '@rulebook/text/name-pattern';
import { answer } from '@rulebook/sandbox/wire';

type Members = Readonly<Record<string, unknown>>;

/** Restores indices of a snapshot, perhaps under other names. */
export function restore(call: ClusterCall, called: string, repository: RepositoryRecord): ClusterStep {
  const name = call.parameters.get('snapshot') ?? '';
  const body = readObject(call);
  if (!body) return refuse(call, noObject);
  const unreadable =
    refuseRestoreBody(body, behaves(call.input, 'feature-states')) ?? refuseFlags(call.query, ['wait_for_completion']);
  if (unreadable) return refuse(call, unreadable);
  const snapshot = snapshotNamed(call.clusters, repository, name);
  if (!snapshot) return refuse(call, unrestored(`[${called}:${name}] There is no such snapshot.`));
  const chosen = chosenIndices(snapshot, listOf(body.indices) ?? '*', isOn(String(body.ignore_unavailable)));
  if (isProblem(chosen)) return refuse(call, chosen);
  const targets = targetsOf(Object.keys(chosen), body);
  if (isProblem(targets)) return refuse(call, targets);
  const where = `${called}:${name}`;
  let { cluster } = call;
  for (const [index, record] of Object.entries(chosen)) {
    const target = targets.get(index) ?? index;
    const refused = refuseTarget(cluster, where, target);
    if (refused) return refuse(call, refused);
    const restored = restoredIndex(record, body, where);
    if (isProblem(restored)) return refuse(call, restored);
    cluster = withIndex(cluster, target, { ...restored, uuid: call.input.randomText(22) });
  }
  const total = shardsOf(chosen);
  const done = {
    snapshot: { snapshot: name, indices: [...targets.values()], shards: { total, failed: 0, successful: total } },
  };
  return respond(call, answer(200, isOn(call.query.get('wait_for_completion')) ? done : { accepted: true }), cluster);
}

/** Returns the names under which indices are restored. */
function targetsOf(
  names: readonly string[],
  { rename_pattern: pattern, rename_replacement: replacement }: Members,
): ReadonlyMap<string, string> | Problem {
  if (typeof pattern !== 'string' || typeof replacement !== 'string') return new Map(names.map((name) => [name, name]));
  const rename = renaming(pattern, replacement);
  if (!rename) return unplayed(`it does not read the expression [${pattern.slice(0, 100)}] of [rename_pattern]`);
  const targets = new Map<string, string>();
  const sources = new Map<string, string>();
  for (const name of names) {
    const target = rename(name);
    if (target === undefined) return problem('To rename with [rename_pattern] takes too long.');
    const other = sources.get(target);
    if (other !== undefined) return unrestored(`The indices [${other}] and [${name}] would both become [${target}].`);
    sources.set(target, name);
    targets.set(name, target);
  }
  return targets;
}

function refuseTarget({ indices }: ClusterState, where: string, target: string): Problem | undefined {
  const misnamed = refuseIndexName(target);
  if (misnamed) return misnamed;
  if (indices.withAlias(target).length > 0) return unrestored(`[${where}] There is an alias [${target}].`);
  if (indices.get(target)?.isOpen !== true) return undefined;
  return unrestored(
    `[${where}] The index [${target}] exists and is open. Close or delete it, or restore under another name with [rename_pattern] and [rename_replacement].`,
  );
}

function restoredIndex(record: IndexRecord, body: Members, where: string): IndexRecord | Problem {
  if (record.stream) return unplayedPart(`the restore of the data stream [${record.stream.name}]`);
  const changed = isRecord(body.index_settings) ? flattenSettings(body.index_settings) : {};
  if (Object.hasOwn(changed, shardCount.name)) {
    return unrestored(`[${where}] The setting [${shardCount.name}] cannot be changed by a restore.`);
  }
  const ignored = (listOf(body.ignore_index_settings) ?? '').split(',').filter((word) => word !== '');
  const kept = Object.entries(record.settings).filter(
    ([name]) => !ignored.some((word) => matchesPattern(word.startsWith('index.') ? word : `index.${word}`, name)),
  );
  const { aliases, ...index } = record;
  const hasAliases = aliases !== undefined && body.include_aliases !== false && body.include_aliases !== 'false';
  return {
    ...index,
    ...(hasAliases && { aliases }),
    isOpen: true,
    settings: { ...Object.fromEntries(kept), ...changed },
  };
}

function unrestored(reason: string): Problem {
  return problem(reason, { status: 500, type: 'snapshot_restore_exception' });
}
