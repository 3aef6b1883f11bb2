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
      if (path === undefined) return [];
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

/** Returns a path with the ids that the responses show; undefined where one shows none. */
function filled(path: string, steps: readonly Step[], received: readonly Received[]): string | undefined {
  let isComplete = true;
  const text = path.replace(/\{\{([^{}.]+)\.response\.body\.([^{}]*)\}\}/g, (_, name: string, place: string) => {
    const from = received[steps.findIndex((step) => step.name === name)];
    const value = from && readPath(valueOf(from), place);
    if (typeof value === 'string' || typeof value === 'number') return encodeURIComponent(String(value));
    isComplete = false;
    return '';
  });
  return isComplete ? text : undefined;
}
