import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../packages/engine/src/index';
import { randomNumbers } from '../../lsp/edits/random';
import { formatted, sentBy } from './formatted';
import { isSampled, sampled, sampleOf } from '../../sample';

describe('formatting', () => {
  it.each<[string, string, string]>([
    ['the request line', '  GET    /x?a=b\t HTTP/1.1  \n', 'GET /x?a=b HTTP/1.1\n'],
    [
      'header fields',
      'GET /x\nAccept:a/b  \nX-A   :   b: c\nX-Empty:  \n',
      'GET /x\nAccept: a/b\nX-A: b: c\nX-Empty:\n',
    ],
    ['definitions', '@a=1\n  @b   =  2 \nGET /x\n', '@a = 1\n@b = 2\nGET /x\n'],
    ['titles', '###One\nGET /x\n###   Two  \nGET /y\n', '### One\nGET /x\n\n### Two\nGET /y\n'],
    [
      'blank lines',
      'GET /x\n\n\n\n### Two\n\n\nPOST /y\n\n\n  \n{}\n\n\n\n###\n# a\n\n\n# b\n\n',
      'GET /x\n\n### Two\n\nPOST /y\n\n{}\n\n###\n# a\n\n# b\n',
    ],
    ['the end of the file', 'GET /x', 'GET /x\n'],
    ['requests without separators', 'GET _a\nGET _b\n\n\nGET _c\n', 'GET _a\nGET _b\n\nGET _c\n'],
    ['a body in the form of the Console', 'PUT x\n{"a":1}\n\n\nGET y\n', 'PUT x\n{ "a": 1 }\n\nGET y\n'],
    ['a byte order mark', '\uFEFF  GET /x  \n', '\uFEFFGET /x\n'],
    ['comments only at their end', 'GET /x\n  #   a   \n  // b\n', 'GET /x\n  #   a\n  // b\n'],
    [
      'asserts and what follows a body',
      'PUT /x\n\n{}  \n??   status == 1  \n>   ./a.js\n',
      'PUT /x\n\n{}\n??   status == 1  \n>   ./a.js\n',
    ],
    [
      'line ends of Windows',
      'PUT /x\r\n\r\n{"a":\r\n1}\r\n### B\r\n',
      'PUT /x\r\n\r\n{\r\n  "a": 1\r\n}\r\n\r\n### B\r\n',
    ],
  ])('lays out %s', (_, text, expected) => {
    expect(formatted(text)).toBe(expected);
    expect(formatted(expected)).toBe(expected);
  });

  it.each<[string, string]>([
    ['text', 'POST /x\nContent-Type: text/plain\n\n  a   \n\n\n  b\n'],
    ['markdown', 'POST /x\nContent-Type: text/markdown\n\n# a  \n\n\n  b\n'],
    ['form', 'POST /x\nContent-Type: application/x-www-form-urlencoded\n\na =  b  \n\n\n& c=d\n'],
    ['multipart', 'POST /x\nContent-Type: multipart/form-data; boundary=b\n\n--b\nX:y\n\n  z  \n\n\n--b--\n'],
    ['GraphQL', 'GRAPHQL /x\n\nquery   {\n\n\n  a  }\n\n{"a":   1}\n'],
    ['lines of JSON', 'POST /_bulk\n\n{"index":{}}\n{"a":   1}\n'],
    ['several JSON values', 'POST /x\n\n{"a":   1}\n{"b":   1}\n'],
    ['a file', 'POST /x\n\n<   ./a.json\n'],
    ['scripts', '< {%\n  a  \n\n\n  b\n%}\nGET /x\n\n> {%\n   c  \n\n\n\n%}\n\n{{\n a  \n\n\n}}\n'],
    ['a recorded response', 'GET /x\n\nHTTP/1.1   200 OK\nA:b\n\n\n{"a":1}\n'],
    ['a block comment', '/*\n  a  \n\n\n b\n*/\nGET /x\n'],
    ['a request that cannot be read', 'PUT   /x\n\n{"a":1,}\n'],
    ['a broken head', 'PUT   /x\nnot a field\nA:b\n'],
    ['a request of another tool', 'curl   -X  GET http://h/x  \n'],
    ['a block that says so', '# rulebook-format-ignore\nPUT   /x\n\n{"a":1}\n'],
    ['a definition of another tool', '@a   :=   1\nGET /x\n'],
    ['a file of blank lines', '\n\n'],
    ['nothing', ''],
  ])('keeps %s as it is', (_, text) => {
    expect(formatted(text)).toBe(text);
  });

  it.each<[string, string, string]>([
    ['one line', '{"a":1,"b":[1,2],"c":{},"d":[ ]}', '{ "a": 1, "b": [1, 2], "c": {}, "d": [] }'],
    ['broken objects', '{\n"a":{"b":1},"c":[\n1]}', '{\n  "a": { "b": 1 },\n  "c": [\n    1\n  ]\n}'],
    ['blank lines', '{\n\n"a":1,\n\n\n"b":2\n\n}', '{\n  "a": 1,\n\n  "b": 2\n}'],
    [
      'comments',
      '{ // a  \n"b":1,   # c\n/* d */ "e": /* f */ 2 /* g */\n, "h": 3 // i\n// j\n}',
      '{ // a\n  "b": 1, # c\n  /* d */ "e": /* f */ 2 /* g */,\n  "h": 3 // i\n  // j\n}',
    ],
    [
      'numbers as they are written',
      '{"a":1.50e+10,"b":12345678901234567890}',
      '{ "a": 1.50e+10, "b": 12345678901234567890 }',
    ],
    [
      'variables',
      '{"a":{{x}},"b":"{{y}}  {{$datetime "YYYY"}}",{{z}}:1}',
      '{ "a": {{x}}, "b": "{{y}}  {{$datetime "YYYY"}}", {{z}}: 1 }',
    ],
    ['long strings', '{"a":"""\n  {  "b":1 }\n  """,  "c":1}', '{\n  "a": """\n  {  "b":1 }\n  """,\n  "c": 1\n}'],
    [
      'vectors',
      `[\n${Array.from({ length: 60 }, (_, i) => i).join(',')}]`,
      `[\n  ${range(0, 27)},\n  ${range(27, 51)},\n  ${range(51, 60)}\n]`,
    ],
    [
      'what is too wide',
      `{"a":"${'x'.repeat(100)}","b":{"c":1}}`,
      `{\n  "a": "${'x'.repeat(100)}",\n  "b": { "c": 1 }\n}`,
    ],
  ])('lays out JSON with %s', (_, json, expected) => {
    expect(formatted(`PUT /x\n\n${json}\n`)).toBe(`PUT /x\n\n${expected}\n`);
    expect(formatted(`PUT /x\n\n${expected}\n`)).toBe(`PUT /x\n\n${expected}\n`);
    const body = { method: 'PUT', target: '/x', at: '' };
    expect(formatted(`${json}\n\n`, {}, body)).toBe(`${expected}\n`);
  });

  it('indents by tabs, and by as many blanks as the editor says', () => {
    expect(formatted('PUT /x\n\n{\n"a":[\n1\n]}\n', { insertSpaces: false })).toBe(
      'PUT /x\n\n{\n\t"a": [\n\t\t1\n\t]\n}\n',
    );
    expect(formatted('PUT /x\n\n{\n"a":1}\n', { tabSize: 4 })).toBe('PUT /x\n\n{\n    "a": 1\n}\n');
  });

  it('formats only the part that is asked for', () => {
    const engine = createEngine();
    const file = engine.openFile('GET   /a\nA:b\n\n###\nGET   /b\n');
    const part = { start: { block: 0, offset: 9 }, end: { block: 0, offset: 12 } };
    const edits = engine.format(file, { tabSize: 2, insertSpaces: true }, { endpoints: [], defaults: {} }, part);
    expect(edits).toEqual([
      { block: 0, edits: [{ span: { start: 10, end: 11 }, newText: ': ' }], text: 'GET   /a\nA: b\n\n' },
    ]);
  });

  const pieces = [
    'GET /x',
    'PUT  x/{{a}}?b=c',
    'post _search',
    'Accept:a/b',
    'Content-Type: text/plain',
    'Content-Type: application/json',
    'content-type:application/x-www-form-urlencoded',
    '  &d=e',
    '{"a":1}',
    '{',
    '}',
    '"a":  [1,',
    '{{b}}]',
    '"""',
    '# c  ',
    '// @name n',
    '/* d',
    '*/',
    '###',
    '### T ',
    '@v=1',
    '?? status == 1',
    '> {%',
    '%}',
    '{{',
    '}}',
    '< ./f',
    'text  ',
    'a=b',
    'HTTP/1.1 200 OK',
    '',
    '',
    '',
    '  ',
    '\t',
    '\u00A0',
    'curl x',
    'query { a }',
    '[1,2',
    ',3]',
    '"b":{}',
    ',',
  ];
  it(`changes nothing but white space, nothing that is sent, and nothing the second time ${sampled}`, () => {
    const random = randomNumbers(13);
    for (let round = 0; round < 3000; round++) {
      const lineEnd = random(4) === 0 ? '\r\n' : '\n';
      let text = '';
      for (let left = random(14); left >= 0; left--)
        text += `${pieces[random(pieces.length)] ?? ''}${random(9) === 0 ? ' ' : lineEnd}`;
      if (random(30) === 0) text = `\uFEFF${text}`;
      if (isSampled(round, 8)) expectKept(text);
    }
  });

  it(`keeps what is sent in the examples and in the fixtures of the rules ${sampled}`, () => {
    const root = join(import.meta.dirname, '../../..');
    for (const folder of ['examples', 'test/rules'])
      for (const text of sampleOf([...textsBelow(join(root, folder))])) expectKept(text);
  }, 60_000);

  const corpus = process.env['RULEBOOK_CORPUS'];
  const strangers = join(corpus ?? '', 'files');
  it.skipIf(corpus === undefined || !existsSync(strangers))(
    `keeps what is sent in strangers’ request files ${sampled}`,
    () => {
      for (const text of sampleOf([...textsBelow(strangers)])) expectKept(text);
    },
    60_000,
  );
});

function expectKept(text: string): void {
  const result = formatted(text);
  if (result === text) return;
  expect(result.replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
  expect(sentBy(result), JSON.stringify(text)).toEqual(sentBy(text));
  expect(formatted(result), JSON.stringify(text)).toBe(result);
}

function range(from: number, to: number): string {
  return Array.from({ length: to - from }, (_, index) => from + index).join(', ');
}

function* textsBelow(folder: string): Generator<string, undefined> {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile() && /\.(?:http|rest|es)$/.test(entry.name))
      yield readFileSync(join(entry.parentPath, entry.name), 'utf8');
  return undefined;
}
