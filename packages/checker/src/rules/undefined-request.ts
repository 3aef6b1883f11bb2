import type { NameRule } from './rule';
import { changeTo } from './support/change-to';
import { nameMeantBy } from './support/near-name';
import { code } from './support/wording';
import type { FileNames } from './across/summary';

/** Reports a line `run #name`, or a comment `# @ref name` or `# @sequence list: name`, whose request neither the file nor its imports have. */
export const undefinedRequest: NameRule = {
  id: 'undefined-request',
  scope: 'names',
  category: 'file-syntax',
  severity: 'warning',
  docs: {
    what: 'Reports a line `run #name`, or a comment `# @ref name`, `# @forceRef name` or `# @sequence list: name, name`, whose request neither the file nor a file that it imports has.',
    why: 'The request that is named is sent first, or in its sequence. If there is none, the requests that need it, or the sequence, cannot be sent. Nothing is reported while an imported file cannot be read.',
    remedy:
      'Correct the name, or give the request a `# @name` or a title after `###`. A quick fix changes the name to one that differs in one letter.',
  },
  check({ references = [] }, names, report) {
    for (const { name, span } of references) {
      if (isKnown(name, names)) continue;
      const meant = meantBy(name, names);
      const imported = names.outside?.hasImports ? ' and of those that it imports' : '';
      const advice = meant === undefined ? '.' : `; did you mean ${code(meant)}?`;
      report({
        message: `No request of this file${imported} is named ${code(name)}${advice}`,
        span,
        provenance: { kind: 'syntax' },
        isFixable: meant !== undefined,
      });
    }
  },
  fixes({ span }, text, names) {
    return changeTo(meantBy(text.slice(span.start, span.end), names), span);
  },
};

function isKnown(name: string, { requests, otherRequests, outside, hasOpenRequests }: FileNames): boolean {
  if (hasOpenRequests || name.includes('{{')) return true;
  return requests.has(name) || otherRequests.has(name) || outside?.requests.has(name) === true;
}

function meantBy(name: string, { requests, otherRequests, outside }: FileNames): string | undefined {
  return (
    nameMeantBy(name, requests) ?? nameMeantBy(name, otherRequests) ?? (outside && nameMeantBy(name, outside.requests))
  );
}
