import { expect, it } from 'vitest';
import { createEngine } from '../../../packages/engine/src';
import { loadPublished } from '../binding/published';
import type { BlockRule } from '../../../packages/checker/src/rules/rule';

const endpoint = { name: 'cluster', service: 'search-cluster', baseUrl: 'http://127.0.0.1:9200' } as const;
const request = { method: 'GET', target: '/_cluster/health', headers: [], body: '' };

/** Returns a rule that reports each request, and notes that it was asked and in which context. */
function reporting(id: string, asked: [id: string, context: object][], isAdvice: boolean): BlockRule {
  return {
    scope: 'block',
    id,
    category: 'correctness',
    severity: isAdvice ? 'warning' : 'error',
    ...(isAdvice && { isAdvice }),
    docs: { what: '', why: '', remedy: '' },
    block: (block, report, context) => {
      asked.push([id, context]);
      report({ message: 'No.', span: { start: 0, end: 0 }, provenance: { kind: 'syntax' } });
    },
  };
}

it('asks about what a server received only those rules because of which it can be refused', () => {
  const asked: [string, object][] = [];
  const engine = createEngine({ rules: [reporting('refusing', asked, false), reporting('advising', asked, true)] });
  expect(engine.checkWire(request, endpoint).map(({ rule }) => rule)).toEqual(['refusing']);
  expect(asked.map(([id]) => id)).toEqual(['refusing']);
});

it('asks no more about what only a description knows', () => {
  const asked: [string, object][] = [];
  const rules = [reporting('refusing', asked, false), reporting('advising', asked, true)];
  const engine = createEngine({ rules, loadDescription: loadPublished });
  const found = engine.describedWire({ ...request, target: '/_ml/info' }, endpoint);
  expect(found?.findings.map(({ rule }) => rule)).toEqual(['refusing']);
  expect(asked.map(([id]) => id)).toEqual(['refusing']);
});

it('reads all that an endpoint receives in the same context, by which much is remembered', () => {
  const asked: [string, object][] = [];
  const engine = createEngine({ rules: [reporting('refusing', asked, false)] });
  engine.checkWire(request, endpoint);
  engine.checkWire(request, endpoint);
  engine.checkWire(request, { ...endpoint, version: '8.0.0' });
  const [first, second, third] = asked.map(([, context]) => context);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

it('distinguishes what endpoints receive at the same target', () => {
  const bound: string[] = [];
  const rule: BlockRule = {
    ...reporting('refusing', [], false),
    block: () => undefined,
    request: ({ method, endpoint: to, operation, block }) =>
      bound.push(`${method} ${to?.name} ${operation?.id ?? 'none'} ${block.text}`),
  };
  const engine = createEngine({ rules: [rule] });
  const hub = { name: 'hub', service: 'code-hosting', baseUrl: 'http://127.0.0.1:9201' } as const;
  for (let time = 0; time < 2; time++) {
    for (const [method, to] of [
      ['GET', endpoint],
      ['DELETE', endpoint],
      ['GET', hub],
      ['GET', { ...endpoint, name: 'other' }],
    ] as const)
      engine.checkWire({ method, target: '/_security/api_key', headers: [['Host', 'x']], body: `${time}` }, to);
  }
  expect(bound).toEqual(
    ['0', '1'].flatMap((body) => [
      `GET cluster search-cluster.api-key.get ${body}`,
      `DELETE cluster search-cluster.api-key.invalidate ${body}`,
      `GET hub none ${body}`,
      `GET other search-cluster.api-key.get ${body}`,
    ]),
  );
});
