import { areTold, kindGroupOf } from './resource-use';
import type { FileRule, ResourceUse } from './rule';
import { code } from './wording';

/** Reports a request on a resource that the file does not register, though it registers others. */
export const unregisteredResource: FileRule = {
  id: 'unregistered-resource',
  scope: 'file',
  severity: 'hint',
  docs: {
    what: 'Reports a request on a snapshot repository that the file does not register, below one that it does.',
    why: 'A file that registers a repository is mostly about that one, so another name is often a slip.',
    remedy: 'Correct the name. When the repository was registered elsewhere, there is nothing to do.',
    valid: [
      'PUT /_snapshot/backup\n\n{ "type": "fs", "settings": { "location": "/mnt/backup" } }\n\n###\nPOST /_snapshot/backup/_verify\n',
      'POST /_snapshot/backup/_verify\n\n###\nPOST /_snapshot/other/_verify\n',
    ],
    invalid: [
      'PUT /_snapshot/backup\n\n{ "type": "fs", "settings": { "location": "/mnt/backup" } }\n\n###\nPOST /_snapshot/bakcup/_verify\n',
    ],
  },
  groupOf: kindGroupOf,
  check({ summaries, definitions }, report) {
    const uses = summaries.flatMap(({ resource }, block) => (resource === undefined ? [] : [{ block, resource }]));
    const added = uses.filter(({ resource }) => resource.effect.does === 'adds');
    // A name that nobody knows may be any.
    if (added.some(({ resource }) => resource.id === undefined || resource.isVague)) return;
    const endpoints = new Map(uses.map(({ resource }) => [resource.endpoint.text, resource.endpoint]));
    if (!areTold([...endpoints.values()], definitions)) return;
    const keyOf = ({ endpoint, id }: ResourceUse) => `${endpoint.text} ${id ?? ''}`;
    const names = new Set(added.map(({ resource }) => keyOf(resource)));
    for (const { block, resource } of uses) {
      if (resource.id === undefined || resource.isVague || names.has(keyOf(resource))) continue;
      const earlier = added.find((other) => other.resource.endpoint.text === resource.endpoint.text);
      if (earlier === undefined || earlier.block > block) continue;
      report(block, {
        message: `The ${resource.effect.life.noun} ${code(resource.id)} is not registered in this file.`,
        span: resource.span,
        provenance: resource.provenance,
        related: [
          {
            message: `The file registers ${code(earlier.resource.id ?? '')} here.`,
            span: earlier.resource.span,
            block: earlier.block - block,
          },
        ],
      });
    }
  },
};
