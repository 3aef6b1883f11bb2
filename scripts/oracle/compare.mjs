// Compares what two servers answered to one request.

/**
 * Members whose values differ from run to run or from server to server, by what they are. Whether they are there, and of which type, is
 * compared; what they say is not.
 */
const volatile = new Set([
  'took',
  'creation_date',
  'creation_date_in_millis',
  'created',
  'creation',
  'expiration',
  'invalidation',
  'uuid',
  'index_uuid',
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
  'next',
]);

/** Members that only a running cluster has, at any depth of a response. */
const ofTheCluster = new Set(['provided_name', 'version', '_tier_preference']);

/**
 * Returns what differs, or undefined: `status`, `error` (its type), `shape` (members and their types) or `value`, with what the node and the
 * sandbox say.
 */
export function differenceOf(node, sandbox) {
  if (node.oracle !== undefined) return differenceOfReading(node, sandbox);
  if (node.status !== sandbox.status) return { kind: 'status', node: summary(node), sandbox: summary(sandbox) };
  if (node.status >= 400) {
    const [left, right] = [errorType(node), errorType(sandbox)];
    return left === right ? undefined : { kind: 'error', node: left, sandbox: right };
  }
  const [left, right] = [parse(node.text), parse(sandbox.text)];
  return unlike(left, right, []);
}

/** What only the reading of the product judged: the sandbox may answer anything but that the request is wrong. */
function differenceOfReading(node, sandbox) {
  const isWrong = sandbox.status === 400 || sandbox.status === 405;
  return isWrong ? { kind: 'status', node: `${node.status} (read)`, sandbox: summary(sandbox) } : undefined;
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

/** Returns the first difference of two values. */
function unlike(given, other, path) {
  const [node, sandbox] = [given, other].map((value) =>
    Array.isArray(value) ? value.filter((item) => !isOfNode(item)) : value,
  );
  const at = path.join('.');
  const key = path.findLast((part) => typeof part === 'string') ?? '';
  if (countsOfSnapshot.test(at) && kindOf(node) === kindOf(sandbox)) return undefined;
  if (kindOf(node) !== kindOf(sandbox)) return { kind: 'shape', at, node: shown(node), sandbox: shown(sandbox) };
  if (Array.isArray(node)) {
    if (volatile.has(key)) return undefined;
    if (node.length !== sandbox.length)
      return {
        kind: 'value',
        at,
        node: `${node.length} items: ${shown(node)}`,
        sandbox: `${sandbox.length}: ${shown(sandbox)}`,
      };
    return first(node.keys(), (index) => unlike(node[index], sandbox[index], [...path, index]));
  }
  if (typeof node === 'object' && node !== null) {
    // By the ids of nodes.
    if (key === 'nodes') return undefined;
    const names = namesOf(node);
    const others = namesOf(sandbox);
    const left = names.filter((name) => !others.includes(name));
    const right = others.filter((name) => !names.includes(name));
    if (left.length > 0 || right.length > 0)
      return { kind: 'shape', at, node: left.join(' '), sandbox: right.join(' ') };
    return first(names, (name) => unlike(node[name], sandbox[name], [...path, name]));
  }
  if (node === sandbox || volatile.has(key)) return undefined;
  return { kind: 'value', at, node: shown(node), sandbox: shown(sandbox) };
}

function namesOf(value) {
  return Object.keys(value).filter((name) => !ofTheCluster.has(name) && !isOfNode(name));
}

function first(keys, find) {
  for (const key of keys) {
    const found = find(key);
    if (found !== undefined) return found;
  }
  return undefined;
}

function kindOf(value) {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}

function shown(value) {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
