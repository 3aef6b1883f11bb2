import { describe, expect, it } from 'vitest';
import { createEngine, type Endpoint } from '../../../../packages/engine/src/index';
import type { RequestPlan } from '../../../../packages/sender/src/plan/index';
import { materialiseFor } from '../../../../packages/sender/src/variables/materialise-alike';
import { materialise, type MaterialiseInput } from '../../../../packages/sender/src/variables/materialise';

const endpoint: Endpoint = { name: 'prod', service: 'search-cluster', baseUrl: 'http://h.example/base' };

function plansOf(text: string): readonly RequestPlan[] {
  const engine = createEngine();
  return [
    ...engine.planAll(engine.openFile(text), {
      ...{ context: { endpoints: [endpoint], defaults: { 'search-cluster': 'prod' } }, severities: {} },
    }),
  ];
}

const system = { now: () => 0, random: () => 0.5, guid: () => 'id', environment: () => undefined };

function inputOf(plan: RequestPlan, more: Partial<MaterialiseInput> = {}): MaterialiseInput {
  return { plan, endpoint, system, resolve: () => ({ value: 'v', isSecret: false }), userAgent: 'test', ...more };
}

/** Different in one thing after the other, and each of them twice. */
const texts = [
  'POST /_security/api_key\n\n{ "name": "a" }',
  'POST /_security/api_key\n\n{ "name": "b" }',
  'POST /_security/api_key\n\n{ "name": "b", "password": "of-this-body" }',
  'POST /_security/api_key\n\n{ "name": "c" }',
  'POST /_security/api_key\nX-A: 1\n\n{ "name": "c" }',
  'POST /_security/api_key\nX-A: 2\n\n{ "name": "c" }',
  'POST /_security/api_key\nX-A: 2\n\ntext',
  'POST /_security/api_key\nX-A: 2\nContent-Type: application/x-www-form-urlencoded\n\na=b c&password=of-a-form',
  'POST /_security/api_key\nX-A: 2',
  'PUT /_security/api_key\nX-A: 2',
  'GET /_security/api_key',
  'GET /_security/api_key?token=in-the-query',
  'GET /{{a}}',
  'GET /_cat/indices\nAuthorization: Basic dXNlcjpwYXNzd29yZA==',
  'GET http://user:word@h.example/_cat/indices',
  'POST /_bulk\n\n{"index":{}}\n{"a":1}\n',
  'POST /_bulk\n\n{"index":{}}\n{"a":2}\n',
];

describe('requests after each other', () => {
  it('are filled in as each of them is alone, with a credential and without', () => {
    const plans = plansOf(texts.flatMap((text) => [text, text]).join('\n\n###\n'));
    expect(plans).toHaveLength(2 * texts.length);
    const filled = materialiseFor({});
    for (const plan of plans)
      for (const more of [{}, { credential: 'key' }, { credential: 'other' }, { endpoint: undefined }, {}])
        expect(filled(inputOf(plan, more)), plan.label).toEqual(materialise(inputOf(plan, more)));
  });

  it('share the list of their header fields where they differ by their bodies alone', () => {
    const [one, other, further] = plansOf(
      ['{ "name": "a" }', '{ "name": "b" }', '{ "name": "{{c}}" }']
        .map((body) => `POST /_security/api_key\n\n${body}`)
        .join('\n\n###\n'),
    ) as readonly [RequestPlan, RequestPlan, RequestPlan];
    const fill = materialiseFor({});
    const headersOf = (plan: RequestPlan) => {
      const filled = fill(inputOf(plan));
      return 'request' in filled ? filled.request.headers : undefined;
    };
    const headers = headersOf(one);
    expect(headersOf(other)).toBe(headers);
    expect(headersOf(further)).not.toBe(headers);
  });
});
