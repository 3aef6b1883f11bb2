import fc from 'fast-check';
import { parseDocument, stringify } from 'yaml';
import { describe, expect, it } from 'vitest';
import { readPlainYaml } from '../../../engine/src/description/plain-yaml';
import { isThere, textsOfYaml, title } from './openapi/corpus';

/** Reads a text by the library; undefined if it is wrong, or has a key twice. */
function readByLibrary(text: string): { readonly tree: unknown } | undefined {
  const document = parseDocument(text, { merge: true, prettyErrors: false, logLevel: 'silent' });
  return document.errors.length > 0 ? undefined : { tree: document.toJS() as unknown };
}

describe('readPlainYaml', () => {
  it.each([
    ['a: 1\nb:\n  - x\n  - y: 2\n    z: [1, "a b", {c: d}]\n', { a: 1, b: ['x', { y: 2, z: [1, 'a b', { c: 'd' }] }] }],
    [
      'a:\n- 1\n- 2\nb: text over\n  two lines\n\n  and a paragraph\n',
      { a: [1, 2], b: 'text over two lines\nand a paragraph' },
    ],
    [
      'a: |\n  one\n    two\n\n  three\nb: >-\n  one\n  two\n\n  three\n\n',
      { a: 'one\n  two\n\nthree\n', b: 'one two\nthree' },
    ],
    ["# First.\n---\n'200': 'it''s' # yes\n/a/{b}: \"x\\n\"\nc:\n", { 200: "it's", '/a/{b}': 'x\n', c: null }],
    ["a: 'over\n  two ''lines''\n\n  and more'\n", { a: "over two 'lines'\nand more" }],
  ])('reads %j', (text, tree) => {
    expect(readPlainYaml(text)).toEqual({ tree });
    expect(readByLibrary(text)).toEqual({ tree });
  });

  it.each([
    'a: &x 1\nb: *x\n',
    'a: !!str 1\n',
    'a: 1\na: 2\n',
    'a: [1,\n  2]\n',
    '<<: {a: 1}\n',
    '__proto__: 1\n',
    'a:\tb\n',
    'a: b: c\n',
  ])('leaves %j to the library', (text) => {
    expect(readPlainYaml(text)).toBeUndefined();
  });

  it('reads what the library writes as the library does', () => {
    const value = fc.object({
      maxDepth: 4,
      values: [fc.string(), fc.lorem(), fc.integer(), fc.double({ noNaN: true }), fc.boolean(), fc.constant(null)],
    });
    let count = 0;
    fc.assert(
      fc.property(value, fc.constantFrom(20, 80), fc.boolean(), (tree, lineWidth, isIndented) => {
        const text = stringify(tree, { lineWidth, indentSeq: isIndented });
        const read = readPlainYaml(text);
        if (read === undefined) return;
        count++;
        expect(read).toEqual(readByLibrary(text));
      }),
      { numRuns: 500 },
    );
    expect(count).toBeGreaterThan(20);
  });

  it('reads nothing that the library refuses, and nothing otherwise', () => {
    const pieces = [
      'a',
      'b: ',
      'c:',
      ': ',
      '- ',
      '-',
      '  ',
      ' ',
      '\n',
      '\n  ',
      '\n    ',
      '\n- ',
      '|',
      '>',
      '|-',
      '\n\n',
      "'",
      '"',
      '\\',
      '#',
      ' # ',
      '[',
      ']',
      '{',
      '}',
      ', ',
      ',',
      '1',
      '0x1',
      '1.5',
      'null',
      '~',
      'true',
      '? ',
      '&x ',
      '*x',
      '!',
      '%',
      '---',
      '...',
      '\n---\n',
      '<<',
      '@',
      'x y',
      'ü',
      '.5',
      '-1',
      '-0',
      '007',
      '1e5',
      '9007199254740993',
    ];
    let count = 0;
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 14 }),
        fc.boolean(),
        (parts, isMember) => {
          const text = `${isMember ? 'k: ' : ''}${parts.join('')}`;
          const read = readPlainYaml(text);
          if (read === undefined) return;
          count++;
          expect(read, JSON.stringify(text)).toEqual(readByLibrary(text));
        },
      ),
      { numRuns: 20_000 },
    );
    expect(count).toBeGreaterThan(500);
  });

  it.skipIf(!isThere)(`reads most of the ${title} as the library does`, () => {
    const texts = textsOfYaml();
    const read = texts.map(readPlainYaml);
    const quickly = texts.filter((_, index) => read[index] !== undefined);
    expect(quickly.length).toBeGreaterThan(texts.length * 0.9);
    for (const [index, text] of texts.entries()) {
      if (read[index] !== undefined && index % 10 === 0) expect(read[index]).toEqual(readByLibrary(text));
    }
  });
});
