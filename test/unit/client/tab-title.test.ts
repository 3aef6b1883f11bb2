import { expect, it } from 'vitest';
import { namePart, titleOfTab } from '../../../client/src/response/tab-title';

it('names a response by its request and its status', () => {
  expect(titleOfTab('XML', 200)).toBe('XML · 200');
  expect(titleOfTab('XML')).toBe('XML');
  expect(titleOfTab('x'.repeat(50), 404)).toBe(`${'x'.repeat(39)}… · 404`);
});

it('makes a part of a path of any label', () => {
  expect(namePart(titleOfTab('GET /a/b?c=*', 200))).toBe('GET a b c= · 200');
  expect(namePart('../..')).not.toContain('/');
});
