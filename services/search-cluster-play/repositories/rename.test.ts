import { expect, it } from 'vitest';
import { renaming } from './rename';

it.each([
  ['(.+)', 'restored_$1', 'logs-1', 'restored_logs-1'],
  ['^logs-(\\d+)$', 'old-$1', 'logs-12', 'old-12'],
  ['^logs-(\\d+)$', 'old-$1', 'logs-x', 'logs-x'],
  ['(a|b)([c-e]*?)x?', '$2$1', 'acx', 'acx'.replace(/(a|b)([c-e]*?)x?/g, '$2$1')],
  ['[^-]+', 'x', 'a-bc-d', 'x-x-x'],
  ['(?:lo)gs{1,2}', 'm', 'logs-logss', 'm-m'],
  ['-', '\\$', 'a-b', 'a$b'],
  ['.*', 'x', 'abc', 'xx'],
  ['a{2}', 'b', 'aaaaa', 'bba'],
  ['', '-', 'ab', '-a-b-'],
])('renames by %s to %s', (pattern, replacement, name, expected) => {
  expect(renaming(pattern, replacement)?.(name)).toBe(expected);
});

it.each(['(', '[a', '*', '(?=a)', '\\1', 'a{x', 'x'.repeat(501)])('does not read %s', (pattern) => {
  expect(renaming(pattern, '')).toBeUndefined();
});

it('stops when a pattern takes too long', () => {
  expect(renaming('(a*)*b', '')?.('a'.repeat(200))).toBeUndefined();
});
