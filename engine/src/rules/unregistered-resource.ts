import { resourceGroupOf } from './across/resource-use';
import type { FileRule } from './rule';
import { code } from './support/wording';

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
  isForSingles: true,
  groupOf: resourceGroupOf,
  check(group, report) {
    const { summaries, blocks, kind, summaryAt } = group;
    // A name that nobody knows may be any.
    if (kind === undefined || !kind.areTold || kind.addsUnnamed) return;
    const added = new Set(
      summaries.flatMap(({ resource }) => (resource?.effect.does === 'adds' ? [resource.endpoint.text] : [])),
    );
    summaries.forEach(({ resource }, index) => {
      const block = blocks[index];
      if (resource?.id === undefined || block === undefined || added.has(resource.endpoint.text)) return;
      const first = kind.firstAdded.get(resource.endpoint.text);
      const earlier = first === undefined || first > block ? undefined : summaryAt(first)?.resource;
      if (first === undefined || earlier === undefined) return;
      const message = `The file registers ${code(earlier.id ?? '')} here.`;
      report(index, {
        message: `The ${resource.effect.life.noun} ${code(resource.id)} is not registered in this file.`,
        span: resource.span,
        provenance: resource.provenance,
        related: [{ message, span: earlier.span, block: first, isInFile: true }],
      });
    });
  },
};
