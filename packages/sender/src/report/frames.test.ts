import { describe, expect, it } from 'vitest';
import { linesOfText, plainPaint, reportFormatOf } from './index';
import type { ReportedFinding } from './index';

type Place = readonly [line: number, character: number];

function framed(text: string, [line, character]: Place, [endLine, endCharacter]: Place, width = 40): readonly string[] {
  const finding: ReportedFinding = {
    rule: 'a-rule',
    severity: 'error',
    message: 'Wrong.',
    range: { start: { line, character }, end: { line: endLine, character: endCharacter } },
    provenance: { kind: 'documented', document: 'doc', section: 'Section' },
    fix: { title: 'Remove it', isSafe: true },
  };
  const writer = reportFormatOf('frames')!.write({
    rules: [],
    version: '',
    failsAt: 'error',
    paint: plainPaint,
    width,
  });
  const file = { path: 'a.http', findings: [finding], requests: 1, lineAt: linesOfText(text) };
  return [...writer.file(file)].join('').split('\n');
}

const frameOf = (...args: Parameters<typeof framed>) => framed(...args).slice(3, -5);

describe('the report with frames', () => {
  it('shows rule, message, lines, source and fix', () => {
    expect(framed('one\ntwo three\nfour\n', [1, 4], [1, 9])).toEqual([
      'a.http:2:5 error a-rule',
      '  Wrong.',
      '',
      '    1 │ one',
      '  > 2 │ two three',
      '      │     ^^^^^',
      '    3 │ four',
      '',
      '  From doc, Section.',
      '  Fix: Remove it (--fix).',
      '',
      '',
    ]);
  });

  it('does not show a line that holds a secret, neither as the finding nor next to it', () => {
    expect(frameOf('@token = canary\nGET /x\nAuthorization: ApiKey canary\n', [1, 0], [1, 3])).toEqual([
      '    1 │ (not shown: this line holds a secret)',
      '  > 2 │ GET /x',
      '      │ ^^^',
      '    3 │ (not shown: this line holds a secret)',
    ]);
    expect(frameOf('GET /x\nAuthorization: ApiKey canary\n', [1, 0], [1, 13]).join('\n')).not.toContain('canary');
  });

  it.each([
    ['a tab', '\tx y', [0, 3], [0, 4], ['  > 1 │     x y', '      │       ^']],
    ['wide characters', '日本 x', [0, 0], [0, 2], ['  > 1 │ 日本 x', '      │ ^^^^']],
    ['a picture and a mark above', '😀e\u0301x', [0, 4], [0, 5], ['  > 1 │ 😀e\u0301x', '      │    ^']],
    [
      'control characters',
      'a\x1b[31m\u202e"',
      [0, 7],
      [0, 8],
      ['  > 1 │ a\\x1b[31m\\u202e"', '      │                ^'],
    ],
    ['a lone surrogate', 'a\ud800b', [0, 2], [0, 3], ['  > 1 │ a\ufffdb', '      │   ^']],
    ['an empty span at the end', 'ab', [0, 2], [0, 2], ['  > 1 │ ab', '      │   ^']],
  ] as const)('shows %s as the terminal does', (_, text, start, end, lines) => {
    expect(frameOf(text, start, end)).toEqual(lines);
  });

  it('cuts a long line around the span, within the columns', () => {
    const text = `${'a'.repeat(1_000_000)}"here"${'日'.repeat(1000)}`;
    const [line = '', underline = ''] = frameOf(text, [0, 1_000_000], [0, 1_000_006]);
    expect(line).toMatch(/^ {2}> 1 │ …a+"here"日+…$/);
    expect(line.indexOf('"here"')).toBe(underline.indexOf('^'));
    expect(underline.trim()).toMatch(/\^{6}$/);
    expect(line.length + (line.match(/日/g) ?? []).length).toBeLessThanOrEqual(40);
    const [all = '', marked = ''] = frameOf('b'.repeat(500), [0, 0], [0, 500]);
    expect(all.length).toBeLessThanOrEqual(40);
    expect(marked.length).toBeLessThanOrEqual(40);
  });

  it('shows the first lines of a span over several', () => {
    expect(frameOf('a\n{\n1\n2\n3\n4\n}\nb\n', [1, 0], [6, 1])).toEqual([
      '    1 │ a',
      '  > 2 │ {',
      '      │ ^',
      '  > 3 │ 1',
      '  > 4 │ 2',
      '  > 5 │ 3',
      '      │ … 2 more lines',
    ]);
  });
});

describe('the report for GitHub', () => {
  it('is one command a finding, with escapes', () => {
    const writer = reportFormatOf('github')!.write({ rules: [], version: '', failsAt: 'error', paint: plainPaint });
    const finding = (end: Place): ReportedFinding => ({
      rule: 'a-rule',
      severity: 'hint',
      message: '100 %: a\r\n::error::b',
      range: { start: { line: 0, character: 1 }, end: { line: end[0], character: end[1] } },
      provenance: { kind: 'syntax', document: null, section: null },
    });
    expect([...writer.file({ path: 'a,b:c.http', findings: [finding([0, 3]), finding([2, 0])], requests: 1 })]).toEqual(
      [
        '::notice file=a%2Cb%3Ac.http,line=1,endLine=1,col=2,endColumn=4,title=a-rule::100 %25: a\\n::error::b\n',
        '::notice file=a%2Cb%3Ac.http,line=1,endLine=3,title=a-rule::100 %25: a\\n::error::b\n',
      ],
    );
  });
});
