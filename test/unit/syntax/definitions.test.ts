import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openMarkdownFile, openRequestFile } from '../../../packages/request-file/src/syntax/request-file';
import { definitionPlaces, definitionsIn } from '../../../packages/request-file/src/syntax/definitions';
import { withoutProse } from '../../../packages/request-file/src/syntax/markdown';
import { parseBlock } from '../../../packages/request-file/src/syntax/parse-block';
import { splitBlocks } from '../../../packages/request-file/src/syntax/split-blocks';
import { triesOf } from '../../sample';

function defined(text: string): Record<string, string> {
  return Object.fromEntries(definitionsIn(text));
}

describe('a definition', () => {
  it.each<[where: string, text: string, values: Record<string, string>]>([
    ['above a request', '@a = 1\n\n### b\n@b=2\nGET /b\n', { a: '1', b: '2' }],
    ['alone', '@a := {{b}}\n', { a: '{{b}}' }],
    ['behind a request without a body', 'GET /a\n\n@a = 1\n', { a: '1' }],
    [
      'behind JSON',
      'POST /a\n\n{"u": 1}\n\n@a = {{x.response.body.$.t}}\n# c\n@b = 2\n',
      { a: '{{x.response.body.$.t}}', b: '2' },
    ],
    ['directly behind JSON', 'POST /a\n{"u": 1}\n@a = 1\n', { a: '1' }],
    ['behind a form', 'POST /a\nContent-Type: application/x-www-form-urlencoded\n\nu=1\n&v=2\n\n@a = 1\n', { a: '1' }],
    ['behind XML', 'POST /a\nContent-Type: application/xml\n\n<a/>\n\n@a = 1\n', { a: '1' }],
    ['behind a file', 'POST /a\n\n< ./f.json\n\n@a = 1\n', { a: '1' }],
    ['behind a head that announces a body', 'POST /a\nContent-Type: application/json\n\n@a = 1\n', { a: '1' }],
    ['behind a script', 'GET /a\n\n> {%\nx\n%}\n@a = 1\n', { a: '1' }],
  ])('counts %s', (_, text, values) => {
    expect(defined(text)).toEqual(values);
  });

  it.each([
    ['a text', 'POST /a\nContent-Type: text/plain\n\nt\n@a = 1\n'],
    [
      'a text, behind a blank line, when more of it follows',
      'POST /a\nContent-Type: text/plain\n\nt\n\n@a = 1\n\nend\n',
    ],
    ['a text that begins with it', 'POST /a\nContent-Type: text/plain\n\n@a = 1\nt\n'],
    ['a part of a multipart body', 'POST /a\nContent-Type: multipart/form-data; boundary=b\n\n--b\n\n@a = 1\n--b--\n'],
    ['a string of JSON', 'POST /a\n{"t": """\n@a = 1\n"""}\n'],
    ['JSON that is not closed', 'POST /a\n{"t": [\n@a = 1\n]}\n'],
    ['a comment', '/*\n@a = 1\n*/\nGET /a\n'],
    ['a script', '{{\n@a = 1\n}}\nGET /a\n'],
    ['a recorded response', 'GET /a\n\nHTTP/1.1 200 OK\nContent-Type: text/plain\n\nt\n\n@a = 1\n'],
    ['the data of curl', "curl http://h -d '\n@a = 1\n'\n"],
    ['the head', 'GET /a\n@a = 1\n'],
  ])('does not count in %s', (_, text) => {
    expect(defined(text)).toEqual({});
    expect([...openRequestFile(text).definitions]).toEqual([]);
  });

  it('is not sent where it is behind the body', () => {
    const { request, problems } = parseBlock('POST /a\n\n{"u": 1}\n\n@a = 1\n');
    expect(request?.body?.span).toEqual({ start: 9, end: 17 });
    expect(problems).toEqual([]);
  });

  it('has its name where the file has it', () => {
    const text = '\uFEFF  @a=1\r\n### b\r\nPOST /b\r\n{}\r\n\t@b = 2 \r\n';
    expect([...definitionPlaces(text)]).toEqual([
      { name: 'a', value: '1', offset: text.indexOf('@a') },
      { name: 'b', value: '2', offset: text.indexOf('@b'), isBehind: true },
    ]);
  });

  it('of a Markdown file is not in the body of the fence before', () => {
    const text = '```http\nPOST /a\n\ntext\n```\n\n```http\n@a = 1\nGET /b\n```\n';
    expect(defined(withoutProse(text))).toEqual({ a: '1' });
    expect([...openMarkdownFile(text).definitions]).toEqual([['a', '1']]);
  });

  it('is one for senders where it is one for readers', () => {
    const pieces = [
      ...[
        '@a = 1\n',
        '@b={{a}}\n',
        '\n',
        '# c\n',
        '/*\n',
        '*/\n',
        '###\n',
        'GET /a\n',
        'POST /b\n',
        'hello\n',
        '{"a": 1}\n',
      ],
      ...[
        'Content-Type: text/plain\n',
        'Content-Type: application/json\n',
        '"t": """\n',
        '"""\n',
        '{\n',
        '}\n',
        '> {%\n',
        '%}\n',
      ],
      ...['HTTP/1.1 200 OK\n', "curl http://h -d '\n", "'\n", '< ./f\n', '?? status == 200\n', 'query { a }\n'],
    ];
    const text = fc.array(fc.constantFrom(...pieces), { maxLength: 24 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, (file) => {
        const blocks = splitBlocks(file).map((block) => block.text);
        // A block alone is that block.
        for (const block of blocks) expect(splitBlocks(block).map((one) => one.text)).toEqual([block]);
        const read = blocks.flatMap((block) => parseBlock(block).variables.map(({ name }) => name.text));
        expect([...definitionPlaces(file)].map(({ name }) => name)).toEqual(read);
      }),
      { numRuns: triesOf(4000) },
    );
  });
});
