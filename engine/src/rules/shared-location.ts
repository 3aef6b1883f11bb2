import { areTold, kindGroupOf, memberIn } from './resource-use';
import type { FileRule, ResourceUse } from './rule';
import { code } from './wording';

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
    ],
    invalid: [
      'PUT https://a.example.com/_snapshot/backup\n\n{ "type": "fs", "settings": { "location": "/mnt/backup" } }\n\n###\nPUT https://b.example.com/_snapshot/backup\n\n{ "type": "fs", "settings": { "location": "/mnt/backup" } }\n',
      'PUT /_snapshot/daily\n\n{ "type": "fs", "settings": { "location": "/mnt/backup" } }\n\n###\nPUT /_snapshot/weekly\n\n{ "type": "fs", "settings": { "location": "/mnt/backup" } }\n',
    ],
  },
  groupOf: kindGroupOf,
  check({ summaries, definitions }, report) {
    const registered = new Map<string, Registration>();
    const byLocation = new Map<string, Set<string>>();
    const forget = (key: string) => {
      const known = registered.get(key);
      if (known === undefined) return;
      registered.delete(key);
      byLocation.get(known.location)?.delete(key);
    };
    summaries.forEach(({ resource: use }, block) => {
      if (use?.effect.does === undefined) return;
      if (use.isVague || use.id === undefined) {
        // Any of them may be meant.
        registered.clear();
        byLocation.clear();
        return;
      }
      const key = `${use.endpoint.text} ${use.id}`;
      forget(key);
      const location = use.effect.does === 'adds' ? writableLocationOf(use) : undefined;
      if (location === undefined) return;
      const others = byLocation.get(location) ?? new Set<string>();
      byLocation.set(location, others);
      const earlier = [...others]
        .flatMap((other) => registered.get(other) ?? [])
        .find((other) => areTold([other.use.endpoint, use.endpoint], definitions));
      registered.set(key, { use, block, location });
      others.add(key);
      if (earlier === undefined) return;
      const isSameCluster = earlier.use.endpoint.text === use.endpoint.text;
      // A relative location is another place on another cluster, as far as anybody knows.
      if (!isSameCluster && !/^([/\\]|[A-Za-z]:)/.test(location)) return;
      report(block, {
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
            block: earlier.block - block,
          },
        ],
      });
    });
  },
};

interface Registration {
  readonly use: ResourceUse;
  readonly block: number;
  readonly location: string;
}

/** Returns the location when the repository can surely be written to. */
function writableLocationOf(use: ResourceUse): string | undefined {
  const [type] = memberIn(use, 'type')?.texts ?? [];
  const readOnly = memberIn(use, 'read-only');
  if (type === undefined || use.effect.writableTypes?.includes(type) !== true) return undefined;
  if (readOnly !== undefined && readOnly.texts?.[0] !== 'false') return undefined;
  const [location] = memberIn(use, 'location')?.texts ?? [];
  return location === '' ? undefined : location;
}
