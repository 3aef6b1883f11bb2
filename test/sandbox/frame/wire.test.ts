import { expect, it } from 'vitest';
import { blockOfWire } from '../../../packages/request-file/src/syntax/wire-block';
import { searchCluster } from '../../../services/search-cluster/facts/service';
import { readCall } from '../../../packages/sandbox/src/wire';

const request = (body: string) => ({
  method: 'post',
  target: '/_security/api_key?refresh=a+b%20c#d',
  headers: [],
  body,
});

it('finds the operation of a target once, whatever the body', () => {
  const [one, other] = [readCall(request('1'), searchCluster), readCall(request('2'), searchCluster)];
  expect(one).toMatchObject({ method: 'POST', path: '/_security/api_key', match: { kind: 'operation' } });
  expect([...one.query]).toEqual([['refresh', 'a b c']]);
  expect(other.match).toBe(one.match);
  expect([one.request.body, other.request.body]).toEqual(['1', '2']);
  expect(readCall({ ...request(''), method: 'GET' }, searchCluster).match).not.toBe(one.match);
});

it('reads the head of alike requests once for the rules', () => {
  const { headers } = request('');
  const [one, other] = ['1', '2'].map(
    (body) => blockOfWire({ ...request(body), headers }, 'cluster', () => false).request,
  );
  expect(other?.target).toBe(one?.target);
  expect(other?.headers).toBe(one?.headers);
  expect(one?.target.query[0]?.value?.text).toBe('a b c');
});
