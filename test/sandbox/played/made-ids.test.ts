import { expect, it } from 'vitest';
import type { Operation } from '../../../packages/catalogue/src/operation';
import type { Collection } from '../../../packages/catalogue/src/resource-model';
import type { Shape } from '../../../packages/catalogue/src/shape';
import { fitsShape } from '../../../packages/checker/src/resource-model/index';
import { madeId } from '../../../packages/sandbox/src/played/items';

function collectionWith(shape: Shape): Collection {
  const item = { type: 'object', name: 'item', fields: [{ name: 'id', shape }] };
  const create = { id: 'a.create', methods: ['POST'], path: '/items', responses: [{ status: 201, shape: item }] };
  return {
    name: 'items',
    path: '/items',
    itemPath: '/items/{id}',
    parameter: 'id',
    create: create as unknown as Operation,
  };
}

it.each([
  { type: 'integer' },
  { type: 'string' },
  { type: 'string', format: 'uuid' },
  { type: 'string', format: 'ipv4' },
  { type: 'string', format: 'ipv6' },
] satisfies readonly Shape[])('items have ids of their own, also with the shape %j', (shape) => {
  const collection = collectionWith(shape);
  const ids = [1, 2, 300].map((number) => madeId(collection, number));
  expect(new Set(ids).size).toBe(3);
  expect(ids.filter((id) => !fitsShape(id, shape))).toEqual([]);
});
