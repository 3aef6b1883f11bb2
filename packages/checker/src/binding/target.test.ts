import { describe, expect, it } from 'vitest';
import { isOlder, readVersion } from './target';
import type { Version } from '@rulebook/catalogue/facts';

describe('isOlder', () => {
  it.each<[version: Version, since: Version, expected: boolean]>([
    ['9.0.0', '8.14.0', false],
    ['9.0.0', '8.14.9', false],
    ['8.14.0', '9.0.0', true],
    ['8.9.0', '8.14.0', true],
    ['8.14.0', '8.9.9', false],
    ['8.14.1', '8.14.2', true],
    ['8.14.2', '8.14.1', false],
    ['8.14.0', '8.14.0', false],
    ['10.0.0', '9.9.9', false],
    ['8.14', '8.14.1', false],
    ['8.14', '8.15.0', true],
  ])('%s before %s: %s', (version, since, expected) => {
    expect(isOlder(version, since)).toBe(expected);
  });

  it('says nothing about an unknown version', () => {
    expect(isOlder(undefined, '0.0.1')).toBe(false);
  });
});

it.each([
  ['8.12', '8.12.0'],
  ['8.12.3', '8.12.3'],
  ['8.12.3-SNAPSHOT', '8.12.3'],
  ['08.012', '8.12.0'],
  ['8', undefined],
  ['8.12-SNAPSHOT', undefined],
  ['8.12.3.4', undefined],
  ['v8.12', undefined],
  ['8.x', undefined],
])('reads the version %s as %s', (text, expected) => {
  expect(readVersion(text)).toBe(expected);
});
