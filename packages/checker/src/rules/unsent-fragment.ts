import { partsOfText } from '@rulebook/request-file/syntax/text-of-block';
import { hasRequestLine } from './support/bound-values';
import type { BlockRule } from './rule';
import { quoted } from './support/wording';

/** Reports a fragment of a URL, which no client sends. */
export const unsentFragment: BlockRule = {
  id: 'unsent-fragment',
  scope: 'block',
  category: 'file-syntax',
  severity: 'warning',
  isAdvice: true,
  docs: {
    what: 'Reports a `#` in the path or the query.',
    why: 'It begins a fragment, and clients do not send fragments: `PUT /a#b` creates the index `a`.',
    remedy: 'Write `%23` if you mean the character itself, or remove the fragment.',
  },
  within: ['unusual-target'],
  request(binding, report) {
    const { block, request } = binding;
    const { segments, query, span } = request.target;
    const start = query.at(-1)?.span.end ?? segments.at(-1)?.span.end;
    if (start === undefined || partsOfText(block).slice(start, start + 1) !== '#' || !hasRequestLine(binding)) return;
    const sign = { start, end: start + 1 };
    report({
      message: 'The text from `#` on is a fragment, which is not sent.',
      span: { start, end: span.end },
      provenance: { kind: 'syntax' },
      fixes: () => [
        { title: `Write ${quoted('%23')}`, edits: [{ span: sign, newText: '%23' }], isSafe: false },
        { title: 'Remove the fragment', edits: [{ span: { start, end: span.end }, newText: '' }], isSafe: true },
      ],
    });
  },
};
