import { responseFor } from '../binding/response-for';
import { parseAssert } from '@rulebook/request-file/syntax/asserts/parse-assert';
import type { AssertLine, Token } from '@rulebook/request-file/syntax/model';
import type { BlockRule } from './rule';
import { code, inList } from './support/wording';

/** Reports an expected status that is not listed for the operation. */
export const unlistedStatus: BlockRule = {
  id: 'unlisted-status',
  scope: 'block',
  category: 'correctness',
  severity: 'information',
  isForResponses: true,
  docs: {
    what: 'Reports a status that is not listed for the operation: an expected one (`?? status == …`), or the success status of a recorded response.',
    why: 'An expected status that the service never returns always fails. A recorded success status that is not listed is out of date or from another service.',
    remedy: 'Expect one of the listed statuses, or record the response again.',
  },
  within: ['asserts', 'response'],
  request({ operation, block }, report) {
    if (operation === undefined || operation.isOutline || operation.responses.length === 0) return;
    // Any request can fail in ways that no document lists.
    const recorded = block.response !== undefined && /^2/.test(block.response.status.text) ? [block.response] : [];
    for (const status of [...statusesIn(block.asserts), ...recorded.map((response) => response.status)]) {
      if (!/^\d{3}$/.test(status.text) || responseFor(operation, status.text) !== undefined) continue;
      const listed = operation.responses.map((one) =>
        one.lastStatus === undefined ? String(one.status) : `${one.status} to ${one.lastStatus}`,
      );
      report({
        message: `The status ${code(status.text)} is not listed for this operation; listed: ${inList(listed, 'and')}.`,
        span: status.span,
        provenance: operation.provenance,
      });
    }
  },
};

/** Returns the statuses that asserts expect. */
function statusesIn(asserts: readonly AssertLine[]): readonly Token[] {
  return asserts.flatMap(({ assert: { text, span } }) => {
    const parsed = parseAssert(text);
    if (parsed.kind !== 'assert' || parsed.subject.kind !== 'status' || parsed.expected === undefined) return [];
    const { operator, isNegated, expected } = parsed;
    if (operator !== '==' || isNegated) return [];
    const start = span.start + expected.span.start;
    return [{ text: expected.text, span: { start, end: start + expected.text.length } }];
  });
}
