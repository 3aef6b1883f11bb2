import { readPath } from './read-path';
import type { Received, Step } from './model';
import { valueOf } from './judge';

/** An item that was created and not yet removed. */
export interface LeftItem {
  /** The operation that removes it; absent where the service has none. */
  readonly removal?: Step;
  /** `/pets/3`. */
  readonly path: string;
}

/** Returns the items that steps have created and not removed, the last one first. */
export function leftItems(steps: readonly Step[], received: readonly Received[]): readonly LeftItem[] {
  const isDone = (index: number): boolean => {
    const { status = 0 } = received[index] ?? {};
    return status >= 200 && status < 300;
  };
  const removed = new Set(
    steps.flatMap(({ removes }, index) => (removes !== undefined && isDone(index) ? [removes] : [])),
  );
  return steps
    .flatMap(({ makes, name }, index): readonly LeftItem[] => {
      if (makes === undefined || makes.path === '' || removed.has(name) || !isDone(index)) return [];
      const path = filled(makes.path, steps, received);
      const { remove } = makes.collection;
      // It is there, though no one knows where.
      if (path === undefined) return [{ path: makes.path.replace(reference, '…') }];
      const removal: Step | undefined = remove && {
        ...{
          operation: remove,
          method: 'DELETE',
          name: 'remove',
          title: `Remove ${path}`,
          path,
          query: [],
          headers: [],
        },
        ...{ expects: 'success', checks: [] },
      };
      return [{ path, ...(removal !== undefined && { removal }) }];
    })
    .reverse();
}

/** Returns the paths of the items that steps have removed. */
export function removedBy(steps: readonly Step[], received: readonly Received[]): readonly string[] {
  return steps.flatMap(({ removes, path }, index) => {
    const { status = 0 } = received[index] ?? {};
    return removes === undefined || status < 200 || status >= 300 ? [] : (filled(path, steps, received) ?? []);
  });
}

/** A placeholder for a value of a response. */
const reference = /\{\{([^{}.]+)\.response\.body\.([^{}]*)\}\}/g;

/** Returns the earlier step whose response lacks the id that a step refers to. */
export function withoutId(step: Step, steps: readonly Step[], received: readonly Received[]): Step | undefined {
  const texts = [step.path, ...step.query.map(([, text]) => text), ...(step.ids ?? []).map(({ text }) => text)];
  return texts
    .flatMap((text) => [...text.matchAll(reference)])
    .flatMap(([whole, name]) => (filled(whole, steps, received) === undefined ? [name] : []))
    .flatMap((name) => steps.find((one) => one.name === name) ?? [])
    .at(0);
}

/** Returns a path with the ids that the responses show; undefined where one shows none. */
function filled(path: string, steps: readonly Step[], received: readonly Received[]): string | undefined {
  let isComplete = true;
  const text = path.replace(reference, (_, name: string, place: string) => {
    const from = received[steps.findIndex((step) => step.name === name)];
    const value = from && readPath(valueOf(from), place);
    if (typeof value === 'string' || typeof value === 'number') return encodeURIComponent(String(value));
    isComplete = false;
    return '';
  });
  return isComplete ? text : undefined;
}
