import { respond, type ClusterCall, type ClusterHandlers, type ClusterStep } from '../cluster/call';
import { effectiveSetting } from '../cluster/effective-setting';
import { calledIndices, type NamedIndex } from '../indices/names';
import { isProblem, problem, refuse } from '../indices/problem';
import { restarted, withIndex } from '../indices/record';
import { areShardsActive } from './parameters';
import { answer } from '@rulebook/sandbox/wire';

/** Plays closing and opening indices. */
export const closeHandlers: ClusterHandlers = {
  'search-cluster.follower.close': (call) =>
    switchIndices(call, 'follower_index', false, (indices) => ({
      indices: Object.fromEntries(
        indices.flatMap(({ name, index }) => (index.isOpen ? [[name, { closed: true }]] : [])),
      ),
    })),
  'search-cluster.index.open': (call) => switchIndices(call, 'index', true, () => ({})),
};

const closing = 'cluster.indices.close.enable';

function switchIndices(
  call: ClusterCall,
  parameter: string,
  isOpen: boolean,
  describe: (indices: readonly NamedIndex[]) => Readonly<Record<string, unknown>>,
): ClusterStep {
  const chosen = calledIndices(call, parameter);
  if (isProblem(chosen)) return refuse(call, chosen);
  if (!isOpen && effectiveSetting(call.cluster, closing) === 'false') {
    return refuse(call, problem(`[${closing}] is false.`, { status: 500, type: 'illegal_state_exception' }));
  }
  let { cluster } = call;
  for (const { name, index } of chosen) {
    if (index.isOpen !== isOpen) cluster = withIndex(cluster, name, { ...restarted(index), isOpen });
  }
  const response = answer(200, {
    acknowledged: true,
    // Without an index that was open, none was waited for.
    shards_acknowledged:
      areShardsActive(call.query.get('wait_for_active_shards')) && (isOpen || chosen.some(({ index }) => index.isOpen)),
    ...describe(chosen),
  });
  return respond(call, response, cluster);
}
