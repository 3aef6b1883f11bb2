// Compares what two servers answered to one request.

/**
 * Members whose values differ from run to run or from server to server, by what they are. Whether they are there, and of which type, is
 * compared; what they say is not.
 */
const volatile = new Set([
  'took',
  // How much of the documents a query has read.
  'documents_found',
  'values_loaded',
  'creation_date',
  'index.creation_date',
  'index.version.created',
  'creation_date_in_millis',
  'created',
  'creation',
  'expiration',
  'invalidation',
  'uuid',
  'index_uuid',
  'index.uuid',
  'index.version.created',
  'cluster_uuid',
  'history_uuid',
  'id',
  'api_key',
  'encoded',
  'previously_invalidated_api_keys',
  'invalidated_api_keys',
  'api_key_id',
  'profile_uid',
  'scroll_id',
  '_scroll_id',
  '_score',
  'max_score',
  'start_time',
  'start_time_in_millis',
  'end_time',
  'end_time_in_millis',
  'duration_in_millis',
  'task',
  'node',
  'nodes',
  'name_of_node',
  'build_hash',
  'build_date',
  'location',
  'version_id',
  'cluster_name',
  // Sentences are in words of their own.
  'reason',
  'next',
]);

/** A list whose order means nothing where nothing is sorted. */
const unordered = 'api_keys';

/** The least number that is a point in time. */
const leastTime = 1e12;

/** Members that only a running cluster has, or only the sandbox, at any depth of a response. */
const ofTheCluster = new Set(['rule', 'provided_name', 'version', '_tier_preference']);

/** Members of an error that say the same in other words, or name classes of the server: whether they are there is compared. */
const inOwnWords = new Set(['reason', 'caused_by']);

/** An id that a server made. */
const madeId = /^[\w-]{20}$/;

/** Returns the first difference of two answers, or undefined. */
export function differenceOf(node, sandbox) {
  return differencesOf(node, sandbox)[0];
}

/**
 * Returns what differs: `status`, `error` (its type), `shape` (members and their types) or `value`, with what the node and the sandbox say.
 * Each is listed on its own, so that one that stays does not hide others.
 */
export function differencesOf(node, sandbox) {
  if (node.oracle !== undefined) return differencesOfReading(node, sandbox);
  if (node.status !== sandbox.status) return [{ kind: 'status', node: summary(node), sandbox: summary(sandbox) }];
  if (node.status >= 400) {
    const [left, right] = [errorType(node), errorType(sandbox)];
    return left === right ? [] : [{ kind: 'error', node: left, sandbox: right }];
  }
  const [left, right] = [withoutOwn(parse(node.text)), withoutOwn(parse(sandbox.text))];
  return [...unlike(left, right, [])];
}

/** The index in which a node keeps its keys and users, with its alias. The sandbox has none. */
const own = /^\.security(?:-\d+)?$/;

/** Returns an answer without what concerns the index of the node's own. Tables have one blank between words. */
function withoutOwn(value) {
  if (typeof value === 'string') {
    if (!value.includes('\n')) return value;
    const lines = value.split('\n').filter((line) => !line.split(/\s+/).some((word) => own.test(word)));
    return lines.map((line) => line.replace(/\s+/g, ' ').trim()).join('\n');
  }
  if (Array.isArray(value)) return value.filter((item) => !isOwn(item)).map(withoutOwn);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([name]) => !own.test(name));
  return Object.fromEntries(members.map(([name, member]) => [name, withoutOwn(member)]));
}

function isOwn(item) {
  if (typeof item === 'string') return own.test(item);
  return ['index', 'alias', 'name'].some((name) => own.test(String(item?.[name] ?? '')));
}

/** What only the reading of the product judged: the sandbox may answer anything but that the request is wrong. */
function differencesOfReading(node, sandbox) {
  const isWrong = sandbox.status === 400 || sandbox.status === 405;
  return isWrong ? [{ kind: 'status', node: `${node.status} (read)`, sandbox: summary(sandbox) }] : [];
}

/** The status with the type of the error. */
export function summary(answer) {
  const type = errorType(answer);
  return type === undefined ? String(answer.status) : `${answer.status} ${type}`;
}

/** Returns the type of the error of a response. */
export function errorType({ status, text }) {
  if (status < 400) return undefined;
  const body = parse(text);
  const error = body?.error;
  if (typeof error === 'string') return 'text';
  return error?.type ?? (body === undefined || body === '' ? 'nothing' : 'other');
}

function parse(text) {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Names of the indices in which only the node keeps keys and users. */
const isOfNode = (name) => typeof name === 'string' && name.startsWith('.security');

/** Snapshots of the node have the shards of its own indices too, and files. */
const countsOfSnapshot = /^snapshots?(\.\d+)?(\.indices\.[^.]+)?\.(shards|shards_stats|stats|feature_states)\b/;

/** The differences of two values. */
function* unlike(node, sandbox, path) {
  const at = path.join('.');
  const key = path.findLast((part) => typeof part === 'string') ?? '';
  if (countsOfSnapshot.test(at) && kindOf(node) === kindOf(sandbox)) return;
  if (inOwnWords.has(key) && kindOf(node) === kindOf(sandbox)) return;
  if (kindOf(node) !== kindOf(sandbox)) {
    yield { kind: 'shape', at, node: shown(node), sandbox: shown(sandbox) };
  } else if (Array.isArray(node)) {
    if (volatile.has(key)) return;
    if (node.length === sandbox.length) {
      const [left, right] = [node, sandbox].map((list) => (key === unordered ? inOrder(list) : list));
      for (const index of left.keys()) yield* unlike(left[index], right[index], [...path, index]);
    } else {
      const [left, right] = [`${node.length} items: ${shown(node)}`, `${sandbox.length}: ${shown(sandbox)}`];
      yield { kind: 'value', at, node: left, sandbox: right };
    }
  } else if (typeof node === 'object' && node !== null) {
    // By the ids of nodes.
    if (key === 'nodes') return;
    const names = namesOf(node);
    const others = namesOf(sandbox);
    for (const name of names) if (!others.includes(name)) yield { kind: 'shape', at, node: name, sandbox: '' };
    for (const name of others) if (!names.includes(name)) yield { kind: 'shape', at, node: '', sandbox: name };
    for (const name of names) if (others.includes(name)) yield* unlike(node[name], sandbox[name], [...path, name]);
  } else if (node !== sandbox && !isOfRun(key, node, sandbox)) {
    yield { kind: 'value', at, node: shown(node), sandbox: shown(sandbox) };
  }
}

/** Whether two values may differ from run to run. */
function isOfRun(key, node, sandbox) {
  if (volatile.has(key) || (madeId.test(node) && madeId.test(sandbox))) return true;
  return key === '_sort' && node > leastTime && sandbox > leastTime;
}

function inOrder(list) {
  const keyOf = ({ name, metadata }) => JSON.stringify([name, metadata]);
  const isSorted = list.some(({ _sort }) => _sort !== undefined);
  return isSorted ? list : list.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

function namesOf(value) {
  return Object.keys(value).filter((name) => !ofTheCluster.has(name) && !isOfNode(name));
}

function kindOf(value) {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}

function shown(value) {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
