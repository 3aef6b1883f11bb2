import type { BlockRule } from './rule';

/** Reports a request that is too large to be checked. */
export const oversizedBlock: BlockRule = {
  id: 'oversized-block',
  scope: 'block',
  severity: 'information',
  docs: {
    what: 'Reports a request that is too large to be checked.',
    why: 'Very large bodies would make the editor slow; they are sent as they are, but nothing is said about them.',
    remedy: 'Put the body into a file of its own and include it with `< ./file.json`.',
    valid: ['PUT /_security/api_key\n\n{}\n'],
    invalid: [],
  },
  block(block, report) {
    const body = block.request?.body;
    const problems = [...block.problems, ...(body?.kind === 'json' ? body.problems : [])];
    for (const { code, message, span } of problems) {
      if (code === 'oversized-block') report({ message, span, provenance: { kind: 'syntax' } });
    }
  },
};
