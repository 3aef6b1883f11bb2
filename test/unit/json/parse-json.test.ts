import fc from 'fast-check';
import { parseTree, printParseErrorCode, type ParseError } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { createReuse } from '../../../packages/json/src/former-json';
import { problemOf, type JsonErrorCode } from '../../../packages/json/src/json-problems';
import type { SyntaxProblem } from '../../../packages/request-file/src/syntax/model';
import type { JsonNode } from '../../../packages/json/src/json-node';
import { parseJsonBody } from '../../../packages/request-file/src/syntax/bodies/parse-body';
import { parseJson } from '../../../packages/json/src/parse-json';
import type { TreeNode } from '../../../packages/json/src/tree-node';
import { changeBetween } from '../../../packages/text/src/changed-text';
import { triesOf } from '../../sample';

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

interface Read {
  readonly tree: Comparable | undefined;
  readonly problems: readonly SyntaxProblem[];
}

function readByUs(text: string, form?: 'commented'): Read {
  const parsed = parseJson(text, 0, text.length, { ...(form && { form }) });
  const [tree] = parsed.trees;
  return { tree: tree && comparable(tree), problems: parsed.problems };
}

function readByLibrary(text: string, allowTrailingComma = false): Read {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma, disallowComments: false });
  const problems = errors.map(({ error, offset, length }) =>
    problemOf(printParseErrorCode(error) as JsonErrorCode, text, offset, offset + length),
  );
  return { tree: tree && comparable(tree), problems };
}

/** Returns why we may read a broken text in another way than jsonc-parser; undefined when we must not. */
function reasonToDiffer(text: string): 'extension' | 'open comment' | 'skipped brackets' | undefined {
  if (/#|\{\{|\{\\\{|"""/.test(text)) return 'extension';
  if (text.replaceAll(/\/\*.*?\*\//gs, '').includes('/*')) return 'open comment';
  return /[[{].*[[{]/s.test(text) ? 'skipped brackets' : undefined;
}

const piece = fc.constantFrom(
  ...['{', '}', '[', ']', ',', ':', '"a"', '"', '\\', '1', '-0', '.5', 'e3', '2e', '1.', 'true', 'null', 'x', '"b": 1'],
  ...[' ', '\n', '\r\n', '//', '/*', '*/', '/', '\t', '"\\u0041\\n"', '\\u12', '"\\q"', '-'],
);

describe('parseJson', () => {
  it.each([
    '{}',
    ' [ ] ',
    '{ "a": [1, -2.5e+3, true, false, null, "x\\n\\u00e9"], "b": { "c": "" } }',
    '// first\n{ /* in */ "a" /* key */ : // colon\n 1 /* value */ } // last',
    '"text"',
    '0',
    '{"a":1,"a":2}',
    ...['', '  ', '{', '{"a"}', '{"a":}', '{"a":1,}', '[1,]', '[1 2]', '01', '1.', '-', '+1', '1e', '1.5e+'],
    ...['"open', '"line\nbreak"', '"\\q"', '"\\u12"', 'tru', 'truex', 'nul', '{} {}', '{} x', '{} /', "{'a': 1}"],
    ...['\ufeff{}', '{"a": "b" "c": 1}', '{"a" "b": 1, "c": 2}', '{"a": 1 , , "b": 2}', '[, 1]', '"a\tb"', '"a\\'],
    ...['{"a": ]}', '[}]', '{"a": 1] , "b": 2}', '{1: 2, "a": 3}', '"\\u12\t\\q'],
  ])('reads %j as jsonc-parser does', (text) => {
    expect(readByUs(text)).toEqual(readByLibrary(text));
  });

  it('agrees with jsonc-parser about any value', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(3), (json, indent) => {
        const text = JSON.stringify(JSON.parse(json), null, indent);
        expect(readByUs(text)).toEqual(readByLibrary(text));
        expect(readByUs(text).problems).toEqual([]);
      }),
    );
  });

  it('agrees with jsonc-parser about any text, unless a comment is open or brackets are skipped', () => {
    const compare = (text: string) => {
      if (reasonToDiffer(text) !== undefined) return;
      expect(readByUs(text)).toEqual(readByLibrary(text));
      expect(readByUs(text, 'commented')).toEqual(readByLibrary(text, true));
    };
    const text = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(''));
    fc.assert(fc.property(text, compare), { numRuns: triesOf(4000) });
    const flat = fc.tuple(fc.json({ maxDepth: 1 }), fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(2), piece);
    const broken = flat.map(([json, where, removed, added]) => {
      const at = Math.floor(where * json.length);
      return json.slice(0, at) + added + json.slice(at + removed);
    });
    fc.assert(fc.property(broken, compare), { numRuns: triesOf(2000) });
  });

  it.each([
    ['a value behind a key without its colon', '{"a" {"b": 1}, "c": 2}', ['a', 'c']],
    ['a list behind a key without its colon', '{"a" [1, {"b": 2}], "c": 3}', ['a', 'c']],
    ['an object in place of a key', '{{"b": 1}, "c": 2}', ['c']],
    ['a key without quotes', '{a: {"b": {}}, "c": 2}', ['c']],
    ['a list that is open in what is skipped', '{"a" [{"b": 1}, "c": 2}', ['a']],
  ])('skips %s as a whole', (_, text, keys) => {
    expect(keysOf(parseJson(text, 0, text.length).trees[0])).toEqual(keys);
    expect(parseJson(text, 0, text.length).problems.map(({ message }) => message)).not.toContain(
      'Expected the end of the body.',
    );
  });

  it.each(['{"a" {"b": 1, "c": 2', '{"a"{: 1, "b": 2}', '[1, 2 : [3, 4]', '{ {{a}} {"b": 1}, "c": 2}'])(
    'skips to the next comma in %s, where brackets do not match or a placeholder may hold some',
    (text) => {
      expect(readByUs(text).tree).toEqual(readByLibrary(text.replaceAll('{{a}}', '"___"')).tree);
    },
  );

  it('ends an open comment with its line', () => {
    const text = '{\n  "a": 1, /* open\n  "b": 2\n}';
    const parsed = parseJson(text, 0, text.length);
    expect(keysOf(parsed.trees[0])).toEqual(['a', 'b']);
    expect(parsed.problems).toMatchObject([{ span: { start: 12, end: 19 } }]);
  });

  it('reads a part of a text, with offsets from the start of the text', () => {
    const text = 'PUT /x\n\n{"a": 1}\ntail';
    const [tree] = parseJson(text, 8, 16).trees;
    expect(tree).toMatchObject({ type: 'object', offset: 8, length: 8 });
    expect(tree?.children?.[0]).toMatchObject({ type: 'property', offset: 9, length: 6, colonOffset: 12 });
    expect(parseJson(text, 8, 15).problems).toHaveLength(1);
  });

  it.each([
    ['{"a": {{v}}}', '{"a": "___"}'],
    ['{"{{v}}": "x{{v}}y", {{more}}: 1}', '{"_____": "x_____y", "______": 1}'],
    ['{"a": "{{$datetime "Y"}}"}', '{"a": "_________________"}'],
    ['{"a": "\\{\\{v\\}\\}"}', '{"a": "____v____"}'],
  ])('reads the placeholders of %s as text of the same length', (text, masked) => {
    expect(readByUs(text)).toEqual(readByLibrary(masked));
  });

  it.each(['{ {{members}} }', '{ "a": 1 {{more}} }', '[1 {{more}}, {{more}} 2]', '{ {{members}}, "b": 1 }'])(
    'takes the placeholder of %s for what is missing',
    (text) => {
      expect(readByUs(text).problems).toEqual([]);
    },
  );

  it('knows where comments and long strings begin', () => {
    const text = '{"a": "//", # b\n"c": """d""" /* e */}';
    expect(parseJson(text, 0, text.length).relaxations).toEqual([12, 21, 29]);
    expect(parseJson('{"a": "//", "b": ""}', 0, 20).relaxations).toEqual([]);
  });

  it.each(['{"a": 1,}', '[1, /* last */ ,]', '[{},]', '[,]', '{,}', '{"a": [1,],} // end', '[1 # a\n]'])(
    'reads %j with comments and commas at the end as jsonc-parser does',
    (text) => {
      expect(readByUs(text, 'commented')).toEqual(readByLibrary(text, true));
    },
  );

  it('takes no extension of the standard in a strict text', () => {
    for (const text of ['{} // a', '/**/1', '{"a": {{v}}}', '"""a"""', '{} # a']) {
      expect(parseJson(text, 0, text.length).problems).toEqual([]);
      expect(parseJson(text, 0, text.length, { form: 'standard' }).problems).not.toEqual([]);
    }
  });

  it.each(['[', '{"a":'])('gives up on texts that are nested too deeply with %s', (open) => {
    const close = open === '[' ? ']' : '}';
    const nested = (depth: number) => `${open.repeat(depth)}1${close.repeat(depth)}`;
    expect(parseJson(nested(900), 0, nested(900).length).problems).toEqual([]);
    for (const text of [nested(100_000), open.repeat(100_000)]) {
      const { isTooDeep, trees, problems } = parseJson(text, 0, text.length);
      const start = 1_000 * open.length;
      expect({ isTooDeep, trees, problems }).toMatchObject({
        isTooDeep: true,
        trees: [],
        problems: [{ span: { start } }],
      });
    }
  });
});

function keysOf(object: TreeNode | undefined): readonly unknown[] | undefined {
  return object?.children?.map(({ children }) => children?.[0]?.value);
}

const body = `// a comment
{
  "name": "a",
  "list": [1, 2.5, { "x": null }, [], "y"], # another
  "long": """one
  "two" """,
  "var": {{value}}, "in": "a{{b}}c", "{{key}}": {{value}},
  "deep": { "a": { "b": { "c": [true, false] } }, "d": {} }
}`;

const inserted = fc.constantFrom(
  ...['', '', 'x', '"', '1', ' ', '\n', ',', '{', '}', '[', ']', ':', '"k": 1, ', '// c\n', '/*', '*/', '#', '{{v}}'],
  ...['{{', '"""', '\\', '}, "e": {'],
);

const edit = fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), removed: fc.nat(9), inserted });

/** Reads the text, with what an edit did not touch taken over from the text before. */
function readDetached(
  text: string,
  isLines: boolean,
  former?: { text: string; read: ReturnType<typeof parseJsonBody> },
) {
  const change = former ? changeBetween(former.text, text) : { start: 0, end: 0, delta: 0 };
  const bodies = former ? [former.read] : [];
  return parseJsonBody(text, { start: 0, end: text.length }, isLines, { bodies, change });
}

describe('parseJson after an edit', () => {
  it.each([
    ['one value', body, false],
    ['lines', '{"index": {}}\n{"a": [1, 2]}\n\n# c\n{"index": {}}\n{"b": """x\ny"""}\n', true],
  ])('reads %s as when it is opened anew, and leaves the former tree as it is', (_, start, isLines) => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 8 }), (edits) => {
        let text = start;
        let read = readDetached(text, isLines);
        for (const { at, removed, inserted: added } of edits) {
          const from = Math.floor(at * text.length);
          const next = text.slice(0, from) + added + text.slice(from + removed);
          const before = JSON.stringify(read.trees);
          const after = readDetached(next, isLines, { text, read });
          expect(JSON.stringify(read.trees)).toBe(before);
          const anew = readDetached(next, isLines);
          expect({ ...after, depth: 0 }).toEqual({ ...anew, depth: 0 });
          expect(after.depth).toBeGreaterThanOrEqual(anew.depth);
          [text, read] = [next, after];
        }
      }),
      { numRuns: triesOf(1500) },
    );
  });

  it('shares what the edit did not touch', () => {
    const before = readDetached(body, false);
    const text = body.replace('2.5', '2.75');
    const after = readDetached(text, false, { text: body, read: before });
    const membersOf = ({ trees }: typeof before) => trees[0]?.children ?? [];
    expect(membersOf(after)[0]).toBe(membersOf(before)[0]);
    expect(membersOf(after)[1]).not.toBe(membersOf(before)[1]);
    expect(membersOf(after)[1]?.children?.[1]?.children?.[0]).toBe(membersOf(before)[1]?.children?.[1]?.children?.[0]);
    for (const index of [2, 3, 4, 5, 6]) {
      expect(membersOf(after)[index]).not.toBe(membersOf(before)[index]);
      expect(membersOf(after)[index]?.children).toBe(membersOf(before)[index]?.children);
    }
  });

  it('shares what is around an error', () => {
    const broken = body.replace('"name": "a",', '"name": "a,');
    const before = readDetached(broken, false);
    expect(before.problems).not.toEqual([]);
    const text = broken.replace('false', 'null');
    const after = readDetached(text, false, { text: broken, read: before });
    expect(after.problems).toEqual(before.problems);
    expect(after.trees[0]?.children?.[2]).toBe(before.trees[0]?.children?.[2]);
  });

  it('finds what bodies of the block hold that are behind each other', () => {
    const reuse = createReuse({
      bodies: [0, 10].map((start) => parseJsonBody('[1, [2]]  [3, [4]]', { start, end: start + 8 }, false)),
      change: { start: 20, end: 20, delta: 1 },
    });
    expect(reuse(4, false)?.node).toMatchObject({ type: 'array', length: 3 });
    expect(reuse(14, false)?.node).toMatchObject({ type: 'array', length: 3 });
    expect(reuse(15, true)).toBeUndefined();
  });
});

describe('a bracket that is missing', () => {
  it.each([
    ['{ "a": { "b": [1, 2 }, "c": 3 }', ['a', 'c'], ['Expected a closing bracket `]`.']],
    ['{ "a": [{ "b": 1 ], "c": 3 }', ['a', 'c'], ['Expected a closing brace `}`.']],
  ])('ends with the object or array around: %s', (text, keys, messages) => {
    const { trees, problems } = parseJsonBody(text, { start: 0, end: text.length }, false);
    expect(trees[0]?.children?.map(({ children }) => children?.[0]?.value)).toEqual(keys);
    expect(problems.map(({ message }) => message)).toEqual(messages);
  });
});
