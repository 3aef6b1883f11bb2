import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../packages/engine/src/index';
import { nameOfDescription } from '../../../packages/catalogue/src/source-names';
import { withLayer } from '../../../packages/checker/src/rules/support/wording';
import { shop, toShop } from '../features/shop';

const engine = createEngine();

function messagesOf(request: string): readonly string[] {
  const file = engine.openFile(toShop(request));
  const { findings } = engine.check(file, { context: shop, severities: {} });
  return findings.flat().map(({ rule, severity, message }) => `${severity} ${rule}: ${message}`);
}

describe('a finding about a described fact', () => {
  it.each<[what: string, request: string, message: string]>([
    [
      'a member',
      'POST /orders\nIdempotency-Key: a\n\n{ "customer": "c", "items": [{ "sku": "a" }], "colour": 1 }',
      'warning unknown-field: `colour` is not a described field of the order.',
    ],
    [
      'a query parameter',
      'GET /orders?colour=red',
      'warning unknown-query-parameter: The query parameter `colour` is not described for this operation; described: `state`, `limit` and `page`.',
    ],
    ['a value', 'GET /orders?state=lost', 'warning unknown-value: `state` must be `open`, `sent` or `closed`.'],
    [
      'a word of the path',
      'GET /helth/report',
      'warning unknown-path: No described path has `helth` here; did you mean `health`?',
    ],
    [
      'a method',
      'PATCH /orders/7',
      'warning undocumented-method: `PATCH` is not described for this path; use `GET` or `DELETE`.',
    ],
  ])('about %s is a warning, whose words leave the name of the description to the hover', (_what, request, message) => {
    expect(messagesOf(request)).toContain(message);
  });
});

it('shows what it quotes of the description as plain text on one line', () => {
  const source = { kind: 'described', service: 'shop', title: 'Shop API', version: '2', pointer: '#' } as const;
  expect(withLayer('It is deprecated. Use\n\n[this](https://a.example) ![x](/y).', source)).toBe(
    'It is deprecated. Use this x.',
  );
  expect(withLayer('a '.repeat(1000), source)).toHaveLength(400);
});

it('shortens the name of a description, and shows it as plain text on one line', () => {
  expect(nameOfDescription({ title: 'My\n`API`\u202e', version: '1' })).toBe('My API 1');
  expect(nameOfDescription({ title: 'x'.repeat(100), version: '' })).toBe(`${'x'.repeat(59)}…`);
});
