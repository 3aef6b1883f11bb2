import { describe, expect, it } from 'vitest';
import type { JsonNode } from '../../../packages/json/src/json-node';
import { catalogue } from '../../../packages/services/src/registry';
import { linePathsOf } from '../../../packages/catalogue/src/line-paths';
import { parseBlock as parse } from '../../../packages/request-file/src/syntax/parse-block';
import { blockOfWire } from '../../../packages/request-file/src/syntax/wire-block';

const takesLines = linePathsOf(catalogue.services);
const parseBlock = (text: string) => parse(text, undefined, takesLines);

function bodyOf(lines: string) {
  const text = `POST /books/_bulk\n\n${lines}`;
  const body = parseBlock(text).request?.body;
  if (body?.kind !== 'json') throw new Error('The body is no JSON.');
  return { text, body };
}

function textsBelow(text: string, root: JsonNode): readonly string[] {
  return [
    text.slice(root.offset, root.offset + root.length),
    ...(root.children ?? []).flatMap((node) => textsBelow(text, node)),
  ];
}

describe('a body of lines', () => {
  it('has one value for each line that is not blank, in its place', () => {
    const { text, body } = bodyOf('{ "index": {} }\n\n  { "a": [1, { "b": "c" }] }\r\n{ "delete": {} }\n');
    expect(body.isLines).toBe(true);
    expect(body.values.map((value) => text.slice(value.offset, value.offset + value.length))).toEqual([
      '{ "index": {} }',
      '{ "a": [1, { "b": "c" }] }',
      '{ "delete": {} }',
    ]);
    expect(body.problems).toEqual([]);
  });

  it('keeps the place of everything in a line that is broken', () => {
    const { text, body } = bodyOf('{ "index": {} }\n{ "a": [1, { "b": "c" } }\n{ "delete": { "_id": "1" } }\n');
    expect(body.values).toHaveLength(3);
    expect(textsBelow(text, body.values[1]!)).toEqual(expect.arrayContaining(['"a"', '1', '"b"', '"c"']));
    expect(textsBelow(text, body.values[2]!)).toEqual(expect.arrayContaining(['"_id"', '"1"']));
    expect(body.problems.length).toBeGreaterThan(0);
    for (const { span } of body.problems) expect(text.slice(0, span.start).split('\n')).toHaveLength(4);
  });

  it('knows the parents of moved values', () => {
    const { body } = bodyOf('{ "index": {} }\n{ "a": { "b": 1, } }\n');
    const member = body.values[1]?.children?.[0];
    expect(member?.parent).toBe(body.values[1]);
  });

  it.each([
    '',
    '\n',
    '[',
    '{',
    '}',
    '"',
    '{}{}',
    '{{x}}',
    '{ "index": {} }\n{{x}}',
    '\u0000',
    '# no\n{}',
    '{"a":"""\n"""}',
  ])('reads %j without failing', (lines) => {
    const { request } = parseBlock(`POST /_bulk\n\n${lines}`);
    expect(request).toBeDefined();
  });

  it('is read strictly when it comes over the wire', () => {
    const read = (body: string) => {
      const block = blockOfWire({ method: 'POST', target: '/_bulk?refresh', headers: [], body }, 'e', takesLines)
        .request?.body;
      return block?.kind === 'json' ? [block.values.length, block.problems.length] : undefined;
    };
    expect(read('{"index":{}}\n{"a":1}\n')).toEqual([2, 0]);
    expect(read('{"index":{}}\r\n\r\n{"a":1}')).toEqual([2, 0]);
    expect(read('{"index":{}}\n{"a":1,}\n')).toEqual([1, 1]);
    expect(read('{"index":{}} // no\n')).toEqual([0, 1]);
    expect(read('[1')).toEqual([0, 1]);
  });
});
