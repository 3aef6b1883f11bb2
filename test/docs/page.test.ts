import { describe, expect, it } from 'vitest';
import { differenceOf } from './output';
import { blocksIn } from './page';

/** Returns the mistakes of a page with a block of this information. */
function mistakesOf(information: string): readonly string[] {
  return blocksIn('page.md', `\`\`\`${information}\n\`\`\`\n`).flatMap(({ mistakes }) => mistakes);
}

describe('a block', () => {
  it('has attributes behind its language', () => {
    const [block] = blocksIn('page.md', '- list\n\n  ```http file=a.http finds=x,y send=201,404\n  GET /\n  ```\n');
    expect(block).toMatchObject({
      at: 'page.md:3',
      language: 'http',
      text: 'GET /\n',
      attributes: { file: 'a.http', finds: ['x', 'y'], send: [201, 404] },
      mistakes: [],
    });
  });

  it.each([
    'http file=',
    'http file=../a.http',
    'http file=/a.http',
    'http finds=',
    'http send=abc',
    'http exit=1',
    'http find=x',
    'sh send',
    'sh exit=bad',
    'sh skip',
    'sh skip="no"',
    'json output',
    'text finds=x',
  ])('cannot want %s', (information) => {
    expect(mistakesOf(information)).toHaveLength(1);
  });
});

describe('the output of a command', () => {
  it.each([
    ['a\nb\n', 'a\nb\n'],
    ['a … c', 'a b c'],
    ['a\n…\nd', 'a\nb\nc\nd'],
    ['…\nd', 'd'],
    ['a  \n', 'a'],
    ['(x) … [y]\n…', '(x) . [y]'],
  ])('%j covers %j', (promised, printed) => {
    expect(differenceOf(promised, printed)).toBeUndefined();
  });

  it.each([
    ['a', 'b'],
    ['a', 'a\nb'],
    ['a\nb', 'a'],
    ['a…', 'b a'],
    ['a\n…\nd', 'a\nb'],
    ['…\na\n…\nb', 'b\na'],
  ])('%j does not cover %j', (promised, printed) => {
    expect(differenceOf(promised, printed)).toBeDefined();
  });
});
