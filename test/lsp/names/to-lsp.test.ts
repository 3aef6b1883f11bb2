import { CompletionItemKind, DiagnosticTag, FoldingRangeKind, type Diagnostic } from 'vscode-languageserver';
import { describe, expect, it } from 'vitest';
import { createEngine, type CodeAction, type Finding, type FoldingSpan } from '../../../packages/engine/src/index';
import type { Span } from '../../../packages/text/src/index';
import { toCodeAction } from '../../../server/src/features/code-actions';
import { toCompletion } from '../../../server/src/features/completion';
import { toFoldingRange } from '../../../server/src/features/folding-ranges';
import {
  rangesIn,
  rangesOfBlock,
  toBlockOffset,
  toDiagnostic,
  toLinePosition,
  type PositionEncoding,
} from '../../../server/src/documents/to-lsp';

const engine = createEngine();

function rangeIn(text: string, span: Span, encoding: PositionEncoding = 'utf-16') {
  const range = rangesOfBlock(engine.openFile(text), 0, encoding);
  if (!range) throw new Error('There is no block.');
  return range(span);
}

const range = (startLine: number, start: number, endLine: number, end: number) => ({
  start: { line: startLine, character: start },
  end: { line: endLine, character: end },
});

describe('positions', () => {
  it.each([
    ['a\rb', 2, 1, 0],
    ['a\r\nb', 3, 1, 0],
    ['a\nb', 2, 1, 0],
    ['a\n\rb', 3, 2, 0],
    ['a\r\r\nb', 4, 2, 0],
  ])('count the lines of %j', (text, offset, line, character) => {
    expect(rangeIn(text, { start: offset, end: offset }).start).toEqual({ line, character });
    expect(toBlockOffset(engine.openFile(text), { line, character }, 'utf-16')).toEqual({ block: 0, offset });
  });

  it.each(['ab\rcd', 'ab\r\ncd', 'ab\ncd'])('beyond the end of a line stay before its line end: %j', (text) => {
    const file = engine.openFile(text);
    for (const encoding of ['utf-16', 'utf-8'] as const) {
      expect(toBlockOffset(file, { line: 0, character: 99 }, encoding).offset).toBe(2);
    }
    expect(toLinePosition(file, { line: 0, character: 99 }, 'utf-8')).toEqual({ line: 0, character: 2 });
  });

  it.each([
    ['\u007f', 1],
    ['\u0080', 2],
    ['\u07ff', 2],
    ['\u0800', 3],
    ['\ud7ff', 3],
    ['\ue000', 3],
    ['\uffff', 3],
    ['\u{10000}', 4],
    ['\u{10ffff}', 4],
    ['\ud800', 3],
    ['\udbff', 3],
    ['\udc00', 3],
    ['\udfff', 3],
    ['\ud800\ud800\udc00', 7],
    ['\udc00\udc00', 6],
    ['\ud800\ue000', 6],
    ['\ud7ff\udc00', 6],
  ])('count %j in bytes', (sign, bytes) => {
    const text = `${sign}x`;
    const at = sign.length;
    expect(rangeIn(text, { start: at, end: at + 1 }, 'utf-8')).toEqual(range(0, bytes, 0, bytes + 1));
    const file = engine.openFile(text);
    expect(toBlockOffset(file, { line: 0, character: bytes }, 'utf-8').offset).toBe(at);
    expect(toLinePosition(file, { line: 0, character: bytes }, 'utf-8')).toEqual({ line: 0, character: at });
    expect(rangeIn(text, { start: at, end: at + 1 }).start.character).toBe(at);
  });

  it('are the same whatever was asked for before', () => {
    const text = 'äöü\n€ä\r\nx😀';
    const [block] = engine.openFile(text).blocks;
    if (!block) throw new Error('There is no block.');
    const used = rangesIn(block, 3, 'utf-8');
    const offsets = [...text].map((_, at) => at);
    for (const start of [...offsets, ...[...offsets].reverse()]) {
      const span = { start, end: start + 1 };
      expect(used(span)).toEqual(rangesIn(block, 3, 'utf-8')(span));
    }
  });
});

describe('folding ranges', () => {
  const text = 'a\nb\nc\n';
  const fold = (start: number, end: number, kind: FoldingSpan['kind'] = 'body') =>
    toFoldingRange({ span: { start, end }, kind }, (span) => rangeIn(text, span));

  it('leave out the line behind their last line end', () => {
    expect(fold(0, 3)).toEqual({ startLine: 0, endLine: 1 });
    expect(fold(0, 4)).toEqual({ startLine: 0, endLine: 1 });
    expect(fold(0, 5)).toEqual({ startLine: 0, endLine: 2 });
    expect(fold(0, 6)).toEqual({ startLine: 0, endLine: 2 });
  });

  it('are none within one line', () => {
    expect(fold(0, 1)).toBeUndefined();
    expect(fold(0, 2)).toBeUndefined();
  });

  it('say what they are', () => {
    expect(fold(0, 5, 'region')?.kind).toBe(FoldingRangeKind.Region);
    expect(fold(0, 5, 'comment')?.kind).toBe(FoldingRangeKind.Comment);
    expect(fold(0, 5)).not.toHaveProperty('kind');
  });
});

describe('diagnostics', () => {
  const finding: Finding = {
    rule: 'a-rule',
    severity: 'warning',
    message: '`x`',
    span: { start: 0, end: 1 },
    provenance: { kind: 'syntax' },
  };
  const rangeOf = (span: Span) => rangeIn('x\ny', span);

  it('have the tag of the finding', () => {
    expect(toDiagnostic({ ...finding, tag: 'deprecated' }, rangeOf).tags).toEqual([DiagnosticTag.Deprecated]);
    expect(toDiagnostic({ ...finding, tag: 'unnecessary' }, rangeOf).tags).toEqual([DiagnosticTag.Unnecessary]);
    expect(toDiagnostic(finding, rangeOf)).not.toHaveProperty('tags');
  });

  it('are answered by the fixes of their rule at their place', () => {
    const own = toDiagnostic(finding, rangeOf);
    const diagnostics: Diagnostic[] = [
      { ...own, code: 'another-rule' },
      own,
      { ...own, range: range(0, 0, 1, 1) },
      { ...own, range: range(0, 1, 0, 1) },
    ];
    const action: CodeAction = {
      title: 'Change',
      rule: 'a-rule',
      findingSpan: finding.span,
      edits: [],
      isPreferred: true,
    };
    const target = { uri: 'file:///a.http', version: 1, versioned: true };
    expect(toCodeAction(action, rangeOf, { ...target, diagnostics }).diagnostics).toEqual([own]);
    const others = diagnostics.filter((diagnostic) => diagnostic !== own);
    expect(toCodeAction(action, rangeOf, { ...target, diagnostics: others })).not.toHaveProperty('diagnostics');
  });
});

it('completions say what they add below the line, in each row where an editor can', () => {
  const offer = {
    label: '/books',
    kind: 'path',
    detail: 'Create a book',
    adds: 'body',
    filterText: '/books',
    sortText: 'x',
    edit: { span: { start: 0, end: 0 }, newText: '/books$1\n\n{}' },
    isSnippet: true,
    key: 'k',
  } as const;
  const converted = (labelDetails: boolean) =>
    toCompletion(offer, (span) => rangeIn('', span), { snippets: true, labelDetails });
  expect(converted(true)).toMatchObject({
    detail: 'Create a book',
    labelDetails: { detail: ' + body', description: 'Create a book' },
  });
  expect(converted(false)).toMatchObject({ detail: 'Create a book (+ body)' });
  expect(converted(false)).not.toHaveProperty('labelDetails');
});

it('completions of deprecated elements are marked', () => {
  const edit = { span: { start: 0, end: 0 }, newText: 'x' };
  const offer = {
    label: 'x',
    kind: 'field',
    filterText: 'x',
    sortText: 'x',
    edit,
    isSnippet: false,
    key: 'k',
  } as const;
  const mark = (isDeprecated: boolean) =>
    toCompletion({ ...offer, isDeprecated }, (span) => rangeIn('', span), { snippets: false, labelDetails: false });
  expect(mark(true)).toMatchObject({ kind: CompletionItemKind.Field, tags: [1] });
  expect(mark(false)).not.toHaveProperty('tags');
});
