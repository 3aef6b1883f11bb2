import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { globSync } from 'tinyglobby';
import { expect, it } from 'vitest';
import { createEngine } from '../../packages/engine/src/index';
import { isComment } from '../../packages/request-file/src/syntax/block-lines';
import { linesOfText } from '../../packages/request-file/src/syntax/lines-of-block';
import { coloured, loadGrammars, root, type ColouredPart } from './textmate';

// The reader and the grammar say the same of the lines that both know: separators, comments, definitions, asserts, scripts, and what else the
// table of constructs has.

type Kind = 'separator' | 'comment' | 'definition' | 'request' | 'response' | 'assert' | 'script' | 'other';

const engine = createEngine();

/** Returns what the reader says of each line; undefined of those that are parts of requests, and of commands of curl and other protocols. */
function readLines(text: string): (Kind | 'unread' | undefined)[] {
  const file = engine.openFile(text);
  return [...file.blocks].flatMap((_, index) => {
    const block = engine.parse(file, index);
    const starts = [0, ...[...block.text.matchAll(/\n/g)].map(({ index: at }) => at + 1)].filter(
      (start) => start < block.text.length,
    );
    const lines = starts.map<Kind | 'unread' | undefined>(() => undefined);
    const mark = (kind: Kind | 'unread', { start, end }: { start: number; end: number }): void => {
      for (const [line, at] of starts.entries()) {
        const next = starts[line + 1] ?? block.text.length;
        if (next > start && at < Math.max(end, start + 1)) lines[line] = kind;
      }
    };
    const first = (span: { start: number }) => ({ start: span.start, end: span.start });
    const { body } = block.request ?? {};
    for (const line of linesOfText(block.text)) {
      // In other bodies, such a line is content.
      const isIn = (one: typeof body): boolean =>
        one !== undefined && one.span.start <= line.start && line.end <= one.span.end;
      const isForm = block.request?.headers.some(({ value }) => /form-urlencoded/.test(value.text)) === true;
      const isCommented = [body, block.response?.body].some((one) => isIn(one) && (one?.kind !== 'text' || isForm));
      if (isCommented && isComment(line)) mark('comment', { start: line.start, end: line.start });
    }
    for (const span of block.comments) mark('unread', span);
    for (const line of linesOfText(block.text)) {
      const isLeftOut = block.comments.some(({ start, end }) => start <= line.start && line.end <= end);
      // Whether nothing but comments is below a text, a grammar cannot see.
      const isBehindText = body?.kind === 'text' && line.start > body.span.end;
      if (isLeftOut && isComment(line) && !isBehindText) mark('comment', { start: line.start, end: line.start });
    }
    for (const { span } of block.variables) mark('definition', span);
    for (const { span } of block.asserts) mark('assert', span);
    for (const { kind, span } of block.unsupported)
      if (kind !== 'reference' && kind !== 'import')
        mark(
          /script/.test(kind) && /^(?:[<>]\s*\{%|\{\{)/.test(block.text.slice(span.start)) ? 'script' : 'other',
          span,
        );
      else if (/^import/.test(block.text.slice(span.start, span.end))) mark('other', span);
    if (block.request) {
      mark('unread', block.request.lineSpan);
      mark('request', first(block.request.lineSpan));
    }
    if (block.response) mark('response', first(block.response.status.span));
    if (block.otherRequest) mark('unread', block.otherRequest.span);
    // What is wrong with it says a finding; no colour does.
    if (block.problems.length > 0) lines.fill('unread');
    if (/^\s*###/.test(block.text)) mark('separator', { start: 0, end: 0 });
    return lines;
  });
}

/** Returns what the grammar says of a line by its scopes. */
function kindOf(parts: readonly ColouredPart[]): Kind | undefined {
  const all = parts[0]?.scopes ?? [];
  const scopes = all.slice(all.lastIndexOf('meta.next-request') + 1);
  const has = (pattern: RegExp): boolean => scopes.some((scope) => pattern.test(scope));
  if (has(/^markup\.heading$/)) return 'separator';
  if (has(/^meta\.embedded\.block\.javascript|^keyword\.control\.script|^meta\.script/)) return 'script';
  if (has(/^comment\.(?:line|block)(?!.*\.js$)/)) return 'comment';
  if (has(/^keyword\.operator\.expectation$/)) return 'assert';
  if (
    has(/^keyword\.control\.(?:redirect|import)$|^keyword\.operator\.spread$/) ||
    (has(/^keyword\.control\.graphql$/) && parts[0]?.text === 'gql')
  )
    return 'other';
  if (has(/^punctuation\.definition\.variable$/)) return 'definition';
  if (has(/^(?:keyword\.control\.method|string\.unquoted\.target)$/)) return 'request';
  return has(/^keyword\.other\.version$/) ? 'response' : undefined;
}

const corpus = process.env['RULEBOOK_CORPUS'];
/** Notes of findings below the lines of fixtures, which the tests of rules remove. */
const note = /^#(?:[<^=|]|\s*\^)/;
const texts = [
  ...globSync(['test/**/*.http', 'examples/**/*.http', 'templates/**/*.http', 'findings/**/*.http'], {
    cwd: root,
    absolute: true,
  }),
  ...(corpus !== undefined && existsSync(corpus) ? globSync('**/*.{http,rest}', { cwd: corpus, absolute: true }) : []),
];

it(`reads and colours lines alike${corpus === undefined ? ' (without the corpus: RULEBOOK_CORPUS is not set)' : ''}`, async () => {
  const { http } = await loadGrammars();
  const found: string[] = [];
  for (const path of texts) {
    // A grammar cannot look ahead for the end of a comment, so one that is not closed takes what the reader leaves to the next request.
    if (path.includes('/test/rules/unclosed-comment/')) continue;
    const lines = readFileSync(path, 'utf8')
      .replace(/^\uFEFF/, '')
      .replaceAll('\r', '')
      .split('\n');
    const text = lines.filter((line) => !path.includes('/test/rules/') || !note.test(line)).join('\n');
    if (/^#= file /m.test(lines.join('\n'))) continue;
    const read = readLines(text);
    const shown = text.split('\n');
    for (const [index, parts] of coloured(text, http).entries()) {
      const [reader, grammar] = [read[index], kindOf(parts)];
      if (parts.length === 0 || reader === grammar || reader === 'unread') continue;
      found.push(
        `${path.replace(join(root, '/'), '')}:${index + 1} ${reader ?? '-'} ${grammar ?? '-'} ${shown[index]?.slice(0, 80)}`,
      );
    }
  }
  expect(found).toEqual([]);
});
