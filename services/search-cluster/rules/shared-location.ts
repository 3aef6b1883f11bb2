import { areDistinct, locationGroupOf, memberIn } from '@rulebook/checker/rules/across/resource-use';
import type { FileRule } from '@rulebook/checker/rules/rule';
import { code } from '@rulebook/checker/rules/support/wording';
import type { BlockGroup, ResourceUse } from '@rulebook/checker/rules/across/summary';

/** Reports a location to which two repositories can write. */
export const sharedLocation: FileRule = {
  id: 'shared-location',
  scope: 'file',
  category: 'correctness',
  severity: 'warning',
  docs: {
    what: 'Reports a repository location that the file registers with write access on two clusters, or twice on one cluster.',
    why: 'Only one cluster may write to a shared repository; two writers can destroy it. Registering one location twice on a cluster is rarely intended.',
    remedy: 'Set `readonly` on all clusters except one, or give each repository its own location.',
  },
  groupOf: locationGroupOf,
  check(group, report) {
    const { summaries, unnamed, stepsOn, summaryAt, blocks } = group;
    // A placeholder may stand for any of them.
    const removals = unnamed.filter((block) => summaryAt(block)?.resource?.effect.does === 'removes');
    const steps = new Map<string, readonly number[]>();
    const endOf = (use: ResourceUse, block: number): number => {
      const name = identityOf(use);
      const own = steps.get(name) ?? stepsOn(use).flatMap((step) => (isAnother(step.use, use) ? [] : [step.block]));
      steps.set(name, own);
      return Math.min(firstBehind(own, block), firstBehind(removals, block));
    };
    // The registrations that can still exist, by name, in the order of the file.
    const there = new Map<string, Registration>();
    summaries.forEach(({ resource: use }, index) => {
      const block = blocks[index];
      const location = use && writableLocationOf(use);
      if (use === undefined || use.namesSeveral === true || block === undefined || location === undefined) return;
      // An endpoint that may differ from itself cannot be compared with others.
      if (!areDistinct([use.endpoint], group)) return;
      const earlier = earlierThan(use, block, there, group);
      const name = identityOf(use);
      there.delete(name);
      there.set(name, { use, index, end: endOf(use, block) });
      if (earlier === undefined) return;
      const isSameCluster = earlier.use.endpoint.text === use.endpoint.text;
      if (!isSameCluster && memberIn(use, 'location')?.isEverywhere !== true) return;
      report(index, {
        message: isSameCluster
          ? `The repository ${code(earlier.use.id ?? '')} of this file has the same location.`
          : 'Another cluster of this file has write access to the same location; only one may have it.',
        span: memberIn(use, 'location')?.span ?? use.span,
        severity: isSameCluster ? 'hint' : 'warning',
        provenance: use.provenance,
        related: [
          {
            message: 'The location is registered here.',
            span: memberIn(earlier.use, 'location')?.span ?? earlier.use.span,
            block: earlier.index - index,
          },
        ],
      });
    });
  },
};

/** A repository that the file has registered. */
interface Registration {
  readonly use: ResourceUse;
  readonly index: number;
  /** The block of the next step on the repository. */
  readonly end: number;
}

/** Returns the first other repository that still exists, and forgets those that do not. */
function earlierThan(
  use: ResourceUse,
  block: number,
  there: Map<string, Registration>,
  group: BlockGroup,
): Registration | undefined {
  const own = identityOf(use);
  for (const [name, registration] of there) {
    if (registration.end < block) there.delete(name);
    else if (name !== own && areDistinct([registration.use.endpoint, use.endpoint], group)) return registration;
  }
  return undefined;
}

function identityOf({ id, endpoint }: ResourceUse): string {
  return JSON.stringify([id, endpoint.text]);
}

/** Returns the first number of an ascending list that is above another number. */
function firstBehind(blocks: readonly number[], block: number): number {
  let [low, high] = [0, blocks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((blocks[middle] ?? 0) <= block) low = middle + 1;
    else high = middle;
  }
  return blocks[low] ?? Infinity;
}

/** Returns whether the step acts on a resource of the same name elsewhere, or does not change the resource. */
function isAnother(step: ResourceUse, use: ResourceUse): boolean {
  return step.effect.does === undefined || step.endpoint.text !== use.endpoint.text;
}

/** Returns the location if the repository is certainly writable. */
function writableLocationOf(use: ResourceUse): string | undefined {
  const readOnly = memberIn(use, 'read-only');
  if (readOnly !== undefined && readOnly.texts?.[0] !== 'false') return undefined;
  return memberIn(use, 'location')?.texts?.[0];
}
