import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../packages/engine/src/index';
import { reportFile } from '../../../packages/sender/src/report/index';

const engine = createEngine();
const options = { context: { endpoints: [], defaults: {} }, severities: {} };
const fenced = (info: string, content: string, fence = '```') => `${fence}${info}\n${content}${fence}\n`;

function requestsIn(text: string): readonly (readonly [line: number, text: string])[] {
  const file = engine.openMarkdown(text);
  return [...file.blocks].flatMap((block, index) =>
    block.isProse ? [] : [[file.blocks.lineOf(index), block.text] as const],
  );
}

describe('Requests in Markdown', () => {
  it.each([
    ['http', 'GET /\n'],
    ['rest', 'GET /\n'],
    ['HTTP', 'GET /\n'],
    ['http title="x"', 'GET /\n'],
    [' http', 'GET /\n'],
    ['{.http #id}', 'GET /\n'],
    ['{ .http }', 'GET /\n'],
    ['http{1,3}', 'GET /\n'],
    ['es', 'GET _search\n{ "size": 1 }\n'],
    ['console', 'get _search\n'],
    ['console', '# All of them.\n\nGET _search\n'],
    ['console', 'PU\n'],
    ['console', '\n'],
    ['http', 'HTTP/1.1 200 OK\n'],
    ['http', 'https://example.org/\n'],
  ])('reads a block of %s that begins with %j', (info, content) => {
    expect(requestsIn(`Text.\n\n${fenced(info, content)}`)).toEqual([[3, content]]);
  });

  it.each([
    ['', 'GET /\n'],
    ['json', 'GET /\n'],
    ['https', 'GET /\n'],
    ['http-client', 'GET /\n'],
    ['console', '$ npm install\n'],
    ['console', 'npm install\n'],
    ['es', 'export default 1\n'],
    // An excerpt of a request.
    ['http', 'Authorization: Bearer x\n'],
    ['http `x`', 'GET /\n'],
  ])('passes a block of %j that begins with %j', (info, content) => {
    expect(requestsIn(fenced(info, content))).toEqual([]);
  });

  it('ends a block at a fence of the same kind that is as long or longer', () => {
    expect(requestsIn('````http\nGET /\n```\n~~~~\n`````\nGET /prose\n')).toEqual([[1, 'GET /\n```\n~~~~\n']]);
    expect(requestsIn('~~~http\nGET /\n~~~ x\n~~~\n')).toEqual([[1, 'GET /\n~~~ x\n']]);
  });

  it('reads a block that is not closed to the end', () => {
    expect(requestsIn('```http\nGET /')).toEqual([[1, 'GET /']]);
  });

  it('passes what another block, a comment or indented code quotes', () => {
    expect(requestsIn('```text\n~~~http\nGET /\n~~~\n```\n')).toEqual([]);
    expect(requestsIn('<!--\n```http\nGET /\n```\n-->\n')).toEqual([]);
    expect(requestsIn('Text.\n\n    ```http\n    GET /\n    ```\n')).toEqual([]);
  });

  it('removes the indentation of a block in a list, and keeps the positions of the file', () => {
    const text =
      '1. Text.\n\n     ```http\n     POST /_security/api_key\n\n     {\n       "nam": 1\n     }\n     ```\n';
    expect(requestsIn(text)).toEqual([[3, 'POST /_security/api_key\n\n{\n  "nam": 1\n}\n']]);
    const file = engine.openMarkdown(text);
    const [found] = [...reportFile('x.md', engine.check(file, options)).findings].filter(
      ({ rule }) => rule === 'unknown-field',
    );
    expect(found?.range).toEqual({ start: { line: 6, character: 7 }, end: { line: 6, character: 12 } });
    expect(engine.textOf(file)).toBe(text);
  });

  it('reads a block that is the first thing of an item', () => {
    expect(requestsIn('1. ```http\n   GET /a\n   ```\n- 2. ~~~http\n     GET /b\n     ~~~\n')).toEqual([
      [1, 'GET /a\n'],
      [4, 'GET /b\n'],
    ]);
  });

  it('splits a block with several requests, and lets a definition hold in the whole file', () => {
    const text = `${fenced('http', '@name = x\nGET /a\n\n###\nGET /b\n')}\n@name = y\n\n${fenced('http', 'GET /{{name}}\n')}`;
    expect(requestsIn(text).map(([line]) => line)).toEqual([1, 4, 11]);
    expect([...engine.openMarkdown(text).definitions]).toEqual([['name', ' x'.trim()]]);
    expect(engine.check(engine.openMarkdown(text), options).findings.flat()).toEqual([]);
  });

  it('offers and explains nothing in prose', () => {
    const file = engine.openMarkdown(`GET /_sea\n\n${fenced('http', 'GET /_sea\n')}`);
    expect(engine.complete(file, 0, 9, options).items).toEqual([]);
    expect(engine.hover(file, 0, 5, options)).toBeUndefined();
    expect(engine.symbols(file, 0)).toEqual([]);
    expect(engine.plan(file, 0, options)).toBeUndefined();
    expect(engine.complete(file, 1, 9, options).items.length).toBeGreaterThan(0);
  });

  it('keeps the text and the positions of any text, and after any edit', () => {
    const line = fc.constantFrom(
      '```http',
      '```',
      '~~~',
      '````',
      'GET /_search',
      '  ',
      '',
      '{ "size": 1 }',
      '- item',
      '1. ```http',
      '    ```rest',
      '\t~~~es',
      '###',
      '@a = 1',
      '<!--',
      '-->',
      '# x',
      '\ud800',
      '\u0000',
      'a\rb',
      '   GET /x',
      'Accept: x',
      '```console',
    );
    const text = fc
      .array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\n')), { maxLength: 30 })
      .map((lines) => lines.map((parts) => parts.join('')).join(''));
    const typed = fc.constantFrom('x', '`', '~', '\n', '\r', '- ', '# ', ': ', ' ', '<!--', '-->', 'http', 'GET /', '');
    const position = fc.record({ line: fc.nat(35), character: fc.nat(12) });
    fc.assert(
      fc.property(text, fc.oneof(text, typed), position, position, (before, newText, a, b) => {
        const file = engine.openMarkdown(before);
        expect(engine.textOf(file)).toBe(before);
        const [start, end] = a.line < b.line || (a.line === b.line && a.character <= b.character) ? [a, b] : [b, a];
        const edited = engine.editFile(file, [{ start, end, newText }]);
        const again = engine.openMarkdown(engine.textOf(edited));
        expect([...edited.blocks]).toEqual([...again.blocks]);
        const lines = engine.textOf(edited).split(/\r\n|\r|\n/);
        for (const { range, rule } of reportFile('x.md', engine.check(edited, options)).findings) {
          expect(range.end.character, rule).toBeLessThanOrEqual(lines[range.end.line]?.length ?? -1);
        }
      }),
      { seed: 13, numRuns: 1_500 },
    );
  });

  it('shares the blocks that an edit does not touch', () => {
    const file = engine.openMarkdown(
      `${fenced('http', 'GET /a\n')}\n${fenced('http', 'GET /b\n')}\n${fenced('http', 'GET /c\n')}`,
    );
    const place = { line: 5, character: 6 };
    const edited = engine.editFile(file, [{ start: place, end: place, newText: 'x' }]);
    const changed = [...edited.blocks].filter((block, index) => block !== file.blocks.at(index));
    expect(changed.map(({ text }) => text)).toEqual(['GET /bx\n']);
  });

  it('does not look for requests in a text that is too long', () => {
    expect(requestsIn(`${fenced('http', 'GET /\n')}${'x'.repeat(2_000_000)}`)).toEqual([]);
  });
});
