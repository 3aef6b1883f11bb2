import { describe, expect, it } from 'vitest';
import { createLogGuard } from './index';

const guarded = (...pieces: readonly string[]) => {
  const guard = createLogGuard();
  return pieces.map(guard).join('');
};

/** What a runner obeys: it ends lines at both breaks, leaves blanks in front out, and looks for `##[` everywhere. */
const commandsIn = (text: string) =>
  text.split(/\r\n|\r|\n/).filter((line) => /^(?:\s|\x85)*::/.test(line) || /##[a-z]*\[/i.test(line));

const hostile = [
  '::error::x',
  'a\n::add-mask::x\nb',
  'a\r::stop-commands::t\rb',
  'a\r\n \t\v\f\u00a0\u0085\u2028::debug::x',
  '\n\n\n::error::x',
  'a ##[error]x',
  '##vso[task.setvariable variable=a]b',
  "##teamcity[message text='x']",
  '::::',
];

describe('what a program that runs builds reads', () => {
  it.each(hostile)('becomes no command: %j', (text) => {
    expect(commandsIn(text)).not.toEqual([]);
    expect(commandsIn(guarded(text))).toEqual([]);
  });

  it.each(hostile)('does not when it is written in pieces: %j', (text) => {
    for (let at = 0; at <= text.length; at++)
      for (let end = at; end <= text.length; end++) {
        const pieces = [text.slice(0, at), text.slice(at, end), text.slice(end)];
        expect([pieces, commandsIn(guarded(...pieces))]).toEqual([pieces, []]);
      }
  });

  it('stays as it is where nothing would be obeyed', () => {
    const text = 'a::b\n: :x\n#[x] ## [y] std::vector\n  :\n';
    expect(guarded(text)).toBe(text);
    expect(guarded('a:', ':b\n', ':', 'x')).toBe('a::b\n:x');
  });

  it('means the same in JSON', () => {
    const json = JSON.stringify({ body: 'x ##[error]y\n::z' });
    expect(JSON.parse(guarded(json))).toEqual(JSON.parse(json));
  });

  it('is read in proportion to its length', () => {
    expect(guarded('\n \n'.repeat(100_000)).length).toBe(300_000);
  });
});
