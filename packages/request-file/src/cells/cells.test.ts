import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinCells, splitCells, type CellForm, type FileCell } from './index';

const shown = (text: string, form: CellForm = 'requests') =>
  splitCells(text, form).map((cell) => [cell.kind, cell.text]);
const joined = (cells: readonly FileCell[], form: CellForm = 'requests') => joinCells(cells, form).text;
const changed = (cells: readonly FileCell[], index: number, text: string) =>
  cells.map((cell, at) => (at === index ? { ...cell, text } : cell));

const file = `# The API of the shop.
# Start it first.

@host = http://localhost:8080
@user = ann

### Log in
# @name login
POST {{host}}/login

{ "user": "{{user}}" }


### Who am I
# Needs the token.

GET {{host}}/me
Authorization: Bearer {{login.response.body.token}}
###
DELETE {{host}}/me
`;

describe('the cells of a request file', () => {
  it('are its head, its requests, and its titles and comments as prose', () => {
    expect(shown(file)).toEqual([
      ['prose', 'The API of the shop.\nStart it first.'],
      ['requests', '@host = http://localhost:8080\n@user = ann'],
      ['prose', '### Log in'],
      ['requests', '# @name login\nPOST {{host}}/login\n\n{ "user": "{{user}}" }'],
      ['prose', '### Who am I\nNeeds the token.'],
      ['requests', 'GET {{host}}/me\nAuthorization: Bearer {{login.response.body.token}}'],
      ['requests', 'DELETE {{host}}/me'],
    ]);
  });

  it('have the variables above the first request as a cell', () => {
    expect(shown('@a = 1\n\n# The first.\nGET /a\n')).toEqual([
      ['requests', '@a = 1'],
      ['prose', 'The first.'],
      ['requests', 'GET /a'],
    ]);
    expect(shown('# @endpoint local\nGET /a\n@b = 2')).toHaveLength(1);
  });

  it('are written as they were where one of them is changed', () => {
    const cells = splitCells(file, 'requests');
    expect(joined(changed(cells, 5, 'GET {{host}}/you'))).toBe(
      file.replace('GET {{host}}/me\nAuthorization: Bearer {{login.response.body.token}}', 'GET {{host}}/you'),
    );
    expect(joined(changed(cells, 4, '### You\n@all of it'))).toBe(
      file.replace('### Who am I\n# Needs the token.', '### You\n# \\@all of it'),
    );
  });

  it('get a separator where they would not be apart', () => {
    const cells = splitCells('GET /a\nGET /b\n', 'requests');
    expect(joined(changed(cells, 0, 'GET /c'))).toBe('GET /c\nGET /b\n');
    expect(joined(changed(cells, 0, 'POST /c\nContent-Type: text/plain\n\nword'))).toBe(
      'POST /c\nContent-Type: text/plain\n\nword\n\n###\nGET /b\n',
    );
    expect(joined([...cells, { kind: 'requests', text: 'GET /c' }, { kind: 'prose', text: 'Last.' }])).toBe(
      'GET /a\nGET /b\nGET /c\n\n###\n# Last.\n',
    );
    expect(joined([{ kind: 'prose', text: '### New' }, { kind: 'requests', text: 'GET /c' }, ...cells])).toBe(
      '### New\nGET /c\nGET /a\nGET /b\n',
    );
  });

  it('say nothing while they are new and empty', () => {
    const cells = splitCells(file, 'requests');
    expect(joined([...cells, { kind: 'requests', text: '' }])).toBe(file);
  });

  it('keep the line ends of the file', () => {
    const cells = splitCells('### A\r\nGET /a\r\n\r\n', 'requests');
    expect(cells.map(({ text }) => text)).toEqual(['### A', 'GET /a']);
    expect(joined(changed(cells, 1, 'GET /a\nAccept: */*'))).toBe('### A\r\nGET /a\r\nAccept: */*\r\n\r\n');
    expect(joined(changed(cells, 1, 'GET /a\r\n'.trim()))).toBe('### A\r\nGET /a\r\n\r\n');
  });
});

const page = `# Shop

First log in:

\`\`\`http
@a = 1
POST /login
###
GET /me
\`\`\`

1. Then leave:

   ~~~http
   DELETE /me
   ~~~

   Bye.
`;

describe('the cells of a Markdown file', () => {
  it('are its prose and the requests in its fenced blocks', () => {
    expect(shown(page, 'markdown')).toEqual([
      ['prose', '# Shop\n\nFirst log in:'],
      ['requests', '@a = 1\nPOST /login'],
      ['requests', 'GET /me'],
      ['prose', '1. Then leave:'],
      ['requests', 'DELETE /me'],
      ['prose', '   Bye.'],
    ]);
    expect(shown('', 'markdown')).toEqual([['prose', '']]);
  });

  it('are written into the same fenced block, and with its indentation', () => {
    const cells = splitCells(page, 'markdown');
    const text = joined(changed(changed(cells, 4, 'DELETE /you\n\n{}'), 2, 'GET /you'), 'markdown');
    expect(text).toBe(page.replace('GET /me', 'GET /you').replace('DELETE /me', 'DELETE /you\n\n   {}'));
  });

  it('get a fenced block of their own where they are moved or new', () => {
    const cells = splitCells(page, 'markdown');
    const [first, login, me, ...rest] = cells as [FileCell, FileCell, FileCell, ...FileCell[]];
    const text = joined([first, me, { kind: 'prose', text: 'Word.' }, login, ...rest], 'markdown');
    expect(shown(text, 'markdown').slice(0, 5)).toEqual([
      ['prose', '# Shop\n\nFirst log in:'],
      ['requests', 'GET /me'],
      ['prose', 'Word.'],
      ['requests', '@a = 1\nPOST /login'],
      ['prose', '1. Then leave:'],
    ]);
    expect(joined([...cells, { kind: 'requests', text: 'GET /new' }], 'markdown')).toBe(
      `${page}\n\`\`\`http\nGET /new\n\`\`\`\n`,
    );
  });

  it('know where they are in the file', () => {
    const { places } = joinCells(splitCells(page, 'markdown'), 'markdown');
    expect(places.map(({ line, lines }) => [line, lines])).toEqual([
      [0, 3],
      [5, 2],
      [8, 1],
      [11, 1],
      [14, 1],
      [17, 1],
    ]);
    expect(places[4]?.columns).toEqual([3]);
  });
});

const line = fc.constantFrom(
  ...[
    '',
    ' ',
    '###',
    '### A title',
    '# A comment',
    '# @name a',
    '// @no-log',
    '@a = 1',
    'GET /a',
    'POST /b',
    '{ "a": 1 }',
  ],
  ...[
    'Content-Type: text/plain',
    'words',
    '```http',
    '```',
    '~~~',
    '- item',
    '   ```http',
    '   GET /c',
    '/*',
    '*/',
    '"""',
  ],
  ...['> {% client.log("a") %}', '> {%', '%}', 'HTTP/1.1 200 OK', '# rulebook-ignore a', '<!--', '-->'],
);
const text = fc
  .tuple(
    fc.array(line, { maxLength: 25 }),
    fc.array(fc.constantFrom('\n', '\n', '\r\n', '\r'), { minLength: 25, maxLength: 25 }),
  )
  .map(([lines, ends]) =>
    lines.map((one, index) => one + (index + 1 < lines.length ? (ends[index] ?? '') : '')).join(''),
  );

describe('any file', () => {
  it.each(['requests', 'markdown'] as const)('is the same after it was split and joined: %s', (form) => {
    fc.assert(
      fc.property(text, (given) => {
        const cells = splitCells(given, form);
        expect(joined(cells, form)).toBe(given);
        expect(cells.length).toBeGreaterThan(0);
      }),
    );
  });

  it('has the cells in the lines that are said', () => {
    fc.assert(
      fc.property(text, fc.constantFrom<CellForm>('requests', 'markdown'), (given, form) => {
        const cells = splitCells(given, form);
        const { text: whole, places } = joinCells(cells, form);
        const lines = whole.split(/\r\n?|\n/);
        for (const [index, { line: first, lines: count, columns = [] }] of places.entries()) {
          if (cells[index]?.kind === 'prose' || cells[index]?.text === '') continue;
          const own = lines.slice(first, first + count).map((one, at) => one.slice(columns[at] ?? 0));
          expect(own.join('\n')).toBe(cells[index]?.text);
        }
      }),
    );
  });
});
