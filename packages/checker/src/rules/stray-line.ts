import type { Block } from '@rulebook/request-file/syntax/model';
import { textIn, type Span } from '@rulebook/text/span';
import type { BlockRule, Fix } from './rule';
import { quoted } from './support/wording';

/** Reports a line after the end of a body that does not belong to anything. */
export const strayLine: BlockRule = {
  id: 'stray-line',
  scope: 'block',
  category: 'file-syntax',
  severity: 'warning',
  docs: {
    what: 'Reports a line after a body, script or assertion that does not belong to anything, a definition `@name = value` that begins a body without a `Content-Type`, a line of a form that no `&` joins to the one above, and a script or a fragment of GraphQL that is not closed.',
    why: 'Where the body has ended above, the line would not be sent. A definition in place of the body would be sent, and define the variable as well. Without its last line, a script goes on to the next `###`, with the requests that are there. Rulebook sends a request with such a line only if you confirm it.',
    remedy:
      'Move the line into the body, turn it into a comment with `#`, or begin another request with `###` above it. Write definitions above the request line, and `&` between the fields of a form. Close a script with `%}` or `}}`, and a fragment with `}`.',
  },
  within: ['problems'],
  block(block, report) {
    for (const { code, message, span, insertions } of block.problems) {
      if (code !== 'stray-line') continue;
      const fix = insertions?.includes('&') ? joined(span) : aboveRequest(block, span);
      report({ message, span, provenance: { kind: 'syntax' }, ...(fix && { fixes: () => [fix] }) });
    }
  },
};

/** Returns the fix that makes a line of a form the next field. */
function joined({ start }: Span): Fix {
  return { title: `Insert ${quoted('&')}`, edits: [{ span: { start, end: start }, newText: '&' }], isSafe: false };
}

/** Returns the fix that moves a definition from the place of the body to the line above the request. */
function aboveRequest({ text, request }: Block, span: Span): Fix | undefined {
  if (request === undefined || text[span.start] !== '@') return undefined;
  const first = text.lastIndexOf('\n', span.start - 1) + 1;
  const lineFeed = text.indexOf('\n', span.end);
  const next = lineFeed < 0 ? text.length : lineFeed + 1;
  const start = text.lastIndexOf('\n', request.lineSpan.start - 1) + 1;
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  return {
    title: 'Move above the request',
    edits: [
      { span: { start, end: start }, newText: `${textIn(text, span)}${lineEnd}` },
      { span: { start: first, end: next }, newText: '' },
    ],
    isSafe: false,
  };
}
