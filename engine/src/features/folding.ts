import type { Block, JsonNode } from '../syntax/model';
import { trimmed } from '../syntax/parse-target';
import { span, type Span } from '../text/span';
import type { FoldingSpan } from './model';

/** Returns the parts of a block that can be folded: the whole, runs of comments, and the objects and arrays of bodies. */
export function foldingOf(block: Block): readonly FoldingSpan[] {
  const { text, request, response } = block;
  const folds: FoldingSpan[] = [];
  const whole = trimmed(text, span(0, text.length));
  if (request && !block.association) folds.push({ span: whole, kind: 'region' });
  // One by one: as arguments, very many would have no room on the stack.
  for (const run of commentRuns(block)) folds.push({ span: run, kind: 'comment' });
  for (const body of [request?.body, response?.body]) {
    if (body?.kind !== 'json') continue;
    for (const node of body.values.flatMap(nodesOf)) folds.push({ span: node, kind: 'body' });
  }
  // Copied, since a list that has grown has room for more, and this one is kept of each block.
  return [...folds.filter(({ span }) => text.slice(span.start, span.end).includes('\n'))];
}

/** Comments on consecutive lines fold together. */
function commentRuns({ comments, text }: Block): readonly Span[] {
  const runs: Span[] = [];
  for (const comment of comments) {
    const last = runs.at(-1);
    const isNext = last && /^[^\S\n]*\n?[^\S\n]*$/.test(text.slice(last.end, comment.start));
    if (isNext) runs.splice(-1, 1, span(last.start, comment.end));
    else runs.push(comment);
  }
  return runs;
}

function nodesOf(root: JsonNode): readonly Span[] {
  const found: Span[] = [];
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.type === 'object' || node.type === 'array')
      found.push({ start: node.offset, end: node.offset + node.length });
    for (const child of node.children ?? []) open.push(child);
  }
  return found.sort((a, b) => a.start - b.start);
}
