import { headerOf } from '../binding/model';
import { explainHeadVariable } from '../syntax/head-variable';
import { multipartProblem } from '../syntax/bodies/multipart';
import { textIn } from '../text/span';
import type { BlockRule } from './rule';

/** Reports a line among the header fields that is not one. */
export const malformedHeader: BlockRule = {
  id: 'malformed-header',
  scope: 'block',
  category: 'file-syntax',
  severity: 'warning',
  since: '0.1.0',
  docs: {
    what: 'Reports a line between the request line and the body that is not a header field, and a multipart `Content-Type` whose boundary is missing or does not fit the body.',
    why: 'Such a line is not sent. Usually a colon is missing, or the blank line before the body.',
    remedy:
      'Write `Name: value`, or add a blank line before the body. In a multipart body, begin each part with the boundary, and end the body with it.',
  },
  request({ block: { text }, request, strayVariables = [] }, report) {
    for (const { name, span } of strayVariables) {
      const lineEnd = /\r?\n/.exec(text)?.[0] ?? '\n';
      const start = text.lastIndexOf('\n', span.start - 1) + 1;
      report({
        message: explainHeadVariable(name),
        span,
        provenance: { kind: 'syntax' },
        fixes: () => [
          {
            title: 'Insert a blank line above',
            edits: [{ span: { start, end: start }, newText: lineEnd }],
            isSafe: false,
          },
        ],
      });
    }
    const field = headerOf(request, 'Content-Type');
    if (request.body?.kind !== 'text' || field === undefined || !/^\s*multipart\//i.test(field.value.text)) return;
    const message = multipartProblem(textIn(text, request.body.span), field.value.text);
    if (message !== undefined) report({ message, span: field.value.span, provenance: { kind: 'syntax' } });
  },
  block(block, report) {
    for (const { code, message, span } of block.problems) {
      if (code === 'malformed-header') report({ message, span, provenance: { kind: 'syntax' } });
    }
  },
};
