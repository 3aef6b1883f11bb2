import { describe, expect, it } from 'vitest';
import type { ReceivedResponse } from '../../../packages/sender/src/plan/index';
import type { Exchange } from '../../../client/src/response/kept-responses';
import { hasTable, tableOf } from '../../../client/src/response/table-rows';

function exchange(body: string, more: Partial<ReceivedResponse> = {}, secrets: readonly string[] = []): Exchange {
  return {
    label: 'GET /a',
    plan: { method: 'GET' } as Exchange['plan'],
    sent: { method: 'GET', url: 'http://h/a', headers: [] },
    secrets,
    pages: {},
    time: 0,
    source: { uri: 'file:///a.http', line: 0, version: 1 },
    definitions: new Map(),
    response: {
      ...{ httpVersion: '1.1', status: 200, statusText: 'OK', headers: [], body },
      ...{ isTruncated: false, size: body.length, duration: 1 },
      ...more,
    },
  };
}

describe('tableOf', () => {
  it('takes an array of objects with all its members, and numbers as they are written', () => {
    expect(tableOf(exchange('[{"id":12345678901234567890,"a":"x"},{"b":[1, 2],"id":1.0}]'))).toEqual({
      path: '$',
      columns: ['id', 'a', 'b'],
      rows: [
        ['12345678901234567890', 'x', ''],
        ['1.0', '', '[1, 2]'],
      ],
      total: 2,
    });
  });

  it('finds the array inside, the least deep one, and makes columns of members of members', () => {
    const body = '{"deep":{"hits":[{"x":1}]},"hits":[{"_id":"1","_source":{"name":"n","more":{"a":1}},"none":{}}]}';
    expect(tableOf(exchange(body))).toMatchObject({
      path: '$.hits',
      columns: ['_id', '_source.name', '_source.more', 'none'],
      rows: [['1', 'n', '{"a":1}', '{}']],
    });
    expect(tableOf(exchange('{"deep":{"hits":[{"x":1}]}}'))).toMatchObject({ path: '$.deep.hits' });
  });

  it.each([
    ['no array', '{"a":1}'],
    ['an empty array', '[]'],
    ['values next to objects', '[{"a":1},2]'],
    ['text', 'a,b'],
  ])('is none for %s', (_, body) => {
    expect(tableOf(exchange(body))).toBeUndefined();
    expect(hasTable(exchange(body))).toBe(false);
  });

  it('is none for a part of a body, since the rest would be missing', () => {
    const body = '[{"a":1}]';
    expect(hasTable(exchange(body))).toBe(true);
    expect(hasTable(exchange(body, { isTruncated: true }))).toBe(false);
    expect(tableOf({ ...exchange(body), isInFile: true })).toBeUndefined();
  });

  it('shows no secret', () => {
    const table = tableOf(exchange('[{"api_key":"hush-hush","note":"my-own-secret"}]', {}, ['my-own-secret']));
    expect(JSON.stringify(table)).not.toMatch(/hush-hush|my-own-secret/);
  });

  it('is bounded in rows, columns and the length of a cell, and says how many there are', () => {
    const many = tableOf(exchange(JSON.stringify(Array.from({ length: 6000 }, (_, id) => ({ id })))));
    expect([many?.rows.length, many?.total]).toEqual([5000, 6000]);
    const wide = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`c${at}`, at]));
    expect(tableOf(exchange(JSON.stringify([wide])))?.columns).toHaveLength(60);
    const long = tableOf(exchange(JSON.stringify([{ a: 'x'.repeat(10_000), b: [...'y'.repeat(10_000)] }])));
    for (const cell of long?.rows[0] ?? []) expect(cell.length).toBeLessThanOrEqual(501);
  });
});
