import type { Finding } from '@rulebook/checker/rules/rule';
import type { Block, Body } from '@rulebook/request-file/syntax/model';
import type { JsonNode } from '@rulebook/json/json-node';
import type { TextEdit } from '@rulebook/text/edit';
import { isAt } from './code-actions';
import type { CodeAction } from '../model';
import { lineEndOf } from '@rulebook/text/lines';
import { span, type Span } from '@rulebook/text/span';

/** Returns an action for each rule with a finding at the span: a comment that suppresses the rule on the line of the finding. */
export function ignoreActionsFor(block: Block, findings: readonly Finding[], range: Span): readonly CodeAction[] {
  // A recorded response comes from a service, and has no place for comments.
  if (block.association?.isAnswer) return [];
  const first = new Map<string, Finding>();
  for (const finding of findings) {
    if (isAt(finding, range) && !first.has(finding.rule)) first.set(finding.rule, finding);
  }
  return [...first.values()].flatMap((finding) => {
    const edit = ignoreEdit(block, finding);
    if (!edit) return [];
    const title = `Ignore ${finding.rule} here`;
    return [{ title, edits: [edit], isPreferred: false, rule: finding.rule, findingSpan: finding.span }];
  });
}

function ignoreEdit(
  { text, suppressions, association, request, response }: Block,
  finding: Finding,
): TextEdit | undefined {
  const { start } = finding.span;
  const above = suppressions.find(({ span, target }) => span.end < start && start <= target.end);
  const last = above?.rules.at(-1);
  if (last) return { span: span(last.span.end, last.span.end), newText: ` ${finding.rule}` };

  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const line = /^[^\r\n]*/.exec(text.slice(lineStart))?.[0] ?? '';
  // Above the separator the comment would belong to the request before.
  if (/^\s*###/.test(line)) return undefined;
  if ([request?.body, response?.body].some((body) => body && isText(body, lineStart))) return undefined;
  const indent = /^\s*/.exec(line)?.[0] ?? '';
  const comment = `${association ? '//' : '#'} rulebook-ignore ${finding.rule}`;
  return { span: span(lineStart, lineStart), newText: indent + comment + lineEndOf(text) };
}

/** Returns whether a comment at the offset would become text: in a body that is not JSON, or in a string over several lines. */
function isText(body: Body, offset: number): boolean {
  if (body.kind === 'file' || offset <= body.span.start || offset >= body.span.end) return false;
  if (body.kind !== 'json') return true;
  return holdsStringAround(body.values, offset);
}

function holdsStringAround(nodes: readonly JsonNode[], offset: number): boolean {
  const around = nodes.find((node) => node.offset < offset && offset < node.offset + node.length);
  return around !== undefined && (around.type === 'string' || holdsStringAround(around.children ?? [], offset));
}
