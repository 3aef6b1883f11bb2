import { expect, it } from 'vitest';
import { testsOf } from '../../../packages/sandbox/src/contract-tests/index';
import { serviceOf } from '../../sandbox/played/library';

const uuid = { type: 'string', format: 'uuid' };

function content(schema: object) {
  return { content: { 'application/json': { schema } } };
}

/** Orders with a member, of customers and of shops. */
function stepsFor(member: object, more: { required?: readonly string[]; shown?: object; shops?: boolean } = {}) {
  const pathsOf = (name: string, parameter: string, sent: object, shown: object) => ({
    [`/${name}`]: {
      post: {
        operationId: `add-${name}`,
        requestBody: { required: true, ...content({ type: 'object', ...sent }) },
        responses: {
          201: {
            description: 'The item',
            ...content({ type: 'object', required: ['id'], properties: { id: uuid, ...shown } }),
          },
        },
      },
    },
    [`/${name}/{${parameter}}`]: {
      parameters: [{ name: parameter, in: 'path', required: true, schema: uuid }],
      get: { responses: { 200: { description: 'The item' } } },
      delete: { responses: { 204: { description: 'Removed' } } },
    },
  });
  const properties = { name: { type: 'string' } };
  const service = serviceOf({
    openapi: '3.0.3',
    info: { title: 'Orders', version: '1' },
    paths: {
      ...pathsOf('orders', 'id', { properties: member, required: more.required ?? [] }, more.shown ?? {}),
      ...pathsOf('customers', 'id', { properties }, properties),
      ...(more.shops === false
        ? {}
        : pathsOf(
            'coffee-shops',
            'shopId',
            { properties: { city: { type: 'string' } } },
            { city: { type: 'string' } },
          )),
    },
  });
  const isChosen = ({ id }: { readonly id: string }) => id.endsWith('.add-orders');
  return [...testsOf(service, { seed: 1, isChosen }).cases()];
}

const customer = { type: 'object', properties: { id: uuid, name: { type: 'string' } } };

it.each([
  ['customer_id', { customer_id: uuid }, {}, 'customers'],
  ['billingCustomerId', { billingCustomerId: uuid }, {}, 'customers'],
  ['coffeeShopUuid', { coffeeShopUuid: uuid }, {}, 'coffee-shops'],
  ['shop_id, as the path calls it', { shop_id: uuid }, {}, 'coffee-shops'],
  ['a list of ids', { customerIds: { type: 'array', items: uuid, minItems: 1 } }, {}, 'customers'],
  ['an id without the word', { customer: uuid }, {}, 'customers'],
  ['an object', { customer: { type: 'object', properties: { id: uuid } } }, {}, 'customers'],
  ['an object of the same members', { buyer: customer }, {}, 'customers'],
  ['what responses show in its place', { buyer_id: uuid }, { shown: { buyer: customer } }, 'customers'],
  ['its description', { buyer_id: { ...uuid, description: 'The customer who pays' } }, {}, 'customers'],
  ['the only kind of item', { buyer_id: uuid }, { shops: false }, 'customers'],
  ['several kinds of items, of which none is named', { buyer_id: uuid }, {}, undefined],
  ['listed values', { customer_id: { type: 'string', enum: ['a', 'b'] } }, {}, undefined],
  ['a number', { customer_id: { type: 'integer' } }, {}, undefined],
])('knows of which item the id is: %s', (_, member, more, collection) => {
  const steps = stepsFor(member, more).find(({ variant }) => variant === 'every member')?.steps ?? [];
  expect(steps.slice(0, -1).map(({ operation }) => operation.path)).toEqual(
    collection === undefined ? [] : [`/${collection}`],
  );
  expect(steps.at(-1)?.ids ?? []).toHaveLength(collection === undefined ? 0 : 1);
});

it('keeps an id that is wrong on purpose', () => {
  const cases = stepsFor({ customer_id: uuid }, { required: ['customer_id'] });
  const wrong = cases.filter(({ kind, variant }) => kind === 'invalid' && variant.startsWith('$.customer_id'));
  expect(wrong.map(({ variant }) => variant)).toEqual(['$.customer_id as a list', '$.customer_id in another format']);
  for (const { steps } of wrong) expect(steps.at(-1)?.ids).toBeUndefined();
});
