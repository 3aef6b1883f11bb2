import type { BlockRule } from './rule';

/** Reports a request that is too large to be checked. */
export const oversizedBlock: BlockRule = {
  id: 'oversized-block',
  scope: 'block',
  category: 'file-syntax',
  severity: 'information',
  isAdvice: true,
  docs: {
    what: 'Reports a request that is too large to be checked.',
    why: 'Checking very large bodies would slow down the editor. They are sent unchanged, but not checked.',
    remedy: 'Move the body to its own file and include it with `< ./file.json`.',
  },
  within: ['body-problems', 'problems'],
  block(block, report) {
    const body = block.request?.body;
    const problems = [...block.problems, ...(body?.kind === 'json' ? body.problems : [])];
    for (const { code, message, span } of problems) {
      if (code === 'oversized-block') report({ message, span, provenance: { kind: 'syntax' } });
    }
  },
};
