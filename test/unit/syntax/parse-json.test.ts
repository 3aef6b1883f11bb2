import fc from 'fast-check';
import { parseTree, type ParseError } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import type { JsonNode } from '../../../engine/src/syntax/model';
import { parsePlainJson } from '../../../engine/src/syntax/parse-json';

type Comparable = Pick<JsonNode, 'type' | 'offset' | 'length' | 'colonOffset'> & {
  readonly value: unknown;
  readonly children: readonly Comparable[] | undefined;
  readonly parentOffset: number | undefined;
};

function comparable(node: JsonNode): Comparable {
  const { type, offset, length, colonOffset, children, parent } = node;
  const value: unknown = node.value;
  return {
    type,
    offset,
    length,
    colonOffset,
    value,
    children: children?.map(comparable),
    parentOffset: parent && parent.offset,
  };
}

/** Reads the text both ways: a plain text gives the same tree, and a text with a fault is never plain. */
function compare(text: string): 'plain' | 'left' {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: false, disallowComments: false });
  const plain = parsePlainJson(text, 0, text.length);
  if (plain === undefined) return 'left';
  expect(errors).toEqual([]);
  expect(comparable(plain.root)).toEqual(tree && comparable(tree));
  return 'plain';
}

describe('parsePlainJson', () => {
  it.each([
    '{}',
    ' [ ] ',
    '{ "a": [1, -2.5e+3, true, false, null, "x\\n\\u00e9"], "b": { "c": "" } }',
    '// first\n{ /* in */ "a" /* key */ : // colon\n 1 /* value */ } // last',
    '"text"',
    '0',
    '{"a":1,"a":2}',
  ])('reads %j as jsonc-parser does', (text) => {
    expect(compare(text)).toBe('plain');
  });

  it.each([
    '',
    '  ',
    '{',
    '{"a"}',
    '{"a":}',
    '{"a":1,}',
    '[1,]',
    '[1 2]',
    '01',
    '1.',
    '-',
    '+1',
    '1e',
    '"open',
    '"line\nbreak"',
    '"\\q"',
    '"\\u12"',
    'tru',
    'truex',
    'nul',
    '{} {}',
    '{} x',
    '/* open',
    '{} /',
    "{'a': 1}",
    '\ufeff{}',
    '{"a": "b" "c": 1}',
    `${'['.repeat(1000)}${']'.repeat(1000)}`,
  ])('leaves %j to jsonc-parser', (text) => {
    expect(compare(text)).toBe('left');
  });

  it('agrees with jsonc-parser about any value and any text', () => {
    fc.assert(
      fc.property(
        fc.json(),
        fc.nat(3),
        (text, indent) => compare(JSON.stringify(JSON.parse(text), null, indent)) === 'plain',
      ),
    );
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"',
      '\\',
      '1',
      '-0',
      '.5',
      'e3',
      'true',
      'null',
      ' ',
      '\n',
      '//',
      '/*',
      '*/',
      'x',
      '\t',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => void compare(pieces.join(''))),
      { numRuns: 3000 },
    );
  });

  it('reads a part of a text, with offsets from the start of the text', () => {
    const text = 'PUT /x\n\n{"a": 1}\ntail';
    const plain = parsePlainJson(text, 8, 16);
    expect(plain?.root).toMatchObject({ type: 'object', offset: 8, length: 8 });
    expect(plain?.root.children?.[0]).toMatchObject({ type: 'property', offset: 9, length: 6, colonOffset: 12 });
    expect(parsePlainJson(text, 8, 15)).toBeUndefined();
  });

  it('counts the comments', () => {
    expect(parsePlainJson('{"a": "//"}', 0, 11)?.comments).toBe(0);
    expect(parsePlainJson('{} // a', 0, 7)?.comments).toBe(1);
  });
});
