import { headerOf } from '../binding/model';
import type { RequestSyntax } from '@rulebook/request-file/syntax/model';
import type { Span } from '@rulebook/text/span';
import type { BlockRule, Fix } from './rule';

/** Reports header fields that a blank line makes the body. */
export const detachedHeader: BlockRule = {
  id: 'detached-header',
  scope: 'block',
  category: 'file-syntax',
  severity: 'warning',
  isAdvice: true,
  docs: {
    what: 'Reports lines that look like header fields and begin a body, in a request without a `Content-Type`. Lines above the request line are reported by [`malformed-request-line`](malformed-request-line.md).',
    why: 'The first blank line below the request line begins the body. So these lines are sent as the body, also a credential among them, and not as header fields.',
    remedy:
      'Remove the blank line above them; the quick fix does this. A body that shall look so needs a `Content-Type`.',
  },
  within: ['other-body'],
  request({ block: { text }, request }, report) {
    if (request.body?.kind !== 'text' || headerOf(request, 'Content-Type') !== undefined) return;
    const span = fieldsAt(text, request.body.span);
    if (span === undefined) return;
    report({
      message:
        'These lines look like header fields, but the blank line above them begins the body, so they are sent as the body. Remove the blank line.',
      span,
      provenance: { kind: 'syntax' },
      fixes: () => withoutBlankLines(text, request, span),
    });
  },
};

/** Names that no text begins with by chance. */
const known =
  /^(?:accept(?:-charset|-encoding|-language)?|(?:proxy-)?authorization|cache-control|content-(?:type|length|encoding|language|disposition)|cookie|if-(?:none-)?match|if-(?:un)?modified-since|user-agent|x-[\w-]+|(?:api|private|access|auth)-(?:key|token))$/i;
const field = /^([!#$%&'*+\-.^_`|~\w]+)[ \t]*:(?:[ \t]|\r?$)/;

/** Returns the lines at the start of a body that are header fields, up to the next blank line, if nothing else is among them. */
function fieldsAt(text: string, { start, end }: Span): Span | undefined {
  let lastEnd = start;
  for (let at = start; at < end;) {
    const lineFeed = text.indexOf('\n', at);
    const lineEnd = lineFeed < 0 ? end : Math.min(lineFeed, end);
    const line = text.slice(at, Math.min(lineEnd, at + 500));
    if (line.trim() === '') break;
    const [, name = ''] = field.exec(line) ?? [];
    if (name === '' || (at === start && !known.test(name))) return undefined;
    lastEnd = at + text.slice(at, lineEnd).trimEnd().length;
    at = lineEnd + 1;
  }
  return lastEnd === start ? undefined : { start, end: lastEnd };
}

function withoutBlankLines(text: string, request: RequestSyntax, { start }: Span): readonly Fix[] {
  const head = Math.max(request.lineSpan.end, request.headers.at(-1)?.span.end ?? 0);
  const lineFeed = text.indexOf('\n', head);
  const between = { start: lineFeed + 1, end: start };
  // A comment there would have to be moved.
  if (lineFeed < 0 || text.slice(between.start, between.end).trim() !== '') return [];
  return [{ title: 'Remove the blank line', edits: [{ span: between, newText: '' }], isSafe: false }];
}
