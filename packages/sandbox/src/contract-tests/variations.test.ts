import { expect, it } from 'vitest';
import type { Shape } from '@rulebook/catalogue/shape';
import { boundariesOf } from './variations';
import { fitsShape } from '@rulebook/checker/resource-model';

const provenance = { kind: 'syntax' } as never;
const field = (name: string, shape: Shape) => ({ name, shape, summary: '', provenance, required: true as const });
const listed = (...values: string[]): Extract<Shape, { type: 'string' }> => ({
  type: 'string',
  values: { values: values.map((value) => ({ value })), closed: true, provenance },
});
const card: Shape = { type: 'object', name: 'card', fields: [field('brand', listed('visa', 'amex'))], isClosed: true };
const bank: Shape = { type: 'object', name: 'bank', fields: [field('iban', { type: 'string' })], isClosed: true };

it('create each variant of a union, and each listed value within it', () => {
  const shape: Shape = {
    type: 'object',
    name: 'order',
    fields: [field('pay', { type: 'choice', options: [card, bank, { type: 'null' }] })],
  };
  const made = boundariesOf({ pay: { brand: 'visa' } }, shape);
  const values = made.map(({ value }) => JSON.stringify(value));
  expect(values).toContain('{"pay":{"brand":"amex"}}');
  expect(values.some((value) => value.startsWith('{"pay":{"iban":'))).toBe(true);
  expect(values).not.toContain('{"pay":null}');
  expect(made.every(({ value }) => fitsShape(value, shape))).toBe(true);
  expect(new Set(values).size).toBe(values.length);
});

it('create each case that a member decides', () => {
  const shape: Shape = {
    type: 'switch',
    name: 'pay',
    on: 'kind',
    of: 'self',
    cases: {
      card: { ...card, fields: [field('kind', listed('card')), ...card.fields] } as never,
      bank: { ...bank, fields: [field('kind', listed('bank')), ...bank.fields] } as never,
    },
    otherwise: card as never,
  };
  const values = boundariesOf({ kind: 'card', brand: 'visa' }, shape).map(({ value }) => JSON.stringify(value));
  expect(values.some((value) => value.includes('"kind":"bank"') && value.includes('iban'))).toBe(true);
});

it('create each listed value of a text that may be null', () => {
  const shape: Shape = {
    type: 'object',
    name: 'a',
    fields: [field('state', { type: 'choice', options: [listed('on', 'off') as never, { type: 'null' }] })],
  };
  const values = boundariesOf({ state: 'on' }, shape).map(({ value }) => JSON.stringify(value));
  expect(values).toEqual(['{"state":"off"}']);
});
