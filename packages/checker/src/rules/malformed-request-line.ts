import { partsOfText } from '@rulebook/request-file/syntax/text-of-block';
import { lineEndOf } from '@rulebook/text/lines';
import { textIn, type Span } from '@rulebook/text/span';
import type { Binding } from '../binding/model';
import type { BlockRule, Fix } from './rule';
import { methodMeantBy } from './support/well-known-names';
import { changeTo } from './support/change-to';
import { code, quoted } from './support/wording';

/** A comment that was meant, as a blank in front of it shows. */
interface MeantComment {
  readonly text: string;
  readonly span: Span;
  readonly part: 'path' | 'query';
}

/** Returns what is behind `//` in the first line of a target; a blank in front of it belongs to no address. */
function commentBehind({ block, request: { target } }: Binding): MeantComment | undefined {
  const { path, query } = target;
  const last = query.at(-1);
  const isPossible =
    path.text.includes('//') || last?.name.text.includes('//') === true || last?.value?.text.includes('//') === true;
  if (!isPossible) return undefined;
  const [line = ''] = partsOfText(block)
    .slice(target.span.start, target.span.end)
    .split(/[\r\n]/, 1);
  for (const { index } of line.matchAll(/(?<=[ \t])\/\//g)) {
    const start = target.span.start + index;
    if (block.placeholders.some(({ span }) => span.start <= start && start < span.end)) continue;
    const text = line.slice(index).trimEnd();
    const part = query.some(({ span }) => span.start <= start) ? 'query' : 'path';
    return { text, span: { start, end: start + text.length }, part };
  }
  return undefined;
}

/** Returns the JSON that is behind a blank in the line of the target, and would be sent as a part of it. */
function bodyBehind({ block, request: { target } }: Binding): Span | undefined {
  const last = target.query.at(-1);
  if (![target.path.text, last?.name.text, last?.value?.text].some((text) => text?.includes('{'))) return undefined;
  const [line = ''] = partsOfText(block)
    .slice(target.span.start, target.span.end)
    .split(/[\r\n]/, 1);
  const at = line.search(/(?<=[ \t])\{(?:[ \t]*["}]|[ \t]*$)/);
  return at < 0 ? undefined : { start: target.span.start + at, end: target.span.start + line.trimEnd().length };
}

function inOwnLines({ block, request: { headers, body } }: Binding, span: Span): readonly Fix[] {
  const parts = partsOfText(block);
  const lead = parts.slice(0, span.start);
  const from = { start: lead.trimEnd().length, end: span.start };
  const gap = lineEndOf(block.text).repeat(2);
  const title = 'Move the body below the request line';
  const last = headers.at(-1)?.span.end;
  if (last === undefined) return [{ title, edits: [{ span: from, newText: gap }], isSafe: false }];
  if (body !== undefined) return [];
  const edits = [
    { span: { start: from.start, end: span.end }, newText: '' },
    { span: { start: last, end: last }, newText: gap + textIn(parts, span) },
  ];
  return [{ title, edits, isSafe: false }];
}

function inOwnLine({ block, request }: Binding, { text, span }: MeantComment): readonly Fix[] {
  const { start } = request.span;
  const lead = partsOfText(block).slice(start, span.start);
  const blanks = lead.length - lead.trimEnd().length;
  const edits = [
    { span: { start, end: start }, newText: `${text}${lineEndOf(block.text)}` },
    { span: { start: span.start - blanks, end: span.end }, newText: '' },
  ];
  return [{ title: 'Move the comment to the line above', edits, isSafe: false }];
}

/** Versions of HTTP as tools write them. */
const versions = /^HTTP\/(?:0\.9|1\.[01]|[23](?:\.0)?)$/;

/** Reports a request line that cannot be sent. */
export const malformedRequestLine: BlockRule = {
  id: 'malformed-request-line',
  scope: 'block',
  category: 'file-syntax',
  severity: 'error',
  docs: {
    what: 'Reports a request line without a target, a request line that cannot be read, a target that can be a host or a path, and an address that cannot exist: another scheme, a blank in the host, a port above 65535. A method that is nearly one of HTTP, a version of HTTP that does not exist, and a comment or a body behind the target are warnings.',
    why: 'A request without a path or URL cannot be sent, and a path that is taken for a host sends the request to the wrong server. A target without a scheme is a host if its first word is `localhost` or an address, has a port (`es01:9200`), or ends like a host name (`www.example.com`). Otherwise it is a path, even with dots: `logs-2024.01.01/_search`. Some words can be either, such as `logs.de/_search`. A blank does not end a target, so a comment behind it would be sent as a part of it.',
    remedy:
      'Write a method and a path, for example `GET /path`, or a complete URL. Write `http://` before a host and `/` before a path; the quick fixes do this.',
  },
  within: ['problems', 'unmatched-path', 'unusual-target'],
  request(binding, report) {
    const { method, httpVersion } = binding.request;
    const { match } = binding;
    const comment = commentBehind(binding);
    if (comment !== undefined)
      report({
        message: `A comment needs a line of its own: ${code(comment.text)} is sent as a part of the ${comment.part}.`,
        span: comment.span,
        severity: 'warning',
        provenance: { kind: 'syntax' },
        fixes: () => inOwnLine(binding, comment),
      });
    const behind = bodyBehind(binding);
    if (behind !== undefined)
      report({
        message: 'A body begins below the request line and its header fields; this is sent as a part of the target.',
        span: behind,
        severity: 'warning',
        provenance: { kind: 'syntax' },
        fixes: () => inOwnLines(binding, behind),
      });
    const meant = method && match.kind !== 'operation' ? methodMeantBy(method.text) : undefined;
    // Where the path is known, the methods that are described for it are named.
    if (method !== undefined && meant !== undefined && match.kind !== 'other-method')
      report({
        message: `${code(method.text)} is not a method of HTTP; did you mean ${code(meant)}?`,
        span: method.span,
        severity: 'warning',
        provenance: { kind: 'syntax' },
        fixes: () => changeTo(meant, method.span),
      });
    if (httpVersion === undefined || versions.test(httpVersion.text)) return;
    report({
      message: `${code(httpVersion.text)} is not a version of HTTP; did you mean ${code('HTTP/1.1')}?`,
      span: httpVersion.span,
      severity: 'warning',
      provenance: { kind: 'syntax' },
      fixes: () => changeTo('HTTP/1.1', httpVersion.span),
    });
  },
  block(block, report) {
    for (const { code, message, span, insertions = [], meant } of block.problems) {
      if (code !== 'malformed-request-line') continue;
      const at = { start: span.start, end: span.start };
      const fixes = insertions.map((newText) => {
        return { title: `Add ${quoted(newText)}`, edits: [{ span: at, newText }], isSafe: false };
      });
      const removal = { title: 'Remove the blank', edits: [{ span, newText: '' }], isSafe: false };
      const change = meant === '' ? [removal] : changeTo(meant, span);
      report({ message, span, provenance: { kind: 'syntax' }, fixes: () => [...fixes, ...change] });
    }
  },
};
