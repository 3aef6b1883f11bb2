import type { Loss } from '../operation';
import { expect, it } from 'vitest';
import { describeLoss, lossInTitle } from './describe-loss';

const provenance = { kind: 'documented', document: 'search-cluster', section: 'a' } as Loss['provenance'];

it('the sentence of a loss has names where they are known', () => {
  const message = 'Deletes {what} of {owner}.';
  const what = { one: 'the index', several: 'indices' };
  const names = { what: () => 'the index `a`', parameter: (name: string) => (name === 'owner' ? 'ada' : undefined) };
  expect(describeLoss({ message, what, provenance })).toBe('Deletes the index of {owner}.');
  expect(describeLoss({ message, what, provenance }, names)).toBe('Deletes the index `a` of ada.');
  expect(describeLoss({ message, provenance }, names)).toBe('Deletes {what} of ada.');
});

it.each([
  ['Delete an order.', 'POST', 'Deletes an order'],
  ['deletes an order', 'POST', 'Deletes an order'],
  ['REMOVE all', 'PUT', 'Removes all'],
  ['Delete', 'POST', undefined],
  ['Undelete an order', 'POST', undefined],
  ['“Delete” an order', 'POST', undefined],
  ['', 'POST', undefined],
  ['Cancel an order', 'DELETE', 'Deletes something: the operation is called “Cancel an order”'],
  ['Delete', 'DELETE', 'Deletes something: the operation is called “Delete”'],
  [`Delete ${'a'.repeat(153)}`, 'POST', `Deletes ${'a'.repeat(153)}`],
])('the title %j says by %s: %s', (title, method, said) => {
  expect(lossInTitle({ title }, method)).toBe(said);
});

it('a title that is too long is cut', () => {
  expect(lossInTitle({ title: `Delete ${'a'.repeat(154)}` }, 'POST')).not.toContain('a'.repeat(154));
});
