import type { BlockRule } from './rule';
import { code, listOf } from './wording';

/** Reports an expected status that is not listed for the operation. */
export const unlistedStatus: BlockRule = {
  id: 'unlisted-status',
  scope: 'block',
  severity: 'information',
  docs: {
    what: 'Reports an expectation `?? status == …` of a status that is not listed for the operation.',
    why: 'An expectation that the service never meets always fails.',
    remedy: 'Expect one of the listed statuses.',
    valid: ['DELETE /repos/octocat/hello-world/hooks/42\n\n?? status == 204\n'],
    invalid: ['DELETE /repos/octocat/hello-world/hooks/42\n\n?? status == 200\n'],
  },
  request({ operation, block }, report) {
    if (operation === undefined || operation.isOutline || operation.responses.length === 0) return;
    const listed = operation.responses.map(({ status }) => String(status));
    for (const { status } of block.expectations) {
      if (listed.includes(status.text) || !/^\d{3}$/.test(status.text)) continue;
      report({
        message: `${code(status.text)} is not listed for this operation; listed: ${listOf(listed, 'and')}.`,
        span: status.span,
        provenance: operation.provenance,
      });
    }
  },
};
