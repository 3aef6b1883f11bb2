import { isRecord } from '@rulebook/json/is-record';
import { respond, type ClusterCall, type ClusterHandlers, type ClusterStep } from '../cluster/call';
import type { ClusterState } from '../cluster/model';
import { noObject, readObject } from '../indices/handlers';
import { calledOpenIndices, type NamedIndex } from '../indices/names';
import { isProblem, problem, refuse, type Problem } from '../indices/problem';
import { viewsOf } from '../indices/view';
import {
  closeSearches,
  findOpenSearch,
  misreadIds,
  missingSearch,
  openSearch,
  readKeepAlive,
  withOpenSearch,
} from './open-searches';
import { answer } from '@rulebook/sandbox/wire';

/** Plays opening and closing a point in time. */
export const pointInTimeHandlers: ClusterHandlers = {
  'search-cluster.search.point-in-time.open': open,
  'search-cluster.search.point-in-time.close': close,
};

/** What a search in a point in time looks at. */
interface PointInTime {
  readonly id: string;
  readonly indices: readonly NamedIndex[];
  /** Keeps it open for longer, if the search says so. */
  readonly change: (cluster: ClusterState) => ClusterState;
}

const validation = { type: 'action_request_validation_exception' };

/** Returns the point in time that a search names, as the caller may see it; undefined when it names none. */
export function pointInTimeOf(
  call: ClusterCall,
  { pit }: Readonly<Record<string, unknown>>,
): PointInTime | Problem | undefined {
  if (pit === undefined) return undefined;
  const { id, keep_alive: written } = isRecord(pit) ? pit : {};
  if (typeof id !== 'string') return problem('A [pit] needs the [id] of a point in time.', validation);
  if ((call.parameters.get('index') ?? '_all') !== '_all') {
    return problem('A search in a point in time names no index. Leave it out of the path.', validation);
  }
  if (call.query.has('scroll')) return problem('A point in time cannot be read with [scroll].', validation);
  const found = findOpenSearch(call, id, false);
  if (!found) return missingSearch(id);
  const keepAlive = written === undefined ? undefined : readKeepAlive('keep_alive', String(written));
  if (typeof keepAlive === 'object') return keepAlive;
  // What the caller may see depends on the names by which it opened the indices.
  const asOpened: ClusterCall = { ...call, parameters: new Map([...call.parameters, ['index', found.target]]) };
  const indices = viewsOf(asOpened, found.search.indices);
  if (isProblem(indices)) return indices;
  const change = (cluster: ClusterState): ClusterState =>
    keepAlive === undefined ? cluster : withOpenSearch(cluster, id, { ...found, expires: call.input.now + keepAlive });
  return { id, indices, change };
}

function open(call: ClusterCall): ClusterStep {
  const written = call.query.get('keep_alive');
  if (written === undefined) return refuse(call, problem('[keep_alive] is missing, for example 1m.', validation));
  const keepAlive = readKeepAlive('keep_alive', written);
  if (typeof keepAlive !== 'number') return refuse(call, keepAlive);
  const indices = calledOpenIndices(call);
  if (isProblem(indices)) return refuse(call, indices);
  const target = call.parameters.get('index') ?? '_all';
  const opened = openSearch(call, { target, search: { indices }, read: 0 }, keepAlive);
  if (isProblem(opened)) return refuse(call, opened);
  const total = indices.length;
  const shards = { total, successful: total, skipped: 0, failed: 0 };
  return respond(call, answer(200, { id: opened.id, _shards: shards }), opened.change(call.cluster));
}

function close(call: ClusterCall): ClusterStep {
  const body = readObject(call);
  if (!body) return refuse(call, noObject);
  if (typeof body.id !== 'string') {
    return refuse(call, problem('Name the point in time to close in [id].'));
  }
  const misread = misreadIds([body.id]);
  if (misread) return refuse(call, misread);
  const { closed, cluster } = closeSearches(call, [body.id], false);
  return respond(call, answer(closed > 0 ? 200 : 404, { succeeded: true, num_freed: closed }), cluster);
}
