import { includesWord } from '@rulebook/request-file/syntax/searched-text';
import { closesComment } from '@rulebook/request-file/syntax/construct-ends';
import { openingOf } from '@rulebook/request-file/syntax/block-lines';
import type { Block } from '@rulebook/request-file/syntax/model';
import type { Span } from '@rulebook/text/span';
import type { BlockRule } from './rule';

/** Reports a block comment that is not closed. */
export const unclosedComment: BlockRule = {
  id: 'unclosed-comment',
  scope: 'block',
  category: 'file-syntax',
  severity: 'warning',
  isAdvice: true,
  docs: {
    what: 'Reports a comment that begins with `/*` and is not closed with `*/`. Behind the next `###`, a `*/` closes it at the end of a line.',
    why: 'Everything after it is part of the comment, so requests there are neither checked nor sent.',
    remedy: 'Close the comment with `*/`; the quick fix does this at the end of its first line.',
  },
  within: ['block-comments'],
  block(block, report) {
    if (!includesWord(block, '/*')) return;
    const line = openCommentOf(block);
    if (line === undefined) return;
    const start = block.text.indexOf('/*', line.start);
    report({
      message: 'The comment is not closed with `*/`, so everything up to the next `###` is part of it.',
      span: { start, end: start + 2 },
      provenance: { kind: 'syntax' },
      fixes: () => [
        {
          title: 'Close the comment at the end of this line',
          edits: [{ span: { start: line.end, end: line.end }, newText: ' */' }],
          isSafe: false,
        },
      ],
    });
  },
};

/** Returns the first line of the comment that is still open at the end of the block. */
function openCommentOf({ text, comments }: Block): Span | undefined {
  let open: Span | undefined;
  for (const comment of comments) {
    const line = text.slice(comment.start, comment.end);
    if (open !== undefined) {
      if (closesComment(line)) open = undefined;
    } else if (openingOf(line) === 'open') open = comment;
  }
  return open;
}
