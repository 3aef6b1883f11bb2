import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pointersIn, readTree } from './text-tree';

function shownAt(text: string, pointer: string): string {
  const { start, end } = pointersIn(text)(pointer);
  return text.slice(start, end);
}

describe('readTree', () => {
  it.each([
    ['JSON', '{ "a": [1, "x"] }'],
    ['JSON with a byte order mark', '\uFEFF{ "a": [1, "x"] }'],
    ['YAML', 'a:\n  - 1\n  - x\n'],
    ['YAML with a byte order mark', '\uFEFFa:\n  - 1\n  - x\nb: 2\n'],
    ['YAML with braces', '{ a: [1, x] } # a comment'],
    ['YAML with an alias', 'base: &b [1, x]\na: *b\n'],
  ])('reads %s', (_, text) => {
    expect(readTree(text)).toMatchObject({ tree: { a: [1, 'x'] } });
  });

  it('keeps positions behind a byte order mark', () => {
    expect(shownAt('\uFEFFa:\n  b: 1\nc: 2\n', '#/c')).toBe('c');
    expect(shownAt('\uFEFFa:\n  b: 1\nc: 2\n', '#/a')).toBe('a');
  });

  it('takes an anchor that is used hundreds of times', () => {
    const read = readTree(`base: &b { x: 1 }\nall:\n${'  - *b\n'.repeat(500)}`);
    expect('tree' in read && (read.tree as { all: unknown[] }).all).toHaveLength(500);
  });

  it('merges the keys of `<<`, and keeps a key of the prototype as a key', () => {
    expect(readTree('base: &b { x: 1 }\na: { <<: *b, y: 2 }')).toMatchObject({ tree: { a: { x: 1, y: 2 } } });
    const read = readTree('{ "__proto__": { "x": 1 } }');
    expect(Object.hasOwn('tree' in read ? (read.tree as object) : {}, '__proto__')).toBe(true);
  });

  it.each([
    ['an unclosed bracket', 'a: [1\nb: 2\n', 'cannot be read from here on'],
    ['an unknown alias', 'a: *nothing\n', 'has no anchor'],
    ['aliases of aliases', bomb(), 'repeat too much'],
    ['deep nesting', `a: ${'['.repeat(50_000)}`, 'nested too deeply'],
    ['a list in a list in a list', `a:\n${'- '.repeat(50_000)}1`, 'nested too deeply'],
  ])('says where it finds %s', (_, text, words) => {
    const read = readTree(text);
    expect('message' in read && read.message).toContain(words);
    expect('span' in read && read.span.end).toBeLessThanOrEqual(text.length);
  });

  it('names keys that are twice, and takes the last one', () => {
    const text = 'a:\n  b/c: 1\n  d: [{ x: 1, x: 2 }]\n  b/c: 2\n';
    const read = readTree(text);
    expect(read).toMatchObject({ tree: { a: { 'b/c': 2, d: [{ x: 2 }] } } });
    const repeated = 'tree' in read ? (read.repeated ?? []) : [];
    expect(repeated.map(({ key, pointer, span }) => [key, pointer, text.slice(span.start, span.end)])).toEqual([
      ['b/c', '#/a', 'b/c'],
      ['x', '#/a/d/0', 'x'],
    ]);
    expect(repeated[0]?.span.start).toBe(text.lastIndexOf('b/c'));
    expect(readTree('a: &a { x: 1 }\nb: { <<: *a, <<: *a }\n')).toEqual({ tree: { a: { x: 1 }, b: { x: 1 } } });
  });

  it('takes an object with 20,000 keys', () => {
    const read = readTree(Array.from({ length: 20_000 }, (_, index) => `k${index}: ${index}\n`).join(''));
    expect(Object.keys('tree' in read ? (read.tree as object) : {})).toHaveLength(20_000);
  });

  it.each([
    ['a comma too many', '{ "a": 1, }', '}'],
    ['a comment', '{ "a": 1 // no\n}', '// no'],
    ['a bracket that is not closed', '{ "a": [1, 2 }', '}'],
    ['YAML', 'a: 1', 'a: 1'],
    ['deep nesting', '['.repeat(100_000), ''],
  ])('shows where a JSON file is wrong: %s', (_, text, shown) => {
    const read = readTree(text, 'api.JSON');
    expect('message' in read && read.message).toBe('The file is not JSON from here on.');
    const { start, end } = 'span' in read ? read.span : { start: 0, end: 0 };
    expect(text.slice(start, end).startsWith(shown)).toBe(true);
  });

  it('takes any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), fc.string(), (text, pointer) => {
        readTree(text);
        const { start, end } = pointersIn(text)(`#/${pointer}`);
        expect(start).toBeLessThanOrEqual(end);
        expect(end).toBeLessThanOrEqual(text.length);
      }),
    );
  });
});

describe('pointersIn', () => {
  it.each([
    ['{ "a": { "b/c": [1, { "d": 2 }] } }', '#/a/b~1c', '"b/c"'],
    ['{ "a": { "b/c": [1, { "d": 2 }] } }', '#/a/b~1c/1/d', '"d"'],
    ['{ "a": { "b/c": [10, 20] } }', '#/a/b~1c/1', '20'],
    ['a:\n  b/c:\n    - 1\n    - d: 2\n', '#/a/b~1c/1/d', 'd'],
    ['a:\n  b/c:\n    - 1\n', '#/a/b~1c', 'b/c'],
    ['a:\n  200:\n    x: 1\n', '#/a/200/x', 'x'],
    ['base: &b\n  x: 1\na: *b\n', '#/a/x', 'x'],
    ['a:\n  b: 1\n', '#/a/missing/further', 'a'],
    ['a: 1\nb: 2\n', '#', 'a: 1'],
  ])('finds in %j the value at %s', (text, pointer, shown) => {
    expect(shownAt(text, pointer)).toBe(shown);
  });
});

/** Ten levels, each ten times the one before. */
function bomb(): string {
  const levels = Array.from({ length: 10 }, (_, level) => {
    const former = level === 0 ? 'x' : `*l${level - 1}`;
    return `l${level}: &l${level} [${Array.from({ length: 10 }, () => former).join(', ')}]`;
  });
  return levels.join('\n');
}
