import { expect, it } from 'vitest';
import type { Provenance } from '@rulebook/catalogue/facts';
import type { Operation } from '@rulebook/catalogue/operation';
import type { Field, Shape } from '@rulebook/catalogue/shape';
import { mergeOperations } from './merge-operations';

const documented: Provenance = { kind: 'documented', document: 'shop', section: 'Orders' };
const described: Provenance = { kind: 'described', service: 'shop', title: 'Shop', version: '1', pointer: '#/a' };
const text: Shape = { type: 'string' };

function operation(provenance: Provenance, more: Partial<Operation> = {}): Operation {
  const [method, path] = ['PUT', '/orders/{id}'];
  return {
    ...{ id: 'shop.put', service: 'shop', title: 'Put an order', methods: [method], path, summary: '', provenance },
    parameters: { path: [], query: [] },
    responses: [],
    notes: [],
    ...more,
  };
}

const field = (name: string, provenance: Provenance): Field => ({ name, summary: '', shape: text, provenance });
const query = (provenance: Provenance, ...names: readonly string[]): Partial<Operation> => ({
  parameters: { path: [], query: names.map((name) => field(name, provenance)) },
});

function merged(upper: Partial<Operation>, lower: Partial<Operation>, common: readonly Field[] = []): Operation {
  return mergeOperations(operation(documented, upper), [operation(described, lower)], { commonQuery: common });
}

it('has the parameters of both, those of the document first, and each once', () => {
  const { parameters } = merged(query(documented, 'a'), query(described, 'b', 'a', 'pretty'), [
    field('pretty', documented),
  ]);
  expect(parameters.query.map(({ name, provenance }) => [name, provenance.kind])).toEqual([
    ['a', 'documented'],
    ['b', 'described'],
  ]);
});

it('leaves out a parameter of which the document says that it belongs elsewhere', () => {
  const misplacedQuery = [{ name: 'b', severity: 'warning', message: 'Elsewhere.', provenance: documented }] as const;
  expect(merged({ misplacedQuery }, query(described, 'b')).parameters.query).toEqual([]);
});

it('takes no body where the document takes none', () => {
  expect(merged({}, { body: { shape: text, provenance: described } }).body).toBeUndefined();
});

it('keeps what the document says of its body next to the shape', () => {
  const body = { shape: { type: 'any' }, required: true, provenance: documented } as const;
  const whole = merged({ body }, { body: { shape: text, provenance: described } });
  expect(whole.body?.required).toBe(true);
  expect(whole.body?.shape).toMatchObject({ type: 'string', typeProvenance: described });
});

it('has the responses of both, and those with the status of the document as it states them', () => {
  const answer = (status: number, summary: string, provenance: Provenance) => ({ status, summary, provenance });
  const whole = merged(
    { responses: [answer(200, 'The order.', documented)] },
    { responses: [answer(200, 'OK', described), answer(404, 'Not found', described)] },
  );
  expect(whole.responses.map(({ status, summary }) => [status, summary])).toEqual([
    [200, 'The order.'],
    [404, 'Not found'],
  ]);
});

it('reads nothing of the description before it is needed', () => {
  const lower = new Proxy(operation(described), {
    get: () => {
      throw new Error('It was read.');
    },
  });
  const whole = mergeOperations(operation(documented), [lower], { commonQuery: [] });
  expect([whole.id, whole.title, whole.methods]).toEqual(['shop.put', 'Put an order', ['PUT']]);
});
