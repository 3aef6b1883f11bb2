import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pointersIn, readTree } from '../../../engine/src/description/text-tree';

function shownAt(text: string, pointer: string): string {
  const { start, end } = pointersIn(text)(pointer);
  return text.slice(start, end);
}

describe('readTree', () => {
  it.each([
    ['JSON', '{ "a": [1, "x"] }'],
    ['JSON with a byte order mark', '\uFEFF{ "a": [1, "x"] }'],
    ['YAML', 'a:\n  - 1\n  - x\n'],
    ['YAML with braces', '{ a: [1, x] } # a comment'],
    ['YAML with an alias', 'base: &b [1, x]\na: *b\n'],
  ])('reads %s', (_, text) => {
    expect(readTree(text)).toMatchObject({ tree: { a: [1, 'x'] } });
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
    ['a key twice', 'a: 1\na: 2\n', 'cannot be read from here on'],
    ['an unknown alias', 'a: *nothing\n', 'has no anchor'],
    ['aliases of aliases', bomb(), 'repeat too much'],
    ['deep nesting', `a: ${'['.repeat(50_000)}`, ''],
  ])('says where it finds %s', (_, text, words) => {
    const read = readTree(text);
    expect('message' in read && read.message).toContain(words);
    expect('span' in read && read.span.end).toBeLessThanOrEqual(text.length);
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
