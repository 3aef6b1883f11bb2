import { refused } from '../../../../packages/sender/src/refusal';
import { describe, expect, it } from 'vitest';
import type { RequestPlan } from '../../../../packages/sender/src/plan/index';
import { bodyFile } from '../../../../packages/platform/src/body-file';
import { createNamedResponses, materialise, iterationsOf } from '../../../../packages/sender/src/variables/index';
import { valueInIteration } from '../../../../packages/sender/src/variables/iterations';

const system = { now: () => 0, guid: () => '', random: () => 0, environment: () => undefined };
const plan = (more: Partial<RequestPlan>): RequestPlan => ({
  method: 'GET',
  target: ['http://localhost/', { variable: 'id' }, '/', { variable: '$index' }],
  isAbsolute: true,
  headers: [],
  label: 'get',
  variables: [],
  errors: 0,
  isUnsafe: false,
  line: 4,
  ...more,
});
const values: Readonly<Record<string, string>> = {
  ids: '["a", {"n": "b"}]',
  words: 'x, y',
  none: '',
  evil: '["{{key}}"]',
  key: 's3cret',
};
const ports = {
  resolve: (name: string) => {
    const value = values[name];
    return value === undefined ? undefined : { value, isSecret: name === 'key' };
  },
  system,
  answers: createNamedResponses(),
};
const urls = (turns: readonly RequestPlan[]) =>
  turns.map((turn) => {
    const filled = materialise({ plan: turn, resolve: ports.resolve, system });
    return 'request' in filled ? filled.request.url : filled;
  });

describe('turnsOf', () => {
  it('leaves a request without a repetition alone', async () => {
    const one = plan({});
    expect(await iterationsOf(one, ports)).toEqual([one]);
  });

  it('counts from 0, and numbers the labels from 1', async () => {
    const turns = await iterationsOf(
      plan({ target: ['http://localhost/', { variable: '$index' }], repetition: { kind: 'count', count: 2 } }),
      ports,
    );
    expect(turns.map(({ label }) => label)).toEqual(['get (1 of 2)', 'get (2 of 2)']);
    expect(urls(turns)).toEqual(['http://localhost/0', 'http://localhost/1']);
  });

  it('goes through a list, and the value of a variable', async () => {
    expect(
      urls(await iterationsOf(plan({ repetition: { kind: 'list', name: 'id', items: ['a', 'b'] } }), ports)),
    ).toEqual(['http://localhost/a/0', 'http://localhost/b/1']);
    expect(
      urls(await iterationsOf(plan({ repetition: { kind: 'variable', name: 'id', variable: 'words' } }), ports)),
    ).toEqual(['http://localhost/x/0', 'http://localhost/y/1']);
    expect(await iterationsOf(plan({ repetition: { kind: 'variable', name: 'id', variable: 'none' } }), ports)).toEqual(
      [],
    );
  });

  it('does not fill in what is in an item', async () => {
    const [turn] = await iterationsOf(plan({ repetition: { kind: 'list', name: 'id', items: ['{{key}}'] } }), ports);
    expect(turn && urls([turn])).toEqual(['http://localhost/{{key}}/0']);
  });

  it('says what has no value, and sends nothing', async () => {
    const [turn] = await iterationsOf(
      plan({ repetition: { kind: 'variable', name: 'id', variable: 'absent' } }),
      ports,
    );
    expect(turn?.problems).toEqual([
      { reason: 'the list of `@loop`, the variable absent, has no value', line: 4, allowsSending: false },
    ]);
  });

  it('has a bound', async () => {
    const [turn] = await iterationsOf(plan({ repetition: { kind: 'count', count: 999_999_999 } }), ports);
    expect(turn?.problems?.[0]?.reason).toMatch(/at most 10000 times/);
  });

  it('masks the items of a secret list', async () => {
    const [turn] = await iterationsOf(plan({ repetition: { kind: 'variable', name: 'id', variable: 'key' } }), ports);
    const filled = turn && materialise({ plan: turn, resolve: ports.resolve, system });
    expect(filled && 'secrets' in filled ? filled.secrets : []).toContain('s3cret');
  });

  it('goes through the rows of a file, whose columns are variables', async () => {
    const target = ['http://localhost/', { variable: 'name' }, '/', { variable: 'row.days' }];
    const files: Readonly<Record<string, string>> = {
      'users.csv': 'name;days\nann;1\nben;7\n',
      'users.json': '[{"name":"ann","days":1}]',
      'users.ndjson': '{"name":"ann","days":1}\n\n{"name":"ben","days":2}\n',
      'names.json': '["ann"]',
      'none.csv': 'name\n',
      'broken.csv': 'name,days\nann\n',
      'broken.json': '{"name":1}',
      '.env.csv': 'name;days\nann;1\n',
      'users.private.csv': 'name;days\ncanary;1\n',
    };
    const readFile = (path: string) =>
      Promise.resolve(
        files[path] === undefined
          ? refused(`its body file ${path} cannot be read: there is no such file`)
          : bodyFile(new TextEncoder().encode(files[path]), path),
      );
    const rows = (path: string, more: Partial<RequestPlan> = {}) =>
      iterationsOf(plan({ target, repetition: { kind: 'file', name: 'row', path }, ...more }), { ...ports, readFile });
    expect(urls(await rows('users.csv'))).toEqual(['http://localhost/ann/1', 'http://localhost/ben/7']);
    expect(urls(await rows('users.json'))).toEqual(['http://localhost/ann/1']);
    expect(urls(await rows('users.ndjson'))).toEqual(['http://localhost/ann/1', 'http://localhost/ben/2']);
    expect(urls(await rows('names.json', { target: ['http://localhost/', { variable: 'row' }] }))).toEqual([
      'http://localhost/ann',
    ]);
    const reasonOf = async (path: string) => (await rows(path))[0]?.problems?.[0]?.reason;
    expect(await reasonOf('none.csv')).toBe('the file none.csv has no rows');
    expect(await reasonOf('broken.csv')).toMatch(/^the rows of broken\.csv cannot be read: .* \(line 2\)$/);
    expect(await reasonOf('broken.json')).toBe('the rows of broken.json cannot be read: it is not a list');
    expect(await reasonOf('absent.csv')).toBe('the file absent.csv cannot be read: there is no such file');
    const [secret] = await rows('users.private.csv');
    const filled = secret && materialise({ plan: secret, resolve: ports.resolve, system });
    expect(filled && 'secrets' in filled && filled.secrets).toContain('canary');
    expect(filled && 'uses' in filled && filled.uses.map(({ source }) => source.kind)).toEqual(['file']);
  });
});

it('valueInTurn reaches members of an item', () => {
  const turn = { index: 1, count: 2, variable: { name: 'id', value: '{"n": {"m": 5}}', isSecret: false } };
  expect(valueInIteration(turn, 'id.n.m')).toBe('5');
  expect(valueInIteration(turn, 'id.n.x')).toBeUndefined();
  expect(valueInIteration(turn, 'idx')).toBeUndefined();
  expect(valueInIteration(undefined, '$index')).toBeUndefined();
});
