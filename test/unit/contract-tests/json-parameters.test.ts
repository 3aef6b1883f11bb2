import { expect, it } from 'vitest';
import { testsOf } from '../../../packages/sandbox/src/contract-tests/index';
import { serviceOf } from '../../sandbox/played/library';

const schema = {
  type: 'object',
  required: ['size'],
  additionalProperties: false,
  properties: { size: { type: 'integer', minimum: 3, maximum: 9 } },
};
const description = {
  openapi: '3.0.3',
  info: { title: 'T', version: '1' },
  paths: {
    '/things': {
      get: {
        parameters: [{ name: 'filter', in: 'query', required: true, content: { 'application/json': { schema } } }],
        responses: { 200: { description: 'All' } },
      },
    },
  },
};

it('makes values of a parameter that is JSON, at its limits and beyond', () => {
  const plan = testsOf(serviceOf(description), { seed: 1, isChosen: () => true });
  expect(plan.untested).toEqual([]);
  const texts = (kind: string) =>
    [...plan.cases()]
      .filter((one) => one.kind === kind)
      .map(({ steps }) => steps.at(-1)?.query.find(([name]) => name === 'filter')?.[1]);
  const valid = texts('valid').map((text) => JSON.parse(text ?? '') as { readonly size: number });
  expect(valid).toEqual(expect.arrayContaining([{ size: 3 }, { size: 9 }]));
  expect(valid.every(({ size }) => size >= 3 && size <= 9)).toBe(true);
  expect(texts('invalid')).toEqual(
    expect.arrayContaining([undefined, '{"', '{}', '{"size":2}', '{"size":10}', '{"size":[]}']),
  );
});
