import { respond, type ClusterCall, type ClusterHandlers, type ClusterStep } from './call';
import type { ClusterState, TaskRecord } from './model';
import { nodeOf } from './nodes';
import { problem, refuse } from '../indices/problem';
import { answer, ownValue } from '@rulebook/sandbox/wire';

/** Plays reading tasks. All of them are done, since the sandbox works while it responds. */
export const taskHandlers: ClusterHandlers = {
  'search-cluster.task.get': readTask,
  'search-cluster.task.list': (call) => respond(call, answer(200, { nodes: {} })),
};

/** The results of older tasks are forgotten. */
const tasksKept = 100;

/** Responds to work that may be done in the background: with its result, or with a task that has it. */
export function concludeTask(
  call: ClusterCall,
  { action, description }: Pick<TaskRecord, 'action' | 'description'>,
  response: TaskRecord['response'],
  status = 200,
): ClusterStep {
  if (call.query.get('wait_for_completion') !== 'false') return respond(call, answer(status, response), call.cluster);
  const { cluster, input } = call;
  const { next, done } = cluster.tasks ?? { next: 1, done: {} };
  const kept = Object.entries(done).slice(1 - tasksKept);
  const task: TaskRecord = { action, description, startedAt: input.now, response };
  const tasks: ClusterState['tasks'] = { next: next + 1, done: Object.fromEntries([...kept, [String(next), task]]) };
  return respond(call, answer(200, { task: `${nodeOf(call.self).id}:${String(next)}` }), { ...cluster, tasks });
}

function readTask(call: ClusterCall): ClusterStep {
  const id = call.parameters.get('task_id') ?? '';
  const { id: node } = nodeOf(call.self);
  const number = id.startsWith(`${node}:`) ? id.slice(node.length + 1) : '';
  const found = ownValue(call.cluster.tasks?.done ?? {}, number);
  if (!found) {
    const reason = `There is no task [${id}]. The sandbox keeps the last ${String(tasksKept)}.`;
    return refuse(call, problem(reason, { status: 404, type: 'resource_not_found_exception' }));
  }
  const { action, description, startedAt, response } = found;
  const task = {
    ...{ node, id: Number(number), type: 'transport', action, description, status: response },
    ...{ start_time_in_millis: startedAt, running_time_in_nanos: 0, cancellable: true, cancelled: false, headers: {} },
  };
  return respond(call, answer(200, { completed: true, task, response }));
}
