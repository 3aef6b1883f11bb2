import { describe, expect, it } from 'vitest';
import { selectionAt } from './selection';
import { parseBlock } from '@rulebook/request-file/syntax/parse-block';

/** Returns the texts that a selection at the mark grows over, but for the whole block. */
function selections(marked: string): string[] {
  const offset = marked.indexOf('<|>');
  const block = parseBlock(marked.replace('<|>', ''));
  return selectionAt(block, offset)
    .map(({ start, end }) => block.text.slice(start, end))
    .slice(0, -2);
}

describe('selection', () => {
  it.each<[string, string, readonly string[]]>([
    [
      'JSON',
      'PUT /x\n\n{ "a": { "b": "c<|>d" }, "e": 1 }\n',
      [
        'cd',
        '"cd"',
        '"b": "cd"',
        '{ "b": "cd" }',
        '"a": { "b": "cd" }',
        '"a": { "b": "cd" }, "e": 1',
        '{ "a": { "b": "cd" }, "e": 1 }',
      ],
    ],
    ['a variable', 'GET /a/{{v<|>w}}/c?d=e\n', ['vw', '{{vw}}', '/a/{{vw}}/c', '/a/{{vw}}/c?d=e']],
    ['a parameter', 'GET /a?b=c<|>c&d=e\n', ['cc', 'b=cc', '/a?b=cc&d=e']],
    ['a header field', 'GET /a\nAccept: x/<|>y\nB: c\n', ['x/y', 'Accept: x/y']],
    ['a definition', '@a = b<|>b\nGET /a\n', ['bb', '@a = bb']],
    [
      'a multipart body',
      'POST /x\nContent-Type: multipart/form-data; boundary=b\n\n--b\nA: b\n\nc<|>c\n--b--\n',
      ['cc', '--b\nA: b\n\ncc', '--b\nA: b\n\ncc\n--b--'],
    ],
    [
      'GraphQL',
      'GRAPHQL /x\n\nquery {\n  a(b: <|>1)\n}\n',
      ['b: 1', '(b: 1)', '{\n  a(b: 1)\n}', 'query {\n  a(b: 1)\n}'],
    ],
    ['a paragraph', 'POST /x\nContent-Type: text/plain\n\na\n\nb\nc<|>\n\nd\n', ['c', 'b\nc', 'a\n\nb\nc\n\nd']],
    ['a script', '> {%\n  a<|>b;\n%}\n', ['ab;']],
  ])('grows in %s', (_, text, expected) => {
    const found = selections(text);
    let from = 0;
    for (const part of expected) {
      const index = found.indexOf(part, from);
      expect(index, `${part} in ${JSON.stringify(found)}`).toBeGreaterThanOrEqual(0);
      from = index + 1;
    }
  });

  it('always lies in the next one', () => {
    for (const text of ['', '\n', '\uFEFFGET x\n', 'PUT /x\n\n{ "a": [1, { "b": \n', '{{\n}}\n', 'GET /x\n\n?? \n'])
      for (let offset = 0; offset <= text.length; offset++) {
        const found = selectionAt(parseBlock(text), offset);
        for (const [index, { start, end }] of found.entries()) {
          const outer = found[index + 1];
          if (outer)
            expect(outer.start <= start && end <= outer.end && outer.end - outer.start > end - start).toBe(true);
        }
      }
  });
});
