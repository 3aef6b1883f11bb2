import { describe, expect, it } from 'vitest';
import { differenceOf } from '../../../tools/oracle/compare.mjs';
import { readListed, reasons, entries } from '../../../tools/oracle/listed.mjs';
import { serverNamed } from '../../../tools/oracle/servers.mjs';
import { storiesFor } from '../../../tools/oracle/stories-for.mjs';
import { isWrong, tableOf } from '../../../tools/oracle/table.mjs';

const answer = (status: number, body: unknown) => ({
  status,
  type: 'application/json',
  text: typeof body === 'string' ? body : JSON.stringify(body),
});
const error = (status: number, type: string) => answer(status, { error: { type, reason: 'any' }, status });

describe('the comparison of two answers', () => {
  it.each([
    ['the same', answer(200, { a: [1, 'x'] }), answer(200, { a: [1, 'x'] }), undefined],
    ['another status', answer(200, {}), answer(404, {}), { kind: 'status', node: '200', sandbox: '404 other' }],
    [
      'another type of the error',
      error(400, 'a_exception'),
      error(400, 'b_exception'),
      { kind: 'error', node: 'a_exception', sandbox: 'b_exception' },
    ],
    [
      'another reason of the same error',
      error(400, 'a'),
      answer(400, { error: { type: 'a', reason: 'other' } }),
      undefined,
    ],
    [
      'a member more',
      answer(200, { a: 1 }),
      answer(200, { a: 1, b: 2 }),
      { kind: 'shape', at: '', node: '', sandbox: 'b' },
    ],
    [
      'another type of a value',
      answer(200, { a: 1 }),
      answer(200, { a: '1' }),
      { kind: 'shape', at: 'a', node: '1', sandbox: '"1"' },
    ],
    [
      'another value',
      answer(200, { a: [1] }),
      answer(200, { a: [2] }),
      { kind: 'value', at: 'a.0', node: '1', sandbox: '2' },
    ],
    ['another time that was needed', answer(200, { took: 1 }), answer(200, { took: 7 }), undefined],
    [
      'no time that was needed',
      answer(200, { took: 1 }),
      answer(200, {}),
      { kind: 'shape', at: '', node: 'took', sandbox: '' },
    ],
    [
      'another order of hits',
      answer(200, { hits: [{ _id: '1' }, { _id: '2' }] }),
      answer(200, { hits: [{ _id: '2' }, { _id: '1' }] }),
      { kind: 'value', at: 'hits.0._id', node: '"1"', sandbox: '"2"' },
    ],
  ])('finds what differs: %s', (_, node, sandbox, expected) => {
    expect(differenceOf(node, sandbox)).toEqual(expected);
  });

  it('asks of what the node only reads whether the sandbox calls it wrong', () => {
    const read = { ...answer(200, {}), oracle: 'valid' };
    expect(differenceOf(read, error(404, 'no_such_remote_cluster_exception'))).toBeUndefined();
    expect(differenceOf(read, error(400, 'illegal_argument_exception'))).toMatchObject({ kind: 'status' });
  });
});

describe('the list of differences that stay', () => {
  it('gives each one a reason, a sentence and what it is about', async () => {
    const all = await entries();
    for (const { reason, why, when } of all) {
      expect(reasons).toContain(reason);
      expect(why).toMatch(/^[A-Z`].*\.$/);
      expect(Object.keys(when).length).toBeGreaterThan(1);
    }
    expect(new Set(all.map(({ when }) => JSON.stringify(when))).size).toBe(all.length);
  });

  it('is looked up by all that an entry says, and names what is no longer different', async () => {
    const listed = await readListed([
      { reason: 'not played', why: 'A.', when: { path: '/*/_search*', node: '400 *' } },
      { reason: 'not played', why: 'B.', when: { path: '/other' } },
    ]);
    const step = (path: string, node: string) => ({ path, difference: { node } });
    expect(listed.find(step('/i/_search?q=a', '400 parsing_exception'))?.why).toBe('A.');
    expect(listed.find(step('/i/_search', '200'))).toBeUndefined();
    expect(listed.find(step('/_search', '400 parsing_exception'))).toBeUndefined();
    expect(listed.unused().map(({ why }) => why)).toEqual(['B.']);
  });
});

it('counts what is alike, listed, refused, found and wrongly called an error', () => {
  const step = (more: object) => ({
    area: 'a',
    method: 'GET',
    path: '/',
    body: '',
    node: answer(200, {}),
    answer: '200',
    findings: [],
    ...more,
  });
  const found = [{ severity: 'error', rule: 'r', message: 'm' }];
  const { rows, isGood } = tableOf(
    [
      step({}),
      step({ difference: { kind: 'status' }, listed: { reason: 'not played' } }),
      step({ difference: { kind: 'status' } }),
      step({ node: error(400, 'a'), answer: '400 a', findings: found }),
      step({ node: error(400, 'a'), answer: '400 a' }),
      step({ node: error(404, 'a'), answer: '404 a' }),
      step({ findings: found }),
    ],
    { server: 'a node', seed: 1, unused: [] },
  );
  expect(rows).toEqual([{ area: 'a', requests: 7, alike: 5, listed: 1, other: 1, refused: 2, found: 1, wrong: 1 }]);
  expect(isGood).toBe(false);
});

it('counts what is alike now and was not in the first comparison, for the seed of that one', () => {
  const steps = Array.from({ length: 300 }, () => ({
    area: 'flattened mapping',
    method: 'GET',
    path: '/',
    body: '',
    node: answer(200, {}),
    answer: '200',
    difference: undefined,
    listed: undefined,
    findings: [],
  }));
  const lineOf = (seed: number) => tableOf(steps, { server: 'a node', seed, unused: [] }).table[3]?.split(/ {2,}/);
  expect(lineOf(1)?.slice(0, 4)).toEqual(['flattened mapping', '300', '300', '22']);
  expect(lineOf(2)?.slice(0, 4)).toEqual(['flattened mapping', '300', '300', '-']);
});

it('of another server, only what is listed for it is expected to differ', async () => {
  const listed = await readListed([
    { reason: 'not played', why: 'A.', when: { path: '/a' } },
    { reason: 'not played', why: 'B.', when: { server: 'os-3.9', path: '/b' } },
  ]);
  expect(listed.unused().map(({ why }) => why)).toEqual(['A.']);
  expect(listed.unused('os-3.9').map(({ why }) => why)).toEqual(['B.']);
});

it('a server with a type that takes no parameters is asked for plain fields, except about mappings', () => {
  const server = serverNamed('os-3.9');
  const fieldsOf = (word: string) =>
    storiesFor(server, { seed: 1, words: [word] }).flatMap(({ stories }) =>
      stories()
        .flatMap(({ steps }) => steps)
        .flatMap(({ body }) => Object.values(body?.mappings?.properties ?? {}))
        .filter((field) => (field as { type?: string } | null)?.type === 'flat_object')
        .map((field) => Object.keys(field as object).length),
    );
  expect(Math.max(...fieldsOf('searches'))).toBe(1);
  expect(Math.max(...fieldsOf('flattened mapping'))).toBeGreaterThan(1);
});

it('a request of which a part was refused is not called accepted, wherever the response says so', () => {
  const refused = { took: 1, errors: true, items: [] };
  expect(isWrong({ node: answer(200, refused), findings: [{ severity: 'error', rule: 'r' }] })).toBe(false);
  expect(isWrong({ node: answer(200, { took: 1, errors: false }), findings: [{ severity: 'error', rule: 'r' }] })).toBe(
    true,
  );
});
