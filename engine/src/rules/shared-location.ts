import { areTold, locationGroupOf, memberIn } from './across/resource-use';
import type { BlockGroup, FileRule, ResourceUse } from './rule';
import { code } from './support/wording';

/** Reports a location that two repositories can write to. */
export const sharedLocation: FileRule = {
  id: 'shared-location',
  scope: 'file',
  severity: 'warning',
  docs: {
    what: 'Reports a location that the file registers with write access for two clusters, or under two names of one cluster.',
    why: 'When clusters share a repository, only one of them may write to it; two writers can destroy it. Two names for one place on one cluster are hardly meant.',
    remedy: 'Set `readonly` for all clusters but one, or give each repository a location of its own.',
    valid: [
      'PUT https://a.example.com/_snapshot/backup\n\n{ "type": "fs", "settings": { "location": "/mnt/backup" } }\n\n###\nPUT https://b.example.com/_snapshot/backup\n\n{ "type": "fs", "settings": { "location": "/mnt/backup", "readonly": true } }\n',
      'PUT /_snapshot/daily\n\n{ "type": "s3", "settings": { "bucket": "backups", "base_path": "daily" } }\n\n###\nPUT /_snapshot/weekly\n\n{ "type": "s3", "settings": { "bucket": "backups", "base_path": "weekly" } }\n',
    ],
    invalid: [
      'PUT https://a.example.com/_snapshot/backup\n\n{ "type": "fs", "settings": { "location": "/mnt/backup" } }\n\n###\nPUT https://b.example.com/_snapshot/backup\n\n{ "type": "fs", "settings": { "location": "/mnt/backup" } }\n',
      'PUT /_snapshot/daily\n\n{ "type": "fs", "settings": { "location": "/mnt/backup" } }\n\n###\nPUT /_snapshot/weekly\n\n{ "type": "fs", "settings": { "location": "/mnt/backup" } }\n',
    ],
  },
  groupOf: locationGroupOf,
  check(group, report) {
    const { summaries, vague, stepsOn, summaryAt, blocks } = group;
    // A variable may name any of them.
    const removals = vague.filter((block) => summaryAt(block)?.resource?.effect.does === 'removes');
    const steps = new Map<string, readonly number[]>();
    const endOf = (use: ResourceUse, block: number): number => {
      const name = identityOf(use);
      const own = steps.get(name) ?? stepsOn(use).flatMap((step) => (isAnother(step.use, use) ? [] : [step.block]));
      steps.set(name, own);
      return Math.min(firstBehind(own, block), firstBehind(removals, block));
    };
    // What can still be there, by its name, in the order of the file.
    const there = new Map<string, Registration>();
    summaries.forEach(({ resource: use }, index) => {
      const block = blocks[index];
      const location = use && writableLocationOf(use);
      if (use === undefined || use.isVague === true || block === undefined || location === undefined) return;
      // What cannot be told from itself cannot be told from anything.
      if (!areTold([use.endpoint], group)) return;
      const earlier = earlierThan(use, block, there, group);
      const name = identityOf(use);
      there.delete(name);
      there.set(name, { use, index, end: endOf(use, block) });
      if (earlier === undefined) return;
      const isSameCluster = earlier.use.endpoint.text === use.endpoint.text;
      if (!isSameCluster && memberIn(use, 'location')?.isEverywhere !== true) return;
      report(index, {
        message: isSameCluster
          ? `${code(earlier.use.id ?? '')} of this file has the same location.`
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
  /** The block of the next step on it. */
  readonly end: number;
}

/** Returns the first of the other repositories that is still there, and forgets those that are not. */
function earlierThan(
  use: ResourceUse,
  block: number,
  there: Map<string, Registration>,
  group: BlockGroup,
): Registration | undefined {
  const own = identityOf(use);
  for (const [name, registration] of there) {
    if (registration.end < block) there.delete(name);
    else if (name !== own && areTold([registration.use.endpoint, use.endpoint], group)) return registration;
  }
  return undefined;
}

function identityOf({ id, endpoint }: ResourceUse): string {
  return JSON.stringify([id, endpoint.text]);
}

/** Returns the first of the rising numbers above another one. */
function firstBehind(blocks: readonly number[], block: number): number {
  let [low, high] = [0, blocks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((blocks[middle] ?? 0) <= block) low = middle + 1;
    else high = middle;
  }
  return blocks[low] ?? Infinity;
}

/** The step is one on a resource of the same name elsewhere, or leaves the resource as it is. */
function isAnother(step: ResourceUse, use: ResourceUse): boolean {
  return step.effect.does === undefined || step.endpoint.text !== use.endpoint.text;
}

/** Returns the location when the repository can surely be written to. */
function writableLocationOf(use: ResourceUse): string | undefined {
  const readOnly = memberIn(use, 'read-only');
  if (readOnly !== undefined && readOnly.texts?.[0] !== 'false') return undefined;
  return memberIn(use, 'location')?.texts?.[0];
}
