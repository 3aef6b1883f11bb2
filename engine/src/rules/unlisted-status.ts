import type { BlockRule } from './rule';
import { code, listOf } from './support/wording';

/** Reports an expected status that is not listed for the operation. */
export const unlistedStatus: BlockRule = {
  id: 'unlisted-status',
  scope: 'block',
  severity: 'information',
  isForAnswers: true,
  docs: {
    what: 'Reports a status that is not listed for the operation: an expected one (`?? status == …`), or a success that is recorded.',
    why: 'An expectation that the service never meets always fails, and a record of a success that the document does not know is out of date or from another service.',
    remedy: 'Expect one of the listed statuses; record the answer again.',
    valid: ['DELETE /repos/octocat/hello-world/hooks/42\n\n?? status == 204\n'],
    invalid: ['DELETE /repos/octocat/hello-world/hooks/42\n\n?? status == 200\n'],
  },
  request({ operation, block }, report) {
    if (operation === undefined || operation.isOutline || operation.responses.length === 0) return;
    const listed = operation.responses.map(({ status }) => String(status));
    // Any request can fail in ways that no document lists.
    const recorded = block.response !== undefined && /^2/.test(block.response.status.text) ? [block.response] : [];
    for (const { status } of [...block.expectations, ...recorded]) {
      if (listed.includes(status.text) || !/^\d{3}$/.test(status.text)) continue;
      report({
        message: `${code(status.text)} is not listed for this operation; listed: ${listOf(listed, 'and')}.`,
        span: status.span,
        provenance: operation.provenance,
      });
    }
  },
};
