import { afterEach, describe, expect, it, vi } from 'vitest';
import { BlockLines, linesOfText } from './lines-of-block';
import { parseBlock } from './parse-block';

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the lines of a block', () => {
  it('are those of the text, without their ends', () => {
    expect(linesOfText('a\r\n  b\n\n\tc\n').map(({ text, first }) => [text, first])).toEqual([
      ['a', 0x61],
      ['  b', 0x62],
      ['', -1],
      ['\tc', 0x63],
    ]);
  });

  it('are made when they are asked for, and not where they are left out', () => {
    const lines = new BlockLines('a\nb\nc\nd\n');
    expect(lines.at(1)?.text).toBe('b');
    lines.goOn(0, 6);
    expect([lines.at(1)?.text, lines.at(2)]).toEqual(['d', undefined]);
  });

  it('know in whichever order they are asked what is over several of them', () => {
    const lines = new BlockLines('/* a\nb */\nPOST /c\n\n{ "d": """\ne\n""", "f": 1 }\n').all();
    const backwards = [...lines].reverse().map(({ isInComment, isInText }) => [isInComment, isInText]);
    expect(backwards.reverse()).toEqual([
      [true, false],
      [true, false],
      [false, false],
      [false, false],
      [false, false],
      [false, true],
      [false, true],
    ]);
  });
});

describe('a JSON body in which nothing is wrong', () => {
  const block = (members: number, behind: string) =>
    `### Title\n# @name a\nPOST /a\nAccept: b\n\n{\n${'  "a": [1, "{{b}}"],\n'.repeat(members)}  "c": {} // d\n}\n${behind}`;

  it.each(['', '\n\n', '\n> {% client.log(1) %}\n', '\n?? status == 200\n', '\nHTTP/1.1 200 OK\n\n{}\n'])(
    'is read without looking at its lines in front of %j',
    (behind) => {
      const asked = vi.spyOn(BlockLines.prototype, 'at');
      const counts = [3, 300].map((members) => {
        asked.mockClear();
        const text = block(members, behind);
        const { body } = parseBlock(text).request ?? {};
        expect(body && text.slice(body.span.start, body.span.end)).toBe(
          text.slice(text.indexOf('{\n'), text.indexOf('\n}\n') + 2),
        );
        return asked.mock.calls.length;
      });
      expect(counts[1]).toBe(counts[0]);
    },
  );

  it('ends before a definition, and behind a comment and a line that is too much', () => {
    const bodyOf = (behind: string) => {
      const text = block(1, behind);
      const { body } = parseBlock(text).request ?? {};
      return body && text.slice(body.span.start, body.span.end).split('\n}').at(-1);
    };
    expect(['\n@e = 1\n', '\n# f\n', 'g\n'].map(bodyOf)).toEqual(['', '\n\n# f', '\ng']);
  });
});
