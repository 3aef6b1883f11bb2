import { expect, it } from 'vitest';
import { parseTable } from './csv';

const cellsOf = (text: string) => {
  const table = parseTable(text);
  return 'problem' in table ? `${table.problem} (${table.line})` : table.rows.map(({ cells }) => cells);
};

it.each([
  [
    'a,b\n1,2\n3,4\n',
    [
      { a: '1', b: '2' },
      { a: '3', b: '4' },
    ],
  ],
  ['\uFEFFa;b\r\n1,5;2\r\n', [{ a: '1,5', b: '2' }]],
  ['a\tb\n1\t2', [{ a: '1', b: '2' }]],
  ['name\nann\n\nben\n', [{ name: 'ann' }, { name: 'ben' }]],
  ['a,b\n"x, ""y""","two\nlines"\n', [{ a: 'x, "y"', b: 'two\nlines' }]],
  ['a,b\n,\n', [{ a: '', b: '' }]],
  ['a, b\n1, 2\n', [{ a: '1', b: ' 2' }]],
  ['a\n', []],
  ['', []],
  ['a,a\n1,2', 'two columns are named a (1)'],
  ['a,,b\n', 'a column has no name (1)'],
  ['a,b\n1\n', 'the number of cells is 1, and the number of columns 2 (2)'],
  ['a,b\n"two\nlines",1\n1,2,3\n', 'the number of cells is 3, and the number of columns 2 (4)'],
  ['a\n"x', 'a quotation mark is not closed (2)'],
  ['a,b\n"x"y,1\n', 'something follows a closing quotation mark (2)'],
])('reads %j', (text, expected) => {
  expect(cellsOf(text)).toEqual(expected);
});

it('reads a large table in time that grows with its length', () => {
  const rows = 100_000;
  const table = parseTable(
    `id,name\n${Array.from({ length: rows }, (_, index) => `${index},"n ${index}"`).join('\n')}`,
  );
  expect('rows' in table && table.rows.length).toBe(rows);
});
