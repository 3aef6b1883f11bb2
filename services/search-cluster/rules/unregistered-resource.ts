import { resourceGroupOf } from '@rulebook/checker/rules/across/resource-use';
import type { FileRule } from '@rulebook/checker/rules/rule';
import { code } from '@rulebook/checker/rules/support/wording';

/** Reports a request on a resource that the file does not register, though it registers others. */
export const unregisteredResource: FileRule = {
  id: 'unregistered-resource',
  scope: 'file',
  category: 'correctness',
  severity: 'hint',
  docs: {
    what: 'Reports a request that uses a snapshot repository which the file does not register, after the file registers another one.',
    why: 'A file that registers a repository usually works with that one. Another name is often a mistake.',
    remedy: 'Correct the name. If the repository was registered elsewhere, no change is needed.',
  },
  concernsSingle: ({ resource }) => resource?.effect.life.isCompared === true && resource.effect.does !== 'adds',
  groupOf: resourceGroupOf,
  check(group, report) {
    const { summaries, blocks, kind, summaryAt } = group;
    // An unknown name may be any name.
    if (kind === undefined || !kind.areDistinct || kind.addsUnnamed) return;
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
