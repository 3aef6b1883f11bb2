import { expect, it } from 'vitest';
import { foldingOf } from './folding';
import { parseBlock } from '@rulebook/request-file/syntax/parse-block';

it('folds each of very many objects', () => {
  // More than a call can have arguments.
  const count = 200_000;
  const block = parseBlock(`PUT /_security/api_key\n\n[\n${Array(count).fill('{\n}').join(',\n')}\n]\n`);
  // The request and the list are two more.
  expect(foldingOf(block)).toHaveLength(count + 2);
});

it('folds a request from its request line on, so that its method and path stay', () => {
  const text = '### A note\n# @name note\nPOST /notes\nA: b\n\n{}\n\n';
  const region = foldingOf(parseBlock(text)).find(({ kind }) => kind === 'region')?.span;
  expect(region && text.slice(region.start, region.end)).toBe('POST /notes\nA: b\n\n{}');
  expect(foldingOf(parseBlock('### A list\nGET /notes\n\n')).filter(({ kind }) => kind === 'region')).toEqual([]);
});

it.each<[string, string, readonly string[]]>([
  ['GraphQL', 'GRAPHQL /x\n\nquery {\n  a(b: {\n    c: 1\n  }) {\n    d\n  }\n}\n', ['2-8', '3-5', '3-5', '5-7']],
  [
    'the parts of a multipart body',
    'POST /x\nContent-Type: multipart/form-data; boundary=b\n\n--b\nA: b\n\nc\n--b\nA: d\n\ne\n--b--\n',
    ['3-6', '7-10'],
  ],
  ['scripts next to comments', '# a\n# b\n< {%\n  x\n%}\n# c\n# d\nGET /x\n', ['0-1', '2-4', '5-6']],
  [
    'the commands of a query that go over several lines, and its comments',
    'POST /_query\n{\n  "query": """\n    FROM logs\n    // only\n    // few\n    | STATS n = COUNT(*),\n        m = CASE(\n          a > 1, 2)\n    | LIMIT 1\n  """\n}\n',
    ['1-11', '2-10', '4-5', '6-8', '7-8'],
  ],
  ['a recorded response', 'GET /x\n\nHTTP/1.1 200 OK\nA: b\n\n{\n"a": 1\n}\n', ['2-7', '5-7']],
])('folds %s', (_, text, expected) => {
  const lineOf = (offset: number) => text.slice(0, offset).split('\n').length - 1;
  const found = foldingOf(parseBlock(text)).filter(({ kind }) => kind !== 'region');
  const lines = found.map(({ span }) => `${String(lineOf(span.start))}-${String(lineOf(span.end))}`);
  expect(lines.sort()).toEqual([...expected].sort());
});
