import type { JsonNode } from '@rulebook/json/json-node';
import { nestedSpans } from '@rulebook/request-file/syntax/bodies/nested-spans';
import type { Span } from '@rulebook/text/span';

const quotes = '"""';

/**
 * Returns what folds in the texts in `"""` of a JSON body: each text, brackets in it, commands that begin with `|` and go over several lines, and
 * lines of comments. It looks at the form alone, so that it needs no language.
 */
export function foldsInTexts(text: string, roots: readonly JsonNode[]): readonly Span[] {
  const found: Span[] = [];
  const waiting = [...roots];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.type === 'string' && text.startsWith(quotes, node.offset)) {
      const whole = { start: node.offset, end: node.offset + node.length };
      if (!text.slice(whole.start, whole.end).includes('\n')) continue;
      found.push(whole, ...nestedSpans(text, inside(whole)), ...runsOfLines(text, inside(whole)));
    }
    for (const child of node.children ?? []) waiting.push(child);
  }
  return found;
}

function inside({ start, end }: Span): Span {
  return { start: start + quotes.length, end: end - quotes.length };
}

/** Lines of one command, from its `|` on, and lines of comments that follow each other. */
function runsOfLines(text: string, { start, end }: Span): readonly Span[] {
  const found: Span[] = [];
  let run: { kind: 'command' | 'comment'; start: number; end: number } | undefined;
  const finish = (): void => {
    if (run) found.push({ start: run.start, end: run.end });
  };
  let at = start;
  for (const line of text.slice(start, end).split('\n')) {
    const first = at + (line.length - line.trimStart().length);
    const last = at + line.trimEnd().length;
    at += line.length + 1;
    if (last <= first) continue;
    const isComment = text.startsWith('//', first);
    const begins = text[first] === '|' ? 'command' : isComment ? 'comment' : undefined;
    if (run === undefined || begins === 'command' || ((run.kind === 'comment' || isComment) && begins !== run.kind)) {
      finish();
      run = { kind: begins ?? 'command', start: first, end: last };
    } else run.end = last;
  }
  finish();
  return found;
}
