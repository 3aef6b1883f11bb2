import { describe, expect, it } from 'vitest';
import { columnsOfRows } from '../../../packages/json/src/index';
import { createEngine, type CheckOptions, type IncludedBody } from '../../../packages/engine/src/index';
import { applyEdits } from '../../../packages/text/src/index';

const engine = createEngine();
const files: Readonly<Record<string, string>> = {
  'users.csv': 'name,e-mail,first_name\nann,a@example.com,Ann\n',
  'users.json': '[{ "name": "ann" }, { "name": "ben", "role": "admin" }]',
  'words.json': '["a", "b"]',
  'twice.csv': 'a,a\n1,2\n',
  'empty.csv': 'name\n',
};
const options: CheckOptions = {
  context: {
    endpoints: [],
    defaults: {},
    outsideNames: { variables: new Set(['host']), requests: new Set(), isComplete: true },
    include: ({ path }): IncludedBody => {
      const text = files[path];
      if (text === undefined) return { kind: 'unreadable', cause: 'there is no such file' };
      return { kind: 'read', location: path, problems: [], columns: () => columnsOfRows(text, path) };
    },
  },
  severities: {},
};
const findingsIn = (text: string) =>
  engine
    .check(engine.openFile(text), options)
    .findings.flat()
    .filter(({ rule }) => rule === 'undefined-variable' || rule === 'missing-body-file')
    .map(({ message }) => message);
const sent = (directive: string, path: string) => `${directive}\nGET http://localhost/${path}\n`;

describe('the variables of rows', () => {
  it.each<[string, string, string, ...string[]]>([
    ['columns', '# @for file users.csv', '{{name}}/{{e-mail}}/{{%name}}/{{host}}'],
    ['the row and its members', '# @for file users.csv', '{{row}}/{{row.name}}'],
    ['the row by its own name', '# @for user of file users.csv', '{{user}}/{{user.name}}/{{name}}'],
    ['members of any object of a list', '# @for file users.json', '{{name}}/{{role}}'],
    ['rows that are texts', '# @for word of file "words.json"', '{{word}}'],
    ['a file that a variable names', '# @for file {{file}}.csv', '{{name}}'],
    [
      'others are reported',
      '# @for file users.csv',
      '{{other}}',
      '`other` is defined neither in this file nor in an environment, and `users.csv` has no such column.',
    ],
    [
      'a misspelt column',
      '# @for file users.csv',
      '{{frst_name}}',
      '`frst_name` is defined neither in this file nor in an environment, and `users.csv` has no such column; did you mean `first_name`?',
    ],
    [
      'a misspelt member',
      '# @for user of file users.csv',
      '{{user.frst_name}}',
      '`users.csv` has no column `frst_name`; did you mean `user.first_name`?',
    ],
    [
      'a file that is not there; what its columns would be is not known',
      '# @for file nowhere.csv',
      '{{name}}',
      'The file `nowhere.csv` of `@for` cannot be used: there is no such file.',
    ],
    [
      'a file that is no table',
      '# @for file twice.csv',
      '{{a}}',
      'The file `twice.csv` of `@for` cannot be used: the rows cannot be read: two columns are named a (line 1).',
    ],
    [
      'a file without rows',
      '# @for file empty.csv',
      '{{name}}',
      'The file `empty.csv` of `@for` cannot be used: it has no rows.',
    ],
  ])('%s', (_what, directive, path, ...findings) => {
    expect(findingsIn(sent(directive, path))).toEqual(findings);
  });

  it('are known in their own request only', () => {
    expect(findingsIn(`${sent('# @for file users.csv', '{{name}}')}\n###\nGET http://localhost/{{name}}\n`)).toEqual([
      '`name` is defined neither in this file nor in an environment.',
    ]);
  });

  it('are corrected by quick fixes', () => {
    const file = engine.openFile(sent('# @for user of file users.csv', '{{user.frst_name}}/{{frst_name}}'));
    const found = engine.check(file, options).findings[0] ?? [];
    const fixes = engine.withFixes(file, 0, found, options).flatMap(({ fixes }) => fixes?.() ?? []);
    const text = file.blocks.at(0)?.text ?? '';
    const changed = fixes.filter(({ title }) => title.startsWith('Change')).map(({ edits }) => applyEdits(text, edits));
    expect(changed).toEqual([
      sent('# @for user of file users.csv', '{{user.first_name}}/{{frst_name}}'),
      sent('# @for user of file users.csv', '{{user.frst_name}}/{{first_name}}'),
    ]);
  });

  it('are offered and described', () => {
    const text = sent('# @for file users.csv', '{{}}');
    const file = engine.openFile(text);
    const offers = engine.complete(file, 0, text.indexOf('{{') + 2, options).items;
    expect(offers.slice(0, 3).map(({ label, detail }) => [label, detail])).toEqual([
      ['name', 'column of users.csv'],
      ['e-mail', 'column of users.csv'],
      ['first_name', 'column of users.csv'],
    ]);
    expect(offers.map(({ label }) => label)).toEqual(expect.arrayContaining(['row', 'row.name']));
    const named = sent('# @for file users.csv', '{{name}}');
    const hover = engine.hover(engine.openFile(named), 0, named.indexOf('{{') + 3, options);
    expect(hover?.markdown).toContain('Column of `users.csv`');
  });
});
