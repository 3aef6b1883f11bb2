import { areTold, locationGroupOf, memberIn } from './across/resource-use';
import type { FileRule, ResourceUse } from './rule';
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
    const before: { readonly use: ResourceUse; readonly index: number; readonly block: number }[] = [];
    // A variable may name any of them.
    const isRemoval = (block: number) => summaryAt(block)?.resource?.effect.does === 'removes';
    const removals = vague.filter(isRemoval);
    const isLeft = (use: ResourceUse, from: number, to: number) =>
      [...removals, ...stepsOn(use).flatMap((step) => (isAnother(step.use, use) ? [] : [step.block]))].some(
        (block) => from < block && block < to,
      );
    summaries.forEach(({ resource: use }, index) => {
      const block = blocks[index];
      const location = use && writableLocationOf(use);
      if (use === undefined || use.isVague === true || block === undefined || location === undefined) return;
      const earlier = before.find(
        (other) =>
          !isSame(other.use, use) &&
          areTold([other.use.endpoint, use.endpoint], group) &&
          !isLeft(other.use, other.block, block),
      );
      before.push({ use, index, block });
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

function isSame(a: ResourceUse, b: ResourceUse): boolean {
  return a.id === b.id && a.endpoint.text === b.endpoint.text;
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
