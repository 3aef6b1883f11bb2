import { describe, expect, it } from 'vitest';
import { dotenvLines, parseDotenv } from './parse-dotenv';

describe('values of a file .env', () => {
  it.each([
    ['of several lines, in apostrophes', 'A=\'{\n  "k": 1\n}\'\nB=2\n', { A: '{\n  "k": 1\n}', B: '2' }],
    [
      'of several lines, in quotes, with Windows line ends',
      'A="one\r\ntwo\\n3" # why\r\nB=2\r\n',
      { A: 'one\ntwo\n3', B: '2' },
    ],
    ['in backticks', '`=no\nA=`a\'b"c` # why\nB=`x\ny`\n', { A: 'a\'b"c', B: 'x\ny' }],
    ['whose lines look like definitions', "A='x\nC=3\ny'\nB=2\n", { A: 'x\nC=3\ny', B: '2' }],
    ['with a quote that nothing closes', "A='x\nB=2\n", { A: "'x", B: '2' }],
    ['with a quote that is closed in the middle of a line', "A='x\nB=it's\n", { A: "'x", B: "it's" }],
    ['with quotes and a number sign', 'A="a#b" # c\nB=a#b\n', { A: 'a#b', B: 'a#b' }],
  ])('%s', (_, text, expected) => {
    expect(Object.fromEntries(parseDotenv(text))).toEqual(expected);
  });

  it('knows where names and values are', () => {
    const text = "A='1\n2'\nexport B=`x`\n";
    const places = dotenvLines(text).map(({ nameSpan, valueSpan }) => [
      text.slice(nameSpan.start, nameSpan.end),
      text.slice(valueSpan.start, valueSpan.end),
    ]);
    expect(places).toEqual([
      ['A', "'1\n2'"],
      ['B', '`x`'],
    ]);
  });
});
