import { partsOfText } from '@rulebook/request-file/syntax/text-of-block';
import { textIn } from '@rulebook/text/span';
import { hasRequestLine } from './support/bound-values';
import type { BlockRule } from './rule';
import { code, quoted } from './support/wording';

/** Reports a percent sign of a path that begins no escape. */
export const unescapedPercent: BlockRule = {
  id: 'unescaped-percent',
  scope: 'block',
  category: 'correctness',
  severity: 'warning',
  isAdvice: true,
  docs: {
    what: 'Reports a `%` in a path without two hexadecimal digits behind it.',
    why: 'It is sent as it is written, and servers respond that the path is malformed: RFC 3986, section 2.1, has two digits behind each `%`.',
    remedy: 'Write `%25` if you mean the character itself, or complete the digits.',
  },
  within: ['unusual-target'],
  request(binding, report) {
    if (!hasRequestLine(binding)) return;
    const { block, request } = binding;
    for (const { span } of request.target.segments) {
      const written = textIn(partsOfText(block), span);
      if (!written.includes('%')) continue;
      // A variable may hold the digits.
      const text = written.replace(/\{\{[^{}]*\}\}/g, (variable) => '0'.repeat(variable.length));
      for (const { index } of text.matchAll(/%(?![\dA-Fa-f]{2})/g)) {
        const start = span.start + index;
        const place = { start, end: start + 1 };
        report({
          message: `A ${code('%')} begins an escape of two hexadecimal digits, which are not here.`,
          span: place,
          provenance: { kind: 'syntax' },
          fixes: () => [{ title: `Write ${quoted('%25')}`, edits: [{ span: place, newText: '%25' }], isSafe: false }],
        });
      }
    }
  },
};
