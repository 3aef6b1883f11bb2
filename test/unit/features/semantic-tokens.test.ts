import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../packages/engine/src/index';

const engine = createEngine();
const context = { endpoints: [], defaults: {} };

function tokensIn(text: string): string[] {
  const file = engine.openFile(text);
  return [...file.blocks].flatMap((block, index) =>
    engine.semanticTokens(file, index, context).map(({ span, type, modifier }) => {
      return [block.text.slice(span.start, span.end), type, ...(modifier ? [modifier] : [])].join(' ');
    }),
  );
}

describe('semantic tokens', () => {
  it.each<[string, string, readonly string[]]>([
    [
      'a request line with path parameters and a query',
      'PUT https://h:1/_snapshot/repo/snap?wait_for_completion=true&x={{v}}\n',
      [
        'PUT keyword',
        'https://h:1 namespace',
        'repo parameter',
        'snap parameter',
        'wait_for_completion parameter',
        'x parameter',
        'v variable',
      ],
    ],
    [
      'definitions and uses',
      '@a = {{b}}\nGET /{{a}}\n',
      ['a variable definition', 'b variable', 'GET keyword', 'a variable'],
    ],
    ['system variables', 'GET /{{$randomInt 1 2}}\n', ['GET keyword', '$randomInt variable readonly']],
    [
      'names of requests',
      '# @name one\nGET /_x\n\n###\n# @ref one\nGET /{{one.response.body.$.id}}\n',
      [
        'name decorator',
        'one function definition',
        'GET keyword',
        'ref decorator',
        'one function',
        'GET keyword',
        'one function',
      ],
    ],
    ['prompts', '# @prompt code The code\nGET /_x\n', ['prompt decorator', 'code variable definition', 'GET keyword']],
    ['header fields', 'GET /_x\nAccept: {{a}}\n', ['GET keyword', 'Accept property', 'a variable']],
    ['files', 'PUT /_x\n\n< ./a.json\n', ['PUT keyword', './a.json string']],
    ['variables in bodies', 'PUT /_x\n\n{"a": {{b}}, "c": "{{d}}"}\n', ['PUT keyword', 'b variable', 'd variable']],
    [
      'asserts',
      'GET /_x\n\n?? body $.id == {{a}}\n',
      ['GET keyword', 'body $.id keyword', '== operator', 'a variable'],
    ],
    ['a title', '### one\nGET /_x\n', ['GET keyword']],
    ['a parameter that is a variable', 'GET /_snapshot/{{repo}}\n', ['GET keyword', 'repo variable']],
    ['the fields of a recorded response', 'GET /_x\n\nHTTP/1.1 200 OK\nA: b\n', ['GET keyword', 'A property']],
  ])('name %s', (_, text, expected) => {
    expect(tokensIn(text)).toEqual(expected);
  });

  it('are in order, on one line each, and never over each other, whatever the text', () => {
    for (const text of [
      '@a = \n@b=\u0000\nGET /{{{{\n  ?{{a}}={{b',
      '# @name\n# @ref {{x}}\nGET {{a}}/{{b}}/\n  {{c}}\nA: {{\n',
      '?? {{a}} == \n???',
      '\uFEFFGET x\ud800\n',
    ]) {
      const file = engine.openFile(text);
      for (const [index, block] of [...file.blocks].entries()) {
        let end = 0;
        for (const { span } of engine.semanticTokens(file, index, context)) {
          expect(span.start).toBeGreaterThanOrEqual(end);
          expect(block.text.slice(span.start, span.end)).not.toMatch(/\n/);
          end = span.end;
        }
      }
    }
  });
});
