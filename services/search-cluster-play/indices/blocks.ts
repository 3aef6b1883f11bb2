import { isRecord } from '@rulebook/json/is-record';
import { privilegeOf } from '@rulebook/search-cluster/facts/security/operation-privileges';
import type { ClusterCall } from '../cluster/call';
import { behaves } from '../cluster/edition';
import type { IndexRecord } from '../cluster/model';
import { calledIndices } from './names';
import { isProblem, problem, type Problem } from './problem';
import { flattenSettings } from './settings';
import { readJson } from '@rulebook/sandbox/wire';

type Level = 'read' | 'write' | 'metadata-read' | 'metadata-write';

const blocks: readonly { readonly setting: string; readonly levels: readonly Level[]; readonly status?: number }[] = [
  { setting: 'read_only', levels: ['write', 'metadata-write'] },
  { setting: 'read_only_allow_delete', levels: ['write'], status: 429 },
  { setting: 'read', levels: ['read'] },
  { setting: 'write', levels: ['write'] },
  { setting: 'metadata', levels: ['metadata-read', 'metadata-write'] },
];

/** What an action on indices does, by the beginning of its name. Others are not blocked. */
const levels: readonly (readonly [beginning: string, level: Level])[] = [
  ['indices:data/read/', 'read'],
  ['indices:data/write/', 'write'],
  ['indices:admin/get', 'metadata-read'],
  ['indices:admin/aliases/get', 'metadata-read'],
  ['indices:admin/mappings/get', 'metadata-read'],
  ['indices:monitor/settings/get', 'metadata-read'],
  ['indices:admin/mapping/put', 'metadata-write'],
  ['indices:admin/settings/update', 'metadata-write'],
  ['indices:admin/aliases', 'metadata-write'],
  ['indices:admin/delete', 'metadata-write'],
  ['indices:admin/close', 'metadata-write'],
  ['indices:admin/open', 'metadata-write'],
];

/** Returns the block of an index that forbids a kind of work, or undefined. */
export function blockOf(
  { settings }: IndexRecord,
  name: string,
  level: Level,
  isDeletion = false,
): Problem | undefined {
  const block = blocks.find(
    (one) =>
      String(settings[`index.blocks.${one.setting}`]) === 'true' &&
      one.levels.includes(level) &&
      !(isDeletion && one.setting === 'read_only_allow_delete'),
  );
  if (block === undefined) return undefined;
  const type = 'cluster_block_exception';
  return problem(`index [${name}] blocked by: [index.blocks.${block.setting}]`, { status: block.status ?? 403, type });
}

function isFull({ settings }: IndexRecord): boolean {
  return String(settings['index.blocks.read_only_allow_delete']) === 'true';
}

/** Returns the block of one of the called indices that forbids the operation, or undefined. */
export function refuseBlocked(call: ClusterCall): Problem | undefined {
  const { match, parameters } = call;
  const action = match.kind === 'operation' ? privilegeOf(match.operation)?.action : undefined;
  const level = levels.find(([beginning]) => action?.startsWith(beginning))?.[1];
  if (isClusterBlocked(call) && (level === 'write' || level === 'metadata-write' || isClusterChange(call, action))) {
    return problem('blocked by: [cluster read-only (api)]', { status: 403, type: 'cluster_block_exception' });
  }
  // The actions of a bulk request are looked at one by one.
  const parameter = ['index', 'follower_index'].find((name) => parameters.has(name));
  if (level === undefined || action?.startsWith('indices:data/write/bulk') || parameter === undefined) return undefined;
  if (action === 'indices:admin/settings/update' && setsBlocksOnly(call)) return undefined;
  const chosen = calledIndices(call, parameter);
  if (isProblem(chosen)) return undefined;
  const isDeletion = action === 'indices:admin/delete';
  // Servers that let no metadata of an index change, either, treat it as writing.
  const isWriting = level === 'metadata-write' && !behaves(call.input, 'metadata-of-full-disks');
  return chosen.flatMap(
    ({ name, index }) =>
      blockOf(index, name, level, isDeletion) ??
      (isWriting && isFull(index) ? blockOf(index, name, 'write', isDeletion) : undefined) ??
      [],
  )[0];
}

function isClusterBlocked({ cluster: { settings } }: ClusterCall): boolean {
  const all = { ...settings?.persistent, ...settings?.transient };
  return String(all['cluster.blocks.read_only']) === 'true';
}

/** Returns whether an action creates an index, or changes settings of the cluster besides its blocks. */
function isClusterChange({ request }: ClusterCall, action = ''): boolean {
  if (action === 'indices:admin/create') return true;
  if (action !== 'cluster:admin/settings/update') return false;
  const body = readJson(request.body)?.value;
  const layers = isRecord(body) ? [body.persistent, body.transient].filter(isRecord) : [];
  const names = layers.flatMap((layer) => Object.keys(flattenSettings(layer)));
  return names.some((name) => !name.startsWith('index.cluster.blocks.'));
}

/** Returns whether a change of settings may remove a block: it sets nothing else. */
function setsBlocksOnly({ request }: ClusterCall): boolean {
  const body = readJson(request.body)?.value;
  if (!isRecord(body)) return false;
  const names = Object.keys(flattenSettings(isRecord(body.settings) ? body.settings : body));
  return names.length > 0 && names.every((name) => name.startsWith('index.blocks.'));
}
