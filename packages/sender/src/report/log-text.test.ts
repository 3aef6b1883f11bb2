import { describe, expect, it } from 'vitest';
import { pathText, withoutLogCommands } from './log-text';

describe('pathText', () => {
  it.each([
    ['::warning file=a::pwn.http', './::warning file=a::pwn.http'],
    [' ::group::q/a.http', './ ::group::q/a.http'],
    ['a::b.http', 'a::b.http'],
    ['x##[set-output name=a]b.http', String.raw`x##\[set-output name=a]b.http`],
  ])('writes %s so that no log reads it as a command', (path, expected) => {
    expect(pathText(path)).toBe(expected);
  });
});

describe('plainLine', () => {
  it('keeps other text', () => {
    expect(withoutLogCommands('a ## [b] #[c]')).toBe('a ## [b] #[c]');
  });
});
