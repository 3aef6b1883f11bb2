import type { Block, RequestSyntax } from '@rulebook/request-file/syntax/model';
import type { JsonNode } from '@rulebook/json/json-node';
import { boundaryOf } from '@rulebook/request-file/syntax/bodies/multipart';
import { partsOfMultipart } from '@rulebook/request-file/syntax/bodies/multipart-parts';
import { nestedSpans } from '@rulebook/request-file/syntax/bodies/nested-spans';
import { trimmed } from '@rulebook/request-file/syntax/parse-target';
import { span, type Span } from '@rulebook/text/span';
import type { FoldingSpan } from '../model';
import { foldsInTexts } from './fold-texts';

/**
 * Returns the parts of a block that can be folded: the request from its request line on, runs of comments, scripts, a recorded response, and of bodies the objects and arrays, the
 * texts in `"""` with the commands of queries in them, the selections of GraphQL and the parts of a multipart body.
 */
export function foldingOf(block: Block): readonly FoldingSpan[] {
  const { text, request, response } = block;
  const folds: FoldingSpan[] = [];
  const whole = trimmed(text, span(0, text.length));
  // From the request line on: an editor shows the first line of what is folded, and that has method and path. The title above it stays.
  if (request && !block.association)
    folds.push({ span: span(Math.min(request.lineSpan.start, whole.end), whole.end), kind: 'region' });
  // One by one: as arguments, very many would have no room on the stack.
  for (const run of commentRuns(block)) folds.push({ span: run, kind: 'comment' });
  for (const { span } of block.scripts) folds.push({ span, kind: 'body' });
  // A document that is a response folds its own parts.
  if (response && !block.association) folds.push({ span: response.span, kind: 'body' });
  const hasLines = linesIn(text);
  for (const owner of [request, response])
    for (const inside of owner ? partsOfBody(text, owner, hasLines) : []) folds.push({ span: inside, kind: 'body' });
  return folds.filter(({ span }) => hasLines(span));
}

/** Returns a function that returns whether a span is on several lines. The spans of a text on one line must not each look for its end. */
function linesIn(text: string): (span: Span) => boolean {
  let [from, lineFeed] = [0, -1];
  return ({ start, end }) => {
    if (start < from || start > lineFeed) {
      from = start;
      const found = text.indexOf('\n', start);
      lineFeed = found < 0 ? Infinity : found;
    }
    return lineFeed < end;
  };
}

function partsOfBody(
  text: string,
  { body, headers }: Pick<RequestSyntax, 'body' | 'headers'>,
  hasLines: (span: Span) => boolean,
): readonly Span[] {
  switch (body?.kind) {
    case 'json':
      return [
        ...body.values.flatMap((value) => nodesOf(value, hasLines)),
        ...(text.includes('"""') ? foldsInTexts(text, body.values) : []),
      ];
    case 'graphql':
      return nestedSpans(text, body.span);
    case 'text': {
      const mediaType = headers.find(({ name }) => /^content-type$/i.test(name.text))?.value.text ?? '';
      const boundary = boundaryOf(mediaType);
      return boundary === undefined ? [] : partsOfMultipart(text, body.span, boundary);
    }
    default:
      return [];
  }
}

/** Comments on consecutive lines fold together. The lines of scripts count as comments, and fold by themselves. */
function commentRuns({ comments, text, scripts }: Block): readonly Span[] {
  const runs: Span[] = [];
  let script = 0;
  for (const comment of comments) {
    while ((scripts[script]?.span.end ?? Infinity) < comment.end) script++;
    if ((scripts[script]?.span.start ?? Infinity) <= comment.start) continue;
    const last = runs.at(-1);
    const isNext = last && /^[^\S\n]*(?:\n[^\S\n]*)?$/.test(text.slice(last.end, comment.start));
    if (isNext) runs.splice(-1, 1, span(last.start, comment.end));
    else runs.push(comment);
  }
  return runs;
}

/** Returns the objects and arrays on several lines, in the order of the text. What is on one line has none in it. */
function nodesOf(root: JsonNode, hasLines: (span: Span) => boolean): readonly Span[] {
  const found: Span[] = [];
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const { children } = node;
    if (children === undefined) continue;
    if (node.type !== 'property') {
      const own = span(node.offset, node.offset + node.length);
      if (!hasLines(own)) continue;
      found.push(own);
    }
    for (let at = children.length - 1; at >= 0; at--) {
      const child = children[at];
      if (child?.children !== undefined) open.push(child);
    }
  }
  return found;
}
