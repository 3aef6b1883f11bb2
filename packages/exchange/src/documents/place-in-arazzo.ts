import { isRecord } from '@rulebook/json/is-record';
import { cursorMark, lenientTree } from '@rulebook/description/text-place';
import { readArazzo, type ArazzoDocument } from '../arazzo/read-arazzo';
import type { KnownSource } from '../arazzo/sources';
import type { ExpressionPlace } from './expression-offers';

/** Members of a step behind whose values the response is there. */
const after = ['successCriteria', 'onSuccess', 'onFailure', 'outputs'];

/** Reads a document that may be unfinished. */
export function documentIn(text: string): ArazzoDocument {
  return readArazzo(lenientTree(text));
}

/** Returns where a path leads in a document: to which workflow and step, and whether there is a response. */
export function placeInArazzo(
  tree: unknown,
  path: readonly string[],
  sources: readonly KnownSource[],
): ExpressionPlace {
  const document = readArazzo(withIds(tree, path));
  const [first, index = '', list, number = '', member = ''] = path;
  const workflow =
    first === 'workflows' ? document.workflows.find(({ pointer }) => pointer === `#/workflows/${index}`) : undefined;
  const step =
    list === 'steps'
      ? workflow?.steps.find(({ pointer }) => pointer === `#/workflows/${index}/steps/${number}`)
      : undefined;
  return { document, sources, workflow, step, isAfter: step !== undefined && after.includes(member) };
}

/** What has no name yet gets one, since it would not be read without. */
function withIds(tree: unknown, [first, index = '', list, number = '']: readonly string[]): unknown {
  if (first !== 'workflows' || !isRecord(tree) || !Array.isArray(tree['workflows'])) return tree;
  const workflows: readonly unknown[] = tree['workflows'];
  const named = workflows.map((workflow, at) => {
    if (!isRecord(workflow) || String(at) !== index) return workflow;
    const { steps } = workflow;
    const withSteps =
      list === 'steps' && Array.isArray(steps)
        ? {
            steps: (steps as readonly unknown[]).map((step, place) =>
              isRecord(step) && String(place) === number ? { stepId: cursorMark, ...step } : step,
            ),
          }
        : {};
    return { workflowId: cursorMark, ...workflow, ...withSteps };
  });
  return { ...tree, workflows: named };
}
