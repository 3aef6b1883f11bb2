import { openingOf } from '../syntax/block-lines';
import type { Block } from '../syntax/model';
import type { Span } from '../text/span';
import type { BlockRule } from './rule';

/** Reports a comment over several lines that nothing closes. */
export const unclosedComment: BlockRule = {
  id: 'unclosed-comment',
  scope: 'block',
  severity: 'warning',
  docs: {
    what: 'Reports a comment that begins with `/*` and has no `*/` before the next `###`.',
    why: 'Everything behind it is taken for comment, so requests that stand there are neither checked nor sent.',
    remedy: 'Close the comment with `*/`; the quick fix does so at the end of its first line.',
    valid: ['/* Both clusters\n   have one. */\nGET /_snapshot\n', '/*\nGET /_snapshot\n*/\n'],
    invalid: ['/* Both clusters have one.\nGET /_snapshot\n', '###\n/*\nGET /_snapshot\n\n###\nGET /_snapshot/_all\n'],
  },
  block(block, report) {
    const line = openCommentOf(block);
    if (line === undefined) return;
    const start = block.text.indexOf('/*', line.start);
    report({
      message: 'The comment is not closed by `*/`, so everything up to the next `###` is part of it.',
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

/** Returns the first line of the comment that is open where the block ends. */
function openCommentOf({ text, comments }: Block): Span | undefined {
  let open: Span | undefined;
  for (const comment of comments) {
    const line = text.slice(comment.start, comment.end);
    if (open !== undefined) {
      if (line.includes('*/')) open = undefined;
    } else if (openingOf(line) === 'open') open = comment;
  }
  return open;
}
