import { describe, expect, it } from 'vitest';
import { asBlock, withLinks } from '../../../client/src/command-line/report-text';

const linked = (line: string) => withLinks(line, (path) => (path.startsWith('/') ? undefined : `/shop/${path}`));

describe('the places in a report', () => {
  it.each([
    ['| a/orders.http:8 | `/orders` |', '| [a/orders.http:8](</shop/a/orders.http#L8>) | `/orders` |'],
    ['| orders.http:11:35 | refused |', '| [orders.http:11:35](</shop/orders.http#L11>) | refused |'],
    ['| body.json | x |', '| [body.json](</shop/body.json>) | x |'],
    ['| my shop.http:2 Orders: all | 200 |', '| [my shop.http:2](</shop/my shop.http#L2>) Orders: all | 200 |'],
    [
      '| a.http:1:2, b.http:3:4, … and 9 more | x |',
      '| [a.http:1:2](</shop/a.http#L1>), [b.http:3:4](</shop/b.http#L3>), … and 9 more | x |',
    ],
  ])('become links: %s', (line, expected) => {
    expect(linked(line)).toBe(expected);
  });

  it.each([
    '| Where | What |',
    '| --- | --- |',
    '## As Elasticsearch 9.5',
    'see a.http:3',
    '| x | a.http:3 |',
    '| /tmp/a.http:3 | x |',
  ])('are in the first column only: %s', (line) => {
    expect(linked(line)).toBe(line);
  });
});

describe('a printed text', () => {
  it('is shown as it is, also with marks of its own', () => {
    expect(asBlock('a\n```\nb\n')).toBe('````text\na\n```\nb\n````\n');
  });
});
