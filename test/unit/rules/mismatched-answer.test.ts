import { describe, expect, it } from 'vitest';
import { createEngine, type CheckOptions } from '../../../packages/engine/src/index';
import { shop, shopEndpoint } from '../../rules/described-shop';

const engine = createEngine();
const options: CheckOptions = {
  context: { endpoints: [shopEndpoint], defaults: {}, services: [shop] },
  severities: {},
};
const found = (body: unknown, operation = 'shop.orders.show') =>
  engine.checkAnswer(`HTTP/1.1 200 OK\n\n${JSON.stringify(body, null, 2)}\n`, operation, options);
const order = { id: '7', state: 'paid' };

describe('the response of a described operation', () => {
  it('is reported once for each place, however long its lists are', () => {
    const lines = Array.from({ length: 1000 }, (_, index) => ({ article: index, amount: 'x' }));
    expect(found({ ...order, lines }).map(({ line, message }) => [line, message.split(' is ')[0]])).toEqual([
      [7, '`article`'],
      [8, '`amount`'],
    ]);
  });

  it('has no more findings than a person reads', () => {
    const names = Array.from({ length: 500 }, (_, index) => [`costumer${index}`, { customer: 5 }]);
    expect(found({ ...order, ...Object.fromEntries(names), customer: 1 }).length).toBeLessThanOrEqual(50);
  });

  it('says once what an object lacks, and weaker than other differences: a recording may be older than a published description', () => {
    expect(found({ state: 5 }).map(({ severity, message }) => `${severity} ${message}`)).toEqual([
      expect.stringMatching(/^hint The response lacks `id`, which is described as always present\. It may be older/),
      expect.stringMatching(/^information `state` is described as/),
    ]);
    expect(found({}).map(({ message }) => message)).toEqual([
      expect.stringMatching(/^The response lacks `id` and `state`, which are described as always present\./),
    ]);
  });

  it('is left alone where a secret is masked, and where nothing is known', () => {
    expect(found({ id: '***', state: '***' })).toEqual([]);
    expect(found({ id: 5 }, 'shop.nothing')).toEqual([]);
    expect(found({ id: 5 }, 'shop.orders.create')).toEqual([]);
  });

  it('is none of documented operations, which have a rule of their own', () => {
    const rules = found({ id: 5 }, 'search-cluster.api-key.create').map(({ rule }) => rule);
    expect(new Set(rules)).toEqual(new Set(['mismatched-response']));
  });

  it('lacks what must be present only if the whole body came', () => {
    expect(engine.checkAnswer('HTTP/1.1 200 OK\n\n{ "id": "7",', 'shop.orders.show', options)).toEqual([]);
  });
});

describe('a recorded request', () => {
  const recorded = { method: 'GET', headers: [] };
  it('is checked only where it is known which service it went to', () => {
    const answer = { status: 200, body: '{ "id": 5, "state": "open" }' };
    const there = engine.checkRecorded({ ...recorded, url: 'https://shop.example/orders/7' }, answer, options);
    expect(there?.ofAnswer.map(({ rule }) => rule)).toEqual(['mismatched-answer']);
    for (const url of ['https://other.example/orders/7', 'https://other.example/_search', '/orders/7', ''])
      expect(engine.checkRecorded({ ...recorded, url }, answer, options), url).toBeUndefined();
  });

  it('needs no body that was not recorded, and has its form read', () => {
    const post = { method: 'POST', url: 'https://shop.example/messages' };
    const form = [['Content-Type', 'application/x-www-form-urlencoded']] as const;
    const rulesOf = (body?: string) =>
      engine
        .checkRecorded({ ...post, headers: form, ...(body !== undefined && { body }) }, undefined, options)
        ?.findings.map(({ rule }) => rule);
    expect(rulesOf()).toEqual([]);
    expect(rulesOf('to=a&text=b')).toEqual([]);
    expect(rulesOf('to=a&tekst=b')).toEqual(['unknown-field']);
  });
});
